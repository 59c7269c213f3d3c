"""International labels: what is built are labels by `idna`'s judgement, and none is too long for the network."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskscope.sets.codepoints import CodePoints
from maskscope.syntax.schema.formats_idn import ALPHABETS, ARABIC, HEBREW, MOST_OF_ONE
from maskscope.syntax.schema.strings import StringSet

idna = pytest.importorskip("idna", reason="the judge of names")

SETS = {"latin": ALPHABETS[0], "greek": ALPHABETS[1], "cyrillic": ALPHABETS[2], "hebrew": HEBREW, "arabic": ARABIC}
ASCII = "abcxyz019"
LABEL = 63 - len("xn--")

# Punycode's parameters (RFC 3492, section 5)
BASE, FEWEST, MOST, SKEW, DAMP, FIRST_BIAS, FIRST_POINT = 36, 1, 26, 38, 700, 72, 128


def hostnames() -> StringSet:
    return StringSet.format("idn-hostname")


# ---- what is accepted is a name


@settings(max_examples=300)
@given(st.data(), st.sampled_from(ALPHABETS))
def test_labels_of_one_alphabet_are_names(data: st.DataObject, alphabet: CodePoints) -> None:
    letters = st.sampled_from([*map(chr, alphabet), *ASCII])
    label = data.draw(st.text(letters, min_size=1, max_size=MOST_OF_ONE + 3))
    if len(label) <= MOST_OF_ONE:
        assert hostnames().contains(label)
    if hostnames().contains(label):
        assert len(idna.encode(label)) <= 63


@settings(max_examples=300)
@given(st.data(), st.sampled_from([HEBREW, ARABIC]))
def test_labels_from_right_to_left_are_names(data: st.DataObject, alphabet: CodePoints) -> None:
    label = data.draw(st.text(st.sampled_from([*map(chr, alphabet)]), min_size=1, max_size=MOST_OF_ONE))
    if hostnames().contains(label):
        assert len(idna.encode(label)) <= 63


@pytest.mark.parametrize(
    "name",
    ["παράδειγμα.δοκιμή", "достопримечательность.рф", "straßenbahnhaltestelle.de", "מוזיאוןישראל.ישראל", "مثال.إختبار"],
)
def test_names_that_people_have(name: str) -> None:
    assert idna.encode(name)
    assert hostnames().contains(name)


# ---- no label is too long: all ways through Punycode's encoder


def digits_of(delta: int, bias: int) -> int:
    """How many digits a number has (RFC 3492, section 3.3)."""
    n, k = 1, BASE
    while delta >= (threshold := min(max(k - bias, FEWEST), MOST)):
        delta, n, k = (delta - threshold) // (BASE - threshold), n + 1, k + BASE
    return n


def adapted(delta: int, n: int, first: bool) -> int:
    """The bias after a number (section 6.1)."""
    delta //= DAMP if first else 2
    delta += delta // n
    k = 0
    while delta > (BASE - FEWEST) * MOST // 2:
        delta, k = delta // (BASE - FEWEST), k + BASE
    return k + (BASE - FEWEST + 1) * delta // (delta + SKEW)


@cache
def steps(gap: int, n: int, bias: int) -> tuple[tuple[int, int], ...]:
    """The most digits of the next character, by the bias after it: n are there, it is `gap` above the last one.

    It may stand anywhere, so its number is anything within n of gap × (n + 1).
    """
    most: dict[int, int] = {}
    for delta in range(max(0, gap * (n + 1) - n), gap * (n + 1) + n + 1):
        after = adapted(delta, n + 1, first=False)
        most[after] = max(most.get(after, 0), digits_of(delta, bias))
    return tuple(most.items())


def most_characters(points: list[int], length: int, n_ascii: int) -> int:
    """The most characters of a label of which so many are ASCII, behind xn--."""
    found: dict[tuple[int, int], int] = {}  # by the last character and the bias
    for point in points:
        for delta in range((point - FIRST_POINT) * (n_ascii + 1), (point - FIRST_POINT + 1) * (n_ascii + 1)):
            key = point, adapted(delta, n_ascii + 1, first=True)
            found[key] = max(found.get(key, 0), digits_of(delta, FIRST_BIAS))
    for n in range(n_ascii + 1, length):
        longer: dict[tuple[int, int], int] = {}
        for (last, bias), so_far in found.items():
            for point in points[points.index(last) :]:
                for after, more in steps(point - last, n, bias):
                    longer[point, after] = max(longer.get((point, after), 0), so_far + more)
        found = longer
    return max(found.values()) + (n_ascii + 1 if n_ascii else 0)


@pytest.mark.parametrize("label", ["müller", "ελλάδα", "это", "abcя0я"])
def test_the_walk_knows_punycode(label: str) -> None:
    points = sorted({ord(char) for char in label if ord(char) >= FIRST_POINT})
    n_ascii = sum(char.isascii() for char in label)
    assert len(label.encode("punycode")) <= most_characters(points, len(label), n_ascii)


@pytest.mark.suite
@pytest.mark.parametrize("n_ascii", [0, 1, 13, 25])
@pytest.mark.parametrize("name", SETS)
def test_no_label_is_too_long(name: str, n_ascii: int) -> None:
    points = [point for point in SETS[name] if point >= FIRST_POINT]
    assert most_characters(points, MOST_OF_ONE, n_ascii) <= LABEL
