"""Dataclasses whose methods are compiled when they are first called. Imported for that, before any of ours is made.

A dataclass writes its methods as text and has each compiled: two milliseconds a class in the page, for five methods of
which a start calls one or none. Here a method stands in for each until it is called; it then compiles the very same
text, and puts what comes of it into the class in its own place.
"""

import dataclasses

_compiled = dataclasses._create_fn


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


dataclasses._create_fn = _late
