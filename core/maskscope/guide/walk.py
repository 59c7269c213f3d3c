"""Which tokens may come next: the trie of all tokens and the language, walked side by side.

A token is allowed in a state when the language can read all its bytes from there. Tokens that share a prefix share the
work: go down the trie from its root, keep beside each place the language's state there, and turn back where the state
is dead. The places are bundles of trie nodes (`bundles`), the ways on are the state's kinds of bytes (`fanout`):

    place        state          way on                 new place        new state
    {root}       in a string    loop on letters …      stay({root})     in a string
                                `"`                    step(…, `"`)     after the string
    …

Of a bundle's next bytes and a state's ways on the fewer are looked at. A walk of many steps (a language whose states
part at almost every byte) is given up for a numpy front that goes level by level (`frontier`), 2 ms whatever happens.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from maskscope.automaton.language import DEAD
from maskscope.guide.bundles import Bundle, Bundles
from maskscope.guide.fanout import Fanouts, Way
from maskscope.guide.spread import packed

MOST_STEPS = 3_000  # of one walk; at 1–3 µs a step this is where the front becomes the quicker way
_SCATTER = 40  # ids up to which setting bits one by one is quicker than packing a row of booleans

Arrivals = list[tuple[Bundle, int]]  # places at which tokens end, and the state there


def arrivals(bundles: Bundles, fanouts: Fanouts, state: int) -> Arrivals | None:
    """Every `(bundle, state there)` that some token's bytes lead to from `state` without dying, in no set order.

    The bundles' tokens are the allowed ones, each in one bundle or several. None after more than MOST_STEPS steps.
    Raises PoppedBelow if `state` is cut and a token needs what was cut off.
    """
    bundles.trim()
    found: Arrivals = []
    todo: Arrivals = [(bundles.root, state)]
    for bundle, here in todo:  # grows while it is walked
        fanout = fanouts.of(here)
        if bundle.heavy and fanout.loop >= 0:
            bundle = bundle.stays.get(fanout.loop) or bundles.stay(bundle, fanout.loop)
            found.append((bundle, here))
        if bundle.fan is None:
            bundles.open(bundle)
        for way in fanout.ways:
            if way.bits & bundle.next_bits:
                _take(bundles, bundle, way, found, todo)
        if len(found) > MOST_STEPS:
            return None
    return found


def _take(bundles: Bundles, bundle: Bundle, way: Way, found: Arrivals, todo: Arrivals) -> None:
    """Go one way on from a bundle that has bytes for it."""
    try:
        after = bundle.steps[way.number]
    except KeyError:
        after = bundles.step(bundle, way.number)
    if after is None or way.target == DEAD:
        return
    found.append((after, way.target))
    if after.goes_on:
        todo.append((after, way.target))


def token_words(found: Arrivals, n_words: int) -> NDArray[np.uint32]:
    """uint32 (n_words,): the tokens of all the bundles, bit i of word i // 32 for token i."""
    few: list[int] = []
    words = np.zeros(n_words, np.uint32)
    for bundle, _ in found:
        if bundle.many is None:
            few += bundle.few
        else:
            words |= bundle.many
    if len(few) > _SCATTER:
        return words | packed(few, n_words)
    for token in few:
        words[token >> 5] |= 1 << (token & 31)
    return words
