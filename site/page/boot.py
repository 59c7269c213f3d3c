"""Runs once in the worker: builds the app, hands its document to the page, and links the two."""

import asyncio
import os

import js
import pyodide

# Pyodide 0.27 has no jsnull, which Panel asks for on every event; no JavaScript null is ever equal to this.
if not hasattr(pyodide.ffi, "jsnull"):
    pyodide.ffi.jsnull = object()
# Panel evaluates one line of JavaScript; handed in as a function, the worker needs no 'unsafe-eval'.
pyodide.code.run_js = lambda source: js.nullForUndefined
os.environ["PANEL_CDN_ROOT"] = "./vendor/panel/"

from bokeh.events import DocumentReady  # noqa: E402
from panel.io.pyodide import (  # noqa: E402
    _convert_json_patch,
    _dict_converter,
    _process_document_events,
    init_doc,
    write_doc,
)
from panel.io.state import state  # noqa: E402

init_doc()
js.maskscopeLap("Bokeh and Panel")

from maskscope_playground.app import build  # noqa: E402
from maskscope_playground.session import Session  # noqa: E402

js.maskscopeProgress("app")
build(Session()).servable()

waiting = []  # changes of the document that the page has not been told of


async def document() -> list[str]:
    """The document as JSON: models, render items, root ids."""
    return list(await write_doc())


def link() -> None:
    """From now on every change of the document goes to the page."""
    doc = state.curdoc
    doc.on_change(note)
    doc.unhold()
    doc.on_event("document_ready", lambda _: state._schedule_on_load(doc, None))
    doc.callbacks.trigger_event(DocumentReady())
    state._loaded[doc] = state._connected[doc] = True


def note(event) -> None:
    """Keep a change; all that one turn of the loop makes go together, so the page lays itself out once."""
    if getattr(event, "setter", None) == "js":
        return
    if not waiting:
        asyncio.get_event_loop().call_soon(send)
    waiting.append(event)


def send() -> None:
    """Tell the page of all changes that wait."""
    if not waiting:
        return
    events, waiting[:] = list(waiting), []
    patch, buffers = _process_document_events(state.curdoc, events)
    to_js = pyodide.ffi.to_js
    js.maskscopeSend(to_js(patch, dict_converter=_dict_converter), js.Map.new(js.Object.entries(to_js(buffers))))


def receive(patch) -> None:
    """A change made in the page."""
    state.curdoc.apply_json_patch(_convert_json_patch(patch), setter="js")
    send()
