"""What a bettor does in a drawing game, and the exact distribution of its results.

A player keeps no memory, so its *behaviour* is a table: the chance of folding and of each bet with each first card,
and, for each bet and each hand that it can come to, the chance that it pulls. The player is asked once for each.

With n cards unseen, of which c_k are of kind k, a hand h from which the player pulls with chance p wins with chance

    w(h) = (1 - p) stick(h) + p * sum over k of (c_k / n) w(h + k),

a hand that goes over having no chance. This is the solver's recursion with the player's acts instead of the best,
and stick(h) is what the solver has counted. All of w(h) n! are integers where p is 0 or 1, and fractions otherwise.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from zerosum.arena.players import Observation, Player, ask
from zerosum.core.numbers import Number
from zerosum.models.drawing.round import DrawingView
from zerosum.models.drawing.rules import CLOSED, FOLD, PULL, STICK, DrawingGame, Hand, with_card
from zerosum.models.drawing.spots import Spots

__all__ = ["Behaviour", "behaviour_of", "distribution_of_results"]

Chance = int | Fraction
"""A probability; or one times a factorial. Whole numbers stay whole, for they are quicker."""


@dataclass(frozen=True)
class Behaviour:
    """What a bettor does wherever it can come to."""

    first: Mapping[tuple[int, int], Sequence[Chance]]
    """By the rival's card (or CLOSED) and the bettor's first: the chance of folding, then of each bet."""
    pulls: Mapping[tuple[int, int, Hand], Chance]
    """By the rival's card, the index of the bet and the hand: the chance of pulling."""
    exact: bool
    """Whether the player answered in whole numbers and fractions only."""


def behaviour_of(game: DrawingGame, player: Player) -> Behaviour:
    """Ask a player about everything that it can come to."""
    asking = _Asking(game, player)
    for card in _rival_cards(game):
        supply = _without(game.supply, card)
        for kind, count in enumerate(supply):
            if count:
                asking.begin(card, kind, supply)
    return Behaviour(asking.first, asking.pulls, asking.exact)


def distribution_of_results(game: DrawingGame, behaviour: Behaviour, spots: Spots) -> dict[Number, Number]:
    """The probability of each payoff to the bettor, in fractions where the behaviour is."""
    law: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    stakes = [Fraction(game.stakes.ante + bet) for bet in game.allowed_bets()]
    won = _winning_parts(game, behaviour, spots)
    for (card, kind), (fold, *bets) in behaviour.first.items():
        chance = _chance(game, card, kind)
        law[-Fraction(game.stakes.ante)] += chance * fold
        hand = _one(game, kind)
        for index, (stake, p) in enumerate(zip(stakes, bets, strict=True)):
            if p:
                win = Fraction(won[card, index, hand]) / math.factorial(spots[card][hand].unseen)
                law[stake] += chance * p * win
                law[-stake] += chance * p * (1 - win)
    known: dict[Number, Number] = {payoff: p for payoff, p in sorted(law.items()) if p}
    return known if behaviour.exact else {float(payoff): float(p) for payoff, p in known.items()}


def _winning_parts(
    game: DrawingGame, behaviour: Behaviour, spots: Spots
) -> dict[tuple[int, int, Hand], Chance]:
    """The chance to win from every hand that is come to, times unseen!, the longest hands first."""
    won: dict[tuple[int, int, Hand], Chance] = {}
    for view in sorted(behaviour.pulls, key=lambda view: sum(view[2]), reverse=True):
        card, bet, hand = view
        pull, spot = behaviour.pulls[view], spots[card][hand]
        part: Chance = 0
        if pull < 1:
            assert spot.stick_part is not None
            part += (1 - pull) * ((spot.stick_part + math.factorial(spot.unseen)) // 2)
        if pull > 0:
            longer = _longer(hand, _without(game.supply, card))
            part += pull * sum(left * won.get((card, bet, after), 0) for left, after in longer)
        won[view] = part
    return won


class _Asking:
    """The answers of a player, as they come in."""

    def __init__(self, game: DrawingGame, player: Player) -> None:
        self.game, self.player = game, player
        self.first: dict[tuple[int, int], list[Chance]] = {}
        self.pulls: dict[tuple[int, int, Hand], Chance] = {}
        self.exact = True

    def begin(self, card: int, kind: int, supply: Hand) -> None:
        """Ask for the bet on a first card, and then for all that may follow."""
        bets, hand = self.game.allowed_bets(), _one(self.game, kind)
        chances = self._answer(DrawingView(hand, card, None), (FOLD, *(f"bet {bet}" for bet in bets)))
        self.first[card, kind] = chances
        for index, (bet, p) in enumerate(zip(bets, chances[1:], strict=True)):
            if p:
                self._go_on(card, index, bet, hand, supply)

    def _go_on(self, card: int, index: int, bet: Fraction | int, hand: Hand, supply: Hand) -> None:
        """Ask whether it pulls, from a hand and from all that its pulls lead to."""
        waiting = [hand]
        while waiting:
            hand = waiting.pop()
            if (card, index, hand) in self.pulls or self.game.score(hand) is None:
                continue
            more = sum(supply) - sum(hand) > (card == CLOSED)
            chances = self._answer(DrawingView(hand, card, bet), (STICK, PULL) if more else (STICK,))
            self.pulls[card, index, hand] = pull = chances[1] if more else 0
            if pull:
                after = (longer for _, longer in _longer(hand, supply))
                waiting += [longer for longer in after if (card, index, longer) not in self.pulls]

    def _answer(self, view: DrawingView, moves: Sequence[str]) -> list[Chance]:
        """The player's chances of the moves, in their order, made to add up to one."""
        mix = ask(self.player, Observation("row", view, moves))
        self.exact &= all(isinstance(p, int | Fraction) for p in mix.values())
        chances = [_exactly(mix.get(move, 0)) for move in moves]
        total = sum(chances)
        return chances if total == 1 else [Fraction(chance) / total for chance in chances]


def _exactly(p: Number | int) -> Chance:
    """A probability without rounding."""
    return p if isinstance(p, int | Fraction) else Fraction(p)


def _rival_cards(game: DrawingGame) -> list[int]:
    """What the bettor may see of the rival's first card."""
    return [kind for kind, count in enumerate(game.supply) if count] if game.rival_seen else [CLOSED]


def _without(supply: Hand, card: int) -> Hand:
    """The cards that the bettor draws from, as he knows it."""
    return tuple(count - (kind == card) for kind, count in enumerate(supply))


def _one(game: DrawingGame, kind: int) -> Hand:
    """The hand of a single card."""
    return with_card((0,) * len(game.supply), kind)


def _longer(hand: Hand, supply: Hand) -> Iterator[tuple[int, Hand]]:
    """The hands one card longer, over or not, each with the number of cards that lead to it."""
    for kind, count in enumerate(supply):
        if count > hand[kind]:
            yield count - hand[kind], with_card(hand, kind)


def _chance(game: DrawingGame, card: int, kind: int) -> Fraction:
    """The chance that the rival shows this card and the bettor is dealt that one."""
    total, supply = sum(game.supply), _without(game.supply, card)
    shown = Fraction(1) if card == CLOSED else Fraction(game.supply[card], total)
    return shown * Fraction(supply[kind], sum(supply))
