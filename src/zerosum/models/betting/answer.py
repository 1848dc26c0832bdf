"""The solution of a betting game: what every hand does at every turn, and what that earns.

A strategy is a step function of the hand at each turn. With a small deck the solution also knows whether optimal
strategies are unique: the corners of the set of all of them, which are computed when they are first asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Annotated, NamedTuple

import numpy as np

from zerosum.core.arrays import Array
from zerosum.core.errors import InputError
from zerosum.core.numbers import Number
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.solution import Solution, StrategyLine, Value
from zerosum.core.value import Extreme
from zerosum.models.betting.form import BettingForm, BettingTurn, StepStrategy
from zerosum.models.betting.response import (
    Mix,
    best_response,
    distribution,
    interpolate,
    on_one_grid,
    reach,
    refine,
)
from zerosum.models.betting.rules import LETTER, BettingGame

Corner = Mapping[str, Sequence[Mapping[str, Fraction]]]
"""At each turn, for each card from the lowest, the mix; empty where the player's own play never leads there."""


class Corners(NamedTuple):
    """Corners of a player's set of optimal strategies; every mixture of them is optimal."""

    found: Sequence[Corner]
    are_all: bool
    """Whether it is proved that there are no others."""
    pure: bool | None = None
    """Whether some optimal strategy is pure; None where that is not decided."""


QUASI_PERFECT = "quasi-perfect"
"""The refinement, and how its method begins."""

MOST_LISTED = 13
"""Largest number of cards that are listed where one is named wrongly."""
MOST_WEIGHED = 200
"""Largest number of cards times turns for which every action is weighed in a table."""


@dataclass(frozen=True, kw_only=True)
class BettingSolution(Solution):
    """Step functions for both players at every turn."""

    game: BettingGame = field(repr=False)
    """The game itself."""
    steps: Mapping[str, StepStrategy]
    """The strategy at each turn, by the turn's name: "start", "bet", "bet, raise"."""
    with_tree: bool = False
    """Whether the betting tree is shown beside the answer."""
    is_reached: bool = True
    """Whether the opponent's strategy ever leads to the turn that was asked about."""

    @property
    def form(self) -> BettingForm:
        """The turns and leaves of the tree."""
        return self.game.form

    @cached_property
    def corners(self) -> Mapping[Side, Corners]:
        """Corners of each side's set of optimal strategies; empty where they were not searched for."""
        if self.game.deck is None or not self.value.is_exact:
            return {side: Corners([], False) for side in SIDES}
        return self.game.family.corners(self.form, self.game.deck)

    @property
    def is_mean(self) -> bool:
        """Whether the value is the mean at a turn of strategies that are only nearly optimal."""
        return bool(self.where) and self.is_reached and not self.value.is_exact

    @property
    def refinement(self) -> str:
        """The name of the refinement that the strategies are proved to be; empty if they are only optimal."""
        return QUASI_PERFECT if self.method.startswith(QUASI_PERFECT) else ""

    @property
    def is_pure(self) -> bool:
        """Whether no hand mixes at any turn."""
        return all(steps.is_pure for steps in self.steps.values())

    def comes_by(self, turn: BettingTurn, player: Side, hand: Number) -> bool:
        """Whether a player with this hand, a point of [0, 1], ever takes the player's actions that lead to a turn."""
        return all(
            self.steps[before.name].at(hand).get(turn.history[len(before.history)], 0) > 0
            for before in self.form.earlier(turn, player)
        )

    def shown_turns(self) -> list[BettingTurn]:
        """The turns to which the opponent's strategy leads with some hand, in the order of play."""
        shown = []
        for turn in self.form.turns:
            foe = other(turn.player)
            ends = {end for before in self.form.earlier(turn, foe) for end in self.steps[before.name].ends}
            middles = ((low + high) / 2 for low, high in pairwise(sorted(ends)))
            if not ends or any(self.comes_by(turn, foe, hand) for hand in middles):
                shown.append(turn)
        return shown

    def data(self) -> dict[str, object]:
        """For each turn who chooses, and for each interval of hands, or of cards, the probabilities."""
        if self.where:
            return {}
        deck, turns = self.game.deck, dict[str, object]()
        for turn in self.form.turns:
            steps: list[dict[str, object]] = []
            for step in self.steps[turn.name]:
                ends = (
                    {"from": step.low, "to": step.high}
                    if deck is None
                    else {"from": int(step.low * deck.ranks) + 1, "to": int(step.high * deck.ranks)}
                )
                steps.append({**ends, "mix": probabilities(step.mix, self.value)})
            turns[turn.name] = {"side": turn.player, "steps": steps}
        known = {side: corners for side, corners in self.corners.items() if corners.found}
        refined = {"refinement": self.refinement} if self.refinement else {}
        if not known:
            return {"turns": turns, **refined}
        return {
            "turns": turns,
            **refined,
            "optimal": {side: corners.found for side, corners in known.items()},
            "optimal_are_all": {side: corners.are_all for side, corners in known.items()},
        }

    def at(
        self,
        *,
        hand: Annotated[str | None, "a hand in [0, 1], or a card by its number or name"] = None,
        node: Annotated[str | None, 'the actions so far, as "bet 1, raise 1"'] = None,
        player: Annotated[str | None, "A or B; at which of their turns, if no node is named"] = None,
        tree: Annotated[bool, "draw the betting tree beside the answer"] = False,
    ) -> BettingSolution:
        """What to do with a hand at a turn, and what A may expect there."""
        whole = self if self.with_tree == tree else replace(self, with_tree=tree)
        if hand is None and node is None and player is None:
            return whole
        turn = _named_turn(self.form, node, player)
        if hand is None:
            where: dict[str, object] = {"node": turn.name}
            mix = {action: p for action, p in self.steps[turn.name].share().items() if p}
            edges, tables = self.by_hand
            chances = distribution(self.form.after(turn), tables, edges, self.game.deck)
            often = sum(chances.values())
            mean = sum(paid * chance for paid, chance in chances.items()) / often if often else None
        else:
            place, deck = self._place(hand), self.game.deck
            shown = hand if deck is None else self.game.hand(place * deck.ranks + 1)
            where = {"hand": shown, "node": turn.name}
            mix = self.steps[turn.name].at(place)
            worth = self._worth(turn, place)
            known = probabilities(mix, self.value)
            earned = (
                None if worth is None else sum(Fraction(p) * Fraction(worth[a]) for a, p in known.items())
            )
            mean = earned if earned is None or turn.player == "row" else -earned
        mine = {side: probabilities(mix, self.value) if side == turn.player else {} for side in SIDES}
        there = replace(whole, where=where, row=mine["row"], col=mine["col"], positions=1)
        if mean is None:  # all that is known of a turn to which the play never comes
            most = max(max(abs(leaf.constant), leaf.stake) for leaf in self.form.leaves)
            return replace(there, value=Value(-most, most), is_reached=False)
        if self.value.is_exact:
            return replace(there, value=Value.exactly(mean))
        slack = float(self.value.gap) + 1e-15
        return replace(there, value=Value(float(mean) - slack, float(mean) + slack))

    def _place(self, hand: str) -> Fraction:
        """The point of [0, 1] that stands for a hand as a person names it; with a deck, the lower end of its rank."""
        deck = self.game.deck
        try:
            rank = self.game.rank(hand)
        except InputError:
            if deck is None:
                raise
            rank = Fraction(0)
        if deck is not None and not (rank.denominator == 1 and 1 <= rank <= deck.ranks):
            cards = [self.game.hand(Fraction(k)) for k in range(1, deck.ranks + 1)]
            listed = ", ".join(cards) if len(cards) <= MOST_LISTED else f"{cards[0]} to {cards[-1]}"
            raise InputError(f"the cards are {listed}, the lowest first, and {hand} is not one of them")
        if deck is None and not 0 <= rank <= 1:
            raise InputError(f"a hand lies in [0, 1], and {hand} does not")
        return rank if deck is None else (rank - 1) / deck.ranks

    def strategy_lines(self) -> Iterator[StrategyLine]:
        """The mix with every card, or between any two hands, at every turn; or at the one that was asked for."""
        deck, turns = self.game.deck, self.form.turns
        if "hand" in self.where and deck is None:
            yield from super().strategy_lines()
            return
        if deck is None or deck.ranks * len(turns) <= MOST_WEIGHED:
            yield from self._lines_of(self.earnings)
            return
        for turn in turns:
            after = f", {turn.name}" if turn.history else ""
            for step in self.steps[turn.name]:
                for rank in range(int(step.low * deck.ranks) + 1, int(step.high * deck.ranks) + 1):
                    known = f"{self.game.hand(Fraction(rank))}{after}"
                    for action in turn.actions:
                        yield StrategyLine(turn.player, known, action, step.mix.get(action, Fraction(0)))

    def choices(
        self, history: tuple[str, ...], hand: Fraction
    ) -> tuple[Mapping[str, Number], dict[str, Number]]:
        """The probability of each action with a hand, and what each action earns against this solution.

        The hand is a point of [0, 1], or the number of a card. Earnings count for the player who moves; they are
        empty where the opponent's strategy never leads to this turn.
        """
        turn = next(turn for turn in self.form.turns if turn.history == history)
        deck = self.game.deck
        place = hand if deck is None else (hand - 1) / deck.ranks
        return self.steps[turn.name].at(place), self._worth(turn, place) or {}

    def _worth(self, turn: BettingTurn, place: Fraction) -> dict[str, Number] | None:
        """What each action earns the mover with a hand if the best follows; None where the play never comes."""
        return worth_of_actions(self.game, turn, place, *self.by_hand)

    @cached_property
    def by_hand(self) -> tuple[Array, Mix]:
        """The steps of all turns on one grid, which has a cell for every rank of a deck."""
        edges, mix = on_one_grid(self.form, self.steps)
        if self.game.deck is None:
            return edges, mix
        cards = np.array(self.game.deck.ends, object)
        return cards, refine(edges, mix, cards)

    def extremes(
        self, rival: Mix, edges: Array, *, progress: Progress = silent
    ) -> tuple[Extreme, Extreme] | None:
        """The least and the most that row's optimal strategies earn against what col does in the cells of a grid.

        The grid has a cell for each rank of a deck; on [0, 1] the steps of this solution change only at its edges.
        None where the ends are not found.
        """
        return self.game.family.extremes(self, rival, edges, progress=progress)


def worth_of_actions(
    game: BettingGame, turn: BettingTurn, place: Fraction, edges: Array, mix: Mix
) -> dict[str, Number] | None:
    """What each action earns the mover with a hand against the other's part of `mix`, if the best follows.

    None where the play never comes there.
    """
    deck = game.deck
    reply = best_response(game.form, turn.player, mix, edges, deck)
    worth = reply.worth[turn.index]
    foe = reach(game.form, other(turn.player), mix)[turn.foe]
    here: Array
    if deck is None:
        present, here = foe @ np.diff(edges), interpolate(np.array([place]), reply.edges, worth)[:, 0]
    else:
        card = int(place * deck.ranks)
        alpha, beta = deck.spread
        present, here = alpha * (foe @ np.diff(edges)) - beta * foe[card], worth[:, card]
    return {action: here[i] / present for i, action in enumerate(turn.actions)} if present else None


def probabilities(mix: Mapping[str, Number], value: Value) -> dict[str, Number]:
    """Probabilities as fractions where the value is exact; elsewhere as floats, for the fractions are only rounded."""
    return {action: p if value.is_exact else float(p) for action, p in mix.items()}


def first_shares(form: BettingForm, steps: Mapping[str, StepStrategy], player: Side) -> dict[str, Number]:
    """The share of all hands that takes each action at the player's first turns."""
    shares: dict[str, Number] = {}
    for turn in form.of(player):
        if turn.parent == 0:
            for action, share in steps[turn.name].share().items():
                shares[f"{action} after {turn.name}" if turn.history else action] = share
    return shares


def _named_turn(form: BettingForm, node: str | None, player: str | None) -> BettingTurn:
    """The turn that a person names by its history, by its player, or by both."""
    who = None
    if player is not None:
        name = player.strip().lower()
        who = next((side for side in SIDES if name in (side, LETTER[side].lower())), None)
        if who is None:
            raise InputError(f"the players are A and B, and {player!r} is neither")
    if node is None:
        turns = form.of(who or form.turns[0].player)
        if not turns:
            raise InputError(f"{player} has no turn in this game")
        return turns[0]
    turn = form.at(node)
    if turn is None:
        names = "; ".join(repr(t.name) for t in form.turns)
        raise InputError(f"there is no turn after {node!r}; the turns are {names}")
    if who not in (None, turn.player):
        raise InputError(f"after {node!r} it is {LETTER[turn.player]}'s turn, not {player}'s")
    return turn
