"""Build the static site for a test, and serve it as a careful host would: with the headers its policy asks for."""

from __future__ import annotations

import contextlib
import http.server
import importlib.util
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent.parent


def builder() -> ModuleType:
    """The module `site/build.py`, which is no package's."""
    if "maskscope_site_build" not in sys.modules:
        spec = importlib.util.spec_from_file_location("maskscope_site_build", ROOT / "site" / "build.py")
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    return sys.modules["maskscope_site_build"]


def build_site(out: Path, *, offline: bool, cdn: str | None = None) -> Path:
    """The site, built into `out`."""
    builder().build(out, offline=offline, cdn=cdn)
    return out


@contextlib.contextmanager
def serving(folder: Path, under: str = "/", *, open_to_all: bool = False, cdn: str | None = None) -> Iterator[str]:
    """The address of a local host that serves the folder below the path `under`, the worker's policy in its header."""
    handler = _handler(folder, under, open_to_all, cdn)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{under}"
    finally:
        server.shutdown()


def _handler(
    folder: Path, under: str, open_to_all: bool, cdn: str | None
) -> type[http.server.SimpleHTTPRequestHandler]:
    builder()
    from maskscope_site.policy import worker_policy

    class Handler(http.server.SimpleHTTPRequestHandler):
        extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".wasm": "application/wasm"}  # noqa: RUF012

        def translate_path(self, path: str) -> str:
            inside = path.split("?")[0].removeprefix(under) if path.startswith(under) else "/no/such/place"
            return str(folder / inside.lstrip("/"))

        def end_headers(self) -> None:
            if self.path.split("?")[0].endswith("worker.js"):
                self.send_header("Content-Security-Policy", worker_policy(cdn))
            if open_to_all:
                self.send_header("Access-Control-Allow-Origin", "*")
            super().end_headers()

        def log_message(self, *_: object) -> None:
            """Quiet."""

    return Handler
