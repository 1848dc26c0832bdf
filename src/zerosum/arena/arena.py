"""What the arena of a game offers: its players, rounds to play, matches, best responses, the range over optimal play.

An arena of a model writes how its rounds are dealt and what the solution advises, and as much of the rest as it can
compute; players it *lowers* into whatever form makes it fast. What it does not write is done by dealing rounds, or is
refused with `Unavailable`, which says what cannot be had and why. Arenas take players, not their names.
"""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Generic, NoReturn, TypedDict, TypeVar

import numpy as np

from zerosum.arena.players import (
    BEST_RESPONSE,
    HOUSE,
    NAMED,
    Function,
    Mixture,
    Observation,
    Player,
    check_repeats,
    has_user_function,
)
from zerosum.arena.results import BestResponse, EquilibriumRange, Match, RoundRobin
from zerosum.arena.rounds import Advice, Round
from zerosum.arena.sampling import BATCH, Deal, play_out, sample_in_batches
from zerosum.core.answer import Answer
from zerosum.core.data import Json
from zerosum.core.errors import InputError, Unavailable
from zerosum.core.game import Game
from zerosum.core.numbers import Number
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.workers import HERE, Workers


class Watched(TypedDict):
    """How a long piece of work is done."""

    progress: Progress
    workers: Workers


G = TypeVar("G", bound=Game, covariant=True)
S = TypeVar("S", covariant=True)
A = TypeVar("A", bound=Answer, covariant=True)


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
    hides: ClassVar[bool] = True
    """Whether a side may learn something hidden from a move, so that taking the move back would be a peek."""

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

    def before_deal(self) -> Round | None:
        """A round in which chance has not picked yet, where its `outcomes` are listed; None where rounds are drawn."""
        return None

    @abstractmethod
    def advice(self, round: Round, side: Side) -> Advice:
        """What the solution would do in this side's place."""

    def walk(self, path: str, mix: str = "") -> Json:
        """The moment at the end of a path of moves (`zerosum.arena.walk`), for a person who explores the game.

        Where positions are open, `mix` may be a mix of row's, as weights such as 1,0,2: the answer then also has what
        each of col's moves leaves of it.
        """
        from zerosum.arena.walk import walk

        return walk(self, path)

    def spans(self, player: Player, side: Side) -> Mapping[str, Sequence[tuple[Number, Number, str]]]:
        """Where hands are numbers: by the bets before, from which hand to which a player does what; else empty."""
        return {}

    def match(self, row: Player, col: Player) -> Match:
        """The distribution of results, computed."""
        return self._match(*self.seat_players(check_repeats(row), check_repeats(col)))

    def sample(self, row: Player, col: Player, *, plays: int, seed: int = 0) -> Match:
        """The results of so many plays with seeded random numbers."""
        pair = self.seat_players(row, col)
        if self.workers is not HERE and any(map(self._follows_solution, pair)):
            _ = self.solution  # found once, here, and sent to those who play
        return self._sample(*pair, plays=plays, seed=seed)

    def best_response(self, rival: Player, side: Side) -> BestResponse:
        """The player on `side` that does best against `rival`, and what row is then paid on average."""
        raise Unavailable("best responses to players of this game are not computed")

    def against_best_response(self, player: Player) -> tuple[Number | None, Number | None]:
        """What a best response leaves to a player as row, and what it takes from it as col; both paid to row.

        None for a side on which the player cannot sit.
        """
        if player is BEST_RESPONSE:
            raise InputError("a best response needs one fixed rival")
        as_row, as_col = (self.best_response(check_repeats(player), other(side)).value for side in SIDES)
        return as_row, as_col

    def exploited(self, player: Player) -> tuple[Number | None, Number | None]:
        """Deprecated: use `against_best_response`."""
        warnings.warn("Arena.exploited is now Arena.against_best_response", DeprecationWarning, stacklevel=2)
        return self.against_best_response(player)

    def range(self, rival: Player) -> EquilibriumRange:
        """What optimal strategies of row earn against a player, the worst and the best."""
        raise Unavailable("the range over optimal strategies of this game is not computed")

    def seat_players(self, row: Player, col: Player) -> tuple[Player, Player]:
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
        return sample_in_batches(
            row.name, col.name, deal, plays=plays, seed=seed, batch=batch, **self._watched
        )

    @property
    def _watched(self) -> Watched:
        """Who works, and who watches."""
        return {"progress": self.progress, "workers": self.workers}

    def _follows_solution(self, player: Player) -> bool:
        """Whether a player may look at the solution."""
        if isinstance(player, Mixture):
            return any(self._follows_solution(part) for _, part in player.players)
        return not has_user_function(player) and player not in (HOUSE, *self.simple.values())

    def __getstate__(self) -> dict[str, object]:
        """What other machines get: the solution where it is known, but nobody who watches here, and no workers."""
        return {**self.__dict__, "solve": _unsolved, "progress": silent, "workers": HERE}


def _unsolved(game: Game) -> NoReturn:
    raise Unavailable("this arena was sent away without a solution")


class SoloArena(Arena[G, A]):
    """The arena of a game in which only row chooses; its rival, the house, follows a fixed rule.

    So every question about a pair of players is a question about row's player alone:

    - what a player is *held to* is what it earns, because the house's rule is the only reply to it;
    - what the house *gives away* is what the best player earns, which is the value of the game;
    - the *range* over optimal strategies is that one value: every optimal strategy earns it.
    """

    sides: ClassVar[Sequence[Side]] = ("row",)

    @property
    def equilibrium(self) -> Player:
        """The player who follows the solution."""
        return Function("equilibrium", lambda seen: self.advise(seen).mix)

    @abstractmethod
    def advise(self, seen: Observation) -> Advice:
        """What the solution makes of a view."""

    def advice(self, round: Round, side: Side) -> Advice:
        """What the solution would do."""
        return self.advise(round.observation(side))

    def best_response(self, rival: Player, side: Side) -> BestResponse:
        """Against a fixed rule, the equilibrium."""
        if rival is not HOUSE:
            raise InputError("the house follows its rule, whoever plays: it has no best response")
        return BestResponse(self.equilibrium, self.solution.value.middle)

    def against_best_response(self, player: Player) -> tuple[Number | None, Number | None]:
        """What a player earns, and what the best player takes from the house; each sits on one side only."""
        if player is HOUSE:
            return None, self.solution.value.middle
        return self.match(player, HOUSE).mean, None

    def range(self, rival: Player) -> EquilibriumRange:
        """The value, whichever optimal strategy is played."""
        self.seat_players(self.equilibrium, rival)
        value = self.solution.value
        return EquilibriumRange(HOUSE.name, value.lower, value.upper)


def round_robin(
    arena: Arena[Game, object], report: Callable[[str], None] = lambda pairing: None
) -> RoundRobin:
    """Compute the match of every row player of the roster against every column player.

    `report` is called before each match with the pairing in words, such as "lowest v uniform, 5 of 9".
    """
    rows, cols = (list(arena.roster(side).values()) for side in SIDES)
    means: list[list[Number]] = []
    for i, row in enumerate(rows):
        means.append([])
        for j, col in enumerate(cols):
            report(f"{row.name} v {col.name}, {i * len(cols) + j + 1} of {len(rows) * len(cols)}")
            means[-1].append(arena.match(row, col).mean)
    return RoundRobin([row.name for row in rows], [col.name for col in cols], means)
