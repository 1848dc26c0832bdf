"""A wager game as data to draw: how many hands have each win chance, what each act earns there, and why."""

from __future__ import annotations

import itertools
from fractions import Fraction

from zerosum.core.data import Json
from zerosum.core.numbers import short_text
from zerosum.display.views import move_view, often
from zerosum.models.wager.answer import WagerSolution
from zerosum.models.wager.rules import HALF

BINS = 48
"""Number of bars, for a law that is not finite."""


def views(solution: WagerSolution) -> list[Json]:
    """Bars for the win chances that hands have, lines for what the acts earn; and the kinds of hands, if there are."""
    stakes = solution.game.stakes
    acts = list(dict.fromkeys(stakes.acts))
    bars = [
        {"from": low, "to": high, "height": 100 * share, "hue": acts.index(stakes.best((low + high) / 2))}
        for low, high, share in _bars(solution)
    ]
    hands = {
        "title": "share of hands with each win chance",
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
        "title": "what each act earns",
        "low": float(-2 * (stakes.low + stakes.ante)),
        "high": most,
        "lines": lines,
        "best": True,
    }
    cuts = dict.fromkeys((stakes.fold_below, HALF))
    axis = {"name": "how often the hand wins", "letter": "w", "low": 0, "high": 1, "share": True}
    view = {
        "kind": "curves",
        "axis": axis,
        "at": None if solution.win is None else float(solution.win),
        "cuts": [{"at": float(cut), "name": str(cut)} for cut in cuts if 0 < cut < 1],
        "choices": [{"name": "", "panels": [worth, hands]}],
    }
    return [view] if solution.win is not None else [view, *_kinds(solution)]


def _bars(solution: WagerSolution) -> list[tuple[float, float, float]]:
    """From where to where each bar goes, and its share of the hands: an atom of a finite law, or a bin."""
    chance = solution.chance
    law = chance.exact
    if law is not None and law.is_finite:
        atoms = sorted((float(w), float(p)) for (w, _), p in law.terms.items())
        apart = min((b - a for (a, _), (b, _) in itertools.pairwise(atoms)), default=0.05)
        return [(w - apart / 2, w + apart / 2, p) for w, p in atoms]
    below = [sum(map(float, chance.below(Fraction(k, BINS)))) / 2 for k in range(BINS)] + [1.0]
    return [(k / BINS, (k + 1) / BINS, below[k + 1] - below[k]) for k in range(BINS)]


def _kinds(solution: WagerSolution) -> list[Json]:
    """The kinds of hands as columns, as wide as they are common, each with the share that takes each act."""
    stakes, seat = solution.game.stakes, solution.game.seats["row"]
    hands = [
        {
            "name": label,
            "information": "",
            "weight": float(law.mass),
            "reached": float(law.mass),
            "moves": [move_view(act, share / law.mass, None) for act, share in stakes.shares_of(law).items()],
        }
        for label, law in solution.game.groups().items()
        if law.mass
    ]
    here = {"seat": seat, "side": "row", "after": [], "hands": hands}
    return [{"kind": "decisions", "decisions": [here], "left_out": 0, "lockable": False}] if hands else []


def why(solution: WagerSolution) -> str:
    """The hands for which two acts earn the same; with one hand, what its acts earn."""
    stakes = solution.game.stakes
    fold, low, high = stakes.acts
    if solution.win is not None:
        earned = sorted(
            ((float(stakes.worth(act, solution.win)), act) for act in dict.fromkeys(stakes.acts)),
            reverse=True,
        )
        acts = ", ".join(f"{act} {short_text(worth, 3)}" for worth, act in earned)
        return f"This hand wins {100 * float(solution.win):.3g}% of the time. So the acts earn: {acts}."
    edge = stakes.fold_below
    shares = {act: float(share) for act, share in solution.row.items()}
    boldest = f"{100 * shares.get(high, 0.0):.0f}% of the hands {high}"
    gains = f"From one win in two on every unit that is bet gains, so {boldest}."
    if not edge:
        return f"Nobody folds, since {low} puts no more at stake than folding loses. {gains}"
    either = f"loses {short_text(stakes.ante, 3)}" if stakes.ante else "earns nothing"
    first = (
        f"A hand that wins {often(edge)} does not care whether to {fold} or {low}: either {either} on average, and a "
        "weaker hand folds."
    )
    if low == high or edge == HALF:
        return f"{first} So {boldest}."
    return f"{first} {gains}"
