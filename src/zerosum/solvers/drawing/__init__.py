"""Solve drawing games exactly: whether to fold, what to bet, when to stick, by the cards held.

The rival's hands are counted in `counts`, the recursion over the bettor's is in `plan`, his bets
are in `bets`. Run with fewer acts allowed, the same recursion tells what a rule costs that the bettor
binds himself to.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Annotated

from zerosum.errors import InputError
from zerosum.models.drawing import PULL, STICK, DrawingGame, Hand
from zerosum.progress import Progress, silent
from zerosum.reports.table import Table
from zerosum.solution import Solution, Value
from zerosum.solvers.drawing.bets import Plans, best_bets, expectation, first_act, mean_edge
from zerosum.solvers.drawing.plan import CLOSED, Plan, Spot, make_plan, make_web
from zerosum.solvers.drawing.tables import (
    chart_note,
    chart_table,
    charted,
    first_table,
    rule_table,
    spot_table,
)

__all__ = ["DrawingSolution", "solve"]


@dataclass(frozen=True, kw_only=True)
class DrawingSolution(Solution):
    """The bettor's best play: for each card of the rival's (-1 if closed), every hand's worth and act."""

    game: DrawingGame = field(repr=False)
    """The game itself."""
    plans: Plans
    """By kind of the rival's open card, or -1."""
    edge: Fraction
    """What a unit at stake gains on average if the bettor never folds."""
    rule_values: Mapping[str, tuple[Fraction, Fraction]]
    """For each rule: the mean edge of a unit at stake, and the expectation."""

    def data(self) -> dict[str, object]:
        """The exact edge, and what each rule is worth."""
        return {"edge": self.edge, "rules": self.rule_values}

    def spot(self, hand: Hand, up: int = CLOSED) -> Spot:
        """What the acts are worth at a hand."""
        return self.plans[up][hand]

    def hands_called(self, label: str) -> dict[int, list[tuple[Hand, Spot]]]:
        """All hands of two cards and more that the chart calls so ("hard 13"), by the rival's card."""
        chart = charted(self.game, self.plans)
        if label not in chart:
            raise InputError(f"no hand is called {label!r}; the chart has {', '.join(chart)}")
        return chart[label]

    def at(
        self,
        *,
        hand: Annotated[str | None, 'the bettor\'s cards, such as "10 2"'] = None,
        up: Annotated[str | None, "the rival's open card"] = None,
        total: Annotated[str | None, 'all hands of a line of the chart, such as "hard 13"'] = None,
    ) -> Solution:
        """The best act with one hand: folding or a bet with one card, pull or stick with more."""
        if total is not None:
            return self._line(total, up)
        if hand is None:
            if up is not None:
                raise InputError('with --up, name the bettor\'s hand too, as --hand "10 2"')
            return self
        held, card = self.game.read_hand(hand), _open_card(self.game, up)
        if held not in self.plans[card]:
            raise InputError(f"{hand!r} has gone over, or is not in this deck")
        return _one_hand(self, held, self.plans[card][held], hand + (f" against {up}" if up else ""))

    def _line(self, label: str, up: str | None) -> Solution:
        """All hands of one line of the chart, against one open card or against every one."""
        spots = self.hands_called(label)
        if up is not None:
            card = _open_card(self.game, up)
            spots = {card: spots[card]}
        table = spot_table(self.game, label, spots)
        return replace(self, title=f"{self.title} · {label}", tables=[table], row={})


def solve(game: DrawingGame, *, progress: Progress = silent) -> DrawingSolution:
    """The bettor's exact best play, and what his rules would cost him."""
    began = time.perf_counter()
    cards = [k for k, count in enumerate(game.supply) if count] if game.rival_seen else [CLOSED]
    rules = game.rules()
    allowed: dict[str, dict[Hand, tuple[str, ...]]] = {name: {} for name in rules}
    plans: dict[str, dict[int, Plan]] = {name: {} for name in ("", *rules)}
    for done, card in enumerate(cards):
        progress(done, len(cards), "cards of the rival")
        web = make_web(game, card)
        plans[""][card] = make_plan(web)
        for name, rule in rules.items():
            acts = allowed[name]
            acts.update((hand, rule(hand)) for hand in web.hands[:-1] if hand not in acts)
            plans[name][card] = make_plan(web, acts)
    values = {name: (mean_edge(game, plan), expectation(game, plan)) for name, plan in plans.items()}
    best = plans[""]
    return DrawingSolution(
        title=game.title,
        value=Value.exactly(values[""][1]),
        row=best_bets(game, best),
        move="first card",
        method="backward recursion in integers",
        positions=sum(len(plan) - 1 for plan in best.values()),
        game=game,
        plans=best,
        edge=values[""][0],
        rule_values={name: value for name, value in values.items() if name},
        tables=[first_table(game, best), chart_table(game, best), *rule_table(values)],
        notes=[_summary(*values[""]), *chart_note(game, best), *game.remarks()],
        seconds=time.perf_counter() - began,
    )


def _summary(edge: Fraction, value: Fraction) -> str:
    """The value and the edge as decimals, for the fractions are long."""
    return (
        f"Expectation {float(value):+.6f}; each unit at stake, ante and bet, "
        f"gains {float(edge):+.6f} on average if the bettor never folds."
    )


def _open_card(game: DrawingGame, up: str | None) -> int:
    """The kind of the rival's open card, as a person typed it."""
    if up is None:
        if game.rival_seen:
            raise InputError(
                f"the rival's card lies open in this game: give it too, as --up {game.kinds[-1]}"
            )
        return CLOSED
    if not game.rival_seen:
        raise InputError("the rival's card is closed in this game, so leave --up out")
    shown = game.read_hand(up)
    if sum(shown) != 1:
        raise InputError(f"the rival shows one card, not {up!r}")
    return shown.index(1)


def _one_hand(solved: DrawingSolution, cards: Hand, spot: Spot, name: str) -> Solution:
    """The solution at one hand: the first act with a single card, pull or stick with more."""
    game = solved.game
    worths: list[tuple[str, object]]
    if sum(cards) == 1:
        act, value = first_act(game.stakes, spot.best)
        win = (1 + spot.best) / 2
        worths = [(one, game.stakes.worth(one, win)) for one in dict.fromkeys(game.stakes.acts)]
        notes = [
            f"Each unit at stake gains {float(spot.best):+.6f}; the bettor wins {100 * float(win):.4f}%."
        ]
    else:
        act, value = spot.act, spot.best
        worths = [(STICK, spot.stick), (PULL, spot.pull)]
        notes = [f"{game.label(cards)}: worth {float(spot.best):+.6f} for each unit at stake."]
    rows = [[one, worth, float(worth) if isinstance(worth, Fraction) else None] for one, worth in worths]
    return Solution(
        game=solved.game,
        where={"hand": name},
        title=f"{solved.title} · {name}",
        value=Value.exactly(value),
        row={act: Fraction(1)},
        move="act",
        method=solved.method,
        positions=solved.positions,
        seconds=solved.seconds,
        tables=[Table("worth of each act", ["act", "worth", "about"], rows)],
        notes=notes,
    )
