"""Sweeps: the rows are what `solve` finds, wherever they are solved."""

from __future__ import annotations

import csv
import json
import sys
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import zerosum
from zerosum.core.errors import GameError, InputError, TooLargeError
from zerosum.sweeps.grid import MAX_ROWS, grid_of
from zerosum.sweeps.random_games import matrix

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def numbers(found: zerosum.sweeps.Sweep) -> list[tuple[object, ...]]:
    """All of a table but the times."""
    return [(row.parameters, row.value, row.asked, row.combinations, row.error) for row in found]


def test_every_combination_is_solved_as_solve_does() -> None:
    found = zerosum.sweep("kuhn", bet="1/2..2:4", cards=[3, 4], ask="row, 1: bet", workers=1)
    assert [row.parameters["bet"] for row in found][::2] == [Fraction(1, 2), 1, Fraction(3, 2), 2]
    for row in found:
        assert row.value == zerosum.solve("kuhn", **row.parameters).value
    assert found[0].value == Fraction(-1, 60)


def test_processes_and_this_one_find_the_same_bit_for_bit() -> None:
    asked = {"jack": "J: bet", "gap": gap, "two": lambda solution: {"a": 1, "b": Fraction(1, 3)}}
    given = {"bet": ["1/2", 1, 2], "refine": [False, True], "ask": asked}
    here, there = (zerosum.sweep("kuhn", **given, workers=n) for n in (1, 2))
    assert numbers(here) == numbers(there)
    assert here[2].asked == {"jack": Fraction(1, 3), "gap": 0, "two a": 1, "two b": Fraction(1, 3)}
    floats = {"size": (1,), "random": "60x60", "seed": "1..6"}
    del floats["size"]
    assert len({str(numbers(zerosum.sweep("matrix", **floats, workers=n))) for n in (1, 2, 3)}) == 1


def gap(solution: zerosum.Solution) -> object:
    return solution.value.gap


def test_on_a_cluster_the_rows_are_the_same() -> None:
    pytest.importorskip("distributed")
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        there = zerosum.sweep("kuhn", bet="1..4", ask="J: bet", cluster="local:2")
    assert numbers(there) == numbers(zerosum.sweep("kuhn", bet="1..4", ask="J: bet", workers=1))


def test_what_is_refused_is_a_row_with_its_error() -> None:
    found = zerosum.sweep("kuhn", cards=[1, 3], bet=[-1, 1], workers=1)
    assert [row.value is None for row in found] == [True, True, True, False]
    assert all(row.error for row in found[:3])
    assert len(found.errors) == 3
    asked = zerosum.sweep("kuhn", bet=1, ask=["X: bet", "J: bet"], workers=1)[0]
    assert asked.value == Fraction(-1, 18)
    assert "X: bet" in asked.error
    assert asked.asked == {"X: bet": None, "J: bet": Fraction(1, 3)}


@dataclass(frozen=True)
class Stake(zerosum.StagedGame):
    """Matching pennies for a stake; a stake of 13 is a mistake in the rules."""

    stake: int = zerosum.option(1, "what is at stake")

    start = "start"

    def moves(self, position: object) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return (("heads", "tails"),) * 2 if position == "start" else ((), ())

    def play(self, position: object, row: str, col: str) -> object:
        if self.stake == 13:
            raise KeyError("thirteen")
        return [(1, self.stake if row == col else -1, "end")]


def test_own_classes_functions_objects_and_matrices() -> None:
    found = zerosum.sweep(Stake, stake=[1, 3, 13])
    assert [float(row.value) for row in found[:2]] == pytest.approx([0, 1])
    assert "KeyError" in found[2].error
    made = zerosum.sweep(lambda x: [[x, 0], [0, 1]], x="1..3", exact=True)
    assert [row.value.lower for row in made] == [Fraction(1, 2), Fraction(2, 3), Fraction(3, 4)]
    several = zerosum.sweep([Stake(stake=3), "kuhn", [[1, 2], [3, 4]]], workers=1)
    assert [str(row.parameters["game"]) for row in several][1:] == ["kuhn", "matrix"]
    assert several[2].value.lower == 3
    stack = np.arange(8.0).reshape(2, 2, 2)
    assert [float(row.value) for row in zerosum.sweep(stack, workers=1)] == [2, 6]


def test_numbers_beyond_all_floats_are_shown_and_written(tmp_path: Path) -> None:
    found = zerosum.sweep("kuhn", bet=["1", "1e400"], ask={"huge": lambda _: 10**400}, workers=1)
    assert "1e400" not in str(found)
    assert "inf" in str(found)
    found.write(tmp_path / "t.csv")
    assert "1" + 400 * "0" in (tmp_path / "t.csv").read_text()
    assert found._float_columns()["bet"] == [1.0, float("inf")]
    assert found._float_columns()["huge"] == [float("inf"), None]
    assert found.plot()


def test_files_of_games() -> None:
    names = [str(EXAMPLES / "one-card-bluff.toml"), str(EXAMPLES / "kuhn.py")]
    found = zerosum.sweep(names)
    assert [row.value for row in found] == [
        zerosum.solve("hidden", path=names[0]).value,
        zerosum.solve(zerosum.load(names[1])()).value,
    ]


def test_random_matrices_are_the_same_everywhere() -> None:
    first = matrix(random="2x3", seed=1)
    assert [list(map(int, row)) for row in first.payoffs] == [[-73, 70, 53], [-49, -1, -10]]
    with pytest.raises(InputError, match="50x50"):
        matrix(random="50")


def test_positions_of_one_game_are_asked_of_one_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    found = zerosum.sweep("gleason", q="0..1:5", node="1", workers=1)
    whole = zerosum.solve("gleason")
    assert [row.value for row in found] == [whole.at(node="1", q=row.parameters["q"]).value for row in found]


def test_all_rivers_of_a_turn_average_to_the_turn_without_bets() -> None:
    pytest.importorskip("phevaluator")
    ranges = {"oop": "KhKd, Td9d", "ip": "QhQd, AhTc"}
    found = zerosum.sweep("river", board="JsKs5cQs?", bets="pot", workers=1, **ranges)
    assert len(found) == 48
    turn = zerosum.solve("turn", board="JsKs5cQs", bets="none", river_bets="pot", **ranges).value
    (average,) = found.averages
    assert turn.lower <= average.value.lower <= average.value.upper <= turn.upper
    blocked = next(row for row in found if row.parameters["board"].endswith("Td"))
    assert blocked.combinations == 2
    assert sum(row.combinations for row in found) == 4 * 44


def test_locks_are_a_parameter() -> None:
    found = zerosum.sweep("kuhn", locks="J, check: bet 0..1:3", workers=1)
    assert [row.parameters["locks"] for row in found][1] == "J, check: bet 1/2"
    for row, p in zip(found, ("0", "1/2", "1"), strict=True):
        assert row.value == zerosum.solve("kuhn", locks={"J, check": {"bet": p}}).value


@pytest.mark.parametrize(
    ("values", "count"),
    [
        ({"bet": "1,2,1/2..1:3"}, 5),
        ({"bet": (1, 2)}, 2),
        ({"bet": np.linspace(0.5, 1, 4)}, 4),
        ({"bet": Fraction(1, 2)}, 1),
        ({"cards": range(3, 6)}, 3),
        ({"cards": "3..1000000;2"}, 999_999),
    ],
)
def test_values_are_read(values: dict[str, object], count: int) -> None:
    assert len(grid_of("kuhn", values)) == count


def test_lists_are_single_values_or_several() -> None:
    assert len(grid_of("matches", {"takes": (1, 2, 3)})) == 1
    assert len(grid_of("matches", {"takes": [(1, 2), (1, 3)]})) == 2
    assert len(grid_of("matches", {"takes": "1,2; 1,3"})) == 2
    axis = grid_of("matches", {"takes": "1,2..4"}).parts[0].axes[0]
    assert list(axis.values) == [(1, 2), (1, 3), (1, 4)]


@pytest.mark.parametrize(
    ("values", "error"),
    [
        ({"seed": "1..1000000000"}, TooLargeError),
        ({"seed": f"1..{MAX_ROWS}", "exact": [True, False]}, TooLargeError),
        ({"random": "2x2", "seed": "x"}, InputError),
        ({"random": "2x2", "seed": "1/2..3:4"}, InputError),
        ({"random": "2x2", "seed": "3..1"}, InputError),
        ({"random": "2x2", "seed": []}, InputError),
        ({}, InputError),
        ({"random": "2x2", "sed": 1}, InputError),
    ],
)
def test_a_sweep_that_cannot_be_is_refused_early(values: dict[str, object], error: type) -> None:
    with pytest.raises(error):
        zerosum.sweep("matrix", **({"random": "2x2"} | values if error is TooLargeError else values))


def test_a_range_of_billions_of_points_is_refused() -> None:
    for text in ("0..1:1000000000", ",".join(["1..999999"] * 3)):
        with pytest.raises(TooLargeError, match="values"):
            zerosum.sweep("kuhn", bet=text)
    with pytest.raises(TooLargeError):
        zerosum.sweep("kuhn", locks="J, check: bet 0..1:1000000000")


def test_a_table_is_written_and_read_again(tmp_path: Path) -> None:
    found = zerosum.sweep("kuhn", bet=["1/2", 1], ask="J: bet", workers=1)
    found.write(tmp_path / "t.csv")
    rows = list(csv.DictReader((tmp_path / "t.csv").read_text().splitlines()))
    assert [(row["bet"], row["lower"], row["J: bet"]) for row in rows] == [
        ("1/2", "-1/60", "1/5"),
        ("1", "-1/18", "1/3"),
    ]
    found.write(tmp_path / "t.jsonl")
    first = json.loads((tmp_path / "t.jsonl").read_text().splitlines()[0])
    assert (first["lower"], first["value"]) == ("-1/60", pytest.approx(-1 / 60))
    with pytest.raises(InputError, match="must end in"):
        found.write(tmp_path / "t.txt")
    with pytest.raises(InputError, match="existing folder"):
        found.write(tmp_path / "no" / "t.csv")


def test_frames_and_parquet_have_floats_and_exact_texts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = zerosum.sweep("kuhn", bet=["1/2", 1], workers=1)
    columns = found._float_columns()
    assert columns["bet"] == [0.5, 1.0]
    assert columns["exact"] == ["-1/60", "-1/18"]
    if not {"pandas", "polars"} & set(sys.modules):
        fake = type(sys)("pandas")
        fake.DataFrame = dict
        monkeypatch.setitem(sys.modules, "pandas", fake)
        assert found.to_frame()["exact"] == ["-1/60", "-1/18"]
    try:
        import pyarrow.parquet
    except ImportError:
        with pytest.raises(InputError, match="pyarrow"):
            found.write(tmp_path / "t.parquet")
        return
    found.write(tmp_path / "t.parquet")
    assert pyarrow.parquet.read_table(tmp_path / "t.parquet")["exact"].to_pylist() == ["-1/60", "-1/18"]


def test_a_plot_has_a_line_for_each_value_of_the_second_parameter() -> None:
    found = zerosum.sweep("kuhn", bet="1..3", cards=[3, 4], workers=1)
    axes = found.plot().axes[0]
    assert [line.get_label() for line in axes.get_lines()] == ["cards 3", "cards 4"]
    assert axes.get_lines()[0].get_ydata().tolist() == pytest.approx([-1 / 18, 0, 0])
    assert found.plot("cards").axes[0].get_lines()[0].get_label() == "bet 1"
    with pytest.raises(InputError, match="bet or cards"):
        found.plot("ranks")
    with pytest.raises(InputError, match="several values"):
        zerosum.sweep("kuhn", workers=1).plot()


@pytest.mark.parametrize(
    "wrong",
    [{"workers": 0}, {"workers": 10**6}, {"ask": 3}, {"ask": ["ev", "ev"]}, {"journal": 3}, {"ask": ""}],
)
def test_bad_options_are_one_sentence(wrong: dict[str, object]) -> None:
    with pytest.raises(InputError):
        zerosum.sweep("kuhn", bet=1, **wrong)


def test_what_a_sweep_is_of_must_be_a_game() -> None:
    for wrong in (3, [], None, "kun"):
        with pytest.raises((InputError, GameError)):
            zerosum.sweep(wrong)


def test_a_question_without_an_answer_names_those_that_have_one() -> None:
    (row,) = zerosum.sweep("kuhn", ask="row, 1: bet", workers=1)
    assert row.asked == {"row, 1: bet": None}
    assert "'J: bet'" in row.error
