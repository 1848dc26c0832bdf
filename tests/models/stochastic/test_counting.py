"""Blackwell and Ferguson's strategy: what it guarantees, against everyone, by the arena and by a recursion apart."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import isqrt
from statistics import mean

import pytest

from zerosum.arena.players import Mixture
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.family import arena_for
from zerosum.models.stochastic import arena as stochastic
from zerosum.models.stochastic.arena import counting_player
from zerosum.models.stochastic.rules import Cell, StochasticGame

STAGES = 30


@dataclass(frozen=True)
class BigMatch(StochasticGame):
    """One side guesses 0 or 1; its first guess of 1 fixes all days to come. A right guess wins the prize."""

    side: Side = "row"
    prize: Fraction = Fraction(1)
    discount = None
    states: Sequence[str] = ("play", "lost", "won")
    first_state = "play"

    def moves(self, state: str) -> tuple[Sequence[str], Sequence[str]]:
        return (("0", "1"), ("0", "1")) if state == "play" else (("-",), ("-",))

    def play(self, state: str, row: str, col: str) -> Cell:
        sign = self.prize if self.side == "row" else -self.prize
        if state != "play":
            return sign * (state == "won"), {state: 1}
        guess, digit = (row, col) if self.side == "row" else (col, row)
        right = guess == digit
        return sign * right, {"play" if guess == "0" else "won" if right else "lost": 1}


def earned(stages: int, opponent: Callable[[list[Fraction]], Fraction] = min) -> Fraction:
    """What the strategy earns in the Big Match cut off after so many stages, by hand: of an opponent's two digits the
    worse one, or their mean."""
    reserve = isqrt(stages)

    @cache
    def least(done: int, wins: int) -> Fraction:
        if done == stages:
            return Fraction(wins, stages)
        chance = Fraction(1, (2 * wins - done + reserve + 1) ** 2)
        after = [least(done + 1, wins + 1) if chance < 1 else 0, least(done + 1, wins) if chance < 1 else 0]
        return opponent([chance * digit + (1 - chance) * after[digit] for digit in (0, 1)])

    return least(0, 0)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("prize", [Fraction(1), Fraction(3)])
def test_what_it_guarantees(side: Side, prize: Fraction, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stochastic, "LONG", STAGES)
    game = BigMatch(side, prize)
    player = counting_player(game, side)
    assert player is not None
    assert counting_player(game, other(side)) is None
    arena, sign = arena_for(game), 1 if side == "row" else -1
    left = arena.against_best_response(player)[SIDES.index(side)]
    assert left is not None
    assert float(left) == pytest.approx(float(sign * prize * earned(STAGES)), abs=1e-12)
    reserve = isqrt(STAGES)
    assert earned(STAGES) == Fraction(reserve, 2 * (reserve + 1))  # as Blackwell and Ferguson prove
    assert player.name in arena.roster(side)
    assert player.name not in arena.roster(other(side))


def test_over_the_stages_alone_it_guarantees_less() -> None:
    """The number in the docstring of the arena: 0.4417 over 200 stages, where 7/15 counts what is paid forever."""
    stages = 200
    reserve = isqrt(stages)

    @cache
    def least(done: int, wins: int) -> float:
        if done == stages:
            return wins / stages
        chance = 1 / max(1, 2 * wins - done + reserve + 1) ** 2
        return min(
            chance * (wins + digit * (stages - done)) / stages
            + (1 - chance) * (least(done + 1, wins + 1 - digit) if chance < 1 else 0)
            for digit in (0, 1)
        )

    assert Fraction(reserve, 2 * (reserve + 1)) == Fraction(7, 15)
    assert least(0, 0) == pytest.approx(0.4417, abs=5e-5)


def test_a_match_says_where_plays_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stochastic, "LONG", STAGES)
    arena = arena_for(BigMatch())
    player, opponent = arena.roster("row")["memory"], arena.roster("col")["uniform"]
    assert f"{STAGES} stages" in arena.note(player, "row")
    assert "30 stages" in arena.note(player, "row")
    sampled, exact = arena.sample(player, opponent, plays=10_000), float(earned(STAGES, mean))
    found = arena.match(player, opponent)
    assert float(found.mean) == pytest.approx(exact, abs=1e-12)  # the last guess counts forever, too
    assert float(sampled.mean) == pytest.approx(exact, abs=0.03)


def test_a_mixture_with_it_remembers_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stochastic, "LONG", STAGES)
    arena = arena_for(BigMatch())
    players = arena.roster("row")
    opponent = arena.roster("col")["uniform"]
    some = Mixture(((Fraction(1, 2), players["memory"]), (Fraction(1, 2), players["uniform"])))
    found = arena.match(some, opponent).mean
    assert float(found) == pytest.approx(float(arena.sample(some, opponent, plays=10_000).mean), abs=0.03)
    assert arena.best_response(some, "col").value <= found
    assert f"{STAGES} stages" in arena.note(some, "row")
