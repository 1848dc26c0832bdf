"""The discounted value of lagged games as a formula, against the solver, which shares only the recursion with it."""

from fractions import Fraction
from random import Random

import pytest

import zerosum
from zerosum.core.errors import InputError
from zerosum.formulas.answer import Formula, MixRule
from zerosum.models.lagged.functions import FLOATS
from zerosum.models.lagged.promises import Promises
from zerosum.numerics.plane import PlaneFunction
from zerosum.numerics.roots import Algebraic, compare


def is_confirmed(formula: Formula, discount: Fraction, **game: object) -> bool:
    """Whether the solver's bounds at a discount hold what the formula says there."""
    found = zerosum.solve("gleason", discount=discount, **game).value
    value = formula(discount)
    return compare(value, Fraction(found.lower)) >= 0 and compare(value, Fraction(found.upper)) <= 0


def test_gleasons_value_for_small_discounts_is_rational_and_the_limit_is_the_average() -> None:
    formula = zerosum.formula("gleason", discount="d")
    (piece,) = formula.pieces
    assert [piece.value(d) for d in (Fraction(0), Fraction(1, 10), Fraction(1, 5))] == [
        1,
        Fraction(116, 99),
        Fraction(31, 24),
    ]
    assert all(
        piece.value(d) == (1 + 2 * d - 4 * d**2) / (1 - d**2)
        for d in (Fraction(1, 7), Fraction(1, 6), Fraction(1, 3))
    )
    assert isinstance(piece.high, Algebraic)
    assert [int(a) for a in piece.high.polynomial] == [1, -5, 1]
    assert "goes to the average payoff, between -0.0933353474" in formula.note
    assert formula.note in formula.text(width=1000)


@pytest.mark.parametrize(
    ("low", "high", "degree"),
    [("0", "5/24", 1), ("3/10", "2/5", 2), ("47/100", "12/25", 2), ("9/40", "6/25", 3)],
)
def test_gleasons_formula_agrees_with_the_solver(low: str, high: str, degree: int) -> None:
    formula = zerosum.formula("gleason", discount=f"{low}..{high}")
    (value,) = [value for _, _, value in formula.values]
    assert degree == len(getattr(value.function, "coefficients", (0, 0))) - 1
    random = Random(3)
    points = [
        Fraction(low) + (Fraction(high) - Fraction(low)) * Fraction(random.randint(1, 999), 1000)
        for _ in range(6)
    ]
    assert all(is_confirmed(formula, d) for d in points)


def test_strategies_are_probabilities_that_the_solver_announces_too() -> None:
    formula = zerosum.formula("gleason", discount="3/10..2/5")
    rules, d = formula.pieces[0].of("row"), Fraction(7, 20)
    solution = zerosum.solve("gleason", discount=d)
    corners = solution.functions[0][2].convert(FLOATS).q  # the row player's function on the node -3
    for name in ("p1", "p2"):
        rule = rules[name]
        assert isinstance(rule, MixRule)
        cc, cl = (float(rule.moves[way](d)) for way in ("cc", "cl"))
        assert min(abs(corners - cc)) < 1e-12
        assert cc + cl == pytest.approx(1)


@pytest.mark.parametrize("nodes", [(1, 0, -1), (5, 1, -2, 3, -4)])
def test_some_rings_have_one_formula_for_every_discount(nodes: tuple[int, ...]) -> None:
    formula = zerosum.formula("gleason", discount="d", nodes=nodes)
    assert (formula.pieces[0].low, formula.pieces[-1].high) == (0, 1)
    assert all(
        is_confirmed(formula, d, nodes=nodes) for d in (Fraction(1, 9), Fraction(1, 2), Fraction(19, 20))
    )
    near = Fraction(999_999, 1_000_000)
    average = zerosum.solve("gleason", nodes=nodes).value
    assert float((1 - near) * formula(near)) == pytest.approx(float(average), abs=1e-5)


def test_a_payoff_may_be_the_parameter_at_a_fixed_discount() -> None:
    formula = zerosum.formula("gleason", nodes="1/2..3/2,2,-3", discount=Fraction(1, 10))
    for b in (Fraction(3, 5), Fraction(1), Fraction(7, 5)):
        found = zerosum.solve("gleason", nodes=(b, 2, -3), discount=Fraction(1, 10)).value
        assert Fraction(found.lower) <= formula(b) <= Fraction(found.upper)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            {"discount": "0..1"},
            "proved up to d = 0.208712152522…; give a range that ends there, as discount=0..5/24",
        ),
        ({"discount": "1/2..3/2"}, "discount must be a number between 0 and 1"),
        ({"nodes": "b,2,-3"}, "needs a discount below 1"),
        ({"nodes": "b,2,-3", "discount": Fraction(1, 10)}, "two ends"),
        ({"nodes": (2, -1, -1), "discount": "0..1/5"}, "no formula was found from d = 0 on"),
        ({"discount": "0..1/5", "nodes": "b,2,-3"}, "two variables make a map"),
    ],
)
def test_what_is_not_proved_is_refused(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence.replace(".", r"\.").replace("(", r"\(")):
        zerosum.formula("gleason", **given)


def test_a_number_that_no_equation_determines_leaves_no_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    read = Promises.read

    def read_one_more(self: Promises) -> bool:
        done = read(self)
        self.slacks.append({(("w", 0, 99),): PlaneFunction.of(1)})
        return done

    monkeypatch.setattr(Promises, "read", read_one_more)
    with pytest.raises(InputError):
        zerosum.formula("gleason", discount="0..1/5")
