"""Every formula of the catalogue against the ordinary solver: at random points, and on both sides of every break point.

The list is the catalogue itself: each parameter that may stay a variable, at the default size and at the small one, and
each pair of them that has a map. A new game or parameter is covered without a line here. A parameter without a formula
is named in `REFUSED`, so that none is lost unnoticed.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

import zerosum
from zerosum import games
from zerosum.core.errors import ZerosumError
from zerosum.core.game import Game
from zerosum.core.limits import OverLimitError
from zerosum.formulas.answer import Formula
from zerosum.numerics.roots import Algebraic, Point, compare
from zerosum.request.flags import flags_of_game
from zerosum.request.formula import lines_of, ways_to_vary

REFUSED = {
    "leduc": ("bets",),
    "rhode-island": ("ante", "bets"),
    "free-dealer": ("goal", "cards", "soft", "stand"),
    "blackjack-for-two": ("goal", "stand"),
    "seven-and-a-half-for-two": ("goal", "stand"),
}
"""Parameters that change the tree with every step, that need another one fixed, or whose games are too large."""

TOO_LARGE_FOR_MAPS = ("push-fold",)
"""Games whose maps are refused at the default size, and take minutes at the small one."""

FEW, MANY = 3, 1000
"""Random points of a formula in `make test` and in `make long`."""

Case = tuple[str, dict[str, str]]
"""The name of a game, and its parameters; a letter stays a variable."""


def sizes(name: str) -> list[dict[str, str]]:
    """The default size and the small one; for a game from a file, the files of its kind."""
    small = dict(games.load(name).demo_parameters)
    if "path" not in small:
        return [{}, small] if small else [{}]
    return [{"path": str(path)} for path in sorted(Path("examples").glob("*.toml")) if _opens(name, path)]


def _opens(name: str, path: Path) -> bool:
    try:
        game = games.load(name)(path=str(path))
        game.family.lay_out(game)
    except ZerosumError:
        return False
    return True


def cases() -> Iterator[Case]:
    """Every parameter of the catalogue that may stay a variable, in every way and size."""
    for name in games.CATALOG:
        kind = games.load(name)
        try:
            _ = kind.family.formula
        except ZerosumError:
            continue
        for flag in flags_of_game(kind):
            for typed in ways_to_vary(flag):
                yield from (
                    (name, {**size, flag.name: typed}) for size in sizes(name) if flag.name not in size
                )


def is_refused(case: Case) -> bool:
    name, given = case
    return any(parameter in given for parameter in REFUSED.get(name, ()))


CASES = [case for case in cases() if not is_refused(case)]


def label(case: Case) -> str:
    return " ".join([case[0], *(f"{name}={value}" for name, value in case[1].items())])


def find(case: Case) -> list[tuple[Formula, dict[str, str]]]:
    """The formula; where the payoffs change at a point, those on both sides, as the message advises."""
    name, given = case
    try:
        return [(zerosum.formula(name, **given), given)]
    except OverLimitError as problem:
        if all(size.items() <= given.items() for size in sizes(name)):
            raise
        pytest.skip(str(problem))  # the small size is a case of its own
    except ZerosumError as problem:
        advice = re.search(r"a range that ends there: (\w+)=(\S+) or \w+=(\S+)$", str(problem))
        if advice is None:
            raise
        parameter, *ranges = advice.groups()
        return [part for one in ranges for part in find((name, {**given, parameter: one}))]


def solve_at(case: Case, given: dict[str, str], formula: Formula) -> Callable[[Fraction], Game]:
    """The game at a value of the formula's parameter."""
    variable = lines_of(games.load(case[0]), given)
    assert variable.variables[0].letter == formula.letter
    return variable.make


def compare_at(game: Game, found: Point) -> None:
    """Compare with the ordinary solver: exactly, or within its certified interval where the value is a root."""
    value = zerosum.solve(game).value
    if not (isinstance(value.lower, Fraction) and value.lower == value.upper) and isinstance(found, Fraction):
        try:
            value = zerosum.solve(game, exact=True).value
        except (ZerosumError, TypeError):  # a stochastic game, which is solved to within an interval
            assert value.upper - value.lower < 1e-9 * max(1, abs(found))
            assert value.lower <= found <= value.upper
            return
    if isinstance(found, Fraction):
        assert value.lower == found == value.upper
    else:
        assert compare(found, Fraction(value.lower)) >= 0 >= compare(found, Fraction(value.upper))


def beside(formula: Formula) -> Iterator[Fraction]:
    """Short fractions close to every break point, one on each side."""
    ends = [piece.low for piece in formula.pieces] + [formula.pieces[-1].high]
    for before, point, after in zip(ends, ends[1:], ends[2:], strict=False):
        assert isinstance(point, Fraction | Algebraic)
        room = min(float(point) - float(before), float(after) - float(point), 1.0) / 1000
        for side in (-1, 1):
            t = Fraction(float(point) + side * room).limit_denominator(math.ceil(4 / room))
            assert compare(t, point) == side
            yield t


def random_points(formula: Formula, count: int, dice: random.Random) -> list[Fraction]:
    """Fractions all over the range; of an infinite one a part with all break points."""
    low, high = formula.pieces[0].low, formula.pieces[-1].high
    far = max((abs(float(point)) for point in formula.breaks), default=1.0)
    start = Fraction(low) if isinstance(low, Fraction) else Fraction(-round(2 * far + 3))
    last = high.low if isinstance(high, Algebraic) else high
    end = last if isinstance(last, Fraction) else start + round(2 * far + 3)
    return [start + (end - start) * Fraction(dice.randrange(1, 9973), 9973) for _ in range(count)]


def check(case: Case, count: int, most: int | None = None) -> None:
    dice = random.Random(label(case))
    for formula, given in find(case):
        make = solve_at(case, given, formula)
        edges = list(beside(formula))
        if most is not None:
            edges = dice.sample(edges, min(most, len(edges)))
        for t in [*random_points(formula, count, dice), *edges]:
            compare_at(make(t), formula(t))


@pytest.mark.parametrize("case", CASES, ids=label)
def test_a_few_points(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZEROSUM_LIMIT", "1min")
    check(case, FEW, most=4)


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=label)
def test_a_thousand_points_and_both_sides_of_every_break(case: Case) -> None:
    check(case, MANY)


@pytest.mark.long
@pytest.mark.parametrize("case", [case for case in cases() if is_refused(case)], ids=label)
def test_what_has_no_formula_says_so(case: Case) -> None:
    with pytest.raises(ZerosumError):
        find(case)


def pairs() -> Iterator[Case]:
    """Every two parameters of the catalogue that may be any number, of games that have maps at their default size."""
    for name in games.CATALOG:
        kind = games.load(name)
        try:
            _ = kind.family.plane_formula
        except ZerosumError:
            continue
        numbers = [flag for flag in flags_of_game(kind) if ways_to_vary(flag) == ["b"]]
        for one, two in combinations(numbers, 2):
            case = name, {one.name: "x", two.name: "y"}
            if not is_refused(case) and name not in TOO_LARGE_FOR_MAPS:
                yield case


@pytest.mark.parametrize(
    ("case", "count"),
    [
        pytest.param(case, count, marks=marks, id=f"{label(case)} {count}")
        for case in pairs()
        for count, marks in ((FEW, ()), (MANY, pytest.mark.long))
    ],
)
def test_maps(case: Case, count: int) -> None:
    """Random points of the first quadrant; where there is no game, there is no formula."""
    name, given = case
    drawn = zerosum.formula_map(name, **given)
    request = lines_of(games.load(name), given)
    dice = random.Random(label(case))
    for _ in range(count):
        x, y = (Fraction(dice.randrange(1, 9973), 2003) for _ in range(2))
        try:
            game = request.make(x, y)
            game.family.lay_out(game)
        except ZerosumError:
            with pytest.raises(ZerosumError, match="there is no game"):
                drawn(x, y)
            continue
        compare_at(game, drawn(x, y))
