"""Poker games of others, recomputed: Kuhn's, Borel's, von Neumann's and Newman's, and liar's dice; and Bellman and
Blackwell's whole class: games in two phases, and one in which both players must mix.

References: H. W. Kuhn, A simplified two-person poker, Contributions to the Theory of Games I, 1950; C. Ferguson and
T. S. Ferguson, On the Borel and von Neumann poker models, Game Theory and Applications 9, 2003; T. Krityakierne,
T. Thanatipanonda and D. Zeilberger, Von Neumann and Newman pokers with finite decks, 2024; T. D. Ahle, An analysis of
the endgame of liar's dice.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from zerosum.core.sides import SIDES
from zerosum.core.solution import Value
from zerosum.formulas.answer import MixRule
from zerosum.formulas.line import GameLine
from zerosum.games.liars_dice import LiarsDice
from zerosum.games.poker import Kuhn, Relance
from zerosum.games.two_phases import InTwoPhases, TwoPhaseRaise, TwoPhaseRelance
from zerosum.games.von_neumann import VonNeumann
from zerosum.models.continuum.engines.phased.certificate import verify
from zerosum.models.continuum.engines.phased.solve import solve as solve_phased
from zerosum.models.continuum.form import StepStrategy
from zerosum.models.continuum.rules import BettingGame, Decision, Deck, a, b, fold, showdown
from zerosum.models.continuum.verify import guaranteed
from zerosum.models.hidden.rules import HiddenGame, Turn, choose, deal, end
from zerosum.models.hidden.solve import solve as solve_hidden
from zerosum.papers.checks import poker as f
from zerosum.papers.formulas import holds
from zerosum.papers.verdicts import Found

F = Fraction
THIRDS = (F(0), F(1, 3), F(2, 3), F(1))


def half_street(bet: Fraction) -> VonNeumann:
    """Return von Neumann's poker with this bet."""
    return VonNeumann(bets=(bet,))


def von_neumann(formula: str) -> Found:
    """Check a formula in the bet B, the value, and the ends of bluffing, value betting and calling, with antes of 1."""
    piece = f.for_every_bet(half_street)
    (_, bluffs_end), _, (value_bets_begin, _) = f.steps_of(piece, "row", "")
    (_, calls_begin), _ = f.steps_of(piece, "col", "after bet")
    ends = {"bluff": bluffs_end, "value_bet": value_bets_begin, "call": calls_begin}
    return f.as_functions(formula, "B", {"value": f.function(piece.value), **ends})


MANY_BETS = (*(F(k, 2) for k in range(1, 21)), *map(F, (12, 15, 20, 30, 40)))
"""Bet sizes that approximate all bets in Newman's poker."""


def finite_decks(limit: str, within: str, any_bet: bool) -> Found:
    """Check that the value with 20, 50 and 80 cards is at most a limit, and with 80 cards close to it."""
    cards = (20, 50, 80)
    values = [f.value(VonNeumann(cards=n, bets=MANY_BETS if any_bet else (F(2),))) for n in cards]
    fine = all(v <= F(limit) for v in values) and F(limit) - values[-1] <= F(within)
    shown = ", ".join(f"{float(v):.5f} with {n} cards" for n, v in zip(cards, values, strict=True))
    if any_bet:
        return Found(fine, f"{shown} and {len(MANY_BETS)} bets from 1/2 to 40")
    exact = f.for_every_bet(half_street).value(2)
    text = f"{shown}; with hands on [0, 1] and the bet 2 it is {exact}, exactly"
    return Found(fine and exact == F(limit), text)


def two_cards(value: str) -> Found:
    """Compute the value with 2 cards and the bet 2; a printed one is near if bluffing with the lower card has it."""
    exact, bluffing = f.value(VonNeumann(cards=2)), F(-(1 + 2) + 1, 2)
    text = f"{exact}: A may check both cards; who bluffs with the lower card gets {bluffing}"
    return Found(exact == F(value), text, near=bluffing == F(value))


def liars_dice(dice: int, against: int, faces: int, wild: str) -> Value:
    """Return the value of liar's dice: exact or, if the game is too large for that, a proved interval.

    The interval is so narrow that it contains at most one fraction with a denominator of up to 300.
    """
    game = LiarsDice(dice=dice, col_dice=against, sides=faces, wild=wild)
    return solve_hidden(game, tolerance=1e-5).value


@dataclass(frozen=True)
class FlippedShowdown(BettingGame):
    """Von Neumann's poker, except that the lower hand wins a showdown with probability q."""

    q: Fraction = F(0)  # noqa: RUF009 - a fraction is immutable
    bet: Fraction = F(1)  # noqa: RUF009

    def tree(self) -> Decision:
        """Return the tree; a showdown for s pays (1 - 2q) s to the higher hand on average."""
        sure = 1 - 2 * self.q
        answer = b({"fold": fold(1), "call": showdown(sure * (1 + self.bet))})
        return a({"check": showdown(sure), "bet": answer})


def flipped(bet: str) -> Found:
    """Check whether the value, as a function of the probability q of a flip, first grows, and falls to 0 at q = 1/2."""
    line: GameLine[BettingGame] = GameLine(lambda q: FlippedShowdown(q, F(bet)), "q", "q", F(0), F(1, 2))
    found = BettingGame.family.formula(line)
    first = found.pieces[0]
    grows = found(F(1, 1000)) > found(0) and found(F(1, 2)) == 0
    return Found(grows, f"with bet {bet} it is {first.value} up to q = {first.high}")


@dataclass(frozen=True)
class AceKingQueen(BettingGame):
    """The game of ace, king and queen: one card each; A checks or bets 1 into a pot; B folds or calls."""

    pot: Fraction = F(2)  # noqa: RUF009 - a fraction is immutable

    def tree(self) -> Decision:
        """Return the tree; half of the pot comes from each player."""
        half = self.pot / 2
        return a({"check": showdown(half), "bet": b({"fold": fold(half), "call": showdown(half + 1)})})

    @property
    def deck(self) -> Deck:
        """Three cards, in ascending order from the queen."""
        return Deck(3)


def ace_king_queen(formula: str) -> Found:
    """Check a formula in the pot P, the probability of bluffing with the queen and of calling with the king."""
    line: GameLine[BettingGame] = GameLine(AceKingQueen, "pot", "P", F(1), None)
    (piece,) = BettingGame.family.formula(line).pieces
    row, col = piece.of("row"), piece.of("col")
    sure = [(row["with 2"], "check"), (row["with 3"], "bet"), (col["with 1 after bet"], "fold")]
    sure += [(col["with 3 after bet"], "call")]
    mixes = row["with 1"], col["with 2 after bet"]
    assert isinstance(mixes[0], MixRule)
    assert isinstance(mixes[1], MixRule)
    letters = {"bluff": f.function(mixes[0].moves["bet"]), "call": f.function(mixes[1].moves["call"])}
    found = f.as_functions(formula, "P", letters)
    fine = found.holds and all(rule.lines() == [move] for rule, move in sure)
    return Found(fine, f"for every pot from 1 bet on, where the value is {piece.value}")


def borel(formula: str) -> Found:
    """Check a formula in the bet B, the value and II's folding point of La Relance."""
    piece = f.for_every_bet(Relance)
    (_, folds_end), _ = f.steps_of(piece, "col", "after bet")
    return f.as_functions(formula, "B", {"value": f.function(piece.value), "fold": folds_end})


def kuhn_value(cards: int) -> Fraction:
    """Return the value of Kuhn poker."""
    return f.value(Kuhn(cards=cards))


def kuhn_family() -> Found:
    """Check whether the whole family is optimal for A: its two ends are, and every member is a mixture of them."""
    text = "alpha = 0 and 1/3 against the best response; how often A plays to each end is linear in alpha"
    return Found(all(map(_kuhn_family, (F(0), F(1)))), so=text)


def kuhn_second(formula: str) -> bool:
    """Check a formula for B's bluffs with the jack after a check, and B's calls with the queen."""
    plans = f.solved(Kuhn()).steps
    return holds(formula, {"bluff": plans["check"].mixes[0][1], "call": plans["bet"].mixes[1][1]})


def _kuhn_family(share: Fraction) -> bool:
    """Check whether bluffing alpha, betting 3 alpha with the king and calling alpha + 1/3 is optimal for A."""
    alpha, solution = share / 3, f.solved(Kuhn())
    start = ((1 - alpha, alpha), (F(1), F(0)), (1 - 3 * alpha, 3 * alpha))
    answer = ((F(1), F(0)), (F(2, 3) - alpha, F(1, 3) + alpha), (F(0), F(1)))
    plans = {
        **solution.steps,
        "start": StepStrategy(("check", "bet"), THIRDS, start),
        "check, bet": StepStrategy(("fold", "call"), THIRDS, answer),
    }
    return guaranteed(solution.game, plans, "row") == F(-1, 18)


def kuhn_decks() -> Found:
    """Compute the value with larger decks, each exactly."""
    values = {n: f.value(Kuhn(cards=n)) for n in (3, 4, 5, 13, 52)}
    shown = ", ".join(f"{v} with {n} cards" for n, v in values.items())
    exact = all(f.solved(Kuhn(cards=n)).value.gap == 0 for n in values)
    return Found(exact, f"{shown}; with hands on [0, 1] it is {f.value(Kuhn(cards=0))}")


GAMES: dict[str, type[InTwoPhases]] = {"relance": TwoPhaseRelance, "raise": TwoPhaseRaise}
GAP_TOLERANCE = 1e-9
"""Maximum width of the interval from best responses for which a solution is accepted."""


@dataclass(frozen=True)
class SameOrOther(HiddenGame):
    """Both get a number and say 1 or -1 in secret; the product, times the sign of the difference, is paid."""

    numbers: int = 4

    def turn(self, position: tuple[int, ...]) -> Turn:
        """Return the turn: the two numbers, the two words, the end."""
        match position:
            case () | (_,):
                return deal(range(self.numbers), to=SIDES[len(position)])
            case (_, _) | (_, _, _):
                return choose(SIDES[len(position) - 2], (1, -1), hidden=True)
            case _:
                x, y, one, two = position
                return end(one * two * ((x > y) - (x < y)))


def two_phases(game: str) -> Found:
    """Compute the value of a game in two phases by best responses to its strategies, and whether these strategies
    are pure.
    """
    rules = GAMES[game]()
    solution = solve_phased(rules, tolerance=GAP_TOLERANCE)
    proved = verify(solution)
    pure = all(steps.is_pure for steps in solution.steps.values())
    first = solution.steps["start"]
    low = next(step.high for step in first)
    text = (
        f"worth {float(proved):.9f} to A, who folds below {float(low):.6f} at first; "
        f"{'pure' if pure else 'mixed'} strategies of both prove it to {GAP_TOLERANCE:g}"
    )
    return Found(pure and proved.gap <= GAP_TOLERANCE, text)


def pure_in_the_class(numbers: int, teeth: int) -> Found:
    """Compute what pure strategies guarantee in the game of hidden words, for n numbers and for [0, 1]."""
    solution = solve_hidden(SameOrOther(numbers), pure=True)
    best, value = solution.pure["row"][1], solution.value
    worst = min(_below(teeth, Fraction(k, 2 * teeth)) for k in range(2 * teeth + 1))
    text = (
        f"not in all of it: with hidden moves and K = ab·sign(x - y) the value is {value.lower}, and no pure strategy "
        f"of {numbers} equal numbers gets more than {float(best):g}; saying either by turns on {2 * teeth} "
        f"intervals of [0, 1] loses {-worst}"
    )
    return Found(value.is_exact and best < value.lower and worst < 0, text)


def _below(teeth: int, y: Fraction) -> Fraction:
    """Return ∫p(x) sign(x - y) dx, where p alternates between 1 and -1 on 2 * teeth intervals."""
    signs = ((-1) ** k * (1 if Fraction(k, 2 * teeth) >= y else -1) for k in range(2 * teeth))
    return Fraction(sum(signs), 2 * teeth)
