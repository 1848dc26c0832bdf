"""The arena of a game: its players, rounds, matches, best responses, and the range of payoffs over optimal strategies.

The arena of a model defines how its rounds are dealt, the solution's advice, and as much of the rest as it can
compute; it may convert players to faster forms. Everything else is done by dealing rounds, or rejected with
`Unavailable`, which gives the reason. Arenas take players, not their names.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Generic, NoReturn, TypedDict, TypeVar

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
    has_rounded,
    has_user_function,
)
from zerosum.arena.results import BestResponse, EquilibriumRange, Match, RoundRobin, result_of
from zerosum.arena.rounds import Advice, Round
from zerosum.arena.sampling import BATCH, DealFunction, play_out, sample_in_batches
from zerosum.arena.strategies import DecisionPoint, Missing, StrategyRow, StrategyTable, looked_up, rows_at
from zerosum.core.data import Json
from zerosum.core.errors import InputError, Unavailable
from zerosum.core.game import Game, Instruction, Move, Position
from zerosum.core.numbers import Number
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.solution import Solution
from zerosum.core.value import Value
from zerosum.core.workers import HERE, Workers

if TYPE_CHECKING:
    from zerosum.arena.exploit import Leak


class WorkOptions(TypedDict):
    """Options of long computations: the progress report and the workers."""

    progress: Progress
    workers: Workers


G = TypeVar("G", bound=Game, covariant=True)
S = TypeVar("S", covariant=True)
A = TypeVar("A", bound=Solution, covariant=True)


@dataclass(frozen=True)
class Arena(ABC, Generic[G, S]):
    """The analysis of players of one game: matches, best responses, rounds. S is the class of the game's
    solutions.

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
    """Solves a game of this model; called once for this game, when its solution is first needed."""
    progress: Progress = silent
    workers: Workers = HERE
    """The workers that play the batches of a simulated match."""

    sides: ClassVar[Sequence[Side]] = SIDES
    """The sides that choose; if only one side chooses, the house plays the other."""
    hides: ClassVar[bool] = True
    """Whether a side may learn something hidden from a move, so that taking the move back would be a peek."""

    @cached_property
    def solution(self) -> S:
        """The game's solution."""
        return self.solve(self.game)

    @property
    def rules(self) -> Sequence[Instruction]:
        """The rules of the game, in a few lines."""
        return self.game.instructions

    @property
    @abstractmethod
    def equilibrium(self) -> Player:
        """The player that follows the solution."""

    @property
    def caveats(self) -> Mapping[Side, str]:
        """For each side, a remark if its equilibrium player does not guarantee the value."""
        return {}

    def note(self, player: Player, side: Side) -> str:
        """Return a remark for the user about a player on a side; usually empty."""
        return self.caveats.get(side, "") if player.name == self.equilibrium.name else ""

    @property
    def simple(self) -> Mapping[str, Player]:
        """Return the players that need no solution and make sense in this game, by name."""
        return {name: NAMED[name] for name in self.game.players}

    def check_side(self, side: Side) -> None:
        """Raise InputError for a side on which no person can play."""
        if side not in self.sides:
            raise InputError(f"in this game you can play only as {' or '.join(self.sides)}")

    def roster(self, side: Side) -> Mapping[str, Player]:
        """Return the players available on a side, by name."""
        if side not in self.sides:
            return {HOUSE.name: HOUSE}
        return {self.equilibrium.name: self.equilibrium, **self.simple}

    @abstractmethod
    def deal(self, random: np.random.Generator) -> Round:
        """Deal a new round."""

    def before_deal(self) -> Round | None:
        """Return a round before chance deals, if its `outcomes` can be listed; None otherwise."""
        return None

    @abstractmethod
    def advice(self, round: Round, side: Side) -> Advice:
        """Return the solution's mix for this side, and the EV of each move."""

    def worth_against(self, opponent: Player, side: Side) -> Callable[[Round], Mapping[Move, float]]:
        """Return a function that maps a moment to the EVs of a side's moves against this opponent, with best
        play afterwards.

        At moments where these are unknown, the function returns no EVs. `advice` has the EVs against the solution.
        """
        return lambda round: {}

    def paid_before(self, round: Round, side: Side) -> float | None:
        """Return what to add to a move's EV to get the payoff of the whole round; None if not comparable."""
        return round.payoff if side == "row" else -round.payoff

    def place_on_curves(self, round: Round) -> Mapping[str, object]:
        """Return the point of a moment on the plotted curves of the solution: its `x`, and the `choice` of panels."""
        return {}

    def information(self, round: Round, side: Side) -> str:
        """Return the information of the side to move, in the names of the solution's decisions, if any."""
        return ""

    def walk(self, path: str, mix: str = "") -> Json:
        """Return the moment at the end of a path of moves (`zerosum.arena.walk`), for exploring the game.

        If both players know the position, `mix` may be a mix of row's, as weights such as 1,0,2: the result then
        also has row's EV with this mix against each of col's moves.
        """
        from zerosum.arena.walk import walk

        return walk(self, path)

    def spans(self, player: Player, side: Side) -> Mapping[str, Sequence[tuple[Number, Number, str]]]:
        """For hands on a line: by betting line, the intervals of hands and the action taken there."""
        return {}

    no_table: ClassVar[str] = "its decisions cannot be listed"
    """The reason if strategies of this game cannot be written as tables."""

    def decisions(self, side: Side) -> Iterator[DecisionPoint]:
        """Yield all decisions of a side, each with a readable name of the side's information there."""
        raise Unavailable(
            f"a strategy of this game is not a table: {self.no_table}; save the solution instead"
        )

    def known(self, seen: Observation) -> Hashable:
        """Return the key that distinguishes the decisions of a side."""
        found: Hashable = seen.position
        return found

    def seen_in_tree(
        self, side: Side, position: Position, known: Hashable, moves: Sequence[Move]
    ) -> Observation:
        """Return the information of a side at a node of the game tree, if the labels of the tree state it."""
        raise Unavailable("this game is not a finite tree")

    def rows(self, player: Player, side: Side) -> Iterator[StrategyRow]:
        """Yield a player's mix at every decision of a side, as rows of a table."""
        return rows_at(self.decisions(side), player)

    def player_of(self, table: StrategyTable, name: str, missing: Missing) -> Player:
        return looked_up(self, table, name, missing)

    def ranges_of(self, player: Player) -> str:
        """Return a player as ranges by move and decision, in the format that other river solvers import."""
        raise Unavailable("ranges can be written only for rivers and turns; write a table (.csv or .json)")

    def read_ranges(self, text: str, name: str) -> StrategyTable:
        """Return the strategy table described by such ranges."""
        raise Unavailable(
            "ranges can describe strategies only for rivers and turns; use a table (.csv or .json)"
        )

    def leaks(self, player: Player, side: Side, response: Player) -> Sequence[Leak]:
        """Return the EV that a player loses at each decision of a side, against the best response to that player."""
        raise Unavailable("in this game the loss cannot be split into leaks at single decisions")

    def match(self, row: Player, col: Player) -> Match:
        """Return the match of two players, computed."""
        players = check_repeats(row), check_repeats(col)
        found = self._match(*self.seat_players(*players))
        if found.error is found.spread is None and any(map(has_rounded, players)):
            return replace(found, results={payoff: float(p) for payoff, p in found.results.items()})
        return found

    def sample(self, row: Player, col: Player, *, plays: int, seed: int = 0) -> Match:
        """Return the match of two players, simulated over this many plays with seeded random numbers."""
        pair = self.seat_players(row, col)
        if self.workers is not HERE and any(map(self._follows_solution, pair)):
            _ = self.solution  # solve once, here, and send the solution to the workers
        return self._sample(*pair, plays=plays, seed=seed)

    def best_response(self, opponent: Player, side: Side) -> BestResponse:
        """Return the best response on `side` to `opponent`, and the mean payoff to row."""
        raise Unavailable("best responses to players of this game are not computed")

    def answer_to(self, player: Player, side: Side) -> tuple[Player, Value]:
        """Return the best response to a player on a side, and proven bounds on row's payoff against it."""
        found = self.best_response(player, other(side))
        return found.player, found.bounds

    def against_best_response(self, player: Player) -> tuple[Number | None, Number | None]:
        """Return the mean payoffs to row when the player, first as row and then as col, plays against a best response.

        None for a side that the player cannot play.
        """
        if player is BEST_RESPONSE:
            raise InputError("a best response needs one fixed opponent")
        checked = check_repeats(player)
        means = [self.best_response(checked, other(side)).value for side in SIDES]
        as_row, as_col = (
            result_of(float(mean)) if mean is not None and has_rounded(checked) else mean for mean in means
        )
        return as_row, as_col

    def range(self, opponent: Player) -> EquilibriumRange:
        """Return the EV of the worst and the best of row's optimal strategies against a player."""
        raise Unavailable("the range over optimal strategies of this game is not computed")

    def extreme_payoffs(self) -> tuple[Number, Number] | None:
        """Return the least and the greatest payoff of a play to row; None if the payoffs cannot be listed."""
        random = NAMED["uniform"]
        paid = self.match(*(random if side in self.sides else HOUSE for side in SIDES)).distribution()
        return None if paid is None else (min(x for x, p in paid if p), max(x for x, p in paid if p))

    def seat_players(self, row: Player, col: Player) -> tuple[Player, Player]:
        """Check that both players fit their sides; replace `best-response` by the one to the other player."""
        if row is BEST_RESPONSE and col is BEST_RESPONSE:
            raise InputError(
                "a best response needs one fixed opponent: two best responses cannot play each other"
            )
        pair: dict[Side, Player] = {"row": row, "col": col}
        for side in SIDES:
            if (pair[side] is HOUSE) == (side in self.sides):
                raise InputError(
                    f"the house makes no choices, but {side} does; choose another player for {side}"
                    if pair[side] is HOUSE
                    else f"only {self.sides[0]} makes choices in this game, and the opponent is the house: "
                    f"not {pair[side].name!r}"
                )
        for side in SIDES:
            if pair[side] is BEST_RESPONSE:
                pair[side] = self.best_response(pair[other(side)], side).player
        return pair["row"], pair["col"]

    def _match(self, row: Player, col: Player) -> Match:
        """Compute the match of two players that fit their sides."""
        raise Unavailable("matches in this game can only be simulated")

    def _sample(self, row: Player, col: Player, *, plays: int, seed: int) -> Match:
        """Simulate the match of two players that fit their sides: round by round unless the model has a faster way."""
        return play_out(self.deal, row, col, plays=plays, seed=seed, **self._work_options)

    def _batched(
        self, row: Player, col: Player, deal: DealFunction, *, plays: int, seed: int, batch: int = BATCH
    ) -> Match:
        """Simulate a match with `deal`, a batch at a time."""
        return sample_in_batches(
            row.name, col.name, deal, plays=plays, seed=seed, batch=batch, **self._work_options
        )

    @property
    def _work_options(self) -> WorkOptions:
        """Options for progress reports and workers."""
        return {"progress": self.progress, "workers": self.workers}

    def _follows_solution(self, player: Player) -> bool:
        if isinstance(player, Mixture):
            return any(self._follows_solution(part) for _, part in player.players)
        return not has_user_function(player) and player not in (HOUSE, *self.simple.values())

    def __getstate__(self) -> dict[str, object]:
        """Return the state for other processes: with the solution if known, without solver, progress and workers."""
        return {**self.__dict__, "solve": _unsolved, "progress": silent, "workers": HERE}


def _unsolved(game: Game) -> NoReturn:
    raise Unavailable("this arena was sent to another process without a solution")


class SoloArena(Arena[G, A]):
    """The arena of a game in which only row chooses; its opponent, the house, follows a fixed rule.

    So all results about a pair of players are determined by row's player:

    - a player is *held to* its EV, because the house's rule is the only response;
    - the house *gives away* the EV of the best player, which is the value of the game;
    - the *range* over optimal strategies is this value alone, which is the EV of each of them.
    """

    sides: ClassVar[Sequence[Side]] = ("row",)

    @property
    def equilibrium(self) -> Player:
        return Function("equilibrium", lambda observation: self.advise(observation).mix)

    @abstractmethod
    def advise(self, observation: Observation) -> Advice:
        """Return the solution's mix for row, and the EV of each move."""

    def advice(self, round: Round, side: Side) -> Advice:
        return self.advise(round.observation(side))

    def best_response(self, opponent: Player, side: Side) -> BestResponse:
        """Return the equilibrium, which is the best response to the house."""
        if opponent is not HOUSE:
            raise InputError("the house follows a fixed rule and has no best response")
        return BestResponse(self.equilibrium, self.solution.value.middle)

    def against_best_response(self, player: Player) -> tuple[Number | None, Number | None]:
        """Return the EV of a player, or what the best player wins from the house."""
        if player is HOUSE:
            return None, self.solution.value.middle
        return self.match(player, HOUSE).mean, None

    def answer_to(self, player: Player, side: Side) -> tuple[Player, Value]:
        """Return the house as the best response, with the player's EV."""
        found = self.match(player, HOUSE)
        return HOUSE, BestResponse(HOUSE, found.mean, float(found.line()["bound"] or 0)).bounds

    def range(self, opponent: Player) -> EquilibriumRange:
        self.seat_players(self.equilibrium, opponent)
        value = self.solution.value
        return EquilibriumRange(HOUSE.name, value.lower, value.upper)


def round_robin(
    arena: Arena[Game, object],
    report: Callable[[str], None] = lambda pairing: None,
    *,
    players: tuple[Sequence[Player], Sequence[Player]] | None = None,
    mean: Callable[[Player, Player], Number] | None = None,
) -> RoundRobin:
    """Return the match of every row player against every column player.

    Parameters
    ----------
    arena
        The arena of a game.
    report
        Called before each match with the pairing in words, such as "lowest v uniform, 5 of 9".
    players
        The players who sit as row and those who sit as col; without them, those of the roster.
    mean
        A function for the average payoff to a row player against a column player; by default, the computed mean.

    Returns
    -------
    RoundRobin
        The average payoff to each row player against each column player.

    Examples
    --------
    >>> from zerosum.arena import round_robin
    >>> from zerosum.models.family import arena_for
    >>> round_robin(arena_for(zerosum.load("kuhn")())).rows
    ['equilibrium', 'uniform', 'boldest', 'meekest']
    """
    rows, cols = players or [list(arena.roster(side).values()) for side in SIDES]
    mean = mean or (lambda row, col: arena.match(row, col).mean)
    means: list[list[Number]] = []
    for i, row in enumerate(rows):
        means.append([])
        for j, col in enumerate(cols):
            report(f"{row.name} v {col.name}, {i * len(cols) + j + 1} of {len(rows) * len(cols)}")
            means[-1].append(mean(row, col))
    return RoundRobin([row.name for row in rows], [col.name for col in cols], means)
