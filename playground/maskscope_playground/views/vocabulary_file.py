"""*Load a file…*: a tokenizer, or logits, from the reader's disk, read in slices: 40 GB open in a moment."""

from __future__ import annotations

import base64
import binascii
from typing import Any

import panel as pn
import param

from maskscope.errors import VocabularyError
from maskscope.vocab.load import load_tokenizer
from maskscope_playground.present.logits_file import is_logits, read_logits
from maskscope_playground.session import Session
from maskscope_playground.slices import Missing, Slices, TooMuch
from maskscope_playground.views.parts import Messenger, read_text


class FilePicker(Messenger):
    """A button that keeps a file; hears what is picked, and gives slices when `wants` changes."""

    wants = param.Dict(default={"offset": 0, "length": 0, "n": 0})

    _esm = read_text("vocabulary_file.js")
    _stylesheets = [read_text("vocabulary_file.css")]  # noqa: RUF012


class VocabularyFile(pn.viewable.Viewer):
    """Picks a file and makes the session use it."""

    def __init__(self, session: Session, **params: Any) -> None:
        super().__init__(**params)
        self._session = session
        self._slices: Slices | None = None
        self._picker = FilePicker(self._message, margin=0)

    def __panel__(self) -> pn.viewable.Viewable:
        return self._picker

    def _message(self, message: dict[str, Any]) -> None:
        if "file" in message:
            file = message["file"]
            self._slices = Slices(str(file["name"])[:80], int(file["size"]))
            self._say(f"reading {self._slices.name} …")
            self._try()
        elif "slice" in message and self._slices is not None:
            self._take(int(message["slice"]["offset"]), str(message["slice"]["data"]))
        elif "failed" in message:
            self._say(f"the file cannot be read: {message['failed']}")

    def _take(self, offset: int, encoded: str) -> None:
        assert self._slices is not None
        try:
            data = base64.b64decode(encoded)
        except binascii.Error:
            data = b""
        if not data:
            self._say(f"{self._slices.name} ends before it should, or cannot be read any further")
            return
        self._slices.add(offset, data)
        self._try()

    def _try(self) -> None:
        """Read the file with what is here; ask for more, or use it, or say what is wrong with it."""
        slices = self._slices
        assert slices is not None
        slices.again()
        try:
            notes = self._use(slices)
        except Missing as more:
            number = int(self._picker.wants["n"]) + 1
            self._picker.wants = {"offset": more.offset, "length": more.length, "n": number}
            return
        except TooMuch:
            self._say(f"{slices.name} is too large to be read here")
        except (VocabularyError, ValueError) as error:
            self._say(f"{slices.name}: {error}" if isinstance(error, ValueError) else str(error))
        else:
            self._say(notes)
        self._slices = None

    def _use(self, slices: Slices) -> str:
        """Make the session use the file; what there is to say about it."""
        if is_logits(slices.read(0, min(64, slices.size))):
            logits = read_logits(slices.read(0, slices.size))
            self._session.use_logits(logits)
            return f"{len(logits):,} logits from {slices.name}; greedy and sampler use them at every step"
        tokenizer = load_tokenizer(slices.read, name=slices.name)
        self._session.add_tokenizer(tokenizer)
        return "; ".join(note.text for note in tokenizer.vocabulary.notes)

    def _say(self, words: str) -> None:
        self._session.announce(words)
