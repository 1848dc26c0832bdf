"""Hidden games at the table: what players see, matches, best responses."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import csr_array
from tests.models.hidden.hidden_games import Kuhn, Pennies, Reported

from zerosum.arena.players import BEST_RESPONSE, Function, uniform
from zerosum.core.boards import Cards, Chips
from zerosum.games.leduc import Leduc
from zerosum.games.liars_dice import LiarsDice
from zerosum.games.phases import SealedBets
from zerosum.models.family import arena_for
from zerosum.models.hidden import arena as hidden
from zerosum.models.hidden.solve.bilinear import bilinear_game
from zerosum.numerics.sparse import in_full


def test_the_equilibrium_earns_the_value_against_itself():
    arena = arena_for(Kuhn())
    match = arena.match(arena.equilibrium, arena.equilibrium)
    assert match.mean == Fraction(-1, 18)
    assert sum(match.results.values()) == 1


def test_a_best_response_to_the_equilibrium_earns_the_value():
    arena = arena_for(Kuhn())
    for side in ("row", "col"):
        assert arena.best_response(arena.equilibrium, side).value == Fraction(-1, 18)


def test_a_best_response_earns_in_a_match_what_it_promises():
    arena = arena_for(Leduc())
    response = arena.best_response(uniform, "col")
    assert arena.match(uniform, BEST_RESPONSE).mean == response.value
    assert response.value < arena.solution.value.lower


def test_exact_and_sampled_agree():
    arena = arena_for(Kuhn())
    exact, sampled = (
        arena.match(uniform, arena.equilibrium),
        arena.sample(uniform, arena.equilibrium, plays=4000),
    )
    assert abs(float(exact.mean) - float(sampled.mean)) < 4 * sampled.standard_error


def test_players_see_what_they_were_told_and_no_more():
    asked = []

    def note(seen):
        asked.append(seen.position)
        return seen.moves[0]

    arena = arena_for(Pennies())
    arena.match(Function("note", note), Function("note", note))
    assert {(view.side, view.seen) for view in asked} == {("row", ()), ("col", ())}


def test_cards_are_told_with_who_has_them_and_the_pot_is_shown():
    round = arena_for(Leduc()).before_deal()
    assert [name for name, _, _ in round.outcomes()] == ["J to A", "Q to A", "K to A"]
    for picked in ("J", "Q", "raise", "call", "K", "check", "raise"):
        round = round.after_pick(round.turn, picked)
    before = round.description("row")[0]
    assert before.startswith("so far: dealt to you: J · you: raise · the opponent: call · shown to both: K")
    board = round.board("row")
    assert board.pot == Chips(3, 7)
    assert (board.theirs, board.middle, board.mine) == (
        (Cards.covered(1),),
        *(((Cards.named(one)),) for one in "KJ"),
    )
    over = round.after_pick(round.turn, "fold")
    assert over.payoff == -3
    assert over.board("row").theirs == (Cards.named("Q"),)


def test_what_is_not_weighed_is_told(monkeypatch):
    monkeypatch.setattr(hidden, "MAX_WEIGHED", 0)
    arena = arena_for(Reported())
    random = np.random.default_rng(0)
    advice = arena.advice(arena.deal(random).after({"col": "H"}, random).after({}, random), "row")
    assert (advice.worth, advice.caveat) == ({}, hidden.UNWEIGHED)


def test_advice_weighs_the_moves():
    """Knowing the coin, naming it earns 1 and the other side nothing."""
    arena = arena_for(Reported())
    random = np.random.default_rng(0)
    round = arena.deal(random).after({"col": "H"}, random).after({}, random)
    assert arena.advice(round, "row").worth == pytest.approx({"H": 1.0, "T": 0.0})


def test_advice_at_an_even_choice_has_no_cost():
    arena = arena_for(Kuhn())
    random = np.random.default_rng(0)
    round = arena.deal(random)
    while not round.choosers():
        round = round.after({}, random)
    advice = arena.advice(round, "row")
    assert set(advice.worth) == {"check", "bet"}
    assert all(advice.cost(move) == pytest.approx(0) for move, p in advice.mix.items() if p)


def test_the_range_over_optimal_strategies_of_kuhns_game():
    """Row's optimal strategies are a family: bluff with chance a, bet the best card with 3a, for a up to 1/3."""
    table = arena_for(Kuhn())
    coward = Function("coward", lambda seen: "fold" if "fold" in seen.moves else "check")
    found = table.range(coward)

    def earned(a):  # against one who checks and folds: a showdown for 1 unless row bets
        bet = {1: a, 2: Fraction(0), 3: 3 * a}
        return sum(bet[x] + (1 - bet[x]) * (1 if x > y else -1) for x in bet for y in bet if x != y) / 6

    assert (found.worst, found.best) == tuple(sorted(earned(Fraction(a, 3)) for a in (0, 1)))
    assert (found.least, found.most) == (found.worst, found.best)
    even = table.range(table.equilibrium)
    assert even.worst == even.best == even.least == even.most == Fraction(-1, 18)


@pytest.mark.parametrize("game", [Leduc(), LiarsDice(sides=3), SealedBets()], ids=lambda game: game.name)
def test_the_ends_of_the_range_are_those_of_a_program_over_all_optimal_strategies(game):
    """The face of optimal strategies as a program of its own, by HiGHS: its ends are the fractions that are proved."""
    table = arena_for(game)
    found, form = table.range(uniform), bilinear_game(table.solution.form)
    layout, width = form.program, form.row.sequences
    lines, most, equal = csr_array(in_full(layout.lines)), layout.most, np.arange(len(form.row) + 1)
    met = np.zeros(lines.shape[1])
    met[:width] = form.matrix @ form.col.uniform / form.scale
    low = [*[0.0] * width, float(table.solution.value.lower) * form.scale - 1e-9, *[-np.inf] * len(form.col)]
    for sign, proved in ((1, found.worst), (-1, found.best)):
        answer = linprog(
            sign * met,
            A_ub=lines[most],
            b_ub=np.zeros(form.col.sequences),
            A_eq=lines[equal],
            b_eq=np.eye(len(equal))[0],
            bounds=[(bound, None) for bound in low],
        )
        assert sign * answer.fun == pytest.approx(float(proved), abs=1e-6)
    assert (found.least, found.most) == (found.worst, found.best)


@pytest.mark.parametrize("game", [Kuhn(), Leduc()], ids=lambda game: game.name)
def test_the_range_against_a_opponent_whose_chances_are_floats(game):
    """A tenth as a float is a long fraction, and its products are longer; the ends lie next to those of 1/10."""

    def first(chance):
        return lambda seen: (
            {seen.moves[0]: 1 - chance * (len(seen.moves) - 1)} | dict.fromkeys(seen.moves[1:], chance)
        )

    table = arena_for(game)
    long, short = (table.range(Function("mostly first", first(tenth))) for tenth in (0.1, Fraction(1, 10)))
    assert long.least <= long.worst <= long.best <= long.most
    ends = [(float(one.least), float(one.worst), float(one.best), float(one.most)) for one in (long, short)]
    assert ends[0] == pytest.approx(ends[1], abs=1e-5)
