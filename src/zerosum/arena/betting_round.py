"""A round of a betting game: a private hand on a bar from 0 to 1, or a card, and a public round of bets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from zerosum.arena.players import Seen
from zerosum.arena.rounds import Round
from zerosum.errors import InputError
from zerosum.models.betting import BettingGame, Decision, Fold, Node
from zerosum.models.game import Move
from zerosum.numerics.rational import Number
from zerosum.sides import Side, other

__all__ = ["BettingRound", "BettingView", "choice_text", "on_bar"]

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

    def seen(self, side: Side) -> Seen:
        """The side's own hand and the bets; never the other hand."""
        moves = tuple(self.node.actions) if isinstance(self.node, Decision) else ()
        return Seen(side, BettingView(side, self.hands[side], self.history), moves)

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
            (f"{self._named(hand)} to {side}", p, replace(self, hands={**self.hands, side: hand}))
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

    def shown(self, side: Side) -> Mapping[str, object]:
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
