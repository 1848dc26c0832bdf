"""A wager game as data for plots: the share of hands with each win probability, the EV of each action there, and the
reasons.
"""

from __future__ import annotations

import itertools
from fractions import Fraction

from zerosum.core.data import Json
from zerosum.core.numbers import short_text
from zerosum.display.views import decisions_view, frequency_in_words, hand_view, move_view
from zerosum.models.solo.engines.wager.answer import WagerSolution
from zerosum.models.solo.engines.wager.rules import HALF

BINS = 48
"""Number of bars, for a distribution that is not finite."""


def views(solution: WagerSolution, bins: int = BINS) -> list[Json]:
    """Return bars for the hands' win probabilities and lines for the EVs of the actions; and the kinds of hands, if
    there are any.
    """
    stakes = solution.game.stakes
    acts = list(dict.fromkeys(stakes.acts))
    bars: list[Json] = [
        {"from": low, "to": high, "height": 100 * share, "name": act, "hue": acts.index(act)}
        for low, high, share in _bars(solution, bins)
        for act in [stakes.best((low + high) / 2)]
    ]
    hands = {
        "title": "distribution of win probabilities",
        "low": 0,
        "high": max(bar["height"] for bar in bars),
        "unit": "% of the hands",
        "bars": bars,
        "lines": [],
    }
    lines = [
        {"name": act, "hue": k, "points": [[w, float(stakes.worth(act, Fraction(w)))] for w in (0, 1)]}
        for k, act in enumerate(acts)
    ]
    most = float(stakes.worth(stakes.acts[2], 1))
    worth = {
        "title": "EV of each action",
        "low": float(-2 * (stakes.low + stakes.ante)),
        "high": most,
        "lines": lines,
        "best": "max",
    }
    cuts = dict.fromkeys((stakes.fold_below, HALF))
    axis = {"name": "win probability of the hand", "letter": "w", "low": 0, "high": 1, "share": True}
    view = {
        "kind": "curves",
        "axis": axis,
        "at": None if solution.win is None else float(solution.win),
        "cuts": [{"at": float(cut), "name": str(cut)} for cut in cuts if 0 < cut < 1],
        "choices": [{"name": "", "panels": [worth, hands]}],
    }
    return [view] if solution.win is not None else [view, *kinds(solution)]


def _bars(solution: WagerSolution, bins: int) -> list[tuple[float, float, float]]:
    """Return the extent of each bar and its fraction of the hands: an atom of a finite distribution, or a
    bin.
    """
    chance = solution.chance
    distribution = chance.exact
    if distribution is not None and distribution.is_finite:
        atoms = sorted((float(w), float(p)) for (w, _), p in distribution.terms.items())
        apart = min((b - a for (a, _), (b, _) in itertools.pairwise(atoms)), default=0.05)
        return [(w - apart / 2, w + apart / 2, p) for w, p in atoms]
    below = [sum(map(float, chance.below(Fraction(k, bins)))) / 2 for k in range(bins)] + [1.0]
    return [(k / bins, (k + 1) / bins, below[k + 1] - below[k]) for k in range(bins)]


def kinds(solution: WagerSolution) -> list[Json]:
    """Return the kinds of hands as columns, with widths proportional to their frequency and the frequency of each
    action.
    """
    stakes, seat = solution.game.stakes, solution.game.seats["row"]
    hands = [
        hand_view(
            label,
            distribution.mass,
            [
                move_view(act, share / distribution.mass, None)
                for act, share in stakes.shares_of(distribution).items()
            ],
        )
        for label, distribution in solution.game.groups().items()
        if distribution.mass
    ]
    here = {"seat": seat, "side": "row", "after": [], "hands": hands}
    return [decisions_view([here])] if hands else []


def explain(solution: WagerSolution) -> str:
    """Return the hands for which two actions have equal EVs; with one hand, the EVs of its actions."""
    stakes = solution.game.stakes
    fold, low, high = stakes.acts
    if solution.win is not None:
        earned = sorted(
            ((float(stakes.worth(act, solution.win)), act) for act in dict.fromkeys(stakes.acts)),
            reverse=True,
        )
        acts = ", ".join(f"{act} {short_text(worth, 3)}" for worth, act in earned)
        return f"This hand wins {100 * float(solution.win):.3g}% of the time. EV of each action: {acts}."
    edge = stakes.fold_below
    shares = {act: float(share) for act, share in solution.row.items()}
    boldest = f"{100 * shares.get(high, 0.0):.0f}% of hands {high}"
    gains = f"A hand that wins more than half the time gains on every unit bet, so {boldest}."
    if not edge:
        return f"No hand folds, since {low} risks no more than folding loses. {gains}"
    either = f"loses {short_text(stakes.ante, 3)}" if stakes.ante else "earns nothing"
    first = (
        f"A hand that wins {frequency_in_words(edge)} is indifferent between {fold} and {low}: either {either} "
        "on average. A weaker hand folds."
    )
    if low == high or edge == HALF:
        return f"{first} So {boldest}."
    return f"{first} {gains}"
