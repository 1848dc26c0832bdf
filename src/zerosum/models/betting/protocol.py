"""What the solution of a betting game answers: at every turn, what is done with every hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple, Protocol

from zerosum.core.answer import Answer, Extreme
from zerosum.core.arrays import Array
from zerosum.core.numbers import Number
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import Side, other
from zerosum.models.betting.form import BettingForm, Turn
from zerosum.models.betting.response import Mix
from zerosum.models.betting.rules import BettingGame
from zerosum.models.betting.steps import StepStrategy

__all__ = ["BettingAnswer", "Corner", "Corners", "comes_by", "shown_turns"]

Corner = Mapping[str, Sequence[Mapping[str, Fraction]]]
"""At each turn, for each card, the lowest first, the mix; empty where the player's own play never comes there."""


class Corners(NamedTuple):
    """Corners of a player's set of optimal strategies, all of whose mixtures are optimal."""

    found: Sequence[Corner]
    are_all: bool
    """Whether it is proved that there are no others."""


class BettingAnswer(Answer, Protocol):
    """Step functions for both players at every turn."""

    @property
    def game(self) -> BettingGame:
        """The game itself."""

    @property
    def steps(self) -> Mapping[str, StepStrategy]:
        """What is done at each turn, by the turn's name: "start", "bet", "bet, raise"."""

    @property
    def form(self) -> BettingForm:
        """The turns and leaves of the tree."""

    @property
    def with_tree(self) -> bool:
        """Whether the tree is to be shown beside the answer."""

    @property
    def is_reached(self) -> bool:
        """Whether the opponent ever lets the play come to the turn that was asked about."""

    @property
    def corners(self) -> Mapping[Side, Corners]:
        """Corners of each side's set of optimal strategies; none where nobody looked."""

    def choices(
        self, history: tuple[str, ...], hand: Fraction
    ) -> tuple[Mapping[str, Number], Mapping[str, Number]]:
        """With which probability to take each action with a hand, and what each earns the one who moves."""

    def extremes(
        self, rival: Mix, edges: Array, *, progress: Progress = silent
    ) -> tuple[Extreme, Extreme] | None:
        """The least and the most that row's optimal strategies earn against what col does in the cells of a grid.

        The grid has a cell for each rank of a deck; on [0, 1] the steps of this answer change at its edges only. None
        where the ends are not found.
        """


def comes_by(answer: BettingAnswer, turn: Turn, player: Side, hand: Number) -> bool:
    """Whether a player with this hand, a point of [0, 1], ever does their part on the way to a turn."""
    return all(
        answer.steps[before.name].at(hand).get(turn.history[len(before.history)], 0) > 0
        for before in answer.form.earlier(turn, player)
    )


def shown_turns(answer: BettingAnswer) -> list[Turn]:
    """The turns to which the opponent lets the play come with some hand, in the order of play."""
    return [turn for turn in answer.form.turns if _is_met(answer, turn)]


def _is_met(answer: BettingAnswer, turn: Turn) -> bool:
    foe = other(turn.player)
    ends = {end for before in answer.form.earlier(turn, foe) for end in answer.steps[before.name].ends}
    middles = ((low + high) / 2 for low, high in pairwise(sorted(ends)))
    return not ends or any(comes_by(answer, turn, foe, hand) for hand in middles)
