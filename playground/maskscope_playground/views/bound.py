"""A widget that shows one input of an object and sets it: what is changed on one side is changed on the other.

Panel's own `from_param` does the same for every kind of parameter there is, and so imports every kind of widget: a
tenth of a second of the page's start.
"""

from __future__ import annotations

from typing import Any, TypeVar

import param
from panel.widgets.base import Widget

W = TypeVar("W", bound=Widget)


def bound(widget: type[W], parameter: param.Parameter, **look: Any) -> W:
    """A widget of that class for a parameter of an object; `look` are the widget's own settings."""
    owner, name = parameter.owner, parameter.name
    made = widget(value=getattr(owner, name), **{**_described(widget, parameter), **_range(widget, parameter), **look})

    def take(event: Any) -> None:
        try:
            setattr(owner, name, event.new)
        finally:
            show()  # also what the owner made of it, or kept

    def show(*_: Any) -> None:
        made.value = getattr(owner, name)  # now: a watcher before this one may have changed it again

    made.param.watch(take, "value")
    owner.param.watch(show, name)
    if hasattr(parameter, "get_range"):
        owner.param.watch(lambda _: setattr(made, "options", _options(widget, parameter)), name, what="objects")
    return made


def _described(widget: type[Widget], parameter: param.Parameter) -> dict[str, Any]:
    return {"description": parameter.doc} if parameter.doc and "description" in widget.param else {}


def _range(widget: type[Widget], parameter: param.Parameter) -> dict[str, Any]:
    """What the widget offers: the choices, or the bounds and the step."""
    if hasattr(parameter, "get_range"):
        return {"options": _options(widget, parameter)}
    if not hasattr(parameter, "get_soft_bounds"):
        return {}
    start, end = parameter.get_soft_bounds()
    offered = {"start": start, "end": end, "step": parameter.step}
    return {key: value for key, value in offered.items() if value is not None}


def _options(widget: type[Widget], parameter: param.Parameter) -> Any:
    choices = parameter.get_range()
    return list(choices.values()) if isinstance(widget.param["options"], param.List) else choices
