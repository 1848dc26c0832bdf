"""Matches of lagged games: averages per move, sampled; best replies to forgetful players, proved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zerosum.arena.lagged import BestReply, Forgetful, Mover, Optimal, Replying, simulate
from zerosum.arena.public import Solve
from zerosum.contests.course import Contest, Mean
from zerosum.errors import InputError
from zerosum.models.lagged import LaggedGame
from zerosum.numbers import Number
from zerosum.progress import Progress
from zerosum.sides import SIDES, Side
from zerosum.solvers.memory import Reply, best_reply, histories

__all__ = ["LaggedContest", "contest"]

FORGETFUL = {"uniform": 0.5, "always-cc": 1.0, "always-cl": 0.0}
"""Players who look at nothing, and their probability of cc."""
BEST = "best-response"
"""The player who knows the rival's strategy."""


@dataclass(frozen=True)
class LaggedContest(Contest):
    """What can be asked about players of a lagged game.

    Matches are sampled only: an optimal player can be in infinitely many states.
    """

    game: LaggedGame
    solution: Solve

    def names(self) -> Sequence[str]:
        """Equilibrium, players who look at nothing, and the best response to any of them."""
        return ["equilibrium", *FORGETFUL, BEST]

    def simulated(self, row: str, col: str, *, plays: int, seed: int) -> Mean:
        """So many counted moves, in games side by side, once their openings are over."""
        movers = self._movers(row, col)
        outcome = simulate(self.game.layout(), *movers, moves=plays, seed=seed)
        return Mean(row, col, {outcome.mean: 1}, outcome.moves, error=outcome.error)

    def exploited(self, name: str) -> tuple[Number, Number]:
        """The value against an optimal player; the best reply, proved in fractions, against a forgetful one."""
        if name == "equilibrium":
            value = self.solution().value
            return value.middle, value.middle
        as_row, as_col = (self._reply(name, side).value.middle for side in SIDES)
        return as_row, as_col

    def _movers(self, row: str, col: str) -> tuple[Mover, Mover]:
        """Both players, seated."""
        if row == col == BEST:
            raise InputError("a best response needs a rival other than itself")
        if row == BEST:
            rival = self._mover(col, "col")
            return self._best(col, rival, "col"), rival
        player = self._mover(row, "row")
        return player, self._best(row, player, "row") if col == BEST else self._mover(col, "col")

    def _mover(self, name: str, side: Side) -> Mover:
        """The player called so, on his side."""
        if name != "equilibrium":
            chance = self._chance(name)
            return Forgetful([chance] * self.game.layout().size, chance)
        player, solution = SIDES.index(side), self.solution()
        return Optimal(solution.plans[player], solution.first[player])

    def _best(self, name: str, rival: Mover, side: Side) -> Mover:
        """The best response to the rival called so, who sits on `side`."""
        board = self.game.layout()
        if isinstance(rival, Optimal):
            return BestReply(board, rival, self.solution().functions[SIDES.index(side)])
        seen = histories(board, side, 1)
        exits = self._reply(name, side).exits.tolist()
        return Replying(board.size, dict(zip(seen.paths, exits, strict=True)))

    def _reply(self, name: str, side: Side) -> Reply:
        """The best reply to a forgetful player on `side`."""
        seen = histories(self.game.layout(), side, 1)
        return best_reply(seen, [self._chance(name)] * len(seen.keys))

    def _chance(self, name: str) -> float:
        if name not in FORGETFUL:
            raise self.unknown(name)
        return FORGETFUL[name]


def contest(game: LaggedGame, solution: Solve, progress: Progress) -> LaggedContest:
    """The contest of a lagged game."""
    return LaggedContest(game, solution)
