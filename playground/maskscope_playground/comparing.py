"""Two grammars side by side: what the Compare page holds, without Panel.

Each side has a kind and a text; a comparison runs when it is asked for and says how the two languages relate, with a
shortest text for every difference there is.
"""

from __future__ import annotations

from typing import Any, ClassVar

import param

from maskscope.automaton.language import Language
from maskscope.errors import LimitExceeded, MaskscopeError
from maskscope.pipeline import compile
from maskscope_playground.compiled import PAGE_LIMITS
from maskscope_playground.present.words import counted, visible

KINDS = {"Regex": "regex", "GBNF": "gbnf", "JSON Schema": "json_schema"}

RELATIONS = {
    "equal": ("Equal", "both accept exactly the same texts"),
    "a_in_b": ("A ⊂ B", "every text of A is one of B, and B has more"),
    "b_in_a": ("B ⊂ A", "every text of B is one of A, and A has more"),
    "overlap": ("Overlap", "they share texts, and each has some that the other refuses"),
    "disjoint": ("Disjoint", "they have no text in common"),
    "undecided": ("Undecided", "no difference was found within the limits"),
}


class Side(param.Parameterized):
    """One grammar."""

    kind = param.Selector(default="regex", objects=KINDS)
    text = param.String(default="")
    language = param.Parameter(default=None, constant=True)
    problem = param.Parameter(default=None, constant=True)

    def compile(self) -> Language | None:
        """The language of the text, None when it has a problem (which then says so)."""
        language, problem = None, None
        try:
            language = compile(self.kind, self.text, limits=PAGE_LIMITS)
        except MaskscopeError as error:
            problem = error
        with param.edit_constant(self):
            self.param.update(language=language, problem=problem)
        return language


class Comparing(param.Parameterized):
    """Both sides and what came of comparing them: a word, a sentence, and rows of witnesses."""

    result = param.Parameter(default=None, constant=True)

    _LABELS: ClassVar = {"only_a": "only A accepts", "only_b": "only B accepts", "both": "both accept"}

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)
        self.a = Side(text="[0-9]+")
        self.b = Side(text="0|[1-9][0-9]*")

    def compare(self) -> None:
        """Compile both and compare them, within the page's limits."""
        a, b = self.a.compile(), self.b.compile()
        result = None if a is None or b is None else self._compared(a, b)
        with param.edit_constant(self):
            self.result = result

    def _compared(self, a: Language, b: Language) -> dict[str, Any]:
        # Imported when it is used: comparing brings in the product construction, which a first look does not need.
        from maskscope.automaton.compare import compare

        try:
            found = compare(a, b, limits=PAGE_LIMITS)
        except LimitExceeded as error:
            return {"word": "Undecided", "said": str(error), "rows": []}
        word, said = RELATIONS[found.relation]
        if found.relation == "undecided":
            said = f"no difference in {counted(found.searched or 0, 'byte')} of the shortest texts"
        witnesses = [(label, getattr(found, name)) for name, label in self._LABELS.items()]
        rows = [[label, visible(data) or "the empty text"] for label, data in witnesses if data is not None]
        return {"word": word, "said": said, "rows": rows}
