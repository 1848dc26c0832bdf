"""What Sanwal and Drechsler say in their text, judged."""

from __future__ import annotations

import pytest

from zerosum.papers.claims import Claim, Verdict
from zerosum.papers.jujitsu import CLAIMS, PICTURES

WRONG = ("unique strategy", "4^n", "number of edges")


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


@pytest.mark.parametrize(
    "claim", [claim for claim in CLAIMS if not claim.slow], ids=lambda claim: claim.says[:50]
)
def test_each_claim_gets_its_verdict(claim: Claim) -> None:
    verdict = claim.recompute().verdict
    if any(words in claim.says for words in WRONG):
        assert verdict is Verdict.MISPRINT
        assert not claim.expected_to_hold
    elif "should continue" in claim.says:
        assert verdict is Verdict.ANSWERED
    else:
        assert verdict is Verdict.CONFIRMED


def test_the_picture_can_be_drawn() -> None:
    (picture,) = PICTURES
    assert len(picture.draw().axes) == 6
