"""Stationary strategies within a margin, in exact fractions, and how long play takes with them."""

from fractions import Fraction

import pytest

import zerosum
from zerosum.certificates import certify, check
from zerosum.core.errors import InputError, Unavailable
from zerosum.models.stochastic.rules import ArrayGame
from zerosum.models.stochastic.solve.decided import exact_guarantee
from zerosum.models.stochastic.solve.margin import longest_play
from zerosum.models.stochastic.solve.patient import discounted_plays
from zerosum.models.stochastic.table import tabulate


@pytest.mark.parametrize(("levels", "numbers"), [(1, 2), (5, 2), (4, 3), (2, 5)])
def test_a_strategy_within_a_margin_guarantees_it_exactly(levels, numbers):
    solution = zerosum.solve("purgatory", levels=levels, numbers=numbers, within=Fraction(1, 4))
    assert all(isinstance(p, Fraction) for mix in solution.rows.values() for p in mix.values())
    assert all(sum(mix.values()) == 1 for mix in solution.rows.values())
    table = tabulate(solution.game)
    bound = exact_guarantee(table, "row", [list(mix.values()) for mix in solution.rows.values()])[0]
    assert bound == solution.guarantees[1][0]
    assert bound >= Fraction(3, 4)
    assert solution.verify().holds


@pytest.mark.parametrize("margin", [Fraction(1, 4), Fraction(1, 100)])
def test_patience_is_as_great_as_the_theorem_says(margin):
    """Some probability is below (e^2 / (1 - e))^(2^(n - 2)) (Hansen, Koucký and Miltersen 2009, theorem 1)."""
    solution = zerosum.solve("purgatory", levels=4, within=margin)
    smallest = min(p for mix in solution.rows.values() for p in mix.values() if p)
    assert smallest < (margin**2 / (1 - margin)) ** (2 ** (4 - 2))


def test_the_value_of_a_discounted_game_in_any_precision():
    """One level: v = val[(1 - t) [1, v; 0, 1]], so v solves (2 - v) v = 1 - t at the next value."""
    for play in discounted_plays(tabulate(zerosum.solve("purgatory", levels=1).game), 60):
        v, t = play.values[0], play.t
        assert abs(v * (2 - v) - (1 - t)) < t / 10**9


def test_how_long_a_play_lasts():
    """Dante's p at one level: against 1 a play ends at once, against 2 after 1 / p stages on average."""
    solution = zerosum.solve("purgatory", levels=1, within=Fraction(1, 10))
    p = solution.row[2]
    assert solution.lengths["row"] == 1 / p
    assert solution.lengths["both"] == 1 / (Fraction(1, 2) + p / 2)
    assert "stages on average at most" in " ".join(str(solution).split())
    assert solution.json()["lengths"]["row"] == str(1 / p)


def test_a_play_may_never_end():
    stay, end = [1, 0], [0, 1]
    game = ArrayGame([[[0, 0]], [[1]]], [[[stay, end]], [[end]]])
    table = tabulate(game)
    assert longest_play(table, "row", [[Fraction(1)], [Fraction(1)]]) is None


def test_a_certificate_has_the_small_probabilities(tmp_path):
    file = tmp_path / "within.cert"
    file.write_text(certify(zerosum.solve("purgatory", levels=4, within=Fraction(1, 10))), encoding="ascii")
    assert check(file).holds


def test_what_has_no_such_strategy_is_refused_with_a_reason():
    with pytest.raises(Unavailable, match=r"stationary strategy .*1/4"):
        zerosum.solve("stochastic", path="examples/big_match.toml", within=Fraction(1, 4))
    with pytest.raises(InputError, match="only for average payoffs"):
        zerosum.solve("stochastic", path="examples/shapley.toml", within=Fraction(1, 4))
    with pytest.raises(InputError, match="positive, not 0"):
        zerosum.solve("purgatory", levels=2, within=Fraction(0))
    with pytest.raises(InputError, match=r"at most 40 states.* 52"):
        zerosum.solve("purgatory", levels=50, within=Fraction(1, 4))


def test_a_value_of_0_takes_no_more_digits_with_each_step():
    """Each of Newton's steps doubled the leading zeros of a value that is 0, so that this game took minutes."""
    a, b, nothing, three, one = [[int(s == t) for t in range(5)] for s in range(5)]
    inner = [[[b, nothing], [nothing, a]], [[b, one], [three, nothing]]]
    ends = [[[nothing]], [[three]], [[one]]]
    game = ArrayGame([[[0, 0], [0, 0]]] * 2 + [[[0]], [[-3]], [[-1]]], inner + ends)
    for play in discounted_plays(tabulate(game), 3):
        assert max(value.denominator.bit_length() for value in play.values) < 1000
    assert zerosum.solve(game).value == 0
