"""The status line: one word that says where the run stands, then a sentence that says why."""

from __future__ import annotations

from maskscope.draw.labels import Symbols, symbols_label
from maskscope.guide.guide import FINISHED
from maskscope.sets.byteset import ByteSet, bits_of
from maskscope_playground.present.words import counted, percent, quoted
from maskscope_playground.tape import Move, Tape


def status_of(tape: Tape | None) -> tuple[str, str]:
    """The first word (`Ready`, `Step n`, `Finished`, `Stalled`, `Capped`) and the rest of the line."""
    if tape is None:
        return "Ready", "nothing has compiled yet: see the message under the source"
    if tape.stop:
        return _over(tape)
    left = _to_end(tape)
    if not tape.moves:
        return "Ready", f"{_allowed(tape)}; {left}"
    move = tape.moves[-1]
    how = (
        "taken by hand" if move.by_hand else f"picked from {counted(move.step.n_allowed, 'token')}{_model(tape, move)}"
    )
    down = "; winding down, since the budget is spent" if len(tape.moves) >= tape.budget else ""
    return f"Step {len(tape.moves):,}", f"{quoted(move.step.data)} {how}; {left}; {_allowed(tape)}{down}"


def _model(tape: Tape, move: Move) -> str:
    """What the model had wanted, where there is one."""
    if move.effect is None:
        return ""
    share = f", which hold {percent(move.effect.feasible_mass, 1.0)} of the model's probability"
    if move.effect.wanted == move.step.token:
        return share
    return f"{share} (it wanted {quoted(tape.guide.vocabulary.token(move.effect.wanted))})"


def _allowed(tape: Tape) -> str:
    return f"{counted(len(tape.guide.allowed(tape.state)), 'token')} may come next"


def _to_end(tape: Tape) -> str:
    left = tape.guide.distance(tape.state)
    if not left:
        return "the text is complete and may end here"
    return f"{counted(left, 'byte')} from a complete text"


def _over(tape: Tape) -> tuple[str, str]:
    tokens, size = counted(len(tape.moves), "token"), counted(len(tape.data), "byte")
    if tape.stop == "finished":
        without = "" if tape.state == FINISHED else "; this vocabulary has no end token"
        return "Finished", f"a complete text of {size} in {tokens}{without}"
    if tape.stop == "capped":
        return "Capped", f"{tokens} is the bound for a budget of {tape.budget:,}; the text is not complete"
    return "Stalled", f"after {tokens}: {_missing(tape)}"


def _missing(tape: Tape) -> str:
    language, now = tape.guide.language, tape.guide.distance(tape.state)
    nearer = ByteSet(bits_of(b for b, there in language.live(tape.state) if tape.guide.distance(there) < now))
    wanted = symbols_label(Symbols(nearer.bits))
    return f"the grammar wants {wanted} next, and no token of this vocabulary brings the text nearer to its end"
