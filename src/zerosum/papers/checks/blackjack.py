"""Bellman and Blackwell, section 3: blackjack's bluff, computed for the bridge deck."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from zerosum.games.blackjack import Blackjack
from zerosum.models.solo.engines.drawing.answer import DrawingSolution
from zerosum.models.solo.engines.drawing.rules import STAND
from zerosum.models.solo.engines.drawing.solve import solve
from zerosum.papers.verdicts import Found

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@cache
def blackjack(**parameters: object) -> DrawingSolution:
    """Solve blackjack, once."""
    return solve(Blackjack(**parameters))  # type: ignore[arg-type]


def stands_on(found: DrawingSolution, label: str) -> tuple[int, int]:
    """Count the hands with this name that stand, and all hands with this name, over all cards of the dealer."""
    spots = [spot for by_card in found.hands_called(label).values() for _, spot in by_card]
    return sum(spot.act == STAND for spot in spots), len(spots)


def bluff_cost(found: DrawingSolution, below: int = 14) -> Fraction:
    """Return the cost of giving up the bluff, per unit at stake."""
    return found.edge - found.rule_values[f"hit below {below}"][0]


def bluff_closed() -> Found:
    """Compute when the bluff is right against a face-down card."""
    found = blackjack()
    counts = {label: stands_on(found, label) for label in ("hard 12", "hard 13", "hard 14", "hard 15")}
    shown = ", ".join(f"{label} {k} of {n}" for label, (k, n) in counts.items())
    text = f"hands that rightly stand: {shown}; never to stick below 14 costs {float(bluff_cost(found)):.2g}"
    return Found(_plan_is_best(), text)


def bluff_open() -> Found:
    """Compute when the bluff is right against a face-up card."""
    found = blackjack(dealer_card="seen")
    cells = []
    for label in ("hard 12", "hard 13"):
        for card, spots in found.hands_called(label).items():
            sticks = sum(spot.act == STAND for _, spot in spots)
            if sticks:
                cells.append(f"{label} against {found.game.kinds[card]}: {sticks} of {len(spots)}")
    cost = f"never to stick below 14 costs {float(bluff_cost(found)):.6f} of a unit at stake"
    return Found(bool(cells), f"{'; '.join(cells)}; {cost}")


def bluff_by_threshold() -> Found:
    """Compute the value of the bluff for each rule of the dealer."""
    parts = []
    for total in range(14, 20):
        found = blackjack(stand=total)
        parts.append(f"{total}: {float(bluff_cost(found)):.5f} of {float(found.edge):+.5f}")
    costs = [bluff_cost(blackjack(stand=total)) for total in range(14, 20)]
    text = f"worth of the bluff of the bettor's edge, by where the dealer sticks: {', '.join(parts)}"
    return Found(costs == sorted(costs), text)


def best_rule() -> Found:
    """Compute the total at which the dealer should stand if the bettor knows it, and the EV of standing on 16."""
    edges = {total: blackjack(stand=total).edge for total in range(12, 22)}
    total = min(edges, key=lambda t: edges[t])
    word = "yes" if total == 16 else "no"
    best, sixteen = (-float(edges[t]) for t in (total, 16))
    text = f"{word}: {total} is, with which B loses {best:.4f} of a unit at stake; with sixteen {sixteen:.4f}"
    return Found(sum(edge == edges[total] for edge in edges.values()) == 1, text)


def sixteen_is_an_answer() -> Found:
    """Check whether sixteen is the strictest rule against which the bluff on 12 or 13 has no value."""
    costs = {total: bluff_cost(blackjack(stand=total)) for total in (16, 17)}
    shown = ", ".join(f"{float(cost):.5f} if he sticks on {total}" for total, cost in costs.items())
    return Found(costs[16] == 0 < costs[17], f"sticking on 12 or 13 is worth {shown}")


def one_card_matters() -> Found:
    """Check whether it matters if the bettor may stand with the first card alone."""
    ones = [spot for hand, spot in blackjack().spots[-1].items() if sum(hand) == 1]
    gains = [spot.hit - spot.stand for spot in ones if spot.hit is not None and spot.stand is not None]
    word = "no" if min(gains) >= 0 else "yes"
    text = f"{word}: with a single card pulling gains {float(min(gains)):.4f} or more over sticking"
    return Found(_plan_is_best(), text)


@cache
def _plan_is_best() -> bool:
    """Check whether the plan attains the EV of the best plan, by the verifier's own recursion."""
    from zerosum.models.solo.engines.drawing.certificate import verify

    found = blackjack()
    bounds = verify(found)
    return bool(found.value.lower in bounds and bounds.gap < 1e-8)


def draw_rules() -> Figure:
    """Draw the bettor's edge, and the part of it due to the bluff, by the total on which the dealer stands."""
    from matplotlib.figure import Figure

    totals = range(14, 20)
    found = [blackjack(stand=total) for total in totals]
    honest = [one.rule_values["hit below 14"][0] for one in found]
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    axes.plot(totals, [100 * float(one.edge) for one in found], "o-", color="#1a5276", label="free to bluff")
    axes.plot(
        totals, [100 * float(edge) for edge in honest], "s--", color="#c0734f", label="must hit below 14"
    )
    axes.axhline(0, color="black", linewidth=0.6)
    axes.set_xticks(list(totals))
    axes.set_xlabel("the dealer sticks on")
    axes.set_ylabel("bettor's edge, % of a unit at stake")
    axes.legend(frameon=False)
    return figure
