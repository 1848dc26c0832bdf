"""Matches of betting games: distributions, best responses as players, and the range over optimal strategies."""

import pickle
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog
from tests.by_name import computed, exploited, pair, ranged, sampled

from zerosum.arena.players import uniform
from zerosum.arena.results import ProvedRange
from zerosum.core.errors import InputError, Unavailable
from zerosum.core.sides import SIDES
from zerosum.core.solution import Value
from zerosum.games.poker import Bets, Kuhn, OneCardPoker, Raise, Raises, Relance, TwoBets
from zerosum.models.continuum.arena import BettingArena, ShownCard
from zerosum.models.continuum.form import StepStrategy, betting_form
from zerosum.models.continuum.response import distribution, expectation
from zerosum.models.continuum.rules import BettingGame, Decision, Deck, a, b, fold, showdown
from zerosum.models.continuum.solve import solve
from zerosum.models.continuum.solve.extremes import (
    DualMasses,
    OptimalFace,
    extreme_on_line,
    extremes_with_deck,
)
from zerosum.models.continuum.verify import guaranteed
from zerosum.models.family import arena_for

F = Fraction
CHANCE = st.fractions(min_value=0, max_value=1, max_denominator=12)


def table(game: OneCardPoker) -> BettingArena:
    return arena_for(game, lambda: solve(game))


def kuhn_mean(alpha: Fraction, bets: list[Fraction], calls: list[Fraction]) -> Fraction:
    """What Kuhn's family earns, deal by deal, against a player who bets or calls so often with each card.

    The jack bluffs with alpha, the king bets with 3 alpha, the queen calls with alpha + 1/3 (Kuhn 1950).
    """
    opens, answers = [alpha, F(0), 3 * alpha], [F(0), alpha + F(1, 3), F(1)]
    total = F(0)
    for x, y in permutations(range(3), 2):
        sign = 1 if x > y else -1
        opened = (1 - calls[y]) * 1 + calls[y] * 2 * sign
        faced = (1 - answers[x]) * -1 + answers[x] * 2 * sign
        checked = (1 - bets[y]) * sign + bets[y] * faced
        total += opens[x] * opened + (1 - opens[x]) * checked
    return total / 6


KUHN = betting_form(Kuhn().tree())


@settings(max_examples=40, deadline=None)
@given(st.lists(CHANCE, min_size=3, max_size=3), st.lists(CHANCE, min_size=3, max_size=3))
def test_kuhn_range_is_that_of_the_one_parameter_family(bets: list[Fraction], calls: list[Fraction]) -> None:
    chances = {"check": bets, "bet": calls}
    opponent = [
        np.array([[1 - p, p] for p in chances.get(turn.name, [F(0)] * 3)], object) for turn in KUHN.turns
    ]
    found = extremes_with_deck(KUHN, Kuhn().deck, Value.exactly(F(-1, 18)), opponent)
    ends = sorted(kuhn_mean(alpha, bets, calls) for alpha in (F(0), F(1, 3)))
    assert [end.ev for end in found] == [end.bound for end in found] == ends


def test_kuhn_against_uniform_by_hand() -> None:
    """The jack loses 1 - α/2, the queen 1/3 - α/2, the king wins 3/2: in all 1/18 + α/3."""
    found = ranged(table(Kuhn()), "uniform")
    assert (found.worst, found.best) == (F(1, 18), F(1, 18) + F(1, 9))
    told = {key: cell for key, cell in found.line().items() if cell is not None}
    assert told == {"row": "equilibrium", "col": "uniform", "worst": F(1, 18), "best": F(1, 6)}
    mixed = ranged(table(Kuhn()), "1/2*uniform+1/2*meekest")
    half = [F(1, 2) * F(1, 2)] * 3
    assert [mixed.worst, mixed.best] == [kuhn_mean(a, half, half) for a in (F(0), F(1, 3))]


def normal_form_range(game: Relance, opponent: list[Fraction]) -> list[float]:
    """The same range by HiGHS over mixed strategies of the whole matrix; B sees with these probabilities."""
    cards = game.cards
    form, deck = betting_form(game.tree()), game.deck
    edges = np.array([F(k, cards) for k in range(cards + 1)], object)
    pure = [
        np.eye(2, dtype=int)[list(chosen)].astype(object) * F(1) for chosen in product((0, 1), repeat=cards)
    ]
    matrix = np.array([[expectation(form, [r, c], edges, deck) for c in pure] for r in pure], float)
    mixed = np.array([[1 - p, p] for p in opponent], object)
    earned = np.array([expectation(form, [r, mixed], edges, deck) for r in pure], float)
    size, value = len(pure), float(solve(game).value)
    limits = {
        "A_ub": -matrix.T,
        "b_ub": np.full(size, 1e-11 - value),
        "A_eq": np.ones((1, size)),
        "b_eq": [1.0],
    }
    return [sign * linprog(sign * earned, **limits, method="highs-ds").fun for sign in (1, -1)]


@pytest.mark.parametrize(
    "game", [Relance(cards=4), Relance(cards=3, replace=True), Relance(cards=4, suits=2, bet=F(5, 2))]
)
def test_the_range_is_that_of_the_normal_form(game: Relance) -> None:
    form = betting_form(game.tree())
    sees = [F(k + 1, 7) for k in range(game.cards)]
    opponent = [np.array([[1 - p, p] for p in sees], object)] * 2
    found = extremes_with_deck(form, game.deck, solve(game).value, opponent)
    assert [float(end.ev) for end in found] == pytest.approx(normal_form_range(game, sees), abs=1e-7)
    assert all(end.ev == end.bound for end in found)


@pytest.mark.parametrize(
    "game", [Raise(cards=13), Raises(cards=9, raises=3), Bets(cards=7, raises=1), Kuhn(cards=30)]
)
def test_the_solution_lies_between_the_ends(game: OneCardPoker) -> None:
    form, players = betting_form(game.tree()), table(game)
    found = extremes_with_deck(
        form, game.deck, solve(game).value, players._tables(dict.fromkeys(SIDES, uniform))[1]
    )
    assert all(end.ev == end.bound for end in found)
    assert found[0].ev <= computed(players, "equilibrium", "uniform").mean <= found[1].ev


def test_a_large_deck_has_its_range_in_fractions() -> None:
    found = ranged(table(Relance(cards=150)), "uniform")
    assert found.least == found.worst < found.best == found.most
    assert found.short == 0


def test_the_range_is_against_one_fixed_player() -> None:
    with pytest.raises(InputError, match="one fixed opponent"):
        ranged(table(Kuhn()), "best-response")


@pytest.mark.parametrize(
    "game", [Relance(), TwoBets(), Raise(), Kuhn(cards=0), Kuhn(), Raise(cards=5, suits=2)]
)
def test_the_distribution_adds_up(game: OneCardPoker) -> None:
    players = table(game)
    form = betting_form(game.tree())
    for row, col in product(players.roster("row"), repeat=2):
        match = computed(players, row, col)
        edges, mix = players._tables(
            dict(zip(SIDES, players.seat_players(*pair(players, row, col)), strict=True))
        )
        assert match.win + match.draw + match.loss == 1
        assert match.mean == expectation(form, mix, edges, game.deck)
        assert set(match.results) <= {
            leaf.constant + s * leaf.stake for leaf in form.leaves for s in (-1, 0, 1)
        }


def test_equal_ranks_are_a_draw_as_often_as_they_are_dealt() -> None:
    """Four ranks of two cards: the second card has the rank of the first once in seven times."""
    match = computed(table(Kuhn(cards=4, suits=2)), "meekest", "meekest")
    assert match.results == {-1: F(3, 7), 0: F(1, 7), 1: F(3, 7)}
    again = computed(table(Kuhn(cards=4, suits=2, replace=True)), "meekest", "meekest")
    assert again.results == {-1: F(3, 8), 0: F(1, 4), 1: F(3, 8)}


def test_the_distribution_in_floats() -> None:
    form = betting_form(Relance().tree())
    mix = [np.array([[0.5, 0.5]]), np.array([[0.25, 0.75]])]
    found = distribution(form, mix, np.array([0.0, 1.0]), None)
    assert found == pytest.approx({-2: 0.1875, -1: 0.5, 1: 0.125, 2: 0.1875})


@pytest.mark.parametrize("game", [Relance(), Raise(), Kuhn(), Bets(cards=6)])
def test_a_best_response_is_a_player(game: OneCardPoker) -> None:
    players = table(game)
    for opponent in players.roster("row"):
        held, given = exploited(players, opponent)
        assert computed(players, opponent, "best-response").mean == held
        assert computed(players, "best-response", opponent).mean == given
    dealt = sampled(players, "best-response", "uniform", plays=100_000, seed=4)
    exact = computed(players, "best-response", "uniform")
    assert abs(float(dealt.mean) - float(exact.mean)) < 4.5 * dealt.standard_error
    with pytest.raises(InputError, match="fixed opponent"):
        computed(players, "best-response", "best-response")
    with pytest.raises(InputError, match="fixed opponent"):
        exploited(players, "best-response")


def test_mixtures_are_computed_and_drawn_at_every_move() -> None:
    players = table(Kuhn())
    mixture = "1/3*boldest+2/3*meekest"
    exact = computed(players, mixture, "equilibrium")
    dealt = sampled(players, mixture, "equilibrium", plays=100_000, seed=7)
    assert abs(float(dealt.mean) - float(exact.mean)) < 4.5 * dealt.standard_error
    assert computed(players, "1/2*boldest+1/2*meekest", "equilibrium") != computed(
        players, "boldest", "equilibrium"
    )
    assert (
        computed(players, "1/2*boldest+1/2*meekest", "boldest").mean
        == computed(players, "uniform", "boldest").mean
    )
    held, given = exploited(players, "1/2*uniform+1/2*equilibrium")
    assert held <= F(-1, 18) <= given


@pytest.mark.parametrize("name", ["highest", "lowest", "1/2*highest+1/2*uniform", "nobody"])
def test_players_of_card_games_do_not_sit_down(name: str) -> None:
    """Bets have no rank: sorted by name, `see` would be the highest."""
    for ask in (
        lambda: computed(table(Kuhn()), name, "uniform"),
        lambda: sampled(table(Kuhn()), "uniform", name, plays=10, seed=0),
    ):
        with pytest.raises(InputError, match="no player"):
            ask()


@pytest.mark.parametrize(("weight", "told"), [("0", "positive"), ("-1", "positive"), ("half", "no weight")])
def test_the_weights_of_a_mixture_make_sense(weight: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        computed(table(Kuhn()), f"{weight}*uniform+1/2*boldest", "uniform")


@pytest.fixture
def mine(tmp_path: Path) -> str:
    file = tmp_path / "mine.py"
    file.write_text(
        "def kings(seen):\n    return seen.moves[-1] if seen.position.hand == 'K' else seen.moves[0]\n"
        "def dance(seen):\n    return 'dance'\n"
        "def lazy(seen):\n    return {seen.moves[0]: 2, seen.moves[1]: -1}\n"
    )
    return str(file)


def test_a_function_is_asked_about_every_card(mine: str) -> None:
    players = table(Kuhn())
    kings = f"{mine}:kings"
    exact = computed(players, "uniform", kings)
    dealt = sampled(players, "uniform", kings, plays=20_000, seed=3)
    assert abs(float(dealt.mean) - float(exact.mean)) < 4.5 * dealt.standard_error
    assert computed(players, "best-response", kings).mean == exploited(players, kings)[1]
    assert ranged(players, kings).worst == kuhn_mean(F(0), [F(0), F(0), F(1)], [F(0), F(0), F(1)])
    response = sampled(players, "best-response", kings, plays=2000, seed=3)
    assert abs(float(response.mean) - float(exploited(players, kings)[1])) < 4.5 * response.standard_error


def test_a_function_that_breaks_the_rules_is_told_so(mine: str) -> None:
    players = table(Kuhn())
    with pytest.raises(InputError, match="'dance'"):
        computed(players, f"{mine}:dance", "uniform")
    with pytest.raises(InputError, match="'dance'"):
        sampled(players, f"{mine}:dance", "uniform", plays=10, seed=0)
    with pytest.raises(InputError, match="not probabilities"):
        computed(players, f"{mine}:lazy", "uniform")
    with pytest.raises(InputError, match="every hand"):
        computed(table(Relance()), f"{mine}:kings", "uniform")


def relance_range(bet: Fraction) -> list[Fraction]:
    """Relance against uniform, by hand.

    B sees above b = a/(a + 2), so A bets all hands above b and bluffs with b - b² of those below, no matter
    which. A bet with x earns (1 + a) x - a/2. At best the lowest hands fold, at worst the highest below b.
    """
    b, fold = bet / (bet + 2), (bet / (bet + 2)) ** 2

    def bets(low: Fraction, high: Fraction) -> Fraction:
        return (1 + bet) * (high**2 - low**2) / 2 - bet / 2 * (high - low)

    return [bets(b, F(1)) - fold + bets(F(0), b - fold), bets(b, F(1)) - fold + bets(fold, b)]


@pytest.mark.parametrize("bet", [F(1, 3), F(1), F(7, 2)])
def test_the_range_on_the_line_by_hand(bet: Fraction) -> None:
    found = ranged(table(Relance(bet=bet)), "uniform")
    assert [found.worst, found.best] == relance_range(bet)
    assert [found.least, found.most] == relance_range(bet)
    assert found.short == 0


@pytest.mark.parametrize("game", [TwoBets(), Raise(), Kuhn(cards=0), TwoBets(low=F(1, 5), high=F(1, 2))])
@pytest.mark.parametrize("opponent", ["uniform", "boldest", "1/3*meekest+2/3*equilibrium"])
def test_the_range_on_the_line_is_proved_and_holds_the_solution(game: OneCardPoker, opponent: str) -> None:
    players = table(game)
    found = ranged(players, opponent)
    own = computed(players, "equilibrium", opponent).mean
    assert found.least <= found.worst <= own <= found.best <= found.most
    assert found.short == 0
    assert float(found.most - found.best) < 1e-9
    assert float(found.worst - found.least) < 1e-9


@pytest.mark.parametrize("side", ["row", "col"])
@pytest.mark.parametrize("most", [False, True])
def test_the_end_of_the_range_on_the_line_is_an_optimal_strategy(side: str, most: bool) -> None:
    game = Raise()
    form, value, players = betting_form(game.tree()), solve(game).value, table(game)
    seats = dict.fromkeys(("row", "col"), pair(players, "uniform", "uniform")[0])
    edges = players._tables(dict.fromkeys(("row", "col"), players.equilibrium))[0]
    opponent = players.mixes_on(edges, seats)
    optimal = players.mixes_on(edges, dict.fromkeys(("row", "col"), players.equilibrium))
    end = extreme_on_line(form, side, opponent, optimal, edges, value, most=most)
    assert end.short == 0
    assert end.ev == end.bound
    plans = {
        turn.name: StepStrategy.merged(
            turn.actions, list(end.edges), [tuple(row) for row in end.mix[turn.index]]
        )
        for turn in form.turns
    }
    assert guaranteed(game, plans, side) == (value.lower if side == "row" else -value.upper)
    earned = expectation(form, end.mix, end.edges, None)
    assert end.ev == (earned if side == "row" else -earned)


@pytest.mark.parametrize("game", [Relance, Raise, Kuhn])
def test_the_range_of_a_deck_lies_in_that_of_the_line_nearly(game: type[OneCardPoker]) -> None:
    """Two methods, the nudge for decks and the face for the line.

    Limits of optimal strategies are optimal, so the deck's range cannot stick out for long. It may be smaller: what
    is a tie on the line can be decided by the one card that the opponent does not hold.
    """
    line, deck = ranged(table(game(cards=0)), "uniform"), ranged(table(game(cards=40)), "uniform")
    assert line.worst - F(1, 25) < deck.worst < deck.best < line.best + F(1, 25)
    if game is not Raise:
        assert deck.worst < line.worst + F(1, 25)
        assert deck.best > line.best - F(1, 25)


def test_any_masses_prove_a_bound() -> None:
    """The certificate does not rest on the linear program: nonsense masses bound the range too, only loosely."""
    game = Raise()
    form, players = betting_form(game.tree()), table(game)
    edges = players._tables(dict.fromkeys(("row", "col"), players.equilibrium))[0]
    opponent = players.mixes_on(edges, dict.fromkeys(("row", "col"), pair(players, "uniform", "uniform")[0]))
    optimal = players.mixes_on(edges, dict.fromkeys(("row", "col"), players.equilibrium))
    best = ranged(players, "uniform").best
    random, cells = np.random.default_rng(5), len(edges) - 1
    tight = 0
    for scale in (0, 0.01, 0.1, 1):
        face = OptimalFace(form, "row", edges, optimal, opponent, 1)
        plan = random.random((form.sequences["col"], 2 * cells + 1))
        masses = DualMasses(plan, scale * random.random((3, cells)))
        bound = face.mean(face.proved(masses)[1])
        assert bound >= best
        tight += bound < best + F(1, 2)
    assert tight


def test_a_range_that_is_not_exact_says_so() -> None:
    found = ProvedRange("uniform", F(1, 3), F(1, 2), least=F(1, 3), most=F(501, 1000), short=F(0))
    assert found.line()["worst"] == F(1, 3)
    assert found.line()["not_above"] > 0.501
    assert found.line()["short"] is None
    rough = ProvedRange("uniform", F(1, 3), F(1, 2), least=F(1, 4), most=F(1, 2), short=F(1, 10**12))
    assert rough.line()["short"] >= 1e-12
    assert isinstance(rough.line()["worst"], float)


def test_without_an_exact_solution_there_is_no_range_on_the_line() -> None:
    players = arena_for(Relance(), lambda: solve(Relance(), numeric=True))
    with pytest.raises(Unavailable, match="exact solution"):
        ranged(players, "uniform")


def test_a_deck_without_an_exact_value_has_bounds() -> None:
    """They hold the true range between them, and strategies are short by no more than the value is in doubt."""
    game = Raise(cards=13)
    doubt, sure = solve(game, numeric=True), ranged(table(game), "uniform")
    found = ranged(arena_for(game, lambda: doubt), "uniform")
    assert found.least <= sure.worst < sure.best <= found.most
    assert float(sure.worst - found.least) < 1e-9
    assert float(found.most - sure.best) < 1e-9
    assert 0 < found.short <= F(doubt.value.upper) - F(doubt.value.lower)
    line = found.line()
    assert line["not_below"] <= line["worst"] < line["best"] <= line["not_above"]


def test_a_value_in_doubt_makes_strategies_short() -> None:
    """With bounds apart the strategy may miss the true value by as much."""
    opponent = [np.array([[F(1, 2), F(1, 2)]] * 3, object)] * 4
    doubt = Value(F(-1, 18) - F(1, 1000), F(-1, 18) + F(1, 500))
    for end, sign, sure in zip(
        extremes_with_deck(KUHN, Kuhn().deck, doubt, opponent), (-1, 1), (F(1, 18), F(1, 6)), strict=True
    ):
        assert end.short >= F(1, 500)
        assert sign * end.bound >= sign * sure


@pytest.mark.parametrize("game", [Kuhn(cards=0), Raise()])
def test_optimal_strategies_found_for_other_opponents_stay_in_the_range(game: OneCardPoker) -> None:
    """Whatever optimal strategy is found against anybody, it earns no less than the worst and no more than the best."""
    form, players, value = betting_form(game.tree()), table(game), solve(game).value
    found, random = ranged(players, "uniform"), np.random.default_rng(11)
    both = dict.fromkeys(("row", "col"), players.equilibrium)
    edges, optimal = players._tables(both)
    for _ in range(2):
        opponent = [
            np.array(
                [
                    [1 - F(int(p), 16), F(int(p), 16)] + [F(0)] * (len(t.actions) - 2)
                    for p in random.integers(17, size=len(edges) - 1)
                ],
                object,
            )
            for t in form.turns
        ]
        for most in (False, True):
            end = extreme_on_line(form, "row", opponent, optimal, edges, value, most=most)
            uniform = players.mixes_on(
                end.edges, dict.fromkeys(("row", "col"), pair(players, "uniform", "uniform")[0])
            )
            mixed = [
                m if t.player == "row" else u for t, m, u in zip(form.turns, end.mix, uniform, strict=True)
            ]
            assert end.short < F(1, 10**12)
            earned = expectation(form, mixed, end.edges, game.deck)
            assert found.least - F(1, 10**9) <= earned <= found.most + F(1, 10**9)


@dataclass(frozen=True)
class Tree(BettingGame):
    """Any tree, any deck."""

    root: Decision = field(kw_only=True)
    cards: Deck | None = None

    @property
    def deck(self) -> Deck | None:
        return self.cards

    def tree(self) -> Decision:
        return self.root


BEGINS = b({"fold": fold(1), "bet": a({"fold": fold(1), "see": showdown(3)})})
ALONE = a({"fold": fold(1), "show": showdown(2)})
WATCHES = b({"fold": fold(1), "show": showdown(2)})
FORCED = a({"only": b({"fold": fold(1), "see": showdown(1)})})


@pytest.mark.parametrize("root", [BEGINS, ALONE, WATCHES, FORCED])
@pytest.mark.parametrize("deck", [None, Deck(4), Deck(3, 2), Deck(5, replace=True)])
def test_odd_trees_have_ranges_too(root: Decision, deck: Deck | None) -> None:
    """B begins; only A chooses; only B chooses; A has no choice. All of row's optimal strategies earn the same."""
    game = Tree(root=root, cards=deck)
    players = arena_for(game, lambda: solve(game))
    found = ranged(players, "uniform")
    assert found.least == found.worst == found.best == found.most
    assert found.best == computed(players, "equilibrium", "uniform").mean
    assert computed(players, "best-response", "uniform").mean >= found.best


def test_a_function_in_a_mixture(mine: str) -> None:
    players = table(Kuhn())
    mixture = f"1/2*{mine}:kings+1/2*meekest"
    exact = computed(players, mixture, "boldest")
    dealt = sampled(players, mixture, "boldest", plays=4_000, seed=3)
    assert abs(float(dealt.mean) - float(exact.mean)) < 4.5 * dealt.standard_error
    assert exact.mean != computed(players, "meekest", "boldest").mean


@pytest.mark.parametrize(
    "test",
    [
        "hand == 'K'",
        "hand == 3",
        "hand > 2",
        "hand.strength == 3",
        "{'J': 0, 'Q': 0, 'K': 1}[hand]",
        "str(hand) in 'AK'",
        "seen.position.strength == 3",
    ],
)
def test_a_player_sees_a_card_as_it_is_shown(tmp_path, test):
    """The king bets and earns 3/2 on average; the queen checks and loses 1/2; the jack checks and loses 1."""
    file = tmp_path / "own.py"
    file.write_text(
        f"def own(seen):\n    hand = seen.position.hand\n    return seen.moves[-1 if {test} else 0]\n",
        encoding="utf-8",
    )
    assert computed(table(Kuhn()), f"{file}:own", "uniform").mean == 0
    assert sampled(table(Kuhn()), f"{file}:own", "uniform", plays=50, seed=1).plays == 50


def test_cards_are_ordered_by_strength():
    cards = [ShownCard(name, Fraction(k)) for k, name in enumerate("JQK", 1)]
    assert cards[0] < cards[1] <= cards[2]
    assert not cards[0] >= cards[2]
    assert max(cards) == "K"
    assert pickle.loads(pickle.dumps(cards[2])).strength == 3
    assert (int(cards[1]), float(cards[1])) == (2, 2.0)
