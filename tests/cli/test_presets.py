"""`maskscope presets`: list, show, check."""

from maskscope_presets import preset, presets
from support.cli import rows, run


def test_presets_lists_them_all() -> None:
    code, out, _ = run("presets")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == [p.name for p in presets()]
    assert run("presets", "list")[1] == out


def test_presets_of_one_kind_for_programs() -> None:
    listed = rows(run("presets", "list", "--kind", "gbnf", "--json")[1])
    assert {row["kind"] for row in listed} == {"gbnf"}


def test_a_preset_is_shown_as_it_can_be_piped_on() -> None:
    assert run("presets", "show", "iso-date") == (0, preset("iso-date").text + "\n", "")
    assert "refuses `2026-13-01` at byte 6" in run("presets", "show", "iso-date", "--all")[1]


def test_a_preset_that_is_not_there_is_a_usage_error_with_the_nearest_name() -> None:
    code, _, err = run("presets", "show", "iso-dat")
    assert code == 2
    assert "is it iso-date that you mean?" in err


def test_presets_are_checked() -> None:
    code, out, err = run("presets", "check", "iso-date", "lisp", "-n", "2")
    assert (code, out, err) == (0, "yes  iso-date\nyes  lisp\n2 of 2 presets do as they say\n", "")
