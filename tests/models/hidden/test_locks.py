"""Locked decisions: against linear programs of the normal form, known answers, and what is refused."""

import json
from fractions import Fraction
from itertools import product

import pytest
from tests.command import run
from tests.models.hidden.hidden_games import Kuhn, Pennies
from tests.models.hidden.test_hidden_ranges import RandomGame

import zerosum
from zerosum.certificates import certify
from zerosum.core.errors import GameError, InputError
from zerosum.core.reading import only_files_in
from zerosum.matrix.exact import exact_game
from zerosum.models.hidden.form import words
from zerosum.models.hidden.search import discover

F = Fraction


def plans(sets, fixed):
    """The plans of a player who mixes as fixed at some sets and has a pure move at the others."""
    choices = [
        [fixed[i]]
        if i in fixed
        else [[int(k == pick) for k in range(len(moves))] for pick in range(len(moves))]
        for i, moves in enumerate(sets.moves)
    ]
    for picks in product(*choices):
        reach = [F(1)] * sets.sequences
        for i, mix in enumerate(picks):
            for k, p in enumerate(mix):
                reach[sets.first[i] + k] = reach[sets.parent[i]] * p
        yield tuple(reach)


def normal_form_value(form, fixed):
    """The value where each player's behaviour at some sets is fixed, by the matrix of all other pure strategies."""
    rows, cols = ({*plans(form.of(side), fixed[side])} for side in ("row", "col"))
    ends = list(zip(*(part.tolist() for part in form.ends), strict=True))
    matrix = [
        [sum((x[i] * y[j] * form.weights[k] for i, j, k in ends), F(0)) for y in sorted(cols)]
        for x in sorted(rows)
    ]
    return exact_game(matrix)[0]


@pytest.mark.parametrize("seed", range(12))
def test_random_games_against_their_normal_form(seed):
    game = RandomGame(seed)
    form = discover(game)
    for side, share in product(("row", "col"), (F(0), F(1, 3), F(1))):
        for i, moves in enumerate(form.of(side).moves):
            mix = [share, 1 - share, *[F(0)] * (len(moves) - 2)]
            fixed = {"row": {}, "col": {}}
            fixed[side][i] = mix
            known = f"{side}: {words(form.seen(side, i))}"
            locks = {known: {str(move): p for move, p in zip(moves, mix, strict=True)}}
            solution = zerosum.solve(game, locks=locks)
            assert solution.value == normal_form_value(form, fixed), (seed, locks)
            assert solution.verify().holds
            assert solution.costs[side] >= 0


def test_a_move_that_is_locked_leaves_the_others_free():
    """Of rock, paper and scissors the first has probability 1/2: the others are solved, at -1/6."""
    solution = zerosum.solve([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], locks=["row: 1 1/2"])
    assert solution.value == F(-1, 6)
    assert solution.json()["strategies"]["row"]["start"] == {"1": "1/2", "2": "1/6", "3": "1/3"}
    assert solution.costs == {"row": F(1, 6)}


def test_kuhn_without_bluffs():
    """B who never bluffs with a jack loses 1/9; the deck and the tree agree."""
    for game in ("kuhn", Kuhn()):
        known = "J, check" if game == "kuhn" else "1, check"
        solution = zerosum.solve(game, locks={known: {"bet": 0}})
        assert solution.value == F(1, 18)
        assert solution.costs == {"col": F(1, 9)}
        changed = {(one.side, one.move): (one.after, one.locked) for one in solution.changes()}
        assert changed["col", "bet"] == (0, True)
    assert zerosum.solve("kuhn", locks={"J, check": {"bet": "1/3"}}).costs == {"col": 0}


def test_a_whole_player():
    """Against a player who is fixed everywhere the value is the best response's."""
    locked = zerosum.solve("kuhn", locks={"col": "uniform"})
    best = zerosum.match("kuhn", "best-response", "uniform")
    assert locked.value == best.mean
    assert zerosum.solve(Pennies(), locks={"row": lambda seen: seen.moves[0]}).value == -1


def test_aces_and_queens_when_kings_shove_too_often():
    river = {"a": "AA, QQ", "b": "KK", "pot": 100, "stack": 100, "bets": (1,)}
    solution = zerosum.solve("toy-river", **river, locks="KK, check: shove 75%")
    assert solution.value == F(75, 2)
    assert solution.costs == {"col": F(25, 2)}
    assert zerosum.solve("toy-river", **river, locks="KK, check: shove 1/2").costs == {"col": 0}


def test_ranges_and_earnings_with_locks():
    solution = zerosum.solve("kuhn", locks={"J, check": {"bet": 0}})
    knows = {(line.side, line.information) for line in solution.ranges}
    assert {("row", "J"), ("row", "K, check, bet"), ("col", "Q, check")} <= knows
    assert ("col", "J, check") not in knows
    regrets = {(line.side, line.information): line.moves for line in solution.evs}
    assert regrets["col", "J, check"]["check"].regret >= 0


def test_the_command_and_files(tmp_path):
    file = tmp_path / "locks.txt"
    file.write_text("# two locks\nJ, check: bet 0\nQ, check: bet 1/2\n")
    two = json.loads(
        run("solve", "kuhn", "--lock", "J, check: bet 0", "--lock", "Q, check: bet 1/2", "--json").stdout
    )
    assert two["free_value"] == {"lower": "-1/18", "upper": "-1/18"}
    same = json.loads(run("solve", "kuhn", "--lock", str(file), "--json").stdout)
    assert same["value"] == two["value"]
    assert "locked" in run("solve", "kuhn", "--lock", "J, check: bet 0").stdout
    file.write_text("# none\n")
    assert "the file contains no lock" in run("solve", "kuhn", "--lock", str(file)).stderr
    file.write_text(str(tmp_path / "another.txt"))  # a file does not name files
    assert "moves and their probabilities" in run("solve", "kuhn", "--lock", str(file)).stderr
    assert "contains no lock" in run("solve", "kuhn", "--lock", "").stderr


@pytest.mark.parametrize("flag", [("--lock", "J, check: bet 0"), ("--ev",), ("--range",)])
def test_steps_are_of_the_game_itself(flag):
    shown = run("solve", "kuhn", "--steps", *flag)
    assert shown.returncode == 2
    assert f"remove {flag[0]}" in shown.stderr


def test_refined_with_locks():
    locks = {"J, check": {"bet": 0}}
    assert "limit of exact trembles" in zerosum.solve("kuhn", locks=locks, refine=True).method


@pytest.mark.parametrize(
    ("locks", "said"),
    [
        ("J, chec: bet 1/2", "did you mean one of 'J, check'"),
        ("J, check: bett 1/2", "'bett' is not a move at 'J, check'; the moves are check, bet"),
        ("J, check: bet 2", "between 0 and 1"),
        ("J, check: bet 1/2, check 1/3", "must add up to 1"),
        ("J, check: bet", "moves and their probabilities"),
        ("J, check:", "the probability of a move"),
        ({"J, check": "uniform"}, "map moves to probabilities"),
        ({"J, check": {}}, "map moves to probabilities"),
        ({"J, check": {"bet": 0}, "row": 3}, "a name, a function, or a player"),
        (["J, check: bet 0", "1, check: bet 1"], "locked twice"),
        (7, "a lock is a string"),
        ("J, check: bet 1/2, bet 1/3", "names 'bet' twice"),
        ({"J, check": {"bet": "1/2", "Bet": "1/3"}}, "'Bet' twice"),
        ("J", "moves and their probabilities"),
        (f"{'J' * 3000}: bet 1/2", "no information set"),
        ("col: lowest", "no player called 'lowest'"),
        ("", "the text contains no lock"),
        (["J, check: bet 1/2", " # nothing"], "the text contains no lock"),
    ],
)
def test_what_is_refused(locks, said):
    with pytest.raises(InputError, match=said):
        zerosum.solve("kuhn", locks=locks)


def test_seats_own_players_and_the_order_of_hands(tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text("def first(seen):\n    return seen.moves[0]\n")
    assert (
        zerosum.solve("kuhn", locks="B: uniform").value == zerosum.solve("kuhn", locks="col: uniform").value
    )
    assert (
        zerosum.solve("kuhn", locks={"B": "uniform"}).value == zerosum.solve("kuhn", locks="B: uniform").value
    )
    assert zerosum.solve("kuhn", locks="B: Q, bet: call 1").costs == {"col": F(1, 9)}
    assert zerosum.solve("kuhn", locks=f"B: {mine}:first").value == 1
    river = {"a": "A, K", "b": "A, K", "pot": 2, "stack": 2, "bets": (1,)}
    ace = zerosum.solve("toy-river", **river, locks="A: check 1")  # an ace, and not player A
    assert {one.information for one in ace.changes() if one.locked} <= {"A"}
    locked = zerosum.solve("kuhn", locks="row: uniform")
    hands = [one.information[0] for one in locked.changes() if one.side == "col"]
    assert hands == sorted(hands, key="JQK".index)
    file = tmp_path / "locks.txt"
    file.write_text(f"B: {mine}:first\n")
    with pytest.raises(InputError, match="cannot name files"):
        zerosum.solve("kuhn", locks=str(file))
    with (
        only_files_in(tmp_path / "nothing"),
        pytest.raises(GameError, match="file names"),
    ):
        zerosum.solve("kuhn", locks=f"B: {mine}:first")


def test_a_locked_solution_is_not_certified_saved_or_drawn(tmp_path):
    """A lock is none of the rules that name a game."""
    locked = zerosum.solve("kuhn", locks="J, check: bet 0")
    for refused in (lambda: certify(locked), lambda: locked.save(tmp_path / "kuhn.json"), locked.plot):
        with pytest.raises(InputError, match="lock"):
            refused()
    assert locked.verify().holds


def test_the_command_for_matrices():
    locked = json.loads(run("matrix", "0 -1 1; 1 0 -1; -1 1 0", "--lock", "row: 1 1/2", "--json").stdout)
    assert locked["cost"] == {"row": "1/6"}
    asked = json.loads(run("matrix", "1 -1 -1; -1 1 1", "--range", "--ev", "--json").stdout)
    assert asked["ranges"][1]["moves"]["2"] == {"least": "0", "most": "1/2"}
    assert [line["ev"] for line in asked["evs"]] == ["0", "0"]
    assert "remove" in run("matrix", "1 2; 3 4", "--lock", "row: uniform", "--steps").stderr
    assert "no file" in run("matrix", "1 2; 3 4", "--lock", "row: uniform", "--certify", "never.cert").stderr


def test_other_models_refuse():
    with pytest.raises(InputError, match="cannot be locked"):
        zerosum.solve("gleason", locks="a: b 1")
