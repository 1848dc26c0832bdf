"""Games in two phases in the arena: numbers dealt phase by phase, exact results and best replies.

`play_many` plays many rounds together: all numbers are dealt at once, as arrays, and the batch walks down both trees.
At a turn each play draws its action from the mix at its number or score, and the batch splits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

import numpy as np

from zerosum.arena.arena import Arena
from zerosum.arena.players import BEST_RESPONSE, Mix, Observation, Player, has_user_function
from zerosum.arena.results import BestResponse, Match
from zerosum.arena.rounds import Advice, Round
from zerosum.core.arrays import Array, Floats
from zerosum.core.errors import InputError
from zerosum.core.game import Move
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.betting.arena import BLIND, choice_text, ends_of, normalized_mix, on_bar, pot_at
from zerosum.models.betting.form import BettingTurn, StepStrategy
from zerosum.models.betting.rules import Decision, Fold, Node, Showdown
from zerosum.models.phased.answer import PhasedSolution
from zerosum.models.phased.response import PhasedReply, best_reply, payments
from zerosum.models.phased.rules import PhasedGame


@dataclass(frozen=True)
class PhasedView:
    """What a player knows: its own numbers, one or two, what they are worth by now, and the bets so far."""

    side: Side
    numbers: tuple[Fraction, ...]
    strength: Fraction
    """The first number, and in the second phase the score."""
    history: tuple[str, ...]


@dataclass(frozen=True)
class PhasedRound(Round):
    """Both players' numbers so far, and a node of the tree of this phase."""

    game: PhasedGame
    numbers: Mapping[Side, tuple[Fraction, ...]]
    node: Node
    history: tuple[str, ...] = ()
    actor: Side = "row"
    """Who made the last move."""
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
        """The first number, and in the second phase the score."""
        numbers = self.numbers[side]
        return self.game.score.of(numbers[0], numbers[1]) if self._second else numbers[0]

    @property
    def payoff(self) -> float:
        """What row wins."""
        if isinstance(self.node, Fold):
            return float(-self.node.amount if self.actor == "row" else self.node.amount)
        if not isinstance(self.node, Showdown) or not self._second:
            return 0.0
        row, col = self.strength("row"), self.strength("col")
        return float(self.node.amount) * ((row > col) - (row < col))

    def choosers(self) -> Sequence[Side]:
        """The player whose decision it is; nobody while second numbers are dealt."""
        return (self.node.player,) if isinstance(self.node, Decision) else ()

    def observation(self, side: Side) -> Observation:
        """The side's own numbers and the bets."""
        moves = tuple(self.node.actions) if isinstance(self.node, Decision) else ()
        return Observation(
            side, PhasedView(side, self.numbers[side], self.strength(side), self.history), moves
        )

    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> PhasedRound:
        """One step down the tree, or a second number each."""
        if isinstance(self.node, Showdown):
            numbers = {side: (*self.numbers[side], Fraction(random.random())) for side in SIDES}
            return replace(self, numbers=numbers, node=self.game.second(self.node.amount), dealt=True)
        assert isinstance(self.node, Decision)
        ((side, action),) = moves.items()
        if action not in self.node.actions:
            allowed = ", ".join(self.node.actions)
            raise InputError(f"a player chose {action!r}, which is not an action here: {allowed}")
        history = (*self.history, action)
        return replace(self, node=self.node.actions[action], history=history, actor=side, dealt=False)

    def scene(self, side: Side) -> Sequence[str]:
        """The numbers on their bars, the score, the bets, and what may be done."""
        lines = [f"your number {on_bar(number)}" for number in self.numbers[side]]
        if self._second:
            lines.append(f"your score {on_bar(self.strength(side))}")
        lines.append(f"so far: {', '.join(self.history) or 'no bet yet'}")
        if isinstance(self.node, Decision):
            choices = " · ".join(
                choice_text(action, after) if self._second or isinstance(after, Fold) else action
                for action, after in self.node.actions.items()
            )
            mover = self.node.player == side
            lines.append(f"you may: {choices}" if mover else f"the rival may: {choices}")
        return lines

    def as_data(self, side: Side) -> Mapping[str, object]:
        """The first number, or the score, as a place on [0, 1]; the rival's after a showdown."""
        open_now = self.over and not isinstance(self.node, Fold)
        theirs = float(self.strength(other(side))) if open_now else None
        pot = pot_at(self.node, side) if self._second else None
        return {"kind": "interval", "mine": float(self.strength(side)), "theirs": theirs, "pot": pot}

    def news(self, side: Side) -> Sequence[str]:
        """The last action, the second numbers, and both scores after a showdown."""
        if self.dealt:
            return [f"a second number each; yours is {float(self.numbers[side][-1]):.3f}"]
        who = "you" if self.actor == side else "the rival"
        lines = [f"{who}: {action}" for action in self.history[-1:]]
        if self.over and not isinstance(self.node, Fold):
            lines.append(f"the rival's score {on_bar(self.strength(other(side)))}")
        return lines


@dataclass(frozen=True)
class StepPlayer:
    """Follows a strategy with its first number, and then with its score."""

    name: str
    steps: Callable[[], Mapping[str, StepStrategy]]

    @property
    def ends(self) -> set[Number]:
        """The places at which it may change."""
        return {end for plan in self.steps().values() for end in plan.ends}

    def mix(self, seen: Observation) -> Mix:
        """What the strategy does at this turn."""
        return self.steps()[", ".join(seen.position.history) or "start"].at(seen.position.strength)


class PhasedArena(Arena[PhasedGame, PhasedSolution]):
    """Players of a game in two phases."""

    @cached_property
    def rules(self) -> Sequence[str]:
        """How it is played."""
        return (
            *self.game.instructions,
            "A number is between 0 and 1, any as likely as any other, and each sees only their own. "
            f"Scores are compared: a score is {self.game.score.description}.",
        )

    @property
    def equilibrium(self) -> Player:
        """Plays the solution with its first number, and then with its score."""
        return StepPlayer("equilibrium", lambda: self.solution.steps)

    @property
    def simple(self) -> Mapping[str, Player]:
        """Players who do not look at their numbers."""
        return BLIND

    def deal(self, random: np.random.Generator) -> PhasedRound:
        """A first number each."""
        numbers = {side: (Fraction(random.random()),) for side in SIDES}
        return PhasedRound(self.game, numbers, self.game.first())

    def advice(self, round: Round, side: Side) -> Advice:
        """The solution's action with these numbers, and what each action earns against the solution."""
        seen, reply = round.observation(side), self._replies[side]
        turn = ", ".join(seen.position.history) or "start"
        reached, strength = reply.reached[turn], seen.position.strength
        earned = zip(seen.moves, reply.worth[turn], strict=True)
        worth = {action: float(each.at(strength) / reached) for action, each in earned} if reached else {}
        return Advice(self.equilibrium.mix(seen), worth)

    @cached_property
    def _replies(self) -> Mapping[Side, PhasedReply]:
        """The best replies to the solution's strategies."""
        return {side: best_reply(self.game, self.solution.steps, side) for side in SIDES}

    def _match(self, row: Player, col: Player) -> Match:
        """How often each result comes, in fractions."""
        return Match(row.name, col.name, payments(self.game, self._steps(row, col)))

    def _sample(self, row: Player, col: Player, *, plays: int, seed: int) -> Match:
        """All plays at once; round by round where a user's function plays, since it may be random."""
        if has_user_function(row) or has_user_function(col):
            return super()._sample(row, col, plays=plays, seed=seed)
        game, steps = self.game, self._steps(row, col)

        def deal(count: int, random: np.random.Generator) -> Floats:
            return play_many(game, steps, count, random)

        return self._batched(row, col, deal, plays=plays, seed=seed)

    def _steps(self, row: Player, col: Player) -> Mapping[str, StepStrategy]:
        """What two players do at every turn."""
        players: dict[Side, Player] = {"row": row, "col": col}
        return {turn.name: step_strategy(players[turn.player], turn) for turn in self.game.form.turns}

    def best_response(self, rival: Player, side: Side) -> BestResponse:
        """The best reply to a player who acts on first numbers and scores, and what row is then paid."""
        turns = [turn for turn in self.game.form.turns if turn.player != side]
        reply = best_reply(self.game, {turn.name: step_strategy(rival, turn) for turn in turns}, side)
        paid = reply.earned if side == "row" else -reply.earned
        return BestResponse(StepPlayer(BEST_RESPONSE.name, lambda: reply.steps), paid)


def play_many(
    game: PhasedGame, steps: Mapping[str, StepStrategy], count: int, random: np.random.Generator
) -> Floats:
    """Deal both numbers of both players for each of many plays, and return what each play pays row."""
    numbers = random.random((2, 2, count))
    scores = game.score.levels(*numbers)
    paid = np.empty(count)

    def walk(node: Node, history: tuple[str, ...], plays: Array, actor: Side, strengths: Floats) -> None:
        """Continue the plays that have come to a node, to which `actor` moved."""
        if isinstance(node, Fold):
            paid[plays] = float(-node.amount if actor == "row" else node.amount)
        elif isinstance(node, Showdown):
            if strengths is scores:
                paid[plays] = float(node.amount) * np.sign(scores[0, plays] - scores[1, plays])
            else:
                walk(game.second(node.amount), history, plays, actor, scores)
        else:
            step = steps[", ".join(history) or "start"]
            ends = np.array(step.ends[1:-1], float)
            sums = np.cumsum(np.array(step.mixes, float), axis=1)[:, :-1]
            cells = np.searchsorted(ends, strengths[SIDES.index(node.player), plays], side="right")
            drawn = (random.random(len(plays))[:, None] >= sums[cells]).sum(axis=1)
            for k, (action, child) in enumerate(node.actions.items()):
                walk(child, (*history, action), plays[drawn == k], node.player, strengths)

    walk(game.first(), (), np.arange(count), "row", numbers[0])
    return paid


def step_strategy(player: Player, turn: BettingTurn) -> StepStrategy:
    """A player's strategy at a turn, which is asked once between any two places at which it may change."""
    ends = sorted(Fraction(end) for end in ends_of(player))
    mixes = []
    for low, high in pairwise(ends):
        view = PhasedView(turn.player, (), (low + high) / 2, turn.history)
        mixes.append(normalized_mix(player, turn, view))
    return StepStrategy.merged(turn.actions, ends, mixes)
