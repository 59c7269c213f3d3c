"""What must come next, whatever the tokenization: the bytes between here and the next choice.

After `{` a closed object with one required key goes on with `"name":` and nothing else. An engine may append such bytes
without asking the model (and should, where the model would cut them into tokens it has never seen together).
"""

from __future__ import annotations

from maskscope.automaton.language import Language


def forced_bytes(language: Language, state: int, most: int) -> bytes:
    """The longest run of bytes, up to `most`, that every text goes on with from `state`; empty where it may end.

    Each forced byte brings the end one byte nearer, so the run always ends.
    """
    run = bytearray()
    while len(run) < most and state >= 0 and not language.is_accepting(state) and not language.token_moves(state):
        live = language.live(state)
        if len(live) != 1:
            break
        ((byte, state),) = live
        run.append(byte)
    return bytes(run)
