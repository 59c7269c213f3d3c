"""Imports modules straight from the packs that the worker fetched: no unpacking, no search through the file system.

A pack is an index and a run of bytes (`maskscope_site/pack.py` writes them). The bytes stay with JavaScript; a module's
byte code is copied into Python when it is imported, and only then.
"""

import json
import marshal
import sys
from importlib.machinery import ModuleSpec, SourcelessFileLoader
from importlib.util import spec_from_file_location

_HEADER = 16  # bytes of a .pyc before its code


class PackedLoader(SourcelessFileLoader):
    """Loads one module's slice; all that is about data files works as for any file loader."""

    def __init__(self, name, path, contents, place):
        super().__init__(name, path)
        self._contents, (self._start, self._size) = contents, place

    def get_code(self, name):
        """The module's code."""
        return marshal.loads(self._contents.subarray(self._start + _HEADER, self._start + self._size).to_bytes())


class Packs:
    """Finds the modules of all packs by name alone."""

    def __init__(self, root):
        self._root, self._modules, self._folders = root, {}, {}

    def add(self, index, contents):
        """Take a pack's index (JSON) and its contents (a Uint8Array)."""
        listed = json.loads(index)
        self._folders |= listed["folders"]
        for name, (path, *place) in listed["modules"].items():
            self._modules[name] = path, contents, place

    def find_spec(self, name, path=None, target=None):
        """The module's spec; None when no pack has it, so that the other finders are asked."""
        if name in self._folders:
            bare = ModuleSpec(name, None, is_package=True)
            bare.submodule_search_locations.append(f"{self._root}/{self._folders[name]}")
            return bare
        if name not in self._modules:
            return None
        at, contents, place = self._modules[name]
        file = f"{self._root}/{at}"
        folder = [file.rpartition("/")[0]] if at.endswith("/__init__.pyc") else None
        loader = PackedLoader(name, file, contents, place)
        return spec_from_file_location(name, file, loader=loader, submodule_search_locations=folder)


def installed(root):
    """The finder, in front of those that search the file system."""
    packs = Packs(root)
    sys.meta_path.insert(0, packs)
    return packs
