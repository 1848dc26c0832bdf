"""Maps of two parameters, against the ordinary exact solver at random points on all sides of all curves."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction

import pytest

import zerosum
from zerosum.core.errors import InputError
from zerosum.core.game import option
from zerosum.formulas.map_answer import FormulaMap
from zerosum.numerics.exact import as_rational
from zerosum.numerics.plane import PlaneFunction, section, solve_sparse
from zerosum.numerics.roots import Algebraic
from zerosum.papers.formulas import is_nonnegative

x, y = PlaneFunction.variable(0), PlaneFunction.variable(1)


@pytest.fixture(scope="module")
def two_bets() -> FormulaMap:
    return zerosum.formula_map("two-bets", high="h", low="l")


def test_two_bets_and_the_golden_section(two_bets: FormulaMap) -> None:
    """The whole plane: two formulas, one curve, and the line beyond which it has no points."""
    assert two_bets.curves == ("-l + h = 0", "h^2 l^2 + 4h l^2 + 4l^2 + 4l - 4h = 0")
    (turn,) = two_bets.turns
    assert isinstance(turn, Algebraic)
    assert turn.polynomial == (-1, 1, 1)
    assert "0.61803398875… is a root of l^2 + l - 1" in two_bets.text()
    assert len(two_bets.formulas) == 2


def test_the_map_is_what_lines_say(two_bets: FormulaMap) -> None:
    """On a line the map is the formula in one parameter."""
    for low in (Fraction(1, 2), Fraction(3, 5), Fraction(2, 3)):
        line = zerosum.formula("two-bets", low=low, high=(low, None))
        for k in range(1, 40):
            high = low + Fraction(k, 7)
            assert two_bets(high, low) == line(high)


@pytest.mark.parametrize(
    ("name", "ranges", "fixed", "points"),
    [
        ("two-bets", {"high": (0, 6), "low": (0, 2)}, {}, 60),
        ("raise", {"bet": (0, 5), "more": (0, 5)}, {}, 25),
        ("two-bets", {"high": (1, 4), "low": (0, 2)}, {"cards": 5}, 100),
        ("raise", {"bet": (0, 5), "more": (0, 5)}, {"cards": 4}, 100),
        ("toy-river", {"pot": (1, 6), "stack": (0, 4)}, {}, 100),
    ],
)
def test_random_points(
    name: str, ranges: dict[str, tuple[int, int]], fixed: dict[str, object], points: int
) -> None:
    drawn = zerosum.formula_map(name, **ranges, **fixed)  # type: ignore[arg-type]
    chosen = random.Random(33)
    for _ in range(points):
        at = [low + (high - low) * Fraction(chosen.randint(1, 9999), 10000) for low, high in ranges.values()]
        given = dict(zip(ranges, at, strict=True))
        try:
            value = zerosum.solve(name, **given, **fixed).value.lower  # type: ignore[arg-type]
        except zerosum.ZerosumError:
            with pytest.raises(InputError, match="there is no game"):
                drawn(*at)
            continue
        assert drawn(*at) == value, given


def test_beside_and_on_a_curve(two_bets: FormulaMap) -> None:
    """Close to the curve on either side, and on lines between bands."""
    curve = next(p for p in two_bets._curves.values() if p.degrees()[0] == 2)
    low = Fraction(2, 5)
    high = Fraction(0)
    while section(curve, low)(as_rational(high)) > 0:
        high += Fraction(1, 1000)
    for near in (high - Fraction(1, 1000), high):
        assert two_bets(near, low) == zerosum.solve("two-bets", low=low, high=near).value.lower
    drawn = zerosum.formula_map("two-bets", cards=5, high="1..4", low="1/4..3/2")
    for edge in (Fraction(1, 4), Fraction(2, 5), Fraction(2, 3), Fraction(1), Fraction(3, 2)):
        for high in (Fraction(8, 5), Fraction(3), Fraction(4)):
            assert drawn(high, edge) == zerosum.solve("two-bets", cards=5, low=edge, high=high).value.lower


def test_forms_of_the_answer(two_bets: FormulaMap) -> None:
    assert len(two_bets.plot().axes) == 1
    data = two_bets.json()
    assert len(data["bands"]) == 2
    assert data["bands"][0]["pieces"][1] == {
        "formula": 0,
        "up to": "h^2 l^2 + 4h l^2 + 4l^2 + 4l - 4h",
        "root": 0,
    }
    assert r"\begin{cases}" in two_bets.latex()


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


@dataclass(frozen=True)
class Rounded(Larger):
    """The first number is rounded."""

    def turn(self, position: tuple[str, ...]) -> object:
        """Choose, and be paid."""
        turn = super().turn(position)
        return zerosum.end(Fraction(round(float(self.x)))) if position == ("x",) else turn


def test_curves_of_a_higher_degree() -> None:
    drawn = zerosum.formula_map(Larger, x="-2..2", y="y")
    assert drawn.curves == ("-y^4 + x = 0",)
    for a, b in ((1, Fraction(1, 2)), (Fraction(1, 2), -1), (-1, 3), (Fraction(1, 16), Fraction(1, 2))):
        assert drawn(a, b) == max(Fraction(a), Fraction(b) ** 4)


def test_what_cannot_be_asked(two_bets: FormulaMap) -> None:
    with pytest.raises(InputError, match="formula_map"):
        zerosum.formula("two-bets", low="1/4..1", high="1..4")
    with pytest.raises(InputError, match="two variables"):
        zerosum.formula_map("kuhn", bet="b")
    with pytest.raises(InputError, match="more than 1 bases"):
        zerosum.formula_map("two-bets", low="1/4..1", high="1..4", pieces=1)
    with pytest.raises(InputError, match="at least one basis"):
        zerosum.formula_map("two-bets", low="1/4..1", high="1..4", pieces=-1)
    assert zerosum.formula_map("two-bets", low="1/4..1", high="2..1e400").formulas
    with pytest.raises(InputError, match="not defined anywhere"):
        zerosum.formula_map("two-bets", low="3..4", high="1..2")
    with pytest.raises(InputError, match="round a parameter"):
        zerosum.formula_map(Rounded, x="x", y="y")
    with pytest.raises(InputError, match="maps of two parameters"):
        _ = zerosum.StochasticGame.family.plane_formula
    with pytest.raises(InputError, match="there is no game"):
        two_bets(1, 2)


def test_systems_of_two_parameters() -> None:
    """The solution solves the equations, as an identity."""
    chosen = random.Random(1)
    for _ in range(20):
        size = chosen.randint(2, 5)
        rows = [
            {
                j: (x * chosen.randint(-2, 2) + y * chosen.randint(-2, 2) + chosen.randint(1, 3))
                for j in range(size)
            }
            for _ in range(size)
        ]
        found = solve_sparse(rows, [1] + [0] * (size - 1))
        if found is not None:
            for i, row in enumerate(rows):
                assert sum(
                    (a * found[j] for j, a in row.items()), PlaneFunction.of(-(i == 0))
                ) == PlaneFunction.of(0)


def test_a_map_says_where_its_formula_begins() -> None:
    text = zerosum.formula_map("raise", bet="b", more="m").text()
    assert "formula 1 from b = 0" in text
    assert "no game" not in text
    assert "hands on [0, 1]" in zerosum.formula_map("raise", bet="0..2", more="0..2").title


@pytest.mark.parametrize(
    ("function", "least", "holds"),
    [
        (x * x - x * y + y * y, -5, True),
        (x * x - 3 * x * y + y * y, -5, False),
        (x * x * y * y + 4 * x * x * y + 4 * x * x + 4 * x - 4 * y, Fraction(31, 50), True),
        (x * x * y * y + 4 * x * x * y + 4 * x * x + 4 * x - 4 * y, Fraction(3, 5), False),
        (PlaneFunction.of(0), 0, True),
    ],
)
def test_signs_on_a_region(function: PlaneFunction, least: Fraction | int, holds: bool) -> None:
    """Inequalities above the diagonal; the third and fourth are those of two bets beside the golden section."""
    assert is_nonnegative(function, [y - x], (Fraction(least), None), (None, None)) == holds


def test_a_map_without_ends_is_drawn_where_there_is_a_game() -> None:
    drawn = zerosum.formula_map("two-bets", low="a", high="b").outline()
    assert {region["formula"] for region in drawn["regions"]} >= {0, 1}
