"""Concurrent games of PRISM-games' own tests, with the results that are printed there.

Rock, paper, scissors (`rps2`): player 1 can make sure of winning a round sooner or later (1), and of winning the
first round that is won with probability 1/2. Two robots on a 5 x 5 grid (`robot_coordination2`, q = 0.1): robot 1
walks from the south-west corner to the north-east one, robot 2 the other way and wants to stop it by a crash; a
step fails with probability q. Robot 1 reaches its goal with probability 0.957776305552086. The models and results
are in prism-tests/functionality/verify/csgs/zerosum of github.com/prismmodelchecker/prism-games.

    zerosum bench prism [--quick]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import zerosum
from zerosum import StochasticGame, option
from zerosum.models.stochastic.rules import Cell

Square = tuple[int, int]
Squares = tuple[Square, Square]
"""The positions of both robots."""
ASTRAY = Fraction(1, 10)
"""The probability that a step fails."""


@dataclass(frozen=True)
class RockPaperScissors(StochasticGame):
    """Rounds are played until one is won; player 1 wants to win the first round that is won, or any round."""

    sooner_or_later: bool = option(False, "whether a lost round is only repeated")

    states = ("play", "won", "lost")
    first_state = "play"

    def moves(self, state: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        signs = ("rock", "paper", "scissors") if state == "play" else ("wait",)
        return signs, signs

    def play(self, state: str, row: str, col: str) -> Cell:
        if state != "play":
            return int(state == "won"), {state: 1}
        beats = {("paper", "rock"), ("scissors", "paper"), ("rock", "scissors")}
        lost = "play" if self.sooner_or_later else "lost"
        return 0, {"won" if (row, col) in beats else lost if (col, row) in beats else "play": 1}


@dataclass(frozen=True)
class Robots(StochasticGame):
    """Two robots cross a grid from opposite corners; robot 2 tries to stop robot 1 by a crash."""

    size: int = option(5, "squares on a side")

    @property
    def corner(self) -> int:
        """The last cell in each direction."""
        return self.size - 1

    @property
    def states(self) -> tuple[Squares | str, ...]:
        squares = [(x, y) for x in range(self.size) for y in range(self.size)]
        apart = [
            (one, two)
            for one, two in product(squares, repeat=2)
            if one != two and one != (self.corner, self.corner)
        ]
        return (*apart, "goal", "crash")

    @property
    def first_state(self) -> Squares:
        return (0, 0), (self.corner, self.corner)

    def moves(self, state: Squares | str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        if isinstance(state, str):
            return ("wait",), ("wait",)
        (x, y), (u, v) = state
        up = {"n": y < self.corner, "e": x < self.corner, "ne": x < self.corner and y < self.corner}
        down = {"s": v > 0, "w": u > 0, "sw": u > 0 and v > 0}
        own, other = (tuple(name for name, can in steps.items() if can) for steps in (up, down))
        return own, other or ("done",)

    def play(self, state: Squares | str, row: str, col: str) -> Cell:
        if isinstance(state, str):
            return int(state == "goal"), {state: 1}
        one, two = state
        to: dict[Squares | str, Fraction] = {}
        for (a, p), (b, q) in product(self.step(one, row).items(), self.step(two, col).items()):
            after = "crash" if a == b else "goal" if a == (self.corner, self.corner) else (a, b)
            to[after] = to.get(after, Fraction(0)) + p * q
        return 0, to

    def step(self, at: Square, move: str) -> Mapping[Square, Fraction]:
        """Return the possible results of a step."""
        (x, y), sign = at, -1 if move in ("s", "w", "sw") else 1

        def inside(a: int, b: int) -> Square:
            return min(max(a, 0), self.corner), min(max(b, 0), self.corner)

        if move == "done":
            return {at: Fraction(1)}
        if move in ("n", "s"):
            places = (x, y + sign), (x + 1, y + sign), (x - 1, y + sign)
        elif move in ("e", "w"):
            places = (x + sign, y), (x + sign, y + 1), (x + sign, y - 1)
        else:
            places = (x + sign, y + sign), (x, y + sign), (x + sign, y)
        to: dict[Square, Fraction] = {}
        for place, share in zip(places, (1 - ASTRAY, ASTRAY / 2, ASTRAY / 2), strict=True):
            square = inside(*place)
            to[square] = to.get(square, Fraction(0)) + share
        return to


def main() -> None:
    """Solve each game and print the result next to the published one."""
    size = 3 if "--quick" in sys.argv else 5  # with 5 this takes minutes
    published = "0.957776305552086" if size == 5 else "not published"
    for name, game, theirs in (
        ("rps2, F win=1", RockPaperScissors(sooner_or_later=True), "1"),
        ("rps2, win!=2 U win=1", RockPaperScissors(), "0.5"),
        (f"robot_coordination2, l={size}, q=0.1", Robots(size=size), published),
    ):
        began = time.process_time()
        solution = zerosum.solve(game)
        seconds = time.process_time() - began
        manner = solution.winning["row"].manners.get(solution.state, "") if "row" in solution.winning else ""
        print(
            f"{name}: zerosum {solution.value} {manner}; PRISM-games {theirs}; processor time {seconds:.2f} s"
        )


if __name__ == "__main__":
    main()
