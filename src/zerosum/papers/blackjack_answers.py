"""What sections 2 and 3 of Bellman and Blackwell leave open, computed: the real Red Dog, and blackjack's bluff."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from zerosum.games.blackjack import Blackjack
from zerosum.models.drawing import STICK
from zerosum.papers.red_dog_formulas import red_dog
from zerosum.solvers.drawing import DrawingSolution, solve


@cache
def blackjack(**parameters: object) -> DrawingSolution:
    """Blackjack, solved once."""
    return solve(Blackjack(**parameters))  # type: ignore[arg-type]


def real_deck() -> str:
    """Red Dog with 52 cards, in a sentence."""
    found = red_dog()
    assert found.linear is not None
    a, b = found.linear
    shares = ", ".join(f"{act} {p}" for act, p in found.row.items()).replace("bet 5", "bet most")
    return (
        f"fold if the top ranks of the suits sum below 16, bet most from 28 on; {shares};"
        f" expectation {a} + {b} M, a loss unless M > {float(-a / b):.2f}, so for every pot of 2 to 10 antes"
    )


def continuous_voids() -> str:
    """Four uniform cards that fall into random suits, in a sentence."""
    voids, plain = red_dog(deck="continuous", voids=True).linear, red_dog(deck="continuous").linear
    assert voids is not None
    assert plain is not None
    return (
        f"expectation {voids[0]} + {voids[1]} M, a loss unless M > {float(-voids[0] / voids[1]):.2f};"
        f" without voids it is {plain[0]} + {plain[1]} M, a gain for every M >= 1"
    )


def sticks_on(found: DrawingSolution, label: str) -> tuple[int, int]:
    """How many of the hands called so stick, and how many there are, over all cards of the dealer's."""
    spots = [spot for by_card in found.hands_called(label).values() for _, spot in by_card]
    return sum(spot.act == STICK for spot in spots), len(spots)


def bluff_cost(found: DrawingSolution, below: int = 14) -> Fraction:
    """What giving up the bluff costs, in edge of a unit at stake."""
    return found.edge - found.rule_values[f"must pull below {below}"][0]


def bluff_closed() -> str:
    """When the bluff is right against a closed card."""
    found = blackjack()
    counts = {label: sticks_on(found, label) for label in ("hard 12", "hard 13", "hard 14", "hard 15")}
    shown = ", ".join(f"{label} {k} of {n}" for label, (k, n) in counts.items())
    return f"hands that rightly stick: {shown}; never to stick below 14 costs {float(bluff_cost(found)):.2g}"


def bluff_open() -> str:
    """When the bluff is right against an open card."""
    found = blackjack(dealer_card="seen")
    cells = []
    for label in ("hard 12", "hard 13"):
        for card, spots in found.hands_called(label).items():
            sticks = sum(spot.act == STICK for _, spot in spots)
            if sticks:
                cells.append(f"{label} against {found.game.kinds[card]}: {sticks} of {len(spots)}")
    return (
        f"{'; '.join(cells)}; never to stick below 14 costs {float(bluff_cost(found)):.6f} of a unit at stake"
    )


def bluff_by_threshold() -> str:
    """What the bluff is worth for each rule of the dealer's."""
    parts = []
    for total in range(14, 20):
        found = blackjack(stick=total)
        parts.append(f"{total}: {float(bluff_cost(found)):.5f} of {float(found.edge):+.5f}")
    return "worth of the bluff of the bettor's edge, by where the dealer sticks: " + ", ".join(parts)


def best_rule() -> int:
    """The dealer's best total to stick on, the bettor knowing it."""
    return min(range(12, 22), key=lambda total: blackjack(stick=total).edge)


def best_rule_in_words() -> str:
    """Where the dealer should stick, and what the rule of sixteen earns him beside it."""
    total = best_rule()
    best, sixteen = (-float(blackjack(stick=t).edge) for t in (total, 16))
    word = "yes" if total == 16 else "no"
    return f"{word}: {total} is, with which B loses {best:.4f} of a unit at stake; with sixteen {sixteen:.4f}"


def sixteen_is_an_answer() -> bool:
    """Whether sixteen is the strictest rule against which the bluff on 12 or 13 is worth nothing."""
    return bluff_cost(blackjack()) == 0 < bluff_cost(blackjack(stick=17))


def one_card() -> str:
    """Whether it matters if the bettor may stick with his first card alone."""
    ones = [spot for hand, spot in blackjack().spots[-1].items() if sum(hand) == 1]
    gains = [spot.pull - spot.stick for spot in ones if spot.pull is not None and spot.stick is not None]
    verdict = "no" if min(gains) >= 0 else "yes"
    return f"{verdict}: with a single card pulling gains {float(min(gains)):.4f} or more over sticking"


def pure_play_is_best() -> bool:
    """Whether a plan without mixing earns all that the best plan could, by the verifier's own recursion."""
    from zerosum.verifiers.drawing import verify

    found = blackjack()
    bounds = verify(found.game, found)
    return bool(found.value.lower in bounds and bounds.gap < 1e-8)
