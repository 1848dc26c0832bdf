"""Saved solutions of every model, spoilt under a correct checksum: refused in a sentence, or loaded; never false."""

import copy
import json
import random
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.fuzz.command import CASES, run
from tests.fuzz.forger import GAMES

import zerosum
from zerosum.certificates import document
from zerosum.certificates.certify import sealed
from zerosum.core.errors import ZerosumError
from zerosum.core.value import Value

COUNT = max(3, CASES // 150)
"""How many solutions of each game are spoilt."""

ODD: tuple[Any, ...] = (
    *(None, 0, -1, 2**70, True, 1e300, "", "x", "1/0", "\x1b[31m\u202e", [], {}, [[]]),
    *({"at": 0}, {"at": -1}, {"at": 10**9}, {"game": True}, {"class": "Value"}, {"class": "int"}),
    *({"f": "0x1p99999"}, {"f": "nan"}, {"f": "inf"}, {"q": "1/0"}, {"q": "9" * 200}, {"enum": ["x", "y"]}),
    *(["tuple"], ["record", "Value", {}]),
)


@cache
def saved(name: str, file: Path) -> tuple[dict[str, Any], Value]:
    """A solution as its file has it, and the value of its game."""
    game, options = GAMES[name]
    solution = zerosum.solve(game, **options)
    solution.save(file)
    return json.loads(file.read_text(encoding="utf-8")), solution.value


def places(content: Any) -> list[tuple[Any, Any]]:
    """Every place in a tree of lists and tables."""
    found, waiting = [], [content]
    while waiting:
        here = waiting.pop()
        for key in list(here) if isinstance(here, dict) else range(len(here)):
            found.append((here, key))
            waiting += [here[key]] if isinstance(here[key], dict | list) else []
    return found


def spoil(luck: random.Random, content: Any) -> None:
    """Put something odd, or another part, in place of some parts, or leave them out."""
    within = places(content["solution"] if luck.random() < 0.9 else content)
    for _ in range(luck.choice((1, 1, 2, 3))):
        here, key = luck.choice(within)
        with suppress(LookupError):  # another change may have removed the place
            match luck.randrange(5):
                case 0 | 1:
                    here[key] = copy.deepcopy(luck.choice(ODD))
                case 2:
                    other, there = luck.choice(within)
                    here[key] = copy.deepcopy(other[there])
                case 3:
                    del here[key]
                case _ if isinstance(here, list):
                    here.insert(key, copy.deepcopy(luck.choice(ODD)))


@pytest.mark.parametrize("name", GAMES)
def test_a_spoilt_solution_is_refused_or_verified_if_it_is_true(name: str, tmp_path: Path) -> None:
    luck, file = random.Random(name), tmp_path / "it.solution.json"
    original, truth = saved(name, file)
    for _ in range(COUNT):
        content = copy.deepcopy(original)
        spoil(luck, content)
        content.pop("sha256", None)
        content.pop("format", None)
        file.write_text(document.render(sealed(content)), encoding="utf-8")
        try:
            solution = zerosum.load_solution(file)
        except ZerosumError:
            continue
        try:
            verdict = solution.verify()
        except Exception:  # whatever it comes to, it is not confirmed
            continue
        claimed = verdict.claimed
        assert not verdict.holds or (claimed.lower <= truth.upper and truth.lower <= claimed.upper)


@pytest.mark.parametrize("words", [("kuhn",), ("rps",), ("liars-dice", "--sides", "2"), ("le-her",)])
def test_the_leaks_of_a_spoilt_solution_are_told_or_refused(words: tuple[str, ...], tmp_path: Path) -> None:
    luck, file = random.Random(words[0]), tmp_path / "it.solution.json"
    run(["solve", *words, "--strategy-out", str(file)])
    original = json.loads(file.read_text(encoding="utf-8"))
    for _ in range(COUNT):
        content = copy.deepcopy(original)
        spoil(luck, content)
        content.pop("sha256", None)
        content.pop("format", None)
        file.write_text(document.render(sealed(content)), encoding="utf-8")
        run(["exploit", words[0], str(file), *words[1:]])
