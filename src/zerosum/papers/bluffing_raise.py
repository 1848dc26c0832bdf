"""Bellman and Blackwell, section 5: a bet and a raise; and more raises and bets than they considered."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import pairwise

from zerosum.papers import bluffing_formulas as f
from zerosum.papers.bluffing_formulas import SOLVED, for_bets, value
from zerosum.papers.claims import Claim, number, question, statement

__all__ = ["WITH_RAISE"]

F = Fraction


def _linear(a: Fraction) -> bool:
    p = f.raise_points(a)
    return (
        (a + 2) * p["u"] - (3 * a + 2) * p["w"] == -2 * a
        and (a + 2) * p["u"] - 2 * (1 + a) * p["c1"] == -a
        and p["w"] - 2 * p["c2"] == -1
        and (3 * a + 2) * p["c1"] + a * p["c2"] == 2 * a + 2 * a * p["v"]
    )


def _nineteen(a: Fraction) -> bool:
    p = f.raise_points(a)
    return p["c1"] == (8 * a**2 + 6 * a + (12 * a**2 + 8 * a) * p["v"]) / (20 * a**2 + 26 * a + 8)


def _twenty_one(a: Fraction) -> bool:
    p = f.raise_points(a)
    middle, top = p["c2"] - p["c1"], 1 - p["c2"]
    printed = -1 + (a + 1) * middle**2 + 2 * (a + 1) * middle * top + (2 * a + 1) * top**2
    return printed == value(f.raised(a))


def _order(a: Fraction) -> bool:
    p = f.raise_points(a)
    return p["c2"] >= p["w"] >= p["c1"] >= p["u"] and p["c1"] > p["v"]


def _table() -> tuple[Claim, ...]:
    """(20), cell by cell; for a = 5 the paper rounds c1 to 3/4 and takes the rest from that."""
    one = {"c1": "31/81", "c2": "61/81", "u": "43/243", "v": "1/3", "w": "41/81"}
    exact = [
        number("section 5, (20)", f"a = 1: {name} = {text}", text, partial(_point, F(1), name))
        for name, text in one.items()
    ]
    five = {"c1": "3/4", "c2": "31/34", "u": "4/7", "v": "5/7", "w": "14/17"}
    rounded = [
        statement(
            "section 5, (20)",
            f"a = 5, approximately: {name} = {text}",
            lambda name=name, text=text: _from_rounded_c1()[name] == F(text),  # type: ignore[misc]
            computed=lambda name=name: (
                f"{_from_rounded_c1()[name]} from c1 = 3/4 by (17); exactly {_exactly(name)}"
            ),  # type: ignore[misc]
        )
        for name, text in five.items()
    ]
    return (*exact, *rounded)


def _from_rounded_c1() -> dict[str, F]:
    """The row a = 5 by (16) and (17) when c1 is the nearest fraction with a denominator of at most 4."""
    a = F(5)
    c1 = f.raise_points(a)["c1"].limit_denominator(4)
    u = (2 * (1 + a) * c1 - a) / (a + 2)
    w = ((a + 2) * u + 2 * a) / (3 * a + 2)
    return {"c1": c1, "c2": (w + 1) / 2, "u": u, "v": a / (a + 2), "w": w}


def _point(a: F, name: str) -> F:
    return f.raise_points(a)[name]


def _exactly(name: str) -> str:
    point = _point(F(5), name)
    return f"{point} = {float(point):.4f}"


def _more_raises() -> str:
    """The values with 0 to 5 raises, and how they move."""
    values = [value(f.with_limit(n)) for n in range(6)]
    steps = [y - x for x, y in pairwise(values)]
    swings = all(x * y < 0 and abs(y) < abs(x) for x, y in pairwise(steps))
    shown = ", ".join(f"{float(v):.7f}" for v in values)
    moves = "it swings by turns, by less each time" if swings else "it does not settle"
    last = f"the last step is {float(abs(steps[-1] / steps[-2])):.2f} times the one before"
    return f"with 0 to 5 raises of 1 the value is {shown}: {moves}; {last}"


def _more_sizes() -> str:
    """The values with bets 1, 2, 4, …, and what each size adds."""
    values = [value(f.with_sizes(k)) for k in range(1, 6)]
    steps = [y - x for x, y in pairwise(values)]
    fewer = all(0 < y < x for x, y in pairwise(steps))
    shown = ", ".join(f"{v} ≈ {float(v):.6f}" for v in values)
    adds = "each size helps A less than the one before" if fewer else "the gains do not shrink"
    return f"with bets 1; 1, 2; …; 1, 2, 4, 8, 16 the value is {shown}: {adds}"


WITH_RAISE: tuple[Claim, ...] = (
    statement(
        "section 5, (2), second form",
        "∫_{B_S} [(1+a)∫_{A_S} K + (1+a)∫_{A_S} K]",
        for_bets(lambda a: f.raise_expectation(a, "A_S") == value(f.raised(a))),
        corrected=(
            "∫_{B_S} [(1+a)∫_{A_B} K + (1+a)∫_{A_S} K]",
            for_bets(lambda a: f.raise_expectation(a, "A_B") == value(f.raised(a))),
        ),
        why="B also sees hands that would not see a raise",
        expected_to_hold=False,
    ),
    statement(
        "section 5, (3), second line",
        "E_A = ∫_{B_F} J_1 + ∫_{B_S} I_2 + ∫_{B_R} I_3",
        for_bets(lambda a: f.raise_expectation(a, "A_B") + f.raise_points(a)["u"] == value(f.raised(a))),
        corrected=(
            "E_A = ∫_{B_F} J_1 + ∫_{B_S} J_2 + ∫_{B_R} J_3 - ∫_{A_F} dx",
            for_bets(lambda a: f.raise_expectation(a, "A_B") == value(f.raised(a))),
        ),
        why="by (6) the J's leave out what A loses by folding; at the solution they add up to nothing",
        expected_to_hold=False,
    ),
    statement(
        "section 5, (16)",
        "v = a/(a+2)",
        for_bets(lambda a: f.raise_points(a)["v"] == a / (a + 2)),
        computed=f"{SOLVED}; the condition is (d), at x = 0, and not (c)",
    ),
    statement("section 5, (17)", "the four linear equations", for_bets(_linear), computed=SOLVED),
    statement("section 5, (18)", "c_2 >= w >= c_1 >= u, and c_1 > v", for_bets(_order), computed=SOLVED),
    statement(
        "section 5, (19)", "c_1 = (8a²+6a+(12a²+8a)v)/(20a²+26a+8)", for_bets(_nineteen), computed=SOLVED
    ),
    *_table(),
    number(
        "section 5, after (20)",
        "3/4 is an approximation to 3310/4466",
        "3310/4466",
        lambda: f.raise_points(F(5))["c1"],
    ),
    statement(
        "section 5, (21)",
        "E_A = -1 + (a+1)(c_2-c_1)² + 2(a+1)(c_2-c_1)(1-c_2) + (2a+1)(1-c_2)²",
        for_bets(_twenty_one),
        computed=f"{SOLVED}; it is simply -u",
    ),
    statement(
        "section 1",
        "there exist two-person poker games where pure strategies could be used by both players",
        lambda: all(
            s.is_pure for s in (f.relance(F(1)), f.two_bets(F(1), F(2)), f.raised(F(1)), f.with_limit(3))
        ),
        computed="the solutions found for the three models, and with three raises, are pure",
    ),
    question("beyond section 5", "more than one raise is not considered", _more_raises),
    question("beyond section 4", "more than two bets are not considered", _more_sizes),
)
