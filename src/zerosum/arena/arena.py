"""What the arena of a game offers: its players, rounds to play, matches, best responses, the range over optimal play.

An arena of a model writes how its rounds are dealt and what the solution advises, and as much of the rest as it can
compute; players it *lowers* into whatever form makes it fast. What it does not write is done by dealing rounds, or is
refused with `Unavailable`, which says what cannot be had and why. Arenas take players, not their names.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Generic, NoReturn, TypedDict, TypeVar

import numpy as np

from zerosum.arena.players import BEST_RESPONSE, HOUSE, NAMED, Mixture, Player, is_own, steady
from zerosum.arena.results import EquilibriumRange, Match, Reply
from zerosum.arena.rounds import Advice, Round
from zerosum.arena.sampling import BATCH, Deal, in_batches, play_out
from zerosum.core.errors import InputError, Unavailable
from zerosum.core.game import Game
from zerosum.core.numbers import Number
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.workers import HERE, Workers

__all__ = ["Arena"]


class Watched(TypedDict):
    """How a long piece of work is done."""

    progress: Progress
    workers: Workers


G = TypeVar("G", bound=Game, covariant=True)
S = TypeVar("S", covariant=True)


@dataclass(frozen=True)
class Arena(ABC, Generic[G, S]):
    """Everything that can be done with players of one game; S is what its model's solutions answer.

    Examples
    --------
    >>> from zerosum.models.family import arena_for
    >>> arena = arena_for(zerosum.load("kuhn")())
    >>> list(arena.roster("row"))
    ['equilibrium', 'uniform', 'boldest', 'meekest']
    >>> players = arena.roster("row")["equilibrium"], arena.roster("col")["uniform"]
    >>> arena.match(*players).mean
    Fraction(1, 6)
    """

    game: G
    solve: Callable[[Game], S]
    """Finds the solution of a game of this model: of this one once, when it is first needed."""
    progress: Progress = silent
    workers: Workers = HERE
    """Who deals the batches of a sampled match."""

    sides: ClassVar[Sequence[Side]] = SIDES
    """The sides that choose; where it is one, the house sits on the other."""

    @cached_property
    def solution(self) -> S:
        """The game's solution."""
        return self.solve(self.game)

    @property
    def rules(self) -> Sequence[str]:
        """How the game is played, in a few lines."""
        return self.game.instructions

    @property
    @abstractmethod
    def equilibrium(self) -> Player:
        """The player that follows the solution."""

    @property
    def caveats(self) -> Mapping[Side, str]:
        """By side, a sentence on what its equilibrium player does not do, where it does not guarantee the value."""
        return {}

    def note(self, player: Player, side: Side) -> str:
        """What a person should know of a player on a side; empty where that is nothing."""
        return self.caveats.get(side, "") if player.name == self.equilibrium.name else ""

    @property
    def simple(self) -> Mapping[str, Player]:
        """Players that need no solution and make sense in this game, by name."""
        return {name: NAMED[name] for name in self.game.players}

    def check_side(self, side: Side) -> None:
        """Refuse a side on which no person can sit."""
        if side not in self.sides:
            raise InputError(f"in this game you can only play as {' or '.join(self.sides)}")

    def roster(self, side: Side) -> Mapping[str, Player]:
        """The players who may sit on a side, by name."""
        if side not in self.sides:
            return {HOUSE.name: HOUSE}
        return {self.equilibrium.name: self.equilibrium, **self.simple}

    @abstractmethod
    def deal(self, random: np.random.Generator) -> Round:
        """A new round."""

    def undealt(self) -> Round | None:
        """A round in which chance has not picked yet, where its `outcomes` are listed; None where rounds are drawn."""
        return None

    @abstractmethod
    def advice(self, round: Round, side: Side) -> Advice:
        """What the solution would do in this side's place."""

    def match(self, row: Player, col: Player) -> Match:
        """The distribution of results, computed."""
        return self._match(*self.seated(steady(row), steady(col)))

    def sample(self, row: Player, col: Player, *, plays: int, seed: int = 0) -> Match:
        """The results of so many plays with seeded random numbers."""
        pair = self.seated(row, col)
        if self.workers is not HERE and any(map(self._follows_solution, pair)):
            _ = self.solution  # found once, here, and sent to those who play
        return self._sample(*pair, plays=plays, seed=seed)

    def best_response(self, rival: Player, side: Side) -> Reply:
        """The player on `side` that does best against `rival`, and what row is then paid on average."""
        raise Unavailable("best responses to players of this game are not computed")

    def exploited(self, player: Player) -> tuple[Number | None, Number | None]:
        """What a best response leaves to a player as row, and what it takes from it as col; both paid to row.

        None for a side on which the player cannot sit.
        """
        if player is BEST_RESPONSE:
            raise InputError("a best response needs one fixed rival")
        as_row, as_col = (self.best_response(steady(player), other(side)).value for side in SIDES)
        return as_row, as_col

    def range(self, rival: Player) -> EquilibriumRange:
        """What optimal strategies of row earn against a player, the worst and the best."""
        raise Unavailable("the range over optimal strategies of this game is not computed")

    def seated(self, row: Player, col: Player) -> tuple[Player, Player]:
        """Both players; a best response is found once its rival is seated."""
        if row is BEST_RESPONSE and col is BEST_RESPONSE:
            raise InputError("a best response needs one fixed rival, and here both wait for the other")
        pair: dict[Side, Player] = {"row": row, "col": col}
        for side in SIDES:
            if (pair[side] is HOUSE) == (side in self.sides):
                raise InputError(self._misplaced(side, pair[side]))
        for side in SIDES:
            if pair[side] is BEST_RESPONSE:
                pair[side] = self.best_response(pair[other(side)], side).player
        return pair["row"], pair["col"]

    def _misplaced(self, side: Side, player: Player) -> str:
        if player is HOUSE:
            return f"the house does not choose, and {side} does: name another player for {side}"
        return f"only {self.sides[0]} chooses in this game, and its rival is the house: not {player.name!r}"

    def _match(self, row: Player, col: Player) -> Match:
        """The match of two seated players, computed."""
        raise Unavailable("matches of this game are sampled, not computed")

    def _sample(self, row: Player, col: Player, *, plays: int, seed: int) -> Match:
        """The match of two seated players, sampled; dealt round by round unless the model knows better."""
        return play_out(self.deal, row, col, plays=plays, seed=seed, **self._watched)

    def _batched(
        self, row: Player, col: Player, deal: Deal, *, plays: int, seed: int, batch: int = BATCH
    ) -> Match:
        """The match that `deal` deals, a batch at a time."""
        return in_batches(row.name, col.name, deal, plays=plays, seed=seed, batch=batch, **self._watched)

    @property
    def _watched(self) -> Watched:
        """Who works, and who watches."""
        return {"progress": self.progress, "workers": self.workers}

    def _follows_solution(self, player: Player) -> bool:
        """Whether a player may look at the solution."""
        if isinstance(player, Mixture):
            return any(self._follows_solution(part) for _, part in player.players)
        return not is_own(player) and player not in (HOUSE, *self.simple.values())

    def __getstate__(self) -> dict[str, object]:
        """What other machines get: the solution where it is known, but nobody who watches here, and no workers."""
        return {**self.__dict__, "solve": _unsolved, "progress": silent, "workers": HERE}


def _unsolved(game: Game) -> NoReturn:
    raise Unavailable("this arena was sent away without a solution")
