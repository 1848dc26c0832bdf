"""Games in two phases in the arena: numbers dealt phase by phase, exact results and best responses.

`play_many` plays many rounds together: all numbers are dealt at once, as arrays, and the batch walks down both trees.
At a turn each round draws its action from the mix at its number or score, and the batch splits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import pairwise
from typing import NoReturn

import numpy as np

from zerosum.arena.arena import Arena
from zerosum.arena.players import BEST_RESPONSE, Mix, Observation, Player, has_user_function
from zerosum.arena.results import BestResponse, Match
from zerosum.arena.rounds import Advice, PlacedNumber, Round, situation
from zerosum.arena.strategies import (
    Missing,
    StrategyRow,
    StrategyTable,
    TableSteps,
    cells_between,
    interval_rows,
    read_cells,
    stepped,
)
from zerosum.core.arrays import Array, Floats
from zerosum.core.boards import Gauge, Happening, Tabletop
from zerosum.core.errors import Unavailable
from zerosum.core.game import Instruction, Move, spelled
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.continuum.arena import BLIND, BetsRound, StepPlayer, ends_of, normalized_mix
from zerosum.models.continuum.engines.phased.answer import PhasedSolution
from zerosum.models.continuum.engines.phased.response import PhasedResponse, best_response, payments
from zerosum.models.continuum.engines.phased.rules import PhasedGame
from zerosum.models.continuum.form import BettingTurn, StepStrategy
from zerosum.models.continuum.rules import Decision, Fold, Node, Showdown


@dataclass(frozen=True)
class PhasedView:
    """A player's information: its own numbers (one or two), their score so far, and the bets."""

    side: Side
    numbers: tuple[Fraction, ...]
    strength: Fraction
    """The first number, and in the second phase the score."""
    history: tuple[str, ...]


@dataclass(frozen=True)
class PhasedRound(BetsRound):
    """A round in two phases: both players' numbers so far, and a node of the tree of this phase."""

    game: PhasedGame
    numbers: Mapping[Side, tuple[Fraction, ...]]
    dealt: bool = False
    """Whether second numbers have just been dealt."""

    @property
    def is_showdown(self) -> bool:
        """Whether scores are compared here; the first phase's showdown deals second numbers."""
        return isinstance(self.node, Showdown) and self._second

    @property
    def _second(self) -> bool:
        return len(self.numbers["row"]) == 2

    def strength(self, side: Side) -> Fraction:
        """Return the first number, and in the second phase the score."""
        numbers = self.numbers[side]
        return self.game.score.of(numbers[0], numbers[1]) if self._second else numbers[0]

    def choosers(self) -> Sequence[Side]:
        return (self.node.player,) if isinstance(self.node, Decision) else ()

    def observation(self, side: Side) -> Observation:
        view = PhasedView(side, self.numbers[side], self.strength(side), self.history)
        return Observation(side, view, self.moves)

    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> PhasedRound:
        if isinstance(self.node, Showdown):
            numbers = {side: (*self.numbers[side], Fraction(random.random())) for side in SIDES}
            return replace(self, numbers=numbers, node=self.game.second(self.node.amount), dealt=True)
        return replace(self, **self.changes(moves), dealt=False)

    def description(self, side: Side) -> Sequence[str]:
        lines: list[str] = [PlacedNumber("your number", float(number)) for number in self.numbers[side]]
        if self._second:
            lines.append(PlacedNumber("your score", float(self.strength(side))))
        return [*lines, f"so far: {', '.join(self.history) or 'no bet yet'}", *self.options(side)]

    def option_text(self, action: str, after: Node) -> str:
        return super().option_text(action, after) if self._second or isinstance(after, Fold) else action

    def held(self, side: Side) -> str:
        return f"{float(self.numbers[side][0]):.3f}"

    def board(self, side: Side) -> Tabletop:
        """Return the numbers and the score as points in [0, 1], with the opponent's score after a showdown."""
        score = Gauge(float(self.strength(other(side))), "Score")
        theirs = score if self.is_showdown else Gauge(None)
        mine = [
            Gauge(float(number), name)
            for number, name in zip(self.numbers[side], ("First", "Second"), strict=False)
        ]
        if self._second:
            mine.append(Gauge(float(self.strength(side)), "Score"))
        return Tabletop((theirs,), (), tuple(mine), self.pot(side))

    def happenings(self, side: Side) -> Sequence[Happening]:
        if self.dealt:
            return [Happening("chance", "second numbers")]
        return super().happenings(side)

    def consequence(self, side: Side, move: Move) -> str:
        assert isinstance(self.node, Decision)
        if isinstance(self.node.actions[move], Showdown) and not self._second:
            return "Second numbers"
        return super().consequence(side, move)

    def situation(self, side: Side) -> str:
        return situation(" and ".join(f"{float(number):.3f}" for number in self.numbers[side]), self.history)

    def compared(self, side: Side) -> str:
        return f"Your score {float(self.strength(side)):.3f} against {float(self.strength(other(side))):.3f}."

    def latest_events(self, side: Side) -> Sequence[str]:
        if self.dealt:
            return [f"each player gets a second number; yours is {float(self.numbers[side][-1]):.3f}"]
        lines = self.last_action(side)
        if self.is_showdown:
            lines.append(PlacedNumber("the opponent's score", float(self.strength(other(side)))))
        return lines


class PhasedArena(Arena[PhasedGame, PhasedSolution]):
    """The arena of a game in two phases."""

    @cached_property
    def rules(self) -> Sequence[Instruction]:
        return (
            *self.game.instructions,
            "Numbers are uniform on [0, 1], and each player sees only their own. Scores are compared: a "
            f"score is {self.game.score.description}.",
        )

    @property
    def equilibrium(self) -> Player:
        return StepPlayer("equilibrium", lambda: self.solution.steps)

    @property
    def simple(self) -> Mapping[str, Player]:
        return BLIND

    def deal(self, random: np.random.Generator) -> PhasedRound:
        numbers = {side: (Fraction(random.random()),) for side in SIDES}
        return PhasedRound(self.game, numbers, node=self.game.first())

    def advice(self, round: Round, side: Side) -> Advice:
        """Return the solution's action with these numbers, and the EV of each action against the solution."""
        seen, response = round.observation(side), self._responses[side]
        turn = spelled(seen.position.history)
        reached, strength = response.reached[turn], seen.position.strength
        earned = zip(seen.moves, response.worth[turn], strict=True)
        worth = {action: float(each.at(strength) / reached) for action, each in earned} if reached else {}
        return Advice(self.equilibrium.mix(seen), worth)

    def information(self, round: Round, side: Side) -> str:
        """Return the interval of numbers or scores that the solution treats alike, and the bets."""
        view = round.observation(side).position
        step = self.solution.steps[spelled(view.history)].step_at(view.strength)
        return spelled((step.name, *view.history))

    @cached_property
    def _responses(self) -> Mapping[Side, PhasedResponse]:
        return {side: best_response(self.game, self.solution.steps, side) for side in SIDES}

    def rows(self, player: Player, side: Side) -> Iterator[StrategyRow]:
        for turn in self.game.form.turns:
            if turn.player == side:
                label = "number " if turn in self.game.form.first.turns else "score "
                after = f", {turn.name}" if turn.history else ""
                cells = cells_between(ends_of(player), partial(_mix_at, player, turn))
                yield from interval_rows(side, label, after, turn.actions, cells)

    def player_of(self, table: StrategyTable, name: str, missing: Missing) -> TableSteps:
        """Return the player described by a table, by intervals of first numbers and of scores."""
        turns = {(turn.player, turn.name): turn.actions for turn in self.game.form.turns}
        cells, filled = read_cells(table, turns, name, missing)
        return stepped(cells, name, filled, lambda seen: spelled(seen.position.history))

    def leaks(self, player: Player, side: Side, response: Player) -> NoReturn:
        raise Unavailable(
            "the loss can be split over decisions only if hands are cards, not points of [0, 1]"
        )

    def _match(self, row: Player, col: Player) -> Match:
        return Match(row.name, col.name, payments(self.game, self._steps(row, col)))

    def _sample(self, row: Player, col: Player, *, plays: int, seed: int) -> Match:
        """Simulate all rounds at once; for a user's function, which may be random, simulate round by round."""
        if has_user_function(row) or has_user_function(col):
            return super()._sample(row, col, plays=plays, seed=seed)
        deal = partial(play_many, self.game, self._steps(row, col))
        return self._batched(row, col, deal, plays=plays, seed=seed)

    def _steps(self, row: Player, col: Player) -> Mapping[str, StepStrategy]:
        players: dict[Side, Player] = {"row": row, "col": col}
        return {turn.name: step_strategy(players[turn.player], turn) for turn in self.game.form.turns}

    def best_response(self, opponent: Player, side: Side) -> BestResponse:
        turns = [turn for turn in self.game.form.turns if turn.player != side]
        response = best_response(
            self.game, {turn.name: step_strategy(opponent, turn) for turn in turns}, side
        )
        paid = response.ev if side == "row" else -response.ev
        return BestResponse(StepPlayer(BEST_RESPONSE.name, lambda: response.steps), paid)


def play_many(
    game: PhasedGame, steps: Mapping[str, StepStrategy], count: int, random: np.random.Generator
) -> Floats:
    """Deal both players' numbers for each of many rounds, and return row's payoffs."""
    numbers = random.random((2, 2, count))
    scores = game.score.levels(*numbers)
    paid = np.empty(count)

    def walk(node: Node, history: tuple[str, ...], plays: Array, actor: Side, strengths: Floats) -> None:
        """Continue the rounds that have reached a node, to which `actor` moved."""
        if isinstance(node, Fold):
            paid[plays] = float(-node.amount if actor == "row" else node.amount)
        elif isinstance(node, Showdown):
            if strengths is scores:
                paid[plays] = float(node.amount) * np.sign(scores[0, plays] - scores[1, plays])
            else:
                walk(game.second(node.amount), history, plays, actor, scores)
        else:
            step = steps[spelled(history)]
            ends = np.array(step.ends[1:-1], float)
            sums = np.cumsum(np.array(step.mixes, float), axis=1)[:, :-1]
            cells = np.searchsorted(ends, strengths[SIDES.index(node.player), plays], side="right")
            drawn = (random.random(len(plays))[:, None] >= sums[cells]).sum(axis=1)
            for k, (action, child) in enumerate(node.actions.items()):
                walk(child, (*history, action), plays[drawn == k], node.player, strengths)

    walk(game.first(), (), np.arange(count), "row", numbers[0])
    return paid


def step_strategy(player: Player, turn: BettingTurn) -> StepStrategy:
    """Return a player's strategy at a turn, from one query between any two points at which it may change."""
    ends = sorted(Fraction(end) for end in ends_of(player))
    mixes = []
    for low, high in pairwise(ends):
        view = PhasedView(turn.player, (), (low + high) / 2, turn.history)
        mixes.append(normalized_mix(player, turn, view))
    return StepStrategy.merged(turn.actions, ends, mixes)


def _mix_at(player: Player, turn: BettingTurn, strength: Fraction) -> Mix:
    return player.mix(
        Observation(turn.player, PhasedView(turn.player, (), strength, turn.history), turn.actions)
    )
