"""Runs once in the worker: builds the app, hands its document to the page, and links the two."""

import os

import js
import pyodide

# Pyodide 0.27 has no jsnull, which Panel asks for on every event; no JavaScript null is ever equal to this.
if not hasattr(pyodide.ffi, "jsnull"):
    pyodide.ffi.jsnull = object()
# Panel evaluates one line of JavaScript; handed in as a function, the worker needs no 'unsafe-eval'.
pyodide.code.run_js = lambda source: js.nullForUndefined
os.environ["PANEL_CDN_ROOT"] = "./vendor/panel/"

from panel.io.pyodide import _convert_json_patch, _link_docs_worker, init_doc, write_doc  # noqa: E402
from panel.io.state import state  # noqa: E402

init_doc()
js.maskscopeLap("Bokeh and Panel")

from maskscope_playground.app import build  # noqa: E402
from maskscope_playground.session import Session  # noqa: E402

js.maskscopeProgress("app")
build(Session()).servable()


async def document() -> list[str]:
    """The document as JSON: models, render items, root ids."""
    return list(await write_doc())


def link() -> None:
    """From now on every change of the document goes to the page."""
    _link_docs_worker(state.curdoc, js.maskscopeSend, setter="js")
    state._loaded[state.curdoc] = state._connected[state.curdoc] = True


def receive(patch) -> None:
    """A change made in the page."""
    state.curdoc.apply_json_patch(_convert_json_patch(patch), setter="js")
