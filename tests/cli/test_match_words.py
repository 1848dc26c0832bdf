"""What `match` and `bench` say: the value beside what is exploited, what is missing, what does not go together."""

import json
import sys
from pathlib import Path

import pytest
from tests.command import run

from zerosum.cli import tools


def test_the_value_of_the_game_stands_beside_what_is_exploited() -> None:
    (row,) = json.loads(run("match", "kuhn", "uniform", "--exploit", "--json").stdout)["rows"]
    assert row["value"] == "-1/18"
    assert float(row["as_row"].split("/")[0]) < 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["kuhn", "--exploit"], "choose a player, for example: zerosum match kuhn meekest --exploit"),
        (
            ["matches", "--matches=9"],
            "choose two players, for example: zerosum match matches --matches=9 equilibrium uniform",
        ),
        (["kuhn", "equilibrium", "uniform", "--exact", "--plays", "5"], "remove --plays"),
        (["kuhn", "uniform", "--exploit", "--seed", "5"], "remove --seed"),
        (
            ["kuhn", "uniform", "meekest", "--range"],
            "for example: zerosum match kuhn equilibrium meekest --range",
        ),
        (["gleason", "equilibrium", "uniform", "--exact"], "can only be simulated"),
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


def test_an_area_may_use_another_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    areas = tmp_path / "clone" / "benchmarks"
    areas.mkdir(parents=True)
    (areas / "first.py").write_text("FOUND = [1]\n")
    (areas / "second.py").write_text("from benchmarks.first import FOUND\n\nFOUND.append(2)\n")
    monkeypatch.setattr(tools, "AREAS", areas)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "argv", [])
    for name in [name for name in sys.modules if name.split(".")[0] == "benchmarks"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.chdir(tmp_path)
    tools.bench("second")
    assert sys.modules.pop("benchmarks.first").FOUND == [1, 2]
    sys.modules.pop("benchmarks")
