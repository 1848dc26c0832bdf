"""The solution of a betting game: the strategy of every hand at every turn, and the EVs.

A strategy is a step function of the hand at each turn. With a small deck the solution also knows whether optimal
strategies are unique: the extreme points of the set of all of them, which are computed when they are first asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Annotated, NamedTuple

import numpy as np

from zerosum.core.arrays import Array
from zerosum.core.errors import InputError
from zerosum.core.numbers import Number
from zerosum.core.questions import SolvedDecision
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.solution import Solution, Value
from zerosum.models.continuum.form import BettingForm, BettingTurn, StepStrategy, comes_by, earlier_turns
from zerosum.models.continuum.response import (
    Mix,
    best_response,
    distribution,
    interpolate,
    on_one_grid,
    reach,
    refine,
)
from zerosum.models.continuum.rules import LETTER, BettingGame, Deck

ExtremePoint = Mapping[str, Sequence[Mapping[str, Fraction]]]
"""At each turn, for each card from the lowest, the mix; empty at a turn that the player's own earlier actions never
reach.
"""


class ExtremePoints(NamedTuple):
    """Extreme points of a player's set of optimal strategies; every mixture of them is optimal."""

    found: Sequence[ExtremePoint]
    are_all: bool
    """Whether it is proved that there are no others."""
    pure: bool | None = None
    """Whether some optimal strategy is pure; None if undecided."""


MAX_LISTED = 13
"""Largest number of cards that an error message about a wrong card lists."""
MAX_WEIGHED = 200
"""Largest number of cards times turns for which a table contains the EV of every action."""


@dataclass(frozen=True, kw_only=True)
class BettingSolution(Solution):
    """The solution of a betting game, with step functions of the hand at every turn."""

    game: BettingGame = field(repr=False)
    """The game itself."""
    steps: Mapping[str, StepStrategy]
    """The strategy at each turn, by the turn's name: "start", "bet", "bet, raise"."""
    with_tree: bool = False
    """Whether the betting tree is shown next to the answer."""
    is_reached: bool = True
    """Whether the opponent's strategy ever leads to the requested turn."""
    whole: Value | None = None
    """The value of the whole game, if the solution is about one turn."""
    refinement: str = ""
    """The name of the refinement that the strategies provably satisfy; empty if they are only optimal."""

    @property
    def form(self) -> BettingForm:
        return self.game.form

    @property
    def of_game(self) -> Value:
        """The value of the whole game; for an unreachable turn, `value` is unknown even if the value of the game is
        exact.
        """
        return self.whole or self.value

    @property
    def is_exact(self) -> bool:
        return self.of_game.is_exact

    @cached_property
    def extreme_points(self) -> Mapping[Side, ExtremePoints]:
        """Extreme points of each side's set of optimal strategies; empty if they were not searched for."""
        return self.game.family.extreme_points(self)

    @property
    def is_mean(self) -> bool:
        """Whether the value is only the mean EV at a turn under nearly optimal strategies, not a bound."""
        return bool(self.position_keys) and self.is_reached and not self.value.is_exact

    @property
    def is_pure(self) -> bool:
        return all(steps.is_pure for steps in self.steps.values())

    def shown_turns(self) -> list[BettingTurn]:
        """Return the turns that the opponent's strategy reaches with some hand, in the order of play."""
        shown = []
        for turn in self.form.turns:
            earlier = earlier_turns(turn, self.form.of(other(turn.player)))
            ends = {end for before in earlier for end in self.steps[before.name].ends}
            middles = ((low + high) / 2 for low, high in pairwise(sorted(ends)))
            if not ends or any(comes_by(self.steps, turn, earlier, hand) for hand in middles):
                shown.append(turn)
        return shown

    def data(self) -> dict[str, object]:
        """Return, for each turn, its player and the probabilities for each interval of hands or card."""
        if self.position_keys:
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
                steps.append({**ends, "mix": probabilities(step.mix, self.of_game)})
            often = self.frequencies[turn.name]
            turns[turn.name] = {
                "side": turn.player,
                "reached": often.reached,
                "frequencies": often.mix,
                "steps": steps,
            }
        known = {
            side: extreme_points
            for side, extreme_points in self.extreme_points.items()
            if extreme_points.found
        }
        refined = {"refinement": self.refinement} if self.refinement else {}
        if not known:
            return {"turns": turns, **refined}
        return {
            "turns": turns,
            **refined,
            "optimal": {side: extreme_points.found for side, extreme_points in known.items()},
            "optimal_are_all": {side: extreme_points.are_all for side, extreme_points in known.items()},
        }

    def at(
        self,
        *,
        hand: Annotated[str | None, "a hand in [0, 1], or a card by its number or name"] = None,
        node: Annotated[str | None, 'the actions so far, for example "bet 1, raise 1"'] = None,
        player: Annotated[str | None, "the player, A or B; used if no node is given"] = None,
        tree: Annotated[bool, "also print the betting tree"] = False,
    ) -> BettingSolution:
        """Return the mix of a hand at a turn, and A's expected payoff there."""
        whole = self if self.with_tree == tree else replace(self, with_tree=tree)
        if hand is None and node is None and player is None:
            return whole
        turn = _named_turn(self.form, node, player)
        if hand is None:
            where: dict[str, object] = {"node": turn.name}
            mix = {action: p for action, p in self.frequencies[turn.name].mix.items() if p}
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
            known = probabilities(mix, self.of_game)
            earned = (
                None if worth is None else sum(Fraction(p) * Fraction(worth[a]) for a, p in known.items())
            )
            mean = earned if earned is None or turn.player == "row" else -earned
        mine = {side: probabilities(mix, self.of_game) if side == turn.player else {} for side in SIDES}
        there = replace(
            whole,
            position_keys=where,
            row=mine["row"],
            col=mine["col"],
            positions=1,
            whole=self.of_game,
            is_reached=True,
        )
        if mean is None:  # everything that is known about a turn that is never reached
            most = max(max(abs(leaf.constant), leaf.stake) for leaf in self.form.leaves)
            return replace(there, value=Value(-most, most), is_reached=False)
        if self.is_exact:
            return replace(there, value=Value.exactly(mean))
        slack = float(self.of_game.gap) + 1e-15
        return replace(there, value=Value(float(mean) - slack, float(mean) + slack))

    def _place(self, hand: str) -> Fraction:
        """Return the point of [0, 1] of a hand given by name; with a deck, the lower end of its rank."""
        deck = self.game.deck
        try:
            rank = self.game.rank(hand)
        except InputError:
            if deck is None:
                raise
            rank = Fraction(0)
        if deck is not None and not (rank.denominator == 1 and 1 <= rank <= deck.ranks):
            cards = [self.game.hand(Fraction(k)) for k in range(1, deck.ranks + 1)]
            listed = ", ".join(cards) if len(cards) <= MAX_LISTED else f"{cards[0]} to {cards[-1]}"
            raise InputError(f"there is no card {hand}; the cards are {listed}, lowest first")
        if deck is None and not 0 <= rank <= 1:
            raise InputError(f"a hand must be in [0, 1], not {hand}")
        return rank if deck is None else (rank - 1) / deck.ranks

    @property
    def decisions(self) -> Sequence[SolvedDecision]:
        """The mix of every card, or of every interval of hands, at every turn or at the requested one."""
        deck, turns = self.game.deck, self.form.turns
        if "hand" in self.position_keys and deck is None:
            return super().decisions
        if deck is None or deck.ranks * len(turns) <= MAX_WEIGHED:
            return self.evs
        found = []
        for turn in turns:
            after = f", {turn.name}" if turn.history else ""
            for step in self.steps[turn.name]:
                mix = {action: step.mix.get(action, Fraction(0)) for action in turn.actions}
                for rank in range(int(step.low * deck.ranks) + 1, int(step.high * deck.ranks) + 1):
                    known = f"{self.game.hand(Fraction(rank))}{after}"
                    found.append(SolvedDecision.of(turn.player, known, mix))
        return found

    def choices(
        self, history: tuple[str, ...], hand: Fraction
    ) -> tuple[Mapping[str, Number], dict[str, Number]]:
        """Return the probability of each action with a hand, and its EV against this solution.

        The hand is a point of [0, 1], or the number of a card. EVs count for the player who moves; there are none if
        the opponent's strategy never leads to this turn.
        """
        turn = next(turn for turn in self.form.turns if turn.history == history)
        deck = self.game.deck
        place = hand if deck is None else (hand - 1) / deck.ranks
        return self.steps[turn.name].at(place), self._worth(turn, place) or {}

    def _worth(self, turn: BettingTurn, place: Fraction) -> dict[str, Number] | None:
        """Return the EV of each action for the mover's hand with best play afterwards; None at an unreachable turn."""
        return worth_of_actions(self.game, turn, place, *self.by_hand)

    @cached_property
    def frequencies(self) -> dict[str, Frequencies]:
        """The reach of each turn and the frequency of each action there, by the name of the turn."""
        every = turn_frequencies(self.form, *self.by_hand, self.game.deck)
        return {
            name: Frequencies(
                one.reached if self.is_exact else float(one.reached),
                probabilities(one.mix, self.of_game),
            )
            for name, one in every.items()
        }

    @cached_property
    def by_hand(self) -> tuple[Array, Mix]:
        """The steps of all turns on one grid, with a cell for every rank of a deck."""
        edges, mix = on_one_grid(self.form, self.steps)
        if self.game.deck is None:
            return edges, mix
        cards = np.array(self.game.deck.ends, object)
        return cards, refine(edges, mix, cards)


def worth_of_actions(
    game: BettingGame, turn: BettingTurn, place: Fraction, edges: Array, mix: Mix
) -> dict[str, Number] | None:
    """Return the EV of each action for the mover's hand against the opponent's part of `mix`, with best play
    afterwards.

    None if play never reaches the turn.
    """
    deck = game.deck
    response = best_response(game.form, turn.player, mix, edges, deck)
    worth = response.worth[turn.index]
    foe = reach(game.form, other(turn.player), mix)[turn.foe]
    here: Array
    if deck is None:
        present, here = foe @ np.diff(edges), interpolate(np.array([place]), response.edges, worth)[:, 0]
    else:
        card = int(place * deck.ranks)
        alpha, beta = deck.spread
        present, here = alpha * (foe @ np.diff(edges)) - beta * foe[card], worth[:, card]
    return {action: here[i] / present for i, action in enumerate(turn.actions)} if present else None


def probabilities(mix: Mapping[str, Number], value: Value) -> dict[str, Number]:
    """Return probabilities as fractions if the value is exact, otherwise as floats, from which they were rounded."""
    return {action: p if value.is_exact else float(p) for action, p in mix.items()}


class Frequencies(NamedTuple):
    """The reach of a turn, and the frequency of each action over all hands that reach it."""

    reached: Number
    mix: Mapping[str, Number]
    """Empty if play never reaches the turn."""


def turn_frequencies(form: BettingForm, edges: Array, mix: Mix, deck: Deck | None) -> dict[str, Frequencies]:
    """Return the frequencies at every turn, by its name; each pair of hands counts with its probability of reaching
    the turn.
    """
    widths, found = np.diff(edges), dict[str, Frequencies]()
    reaches = {side: reach(form, side, mix) for side in SIDES}
    for turn in form.turns:
        foe = reaches[other(turn.player)][turn.foe]
        met = foe @ widths
        if deck is not None:
            alpha, beta = deck.spread
            met = alpha * met - beta * foe
        weight = reaches[turn.player][turn.parent] * met * widths
        reached = weight.sum()
        shares = (weight @ mix[turn.index] / reached).tolist() if reached else []
        found[turn.name] = Frequencies(reached, dict(zip(turn.actions, shares, strict=False)))
    return found


def first_frequencies(form: BettingForm, every: Mapping[str, Frequencies], player: Side) -> dict[str, Number]:
    """Return the frequency of each action at a first turn, given that play reaches it."""
    return {
        f"{action} after {turn.name}" if turn.history else action: p
        for turn in form.of(player)
        if turn.parent == 0
        for action, p in every[turn.name].mix.items()
    }


def _named_turn(form: BettingForm, node: str | None, player: str | None) -> BettingTurn:
    """Return the turn given by its history, by its player, or by both."""
    who = None
    if player is not None:
        name = player.strip().lower()
        who = next((side for side in SIDES if name in (side, LETTER[side].lower())), None)
        if who is None:
            raise InputError(f"the player must be A or B, not {player!r}")
    if node is None:
        turns = form.of(who or form.turns[0].player)
        if not turns:
            raise InputError(f"{player} makes no decision in this game")
        return turns[0]
    turn = form.at(node)
    if turn is None:
        names = "; ".join(repr(t.name) for t in form.turns)
        raise InputError(f"there is no decision after {node!r}; decisions come after: {names}")
    if who not in (None, turn.player):
        raise InputError(f"after {node!r}, {LETTER[turn.player]} decides, not {player}")
    return turn
