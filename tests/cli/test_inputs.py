"""What comes in on the command line: files, standard input, encodings, options, and what is wrong with them."""

import subprocess
import sys
from pathlib import Path

import pytest

from support.cli import process, run


def test_one_final_line_end_of_a_regex_is_dropped(tmp_path: Path) -> None:
    assert run("check", "regex", "-", "--accept", "ab", stdin="ab\n")[0] == 0
    assert run("check", "regex", "-", "--accept", "ab", stdin=b"ab\r\n")[0] == 0
    assert run("check", "regex", "-", "--accept", "ab\n", stdin="ab\n\n")[0] == 0


def test_line_ends_of_other_kinds_are_left_alone() -> None:
    assert run("check", "gbnf", "-", "--accept", "a", stdin='root ::= "a"\n')[0] == 0


def test_an_error_names_the_file_or_the_kind_for_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text("a[z-a]", "utf-8")
    assert run("check", "regex", str(path))[2].startswith(f"{path}:1:3: range runs backwards")
    assert run("check", "regex", "-", stdin="a[z-a]")[2].startswith("regex:1:3: range runs backwards")


def test_the_message_of_the_style_page() -> None:
    expected = "regex:1:5: range runs backwards\n    id=[z-a]+\n        ^^^\n  hint: write [a-z]\n"
    assert run("check", "regex", "-", stdin="id=[z-a]+\n") == (1, "", expected)


def test_a_byte_order_mark_is_no_part_of_the_grammar() -> None:
    assert run("check", "regex", "-", "--accept", "é", stdin="\ufeffé\n".encode())[0] == 0


def test_a_file_that_is_not_utf8_is_said_to_be_so(tmp_path: Path) -> None:
    path = tmp_path / "latin.txt"
    path.write_bytes("caf\xe9".encode("latin-1"))
    code, out, err = run("check", "regex", str(path))
    assert (code, out, err) == (1, "", f"Error: {path}: byte 3 is not UTF-8; save the file as UTF-8\n")


@pytest.mark.parametrize("name", ["nothing.txt", "."])
def test_a_file_that_is_not_there_or_is_a_folder_is_a_usage_error(tmp_path: Path, name: str) -> None:
    code, _, err = run("check", "regex", str(tmp_path / name))
    assert code == 2
    assert "does not exist" in err or "is a directory" in err


def test_an_unknown_kind_is_a_usage_error(date: str) -> None:
    assert run("check", "lark", date)[0] == 2


def test_an_option_of_another_kind_is_a_usage_error(date: str) -> None:
    code, _, err = run("check", "regex", date, "--whitespace", "json")
    assert code == 2
    assert "--whitespace is not for regex" in err


def test_options_of_the_kind_reach_the_grammar() -> None:
    grammar = 'root ::= "a"\nother ::= "b"'
    assert run("check", "gbnf", "-", "--root", "other", "--accept", "b", stdin=grammar)[0] == 0
    array = '{"type": "array", "items": {"type": "integer"}}'
    assert run("check", "json_schema", "-", "--whitespace", "json", "--accept", "[ 1 ]", stdin=array)[0] == 0
    assert run("check", "json_schema", "-", "--whitespace", "1", "--reject", "[  1]", stdin=array)[0] == 0
    assert run("check", "json_schema", "-", "--reject", "[ 1 ]", stdin=array)[0] == 0


def test_whitespace_is_none_json_or_a_count(date: str) -> None:
    assert run("check", "json_schema", "-", "--whitespace", "some", stdin="true")[0] == 2


def test_an_unknown_vocabulary_is_named_with_those_that_ship(date: str) -> None:
    code, _, err = run("sample", "regex", date, "--vocab", "nothing")
    assert code == 1
    assert "nothing" in err
    assert "gpt2" in err


def test_a_broken_vocabulary_file_is_an_error_not_a_traceback(date: str) -> None:
    code, _, err = run("sample", "regex", date, "--vocab", date)
    assert (code, date in err) == (1, True)


@pytest.mark.parametrize("locale", [{"PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"}, {"LC_ALL": "C"}])
def test_everything_is_utf8_whatever_the_locale(locale: dict[str, str]) -> None:
    done = process("sample", "regex", "-", "-n", "1", "--vocab", "bytes", stdin="é→😀\n".encode(), **locale)
    assert (done.returncode, done.stdout, done.stderr) == (0, "é→😀\n".encode(), b"")
    done = process("check", "regex", "-", "--accept", "é→", stdin="é→\n".encode(), **locale)
    assert done.returncode == 0


def test_a_reader_that_goes_away_ends_the_command_without_a_traceback() -> None:
    line = f"{sys.executable} -c 'from maskscope_playground.cli import main; main()'"
    shell = f"echo '[a-z]{{200}}' | {line} sample regex - -n 400 --vocab bytes --budget 1 | head -n 1"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, check=False)
    assert done.stderr == b""


def test_a_check_loads_neither_panel_nor_bokeh_nor_a_vocabulary() -> None:
    code = (
        "import sys\nfrom maskscope_playground.cli import main\n"
        "try:\n    main(['check', 'regex', '-'])\nexcept SystemExit:\n    pass\n"
        "print(sorted(m for m in sys.modules if m in ('panel', 'bokeh', 'rich', 'jsonschema_rs')))"
    )
    done = subprocess.run([sys.executable, "-c", code], input=b"a", capture_output=True, check=True)
    assert done.stdout.decode().splitlines()[-1] == "[]"
