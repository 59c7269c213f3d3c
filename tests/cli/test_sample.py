"""`maskscope sample`: the same texts for the same seed, every one complete and valid."""

import json
from pathlib import Path

from jsonschema import Draft202012Validator

from maskscope_presets import preset
from support.cli import rows, run

USER = preset("user").text


def test_a_hundred_samples_of_the_user_schema_are_finished_and_valid() -> None:
    code, out, err = run("sample", "json_schema", "-", "-n", "100", "--seed", "42", "--json", stdin=USER)
    samples = rows(out)
    assert (code, err, len(samples)) == (0, "", 100)
    assert [set(row) for row in samples] == [{"text", "tokens", "finished", "stop", "steps", "seed"}] * 100
    assert all(row["finished"] and row["stop"] == "finished" for row in samples)
    assert [row["seed"] for row in samples] == list(range(42, 142))
    assert all(Draft202012Validator(json.loads(USER)).is_valid(json.loads(row["text"])) for row in samples)
    assert run("sample", "json_schema", "-", "-n", "100", "--seed", "42", "--json", stdin=USER)[1] == out


def test_a_sample_depends_on_its_seed_only() -> None:
    first = rows(run("sample", "regex", "-", "-n", "3", "--seed", "7", "--json", stdin="[a-z]{9}")[1])
    again = rows(run("sample", "regex", "-", "-n", "1", "--seed", "9", "--json", stdin="[a-z]{9}")[1])
    assert first[2] == again[0]


def test_samples_are_texts_one_a_line(date: str) -> None:
    code, out, _ = run("sample", "regex", date, "-n", "4")
    assert code == 0
    assert [len(line) for line in out.splitlines()] == [7] * 4


def test_a_vocabulary_that_cannot_finish_is_an_error_that_says_where() -> None:
    code, out, err = run("sample", "regex", "-", "-n", "2", "--vocab", "toy", "--seed", "1", stdin="aé")
    assert (code, out) == (1, "a\na\n")
    assert "seed 1: stalled after `a`" in err
    assert "2 of 2 texts could not be finished with toy" in err


def test_greedy_takes_the_best_token_whatever_the_seed() -> None:
    code, out, err = run(
        "sample", "regex", "-", "-n", "2", "--strategy", "greedy", "--logits", "uniform", stdin="[a-c]{3}"
    )
    assert (code, out, err) == (0, "aaa\naaa\n", "")


def test_the_sampler_draws_from_the_model_that_ships() -> None:
    asked = ["sample", "json_schema", "-", "-n", "3", "--strategy", "sampler", "--json"]
    code, out, err = run(*asked, stdin=USER)
    assert (code, err) == (0, "")
    assert all(Draft202012Validator(json.loads(USER)).is_valid(json.loads(row["text"])) for row in rows(out))
    assert run(*asked, stdin=USER)[1] == out
    assert run(*asked, "--temperature", "0", stdin=USER)[1] != out


def test_logits_come_from_a_file_a_row_a_step(tmp_path: Path) -> None:
    wanted = "cab"
    table = [[5 if token == ord(letter) else 0 for token in range(257)] for letter in wanted]
    path = tmp_path / "run.json"
    path.write_text(json.dumps(table), "utf-8")
    asked = ["sample", "regex", "-", "-n", "1", "--vocab", "bytes", "--strategy", "greedy", "--logits", str(path)]
    assert run(*asked, stdin="[a-c]{3}") == (0, "cab\n", "")


def test_logits_that_do_not_fit_are_an_error_that_names_the_file(date: str, tmp_path: Path) -> None:
    path = tmp_path / "short.json"
    path.write_text("[1, 2]", "utf-8")
    code, _, err = run("sample", "regex", date, "--strategy", "greedy", "--logits", str(path))
    assert code == 1
    assert err.startswith(f"{path}: expected logits: rows of 50,257 numbers")
    assert run("sample", "regex", date, "--strategy", "greedy", "--logits", "nothing")[::2] == (
        1,
        "nothing: cannot be read: No such file or directory\n",
    )


def test_logits_that_leave_no_token_stall(tmp_path: Path) -> None:
    path = tmp_path / "none.json"
    path.write_text(json.dumps([None] * 256 + [0]), "utf-8")
    asked = ["sample", "regex", "-", "-n", "1", "--vocab", "bytes", "--strategy", "sampler", "--logits", str(path)]
    code, out, err = run(*asked, stdin="a")
    assert (code, out) == (1, "\n")
    assert err == "seed 42: stalled\n1 of 1 texts could not be finished with bytes\n"


def test_the_model_that_ships_speaks_gpt2_only(date: str) -> None:
    assert run("sample", "regex", date, "--strategy", "sampler", "--vocab", "bytes")[0] == 2


def test_monkeys_take_no_logits(date: str) -> None:
    assert run("sample", "regex", date, "--logits", "uniform")[0] == 2
