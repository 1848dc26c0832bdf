"""Bricker's missing term matters for the takes but not for the costs."""

from zerosum.papers.checks.matches import best_strategy, every_take, options, recursion


def test_the_missing_term_matters_for_the_takes_but_not_for_the_costs() -> None:
    def costs(f0: int) -> dict[int, int]:
        f = {0: f0, 1: 1}
        for x in range(2, 31):
            f[x] = min(1 - f[x - d] for d in (1, 2, 3) if d <= x)
        return f

    def takes(f: dict[int, int], x: int) -> list[int]:
        return [d for d in (1, 2, 3) if d <= x and 1 - f[x - d] == f[x]]

    right, other = costs(0), costs(1)
    assert [right[x] for x in range(1, 31)] == [other[x] for x in range(1, 31)]
    assert (takes(right, 2), takes(right, 3)) == ([1], [2])
    assert (takes(other, 2), takes(other, 3)) == ([1, 2], [2, 3])
    assert recursion(takes_all=True).holds is False
    assert recursion(takes_all=False).holds is True


def test_checks_can_fail() -> None:
    assert options(6, [1, 0, 0]).holds
    assert not options(6, [0, 0, 0]).holds


def test_the_best_strategy_is_spelled_out() -> None:
    assert (
        "taking 1 and from then on always leaves one of 29, 25, 21, 17, 13, 9, 5, 1" in best_strategy().text
    )
    assert every_take().so.endswith("with period 4")
