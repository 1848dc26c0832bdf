"""Arenas of games with open positions: both players always know where they are.

Such a game has a staged form, which it makes itself (`as_staged`), and there everything is computed: matches, best
responses and the range over optimal strategies are questions to a staged game with players fixed. A staged game is
its own staged form. A walk goes move by move to any position that play can reach.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, TypeVar

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
from zerosum.arena.rounds import Advice, Round, SimultaneousRound, payment_text
from zerosum.arena.walk import nth, step_numbers
from zerosum.core.data import Json
from zerosum.core.errors import InputError
from zerosum.core.game import WAIT, Game, Move, Position
from zerosum.core.numbers import Number, as_fraction, short_text
from zerosum.core.sides import SIDES, Side, other
from zerosum.display.text import differences
from zerosum.models.staged.answer import PositionSolution
from zerosum.models.staged.matches import best_response, equilibrium_range, play_exactly, reply_to, simulate
from zerosum.models.staged.positions import discover, order_positions
from zerosum.models.staged.rules import Outcome, StagedGame

G = TypeVar("G", bound=Game, covariant=True)
H = TypeVar("H", bound=StagedGame, covariant=True)
S = TypeVar("S", covariant=True)

MOST_REPLIED = 20_000
"""Maximum number of positions of a game in which the best reply to a rival is found for the review of a round."""

RULE = "If both have a choice, they choose at the same time; a player with only one move is not asked."
"""What every staged game has in common."""
MOST_CELLS = 400
"""Largest number of pairs of moves that are laid out at one position."""


@dataclass(frozen=True)
class OpenRound(SimultaneousRound):
    """A position of a staged game; the moves that led here leave out a side that waited."""

    game: StagedGame

    @property
    def payoff(self) -> float:
        """Rewards so far, and the final payoff at the end."""
        return self.paid + (float(self.game.payoff(self.position)) if self.over else 0.0)

    def observation(self, side: Side) -> Observation:
        """The position itself: it is open."""
        return Observation(side, self.position, self.moves(side))

    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> OpenRound:
        """The next position, drawn by chance where the rules leave it open."""
        played = self.played(moves)
        outcomes = list(self.game.play(self.position, played["row"], played["col"]))
        chances = np.array([float(p) for p, _, _ in outcomes])
        outcome = outcomes[random.choice(len(outcomes), p=chances / chances.sum())]
        _, reward, after = outcome
        return replace(
            self,
            position=after,
            happened=tuple(self.game.told_of(self.position, outcome)),
            paid=self.paid + float(reward),
            last=tuple((side, move) for side, move in played.items() if not self._waits(side)),
            reward=float(reward),
        )

    def described(self, side: Side) -> Sequence[str]:
        """The position in lines of text, as a side looks at it."""
        return self.game.told(self.position)

    def scene(self, side: Side) -> Sequence[str]:
        """The position in words, with "you" and "the rival" where rules say row and col, and what has been paid."""
        who: dict[str, str] = {side: "you", other(side): "the rival"}
        whose: dict[str, str] = {side: "your", other(side): "the rival's"}
        lines = [
            re.sub(r"\b(row|col)'s\b", lambda found: whose[found[1]], line) for line in self.described(side)
        ]
        lines = [re.sub(r"\bfor (row|col)\b", lambda found: f"for {who[found[1]]}", line) for line in lines]
        return [*lines, *self.so_far(side)]

    def as_data(self, side: Side) -> Mapping[str, object]:
        """As the game has it; at the end, also what both played last, which are the cards of a game of cards."""
        shown = self.game.as_data(self.position)
        if not (self.over and len(self.last) == 2 and shown):
            return shown
        played = {who: str(move) for who, move in self.last}
        if shown["kind"] != "cards":
            return {**shown, "played": played}
        labels = {"the rival played": other(side), "you played": side}
        rows = [{"label": label, "cards": [played[who]]} for label, who in labels.items()]
        return {"kind": "cards", "rows": rows}

    def news(self, side: Side) -> Sequence[str]:
        """Who played what, and what it paid."""
        lines = [f"{'you play' if who == side else 'the rival plays'} {move}" for who, move in self.last]
        return [*lines, *self.happened, *self.paid_now(side)]

    def paid_now(self, side: Side) -> Sequence[str]:
        """What the last moves paid, unless that is all that the round pays: its end tells that."""
        return [] if self.over and self.payoff == self.reward else payment_text(self.reward, side)

    def _waits(self, side: Side) -> bool:
        """Whether this side has nothing to do: to wait is its only move."""
        return [str(move) for move in self.moves(side)] == [str(WAIT)]


class OpenArena(Arena[G, S]):
    """What can be done with players of a game with open positions."""

    hides: ClassVar[bool] = False
    round: ClassVar[type[OpenRound]] = OpenRound
    """What a round of this model is."""
    no_value: ClassVar[str] = ""
    """Why positions have no value of their own, where they have none."""

    @abstractmethod
    def form(self, *players: Player) -> StagedGame:
        """The staged form of the game, as small as it shows these players all that they look at."""

    @abstractmethod
    def strategies(self, position: Position) -> tuple[Mix, Mix]:
        """Both optimal strategies at a position of the staged form."""

    @abstractmethod
    def value(self, position: Position) -> float | None:
        """The value at a position of the staged form; None where a position has none of its own."""

    def pair_worth(
        self, position: Position, row: Move, col: Move, outcomes: Sequence[Outcome]
    ) -> float | None:
        """What a pair of moves with these outcomes is worth to row; None where a position has no value."""
        total = 0.0
        for p, reward, after in outcomes:
            value = self.value(after)
            if value is None:
                return None
            total += float(p) * (float(reward) + value)
        return total

    @property
    def equilibrium(self) -> Player:
        """Plays the solution's strategy at every position."""
        return Equilibrium(self.strategies)

    def deal(self, random: np.random.Generator) -> OpenRound:
        """The start."""
        form = self.form()
        return self.round(form, form.start)

    def advice(self, round: Round, side: Side) -> Advice:
        """The solution's mix, and each move's worth against the rival's."""
        assert isinstance(round, OpenRound)
        row, col = self.strategies(round.position)
        mine, theirs = (row, col) if side == "row" else (col, row)
        if self.value(round.position) is None:
            return Advice(mine, {}, self.caveats.get(side, ""))
        moves = round.observation(side).moves
        return Advice(mine, {move: self._worth(round, side, move, theirs) for move in moves})

    def worth_against(self, rival: Player, side: Side) -> Callable[[Round], Mapping[Move, float]]:
        """What each move is worth against the rival's mix at a position; nothing in games with very many positions."""
        form = self.form()
        if form.least_positions > MOST_REPLIED or getattr(self.solution, "positions", 0) > MOST_REPLIED:
            return super().worth_against(rival, side)
        _, after = reply_to(form, rival, side, progress=self.progress)

        def worth(round: Round) -> Mapping[Move, float]:
            assert isinstance(round, OpenRound)
            theirs = round.moves(other(side))
            mix = (
                ask(rival, Observation(other(side), round.position, theirs))
                if len(theirs) > 1
                else {theirs[0]: 1}
            )
            return {move: self._worth(round, side, move, mix, after) for move in round.moves(side)}

        return worth

    def _worth(
        self,
        round: OpenRound,
        side: Side,
        move: Move,
        rival: Mix,
        value: Callable[[Position], Number | None] | None = None,
    ) -> float:
        """What a move is worth to its side against the rival's mix; what follows is worth `value`, optimal play's."""
        total = 0.0
        for theirs, p in rival.items():
            pair = {side: move, other(side): theirs}
            outcomes = list(round.game.play(round.position, pair["row"], pair["col"])) if p else []
            if value is None:
                total += float(p) * (self.pair_worth(round.position, pair["row"], pair["col"], outcomes) or 0)
                continue
            for chance, reward, after in outcomes:
                total += float(p) * float(chance) * (float(reward) + float(value(after) or 0))
        return total if side == "row" else -total

    def walk(self, path: str, mix: str = "") -> Json:
        """The position at the end of a path: its value, both mixes, what pairs of moves are worth and where they lead.

        A path is that of `zerosum.arena.walk`. Given a mix of row's, as weights such as 1,0,2, also what each of col's
        moves leaves of it.
        """
        form = self.form()
        here, steps = self.round(form, form.start), [{"said": "start", "path": ""}]
        for name in filter(None, path.split("/")):
            i, j, k = step_numbers(name)
            rows, cols = form.moves(here.position)
            row, col = nth(rows, i), nth(cols, j)
            outcomes = list(form.play(here.position, row, col))
            _, reward, after = nth(outcomes, k)
            walked_so_far = f"{steps[-1]['path']}/{name}".lstrip("/")
            where = _leads(self, form, outcomes)[k]
            steps.append({"said": _step(self, here, row, col, where), "path": walked_so_far})
            here = self.round(form, after, here.paid + float(reward))
        found = _position(self, here, steps[-1]["path"])
        return {
            "steps": steps,
            "seats": dict(self.game.seats),
            **found,
            **(_against(found, mix) if mix else {}),
        }

    def best_response(self, rival: Player, side: Side) -> BestResponse:
        """The value of the game in which the rival is fixed, and who attains it."""
        return best_response(self.form(rival), rival, side, progress=self.progress)

    def range(self, rival: Player) -> EquilibriumRange:
        """Over all strategies that are optimal at every position."""
        rival = check_repeats(rival)
        form = self.form(rival)
        graph = discover(form, exact=False, progress=self.progress)
        return equilibrium_range(form, order_positions(graph), rival)

    def _match(self, row: Player, col: Player) -> Match:
        """One pass forward over the positions that the two can reach."""
        return play_exactly(self.form(row, col), row, col, progress=self.progress)

    def _sample(self, row: Player, col: Player, *, plays: int, seed: int) -> Match:
        """A random walk over the same positions; round by round where a player throws dice of its own."""
        try:
            form, pair = self.form(row, col), (check_repeats(row), check_repeats(col))
            return simulate(form, *pair, plays=plays, seed=seed, **self._work_options)
        except InconsistentPlayerError:
            return super()._sample(row, col, plays=plays, seed=seed)


class StagedArena(OpenArena[H, PositionSolution]):
    """What can be done with players of a staged game."""

    @property
    def rules(self) -> Sequence[str]:
        """What the game says, and how moves are made."""
        return (*self.game.instructions, RULE)

    def form(self, *players: Player) -> StagedGame:
        """The game itself."""
        return self.game

    def strategies(self, position: Position) -> tuple[Mix, Mix]:
        """As the solution has them."""
        return self.solution.strategies_at(position)

    def value(self, position: Position) -> float:
        """As the solution has it."""
        return float(self.solution.value_at(position))


def _against(found: Json, mix: str) -> Json:
    """What each of col's moves leaves to a mix of row's, and the one that leaves the least."""
    weights = [as_fraction(weight) for weight in mix.split(",")]
    if len(weights) != len(found["rows"]) or min(weights) < 0 or not sum(weights):
        raise InputError(f"a mix here is {len(found['rows'])} weights, none below 0, such as 1,0,2")
    worth = np.array([[cell["worth"] for cell in row] for row in found["cells"]])
    if None in worth:
        raise InputError("pairs of moves of this game have no worth of their own")
    chances = np.array([float(weight / sum(weights)) for weight in weights])
    left = chances @ worth
    return {"mix": chances.tolist(), "left": left.tolist(), "best_reply": int(left.argmin())}


def _position(arena: OpenArena[Game, object], here: OpenRound, path: str) -> Json:
    rows, cols = here.game.moves(here.position)
    scene, shown = list(here.scene("row")), here.as_data("row")
    if not rows:
        end = {"over": True, "value": short_text(here.payoff), "rows": [], "cols": []}
        return {"scene": scene, "shown": shown, **end}
    if len(rows) * len(cols) > MOST_CELLS:
        raise InputError("this position has too many moves to lay out")
    row_mix, col_mix = arena.strategies(here.position)
    value = arena.value(here.position)
    return {
        "scene": scene,
        "shown": shown,
        "over": False,
        "value": "–" if value is None else short_text(value),
        "note": "" if value is not None else arena.no_value,
        "rows": [{"said": here.move_text(move), "p": float(row_mix.get(move, not row_mix))} for move in rows],
        "cols": [{"said": here.move_text(move), "p": float(col_mix.get(move, not col_mix))} for move in cols],
        "cells": [
            [_cell(arena, here, row, col, f"{path}/{i}.{j}".lstrip("/")) for j, col in enumerate(cols)]
            for i, row in enumerate(rows)
        ],
    }


def _cell(arena: OpenArena[Game, object], here: OpenRound, row: Move, col: Move, path: str) -> Json:
    """What a pair of moves is worth, and the positions to which it leads."""
    outcomes = list(here.game.play(here.position, row, col))
    where = _leads(arena, here.game, outcomes)
    return {
        "worth": arena.pair_worth(here.position, row, col, outcomes),
        "pays": float(here.game.pays_now(here.position, row, col)),
        "next": [
            {"path": f"{path}.{k}", "said": _step(arena, here, row, col, where[k]), "p": float(p)}
            for k, (p, _, _) in enumerate(outcomes)
        ],
    }


def _step(arena: OpenArena[Game, object], here: OpenRound, row: Move, col: Move, where: str) -> str:
    """A step in words: both moves, or who made the only one, and where chance led."""
    pairs = zip(SIDES, (row, col), strict=True)
    made = {side: here.move_text(move) for side, move in pairs if str(move) != str(WAIT)}
    seats = arena.game.seats
    alone = (f"{seats[side]}: {said}" for side, said in made.items())
    moves = " : ".join(made.values() if len(made) > 1 else alone)
    return " → ".join(filter(None, (moves, where)))


def _leads(arena: OpenArena[Game, object], form: StagedGame, outcomes: Sequence[Outcome]) -> list[str]:
    """What tells the outcomes of chance apart, in words; nothing where there is but one."""
    return differences([arena.round(form, after).described("row") for _, _, after in outcomes])
