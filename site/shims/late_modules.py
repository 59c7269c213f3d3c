"""Modules that are imported when something of them is first asked for."""

from importlib import import_module


class LateModule:
    """Stands for the module of that name."""

    def __init__(self, name):
        self._name = name

    def __getattr__(self, attribute):
        return getattr(import_module(self._name), attribute)
