"""A round of a drawing game: fold or bet on the first card, then pull or stick, then the rival draws.

A deal never changes: pulling and sticking return the deal that follows. It knows the order of the whole deck, so code
that shows it must keep to what the bettor may see: his own cards, and the rival's first card if it lies open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from zerosum.arena.rounds import SoloRound
from zerosum.core.errors import GameError, InputError
from zerosum.core.game import Move
from zerosum.core.sides import Side
from zerosum.models.drawing.rules import CLOSED, FOLD, PULL, STICK, DrawingGame, Hand, PlayingCard


@dataclass(frozen=True)
class CardDeal:
    """The rest of the deck in order, both hands, and whether the bettor has stuck."""

    game: DrawingGame
    rest: tuple[PlayingCard, ...]
    bettor: tuple[PlayingCard, ...]
    rival: tuple[PlayingCard, ...]
    stuck: bool = False

    @cached_property
    def hand(self) -> Hand:
        """The bettor's cards, counted by kind."""
        return self._count_kinds(self.bettor)

    @cached_property
    def rival_hand(self) -> Hand:
        """The rival's cards, counted by kind."""
        return self._count_kinds(self.rival)

    @property
    def acts(self) -> tuple[str, ...]:
        """What the bettor may do; nothing once he has stuck or gone over."""
        if self.stuck or self.game.score(self.hand) is None:
            return ()
        return (STICK, PULL) if self.rest else (STICK,)

    def pull(self) -> CardDeal:
        """The deal after the bettor drew a card."""
        return replace(self, rest=self.rest[1:], bettor=(*self.bettor, self.rest[0]))

    def stick(self) -> CardDeal:
        """The deal after the bettor stuck and the rival drew by his rule."""
        rival, rest, hand = self.rival, self.rest, self.rival_hand
        while self.game.score(hand) is not None and self.game.rival_pulls(hand):
            if not rest:
                raise GameError("the deck ran out while the rival must pull")
            rival, rest = (*rival, rest[0]), rest[1:]
            hand = self._count_kinds(rival)
        return replace(self, rest=rest, rival=rival, stuck=True)

    @property
    def wins(self) -> bool | None:
        """Whether the bettor has won; None while he may still act."""
        mine = self.game.score(self.hand)
        if mine is None:
            return False
        return self.game.wins(mine, self.game.score(self.rival_hand)) if self.stuck else None

    def payoff(self, bet: Fraction | int | None) -> Fraction:
        """The bettor's gain with this bet, or by folding (None)."""
        ante = Fraction(self.game.stakes.ante)
        if bet is None:
            return -ante
        allowed = self.game.allowed_bets()
        if bet not in allowed:
            raise InputError(f"bet one of {', '.join(map(str, allowed))}, not {bet}")
        return (ante + bet) * (1 if self.wins else -1)

    def _count_kinds(self, cards: tuple[PlayingCard, ...]) -> Hand:
        kinds = [card.kind for card in cards]
        return tuple(kinds.count(kind) for kind in range(len(self.game.kinds)))


def deal(game: DrawingGame, rng: np.random.Generator, pack: Sequence[PlayingCard] | None = None) -> CardDeal:
    """A shuffled deck with a card to the bettor and one to the rival; `pack` saves making the game's pack again."""
    pack = pack or game.pack()
    order = tuple(pack[i] for i in rng.permutation(len(pack)))
    return CardDeal(game, order[2:], order[:1], order[1:2])


@dataclass(frozen=True)
class DrawingView:
    """What the bettor sees."""

    hand: Hand
    up: int
    """The kind of the rival's open card, or CLOSED."""
    bet: Fraction | int | None
    """The bet; None before it is made."""


@dataclass(frozen=True)
class DrawingRound(SoloRound):
    """A deal, and the bet or fold."""

    deal: CardDeal
    bet: Fraction | int | None = None
    folded: bool = False

    @property
    def game(self) -> DrawingGame:
        """The game that is played."""
        return self.deal.game

    @property
    def bets(self) -> dict[str, Fraction | int]:
        """The bets by name."""
        return {f"bet {bet}": bet for bet in self.game.allowed_bets()}

    @property
    def acts(self) -> Sequence[str]:
        """Fold or bet first, then pull or stick; nothing when the round is over."""
        if self.folded:
            return ()
        return (FOLD, *self.bets) if self.bet is None else self.deal.acts

    @property
    def payoff(self) -> float:
        """The bettor's gain; 0 while the round goes on."""
        return float(self.deal.payoff(None if self.folded else self.bet)) if self.over else 0.0

    @property
    def view(self) -> DrawingView:
        """The bettor's own cards, the rival's open one, and the bet."""
        up = self.deal.rival[0].kind if self.game.rival_seen else CLOSED
        return DrawingView(self.deal.hand, up, self.bet)

    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> DrawingRound:
        """The round after an act; after a stick the rival draws by his rule."""
        act = moves["row"]
        if act == FOLD:
            return replace(self, folded=True)
        if act in (PULL, STICK):
            return replace(self, deal=self.deal.pull() if act == PULL else self.deal.stick())
        return replace(self, bet=self.bets[act])

    def scene(self, side: Side) -> Sequence[str]:
        """The bettor's cards, and the dealer's open cards."""
        return [
            f"your cards    {self._cards}  ({self.game.label(self.deal.hand)})",
            f"the dealer's  {' '.join(self._open()) or 'closed'}",
        ]

    def _open(self) -> Sequence[str]:
        """The dealer's open cards: all when the round is over, before that the first if the game shows it."""
        names = [card.name for card in self.deal.rival]
        return names if self.over else names[: self.game.rival_seen]

    def as_data(self, side: Side) -> Mapping[str, object]:
        """The dealer's open cards, and the bettor's cards."""
        open_now = self._open()
        hidden = [] if open_now else [{"label": "the dealer's card", "cards": ["?"], "hidden": True}]
        dealer = [{"label": "the dealer's cards", "cards": open_now}] if open_now else []
        mine = {"label": "your cards", "cards": [card.name for card in self.deal.bettor]}
        return {"kind": "cards", "rows": [*hidden, *dealer, mine]}

    def news(self, side: Side) -> Sequence[str]:
        """How the round ended."""
        if self.folded or not self.over:
            return []
        if self.game.score(self.deal.hand) is None:
            return [f"your cards {self._cards} ({self.game.label(self.deal.hand)}): too high"]
        rival = " ".join(card.name for card in self.deal.rival)
        mine, theirs = self.game.label(self.deal.hand), self.game.label(self.deal.rival_hand)
        return [f"your {mine} against the dealer's {rival} ({theirs})"]

    @property
    def _cards(self) -> str:
        return " ".join(card.name for card in self.deal.bettor)
