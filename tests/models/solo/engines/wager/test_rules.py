"""Stakes: the three acts are enough, and the expectation is the line that they make of a distribution."""

from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zerosum.core.errors import GameError
from zerosum.models.solo.engines.wager.certificate import verify
from zerosum.models.solo.engines.wager.rules import Stakes, WagerGame
from zerosum.models.solo.engines.wager.solve import solve
from zerosum.models.solo.engines.wager.win_chance import ExactDistribution, WinChance

F = Fraction
amounts = st.fractions(0, 5, max_denominator=12)
chances = st.fractions(0, 1, max_denominator=24)


@st.composite
def stakes(draw):
    low, more = draw(amounts), draw(amounts)
    ante = draw(amounts.filter(lambda a: a + low > 0))
    return Stakes(ante, low, low + more)


@given(stakes(), chances)
def test_no_bet_between_is_better(terms, win):
    bets = [terms.low + (terms.high - terms.low) * F(i, 7) for i in range(8)]
    best = max(-terms.ante, *((bet + terms.ante) * (2 * win - 1) for bet in bets))
    assert terms.worth(terms.best(win), win) == best
    assert terms.best(win) in terms.indifferent(win)


@dataclass(frozen=True)
class Urn(WagerGame):
    """A finite distribution of win chances, as someone might write it."""

    terms: Stakes
    distribution: ExactDistribution

    @property
    def stakes(self):
        return self.terms

    def win_chance(self):
        return WinChance.exactly(self.distribution)

    def chance_of(self, hand):
        return F(hand)


@given(stakes(), st.dictionaries(chances, st.integers(1, 9), min_size=1, max_size=6))
def test_any_finite_distribution_is_solved_exactly(terms, weights):
    total = sum(weights.values())
    distribution = ExactDistribution.atoms({w: F(n, total) for w, n in weights.items()})
    solution = solve(Urn(terms, distribution))
    direct = sum(F(n, total) * max(terms.worth(act, w) for act in terms.acts) for w, n in weights.items())
    assert solution.value.lower == solution.value.upper == direct
    assert sum(solution.row.values()) == 1
    constant, slope = solution.linear
    assert constant + slope * terms.high == direct
    proved = verify(solution)
    assert proved.lower == proved.upper == direct


@pytest.mark.parametrize("bad", [(-1, 1, 2), (0, 0, 0), (1, 2, 1), (1, -1, 1)])
def test_stakes_that_make_no_sense(bad):
    with pytest.raises(GameError):
        Stakes(*map(F, bad))


def test_one_bet_only_is_one_act():
    solution = solve(
        Urn(Stakes(F(1), F(3), F(3)), ExactDistribution.atoms({F(1, 8): F(1, 2), F(3, 4): F(1, 2)}))
    )
    assert solution.row == {"fold": F(1, 2), "bet 3": F(1, 2)}
