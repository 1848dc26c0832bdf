"""Rounds of a drawing game, compiled.

Every hand that has not gone over has a number, and a table says which hand each kind of card leads to, or that it
goes over. The rival's hands are among them, so both sides walk the same table: the bettor as its behaviour says, the
rival by his rule. The deck is an array of kinds; drawing a card swaps a random one of those not yet dealt to the
front (Fisher and Yates), so a round costs as many steps as cards are drawn, and the deck needs no sorting after it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.core.arrays import Floats, Ints
from zerosum.core.compiled import Kernel
from zerosum.core.errors import GameError
from zerosum.models.drawing.behaviour import Behaviour
from zerosum.models.drawing.rules import CLOSED, DrawingGame, Hand, bettor_hands, with_card

__all__ = ["rounds_of"]

OVER = -1
"""Where a card leads that takes a hand over."""

Flags = NDArray[np.bool_]


class Rules(NamedTuple):
    """Where cards lead, when the rival pulls, and who wins, as `_Table` has them."""

    child: Ints
    pulls: Flags
    rank: Ints
    wins: Flags


class Bettor(NamedTuple):
    """What the bettor stakes, and does, as `_Table` has it."""

    stakes: Floats
    first: Floats
    pull: Floats


@dataclass(frozen=True)
class Rounds:
    """Deals and plays rounds of a bettor."""

    deck: Ints
    rules: Rules
    bettor: Bettor

    def __call__(self, plays: int, random: np.random.Generator) -> Floats:
        """What each of so many rounds pays."""
        paid = np.empty(plays)
        if not _play(random, self.deck.copy(), self.rules, self.bettor, paid):
            raise GameError("the deck ran out while the rival must pull")
        return paid


def rounds_of(game: DrawingGame, behaviour: Behaviour) -> Rounds:
    """A game and a bettor as arrays."""
    table = _Table(game)
    rules = Rules(table.child, table.pulls, table.rank, table.wins)
    return Rounds(table.deck, rules, Bettor(table.stakes, table.first(behaviour), table.pull(behaviour)))


@dataclass(frozen=True)
class _Table:
    """A game as arrays."""

    game: DrawingGame

    @cached_property
    def hands(self) -> dict[Hand, int]:
        """The hands that have not gone over, numbered; the empty one is the first."""
        levels = bettor_hands(self.game, self.game.supply)
        return {hand: i for i, hand in enumerate(hand for level in levels for hand in level)}

    @cached_property
    def child(self) -> Ints:
        """The hand after each card."""
        kinds = range(len(self.game.supply))
        rows = [[self.hands.get(with_card(hand, kind), OVER) for kind in kinds] for hand in self.hands]
        return np.array(rows, np.int64)

    @cached_property
    def pulls(self) -> Flags:
        """Whether the rival must draw to each hand; the empty one he is dealt to anyway."""
        return np.array([sum(hand) > 0 and self.game.rival_pulls(hand) for hand in self.hands])

    @cached_property
    def scores(self) -> list[int]:
        """The scores that a hand can have."""
        return sorted({score for hand in self.hands if (score := self.game.score(hand)) is not None})

    @cached_property
    def rank(self) -> Ints:
        """The place of each hand's score among `scores`; the last entry, at OVER, is one place beyond them."""
        place = {score: i for i, score in enumerate(self.scores)}
        return np.array([*(place[self.game.score(hand) or 0] for hand in self.hands), len(place)])

    @cached_property
    def wins(self) -> Flags:
        """Whether the bettor's score beats the rival's, by their places; in the last column he has gone over."""
        return np.array([[self.game.wins(mine, his) for his in (*self.scores, None)] for mine in self.scores])

    @cached_property
    def deck(self) -> Ints:
        """Every card by its kind."""
        return np.repeat(np.arange(len(self.game.supply)), self.game.supply)

    @cached_property
    def stakes(self) -> Floats:
        """What is lost by folding, and lost or won with each bet."""
        ante = self.game.stakes.ante
        return np.array([float(ante), *(float(ante + bet) for bet in self.game.allowed_bets())])

    def first(self, behaviour: Behaviour) -> Floats:
        """By the rival's card and the bettor's: running sums of the chances of folding and of each bet."""
        sums = np.ones((self._cards, len(self.game.supply), 1 + len(self.game.allowed_bets())))
        for (card, kind), chances in behaviour.first.items():
            sums[max(card, 0), kind] = [float(p) for p in accumulate(chances)]
        return sums

    def pull(self, behaviour: Behaviour) -> Floats:
        """By the rival's card, the bet and the hand: the chance that the bettor pulls."""
        chance = np.zeros((self._cards, len(self.game.allowed_bets()), len(self.hands)))
        for (card, bet, hand), p in behaviour.pulls.items():
            chance[max(card, 0), bet, self.hands[hand]] = float(p)
        return chance

    @property
    def _cards(self) -> int:
        """How many cards of the rival's the bettor tells apart; a closed one has the number 0."""
        return len(self.game.supply) if self.game.rival_seen else -CLOSED


@Kernel
def _play(random: np.random.Generator, deck: Ints, rules: Rules, bettor: Bettor, paid: Floats) -> bool:
    """Play rounds and write down what each paid; False if the deck ran out."""
    child, pulls, rank, wins = rules
    stakes, first, pull = bettor
    seen = len(first) > 1
    for play in range(len(paid)):
        mine, rival = _draw(deck, 0, random), _draw(deck, 1, random)
        card = rival if seen else 0
        act, u = 0, random.random()
        while u >= first[card, mine, act] and act < len(stakes) - 1:
            act += 1
        paid[play] = -stakes[act]
        if act == 0:
            continue
        hand, dealt = _bettor_draws(child[0, mine], 2, deck, child, pull[card, act - 1], random)
        if hand == OVER:
            continue
        his, dealt = _rival_draws(child[0, rival], dealt, deck, child, pulls, random)
        if dealt > len(deck):
            return False
        if wins[rank[hand], rank[his]]:
            paid[play] = stakes[act]
    return True


@Kernel
def _draw(deck: Ints, dealt: int, random: np.random.Generator) -> int:
    """The next card, when so many have been dealt."""
    at = dealt + int(random.random() * (len(deck) - dealt))
    deck[dealt], deck[at] = deck[at], deck[dealt]
    kind: int = deck[dealt]
    return kind


@Kernel
def _bettor_draws(
    hand: int, dealt: int, deck: Ints, child: Ints, pull: Floats, random: np.random.Generator
) -> tuple[int, int]:
    """The bettor's last hand, and how many cards have been dealt then."""
    while hand != OVER and pull[hand] > 0.0 and (pull[hand] >= 1.0 or random.random() < pull[hand]):
        hand = child[hand, _draw(deck, dealt, random)]
        dealt += 1
    return hand, dealt


@Kernel
def _rival_draws(
    hand: int, dealt: int, deck: Ints, child: Ints, pulls: Flags, random: np.random.Generator
) -> tuple[int, int]:
    """The rival's last hand, and how many cards have been dealt then: more than there are if they ran out."""
    while hand != OVER and pulls[hand]:
        if dealt == len(deck):
            return hand, dealt + 1
        hand = child[hand, _draw(deck, dealt, random)]
        dealt += 1
    return hand, dealt
