"""Runs once in the worker: builds the app, says which document that is, and links it to the one in the page."""

import gc
import hashlib
import json
import os
import random

import js
import pyodide

# What is made while the page starts lives as long as it: collecting meanwhile finds nothing, and took a tenth of it.
gc.disable()

# Pyodide 0.27 has no jsnull, which Panel asks for on every event; no JavaScript null is ever equal to this.
if not hasattr(pyodide.ffi, "jsnull"):
    pyodide.ffi.jsnull = object()
# Panel evaluates one line of JavaScript; handed in as a function, the worker needs no 'unsafe-eval'.
pyodide.code.run_js = lambda source: js.nullForUndefined
os.environ["PANEL_CDN_ROOT"] = "./vendor/panel/"

from bokeh.document import Document  # noqa: E402
from bokeh.io.doc import set_curdoc  # noqa: E402
from panel.io.document import MockSessionContext  # noqa: E402
from panel.io.pyodide import _convert_json_patch, _link_docs_worker  # noqa: E402
from panel.io.state import state  # noqa: E402

# As `panel.io.pyodide.init_doc`, which asks for random ids; counted ones are the same at every start, so that the page
# can be drawn before Python runs.
doc = Document()
doc._session_context = lambda: MockSessionContext(document=doc)
set_curdoc(doc)
state.curdoc = doc
js.maskscopeLap("Bokeh and Panel")

from maskscope_playground.app import build  # noqa: E402
from maskscope_playground.session import Session  # noqa: E402

js.maskscopeProgress("app")
build(Session(dark=bool(js.maskscopeDark))).servable()


def resumed() -> None:
    """Python goes on from a memory image: what must not be the same at every start is made anew."""
    random.seed()


def fingerprint() -> str:
    """What the document is made of: every model's id and type. Equal fingerprints are documents that can be linked."""
    models = sorted(f"{model.id} {type(model).__qualified_model__}" for model in doc.models)
    return hashlib.sha256("\n".join(models).encode()).hexdigest()


def document() -> str:
    """The document as JSON, with the ids of its roots and its fingerprint."""
    made = {"print": fingerprint(), "roots": [root.id for root in doc.roots], "document": doc.to_json(deferred=False)}
    return json.dumps(made, separators=(",", ":"))


def link() -> None:
    """From now on every change of the document goes to the page."""
    doc._session_context = None
    _link_docs_worker(doc, js.maskscopeSend, setter="js")
    state._loaded[doc] = state._connected[doc] = True
    gc.freeze()
    gc.enable()


def receive(patch) -> None:
    """A change made in the page."""
    doc.apply_json_patch(_convert_json_patch(patch), setter="js")
