"""Games in which only row chooses: its rival, the house, follows its rule.

So all questions about a pair of players are questions about row's player alone:

- what it is *held to* is what it earns: the house's rule is the only answer that there is to any player;
- what the house *gives away* is what the best player earns, which is the value of the game;
- the *range* over optimal strategies is that one value: whatever is optimal against a fixed rule earns it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, TypeVar

from zerosum.arena.arena import Arena
from zerosum.arena.players import HOUSE, Function, Player, Seen
from zerosum.arena.results import EquilibriumRange, Reply
from zerosum.arena.rounds import Advice, Round
from zerosum.core.answer import Answer
from zerosum.core.errors import InputError
from zerosum.core.game import Game, Position
from zerosum.core.numbers import Number
from zerosum.core.sides import Side

__all__ = ["SoloArena", "SoloRound"]

G = TypeVar("G", bound=Game, covariant=True)
S = TypeVar("S", bound=Answer, covariant=True)


class SoloRound(Round):
    """A round in which only row chooses."""

    @property
    @abstractmethod
    def acts(self) -> Sequence[str]:
        """What row may do now; nothing when the round is over."""

    @property
    def over(self) -> bool:
        """Whether there is nothing left to do."""
        return not self.acts

    def choosers(self) -> Sequence[Side]:
        """Row, as long as there is something to do."""
        return () if self.over else ("row",)

    @property
    @abstractmethod
    def view(self) -> Position:
        """What row may look at: never the cards that are still hidden."""

    def seen(self, side: Side) -> Seen:
        """The view, and what may be done."""
        return Seen(side, self.view, self.acts)


class SoloArena(Arena[G, S]):
    """The arena of a game in which only row chooses."""

    sides: ClassVar[Sequence[Side]] = ("row",)

    @property
    def equilibrium(self) -> Player:
        """The player who follows the solution."""
        return Function("equilibrium", lambda seen: self.judged(seen).mix)

    @abstractmethod
    def judged(self, seen: Seen) -> Advice:
        """What the solution makes of a view."""

    def advice(self, round: Round, side: Side) -> Advice:
        """What the solution would do."""
        return self.judged(round.seen(side))

    def best_response(self, rival: Player, side: Side) -> Reply:
        """Against a fixed rule, the equilibrium."""
        if rival is not HOUSE:
            raise InputError("the house follows its rule, whoever plays: it has no best response")
        return Reply(self.equilibrium, self.solution.value.middle)

    def exploited(self, player: Player) -> tuple[Number | None, Number | None]:
        """What a player earns, and what the best player takes from the house; each sits on one side only."""
        if player is HOUSE:
            return None, self.solution.value.middle
        return self.match(player, HOUSE).mean, None

    def range(self, rival: Player) -> EquilibriumRange:
        """The value, whichever optimal strategy is played."""
        self.seated(self.equilibrium, rival)
        value = self.solution.value
        return EquilibriumRange(HOUSE.name, value.lower, value.upper)
