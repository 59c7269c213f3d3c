"""The built site as files: the same bytes each time, small, relative, and with no address of a stranger."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from support.site_build import build_site, builder

pytestmark = pytest.mark.browser  # it downloads what is pinned, as only `make browser` may

MOST_BYTES = 15_000_000  # of a first visit, compressed


def hashes(folder: Path) -> dict[str, str]:
    files = (p for p in sorted(folder.rglob("*")) if p.is_file())
    return {p.relative_to(folder).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


def test_two_builds_give_the_same_bytes(built_site: Path, tmp_path: Path) -> None:
    assert hashes(build_site(tmp_path / "again", offline=True)) == hashes(built_site)


def test_the_first_screen_depends_on_nothing_but_the_site(built_site: Path) -> None:
    node = builder().start.run_node
    made = node("start.mjs", str(built_site / "vendor/pyodide"), str(built_site), "dark", purpose="this test")
    assert made == (built_site / "start-dark.json").read_bytes()


def test_a_first_visit_is_small(built_site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parts = builder().first_visit(built_site)
    with capsys.disabled():
        print(
            "\nfirst visit, bytes:",
            ", ".join(f"{part} {size:,}" for part, size in parts.items()),
            f"= {sum(parts.values()):,}",
        )
    assert sum(parts.values()) <= MOST_BYTES


def test_the_pages_name_no_other_host(built_site: Path) -> None:
    for page in built_site.glob("*.html"):
        addresses = re.findall(r"(?:src|href)=\"([a-z]+:|//)[^\"]*\"", page.read_text("utf-8"))
        assert addresses == [], page.name


def test_the_version_with_a_cdn_names_only_it(tmp_path: Path) -> None:
    page = (build_site(tmp_path / "out", offline=False) / "index.html").read_text("utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert set(re.findall(r"https://[^\s;]+", policy[1])) == {"https://cdn.jsdelivr.net"}
    assert not (tmp_path / "out" / "vendor" / "pyodide").exists()


def test_a_folder_with_something_else_in_it_is_not_emptied(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep", "utf-8")
    with pytest.raises(Exception, match="is not empty and is no site of ours"):
        build_site(tmp_path, offline=True)
    assert (tmp_path / "mine.txt").read_text("utf-8") == "keep"
