"""Packages that import all of their modules at once, rewritten to import each when its names are first asked for.

`import panel` costs what all of Panel costs: its `__init__` imports every widget, pane and template there is. In the
page's bundle such an `__init__` keeps its names and loses its cost (PEP 562):

    from .button import Button, Toggle          __getattr__("Toggle")
    from .select import *              ──▶          → import .button, keep Toggle here, give it
    __all__ = ("Button", …)                     __all__ as before

Nothing goes missing, it only comes later. What stays as it was: imports of what the rest of the `__init__` itself uses,
and of what has the name of a module beside it (`from .cache import cache`), which importing that module would hide.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from maskscope_site.bundle import Tree
from maskscope_site.quicken import n_heading

# The packages whose `__init__` brings in much that a page never shows.
PACKAGES = (
    "bokeh/embed", "bokeh/io", "bokeh/models", "bokeh/models/annotations", "bokeh/models/annotations/html",
    "bokeh/models/renderers", "bokeh/models/widgets", "bokeh/plotting", "panel", "panel/chat", "panel/io",
    "panel/layout", "panel/models", "panel/pane", "panel/template", "panel/theme", "panel/widgets", "maskscope",
)  # fmt: skip

FIRST = {"panel": ("io", "reactive")}  # what has to be imported first, in this order, where modules import each other

UNSHARED = {"panel/interact", "panel/widgets/widget"}

Table = dict[str, tuple[str, str]]  # name → relative module, and the name there ("" is the module itself)

_GETATTR = """
def __getattr__(name):
    from importlib import import_module
    if name not in _LATER:
        raise AttributeError(f"module {{__name__!r}} has no attribute {{name!r}}")
    module, attribute = _LATER[name]
    value = import_module(module, __package__)
    if attribute:
        value = getattr(value, attribute)
    globals()[name] = value
    return value


def __dir__():
    return sorted({{*globals(), *_LATER}})


_LATER = {table}
"""


def lazy_packages(tree: Tree) -> dict[str, bytes]:
    """The tree with the `__init__` of every package in PACKAGES rewritten."""
    rewritten = {
        name: lazy_init(tree[name].decode(), package, tree).encode()
        for package in PACKAGES
        if (name := f"{package}/__init__.py") in tree
    }
    return {**tree, **rewritten}


def lazy_init(source: str, package: str, tree: Tree) -> str:
    """The source of a package's `__init__`, its relative imports put off."""
    module = ast.parse(source)
    later = _later(module, package, tree)
    kept = [_without(s, later) if _is_own(s, package) else s for s in module.body]
    module.body = [statement for statement in kept if statement is not None]
    _spell_out_all(module, later)
    first = [ast.ImportFrom(None, [ast.alias(name)], 1) for name in FIRST.get(package, ())]
    head = n_heading(module)
    body = [*module.body[:head], *ast.parse(_GETATTR.format(table=repr(later))).body, *first, *module.body[head:]]
    return ast.unparse(ast.Module(body, []))


def _later(module: ast.Module, package: str, tree: Tree) -> Table:
    """What can be put off: name → where it is."""
    found: Table = {}
    for statement in module.body:
        if not _is_own(statement, package):
            continue
        assert isinstance(statement, ast.ImportFrom)
        found |= _names(statement, package, tree)
    used = _used(module)
    return {
        name: place
        for name, place in found.items()
        if name not in used
        and (not place[1] or f"{package}/{name}" in UNSHARED or not _is_module(f"{package}/{name}", tree))
    }


def _is_own(statement: ast.stmt, package: str) -> bool:
    """Whether it imports from the package itself, or from one beside or above it."""
    if not isinstance(statement, ast.ImportFrom):
        return False
    return bool(statement.level) or (statement.module or "").split(".")[0] == package.split("/")[0]


def _names(statement: ast.ImportFrom, package: str, tree: Tree) -> Table:
    """The names one statement binds."""
    found: Table = {}
    for alias in statement.names:
        module = "." * statement.level + (statement.module or "")
        if alias.name == "*":
            found |= {name: (module, name) for name in _all_of(_path(package, statement), tree)}
        elif _is_module(f"{_path(package, statement)}/{alias.name}", tree) and not statement.module:
            found[alias.asname or alias.name] = (f"{module}{alias.name}", "")
        else:
            found[alias.asname or alias.name] = (module, alias.name)
    return found


def _path(package: str, statement: ast.ImportFrom) -> str:
    """Where the module of a relative import lies in the tree."""
    above = package.split("/")[: len(package.split("/")) - statement.level + 1] if statement.level else []
    return "/".join([*above, *(statement.module or "").split(".")]).rstrip("/")


def _is_module(path: str, tree: Tree) -> bool:
    return f"{path}.py" in tree or f"{path}/__init__.py" in tree


def _all_of(path: str, tree: Tree) -> list[str]:
    """The names in a module's `__all__`; a package's may be those of its modules."""
    name = f"{path}.py" if f"{path}.py" in tree else f"{path}/__init__.py"
    module = ast.parse(tree[name].decode())
    (listed,) = (s.value for s in module.body if isinstance(s, ast.Assign) and _is_all(s))
    assert isinstance(listed, ast.Tuple | ast.List), f"{name}: __all__ is no list"
    names: list[str] = []
    for item in listed.elts:
        if isinstance(item, ast.Constant):
            names.append(str(item.value))
        else:
            names += _all_of(f"{path}/{_starred(item)}", tree)
    return names


def _starred(item: ast.expr) -> str:
    """`labels` of `*labels.__all__`."""
    assert isinstance(item, ast.Starred)
    assert isinstance(item.value, ast.Attribute)
    assert isinstance(item.value.value, ast.Name)
    return item.value.value.id


def _is_all(statement: ast.Assign) -> bool:
    return any(isinstance(target, ast.Name) and target.id == "__all__" for target in statement.targets)


def _used(module: ast.Module) -> set[str]:
    """The names that the rest of the module looks up itself."""
    rest = [s for s in module.body if not (isinstance(s, ast.Assign) and _is_all(s))]
    return {node.id for statement in rest for node in ast.walk(statement) if isinstance(node, ast.Name)}


def _without(statement: ast.stmt, later: Mapping[str, object]) -> ast.stmt | None:
    """A statement without the names that come later; None when nothing is left of it."""
    assert isinstance(statement, ast.ImportFrom)
    names = [a for a in statement.names if a.name != "*" and (a.asname or a.name) not in later]
    return ast.ImportFrom(statement.module, names, statement.level) if names else None


def _spell_out_all(module: ast.Module, later: Table) -> None:
    """`*labels.__all__` in a package's `__all__` becomes the names."""
    for statement in module.body:
        if (
            isinstance(statement, ast.Assign)
            and _is_all(statement)
            and isinstance(statement.value, ast.Tuple | ast.List)
        ):
            plain = [item for item in statement.value.elts if isinstance(item, ast.Constant)]
            if len(plain) < len(statement.value.elts):
                known = {str(item.value) for item in plain}
                names = sorted({*known, *(name for name, place in later.items() if place[1])})
                statement.value = ast.Tuple([ast.Constant(name) for name in names])
