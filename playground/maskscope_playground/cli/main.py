"""The one command and its subcommands, each in a module of its own that is imported only when it is called.

Exit codes: 0 all is well; 1 the user's grammar, text or file is wrong (or not satisfied), with a message on standard
error; 2 the command line itself is wrong. A problem of ours is a traceback, and never an answer.
"""

from __future__ import annotations

import io
import sys
from importlib import import_module
from importlib.metadata import version
from typing import Any

import click

COMMANDS = {
    "check": "see whether a grammar compiles, and accepts and refuses what it should",
    "sample": "write random texts that a grammar allows",
    "allowed": "list the tokens that may come next",
    "why": "say why a token is allowed or refused",
    "lint": "say what is odd about a grammar with a vocabulary",
    "graph": "draw the automaton",
    "compare": "tell two grammars apart by a text that only one accepts",
    "tokenize": "split a text into tokens",
    "vocab": "say what a tokenizer file holds",
    "presets": "list, show or check the grammars that ship",
    "play": "open the playground in the browser",
    "site": "build the static site",
}


class Commands(click.Group):
    """Finds a command in `cli/<name>.py`, and turns problems with the user's input into exit code 1."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the help text."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"maskscope_playground.cli.{cmd_name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list in the help text, without importing the commands."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the command."""
        speak_utf8()
        try:
            return super().invoke(ctx)
        except Exception as problem:
            from maskscope.errors import MaskscopeError  # here, since most of the time nothing is wrong

            if not isinstance(problem, MaskscopeError):
                raise
            click.echo(str(problem), err=True)
            ctx.exit(1)


def speak_utf8() -> None:
    """Makes standard output and error UTF-8, whatever the locale says."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version("maskscope"), prog_name="maskscope", message="%(prog)s %(version)s")
def main() -> None:
    """Constrained decoding, looked into: what may a model write next, and why?

    KIND is regex, gbnf or json_schema. FILE holds the grammar; - is standard input.

    \b
    Example:
      echo '[0-9]{4}-[0-9]{2}' | maskscope sample regex - -n 3
    """
