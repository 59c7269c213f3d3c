"""Conditions inside a regex: `\\b`, look-around, and anchors that are not at its ends.

Each is said in the two words that `automaton.chars_promises` knows, *ahead* (what the rest of the text is) and
*behind* (what the text so far is):

    ^         behind: nothing                   (?=x)     ahead: x, then anything
    $         ahead: nothing                    (?!x)     not ahead: x, then anything
    \\b        behind: a word character, and not ahead: one;  or the other way round
    (?<=x)    behind: anything, then x          (?<!x)    not behind: anything, then x

In the IR that goes there a condition stands as a `Call` of its name. A look-behind is answered from what came before
alone; one that holds a look-ahead would need both, and is refused.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from maskscope.automaton import chars_promises as promises
from maskscope.automaton.chars import from_node
from maskscope.automaton.chars_algebra import minimize
from maskscope.automaton.chars_nfa import build_nfa
from maskscope.errors import UnsupportedError
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
    Pattern,
    Tree,
    conditions,
    without_conditions,
)
from maskscope.text import Span

_NESTED = 40  # look-arounds inside each other; each level is an automaton made from the one inside it


@dataclass(slots=True, eq=False)
class _Naming:
    """Gives conditions their names, equal ones the same, and keeps what the names mean."""

    pattern: Pattern
    limits: Limits
    dropped: Condition | None  # taken as met
    behind: bool = False  # inside a look-behind
    depth: int = 0
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

    def refuse(self, problem: str, span: Span | None, hint: str) -> None:
        """Raises the error about a condition."""
        whole = Span(0, len(self.pattern.source.text))
        raise UnsupportedError(problem, self.pattern.source, span or whole, hint)


def satisfied(tree: Conditional, pattern: Pattern, limits: Limits, dropped: Condition | None = None) -> Node:
    """The texts that the tree matches whole with every condition met (but `dropped`); `Nothing` if there is none."""
    return _kept(_Naming(pattern, limits, dropped), tree)


def unmet(tree: Tree, pattern: Pattern, limits: Limits) -> Span | None:
    """The condition because of which no text matches: the first one without which some would."""
    for condition in conditions(tree):
        assert isinstance(tree, Conditional)
        if not isinstance(satisfied(tree, pattern, limits, condition), Nothing):
            return condition.span
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
    if naming.behind and condition.kind is not Kind.TEXT_START:
        naming.refuse(f"{condition.kind.value} inside a look-behind is not built", condition.span, "move it out of it")
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
    if naming.depth == _NESTED:
        naming.refuse(f"look-around nested more than {_NESTED} deep", look.span, "write it flatter")
    if not look.behind and naming.behind:
        naming.refuse("a look-ahead inside a look-behind is not built", look.span, "move it out of it")
    name = f"look {len(naming.meaning)} {id(look)}"
    if look.behind:
        return naming.behind_of(name, _behind_language(naming, look), look.negated)
    naming.depth += 1
    rest = _named(naming, resolve(look.body, End.PATTERN, End.ANYTHING))
    naming.depth -= 1
    return naming.ahead(name, rest, look.negated)


def _behind_language(naming: _Naming, look: Look) -> Node:
    """The texts that end in a match of the look-behind's body."""
    inner = _Naming(naming.pattern, naming.limits, naming.dropped, behind=True, depth=naming.depth + 1)
    return _kept(inner, resolve(look.body, End.ANYTHING, End.PATTERN))
