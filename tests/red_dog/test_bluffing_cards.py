"""The claims of Bellman and Blackwell's sections 1 to 3: what holds, and what is a misprint."""

import pytest

from zerosum.papers.bluffing_cards import CLAIMS
from zerosum.papers.claims import Verdict

MISPRINTS = {
    "section 1, (g)",
    "section 2, before (1)",
    "section 2, (15)",
    "section 2, (16)",
    "section 2, (17)",
}


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: f"{claim.where}: {claim.says[:30]}")
def test_verdicts_are_as_expected(claim):
    finding = claim.recompute()
    assert (finding.holds is True) == claim.expected_to_hold
    assert finding.computed


def test_misprints_come_with_the_corrected_form():
    found = {claim.where: claim.recompute() for claim in CLAIMS if not claim.expected_to_hold}
    for where in MISPRINTS:
        assert found[where].verdict is Verdict.MISPRINT
        assert found[where].corrected
