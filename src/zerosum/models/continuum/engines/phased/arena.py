"""Games in two phases in the arena: numbers dealt phase by phase, exact results and best responses.

`play_many` plays many rounds together: all numbers are dealt at once, as arrays, and the batch walks down both trees.
At a turn each play draws its action from the mix at its number or score, and the batch splits.
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
from zerosum.arena.rounds import Advice, PlacedNumber, Round, deed, situation
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
from zerosum.core.errors import InputError, Unavailable
from zerosum.core.game import Instruction, Move, spelled
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.continuum.arena import BLIND, StepPlayer, choice_text, ends_of, normalized_mix
from zerosum.models.continuum.engines.phased.answer import PhasedSolution
from zerosum.models.continuum.engines.phased.response import PhasedResponse, best_response, payments
from zerosum.models.continuum.engines.phased.rules import PhasedGame
from zerosum.models.continuum.form import BettingTurn, StepStrategy
from zerosum.models.continuum.pot import consequence, folded, pot_of
from zerosum.models.continuum.rules import Decision, Fold, Node, Showdown


@dataclass(frozen=True)
class PhasedView:
    """A player's information: its own numbers, one or two, their score so far, and the bets."""

    side: Side
    numbers: tuple[Fraction, ...]
    strength: Fraction
    """The first number, and in the second phase the score."""
    history: tuple[str, ...]


@dataclass(frozen=True)
class PhasedRound(Round):
    """A round in two phases: both players' numbers so far, and a node of the tree of this phase."""

    game: PhasedGame
    numbers: Mapping[Side, tuple[Fraction, ...]]
    node: Node
    history: tuple[str, ...] = ()
    actor: Side = "row"
    """Who made the last move."""
    before: Node | None = None
    """The node at which it was made."""
    dealt: bool = False
    """Whether second numbers have just been dealt."""

    @property
    def over(self) -> bool:
        """Whether the bets have ended in a fold or in the second phase's showdown."""
        return isinstance(self.node, Fold) or (isinstance(self.node, Showdown) and self._second)

    @property
    def _second(self) -> bool:
        return len(self.numbers["row"]) == 2

    def strength(self, side: Side) -> Fraction:
        """Return the first number, and in the second phase the score."""
        numbers = self.numbers[side]
        return self.game.score.of(numbers[0], numbers[1]) if self._second else numbers[0]

    @property
    def payoff(self) -> float:
        """The payoff to row."""
        if isinstance(self.node, Fold):
            return float(-self.node.amount if self.actor == "row" else self.node.amount)
        if not isinstance(self.node, Showdown) or not self._second:
            return 0.0
        row, col = self.strength("row"), self.strength("col")
        return float(self.node.amount) * ((row > col) - (row < col))

    def choosers(self) -> Sequence[Side]:
        """Return the player to decide; none while second numbers are dealt."""
        return (self.node.player,) if isinstance(self.node, Decision) else ()

    def observation(self, side: Side) -> Observation:
        """Return the side's own numbers and the bets."""
        moves = tuple(self.node.actions) if isinstance(self.node, Decision) else ()
        return Observation(
            side, PhasedView(side, self.numbers[side], self.strength(side), self.history), moves
        )

    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> PhasedRound:
        """Return the round one step down the tree, or after dealing the second numbers."""
        if isinstance(self.node, Showdown):
            numbers = {side: (*self.numbers[side], Fraction(random.random())) for side in SIDES}
            return replace(self, numbers=numbers, node=self.game.second(self.node.amount), dealt=True)
        assert isinstance(self.node, Decision)
        ((side, action),) = moves.items()
        if action not in self.node.actions:
            allowed = ", ".join(self.node.actions)
            raise InputError(f"a player chose {action!r}, but the possible actions are {allowed}")
        history = (*self.history, action)
        return replace(
            self,
            node=self.node.actions[action],
            history=history,
            actor=side,
            before=self.node,
            dealt=False,
        )

    def description(self, side: Side) -> Sequence[str]:
        """Return the numbers, the score, the bets, and the available actions."""
        lines: list[str] = [PlacedNumber("your number", float(number)) for number in self.numbers[side]]
        if self._second:
            lines.append(PlacedNumber("your score", float(self.strength(side))))
        lines.append(f"so far: {', '.join(self.history) or 'no bet yet'}")
        if isinstance(self.node, Decision):
            choices = " · ".join(
                choice_text(action, after) if self._second or isinstance(after, Fold) else action
                for action, after in self.node.actions.items()
            )
            mover = self.node.player == side
            lines.append(f"your options: {choices}" if mover else f"the opponent's options: {choices}")
        return lines

    def held(self, side: Side) -> str:
        """Return the first number."""
        return f"{float(self.numbers[side][0]):.3f}"

    def board(self, side: Side) -> Tabletop:
        """Return the numbers and the score as points in [0, 1], with the opponent's score after a showdown."""
        open_now = self.over and not isinstance(self.node, Fold)
        theirs = [Gauge(float(self.strength(other(side))), "Score")] if open_now else [Gauge(None)]
        mine = [
            Gauge(float(number), name)
            for number, name in zip(self.numbers[side], ("First", "Second"), strict=False)
        ]
        if self._second:
            mine.append(Gauge(float(self.strength(side)), "Score"))
        pot = pot_of(self.node, self.before or self.node, side)
        return Tabletop(tuple(theirs), (), tuple(mine), pot)

    def happenings(self, side: Side) -> Sequence[Happening]:
        """Return the last action, or the deal of second numbers."""
        if self.dealt:
            return [Happening("chance", "second numbers")]
        return [deed(self.actor, side, action) for action in self.history[-1:]]

    def consequence(self, side: Side, move: Move) -> str:
        """Return the loss by a fold, the comparison in the second phase, or the pot after the action."""
        assert isinstance(self.node, Decision)
        after = self.node.actions[move]
        if isinstance(after, Showdown) and not self._second:
            return "Second numbers"
        return consequence(after, self.node, side)

    def situation(self, side: Side) -> str:
        """Return the numbers and the actions so far."""
        return situation(" and ".join(f"{float(number):.3f}" for number in self.numbers[side]), self.history)

    def outcome(self, side: Side) -> str:
        """Return both scores after a showdown, or who folded."""
        if isinstance(self.node, Fold):
            return folded(self.actor == side)
        return f"Your score {float(self.strength(side)):.3f} against {float(self.strength(other(side))):.3f}."

    def latest_events(self, side: Side) -> Sequence[str]:
        """Return the last action, the second numbers, and both scores after a showdown."""
        if self.dealt:
            return [f"each player gets a second number; yours is {float(self.numbers[side][-1]):.3f}"]
        who = "you" if self.actor == side else "the opponent"
        lines = [f"{who}: {action}" for action in self.history[-1:]]
        if self.over and not isinstance(self.node, Fold):
            lines.append(PlacedNumber("the opponent's score", float(self.strength(other(side)))))
        return lines


class PhasedArena(Arena[PhasedGame, PhasedSolution]):
    """The arena of a game in two phases."""

    @cached_property
    def rules(self) -> Sequence[Instruction]:
        """The rules for a player."""
        return (
            *self.game.instructions,
            "Numbers are uniform on [0, 1], and each player sees only their own. Scores are compared: a "
            f"score is {self.game.score.description}.",
        )

    @property
    def equilibrium(self) -> Player:
        """The player that follows the solution with its first number, and then with its score."""
        return StepPlayer("equilibrium", lambda: self.solution.steps)

    @property
    def simple(self) -> Mapping[str, Player]:
        """Players that ignore their numbers."""
        return BLIND

    def deal(self, random: np.random.Generator) -> PhasedRound:
        """Deal a first number to each."""
        numbers = {side: (Fraction(random.random()),) for side in SIDES}
        return PhasedRound(self.game, numbers, self.game.first())

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
        """The best responses to the solution's strategies."""
        return {side: best_response(self.game, self.solution.steps, side) for side in SIDES}

    def rows(self, player: Player, side: Side) -> Iterator[StrategyRow]:
        """Yield a player's mix on each interval of first numbers, and then of scores."""
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
        """Raise an error, since leaks are not computed in this model."""
        raise Unavailable(
            "the loss can be split over decisions only if hands are cards, not points of [0, 1]"
        )

    def _match(self, row: Player, col: Player) -> Match:
        """Return the probability of each result, in fractions."""
        return Match(row.name, col.name, payments(self.game, self._steps(row, col)))

    def _sample(self, row: Player, col: Player, *, plays: int, seed: int) -> Match:
        """Simulate all plays at once; round by round for a user's function, since it may be random."""
        if has_user_function(row) or has_user_function(col):
            return super()._sample(row, col, plays=plays, seed=seed)
        game, steps = self.game, self._steps(row, col)

        def deal(count: int, random: np.random.Generator) -> Floats:
            return play_many(game, steps, count, random)

        return self._batched(row, col, deal, plays=plays, seed=seed)

    def _steps(self, row: Player, col: Player) -> Mapping[str, StepStrategy]:
        """Return both players' strategies at every turn."""
        players: dict[Side, Player] = {"row": row, "col": col}
        return {turn.name: step_strategy(players[turn.player], turn) for turn in self.game.form.turns}

    def best_response(self, opponent: Player, side: Side) -> BestResponse:
        """Return the best response to a player who acts on first numbers and scores, and row's payoff against it."""
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
    """Return a player's mix with a number or a score at a turn."""
    return player.mix(
        Observation(turn.player, PhasedView(turn.player, (), strength, turn.history), turn.actions)
    )
