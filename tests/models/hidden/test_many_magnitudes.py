"""Games whose payoffs span more magnitudes than floats have digits are solved in fractions.

The values are compared with those of the normal form: all pure strategies of both players, played out in the tree.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

import zerosum
from zerosum import matrix
from zerosum.games import load
from zerosum.models.hidden.rules import Choice, Deal, End, HiddenGame
from zerosum.models.hidden.search import discover
from zerosum.models.hidden.solve.bilinear import bilinear_game
from zerosum.models.hidden.solve.guarantees import solve_by_responses

DATA = Path(__file__).parents[2] / "data"
VALUES = {
    "lpfail1134": Fraction(5000000009, 10000),
    "lpfail1254": Fraction(100000000000000000003, 3333583333337500),
    "lpfail176": Fraction(-1342501500000014759995500007, 630000000000022200000),
}

Plan = tuple[tuple[object, object], ...]
"""Moves by the names of sets, as far as the plan's own moves lead there."""


def plans(game: HiddenGame, side: str, positions: tuple[object, ...]) -> Iterator[Plan]:
    """All pure strategies of a player from some positions that the player cannot tell apart from his own moves."""
    sets: dict[object, tuple[tuple[object, ...], list[object]]] = {}
    waiting = list(positions)
    while waiting:
        position = waiting.pop()
        turn = game.turn(position)
        if isinstance(turn, Choice) and turn.side == side:
            sets.setdefault(turn.knows, (turn.moves, []))[1].append(position)
        elif not isinstance(turn, End):
            moves = turn.moves if isinstance(turn, Choice) else [move for move, _ in turn.outcomes]
            waiting += [game.after(position, move) for move in moves]
    ways = []
    for name, (moves, at) in sets.items():
        after = ((move, tuple(game.after(one, move) for one in at)) for move in moves)
        ways.append([((name, move), *rest) for move, there in after for rest in plans(game, side, there)])
    for parts in product(*ways):
        yield tuple(pair for part in parts for pair in part)


def paid(game: HiddenGame, position: object, row: dict, col: dict) -> Fraction:
    """What two pure strategies pay row on average."""
    turn = game.turn(position)
    if isinstance(turn, End):
        return Fraction(turn.payoff)
    if isinstance(turn, Deal):
        return sum(p * paid(game, game.after(position, move), row, col) for move, p in turn.outcomes)
    picked = (row if turn.side == "row" else col)[turn.knows]
    return paid(game, game.after(position, picked), row, col)


def normal_form(game: HiddenGame) -> list[list[Fraction]]:
    rows, cols = (list(map(dict, plans(game, side, (game.start,)))) for side in ("row", "col"))
    assert len(rows) * len(cols) < 50_000, (len(rows), len(cols))
    return [[paid(game, game.start, row, col) for col in cols] for row in rows]


@pytest.mark.parametrize("name", VALUES)
def test_the_value_is_that_of_the_normal_form(name: str) -> None:
    game = load("hidden")(path=str(DATA / f"{name}.efg"))
    solution = zerosum.solve(game)
    assert solution.value.lower == solution.value.upper == VALUES[name]
    lines = list(dict.fromkeys(map(tuple, normal_form(game))))
    columns = list(dict.fromkeys(zip(*lines, strict=True)))
    assert matrix.solve_exact(list(zip(*columns, strict=True))).value.lower == VALUES[name]
    assert zerosum.verify(solution).holds


@pytest.mark.parametrize("name", ["one-card-bluff"])
def test_responses_find_what_the_program_finds(name: str) -> None:
    game = load("hidden")(path=f"examples/{name}.toml")
    value, row, col = solve_by_responses(bilinear_game(discover(game)))
    assert value.lower == zerosum.solve(game).value.lower
    assert row[0] > 0 < col[0]
