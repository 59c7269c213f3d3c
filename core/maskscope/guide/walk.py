"""Which tokens may come next: the trie of all tokens and the language, walked side by side.

A token is allowed in a state when the language can read all its bytes from there. Tokens that share a prefix share the
work: go down the trie from its root, keep beside each place the language's state there, and turn back where the state
is dead. The places are bundles of trie nodes (`bundles`), the ways on are the state's kinds of bytes (`fanout`):

    place        state          way on                 new place        new state
    {root}       in a string    loop on letters …      stay({root})     in a string
                                `"`                    step(…, `"`)     after the string
    …

A way on is taken only where the bundle has a byte for it, and only then its state is made. A walk of many steps (a
language whose states part at almost every byte) is given up for a numpy front that goes level by level (`frontier`):
0.3 to 16 ms, but never more than one gather a level.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from maskscope.automaton.frames import PoppedBelow
from maskscope.guide.bundles import Bundle, Bundles
from maskscope.guide.fanout import IN_DOUBT, Fanouts
from maskscope.guide.spread import packed

MOST_STEPS = 3_000  # of one walk, some 3 µs each; then the front is the quicker way
_SCATTER = 60  # ids up to which setting bits one by one is quicker: 9 against 15 µs for 40, 22 against 18 for 80

Arrivals = list[tuple[Bundle, int]]  # places at which tokens end, and the state there


def arrivals(
    bundles: Bundles,
    fanouts: Fanouts,
    state: int,
    doubtful: list[Bundle] | None = None,
    most: int | None = None,
) -> Arrivals | None:
    """Every `(bundle, state there)` that some token's bytes lead to from `state` without dying, in no set order.

    The bundles' tokens are the allowed ones, each in one bundle or several. None after more than `most` steps.
    Where a cut state does not tell how a token goes on, PoppedBelow is raised; or, if there is a list for them, the
    bundle is added to the `doubtful`: its tokens, and all those below it, may be allowed or not.
    """
    bundles.trim()
    enter = fanouts.enter if doubtful is None else fanouts.enter_or_doubt
    found: Arrivals = []
    todo: Arrivals = [(bundles.root, state)]
    for bundle, here in todo:  # grows while it is walked
        try:
            ways = fanouts.of(here).ways
        except PoppedBelow:
            if doubtful is None:
                raise
            doubtful.append(bundle)
            continue
        if bundle.heavy and (loop := fanouts.loop(here)) >= 0:
            bundle = bundle.stays.get(loop) or bundles.stay(bundle, loop)
            found.append((bundle, here))
        if bundle.fan is None:
            bundles.open(bundle)
        next_bits, steps = bundle.next_bits, bundle.steps
        for bits, number, configs in ways:
            if bits & next_bits:
                after = steps[number] if number in steps else bundles.step(bundle, number)
                if after is None:
                    continue
                target = enter(configs)
                if target >= 0:
                    found.append((after, target))
                    if after.goes_on:
                        todo.append((after, target))
                elif target == IN_DOUBT and doubtful is not None:
                    doubtful.append(after)
        if len(found) > (MOST_STEPS if most is None else most):
            return None
    return found


def token_words(found: Arrivals, n_words: int) -> NDArray[np.uint32]:
    """uint32 (n_words,): the tokens of all the bundles, bit i of word i // 32 for token i."""
    few: list[int] = []
    many = []
    for bundle, _ in found:
        if bundle.many is None:
            few += bundle.few
        else:
            many.append(bundle.many)
    words = bits_at(few, n_words) if len(few) < _SCATTER else packed(few, n_words)
    for some in many:
        words |= some
    return words


def bits_at(ids: list[int], n_words: int) -> NDArray[np.uint32]:
    """uint32 (n_words,): bit i of word i // 32 is set for every id i."""
    octets = bytearray(4 * n_words)
    for i in ids:
        octets[i >> 3] |= 1 << (i & 7)
    return np.frombuffer(octets, np.dtype("<u4"))
