"""Bettors against the house: the exact distribution, every order of tiny decks, and compiled rounds agree."""

import json
import math
from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import permutations

import pytest
from tests.by_name import computed, exploited, pair, ranged, sampled

from zerosum.arena.players import Observation
from zerosum.arena.sampling import play_out
from zerosum.cli.match import match as match_command
from zerosum.core.errors import GameError, InputError
from zerosum.core.progress import silent
from zerosum.games.blackjack import Blackjack
from zerosum.games.seven_and_a_half import SevenAndAHalf
from zerosum.models.family import arena_for, solve
from zerosum.models.solo.engines.drawing.arena import behaviour_of
from zerosum.models.solo.engines.drawing.round import DrawingView
from zerosum.models.solo.engines.drawing.rules import FOLD, HIT, STAND

F = Fraction

GAMES = [
    Blackjack(),
    Blackjack(stand=17, soft_stand=18, twenty_one="wins", bets=(0, 3), ante=2, deck=(*(2,) * 9, 8)),
    SevenAndAHalf(),
    SevenAndAHalf(dealer_card="seen"),
]

SMALL_DECKS = [
    ((0, 1, 0, 0, 1, 1, 0, 1, 0, 2), {}),
    ((1, 0, 0, 1, 1, 1, 1, 0, 0, 2), {"stand": 17, "soft_stand": 18}),
    ((2, 1, 0, 0, 0, 1, 1, 1, 0, 1), {"stand": 13, "twenty_one": "wins", "bets": (0, 3), "ante": 2}),
]

OWN = '''
from zerosum import weights
from fractions import Fraction

def bets_decide(seen):
    """Bets by the first card, and hits the more often the less it has bet."""
    if "fold" in seen.moves:
        ten = seen.position.hand[-1]
        shares = {"fold": 1, seen.moves[1]: 2, seen.moves[-1]: 4} if ten else {seen.moves[1]: 3, seen.moves[-1]: 1}
        return weights(shares)
    if "hit" not in seen.moves:
        return "stand"
    hit = Fraction(1, 2 + seen.position.bet)
    return {"hit": hit, "stand": 1 - hit}

def in_floats(seen):
    return {move: float(p) for move, p in answer.items()} if isinstance(answer := bets_decide(seen), dict) else answer

def astray(seen):
    return "double"

def no_weight(seen):
    return {seen.moves[0]: -1, seen.moves[-1]: 2}

def not_a_number(seen):
    return {seen.moves[0]: float("nan")}
'''


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    file = tmp_path_factory.mktemp("players") / "own_bettors.py"
    file.write_text(OWN)
    return lambda name: f"{file}:{name}"


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: game.title)
def played(request):
    game = request.param
    solution = solve(game)
    return game, solution, arena_for(game, lambda: solution)


def counted(cards, kinds):
    return tuple(cards.count(kind) for kind in range(kinds))


def every_order(game, player):
    """The distribution of the results, by dealing every order of the deck and following every act of the player."""
    kinds = len(game.supply)
    orders = set(permutations(kind for kind, count in enumerate(game.supply) for _ in range(count)))
    distribution, score = defaultdict(F), cache(game.score)
    bets = {f"bet {bet}": bet for bet in game.bets}

    @cache
    def chances(moves, hand, up, bet):
        mix = player.mix(Observation("row", DrawingView(hand, up, bet), moves))
        total = sum(mix.values())
        return [(move, F(p) / total) for move, p in mix.items()]

    def draw(order, at, mine, bet, p):
        hand, up = counted(mine, kinds), order[1] if game.opponent_seen else -1
        if score(hand) is None:
            distribution[-bet - game.ante] += p
            return
        for move, q in chances((STAND, HIT) if at < len(order) else (STAND,), hand, up, bet):
            if move == HIT:
                draw(order, at + 1, [*mine, order[at]], bet, p * q)
            else:
                won = house_loses(order[1], order[at:], score(hand))
                distribution[(bet + game.ante) * (1 if won else -1)] += p * q

    @cache
    def house_loses(card, deck, mine):
        his, deck = [card], iter(deck)
        while (theirs := score(counted(his, kinds))) is not None and game.opponent_hits(counted(his, kinds)):
            his.append(next(deck))
        return game.wins(mine, theirs)

    for order in orders:
        first, up = counted([order[0]], kinds), order[1] if game.opponent_seen else -1
        for move, q in chances((FOLD, *bets), first, up, None):
            if move == FOLD:
                distribution[-game.ante] += F(q, len(orders))
            else:
                draw(order, 2, [order[0]], bets[move], F(q, len(orders)))
    return {payoff: p for payoff, p in distribution.items() if p}


@pytest.mark.parametrize("dealer_card", ["hidden", "seen"])
@pytest.mark.parametrize(("deck", "rules"), SMALL_DECKS)
def test_the_distribution_is_that_of_every_order_of_the_deck(deck, rules, dealer_card, own):
    game = Blackjack(deck=deck, dealer_card=dealer_card, **rules)
    table = arena_for(game)
    for name in (*table.roster("row"), "1/3*never-bust+2/3*uniform", own("bets_decide")):
        assert computed(table, name).results == every_order(game, pair(table, name)[0]), name


def test_the_equilibrium_earns_the_value_to_the_last_digit(played):
    _, solution, table = played
    for name in ("equilibrium", "best-response"):
        match = computed(table, name)
        assert match.mean == solution.value.lower
        assert sum(match.results.values()) == 1
    assert all(computed(table, name).mean <= solution.value.lower for name in table.roster("row"))


def test_simple_bettors_earn_what_the_solver_says_of_their_rules():
    game = Blackjack()
    solution, table = solve(game), arena_for(game)
    edge, _ = solution.rule_values["stand from 16"]
    assert computed(table, "mimic-the-house").mean == 2 * edge
    assert computed(table, "boldest").mean == 6 * solution.edge
    assert computed(table, "meekest").results == {-1: 1}


@pytest.mark.parametrize("dealer_card", ["hidden", "seen"])
@pytest.mark.parametrize(("deck", "rules"), SMALL_DECKS)
def test_compiled_rounds_do_not_put_cards_back(deck, rules, dealer_card):
    table = arena_for(Blackjack(deck=deck, dealer_card=dealer_card, **rules))
    for name in ("equilibrium", "uniform"):
        agrees(sampled(table, name, plays=200_000, seed=6), computed(table, name))


def test_never_bust_never_does(played):
    game, _, table = played
    behaviour = behaviour_of(game, pair(table, "never-bust")[0])
    assert any(behaviour.hits.values())
    for (card, _, hand), hit in behaviour.hits.items():
        left = [
            count - held - (kind == card)
            for kind, (count, held) in enumerate(zip(game.supply, hand, strict=True))
        ]
        after = [
            tuple(c + (k == kind) for k, c in enumerate(hand)) for kind, count in enumerate(left) if count
        ]
        if hit:
            assert all(game.score(longer) is not None for longer in after)
            assert game.opponent_hits(hand)


def agrees(dealt, exact):
    """Whether the mean, and the share of every payoff, lie within 4.5 standard errors."""
    assert set(dealt.results) == {float(payoff) for payoff in exact.results}
    assert abs(float(dealt.mean - exact.mean)) <= 4.5 * dealt.standard_error + 1e-12
    for payoff, p in exact.results.items():
        error = math.sqrt(float(p * (1 - p)) / dealt.plays)
        assert abs(dealt.results[float(payoff)] - float(p)) <= 4.5 * error + 1e-12


def test_compiled_rounds_agree_with_the_distribution(played):
    _, _, table = played
    for name in (*table.roster("row"), "1/3*never-bust+2/3*uniform"):
        dealt = sampled(table, name, plays=100_000, seed=1)
        assert dealt.plays == 100_000
        agrees(dealt, computed(table, name))


@pytest.mark.parametrize("name", ["equilibrium", "uniform", "never-bust"])
@pytest.mark.parametrize(
    "game", [Blackjack(), SevenAndAHalf(dealer_card="seen")], ids=lambda game: game.title
)
def test_rounds_at_the_table_agree_with_the_distribution(game, name):
    table = arena_for(game)
    agrees(
        play_out(table.deal, *pair(table, name), plays=2000, seed=4, progress=silent), computed(table, name)
    )


def test_a_function_of_ones_own(own):
    table = arena_for(SevenAndAHalf())
    exact = computed(table, own("bets_decide"))
    assert sum(exact.results.values()) == 1
    agrees(sampled(table, own("bets_decide"), plays=5000, seed=3), exact)
    floats = computed(table, own("in_floats"))
    assert floats.results == pytest.approx({float(payoff): float(p) for payoff, p in exact.results.items()})
    assert all(isinstance(p, float) for p in floats.results.values())


@pytest.mark.parametrize(
    ("name", "said"), [("astray", "double"), ("no_weight", "prob"), ("not_a_number", "prob")]
)
def test_answers_that_make_no_sense_are_told(own, name, said):
    with pytest.raises(InputError, match=said):
        computed(arena_for(SevenAndAHalf()), own(name))


def test_the_same_seed_gives_the_same_match_and_another_another():
    table = arena_for(SevenAndAHalf())
    one, two = (sampled(table, "uniform", plays=140_001, seed=8) for _ in range(2))
    assert one == two
    assert one.results != sampled(table, "uniform", plays=140_001, seed=9).results


def test_a_simulation_needs_no_solution_and_tells_how_far_it_is():
    told = []
    table = arena_for(
        Blackjack(), lambda: None, progress=lambda done, total, unit: told.append((done, total))
    )
    sampled(table, "mimic-the-house", plays=200_000, seed=1)
    assert told[0] == (0, 200_000)
    assert told[-1] == (200_000, 200_000)


def test_what_bettors_are_held_to_and_what_the_house_gives_away():
    game = SevenAndAHalf()
    table, value = arena_for(game), solve(game).value.lower
    assert exploited(table, "uniform") == (computed(table, "uniform").mean, None)
    assert exploited(table, "equilibrium") == (value, None)
    assert exploited(table, "house") == (None, value)
    found = ranged(table)
    assert found.worst == found.best == value


@pytest.mark.parametrize("row", ["highest", "house", "1/2*uniform+1/2*lowest", "uniform+boldest"])
def test_players_that_make_no_sense_are_told_so(row):
    table = arena_for(SevenAndAHalf())
    with pytest.raises(InputError):
        computed(table, row)
    with pytest.raises(InputError):
        sampled(table, row, plays=10, seed=0)


def test_a_deck_that_runs_out_is_told():
    table = arena_for(Blackjack(deck=(4, 1, 0, 0, 0, 0, 0, 0, 0, 1)))
    with pytest.raises(GameError, match="ran out"):
        sampled(table, "uniform", plays=1000, seed=0)


def test_the_command_shows_decimals_and_keeps_fractions(capsys):
    game = SevenAndAHalf()
    match_command("seven-and-a-half", "equilibrium", "--exact", "--json")
    row = json.loads(capsys.readouterr().out)["rows"][0]
    assert row["col"] == "house"
    assert F(row["mean"]) == solve(game).value.lower
    match_command("seven-and-a-half", "equilibrium", "--exact")
    assert f"{float(F(row['mean'])):.6f}" in capsys.readouterr().out
