"""A round of a drawing game: fold or bet on the first card, then hit or stand, then the opponent draws.

A deal is immutable: hitting and standing return the next deal. It contains the order of the whole deck, so code that
displays it must only show what the bettor may see: the bettor's own cards, and the opponent's first card if it is
face up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from zerosum.arena.rounds import SoloRound, deed
from zerosum.core.boards import Cards, Chips, Happening, Pill, Tabletop
from zerosum.core.errors import GameError, InputError
from zerosum.core.game import Move
from zerosum.core.sides import Side
from zerosum.models.solo.engines.drawing.rules import (
    FACE_DOWN,
    FOLD,
    HIT,
    STAND,
    DrawingGame,
    Hand,
    PlayingCard,
)


@dataclass(frozen=True)
class CardDeal:
    """The rest of the deck in order, both hands, and whether the bettor has stood."""

    game: DrawingGame
    rest: tuple[PlayingCard, ...]
    bettor: tuple[PlayingCard, ...]
    opponent: tuple[PlayingCard, ...]
    stood: bool = False

    @cached_property
    def hand(self) -> Hand:
        return self._count_kinds(self.bettor)

    @cached_property
    def opponent_hand(self) -> Hand:
        return self._count_kinds(self.opponent)

    @property
    def acts(self) -> tuple[str, ...]:
        """The bettor's possible actions; none after standing or going bust."""
        if self.stood or self.game.score(self.hand) is None:
            return ()
        return (STAND, HIT) if self.rest else (STAND,)

    def hit(self) -> CardDeal:
        """Return the deal after the bettor draws a card."""
        return replace(self, rest=self.rest[1:], bettor=(*self.bettor, self.rest[0]))

    def stand(self) -> CardDeal:
        """Return the deal after the bettor stands and the opponent draws by the rule."""
        opponent, rest, hand = self.opponent, self.rest, self.opponent_hand
        while self.game.score(hand) is not None and self.game.opponent_hits(hand):
            if not rest:
                raise GameError("the deck ran out while the dealer had to draw")
            opponent, rest = (*opponent, rest[0]), rest[1:]
            hand = self._count_kinds(opponent)
        return replace(self, rest=rest, opponent=opponent, stood=True)

    @property
    def wins(self) -> bool | None:
        """Whether the bettor has won; None while the bettor may still draw."""
        mine = self.game.score(self.hand)
        if mine is None:
            return False
        return self.game.wins(mine, self.game.score(self.opponent_hand)) if self.stood else None

    def payoff(self, bet: Fraction | int | None) -> Fraction:
        """Return the bettor's gain with this bet, or by folding (None)."""
        ante = Fraction(self.game.stakes.ante)
        if bet is None:
            return -ante
        allowed = self.game.allowed_bets()
        if bet not in allowed:
            raise InputError(f"the bet must be one of {', '.join(map(str, allowed))}, not {bet}")
        return (ante + bet) * (1 if self.wins else -1)

    def _count_kinds(self, cards: tuple[PlayingCard, ...]) -> Hand:
        kinds = [card.kind for card in cards]
        return tuple(kinds.count(kind) for kind in range(len(self.game.kinds)))


def deal(game: DrawingGame, rng: np.random.Generator, pack: Sequence[PlayingCard] | None = None) -> CardDeal:
    """Deal a card to the bettor and one to the opponent; `pack` avoids building the pack again."""
    pack = pack or game.pack()
    order = tuple(pack[i] for i in rng.permutation(len(pack)))
    return CardDeal(game, order[2:], order[:1], order[1:2])


@dataclass(frozen=True)
class DrawingView:
    """The bettor's view."""

    hand: Hand
    up: int
    """The kind of the opponent's face-up card, or FACE_DOWN."""
    bet: Fraction | int | None
    """The bet; None before it is made."""


@dataclass(frozen=True)
class DrawingRound(SoloRound):
    """A deal, and the bet or fold."""

    deal: CardDeal
    bet: Fraction | int | None = None
    folded: bool = False
    act: str = ""

    @property
    def game(self) -> DrawingGame:
        return self.deal.game

    @property
    def bets(self) -> dict[str, Fraction | int]:
        return {f"bet {bet}": bet for bet in self.game.allowed_bets()}

    @property
    def acts(self) -> Sequence[str]:
        """The possible actions: first fold or bet, then hit or stand; none when the round is over."""
        if self.folded:
            return ()
        return (FOLD, *self.bets) if self.bet is None else self.deal.acts

    @property
    def payoff(self) -> float:
        """The bettor's gain; 0 while the round goes on."""
        return float(self.deal.payoff(None if self.folded else self.bet)) if self.over else 0.0

    @property
    def view(self) -> DrawingView:
        """The bettor's own cards, the opponent's face-up card, and the bet."""
        up = self.deal.opponent[0].kind if self.game.opponent_seen else FACE_DOWN
        return DrawingView(self.deal.hand, up, self.bet)

    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> DrawingRound:
        """Return the round after an action; after a stand the opponent draws by the rule."""
        act = moves["row"]
        if act == FOLD:
            return replace(self, folded=True, act=act)
        if act in (HIT, STAND):
            return replace(self, deal=self.deal.hit() if act == HIT else self.deal.stand(), act=act)
        return replace(self, bet=self.bets[act], act=act)

    def description(self, side: Side) -> Sequence[str]:
        return [
            f"your cards    {self._cards}  ({self.game.label(self.deal.hand)})",
            f"the dealer's  {' '.join(self._open()) or 'face down'}",
        ]

    def held(self, side: Side) -> str:
        return f"cards {self._cards} ({self.game.label(self.deal.hand)})"

    def _open(self) -> Sequence[str]:
        """Return the dealer's face-up cards: at the end all cards, before that the first card if the game shows it."""
        names = [card.name for card in self.deal.opponent]
        return names if self.over else names[: self.game.opponent_seen]

    def board(self, side: Side) -> Tabletop:
        open_now = self._open()
        dealer = Cards.named(open_now) if open_now else Cards.covered(1)
        facts = [Pill("You have", str(self.game.label(self.deal.hand)))]
        if self.over and not self.folded:
            facts.append(Pill("Dealer has", str(self.game.label(self.deal.opponent_hand))))
        stake = None if self.bet is None else float(self.bet + Fraction(self.game.stakes.ante))
        pot = None if stake is None else Chips(stake, stake)
        return Tabletop(
            (dealer,), (), (Cards.named(card.name for card in self.deal.bettor),), pot, facts=tuple(facts)
        )

    def happenings(self, side: Side) -> Sequence[Happening]:
        return [deed("row", side, self.act)] if self.act else []

    def outcome(self, side: Side) -> str:
        if self.folded:
            return "You folded."
        mine, theirs = self.game.label(self.deal.hand), self.game.label(self.deal.opponent_hand)
        bust = self.game.score(self.deal.hand) is None
        return f"You are bust: {mine}." if bust else f"Your {mine} against {theirs}."

    def latest_events(self, side: Side) -> Sequence[str]:
        if self.folded or not self.over:
            return []
        if self.game.score(self.deal.hand) is None:
            return [f"your cards {self._cards} ({self.game.label(self.deal.hand)}): bust"]
        opponent = " ".join(card.name for card in self.deal.opponent)
        mine, theirs = self.game.label(self.deal.hand), self.game.label(self.deal.opponent_hand)
        return [f"your {mine} against the dealer's {opponent} ({theirs})"]

    @property
    def _cards(self) -> str:
        return " ".join(card.name for card in self.deal.bettor)
