"""Duels against closed forms that are derived here, and against the rules counted shot by shot."""

from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import sqrt

import numpy as np
import pytest

import zerosum
from zerosum.core.errors import GameError
from zerosum.games.duel import MixedDuel, NoisyDuel, SilentDuel
from zerosum.papers.checks.duels import bounds, duel, two_against_one

F = Fraction


def exact(game):
    solution = zerosum.solve(game, exact=True)
    assert solution.verify().proved == solution.value
    return solution


def test_the_noisy_duel_is_fired_where_the_chances_add_up_to_one():
    """Derived: at the time T where P(T) + Q(T) = 1, who fires first at T earns P - (1 - P) = P - Q, and who waits for
    the other to miss before T earns 1 - 2Q(s) >= 1 - 2Q(T) = P - Q; likewise for the other. With t and t², T is the
    golden section."""
    golden = (sqrt(5) - 1) / 2
    solution = zerosum.solve(NoisyDuel(200, 1, 2))
    assert float(solution.value.middle) == pytest.approx(golden - golden**2, abs=0.02)
    assert exact(NoisyDuel(10)).value.lower == 0


def test_the_density_of_the_silent_duel_earns_nothing_less_against_any_time():
    """Derived: f(t) = 1/(4 t³) on [1/3, 1] is a density; against a shot at s it earns the integral of s's payoffs,
    which is 0 for s >= 1/3 and more before. The payoff to t is t - (1 - t) s where t < s, and (1 - s) t - s where t >
    s."""

    def moments(a, b):  # the integrals of f and of t f from a to b
        return (1 / a**2 - 1 / b**2) / 8, (1 / a - 1 / b) / 4

    assert moments(Fraction(1, 3), Fraction(1))[0] == 1
    for s in (Fraction(k, 60) for k in range(1, 61)):
        cut = max(s, Fraction(1, 3))
        (mass, mean), (late, later) = moments(Fraction(1, 3), cut), moments(cut, Fraction(1))
        earned = mean - s * (mass - mean) + (1 - s) * later - s * late
        assert earned == 0 if s >= Fraction(1, 3) else earned > 0


def test_the_silent_duel_of_equals_begins_at_a_third():
    solution = exact(SilentDuel(30))
    assert solution.value.lower == 0
    assert min(step for step, p in solution.row.items() if p) >= 9
    late = sum(p for step, p in solution.row.items() if step > 15)
    assert float(late) == pytest.approx(1 / 8 * (4 - 1), abs=0.1)  # the integral of 1/(4 t³) from 1/2 to 1


@pytest.mark.parametrize(("bullets", "against"), [(1, 1), (2, 1), (1, 2), (3, 2), (4, 1)])
def test_a_noisy_duel_of_equals_is_worth_the_share_of_the_bullets(bullets, against):
    """Derived: where a hit has the chance 1/(m + n), firing at once earns 1/(m + n) + (1 - 1/(m + n)) times the value
    with a bullet less, which is (m - n)/(m + n) again if the value is; and being fired at earns the same."""
    found = bounds("noisy", bullets, against, 200)
    value = F(bullets - against, bullets + against)
    assert found.lower <= value <= found.upper
    assert found.gap < 0.011
    everything = bullets + against
    hit = F(1, everything)
    fires = F(bullets - 1 - against, everything - 1) if bullets > 1 or against == 1 else F(-1)
    assert hit + (1 - hit) * fires == value


@pytest.mark.parametrize("first", ["both", "row", "col"])
@pytest.mark.parametrize(("steps", "bullets", "against"), [(4, 2, 1), (3, 2, 2), (5, 1, 2)])
def test_silent_duels_shot_by_shot(first, steps, bullets, against):
    """The payoff by all outcomes of all shots: each one hits or misses, and the first that hits ends the duel."""
    orders = {"both": (0, 0), "row": (0, 1), "col": (1, 0)}[first]
    rows, cols = (list(combinations_with_replacement(range(1, steps + 1), n)) for n in (bullets, against))

    def earned(row, col):
        shots = [(step, orders[0], 1) for step in row] + [(step, orders[1], -1) for step in col]
        total = F(0)
        for hits in product((True, False), repeat=len(shots)):
            p = F(1)
            for (step, _, _), hit in zip(shots, hits, strict=True):
                p *= F(step, steps) if hit else 1 - F(step, steps)
            landed = [shot for shot, hit in zip(shots, hits, strict=True) if hit]
            at = min((shot[:2] for shot in landed), default=None)
            won = {side for *when, side in landed if tuple(when) == at}
            total += p * sum(won)
        return total

    payoffs = [[earned(row, col) for col in cols] for row in rows]
    by_hand = zerosum.solve(zerosum.MatrixGame.of(payoffs), exact=True).value
    assert exact(SilentDuel(steps, bullets=bullets, col_bullets=against, first=first)).value == by_hand


def test_two_silent_bullets_each_begin_at_a_fifth():
    """Derived: the first at x with the density 1/(8 x³) on [1/5, 1/3], the second with 1/(4 x³) on [1/3, 1]. Against
    shots at r and s the payoff is 0 if each lies in its interval, and no pair of shots earns col anything."""
    parts = [(F(1, 5), F(1, 3), F(1, 8)), (F(1, 3), F(1), F(1, 4))]

    def moments(low, high, h):  # the integrals of the density and of x times it
        return h * (1 / low**2 - 1 / high**2) / 2, h * (1 / low - 1 / high)

    def earned(shots):
        standing, total = F(1), F(0)
        for shot in (s for s in shots if s < parts[0][0]):
            total, standing = total - standing * shot, standing * (1 - shot)
        for low, high, h in parts:
            inside = [s for s in shots if low <= s < high or s == high == 1]
            unfired, fired = standing, F(0)  # the chance that both stand, by whether row has fired here
            for begin, finish in zip([low, *inside], [*inside, high], strict=True):
                # with `unfired` scaled so that the density applies to those who have not fired
                mass, mean = moments(begin, finish, h)
                total += unfired * mean
                fired += unfired * (mass - mean)
                if finish in inside:
                    left = moments(finish, high, h)[0]
                    total -= (fired + unfired * left) * finish
                    fired, unfired = fired * (1 - finish), unfired * (1 - finish)
            standing = fired
        return total

    times = [F(k, 30) for k in range(1, 31)]
    for r, s in combinations_with_replacement(times, 2):
        found = earned([r, s])
        assert found >= 0
        if F(1, 5) <= r < F(1, 3) <= s < 1:
            assert found == 0


def test_two_silent_bullets_against_one():
    """Both strategies earn the same against all moments that the other uses, and no less against others."""
    a, b, value = two_against_one()
    found = bounds("silent", 2, 1, 20)
    assert found.lower < value < found.upper
    u, v = 1 / a, 1 / b
    h1, h2 = 2 / (u**2 - v**2), 4 * b**2 / (1 + b) ** 2
    last = (3 * b - 1) / (1 + b)
    assert h2 * (v**2 - 1) / 2 + last == pytest.approx(1)
    first, second = h1 * (u - v), h2 * (v - 1) + last  # the chances that the bullets would hit

    def against(s):
        if s < a:
            return -s + (1 - s) * (first + (1 - first) * second)
        if s < b:
            hit, fired = h1 * (u - 1 / s), h1 * (u**2 - 1 / s**2) / 2
            left = first - hit
            misses = 1 - fired - left
            return (
                hit
                + (fired - hit) * ((1 - s) * second - s)
                - s * (left + misses)
                + (1 - s) * (left + misses * second)
            )
        hit, fired = h2 * (v - 1 / s), h2 * (v**2 - 1 / s**2) / 2
        return first + (1 - first) * (hit - s * (1 - hit) + (1 - s) * (second - hit))

    earned = np.array([against(s) for s in np.linspace(0.01, 0.999, 300)])
    assert earned.min() == pytest.approx(value, abs=1e-9)
    assert against((a + b) / 2) == pytest.approx(value, abs=1e-9)
    assert against((1 + b) / 2) == pytest.approx(value, abs=1e-9)


def test_the_mixed_duel_of_one_bullet_each():
    """Derived: row, whom nobody hears, wins 1 - 2s where col fires at s before row does. As a matrix this is the game
    itself; and with any moment allowed the value is 5 - 2 sqrt 6."""
    steps = 8

    def earned(i, j):  # col's shots come first
        p, q = F(i, steps), F(j, steps)
        return 1 - 2 * q if j <= i else p - (1 - p) * q

    payoffs = [[earned(i, j) for j in range(1, steps + 1)] for i in range(1, steps + 1)]
    # at the last step col's shot hits, whatever row does
    by_hand = zerosum.solve(zerosum.MatrixGame.of(payoffs), exact=True).value
    assert zerosum.solve(MixedDuel(steps, first="col")).value == by_hand
    found = bounds("mixed", 1, 1, 60)
    assert found.lower < 5 - 2 * sqrt(6) < found.upper
    assert found.gap < 0.02


def test_a_silencer_is_worth_something_and_hearing_too():
    """A gun that is not heard is worth more to row than a noisy one, whose duel of equals is fair."""
    assert bounds("mixed", 2, 2, 14).lower > 0


def test_a_wrong_closed_form_is_told_from_the_right_one():
    assert duel("noisy", 2, 1, 200, "1/3", "1/100").holds
    assert not duel("noisy", 2, 1, 200, "1/4", "1/100").holds
    assert not duel("noisy", 2, 1, 50, "1/3", "1/100").holds


def test_titles_rules_and_what_is_refused():
    game = NoisyDuel(8, bullets=2, first="row")
    assert (
        game.title
        == "Noisy duel · 8 steps · 2 against 1 bullet · hit probabilities t and t · row fires first"
    )
    assert "row with 2 bullets and col with 1 bullet" in game.instructions[0]
    assert MixedDuel(8).describe_position(MixedDuel(8).start)[0] == "step 1 of 8"
    with pytest.raises(GameError, match="1 to 20 bullets"):
        SilentDuel(bullets=0)
