"""Matches of lagged games: averages per move, sampled; best replies to forgetful players, proved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zerosum.arena.public import Solve
from zerosum.contests.course import Contest, Mean
from zerosum.models.lagged import LaggedGame
from zerosum.numbers import Number
from zerosum.progress import Progress
from zerosum.sides import Side
from zerosum.solvers.lagged.play import Forgetful, Mover, Optimal, simulate
from zerosum.solvers.memory import best_reply, histories

__all__ = ["LaggedContest", "contest"]

FORGETFUL = {"uniform": 0.5, "always-cc": 1.0, "always-cl": 0.0}
"""Players who look at nothing, and their probability of cc."""


@dataclass(frozen=True)
class LaggedContest(Contest):
    """What can be asked about players of a lagged game.

    Matches are sampled only: an optimal player can be in infinitely many states.
    """

    game: LaggedGame
    solution: Solve

    def names(self) -> Sequence[str]:
        """Equilibrium, and players who look at nothing."""
        return ["equilibrium", *FORGETFUL]

    def simulated(self, row: str, col: str, *, plays: int, seed: int) -> Mean:
        """So many counted moves, in games side by side, once their openings are over."""
        outcome = simulate(
            self.game.layout(), self._mover(row, "row"), self._mover(col, "col"), moves=plays, seed=seed
        )
        return Mean(row, col, {outcome.mean: 1}, outcome.moves, error=outcome.error)

    def exploited(self, name: str) -> tuple[Number, Number]:
        """The value against an optimal player; the best reply, proved in fractions, against a forgetful one."""
        if name == "equilibrium":
            value = self.solution().value
            return value.middle, value.middle
        board, chance = self.game.layout(), self._chance(name)
        replies = [
            best_reply(seen, [chance] * len(seen.keys)).value.middle
            for seen in (histories(board, player, 1) for player in ("I", "II"))
        ]
        return replies[0], replies[1]

    def _mover(self, name: str, side: Side) -> Mover:
        if name != "equilibrium":
            chance = self._chance(name)
            return Forgetful([chance] * self.game.layout().size, chance)
        player = 0 if side == "row" else 1
        solution = self.solution()
        return Optimal(solution.plans[player], solution.first[player])

    def _chance(self, name: str) -> float:
        if name not in FORGETFUL:
            raise self.unknown(name)
        return FORGETFUL[name]


def contest(game: LaggedGame, solution: Solve, progress: Progress) -> LaggedContest:
    """The contest of a lagged game."""
    return LaggedContest(game, solution)
