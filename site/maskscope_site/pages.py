"""The HTML pages, from the templates in `page/`: app, gallery, documentation, 404; and what search engines ask for."""

from __future__ import annotations

import json
from importlib.metadata import version as release_of
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from maskscope_site.documentation import documentation_html
from maskscope_site.gallery import cards
from maskscope_site.pins import SITE

_ABOUT = (
    "See which tokens a regex, a GBNF grammar or a JSON Schema allows, state by state, and why; in your browser, "
    "nothing uploaded."
)
_PAGES = {
    "index.html": "maskscope: a playground for constrained decoding",
    "gallery.html": "maskscope gallery",
    "docs.html": "maskscope documentation",
    "404.html": "maskscope: no such page",
}


def render_pages(version: str, policy: str, config: dict[str, Any]) -> dict[str, str]:
    """File name → HTML of every page; `config` is what app.js reads from the index page."""
    templates = Environment(
        loader=FileSystemLoader(SITE / "page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    shared = {
        "version": version,
        "csp": policy,
        "description": _ABOUT,
        "release": release_of("maskscope"),
        "ghost": Markup((SITE / "page" / "ghost.svg").read_text("utf-8")),
        "config": Markup(_json_in_html(config)),
        "cards": cards(),
        "content": Markup(documentation_html()),
    }
    return {name: templates.get_template(name).render(shared, title=title) for name, title in _PAGES.items()}


def render_script(name: str, version: str) -> str:
    """A script of `page/`, with the version filled in."""
    return (SITE / "page" / name).read_text("utf-8").replace("{{ version }}", version)


def sitemap() -> str:
    """The pages, relative: the site does not know its own address."""
    return "\n".join(name for name in _PAGES if name != "404.html") + "\n"


def _json_in_html(value: dict[str, Any]) -> str:
    """JSON that no `</script>` inside a string can end."""
    return json.dumps(value, sort_keys=True).replace("<", "\\u003c")
