"""Street games at the table: as hidden games, with a strategy that may be looked up by cards up to suits."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from zerosum.arena.players import Player
from zerosum.arena.results import BestResponse, Match, ProvedRange
from zerosum.arena.rounds import Advice, Round
from zerosum.core.errors import InputError
from zerosum.core.game import Move
from zerosum.core.sides import Side
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.models.hidden.arena import HiddenArena
from zerosum.models.hidden.form import words
from zerosum.models.streets.answer import StreetAnswer
from zerosum.models.streets.rules import StreetGame

UNREACHED = "the other player's solution never leads here, so moves have no earnings"


class StreetArena(HiddenArena):
    """Players of a street game; what visits every position is refused where there are too many."""

    def _afford(self) -> None:
        assert isinstance(self.game, StreetGame)
        self.game.afford_tree()

    def advice(self, round: Round, side: Side) -> Advice:
        """The solution's mix, and what each move earns against the solution, given what the side knows."""
        solution: StreetAnswer = self.solution
        if isinstance(solution, HiddenSolution):
            return super().advice(round, side)
        where = solution.decision(words(round.observation(side).position.seen))
        earns = solution.earns_at(where)
        return Advice(solution.mix_at(where), earns, "" if earns else UNREACHED)

    def best_response(self, rival: Player, side: Side) -> BestResponse:
        """The best reply to a player, for everything that the side may know."""
        self._afford()
        return super().best_response(rival, side)

    def worth_against(self, rival: Player, side: Side) -> Callable[[Round], Mapping[Move, float]]:
        """What each move earns with what the side knows."""
        self._afford()
        return super().worth_against(rival, side)

    def range(self, rival: Player) -> ProvedRange:
        """The range over all strategies of row that guarantee the value, in a small game."""
        if not isinstance(self.solution, HiddenSolution):
            raise InputError("ranges can be had in small games only; ask for a smaller deck or fewer raises")
        return super().range(rival)

    def _match(self, row: Player, col: Player) -> Match:
        self._afford()
        return super()._match(row, col)
