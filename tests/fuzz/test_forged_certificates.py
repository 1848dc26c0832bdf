"""Thousands of forged certificates of every model: none is confirmed, and each is refused with a sentence."""

import os
from collections import Counter
from pathlib import Path

import pytest
from tests.fuzz.forger import GAMES, forgeries, original

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
