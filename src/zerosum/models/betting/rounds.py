"""Rounds of a betting game: a private hand on a bar from 0 to 1, or a card, and a public round of bets.

A person's round goes move by move. Of many plays side by side (`ManyPlays`) all hands are dealt at once, as arrays, and
the batch walks down the tree: at a decision each play draws its action from the mix of its hand's cell, and the
plays part, until each is paid at a leaf."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from zerosum.arena.players import Observation
from zerosum.arena.rounds import Round
from zerosum.core.arrays import Array
from zerosum.core.errors import InputError
from zerosum.core.game import Move
from zerosum.core.numbers import Number
from zerosum.core.sides import Side, other
from zerosum.models.betting.form import BettingForm, Turn
from zerosum.models.betting.rules import BettingGame, Decision, Deck, Fold, Node, Showdown

__all__ = ["BettingRound", "BettingView", "ManyPlays", "choice_text", "on_bar"]

PARTS = 20
"""Of so many equal parts of [0, 1] the middles are offered as hands to one who looks on."""
BAR = 30
"""How many characters the bar from 0 to 1 has."""


@dataclass(frozen=True)
class BettingView:
    """What a player knows: its own hand, and the bets so far."""

    side: Side
    hand: Fraction
    history: tuple[str, ...]


@dataclass(frozen=True)
class BettingRound(Round):
    """Both hands, and a node of the tree; hands that have not been dealt yet are missing."""

    game: BettingGame
    hands: Mapping[Side, Fraction]
    node: Node
    history: tuple[str, ...] = ()
    actor: Side = "row"
    """Who made the last move."""

    @property
    def over(self) -> bool:
        """Whether the bets have ended in a fold or a showdown."""
        return not isinstance(self.node, Decision)

    @property
    def payoff(self) -> float:
        """What row wins."""
        if isinstance(self.node, Decision):
            return 0.0
        amount = float(self.node.amount)
        if isinstance(self.node, Fold):
            return -amount if self.actor == "row" else amount
        row, col = self.hands["row"], self.hands["col"]
        return amount * ((row > col) - (row < col))

    def choosers(self) -> Sequence[Side]:
        """The one whose decision it is."""
        return (self.node.player,) if isinstance(self.node, Decision) and len(self.hands) == 2 else ()

    def observation(self, side: Side) -> Observation:
        """The side's own hand and the bets; never the other hand."""
        moves = tuple(self.node.actions) if isinstance(self.node, Decision) else ()
        return Observation(side, BettingView(side, self.hands[side], self.history), moves)

    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> BettingRound:
        """One step down the tree."""
        assert isinstance(self.node, Decision)
        ((side, action),) = moves.items()
        if action not in self.node.actions:
            allowed = ", ".join(self.node.actions)
            raise InputError(f"a player chose {action!r}, which is not an action here: {allowed}")
        return replace(self, node=self.node.actions[action], history=(*self.history, action), actor=side)

    def outcomes(self) -> Sequence[tuple[str, Number, Round]]:
        """The hands that the next player may be dealt; of those on [0, 1] the middles of equal parts."""
        if len(self.hands) == 2:
            return ()
        side: Side = "col" if self.hands else "row"
        return [
            (
                f"{self._named(hand)} to {self.game.seats[side]}",
                p,
                replace(self, hands={**self.hands, side: hand}),
            )
            for hand, p in self._left()
            if p
        ]

    def _left(self) -> Iterator[tuple[Fraction, Fraction]]:
        """Hands that may still be dealt, with their chances."""
        deck = self.game.deck
        if deck is None:
            yield from ((Fraction(2 * k + 1, 2 * PARTS), Fraction(1, PARTS)) for k in range(PARTS))
            return
        gone = [] if deck.replace else list(self.hands.values())
        for rank in map(Fraction, range(1, deck.ranks + 1)):
            left = deck.copies - gone.count(rank)
            yield rank, Fraction(left, deck.ranks * deck.copies - len(gone))

    def _named(self, hand: Fraction) -> str:
        return f"{float(hand):g}" if self.game.deck is None else self.game.hand(hand)

    def scene(self, side: Side) -> Sequence[str]:
        """The hand on its bar, the bets, and what may be done."""
        if side not in self.hands:
            return ["no hand yet"]
        told = ", ".join(self.history) or "no bet yet"
        lines = [f"your hand {self._shown(self.hands[side])}", f"so far: {told}"]
        if isinstance(self.node, Decision):
            choices = " · ".join(choice_text(action, after) for action, after in self.node.actions.items())
            lines.append(f"you may: {choices}")
        return lines

    def as_data(self, side: Side) -> Mapping[str, object]:
        """The hand as a card or as a place on [0, 1]; the rival's after a showdown."""
        open_now = self.over and not isinstance(self.node, Fold)
        mine, theirs = self.hands[side], self.hands[other(side)]
        if self.game.deck is None:
            return {
                "kind": "interval",
                "mine": float(mine),
                "theirs": float(theirs) if open_now else None,
            }
        rival = {
            "label": "the rival's card",
            "cards": [self.game.hand(theirs) if open_now else "?"],
            "hidden": not open_now,
        }
        return {"kind": "cards", "rows": [rival, {"label": "your card", "cards": [self.game.hand(mine)]}]}

    def news(self, side: Side) -> Sequence[str]:
        """The last action, and both hands after a showdown."""
        who = "you" if self.actor == side else "the rival"
        lines = [f"{who}: {action}" for action in self.history[-1:]]
        if self.over and not isinstance(self.node, Fold):
            lines.append(f"the rival shows {self._shown(self.hands[other(side)])}")
        return lines

    def _shown(self, hand: Fraction) -> str:
        """A hand on the bar from 0 to 1, or a card by its name."""
        if self.game.deck is not None:
            return self.game.hand(hand)
        return on_bar(hand)


def on_bar(hand: Fraction) -> str:
    """A number on the bar from 0 to 1."""
    place = min(int(hand * BAR), BAR - 1)
    return f"0 {'─' * place}●{'─' * (BAR - 1 - place)} 1  {float(hand):.3f}"


def choice_text(action: str, after: Node) -> str:
    """An action, and what it ends in if it ends the game."""
    if isinstance(after, Decision):
        return action
    return f"{action} {'loses' if isinstance(after, Fold) else 'shows for'} {after.amount}"


@dataclass
class ManyPlays:
    """Many plays side by side."""

    game: BettingGame
    form: BettingForm
    edges: Array
    """The grid of hands on which the mixes are constant; a cell for each card of a deck."""
    chances: list[Array]
    """For each turn, the running sums of its actions' probabilities in each cell, without the last."""
    random: np.random.Generator
    paid: Array
    """What each play pays to row."""

    def played(self) -> Array:
        """Deal a pair of hands for each play, and tell what was paid."""
        plays = len(self.paid)
        row, col = self._continuous(plays) if self.game.deck is None else self._dealt(self.game.deck, plays)
        top = len(self.edges) - 2
        cells = {
            side: np.minimum(np.searchsorted(self.edges, hands, side="right") - 1, top)
            for side, hands in (("row", row), ("col", col))
        }
        self._walk(self.game.tree(), (), np.arange(plays), cells, np.sign(row - col))
        return self.paid

    def _walk(
        self,
        node: Node,
        history: tuple[str, ...],
        plays: Array,
        cells: Mapping[str, Array],
        ahead: Array,
        actor: str = "row",
    ) -> None:
        """Let the plays that have come to a node go on; `ahead` is who holds the better hand."""
        if not isinstance(node, Decision):
            self._pay(node, plays, ahead, actor)
            return
        turn = self._turns[history]
        sums = self.chances[turn.index][cells[turn.player][plays]]
        drawn = (self.random.random(len(plays))[:, None] >= sums).sum(axis=1)
        for k, (action, child) in enumerate(node.actions.items()):
            self._walk(child, (*history, action), plays[drawn == k], cells, ahead, turn.player)

    def _pay(self, leaf: Fold | Showdown, plays: Array, ahead: Array, actor: str) -> None:
        """What the plays that have come to a leaf are paid."""
        amount = float(leaf.amount)
        if isinstance(leaf, Fold):
            self.paid[plays] = -amount if actor == "row" else amount
        else:
            self.paid[plays] = ahead[plays] * amount

    @cached_property
    def _turns(self) -> dict[tuple[str, ...], Turn]:
        return {turn.history: turn for turn in self.form.turns}

    def _continuous(self, plays: int) -> tuple[Array, Array]:
        """Independent points of [0, 1]."""
        row, col = self.random.random((2, plays))
        return row, col

    def _dealt(self, deck: Deck, plays: int) -> tuple[Array, Array]:
        """Two cards of a deck, each as the middle of its rank's cell; the second card skips the first."""
        cards = deck.ranks * deck.copies
        first = self.random.integers(cards, size=plays)
        second = self.random.integers(cards if deck.replace else cards - 1, size=plays)
        if not deck.replace:
            second += second >= first
        row, col = ((card // deck.copies + 0.5) / deck.ranks for card in (first, second))
        return row, col
