"""Every certified interval holds the exact value, which fractions find in another way, or prove."""

from __future__ import annotations

import itertools
import tempfile
from fractions import Fraction
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.fuzz.command import share

import zerosum
from zerosum.models.staged.engines.tricks.rules import TrickGame
from zerosum.models.staged.rules import StagedGame
from zerosum.numerics.exact import solve_linear

AMOUNTS = st.one_of(
    st.integers(-(10**6), 10**6),
    st.floats(-1e9, 1e9, allow_nan=False),
    st.fractions(-10, 10, max_denominator=97),
    st.sampled_from((0.1, 1e-300, -1e-300, 1e15, 1 + 2**-52, Fraction(1, 3))),
)


@share(9)
@given(st.integers(1, 5), st.integers(1, 5), st.data())
def test_the_interval_of_a_matrix_game_holds_its_exact_value(m: int, n: int, data: st.DataObject) -> None:
    A = data.draw(st.lists(st.lists(AMOUNTS, min_size=n, max_size=n), min_size=m, max_size=m))
    exact = zerosum.solve(A, exact=True).value
    found = zerosum.solve(A).value
    assert exact.is_exact
    assert found.lower <= exact.lower <= found.upper


class Drawn(StagedGame):
    """Two stages of matrix games, drawn by hypothesis."""

    start = (0, 0)

    def __init__(self, tables: list[list[list[Any]]]) -> None:
        object.__setattr__(self, "tables", tables)

    def moves(self, position: Any) -> Any:
        return ((0, 1), (0, 1)) if position[0] < 2 else ((), ())

    def play(self, position: Any, row: int, col: int) -> Any:
        stage, k = position
        table: Any = self.tables  # type: ignore[attr-defined]
        return [
            (Fraction(1, 3), table[k][row][col], (stage + 1, 0)),
            (Fraction(2, 3), table[k][col][row], (stage + 1, 1)),
        ]


@share(3)
@given(
    st.lists(
        st.lists(st.lists(AMOUNTS, min_size=2, max_size=2), min_size=2, max_size=2), min_size=2, max_size=2
    )
)
def test_the_interval_of_a_staged_game_holds_its_exact_value(tables: list[list[list[Any]]]) -> None:
    fractions = [[[Fraction(a) for a in line] for line in table] for table in tables]
    exact, found = zerosum.solve(Drawn(fractions), exact=True), zerosum.solve(Drawn(tables))
    assert found.value.lower <= exact.value.lower <= found.value.upper
    assert exact.verify().holds
    assert found.verify().holds


SMALL = st.fractions(-5, 5, max_denominator=12)


def holds(found: Any, exact: Any) -> None:
    """The interval has the exact value in it; both are proved by their strategies."""
    assert exact.value.is_exact
    assert found.value.lower <= exact.value.lower <= found.value.upper
    assert exact.verify().holds
    assert exact.verify().proved.gap == 0
    assert found.verify().holds


@share(3)
@given(st.integers(2, 6), st.fractions("1/7", 4, max_denominator=9))
def test_the_interval_of_a_betting_game_with_cards_holds_its_exact_value(cards: int, bet: Fraction) -> None:
    holds(*(zerosum.solve("kuhn", cards=cards, bet=bet, numeric=numeric) for numeric in (True, False)))


BLUFF = """
[start]
chance = {{ ace = {0}, king = {1} }}
to = "row"
then = {{ ace = "ace", king = "king" }}
[ace]
player = "row"
moves = {{ check = "{2}", bet = "facing ace" }}
[king]
player = "row"
moves = {{ check = "{3}", bet = "facing king" }}
["facing ace"]
player = "col"
moves = {{ fold = "{4}", call = "{5}" }}
["facing king"]
player = "col"
moves = {{ fold = "{6}", call = "{7}" }}
"""


@share(4)
@given(st.integers(1, 9), st.integers(1, 9), st.lists(SMALL, min_size=6, max_size=6))
def test_the_interval_of_a_hidden_game_holds_its_exact_value(
    ace: int, king: int, paid: list[Fraction]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "bluff.toml")
        path.write_text(BLUFF.format(ace, king, *paid), encoding="utf-8")
        holds(*(zerosum.solve("hidden", path=str(path), numeric=numeric) for numeric in (True, False)))


STATES = ("a", "b")
STAGES = st.lists(
    st.lists(st.tuples(SMALL, st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=3),
    min_size=2,
    max_size=2,
)


def best_of_plans(stages: list[list[tuple[Fraction, int, int]]], discount: Fraction, sign: int) -> Fraction:
    """The value at the first state for a player who is alone: the best of all plans, each a linear system."""
    values = []
    for plan in itertools.product(*stages):
        leave = [[discount * Fraction(chance, 6) for chance in chances] for _, *chances in plan]
        table = [[1 - leave[0][0], -leave[0][1], plan[0][0]], [-leave[1][0], 1 - leave[1][1], plan[1][0]]]
        solved = solve_linear(table)
        assert solved is not None
        values.append(sign * solved[0])
    return sign * max(values)


@share(5)
@given(STAGES, st.sampled_from((Fraction(1, 2), Fraction(9, 10), Fraction(99, 100))), st.booleans())
def test_the_interval_of_a_stochastic_game_holds_its_exact_value(
    stages: list[list[tuple[Fraction, int, int]]], discount: Fraction, alone: bool
) -> None:
    """One player is alone, so that the value is that of the best plan; with chances left over the play stops."""
    lines = [f'discount = "{discount}"']
    for state, moves in zip(STATES, stages, strict=True):
        shape = (lambda cells: [cells]) if alone else (lambda cells: [[cell] for cell in cells])
        paid = shape([f'"{p}"' for p, _, _ in moves])
        then = shape([f'{{ a = "{one}/6", b = "{two}/6" }}' for _, one, two in moves])
        told = [str(table).replace("'", "") for table in (paid, then)]
        lines += [f"[states.{state}]", f"payoff = {told[0]}", f"next = {told[1]}"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "game.toml")
        path.write_text("\n".join(lines), encoding="utf-8")
        found = zerosum.solve("stochastic", path=str(path))
        exact = best_of_plans(stages, discount, -1 if alone else 1)
        assert found.value.lower <= exact <= found.value.upper
        assert found.verify().holds


@share(3)
@given(
    st.integers(1, 4),
    st.integers(0, 2),
    st.integers(0, 2),
    st.integers(0, 3),
    st.sets(st.integers(0, 9), min_size=1),
)
def test_the_interval_of_a_target_game_holds_its_exact_value(
    stages: int, high: int, low: int, middle: int, targets: set[int]
) -> None:
    if high + low <= stages and middle <= stages:
        distribution = f"values({','.join(map(str, sorted(targets)))})"
        given_here = {"stages": stages, "high": high, "low": low, "middle": middle, "targets": distribution}
        exact, found = (zerosum.solve("nakai", exact=exact, **given_here) for exact in (True, False))
        assert exact.value.is_exact
        assert found.value.lower <= exact.value.lower <= found.value.upper
        assert found.verify().holds


class Tricks(TrickGame):
    """What a trick pays depends on its number, drawn by hypothesis."""

    start = 0

    def __init__(self, paid: list[list[Fraction]]) -> None:
        object.__setattr__(self, "cards", len(paid))
        object.__setattr__(self, "paid", paid)

    def trick(self, context: Any, outcome: int) -> Any:
        paid: Any = self.paid  # type: ignore[attr-defined]
        return paid[context][outcome], context + 1

    def settle(self, context: Any) -> int:
        return 0


@share(5)
@given(st.lists(st.lists(SMALL, min_size=3, max_size=3), min_size=1, max_size=3))
def test_the_interval_of_a_trick_game_holds_its_exact_value(paid: list[list[Fraction]]) -> None:
    holds(*(zerosum.solve(Tricks(paid), exact=exact) for exact in (False, True)))
