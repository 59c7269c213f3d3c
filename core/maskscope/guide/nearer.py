"""The tokens that bring a text strictly nearer to its end: what winding down may take.

Every token's next state is needed, or at least that state's distance. Where texts are captured (unique items, counted
keys) a token inside one leads to a state of its own, forty thousand of them in a string. Those are never made: states
that forget the text have the same distances, and of the few tokens of which they cannot tell each is read out.
"""

from __future__ import annotations

import numpy as np

from maskscope.automaton.frames import PoppedBelow
from maskscope.automaton.language import DEAD
from maskscope.guide.bundles import Bundle
from maskscope.guide.moves import Moves
from maskscope.guide.token_set import TokenSet, Words
from maskscope.guide.walk import Arrivals, arrivals, bits_at, token_words


def nearer(moves: Moves, state: int) -> TokenSet:
    """The allowed tokens, end tokens aside, that strictly shorten the distance."""
    if moves.terminals.by_target(state):
        words = _by_next_state(moves, state)
    elif moves.language.captures_texts:
        words = _by_loose_states(moves, state)
    else:
        words = _by_walk(moves, state)
    return TokenSet(moves.vocabulary.size, words)


def _by_walk(moves: Moves, state: int) -> Words:
    now, distance = moves.language.distance(state), moves.language.distance
    found = arrivals(moves.bundles, moves.fanouts, state)
    if found is None:
        return _by_next_state(moves, state)
    return token_words([(bundle, there) for bundle, there in found if distance(there) < now], moves.bundles.n_words)


def _by_next_state(moves: Moves, state: int) -> Words:
    now, words = moves.language.distance(state), np.zeros(moves.bundles.n_words, np.uint32)
    for there, tokens in moves.by_next_state(state).items():
        if moves.language.distance(there) < now:
            words |= tokens.words
    return words


def _by_loose_states(moves: Moves, state: int) -> Words:
    now, near, doubtful = moves.language.distance(state), Arrivals(), list[Bundle]()
    found = moves.loose_arrivals(state, doubtful)
    tokens = {token for bundle in doubtful for token in moves.bundles.tokens_below(bundle)}
    for bundle, there in found:
        try:
            if moves.language.distance(there) < now:
                near.append((bundle, there))
        except PoppedBelow:
            tokens.update(moves.bundles.tokens_of(bundle))
    read = [token for token in sorted(tokens) if _shortens(moves, state, token, now)]
    return token_words(near, moves.bundles.n_words) | bits_at(read, moves.bundles.n_words)


def _shortens(moves: Moves, state: int, token: int, now: int) -> bool:
    there = moves.language.run(state, moves.vocabulary.token(token))
    return there != DEAD and moves.language.distance(there) < now
