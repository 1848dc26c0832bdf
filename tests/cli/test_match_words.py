"""What `match` and `bench` say: the value beside what is exploited, what is missing, what does not go together."""

import json

import pytest
from tests.command import run


def test_the_value_of_the_game_stands_beside_what_is_exploited() -> None:
    (row,) = json.loads(run("match", "kuhn", "uniform", "--exploit", "--json").stdout)["rows"]
    assert row["value"] == "-1/18"
    assert float(row["as_row"].split("/")[0]) < 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["kuhn", "--exploit"], "name a player, as in: zerosum match kuhn meekest --exploit"),
        (
            ["matches", "--matches=9"],
            "name two players, as in: zerosum match matches --matches=9 equilibrium uniform",
        ),
        (["kuhn", "equilibrium", "uniform", "--exact", "--plays", "5"], "leave out --plays"),
        (["kuhn", "uniform", "--exploit", "--seed", "5"], "leave out --seed"),
        (["kuhn", "uniform", "meekest", "--range"], "as in: zerosum match kuhn equilibrium meekest --range"),
        (["gleason", "equilibrium", "uniform", "--exact"], "are sampled, not computed"),
    ],
)
def test_a_mistake_in_a_match_gets_a_sentence_that_fits_the_game(words: list[str], sentence: str) -> None:
    shown = run("match", *words)
    assert shown.returncode == 2
    assert sentence in shown.stderr


def test_the_tree_is_drawn_beside_a_single_hand_too() -> None:
    assert "showdown for 2" in run("solve", "kuhn", "--tree", "--hand", "2", "--player", "A").stdout
    assert "showdown" not in run("solve", "kuhn", "--hand", "2", "--player", "A").stdout


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"]])
def test_bench_lists_its_areas_and_its_flag(words: list[str]) -> None:
    shown = run("bench", *words)
    assert shown.returncode == 0
    for told in ("matrix", "tricks", "Nakai's game", "--quick"):
        assert told in shown.stdout


def test_bench_tells_what_an_area_measures_and_refuses_other_flags() -> None:
    assert "Nakai's game" in run("bench", "nakai", "--help").stdout
    refused = run("bench", "nakai", "--fast")
    assert refused.returncode == 2
    assert "there is no flag --fast" in refused.stderr
