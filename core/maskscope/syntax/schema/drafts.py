"""The editions of JSON Schema, and which one a schema is written in.

Five editions are read. They differ in which keywords there are (`support.py` has since and until), in how a schema is
named (`id`, later `$id`), in whether anything beside `$ref` counts, and in two keywords that changed their form:
`exclusiveMinimum` (a boolean in draft 4) and `items` (an array of schemas up to 2019-09).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Draft:
    """One edition; `number` orders them: 4, 6, 7, 2019, 2020."""

    number: int
    name: str
    uri: str

    @property
    def id_key(self) -> str:
        """The keyword that names a schema."""
        return "id" if self.number == 4 else "$id"

    @property
    def lonely_ref(self) -> bool:
        """Whether `$ref` makes its siblings void."""
        return self.number <= 7


DRAFT4 = Draft(4, "draft-04", "http://json-schema.org/draft-04/schema")
DRAFT6 = Draft(6, "draft-06", "http://json-schema.org/draft-06/schema")
DRAFT7 = Draft(7, "draft-07", "http://json-schema.org/draft-07/schema")
DRAFT2019 = Draft(2019, "2019-09", "https://json-schema.org/draft/2019-09/schema")
DRAFT2020 = Draft(2020, "2020-12", "https://json-schema.org/draft/2020-12/schema")
DRAFTS = (DRAFT4, DRAFT6, DRAFT7, DRAFT2019, DRAFT2020)
_BY_URI = {draft.uri.split("://")[1]: draft for draft in DRAFTS}


def draft_of(uri: str) -> Draft | None:
    """The edition a `$schema` names, however its scheme and its empty fragment are written; None if it is none of ours.

    >>> draft_of("http://json-schema.org/draft-07/schema#").name
    'draft-07'
    """
    return _BY_URI.get(uri.rstrip("#").split("://")[-1])
