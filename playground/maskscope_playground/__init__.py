"""The maskscope playground: a Panel app that a server, a notebook and a static page show alike.

Importing this package loads neither Panel nor Bokeh; `Playground` and `show` do, when they are asked for.
"""

from __future__ import annotations

from typing import Any

__all__ = ["Playground", "show"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from maskscope_playground import notebook

        return getattr(notebook, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
