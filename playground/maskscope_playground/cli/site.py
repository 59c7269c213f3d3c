"""`maskscope site`: the playground as a folder of static files."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import click

import maskscope_playground


@click.command("site")
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--offline", is_flag=True, help="Carry Pyodide along, so that the page asks no other host for anything.")
def command(out: Path, offline: bool) -> None:
    """Build the static site into the folder OUT, which is written anew.

    \b
    Example:
      maskscope site public --offline
    """
    builder = _builder()
    try:
        built = builder.build(out, offline=offline)
    except builder.fetch.SiteError as problem:
        raise click.ClickException(str(problem)) from None
    for part, size in built.first_visit.items():
        click.echo(f"{size / 1e6:8.2f} MB  {part}")
    click.echo(
        f"{sum(built.first_visit.values()) / 1e6:8.2f} MB  on a first visit; {built.out}, version {built.version}"
    )


def _builder() -> ModuleType:
    """The builder: `site/build.py` of a checkout, or its copy in an installed wheel."""
    package = Path(maskscope_playground.__file__).resolve().parent
    for folder in (package.parent.parent / "site", package / "_site"):
        if (folder / "build.py").is_file():
            return _loaded(folder / "build.py")
    raise click.ClickException("the site's builder is not installed; take the wheel, or a checkout")


def _loaded(path: Path) -> ModuleType:
    """The module at a path: `site` is a folder, not a package, and its name belongs to the standard library."""
    spec = importlib.util.spec_from_file_location("maskscope_site_build", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclasses look their module up
    spec.loader.exec_module(module)
    return module
