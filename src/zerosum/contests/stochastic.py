"""Matches of stochastic games: what stationary players earn in plays without a last stage.

A player is asked once for each state. With a discount, or where the rules stop the game, a match is worth the sum of
its payoffs; a simulation stops each play with the chance that the discount leaves, so that the plain sums have the
discounted mean. Without, it is worth the long-run average per stage; a simulation plays many games side by side,
counts nothing until the opening is forgotten, and takes its standard error from the spread between games.

What two players earn, and what the best response to one earns, are values of the game with these players fixed
(`arena.stationary`), which the solver finds and bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from zerosum.arena.average import long_run
from zerosum.arena.players import NAMED, Function, Player
from zerosum.arena.public import Solve, public_game
from zerosum.arena.results import Match, Mean
from zerosum.arena.stationary import Stationary, mix_in, stationary_range
from zerosum.arena.tally import in_batches
from zerosum.arrays import Floats, Ints
from zerosum.contests.course import BEST, Contest, EquilibriumRange, player_called, seated
from zerosum.errors import InputError
from zerosum.models.stochastic import StochasticGame
from zerosum.numerics.rational import Number
from zerosum.progress import Progress
from zerosum.sides import Side
from zerosum.solvers.stochastic import StochasticSolution, solve

__all__ = ["StochasticContest", "contest"]

OVER = -1
"""The state after the last."""
MOST_STAGES = 100_000
"""A play that has not stopped by then is taken never to stop."""


@dataclass(frozen=True)
class StochasticContest(Contest):
    """What can be asked about players of a stochastic game."""

    game: StochasticGame
    solution: Solve
    progress: Progress

    def names(self) -> Sequence[str]:
        """Equilibrium, and the simple players whose moves the game has."""
        return ["equilibrium", *self.game.players]

    def exactly(self, row: str, col: str) -> Match:
        """The mean: the value of the game in which both are fixed."""
        value = self._with(*self._seated(row, col)).value
        return Mean(row, col, {value.middle: 1}, bound=float(value.gap) / 2)

    def simulated(self, row: str, col: str, *, plays: int, seed: int) -> Match:
        """Sums of plays that stop; or averages over so many stages."""
        walk = _Walk(self.game, *self._seated(row, col))
        if self.game.beta is not None:
            return in_batches(row, col, walk.sums, plays=plays, seed=seed, progress=self.progress)
        found = long_run(walk.stages, stages=plays, seed=seed)
        return Mean(row, col, {found.mean: 1}, plays, error=found.error)

    def exploited(self, name: str) -> tuple[Number, Number]:
        """The values of the games in which one side is this player."""
        player = self._player(name)
        return self._with(player, None).value.middle, self._with(None, player).value.middle

    def range(self, rival: str) -> EquilibriumRange:
        """Over all stationary strategies that are optimal at every state."""
        if self.game.beta is None:
            raise InputError(
                "the range over equilibrium strategies is not computed for average payoffs: leave out --range"
            )
        values = {state: float(value) for state, value in self.solution().values.items()}
        found = stationary_range(self.game, values, self._player(rival))
        return EquilibriumRange(rival, found.worst, found.best)

    def _with(self, row: Player | None, col: Player | None) -> StochasticSolution:
        """The game with players fixed, solved."""
        return solve(Stationary(self.game, row, col), progress=self.progress)

    def _seated(self, row: str, col: str) -> tuple[Player, Player]:
        """Both players."""
        return seated(row, col, lambda name, _: self._player(name), self._best)

    def _best(self, side: Side, rival: Player) -> Player:
        """The best response to a player: some move in each state."""
        solved = self._with(*((None, rival) if side == "row" else (rival, None)))
        mixes = solved.rows if side == "row" else solved.cols
        return Function(BEST, lambda seen: mixes[seen.position.state])

    def _player(self, name: str) -> Player:
        """A player by name, other than a best response."""
        return player_called(
            name, {**NAMED, "equilibrium": public_game(self.game, self.solution).equilibrium}
        )


@dataclass(frozen=True)
class _Walk:
    """Two players of a game, as outcomes of each state to draw from."""

    game: StochasticGame
    row: Player
    col: Player

    def sums(self, plays: int, random: np.random.Generator) -> Floats:
        """What so many plays pay until they stop."""
        paid, alive = np.zeros(plays), np.arange(plays)
        at = np.full(plays, list(self.game.states).index(self.game.first_state))
        for _ in range(MOST_STAGES):
            reward, at = self._stage(at, random)
            paid[alive] += reward
            alive, at = alive[at != OVER], at[at != OVER]
            if not len(alive):
                return paid
        raise InputError("these two players never stop this game, so its plays have no sums")

    def stages(self, games: int, random: np.random.Generator) -> Callable[[], Floats]:
        """So many plays side by side, a stage at a time."""
        at = np.full(games, list(self.game.states).index(self.game.first_state))

        def play() -> Floats:
            nonlocal at
            reward, at = self._stage(at, random)
            return reward

        return play

    def _stage(self, at: Ints, random: np.random.Generator) -> tuple[Floats, Ints]:
        """One stage of many plays: what each pays, and where it goes."""
        chances, rewards, after = self._outcomes
        k = (random.random(len(at))[:, None] >= chances[at]).sum(axis=1)
        return rewards[at, k], after[at, k]

    @cached_property
    def _outcomes(self) -> tuple[Floats, Floats, Ints]:
        """For each state the running sums of its outcomes' chances but the last, their payoffs, their next states."""
        listed = [self._from(state) for state in self.game.states]
        width = max(map(len, listed))
        padded = [[*outcomes, *[outcomes[-1]] * (width - len(outcomes))] for outcomes in listed]
        chances = np.ones((len(listed), width - 1))
        for sums, outcomes in zip(chances, listed, strict=True):
            sums[: len(outcomes) - 1] = np.cumsum([p for p, _, _ in outcomes])[:-1]
        rewards = np.array([[reward for _, reward, _ in outcomes] for outcomes in padded])
        return chances, rewards, np.array([[after for _, _, after in outcomes] for outcomes in padded])

    def _from(self, state: str) -> list[tuple[float, float, int]]:
        """What can happen in a state: its chance, what it pays, where it leads."""
        states, beta = list(self.game.states), 1.0 if self.game.beta is None else float(self.game.beta)
        outcomes = []
        for i, p in mix_in(self.game, self.row, "row", state).items():
            for j, q in mix_in(self.game, self.col, "col", state).items():
                if not p or not q:
                    continue
                reward, to = self.game.play(state, i, j)
                going = [(beta * float(chance), states.index(t)) for t, chance in to.items() if chance]
                stop = 1 - sum(chance for chance, _ in going)
                ends = [(stop, OVER)] if self.game.beta is not None and stop > 1e-12 else []
                outcomes += [(float(p) * float(q) * chance, float(reward), t) for chance, t in going + ends]
        return outcomes


def contest(game: StochasticGame, solution: Solve, progress: Progress) -> StochasticContest:
    """The contest of a stochastic game."""
    return StochasticContest(game, solution, progress)
