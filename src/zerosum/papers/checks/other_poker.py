"""Poker games of others, recomputed: Kuhn's, Borel's and von Neumann's.

References: H. W. Kuhn, A simplified two-person poker, Contributions to the Theory of Games I, 1950; C. Ferguson and
T. S. Ferguson, On the Borel and von Neumann poker models, Game Theory and Applications 9, 2003.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from zerosum.models.betting.answer import BettingSolution
from zerosum.models.betting.form import StepStrategy
from zerosum.models.betting.rules import BettingGame, Decision, a, b, fold, showdown
from zerosum.models.betting.solve import solve
from zerosum.models.betting.verify import guaranteed
from zerosum.papers.checks import poker as f
from zerosum.papers.formulas import holds
from zerosum.papers.verdicts import Found

F = Fraction
BETS = (F(1, 2), F(1), F(2), F(6))
THIRDS = (F(0), F(1, 3), F(2, 3), F(1))


@dataclass(frozen=True)
class VonNeumann(BettingGame):
    """A checks, and the hands are compared, or bets; B folds or calls."""

    bet: Fraction = F(1)  # noqa: RUF009 - a fraction is immutable

    def tree(self) -> Decision:
        """Check or bet; fold or call."""
        return a({"check": showdown(1), "bet": b({"fold": fold(1), "call": showdown(1 + self.bet)})})


@cache
def _von_neumann(bet: Fraction) -> BettingSolution:
    return solve(VonNeumann(bet))


def von_neumann(formula: str) -> Found:
    """A formula in the bet B, the value, and the ends of bluffing, betting for value and calling, antes being 1."""
    for bet in BETS:
        solution = _von_neumann(bet)
        (_, bluff), (value_bet, _) = f.hands(solution, "start", "bet")
        call = f.ends(solution, "bet")[0]
        letters = {"B": bet, "value": f.value(solution), "bluff": bluff, "value_bet": value_bet, "call": call}
        if not holds(formula, letters):
            return Found(False, f"fails with B = {bet}")
    return Found(True, f"for bets {', '.join(map(str, BETS))}")


def borel(formula: str) -> Found:
    """A formula in the bet B, the value and II's folding point of La Relance."""
    letters = [
        {"B": bet, "value": f.value(f.relance(bet)), "fold": f.ends(f.relance(bet), "bet")[0]} for bet in BETS
    ]
    return Found(all(holds(formula, one) for one in letters), so=f"for bets {', '.join(map(str, BETS))}")


def kuhn_value(cards: int) -> Fraction:
    """The value of Kuhn's poker."""
    return f.value(f.kuhn(cards))


def kuhn_family() -> Found:
    """Whether the whole family is optimal for A, at four of its members."""
    shares = (F(0), F(1, 4), F(1, 2), F(1))
    return Found(
        all(map(_kuhn_family, shares)),
        so=f"alpha = {', '.join(str(s / 3) for s in shares)} against the best reply",
    )


def kuhn_second(formula: str) -> bool:
    """A formula in B's bluffs with the jack after a check, and his calls with the queen."""
    plans = f.kuhn(3).steps
    return holds(formula, {"bluff": plans["check"].mixes[0][1], "call": plans["bet"].mixes[1][1]})


def _kuhn_family(share: Fraction) -> bool:
    """Whether bluffing alpha, betting 3 alpha with the king and calling alpha + 1/3 is optimal for A."""
    alpha, solution = share / 3, f.kuhn(3)
    start = ((1 - alpha, alpha), (F(1), F(0)), (1 - 3 * alpha, 3 * alpha))
    answer = ((F(1), F(0)), (F(2, 3) - alpha, F(1, 3) + alpha), (F(0), F(1)))
    plans = {
        **solution.steps,
        "start": StepStrategy(("check", "bet"), THIRDS, start),
        "check, bet": StepStrategy(("fold", "call"), THIRDS, answer),
    }
    return guaranteed(solution.game, plans, "row") == F(-1, 18)


def kuhn_decks() -> Found:
    """The value with larger decks, each exact."""
    values = {n: f.value(f.kuhn(n)) for n in (3, 4, 5, 13, 52)}
    shown = ", ".join(f"{v} with {n} cards" for n, v in values.items())
    exact = all(f.kuhn(n).value.gap == 0 for n in values)
    return Found(exact, f"{shown}; with hands on [0, 1] it is {f.value(f.kuhn(0))}")
