"""An object's demands as a node: members in declared order, or in any order.

*Declared order.* From the first required key on, something has been written, and every further member brings its own
comma: a plain row of members, each optional or not. Before it, a graph walks along the keys on two tracks, which tell
whether anything was written yet: the size is linear in the number of keys, where one rule for every subset would be
exponential. Keys that are not declared come last, in a loop, and never equal a declared one.

    {  a? b?  c  (, d)?  (, other)*  }          a, b optional, c required, d optional
       └graph┘└──────plain row──────┘

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

from maskscope.ir.build import capture, choice, concat, literal, optional, repeat, scope
from maskscope.ir.nodes import Bound, Edge, Empty, Graph, KeyRule, Literal, Mark, Node, Nothing, Tick
from maskscope.syntax.schema import notes
from maskscope.syntax.schema.escapes import written
from maskscope.syntax.schema.keys import OpenKeys, allowed_names, declared_keys, open_keys, place_of_key
from maskscope.syntax.schema.shapes import FALSE, ObjectShape, SomeMember
from maskscope.syntax.schema.strings import StringSet

if TYPE_CHECKING:
    from maskscope.syntax.schema.build import Builder

Built = Generator[Any, Any, Node]
_EMPTY, _CLOSE = Empty(), literal("}")


@dataclass(frozen=True, slots=True, eq=False)
class _Member:
    """A member: how its key begins, first in the object and after another member, and all that follows."""

    first: tuple[Node, ...]
    later: tuple[Node, ...]
    rest: tuple[Node, ...]
    required: bool

    @property
    def bare(self) -> Node:
        """As it is written first in the object."""
        return concat((*self.first, *self.rest))

    @property
    def after(self) -> Node:
        """As it is written after another member."""
        return concat((*self.later, *self.rest))


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
    if shape.high is not None and max(shape.low, len(shape.required)) > shape.high:
        return Nothing(shape.span)
    names = yield from allowed_names(builder.solver, shape)
    keys = declared_keys(shape)
    terms = {key: _term(builder, shape, key, names) for key in keys}
    if any(terms[key] == FALSE for key in shape.required):
        return Nothing(shape.span)
    others = open_keys(shape, keys, names, builder.terms)
    plan = _plan(builder, shape, terms, others, crowded)
    members = []
    for key, term in terms.items():
        member = yield from _declared(builder, plan, key, term, shape)
        if member is not None:
            members.append(member)
        elif key in shape.required:
            return Nothing(shape.span)
    loose = yield from _open_members(builder, plan, others)
    anyhow = builder.options.order == "any"
    if len(members) + (loose is not None) > 1 and not anyhow:
        builder.notes.add("narrowing", notes.ORDER, shape.span)
    inner = _any_order(members, loose) if anyhow else _in_order(members, loose)
    body = concat([builder.layout.open_object, inner, _CLOSE], shape.span)
    return _scoped(body, shape, plan, anyhow)


def _term(builder: Builder, shape: ObjectShape, key: str, names: StringSet | None) -> int:
    if names is not None and not names.contains(key):
        return FALSE
    return builder.terms.all_of(shape.terms_at(key))


def _plan(builder: Builder, shape: ObjectShape, terms: dict[str, int], others: list[OpenKeys], crowded: bool) -> _Plan:
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


def _declared(
    builder: Builder, plan: _Plan, key: str, term: int, shape: ObjectShape
) -> Generator[Any, Any, _Member | None]:
    """The member of a declared key; None when it can have no value."""
    if term == FALSE:
        return None
    kinds = [
        i for i, some in enumerate(plan.some) if some.keys.contains(key) and builder.solver.names(some).contains(key)
    ]
    value = yield from _value(builder, plan, term, kinds)
    if isinstance(value, Nothing):
        return None
    layout, span = builder.layout, place_of_key(shape, key)
    mark = Mark(plan.marks[key]) if key in plan.marks else _EMPTY
    rest = (mark, value, layout.blank)
    text = written(key)
    bare: tuple[Node, ...]
    after: tuple[Node, ...]
    if isinstance(layout.blank, Empty):
        bare, after = (Literal(f"{text}:", span),), (Literal(f",{text}:", span),)
    else:
        bare = (Literal(text, span), layout.blank, layout.colon)
        after = (layout.comma, *bare)
    return _Member(bare, after, rest, key in shape.required)


def _open_members(builder: Builder, plan: _Plan, others: list[OpenKeys]) -> Generator[Any, Any, _Member | None]:
    """Any member whose key is not declared; None when there can be none."""
    found = []
    blank, colon = builder.layout.blank, builder.layout.colon
    for one in _split(builder, plan, others):
        value = yield from _value(builder, plan, one.term, list(one.kinds))
        key = builder.keys(one.keys)
        found.append(concat([capture(key) if plan.distinct else key, blank, colon, value, blank]))
    every = choice(found)
    return None if isinstance(every, Nothing) else _Member((), (builder.layout.comma,), (every,), False)


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


# ---- the two orders


def _in_order(members: list[_Member], loose: _Member | None) -> Node:
    """The members in their order, undeclared ones last."""
    first = next((i for i, member in enumerate(members) if member.required), None)
    if first is None:
        return _up_to_all(members, loose)
    head = members[0].bare if first == 0 else _up_to_required(members[: first + 1])
    row = [member.after if member.required else optional(member.after) for member in members[first + 1 :]]
    more = [] if loose is None else [repeat(loose.after, 0, None)]
    return concat([head, *row, *more])


def _up_to_required(members: list[_Member]) -> Node:
    """Optional members and then a required one: state 2i before member i, 2i + 1 too, but after another one."""
    rows = _two_tracks(members[:-1])
    n, end = len(rows), len(rows) + 2
    rows += [[Edge(members[-1].bare, end)], [Edge(members[-1].after, end)], []]
    return _graph(rows, {n + 2})


def _up_to_all(members: list[_Member], loose: _Member | None) -> Node:
    """Optional members only; then undeclared ones, which lead back to the state after them."""
    rows = _two_tracks(members)
    n = len(rows)
    rows += [[], []] if loose is None else [[Edge(loose.bare, n + 1)], [Edge(loose.after, n + 1)]]
    return _graph(rows, {n, n + 1})


def _two_tracks(members: list[_Member]) -> list[list[Edge]]:
    """At each member either write it or pass it by."""
    rows = []
    for i, member in enumerate(members):
        bare, after = 2 * i + 2, 2 * i + 3
        rows.append([Edge(member.bare, after), Edge(_EMPTY, bare)])
        rows.append([Edge(member.after, after), Edge(_EMPTY, after)])
    return rows


def _graph(rows: list[list[Edge]], accepting: set[int]) -> Graph:
    return Graph(tuple(map(tuple, rows)), frozenset(accepting))


def _any_order(members: list[_Member], loose: _Member | None) -> Node:
    """Any of the members, again and again."""
    every = [*members, *([] if loose is None else [loose])]
    if not every:
        return Empty()
    more = repeat(choice(member.after for member in every), 0, None)
    return optional(concat([choice(member.bare for member in every), more]))
