"""One deal of a drawing game, card by card: what the bettor may do, what follows, and who has won.

A deal never changes: pulling and sticking return the deal that follows. It knows the order of the whole deck, so
whoever shows it must keep to what the bettor may see: his own cards, and the rival's first card if it lies open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from zerosum.core.errors import GameError, InputError
from zerosum.models.drawing.rules import PULL, STICK, DrawingGame, Hand, PlayingCard

__all__ = ["Deal", "deal"]


@dataclass(frozen=True)
class Deal:
    """The rest of the deck in its order, both hands, and whether the bettor has stuck."""

    game: DrawingGame
    rest: tuple[PlayingCard, ...]
    bettor: tuple[PlayingCard, ...]
    rival: tuple[PlayingCard, ...]
    stuck: bool = False

    @cached_property
    def hand(self) -> Hand:
        """The bettor's cards by kind, as the solver's plans know them."""
        return self._counted(self.bettor)

    @cached_property
    def rival_hand(self) -> Hand:
        """The rival's cards by kind."""
        return self._counted(self.rival)

    @property
    def acts(self) -> tuple[str, ...]:
        """What the bettor may do: nothing once he has stuck or gone over."""
        if self.stuck or self.game.score(self.hand) is None:
            return ()
        return (STICK, PULL) if self.rest else (STICK,)

    def pull(self) -> Deal:
        """The deal after the bettor drew a card."""
        return replace(self, rest=self.rest[1:], bettor=(*self.bettor, self.rest[0]))

    def stick(self) -> Deal:
        """The deal after the bettor stuck and the rival drew by his rule."""
        rival, rest, hand = self.rival, self.rest, self.rival_hand
        while self.game.score(hand) is not None and self.game.rival_pulls(hand):
            if not rest:
                raise GameError("the deck ran out while the rival must pull")
            rival, rest = (*rival, rest[0]), rest[1:]
            hand = self._counted(rival)
        return replace(self, rest=rest, rival=rival, stuck=True)

    @property
    def wins(self) -> bool | None:
        """Whether the bettor won; None while he may still act."""
        mine = self.game.score(self.hand)
        if mine is None:
            return False
        return self.game.wins(mine, self.game.score(self.rival_hand)) if self.stuck else None

    def payoff(self, bet: Fraction | int | None) -> Fraction:
        """What the bettor gains with this bet, or by folding (None)."""
        ante = Fraction(self.game.stakes.ante)
        if bet is None:
            return -ante
        allowed = self.game.allowed_bets()
        if bet not in allowed:
            raise InputError(f"bet one of {', '.join(map(str, allowed))}, not {bet}")
        return (ante + bet) * (1 if self.wins else -1)

    def _counted(self, cards: tuple[PlayingCard, ...]) -> Hand:
        kinds = [card.kind for card in cards]
        return tuple(kinds.count(kind) for kind in range(len(self.game.kinds)))


def deal(game: DrawingGame, rng: np.random.Generator, pack: Sequence[PlayingCard] | None = None) -> Deal:
    """A shuffled deck with a card to the bettor and one to the rival; `pack` is the game's, if it is at hand."""
    pack = pack or game.pack()
    order = tuple(pack[i] for i in rng.permutation(len(pack)))
    return Deal(game, order[2:], order[:1], order[1:2])
