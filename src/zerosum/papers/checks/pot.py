"""Red Dog as its rules open (Bellman and Blackwell, section 2): two players and their pot, in the long run.

Let a(P) be the value of the pot P, beyond a player's share of it, to the player who bets first in a deal, and b(P)
the value to the other. The second player of a deal is the first of the next, so with the win chance W of a hand

    a(P) = E max{ -b(P),  max_f W (f/2 - b(P - f)) - (1 - W) (f/2 + b(P + f)) },
    b(P) = E max{  a(P),  max_f W (f/2 + a(P - f)) - (1 - W) (f/2 - a(P + f)) },

where a pot that would be below 2 has 2 added by the antes. Straight lines solve this: with e = E(2W - 1)⁺, and p
and q the probabilities of holding a hand with W > 1/2 and winning, and with W ≥ 1/2 and winning,

    a(P) = αP - αq - βp,   b(P) = βP + αq - βp,   β = (1 - e) α + e/2,   α = (e²/2) / (1 + (1 - e)²).

The bets that attain these values are all or nothing: the first player bets the pot if W > 1/2, the second if W ≥
1/2. As functions of f the braces are straight on f ≤ P - 2 and on P - 1, P; so the four ends of these decide, for
every pot.

Red Dog at a full table (Bellman and Blackwell, section 2): N players simulated, and the value of seen cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from zerosum.core.arrays import Bools, Floats, Ints
from zerosum.games.red_dog_pot import ANTES, RedDogPot, refilled
from zerosum.models.family import solve
from zerosum.papers.checks.red_dog import red_dog
from zerosum.papers.verdicts import Found

HALF = Fraction(1, 2)
PotLine = Callable[[int], Fraction]


class LongRun(NamedTuple):
    """The lines of the long run: the slopes α and β, and the costs αq and βp of the antes."""

    alpha: Fraction
    beta: Fraction
    refill_first: Fraction
    refill_second: Fraction

    def first(self, pot: int) -> Fraction:
        """Return a(P)."""
        return self.alpha * pot - self.refill_second - self.refill_first

    def second(self, pot: int) -> Fraction:
        """Return b(P)."""
        return self.beta * pot + self.refill_second - self.refill_first


@cache
def win_distribution() -> tuple[tuple[Fraction, Fraction], ...]:
    """Return win probabilities and the probability of each."""
    game = RedDogPot()
    return tuple((Fraction(beats, game.deck.left), p) for beats, p in game.hands)


@cache
def long_run() -> LongRun:
    """Return the lines, from the distribution of the win probability."""
    e = sum((p * (2 * w - 1) for w, p in win_distribution() if w > HALF), Fraction(0))
    alpha = e * e / 2 / (1 + (1 - e) ** 2)
    beta = (1 - e) * alpha + e / 2
    above, from_half = (sum((p * w for w, p in win_distribution() if bets(w)), Fraction(0)) for bets in BETS)
    return LongRun(alpha, beta, beta * above, alpha * from_half)


BETS: tuple[Callable[[Fraction], bool], ...] = (lambda w: w > HALF, lambda w: w >= HALF)
"""The conditions for betting the pot, as the first and as the second player."""


def _best(pot: int, w: Fraction, after: PotLine) -> Fraction:
    """Return the best EV of a hand, if after(pot) is the continuation value: four bets and folding are enough."""
    bets = {f for f in (1, pot - 2, pot - 1, pot) if f >= 1}
    bet = max(w * (f * HALF + after(refilled(pot - f))) + (1 - w) * (after(pot + f) - f * HALF) for f in bets)
    return max(after(pot), bet)


def _is_solved(pot: int) -> bool:
    """Check that the lines satisfy both equations at a pot, in fractions, and the all-or-nothing bets attain them."""
    run = long_run()
    second: PotLine = lambda p: -run.second(p)  # noqa: E731
    for value, after, bets in ((run.first, second, BETS[0]), (run.second, run.first, BETS[1])):
        total = Fraction(0)
        for w, p in win_distribution():
            best = _best(pot, w, after)
            bet = w * (pot * HALF + after(ANTES)) + (1 - w) * (after(2 * pot) - pot * HALF)
            if best != (bet if bets(w) else after(pot)):
                return False
            total += p * best
        if total != value(pot):
            return False
    return True


def worth_of_the_pot() -> Found:
    """Compute the long-run value of the pot to the player who bets next, proved in fractions at many pots."""
    run, pots = long_run(), [*range(ANTES, 13), 100, 10**6]
    at = ((float(run.first(pot)), float(run.second(pot)), pot) for pot in (2, 4, 16))
    shown = "; ".join("{:+.5f} and {:+.5f} at {}".format(*one) for one in at)
    text = (
        f"a(P) = {float(run.alpha):.6f} P - {float(-run.first(0)):.6f} to the player who bets first in a deal and "
        f"b(P) = {float(run.beta):.6f} P - {float(-run.second(0)):.6f} to the one who bets second: {shown}"
    )
    so = f"exact in fractions at {len(pots)} pots up to {pots[-1]:,}"
    return Found(all(map(_is_solved, pots)), text, so)


def how_to_bet() -> Found:
    """Compute how thresholds and bets change with the pot: they do not, except for the even hand."""
    shares = [sum((p for w, p in win_distribution() if bets(w)), Fraction(0)) for bets in BETS]
    text = (
        f"all or nothing at every pot: the first player bets the pot with W > 1/2, {100 * float(shares[0]):.1f}%, "
        f"the second also with W = 1/2, {100 * float(shares[1]):.1f}%: an even bet that empties the pot "
        "brings new antes, and the same player bets next"
    )
    return Found(all(map(_is_solved, (2, 3, 4, 7, 50))), so=text)


def sunk_ante() -> Found:
    """Compute when to fold and bet if the ante is already lost, from the distribution and by the solver."""
    deck, sunk = RedDogPot().deck, red_dog(ante=0)
    folds = sum((p for w, p in win_distribution() if w < HALF), Fraction(0))
    e = sum((p * (2 * w - 1) for w, p in win_distribution() if w > HALF), Fraction(0))
    below, simply = (int(deck.left * game.thresholds[0]) + deck.held for game in (sunk, red_dog()))
    text = (
        f"with the ante sunk a bet f earns (2W - 1) f and folding nothing: fold if the top ranks of the suits sum "
        f"below {below}, {folds} of hands, else bet the most; it earns {e} of the limit. "
        f"In the simple version folding loses the ante, and one folds below {simply} only"
    )
    return Found(sunk.row["fold"] == folds and sunk.linear == (0, e), text)


def for_deals(deals: int) -> Found:
    """Compute the value of two antes to the first player, for one deal, two, and so on, from the game itself."""
    found = [solve(RedDogPot(n)).value for n in range(1, deals + 1)]
    values = ", ".join(f"{float(v):+.6f} with {n}" for n, v in enumerate(found, 1))
    text = f"to the player who bets first, in antes: {values} deals, the pot shared at the end"
    return Found(all(v.gap < 1e-9 for v in found), text)


def alarming() -> Found:
    """Compute the frequency with which the pot, and so the maximum bet, exceeds the antes in the long run, with two
    players.
    """
    shares = doublings()
    above = {2**k: float(sum(shares[k:])) for k in (1, 2, 3, 4)}
    shown = ", ".join(f"{times} times the antes or more {100 * share:.1f}%" for times, share in above.items())
    mean = sum(ANTES * 2**k * share for k, share in enumerate(shares))
    ratio = shares[31] / shares[30]
    text = (
        "if that means twice the antes or more in more than a quarter of all bets: "
        f"of all bets the limit is {shown}; the pot is {mean:.2f} antes on average, and each doubling is "
        f"{ratio:.3f} times as likely"
    )
    often = abs(sum(shares) - 1) < 1e-9 and above[2] > 1 / 4 < ratio
    return Found(often, text, "that is more than 1/4, so that its variance is infinite")


def doublings(rules: Sequence[Callable[[Fraction], bool]] = BETS, levels: int = 60) -> list[float]:
    """Return the frequency with which the pot has been doubled k times since it was last emptied, over both bets of
    a deal.
    """
    turns = []
    for bets in rules:
        wins = float(sum(p * w for w, p in win_distribution() if bets(w)))
        turns.append((wins, float(sum(p * (1 - w) for w, p in win_distribution() if bets(w)))))
    first = [1.0] + [0.0] * (levels - 1)
    second = first
    for _ in range(1000):
        second = _pot_after(first, *turns[0])
        first = _pot_after(second, *turns[1])
    return [(x + y) / 2 for x, y in zip(first, second, strict=True)]


def _pot_after(share: list[float], wins: float, loses: float) -> list[float]:
    """Return the pot after one turn: it stays, doubles, or starts again."""
    stays = 1 - wins - loses
    return [wins * sum(share) + stays * share[0], *(stays * y + loses * x for x, y in pairwise(share))]


HAND, DECK, RANKS = 4, 52, 13


def full_tables(players: Sequence[int], tables: int, deals: int) -> Found:
    """Simulate N players who bet the pot if they win with more than 1/2: the growth of the pot."""
    found = {n: _simulate(n, tables, deals) for n in players}
    text = "; ".join(
        f"{n} players: above the antes {100 * above:.0f}%, four times as much {100 * far:.0f}%"
        for n, (above, far, _) in found.items()
    )
    fair = all(abs(seats.sum()) < 1e-6 * tables for _, _, seats in found.values())
    off = abs(found[2][0] - (1 - doublings((BETS[0], BETS[0]))[0]))
    text += f"; {tables:,} tables, the second half of {deals} deals"
    return Found(fair and off < 0.04, f"how often the pot is at a bet, {text}")


def _simulate(n: int, tables: int, deals: int) -> tuple[float, float, Floats]:
    """Return how often the pot is above n, and at least 4n, in the second half, and the total gain of each seat."""
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
    """Return the probability that each hand beats the next card, one of the 48 that it does not hold."""
    return np.asarray((_tops(hands).sum(axis=1) - HAND) / (DECK - HAND))


def _tops(hands: Ints) -> Ints:
    """Return the top rank of each suit in each hand, with 1 for the lowest card and 0 for a void."""
    tops = np.zeros((len(hands), DECK // RANKS), dtype=np.int64)
    for card in hands.T:
        np.maximum.at(tops, (np.arange(len(hands)), card // RANKS), card % RANKS + 1)
    return tops


def beats(hands: Ints, cards: Ints) -> Bools:
    """Check whether each hand has a higher card of the suit."""
    return np.asarray(_tops(hands)[np.arange(len(hands)), cards // RANKS] > cards % RANKS + 1)


def seen_cards(deals: int) -> Found:
    """Compute the value, per unit at stake, of knowing the opponent's hand and the turned card: an upper bound on
    the value of seen cards.

    The rules show at most one card of a hand, and the turned one; a player who knows more does at least as well.
    """
    rng = np.random.default_rng(52)
    cards = rng.permuted(np.tile(np.arange(DECK, dtype=np.int8), (deals, 1)), axis=1)[:, : 2 * HAND + 1]
    hand, known = cards[:, :HAND], cards[:, HAND:]
    tops = _tops(hand)
    beaten = tops.sum(axis=1) - HAND
    for card in known.T:
        beaten = beaten - (tops[np.arange(deals), card // RANKS] > card % RANKS + 1)
    blind = np.maximum(2 * chances(hand) - 1, 0)
    informed = np.maximum(2 * beaten / (DECK - 2 * HAND - 1) - 1, 0)
    gain, error = float((informed - blind).mean()), float((informed - blind).std() / deals**0.5)
    exact = float(sum(p * (2 * w - 1) for w, p in win_distribution() if w > 1 / 2))
    text = (
        "if negligible means less than a tenth of what a bet earns: "
        f"a unit at stake earns {blind.mean():.5f} without them (exactly {exact:.5f}) and at most {gain:.5f} "
        f"± {error:.5f} more with them, {100 * gain / exact:.0f}% of it"
    )
    sound = abs(float(blind.mean()) - exact) < 5 * float(blind.std()) / deals**0.5
    return Found(sound and gain + 4 * error < exact / 10, text)
