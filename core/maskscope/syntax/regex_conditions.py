"""Conditions inside a regex: `\\b`, look-around, and anchors that are not at its ends.

Each is said in the two words that `automaton.chars_promises` knows, *ahead* (what the rest of the text is) and
*behind* (what the text so far is):

    ^         behind: nothing                   (?=x)     ahead: x, then anything
    $         ahead: nothing                    (?!x)     not ahead: x, then anything
    \\b        behind: a word character, and not ahead: one;  or the other way round
    (?<=x)    behind: anything, then x          (?<!x)    not behind: anything, then x

In the IR that goes there a condition stands as a `Call` of its name. A look-behind is answered from what came before
alone; the parser has refused those that hold a look-ahead.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from maskscope.automaton import chars_promises as promises
from maskscope.automaton.chars import from_node
from maskscope.automaton.chars_algebra import minimize
from maskscope.automaton.chars_nfa import build_nfa
from maskscope.errors import LimitExceeded
from maskscope.ir import build
from maskscope.ir.nodes import Node, Nothing
from maskscope.limits import Limits
from maskscope.sets.codepoints import CodePoints
from maskscope.syntax.regex_anchors import End, anything, resolve
from maskscope.syntax.regex_tree import (
    Assertion,
    Condition,
    Conditional,
    Kind,
    Look,
    Tree,
    conditions,
    without_conditions,
)
from maskscope.text import Span


@dataclass(slots=True, eq=False)
class _Naming:
    """Gives conditions their names, equal ones the same, and keeps what the names mean."""

    limits: Limits
    dropped: Condition | None  # taken as met
    n_looks: int = 0
    meaning: dict[str, promises.Condition] = field(default_factory=dict)

    def ahead(self, name: str, language: Node, negated: bool) -> Node:
        """The rest of the text is (or is not) in the language."""
        if name not in self.meaning:
            self.meaning[name] = promises.Ahead(build_nfa(language, self.limits, conditions=self.meaning), negated)
        return build.call(name)

    def behind_of(self, name: str, language: Node, negated: bool) -> Node:
        """The text so far is (or is not) in the language."""
        if name not in self.meaning:
            dfa = minimize(from_node(language, self.limits))
            self.meaning[name] = promises.Behind(dfa, negated)
        return build.call(name)


def satisfied(tree: Conditional, limits: Limits, dropped: Condition | None = None) -> Node:
    """The texts that the tree matches whole with every condition met (but `dropped`); `Nothing` if there is none."""
    return _kept(_Naming(limits, dropped), tree)


def unmet(tree: Tree, limits: Limits) -> Span | None:
    """The condition because of which no text matches: the first one without which some would.

    None when it is not so simple, or would take too much work to say.
    """
    if not isinstance(tree, Conditional):
        return None
    for condition in conditions(tree):
        try:
            if not isinstance(satisfied(tree, limits, condition), Nothing):
                return condition.span
        except LimitExceeded:
            return None
    return None


def _kept(naming: _Naming, tree: Tree) -> Node:
    node = _named(naming, tree)
    if not naming.meaning:
        return node
    nfa = build_nfa(node, naming.limits, conditions=naming.meaning)
    return promises.keep_promises(nfa, naming.meaning, naming.limits)


def _named(naming: _Naming, tree: Tree) -> Node:
    return without_conditions(tree, lambda condition: _node_of(naming, condition))


def _node_of(naming: _Naming, condition: Condition) -> Node:
    if condition is naming.dropped:
        return build.literal("")
    if isinstance(condition, Look):
        return _look(naming, condition)
    return _assertion(naming, condition)


def _assertion(naming: _Naming, condition: Assertion) -> Node:
    match condition.kind:
        case Kind.TEXT_START:
            return naming.behind_of("behind nothing", build.literal(""), False)
        case Kind.TEXT_END:
            return naming.ahead("ahead nothing", build.literal(""), False)
    word = condition.word
    behind, not_behind = _word(naming, word, ahead=False)
    ahead, not_ahead = _word(naming, word, ahead=True)
    if condition.kind is Kind.BOUNDARY:
        return build.choice([build.concat([behind, not_ahead]), build.concat([not_behind, ahead])])
    return build.choice([build.concat([behind, ahead]), build.concat([not_behind, not_ahead])])


def _word(naming: _Naming, word: CodePoints, ahead: bool) -> tuple[Node, Node]:
    """That a word character is on one side, and that none is."""
    key = f"word {len(word)}"
    if ahead:
        opening = build.concat([build.chars(word), anything()])
        return naming.ahead(f"ahead {key}", opening, False), naming.ahead(f"not ahead {key}", opening, True)
    ending = build.concat([anything(), build.chars(word)])
    return naming.behind_of(f"behind {key}", ending, False), naming.behind_of(f"not behind {key}", ending, True)


def _look(naming: _Naming, look: Look) -> Node:
    naming.n_looks += 1
    name = f"look {naming.n_looks}"
    if look.behind:
        before = _kept(_Naming(naming.limits, naming.dropped), resolve(look.body, End.ANYTHING, End.PATTERN))
        return naming.behind_of(name, before, look.negated)
    rest = _named(naming, resolve(look.body, End.PATTERN, End.ANYTHING))
    return naming.ahead(name, rest, look.negated)
