"""Poker games of others, recomputed: Kuhn's, Borel's and von Neumann's.

References: H. W. Kuhn, A simplified two-person poker, Contributions to the Theory of Games I, 1950; C. Ferguson and
T. S. Ferguson, On the Borel and von Neumann poker models, Game Theory and Applications 9, 2003.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from zerosum.models.betting import BettingGame, Decision, a, b, fold, showdown
from zerosum.models.betting_steps import StepStrategy
from zerosum.papers import bluffing_formulas as f
from zerosum.papers.claims import Claim, number, question, statement
from zerosum.solvers.betting import BettingSolution, solve
from zerosum.verifiers.betting import guaranteed

__all__ = ["CLAIMS"]

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


def _neumann_points(bet: Fraction) -> bool:
    """Bluff below B/((B+1)(B+4)) with antes of 1, bet above (B²+4B+2)/((B+1)(B+4)), call above B(B+3)/…"""
    # with antes of 1 the pot is 2, and Ferguson's formulas are for the bet B in units of the ante
    d = (bet + 1) * (bet + 4)
    bluff, value_bet, call = bet / d, (bet**2 + 4 * bet + 2) / d, bet * (bet + 3) / d
    solution = _von_neumann(bet)
    bets = f.hands(solution, "start", "bet")
    return bets == [(F(0), bluff), (value_bet, F(1))] and f.ends(solution, "bet") == [call]


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


def _decks() -> str:
    values = {n: f.value(f.kuhn(n)) for n in (3, 4, 5, 13, 52)}
    shown = ", ".join(f"{v} with {n} cards" for n, v in values.items())
    return f"{shown}; with hands on [0, 1] it is {f.value(f.kuhn(0))} again"


CLAIMS: tuple[Claim, ...] = (
    number("Kuhn 1950", "the value of three-card poker is -1/18", "-1/18", lambda: f.value(f.kuhn(3))),
    statement(
        "Kuhn 1950",
        "any alpha in [0, 1/3] is optimal for A: bluff alpha, bet 3 alpha with the king, call alpha + 1/3",
        lambda: all(_kuhn_family(share) for share in (F(0), F(1, 4), F(1, 2), F(1))),
        computed="each earns -1/18 against its best reply, in fractions",
    ),
    statement(
        "Kuhn 1950",
        "B bluffs with 1/3 of the jacks after a check, and calls with 1/3 of the queens",
        lambda: (
            f.kuhn(3).steps["check"].mixes[0] == (F(2, 3), F(1, 3))
            and f.kuhn(3).steps["bet"].mixes[1] == (F(2, 3), F(1, 3))
        ),
    ),
    question("Kuhn 1950", "larger decks", _decks),
    statement(
        "Ferguson and Ferguson 2003, Borel's La Relance",
        "with ante 1 and bet B, II folds below B/(B+2) and the value is -B²/(B+2)²",
        lambda: all(
            f.value(f.relance(bet)) == -((bet / (bet + 2)) ** 2)
            and f.ends(f.relance(bet), "bet") == [bet / (bet + 2)]
            for bet in BETS
        ),
        computed="for bets 1/2, 1, 2 and 6",
    ),
    statement(
        "Ferguson and Ferguson 2003, von Neumann's model",
        "the value is B/((B+1)(B+4))",
        lambda: all(f.value(_von_neumann(bet)) == bet / ((bet + 1) * (bet + 4)) for bet in BETS),
        computed="for bets 1/2, 1, 2 and 6",
    ),
    statement(
        "Ferguson and Ferguson 2003, von Neumann's model",
        "I bets below B/((B+1)(B+4)) and above (B²+4B+2)/((B+1)(B+4)); II calls above B(B+3)/((B+1)(B+4))",
        lambda: all(_neumann_points(bet) for bet in BETS),
        computed="for bets 1/2, 1, 2 and 6",
    ),
)
