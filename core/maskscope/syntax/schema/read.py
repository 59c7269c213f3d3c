"""JSON Schema: text in, grammar out.

json_document     the JSON value, its places found when somebody looks
reader, keywords  one small function a keyword checks its value and leaves a demand in `facets`
steps, solve      schemas that apply to the same value are intersected, united and subtracted as `shapes`
build             shapes become nodes and rules: `objects`, `arrays`, and the sets of `numbers` and `strings`
"""

from __future__ import annotations

from maskscope.errors import GrammarError, UnsatisfiableError
from maskscope.ir.nodes import Grammar
from maskscope.limits import Limits
from maskscope.reading.json_document import document_of
from maskscope.syntax.schema.build import Builder
from maskscope.syntax.schema.explain import why_empty
from maskscope.syntax.schema.options import SchemaOptions
from maskscope.syntax.schema.reader import Reader
from maskscope.syntax.schema.sites import Site
from maskscope.syntax.schema.solve import Solver
from maskscope.syntax.schema.tasks import Loop
from maskscope.text import Source

ROOT = "root"


def read_schema(source: Source, limits: Limits, options: SchemaOptions) -> Grammar:
    """The grammar of all JSON texts that a schema allows.

    >>> read_schema(Source("json_schema", '{"type": "null"}'), Limits(), SchemaOptions()).start
    'root'
    """
    reader = Reader(document_of(source, limits), limits, options)
    solver = Solver(reader)
    term = _root_term(reader)
    try:
        grammar = _built(solver, term)
        _check_the_rest(solver)
    except Loop as loop:
        reader.problem(solver.loop_error(loop))
    except GrammarError as problem:
        reader.problem(problem)
    reader.raise_problems()
    return grammar


def _root_term(reader: Reader) -> int:
    site = reader.references.root()
    if not isinstance(site.value, dict | bool):
        raise GrammarError("a schema is an object, true or false", site.place.document.source, site.place)
    return reader.terms.of_site(site)


def _check_the_rest(solver: Solver) -> None:
    """Read the schemas that no value ever reaches too (as `properties` beside type string): they may be malformed.

    What is merely not built does not matter there, as it rules over nothing.
    """
    reader = solver.reader
    known = len(reader.problems)
    term = 0
    while term < len(solver.terms):  # which grows
        if isinstance(solver.terms.meaning(term), Site):
            solver.facets(term)
        term += 1
    reader.problems[known:] = [problem for problem in reader.problems[known:] if type(problem) is GrammarError]


def _built(solver: Solver, term: int) -> Grammar:
    if solver.is_empty(term):
        solver.reader.raise_problems()
        problem, span = why_empty(solver, term)
        raise UnsatisfiableError(problem, solver.reader.document.source, span)
    builder = Builder(solver)
    root = builder.root(term)
    return Grammar({ROOT: root, **builder.rules}, ROOT, solver.reader.notes.all())
