"""Maps of two parameters, against the ordinary exact solver off the lines."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import pytest

import zerosum
from zerosum.core.errors import InputError
from zerosum.core.game import option
from zerosum.formulas.regions import FormulaMap
from zerosum.games.poker import TwoBets
from zerosum.models.betting.rules import Decision, a, b, fold, showdown
from zerosum.numerics.roots import Algebraic
from zerosum.request.formula import lines_of


@dataclass(frozen=True)
class BetAndRaise(zerosum.BettingGame):
    """A folds or bets; B folds, sees or raises; A folds or sees."""

    bet: Fraction = option(Fraction(1), "the bet")
    more: Fraction = option(Fraction(1), "the raise")

    def tree(self) -> Decision:
        """Bet and raise of different sizes."""
        bet, more = 1 + self.bet, 1 + self.bet + self.more
        answer = a({"fold": fold(bet), "see": showdown(more)})
        return a({"fold": fold(1), "bet": b({"fold": fold(1), "see": showdown(bet), "raise": answer})})


@pytest.fixture(scope="module")
def two_bets() -> FormulaMap:
    return lines_of(TwoBets, {"high": "0..4", "low": "1/4..1"}).map(200)


def test_two_bets_and_the_golden_section(two_bets: FormulaMap) -> None:
    assert two_bets.curves == ("h^2 l^2 + 4h l^2 + 4l^2 + 4l - 4h = 0",)
    (turn,) = two_bets.turns
    assert isinstance(turn, Algebraic)
    assert turn.polynomial == (-1, 1, 1)
    assert "a curve turns at l = 0.61803398875…, a root of l^2 + l - 1" in two_bets.text()


@pytest.mark.parametrize(
    ("low", "high", "region"), [("0.31", "0.4", 0), ("0.31", "2.7", 1), ("0.55", "0.7", 0), ("0.9", "3.3", 2)]
)
def test_two_bets_between_the_lines(two_bets: FormulaMap, low: str, high: str, region: int) -> None:
    assert (
        two_bets.regions[region].value(high, low) == zerosum.solve("two-bets", low=low, high=high).value.lower
    )


def test_a_picture_and_data(two_bets: FormulaMap) -> None:
    assert len(two_bets.plot().axes) == 1
    assert len(two_bets.json()["regions"]) == 3


@pytest.mark.long
def test_bet_and_raise() -> None:
    drawn = lines_of(BetAndRaise, {"bet": "1/10..4", "more": "1/2..3"}).map(200)
    for bet, more in ((Fraction(7, 3), Fraction(9, 7)), (Fraction(1, 3), Fraction(11, 5))):
        value = zerosum.solve(BetAndRaise(bet, more)).value.lower
        assert value in [region.value(bet, more) for region in drawn.regions]


@dataclass(frozen=True)
class Larger(zerosum.HiddenGame):
    """Row takes x, or the fourth power of y."""

    x: Fraction = option(Fraction(1), "the first number")
    y: Fraction = option(Fraction(1), "the second number")

    def turn(self, position: tuple[str, ...]) -> object:
        """Choose, and be paid."""
        if not position:
            return zerosum.choose("row", ("x", "power"))
        return zerosum.end(self.x if position == ("x",) else self.y**4)


def test_regions_hold_on_all_their_lines() -> None:
    """With five ranks there are two pieces on most lines, but not the same two."""
    drawn = lines_of(TwoBets, {"cards": "5", "high": "1..4", "low": "1/4..3/2"}).map(200)
    (gap,) = drawn.gaps
    assert gap == (Fraction(3, 10), Fraction(7, 11))
    assert "no formula for l from 3/10 to 7/11" in drawn.text()
    for y, line in drawn.lines:
        found = [region for region in drawn.regions if region.between[0] <= y <= region.between[1]]
        assert len(found) in (0, len(line.values))
        for region, (low, high, value) in zip(found, line.values, strict=False):
            x = (Fraction(low) + Fraction(high)) / 2
            assert region.value(x, y) == value(x)
            assert (region.low is None) == (low == max(1, y))
            assert (region.high is None) == (high == 4)
    for low, high in ((Fraction(8, 9), Fraction(2)), (Fraction(8, 9), Fraction(19, 5))):
        value = zerosum.solve("two-bets", cards=5, low=low, high=high).value.lower
        assert value in [region.value(high, low) for region in drawn.regions]


def test_a_region_without_its_curve_is_left_out() -> None:
    """There are six lines below 1, and the curve x = y^4 needs five, and two more to check it."""
    drawn = lines_of(Larger, {"x": "0..1", "y": "1/2..2"}).map(200)
    (region,) = drawn.regions
    assert region.between == (Fraction(15, 14), Fraction(21, 11))
    assert drawn.gaps == ((Fraction(4, 7), Fraction(21, 22)),)


def test_a_map_needs_ends() -> None:
    with pytest.raises(InputError, match="two ends"):
        lines_of(TwoBets, {"high": "h", "low": "l"}).map(200)


def test_a_formula_in_python_has_one_variable() -> None:
    with pytest.raises(InputError, match="two variables make a map"):
        zerosum.formula("two-bets", low="1/4..1", high="1..4")
