"""What the page's bundle exchanges for something quicker is the same to everybody who asks."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest

from support.site_build import ROOT, builder

# The shim stands in for a private function that later versions do not have; the page's Python is 3.12.
late = pytest.mark.skipif(sys.version_info >= (3, 13), reason="dataclasses make their methods in another way")

CLASSES = """
    import late_methods
    from typing import ClassVar
    from dataclasses import FrozenInstanceError, dataclass, field, replace
    import copy, pickle

    @dataclass(frozen=True, slots=True)
    class Point:
        x: int
        y: int = 0
        seen: list = field(default_factory=list, compare=False, repr=False)

        def __post_init__(self):
            object.__setattr__(self, "x", int(self.x))

    @dataclass(frozen=True, slots=True)
    class Named(Point):
        name: str = "p"

    @dataclass(slots=True, order=True)
    class Free:
        x: int
        made: "ClassVar[int]" = 0
"""


def run_late(script: str) -> str:
    """What a script prints whose dataclasses are the shim's."""
    return run(textwrap.dedent(CLASSES) + textwrap.dedent(script))


def run(script: str) -> str:
    """What a script prints that may import the shims."""
    command = [sys.executable, "-c", textwrap.dedent(script)]
    shims = {"PYTHONPATH": str(ROOT / "site" / "shims")}
    return subprocess.run(command, capture_output=True, text=True, check=True, env=shims).stdout.strip()


@late
def test_a_late_dataclass_is_made_compared_and_shown_as_any() -> None:
    assert run_late(
        "print(Point('1', y=2), Point(1) == Point('1'), Point(1) == Point(2), len({Point(1), Point(1)}))"
    ) == ("Point(x=1, y=2) True False 1")


@late
def test_a_late_dataclass_can_be_derived_from_replaced_copied_and_pickled() -> None:
    assert run_late(
        "a = Named(1, name='q'); print(replace(a, y=5), copy.copy(a), pickle.loads(pickle.dumps(a)) == a)"
    ) == ("Named(x=1, y=5, name='q') Named(x=1, y=0, name='q') True")


@late
def test_a_late_dataclass_refuses_what_any_refuses() -> None:
    script = """
        def refused(what):
            try:
                what()
            except Exception as error:
                return f"{type(error).__name__}: {error}"
        print(refused(lambda: setattr(Point(1), "x", 2)))
        print(refused(lambda: Point()))
    """
    assert run_late(script).splitlines() == [
        "FrozenInstanceError: cannot assign to field 'x'",
        "TypeError: Point.__init__() missing 1 required positional argument: 'x'",
    ]


@late
def test_a_late_method_gives_way_to_the_compiled_one() -> None:
    script = """
        before = Free.__init__
        a = Free(1)
        print(Free.__init__ is before, Free.__init__.__qualname__, Free(1) < Free(2), Free.__hash__)
        print(Free.made, Free.__doc__)
    """
    assert run_late(script).splitlines() == ["False Free.__init__ True None", "0 Free"]


def test_a_late_template_is_the_template_when_it_is_used() -> None:
    script = """
        from jinja2 import Environment, Template
        from late_templates import LateTemplate
        read = []
        env = Environment()
        late = LateTemplate(lambda: read.append(1) or env.from_string("{% macro hi(n) %}hi {{ n }}{% endmacro %}"))
        print(read, isinstance(late, Template))
        print(env.from_string("{% from late import hi %}{{ hi(1) }} {{ hi(2) }}").render(late=late), read)
    """
    assert run(script).splitlines() == ["[] True", "hi 1 hi 2 [1]"]


def test_a_late_module_is_imported_when_it_is_used() -> None:
    script = """
        import sys
        from late_modules import LateModule
        late = LateModule("colorsys")
        print("colorsys" in sys.modules, late.rgb_to_hls(0, 0, 0)[0], "colorsys" in sys.modules)
    """
    assert run(script) == "False 0.0 True"


@pytest.mark.browser
def test_what_is_exchanged_is_there_in_the_pinned_libraries() -> None:
    build = builder()
    wheels = build.fetch.fetch_wheels(build.pins.read_pins().wheels, build.fetch.cache_folder())
    tree = build.quicken.quickened(build.bundle.library_tree(wheels))  # which says so where an edit finds no lines
    for edit in build.quicken.edits():
        compile(tree[edit.file], edit.file, "exec")


def test_lines_that_are_others_fail_the_build() -> None:
    build = builder()
    edit = build.quicken.edits()[0]
    with pytest.raises(build.fetch.SiteError, match=edit.file):
        build.quicken.quickened({edit.file: b"import this", "bokeh-3.9.2.dist-info/METADATA": b""})
