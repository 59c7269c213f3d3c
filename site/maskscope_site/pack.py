"""A tree of Python files as one pack, from which the page imports without unpacking it.

A zip has to be unpacked, file by file, before Python can import from it, and then Python looks for each module in the
file system. A pack is one gzip stream, which the browser inflates while it arrives, of

    4 bytes    length of the index, little-endian
    index      JSON: {"modules": {dotted name: [path, offset, size]}, "files": {path: [offset, size]},
                      "folders": {dotted name of a package without an __init__: path}}
    contents   one after the other; offsets count from here

`modules` are byte code that `page/packs.py` runs from the slice; `files` are data, written to the file system.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable

from maskscope_site.bundle import Tree

_CODE = ".pyc"


def pack_tree(tree: Tree) -> bytes:
    """The pack of a tree: sorted names and no date, so that equal trees give equal bytes."""
    modules: dict[str, tuple[str, int, int]] = {}
    files: dict[str, tuple[int, int]] = {}
    at = 0
    for path in sorted(tree):
        if path.endswith(_CODE):
            modules[module_name(path)] = (path, at, len(tree[path]))
        else:
            files[path] = (at, len(tree[path]))
        at += len(tree[path])
    index = json.dumps(
        {"modules": modules, "files": files, "folders": bare_packages(modules)}, separators=(",", ":")
    ).encode()
    contents = b"".join(tree[path] for path in sorted(tree))
    return gzip.compress(len(index).to_bytes(4, "little") + index + contents, 9, mtime=0)


def module_name(path: str) -> str:
    """What is imported from a path.

    >>> module_name("panel/io/__init__.pyc"), module_name("panel/io/state.pyc")
    ('panel.io', 'panel.io.state')
    """
    return path.removesuffix(_CODE).removesuffix("/__init__").replace("/", ".")


def bare_packages(modules: Iterable[str]) -> dict[str, str]:
    """The folders of modules that are packages with no `__init__`.

    >>> bare_packages(["a", "a.b.c"])
    {'a.b': 'a/b'}
    """
    known = set(modules)
    above = (name.rpartition(".")[0] for name in sorted(known))
    return {name: name.replace(".", "/") for name in above if name and name not in known}
