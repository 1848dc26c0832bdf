"""Matches of lagged games: averages per move, sampled; best replies to forgetful players, proved.

The solution and the players who look at nothing play many games at once, as arrays. A mixture does as its parts say. A
function of a person's own is asked game by game, with the nodes that the referee has announced and its own exits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from zerosum.arena.lagged import BestReply, Flags, Forgetful, Mover, Nodes, Optimal, Replying, simulate
from zerosum.arena.players import Function, Mixture, Player, Seen, answer
from zerosum.arena.public import Solve
from zerosum.arena.results import Mean
from zerosum.arrays import Floats
from zerosum.contests.course import BEST, Contest, player_called, seated
from zerosum.errors import InputError
from zerosum.models.lagged import EXITS, Board, LaggedGame
from zerosum.numerics.rational import Number
from zerosum.progress import Progress
from zerosum.rounds import dealer_for
from zerosum.rounds.lagged import LaggedView
from zerosum.sides import SIDES, Side, other
from zerosum.solvers.memory import Reply, best_reply, histories

__all__ = ["LaggedContest", "contest"]

CC, CL = EXITS
FORGETFUL = {"uniform": Fraction(1, 2), "always-cc": Fraction(1), "always-cl": Fraction(0)}
"""Players who look at nothing, and their probability of cc."""


class Blended:
    """Does at each move as one of several players would, drawn anew with fixed weights."""

    def __init__(self, parts: Sequence[tuple[float, Mover]]) -> None:
        self.parts = parts

    def begin(self, games: int) -> None:
        """New games, for all of them."""
        for _, mover in self.parts:
            mover.begin(games)

    def chances(self, seen: Nodes) -> Floats:
        """The mean of their probabilities."""
        chances: Floats = np.sum([weight * mover.chances(seen) for weight, mover in self.parts], axis=0)
        return chances

    def moved(self, cc: Flags, left: Nodes) -> None:
        """All are told."""
        for _, mover in self.parts:
            mover.moved(cc, left)


class Asked:
    """A player who is asked with what it may see, game by game."""

    def __init__(self, board: Board, player: Player, side: Side) -> None:
        self.board, self.player, self.side = board, player, side

    def begin(self, games: int) -> None:
        """Nothing is announced yet."""
        self.left: list[list[int]] = [[] for _ in range(games)]
        self.mine: list[list[str]] = [[] for _ in range(games)]

    def chances(self, seen: Nodes) -> Floats:
        """The player's probabilities of cc."""
        for left, node in zip(self.left, seen.tolist(), strict=True):
            if node >= 0:
                left.append(node)
        return np.array([self._chance(left, mine) for left, mine in zip(self.left, self.mine, strict=True)])

    def moved(self, cc: Flags, left: Nodes) -> None:
        """Keep its exits, and the nodes that it left."""
        for game, (way, node) in enumerate(zip(cc.tolist(), left.tolist(), strict=True)):
            self.mine[game].append(CC if way else CL)
            self.left[game].append(node)

    def _chance(self, left: Sequence[int], mine: Sequence[str]) -> float:
        view = LaggedView(self.board, self.side, tuple(left), tuple(mine))
        return float(answer(self.player, Seen(self.side, view, EXITS)).get(CC, 0))


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
        as_row, as_col = (self._reply(self._player(name), side).value.middle for side in SIDES)
        return as_row, as_col

    def _movers(self, row: str, col: str) -> tuple[Mover, Mover]:
        """Both players, seated."""
        names: dict[Side, str] = {"row": row, "col": col}

        def best(side: Side, rival: Mover) -> Mover:
            return self._best(names[other(side)], rival, other(side))

        return seated(row, col, self._mover, best)

    def _player(self, name: str) -> Player:
        """The player called so."""
        best = dealer_for(self.game, self.solution).equilibrium
        return player_called(name, {best.name: best, **{one: _forgetful(one) for one in FORGETFUL}})

    def _mover(self, name: str, side: Side) -> Mover:
        """The player called so, on his side."""
        return self._moving(self._player(name), side)

    def _moving(self, player: Player, side: Side) -> Mover:
        """A player in the form in which it plays many games at once."""
        board = self.game.layout()
        if player.name == "equilibrium":
            mine, solution = SIDES.index(side), self.solution()
            return Optimal(solution.plans[mine], solution.first[mine])
        if player.name in FORGETFUL:
            chance = float(FORGETFUL[player.name])
            return Forgetful([chance] * board.size, chance)
        if not isinstance(player, Mixture):
            return Asked(board, player, side)
        total = sum(weight for weight, _ in player.players)
        return Blended([(float(weight / total), self._moving(part, side)) for weight, part in player.players])

    def _best(self, name: str, rival: Mover, side: Side) -> Mover:
        """The best response to the rival called so, who sits on `side`."""
        board = self.game.layout()
        if isinstance(rival, Optimal):
            return BestReply(board, rival, self.solution().functions[SIDES.index(side)])
        seen = histories(board, side, 1)
        exits = self._reply(self._player(name), side).exits.tolist()
        return Replying(board.size, dict(zip(seen.paths, exits, strict=True)))

    def _reply(self, player: Player, side: Side) -> Reply:
        """The best reply to a forgetful player on `side`."""
        seen = histories(self.game.layout(), side, 1)
        return best_reply(seen, [_chance(player)] * len(seen.keys))


def _forgetful(name: str) -> Player:
    """A player who looks at nothing."""
    return Function(name, lambda seen: {CC: FORGETFUL[name], CL: 1 - FORGETFUL[name]})


def _chance(player: Player) -> Fraction:
    """The probability of cc of a player who looks at nothing."""
    if player.name in FORGETFUL:
        return FORGETFUL[player.name]
    if not isinstance(player, Mixture):
        raise InputError(
            f"best responses in this game are computed to equilibrium, {', '.join(FORGETFUL)} and mixtures of "
            f"these three, not to {player.name}"
        )
    total = sum(Fraction(weight) for weight, _ in player.players)
    return sum((Fraction(weight) * _chance(part) for weight, part in player.players), Fraction(0)) / total


def contest(game: LaggedGame, solution: Solve, progress: Progress) -> LaggedContest:
    """The contest of a lagged game."""
    return LaggedContest(game, solution)
