"""Red Dog as Bellman and Blackwell's section 2 leaves it: thresholds, shares, the real deck at the simple stakes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.games.red_dog import RankPerSuit, RealDeck, RedDog
from zerosum.models.solo.engines.wager.card_distribution import UniformCard
from zerosum.papers.checks.pot import DECK, HAND, chances
from zerosum.papers.checks.red_dog import (
    DISTRIBUTIONS,
    HALF,
    QUARTER,
    best_cut,
    distribution,
    expectation_13,
    folding_the_best_hands,
    four_suits,
    identity_18_19,
    integral,
    k,
    red_dog,
)
from zerosum.papers.verdicts import Found

SAMPLES = 100_000
"""Number of random hands on which an exact answer is tested."""


def payoff_depends_on(what: Sequence[str]) -> Found:
    """Check whether the payoff of (1) and (2) depends on exactly these: own number, opponent's number, moves."""

    def pays(x: Fraction, y: Fraction, bet: int) -> Fraction:
        return Fraction((1 + bet) * k(x, y) if bet else -1)

    low, high = Fraction(0), Fraction(1)
    found = {
        "own number": pays(low, HALF, 1) != pays(high, HALF, 1),
        "opponent's number": pays(HALF, low, 1) != pays(HALF, high, 1),
        "moves": len({pays(HALF, low, bet) for bet in (0, 1, 2)}) > 1,
    }
    text = (
        f"with x = 1/2 a bet of 1 pays {pays(HALF, low, 1)} against y = 0 and {pays(HALF, high, 1)} against y = 1, "
        f"a bet of 2 pays {pays(HALF, low, 2)} against y = 0, and folding pays {pays(HALF, low, 0)}"
    )
    return Found({name for name, depends in found.items() if depends} == set(what), text)


def starts_at(value: str) -> Found:
    """Check whether the distribution functions of the paper's example, uniform cards, have this value at 0."""
    found = Fraction(UniformCard().cdf(Fraction(0)))
    text = f"G(0) = {found} for uniform cards, and 2G(x) - 1 = 0 at x = {one_card('bet')}"
    return Found(found == Fraction(value), text)


def one_card(act: str) -> Fraction:
    """Return the threshold of folding, or of betting the maximum, with one uniform card each."""
    cuts = RankPerSuit((Fraction(1),), UniformCard(), UniformCard()).thresholds(QUARTER)
    return Fraction(cuts[0 if act == "fold" else 1])


def middle_exists() -> Found:
    """Check whether every distribution of the turned card has a point with 2G(x) - 1 = 0; near if uniform cards do."""
    missing = [
        text
        for text in DISTRIBUTIONS
        if not any(2 * distribution(text).cdf(x) == 1 for x in (0, *distribution(text).ranks))
    ]
    middle = one_card("bet")
    text = f"not for {', '.join(missing)}: a step function may jump over 1/2; {middle} for uniform cards"
    return Found(not missing, text, near=2 * Fraction(UniformCard().cdf(middle)) == 1)


def parts_of_four() -> Found:
    """Check (14) for four uniform suits."""
    row = red_dog(deck="continuous").row
    fold, bet_most, bet_one = row["fold"], row["bet 5"], row["bet 1"]
    ok = fold == 1 - bet_most - bet_one and fold == four_suits().below(QUARTER)
    return Found(ok, f"four uniform suits: {fold} = 1 - {bet_most} - {bet_one}")


def folding_cut(sign: int) -> Found:
    """Check whether E is largest with R ending where 2 Σ p_i (2G(x_i) - 1) + sign vanishes, for four uniform suits."""
    cut = best_cut()
    text = f"four uniform suits: E is greatest with R = {{Σ p_i x_i < {cut}}}"
    return Found(2 * (2 * cut - 1) + sign == 0, text)


def folding_region(which: str) -> Found:
    """Compute E if R is W >= 3/4, as printed in (17), or W < 1/4, compared with the best R."""
    best = red_dog(deck="continuous").value.lower
    found = folding_the_best_hands() if which == "W >= 3/4" else expectation_13(four_suits(), QUARTER)
    return Found(found == best, f"with M = 5 it earns {float(found):.4f}, where the best is {best}")


def share(act: str, prints: str) -> Found:
    """Compute the share of the hands of four uniform suits that take an action, according to (18) and (19)."""
    found = red_dog(deck="continuous").row[act]
    return Found(identity_18_19() and found == Fraction(prints), f"{found} of the hands")


def ranks_of_a_suit() -> int:
    """Return the number of ranks in a suit of the real deck, which is the number of jumps of its distribution
    function.
    """
    deck = RedDog().source
    assert isinstance(deck, RealDeck)
    return len({deck.rank(card) for card in deck.cards})


def same_structure() -> Found:
    """Check whether the two thresholds on the win probability are the same in the real and the continuous deck."""
    found = {red_dog(**p).thresholds for p in ({}, {"deck": "continuous"})}
    shown = " and ".join(", ".join(map(str, cuts)) for cuts in found)
    return Found(len(found) == 1, f"thresholds on the win chance in both decks: {shown}")


def expectation_of_one_card() -> Found:
    """Compute the expectation with uniform cards, as a line in M, and by (3) again at M = 5."""
    line = red_dog(deck="continuous", suits=1).linear
    assert line is not None
    low, high = integral(1, 1, QUARTER, HALF, 2, -1), integral(1, 1, HALF, Fraction(1), 2, -1)
    return Found(line[0] + 5 * line[1] == 2 * low + 6 * high - QUARTER, f"E_B = {line[0]} + {line[1]} M")


def continuous_voids() -> Found:
    """Solve four uniform cards that fall into random suits."""
    voids, plain = red_dog(deck="continuous", voids=True).linear, red_dog(deck="continuous").linear
    rng, each = np.random.default_rng(4), np.arange(SAMPLES)[:, None]
    tops = np.zeros((SAMPLES, 4))
    np.maximum.at(tops, (each, rng.integers(0, 4, (SAMPLES, 4))), rng.random((SAMPLES, 4)))
    if voids is None or plain is None:
        return Found(None, "no exact expectation")
    text = (
        f"expectation {voids[0]} + {voids[1]} M, a loss unless M > {float(-voids[0] / voids[1]):.2f};"
        f" without voids it is {plain[0]} + {plain[1]} M, a gain from M > {float(-plain[0] / plain[1]):.2f} on"
    )
    return Found(_meets(voids, tops.mean(axis=1)), text)


def _meets(line: tuple[float | Fraction, float | Fraction], chances: Floats) -> bool:
    """Check whether an expectation a + bM, at M = 5, is the EV of the best of three actions at sampled
    probabilities.
    """
    edge = 2 * chances - 1
    earned = np.maximum(np.maximum(-1, 2 * edge), 6 * edge)
    off = abs(float(earned.mean()) - float(line[0] + 5 * line[1]))
    return off < 4.5 * float(earned.std()) / math.sqrt(len(earned))


def real_deck() -> Found:
    """Solve the simplified stakes with 52 cards, by the top ranks of a hand's suits."""
    found, deck = red_dog(), RedDog().source
    assert isinstance(deck, RealDeck)
    if found.linear is None:
        return Found(None, "no exact expectation")
    a, b = found.linear
    cuts = [int(deck.left * win + deck.held) for win in found.thresholds]
    shares = ", ".join(f"{act} {p}" for act, p in found.row.items()).replace("bet 5", "bet most")
    rng = np.random.default_rng(52)
    dealt = rng.permuted(np.tile(np.arange(DECK, dtype=np.int8), (SAMPLES, 1)), axis=1)[:, :HAND]
    text = (
        f"at the simple version's stakes, win or lose 1 + f: fold if the top ranks of the suits sum below {cuts[0]}, "
        f"bet the most from {cuts[1]} on; {shares}; expectation {a} + {b} M, a loss unless M > {float(-a / b):.2f}"
    )
    return Found(_meets((a, b), chances(dealt)), text)
