"""Every command explains itself."""

from importlib.metadata import version

import click
import pytest

from maskscope_playground.cli import main
from maskscope_playground.cli.main import COMMANDS
from support.cli import run


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str) -> None:
    code, out, _ = run(name, "--help")
    assert code == 0
    assert "Example" in out
    assert f"maskscope {name}" in out


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_each_is(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert f"  {name} " in run("--help")[1]


def test_the_version_is_the_package_s() -> None:
    assert run("--version") == (0, f"maskscope {version('maskscope')}\n", "")


def test_an_unknown_command_is_a_usage_error() -> None:
    assert run("walk")[0] == 2
