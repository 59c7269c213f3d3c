"""Numbers, bytes and tokens as people read them.

A token is bytes from strangers, so it is never joined into markup: `parts_of` gives typed pieces that the page fills
in as text. Blanks keep their own character (a copied text stays exact) and get their visible sign from the style.
"""

from __future__ import annotations

from maskscope.draw.labels import byte_label

_BLANKS = {" ": "sp", "\t": "tab", "\n": "nl", "\r": "cr"}
_SAID = {" ": "space", "\t": "tab", "\n": "line feed", "\r": "carriage return"}

Parts = list[list[str]]  # [kind, text]: kind is tx, sp, tab, nl, cr or raw


def counted(n: int, noun: str, plural: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "byte"), counted(1234, "byte"), counted(2, "entry", "entries")
    ('1 byte', '1,234 bytes', '2 entries')
    """
    return f"{n:,} {noun if n == 1 else plural or noun + 's'}"


def percent(part: float, whole: float) -> str:
    """A share with about two digits that matter.

    >>> percent(1234, 50257), percent(1, 50257), percent(5, 5), percent(0, 5)
    ('2.5 %', '0.002 %', '100 %', '0 %')
    """
    if not whole or not part:
        return "0 %"
    value = 100 * part / whole
    if value >= 99.95:
        return "100 %" if part == whole else "99.9 %"
    digits = 1 if value >= 1 else 2 if value >= 0.1 else 3 if value >= 0.001 else 6
    return f"{value:.{digits}f} %"


def pieces(data: bytes) -> list[tuple[str, bytes]]:
    """The bytes cut into characters where they are UTF-8 and single bytes (as "raw") where they are not.

    >>> pieces(b"a\\xe2\\x82")
    [('a', b'a'), ('raw', b'\\xe2'), ('raw', b'\\x82')]
    """
    out: list[tuple[str, bytes]] = []
    for c in data.decode("utf-8", "surrogateescape"):
        raw = "\udc80" <= c <= "\udcff"
        out.append(("raw", bytes([ord(c) - 0xDC00])) if raw else (c, c.encode("utf-8")))
    return out


def parts_of(data: bytes) -> Parts:
    """Typed pieces of a token: runs of text, blanks one by one, bytes that are no text in angle brackets."""
    parts: Parts = []
    for c, raw in pieces(data):
        kind, text = _part(c, raw)
        if parts and parts[-1][0] == kind and kind in ("tx", "raw"):
            parts[-1][1] = f"{parts[-1][1][:-1]} {text[1:]}" if kind == "raw" else parts[-1][1] + text
        else:
            parts.append([kind, text])
    return parts


def _part(c: str, raw: bytes) -> tuple[str, str]:
    if c in _BLANKS:
        return _BLANKS[c], c
    if c == "raw" or not c.isprintable():
        return "raw", f"⟨{raw.hex(' ').upper()}⟩"
    return "tx", c


def visible(data: bytes) -> str:
    """The same as one plain string, blanks replaced by signs.

    >>> visible(b" a\\n\\xff")
    '␣a⏎⟨FF⟩'
    """
    signs = {kind: byte_label(ord(c)) for c, kind in _BLANKS.items()}
    return "".join(signs.get(kind, text) for kind, text in parts_of(data))


def quoted(data: bytes, longest: int = 40) -> str:
    """A token in a sentence."""
    text = visible(data)
    return f"“{text if len(text) <= longest else text[: longest - 1] + '…'}”"


def said(data: bytes) -> str:
    """A token for a screen reader: blanks named when they are all there is."""
    text = data.decode("utf-8", "replace")
    if text and all(c in _SAID for c in text):
        return " ".join(_SAID[c] for c in text)
    return (visible(data) if "\ufffd" in text else text) or "end of text"
