"""Betting games at the table: a private hand on a bar from 0 to 1, or a card, and a public round of bets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from zerosum.arena.players import Equilibrium, Function, Mix, Player, Seen
from zerosum.arena.public import Solve
from zerosum.errors import InputError
from zerosum.models.betting import LETTER, BettingGame, Decision, Fold, Node, draw
from zerosum.numerics.rational import Number
from zerosum.rounds.course import Advice, GameDealer, Round
from zerosum.sides import Side, other

__all__ = ["SIMPLE", "BettingDealer", "BettingRound", "BettingView", "Stepwise", "dealer"]

MOST_DRAWN = 16
"""A tree with no more lines than this is drawn among the rules."""

BAR = 30
"""How many characters the bar from 0 to 1 has."""


@dataclass(frozen=True)
class BettingView:
    """What a player knows: its own hand, and the bets so far."""

    side: Side
    hand: Fraction
    history: tuple[str, ...]


@dataclass(frozen=True)
class Stepwise(Function):
    """A player whose mix changes at certain hands only, so that its matches can be computed."""

    ends: tuple[Number, ...] = (Fraction(0), Fraction(1))
    """On [0, 1], from 0 to 1, the hands at which it may change."""


SIMPLE: dict[str, Player] = {
    player.name: player
    for player in (
        Stepwise("uniform", lambda seen: dict.fromkeys(seen.moves, Fraction(1, len(seen.moves)))),
        Stepwise("boldest", lambda seen: seen.moves[-1]),
        Stepwise("meekest", lambda seen: seen.moves[0]),
    )
}
"""Players who do not look at their hand; a turn's actions are listed from the weakest to the strongest."""


@dataclass(frozen=True)
class BettingRound(Round):
    """Both hands, and a node of the tree."""

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
        return (self.node.player,) if isinstance(self.node, Decision) else ()

    def seen(self, side: Side) -> Seen:
        """The side's own hand and the bets; never the other hand."""
        moves = tuple(self.node.actions) if isinstance(self.node, Decision) else ()
        return Seen(side, BettingView(side, self.hands[side], self.history), moves)

    def after(self, moves: Mapping[Side, Any], random: np.random.Generator) -> BettingRound:
        """One step down the tree."""
        assert isinstance(self.node, Decision)
        ((side, action),) = moves.items()
        if action not in self.node.actions:
            allowed = ", ".join(self.node.actions)
            raise InputError(f"a player chose {action!r}, which is not an action here: {allowed}")
        return replace(self, node=self.node.actions[action], history=(*self.history, action), actor=side)

    def scene(self, side: Side) -> Sequence[str]:
        """The hand on its bar, the bets, and what may be done."""
        told = ", ".join(self.history) or "no bet yet"
        lines = [f"your hand {self._shown(self.hands[side])}", f"so far: {told}"]
        if isinstance(self.node, Decision):
            choices = " · ".join(_choice(action, after) for action, after in self.node.actions.items())
            lines.append(f"you may: {choices}")
        return lines

    def news(self, side: Side) -> Sequence[str]:
        """The last action, and both hands after a showdown."""
        who = "you" if self.actor == side else "the rival"
        lines = [f"{who}: {self.history[-1]}"]
        if self.over and not isinstance(self.node, Fold):
            lines.append(f"the rival shows {self._shown(self.hands[other(side)])}")
        return lines

    def _shown(self, hand: Fraction) -> str:
        """A hand on the bar from 0 to 1, or a card by its name."""
        if self.game.deck is not None:
            return self.game.hand(hand)
        place = min(int(hand * BAR), BAR - 1)
        return f"0 {'─' * place}●{'─' * (BAR - 1 - place)} 1  {float(hand):.3f}"


def _choice(action: str, after: Node) -> str:
    """An action, and what it ends in if it ends the game."""
    if isinstance(after, Decision):
        return action
    return f"{action} {'loses' if isinstance(after, Fold) else 'shows for'} {after.amount}"


@dataclass(frozen=True)
class BettingDealer(GameDealer):
    """Deals hands of a betting game."""

    game: BettingGame

    @property
    def rules(self) -> Sequence[str]:
        """How it is played."""
        tree = self.game.tree()
        drawn = draw(tree).splitlines()
        return (
            *self.game.instructions,
            *(drawn if len(drawn) <= MOST_DRAWN else ()),
            self._dealt(),
            f"Each sees only their own hand; the higher hand wins a showdown, and a tie pays nothing. A is row, "
            f"B is col, and {LETTER[tree.player]} begins.",
        )

    @property
    def players(self) -> Mapping[str, Player]:
        """Players who do not look at their hand."""
        return SIMPLE

    @property
    def equilibrium(self) -> Player:
        """Plays the solution with its own hand."""
        return Equilibrium(self._strategies)

    def deal(self, random: np.random.Generator) -> BettingRound:
        """A hand each: independent points of [0, 1], or cards of the deck."""
        row, col = self._hands(random)
        return BettingRound(self.game, {"row": row, "col": col}, self.game.tree())

    def advice(self, round: Round, side: Side) -> Advice:
        """The solution's mix for this hand, and what each action earns against the solution."""
        view = round.seen(side).position
        mix, worth = self.solution().choices(view.history, view.hand)
        return Advice(mix, {action: float(earned) for action, earned in worth.items()})

    def _dealt(self) -> str:
        """What hands there are, in a sentence."""
        deck = self.game.deck
        if deck is None:
            return "A hand is a number between 0 and 1, any as likely as any other."
        copies = f", {deck.copies} of each" if deck.copies > 1 else ""
        hands = [self.game.hand(Fraction(rank)) for rank in (1, deck.ranks)]
        return f"A hand is a card from {hands[0]} up to {hands[1]}{copies}."

    def _strategies(self, view: BettingView) -> tuple[Mix, Mix]:
        deck = self.game.deck
        rank = view.hand if deck is None else (view.hand - 1) / deck.ranks
        mix = self.solution().plans[", ".join(view.history) or "start"].at(rank)
        return (mix, {}) if view.side == "row" else ({}, mix)

    def _hands(self, random: np.random.Generator) -> tuple[Fraction, Fraction]:
        deck = self.game.deck
        if deck is None:
            row, col = random.random(2)
            return Fraction(row), Fraction(col)
        cards = np.repeat(np.arange(1, deck.ranks + 1), deck.copies)
        row, col = random.choice(cards, size=2, replace=deck.replace)
        return Fraction(int(row)), Fraction(int(col))


def dealer(game: BettingGame, solution: Solve) -> BettingDealer:
    """Deals rounds of a betting game."""
    return BettingDealer(game, solution)
