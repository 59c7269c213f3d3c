"""The playground, used as a person does: clicking and typing in a real Chromium that can reach nothing but the app.

Every test runs twice: on the server and on the static site.
"""

from __future__ import annotations

import json
import re
from typing import Any

import jsonschema
import pytest

expect = pytest.importorskip("playwright.sync_api", reason="make browser installs Playwright").expect

pytestmark = pytest.mark.browser

USER = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 1, "maxLength": 12},
        "age": {"type": "integer", "minimum": 0},
        "role": {"type": "string"},
        "active": {"type": "boolean"},
    },
    "required": ["name", "age", "role", "active"],
    "additionalProperties": False,
}


def test_the_user_preset_steps_to_a_document_that_validates(app: Any) -> None:
    app.page.get_by_label("Preset").select_option(label="User record")
    expect(app.status()).to_contain_text("Ready")
    for _ in range(200):
        if app.status().inner_text().startswith("Finished"):
            break
        before = app.tokens().count()
        app.button("Step").click()
        expect(app.tokens()).to_have_count(before + 1)
    expect(app.status()).to_contain_text("Finished")
    expect(app.tokens().last).to_contain_text("EOS")
    jsonschema.validate(json.loads(app.text()), USER)


def test_run_finishes_and_reset_begins_again(app: Any) -> None:
    app.button("Run").click()
    expect(app.status()).to_contain_text("Finished")
    text = app.text()
    app.button("Reset").click()
    expect(app.status()).to_contain_text("Ready")
    expect(app.tokens()).to_have_count(0)
    app.button("Run").click()
    expect(app.status()).to_contain_text("Finished")
    assert app.text() == text


def test_stop_ends_a_long_run_and_what_is_there_stays(app: Any) -> None:
    app.type_grammar("Regex", "[a-z]{40000}")
    expect(app.status()).to_contain_text("40,000 bytes")
    app.page.get_by_label("Budget").fill("4096")
    app.page.get_by_label("Budget").press("Enter")
    app.button("Run").click()
    expect(app.status()).to_contain_text("Step")
    app.button("Stop").click()
    expect(app.button("Stop")).to_be_disabled()
    app.page.wait_for_timeout(500)  # the steps of its last slice are still shown
    stopped = app.status().inner_text()
    assert stopped.startswith("Step")
    app.page.wait_for_timeout(500)
    assert app.status().inner_text() == stopped
    app.button("Step").click()
    expect(app.status()).not_to_have_text(stopped)


def test_back_takes_one_token_away_and_a_chip_goes_back_to_it(app: Any) -> None:
    for n in range(1, 4):
        app.button("Step").click()
        expect(app.tokens()).to_have_count(n)
    app.button("Back").click()
    expect(app.status()).to_contain_text("Step 2")
    app.tokens().first.click()
    expect(app.tokens()).to_have_count(0)


def test_a_typed_regex_is_compiled_and_a_broken_one_keeps_the_automaton(app: Any) -> None:
    app.type_grammar("Regex", "id=[0-9]+")
    expect(app.status()).to_contain_text("4 bytes")
    app.page.get_by_role("textbox", name="Grammar").fill("id=[z-a]+")
    problem = app.page.locator(".ms-problem")
    expect(problem).to_contain_text("range runs backwards", ignore_case=True)
    expect(problem).to_contain_text("line 1, column 5")
    app.button("Step").click()
    expect(app.status()).to_contain_text("Step 1")
    app.page.get_by_role("textbox", name="Grammar").fill("id=[a-z]+")
    expect(app.page.locator(".ms-problem")).to_have_count(0)


def test_lint_tells_what_is_odd_with_the_vocabulary(app: Any) -> None:
    app.type_grammar("GBNF", 'root ::= "SELECT " [a-z]+ " FROM orders" [ ]*')
    app.button("Lint with gpt2").click()
    expect(app.page.locator(".n-warning")).to_contain_text("white space may repeat without end")
    expect(app.page.locator(".n-info").first).to_contain_text("are forced")
    app.page.get_by_role("textbox", name="Grammar").fill('root ::= "x"')
    expect(app.button("Lint with gpt2")).to_be_enabled()
    expect(app.page.locator(".n-warning")).to_have_count(0)


def test_a_recursive_grammar_steps(app: Any) -> None:
    app.type_grammar("GBNF", 'root ::= "(" root ")" | "x"')
    expect(app.status()).to_contain_text("1 byte from")
    app.button("Step").click()
    expect(app.status()).to_contain_text("Step 1")
    app.button("Run").click()
    expect(app.status()).to_contain_text("Finished")
    assert app.text().count("(") == app.text().count(")")


def test_a_row_of_the_table_takes_its_token(app: Any) -> None:
    app.type_grammar("Regex", "ab|ac")
    app.page.get_by_role("button", name="Take ab", exact=True).click()
    expect(app.tokens()).to_have_count(1)
    assert app.text() == "ab"


def test_why_says_what_was_expected(app: Any) -> None:
    app.type_grammar("Regex", "ab|ac")
    app.page.get_by_label("Why?").fill("ax")
    verdict = app.page.locator(".ms-verdict:not(.ms-typed)")
    expect(verdict).to_contain_text("Refused")
    expect(verdict).to_contain_text("byte 1")


def test_the_keyboard_steps_runs_and_goes_back(app: Any) -> None:
    grammar = app.page.get_by_role("textbox", name="Grammar")
    grammar.focus()
    app.page.keyboard.press("Alt+ArrowRight")
    expect(app.status()).to_contain_text("Step 1")
    app.page.keyboard.press("Alt+ArrowLeft")
    expect(app.status()).to_contain_text("Ready")
    app.page.keyboard.press("Control+Enter")
    expect(app.status()).to_contain_text("Finished")


def test_a_link_opens_the_same_screen(app: Any) -> None:
    app.type_grammar("Regex", "[a-f]{4,9}")
    expect(app.status()).to_contain_text("4 bytes")
    for n in range(1, 3):
        app.button("Step").click()
        expect(app.tokens()).to_have_count(n)
    text = app.text()
    expect(app.page).to_have_url(re.compile("#k=regex"))
    fragment = "#" + app.page.url.split("#")[1]
    app.go(fragment)
    expect(app.tokens()).to_have_count(2)
    assert app.text() == text
    expect(app.page.get_by_role("textbox", name="Grammar")).to_have_value("[a-f]{4,9}")


def test_characters_beyond_the_basic_plane_are_marked_where_they_are(app: Any) -> None:
    app.type_grammar("Regex", "😀[z-a]")
    expect(app.page.locator(".ms-problem")).to_contain_text("column 3")
    expect(app.page.locator(".bad")).to_have_text("z-a")


@pytest.mark.parametrize("hostile", ['<img src=x onerror="window.hit=1">', "</textarea><script>window.hit=1</script>"])
def test_no_field_turns_text_into_markup(app: Any, hostile: str) -> None:
    for kind in ("Regex", "GBNF", "JSON Schema"):
        app.type_grammar(kind, hostile)
        app.page.wait_for_timeout(500)
    app.page.get_by_label("Kind").select_option(label="Regex")
    app.page.get_by_role("textbox", name="Grammar").fill("[ -~]*")
    expect(app.status()).to_contain_text("Ready")
    app.page.get_by_label("Why?").fill(hostile)
    app.page.get_by_role("searchbox", name="Filter tokens").fill(hostile)
    app.page.wait_for_timeout(500)
    assert app.page.evaluate("window.hit") is None
    assert app.page.locator("img[src=x]").count() == 0


def test_a_hostile_link_is_only_text(app: Any) -> None:
    from maskscope_playground.address import pack

    for text in ('<img src=x onerror="window.hit=1">', "\\<img\\ src=x\\ onerror=alert\\(1\\)\\>"):
        app.follow(f"#k=regex&s={pack(text)}&p=<img src=x onerror=window.hit=1>")
        expect(app.page.get_by_role("textbox", name="Grammar")).to_have_value(text)
        app.button("Step").click()
        expect(app.tokens()).to_have_count(1)
        assert app.page.evaluate("window.hit") is None
        assert app.page.locator("img[src=x]").count() == 0


def test_a_tokenizer_of_ones_own_is_read_and_used(app: Any) -> None:
    vocabulary = {"a": 0, "b": 1, "ab": 2}
    special = [{"id": 3, "content": "</s>", "special": True}]
    text = json.dumps({"model": {"type": "BPE", "vocab": vocabulary, "merges": ["a b"]}, "added_tokens": special})
    app.type_grammar("Regex", "ab")
    expect(app.status()).to_contain_text("2 bytes")
    file = {"name": "mine.json", "mimeType": "application/json", "buffer": text.encode()}
    app.page.locator("input[type=file]").set_input_files(file)
    expect(app.page.get_by_label("Vocabulary")).to_have_value("mine.json")
    expect(app.status()).to_contain_text("2 tokens may come next")


def test_a_prompt_is_cut_into_tokens_and_healed(app: Any) -> None:
    app.page.get_by_role("button", name="Tokenizer", exact=True).click()
    healing = app.page.locator(".ms-healing")
    expect(healing).to_contain_text("Token healing takes the last token")
    app.page.get_by_label("The answer begins with").fill("Sure: ")
    app.page.get_by_label("Prompt", exact=True).fill("<img src=x onerror=hit()> As JSON, please.\n")
    expect(healing).to_contain_text("Token healing takes the last token, “␣”, back")
    app.page.get_by_label("Layout").select_option(label="DeepSeek V4")
    expect(app.page.get_by_text("the vocabulary has no token")).to_be_visible()


def test_the_other_pages_open(app: Any) -> None:
    app.page.get_by_role("button", name="Tokenizer", exact=True).click()
    expect(app.page.get_by_text("8 merges")).to_be_visible()
    app.page.get_by_role("button", name="Help", exact=True).click()
    expect(app.page.get_by_text("Ctrl + Enter")).to_be_visible()
    app.page.get_by_role("button", name="Compare", exact=True).first.click()
    expect(app.page.get_by_text("B ⊂ A")).to_be_visible()
    app.page.get_by_role("button", name="Gallery", exact=True).click()
    app.page.get_by_role("button", name="ISO date").click()
    expect(app.page.get_by_role("textbox", name="Grammar", exact=True)).to_be_visible()
    expect(app.status()).to_contain_text("10 bytes")
