"""Boards whose value depends on the start, boards that force cycles, boards in parts."""

from fractions import Fraction

import numpy as np
import pytest

from zerosum.display.table import Table
from zerosum.games.gleason import Gleason
from zerosum.models.lagged.recursion import ROW
from zerosum.models.lagged.rules import Board, BoardGame, LaggedGame, ring
from zerosum.models.lagged.solve import solve
from zerosum.models.lagged.solve.levels import guaranteed_everywhere
from zerosum.models.lagged.solve.regions import regions, secure_in_region


class Given(LaggedGame):
    """A board as it stands."""

    def __init__(self, board: Board) -> None:
        object.__setattr__(self, "_board", board)

    def layout(self) -> Board:
        board: Board = self.__dict__["_board"]
        return board


def by_start(tables: list[Table]) -> dict[str, tuple[float, float]]:
    rows = next(table for table in tables if table.title == "value by start").rows
    return {str(name): (float(low), float(high)) for name, low, high in rows}  # type: ignore[arg-type]


def test_a_large_ring_with_a_good_half_and_a_bad_half() -> None:
    """From nodes 2 and 4 column keeps the counter among the -1, from 6, 8 and 10 row keeps it among the +1."""
    nodes = tuple(map(Fraction, [-1] * 5 + [1] * 5))
    solution = solve(Gleason(nodes=nodes, start="8"), digits=6)
    assert solution.value.lower == pytest.approx(1, abs=1e-5)
    assert any("depends on the start" in note for note in solution.report().notes)
    values = by_start(list(solution.report().tables))
    for name, expected in {"1": 0, "2": -1, "3": 0, "4": -1, "6": 1, "7": 0, "8": 1, "10": 1}.items():
        assert values[name] == pytest.approx((expected, expected), abs=1e-5)


def test_the_two_colours_of_an_even_ring_can_differ() -> None:
    nodes = tuple(map(Fraction, (-10, -10, -10, 0, 10, 10, 10, 0)))
    one, two = (solve(Gleason(nodes=nodes, start=start), digits=6) for start in ("1", "2"))
    assert float(one.value) == pytest.approx(-5, abs=1e-5)
    assert float(two.value) == pytest.approx(5, abs=1e-5)
    assert by_start(list(one.report().tables))["2"] == pytest.approx((5, 5), abs=1e-5)


def test_a_forced_cycle_is_worth_its_mean() -> None:
    """Both exits lead on, so T only turns the functions round."""
    exits = tuple(((k + 1) % 5, (k + 1) % 5) for k in range(5))
    payoffs = tuple(map(Fraction, (1, 2, 3, 4, 10)))
    value = solve(Given(Board(tuple("abcde"), payoffs, exits))).value
    assert float(value) == pytest.approx(4, abs=1e-10)


def test_a_board_in_two_parts() -> None:
    exits = ((1, 1), (0, 0), (3, 3), (2, 2))
    board = Board(tuple("abcd"), tuple(map(Fraction, (0, 1, 5, 6))), exits, 2)
    solution = solve(Given(board))
    assert float(solution.value) == pytest.approx(5.5, abs=1e-12)
    values = by_start(list(solution.report().tables))
    assert values["a"] == pytest.approx((0.5, 0.5), abs=1e-8)


def test_a_choice_of_two_traps_is_made_once() -> None:
    """From s the row player goes to the better of two loops; column cannot prevent it."""
    exits = ((1, 2), (1, 1), (2, 2))
    board = Board(("s", "poor", "rich"), tuple(map(Fraction, (0, -1, 3))), exits, 0)
    solution = solve(Given(board))
    assert solution.value.lower <= 3 <= solution.value.upper + 1e-9
    assert solution.value.lower == pytest.approx(3, abs=1e-6)
    assert any("depends on the start" in note for note in solution.report().notes)


def test_regions_are_closed() -> None:
    board = ring([Fraction(0)] * 9)
    found = list(regions(board))
    assert found
    for region in found:
        for node, safe in region.responses.items():
            for way in safe:
                for at in board.exits[node]:
                    assert way in region.own[at]
                    assert board.exits[at][way] in region.responses


def test_small_rings_have_one_value() -> None:
    for nodes in ((1, 2, -3), (0, 0, 1)):
        solution = solve(Gleason(nodes=tuple(map(Fraction, nodes))))
        assert not any("start" in note for note in solution.report().notes)


def _upper_level(board: Board) -> dict[int, list[Fraction]]:
    """What row is sure of who stays among nodes 1, 2, 3, 4 and 6 of the ring, and hardly anything elsewhere."""
    nodes = frozenset({0, 1, 2, 3, 5})
    region = next(one for one in regions(board) if frozenset(one.own) == nodes)
    sure = Fraction(secure_in_region(board, region, ROW, Fraction(-3), Fraction(1, 10**10)).lower)
    return {
        node: [sure if way in region.own.get(node, ()) else Fraction(-3) for way in (0, 1)]
        for node in range(board.size)
    }


def test_the_worst_start_of_a_board_with_two_levels_is_worth_what_the_opponent_can_keep_it_to() -> None:
    """On this ring no functions have a constant drift; column keeps row to 1/4 from some starts, and no lower."""
    board = ring([Fraction(a) for a in (0, 1, 3, 3, -3, 2, 0)])
    known = _upper_level(board)
    assert max(map(max, known.values())) > Fraction(39, 100)
    goal = Fraction(1, 10**6)
    assert (
        Fraction(1, 4) - goal
        < guaranteed_everywhere(board, known, ROW, Fraction(1, 4), goal)
        <= Fraction(1, 4)
    )
    too_much = guaranteed_everywhere(board, known, ROW, Fraction(3, 10), Fraction(1, 100))
    assert too_much <= Fraction(1, 4)  # a wrong guess is harmless


@pytest.mark.long
@pytest.mark.parametrize(
    ("nodes", "values"),
    [
        ((0, 1, 3, 3, -3, 2, 0), {"1": 0.3971445856324, "5": 0.25, "7": 0.25}),
        ((-3, 0, 3, 0, 0, 2, 0), {"1": 0.6923192800855, "2": 0.75, "6": 0.75}),
        ((1, 1, -3, 2, -3, -3, 1), {"1": -0.5349851723762, "2": -0.5, "7": -0.5}),
    ],
)
def test_rings_of_seven_with_two_levels_are_closed(nodes: tuple[int, ...], values: dict[str, float]) -> None:
    solution = solve(Gleason(nodes=tuple(map(Fraction, nodes))))
    assert all(value.gap <= 1e-12 for value in solution.by_start.values())
    for start, expected in values.items():
        assert float(solution.by_start[start]) == pytest.approx(expected, abs=1e-12)


def _line(*payoffs: int) -> Board:
    """Nodes in a row; from an end, the exit that would leave it stays."""
    last = len(payoffs) - 1
    exits = tuple((max(k - 1, 0), min(k + 1, last)) for k in range(len(payoffs)))
    return Board(tuple("abcdefg"[: last + 1]), tuple(map(Fraction, payoffs)), exits)


def _average_of_rounds(board: Board, player: int, rounds: int) -> float:
    """Per move, the most that a player can have in so many rounds on a coarse grid: a check by another way."""
    sign, q = 1 - 2 * player, np.linspace(0, 1, 21)
    lam, w = np.linspace(0, 1, 41)[:, None], np.zeros((board.size, 21))
    pay = [sign * float(a) for a in board.payoffs]
    for _ in range(rounds):
        u = [pay[j] + (lam * w[cc] + (1 - lam) * w[cl]).max(axis=1) for j, (cc, cl) in enumerate(board.exits)]
        w = np.array(
            [
                pay[k] + (q[:, None] * u[cc] + (1 - q[:, None]) * u[cl]).min(axis=1)
                for k, (cc, cl) in enumerate(board.exits)
            ]
        )
    return float(w.max()) / (2 * rounds)


def test_a_line_whose_value_no_bounded_functions_prove() -> None:
    """The average of n rounds is above -1 by c / √n; functions that grow by doubling prove -1 to many digits."""
    board = _line(-1, 3, -2, 0, -2)
    averages = [_average_of_rounds(board, ROW, n) + 1 for n in (100, 400)]
    assert averages[1] == pytest.approx(averages[0] / 2, rel=0.2)
    found = solve(BoardGame(board))
    assert -1 in found.value
    assert found.value.gap < 1e-12
    assert found.ended == "grown"
    assert "fixed point" in str(found.verify())


@pytest.mark.long
def test_a_line_with_three_levels() -> None:
    """From c row may always go back to b, where column can stay forever without going to a: no part is a region."""
    found = solve(BoardGame(_line(-1, 1, 0, -3, -3)))
    for name, expected in zip("abcde", (-1, -1, -1, -1.5, -3), strict=True):
        assert float(found.by_start[name]) == pytest.approx(expected, abs=1e-12)
        assert found.by_start[name].gap < 1e-12


@pytest.mark.parametrize("digits", [12, 30])
def test_the_bounds_of_every_start_are_rounded_outward(digits: int) -> None:
    """Nodes that lead to themselves pay their own payoff, here one that is no float."""
    third = Fraction(1, 3)
    found = solve(BoardGame(Board(("a", "b"), (third, Fraction(1)), ((0, 0), (1, 1)), 0)), digits=digits)
    assert found.by_start["a"].lower <= third <= found.by_start["a"].upper
    assert found.by_start["a"].gap < 10.0**-digits
