"""From shapes to a grammar: every term that is reached becomes a node, and, where it is needed again, a rule.

A term used once stands where it is used. What a reference leads to, a second use, and any use of a term inside itself
is a `Call` of a rule: so recursive schemas end, and forty definitions that each use the one before twice stay forty
rules.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from functools import cache, partial
from typing import Any

from maskscope.errors import GrammarError
from maskscope.ir.build import call, choice, concat, literal
from maskscope.ir.nodes import Call, Chars, Concat, Empty, Graph, Literal, Node, Nothing
from maskscope.syntax.schema import notes
from maskscope.syntax.schema.arrays import array_node
from maskscope.syntax.schema.compared import Compared
from maskscope.syntax.schema.keys_spelled import keys_node
from maskscope.syntax.schema.layout import layout_of
from maskscope.syntax.schema.numbers import ANY_NUMBER, INTEGERS, NO_NUMBER, NumberSet
from maskscope.syntax.schema.objects import object_node
from maskscope.syntax.schema.shapes import TRUE, Shape
from maskscope.syntax.schema.sites import Site
from maskscope.syntax.schema.solve import Solver
from maskscope.syntax.schema.strings import NO_STRING, StringSet
from maskscope.syntax.schema.tasks import Tasks
from maskscope.text import Span

Built = Generator[Any, Any, Node]
_LEAVES = (Empty, Nothing, Literal, Chars, Call)
MOST_COPIES = 4  # of a value in the alternatives of one object; with more alternatives values are called
_WORDS = (("null", "null"), ("false", "false"), ("true", "true"))


class Builder:
    """The nodes and rules of one compile; or, with `compared`, those inside unique items, which add to its rules."""

    def __init__(self, solver: Solver, compared: Compared | None = None) -> None:
        self.solver, self.terms, self.options = solver, solver.terms, solver.reader.options
        self.compared = compared
        if compared is not None:
            self.options = replace(self.options, whitespace="none", order="declared")
        self.notes = solver.reader.notes
        self.layout = layout_of(self.options)
        self.rules: dict[str, Node] = {}
        self._nodes: Tasks[Node] = Tasks(self._node)
        self._names: dict[int, str] = {}
        self._numbers: dict[tuple[NumberSet, bool], Node] = {}
        self._keys: dict[StringSet, Node] = {}
        self._scalars: dict[int, Node] = {}  # by shape, all of which the solver keeps

    def root(self, term: int) -> Node:
        """The whole text: a value with white space around it."""
        node = self._nodes.result(term)
        if term in self._names:
            node = call(self._names[term])
        return concat([self.layout.blank, node, self.layout.blank], self.span_of(term))

    def unique(self, item: int, compared: Compared) -> Node:
        """The texts of a unique item, each value in one spelling."""
        inner = Builder(self.solver, compared)
        inner.rules = self.rules
        return inner.root(item)

    def child(self, term: int, called: bool = False) -> Built:
        """The node of a term, where it is used; `called` asks for a rule even at the first use."""
        target = self.solver.referred(term)
        if target != term:  # references share a rule, which is put in place where only one of them is left
            term, called = target, True
        if self._nodes.is_active(term) or term in self._names:
            return call(self._name(term), self.span_of(term))
        first = term not in self._nodes.done
        node: Node = yield term
        if term in self._names:
            return call(self._names[term], self.span_of(term))
        if (first and not called) or isinstance(node, _LEAVES):
            return node
        self.rules[self._name(term)] = node
        return call(self._name(term), self.span_of(term))

    def span_of(self, term: int) -> Span | None:
        """The place of a term that is a schema."""
        return self.solver.place(term)

    def _name(self, term: int) -> str:
        """The name of a term's rule: where its schema stands."""
        if term not in self._names:
            meaning = self.terms.meaning(term)
            name = (
                meaning.place.pointer if isinstance(meaning, Site) else "any value" if term == TRUE else f"term {term}"
            )
            if self.compared is not None:
                name = f"{name} in {self.compared.unique.start}"
            taken = name in self.rules or name in self._names.values()
            self._names[term] = f"{name} ({term})" if taken else name
        return self._names[term]

    # ---- one term

    def _node(self, term: int) -> Built:
        shape = self.solver.shape(term)
        span = self.span_of(term)
        options = [self._scalars_of(shape, span)]
        for array in shape.arrays:
            options.append((yield from self._guarded(array_node(self, array))))
        crowded = len(shape.objects) > MOST_COPIES
        for one in shape.objects:
            if self.compared is not None:
                one = self.compared.object(self.solver, one)
            options.append((yield from self._guarded(object_node(self, one, crowded))))
        node = _placed(choice(options, span), span)
        if term in self._names:
            self.rules[self._names[term]] = node
        return node

    def _guarded(self, built: Built) -> Built:
        """The node; or, where it is refused, nothing, so that the other problems are found too."""
        try:
            return (yield from built)
        except GrammarError as problem:
            self.solver.reader.problem(problem)
            return Nothing()

    def _scalars_of(self, shape: Shape, span: Span | None) -> Node:
        """The part of a shape that is no array and no object; most schemas ask for the same few again and again."""
        found = self._scalars.get(id(shape))
        if found is None:
            options = [*self.words(shape), self.numbers(shape.numbers, span), self.strings(shape.strings)]
            found = self._scalars[id(shape)] = choice(options)
        return found

    def words(self, shape: Shape) -> list[Node]:
        """null, false and true, as far as they are allowed."""
        allowed = (shape.null, shape.booleans & 1, shape.booleans & 2)
        return [literal(word) for (word, _), yes in zip(_WORDS, allowed, strict=True) if yes]

    def keys(self, keys: StringSet) -> Node:
        """The undeclared keys of a set; many objects ask for the same."""
        if keys not in self._keys:
            self._keys[keys] = keys_node(keys)
        return self._keys[keys]

    def numbers(self, numbers: NumberSet, span: Span | None, canonical: bool = False) -> Node:
        """The numbers of a set; `canonical`: one spelling a value, and none left out, since they may be counted."""
        if numbers is NO_NUMBER:
            return Nothing()
        canonical = canonical or self.compared is not None
        if numbers is not ANY_NUMBER:
            self.notes.add("narrowing", notes.NUMBERS, None)
        if numbers is ANY_NUMBER or numbers is INTEGERS:
            return _plain_number(numbers, canonical)
        key = numbers, canonical
        if key not in self._numbers:
            narrowed = None if canonical else partial(self.notes.add, "narrowing", span=span)
            self._numbers[key] = numbers.node(canonical, self.solver.reader.limits, narrowed)
        return self._numbers[key]

    def strings(self, strings: StringSet, canonical: bool = False) -> Node:
        """The strings of a set, in quotes."""
        if strings is NO_STRING:
            return Nothing()
        if strings.words:
            self.notes.add("narrowing", notes.STRINGS, None)
        if strings.leaves_out_surrogates:
            self.notes.add("narrowing", notes.SURROGATES, None)
        return strings.node("canonical" if canonical or self.compared else "any")


@cache
def _plain_number(numbers: NumberSet, canonical: bool) -> Node:
    """All numbers, or all integers: most schemas ask for them, and they are always the same."""
    return numbers.node(canonical)


def _placed(node: Node, span: Span | None) -> Node:
    """The node with a place, if it has none of its own."""
    if node.span is not None or span is None:
        return node
    # the two most frequent ones by hand: `replace` takes three times as long
    if type(node) is Concat:
        return Concat(node.parts, span)
    return Graph(node.edges, node.accepting, span) if type(node) is Graph else replace(node, span=span)
