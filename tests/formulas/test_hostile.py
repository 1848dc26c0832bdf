"""Rules made to mislead a formula or a map: what is said to be proved holds at every point, or is refused."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import pytest

import zerosum
from zerosum.core.errors import InputError, ZerosumError
from zerosum.core.game import option

Condition = Callable[[Fraction, Fraction], bool]
HUGE, SMALL = 10**60, Fraction(1, 10**40)

CONDITIONS: dict[str, Condition] = {
    "huge coefficients": lambda a, b: b * HUGE > a * HUGE,
    "huger coefficients": lambda a, b: b * 10**400 > a * 10**400 + 1,
    "tiny coefficients": lambda a, b: b * Fraction(1, 10**90) > a * Fraction(1, 10**90),
    "a strip as narrow as 1e-40": lambda a, b: Fraction(1, 3) < b < Fraction(1, 3) + SMALL,
    "a strip across, as narrow as 1e-40": lambda a, b: Fraction(1, 3) < a < Fraction(1, 3) + SMALL,
    "a strip along the diagonal": lambda a, b: a < b < a + SMALL,
    "a small disc": lambda a, b: (a - Fraction(1, 3)) ** 2 + (b - Fraction(1, 7)) ** 2 < SMALL,
    "a product": lambda a, b: a * b * HUGE**2 > HUGE**2 / 3,
    "a hyperbola far from 1": lambda a, b: a * b < Fraction(1, HUGE),
}
"""Where the game pays 1; elsewhere it pays 2."""

SPECIAL_VALUES: dict[str, list[tuple[object, object]]] = {
    "a strip as narrow as 1e-40": [(0.25, Fraction(1, 3) + SMALL / 2)],
    "a strip across, as narrow as 1e-40": [(Fraction(1, 3) + SMALL / 2, 0.25)],
    "a strip along the diagonal": [(0.25, Fraction(1, 4) + SMALL / 2)],
    "a small disc": [(Fraction(1, 3), Fraction(1, 7))],
    "a hyperbola far from 1": [(Fraction(1, 10**50), Fraction(1, 10**50))],
}
"""Points that nobody would try by chance."""


def game(condition: Condition) -> type[zerosum.HiddenGame]:
    """A game with two moves whose payoff hangs on a condition."""

    @dataclass(frozen=True)
    class Hostile(zerosum.HiddenGame):
        """The end pays 1 or 2."""

        a: Fraction = option(Fraction(1), "a number")
        b: Fraction = option(Fraction(1), "a number")

        def turn(self, position: tuple[object, ...]) -> object:
            """One move, and the end."""
            if not position:
                return zerosum.choose("row", ("l", "r"))
            return zerosum.end(1 if condition(self.a, self.b) else 2)

    return Hostile


def points(name: str) -> list[tuple[Fraction, Fraction]]:
    dice = random.Random(name)
    some = [(Fraction(dice.randrange(101), 100), Fraction(dice.randrange(101), 100)) for _ in range(30)]
    return [*some, *((Fraction(a), Fraction(b)) for a, b in SPECIAL_VALUES.get(name, ()))]  # type: ignore[arg-type]


@pytest.mark.parametrize("name", CONDITIONS)
@pytest.mark.parametrize(
    "ranges", [{"a": "0..1", "b": "0..1"}, {"a": "a", "b": "b"}], ids=["square", "plane"]
)
def test_maps(name: str, ranges: dict[str, str]) -> None:
    kind = game(CONDITIONS[name])
    drawn = zerosum.formula_map(kind, **ranges)
    for a, b in points(name):
        assert drawn(a, b) == (1 if CONDITIONS[name](a, b) else 2), (a, b)
    assert not drawn.exceptions
    assert drawn.text()
    assert drawn.json()
    assert drawn.latex()


@pytest.mark.parametrize("name", CONDITIONS)
def test_formulas(name: str) -> None:
    """On a line the payoff changes: the range is refused and the point is named, or there is no change."""
    condition = CONDITIONS[name]
    for a, b in points(name):
        try:
            found = zerosum.formula(game(condition), a=a, b="0..1")
        except InputError as problem:
            refusal = str(problem)
        else:
            refusal = ""
        if refusal:
            assert "b = " in refusal
            continue
        assert found.proved
        assert {condition(a, Fraction(k, 97)) for k in range(98)} == {condition(a, b)}
        assert found(b) == (1 if condition(a, b) else 2)


POINTWISE: dict[str, Condition] = {
    "equal": lambda a, b: a == b,
    "equal, squared": lambda a, b: (a - b) ** 2 == 0,
    "a line": lambda a, b: b == Fraction(1, 2),
    "a line across": lambda a, b: a == Fraction(1, 2),
    "an edge": lambda a, b: b == 0,
    "an edge across": lambda a, b: a == 1,
    "no truth": lambda a, b: not (a - b),
    "below and above": lambda a, b: not (a < b or a > b),
}
"""Conditions that hold on a curve only."""


@pytest.mark.parametrize("name", POINTWISE)
def test_what_holds_on_a_curve_only_is_not_passed_over(name: str) -> None:
    condition = POINTWISE[name]
    drawn = zerosum.formula_map(game(condition), a="0..1", b="0..1")
    refused = 0
    for a in (Fraction(k, 4) for k in range(5)):
        for b in (Fraction(k, 4) for k in range(5)):
            try:
                assert drawn(a, b) == (1 if condition(a, b) else 2)
            except InputError:
                refused += 1
    assert 0 < refused < 13
    assert drawn.exceptions
    assert "nothing is claimed" in drawn.text()


@pytest.mark.parametrize("name", POINTWISE)
def test_what_holds_at_a_point_only_is_refused(name: str) -> None:
    condition = POINTWISE[name]
    a = Fraction(1) if "across" in name else Fraction(1, 2)
    try:
        found = zerosum.formula(game(condition), a=a, b="0..1")
    except InputError:
        return
    assert {found(Fraction(k, 4)) for k in range(5)} == {
        1 if condition(a, Fraction(k, 4)) else 2 for k in range(5)
    }


def test_a_curve_on_which_one_side_holds_is_part_of_the_map() -> None:
    drawn = zerosum.formula_map(game(lambda a, b: a <= b), a="0..1", b="0..1")
    assert not drawn.exceptions
    assert drawn(Fraction(1, 2), Fraction(1, 2)) == 1


def test_a_change_far_away() -> None:
    kind = game(lambda a, b: b > 2**50)
    drawn = zerosum.formula_map(kind, a="0..1", b="b")
    assert drawn(1, 2**50 - 1) == 2
    assert drawn(1, 2**60) == 1
    with pytest.raises(InputError, match="other side of b"):
        zerosum.formula(kind, b="0..", a=1)


def test_a_game_that_ends_far_away() -> None:
    """No bets above 2^50: the formula for every bet ends there."""

    @dataclass(frozen=True)
    class Bounded(zerosum.HiddenGame):
        """The end pays b."""

        b: Fraction = option(Fraction(1), "a number")

        def turn(self, position: tuple[object, ...]) -> object:
            """One move, and the end."""
            if self.b > 2**50 or self.b < 0 or Fraction(1, 2) < self.b < Fraction(1, 2) + SMALL:
                raise zerosum.GameError("no such bet")
            return zerosum.end(self.b) if position else zerosum.choose("row", ("l", "r"))

    with pytest.raises(ZerosumError):
        zerosum.formula(Bounded, b="0..1")
    found = zerosum.formula(Bounded, b="1..1000")
    assert found(7) == 7
    with pytest.raises(ZerosumError):
        zerosum.formula(Bounded, b="1..")


def test_numbers_that_are_not_followed_are_not_taken_for_proved() -> None:
    """Decimals, and what a cache has kept from another run."""
    kept: list[Fraction] = []

    @dataclass(frozen=True)
    class Remembers(game(lambda a, b: kept[0] > Fraction(1, 2))):  # type: ignore[misc]
        """The first number that it ever saw decides."""

        def __post_init__(self) -> None:
            super().__post_init__()
            kept.append(self.b)

    with pytest.raises(ZerosumError):
        zerosum.formula_map(Remembers, a="0..1", b="0..1")
    for condition in (lambda a, b: b > Decimal("0.5"), lambda a, b: b == Decimal("0.5")):
        with pytest.raises(ZerosumError):
            zerosum.formula_map(game(condition), a="0..1", b="0..1")
        with contextlib.suppress(ZerosumError):
            assert not zerosum.formula(game(condition), a=1, b="0..1").proved
