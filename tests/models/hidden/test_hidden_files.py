"""Hidden games from files: tables, and Gambit's extensive form."""

from fractions import Fraction
from pathlib import Path

import pytest

from zerosum.cli.solve import solve as solve_command
from zerosum.core.errors import GameError
from zerosum.games.hidden_file import HiddenFile
from zerosum.models.hidden.certificate import verify
from zerosum.models.hidden.solve import solve

EXAMPLES = Path(__file__).parents[3] / "examples"

POKER = """EFG 2 R "Póker · één kaart" { "Fred" "Alice" }
"a comment"

c "" 1 "" { "Red" 1/2 "Black" 0.5 } 0
p "" 1 1 "röd" { "Raise" "Fold" } 0
p "" 2 1 "" { "Meet" "Pass" } 0
t "" 1 "Big" { 2 -2 }
t "" 2 "Small" { 1, -1 }
t "" 2 "Small"
p "" 1 2 "svart" { "Raise" "Fold" } 0
p "" 2 1 0
t "" 3 "Loss" { -2, 2 }
t "" 2
t "" 4 "Little loss" { -1, 1 }
"""


def game(tmp_path, text, name="game.toml"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return HiddenFile(str(path))


def test_the_example_bluffs():
    """Row bets every ace and a third of the kings; col calls with two thirds."""
    example = HiddenFile(str(EXAMPLES / "one-card-bluff.toml"))
    solution = solve(example)
    assert solution.value.lower == Fraction(1, 3)
    assert solution.mix("row", (("chance", "king"),))["bet"] == Fraction(1, 3)
    assert solution.mix("col", (("row", "bet"),))["call"] == Fraction(2, 3)
    assert verify(solution) == solution.value


def test_gambits_poker(tmp_path):
    poker = game(tmp_path, POKER, "poker.efg")
    solution = solve(poker)
    assert solution.value.lower == Fraction(1, 3)
    assert poker.title == "Póker · één kaart"
    assert solution.mix("row", "svart")["Raise"] == Fraction(1, 3)
    assert verify(solution) == solution.value


def test_outcomes_at_inner_nodes_and_missing_ones_and_sums(tmp_path):
    moved = POKER.replace('"Raise" "Fold" } 0\np "" 2 1 ""', '"Raise" "Fold" } 9 "toll" { 5 2 }\np "" 2 1 ""')
    moved = moved.replace('p "" 1 2 "svart" { "Raise" "Fold" } 0', 'p "" 1 2 "svart" { "Raise" "Fold" } 9')
    shifted = game(tmp_path, moved, "poker.efg")
    assert shifted.title.endswith("payoffs add up to 7")
    assert solve(shifted).value.lower == Fraction(1, 3) + 5
    nothing = 'EFG 2 R "" { "a" "b" }\np "" 1 1 { "l" "l" } 0\nt "" 0\nt "" 1 { -1 1 }'
    assert solve(game(tmp_path, nothing, "nothing.efg")).value.lower == 0


FORGETS = """EFG 2 R "" { "a" "b" }
p "" 1 1 { "l" "r" } 0
p "" 1 2 { "x" "y" } 0
t "" 1 { 1 -1 }
t "" 0
p "" 1 2 0
t "" 0
t "" 1
"""


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (POKER.replace('"Fred" "Alice"', '"Fred" "Alice" "Ann"'), "this one has 3 players"),
        (
            POKER.replace("{ -2, 2 }", "{ -2, 3 }"),
            "not constant-sum: .* -2 and 3 add up to 1, at another to 0",
        ),
        (POKER.replace("EFG 2 R", "EFG 1 R"), "begin with EFG 2 R"),
        (POKER.rsplit("\nt", 1)[0], "ends before its tree is complete"),
        (POKER + 't "" 0', "after the end of its tree"),
        (POKER.replace("1/2", "half"), "'half' where a number is expected"),
        (POKER.replace('"Black" 0.5 }', '"Black" 0.25 }'), "must add up to 1, not 3/4"),
        (POKER.replace('"Black" 0.5 }', '"Black" 0 }'), "must add up to 1, not 1/2"),
        (POKER.replace('"Black" 0.5 }', '"Black" }'), "no probability for the chance move"),
        (
            POKER.replace('"Meet" "Pass" } 0\nt "" 1 "Big" { 2 -2 }', '"Meet" "Pass" } 0\nt "" 1'),
            "payoffs of outcome 1",
        ),
    ],
)
def test_what_an_efg_file_may_not_be(tmp_path, text, sentence):
    with pytest.raises(GameError, match=sentence):
        game(tmp_path, text, "wrong.efg")


def test_an_efg_file_that_forgets(tmp_path):
    with pytest.raises(GameError, match=r"row .* \(l\) from \(r\)"):
        solve(game(tmp_path, FORGETS, "forgets.efg"))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("title = 'x'", "has no table"),
        ("[a]\nmoves = {x = 1}", "needs either chance"),
        ("[a]\nplayer = 'A'\nmoves = {x = 1}", r"\[a\]: the side that chooses must be 'row' or 'col'"),
        ("[a]\nplayer = 'row'", "needs moves"),
        ("[a]\nplayer = 'row'\nmoves = {x = 'b'}", "neither a table nor a payoff"),
        ("[a]\nplayer = 'row'\nmoves = {x = 'a'}", "leads back to itself"),
        (
            "[a]\nplayer = 'row'\nmoves = {x = 1}\n[b]\nplayer = 'row'\nmoves = {x = 1}",
            r"leads to the table \[b\]",
        ),
        ("[a]\nplayer = 'row'\nmoves = {x = 1}\nhiden = true", "the unknown setting 'hiden'"),
        ("[a]\nplayer = 'row'\nmoves = {x = 1}\nhidden = []", "hidden must be true or false"),
        ("[a]\nplayer = 'row'\nmoves = {x = 1}\nknows = []", r"information set, not \[\]"),
        ("[a]\nchance = {x = 1}\nthen = {x = 1}\nto = []", "can be shown to 'row'"),
        ("[a]\nchance = {x = 1}\nthen = {y = 1}", "exactly the outcomes"),
        ("[a]\nchance = {x = -1}\nthen = {x = 1}", "cannot be negative"),
    ],
)
def test_what_tables_may_not_be(tmp_path, text, sentence):
    with pytest.raises(GameError, match=sentence):
        game(tmp_path, text)


def test_a_json_file_with_hidden_moves_and_a_named_set(tmp_path):
    text = """{"one": {"player": "row", "moves": {"a": "two", "b": "three"}, "hidden": true},
        "two": {"player": "col", "knows": "nothing", "moves": {"a": "1/2", "b": -0.5}},
        "three": {"player": "col", "knows": "nothing", "moves": {"a": -0.5, "b": 0.5}}}"""
    pennies = game(tmp_path, text, "pennies.json")
    solution = solve(pennies)
    assert solution.value.lower == 0
    assert solution.mix("col", "nothing") == {"a": Fraction(1, 2), "b": Fraction(1, 2)}
    assert verify(solution) == solution.value


def test_the_command_takes_gambits_files(tmp_path):
    (tmp_path / "poker.efg").write_text(POKER, encoding="utf-8")
    asked = solve_command.read([str(tmp_path / "poker.efg"), "--numeric"])
    assert asked.game.title == "Póker · één kaart"
    assert asked.options == {"numeric": True}


def test_a_payoff_beyond_floats_is_refused(tmp_path):
    with pytest.raises(GameError, match="larger than any float"):
        solve(game(tmp_path, "[a]\nplayer = 'row'\nmoves = {x = '1e350', y = '1/3'}"))
