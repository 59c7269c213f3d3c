"""Mutually recursive computations on a stack of our own: a schema of depth 10,000 must not overflow Python's.

A computation is a generator that yields the keys of the results it needs and returns its own. `Tasks.result` runs it,
and what it asks for, and so on; each result is computed once. Asking for a result that is still being computed is a
loop: `Loop` is thrown into the asking generator, which may know what to make of it, or else passes it on to whoever
asked for it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")
Task = Generator[Hashable, Any, Result]


class Loop(Exception):
    """A computation needs its own result; `key` names it."""

    def __init__(self, key: Hashable) -> None:
        super().__init__(key)
        self.key = key


class Tasks(Generic[Result]):
    """Results by key; `start(key)` makes the generator that computes one."""

    def __init__(self, start: Callable[[Any], Task[Result]]) -> None:
        self._start = start
        self._active: set[Hashable] = set()
        self.done: dict[Hashable, Result] = {}

    def is_active(self, key: Hashable) -> bool:
        """Whether the result for a key is being computed."""
        return key in self._active

    def result(self, key: Hashable) -> Result:
        """The result for a key, computed now unless it is known."""
        if key in self.done:
            return self.done[key]
        stack: list[tuple[Hashable, Task[Result]]] = []
        try:
            return self._run(key, stack)
        finally:
            for left, _ in stack:
                self._active.discard(left)

    def _run(self, key: Hashable, stack: list[tuple[Hashable, Task[Result]]]) -> Result:
        answer: Result | None = None
        trouble: Loop | None = self._push(key, stack)
        while stack:
            current, task = stack[-1]
            try:
                wanted = task.throw(trouble) if trouble else task.send(answer)
                trouble = None
                answer = self.done.get(wanted)
                if answer is None and wanted not in self.done:
                    trouble = self._push(wanted, stack)
            except StopIteration as finished:
                stack.pop()
                self._active.discard(current)
                answer = self.done[current] = finished.value
                trouble = None
            except Loop as loop:
                stack.pop()
                self._active.discard(current)
                if not stack:
                    raise
                trouble = loop
        return self.done[key]

    def _push(self, key: Hashable, stack: list[tuple[Hashable, Task[Result]]]) -> Loop | None:
        """Begin a computation, unless it has begun already: then that is a loop."""
        if key in self._active:
            return Loop(key)
        self._active.add(key)
        stack.append((key, self._start(key)))
        return None
