"""GBNF, the grammar notation of llama.cpp, from its text to the IR.

    text ── gbnf_parse ──▶ tree ── gbnf_names, gbnf_recursion ──▶ checked tree ── gbnf_build ──▶ ir.Grammar

The dialect is what llama.cpp's own parser takes (its `grammars/README.md` describes it), with differences that the
notes of a grammar name one by one; `languages.md` has the whole table.
"""

from __future__ import annotations

from maskscope.ir.nodes import Grammar
from maskscope.limits import Limits
from maskscope.syntax.gbnf_build import build_rules
from maskscope.syntax.gbnf_names import check_names, reachable
from maskscope.syntax.gbnf_parse import parse_gbnf
from maskscope.syntax.gbnf_recursion import check_recursion
from maskscope.text import Source


def read_gbnf(source: Source, limits: Limits, root: str = "root") -> Grammar:
    """The grammar that a GBNF text means, starting from the rule `root`, wherever it stands.

    Raises GrammarError where the text is no GBNF or names a rule that is not there, UnsatisfiableError for a rule that
    can never finish, LimitExceeded for nesting or counts beyond `limits`.

    >>> read_gbnf(Source("gbnf", 'root ::= "a"{2,3}'), Limits()).rules["root"].high
    3
    """
    text = parse_gbnf(source, limits)
    check_names(text, root)
    check_recursion(text, root)
    rules = build_rules(text, reachable(text, root))
    return Grammar(rules, root, tuple(text.notes))
