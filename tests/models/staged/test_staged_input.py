"""Rules that a person writes: what is a little off is in the bounds, what is wrong is told in one sentence."""

import sys
from fractions import Fraction

import pytest

from zerosum.arena.players import Function, Observation, ask
from zerosum.core.errors import GameError, InputError, TooLargeError
from zerosum.core.game import WAIT
from zerosum.models.staged.rules import StagedGame
from zerosum.models.staged.solve import solve


class Thirds(StagedGame):
    """A coin with three sides, thrown many times; each side typed with nine digits. It doubles what was there."""

    def __init__(self, stages, third):
        object.__setattr__(self, "stages", stages)
        object.__setattr__(self, "third", third)

    @property
    def start(self):
        return self.stages

    def moves(self, position):
        return (WAIT, WAIT) if position else ((), ())

    def play(self, position, row, col):
        return [(self.third, 2**k, position - 1) for k in (0, 10, 30)]

    def parameters(self):
        return {}


def test_probabilities_that_miss_one_by_a_little_are_in_the_bound():
    exact = solve(Thirds(100, Fraction(1, 3)), exact=True).value.lower
    loose = solve(Thirds(100, 0.333333333)).value
    assert loose.lower <= exact <= loose.upper
    unscaled = 100 * 0.333333333 * (1 + 2**10 + 2**30)
    assert loose.lower <= unscaled <= loose.upper
    assert solve(Thirds(100, 0.333333333)).verify().holds
    tight = solve(Thirds(100, 1 / 3)).value
    assert tight.lower <= exact <= tight.upper
    assert tight.gap < 1e-9 * float(exact)


class One(StagedGame):
    """One position, whatever its moves are."""

    start = "play"

    def __init__(self, rows, outcomes=((1, 1, "over"),)):
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "outcomes", outcomes)

    def moves(self, position):
        return (self.rows, WAIT) if position == "play" else ((), ())

    def play(self, position, row, col):
        return self.outcomes() if callable(self.outcomes) else self.outcomes

    def parameters(self):
        return {}


def endless():
    while True:
        yield 0.5, 0, "over"


def leaves():
    sys.exit(3)


@pytest.mark.parametrize(
    ("game", "error", "message"),
    [
        (One("HTH"), GameError, "the move 'H' occurs twice at 'play'"),
        (One([1, 2, 1.0]), GameError, "the move 1.0 occurs twice"),
        (One(range(10**9)), TooLargeError, "1,000,000,000 × 1 pairs of moves at 'play'"),
        (One("HT", endless), TooLargeError, "listing the positions of One would need more than"),
        (One("HT", leaves), GameError, "the rules of One failed at 'play' with SystemExit: 3"),
        (One(iter(int, 1)), GameError, "the rules of One failed at 'play' with TypeError"),
    ],
)
def test_one_sentence(game, error, message, monkeypatch):
    monkeypatch.setenv("ZEROSUM_LIMIT", "1GB,0.2s")
    with pytest.raises(error, match=message):
        solve(game)


class Chain(StagedGame):
    """A position per stage; `said` is what stage `bad` pays."""

    start = 0

    def __init__(self, bad, said):
        object.__setattr__(self, "bad", bad)
        object.__setattr__(self, "said", said)

    def moves(self, position):
        return (range(3), "ab") if position < 6000 else ((), ())

    def play(self, position, row, col):
        return [(1, self.said if position == self.bad and row == 1 else 0, position + 1)]

    def parameters(self):
        return {}


@pytest.mark.parametrize("bad", [0, 1, 681, 682, 683, 684, 2047, 2048, 5999])
def test_the_position_is_named_where_a_reward_is_not_a_number(bad):
    with pytest.raises(GameError, match=rf"Chain .*at {bad} .*TypeError: must be real"):
        solve(Chain(bad, "much"))
    with pytest.raises(GameError, match=f"play\\({bad}, 1, 'a'\\) has an infinite reward"):
        solve(Chain(bad, float("inf")))


def test_a_start_that_fails_is_told():
    class Bad(StagedGame):
        @property
        def start(self):
            raise RuntimeError("no start")

        def moves(self, position):
            return (), ()

        def play(self, position, row, col):
            return []

    with pytest.raises(GameError, match=r"Bad failed .*RuntimeError: no start"):
        solve(Bad())


@pytest.mark.parametrize("said", ["HT", ""])
def test_where_moves_are_a_string_only_its_letters_are_moves(said):
    seen = Observation("row", "play", "HT")
    for response in (said, {said: 1}):
        with pytest.raises(InputError, match="one of H, T"):
            ask(Function("mine", lambda _, response=response: response), seen)
    assert ask(Function("mine", lambda _: "H"), seen) == {"H": 1}


def test_moves_that_read_alike_are_told_apart():
    solution = solve(One([1, "1"]))
    assert set(solution.row) == {1, "1"}
    assert set(solution.json()["strategies"]["row"]) == {"1", "'1'"}
    assert "'1'" in str(solution)
