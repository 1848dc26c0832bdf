"""Drawing games in the arena: a bettor against the house, with exact results and compiled simulation.

A player keeps no memory, so its *behaviour* is a table: the probability of folding and of each bet with each first
card, and, for each bet and each hand that it can reach, the probability that it hits. The player is queried once for
each.

With n cards unseen, of which c_k are of kind k, a hand h from which the player hits with probability p wins with
probability

    w(h) = (1 - p) stand(h) + p * sum over k of (c_k / n) w(h + k),

where a bust hand never wins. This is the solver's recursion with the player's actions instead of the best ones, and
stand(h) is taken from the solution. All w(h) n! are integers if p is 0 or 1, and fractions otherwise.

A simulation plays compiled rounds (`kernel.py`). A user's function may be random, so it is queried again in every
round. Besides the solution and the player that moves at random there are four bettors:

- `mimic-the-house` never folds, makes the smallest bet, and hits as the house does;
- `never-bust` does the same, but hits only if no unseen card can make it bust;
- `boldest` makes the highest bet on every card, and then draws as the solution does;
- `meekest` folds every card, and stands if there is a bet nevertheless.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from zerosum.arena.arena import SoloArena
from zerosum.arena.players import HOUSE, Function, Mix, Observation, Player, ask, has_user_function, uniform
from zerosum.arena.results import Match
from zerosum.arena.rounds import Advice
from zerosum.arena.strategies import DecisionPoint
from zerosum.core.limits import require_budget
from zerosum.core.numbers import Number
from zerosum.core.sides import Side
from zerosum.models.solo.engines.drawing.answer import DrawingSolution, Spots, first_act
from zerosum.models.solo.engines.drawing.kernel import compile_rounds
from zerosum.models.solo.engines.drawing.round import DrawingRound, DrawingView, deal
from zerosum.models.solo.engines.drawing.rules import (
    FACE_DOWN,
    FOLD,
    HIT,
    STAND,
    DrawingGame,
    Hand,
    PlayingCard,
    deck_without,
    with_card,
)

CARD_BYTES = 100
"""Approximate memory of one card of a deck."""

MoveChance = int | Fraction
"""A probability, or a probability times a factorial. Integers are not converted to fractions, which are slower."""


@dataclass(frozen=True)
class Behaviour:
    """A bettor's mix with every hand that it can reach."""

    first: Mapping[tuple[int, int], Sequence[MoveChance]]
    """By the opponent's card, or FACE_DOWN, and the bettor's first card: the probability of folding, then of each
    bet.
    """
    hits: Mapping[tuple[int, int, Hand], MoveChance]
    """By the opponent's card, the index of the bet and the hand: the probability of hitting."""
    exact: bool
    """Whether all probabilities are integers or fractions."""


def behaviour_of(game: DrawingGame, player: Player) -> Behaviour:
    """Query a player about every hand that it can reach."""
    first: dict[tuple[int, int], list[MoveChance]] = {}
    hits: dict[tuple[int, int, Hand], MoveChance] = {}
    exact, bets = True, game.allowed_bets()

    def chances(view: DrawingView, moves: Sequence[str]) -> list[MoveChance]:
        """Return the player's probabilities of the moves, in their order, scaled to add up to one."""
        nonlocal exact
        mix = ask(player, Observation("row", view, moves))
        exact &= all(isinstance(p, int | Fraction) for p in mix.values())
        weights = [
            p if isinstance(p, int | Fraction) else Fraction(p) for p in (mix.get(move, 0) for move in moves)
        ]
        total = sum(weights)
        return weights if total == 1 else [Fraction(weight) / total for weight in weights]

    for card in (
        [kind for kind, count in enumerate(game.supply) if count] if game.opponent_seen else [FACE_DOWN]
    ):
        supply = deck_without(game, card)
        for kind, count in enumerate(supply):
            if not count:
                continue
            start = _one(game, kind)
            acts = chances(DrawingView(start, card, None), (FOLD, *(f"bet {bet}" for bet in bets)))
            first[card, kind] = acts
            # after each bet that is made, every hand to which the player hits
            for index, (bet, p) in enumerate(zip(bets, acts[1:], strict=True)):
                waiting = [start] if p else []
                while waiting:
                    hand = waiting.pop()
                    if (card, index, hand) in hits or game.score(hand) is None:
                        continue
                    more = sum(supply) - sum(hand) > (card == FACE_DOWN)
                    answer = chances(DrawingView(hand, card, bet), (STAND, HIT) if more else (STAND,))
                    hits[card, index, hand] = hit = answer[1] if more else 0
                    if hit:
                        waiting += [
                            after for _, after in _longer(hand, supply) if (card, index, after) not in hits
                        ]
    return Behaviour(first, hits, exact)


def distribution_of_results(game: DrawingGame, behaviour: Behaviour, spots: Spots) -> dict[Number, Number]:
    """Return the probability of each payoff to the bettor, in fractions if the behaviour is in fractions."""
    # The probability of winning with every hand that is reached, times unseen!, the longest hands first.
    won: dict[tuple[int, int, Hand], MoveChance] = {}
    for view in sorted(behaviour.hits, key=lambda view: sum(view[2]), reverse=True):
        card, bet, hand = view
        hit, spot = behaviour.hits[view], spots[card][hand]
        part: MoveChance = 0
        if hit < 1:
            assert spot.stand_part is not None
            part += (1 - hit) * ((spot.stand_part + math.factorial(spot.unseen)) // 2)
        if hit > 0:
            longer = _longer(hand, deck_without(game, card))
            part += hit * sum(left * won.get((card, bet, after), 0) for left, after in longer)
        won[view] = part
    distribution: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    ante, total = Fraction(game.stakes.ante), sum(game.supply)
    stakes = [ante + bet for bet in game.allowed_bets()]
    for (card, kind), (fold, *bets) in behaviour.first.items():
        supply, hand = deck_without(game, card), _one(game, kind)
        shown = Fraction(1) if card == FACE_DOWN else Fraction(game.supply[card], total)
        chance = shown * Fraction(supply[kind], sum(supply))
        distribution[-ante] += chance * fold
        for index, (stake, p) in enumerate(zip(stakes, bets, strict=True)):
            if p:
                win = Fraction(won[card, index, hand]) / math.factorial(spots[card][hand].unseen)
                distribution[stake] += chance * p * win
                distribution[-stake] += chance * p * (1 - win)
    known: dict[Number, Number] = {payoff: p for payoff, p in sorted(distribution.items()) if p}
    return known if behaviour.exact else {float(payoff): float(p) for payoff, p in known.items()}


def _one(game: DrawingGame, kind: int) -> Hand:
    """Return a hand of a single card."""
    return with_card((0,) * len(game.supply), kind)


def _longer(hand: Hand, supply: Hand) -> Iterator[tuple[int, Hand]]:
    """Yield the hands one card longer, bust or not, each with the number of cards that lead to it."""
    for kind, count in enumerate(supply):
        if count > hand[kind]:
            yield count - hand[kind], with_card(hand, kind)


class DrawingArena(SoloArena[DrawingGame, DrawingSolution]):
    """Bettors of a drawing game against the house."""

    @cached_property
    def simple(self) -> Mapping[str, Player]:
        """Simple players: one that moves at random, and bettors with simple habits."""
        game, best = self.game, self.equilibrium

        def least_bet(seen: Observation, careful: bool) -> str:
            """Make the smallest bet, never fold, and hit like the house; if `careful`, never risk going bust."""
            if FOLD in seen.moves:
                return str(seen.moves[1])
            view: DrawingView = seen.position
            hits = HIT in seen.moves and game.opponent_hits(view.hand)
            if hits and careful:
                longer = _longer(view.hand, deck_without(game, view.up))
                hits = all(game.score(hand) is not None for _, hand in longer)
            return HIT if hits else STAND

        def greatest_bet(seen: Observation) -> Mix:
            """Always make the highest bet, never fold, and draw like the solution."""
            return {seen.moves[-1]: 1} if FOLD in seen.moves else best.mix(seen)

        bettors = [
            uniform,
            Function("mimic-the-house", lambda seen: least_bet(seen, careful=False)),
            Function("never-bust", lambda seen: least_bet(seen, careful=True)),
            Function("boldest", greatest_bet),
            Function("meekest", lambda seen: FOLD if FOLD in seen.moves else STAND),
        ]
        return {player.name: player for player in bettors}

    def deal(self, random: np.random.Generator) -> DrawingRound:
        return DrawingRound(deal(self.game, random, self._pack))

    @cached_property
    def _pack(self) -> tuple[PlayingCard, ...]:
        cards = sum(self.game.supply)
        require_budget(f"a deck of {cards:,} cards", memory=CARD_BYTES * cards)
        return self.game.pack()

    def advise(self, seen: Observation) -> Advice:
        """Return the best action, and the exact EV of each; if two are equal, the action in the solution."""
        view: DrawingView = seen.position
        game, ante = self.game, self.game.stakes.ante
        spot = self.solution.spots[view.up][view.hand]
        if view.bet is None:
            bets = {f"bet {bet}": bet for bet in game.allowed_bets()}
            worth = {
                act: float(-ante if act == FOLD else (ante + bets[act]) * spot.best) for act in seen.moves
            }
            return Advice({first_act(game.stakes, spot.best)[0]: 1}, worth)
        stake, parts = ante + view.bet, {STAND: spot.stand, HIT: spot.hit}
        return Advice({spot.act: 1}, {act: float(stake * (parts[act] or 0)) for act in seen.moves})

    def decisions(self, side: Side) -> Iterator[DecisionPoint]:
        """Yield the first cards, and then every hand after each bet, against each card of the opponent."""
        game, bets = self.game, self.game.allowed_bets()
        for up, by_hand in sorted(self.solution.spots.items()):
            against = "" if up == FACE_DOWN else f" against {game.kinds[up]}"
            for hand, spot in sorted(by_hand.items(), key=lambda one: (sum(one[0]), one[0])):
                known = f"{game.show_hand(hand)}{against}"
                if sum(hand) == 1:
                    acts = (FOLD, *(f"bet {bet}" for bet in bets))
                    yield DecisionPoint(known, Observation("row", DrawingView(hand, up, None), acts))
                acts = (STAND,) if spot.hit_part is None else (STAND, HIT)
                for bet in bets if sum(hand) else ():
                    yield DecisionPoint(
                        f"{known}, bet {bet}", Observation("row", DrawingView(hand, up, bet), acts)
                    )

    def _match(self, row: Player, col: Player) -> Match:
        """Return the probability of each payoff, in fractions unless the bettor answers in floats."""
        behaviour = behaviour_of(self.game, row)
        return Match(row.name, HOUSE.name, distribution_of_results(self.game, behaviour, self.solution.spots))

    def _sample(self, row: Player, col: Player, *, plays: int, seed: int) -> Match:
        """Simulate compiled rounds; for a user's function, round by round."""
        if has_user_function(row):
            return super()._sample(row, col, plays=plays, seed=seed)
        rounds = compile_rounds(self.game, behaviour_of(self.game, row))
        return self._batched(row, col, rounds, plays=plays, seed=seed)
