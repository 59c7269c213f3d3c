"""A stub: with it `panel.io.pyodide` imports neither pandas nor requests. The page makes no request from Python."""


def patch_all() -> None:
    """Nothing to patch."""
