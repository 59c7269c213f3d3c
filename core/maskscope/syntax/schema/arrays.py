"""An array's demands as a node: the first items one by one, then a loop.

How often the loop runs is a matter for a repetition or, where items are counted anyway, for a tally: `contains` counts
the items that match, `uniqueItems` remembers them all. An item that is repeated a number of times is a called rule:
put in place, a nested array would double at every level.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any

from maskscope.ir.build import capture, choice, concat, literal, repeat, scope
from maskscope.ir.nodes import Bound, Edge, Empty, Graph, Node, Nothing, Tick
from maskscope.syntax.schema.compared import Compared, compared
from maskscope.syntax.schema.enumerated import enumerated_texts
from maskscope.syntax.schema.shapes import FALSE, ArrayShape, Contains, Shape

if TYPE_CHECKING:
    from maskscope.syntax.schema.build import Builder

Built = Generator[Any, Any, Node]
MOST_COUNTED = 5  # `contains` demands on one array


@dataclass(frozen=True, slots=True, eq=False)
class _Plan:
    """`first` are the terms of the items with a place of their own, `rest` of all others; `low` to `high` of them."""

    first: tuple[int, ...]
    rest: int
    low: int
    high: int | None
    contains: tuple[Contains, ...]
    unique: bool
    compared: Compared | None  # how unique items are written that are no scalars

    @property
    def is_scoped(self) -> bool:
        """Whether items are counted or remembered."""
        return bool(self.contains) or self.unique

    @property
    def is_bounded(self) -> bool:
        """Whether items are repeated a number of times: then they are called, so that a copy costs little."""
        return not self.first and (self.low > 1 or self.high not in (None, 1))

    @property
    def is_impossible(self) -> bool:
        """Whether no number of items will do."""
        bounds = [(self.low, self.high), *((one.low, one.high) for one in self.contains)]
        return any(high is not None and low > high for low, high in bounds)


def array_node(builder: Builder, shape: ArrayShape) -> Built:
    """The texts of the arrays that meet all demands."""
    plan = _plan(builder, shape)
    if plan.is_impossible:
        return Nothing()
    if len(plan.contains) > MOST_COUNTED:
        hint = f"at most {MOST_COUNTED} contains on one array are counted at a time"
        raise builder.solver.unsupported("too many contains on one array", plan.contains[0].span, hint)
    first = []
    for i, term in enumerate(plan.first):
        first.append((yield from _item(builder, plan, term, i, shape)))
    rest: Node = Nothing()
    if plan.high is None or plan.high > len(first):
        rest = yield from _item(builder, plan, plan.rest, len(first), shape)
    body = _scoped_items(builder, plan, first, rest) if plan.is_scoped else _items(builder, plan, first, rest)
    return concat([builder.layout.open_array, body, literal("]")])


def _plan(builder: Builder, shape: ArrayShape) -> _Plan:
    n = max([0, *(len(layer.prefix) for layer in shape.layers), *(one.start for one in shape.contains)])
    high = shape.high
    if high is not None:
        n = min(n, high)
    terms = [builder.terms.all_of(layer.at(i) for layer in shape.layers) for i in range(n + 1)]
    # an item that can be nothing ends the array before it
    dead = next((i for i, term in enumerate(terms) if term == FALSE), None)
    if dead is not None:
        high = dead if high is None else min(high, dead)
        n = min(n, dead)
    # a bound that always holds or never counts is not worth a tally
    contains = tuple(one for one in shape.contains if one.low or one.high is not None)
    unique = shape.unique is not None and high not in (0, 1)
    kinds = [*terms[: n + 1], *(one.term for one in contains)]
    how = None
    if unique and shape.unique and any(not builder.solver.shape(kind).is_scalar for kind in kinds):
        how = compared(builder.solver, kinds, shape.unique)
    return _Plan(tuple(terms[:n]), terms[n], shape.low, high, contains, unique, how)


# ---- one item


def _item(builder: Builder, plan: _Plan, term: int, index: int, shape: ArrayShape) -> Built:
    """An item with its ticks, white space after it."""
    counting = [j for j, one in enumerate(plan.contains) if one.start <= index]
    if not counting:
        value = yield from _written(builder, plan, term, shape)
        return concat([value, builder.layout.blank])
    options = []
    for chosen in chain.from_iterable(combinations(counting, n) for n in range(len(counting) + 1)):
        narrowed = _narrowed(builder, plan, term, counting, chosen)
        if not builder.solver.is_empty(narrowed):
            value = yield from _written(builder, plan, narrowed, shape)
            options.append(concat([value, Tick(tuple(j + 1 for j in chosen)) if chosen else Empty()]))
    return concat([choice(options), builder.layout.blank])


def _narrowed(builder: Builder, plan: _Plan, term: int, counting: list[int], chosen: tuple[int, ...]) -> int:
    """The term of an item that is counted for the chosen `contains` demands and no others.

    For a lower bound alone an item that matches may also go uncounted: some way to count suffices.
    """
    parts = [term]
    for j in counting:
        one = plan.contains[j]
        if j in chosen:
            parts.append(one.term)
        elif one.high is not None:
            parts.append(builder.terms.negated(one.term))
    return builder.terms.all_of(parts)


def _written(builder: Builder, plan: _Plan, term: int, shape: ArrayShape) -> Built:
    if not plan.unique:
        return (yield from builder.child(term, plan.is_scoped or plan.is_bounded))
    item = builder.solver.shape(term)
    if not item.is_scalar:
        texts = enumerated_texts(builder.solver, term)
        if texts is not None:
            return capture(choice(map(literal, texts)))
        if builder.compared is not None:  # texts inside texts: each level would be an automaton inside the other
            hint = "give the inner items a type that is neither array nor object, or drop one uniqueItems"
            problem = "uniqueItems over arrays or objects, inside items that are unique themselves, is not supported"
            raise builder.solver.unsupported(problem, shape.unique, hint)
        assert plan.compared is not None
        plan.compared.check(builder.solver, term)
        return capture(builder.unique(term, plan.compared))
    return capture(_canonical(builder, item))


def _canonical(builder: Builder, item: Shape) -> Node:
    """A scalar with one spelling a value, so that equal texts are equal values."""
    words = builder.words(item)
    return choice([*words, builder.numbers(item.numbers, None, canonical=True), builder.strings(item.strings, True)])


# ---- all items


def _items(builder: Builder, plan: _Plan, first: list[Node], rest: Node) -> Node:
    """The items of an array in which nothing is counted but how many there are."""
    if not first:
        return _loop(builder, plan, rest)
    n = len(first)
    comma = builder.layout.comma
    tail: Node = Empty()
    if not isinstance(rest, Nothing):
        more = None if plan.high is None else plan.high - n
        tail = repeat(concat([comma, rest]), max(0, plan.low - n), more)
    elif plan.low > n:
        return Nothing()
    rows = [[Edge(concat([comma, item]) if i else item, i + 1)] for i, item in enumerate(first)]
    rows += [[Edge(tail, n + 1)], []]
    ends = {*range(plan.low, n), n + 1}
    return Graph(tuple(tuple(row) for row in rows), frozenset(ends))


def _loop(builder: Builder, plan: _Plan, item: Node) -> Node:
    """A bare loop of items: one without a comma, then others; what follows the two is the same, so they are shared."""
    low, high = plan.low, plan.high
    if isinstance(item, Nothing) or high == 0:
        return Empty() if low == 0 else Nothing()
    more = repeat(concat([builder.layout.comma, item]), max(0, low - 1), None if high is None else high - 1)
    return repeat(concat([item, more]), min(low, 1), 1)


def _scoped_items(builder: Builder, plan: _Plan, first: list[Node], rest: Node) -> Node:
    """The items of an array that is counted: tally 0 is their number, the others are the `contains` demands."""
    rows: list[tuple[Edge, ...]] = []
    n, comma = len(first), builder.layout.comma
    # states in pairs: 2i before the comma of item i, 2i + 1 after it; the loop is the last pair
    for i, item in enumerate([*first, rest]):
        onwards = 2 * min(i + 1, n + 1)
        rows.append((Edge(comma if i else Empty(), 2 * i + 1),))
        rows.append(() if isinstance(item, Nothing) else (Edge(concat([item, Tick((0,))]), onwards),))
    rows.append((Edge(comma, 2 * n + 1),))
    body = Graph(tuple(rows), frozenset(range(0, 2 * n + 3, 2)))
    tallies: list[Bound] = [(plan.low, plan.high), *((one.low, one.high) for one in plan.contains)]
    return scope(body, tallies=tuple(tallies), distinct=plan.unique)
