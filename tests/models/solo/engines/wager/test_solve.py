"""Red Dog: every hand of the real deck by brute force, closed forms of the continuous games, single hands."""

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from zerosum.core.errors import GameError, InputError
from zerosum.games.cards import parse_cards
from zerosum.games.red_dog import RedDog
from zerosum.models.solo.engines.wager.solve import solve

F = Fraction


def all_hands(cards=52, held=4):
    """Every hand as rows of card numbers 0 to 51, 13 to a suit."""
    return np.array(list(combinations(range(cards), held)), dtype=np.int8)


@pytest.fixture(scope="module")
def beaten_and_held():
    """For each of the 270,725 hands: how many next cards it beats, turned one by one; how many suits it holds."""
    hands = all_hands()
    suit, rank = hands // 13, hands % 13
    beaten = np.zeros(len(hands), dtype=np.int64)
    for card in range(52):
        higher = ((suit == card // 13) & (rank > card % 13)).any(axis=1)
        beaten += higher & ~(hands == card).any(axis=1)
    held = sum((suit == s).any(axis=1).astype(int) for s in range(4))
    return beaten, held


def test_counting_by_suits_agrees_with_every_hand(beaten_and_held):
    beaten, held = beaten_and_held
    assert len(beaten) == 270_725
    brute = Counter(zip(held.tolist(), beaten.tolist(), strict=True))
    assert RedDog().source.hand_counts() == brute


def test_classes_and_expectation_agree_with_every_hand(beaten_and_held):
    beaten, _ = beaten_and_held
    solution = solve(RedDog(max_bet=7))
    classes = Counter(np.select([4 * beaten < 48, 2 * beaten < 48], ["fold", "bet 1"], "bet 7").tolist())
    assert solution.row == {act: F(count, 270_725) for act, count in classes.items()}
    edges = 2 * beaten - 48
    best = np.maximum(np.maximum(-48, 2 * edges), 8 * edges)
    assert solution.value.lower == solution.value.upper == F(int(best.sum()), 48 * 270_725)


def test_expectation_is_linear_in_the_greatest_bet():
    constant, slope = solve(RedDog()).linear
    for bet in (1, 2, F(7, 2), 15, 100):
        assert solve(RedDog(max_bet=bet)).value.lower == constant + slope * bet
    assert (constant, slope) == (F(-19877, 41650), F(27, 850))


@pytest.mark.parametrize(("suits", "ranks", "cards"), [(1, 5, 1), (2, 4, 3), (3, 3, 4), (4, 2, 3), (2, 6, 5)])
def test_small_decks_by_dealing_every_hand_and_next_card(suits, ranks, cards):
    game = RedDog(suits=suits, ranks=ranks, cards=cards, ante=F(1, 2), max_bet=3)
    source = game.source
    total, hands = F(0), 0
    for hand in combinations(source.cards, cards):
        left = [card for card in source.cards if card not in hand]
        won = sum(any(c.suit == n.suit and source.rank(c) > source.rank(n) for c in hand) for n in left)
        assert source.chance_of_cards(hand) == F(won, len(left))
        total += max(
            -game.stakes.ante, *(game.stakes.worth(act, F(won, len(left))) for act in game.stakes.acts)
        )
        hands += 1
    assert solve(game).value.lower == total / hands


def test_parts_by_suits_make_the_whole():
    game = RedDog()
    groups = game.groups()
    assert sum(distribution.mass for distribution in groups.values()) == 1
    assert groups["4 suits"].mass == F(13**4, math.comb(52, 4))
    assert groups["1 suit"].mass == F(4 * math.comb(13, 4), math.comb(52, 4))


@pytest.mark.parametrize(
    ("hand", "chance", "act"),
    [
        ("AS 7H 7D 2C", F(22, 48), "bet 1"),
        ("AS KH 3D 2C", F(1, 2), "bet 5"),
        ("AS AH AD AC", F(1), "bet 5"),
        ("2S 2H 2D 2C", F(0), "fold"),
        ("AS KS QS JS", F(9, 48), "fold"),
        ("KS 4H 2D 2C", F(13, 48), "bet 1"),
        ("AS 10H 4D 3D", F(21, 48), "bet 1"),
    ],
)
def test_hands_as_a_person_types_them(hand, chance, act):
    game = RedDog()
    assert game.chance_of(hand) == chance
    answer = solve(game).at(hand=hand)
    assert answer.row == {act: 1}
    assert answer.value.lower == max(game.stakes.worth(one, chance) for one in game.stakes.acts)


def test_an_indifferent_hand_says_so():
    # tops 13 + 3 = 16: the win chance is 12/48
    answer = solve(RedDog()).at(hand="AS 4H 3H 2H")
    assert any("Equally good: fold or bet 1" in note for note in answer.report().notes)


def test_low_aces_change_hands_but_not_the_game():
    high, low = RedDog(), RedDog(aces="low")
    assert solve(high).value == solve(low).value
    assert low.chance_of("AS AH AD AC") == 0
    assert low.chance_of("KS KH KD KC") == 1


@pytest.mark.parametrize(
    "hand", ["AS 7H 7D", "AS AS 7D 2C", "AS 7H 7D 1C", "AS 7H 7D 2", "", "AS 7H 7D 2C 3C", "hello"]
)
def test_hands_that_cannot_be(hand):
    with pytest.raises(InputError):
        RedDog().chance_of(hand)


def test_cards_are_read_in_many_ways():
    assert parse_cards("as 10h T♦ 2♣") == parse_cards("A♠,10♥,TD2c")


@pytest.mark.parametrize(
    "bad",
    [
        {"cards": 52},
        {"suits": 5},
        {"max_bet": F(1, 2)},
        {"ante": -1},
        {"min_bet": 0, "ante": 0},
        {"deck": "paper"},
        {"aces": "wild"},
        {"voids": True},
        {"deck": "continuous", "suits": 17},
        {"deck": "continuous", "suits": 2, "weights": (F(1, 2), F(1, 3))},
        {"deck": "continuous", "turned": "nonsense"},
        {"deck": "continuous", "voids": True, "dealt": "beta(2,3)"},
    ],
)
def test_parameters_that_make_no_sense(bad):
    with pytest.raises(GameError):
        RedDog(**bad)


# continuous games


def test_one_uniform_card_folds_below_a_quarter():
    game = RedDog(deck="continuous", suits=1)
    solution = solve(game)
    assert game.source.thresholds(game.stakes.fold_below) == (F(1, 4), F(1, 2))
    assert solution.linear == (F(-1, 8), F(1, 4))
    assert solution.row == {"fold": F(1, 4), "bet 1": F(1, 4), "bet 5": F(1, 2)}


def test_four_uniform_suits_have_the_irwin_hall_volumes():
    solution = solve(RedDog(deck="continuous"))
    assert solution.row == {"fold": F(1, 24), "bet 1": F(11, 24), "bet 5": F(1, 2)}
    assert solution.linear == (F(-13, 120), F(7, 60))


def test_many_suits_tend_to_an_even_chance():
    slopes = [solve(RedDog(deck="continuous", suits=n)).linear[1] for n in (1, 2, 4, 8, 16)]
    assert slopes == sorted(slopes, reverse=True)
    # for n uniform suits the slope is E|2W - 1| / 2, close to that of a normal distribution with variance 1/(3n)
    assert float(slopes[-1]) == pytest.approx(math.sqrt(1 / (3 * 16)) * math.sqrt(2 / math.pi) / 2, rel=0.01)


def test_voids_agree_with_a_simulation():
    game = RedDog(deck="continuous", voids=True, weights=(F(1, 2), F(1, 4), F(1, 4)), suits=3, cards=4)
    rng = np.random.default_rng(3)
    size = 200_000
    suits = rng.choice(3, size=(size, 4), p=[0.5, 0.25, 0.25])
    ranks = rng.random((size, 4))
    tops = np.stack([np.where(suits == s, ranks, 0).max(axis=1) for s in range(3)], axis=1)
    edge = 2 * tops @ np.array([0.5, 0.25, 0.25]) - 1
    gains = np.maximum(np.maximum(-1, 2 * edge), 6 * edge)
    assert gains.mean() == pytest.approx(float(solve(game).value), abs=5 * gains.std() / math.sqrt(size))


def test_simulated_rounds_earn_the_expectation():
    game = RedDog(deck="continuous", suits=3, dealt="beta(2,1)", turned="beta(2,2)", max_bet=3)
    rng = np.random.default_rng(11)
    chance, won = game.sample_wins(rng, 200_000)
    act = np.select([chance < 0.25, chance < 0.5], [0, 2], 4)
    gains = np.where(act == 0, -1, act * np.where(won, 1, -1))
    value = solve(game).value
    assert gains.mean() == pytest.approx(float(value), abs=5 * gains.std() / math.sqrt(len(gains)))
    assert value.gap < 2e-4


def test_ranks_are_judged_too():
    game = RedDog(deck="continuous", suits=2)
    assert game.chance_of("1/2 0.1") == F(3, 10)
    assert solve(game).at(hand="0.9 0.9").row == {"bet 5": 1}
    beta = RedDog(deck="continuous", suits=1, turned="beta(2,2)")
    assert beta.chance_of("0.5") == pytest.approx(0.5)
    with pytest.raises(InputError):
        game.chance_of("0.5")


# certificates, deals


def test_dealt_hands_earn_the_expectation():
    game = RedDog(max_bet=5)
    rng = np.random.default_rng(5)
    gains = []
    for _ in range(12_000):
        deal = game.deal(rng)
        act = game.stakes.best(deal.deck.chance_of_cards(deal.hand))
        gains.append(float(deal.payoff({"fold": None, "bet 1": 1, "bet 5": 5}[act])))
    error = np.std(gains) / math.sqrt(len(gains))
    assert np.mean(gains) == pytest.approx(float(solve(game).value), abs=4.5 * error)


def test_a_deal_pays_what_the_rules_say():
    game = RedDog(max_bet=3)
    deal = game.deal(np.random.default_rng(1))
    assert deal.payoff(None) == -1
    assert deal.payoff(3) == (4 if deal.wins else -4)
    assert len({*deal.hand, deal.next_card}) == 5
    with pytest.raises(InputError):
        deal.payoff(4)


def test_json_keeps_its_keys():
    answer = solve(RedDog()).json()
    assert {"game", "parameters", "value", "strategies", "method", "positions", "seconds"} <= answer.keys()
    assert answer["value"] == {"lower": "-6631/20825", "upper": "-6631/20825"}
    assert answer["linear"] == ["-19877/41650", "27/850"]
    assert sum(Fraction(part["share"]) for part in answer["groups"].values()) == 1
    assert sum(Fraction(part["fold"]) for part in answer["groups"].values()) == F(3403, 20825)


def test_pictures_are_drawn():
    from zerosum.models.solo.engines.wager.plot import draw

    for game in (RedDog(), RedDog(deck="continuous", suits=1)):
        assert len(draw(solve(game)).axes) == (3 if game.deck == "cards" else 2)
