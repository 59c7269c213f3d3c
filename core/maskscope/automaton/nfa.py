"""The automaton as it is compiled: numbered states, most of which read one byte.

Wait, what is this? A nondeterministic automaton over bytes, in Thompson's form: a state either reads one byte out of a
set and goes to one other state, or it reads nothing and says what to do instead (a *move*). Byte states live in
parallel lists, because there may be a million of them; moves are rarer and live in a dictionary.

    label[s]    the 256-bit set of bytes that s reads; 0 when s is not a byte state
    target[s]   where reading one leads
    origin[s]   the span of source that s came from
    cost[s]     least bytes from s to the end of the body that s belongs to, whatever registers say
    moves[s]    what a state does that reads no byte:

    tuple        go on in any of these states
    Enter        push a frame for a region (a called rule, a counter, a scope) and go on in its entry
    Loop, Done   the body of a counter or a scope ends here: ask the frame on top
    Act          change the registers of the frame on top, which is a scope's
    Take         read a text of another automaton and note it in those registers
    OneToken     read one token that has no bytes
    Later        not built yet; `Nfa.move` builds it and says where it leads

State 0 is `EXIT`, the end of every plain body: it pops the frame on top, and with no frame left the text ends.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from maskscope.ir.nodes import Mark, Node, Tick, TokenTerminal
from maskscope.text import Span

if TYPE_CHECKING:  # these work on an Nfa, and its scopes carry them
    from maskscope.automaton.captured import Captured
    from maskscope.automaton.registers import ScopeRules
    from maskscope.automaton.scope_cost import ScopeCost
    from maskscope.automaton.unfold import Unfolding

EXIT = 0
INFINITE = 1 << 50  # the cost of what cannot be done
FAR, FREE = -1, -2  # values of a counter that stopped counting: far below its minimum; far from both bounds


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A called body; its frame is nothing but the state to return to."""

    name: str
    entry: int


@dataclass(frozen=True, slots=True, eq=False)
class Counter:
    """A body repeated `low` to `high` times; the frame's value is how many repetitions are complete.

    With no upper bound the count stops at `low`: what lies beyond makes no difference.
    """

    low: int
    high: int | None
    entry: int
    ret: int

    def after(self, done: int) -> tuple[int | None, bool]:
        """One more round is complete: the value to go round again with (None: not allowed), and whether to go on."""
        if done < 0:
            return done, done == FREE
        done = done + 1 if self.high is not None else min(done + 1, self.low)
        return (done if self.high is None or done < self.high else None), done >= self.low


@dataclass(frozen=True, slots=True, eq=False)
class Scoped:
    """A body with registers, from `entry` to the state `end`; `cost` knows what is left of it, if it can end at all."""

    entry: int
    end: int
    ret: int
    rules: ScopeRules
    cost: ScopeCost


Region = Rule | Counter | Scoped


@dataclass(frozen=True, slots=True)
class Enter:
    """Push a frame for `region` and go on in its entry; `ret` is where to go on after it."""

    region: Region
    ret: int


@dataclass(frozen=True, slots=True)
class Loop:
    """One repetition of a counter's body is complete."""

    counter: Counter


@dataclass(frozen=True, slots=True)
class Done:
    """The body of a scope is complete."""


@dataclass(frozen=True, slots=True)
class Act:
    """Something that the scope around it counts."""

    event: Tick | Mark
    target: int


@dataclass(frozen=True, slots=True, eq=False)
class Take:
    """A text that the scope around it remembers, in an automaton of its own."""

    captured: Captured
    target: int


@dataclass(frozen=True, slots=True)
class OneToken:
    """Read one token that stands for itself and not for its bytes."""

    terminal: TokenTerminal
    target: int


@dataclass(slots=True, eq=False)  # not frozen: there are many of them, and a frozen one takes three times as long
class Later:
    """A node that is not built yet, in the place `span`; or, of a graph, one state: `row` is the number of the first
    state of the graph, and which of its states this is."""

    node: Node
    goes_on: int
    span: Span | None
    least: int  # bytes from here to `goes_on`
    row: tuple[int, int] | None = None


Move = tuple[int, ...] | Enter | Loop | Done | Act | Take | OneToken | Later


@dataclass(frozen=True, slots=True, eq=False)
class Nfa:
    """A compiled grammar; see the module's table. The lists are shared; they grow where `unfolding` opens a state."""

    label: list[int]
    target: list[int]
    origin: list[Span | None]
    cost: list[int]
    moves: dict[int, Move] = field(default_factory=dict)
    start: int = EXIT
    takes: bool = False  # some move is a Take
    reads_tokens: bool = False  # some move is a OneToken
    unfolding: Unfolding | None = None  # builds what is left to build

    def __len__(self) -> int:
        return len(self.label)

    def move(self, state: int) -> Move | None:
        """What a state does that reads no byte, None if it reads one; what is not built yet is built."""
        move = self.moves.get(state)
        return self.opened(state) if type(move) is Later else move

    def opened(self, state: int) -> tuple[int, ...]:
        """Where a state leads that is `Later`, built now."""
        assert self.unfolding is not None
        return self.unfolding.open(state)

    def most_states(self, limit: int) -> int:
        """An upper bound on the numbers of states, now and later, that `limit` holds."""
        return len(self.label) if self.unfolding is None or self.unfolding.is_complete else max(limit, len(self.label))

    def completed(self) -> Nfa:
        """The automaton itself, with everything built: for those who look at all of it."""
        if self.unfolding is not None:
            self.unfolding.complete()
        return self

    def follow(self, state: int) -> tuple[int, ...]:
        """The states that come next in the same body; behind a call, a scope, a token or what is not built yet, too."""
        if self.label[state]:
            return (self.target[state],)
        move = self.moves.get(state)
        if isinstance(move, tuple):
            return move
        if isinstance(move, Enter):
            return (move.ret,)
        if isinstance(move, Later):
            return (move.goes_on,)
        return (move.target,) if isinstance(move, Act | Take | OneToken) else ()


def prefixed(nfa: Nfa, data: bytes) -> Nfa:
    """The automaton with a chain of states before its start that reads exactly these bytes."""
    nfa = nfa.completed()
    n, start, least = len(nfa), nfa.start, nfa.cost[nfa.start]
    ways_in = [start, *range(n, n + len(data))]  # the last byte leads to the old start, the one before to its state …
    return replace(
        nfa,
        label=nfa.label + [1 << b for b in reversed(data)],
        target=nfa.target + ways_in[:-1],
        origin=nfa.origin + [None] * len(data),
        cost=nfa.cost + [least + i for i in range(1, len(data) + 1)],
        start=ways_in[-1],
        unfolding=None,
    )
