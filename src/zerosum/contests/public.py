"""Matches of games with open positions: exact and sampled, best responses, the range over equilibria."""

from __future__ import annotations

from dataclasses import replace

from zerosum.arena.best import best_response, equilibrium_range
from zerosum.arena.matches import play_exactly, simulate
from zerosum.arena.players import NAMED, Player
from zerosum.arena.public import PublicGame, Solve, public_game
from zerosum.arena.results import Match
from zerosum.arena.unfold import Unfolded
from zerosum.contests.course import Contest, EquilibriumRange, player_called, seated
from zerosum.models.game import Game
from zerosum.numerics.rational import Number
from zerosum.progress import Progress

__all__ = ["PublicContest"]


class PublicContest(Contest):
    """Matches of a game with open positions."""

    def __init__(self, game: Game, solution: Solve, progress: Progress) -> None:
        self.game, self.solution, self.progress = game, solution, progress

    def names(self) -> list[str]:
        """Equilibrium, and the simple players whose moves the game has."""
        return ["equilibrium", *self.game.players]

    def exactly(self, row: str, col: str) -> Match:
        """One pass forward over the positions that the two can reach."""
        public, players = self._seated(row, col)
        return replace(play_exactly(public.game, *players, progress=self.progress), row=row, col=col)

    def simulated(self, row: str, col: str, *, plays: int, seed: int) -> Match:
        """A random walk over the same positions."""
        public, players = self._seated(row, col)
        found = simulate(public.game, *players, plays=plays, seed=seed, progress=self.progress)
        return replace(found, row=row, col=col)

    def exploited(self, name: str) -> tuple[Number, Number]:
        """The values of the games in which one side is this player."""
        public, (player, _) = self._seated(name, name)
        _, held = best_response(public.game, player, "col")
        _, given = best_response(public.game, player, "row")
        return held.middle, given.middle

    def range(self, rival: str) -> EquilibriumRange:
        """Over all strategies that are optimal at every position."""
        from zerosum.solvers.staged import solve

        public, (player, _) = self._seated(rival, rival)
        found = equilibrium_range(solve(public.game, progress=self.progress), player)
        return EquilibriumRange(rival, found.worst, found.best)

    def _seated(self, row: str, col: str) -> tuple[PublicGame, tuple[Player, Player]]:
        """Both players, and the smallest form of the game that shows them what they look at."""
        public = public_game(self.game, self.solution, by_order=True)
        players = self._players(public, row, col)
        if isinstance(public.game, Unfolded) and not all(player.by_order for player in players):
            public = public_game(self.game, self.solution, by_order=False)
            players = self._players(public, row, col)
        return public, players

    def _players(self, public: PublicGame, row: str, col: str) -> tuple[Player, Player]:
        return seated(
            row,
            col,
            lambda name, _: self._player(public, name),
            lambda side, rival: best_response(public.game, rival, side)[0],
        )

    @staticmethod
    def _player(public: PublicGame, name: str) -> Player:
        return player_called(name, {**NAMED, "equilibrium": public.equilibrium})
