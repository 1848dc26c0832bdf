"""Blackjack with tiny decks: every order of the deck is dealt, and the best play found from what is seen."""

from fractions import Fraction
from itertools import permutations

import pytest

from zerosum.core.errors import GameError
from zerosum.games.blackjack import KINDS, Blackjack
from zerosum.models.solo.engines.drawing.certificate import verify
from zerosum.models.solo.engines.drawing.rules import HIT, STAND
from zerosum.models.solo.engines.drawing.solve import solve

MIXED = (1, 1, 0, 1, 0, 1, 1, 0, 2, 2)
NO_ACE = (0, 1, 0, 0, 1, 2, 0, 1, 0, 3)


def counted(cards):
    return tuple(cards.count(kind) for kind in range(len(KINDS)))


def plays_out(game, order, drawn):
    """+1 or -1 for the bettor who stands after `drawn` more cards; order: his card, the dealer's, the deck."""
    mine = counted((order[0], *order[2 : 2 + drawn]))
    dealer, at = [order[1]], 2 + drawn
    while game.score(counted(tuple(dealer))) is not None and game.opponent_hits(counted(tuple(dealer))):
        dealer.append(order[at])
        at += 1
    return 1 if game.wins(game.score(mine), game.score(counted(tuple(dealer)))) else -1


def best_edge(game, orders, drawn, floor):
    """The best mean over equally likely orders that look alike so far, by going through all of them."""
    mine = counted((orders[0][0], *orders[0][2 : 2 + drawn]))
    if game.score(mine) is None:
        return Fraction(-1)
    values = []
    if game.total(mine)[0] >= floor:
        values.append(Fraction(sum(plays_out(game, order, drawn) for order in orders), len(orders)))
    if len(orders[0]) > 2 + drawn:
        parts = {}
        for order in orders:
            parts.setdefault(order[2 + drawn], []).append(order)
        values.append(
            sum(
                Fraction(len(part), len(orders)) * best_edge(game, part, drawn + 1, floor)
                for part in parts.values()
            )
        )
    return max(values)


def brute_force(game, floor=0):
    """Mean edge and expectation, over every order of the deck."""
    cards = [kind for kind, count in enumerate(game.supply) for _ in range(count)]
    seen = {}
    orders = set(permutations(cards))
    for order in orders:
        seen.setdefault(order[: 1 + game.opponent_seen], []).append(order)
    edge = value = Fraction(0)
    for part in seen.values():
        one = best_edge(game, part, 0, floor)
        edge += Fraction(len(part), len(orders)) * one
        stakes = game.stakes
        worth = max(-stakes.ante, *((bet + stakes.ante) * one for bet in game.bets))
        value += Fraction(len(part), len(orders)) * worth
    return edge, value


@pytest.mark.parametrize("dealer_card", ["hidden", "seen"])
@pytest.mark.parametrize(
    ("deck", "rules"),
    [
        (NO_ACE, {}),
        ((1, 0, 0, 1, 1, 1, 1, 0, 0, 3), {"stand": 17, "soft_stand": 18}),
        ((1, 0, 0, 0, 1, 2, 0, 0, 0, 5), {"soft_stand": 17}),
        ((2, 1, 0, 0, 0, 1, 1, 1, 0, 2), {"stand": 13, "twenty_one": "wins", "bets": (0, 3), "ante": 2}),
    ],
)
def test_every_order_of_a_small_deck(deck, rules, dealer_card):
    game = Blackjack(deck=deck, dealer_card=dealer_card, **rules)
    edge, value = brute_force(game)
    solution = solve(game)
    assert solution.edge == edge
    assert solution.value.lower == value
    proved = verify(solution)
    assert proved.lower <= value <= proved.upper


@pytest.mark.parametrize("floor", [13, 15])
def test_rules_bind_as_they_say(floor):
    game = Blackjack(deck=NO_ACE)
    assert solve(game).rule_values[f"hit below {floor}"] == brute_force(game, floor)


def test_a_deck_that_may_run_out_is_refused():
    with pytest.raises(GameError, match="run out"):
        solve(Blackjack(deck=(4, 1, 0, 0, 0, 0, 0, 0, 0, 1)))


def test_large_stakes_are_verified_too():
    """What rounding may cost grows with the stakes, and a true answer must still pass."""
    assert solve(Blackjack(deck=(1,) * 9 + (2,), bets=(10**9,))).verify().holds


def test_acts_are_two_words():
    plan = solve(Blackjack(deck=MIXED)).spots[-1]
    assert {spot.act for spot in plan.values()} == {STAND, HIT}
