"""The discounted value of a lagged game as a rational or algebraic function of the discount, piece by piece.

The functions W(k, ·) of a discounted lagged game (`recursion`) have corners without end, but play from the start needs
few of them while the discount is small. A *promise* is a node k, a probability q that the player announces there, and
an amount w. A finite set of promises can be kept if at each of them some r and s, probabilities of other promises or
lotteries over two of them, leave enough whichever exit the opponent takes:

    a(k) + β E a(next) + β² [q w(e(cc k), r) + (1 - q) w(e(cl k), s)]  >=  w(k, q)    for both exits e.

Then the player gets at least w(start, q), since β < 1. The column player's promises bound the value from above.

In floats we find a small set of probabilities with which both players secure the value, and read from the recursion
which of the inequalities are equations: one of a promise where the opponent prefers an exit, two where a lottery or the
probability q itself makes the exits equal. Every unknown, amounts, probabilities and weights of lotteries, enters
them linearly. Starting from the value z itself they are solved one by one as rational functions of the parameter t and
of z; one equation is left over, and a factor P(t, z) of it is the curve on which the value lies. Promises that matter
only off the path need not be the best ones: there the player's best pure answer is enough.

Probabilities and weights in [0, 1] and the other inequalities are signs of rational functions of t and z along the
branch. They change only where a resultant with P vanishes. So the formula is proved between two neighbouring roots, if
both players' equations have the same factor P.

On Gleason's ring the first piece is rational. Just above its end, chains of probabilities are seen to become longer and
longer, so pieces seem to accumulate there (this is not proved), and the walk ends. What is known at the other end of
the line is the limit: as the discount goes to 1, 1 - β times the value goes to the average payoff. For if TW - W lies
between lo and hi for the average payoff, the strategies read from W earn at least n lo / 2 - c in any n moves, and at
most n hi / 2 + c, where c bounds W and the payoffs; so 1 - β times their discounted sum lies within (1 - β) c of [lo /
2, hi / 2].
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from flint import fmpz_mpoly

from zerosum.core.errors import InputError
from zerosum.core.limits import tick, within
from zerosum.core.numbers import as_fraction
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side
from zerosum.formulas.answer import Formula, MixRule, Named, Rule, assemble
from zerosum.formulas.line import GameLine
from zerosum.formulas.reading import Shaped, read_numbers
from zerosum.formulas.text import show_point
from zerosum.models.lagged.functions import FLOATS
from zerosum.models.lagged.promises import Promises, as_curve, few_numbers
from zerosum.models.lagged.recursion import COL, ROW, Operator
from zerosum.models.lagged.rules import DiscountedGame, LaggedGame
from zerosum.models.lagged.solve import solve
from zerosum.numerics.algebraic import (
    AlgebraicFunction,
    at,
    barriers_of,
    by_powers,
    is_divisible,
    nearest,
    positive,
    quotient_on,
    sign_on,
)
from zerosum.numerics.exact import as_fractions, factors
from zerosum.numerics.functions import RationalFunction
from zerosum.numerics.roots import Point, between, compare, roots, simplest
from zerosum.numerics.trace import LONGEST, Local, Stretch, reach

TRIES = 8
"""Number of discounts that are tried for the next piece, each nearer to where the last one ends."""

Branch = AlgebraicFunction | RationalFunction


@dataclass(frozen=True)
class PieceAnswer:
    """The value and both players' rules on one piece."""

    value: Branch
    rules: tuple[tuple[Side, str, tuple[tuple[str, Branch], ...]], ...]
    """For each rule the side, the place, and the moves with their probabilities."""


def formula(
    line: GameLine[LaggedGame],
    *,
    progress: Progress = silent,
    pieces: Annotated[int, "maximum number of pieces"] = 200,
) -> Formula:
    """The discounted value as a rational or algebraic function of the parameter, from the left end of the range on."""
    began = time.perf_counter()
    if pieces < 1:
        raise InputError(f"a formula has at least one piece, and pieces is {pieces}")
    reading = read_numbers(line, _numbers)
    discount, *payoffs = reading.functions
    if line.low is None or line.high is None:
        raise InputError("a formula of a lagged game needs a range with two ends, as 0..1/5")

    def local(t: Fraction) -> Local[PieceAnswer] | None:
        return _around(line.make(t), discount, payoffs, t)

    with within("this formula", LONGEST):
        covered, further = _walk(local, line.low, line.high, pieces, progress)
    last = covered[-1].high if covered else line.low
    assert last is not None
    whole = compare(last, line.high) == 0
    if not whole and not (line.whole and covered):
        raise InputError(_refusal(line, last, covered, further))
    note = _note(line, last, further) if line.whole else ""

    def answer(found: PieceAnswer) -> tuple[Branch, tuple[Rule, ...]]:
        rules = [
            MixRule(side, place, {move: Named(p, line.letter) for move, p in moves})
            for side, place, moves in found.rules
        ]
        return found.value, tuple(rules)

    return assemble(line, covered, answer, began, proved=reading.proved, note=note)


def _numbers(game: LaggedGame) -> Shaped:
    """The board, which must not change with the parameter, and the discount and the payoffs, which may."""
    if not isinstance(game, DiscountedGame):
        raise InputError(
            "a formula of a lagged game needs a discount below 1: make it the parameter with a range such as "
            "discount=0..1/5, or give a number"
        )
    board = game.layout()
    return (board.names, board.exits, board.start), [
        as_fraction(game.discount),
        *map(as_fraction, board.payoffs),
    ]


def _walk(
    local: Callable[[Fraction], Local[PieceAnswer] | None],
    low: Fraction,
    high: Fraction,
    most: int,
    progress: Progress,
) -> tuple[list[Stretch[PieceAnswer]], list[Stretch[PieceAnswer]]]:
    """Pieces from the left end on, as far as they follow each other; and those found beyond."""
    left: Point = low
    covered: list[Stretch[PieceAnswer]] = []
    beyond: list[Stretch[PieceAnswer]] = []
    while compare(left, high) < 0:
        if len(covered) == most:
            raise InputError(
                f"there are more than {most} pieces; give a smaller range, or allow more of them (pieces)"
            )
        found = next((one for one in beyond if one.low is not None and compare(one.low, left) <= 0), None)
        far: Point = high
        for _ in range(TRIES):
            if found is not None:
                break
            sample = between(left, far)
            progress(len(covered), 0, "pieces")
            tick()
            here = local(sample)
            far = sample
            if here is not None and all(c.sign_at(sample) > 0 for c in here.conditions if c):
                start, end = reach([c for c in here.conditions if c], sample, left, high)
                stretch = Stretch(start, end, sample, here.answer)
                assert start is not None
                if compare(start, left) <= 0:
                    found = stretch
                else:
                    beyond.insert(0, stretch)
                    far = start
        if found is None:
            break
        covered.append(found)
        beyond = [one for one in beyond if one is not found]
        assert found.high is not None
        left = found.high
    return covered, beyond


def _refusal(
    line: GameLine[LaggedGame],
    last: Point,
    covered: Sequence[Stretch[PieceAnswer]],
    further: Sequence[Stretch[PieceAnswer]],
) -> str:
    """Why a range is refused: the last proved point, and what to ask instead."""
    assert line.low is not None
    if covered:
        end = last if isinstance(last, Fraction) else simplest(*_inner(last))
        first = f"the formula is proved up to {line.letter} = {show_point(last)}; give a range that ends there, as "
        first += f"{line.parameter}={line.low}..{end}"
    else:
        first = (
            f"no formula was found from {line.letter} = {line.low} on: play needs too many probabilities there, or "
            "several moves are equally good; give another range"
        )
    return first + _elsewhere(line, further)


def _inner(point: Point) -> tuple[Fraction, Fraction]:
    """An interval just below a point, within a thousandth of it."""
    near = Fraction(float(point)).limit_denominator(10**6)
    return near * Fraction(998, 1000), near * Fraction(999, 1000)


def _elsewhere(line: GameLine[LaggedGame], further: Sequence[Stretch[PieceAnswer]]) -> str:
    """The widest piece that was found beyond the last proved point, as a range to ask for."""
    widest = max(further, key=lambda one: float(one.high or 0) - float(one.low or 0), default=None)
    if widest is None or widest.low is None or widest.high is None:
        return ""
    low, high = float(widest.low), float(widest.high)
    edge = (high - low) / 100
    ends = [
        simplest(Fraction(low + edge), Fraction(low + 20 * edge)),
        simplest(Fraction(high - 20 * edge), Fraction(high - edge)),
    ]
    return f"; another formula holds on {line.parameter}={ends[0]}..{ends[1]}"


def _note(line: GameLine[LaggedGame], last: Point, further: Sequence[Stretch[PieceAnswer]]) -> str:
    """What is known beyond the last proved point, where the whole line was asked for."""
    game = line.make(line.points(4)[0])
    assert isinstance(game, DiscountedGame)
    average = solve(game.game).value
    beyond = (
        ""
        if last == line.high
        else (
            f"Beyond {line.letter} = {show_point(last)} no formula was found that begins there: play seems to need "
            f"too many probabilities{_elsewhere(line, further)}. "
        )
    )
    return beyond + (
        f"As {line.letter} goes to 1, 1 - {line.letter} times the value goes to the average payoff, between "
        f"{float(average.lower):.12g} and {float(average.upper):.12g}."
        if line.parameter == "discount"
        else ""
    )


def _around(
    game: LaggedGame, discount: RationalFunction, payoffs: Sequence[RationalFunction], t: Fraction
) -> Local[PieceAnswer] | None:
    """The formula near one value of the parameter, and what must stay positive; None if it is not found."""
    assert isinstance(game, DiscountedGame)
    board, beta = game.layout(), Fraction(game.discount)
    solution = solve(game.game, discount=beta, digits=14)
    value = float(solution.value)
    operator = Operator(board, FLOATS, beta)
    both = []
    for player in (ROW, COL):
        functions = {node: f.convert(FLOATS) for node, f in solution.functions[player].items()}
        grid = few_numbers(operator, functions, player, solution.first[player], value)
        if grid is None:
            return None
        promises = Promises(operator, grid, player, solution.first[player], discount, payoffs)
        if not promises.read() or not promises.solve():
            return None
        both.append(promises)
    shared = [
        factor
        for factor, _ in factors(as_curve(both[ROW].closing[0]))[1]
        if len(by_powers(factor)) > 1
        and all(is_divisible(as_curve(c), factor) for one in both for c in one.closing)
    ]
    choices = []
    for factor in shared:
        found = roots(tuple(as_fractions(at(factor, t).coeffs())))
        if found:
            index = nearest(found, Fraction(value))
            choices.append((abs(float(found[index]) - value), index, factor, found[index]))
    if not choices:
        return None
    _, index, branch, root = min(choices, key=lambda choice: choice[0])
    if any(is_divisible(as_curve(x.bottom), branch) for one in both for x in one.known.values()):
        return None
    signed: dict[str, fmpz_mpoly] = {}
    for condition in (c for one in both for c in one.conditions()):
        if is_divisible(condition, branch):
            continue
        if sign_on(condition, t, root) < 0:
            return None
        for factor, _ in factors(condition)[1]:
            signed[str(factor)] = factor if sign_on(factor, t, root) >= 0 else -factor
    barriers = barriers_of(branch, signed.values(), t, root)
    if barriers is None:
        return None
    rules = []
    for one, side in zip(both, SIDES, strict=True):
        for place, moves in one.rules():
            shown = []
            for move, p in moves:
                quotient = quotient_on(branch, as_curve(p.top), as_curve(p.bottom), t, root)
                if quotient is None:
                    return None
                shown.append((move, quotient[0]))
                barriers += quotient[1]
            rules.append((side, place, tuple(shown)))
    within = [discount, RationalFunction.of(1) - discount, *(positive(b, t) for b in barriers)]
    return Local(PieceAnswer(AlgebraicFunction.of(branch, index, t), tuple(rules)), within)
