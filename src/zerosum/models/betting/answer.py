"""The solution of a betting game: steps by turn, shares of hands, what a hand should do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Annotated

import numpy as np

from zerosum.core.answer import Extreme
from zerosum.core.arrays import Array
from zerosum.core.errors import InputError
from zerosum.core.numbers import Number
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.solution import Solution, Value
from zerosum.models.betting.form import BettingForm, Turn, betting_form
from zerosum.models.betting.protocol import Corners
from zerosum.models.betting.response import Mix, best_response, distribution, interpolate, reach
from zerosum.models.betting.rules import LETTER, BettingGame
from zerosum.models.betting.solve.extremes import extremes
from zerosum.models.betting.solve.extremes_on_line import extreme_on_line
from zerosum.models.betting.solve.family import corners
from zerosum.models.betting.solve.proved import Proved
from zerosum.models.betting.steps import StepStrategy

__all__ = ["BettingSolution", "first_shares", "solution_of"]


@dataclass(frozen=True, kw_only=True)
class BettingSolution(Solution):
    """Step functions for both players at every turn."""

    game: BettingGame = field(repr=False)
    """The game itself."""
    steps: Mapping[str, StepStrategy]
    """What is done at each turn, by the turn's name: "start", "bet", "bet, raise"."""
    with_tree: bool = False
    """Whether the tree is to be shown beside the answer."""
    is_reached: bool = True
    """Whether the opponent ever lets the play come to the turn that was asked about."""

    @cached_property
    def form(self) -> BettingForm:
        """The turns and leaves of the tree."""
        return betting_form(self.game.tree())

    @cached_property
    def corners(self) -> Mapping[Side, Corners]:
        """Corners of each side's set of optimal strategies; none where nobody looked."""
        if self.game.deck is None or not self.value.is_exact:
            return {side: Corners([], False) for side in SIDES}
        return corners(self.form, self.game.deck)

    @property
    def is_mean(self) -> bool:
        """At a turn of strategies that are optimal only nearly."""
        return bool(self.where) and self.is_reached and not self.value.is_exact

    @property
    def is_pure(self) -> bool:
        """Whether no hand mixes at any turn."""
        return all(steps.is_pure for steps in self.steps.values())

    def data(self) -> dict[str, object]:
        """For each turn who chooses, and for each interval of hands, or of cards, the probabilities."""
        if self.where:
            return {}
        known = {side: corners for side, corners in self.corners.items() if corners.found}
        told = {
            "optimal": {side: corners.found for side, corners in known.items()},
            "optimal_are_all": {side: corners.are_all for side, corners in known.items()},
        }
        return {
            "turns": {turn.name: self._turn_data(turn) for turn in self.form.turns},
            **(told if known else {}),
        }

    def _turn_data(self, turn: Turn) -> dict[str, object]:
        deck = self.game.deck
        steps: list[dict[str, object]] = []
        for step in self.steps[turn.name]:
            ends = (
                {"from": step.low, "to": step.high}
                if deck is None
                else {"from": int(step.low * deck.ranks) + 1, "to": int(step.high * deck.ranks)}
            )
            steps.append({**ends, "mix": _known(step.mix, self.value)})
        return {"side": turn.player, "steps": steps}

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
        turn = _turn(self.form, node, player)
        return _at_turn(whole, turn) if hand is None else _at_hand(whole, turn, hand)

    def choices(
        self, history: tuple[str, ...], hand: Fraction
    ) -> tuple[Mapping[str, Number], dict[str, Number]]:
        """With which probability to take each action with a hand, and what each earns against this solution.

        The hand is a point of [0, 1], or the number of a card. What is earned counts for the one who moves; it
        is empty where the opponent never lets the play come.
        """
        turn = next(turn for turn in self.form.turns if turn.history == history)
        deck = self.game.deck
        where = hand if deck is None else (hand - 1) / deck.ranks
        earned = _worth(self, turn, where)
        return self.steps[turn.name].at(where), earned or {}

    def extremes(
        self, rival: Mix, edges: Array, *, progress: Progress = silent
    ) -> tuple[Extreme, Extreme] | None:
        """The least and the most that row's optimal strategies earn against what col does in the cells of a grid."""
        if self.game.deck is not None:
            return extremes(self.form, self.game.deck, self.value, rival)
        if not self.value.is_exact:
            return None
        own = refined(*grid(self.form, self.steps), edges)
        least, most = (
            extreme_on_line(self.form, "row", rival, own, edges, self.value, most=most, progress=progress)
            for most in (False, True)
        )
        return least, most


def grid(form: BettingForm, steps: Mapping[str, StepStrategy]) -> tuple[Array, Mix]:
    """The steps of all turns on one grid."""
    edges = np.array(sorted({end for mine in steps.values() for end in mine.ends}), object)
    mix: Mix = []
    for turn in form.turns:
        mine = steps[turn.name]
        cell = np.searchsorted(np.array(mine.ends, object), edges[:-1], side="right") - 1
        mix.append(np.array(mine.mixes, object)[cell])
    return edges, mix


def _turn(form: BettingForm, node: str | None, player: str | None) -> Turn:
    """The turn that a person means."""
    if node is not None:
        turn = form.at(node)
        if turn is None:
            names = "; ".join(repr(t.name) for t in form.turns)
            raise InputError(f"there is no turn after {node!r}; the turns are {names}")
        if player is not None and _player(player) != turn.player:
            raise InputError(f"after {node!r} it is {LETTER[turn.player]}'s turn, not {player}'s")
        return turn
    who = _player(player) if player is not None else form.turns[0].player
    return form.of(who)[0]


def _player(name: str) -> Side:
    """A player by letter or by role."""
    for player in SIDES:
        if name.strip().lower() in (player, LETTER[player].lower()):
            return player
    raise InputError(f"the players are A and B, and {name!r} is neither")


def _at_turn(whole: BettingSolution, turn: Turn) -> BettingSolution:
    """One turn, all hands."""
    shares = _known({a: p for a, p in whole.steps[turn.name].share().items() if p}, whole.value)
    return _valued(_placed(whole, {"node": turn.name}, turn, shares), _mean_after(whole, turn))


def _mean_after(whole: BettingSolution, turn: Turn) -> Number | None:
    """What A may expect of these strategies once the play has come to a turn; None where it never comes."""
    edges, mix = _by_hand(whole)
    chances = distribution(whole.form.after(turn), mix, edges, whole.game.deck)
    often = sum(chances.values())
    return sum(payoff * chance for payoff, chance in chances.items()) / often if often else None


def _at_hand(whole: BettingSolution, turn: Turn, hand: str) -> BettingSolution:
    """One turn, one hand."""
    rank = whole.game.rank(hand)
    deck = whole.game.deck
    if deck is not None and not (rank.denominator == 1 and 1 <= rank <= deck.ranks):
        first, last = (whole.game.hand(Fraction(k)) for k in (1, deck.ranks))
        raise InputError(f"the cards go from {first}, the lowest, to {last}, and {hand} is not one of them")
    if deck is None and not 0 <= rank <= 1:
        raise InputError(f"a hand lies in [0, 1], and {hand} does not")
    where = rank if deck is None else (rank - 1) / deck.ranks
    mix = _known(whole.steps[turn.name].at(where), whole.value)
    there = _placed(whole, {"hand": hand, "node": turn.name}, turn, mix)
    return _valued(there, _expected(whole, turn, where, mix))


def _placed(
    whole: BettingSolution, where: Mapping[str, object], turn: Turn, mix: Mapping[str, Number]
) -> BettingSolution:
    mine = {side: mix if side == turn.player else {} for side in SIDES}
    return replace(whole, where=where, row=mine["row"], col=mine["col"], positions=1)


def _valued(there: BettingSolution, mean: Number | None) -> BettingSolution:
    """The solution at a turn with what A may expect there: all that is at stake where the play never comes."""
    if mean is None:
        most = max(max(abs(leaf.constant), leaf.stake) for leaf in there.form.leaves)
        return replace(there, value=Value(-most, most), is_reached=False)
    if there.value.is_exact:
        return replace(there, value=Value.exactly(mean))
    slack = float(there.value.gap) + 1e-15
    return replace(there, value=Value(float(mean) - slack, float(mean) + slack))


def _expected(
    whole: BettingSolution, turn: Turn, where: Fraction, mix: Mapping[str, Number]
) -> Number | None:
    """What A may expect at a turn, given the mover's hand, when both go on as they should."""
    worth = _worth(whole, turn, where)
    if worth is None:
        return None
    total = sum(Fraction(p) * Fraction(worth[action]) for action, p in mix.items())
    return total if turn.player == "row" else -total


def _by_hand(whole: BettingSolution) -> tuple[Array, Mix]:
    """The steps of all turns on one grid, which has a cell for every rank of a deck."""
    edges, table = grid(whole.form, whole.steps)
    deck = whole.game.deck
    if deck is None:
        return edges, table
    cards = np.array([Fraction(k, deck.ranks) for k in range(deck.ranks + 1)], object)
    return cards, refined(edges, table, cards)


def _worth(whole: BettingSolution, turn: Turn, where: Fraction) -> dict[str, Number] | None:
    """What each action earns the mover with a hand, the best to follow; None where the play never comes."""
    form = whole.form
    edges, table = _by_hand(whole)
    deck = whole.game.deck
    reply = best_response(form, turn.player, table, edges, deck)
    worth = reply.worth[turn.index]
    foe = reach(form, other(turn.player), table)[turn.foe]
    here: Array
    if deck is None:
        present, here = foe @ np.diff(edges), interpolate(np.array([where]), reply.edges, worth)[:, 0]
    else:
        card = int(where * deck.ranks)
        alpha, beta = deck.spread
        present, here = alpha * (foe @ np.diff(edges)) - beta * foe[card], worth[:, card]
    if not present:
        return None
    return {action: here[i] / present for i, action in enumerate(turn.actions)}


def refined(edges: Array, mix: Mix, finer: Array) -> Mix:
    """Strategies on a coarse grid in the cells of a finer one."""
    cell = np.searchsorted(edges, finer[:-1], side="right") - 1
    return [table[cell] for table in mix]


def _known(mix: Mapping[str, Number], value: Value) -> dict[str, Number]:
    """Probabilities as fractions only where the value is exact: elsewhere they are floats in other clothes."""
    return {action: p if value.is_exact else float(p) for action, p in mix.items()}


def first_shares(form: BettingForm, steps: Mapping[str, StepStrategy], player: Side) -> dict[str, Number]:
    """How many of all hands take each action at the player's first turns."""
    shares: dict[str, Number] = {}
    for turn in form.of(player):
        if turn.parent == 0:
            for action, share in steps[turn.name].share().items():
                shares[f"{action} after {turn.name}" if turn.history else action] = share
    return shares


def solution_of(
    game: BettingGame, form: BettingForm, found: Proved, edges: Array, mix: Mix, seconds: float
) -> BettingSolution:
    """The solution of a game from what its solver found."""
    steps = {
        turn.name: StepStrategy.merged(turn.actions, list(edges), mix[turn.index].tolist())
        for turn in form.turns
    }
    grids = f"linear programs on {found.rounds} grid{'s' * (found.rounds != 1)} of up to {found.cells} cells"
    exact = "fractions recovered and proved by" if found.value.is_exact else "bounds proved by"
    return BettingSolution(
        value=found.value,
        row=_known(first_shares(form, steps, "row"), found.value),
        col=_known(first_shares(form, steps, "col"), found.value),
        method=f"{grids}, {exact} exact best responses",
        positions=len(form.turns),
        seconds=seconds,
        game=game,
        steps=steps,
    )
