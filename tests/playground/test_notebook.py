"""Notebooks: the app and the static pictures, run by a real kernel."""

from __future__ import annotations

import nbformat
import pytest
from nbclient import NotebookClient

import maskscope as ms
from maskscope_playground.present.html import language_html, run_html

CELLS = (
    "import maskscope as ms\nfrom maskscope_playground import Playground, show",
    'Playground(regex=r"\\d{4}-\\d{2}-\\d{2}")',
    'ms.compile("regex", "[a-c]+d")',
    'show(ms.compile("gbnf", \'root ::= "(" root ")" | "x"\'))',
    'show(ms.monkey(ms.Guide(ms.compile("regex", "a{3}"), ms.load_vocabulary("bytes")), ms.Rng(1)))',
)


@pytest.fixture(scope="module")
def outputs() -> list[dict[str, str]]:
    """What each cell displayed, by MIME type."""
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in CELLS])
    NotebookClient(book, timeout=120, kernel_name="python3").execute()
    shown = []
    for cell in book.cells:
        data: dict[str, str] = {}
        for output in cell.outputs:
            data |= output.get("data", {})
        shown.append(data)
    return shown


def test_a_playground_displays_in_a_cell(outputs: list[dict[str, str]]) -> None:
    assert "ms-app" in outputs[1]["text/html"] or "application/vnd.holoviews_exec.v0+json" in outputs[1]


def test_a_language_shows_its_automaton_as_static_svg(outputs: list[dict[str, str]]) -> None:
    assert outputs[2]["text/html"].count("<circle") >= 3
    assert "<script" not in outputs[2]["text/html"]


def test_show_draws_a_graph_and_a_tape(outputs: list[dict[str, str]]) -> None:
    assert "text/html" in outputs[3]
    assert "text/html" in outputs[4]


def test_the_package_is_light_until_a_playground_is_wanted() -> None:
    import subprocess
    import sys

    code = "import maskscope_playground, sys; print('panel' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_static_html_escapes_what_a_grammar_says() -> None:
    language = ms.compile("regex", "<img>")
    assert "<img>" not in language_html(language)
    run = ms.monkey(ms.Guide(language, ms.load_vocabulary("bytes")), ms.Rng(1))
    assert "<img>" not in run_html(run)
    assert "&lt;" in run_html(run)


def test_a_playground_takes_one_grammar() -> None:
    from maskscope_playground.notebook import Playground

    with pytest.raises(TypeError, match="one grammar"):
        Playground(regex="a", gbnf="root ::= b")
