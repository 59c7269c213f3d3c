"""What a GBNF grammar means, said a second time: slowly, on the text's tree, with no automaton.

A chart says where each body can end when it begins at a place: `ends[(body, place)]`. Every entry starts empty and all
are worked out again until none grows, which is the least fixpoint that defines a grammar's language. Left recursion
needs no care, so the tree is taken as it is written, before the rewriting that is to be tested.

Cost: places² × bodies, and more; for texts of some dozen characters.
"""

from __future__ import annotations

from maskscope.limits import DEFAULT_LIMITS
from maskscope.syntax.gbnf_parse import parse_gbnf
from maskscope.syntax.gbnf_tree import GbnfText, Item, OneOf, Sequence, Text
from maskscope.text import Source

Places = frozenset[int]


class Chart:
    """One text under one grammar."""

    def __init__(self, grammar: GbnfText, text: str) -> None:
        self.grammar = grammar
        self.text = text
        self.ends: dict[tuple[int, int], Places] = {}

    def accepts(self, body: int) -> bool:
        """Whether the body matches the whole text."""
        self.ends_of(body, 0)
        before: dict[tuple[int, int], Places] = {}
        while before != self.ends:  # more entries, or larger ones
            before = dict(self.ends)
            for key in before:
                self.ends[key] = self._body(*key)
        return len(self.text) in self.ends_of(body, 0)

    def ends_of(self, body: int, place: int) -> Places:
        """Where the body can end, as far as is known yet."""
        return self.ends.setdefault((body, place), frozenset())

    def _body(self, body: int, place: int) -> Places:
        alternatives = self.grammar.bodies[body].alternatives
        return frozenset().union(*(self._sequence(items, place) for items in alternatives))

    def _sequence(self, items: Sequence, place: int) -> Places:
        places = frozenset({place})
        for item in items:
            places = self._repeated(item, places)
        return places

    def _repeated(self, item: Item, places: Places) -> Places:
        if item.times is None:
            return self._once(item, places)
        low, high = item.times.low, item.times.high
        for _ in range(low):
            places = self._once(item, places)
        reached, count = places, low
        while places and (high is None or count < high):
            places = self._once(item, places) - reached
            reached |= places
            count += 1
        return reached

    def _once(self, item: Item, places: Places) -> Places:
        return frozenset().union(*(self._atom(item, place) for place in places))

    def _atom(self, item: Item, place: int) -> Places:
        target = self.grammar.target(item)
        if target is not None:
            return self.ends_of(target, place)
        if isinstance(item.atom, Text):
            end = place + len(item.atom.text)
            return frozenset({end} if self.text[place:end] == item.atom.text else ())
        assert isinstance(item.atom, OneOf), "a token element matches no characters"
        here = self.text[place : place + 1]
        return frozenset({place + 1} if here and ord(here) in item.atom.chars else ())


def accepts(grammar: str, text: str, root: str = "root") -> bool:
    """Whether the grammar's rule `root` matches the whole text.

    >>> accepts('root ::= "(" root ")" | ""', "(())"), accepts('root ::= "(" root ")" | ""', "(()")
    (True, False)
    """
    tree = parse_gbnf(Source("gbnf", grammar), DEFAULT_LIMITS)
    return Chart(tree, text).accepts(tree.rules[root].body)
