"""Lines of the libraries that a page's start spends much time in, replaced by lines that come to the same sooner.

A started page has made some six hundred classes and two hundred models that nobody has looked at yet. What the
libraries do for each of them counts, so a few lines are exchanged in the page's bundle, and there only. The libraries'
versions are pinned; an edit whose line is not there (any more) fails the build. The
document that comes of it is the same, but for the numbers in the names of its parts.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """One exchange of lines; `old` stands in the file exactly once."""

    file: str
    old: str
    new: str


EDITS = (
    # Which version it is, is known: finding out reads the whole standard library's index. `late_methods`: as in ours.
    Edit(
        "bokeh/__init__.py",
        """\
import importlib.metadata as importlib_metadata
""",
        """\
import late_methods
""",
    ),
    Edit("bokeh/__init__.py", 'importlib_metadata.version("bokeh")', '"@version@"'),
    Edit("bokeh/__init__.py", "del importlib_metadata", "del late_methods"),
    # Palettes are tuples of text: there is no copy of them to be made.
    Edit(
        "bokeh/palettes.py",
        "all_palettes = deepcopy(brewer)",
        "all_palettes = {name: dict(sizes) for name, sizes in brewer.items()}",
    ),
    Edit(
        "bokeh/palettes.py",
        "small_palettes = deepcopy(all_palettes)",
        "small_palettes = {name: dict(sizes) for name, sizes in all_palettes.items()}",
    ),
    # Signatures and examples of models are for the reader of Bokeh's documentation: each asks every property for a
    # default and a link to its type.
    Edit(
        "bokeh/model/model.py",
        """\
            parameters = [x[0] for x in  cls.parameters()]
            cls.__init__.__signature__ = Signature(parameters=parameters)
            process_example(cls)
""",
        "",
    ),
    # What a class overrides is settled when it is made; properties ask for it each time they are asked.
    Edit(
        "bokeh/core/has_props.py",
        """\
    @classmethod
    def _overridden_defaults(cls)""",
        """\
    @classmethod
    @lru_cache(None)
    def _overridden_defaults(cls)""",
    ),
    # So is which properties make a value of their own for every model.
    Edit(
        "bokeh/core/has_props.py",
        """\
        for name in self.properties(_with_props=True): # avoid set[] for deterministic behavior
            if name in initialized:
                continue
            desc = self.lookup(name)
            if desc.has_unstable_default(self):
                desc._get(self) # this fills-in `_unstable_*_values`
""",
        """\
        for desc in self._unstable_descriptors():
            if desc.name not in initialized:
                desc._get(self)
""",
    ),
    Edit(
        "bokeh/core/has_props.py",
        """\
    @classmethod
    @lru_cache(None)
    def descriptors(cls)""",
        """\
    @classmethod
    @lru_cache(None)
    def _unstable_descriptors(cls):
        return [one for one in cls.descriptors() if one.has_unstable_default(cls)]

    @classmethod
    @lru_cache(None)
    def descriptors(cls)""",
    ),
    Edit(
        "bokeh/core/has_props.py",
        """\
    @classmethod
    @lru_cache(None)
    def descriptors(cls)""",
        """\
    @classmethod
    @lru_cache(None)
    def _stable_defaults(cls):
        return {}

    @classmethod
    @lru_cache(None)
    def descriptors(cls)""",
    ),
    # A default that is the same for every model of a class, and cannot be changed, is prepared once.
    Edit(
        "bokeh/core/property/descriptors.py",
        """\
        default = self.instance_default(obj)

        if self.has_unstable_default(obj):
""",
        """\
        stable = obj._stable_defaults()
        if not is_themed and self.name in stable:
            return stable[self.name]
        default = self.instance_default(obj)
        is_unstable = self.has_unstable_default(obj)
        if not is_themed and not is_unstable and type(default) in (type(None), bool, int, float, str):
            stable[self.name] = default
        if is_unstable:
""",
    ),
    # A property that was never set, and has no value of its own for every model, refers to no model.
    Edit(
        "bokeh/model/util.py",
        """\
            child = getattr(value, attr)
            visit""",
        """\
            if not (
                attr in value._property_values
                or attr in value._unstable_default_values
                or attr in value._unstable_themed_values
            ):
                continue
            child = getattr(value, attr)
            visit""",
    ),
    # Few models have a theme; asking for an attribute that is not there takes the long way each time.
    Edit(
        "bokeh/core/has_props.py",
        "        return getattr(self, '__themed_values__', None)",
        "        return self.__dict__.get('__themed_values__')",
    ),
    # Every callback of the page is Panel's or ours, and has the arguments it should have.
    Edit(
        "bokeh/util/callback_manager.py",
        """\
    if not settings.perform_error_diagnostics():
        return
    sig =""",
        """\
    return
    sig =""",
    ),
    # What is synchronized is asked once for all parameters, not once for each.
    Edit(
        "panel/reactive.py",
        """\
        params = {}
        for p in self.param:
            if p not in self._synced_params:
                continue
            v = getattr""",
        """\
        params = {}
        for p in self._synced_params:
            v = getattr""",
    ),
    # A parameter's inherited attributes are looked for in the classes that declare it, not in all.
    Edit(
        "param/parameterized.py",
        """\
        callables: dict[str, t.Any] = {}
        slot_values""",
        """\
        declared = [one for scls in supers if (one := scls.__dict__.get(param_name)) is not None]
        callables: dict[str, t.Any] = {}
        slot_values""",
    ),
    Edit(
        "param/parameterized.py",
        """\
            for scls in supers:
                # Class may not define parameter or slot might not be
                # there because could be a more general type of Parameter
                new_param = scls.__dict__.get(param_name)
                if new_param is None or not hasattr(new_param, slot):
                    continue

                new_value = getattr(new_param, slot)
""",
        """\
            for new_param in declared:
                new_value = getattr(new_param, slot, Undefined)
""",
    ),
    # What is there already is not set again; what it holds is looked up without asking whether it is bound, for it is.
    Edit(
        "param/parameterized.py",
        """\
                new_value = getattr(new_param, slot, Undefined)
""",
        """\
                try:
                    new_value = look(new_param, slot)
                except AttributeError:
                    continue
""",
    ),
    Edit(
        "param/parameterized.py",
        """\
        callables: dict[str, t.Any] = {}
        slot_values""",
        """\
        look = object.__getattribute__ if param.name is not None else getattr
        callables: dict[str, t.Any] = {}
        slot_values""",
    ),
    Edit(
        "param/parameterized.py",
        """\
            setattr(param, slot, value)

            # Avoid crosstalk between mutable slot values in different Parameter objects
            if slot != "default":
                v = getattr(param, slot)
                if _is_mutable_container(v):
                    setattr(param, slot, copy.copy(v))
""",
        """\
            if slot != "default" and _is_mutable_container(value):
                value = copy.copy(value)
            try:
                held = look(param, slot)
            except AttributeError:
                held = Undefined
            if held is not value or value is Undefined:
                setattr(param, slot, value)
""",
    ),
    # A parameter that nobody watches, and whose kind does nothing when it is set, is simply set.
    Edit(
        "param/parameterized.py",
        """\
        is_slot = attribute in getattr(self.__class__, "_all_slots_", ())
        has""",
        """\
        elif attribute not in _PARAMETER_CACHE_ATTRS and type(self)._on_set is Parameter._on_set:
            try:
                watched = object.__getattribute__(self, 'watchers')
            except AttributeError:
                watched = None
            if not watched:
                return super().__setattr__(attribute, value)
        is_slot = attribute in getattr(self.__class__, "_all_slots_", ())
        has""",
    ),
    Edit(
        "param/parameterized.py",
        "default_val = param._slot_defaults[slot]",
        "default_val = p_type._slot_defaults[slot]",
    ),
    # Most of what a parameter holds is plain, which can be told without asking what all kinds of containers are.
    Edit(
        "param/_utils.py",
        "    return isinstance(value, MUTABLE_TYPES)",
        "    return type(value) not in (type(None), bool, int, float, str, tuple) and isinstance(value, MUTABLE_TYPES)",
    ),
    # No parameter of the page has a default that is made anew for every class below.
    Edit(
        "param/parameterized.py",
        """\
        for class_ in classlist(mcs):
            for name, val in class_.__dict__.items():
                if""",
        """\
        for class_ in (mcs,):
            for name, val in class_.__dict__.items():
                if""",
    ),
    # No page is written from a template here, and no theme or setting read from YAML.
    Edit(
        "bokeh/core/templates.py",
        """\
        return _templates[name]()
""",
        """\
        from late_templates import LateTemplate
        return LateTemplate(_templates[name])
""",
    ),
    *(
        Edit("panel/io/resources.py", call, f"LateTemplate(lambda: {call})")
        for name in ("convert_index", "base", "error", "logout", "basic_login", "js_resources")
        for call in (f"_env.get_template('{name}.html')",)
    ),
    *(
        Edit("panel/io/notebook.py", call, f"LateTemplate(lambda: {call})")
        for call in (
            '_env.get_template("doc_nb_js.js")',
            '_env.get_template("autoload_panel_js.js")',
            "_env.get_template('nb_template.html')",
        )
    ),
    Edit(
        "panel/io/notebook.py",
        """\
from pyviz_comms import (
""",
        """\
from late_templates import LateTemplate
from pyviz_comms import (
""",
    ),
    Edit(
        "panel/io/resources.py",
        """\
from markupsafe import Markup
""",
        """\
from late_templates import LateTemplate
from markupsafe import Markup
""",
    ),
    *(
        Edit(
            name,
            """\
# External imports
import yaml
""",
            """\
from late_modules import LateModule
yaml = LateModule("yaml")
""",
        )
        for name in ("bokeh/settings.py", "bokeh/themes/theme.py")
    ),
    # Nothing that a page caches is a mock.
    Edit(
        "panel/io/cache.py",
        """\
import unittest.mock
""",
        "",
    ),
    Edit(
        "panel/io/cache.py",
        """\
    unittest.mock.Mock : lambda obj: _int_to_bytes(id(obj)),
""",
        "",
    ),
    # All of the widgets, for a view that is a method's; ours are none.
    Edit(
        "panel/viewable.py",
        """\
        from .param import ParamMethod

        if hasattr(self.__panel__, "_dinfo"):
            view""",
        """\
        if hasattr(self.__panel__, "_dinfo"):
            from .param import ParamMethod
            view""",
    ),
    # No description of ours is an icon; the icon's module is that of all indicators.
    Edit(
        "panel/widgets/_mixin.py",
        """\
from .indicators import TooltipIcon
""",
        "",
    ),
    Edit("panel/widgets/_mixin.py", "class_=(str, BkTooltip, TooltipIcon)", "class_=(str, BkTooltip)"),
    Edit(
        "panel/widgets/_mixin.py",
        """\
        if isinstance(desc, TooltipIcon):
            params['description'] = TooltipIcon.value
""",
        "",
    ),
    # All of the indicators, for what one of them looks like in a theme that is not ours.
    Edit(
        "panel/theme/native.py",
        """\
from ..widgets.indicators import Number
""",
        """\
class _ByName(dict):
    def get(self, cls, default=None):
        return super().get(f"{cls.__module__}.{cls.__qualname__}", default)

""",
    ),
    Edit(
        "panel/theme/native.py",
        """\
    modifiers = {
        Number: {
            'default_color': 'white'
        }
    }
""",
        """\
    modifiers = _ByName({"panel.widgets.indicators.Number": {"default_color": "white"}})
""",
    ),
)


def quickened(tree: Mapping[str, bytes]) -> dict[str, bytes]:
    """The tree with every edit made; an AssertionError names the file whose lines are others."""
    edited = dict(tree)
    for edit in EDITS:
        source = edited[edit.file].decode()
        assert source.count(edit.old) == 1, f"{edit.file}: what quicken.py exchanges is not there once"
        new = edit.new.replace("@version@", _version(edit.file.partition("/")[0], tree))
        edited[edit.file] = source.replace(edit.old, new).encode()
    return edited


def _version(package: str, tree: Mapping[str, bytes]) -> str:
    """The version of the wheel that a package came from, by the name of the folder that says so."""
    found = (re.match(rf"{package}-([^/]+)\.dist-info/", name) for name in tree)
    return next(match[1] for match in found if match)


def with_late_methods(source: bytes) -> bytes:
    """A package's `__init__` that imports the shim `late_methods` before it imports anything else."""
    module = ast.parse(source)
    head = n_heading(module)
    module.body[head:head] = ast.parse("import late_methods").body
    return ast.unparse(module).encode()


def n_heading(module: ast.Module) -> int:
    """How many statements have to stay in front: the docstring, and imports from the future."""
    return next(
        (
            i
            for i, s in enumerate(module.body)
            if not (isinstance(s, ast.ImportFrom) and s.module == "__future__")
            and not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))
        ),
        len(module.body),
    )
