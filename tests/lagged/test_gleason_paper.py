"""The claims of Ferguson and Shapley: which hold, and which are shown to be misprints."""

import pytest

from zerosum.papers.claims import Claim, Verdict
from zerosum.papers.gleason import CLAIMS, PICTURES


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.says[:40])
def test_a_claim_is_as_expected(claim: Claim) -> None:
    finding = claim.recompute()
    assert finding.holds == claim.expected_to_hold


def test_the_digit_of_the_grid_is_wrong_and_the_identity_a_misprint() -> None:
    failing = {claim.says: claim.recompute() for claim in CLAIMS if not claim.expected_to_hold}
    assert {says: finding.verdict for says, finding in failing.items()} == {
        "Dave's positions: then .442": Verdict.WRONG,
        "r(2, q) = 1 - s(2, 1 - q)": Verdict.MISPRINT,
    }
    assert failing["r(2, q) = 1 - s(2, 1 - q)"].corrected


def test_the_pictures_have_names() -> None:
    assert [picture.name for picture in PICTURES] == ["gleason-1", "gleason-2", "gleason-w"]
