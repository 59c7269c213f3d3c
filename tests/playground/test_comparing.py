"""The Compare page's model: a word, a sentence and the shortest texts that tell two grammars apart."""

from __future__ import annotations

from maskscope_playground.comparing import Comparing


def compared(a: str, b: str, kind_b: str = "regex") -> dict:
    model = Comparing()
    model.a.text = a
    model.b.param.update(kind=kind_b, text=b)
    model.compare()
    return model.result


def test_equal_grammars_of_two_kinds_are_equal() -> None:
    assert compared("[0-9]+", "root ::= [0-9]+", "gbnf")["word"] == "Equal"


def test_a_contained_one_has_a_text_that_only_the_other_accepts() -> None:
    result = compared("[0-9]+", "0|[1-9][0-9]*")
    assert result["word"] == "B ⊂ A"
    assert result["rows"] == [["only A accepts", "00"], ["both accept", "0"]]


def test_a_broken_side_has_a_problem_and_no_result() -> None:
    model = Comparing()
    model.a.text = "[z-a]"
    model.compare()
    assert model.result is None
    assert model.a.problem is not None
