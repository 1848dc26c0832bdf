"""Poker on [0, 1] for every bet: Newman's game, whole streets, several raises, and the Basic Endgame.

Newman's game with the bet sizes b_1 < … < b_n. Let w_i = 2/(2 + b_i) and w_0 = 1; 1 - w_i are B's pot odds. If A
bluffs with the hands below x, B makes all bluffs worth 2x - 1 by folding below c_i = x + (1 - x)(1 - w_i). Against
that A's hand 1 - d earns 1 + k - k w_i - 4d/w_i + 2d by betting b_i, with k = 2(1 - x), and a check has the same EV
as a bet of 0. So A bets b_i from d_i = k w_{i-1} w_i / 4 down to d_{i+1}, and B is indifferent with c_i if A bluffs
with 1 - w_i times as many. All bluffs are x, which gives x = T/(2 + T) with T = Σ w_{i-1} w_i (w_{i-1} - w_i); the
value is x as well. Since 3 w_{i-1} w_i <= w_{i-1}² + w_{i-1} w_i + w_i², 3T <= 1 - w_n³ < 1, and T is largest where
all steps of w are equal.

References: D. J. Newman, A model for 'real' poker, Operations Research 7 (1959); C. Ferguson, T. Ferguson and
C. Gawargy, Uniform(0,1) two-person poker models (2007); C. Ferguson and T. Ferguson, The endgame in poker (2007);
S. Karlin and R. Restrepo, Multistage poker models, Contributions to the Theory of Games III (1957).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate, pairwise
from math import prod

from zerosum.core.arrays import Scalar
from zerosum.core.sides import SIDES
from zerosum.formulas.answer import FormulaPiece, MixRule
from zerosum.formulas.line import GameLine
from zerosum.games.endgame import Endgame
from zerosum.games.poker import Raises
from zerosum.games.von_neumann import VonNeumann
from zerosum.models.continuum.form import StepStrategy
from zerosum.models.continuum.rules import BettingGame
from zerosum.models.continuum.verify import guaranteed
from zerosum.models.hidden.rules import HiddenGame
from zerosum.numerics.functions import RationalFunction
from zerosum.numerics.quotients import letters
from zerosum.papers.checks import poker as f
from zerosum.papers.formulas import holds
from zerosum.papers.verdicts import Found

F = Fraction


def newman(sizes: tuple[Fraction, ...]) -> tuple[Fraction, dict[str, StepStrategy]]:
    """Return the value of Newman's game with these bet sizes and both strategies, as derived above."""
    w = [F(1), *(2 / (2 + size) for size in sizes)]
    total = sum((high * low * (high - low) for high, low in pairwise(w)), F(0))
    x = total / (2 + total)
    best = [(1 - x) * high * low / 2 for high, low in pairwise(w)] + [F(0)]
    bluffs = [(1 - low) * (d - after) for low, (d, after) in zip(w[1:], pairwise(best), strict=True)]
    game = VonNeumann(bets=sizes)
    start, *after = game.form.turns
    ends = [F(0), *accumulate(bluffs), *(1 - d for d in best)]
    taken = [*range(1, len(sizes) + 1), 0, *range(1, len(sizes) + 1)]
    mixes = [tuple(F(action == k) for action in range(len(sizes) + 1)) for k in taken]
    plans = {start.name: StepStrategy(start.actions, tuple(ends), tuple(mixes))}
    for turn, low in zip(after, w[1:], strict=True):
        calls = x + (1 - x) * (1 - low)
        plans[turn.name] = StepStrategy(turn.actions, (F(0), calls, F(1)), ((F(1), F(0)), (F(0), F(1))))
    return x, plans


def spread(count: int) -> tuple[Fraction, ...]:
    """Return the optimal bet sizes of A: their pot odds are equally spaced."""
    return tuple(F(2 * k, count + 1 - k) for k in range(1, count + 1))


def newman_sizes(most: int) -> Found:
    """Prove the value 1/(7 + 6/(n(n + 2))) by best responses to both strategies, with up to `most` bet sizes."""
    for count in range(1, most + 1):
        value, plans = newman(spread(count))
        game = VonNeumann(bets=spread(count))
        proved = guaranteed(game, plans, "row"), -guaranteed(game, plans, "col")
        if {value, *proved} != {1 / (7 + F(6, count * (count + 2)))}:
            return Found(False, f"with {count} sizes A gets from {proved[0]} to {proved[1]}")
    return Found(True, f"exactly, for 1 to {most} bet sizes; with {most} it is {value} = {float(value):.6f}")


def newman_limit(value: str) -> Found:
    """Prove the value with any bet: from below by finite sets of sizes, from above by B's threshold (b + 2/7)/(b + 2).

    Against that threshold the hand 1 - (3/7) s² has the EV 19/7 + (6/7) s² - (24/7) s by its best bet, 2/s - 2, for
    s <= 1, less (6/7) (2 - u s)²/u by another bet u - 2; -5/7 by a bluff; and by a check 1 - (6/7) s².
    """
    u, s = letters("u", "s")
    calls, hand = 1 - F(12, 7) / u, 1 - F(3, 7) * s**2
    bets = calls + (u - 1) * (2 * hand - 1 - calls)
    best = F(19, 7) + F(6, 7) * s**2 - F(24, 7) * s
    shapes = (
        best - bets == F(6, 7) * (2 - u * s) ** 2 / u and best - (2 * hand - 1) == F(12, 7) * (s - 1) ** 2
    )
    # A bluffs below 1/7, checks up to 4/7, and bets above: dx = (6/7) s ds
    bluffs, checks = F(-5, 7) * F(1, 7), (F(4, 7) ** 2 - F(4, 7)) - (F(1, 7) ** 2 - F(1, 7))
    bets_well = F(6, 7) * (F(19, 7) / 2 + F(6, 7) / 4 - F(24, 7) / 3)
    above, below = bluffs + checks + bets_well, 1 / (7 + F(6, 24 * 26))
    text = (
        f"B concedes exactly {above} by calling from (b + 2/7)/(b + 2) up, whatever A bets; "
        f"1/(7 + 6/(n(n + 2))) with n bet sizes comes as close as one likes, with 24 of them {float(below):.6f}"
    )
    return Found(shapes and above == F(value) and below < above, text)


def newman_densities(most: int) -> Found:
    """Check the shares of hands that bet each of n sizes, for value and as bluffs, by B's pot odds q."""
    for count in range(1, most + 1):
        value, plans = newman(spread(count))
        width = {action: [F(0), F(0)] for action in plans["start"].actions}
        for step in plans["start"]:
            (action,) = step.mix
            width[action][step.low >= value] += F(step.high) - F(step.low)
        bets = [width[action] for action in plans["start"].actions[1:]]
        for k, (bluffs, bets_well) in enumerate(bets, 1):
            q = F(k, count + 1)
            if bets_well != (1 - value) * (1 - q) / (count + 1) or bluffs != q * bets_well:
                return Found(False, f"not with {count} sizes")
    return Found(
        True,
        f"exactly, for 1 to {most} sizes: with the value v the shares of hands are (1 - v)(1 - q)/(n + 1) and q times "
        "that; where A may bet any amount the densities are 6/7 (1 - q) and 6/7 q(1 - q)",
    )


def newman_strategies(formula: str) -> Found:
    """Check a formula of Newman's game with any bet, R pots: where B calls, and with which hands A bets R.

    A bets R with the value hand x at which the best bet is R, and with the bluff that leaves room below it for all
    larger bluffs, which the limit of the shares of bluffs by pot odds, (6/7) q(1 - q), gives.
    """
    size = RationalFunction.variable()
    q = size / (1 + size)
    known = {
        "call": 1 - F(6, 7) / (1 + size),
        "hand": 1 - F(3, 7) / (1 + size) ** 2,
        "bluff": F(6, 7) * (F(1, 6) - q**2 / 2 + q**3 / 3),
    }
    return f.as_functions(formula, "R", known)


def street(bet: Fraction, after_check: str, raises: int) -> BettingGame:
    """Return a game with one bet size and a check, or that of Karlin and Restrepo, in which A bets or folds."""
    if after_check == "fold":
        return Raises(bet=bet, raises=raises)
    return VonNeumann(bets=(bet,), after_check=after_check, raises=raises)


def streets(formula: str, after_check: str, raises: int) -> Found:
    """Check a formula in the bet B and the value, for every bet; all pieces must have the same value."""
    line: GameLine[BettingGame] = GameLine(lambda t: street(t, after_check, raises), "bet", "B", F(0), None)
    pieces = BettingGame.family.formula(line).pieces
    values = {f.function(piece.value) for piece in pieces}
    if len(values) > 1:
        return Found(False, f"the value has {len(values)} pieces")
    return f.as_functions(formula, "B", {"value": values.pop()})


def endgame(formula: str, bets: str, win: str) -> Found:
    """Check a formula of the Basic Endgame with one letter among its bets or as its probability P.

    Its letters are V, P, P0, and for the first rounds r1, r2, …, fold1, fold2, … and bluff1, bluff2, …
    """

    def game(t: Fraction) -> Endgame:
        sizes = tuple(t if size == "b" else F(size) for size in bets.split(","))
        return Endgame(bets=sizes, win=t if win == "p" else F(win))

    high = F(1) if win == "p" else None
    line: GameLine[HiddenGame] = GameLine(game, "win" if win == "p" else "bets", "t", F(0), high)
    known = _endgame_letters(bets, win)
    pieces = HiddenGame.family.formula(line).pieces
    fine = holds(formula, {**known, **_endgame_mixes(pieces[0], bets.count(",") + 1)})
    if win != "p":
        return Found(fine and len(pieces) == 1, "for every b, as an identity of functions")
    # above P0 row always bets at first and col folds
    p0 = known["P0"]
    fine = fine and pieces[0].high == p0 and not any(f.function(piece.value) - 1 for piece in pieces[1:])
    text = f"for every P up to P0, which is {p0}, as an identity of functions; above it the value is 1"
    return Found(fine, text)


def _endgame_letters(bets: str, win: str) -> dict[str, Scalar]:
    """Return P, P0 and the bets as shares of the new pots, with the letter as a function."""
    t = RationalFunction.variable()
    sizes: list[Scalar] = [t if size == "b" else F(size) for size in bets.split(",")]
    stakes = list(accumulate(sizes, initial=F(1)))
    shares = [size / (2 * stake + size) for size, stake in zip(sizes, stakes, strict=False)]
    named = {f"r{k}": share for k, share in enumerate(shares, 1)}
    return {"P": t if win == "p" else F(win), "P0": 1 / prod(1 + share for share in shares), **named}


def _endgame_mixes(piece: FormulaPiece, rounds: int) -> Mapping[str, Scalar]:
    """Return the value, col's probability of folding in each round and row's of bluffing, as functions."""
    row, col = (piece.of(side) for side in SIDES)
    found: dict[str, Scalar] = {"V": f.function(piece.value)}
    for k in range(1, rounds + 1):
        folds = col["after bet" + ", call, bet" * (k - 1)]
        bluffs = row["after lose" + ", bet, call" * (k - 1)]
        assert isinstance(folds, MixRule)
        assert isinstance(bluffs, MixRule)
        found |= {f"fold{k}": f.function(folds.moves["fold"]), f"bluff{k}": f.function(bluffs.moves["bet"])}
    return found
