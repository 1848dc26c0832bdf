"""Solve drawing games exactly: when to fold, the best bet, and when to stand, for all hands.

*The opponent.* A hand is a tuple of counts. The opponent follows a rule, so whether the opponent draws to a hand
depends on this hand only; the remaining deck determines only the probability of the hand. So each final hand e is
found once, with the number of orders in which the rule allows it to be drawn. With c_k unseen cards of kind k it is
drawn in

    orders(e) * product over k of c_k (c_k - 1) … (c_k - e_k + 1)

of the n (n - 1) … (n - |e| + 1) equally likely sequences. These integers are computed for all hands of the bettor at
once, and final hands with equal first counts share their products.

*The bettor.* With n cards unseen, of which c_k are of kind k, the EV of the hand h, per unit at stake, is

    v(h) = max( stand(h), sum over k of (c_k / n) v(h + k) ),

where the EV of a bust hand is -1. (A face-down card of the opponent is one of the unseen cards.) All v(h) n! are
integers, called *parts* here, so no fraction is needed before the end.

The bet follows from the EV of the first card as in a wager game. With fewer actions allowed, the recursion also gives
the cost of a rule that the bettor might follow.
"""

from __future__ import annotations

import math
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from zerosum.core.arrays import Ints
from zerosum.core.errors import GameError
from zerosum.core.limits import require_budget
from zerosum.core.numbers import Number
from zerosum.core.progress import Progress, silent
from zerosum.core.solution import Value
from zerosum.models.solo.engines.drawing.answer import (
    DrawingSolution,
    Spot,
    better_part,
    first_act,
    first_cards,
)
from zerosum.models.solo.engines.drawing.rules import (
    FACE_DOWN,
    HIT,
    STAND,
    DrawingGame,
    Hand,
    Rule,
    bettor_hands,
    deck_without,
    with_card,
)

SECONDS_PER_BIT = 3e-4
"""Measured seconds of the recursion per bit of the factorial of the deck's size."""
LONG_BITS = 14_000
"""Number of bits of that factorial above which the time grows with their square."""
INT64_SAFE = 2**62
"""Counts below this are kept in 64-bit integers, larger ones in Python's."""

Column = Ints | NDArray[np.object_]
"""An integer for each hand of the bettor."""


def solve(game: DrawingGame, *, progress: Progress = silent) -> DrawingSolution:
    """Return the bettor's exact best play, and the cost of each rule of the game."""
    began = time.perf_counter()
    cards, rules = sum(game.supply), game.rules()
    if cards < 2:
        raise GameError(f"each player must be dealt a card, but the deck has {cards}")
    shown = [k for k, count in enumerate(game.supply) if count] if game.opponent_seen else [FACE_DOWN]
    bits = math.lgamma(cards + 1) / math.log(2)
    runs = (1 + (len(shown) if game.opponent_seen else 0)) * (1 + len(rules))
    require_budget(
        f"a deck of {cards:,} cards", seconds=SECONDS_PER_BIT * bits * max(1, bits / LONG_BITS) * runs
    )
    spots: dict[str, dict[int, Mapping[Hand, Spot]]] = {name: {} for name in ("", *rules)}
    for done, card in enumerate(shown):
        progress(done, len(shown), "dealer's cards")
        graph = hand_graph(game, card)
        spots[""][card] = value_hands(graph)
        for name, rule in rules.items():
            spots[name][card] = value_hands(graph, rule, shortest=len(game.kinds) + 1)
    values = {}
    for name, by_card in spots.items():
        deals = first_cards(game, by_card)
        edge = sum((deal.chance * deal.edge for deal in deals), Fraction(0))
        bets = (deal.chance * Fraction(first_act(game.stakes, deal.edge)[1]) for deal in deals)
        values[name] = edge, sum(bets, Fraction(0))
    shares: dict[str, Number] = dict.fromkeys(game.stakes.acts, Fraction(0))
    for deal in first_cards(game, spots[""]):
        shares[first_act(game.stakes, deal.edge)[0]] += deal.chance
    edge, value = values.pop("")
    return DrawingSolution(
        value=Value.exactly(value),
        row=shares,
        method="backward recursion in integers",
        positions=sum(len(by_hand) - 1 for by_hand in spots[""].values()),
        game=game,
        spots=spots[""],
        edge=edge,
        rule_values=values,
        seconds=time.perf_counter() - began,
    )


@dataclass(frozen=True)
class HandGraph:
    """The bettor's hands against one card of the opponent, the longest first and the empty hand last."""

    card: int
    """The kind of the opponent's face-up card, or FACE_DOWN."""
    hands: Sequence[Hand]
    stands: Sequence[int | None]
    """For each hand: the EV of standing times unseen!; None for the empty hand."""
    hits: Sequence[Sequence[tuple[int, int]]]
    """For each hand: the hands with one more card, as number of cards that lead there and index of the hand."""
    over: Sequence[int]
    """For each hand: the expected loss by going bust with the next card, times unseen!."""
    unseen: Sequence[int]
    """For each hand: the number of cards that the bettor does not see."""


def hand_graph(game: DrawingGame, card: int) -> HandGraph:
    """Return the graph with all counts that are independent of the bettor's play."""
    supply = deck_without(game, card)
    hands = [hand for level in reversed(bettor_hands(game, supply)) for hand in level]
    index = {hand: i for i, hand in enumerate(hands)}
    unseen = [sum(supply) - sum(hand) for hand in hands]
    hits: list[list[tuple[int, int]]] = []
    over = []
    for hand, cards_left in zip(hands, unseen, strict=True):
        cards = [
            (count - hand[kind], index.get(with_card(hand, kind)))
            for kind, count in enumerate(supply)
            if count > hand[kind]
        ]
        hits.append([(left, after) for left, after in cards if after is not None])
        lost = sum(left for left, after in cards if after is None)
        over.append(lost * _factorial(cards_left - 1) if lost else 0)
    stands = [*_stand_parts(game, card, supply, hands[:-1]), None]
    return HandGraph(card, hands, stands, hits, over, unseen)


def value_hands(graph: HandGraph, rule: Rule | None = None, *, shortest: int = 0) -> dict[Hand, Spot]:
    """Run the recursion from the longest hands to the empty one, which must hit, with the actions that a rule allows.

    If `shortest` is given, only that number of hands is kept, the last ones.
    """
    best: list[int] = []
    spots: dict[Hand, Spot] = {}
    reserved = graph.card == FACE_DOWN
    first = len(graph.hands) - shortest if shortest else 0
    for place, (hand, stand, hits, over, unseen) in enumerate(
        zip(graph.hands, graph.stands, graph.hits, graph.over, graph.unseen, strict=True)
    ):
        allowed = rule(hand) if rule is not None and stand is not None else (STAND, HIT)
        hit = None
        if unseen > reserved and (HIT in allowed or stand is None):
            hit = sum([left * best[i] for left, i in hits]) - over
        if STAND not in allowed and hit is not None:
            stand = None
        if place >= first:
            spots[hand] = Spot(stand, hit, unseen)
        best.append(better_part(stand, hit))
    return spots


def _stand_parts(game: DrawingGame, card: int, supply: Hand, hands: Sequence[Hand]) -> list[int]:
    """Return the EV of standing with each hand: the number of winning orders minus the number of losing orders, out
    of unseen!.
    """
    endings = opponent_endings(game, supply, None if card == FACE_DOWN else card)
    ways = count_endings(hands, supply, endings)

    def ways_by_drawn(counts: Callable[[int | None], bool]) -> dict[int, list[int]]:
        """Return, by the number of cards drawn, the number of draws that lead to the relevant scores, for each hand."""
        columns: dict[int, Column] = {}
        for (score, drawn), column in ways.items():
            if counts(score):
                columns[drawn] = columns[drawn] + column if drawn in columns else column
        return {drawn: column.tolist() for drawn, column in columns.items()}

    def parts(columns: Mapping[int, Sequence[int]], row: int, unseen: int) -> int:
        """Return the numbers of draws for one hand, each times the orders of the cards that are not drawn."""
        return sum(
            column[row] * _factorial(unseen - drawn) for drawn, column in columns.items() if column[row]
        )

    scores = [score for hand in hands if (score := game.score(hand)) is not None]
    every = ways_by_drawn(lambda score: True)
    wins = {score: ways_by_drawn(partial(game.wins, score)) for score in set(scores)}
    worths = []
    for row, (hand, score) in enumerate(zip(hands, scores, strict=True)):
        unseen = sum(supply) - sum(hand)
        if parts(every, row, unseen) != _factorial(unseen):
            raise GameError(
                f"the deck is too small: after the bettor's {game.show_hand(hand)} it may run out when the dealer must "
                "hit"
            )
        worths.append(2 * parts(wins[score], row, unseen) - _factorial(unseen))
    return worths


@dataclass(frozen=True)
class Ending:
    """A final hand of the opponent."""

    drawn: Hand
    """The cards that the opponent drew, without a face-up card."""
    score: int | None
    """The score of the whole hand; None if it is bust."""
    orders: int
    """The number of orders in which the rule allows these cards to be drawn."""


def opponent_endings(game: DrawingGame, supply: Hand, first: int | None) -> list[Ending]:
    """Return the opponent's final hands, from an empty hand or from a face-up card outside `supply`."""
    none = (0,) * len(supply)
    base = none if first is None else with_card(none, first)
    if first is not None and (game.score(base) is None or not game.opponent_hits(base)):
        return [Ending(none, game.score(base), 1)]
    live: dict[Hand, int] = {none: 1}
    final: list[Ending] = []
    while live:
        longer: defaultdict[Hand, int] = defaultdict(int)
        for drawn, orders in live.items():
            for kind, count in enumerate(supply):
                if drawn[kind] < count:
                    longer[with_card(drawn, kind)] += orders
        live = {}
        for drawn, orders in longer.items():
            hand = tuple(a + b for a, b in zip(drawn, base, strict=True))
            score = game.score(hand)
            if score is not None and game.opponent_hits(hand):
                live[drawn] = orders
            else:
                final.append(Ending(drawn, score, orders))
    return sorted(final, key=lambda ending: ending.drawn)


def count_endings(
    hands: Sequence[Hand], supply: Hand, endings: Sequence[Ending]
) -> dict[tuple[int | None, int], Column]:
    """Return, for each hand, the number of draws by the opponent's score and number of cards drawn."""
    longest = max((sum(ending.drawn) for ending in endings), default=0)
    small = math.perm(sum(supply), longest) < INT64_SAFE
    left = np.array(supply) - np.array(hands)
    left = left if small else left.astype(object)
    # falling[j] is c (c - 1) … (c - j + 1) for the c cards left of each kind; zero if there are too few.
    falling = [np.ones_like(left)]
    for j in range(max((max(ending.drawn) for ending in endings), default=0)):
        falling.append(falling[-1] * np.maximum(left - j, 0))
    ways: dict[tuple[int | None, int], Column] = {}

    def spread(group: Iterable[Ending], kind: int, product: Ints) -> None:
        """Add the endings of a group with equal counts of all kinds before `kind`, whose factors form the product."""
        if kind == len(supply):
            for ending in group:
                key = ending.score, sum(ending.drawn)
                part = product * ending.orders
                ways[key] = ways[key] + part if key in ways else part
            return
        for count, rest in groupby(group, key=lambda ending: ending.drawn[kind]):
            spread(rest, kind + 1, product * falling[count][:, kind] if count else product)

    spread(endings, 0, np.ones(len(hands), dtype=np.int64 if small else object))
    return ways


_factorial = cache(math.factorial)
