"""Bellman and Blackwell, section 3: blackjack's bluff, computed for the bridge deck."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from zerosum.games.blackjack import Blackjack
from zerosum.models.drawing.answer import DrawingSolution
from zerosum.models.drawing.rules import STICK
from zerosum.models.drawing.solve import solve
from zerosum.papers.verdicts import Found

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@cache
def blackjack(**parameters: object) -> DrawingSolution:
    """Blackjack, solved once."""
    return solve(Blackjack(**parameters))  # type: ignore[arg-type]


def sticks_on(found: DrawingSolution, label: str) -> tuple[int, int]:
    """How many of the hands called so stick, and how many there are, over all cards of the dealer's."""
    spots = [spot for by_card in found.hands_called(label).values() for _, spot in by_card]
    return sum(spot.act == STICK for spot in spots), len(spots)


def bluff_cost(found: DrawingSolution, below: int = 14) -> Fraction:
    """What giving up the bluff costs, in edge of a unit at stake."""
    return found.edge - found.rule_values[f"pull below {below}"][0]


def bluff_closed() -> Found:
    """When the bluff is right against a closed card."""
    found = blackjack()
    counts = {label: sticks_on(found, label) for label in ("hard 12", "hard 13", "hard 14", "hard 15")}
    shown = ", ".join(f"{label} {k} of {n}" for label, (k, n) in counts.items())
    text = f"hands that rightly stick: {shown}; never to stick below 14 costs {float(bluff_cost(found)):.2g}"
    return Found(_plan_is_best(), text)


def bluff_open() -> Found:
    """When the bluff is right against an open card."""
    found = blackjack(dealer_card="seen")
    cells = []
    for label in ("hard 12", "hard 13"):
        for card, spots in found.hands_called(label).items():
            sticks = sum(spot.act == STICK for _, spot in spots)
            if sticks:
                cells.append(f"{label} against {found.game.kinds[card]}: {sticks} of {len(spots)}")
    cost = f"never to stick below 14 costs {float(bluff_cost(found)):.6f} of a unit at stake"
    return Found(bool(cells), f"{'; '.join(cells)}; {cost}")


def bluff_by_threshold() -> Found:
    """What the bluff is worth for each rule of the dealer's."""
    parts = []
    for total in range(14, 20):
        found = blackjack(stick=total)
        parts.append(f"{total}: {float(bluff_cost(found)):.5f} of {float(found.edge):+.5f}")
    costs = [bluff_cost(blackjack(stick=total)) for total in range(14, 20)]
    text = f"worth of the bluff of the bettor's edge, by where the dealer sticks: {', '.join(parts)}"
    return Found(costs == sorted(costs), text)


def best_rule() -> Found:
    """Where the dealer should stick, the bettor knowing it, and what the rule of sixteen earns him beside it."""
    edges = {total: blackjack(stick=total).edge for total in range(12, 22)}
    total = min(edges, key=lambda t: edges[t])
    word = "yes" if total == 16 else "no"
    best, sixteen = (-float(edges[t]) for t in (total, 16))
    text = f"{word}: {total} is, with which B loses {best:.4f} of a unit at stake; with sixteen {sixteen:.4f}"
    return Found(sum(edge == edges[total] for edge in edges.values()) == 1, text)


def sixteen_is_an_answer() -> Found:
    """Whether sixteen is the strictest rule against which the bluff on 12 or 13 is worth nothing."""
    costs = {total: bluff_cost(blackjack(stick=total)) for total in (16, 17)}
    shown = ", ".join(f"{float(cost):.5f} if he sticks on {total}" for total, cost in costs.items())
    return Found(costs[16] == 0 < costs[17], f"sticking on 12 or 13 is worth {shown}")


def one_card_matters() -> Found:
    """Whether it matters if the bettor may stick with his first card alone."""
    ones = [spot for hand, spot in blackjack().spots[-1].items() if sum(hand) == 1]
    gains = [spot.pull - spot.stick for spot in ones if spot.pull is not None and spot.stick is not None]
    word = "no" if min(gains) >= 0 else "yes"
    text = f"{word}: with a single card pulling gains {float(min(gains)):.4f} or more over sticking"
    return Found(_plan_is_best(), text)


@cache
def _plan_is_best() -> bool:
    """Whether the plan earns all that the best plan could, by the verifier's own recursion."""
    from zerosum.models.drawing.certificate import verify

    found = blackjack()
    bounds = verify(found)
    return bool(found.value.lower in bounds and bounds.gap < 1e-8)


def draw_blackjack() -> Figure:
    """When to stick, if the dealer's card lay open."""
    from zerosum.models.drawing.plot import draw

    return draw(blackjack(dealer_card="seen"))


def draw_rules() -> Figure:
    """The bettor's edge, and what the bluff adds to it, by the total on which the dealer sticks."""
    from matplotlib.figure import Figure

    totals = range(14, 20)
    found = [blackjack(stick=total) for total in totals]
    honest = [one.rule_values["pull below 14"][0] for one in found]
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    axes.plot(totals, [100 * float(one.edge) for one in found], "o-", color="#1a5276", label="free to bluff")
    axes.plot(
        totals, [100 * float(edge) for edge in honest], "s--", color="#c0734f", label="must pull below 14"
    )
    axes.axhline(0, color="black", linewidth=0.6)
    axes.set_xticks(list(totals))
    axes.set_xlabel("the dealer sticks on")
    axes.set_ylabel("bettor's edge, % of a unit at stake")
    axes.legend(frameon=False)
    return figure
