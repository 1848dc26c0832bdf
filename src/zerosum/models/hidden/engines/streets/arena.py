"""Street games in the arena: as for hidden games, but the strategy may be looked up by cards, up to suits."""

from __future__ import annotations

from zerosum.arena.players import Player
from zerosum.arena.results import ProvedRange
from zerosum.arena.rounds import Advice, Round
from zerosum.core.errors import InputError
from zerosum.core.sides import Side
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.models.hidden.arena import HiddenArena
from zerosum.models.hidden.engines.streets.answer import StreetAnswer

UNREACHED = "the opponent's solution never lets play reach this point, so moves have no EVs here"


class StreetArena(HiddenArena):
    """The arena of a street game."""

    def advice(self, round: Round, side: Side) -> Advice:
        """Return the solution's mix and the EV of each move against the solution, given the side's information."""
        solution: StreetAnswer = self.solution
        if isinstance(solution, HiddenSolution):
            return super().advice(round, side)
        where = solution.decision(solution.known(round.observation(side).position.seen))
        ev = solution.ev_at(where)
        return Advice(solution.mix_at(where), ev, "" if ev else UNREACHED)

    def information(self, round: Round, side: Side) -> str:
        """Return the name of the information set; if the solution has no table of information sets, return none."""
        solution: StreetAnswer = self.solution
        return super().information(round, side) if isinstance(solution, HiddenSolution) else ""

    def range(self, opponent: Player) -> ProvedRange:
        """Return the range over all of row's strategies that guarantee the value, in a small game."""
        if not isinstance(self.solution, HiddenSolution):
            raise InputError("ranges are available only for small games; use a smaller deck or fewer raises")
        return super().range(opponent)
