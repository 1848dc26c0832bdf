"""The gallery in examples/ is documentation; here it is held to its word."""

import re
import shlex
from fractions import Fraction
from pathlib import Path

import pytest
from tests.command import run

import zerosum
from zerosum.models.family import solve
from zerosum.models.staged import certificate as staged
from zerosum.models.staged.rules import StagedGame
from zerosum.models.stochastic import certificate as stochastic
from zerosum.request.loading import load_class
from zerosum.testing import check_game

EXAMPLES = Path(__file__).parents[2] / "examples"
README = (EXAMPLES / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^zerosum (.+)$", README, re.MULTILINE)
PLAYERS = "player.py"
GAMES = [path for path in sorted(EXAMPLES.glob("*.py")) if path.name != PLAYERS]
STAGED = [path for path in GAMES if issubclass(load_class(str(path)), StagedGame)]


def example(name, **parameters):
    return load_class(f"{EXAMPLES / name}.py")(**parameters)


def test_the_list_names_every_file_and_uses_it():
    files = {path.name for path in EXAMPLES.iterdir() if path.suffix in (".py", ".toml")}
    assert set(re.findall(r"^\| \[(.+?)\]", README, re.MULTILINE)) == files - {PLAYERS}
    assert {match for command in COMMANDS for match in re.findall(r"examples/([\w.-]+)", command)} == files


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_of_the_list_works(command, monkeypatch):
    monkeypatch.chdir(EXAMPLES.parent)
    words = shlex.split(command)
    shown = run(*words)
    assert shown.returncode == 0, shown.stderr
    assert re.search({"solve": "value", "match": "mean|value", "play": "Score"}[words[0]], shown.stdout)


def test_the_staged_examples_are_found():
    assert {path.stem for path in STAGED} == {"matching_pennies", "pursuit", "rps_prize"}


@pytest.mark.parametrize("path", STAGED, ids=lambda path: path.stem)
def test_every_staged_example_keeps_the_contract_and_proves_its_value(path):
    game = load_class(str(path))()
    assert check_game(game).complete
    solution = solve(game, exact=True)
    assert staged.verify(solution) == solution.value
    assert solution.value.lower in solve(game).value


@pytest.mark.parametrize(("rounds", "heads", "tails", "miss"), [(1, 1, 1, 1), (5, 2, 1, 1), (4, 7, 3, 2)])
def test_matching_pennies(rounds, heads, tails, miss):
    solution = solve(
        example("matching_pennies", rounds=rounds, heads=heads, tails=tails, miss=miss), exact=True
    )
    whole = heads + tails + 2 * miss
    assert solution.value.lower == rounds * Fraction(heads * tails - miss**2, whole)
    assert solution.row["heads"] == Fraction(tails + miss, whole)


@pytest.mark.parametrize("rooms", [3, 4, 5])
def test_a_cat_that_reaches_every_room_guesses_one_of_three(rooms):
    for turns in (1, 2, 5):
        value = solve(example("pursuit", rooms=rooms, turns=turns), exact=True).value
        assert value.lower == 1 - Fraction(2, 3) ** turns


def test_a_slow_cat_never_catches_the_mouse():
    assert solve(example("pursuit", rooms=6, turns=8, speed=1), exact=True).value.lower == 0


def test_on_a_large_ring_a_cat_two_rooms_away_comes_near_first():
    values = [solve(example("pursuit", rooms=9, turns=t), exact=True).value.lower for t in (1, 2, 3)]
    assert values == [0, Fraction(1, 3), Fraction(7, 15)]


@pytest.mark.parametrize(("rounds", "prize"), [(1, 1), (4, 1), (6, 10)])
def test_rock_paper_scissors_for_a_prize(rounds, prize):
    solution = solve(example("rps_prize", rounds=rounds, prize=prize), exact=True)
    expected = sum(Fraction(2 * prize + t - 1, 2 * 3**t) for t in range(1, rounds + 1))
    assert solution.value.lower == expected
    assert solution.row == solution.col == dict.fromkeys(("rock", "paper", "scissors"), Fraction(1, 3))


@pytest.mark.parametrize(
    "rules", [{}, {"loot": (3, 5, 8), "jail": 4}, {"loot": (1, 1), "fine": 0, "jail": 0}]
)
def test_the_burglar_proves_his_average(rules):
    game = example("burglar", **rules)
    solution = solve(game)
    proved = stochastic.verify(solution)
    assert solution.value.lower > 0
    assert solution.value.gap < 1e-10
    assert proved.gap < 1e-10
    assert proved.lower <= solution.value.upper
    assert solution.value.lower <= proved.upper


def test_a_burglar_with_one_street_stays_at_home():
    solution = solve(example("burglar", loot=(9,)))
    assert 0 in solution.value
    assert solution.row["home"] == 1


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_poker_as_rules_is_the_game_of_the_catalogue(name):
    mine = zerosum.solve(example(name))
    assert mine.value.is_exact
    assert mine.value == zerosum.solve(name).value


@pytest.mark.parametrize(("name", "lines"), [("kuhn", 10), ("leduc", 30)])
def test_poker_as_rules_takes_few_lines(name, lines):
    text = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
    rules = [
        line
        for line in text.splitlines()
        if line.strip() and not line.lstrip().startswith(('"""', "from", "class"))
    ]
    assert len(rules) <= lines
