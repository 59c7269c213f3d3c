"""The command `maskscope`: everything the playground can do, in a terminal and in scripts."""

from maskscope_playground.cli.main import main

__all__ = ["main"]
