"""Arenas of games with open positions: both players always know the position.

A game with open positions has a staged form (`as_staged`), on which everything is computed: matches, best responses
and the range over optimal strategies are computed on a staged game with fixed players. A staged game is its own
staged form. A walk leads move by move to any position that play can reach.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

import numpy as np

from zerosum.arena.arena import Arena
from zerosum.arena.players import (
    Equilibrium,
    InconsistentPlayerError,
    Mix,
    Observation,
    Player,
    ask,
    check_repeats,
)
from zerosum.arena.results import BestResponse, EquilibriumRange, Match
from zerosum.arena.rounds import Advice, Round, SimultaneousRound, deed, payment_text
from zerosum.arena.strategies import DecisionPoint
from zerosum.arena.walk import nth, step_numbers
from zerosum.core.boards import Happening, Tabletop
from zerosum.core.data import Json
from zerosum.core.errors import GameError, InputError
from zerosum.core.game import WAIT, Game, Instruction, Move, Position
from zerosum.core.numbers import Number, as_fraction, short_text
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.solution import Solution
from zerosum.display.text import differences
from zerosum.models.staged.answer import PositionSolution
from zerosum.models.staged.matches import (
    best_response,
    equilibrium_range,
    play_exactly,
    response_to,
    simulate,
)
from zerosum.models.staged.positions import discover, order_positions
from zerosum.models.staged.rules import Outcome, StagedGame

if TYPE_CHECKING:
    from zerosum.arena.exploit import Leak
    from zerosum.core.value import Value

G = TypeVar("G", bound=Game, covariant=True)
H = TypeVar("H", bound=StagedGame, covariant=True)
S = TypeVar("S", covariant=True)

MAX_EXACT = 5_000
"""Maximum number of positions of a game in which best responses are found in fractions."""
MAX_ANSWERED = 20_000
"""Maximum number of positions of a game in which the best response to an opponent is found for the review of a
round."""

RULE = (
    "If both players have a choice, they choose simultaneously. A player with only one move need not choose."
)
"""The rule that all staged games have in common."""
MAX_CELLS = 400
"""Largest number of pairs of moves that are laid out at one position."""


@dataclass(frozen=True)
class OpenRound(SimultaneousRound):
    """A position of a staged game, and the moves that led to it, without those of a waiting side."""

    game: StagedGame

    @property
    def payoff(self) -> float:
        """Rewards so far, and the final payoff at the end."""
        return self.paid + (float(self.game.payoff(self.position)) if self.over else 0.0)

    def observation(self, side: Side) -> Observation:
        return Observation(side, self.position, self.moves(side))

    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> OpenRound:
        """Return the next position, drawn at random if the rules leave it to chance."""
        played = self.played(moves)
        outcomes = list(self.game.play(self.position, played["row"], played["col"]))
        chances = np.array([float(p) for p, _, _ in outcomes])
        outcome = outcomes[random.choice(len(outcomes), p=chances / chances.sum())]
        _, reward, after = outcome
        return replace(
            self,
            position=after,
            happened=tuple(self.game.describe_outcome(self.position, outcome)),
            paid=self.paid + float(reward),
            last=tuple((side, m) for side, m in played.items() if [*map(str, self.moves(side))] != [*WAIT]),
            reward=float(reward),
        )

    def described(self, side: Side) -> Sequence[str]:
        """Describe the position in lines of text, from a side's point of view."""
        return self.game.describe_to(side, self.position)

    def description(self, side: Side) -> Sequence[str]:
        return [*self.described(side), *self.so_far(side)]

    def situation(self, side: Side) -> str:
        """Return the position, if there are several positions to distinguish."""
        return super().situation(side) if self.last else "At the start"

    def board(self, side: Side) -> Tabletop:
        return self.game.tabletop(self.position, side, dict(self.last))

    def happenings(self, side: Side) -> Sequence[Happening]:
        deeds = [deed(who, side, self.move_text(move)) for who, move in self.last]
        return [*deeds, *(Happening("chance", what) for what in self.happened)]

    def outcome(self, side: Side) -> str:
        """Return the last moves of both players, if both had a choice."""
        if len(self.last) < 2:
            return ""
        played = dict(self.last)
        return f"You: {self.move_text(played[side])}. Opponent: {self.move_text(played[other(side)])}."

    def latest_events(self, side: Side) -> Sequence[str]:
        """Return the latest moves, and their payment."""
        lines = [f"{'you play' if who == side else 'the opponent plays'} {move}" for who, move in self.last]
        # if there is only one payment, the end of the round reports it
        paid = [] if self.over and self.payoff == self.reward else payment_text(self.reward, side)
        return [*lines, *self.happened, *paid, *self.ending(side)]

    def ending(self, side: Side) -> Sequence[str]:
        """Return the position at the end of the round, if the game has words for it."""
        has_words = type(self.game).describe_position is not StagedGame.describe_position
        return self.game.describe_to(side, self.position) if self.over and has_words else ()


class OpenArena(Arena[G, S]):
    """The arena of a game with public positions."""

    hides: ClassVar[bool] = False
    round: ClassVar[type[OpenRound]] = OpenRound
    """Return the type of rounds of this model."""
    no_value: ClassVar[str] = ""
    """The reason why positions have no separate value, if they have none."""

    @abstractmethod
    def form(self, *players: Player) -> StagedGame:
        """Return the staged form of the game, reduced as far as the information that these players use allows."""

    @abstractmethod
    def strategies(self, position: Position) -> tuple[Mix, Mix]:
        """Return both optimal strategies at a position of the staged form."""

    @abstractmethod
    def value(self, position: Position) -> float | None:
        """Return the value at a position of the staged form; None if it is unknown."""

    def pair_worth(
        self, position: Position, row: Move, col: Move, outcomes: Sequence[Outcome]
    ) -> float | None:
        """Return row's EV of a pair of moves with these outcomes; None if the value of a position is unknown."""
        total = 0.0
        for p, reward, after in outcomes:
            value = self.value(after)
            if value is None:
                return None
            total += float(p) * (float(reward) + value)
        return total

    @property
    def equilibrium(self) -> Player:
        return Equilibrium(self.strategies)

    def deal(self, random: np.random.Generator) -> OpenRound:
        form = self.form()
        return self.round(form, form.start)

    def advice(self, round: Round, side: Side) -> Advice:
        assert isinstance(round, OpenRound)
        row, col = self.strategies(round.position)
        mine, theirs = (row, col) if side == "row" else (col, row)
        if self.value(round.position) is None:
            return Advice(mine, {}, self.caveats.get(side, ""))
        moves = round.observation(side).moves
        return Advice(mine, {move: self._worth(round, side, move, theirs) for move in moves})

    def worth_against(self, opponent: Player, side: Side) -> Callable[[Round], Mapping[Move, float]]:
        """Return the EV of each move against the opponent's mix; none in games with very many positions."""
        form = self.form()
        if form.least_positions > MAX_ANSWERED or getattr(self.solution, "positions", 0) > MAX_ANSWERED:
            return super().worth_against(opponent, side)
        _, after = response_to(form, opponent, side, progress=self.progress)

        def worth(round: Round) -> Mapping[Move, float]:
            assert isinstance(round, OpenRound)
            theirs = round.moves(other(side))
            seen = Observation(other(side), round.position, theirs)
            mix = ask(opponent, seen) if len(theirs) > 1 else {theirs[0]: 1}
            return {move: self._worth(round, side, move, mix, after) for move in round.moves(side)}

        return worth

    def _worth(
        self,
        round: OpenRound,
        side: Side,
        move: Move,
        opponent: Mix,
        value: Callable[[Position], Number | None] | None = None,
    ) -> float:
        """Return the EV of a move against the opponent's mix, with optimal play, whose value is `value`, afterwards."""
        total = 0.0
        for theirs, p in opponent.items():
            pair = {side: move, other(side): theirs}
            outcomes = list(round.game.play(round.position, pair["row"], pair["col"])) if p else []
            if value is None:
                total += float(p) * (self.pair_worth(round.position, pair["row"], pair["col"], outcomes) or 0)
                continue
            for chance, reward, after in outcomes:
                total += float(p) * float(chance) * (float(reward) + float(value(after) or 0))
        return total if side == "row" else -total

    def walk(self, path: str, mix: str = "") -> Json:
        """Return the position at the end of a path: its value, both mixes, and the EVs and next positions of pairs of
        moves.

        The format of a path is that of `zerosum.arena.walk`. Given a mix of row, as weights such as 1,0,2, also
        return row's EV against each of col's moves.
        """
        form = self.form()
        here, steps = self.round(form, form.start), [{"label": "start", "path": ""}]
        for name in filter(None, path.split("/")):
            i, j, k = step_numbers(name)
            rows, cols = form.moves(here.position)
            row, col = nth(rows, i), nth(cols, j)
            outcomes = list(form.play(here.position, row, col))
            _, reward, after = nth(outcomes, k)
            walked_so_far = f"{steps[-1]['path']}/{name}".lstrip("/")
            where = _leads(self, form, outcomes)[k]
            steps.append({"label": _step(self, here, row, col, where), "path": walked_so_far})
            here = self.round(form, after, here.paid + float(reward))
        found = _position(self, here, steps[-1]["path"])
        return {
            "steps": steps,
            "seats": dict(self.game.seats),
            **found,
            **(_against(found, mix) if mix else {}),
        }

    def best_response(self, opponent: Player, side: Side) -> BestResponse:
        """Return the value of the game with the opponent fixed, and the player who attains it."""
        return self.respond(opponent, side)

    def respond(
        self, opponent: Player, side: Side, *, exact: bool = False, ties: Player | None = None
    ) -> BestResponse:
        """Return the best response, in fractions if `exact`; `ties` chooses among equally good moves."""
        form = self.form(*(opponent, *([ties] if ties else [])))
        return best_response(form, opponent, side, exact=exact, ties=ties, progress=self.progress)

    def answer_to(self, player: Player, side: Side) -> tuple[Player, Value]:
        """Return the best response, and row's payoff; the response follows the solution where moves are equally good
        or the player's strategy never reaches the position. The payoff is a fraction if the game is small and its
        rules have no floats.
        """
        found = None
        if len(self.positions) <= MAX_EXACT:
            with suppress(GameError):
                found = self.respond(player, other(side), exact=True, ties=self.equilibrium)
        found = found or self.respond(player, other(side), ties=self.equilibrium)
        return found.player, found.bounds

    @cached_property
    def positions(self) -> Mapping[Position, str]:
        """All positions in the order of play, with readable names; equal names are numbered."""
        form = self.form()
        graph = discover(form, exact=False, progress=self.progress)
        order = [graph.positions[place] for place in order_positions(graph).order[::-1].tolist()]
        names = ["start" if position == form.start else str(position) for position in order]
        often, met = Counter(names), Counter[str]()
        for place, name in enumerate(names):
            met[name] += 1
            if often[name] > 1:
                names[place] = f"{name} ({met[name]})"
        return dict(zip(order, names, strict=True))

    def seen_in_tree(
        self, side: Side, position: Position, known: Hashable, moves: Sequence[Move]
    ) -> Observation:
        return Observation(side, position.at, moves)

    def decisions(self, side: Side) -> Iterator[DecisionPoint]:
        """Yield every position at which a side has a move, in the order of play."""
        form = self.form()
        for position, name in self.positions.items():
            moves = form.moves(position)[SIDES.index(side)]
            if moves:
                yield DecisionPoint(name, Observation(side, position, tuple(moves)))

    def leaks(self, player: Player, side: Side, response: Player) -> Sequence[Leak]:
        from zerosum.models.staged.leaks import position_leaks

        exact = cast(Solution, self.solution).value.is_exact
        return position_leaks(
            self.form(), self.positions, side, player, response, self.equilibrium, exact=exact
        )

    def range(self, opponent: Player) -> EquilibriumRange:
        """Return the range over all strategies that are optimal at every position."""
        opponent = check_repeats(opponent)
        form = self.form(opponent)
        graph = discover(form, exact=False, progress=self.progress)
        return equilibrium_range(form, order_positions(graph), opponent)

    def _match(self, row: Player, col: Player) -> Match:
        """Compute the match in one forward pass over the reachable positions."""
        return play_exactly(self.form(row, col), row, col, progress=self.progress)

    def _sample(self, row: Player, col: Player, *, plays: int, seed: int) -> Match:
        """Simulate walks over the positions; round by round for players with their own random numbers."""
        try:
            form, pair = self.form(row, col), (check_repeats(row), check_repeats(col))
            return simulate(form, *pair, plays=plays, seed=seed, **self._work_options)
        except InconsistentPlayerError:
            return super()._sample(row, col, plays=plays, seed=seed)


class StagedArena(OpenArena[H, PositionSolution]):
    """The arena of rounds, matches and best responses for players of a staged game."""

    @property
    def rules(self) -> Sequence[Instruction]:
        return (*self.game.instructions, RULE)

    def form(self, *players: Player) -> StagedGame:
        return self.game

    def strategies(self, position: Position) -> tuple[Mix, Mix]:
        return self.solution.strategies_at(position)

    def value(self, position: Position) -> float:
        return float(self.solution.value_at(position))


def _against(found: Json, mix: str) -> Json:
    """Return the payoffs of row's mix against each of col's moves, and the move of col that concedes least."""
    weights = [as_fraction(weight) for weight in mix.split(",")]
    if len(weights) != len(found["rows"]) or min(weights) < 0 or not sum(weights):
        raise InputError(f"a mix here needs {len(found['rows'])} non-negative weights, for example 1,0,2")
    worth = np.array([[cell["worth"] for cell in row] for row in found["cells"]])
    if None in worth:
        raise InputError("in this game, pairs of moves have no values")
    chances = np.array([float(weight / sum(weights)) for weight in weights])
    left = chances @ worth
    return {"mix": chances.tolist(), "left": left.tolist(), "best_response": int(left.argmin())}


def _position(arena: OpenArena[Game, object], here: OpenRound, path: str) -> Json:
    rows, cols = here.game.moves(here.position)
    scene, shown = list(here.description("row")), here.board("row").json()
    if not rows:
        end = {"over": True, "value": short_text(here.payoff), "rows": [], "cols": []}
        return {"scene": scene, "shown": shown, **end}
    if len(rows) * len(cols) > MAX_CELLS:
        raise InputError("this position has too many moves to list")
    row_mix, col_mix = arena.strategies(here.position)
    value = arena.value(here.position)
    return {
        "scene": scene,
        "shown": shown,
        "over": False,
        "value": "–" if value is None else short_text(value),
        "note": "" if value is not None else arena.no_value,
        "rows": [
            {"label": here.move_text(move), "p": float(row_mix.get(move, not row_mix))} for move in rows
        ],
        "cols": [
            {"label": here.move_text(move), "p": float(col_mix.get(move, not col_mix))} for move in cols
        ],
        "cells": [
            [_cell(arena, here, row, col, f"{path}/{i}.{j}".lstrip("/")) for j, col in enumerate(cols)]
            for i, row in enumerate(rows)
        ],
    }


def _cell(arena: OpenArena[Game, object], here: OpenRound, row: Move, col: Move, path: str) -> Json:
    """Return the EV of a pair of moves, and the positions to which it leads."""
    outcomes = list(here.game.play(here.position, row, col))
    where = _leads(arena, here.game, outcomes)
    return {
        "worth": arena.pair_worth(here.position, row, col, outcomes),
        "pays": float(here.game.pays_now(here.position, row, col)),
        "next": [
            {"path": f"{path}.{k}", "label": _step(arena, here, row, col, where[k]), "p": float(p)}
            for k, (p, _, _) in enumerate(outcomes)
        ],
    }


def _step(arena: OpenArena[Game, object], here: OpenRound, row: Move, col: Move, where: str) -> str:
    """Describe a step: both moves, or the only move with its player, and the outcome of chance."""
    pairs = zip(SIDES, (row, col), strict=True)
    made = {side: here.move_text(move) for side, move in pairs if str(move) != str(WAIT)}
    seats = arena.game.seats
    alone = (f"{seats[side]}: {label}" for side, label in made.items())
    moves = " : ".join(made.values() if len(made) > 1 else alone)
    return " → ".join(filter(None, (moves, where)))


def _leads(arena: OpenArena[Game, object], form: StagedGame, outcomes: Sequence[Outcome]) -> list[str]:
    """Return the differences between the outcomes of chance, in words; empty if there is only one."""
    return differences([arena.round(form, after).described("row") for _, _, after in outcomes])
