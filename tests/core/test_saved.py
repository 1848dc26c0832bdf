"""A saved solution is the same solution when it is loaded, and nothing is solved again."""

import base64
import json
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pytest

import zerosum
from zerosum.certificates import certify, check
from zerosum.certificates.document import digest, render
from zerosum.core.data import plain
from zerosum.core.errors import InputError, ZerosumError
from zerosum.core.reading import FILES
from zerosum.models.family import families

EXAMPLES = Path(__file__).parents[2] / "examples"

GAMES = [
    ("inspection", {}),
    ("inspection", {"exact": True}),
    ("matches", {"heaps": (3, 4, 5)}),
    ("jujitsu", {"cards": 3}),
    ("goofspiel", {"cards": 3, "exact": True}),
    ("nakai", {}),
    ("stochastic", {"path": str(EXAMPLES / "dare.toml")}),
    ("gleason", {}),
    ("kuhn", {}),
    ("raise", {}),
    ("two-phase-relance", {"tolerance": 0.05, "cells": 8}),
    ("red-dog", {}),
    ("seven-and-a-half", {}),
    ("leduc", {"ranks": 2}),
    ("liars-dice", {"sides": 2, "pure": True}),
    ("blind-goofspiel", {"cards": 3}),
    ("seven-and-a-half-for-two", {"goal": 2}),
    ("matches", {"heaps": (2, 3), "takes": None, "last": "wins"}),
    ("river", {"oop": "KK, T9s, 7h6h", "ip": "QQ, AKs, AsTs", "bets": "pot"}),
    ("turn", {"oop": "KhKd, Td9d", "ip": "QhQd, AhTc"}),
    ("rhode-island", {"ranks": 2, "first_order": True, "tolerance": 1.0}),
    ("battlefields", {"soldiers": 4, "enemy": 3, "fields": (1, 1, 2)}),
    ([[2, -1, 4], [0, 3, -1]], {"exact": True}),
]


@pytest.mark.parametrize(("game", "options"), GAMES, ids=lambda part: part if isinstance(part, str) else "")
def test_what_is_loaded_is_what_was_saved(game, options, tmp_path, monkeypatch):
    solution = zerosum.solve(game, **options)
    solution.save(tmp_path / "saved.json")
    monkeypatch.setattr(type(solution.game.family), "solve", None)
    again = zerosum.load_solution(tmp_path / "saved.json")
    named = {
        name: kept for name in FILES if isinstance(kept := getattr(again.game, name, None), str) and kept
    }
    parameters = solution.game.parameters() | named  # a file that came along is read by another name
    assert again.json() == {**solution.json(), "parameters": plain(parameters)}
    assert str(again) == str(solution)
    assert again.verify().proved == solution.verify().proved


def test_every_model_is_among_them():
    models = {zerosum.load(game).family.name for game, _ in GAMES if isinstance(game, str)}
    assert {*models, "matrix_game"} == {family.name for family in families()}


def test_another_position_is_asked_of_what_was_loaded(tmp_path):
    solution = zerosum.solve("jujitsu", cards=3)
    solution.save(tmp_path / "saved.json")
    again = zerosum.load_solution(tmp_path / "saved.json")
    assert (
        again.at(row=(1, 3), col=(2, 3), score=1).json()
        == solution.at(row=(1, 3), col=(2, 3), score=1).json()
    )


class Place(NamedTuple):
    stage: int


@dataclass(frozen=True)
class Countdown(zerosum.StagedGame):
    """Matching pennies so many times, each for what is left."""

    stages: int = zerosum.option(3, "how often")

    @property
    def start(self):
        return Place(self.stages)

    def moves(self, position):
        return ("ht", "ht") if position.stage else ((), ())

    def play(self, position, row, col):
        return [
            (
                1,
                position.stage * (2 if row == col == "h" else 1 if row == col else -1),
                Place(position.stage - 1),
            )
        ]


def test_a_game_of_ones_own_is_loaded_with_its_rules(tmp_path):
    solution = zerosum.solve(Countdown(2), exact=True)
    solution.save(tmp_path / "saved.json")
    again = zerosum.load_solution(tmp_path / "saved.json", Countdown)
    assert again.values == solution.values
    assert again.game == Countdown(2)
    with pytest.raises(InputError, match="built-in"):
        zerosum.load_solution(tmp_path / "saved.json")


def changed(path: Path, **parts: object) -> Path:
    """A saved solution with other parts, sealed as a forger would seal it."""
    content = {**json.loads(path.read_text()), **parts}
    path.write_text(render({**content, "sha256": digest(content)}))
    return path


def with_records(path: Path, *last: list[object]) -> Path:
    """A saved solution with other records in the place of its last."""
    saved = json.loads(path.read_text())["solution"]
    return changed(path, solution={**saved, "records": [*saved["records"][:-1], *last]})


BYTES = base64.b64encode(zlib.compress(bytes(10**6))).decode()


@pytest.mark.parametrize(
    ("records", "sentence"),
    [
        ([["record", "subprocess:Popen", {}]], "cannot contain 'subprocess:Popen'"),
        ([["record", "Popen", {}]], "cannot contain 'Popen'"),
        ([["record", "zerosum.models.staged.answer:StagedSolution", {}]], "cannot contain 'zerosum"),
        ([["record", "Inspection", {}]], "cannot contain 'Inspection'"),
        ([["record", "HiddenSolution", {}]], "cannot contain 'HiddenSolution'"),
        ([["dict", {"class": "DiskStore"}]], "cannot contain 'DiskStore'"),
        ([["dict", {"class": "StagedSolution"}]], "StagedSolution"),
        ([["array", "<f8", [3], BYTES]], "does not have the size"),
        ([["array", "|O", [3], BYTES]], "arrays of numbers"),
        ([["array", "<f8", [10**12, 10**6], BYTES]], "more than 1,000,000,000 bytes"),
    ],
)
def test_a_file_names_only_the_classes_of_its_model_and_rules_and_calls_none(tmp_path, records, sentence):
    zerosum.solve("inspection").save(tmp_path / "saved.json")
    with pytest.raises(ZerosumError, match=sentence):
        zerosum.load_solution(with_records(tmp_path / "saved.json", *records))


def test_a_short_file_cannot_stand_for_something_huge(tmp_path):
    file = tmp_path / "saved.json"
    zerosum.solve("inspection").save(file)
    first = len(json.loads(file.read_text())["solution"]["records"]) - 1
    pairs = [["tuple", 1, 2], *(["tuple", {"at": first + k}, {"at": first + k}] for k in range(40))]
    with pytest.raises(InputError, match="100,000 parts"):
        zerosum.load_solution(with_records(file, *pairs, ["set", {"at": first + 40}]))


def test_packed_arrays_have_a_limited_size_together(tmp_path, monkeypatch):
    monkeypatch.setattr("zerosum.core.records.MAX_BYTES", 2_500_000)
    file = tmp_path / "saved.json"
    zerosum.solve("inspection").save(file)
    packed = ["numbers", "b", BYTES]
    with pytest.raises(InputError, match=r"does not have the size|more than 2,500,000 bytes"):
        zerosum.load_solution(with_records(file, packed, packed, packed))
    with pytest.raises(InputError, match="more than 2,500,000 bytes"):
        zerosum.load_solution(with_records(file, *3 * [["array", "|i1", [10**6], BYTES]]))


@pytest.mark.parametrize("kind", ["dict", "set"])
def test_keys_with_one_hash_are_refused(tmp_path, kind):
    file = tmp_path / "saved.json"
    zerosum.solve("inspection").save(file)
    keys = [k * (2**61 - 1) for k in range(100_000)]
    parts = [None, *(part for key in keys for part in (key, 0))] if kind == "dict" else keys
    with pytest.raises(InputError, match="the same hash"):
        zerosum.load_solution(with_records(file, [kind, *parts]))


def test_long_keys_are_hashed_a_limited_number_of_times(tmp_path):
    file = tmp_path / "saved.json"
    zerosum.solve("inspection").save(file)
    first = len(json.loads(file.read_text())["solution"]["records"]) - 1
    key = ["tuple", *range(90_000)]
    table = ["dict", None, *(part for _ in range(500) for part in ({"at": first}, 0))]
    with pytest.raises(InputError, match="keys"):
        zerosum.load_solution(with_records(file, key, *10 * [table]))


def test_a_number_of_a_file_has_a_limited_length(tmp_path):
    file = tmp_path / "saved.json"
    zerosum.solve("inspection").save(file)
    with pytest.raises(InputError, match="number"):
        zerosum.load_solution(with_records(file, ["tuple", {"q": "1" * 200_000}]))


def test_a_file_nested_without_end_is_refused(tmp_path):
    file = tmp_path / "saved.json"
    zerosum.solve("inspection").save(file)
    deep: list[object] = []
    for _ in range(60):
        deep = [deep]
    with pytest.raises(InputError, match="nested deeper"):
        zerosum.load_solution(changed(file, method=deep))


def test_a_changed_number_another_version_and_no_json_are_refused(tmp_path):
    file = tmp_path / "saved.json"
    zerosum.solve("inspection").save(file)
    content = json.loads(file.read_text())
    file.write_text(render({**content, "version": "0.1"}))
    with pytest.raises(InputError, match="damaged"):
        zerosum.load_solution(file)
    file.write_text(json.dumps({**content, "format": "zerosum solution 0"}))
    with pytest.raises(InputError, match="another version"):
        zerosum.load_solution(file)
    file.write_text("nothing")
    with pytest.raises(InputError, match="certificate or"):
        zerosum.load_solution(file)


def test_a_saved_solution_is_a_certificate_and_a_certificate_is_no_solution(tmp_path):
    solution = zerosum.solve("kuhn")
    solution.save(tmp_path / "saved.json")
    assert check(tmp_path / "saved.json").holds
    (tmp_path / "kuhn.cert").write_text(certify(solution))
    with pytest.raises(InputError, match="is a certificate"):
        zerosum.load_solution(tmp_path / "kuhn.cert")
    solution.at(hand="2").save(tmp_path / "part.json")
    with pytest.raises(InputError, match="without a proof"):
        check(tmp_path / "part.json")
