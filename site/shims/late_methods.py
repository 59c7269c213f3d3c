"""Dataclasses whose methods are compiled when they are first called. Imported for that, before any of ours is made.

A dataclass writes its methods as text and has each compiled: two milliseconds a class in the page, for five methods of
which a start calls one or none. Here a method stands in for each until it is called; it then compiles the very same
text, and puts what comes of it into the class in its own place.

Two more things are left out that every class pays for: a docstring made of its signature where it has none, as all do
here; and looking up what each annotation names, where it has no word of those that would make a difference.
"""

import dataclasses
import inspect

_compiled, _is_type = dataclasses._create_fn, dataclasses._is_type


def _late(name, args, body, **settings):
    made = None

    def method(self, /, *values, **named):
        nonlocal made
        if made is None:
            made = _compiled(name, args, body, **settings)
            made.__qualname__ = method.__qualname__
            for one in type(self).__mro__:
                if one.__dict__.get(name) is method:
                    setattr(one, name, made)
        return made(self, *values, **named)

    method.__name__ = name
    return method


class _Inspect:
    """What dataclasses see of `inspect`."""

    def __getattr__(self, name):
        return getattr(inspect, name)

    def signature(self, _):
        raise ValueError("there is no docstring to be made")


def _is_special(annotation, *rest):
    return any(word in annotation for word in ("ClassVar", "InitVar", "KW_ONLY")) and _is_type(annotation, *rest)


dataclasses._create_fn, dataclasses._is_type, dataclasses.inspect = _late, _is_special, _Inspect()
