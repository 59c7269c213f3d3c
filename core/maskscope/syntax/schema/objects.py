"""An object's demands as a node: members in declared order, or in any order.

*Declared order.* A graph walks along the keys; at each it may write the member or pass it by. Two tracks tell whether
anything was written yet, and so whether a comma is due: the size is linear in the number of keys, where one rule for
every subset would be exponential. Keys that are not declared come last, in a loop, and never equal a declared one.

      { ──▶ a? ──▶ b? ──▶ c? ──▶ others ──▶ }      nothing written yet
             ╲      ╲      ╲
              ──▶ , b? ──▶ , c? ──▶ , others ──▶ }  something written

*Any order.* One loop over all members; marks keep a key from being written twice, and a rule over the marks says which
must be there in the end.

What speaks across keys is counted in a scope: how many members there are, whether some member is of a certain kind,
which keys imply which. Where members are counted, undeclared keys must differ from each other too.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any

from maskscope.ir.build import capture, choice, concat, literal, scope
from maskscope.ir.nodes import Bound, Edge, Empty, Graph, KeyRule, Mark, Node, Nothing, Tick
from maskscope.syntax.schema import notes
from maskscope.syntax.schema.keys import OpenKeys, allowed_names, declared_keys, open_keys
from maskscope.syntax.schema.keys_spelled import key_node
from maskscope.syntax.schema.shapes import FALSE, ObjectShape, SomeMember
from maskscope.syntax.schema.strings import StringSet

if TYPE_CHECKING:
    from maskscope.syntax.schema.build import Builder

Built = Generator[Any, Any, Node]


@dataclass(frozen=True, slots=True, eq=False)
class _Member:
    """A key with its value; `index` is the mark of a declared one."""

    node: Node
    required: bool
    key: str


@dataclass(frozen=True, slots=True, eq=False)
class _Plan:
    """What has to be counted: tally 0 is the number of members if `counted`, the others are the `some` demands."""

    counted: bool
    some: tuple[SomeMember, ...]
    marks: dict[str, int]
    distinct: bool
    crowded: bool

    @property
    def calls(self) -> bool:
        """Whether values are called rules: so they are when something is counted, which then stays outside of them."""
        return self.crowded or self.counted or bool(self.some) or bool(self.marks) or self.distinct

    def ticks(self, kinds: tuple[int, ...]) -> Node:
        """The tick of a member that is of the given kinds of `some`."""
        indices = ((0,) if self.counted else ()) + tuple(kind + self.counted for kind in kinds)
        return Tick(indices) if indices else Empty()


def object_node(builder: Builder, shape: ObjectShape, crowded: bool) -> Built:
    """The texts of the objects that meet all demands; `crowded`: one of many alternatives, so values are called."""
    names = yield from allowed_names(builder.solver, shape)
    keys = declared_keys(shape)
    terms = {key: _term(builder, shape, key, names) for key in keys}
    if any(terms[key] == FALSE for key in shape.required):
        return Nothing(shape.span)
    others = open_keys(shape, keys, names, builder.terms)
    plan = _plan(builder, shape, terms, others, crowded)
    members = []
    for key, term in terms.items():
        node = yield from _declared(builder, plan, key, term)
        members.append(_Member(node, key in shape.required, key))
    loose = yield from _open_members(builder, plan, others)
    anyhow = builder.options.order == "any"
    if len(members) + (not isinstance(loose, Nothing)) > 1 and not anyhow:
        builder.notes.add("narrowing", notes.ORDER, shape.span)
    graph = _any_order(builder, members, loose) if anyhow else _in_order(builder, members, loose)
    body = concat([builder.layout.open_object, graph, literal("}")], shape.span)
    return _scoped(body, shape, plan, anyhow)


def _term(builder: Builder, shape: ObjectShape, key: str, names: StringSet | None) -> int:
    if names is not None and not names.contains(key):
        return FALSE
    return builder.terms.all_of(term for layer in shape.layers for term in layer.terms_at(key))


def _plan(
    builder: Builder, shape: ObjectShape, terms: dict[str, int], others: list[OpenKeys], crowded: bool
) -> _Plan:
    needed = len(shape.required)
    possible = None if others else sum(term != FALSE for term in terms.values())
    too_many = shape.high is not None and (possible is None or possible > shape.high)
    counted = shape.low > needed or too_many
    ruled = dict.fromkeys(key for one, then in shape.implies for key in (one, *then))
    marked = terms if builder.options.order == "any" else ruled
    distinct = bool(others) and (shape.low > needed or bool(shape.some))
    return _Plan(counted, shape.some, {key: i for i, key in enumerate(marked)}, distinct, crowded)


def _scoped(body: Node, shape: ObjectShape, plan: _Plan, anyhow: bool) -> Node:
    tallies: list[Bound] = [(shape.low, shape.high)] if plan.counted else []
    tallies += [(1, None)] * len(plan.some)
    rule = _key_rule(shape, plan, anyhow)
    if not tallies and rule is None and not plan.distinct:
        return body
    return scope(body, shape.span, tallies=tuple(tallies), keys=rule, distinct=plan.distinct)


def _key_rule(shape: ObjectShape, plan: _Plan, anyhow: bool) -> KeyRule | None:
    if not plan.marks:
        return None

    def mask(keys: tuple[str, ...]) -> int:
        return sum(1 << plan.marks[key] for key in dict.fromkeys(keys))

    implies = tuple((mask((key,)), mask(then)) for key, then in shape.implies if then)
    return KeyRule(mask(shape.required) if anyhow else 0, implies)


# ---- members


def _declared(builder: Builder, plan: _Plan, key: str, term: int) -> Built:
    if term == FALSE:
        return Nothing()
    kinds = [
        i for i, some in enumerate(plan.some) if some.keys.contains(key) and builder.solver.names(some).contains(key)
    ]
    value = yield from _value(builder, plan, term, kinds)
    mark = Mark(plan.marks[key]) if key in plan.marks else Empty()
    return _member(builder, key_node(key), value, mark)


def _open_members(builder: Builder, plan: _Plan, others: list[OpenKeys]) -> Built:
    found = []
    for one in _split(builder, plan, others):
        value = yield from _value(builder, plan, one.term, list(one.kinds))
        key = builder.keys(one.keys)
        found.append(_member(builder, capture(key) if plan.distinct else key, value, Empty()))
    return choice(found)


def _split(builder: Builder, plan: _Plan, others: list[OpenKeys]) -> list[OpenKeys]:
    """The open keys, split by which of the `some` demands speak of them."""
    for i, some in enumerate(plan.some):
        wanted = some.keys & builder.solver.names(some)
        split = []
        for one in others:
            inside, outside = one.keys & wanted, one.keys - wanted
            split += [replace(one, keys=inside, kinds=(*one.kinds, i))] if not inside.is_empty else []
            split += [replace(one, keys=outside)] if not outside.is_empty else []
        others = split
    return others


def _value(builder: Builder, plan: _Plan, term: int, kinds: list[int]) -> Built:
    """The value of a member, with its ticks; it may be of any of the kinds, each a further demand.

    A value that is of a kind need not be counted as such: the demand is a lower bound, and some way to count suffices.
    """
    if not kinds:
        value = yield from builder.child(term, plan.calls)
        return concat([value, plan.ticks(())])
    options = []
    for chosen in chain.from_iterable(combinations(kinds, n) for n in range(len(kinds) + 1)):
        narrowed = builder.terms.all_of((term, *(plan.some[i].term for i in chosen)))
        if not builder.solver.is_empty(narrowed):
            value = yield from builder.child(narrowed, plan.calls)
            options.append(concat([value, plan.ticks(chosen)]))
    return choice(options)


def _member(builder: Builder, key: Node, value: Node, mark: Node) -> Node:
    blank = builder.layout.blank
    return concat([key, mark, blank, builder.layout.colon, value, blank])


# ---- the two orders


def _in_order(builder: Builder, members: list[_Member], loose: Node) -> Node:
    """States in triples: 3i nothing written before key i, 3i + 1 something written, 3i + 2 about to write it."""
    edges: list[list[Edge]] = []
    written = False  # whether something must have been written by now
    for i, member in enumerate([*members, _Member(loose, False, "")]):
        open_end = i == len(members)
        bare, after, write = 3 * i, 3 * i + 1, 3 * i + 2
        onwards = after if open_end else after + 3
        rows: list[list[Edge]] = [[], [], []]
        if not isinstance(member.node, Nothing):
            rows[0].append(Edge(Empty(), write))
            rows[1].append(Edge(builder.layout.comma, write))
            rows[2].append(Edge(member.node, onwards))
        if not member.required and not open_end:
            rows[0].append(Edge(Empty(), bare + 3))
            rows[1].append(Edge(Empty(), after + 3))
        if written:
            rows[0] = []
        written = written or member.required
        edges += rows
    last = 3 * len(members)
    accepting = frozenset({last + 1} if written else {last, last + 1})
    return Graph(tuple(tuple(row) for row in edges), accepting)


def _any_order(builder: Builder, members: list[_Member], loose: Node) -> Node:
    every = choice([*(member.node for member in members), loose])
    if isinstance(every, Nothing):
        return Empty()
    start = (Edge(Empty(), 1),)
    return Graph((start, (Edge(every, 2),), (Edge(builder.layout.comma, 1),)), frozenset({0, 2}))
