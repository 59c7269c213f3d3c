"""The session as an address, and back: `#k=regex&s=…` opens the same screen, step for step.

The text is deflated and written in the URL-safe base64 alphabet. A link comes from strangers: it is capped before and
after inflating, every field is checked, and what does not fit is left at its default. Tokens of the tape follow as
base-36 numbers; those taken by hand carry a mark, so that the rest draw the same random numbers.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode

if TYPE_CHECKING:
    from maskscope_playground.session import Session

LONGEST_LINK = 60_000
LONGEST_TEXT = 400_000
_MOST_TOKENS = 2_000
_PLAIN = {"w": "whitespace", "o": "order", "f": "formats", "v": "vocabulary", "t": "strategy", "m": "model"}
_NUMBERS = {"seed": "seed", "b": "budget", "top_k": "top_k"}
_SHARES = {"temp": "temperature", "top_p": "top_p", "min_p": "min_p"}
_DIGITS_ONLY = re.compile(r"[0-9]{1,19}", re.ASCII).fullmatch
_DECIMAL = re.compile(r"[0-9]{1,3}(\.[0-9]{1,6})?", re.ASCII).fullmatch
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def address_of(session: Session) -> str:
    """What stands behind `#`; without the tape, and at last empty, when it would be too long."""
    fields = {"k": session.kind, "s": pack(session.grammar)}
    if session.preset:
        fields["p"] = session.preset
    for key, name in {**_PLAIN, **_NUMBERS, **_SHARES}.items():
        value = getattr(session, name)
        if value != session.param[name].default:
            fields[key] = str(value)
    if session.closed:
        fields["c"] = "1"
    tape = ".".join(_token_word(move.step.token, move.by_hand) for move in session.moves[:_MOST_TOKENS])
    for extra in ({"r": tape} if tape else {}, {}):
        link = urlencode({**fields, **extra}, safe="-_.")
        if len(link) <= LONGEST_LINK:
            return link
    return ""


def apply_address(session: Session, link: str) -> None:
    """Set the session as a link says; a link that makes no sense changes nothing."""
    fields = read_address(link)
    if not fields:
        return
    session.restore(fields.pop("values"), fields.pop("tape"))


def read_address(link: str) -> dict:
    """The values and the tape of a link; empty when it is none."""
    if len(link) > LONGEST_LINK:
        return {}
    raw = dict(parse_qsl(link.lstrip("#"), max_num_fields=20)) if "=" in link else {}
    text = unpack(raw.get("s", ""))
    if text is None or raw.get("k") not in ("regex", "gbnf", "json_schema"):
        return {}
    values: dict[str, object] = {
        "kind": raw["k"],
        "grammar": text,
        "preset": raw.get("p", ""),
        "closed": raw.get("c") == "1",
    }
    values |= {name: raw[key] for key, name in _PLAIN.items() if key in raw}
    values |= {name: int(raw[key]) for key, name in _NUMBERS.items() if _DIGITS_ONLY(raw.get(key, ""))}
    values |= {name: float(raw[key]) for key, name in _SHARES.items() if _DECIMAL(raw.get(key, ""))}
    return {"values": values, "tape": _tape_words(raw.get("r", ""))}


def pack(text: str) -> str:
    """A text for an address."""
    data = zlib.compress(text.encode("utf-8", "surrogatepass"), 9)
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


def unpack(word: str) -> str | None:
    """The text again; None when the word is damaged or inflates to too much."""
    try:
        data = base64.urlsafe_b64decode(word + "=" * (-len(word) % 4))
        inflater = zlib.decompressobj()
        plain = inflater.decompress(data, LONGEST_TEXT)
        if inflater.unconsumed_tail or not inflater.eof:
            return None
        return plain.decode("utf-8")
    except (binascii.Error, ValueError, zlib.error):
        return None


def _token_word(token: int, by_hand: bool) -> str:
    digits = ""
    while True:
        token, rest = divmod(token, 36)
        digits = _DIGITS[rest] + digits
        if not token:
            return digits + ("-" if by_hand else "")


def _tape_words(words: str) -> list[tuple[int, bool]]:
    tape: list[tuple[int, bool]] = []
    for word in words.split(".")[:_MOST_TOKENS] if words else []:
        digits = word.removesuffix("-")
        if not 0 < len(digits) < 6 or any(c not in _DIGITS for c in digits):
            break
        tape.append((int(digits, 36), word.endswith("-")))
    return tape
