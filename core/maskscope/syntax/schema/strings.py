"""Sets of strings: what `minLength`, `pattern`, `format`, `enum`, `not` and their combinations say of a string.

A set is a few words plus a union of clauses (lengths, languages wanted and unwanted, words excluded). It is closed
under all Boolean operations and stays symbolic: the string that may be anything, the one with a length, the one with a
pattern are built as they stand, and automata over characters are made only where several languages meet. All of it is
about *decoded* strings; `node` writes them in JSON.

What is built is surely in the set, and a set is empty, a subset or disjoint only if it surely is (`strings_clauses`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product

from maskscope.automaton.chars import to_node
from maskscope.automaton.chars_texts import count, is_empty, lengths, texts
from maskscope.errors import LimitExceeded
from maskscope.ir.build import chars, choice, repeat
from maskscope.ir.nodes import Node, Nothing
from maskscope.limits import DEFAULT_LIMITS, Limits
from maskscope.sets.codepoints import ANY
from maskscope.syntax.regex_tree import Pattern
from maskscope.syntax.schema.escapes import Spelling, quoted
from maskscope.syntax.schema.formats import FORMATS
from maskscope.syntax.schema.strings_atoms import Atom, is_text
from maskscope.syntax.schema.strings_clauses import Clause
from maskscope.syntax.schema.strings_lengths import length_of
from maskscope.syntax.schema.strings_spelled import string_node
from maskscope.syntax.schema.strings_words import all_but

MOST_CLAUSES = 200  # alternatives of one set of strings


@dataclass(frozen=True)
class StringSet:
    """A set of decoded strings; build with `any`, `of_length`, `found`, `formatted`, `literals`, and & | - ~."""

    words: frozenset[str] = frozenset()
    clauses: tuple[Clause, ...] = (Clause(),)

    @staticmethod
    def any() -> StringSet:
        """All strings."""
        return ANY_STRING

    @staticmethod
    def none() -> StringSet:
        """No string."""
        return NO_STRING

    @staticmethod
    def of_length(low: int = 0, high: int | None = None) -> StringSet:
        """The strings of `low` to `high` characters (None: no bound)."""
        return NO_STRING if high is not None and low > high else StringSet(clauses=(Clause(low, high),))

    @staticmethod
    def pattern(pattern: Pattern, limits: Limits = DEFAULT_LIMITS) -> StringSet:
        """The strings in which the pattern is found."""
        return StringSet(clauses=(Clause(wanted=(Atom("pattern", pattern.source.text, limits, pattern),)),))

    @staticmethod
    def format(name: str, limits: Limits = DEFAULT_LIMITS) -> StringSet:
        """The strings in a format of `formats.FORMATS`."""
        return StringSet(clauses=(Clause(wanted=(Atom("format", name, limits),)),))

    @staticmethod
    def literals(words: Iterable[str]) -> StringSet:
        """Exactly these strings; one with half a surrogate pair cannot be written and is left out."""
        return StringSet(frozenset(word for word in words if is_text(word)), ())

    def __and__(self, other: StringSet) -> StringSet:
        words = other.those_of(self.words) | self.those_of(other.words)
        pairs = [*product(self.clauses, other.clauses), *_in_doubt(self, other), *_in_doubt(other, self)]
        met = (a & b for a, b in pairs)
        return _made(words, [clause for clause in met if clause is not None])

    def __or__(self, other: StringSet) -> StringSet:
        return _made(self.words | other.words, [*self.clauses, *other.clauses])

    def __sub__(self, other: StringSet) -> StringSet:
        return self & ~other

    def __invert__(self) -> StringSet:
        result = StringSet(clauses=(Clause(excluded=self.words),))
        for clause in self.clauses:
            result &= _made(clause.excluded, list(clause.complement()))
        return result

    @property
    def is_any(self) -> bool:
        """Whether all strings are plainly in."""
        return any(clause.is_any for clause in self.clauses)

    @property
    def leaves_out_surrogates(self) -> bool:
        """Whether something is asked that strings with half a surrogate pair would meet, if they were text."""
        return any(clause.leaves_out_surrogates for clause in self.clauses)

    @cached_property
    def is_empty(self) -> bool:
        """Whether surely no string is in; may have to make an automaton."""
        return not self.words and all(clause.is_empty for clause in self.clauses)

    def contains(self, text: str) -> bool:
        """Whether a decoded string is surely in."""
        return text in self.words or any(clause.contains(text) for clause in self.clauses)

    def those_of(self, words: frozenset[str]) -> frozenset[str]:
        """The words that are surely in."""
        found = words & self.words
        for clause in self.clauses if words else ():
            found |= clause.those_of(words)
        return found

    def texts(self, most: int) -> list[str] | None:
        """All members, sorted, or None when there are more than `most`."""
        found = set(self.words)
        for clause in self.clauses:
            here = _texts(clause, most)
            if here is None:
                return None
            found.update(here)
        return sorted(found) if len(found) <= most else None

    def is_subset(self, other: StringSet) -> bool:
        """Whether every member is also in the other set."""
        return (self - other).is_empty

    def isdisjoint(self, other: StringSet) -> bool:
        """Whether no string is in both."""
        return (self & other).is_empty

    def node(self, escaped: Spelling = "any") -> Node:
        """The JSON strings, quotes included, of all members; words are always in canonical spelling.

        `escaped`: "any" spelling of each character, or the "canonical" one, for where strings are compared.
        """
        words = (quoted(word) for word in sorted(self.words))
        return choice([*words, *(_clause_node(clause, escaped) for clause in self.clauses)])

    def describe(self) -> str:
        """The set in words, for messages.

        >>> StringSet.of_length(3, 5).describe()
        'strings of 3 to 5 characters'
        """
        words = sorted(self.words)
        shown = [f'"{word}"' for word in words[:5]]
        more = [f"{len(words) - 5:,} more"] if len(words) > 5 else []
        return ", ".join([*shown, *more, *(clause.describe() for clause in self.clauses)]) or "no string"


def _in_doubt(words: StringSet, clauses: StringSet) -> Iterator[tuple[Clause, Clause]]:
    """Words that may be in a clause of the other set or not, each as a clause, with that clause."""
    doubtful = [clause for clause in clauses.clauses if not clause.is_exact]
    for word, clause in product(sorted(words.words), doubtful) if doubtful else ():
        if clause.may_contain(word) and not clause.contains(word):
            yield Clause(wanted=(Atom("word", word),)), clause


def _made(words: Iterable[str], clauses: list[Clause]) -> StringSet:
    """The union, with clauses joined where one can say both, and without words that a clause plainly holds."""
    kept: list[Clause] = []
    for clause in clauses:
        if clause.is_plainly_empty:
            continue
        merged, others = _absorbed(clause, kept)
        kept = [*others, merged]
        if len(kept) > MOST_CLAUSES:
            hint = "combine fewer alternatives of patterns, formats and lengths"
            raise LimitExceeded("alternatives of a string", MOST_CLAUSES, hint, "combining string constraints")
    alone = frozenset(words)
    for clause in kept:
        if not clause.wanted and not clause.unwanted:
            alone -= clause.those_of(alone)
    return StringSet(alone, tuple(kept))


def _absorbed(clause: Clause, kept: list[Clause]) -> tuple[Clause, list[Clause]]:
    """The clause, widened by those of `kept` that it can be joined with, and the rest of them."""
    others: list[Clause] = []
    for other in kept:
        joined = clause.joined(other)
        if joined is None:
            others.append(other)
        else:
            clause = joined
    return clause, others


def _texts(clause: Clause, most: int) -> list[str] | None:
    """The strings of a clause, or None when there are more than `most`."""
    if not clause.wanted:
        return [""] if clause.high == 0 and clause.contains("") else [] if clause.high == 0 else None
    dfa = clause.dfa
    n = count(dfa)
    if n is None or n > most:
        return None
    return [text for text in texts(dfa, n) if clause.contains(text)]


def _clause_node(clause: Clause, spelling: Spelling) -> Node:
    if not clause.is_regular:
        return string_node(_ANYTHING, clause.low, clause.high, spelling)
    if not clause.wanted and not clause.unwanted:
        return string_node(all_but(clause.excluded), clause.low, clause.high, spelling)
    if len(clause.wanted) == 1 and not clause.unwanted and not clause.excluded:
        atom = clause.wanted[0]
        if atom.kind == "format":
            return _format_node(atom, clause.low, clause.high, spelling)
        return string_node(atom.node, clause.low, clause.high, spelling)
    if is_empty(clause.dfa) or (clause.most is not None and clause.low > clause.most):
        return Nothing()
    return string_node(to_node(clause.dfa), clause.low, clause.most, spelling, lengths(clause.dfa))


@lru_cache(maxsize=256)
def _format_node(atom: Atom, low: int, high: int | None, spelling: Spelling) -> Node:
    """A format and a length: the same tree for every schema, so it is made once."""
    node, rare, short = atom.node, atom.rare, FORMATS[atom.name].short
    if short is not None and high is not None and _may_be_longer(choice([node, rare]), high):
        simple, most = short
        if low <= most:
            node, rare, high = simple(), Nothing(), min(high, most)
    return choice([string_node(node, low, high, spelling), string_node(rare, low, high, "canonical")])


def _may_be_longer(node: Node, high: int) -> bool:
    _, longest = length_of(node)
    return longest is None or longest > high


_ANYTHING = repeat(chars(ANY), 0, None)
ANY_STRING = StringSet()
NO_STRING = StringSet(clauses=())
