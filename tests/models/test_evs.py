"""What each move earns at every decision: by hand, by two implementations, and against best responses."""

import json
from fractions import Fraction

import pytest
from tests.command import run

import zerosum
from zerosum.core.errors import InputError
from zerosum.core.sides import SIDES
from zerosum.models.hidden.questions import position_of, tree_evs
from zerosum.models.hidden.search import discover

F = Fraction


def by_knowledge(solution):
    return {(line.side, line.information): line for line in solution.evs}


def test_kuhn_by_hand():
    """With K after check and bet, A calls and wins 2; with J, a call of a bet loses 2 instead of 1."""
    lines = by_knowledge(zerosum.solve("kuhn"))
    call = lines["row", "K, check, bet"]
    assert call.moves["call"].ev == 2
    assert call.moves["fold"].regret == 3
    bluffed = lines["col", "J, bet"]
    assert bluffed.moves["call"].ev == -2
    assert bluffed.moves["call"].regret == 1
    assert bluffed.ev == -1
    assert lines["row", "Q"].moves["bet"].regret == F(1, 6)
    assert lines["row", "J"].reached == F(1, 3) == lines["row", "J"].counterfactual_reach


@pytest.mark.parametrize("options", [{}, {"cards": 5}, {"bet": 2, "cards": 4}])
def test_decks_agree_with_the_tree(options):
    """Best responses to a deck and the recursion over the tree of the same game give the same table."""
    solution = zerosum.solve("kuhn", **options)
    game, family = solution.game, solution.game.family
    tree = family.extensive(game)
    form = discover(tree)

    def mix_at(side, index):
        mix = family.mix_in_tree(solution, side, position_of(tree, form, side, index), None)
        return {move: mix.get(move, F(0)) for move in form.of(side).moves[index]}

    def name(side, index):
        (_, card), *rest = form.seen(side, index)
        return ", ".join([game.hand(F(card)), *(action for _, action in rest)])

    names = {side: [name(side, i) for i in range(len(form.of(side)))] for side in SIDES}
    found = tree_evs(tree, form, mix_at, names, lambda rank: game.hand(F(rank)))
    other = {(line.side, line.information): line for line in found}
    assert other == by_knowledge(solution)


def test_the_first_decisions_are_worth_the_game():
    """What row earns at its first decisions, each as often as it is reached, is the value; col's is its negative."""
    for name, options in (("leduc", {"ranks": 2}), ("liars-dice", {"sides": 2}), ("kuhn", {})):
        solution = zerosum.solve(name, **options)
        first = [
            line for line in solution.evs if line.side == "row" and line.reached == line.counterfactual_reach
        ]
        first = [line for line in first if "," not in line.information]
        assert sum(line.reached * line.ev for line in first) == solution.value


def test_optimal_moves_have_no_regret():
    """Where play gets, no move of an optimal strategy earns less than another."""
    for line in zerosum.solve("leduc").evs:
        if line.reached:
            assert all(not move.regret for move in line.moves.values() if move.probability)


def test_hands_on_the_line():
    """Relance: with a hand above 1/9 A earns nothing by betting, on average, and loses 1 by folding."""
    lines = by_knowledge(zerosum.solve("relance"))
    strong = lines["row", "1/9 to 1"]
    assert strong.moves["bet"].ev == 0
    assert strong.moves["fold"].regret == 1
    assert strong.reached == F(8, 9)
    assert lines["col", "1/3 to 1, bet"].ev == F(1, 2)


def test_matrix_and_staged_games():
    solution = zerosum.solve([[2, -1], [-1, 1]], exact=True)
    row, col = solution.evs
    assert row.ev == F(1, 5) == -col.ev
    assert all(move.regret == 0 for move in row.moves.values())
    staged = zerosum.solve("oshi-zumo", coins=3)
    start = staged.evs[0]
    assert start.information == "start"
    assert start.reached == 1
    assert abs(start.ev - float(staged.value)) < 1e-9
    assert all(move.regret >= 0 for line in staged.evs for move in line.moves.values())


def test_the_command():
    shown = run("solve", "kuhn", "--ev").stdout
    assert "K, check, bet" in shown
    assert "EV loss" in shown
    data = json.loads(run("solve", "kuhn", "--ev", "--json").stdout)
    assert data["evs"][0]["moves"]["bet"]["probability"] == "1/3"
    assert "evs" not in json.loads(run("solve", "kuhn", "--json").stdout)
    seen = json.loads(run("solve", "leduc", "--ranks", "2", "--ev", "--seen", "Q, check", "--json").stdout)
    assert [line["information"] for line in seen["evs"]] == ["Q, check"]
    assert "EVs are not available" in run("solve", "gleason", "--ev").stderr


@pytest.mark.parametrize(("game", "compare"), [("two-phase-relance", "sums"), ("two-phase-raise", "larger")])
def test_two_phases_earn_what_the_payments_say(game, compare):
    """At every turn the mean of what is earned is the mean of the payments there, which are counted otherwise."""
    solution = zerosum.solve(game, compare=compare)
    for turn in solution.game.form.turns:
        lines = solution.at(node=turn.name).evs
        reached = sum(line.reached for line in lines)
        if reached > 1e-3:
            mean = sum(line.reached * line.ev for line in lines if line.ev is not None) / reached
            there = float(solution.at(node=turn.name).value)
            assert abs(mean - (there if turn.player == "row" else -there)) < 0.02, turn.name
        for line in lines:
            assert all(move.regret is None or move.regret > -1e-9 for move in line.moves.values())
    start = [line for line in solution.evs if line.side == "row" and ", " not in line.information]
    assert abs(sum(line.reached * line.ev for line in start) - float(solution.value)) < 1e-3


def test_refused_with_the_reason():
    with pytest.raises(InputError, match=r"EVs .*continuous"):
        _ = zerosum.solve("nakai").evs
