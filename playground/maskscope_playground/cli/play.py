"""`maskscope play`: the playground as a local web page."""

from __future__ import annotations

import socket

import click

_HOST = "127.0.0.1"


@click.command("play")
@click.option("--port", type=click.IntRange(0, 65535), default=5006, show_default=True, help="0 takes any free port.")
@click.option("--open/--no-open", "opens", default=True, help="Open the browser.")
def command(port: int, opens: bool) -> None:
    """Open the playground in the browser. It is served to this machine only; Ctrl-C ends it.

    \b
    Example:
      maskscope play --port 5010 --no-open
    """
    port = port or _free_port()
    if not _is_free(port):
        raise click.ClickException(f"port {port} is in use; choose another with --port, or any free one with --port 0")
    _serve(port, opens)


def _serve(port: int, opens: bool) -> None:
    """Serves until it is interrupted; every visitor has a session of their own."""
    import panel as pn

    from maskscope_playground.app import build
    from maskscope_playground.session import Session

    click.echo(f"maskscope is at http://localhost:{port} (Ctrl-C ends it)")
    origins = [f"localhost:{port}", f"{_HOST}:{port}"]
    pn.serve(  # type: ignore[no-untyped-call]
        lambda: build(Session()),
        address=_HOST,
        port=port,
        show=opens,
        title="maskscope",
        websocket_origin=origins,
        verbose=False,
    )


def _is_free(port: int) -> bool:
    """Whether a server can listen there now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((_HOST, port))
        except OSError:
            return False
    return True


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((_HOST, 0))
        port: int = probe.getsockname()[1]
    return port
