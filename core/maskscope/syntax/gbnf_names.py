"""Are all names of a GBNF grammar defined, is there a root, and is every rule used?

llama.cpp looks at every rule, used or not, for names that nobody defines; so do we. What stands in a definition that a
later one replaced is looked at by neither.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from maskscope.errors import GrammarError
from maskscope.syntax.gbnf_tree import GbnfText, Group, Named
from maskscope.text import Span


def check_names(text: GbnfText, root: str) -> None:
    """GrammarError for a missing root and for each undefined name; a note for each rule that `root` never reaches."""
    _check_defined(text)
    if root not in text.rules:
        raise _no_root(text, root)
    used = reachable(text, root)
    for rule in text.rules.values():
        if rule.name not in used:
            text.note("warning", f"the rule {rule.name} is never used", rule.span)


def _no_root(text: GbnfText, root: str) -> GrammarError:
    first = next(iter(text.rules.values()), None)
    if first is None:
        return GrammarError("there are no rules here", text.source, Span(0, 0), f"write {root} ::= …")
    hint = _nearest(root, text) or f"call one of the rules {root}, or start from another with root={first.name!r}"
    return GrammarError(f"no rule is called {root}", text.source, first.span, hint)


def reachable(text: GbnfText, root: str) -> set[str]:
    """The names of the rules that are used, directly or not, by `root`, which is one of them."""
    found, todo = {root}, [root]
    while todo:
        for name, _ in references(text, text.rules[todo.pop()].body):
            if name not in found:
                found.add(name)
                todo.append(name)
    return found


def references(text: GbnfText, body: int) -> Iterator[tuple[str, Span]]:
    """The rules that a body, or a group inside it, names, and where."""
    todo = [body]
    while todo:
        for alternative in text.bodies[todo.pop()].alternatives:
            for item in alternative:
                if isinstance(item.atom, Named):
                    name = item.atom.rule
                    yield name, Span(item.span.start, item.span.start + len(name))
                elif isinstance(item.atom, Group):
                    todo.append(item.atom.body)


def _check_defined(text: GbnfText) -> None:
    undefined: dict[str, Span] = {}
    for rule in text.rules.values():
        for name, span in references(text, rule.body):
            if name not in text.rules:
                undefined[name] = min(span, undefined.get(name, span))
    errors = [_undefined(text, name, span) for name, span in sorted(undefined.items(), key=lambda pair: pair[1])]
    if errors:
        errors[0].more = tuple(errors[1:])
        raise errors[0]


def _undefined(text: GbnfText, name: str, span: Span) -> GrammarError:
    hint = _nearest(name, text) or f"write a rule {name} ::= …"
    if text.source.text.startswith("(", span.end):
        hint = f"{name}(…) is a macro of another notation; GBNF has none, so write out what it stands for"
    return GrammarError(f"no rule is called {name}", text.source, span, hint)


def _nearest(name: str, text: GbnfText) -> str:
    """A hint with the defined name that is most like this one."""
    like = get_close_matches(name, text.rules, n=1, cutoff=0.6)
    return f"is it {like[0]} that you mean?" if like else ""
