"""Saved solutions hold the files of their games, and what is loaded opens no other file."""

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import zerosum
from zerosum.certificates import certify, document
from zerosum.certificates.certify import sealed
from zerosum.core.errors import InputError

RING = """
[nodes.a]
payoff = 1
to = ["b"]
[nodes.b]
payoff = -1
to = ["a", "b"]
"""
BETS = """
ante = 1
[start]
player = "A"
actions.fold = "fold"
actions.bet = { bet = 1, to = "one" }
[one]
player = "B"
actions.fold = "fold"
actions.call = "showdown"
[hands]
cards = 3
"""
SECRET = BETS.replace("cards = 3", "cards = 4").replace("ante = 1", 'title = "the secret"\nante = 1')


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A saved solution of a game whose file is gone."""
    game, file = tmp_path / "my bets.toml", tmp_path / "solution.json"
    game.write_text(BETS, encoding="utf-8")
    zerosum.solve("betting", path=str(game)).save(file)
    game.unlink()
    return file


def changed(file: Path, change: Any) -> None:
    content = json.loads(file.read_text(encoding="utf-8"))
    change(content)
    content.pop("sha256")
    content.pop("format")
    file.write_text(document.render(sealed(content)), encoding="utf-8")


def test_an_honest_solution_loads_after_its_file_has_moved(saved: Path, tmp_path: Path) -> None:
    solution = zerosum.load_solution(saved)
    assert str(solution.value) == "-0.111111… = -1/9"
    assert solution.game.title == "my bets"
    assert solution.verify().holds
    assert '"ante = 1' not in str(solution)
    again = tmp_path / "again.json"
    solution.save(again)
    assert zerosum.load_solution(again).verify().holds
    assert "ante = 1" in certify(solution)
    assert pickle.loads(pickle.dumps(solution.game)).title == "my bets"
    assert solution.evs


@pytest.mark.parametrize("place", ["paths", "parameters", "record"])
def test_a_saved_solution_reads_no_file_that_its_author_names(
    saved: Path, tmp_path: Path, place: str
) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text(SECRET, encoding="utf-8")

    def change(content: Any) -> None:
        match place:
            case "paths":
                content["solution"]["paths"] = {"path": str(secret)}
            case "parameters":
                content["game"]["parameters"]["path"] = str(secret)
                content["game"]["files"] = {}
            case "record":
                records = content["solution"]["records"]
                root = records[content["solution"]["root"]["at"]]
                records.insert(0, ["record", "zerosum.games.betting_file:BettingFile", {"path": str(secret)}])
                shift(records[1:])
                root[-1]["game"] = {"at": 0}
                content["solution"]["root"]["at"] += 1

    def shift(part: Any) -> None:
        for item in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
            shift(item)
        if isinstance(part, dict) and "at" in part:
            part["at"] += 1

    changed(saved, change)
    copied = tmp_path / "copied.json"
    try:
        solution = zerosum.load_solution(saved)
        assert solution.game.title != "the secret"
        solution.save(copied)
        assert "the secret" not in copied.read_text(encoding="utf-8") + certify(solution)
    except InputError:
        pass


def test_damaged_arrays_are_rejected(tmp_path: Path) -> None:
    file = tmp_path / "solution.json"
    zerosum.solve("jujitsu", cards=3).save(file)

    def damage(content: Any) -> None:
        [first, *_] = [record for record in content["solution"]["records"] if record[0] == "array"]
        first[-1] = "AAAA" + first[-1][4:]

    changed(file, damage)
    with pytest.raises(InputError):
        zerosum.load_solution(file)


def test_what_a_player_knows_does_not_go_round_in_circles(tmp_path: Path) -> None:
    """What was known before an event is the entry of the event itself, so looking back never ends."""
    file = tmp_path / "solution.json"
    zerosum.solve("liars-dice", sides=2).save(file)

    def close(content: Any) -> None:
        records = content["solution"]["records"]
        [form] = [one[-1] for one in records if one[:2] == ["record", "HiddenForm"]]
        place = len(told := records[form["knowledge"]["at"]]) - 2
        event = records[told[-1]["at"]]
        event[1] = place

    changed(file, close)
    with pytest.raises(InputError, match="no beginning"):
        zerosum.load_solution(file)


def test_a_number_that_fits_no_float_is_rejected(tmp_path: Path) -> None:
    file = tmp_path / "solution.json"
    zerosum.solve([[1, 0], [0, 1]]).save(file)

    def enlarge(content: Any) -> None:
        records = content["solution"]["records"]
        records[content["solution"]["root"]["at"]][-1]["row"] = {"f": "0x1p99999"}

    changed(file, enlarge)
    with pytest.raises(InputError, match="too large"):
        zerosum.load_solution(file)
