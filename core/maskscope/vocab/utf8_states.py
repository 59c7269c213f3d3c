"""The UTF-8 automaton over bytes: nine states that tell valid text from invalid, and where a character ends.

State 0 is between two characters. A lead byte goes to the state that knows which continuation bytes may follow;
overlong forms, surrogates and code points above U+10FFFF end in BROKEN, which is never left. The table is the
well-formed byte sequences of the Unicode Standard (chapter 3, table 3-7) written as a graph.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

BOUNDARY = 0
ONE_MORE, TWO_MORE, THREE_MORE = 1, 2, 3
AFTER_E0, AFTER_ED, AFTER_F0, AFTER_F4 = 4, 5, 6, 7
BROKEN = 8

_EDGES = (
    (BOUNDARY, 0x00, 0x7F, BOUNDARY),
    (BOUNDARY, 0xC2, 0xDF, ONE_MORE),
    (BOUNDARY, 0xE0, 0xE0, AFTER_E0),
    (BOUNDARY, 0xE1, 0xEC, TWO_MORE),
    (BOUNDARY, 0xED, 0xED, AFTER_ED),
    (BOUNDARY, 0xEE, 0xEF, TWO_MORE),
    (BOUNDARY, 0xF0, 0xF0, AFTER_F0),
    (BOUNDARY, 0xF1, 0xF3, THREE_MORE),
    (BOUNDARY, 0xF4, 0xF4, AFTER_F4),
    (ONE_MORE, 0x80, 0xBF, BOUNDARY),
    (TWO_MORE, 0x80, 0xBF, ONE_MORE),
    (THREE_MORE, 0x80, 0xBF, TWO_MORE),
    (AFTER_E0, 0xA0, 0xBF, ONE_MORE),
    (AFTER_ED, 0x80, 0x9F, ONE_MORE),
    (AFTER_F0, 0x90, 0xBF, TWO_MORE),
    (AFTER_F4, 0x80, 0x8F, TWO_MORE),
)


def _table() -> NDArray[np.uint8]:
    table = np.full((9, 256), BROKEN, np.uint8)
    for state, low, high, target in _EDGES:
        table[state, low : high + 1] = target
    table.flags.writeable = False
    return table


TRANSITIONS = _table()  # uint8 (9, 256): state, byte → state
