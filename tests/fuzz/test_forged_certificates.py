"""Thousands of forged certificates of every model: none is confirmed, and each is refused with a sentence."""

import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.fuzz.forger import GAMES, forged_names, forgeries, original

import zerosum
from zerosum.certificates import check, document
from zerosum.core.errors import ZerosumError

COUNT = int(os.environ.get("ZEROSUM_FUZZ", "1000"))
PARTS = 4


@pytest.mark.parametrize("name", GAMES)
def test_the_originals_are_confirmed(tmp_path: Path, name: str) -> None:
    file = tmp_path / "true.cert"
    file.write_text(document.render(original(name).content), encoding="ascii")
    assert check(file).holds


@pytest.mark.parametrize("part", range(PARTS))
def test_no_forgery_is_confirmed(tmp_path: Path, part: int) -> None:
    file = tmp_path / "forged.cert"
    became: Counter[str] = Counter()
    for name, done, content in forgeries(COUNT // PARTS, seed=part + PARTS * COUNT):
        file.write_text(document.render(content), encoding="ascii")
        try:
            confirmed = check(file).holds
        except ZerosumError:
            became["refused"] += 1
            continue
        became["does not hold"] += 1
        assert not confirmed, (name, done, content["value"])
    assert min(became["refused"], became["does not hold"]) > COUNT // PARTS // 10


def test_no_game_whose_names_collide_is_confirmed(tmp_path: Path) -> None:
    """Row cannot guess a coin for certain; where the labels are two, it can, and then the claim is true."""
    file = tmp_path / "forged.cert"
    became: Counter[str] = Counter()
    for what, content in forged_names(COUNT // 5, seed=COUNT):
        file.write_text(document.render(content), encoding="ascii")
        try:
            found = check(file)
        except ZerosumError:
            became["refused"] += 1
            continue
        if found.holds:
            solution = solve(content["game"], tmp_path)
            assert solution.value.lower <= found.verdict.claimed.lower, what
            assert found.verdict.claimed.upper <= solution.value.upper, what
        became["true" if found.holds else "does not hold"] += 1
    assert became["refused"] > COUNT // 50


def solve(game: Any, folder: Path) -> zerosum.Solution:
    """The solution of the game in a file, as the solver finds it."""
    path = folder / f"game{game['files']['path']['suffix']}"
    path.write_text(game["files"]["path"]["text"])
    return zerosum.solve(game["name"], path=str(path))
