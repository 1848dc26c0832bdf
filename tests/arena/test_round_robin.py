"""Every player of a roster against every other."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from tests.command import run
from tests.small import small_game

from zerosum.arena import RoundRobin, round_robin
from zerosum.models.family import arena_for


def test_everyone_meets_everyone_once() -> None:
    table, pairings = arena_for(small_game("kuhn")), list[str]()
    robin = round_robin(table, pairings.append)
    assert robin.rows == list(table.roster("row"))
    assert robin.cols == list(table.roster("col"))
    assert len(pairings) == len(robin.rows) * len(robin.cols)
    assert pairings[0] == f"equilibrium v equilibrium, 1 of {len(pairings)}"
    players = table.roster("row")["uniform"], table.roster("col")["boldest"]
    at = robin.rows.index("uniform"), robin.cols.index("boldest")
    assert robin.means[at[0]][at[1]] == table.match(*players).mean


@pytest.mark.parametrize(
    ("means", "differ"),
    [
        ([[0, 1], [-1, 0]], False),
        ([[0, 1], [-2, 0]], True),
        ([[1, 1], [-1, 0]], True),
        ([[0, 1, 2], [-2, 0, 1], [-2, -1, 0]], True),
        ([[0, 1, 2], [-2, 0, 1], [-2, -2, 0]], False),
    ],
)
def test_two_different_equilibria_are_noticed_where_only_they_differ(
    means: list[list[int]], differ: bool
) -> None:
    names = ["equilibrium", "uniform", "lowest"][: len(means)]
    assert RoundRobin(names, names, means).equilibria_differ == differ
    assert not RoundRobin(names, ["house"], [line[:1] for line in means]).equilibria_differ


def test_any_number_of_named_players_meet_and_are_ranked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In Kuhn poker who always bets and calls takes 1 from who never does."""
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text(
        "def meek(seen): return seen.moves[0]\ndef bold(seen): return seen.moves[-1]\n", encoding="utf-8"
    )
    words = ["--all", "own.py:meek", "own.py:bold", "uniform", "--json"]
    shown = run("match", "kuhn", *words)
    answer = json.loads(shown.stdout)
    names = [line["row"] for line in answer["rows"]]
    assert names == ["own.py:meek", "own.py:bold", "uniform"]
    assert answer["rows"][1]["own.py:meek"] == "1"
    assert [line["player"] for line in answer["ranking"]] == ["own.py:bold", "uniform", "own.py:meek"]
    assert answer["ranking"][0]["per_play"] == "11/16"
    for wrong in (
        ["uniform", "uniform", "boldest"],
        ["uniform", "--all"],
        ["uniform", "best-response", "--all"],
    ):
        assert run("match", "kuhn", *wrong).returncode == 2


def test_a_player_is_not_ranked_by_play_against_itself() -> None:
    robin = RoundRobin(["a", "b"], ["a", "b"], [[100, 1], [-2, 0]])
    assert robin.ranking == [("a", Fraction(3, 2)), ("b", Fraction(-3, 2))]
    assert RoundRobin(["a", "b"], ["house"], [[1], [2]]).ranking == [("b", 2), ("a", 1)]
