"""Blackjack with real decks: other recursions, simulation, and facts that need no table."""

import math
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from zerosum.core.errors import GameError, InputError, TooLargeError
from zerosum.games.blackjack import BRIDGE, Blackjack
from zerosum.models.solo.engines.drawing.certificate import prove, verify, write
from zerosum.models.solo.engines.drawing.round import deal as shuffle_and_deal
from zerosum.models.solo.engines.drawing.rules import STAND
from zerosum.models.solo.engines.drawing.solve import count_endings, opponent_endings, solve

F = Fraction


@pytest.fixture(scope="module")
def closed():
    return solve(Blackjack())


@pytest.fixture(scope="module")
def opened():
    return solve(Blackjack(dealer_card="seen"))


def dealer_distribution(game, deck):
    """The dealer's final totals, card by card in order, in fractions; the deck changes as he draws."""

    @cache
    def distribution(hand, left):
        if sum(hand):
            score = game.score(hand)
            if score is None or not game.opponent_hits(hand):
                return {score: F(1)}
        total = {}
        for kind, count in enumerate(left):
            if count:
                after = tuple(c + (k == kind) for k, c in enumerate(hand))
                rest = tuple(c - (k == kind) for k, c in enumerate(left))
                for score, p in distribution(after, rest).items():
                    total[score] = total.get(score, 0) + F(count, sum(left)) * p
        return total

    return distribution((0,) * len(deck), deck)


@pytest.mark.parametrize("cards", ["10 2", "7 6", "10 6", "A 6", "2 3 4 5", "A A A A", "9 7"])
def test_standing_is_worth_what_an_ordered_recursion_says(closed, cards):
    game = closed.game
    hand = game.read_hand(cards)
    distribution = dealer_distribution(game, tuple(a - b for a, b in zip(game.supply, hand, strict=True)))
    assert sum(distribution.values()) == 1
    won = sum(p for score, p in distribution.items() if game.wins(game.score(hand), score))
    assert closed.spot(hand).stand == 2 * won - 1


def test_hitting_is_the_mean_of_what_follows(closed):
    game = closed.game
    for hand, spot in list(closed.spots[-1].items())[::37]:
        left = [a - b for a, b in zip(game.supply, hand, strict=True)]
        mean = F(0)
        for kind, count in enumerate(left):
            after = tuple(c + (k == kind) for k, c in enumerate(hand))
            mean += F(count, sum(left)) * (closed.spot(after).best if after in closed.spots[-1] else -1)
        assert spot.hit == mean


def test_endings_make_up_all_that_may_happen():
    game = Blackjack(stand=18)
    hands = [game.read_hand(cards) for cards in ("2", "10 10", "A 2 3 4")]
    ways = count_endings(hands, game.supply, opponent_endings(game, game.supply, None))
    for row, hand in enumerate(hands):
        unseen = sum(game.supply) - sum(hand)
        total = sum(F(int(column[row]), math.perm(unseen, drawn)) for (_, drawn), column in ways.items())
        assert total == 1


def test_many_decks_tend_to_draws_with_replacement():
    game = Blackjack(deck=tuple(1000 * count for count in BRIDGE), stand=17)

    @cache
    def bust(hard, ace):
        total = hard + 10 if ace and hard <= 11 else hard
        if total >= 17:
            return float(total > 21)
        return sum(
            weight / 52 * bust(hard + kind + 1, ace or kind == 0) for kind, weight in enumerate(BRIDGE)
        )

    hand = game.read_hand("10 2")
    ways = count_endings([hand], game.supply, opponent_endings(game, game.supply, None))
    unseen = sum(game.supply) - 2
    exact = sum(
        F(int(col[0]), math.perm(unseen, drawn)) for (score, drawn), col in ways.items() if score is None
    )
    assert float(exact) == pytest.approx(bust(0, False), abs=1e-4)
    # the well-known chance that a dealer who stands on 17 goes over
    assert float(exact) == pytest.approx(0.2816, abs=1e-3)


def test_a_fixed_rule_earns_the_same_whether_or_not_the_card_is_seen(closed, opened):
    for total in range(12, 18):
        rule = f"stand from {total}"
        assert closed.rule_values[rule][0] == opened.rule_values[rule][0]


def test_freedom_and_sight_never_cost(closed, opened):
    for solution in (closed, opened):
        assert all(edge <= solution.edge for edge, _ in solution.rule_values.values())
        assert all(value <= solution.value.lower for _, value in solution.rule_values.values())
    assert closed.edge < opened.edge
    assert closed.value.lower < opened.value.lower


def test_no_one_stands_on_eleven_or_less(closed, opened):
    for solution in (closed, opened):
        for plan in solution.spots.values():
            for hand, spot in plan.items():
                if sum(hand) and solution.game.total(hand)[0] <= 11:
                    assert spot.act != STAND


def test_against_a_closed_card_the_bluff_is_never_right(closed):
    for total in (12, 13, 14):
        hands = closed.hands_called(f"hard {total}")[-1]
        assert len(hands) > 50
        assert not any(spot.act == STAND for _, spot in hands)
    assert closed.rule_values["hit below 15"][0] == closed.edge


def test_against_some_open_cards_the_bluff_is_right(opened):
    game = opened.game
    assert opened.spot(game.read_hand("7 6"), up=4).act == STAND
    assert opened.spot(game.read_hand("10 3"), up=4).act != STAND
    assert opened.spot(game.read_hand("7 6"), up=9).act != STAND
    assert opened.rule_values["hit below 14"][0] < opened.edge


def check(solution):
    assert verify(solution) == solution.value


def test_verification_agrees(closed):
    check(closed)
    check(solve(Blackjack(deck=(*(2,) * 9, 8), dealer_card="seen")))


@pytest.mark.long
@pytest.mark.parametrize(
    "rules", [{"stand": 18, "soft_stand": 19}, {"decks": 2, "stand": 17}, {"dealer_card": "seen"}]
)
def test_verification_agrees_for_other_rules(rules):
    check(solve(Blackjack(**rules)))


def test_verification_sees_a_worse_plan(closed):
    plan = {
        hand: replace(spot, hit_part=None) if spot.stand_part is not None and sum(hand) > 1 else spot
        for hand, spot in closed.spots[-1].items()
    }
    proved = verify(replace(closed, spots={-1: plan}))
    assert proved.lower < float(closed.value) - 0.1 < proved.upper


@pytest.mark.parametrize("place", [{"hand": "10 6"}, {"hand": "A"}, {"hand": "6"}, {"total": "hard 13"}])
def test_hands_and_lines_of_the_chart_are_verified_too(closed, opened, place):
    check(closed.at(**place))
    assert closed.at(**place).verify().holds
    assert opened.at(**place, up="6").verify().holds


def test_acts_with_every_hand_are_needed_for_a_proof(closed):
    acts = {hand: spot for hand, spot in closed.spots[-1].items() if hand != closed.game.read_hand("10 6")}
    with pytest.raises(InputError, match=r"no '[\d,]+' in the cards"):
        verify(replace(closed, spots={-1: acts}))
    with pytest.raises(InputError, match="no '-1' in the acts"):
        verify(replace(closed, spots={}))


def test_a_certificate_names_the_hands_of_the_game_and_no_others(closed):
    data = write(closed)
    assert prove(closed.game, closed.value, data) == closed.value

    def said(acts):
        prove(closed.game, closed.value, {"acts": {"-1": {**data["acts"]["-1"], **acts}}})

    hand, nothing = ",".join(map(str, closed.game.read_hand("10 6"))), ",".join("0" * 10)
    with pytest.raises(InputError, match="'9,9' in the cards"):
        said({"9,9": "stand"})
    with pytest.raises(InputError, match=r"' [\d,]+' in the cards"):
        said({f" {hand}": "stand"})
    with pytest.raises(InputError, match="what to do"):
        said({hand: "fold"})
    with pytest.raises(InputError, match="what to do"):
        said({nothing: "stand"})
    with pytest.raises(InputError, match="'stake' in"):
        prove(closed.game, closed.value, {**data, "stake": "2"})


def test_a_line_that_cannot_be_held_beside_the_opponents_card_is_refused():
    solution = solve(Blackjack(deck=(2, 2, 2, 2, 2, 2, 2, 2, 2, 8), dealer_card="seen"))
    assert solution.at(total="soft 12", up="2").asked
    with pytest.raises(InputError, match=r"'soft 12' .* A"):
        solution.at(total="soft 12", up="A")


@pytest.mark.parametrize("dealer_card", ["hidden", "seen"])
def test_dealt_rounds_earn_the_expectation(closed, opened, dealer_card):
    solution = closed if dealer_card == "hidden" else opened
    game = solution.game
    rng = np.random.default_rng(2)
    gains = []
    for _ in range(3_000):
        deal = shuffle_and_deal(game, rng)
        up = deal.opponent_hand.index(1) if game.opponent_seen else -1
        edge = solution.spot(deal.hand, up).best
        act = game.stakes.best((1 + edge) / 2)
        bet = {"fold": None, "bet 1": 1, "bet 5": 5}[act]
        while bet is not None and deal.acts:
            deal = deal.stand() if solution.spot(deal.hand, up).act == STAND else deal.hit()
        gains.append(float(deal.payoff(bet)))
    error = np.std(gains) / math.sqrt(len(gains))
    assert np.mean(gains) == pytest.approx(float(solution.value), abs=4.5 * error)


def test_rules_of_the_dealer():
    game = Blackjack()
    assert not game.opponent_hits(game.read_hand("A 5"))
    assert Blackjack(soft_stand=17).opponent_hits(game.read_hand("A 5"))
    assert game.opponent_hits(game.read_hand("10 5"))
    assert not game.wins(18, 18)
    assert game.wins(12, None)
    assert not game.wins(21, 21)
    assert Blackjack(twenty_one="wins").wins(21, 21)
    assert game.total(game.read_hand("A A 9")) == (21, True)
    assert game.total(game.read_hand("A A 10")) == (12, False)


def test_one_hand_as_a_person_asks(closed, opened):
    assert closed.at(hand="10 2").row == {"hit": 1}
    assert closed.at(hand="A").row == {"bet 5": 1}
    assert opened.at(hand="KS QH", up="6").row == {"stand": 1}
    assert opened.at(hand="5", up="A").row == {"fold": 1}
    assert len(closed.at(total="hard 13").report().tables[1].rows) == len(closed.hands_called("hard 13")[-1])
    assert {row[1] for row in opened.at(total="hard 13", up="4").report().tables[1].rows} == {"4"}


def test_a_total_has_a_value_of_its_own(closed, opened):
    """The mean over the ways to hold such a hand, not the value of the whole game."""
    for solution, card in ((closed, {}), (opened, {"up": "10"})):
        asked = solution.at(total="hard 16", **card)
        hands = [
            (
                math.prod(map(math.comb, closed.game.supply if not card else (*BRIDGE[:-1], 15), hand)),
                spot.best,
            )
            for cell in asked.asked.values()
            for hand, spot in cell
        ]
        mean = sum(weight * best for weight, best in hands) / sum(weight for weight, _ in hands)
        assert asked.value.lower == mean != solution.value.lower
        assert sum(asked.row.values()) == 1
        assert "hard 16" in asked.report().title


def test_pictures_of_a_hand_and_of_a_total_are_their_own(closed, opened):
    drawn = [closed, closed.at(hand="10 6"), closed.at(hand="A"), closed.at(total="hard 16"), opened]
    drawn += [opened.at(hand="10 6", up="9"), opened.at(hand="5", up="A"), opened.at(total="soft 18")]
    shown = set()
    for solution in drawn:
        axes = solution.plot().axes
        frames = [(str(patch), patch.get_linewidth()) for one in axes for patch in one.patches]
        shown.add((len(axes), str(frames), axes[0].figure.get_suptitle()))
    assert len(shown) == len(drawn)


@pytest.mark.parametrize("deck", [(0,) * 10, (1,) + (0,) * 9])
def test_a_deck_without_a_card_for_each_is_refused(deck):
    with pytest.raises(GameError, match="dealt a card"):
        solve(Blackjack(deck=deck))


def test_a_deck_of_a_thousand_million_cards_is_refused_at_once():
    with pytest.raises(TooLargeError, match="deck of 10,000,000,000 cards"):
        solve(Blackjack(deck=(10**9,) * 10))


@pytest.mark.parametrize(
    "asked",
    [
        {"up": "4"},
        {"hand": "10 2", "total": "hard 13"},
        {"total": "hard 13", "up": "4"},
        {"hand": "10 2", "up": "4"},
        {"hand": "10 10 5"},
        {"hand": "A A A A A"},
        {"total": "hard 3"},
    ],
)
def test_questions_that_make_no_sense(closed, asked):
    with pytest.raises(InputError):
        closed.at(**asked)


def test_an_open_card_must_be_given(opened):
    with pytest.raises(InputError, match="face up"):
        opened.at(hand="10 2")


@pytest.mark.parametrize(
    "bad",
    [
        {"stand": 22},
        {"soft_stand": 3},
        {"bets": ()},
        {"bets": (-1,)},
        {"deck": (1, 2)},
        {"decks": 0},
        {"ante": -1},
    ],
)
def test_parameters_that_make_no_sense(bad):
    with pytest.raises(GameError):
        Blackjack(**bad)


def test_a_deal_follows_the_rules():
    deal = shuffle_and_deal(Blackjack(), np.random.default_rng(4))
    assert len(deal.rest) == 50
    assert len({card.name for card in (*deal.rest, *deal.bettor, *deal.opponent)}) == 52
    assert deal.wins is None
    assert deal.payoff(None) == -1
    over = deal
    while over.acts:
        over = over.hit()
    assert over.wins is False
    assert over.payoff(2) == -3
    stood = deal.stand()
    assert stood.acts == ()
    assert stood.payoff(5) == (6 if stood.wins else -6)
    with pytest.raises(InputError):
        stood.payoff(4)


def test_the_chart_counts_each_hand_with_the_ways_to_hold_it(closed):
    """Sixteen from named cards, one by one: the share of the sets of cards that stand is what the chart says."""
    stands = total = 0
    for hand, spot in closed.hands_called("hard 16")[-1]:
        sets = 1
        for count, held in zip(closed.game.supply, hand, strict=True):
            sets *= sum(1 for _ in combinations(range(count), held))
        total += sets
        stands += sets * (spot.act == "stand")
    chart = {row[0]: row[1] for row in closed.report().tables[2].rows}
    assert chart["hard 16"] == f"{100 * stands / total:.0f}%" == "60%"
    assert (chart["hard 14"], chart["hard 15"], chart["hard 17"]) == ("hit", "<1%", "stand")
    assert any("percentage" in note for note in closed.report().notes)


def test_the_picture_says_what_the_table_says(closed, opened):
    from zerosum.display.style import as_svg
    from zerosum.models.solo.engines.drawing.plot import draw

    for solution in (closed, opened):
        figure = draw(solution)
        hard, soft, first, *scales = figure.axes
        assert [axes.get_title("left") for axes in (hard, soft, first)] == [
            "hard totals",
            "soft totals",
            "the first card",
        ]
        assert len(scales) == (0 if solution is closed else 2)
        words = {"hit": "H", "stand": "S", None: ""}
        table = [words.get(cell, cell) for row in solution.report().tables[2].rows for cell in row[1:]]
        assert [text.get_text().strip() for text in (*hard.texts, *soft.texts)] == table
        drawn = as_svg(draw(solution))
        scale = () if solution is closed else ("0.6", "0.0", "−0.6")
        assert all(f">{words}</text>" in drawn for words in (*solution.game.kinds, *scale))
