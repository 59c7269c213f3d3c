"""The Python that the page runs, as trees of files and as zips that are the same bytes each time they are made.

Two trees, so that a new release of ours does not make a browser fetch the libraries again:
`libraries` are the pinned wheels less what a page never uses, `app` is our own packages, the shims and their data.
"""

from __future__ import annotations

import io
import json
import re
import tomllib
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import maskscope
import maskscope_playground
import maskscope_presets
from maskscope_site.quicken import with_late_methods

Tree = Mapping[str, bytes]  # path in site-packages, with forward slashes → contents

_EPOCH = (1980, 1, 1, 0, 0, 0)

# What of a wheel never runs in the page. Bokeh's and Panel's JavaScript is served as files of the site instead.
_DROPPED = re.compile(
    r"(^|/)tests?/|(^|/)testing/|\.(so|pyi|map|ts|d\.ts|c|h|pyx|pxd)$|\.data/|^bin/|\.dist-info/(?!METADATA$|entry_points)"
    r"|^bokeh/server/static/|^bokeh/sampledata/|^bokeh/sphinxext/|^bokeh/_testing"
    r"|^panel/dist/(?!css/)|^panel/(examples|compiler|tests|command|node_modules|\.build|models/.*\.(ts|js))"
    r"|^panel/(package-lock\.json|.*\.ipynb|template/(?!base|__init__|react/?$).*/.*\.(js|css|html|svg|png))"
    r"|^panel/.*\.(png|svg|ico|gif|jpg|woff2?|ttf)$"
    r"|^bokeh/_sri/(?!3\.9\.2)|^pyviz_comms/labextension/(?!package\.json$)|^jsonschema/benchmarks/|^packaging/licenses/|^bokeh/command/subcommands/"
)
# Fetched when they are first read: the worker makes lazy files of them.
_ON_DEMAND = re.compile(r"^maskscope/vocab/data/(cl100k|o200k)\.")
_OWN = (maskscope, maskscope_presets, maskscope_playground)
_OWN_DROPPED = re.compile(r"__pycache__/|\.pyc$|^maskscope_playground/(cli|_site)/|py\.typed$")


def library_tree(wheels: Iterable[Path]) -> dict[str, bytes]:
    """All files of the wheels that a page needs."""
    tree: dict[str, bytes] = {}
    for path in wheels:
        with zipfile.ZipFile(path) as wheel:
            for name in wheel.namelist():
                if not name.endswith("/") and not _DROPPED.search(name):
                    tree[name] = wheel.read(name)
    return tree


def app_tree(shims: Path) -> dict[str, bytes]:
    """Our packages as they are imported now (a checkout or an installed wheel), and the shims."""
    tree: dict[str, bytes] = {}
    for package in _OWN:
        root = Path(package.__file__ or "").parent
        for path, name in _files(root, root.name):
            if not _OWN_DROPPED.search(name):
                tree[name] = path.read_bytes()
    for package in _OWN:
        name = f"{package.__name__}/__init__.py"
        tree[name] = with_late_methods(tree[name])
    return {**dict(map(_as_json, tree.items())), **folder_tree(shims)}


def _as_json(file: tuple[str, bytes]) -> tuple[str, bytes]:
    """A preset as JSON: Python reads it in a twentieth of the time that TOML takes; any other file as it is."""
    name, data = file
    if not name.startswith("maskscope_presets/data/"):
        return file
    return name.removesuffix("toml") + "json", json.dumps(tomllib.loads(data.decode()), ensure_ascii=False).encode()


def folder_tree(folder: Path) -> dict[str, bytes]:
    """The files of a folder, without what Python left behind."""
    return {name: path.read_bytes() for path, name in _files(folder, "") if "__pycache__" not in name}


def split_on_demand(tree: Tree) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """What every visit needs, and what only some do."""
    later = {name: data for name, data in tree.items() if _ON_DEMAND.search(name)}
    return {name: data for name, data in tree.items() if name not in later}, later


def zip_tree(tree: Tree, compress: bool = True) -> bytes:
    """A zip of the tree: sorted names, one fixed date, so that equal trees give equal bytes."""
    buffer = io.BytesIO()
    method = zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED
    with zipfile.ZipFile(buffer, "w", method, compresslevel=9 if compress else None) as archive:
        for name in sorted(tree):
            info = zipfile.ZipInfo(name, _EPOCH)
            info.compress_type, info.external_attr = method, 0o644 << 16
            archive.writestr(info, tree[name])
    return buffer.getvalue()


def read_zip(data: bytes) -> dict[str, bytes]:
    """The tree of a zip."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


def _files(root: Path, prefix: str) -> Iterator[tuple[Path, str]]:
    for path in sorted(root.rglob("*")):
        if path.is_file():
            name = path.relative_to(root).as_posix()
            yield path, f"{prefix}/{name}" if prefix else name


def wheel_files(wheel: Path, prefix: str) -> dict[str, bytes]:
    """The files of a wheel below a folder, by their name from there."""
    with zipfile.ZipFile(wheel) as archive:
        names = [n for n in archive.namelist() if n.startswith(prefix) and not n.endswith("/")]
        return {name[len(prefix) :]: archive.read(name) for name in names}
