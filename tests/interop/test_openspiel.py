"""OpenSpiel both ways: equal values, strategies that its own code cannot exploit, and its training on our games."""

import sys
from dataclasses import dataclass
from fractions import Fraction

import pytest

import zerosum
from zerosum.core.errors import GameError, InputError
from zerosum.interop.openspiel import load, register, to_openspiel, to_policy
from zerosum.models.hidden.rules import HiddenGame, choose, deal, end
from zerosum.models.staged.extensive import StagedTree
from zerosum.models.staged.rules import StagedGame

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
exploitability = pytest.importorskip("open_spiel.python.algorithms.exploitability").exploitability
policy_value = pytest.importorskip("open_spiel.python.algorithms.expected_game_score").policy_value


class TwiceRaised(StagedGame):
    """Two stages of a skewed matching game; the second pays double, if a coin lets it happen."""

    start = 0

    def moves(self, position):
        return ("ab", "cd") if position < 2 else ((), ())

    def play(self, position, row, col):
        pays = (position + 1) * {"ac": 2, "ad": -1, "bc": -1, "bd": 1}[row + col]
        return [(Fraction(1, 2), pays, position + 1), (Fraction(1, 2), pays, 2)]


@dataclass(frozen=True)
class OneCard(HiddenGame):
    """A card that only row sees; bet or not; call or not."""

    def turn(self, position):
        match position:
            case ():
                return deal(("ace", "king"), to="row")
            case (_,):
                return choose("row", ("check", "bet"))
            case (_, "bet"):
                return choose("col", ("fold", "call"))
        sign = 1 if position[0] == "ace" else -1
        return end({"check": sign, "fold": 1, "call": 2 * sign}[position[-1]])


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("kuhn_poker", "state", Fraction(-1, 18)),
        ("liars_dice(dice_sides=3)", "state", Fraction(1, 9)),
        ("goofspiel(num_cards=3,imp_info=True)", "state", 0),
        ("goofspiel(num_cards=3)", "observation", 0),
        ("goofspiel(num_cards=4,points_order=descending)", "state", 0),
        ("oshi_zumo(coins=4,size=1,min_bid=1)", "state", 0),
        ("oshi_zumo(coins=2,size=1,horizon=3)", "turn", 0),
        ("matrix_rps", "history", 0),
    ],
)
def test_its_games_are_solved_and_its_own_code_finds_nothing_to_exploit(text, key, value):
    solution = zerosum.solve(load(text, key=key))
    assert solution.value.lower - 1e-12 <= value <= solution.value.upper + 1e-12
    policy = to_policy(solution)
    assert abs(exploitability(policy.game, policy)) < 1e-12


def test_its_leduc_is_ours():
    theirs, ours = zerosum.solve(load("leduc_poker")), zerosum.solve("leduc")
    assert theirs.value.lower == theirs.value.upper == ours.value.lower
    policy = to_policy(theirs)
    assert abs(exploitability(policy.game, policy)) < 1e-12


@pytest.mark.long
def test_tic_tac_toe_is_a_draw_that_its_own_code_cannot_break():
    solution = zerosum.solve(load("tic_tac_toe"))
    assert solution.positions == 5478
    assert abs(solution.value.middle) < 1e-9
    policy = to_policy(solution)
    assert pyspiel.exploitability(policy.game, by_history(policy)) < 1e-12


def by_history(policy):
    """A policy as OpenSpiel's compiled code takes it; positions are asked about once."""
    table, asked, waiting = {}, {}, [policy.game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        if not state.is_terminal():
            board = str(state)
            if board not in asked:
                asked[board] = list(policy.action_probabilities(state).items())
            table[state.information_state_string()] = asked[board]
            waiting += [state.child(action) for action in state.legal_actions()]
    return table


@pytest.mark.parametrize(
    ("theirs", "ours", "parameters"),
    [
        ("kuhn_poker", "kuhn", {}),
        ("liars_dice(dice_sides=3)", "liars-dice", {"sides": 3}),
        ("goofspiel(num_cards=3,points_order=ascending)", "goofspiel", {"cards": 3, "prizes": "ascending"}),
        ("oshi_zumo(coins=3,size=1,min_bid=1)", "oshi-zumo", {"coins": 3}),
    ],
)
def test_games_that_both_have_go_either_way(theirs, ours, parameters):
    """Taken from there and handed back, and ours handed over: three solutions, one value."""
    game = zerosum.load(ours)(**parameters)
    value = float(zerosum.solve(game).value.middle)
    assert float(zerosum.solve(load(theirs)).value.middle) == pytest.approx(value, abs=1e-9)
    policy = to_policy(zerosum.solve(game))
    assert abs(exploitability(policy.game, policy)) < 1e-9
    there = policy_value(policy.game.new_initial_state(), [policy] * 2)[0]
    assert there == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize(
    "game", [TwiceRaised(), OneCard(), zerosum.load("leduc")(ranks=2)], ids=lambda game: game.title
)
def test_our_games_as_theirs_have_our_value_and_nothing_to_exploit(game):
    solution = zerosum.solve(game)
    policy = to_policy(solution)
    assert abs(exploitability(policy.game, policy)) < 1e-12
    means = policy_value(policy.game.new_initial_state(), [policy, policy])
    assert means[0] == pytest.approx(float(solution.value.middle), abs=1e-12)


def test_its_training_on_our_game_comes_to_our_value():
    cfr = pytest.importorskip("open_spiel.python.algorithms.cfr")
    register(OneCard(), "zerosum_one_card")
    game = pyspiel.load_game("zerosum_one_card")
    trained = cfr.CFRPlusSolver(game)
    for _ in range(200):
        trained.evaluate_and_update_policy()
    average = trained.average_policy()
    assert exploitability(game, average) < 0.01
    value = policy_value(game.new_initial_state(), [average] * 2)[0]
    assert value == pytest.approx(float(zerosum.solve(OneCard()).value.middle), abs=0.01)
    with pytest.raises(InputError, match="already"):
        register(OneCard(), "zerosum_one_card")


def test_a_staged_game_put_in_turns_has_the_same_value():
    staged, hidden = zerosum.solve(TwiceRaised(), exact=True), zerosum.solve(StagedTree(TwiceRaised()))
    assert staged.value.lower == hidden.value.lower == hidden.value.upper


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("kuhn_poker(players=3)", "3 players"),
        ("first_sealed_auction", "sum of its payoffs is not constant"),
        ("no_such_game", "no game"),
    ],
)
def test_what_cannot_be_taken_is_refused_with_the_reason(text, reason):
    with pytest.raises(InputError, match=reason):
        load(text)


def test_a_position_that_comes_back_is_refused_with_the_key_that_helps():
    with pytest.raises(GameError, match='key="turn"'):
        zerosum.solve(load("oshi_zumo(coins=2,size=1,horizon=3)", key="state"))


@pytest.mark.parametrize(
    ("text", "value", "wrong"),
    [
        ("go(board_size=2,max_game_length=10,komi=-1.5)", 0, True),
        ("oshi_zumo(coins=6,size=2,horizon=3,min_bid=1)", 0, False),
    ],
)
def test_texts_that_leave_something_out_merge_nothing(text, value, wrong):
    """Go's texts omit passes and superko; with them as keys the value came out wrong."""
    solution = zerosum.solve(load(text))
    assert solution.value.lower <= value <= solution.value.upper
    policy = to_policy(solution)
    assert abs(exploitability(policy.game, policy)) < 1e-12
    trusted = zerosum.solve(load(text, key="state"))
    assert "taken to be the same" in trusted.game.title
    assert "taken to be the same" not in solution.game.title
    assert wrong == (not trusted.value.lower <= value <= trusted.value.upper)


def test_models_that_openspiel_does_not_have_are_refused():
    with pytest.raises(InputError, match="not a finite tree"):
        to_openspiel(zerosum.load("matches")())


def test_without_openspiel_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(InputError, match="pip install open_spiel"):
        load("kuhn_poker")
