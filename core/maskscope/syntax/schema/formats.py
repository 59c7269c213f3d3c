"""What each `format` means: one table, from name to the decoded strings it stands for.

Every entry names the document that defines it and says whether we build exactly that, or something narrower. A format
is a tree over characters like any other language, so it meets patterns and lengths by intersection. The trees are
written as small grammars in `formats_time`, `formats_net`, `formats_uri` and their like, close to the ABNF of their
documents.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType

from maskscope.ir.nodes import Node, Nothing
from maskscope.syntax.schema import formats_idn as idn
from maskscope.syntax.schema import formats_ids as ids
from maskscope.syntax.schema import formats_net as net
from maskscope.syntax.schema import formats_regex
from maskscope.syntax.schema import formats_time as times
from maskscope.syntax.schema.formats_grammar import anything
from maskscope.syntax.schema.formats_uri import IRI, URI, uri_template


@dataclass(frozen=True, slots=True)
class Format:
    """A format: the trees of its strings, the document that defines it, and what is narrower than the document.

    `rare` are strings in it that are written in canonical spelling only, to keep automata small. `short` is a simpler
    tree that means the same for texts of at most so many characters; under a bound on the length it serves instead,
    and longer texts are then left out. `wide` holds every string that may be in a format that is narrowed: what is
    wanted *not* to be in the format keeps out of it.
    """

    name: str
    node: Callable[[], Node]
    source: str
    narrowed: str = ""
    wide: Callable[[], Node] | None = None
    rare: Callable[[], Node] = Nothing
    short: tuple[Callable[[], Node], int] | None = None

    def __post_init__(self) -> None:
        if bool(self.narrowed) != (self.wide is not None):
            raise ValueError(f"{self.name}: what is narrowed needs a wide form, and nothing else does")

    @property
    def is_exact(self) -> bool:
        """Whether all strings that the document allows are built."""
        return not self.narrowed


_LEAP = "a leap second has the offset Z or one of whole or half hours"
_NAME = "no label begins xn--; at most 3 labels, or 7 shorter ones; under a maxLength, at most about 64 characters"
_IDN = "no label begins xn--; at most 3 labels, beyond ASCII of up to 9 letters, 26 of one alphabet"
_ADDRESS = "in an address in brackets, numbers have no leading zeros"
_MAIL = f"{_NAME}; {_ADDRESS}; under a maxLength there is no such address"
_IDN_MAIL = f"{_IDN}; {_ADDRESS}"
_FLAT = "groups do not nest; no back-references"

_ALL = (
    Format("date", times.date, "RFC 3339, full-date"),
    Format("time", times.time, "RFC 3339, full-time", _LEAP, times.wide_time, times.leap_time),
    Format("date-time", times.date_time, "RFC 3339, date-time", _LEAP, times.wide_date_time, times.leap_date_time),
    Format("duration", times.duration, "RFC 3339, appendix A"),
    Format("email", net.email, "RFC 5321, Mailbox", _MAIL, net.wide_email, net.email_at_address, (net.short_email, 65)),
    Format("idn-email", idn.idn_email, "RFC 6531, Mailbox", _IDN_MAIL, net.wide_email, net.idn_email_at_address),
    Format("hostname", net.hostname, "RFC 1123, 2.1", _NAME, net.wide_hostname, short=(net.short_hostname, 63)),
    Format("idn-hostname", idn.idn_hostname, "RFC 5890, 2.3.2.3", _IDN, net.wide_idn_hostname),
    Format("ipv4", net.ipv4, "RFC 2673, 3.2"),
    Format("ipv6", net.ipv6, "RFC 4291, 2.2"),
    Format("uri", lambda: URI.absolute, "RFC 3986", rare=lambda: URI.at_address),
    Format("uri-reference", lambda: URI.reference, "RFC 3986", rare=lambda: URI.reference_at_address),
    Format("iri", lambda: IRI.absolute, "RFC 3987", rare=lambda: IRI.at_address),
    Format("iri-reference", lambda: IRI.reference, "RFC 3987", rare=lambda: IRI.reference_at_address),
    Format("uri-template", uri_template, "RFC 6570"),
    Format("uuid", ids.uuid, "RFC 9562, 4"),
    Format("json-pointer", ids.json_pointer, "RFC 6901"),
    Format("relative-json-pointer", ids.relative_json_pointer, "draft-bhutton-relative-json-pointer-00"),
    Format("regex", formats_regex.regex, "ECMA-262, 22.2.1", _FLAT, anything),
)
FORMATS = MappingProxyType({entry.name: entry for entry in _ALL})
"""Every format that is asserted, by name. Any other name is an annotation."""
