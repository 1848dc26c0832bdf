"""Compiled rounds of a drawing game.

Every hand that is not bust has a number, and a table gives the hand after each kind of card, or says that it is bust.
The opponent's hands are among them, so both sides use the same table: the bettor follows its behaviour, the opponent
the rule. The deck is an array of kinds. Drawing a card swaps a random card of those not yet dealt to the front
(Fisher and Yates), so a round costs one step per card drawn, and the deck need not be sorted again after it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.core.arrays import Floats, Ints
from zerosum.core.compiled import Kernel
from zerosum.core.errors import GameError
from zerosum.models.solo.engines.drawing.rules import DrawingGame, bettor_hands, with_card

if TYPE_CHECKING:
    from zerosum.models.solo.engines.drawing.arena import Behaviour

OVER = -1
"""The number that stands for a bust hand."""

Flags = NDArray[np.bool_]


class RuleArrays(NamedTuple):
    """A game as arrays, over the numbered hands that are not bust; the empty hand has number 0."""

    child: Ints
    """The number of the hand after each card, or OVER: by hand and kind of card."""
    hits: Flags
    """Whether the opponent must draw to each hand; not to the empty hand, since the opponent is dealt a card anyway."""
    rank: Ints
    """The rank of each hand's score; the last entry, for the index OVER, is one more than the highest rank."""
    wins: Flags
    """Whether the bettor's score beats the opponent's, by their ranks; in the last column the opponent is bust."""


class BettorArrays(NamedTuple):
    """A bettor as arrays; a face-down card of the opponent has index 0."""

    stakes: Floats
    """The loss by folding, and the amount won or lost with each bet."""
    first: Floats
    """By the opponent's card and the bettor's: running sums of the probabilities of folding and of each bet."""
    hit: Floats
    """By the opponent's card, the bet and the hand: the probability that the bettor hits."""


@dataclass(frozen=True)
class CompiledRounds:
    """A compiled simulation of one bettor's rounds."""

    deck: Ints
    """Every card by its kind."""
    rules: RuleArrays
    bettor: BettorArrays

    def __call__(self, plays: int, random: np.random.Generator) -> Floats:
        """Return the payoffs of this number of rounds."""
        paid = np.empty(plays)
        if not _play(random, self.deck.copy(), self.rules, self.bettor, paid):
            raise GameError("the deck ran out while the dealer had to draw")
        return paid


def compile_rounds(game: DrawingGame, behaviour: Behaviour) -> CompiledRounds:
    """Return a game and a bettor as arrays."""
    kinds = range(len(game.supply))
    levels = bettor_hands(game, game.supply)
    hands = {hand: i for i, hand in enumerate(hand for level in levels for hand in level)}
    scores = sorted({score for hand in hands if (score := game.score(hand)) is not None})
    rank = {score: i for i, score in enumerate(scores)}
    rules = RuleArrays(
        child=np.array(
            [[hands.get(with_card(hand, kind), OVER) for kind in kinds] for hand in hands], np.int64
        ),
        hits=np.array([sum(hand) > 0 and game.opponent_hits(hand) for hand in hands]),
        rank=np.array([*(rank[game.score(hand) or 0] for hand in hands), len(rank)]),
        wins=np.array([[game.wins(mine, his) for his in (*scores, None)] for mine in scores]),
    )
    ante, bets = game.stakes.ante, game.allowed_bets()
    cards = len(kinds) if game.opponent_seen else 1
    first = np.ones((cards, len(kinds), 1 + len(bets)))
    for (card, kind), chances in behaviour.first.items():
        first[max(card, 0), kind] = [float(p) for p in accumulate(chances)]
    hit = np.zeros((cards, len(bets), len(hands)))
    for (card, bet, hand), p in behaviour.hits.items():
        hit[max(card, 0), bet, hands[hand]] = float(p)
    stakes = np.array([float(ante), *(float(ante + bet) for bet in bets)])
    return CompiledRounds(
        np.repeat(np.arange(len(kinds)), game.supply), rules, BettorArrays(stakes, first, hit)
    )


@Kernel
def _play(
    random: np.random.Generator, deck: Ints, rules: RuleArrays, bettor: BettorArrays, paid: Floats
) -> bool:
    """Play rounds and write the payoff of each into `paid`; False if the deck ran out."""
    child, hits, rank, wins = rules
    stakes, first, hit = bettor
    opponent_seen = len(first) > 1
    for play in range(len(paid)):
        # the first cards, and the bettor's action: fold, or one of the bets
        mine, opponent = _draw(deck, 0, random), _draw(deck, 1, random)
        card = opponent if opponent_seen else 0
        act, u = 0, random.random()
        while u >= first[card, mine, act] and act < len(stakes) - 1:
            act += 1
        paid[play] = -stakes[act]
        if act == 0:
            continue
        # the bettor draws by its behaviour after this bet; a bust loses immediately
        hand, dealt = _bettor_draws(child[0, mine], 2, deck, child, hit[card, act - 1], random)
        if hand == OVER:
            continue
        # then the opponent draws by the rule
        his, dealt = _opponent_draws(child[0, opponent], dealt, deck, child, hits, random)
        if dealt > len(deck):
            return False
        if wins[rank[hand], rank[his]]:
            paid[play] = stakes[act]
    return True


@Kernel
def _draw(deck: Ints, dealt: int, random: np.random.Generator) -> int:
    """Return the next card after `dealt` cards."""
    at = dealt + int(random.random() * (len(deck) - dealt))
    deck[dealt], deck[at] = deck[at], deck[dealt]
    kind: int = deck[dealt]
    return kind


@Kernel
def _bettor_draws(
    hand: int, dealt: int, deck: Ints, child: Ints, hit: Floats, random: np.random.Generator
) -> tuple[int, int]:
    """Return the bettor's final hand, and the number of cards dealt by then."""
    while hand != OVER and hit[hand] > 0.0 and (hit[hand] >= 1.0 or random.random() < hit[hand]):
        hand = child[hand, _draw(deck, dealt, random)]
        dealt += 1
    return hand, dealt


@Kernel
def _opponent_draws(
    hand: int, dealt: int, deck: Ints, child: Ints, hits: Flags, random: np.random.Generator
) -> tuple[int, int]:
    """Return the opponent's final hand, and the number of cards dealt by then, which exceeds the deck if it ran out."""
    while hand != OVER and hits[hand]:
        if dealt == len(deck):
            return hand, dealt + 1
        hand = child[hand, _draw(deck, dealt, random)]
        dealt += 1
    return hand, dealt
