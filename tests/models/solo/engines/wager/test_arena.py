"""Bettors at Red Dog: fractions against counting every deal, dealt hands against the distribution, and errors."""

import json
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from tests.by_name import computed, exploited, pair, ranged, sampled

from zerosum.arena.players import Observation
from zerosum.arena.sampling import play_out
from zerosum.cli.match import match
from zerosum.core.errors import InputError
from zerosum.core.progress import silent
from zerosum.games.red_dog import RealDeck, RedDog, RedDogDeal
from zerosum.models.family import arena_for, solve
from zerosum.models.solo.engines.wager.arena import WagerArena
from zerosum.models.solo.engines.wager.rules import Stakes, WagerGame
from zerosum.models.solo.engines.wager.win_chance import ExactDistribution, WinChance

SMALL = [
    RedDog(cards=2, suits=2, ranks=4, max_bet=3),
    RedDog(cards=3, suits=3, ranks=3, max_bet=4, min_bet=2, aces="low"),
    RedDog(cards=1, suits=1, ranks=6, max_bet=1),
    RedDog(cards=4, suits=2, ranks=3, max_bet=2, min_bet=0),
]
CONTINUOUS = [
    RedDog(deck="continuous"),
    RedDog(deck="continuous", voids=True, cards=3, suits=2),
    RedDog(deck="continuous", suits=2, weights=(Fraction(1, 3), Fraction(2, 3))),
    RedDog(deck="continuous", suits=2, dealt="steps(4)", turned="steps(4)"),
    RedDog(deck="continuous", suits=2, dealt="beta(2,3)"),
]
MIXTURE = "1/3*uniform+2/3*equilibrium"


def arena(game: WagerGame) -> WagerArena:
    found = arena_for(game)
    assert isinstance(found, WagerArena)
    return found


def counted(game: RedDog, name: str) -> dict[Fraction, Fraction]:
    """The results of every deal, one by one, by the rules of the table."""
    assert isinstance(game.source, RealDeck)
    table, deck = arena(game), game.source.cards
    acts, results, deals = tuple(dict.fromkeys(game.stakes.acts)), {}, 0
    fold, low, _ = game.stakes.acts
    for hand in combinations(deck, game.cards):
        mix = pair(table, name)[0].mix(Observation("row", " ".join(map(str, hand)), acts))
        for card in set(deck) - set(hand):
            deals += 1
            for act, p in mix.items():
                bet = None if act == fold else game.stakes.low if act == low else game.stakes.high
                paid = RedDogDeal(game.source, game.stakes, hand, card).payoff(bet)
                results[paid] = results.get(paid, Fraction(0)) + Fraction(p)
    return {paid: p / deals for paid, p in results.items() if p}


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.title)
@pytest.mark.parametrize("name", ["equilibrium", "uniform", "boldest", "meekest", "favourites", MIXTURE])
def test_every_deal_of_a_small_deck_counted(game: RedDog, name: str) -> None:
    exact = computed(arena(game), name)
    assert {paid: p for paid, p in exact.results.items() if p} == counted(game, name)


@pytest.mark.parametrize("game", [RedDog(), *SMALL, *CONTINUOUS[:4]], ids=lambda game: game.title)
def test_the_equilibrium_earns_the_value_and_nobody_earns_more(game: RedDog) -> None:
    table, value = arena(game), solve(game).value
    assert computed(table, "equilibrium").mean == value.lower
    assert all(computed(table, name).mean <= value.upper for name in table.roster("row"))
    assert computed(table, "best-response").mean == value.lower
    assert (ranged(table).worst, ranged(table).best) == (value.lower, value.upper)


def test_the_paper_s_deck_in_fractions() -> None:
    exact = computed(arena(RedDog()), "equilibrium")
    assert exact.mean == Fraction(-6631, 20825)
    assert exact.win + exact.loss == 1
    assert exploited(arena(RedDog()), "uniform") == (Fraction(-8819, 8925), None)
    assert exploited(arena(RedDog()), "house") == (None, Fraction(-6631, 20825))


@pytest.mark.parametrize("game", [RedDog(), SMALL[1], *CONTINUOUS], ids=lambda game: game.title)
def test_dealt_hands_agree_with_the_distribution(game: RedDog) -> None:
    table = arena(game)
    for name in [*table.roster("row"), MIXTURE]:
        exact = computed(table, name)
        dealt = sampled(table, name, plays=100_000, seed=3)
        assert abs(float(dealt.mean) - float(exact.mean)) <= 4 * dealt.standard_error + 1e-12
        for paid, p in exact.results.items():
            share = float(dealt.results.get(float(paid), 0))
            assert abs(share - float(p)) < 4.5 * np.sqrt(float(p) / 200_000) + 1e-9


def test_a_table_agrees_with_many_hands_at_once_and_with_the_fractions() -> None:
    game = RedDog()
    table = arena(game)
    for name in ("equilibrium", "uniform", "favourites"):
        one_by_one = play_out(table.deal, *pair(table, name), plays=2000, seed=5, progress=silent)
        assert abs(float(one_by_one.mean) - float(computed(table, name).mean)) < (
            4 * one_by_one.standard_error
        )


def test_a_distribution_between_two_others_bounds_the_mean() -> None:
    """One suit: the win chance is the card's, so that a quadrature is easy."""
    from scipy import stats
    from scipy.integrate import quad

    game = RedDog(deck="continuous", suits=1, dealt="beta(2,3)")
    table = arena(game)
    exact = computed(table, "favourites")
    assert exact.bound > 0
    card = stats.beta(2, 3)
    bets, _ = quad(lambda w: 6 * (2 * w - 1) * card.pdf(w), 0.5, 1, epsabs=1e-13)
    assert abs(float(exact.mean) - (bets - card.cdf(0.5))) <= exact.bound < 1e-3
    assert "bound" in exact.line()
    value = solve(game).value
    best = computed(table, "equilibrium")
    assert best.bound > 0
    assert value.lower - best.bound <= best.mean <= value.upper + best.bound


def test_the_same_seed_deals_the_same_hands() -> None:
    table = arena(RedDog())
    one, two = (sampled(table, "uniform", plays=150_000, seed=4) for _ in range(2))
    assert one == two
    assert one != sampled(table, "uniform", plays=150_000, seed=5)


def test_a_function_of_one_s_own_is_asked_about_every_hand(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "def choose(seen):\n    return seen.moves[-1] if 'A' in seen.position else seen.moves[0]\n"
    )
    game, name = SMALL[0], f"{file}:choose"
    table = arena(game)
    exact = computed(table, name)
    assert {paid: p for paid, p in exact.results.items() if p} == counted(game, name)
    dealt = sampled(table, name, plays=4000, seed=2)
    assert abs(float(dealt.mean) - float(exact.mean)) < 4 * dealt.standard_error
    assert exploited(table, name) == (exact.mean, None)
    with pytest.raises(InputError, match="simulate its rounds"):
        computed(arena(RedDog(cards=20)), name)
    file.write_text("def choose(seen):\n    return 'all in'\n")
    strange = "returned 'all in'; it must return one of fold"
    for ask in (computed, partial(sampled, plays=5, seed=1)):
        with pytest.raises(InputError, match=strange):
            ask(arena(game), name)
    file.write_text("def choose(seen):\n    return {seen.moves[0]: -1, seen.moves[1]: 2}\n")
    for ask in (computed, partial(sampled, plays=5, seed=1)):
        with pytest.raises(InputError, match="not probabilities"):
            ask(arena(game), name)
    file.write_text(
        "import zerosum\ndef choose(seen):\n    return zerosum.weights(dict.fromkeys(seen.moves, 5))\n"
    )
    assert computed(arena(game), name).mean == computed(arena(game), "uniform").mean


@pytest.mark.parametrize(
    ("row", "col", "sentence"),
    [
        ("equilibrium", "uniform", "no player called 'uniform'"),
        ("house", "house", "no player called 'house'"),
        ("nobody", "house", "choose from: equilibrium, uniform"),
        ("1/2*nobody+1/2*uniform", "house", "no player called 'nobody'"),
    ],
)
def test_who_cannot_sit_there(row: str, col: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        computed(arena(RedDog()), row, col)
    with pytest.raises(InputError, match=sentence):
        sampled(arena(RedDog()), row, col, plays=10, seed=0)


def test_the_command_answers_for_bettors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The second player may be left out: there is only the house."""
    for words in (
        ["equilibrium", "--exact"],
        ["equilibrium", "house", "--exact"],
        ["best-response", "--exact"],
    ):
        match("red-dog", *words, "--json")
        (line,) = json.loads(capsys.readouterr().out)["rows"]
        assert (line["col"], line["mean"]) == ("house", "-6631/20825")
    match("red-dog", "house", "--exploit")
    assert "as row" not in capsys.readouterr().out
    match("red-dog", "uniform", "--plays", "2000", "--json")
    (line,) = json.loads(capsys.readouterr().out)["rows"]
    assert line["plays"] == 2000
    match("red-dog", "--all", "--json", "--out", str(tmp_path / "heat.png"))
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert rows[0] == {"row": "equilibrium", "house": "-6631/20825"}
    assert (tmp_path / "heat.png").stat().st_size > 5000


@dataclass(frozen=True)
class Coin(WagerGame):
    """A hand wins with chance 1/5, 2/5 or 4/5."""

    @property
    def stakes(self) -> Stakes:
        return Stakes(Fraction(1), Fraction(1), Fraction(3))

    def win_chance(self) -> WinChance:
        third = Fraction(1, 3)
        return WinChance.exactly(ExactDistribution.atoms({Fraction(k, 5): third for k in (1, 2, 4)}))

    def chance_of(self, hand: str) -> Fraction:
        return Fraction(hand)


def test_a_game_of_one_s_own_with_a_finite_distribution_is_dealt_by_it() -> None:
    table = arena(Coin())
    exact = computed(table, "equilibrium")
    assert exact.mean == Fraction(1, 3) * (-1 + 2 * Fraction(-1, 5) + 4 * Fraction(3, 5))
    dealt = sampled(table, "equilibrium", plays=100_000, seed=1)
    assert abs(float(dealt.mean) - float(exact.mean)) < 4 * dealt.standard_error
