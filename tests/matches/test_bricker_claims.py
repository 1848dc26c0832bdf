"""Every claim of Bricker's stack, recomputed; the one that fails, fails for the reason given."""

from zerosum.papers.claims import Verdict
from zerosum.papers.matches import CLAIMS, PICTURES


def test_all_but_one_hold():
    findings = {claim.says: claim.recompute() for claim in CLAIMS}
    failing = [
        says for says, finding in findings.items() if finding.verdict in (Verdict.WRONG, Verdict.MISPRINT)
    ]
    assert len(CLAIMS) == 10
    assert len(failing) == 1
    assert failing[0].startswith("f(x) = min")
    assert findings[failing[0]].verdict is Verdict.MISPRINT


def test_the_missing_term_matters_for_the_takes_but_not_for_the_costs():
    def recursion(f0):
        f = {0: f0, 1: 1}
        for x in range(2, 31):
            f[x] = min(1 - f[x - d] for d in (1, 2, 3) if d <= x)
        return f

    def takes(f, x):
        return [d for d in (1, 2, 3) if d <= x and 1 - f[x - d] == f[x]]

    right, other = recursion(0), recursion(1)
    assert [right[x] for x in range(1, 31)] == [other[x] for x in range(1, 31)]
    assert (takes(right, 2), takes(right, 3)) == ([1], [2])
    assert (takes(other, 2), takes(other, 3)) == ([1, 2], [2, 3])


def test_the_best_strategy_is_spelled_out():
    answer = CLAIMS[0].recompute().computed
    assert "taking 1 and from then on always leaves one of 29, 25, 21, 17, 13, 9, 5, 1" in answer
    assert CLAIMS[1].recompute().computed.endswith("with period 4")


def test_the_picture_is_drawn():
    assert PICTURES[0].draw().axes
