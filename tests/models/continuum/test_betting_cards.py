"""Decks: Kuhn poker exactly, other games against the normal form and HiGHS, and large decks."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog

import zerosum
from zerosum.core.sides import SIDES, Side
from zerosum.core.solution import Value
from zerosum.games.poker import Bets, Kuhn, Raise, Raises, Relance, TwoBets
from zerosum.matrix import solve_exact
from zerosum.models.continuum.certificate import verify
from zerosum.models.continuum.extensive import BettingTree
from zerosum.models.continuum.form import BettingForm, StepStrategy, betting_form
from zerosum.models.continuum.report import report
from zerosum.models.continuum.response import expectation, guarantees
from zerosum.models.continuum.solve import extreme_points, solve
from zerosum.models.continuum.solve.cards import as_hidden_game
from zerosum.models.continuum.verify import guaranteed

F = Fraction
Game = Kuhn | Raise | Raises | Relance | TwoBets | Bets


def test_kuhn() -> None:
    solution = solve(Kuhn())
    assert solution.value == Value.exactly(F(-1, 18))
    bluff = solution.at(hand="1").row["bet"]
    value_bet = solution.at(hand="3").row["bet"]
    assert 0 <= bluff <= F(1, 3)
    assert value_bet == 3 * bluff
    assert solution.at(hand="2", node="check, bet").row["call"] == bluff + F(1, 3)
    assert solution.at(hand="2", node="bet").col == {"fold": F(2, 3), "call": F(1, 3)}
    assert solution.at(hand="1", node="check").col == {"check": F(2, 3), "bet": F(1, 3)}


@pytest.mark.parametrize("bet", [10**12, 10**30])
def test_bets_far_above_the_ante_are_solved_in_fractions(bet: int) -> None:
    """HiGHS refuses such a program. The value is that of the hidden game's tree, where pure responses are added."""
    solution = solve(Kuhn(bet=bet))
    assert solution.value == Value.exactly(F(0)) == zerosum.solve(BettingTree(Kuhn(bet=bet))).value
    assert solution.verify().holds


def test_optimal_strategies_that_form_a_family_are_found_by_their_extreme_points() -> None:
    """Kuhn 1950: A bluffs with any alpha in [0, 1/3], and B has one optimal strategy; every extreme point is
    optimal."""
    solution = solve(Kuhn())
    bluffs = {
        extreme_point["start"][0]["bet"]: extreme_point
        for extreme_point in solution.extreme_points["row"].found
    }
    assert sorted(bluffs) == [0, F(1, 3)]
    for alpha, extreme_point in bluffs.items():
        assert extreme_point["start"][2]["bet"] == 3 * alpha
        assert extreme_point["check, bet"][1]["call"] == F(1, 3) + alpha
    assert [extreme_point["bet"][1]["call"] for extreme_point in solution.extreme_points["col"].found] == [
        F(1, 3)
    ]
    assert all(extreme_points.are_all for extreme_points in solution.extreme_points.values())
    assert "has many optimal strategies" in str(solution)
    assert len(solution.json()["optimal"]["row"]) == 2


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_a_shown_extreme_point_with_the_strategy_above_where_its_table_is_silent_is_optimal(
    cards: int,
) -> None:
    game = Kuhn(cards=cards)
    solution = solve(game)
    tables = [table for table in report(solution).tables if "has many optimal strategies" in table.title]
    assert tables
    for table in tables:
        side: Side = "row" if "of A form" in table.title else "col"
        rows = {(after, card): told for after, card, *told in table.rows}
        for k, extreme_point in enumerate(solution.extreme_points[side].found[: len(table.columns) - 2]):
            plans = dict(solution.steps)
            for turn in solution.form.of(side):
                mixes = [
                    mix
                    if rows.get((turn.name, game.hand(F(card))), [None] * 3)[k]
                    else plans[turn.name].at(F(2 * card - 1, 2 * cards))
                    for card, mix in enumerate(extreme_point[turn.name], 1)
                ]
                plans[turn.name] = StepStrategy(
                    turn.actions,
                    tuple(F(card, cards) for card in range(cards + 1)),
                    tuple(tuple(mix.get(action, F(0)) for action in turn.actions) for mix in mixes),
                )
            value = F(solution.value.lower)
            assert guaranteed(game, plans, side) == (value if side == "row" else -value)


def test_a_point_inside_a_family_is_not_taken_for_its_end() -> None:
    """Between alpha = 0 and 1/3 every alpha is optimal, so with 1/6 in the place of an end the proof must fail."""
    game = as_hidden_game(betting_form(Kuhn().tree()), Kuhn().deck)
    found = {side: extreme_points.random_extreme_points(game, side) for side in SIDES}
    assert all(extreme_points.are_all(game, side, found) for side in SIDES)
    none, third = found["row"]
    half = tuple((x + y) / 2 for x, y in zip(none, third, strict=True))
    for pair in ([none, half], [half, third]):
        assert not extreme_points.are_all(game, "row", {**found, "row": pair})


def test_the_values_after_an_action_make_the_value_before_it() -> None:
    """A's first actions, as often as they come, bring what the whole game is worth; folded turns are no news."""
    for game in (Kuhn(), Kuhn(cards=5), Raise()):
        whole = solve(game)
        shares = whole.at(node="start").row
        after = {turn.name: whole.at(node=turn.name).value.lower for turn in whole.form.turns}
        assert after["start"] == whole.value.lower
        mean = sum(
            p * after.get(action, -1) for action, p in shares.items()
        )  # who folds at once loses the ante
        assert mean == whole.value.lower
    assert solve(Kuhn()).at(node="check").value == Value.exactly(F(-3, 5))


@pytest.mark.parametrize("share", [F(0), F(1, 5), F(1, 2), F(1)])
def test_kuhn_family(share: Fraction) -> None:
    """Any alpha in [0, 1/3] is optimal for A: bluff alpha with the jack, bet 3 alpha with the king."""
    form, alpha = betting_form(Kuhn().tree()), share / 3
    start = [[1 - alpha, alpha], [F(1), F(0)], [1 - 3 * alpha, 3 * alpha]]
    answer = [[F(1), F(0)], [F(2, 3) - alpha, F(1, 3) + alpha], [F(0), F(1)]]
    solution = solve(Kuhn())
    plans = {
        **solution.steps,
        "start": type(solution.steps["start"])(("check", "bet"), THIRDS, tuple(map(tuple, start))),
        "check, bet": type(solution.steps["start"])(("fold", "call"), THIRDS, tuple(map(tuple, answer))),
    }
    assert len(form.turns) == 4
    assert guaranteed(Kuhn(), plans, "row") == F(-1, 18)


THIRDS = (F(0), F(1, 3), F(2, 3), F(1))


def pure_strategies(form: BettingForm, player: str, cards: int) -> list[list[np.ndarray]]:
    """All pure strategies: an action for every turn and card."""
    turns = [turn for turn in form.turns if turn.player == player]
    choices = [range(len(turn.actions)) for turn in turns for _ in range(cards)]
    answer = []
    for chosen in product(*choices):
        tables = []
        for k, turn in enumerate(turns):
            rows = np.eye(len(turn.actions), dtype=int)[list(chosen[k * cards : (k + 1) * cards])]
            tables.append(rows.astype(object) * F(1))
        answer.append(tables)
    return answer


@pytest.mark.parametrize(
    "game", [Relance(cards=3), Relance(cards=3, replace=True), Relance(cards=3, suits=2)]
)
def test_normal_form_agrees(game: Relance) -> None:
    """The matrix of all pure strategies has the same value."""
    form, deck = betting_form(game.tree()), game.deck
    edges = np.array([F(k, game.cards) for k in range(game.cards + 1)], object)
    rows, cols = (pure_strategies(form, player, game.cards) for player in ("row", "col"))
    matrix = [[expectation(form, [*r, *c], edges, deck) for c in cols] for r in rows]
    assert solve_exact(matrix).value == solve(game).value


def sequence_form_value(game: Game) -> float:
    """The value by HiGHS on the sequence form written out in full."""
    form, deck = betting_form(game.tree()), game.deck
    assert deck is not None
    n = deck.ranks
    alpha, beta = map(float, deck.spread)
    weight = np.full(n, 1 / n)
    joint = alpha * np.outer(weight, weight) - beta * np.diag(weight)
    sign = np.sign(np.subtract.outer(np.arange(n), np.arange(n)))
    rows, cols = form.sequences["row"], form.sequences["col"]
    pay = np.zeros((rows, n, cols, n))
    for leaf in form.leaves:
        pay[leaf.row, :, leaf.col, :] += joint * (float(leaf.constant) + float(leaf.stake) * sign)
    flow, right = constraints(form, "row", n)
    back, ends = constraints(form, "col", n)
    width = rows * n
    answer = linprog(
        np.concatenate([np.zeros(width), -ends]),
        A_ub=np.hstack([-pay.reshape(width, cols * n).T, back.T]),
        b_ub=np.zeros(cols * n),
        A_eq=np.hstack([flow, np.zeros((len(flow), len(back)))]),
        b_eq=right,
        bounds=[(0, None)] * width + [(None, None)] * len(back),
    )
    return -float(answer.fun)


def constraints(form: BettingForm, player: str, n: int) -> tuple[np.ndarray, np.ndarray]:
    """The equations that make numbers the reaches of a strategy."""
    turns = [turn for turn in form.turns if turn.player == player]
    lines = np.zeros(((1 + len(turns)) * n, form.sequences[player] * n))  # type: ignore[index]
    right = np.zeros(len(lines))
    for card in range(n):
        lines[card, card], right[card] = 1, 1
        for k, turn in enumerate(turns):
            line = (k + 1) * n + card
            lines[line, turn.parent * n + card] = -1
            for sequence in turn.sequences:
                lines[line, sequence * n + card] = 1
    return lines, right


@pytest.mark.parametrize(
    "game",
    [
        Kuhn(cards=7),
        Kuhn(cards=13, suits=4),
        Raise(cards=9),
        Raise(cards=8, replace=True),
        Raises(raises=3, cards=10),
        Bets(sizes=(F(1), F(2), F(4)), raises=1, cards=8),
    ],
)
def test_highs_on_the_plain_sequence_form_agrees(game: Game) -> None:
    solution = solve(game)
    assert solution.value.is_exact
    assert verify(solution) == solution.value
    assert float(solution.value) == pytest.approx(sequence_form_value(game), abs=1e-8)


@pytest.mark.parametrize(
    ("game", "value"),
    [(Relance(cards=52), F(-3, 26)), (TwoBets(cards=52), F(-3, 34)), (Raise(cards=52), F(-15839, 88400))],
)
def test_fifty_two_cards(game: Game, value: Fraction) -> None:
    """Exact, proved, and near the continuum."""
    solution = solve(game)
    assert solution.value == Value.exactly(value)
    assert verify(solution) == solution.value
    assert float(solve(type(game)()).value) == pytest.approx(float(value), abs=0.01)


def test_a_thousand_cards() -> None:
    solution = solve(Raise(cards=1000))
    assert solution.value.gap <= 1e-9
    assert float(solution.value) == pytest.approx(-43 / 243, abs=2e-4)
    assert verify(solution).gap <= 1e-9


def test_large_decks_tend_to_the_continuum_like_one_over_n() -> None:
    limit = F(-1, 9)
    errors = [float(solve(Relance(cards=n)).value) - float(limit) for n in (20, 40, 80)]
    assert errors[1] / errors[0] == pytest.approx(0.5, abs=0.1)
    assert errors[2] / errors[1] == pytest.approx(0.5, abs=0.1)


def test_cards_are_numbered_from_one() -> None:
    with pytest.raises(ValueError, match="1, 2, 3, 4"):
        solve(Kuhn(cards=4)).at(hand="0")
    with pytest.raises(ValueError, match="J, Q, K"):
        solve(Kuhn()).at(hand="0")


def test_responses_are_bounds_for_the_numeric_answer() -> None:
    solution = solve(Raise(cards=30), numeric=True)
    form = betting_form(Raise().tree())
    edges = np.array([F(k, 30) for k in range(31)], object)
    mix = [
        np.array(
            [list(solution.steps[t.name].mixes[_cell(solution.steps[t.name].ends, k)]) for k in range(30)],
            object,
        )
        for t in form.turns
    ]
    lower, upper = guarantees(form, mix, edges, Raise(cards=30).deck)
    assert solution.value.lower <= lower <= upper <= solution.value.upper


def _cell(ends: tuple[Fraction, ...], card: int) -> int:
    return max(i for i, end in enumerate(ends[:-1]) if end <= F(card, 30))
