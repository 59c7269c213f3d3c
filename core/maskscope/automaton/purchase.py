"""What is still to be written at a hub, at the least bytes: which members to buy, and what they cost.

Owed keys must be bought. Then each tally asks for a number of members that tick it, and the cheapest are taken: of a
key one, of a captured language as many as there are unused texts, each length at its own price. Where the tallies are
nested (all items; those of them that are counted for a `contains`) taking the cheapest for the innermost first is
optimal, bounds from above included: the prices of each set are convex and the sets form a tree (Hochbaum, *Lower and
upper bounds for the allocation problem and other nonlinear optimization problems*, 1994).

Where something more is at stake (tallies that overlap, keys that ask for other keys, languages that share texts) what
comes out is a lower bound, and says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from maskscope.automaton.captured import Captured, Rivals
from maskscope.automaton.hub import Hub, Member
from maskscope.automaton.nfa import INFINITE
from maskscope.automaton.registers import Registers, ScopeRules
from maskscope.automaton.shelf import Shelf
from maskscope.automaton.used_texts import UsedTexts


class Quote(NamedTuple):
    """Bytes to the end: at least `bytes`, and no more if `is_exact`. INFINITE is always meant exactly."""

    bytes: int
    is_exact: bool


Apart = dict[Captured, UsedTexts]  # used texts of single languages, where others may use these texts all the same


_Key = tuple[tuple[int, ...], int, tuple[tuple[tuple[int, int], ...], ...], int | None]


class _Texts(NamedTuple):
    """Used texts, those of some languages apart; with `doubt` a forgotten one is in the way."""

    used: UsedTexts
    apart: Apart
    doubt: bool


@dataclass(frozen=True, slots=True)
class _Offer:
    """Members at one price and with the same ticks: keys (a mask), a captured language, or any number of them."""

    price: int
    ticks: tuple[int, ...]
    keys: int = 0
    captured: Captured | None = None


class _Owed(NamedTuple):
    """What some owed keys cost, and how often they tick each tally, at most and at least; None if one is not sold."""

    price: int
    most: tuple[int, ...]
    least: tuple[int, ...]


class _Basket:
    """What has been bought: members still needed and still allowed by tally, keys that are there, and shelves."""

    def __init__(self, needs: list[int], rooms: list[int], keys: int, texts: _Texts) -> None:
        self.needs, self.rooms, self.keys, self.extra_keys = needs, rooms, keys, 0
        self._texts = texts
        self.shelves: dict[int, Shelf] = {}

    def shelf(self, captured: Captured) -> Shelf:
        """The unused texts of a language, less those bought."""
        if id(captured) not in self.shelves:
            used = self._texts.apart.get(captured, self._texts.used)
            self.shelves[id(captured)] = Shelf(captured, used, self._texts.doubt)
        return self.shelves[id(captured)]

    def supply(self, offer: _Offer, length: int, want: int) -> int:
        """How many members of an offer can be bought, up to `want`; texts at one length."""
        want = min([want, *(self.rooms[i] for i in offer.ticks)])
        if offer.captured is not None:
            return self.shelf(offer.captured).n_of(length, want)
        return min(want, (offer.keys & ~self.keys).bit_count()) if offer.keys else want

    def buy(self, offer: _Offer, length: int, n: int) -> None:
        """Take n members of an offer."""
        for i in offer.ticks:
            self.needs[i] -= n
            self.rooms[i] -= n
        if offer.captured is not None:
            self.shelf(offer.captured).take(length, n)
        elif offer.keys:
            for _ in range(n):
                left = offer.keys & ~self.keys
                self.keys |= left & -left
            self.extra_keys += n


class Purchase:
    """The cheapest ways from one hub to the end of its scope."""

    def __init__(self, hub: Hub, rules: ScopeRules, rivals: Rivals) -> None:
        self._hub, self._rules, self._rivals = hub, rules, rivals
        self._of_key: dict[int, list[Member]] = {}
        for member in hub.members:
            if member.key >= 0:
                self._of_key.setdefault(member.key, []).append(member)
        self._offers = _offers(hub.members)
        self._order = self._inner_first()
        self._is_plain = self._order is not None and not rules.keys.count[0]
        self._asking = sum({condition for condition, _ in rules.keys.implies if condition.bit_count() == 1})
        self._owed_memo: dict[int, _Owed | None] = {}
        self._languages = list(dict.fromkeys(offer.captured for offer in self._offers if offer.captured is not None))
        self._share_texts = any(map(rivals.has, self._languages))
        self._longest = 0  # length of the texts that any quote looked at
        self._quotes: dict[_Key | None, Quote] = {}

    def left(self, registers: Registers, doubt: bool, apart: Apart) -> Quote:
        """Bytes from the hub to the end; with `doubt` a forgotten used text counts as if it were in the way."""
        needed = self._rules.needed(registers.keys)
        owed = None if needed is None else self._owed(needed & ~registers.keys)
        if owed is None or needed is None:
            return Quote(INFINITE, True)
        needs, rooms = [], []
        for count, (low, high), most, least in zip(registers.counts, self._rules.tallies, owed.most, owed.least):
            needs.append(low - count - most)
            rooms.append(INFINITE if high is None else high - count - least)
        if rooms and min(rooms) < 0:
            return Quote(INFINITE, True)
        price = self._hub.exit + owed.price
        exact = self._is_plain and owed.most == owed.least
        if not needs or max(needs) <= 0:
            return Quote(price, exact)
        texts = _Texts(registers.used, apart, doubt)
        known = self._quotes.get(self._key(registers, texts))
        if known is not None:
            return known
        quote = self._filled(_Basket(needs, rooms, needed, texts), price, exact, texts)
        key = self._key(registers, texts)  # anew, since longer texts may have been looked at
        if key is not None:
            self._quotes[key] = quote
        return quote

    def _key(self, registers: Registers, texts: _Texts) -> _Key | None:
        """All that a quote depends on: how many texts of each length are used, as far as anybody looked; None where it
        may depend on which those are."""
        if texts.apart or self._share_texts:
            return None
        lengths = [captured.lengths_of(texts.used) for captured in self._languages]
        used = tuple([tuple(sorted([at for at in gone.items() if at[0] <= self._longest])) for gone in lengths])
        return registers.counts, registers.keys, used, texts.used.forgotten if texts.doubt else None

    def _filled(self, basket: _Basket, price: int, exact: bool, texts: _Texts) -> Quote:
        """Buy what the tallies need."""
        if self._order is None:
            return Quote(price, False)
        for tally in self._order:
            more = self._buy_for(tally, basket)
            if more >= INFINITE:
                return Quote(INFINITE, True)
            price += more
        rule = self._rules.keys
        if basket.extra_keys and (rule.forbidden or rule.count[1] is not None or basket.keys & self._asking):
            exact = False
        return Quote(price, exact and self._no_text_twice(basket, texts))

    def _buy_for(self, tally: int, basket: _Basket) -> int:
        """The bytes of the cheapest members that a tally still needs; INFINITE if there are not enough."""
        total = 0
        waiting = [self._first(i, basket) for i, offer in enumerate(self._offers) if tally in offer.ticks]
        heapify(waiting)
        while basket.needs[tally] > 0:
            if not waiting:
                return INFINITE
            price, i, length = heappop(waiting)
            if price >= INFINITE:
                return INFINITE
            offer = self._offers[i]
            n = basket.supply(offer, length, basket.needs[tally])
            self._longest = max(self._longest, length)
            total += n * price
            basket.buy(offer, length, n)
            if basket.needs[tally] > 0 and offer.captured is not None and all(basket.rooms[t] > 0 for t in offer.ticks):
                longer = offer.captured.texts.length_after(length)
                heappush(waiting, (min(INFINITE, offer.price + longer), i, longer))
        return total

    def _first(self, i: int, basket: _Basket) -> tuple[int, int, int]:
        """The cheapest of an offer: its price, its number, and the length of its text."""
        offer = self._offers[i]
        length = 0 if offer.captured is None else offer.captured.least
        return min(INFINITE, offer.price + length), i, length

    def _no_text_twice(self, basket: _Basket, texts: _Texts) -> bool:
        """Whether texts can be dealt out to languages that share some, at the lengths that were paid for."""
        bought = [shelf for shelf in basket.shelves.values() if shelf.n_taken]
        if len(bought) < 2 or not any(self._rivals.has(shelf.captured) for shelf in bought):
            return True
        used = texts.used
        for shelf in bought:
            dealt = shelf.cheapest(used, texts.doubt)
            if dealt is None:
                return False
            for text in dealt:
                used = used.including(text)
        return True

    def _owed(self, keys: int) -> _Owed | None:
        if keys not in self._owed_memo:
            self._owed_memo[keys] = self._sum_of(keys)
        return self._owed_memo[keys]

    def _sum_of(self, keys: int) -> _Owed | None:
        price, n = 0, len(self._rules.tallies)
        most, least = [0] * n, [0] * n
        while keys:
            bit = keys & -keys
            keys ^= bit
            members = self._of_key.get(bit.bit_length() - 1)
            if members is None:
                return None
            price += min(member.price for member in members)
            for i in range(n):
                ticked = [i in member.ticks for member in members]
                most[i] += any(ticked)
                least[i] += all(ticked)
        return _Owed(price, tuple(most), tuple(least))

    def _inner_first(self) -> list[int] | None:
        """The tallies that bound something, those with fewer members first; None if two overlap and none holds the
        other."""
        kinds = {member.ticks for member in self._hub.members}
        counts = [i for i, bound in enumerate(self._rules.tallies) if bound != (0, None)]
        ticked = {i: {kind for kind in kinds if i in kind} for i in counts}
        for i in counts:
            for j in counts:
                if ticked[i] & ticked[j] and not (ticked[i] <= ticked[j] or ticked[j] <= ticked[i]):
                    return None
        return sorted(counts, key=lambda i: len(ticked[i]))


def _offers(members: Sequence[Member]) -> list[_Offer]:
    """The members put together by price and ticks."""
    keys: dict[tuple[int, tuple[int, ...]], int] = {}
    others: dict[_Offer, None] = {}
    for member in members:
        if member.key >= 0:
            at = member.price, member.ticks
            keys[at] = keys.get(at, 0) | 1 << member.key
        else:
            others[_Offer(member.price, member.ticks, 0, member.captured)] = None
    return [*(_Offer(price, ticks, mask) for (price, ticks), mask in keys.items()), *others]
