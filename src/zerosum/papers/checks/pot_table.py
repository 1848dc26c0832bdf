"""Red Dog at a full table (Bellman and Blackwell, section 2): N players simulated, and what seen cards are worth."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from zerosum.core.arrays import Bools, Floats, Ints
from zerosum.papers.checks.pot import BETS, doublings, win_law
from zerosum.papers.verdicts import Found

HAND, DECK, RANKS = 4, 52, 13


def full_tables(players: Sequence[int], tables: int, deals: int) -> Found:
    """N players who bet the pot if they win with more than 1/2, else fold: how the pot grows; for two also exactly."""
    found = {n: _simulate(n, tables, deals) for n in players}
    told = "; ".join(
        f"{n} players: above the antes {100 * above:.0f}%, four times as much {100 * far:.0f}%"
        for n, (above, far, _) in found.items()
    )
    fair = all(abs(seats.sum()) < 1e-6 * tables for _, _, seats in found.values())
    off = abs(found[2][0] - (1 - doublings((BETS[0], BETS[0]))[0]))
    told += f"; {tables:,} tables, the second half of {deals} deals"
    return Found(fair and off < 0.04, f"how often the pot is at a bet, {told}")


def _simulate(n: int, tables: int, deals: int) -> tuple[float, float, Floats]:
    """How often the pot is above n, and at least 4n, in the second half, and what the seats gain in all."""
    rng = np.random.default_rng(1950 + n)
    pot, gains = np.full(tables, n), np.full((tables, n), -1.0)
    met = far = 0
    for deal in range(deals):
        decks = rng.permuted(np.tile(np.arange(DECK, dtype=np.int8), (tables, 1)), axis=1)
        turned = np.full(tables, n * HAND)
        for k in range(n):
            seat = (deal + 1 + k) % n
            if deal >= deals // 2:
                met, far = met + int((pot > n).sum()), far + int((pot >= 4 * n).sum())
            hand = decks[:, HAND * seat : HAND * (seat + 1)]
            bets = chances(hand) > 0.5
            won = beats(hand, decks[np.arange(tables), turned])
            turned += bets
            change = np.where(bets, np.where(won, pot, -pot), 0)
            gains[:, seat] += change
            pot = pot - change
            low = pot < n
            gains[low] -= 1
            pot = pot + n * low
    gains += pot[:, None] / n
    bets_met = (deals - deals // 2) * n * tables
    return met / bets_met, far / bets_met, gains.sum(axis=0)


def chances(hands: Ints) -> Floats:
    """The chance of each hand to beat the next card, of the 48 that it does not hold."""
    return np.asarray((_tops(hands).sum(axis=1) - HAND) / (DECK - HAND))


def _tops(hands: Ints) -> Ints:
    """The top rank of each suit in each hand, the lowest card counting 1; 0 for a void."""
    tops = np.zeros((len(hands), DECK // RANKS), dtype=np.int64)
    for card in hands.T:
        np.maximum.at(tops, (np.arange(len(hands)), card // RANKS), card % RANKS + 1)
    return tops


def beats(hands: Ints, cards: Ints) -> Bools:
    """Whether each hand has a higher card of the suit."""
    return np.asarray(_tops(hands)[np.arange(len(hands)), cards // RANKS] > cards % RANKS + 1)


def seen_cards(deals: int) -> Found:
    """What knowing the rival's whole hand and the turned card adds to a unit at stake: no seen card can be worth more.

    The rules show at most one card of a hand, and the turned one; who knows more than that does at least as well.
    """
    rng = np.random.default_rng(52)
    cards = rng.permuted(np.tile(np.arange(DECK, dtype=np.int8), (deals, 1)), axis=1)[:, : 2 * HAND + 1]
    hand, known = cards[:, :HAND], cards[:, HAND:]
    tops = _tops(hand)
    beaten = tops.sum(axis=1) - HAND
    for card in known.T:
        beaten = beaten - (tops[np.arange(deals), card // RANKS] > card % RANKS + 1)
    blind = np.maximum(2 * chances(hand) - 1, 0)
    told = np.maximum(2 * beaten / (DECK - 2 * HAND - 1) - 1, 0)
    gain, error = float((told - blind).mean()), float((told - blind).std() / deals**0.5)
    exact = float(sum(p * (2 * w - 1) for w, p in win_law() if w > 1 / 2))
    text = (
        f"a unit at stake earns {blind.mean():.5f} without them (exactly {exact:.5f}) and at most {gain:.5f} "
        f"± {error:.5f} more with them, {100 * gain / exact:.0f}% of it"
    )
    sound = abs(float(blind.mean()) - exact) < 5 * float(blind.std()) / deals**0.5
    return Found(sound and gain + 4 * error < exact / 10, text)
