"""What a file with a strategy may say, and what is rejected with which sentence."""

import json
from pathlib import Path

import pytest
from tests.command import run
from tests.small import small_game

import zerosum
from zerosum.arena.strategies import table_of
from zerosum.certificates import document
from zerosum.certificates.certify import sealed
from zerosum.core.errors import GameError, InputError
from zerosum.core.reading import only_files_in
from zerosum.models.family import arena_for

HEAD = "side,information,move,probability\n"
JACK = HEAD + "row,J,check,2/3\nrow,J,bet,1/3\n"


def refused(text: str, tmp_path: Path, name: str = "bot.csv", **options: str) -> str:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as error:
        zerosum.read_strategy(file, "kuhn", **options)
    return str(error.value)


def test_missing_information_sets_are_counted_and_three_are_named(tmp_path: Path) -> None:
    said = refused(JACK, tmp_path)
    assert "has no entry for 5 information sets: A: Q; A: K; A: J, check, bet; …" in said
    assert zerosum.read_strategy(tmp_path / "bot.csv", "kuhn", missing="uniform").filled == 5
    assert "uniform, not 'random'" in refused(JACK, tmp_path, missing="random")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("side,move\nrow,bet\n", "no column information, probability"),
        (HEAD, "no strategy"),
        (HEAD + "row,J,bet\n", "too few for the columns"),
        (HEAD + "me,J,bet,1\n", "a side must be row or col"),
        (HEAD + "row,J,bet,1/3\nrow,J,check,1/3\n", "add up to 0.6666"),
        (HEAD + "row,J,bet,2\nrow,J,check,-1\n", "from 0 to 1"),
        (HEAD + "row,J,bet,1e400\nrow,J,check,0\n", "from 0 to 1"),
        (HEAD + "row,J,bet,often\n", "not a number"),
        (HEAD + "row,J,bet,nan\n", "not a number"),
        (HEAD + f"row,J,bet,{'1' * 5000}\nrow,J,check,0\n", "from 0 to 1"),
        (HEAD + f"row,J,bet,-{'1' * 5000}\nrow,J,check,0\n", "from 0 to 1"),
        ("", "is empty"),
        ("side,information,move,probability,probability\nrow,J,bet,1,0\n", "the column probability twice"),
        (HEAD + "row,J,raise,1\n", "has no move 'raise'; the moves are check, bet"),
        (HEAD + "row,J,bet,1\nrow,J,bet,1\n", "occurs twice"),
        (JACK + "row,A,bet,1\n", "that this game does not have: row: A"),
    ],
)
def test_a_table_that_does_not_fit_is_refused(text: str, why: str, tmp_path: Path) -> None:
    assert why in refused(text, tmp_path, missing="uniform")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "not valid JSON"),
        ('{"a": 1, "a": 2}', "occurs twice"),
        ('{"row: chance 1": {"0": "1' + 5000 * "0" + '"}}', "too large"),
        ('{"row": {"J": {"bet": 1' + 5000 * "0" + "}}}", "from 0 to 1"),
        ("3", "contains no strategy"),
        ('{"0": {"0": 1e400}}', "too large for a probability"),
        ('[{"side": "row"}]', "a row must have side, information, move, probability"),
        (
            '{"game": "leduc", "strategy": [{"side": "row", "information": "J", "move": "bet", "probability": 1}]}',
            "leduc",
        ),
        ('{"row: chance 1": "bet"}', "neither a strategy table"),
        ('{"row: chance 9": {"0": 1}}', "1 information states that this game does not have"),
        ('{"row: chance 1": {"7": 1}}', "plays action 7"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_json_that_does_not_fit_is_refused(text: str, why: str, tmp_path: Path) -> None:
    pytest.importorskip("pyspiel")
    assert why in refused(text, tmp_path, "bot.json", missing="uniform")


def test_profiles_of_gambit_have_a_number_for_each_action(tmp_path: Path) -> None:
    assert "2 probabilities, but the tree of this game has 24 actions" in refused(
        "NE,1,0\n", tmp_path, "bot.ne"
    )
    assert "begin with NE" in refused("hello", tmp_path, "bot.ne")
    assert "a strategy file must end in" in refused("", tmp_path, "bot.pkl")


def test_every_way_to_say_the_same(tmp_path: Path) -> None:
    solution = zerosum.solve("kuhn")
    arena = arena_for(solution.game, lambda: solution)
    rows = table_of(arena, arena.equilibrium)
    spoken = {
        "row": {row.information: {} for row in rows if row.side == "row"},
        "B": {row.information: {} for row in rows if row.side == "col"},
    }
    for row in rows:
        spoken["row" if row.side == "row" else "B"][row.information][row.move] = row.probability
    for source in (solution, solution.table(), spoken):
        assert zerosum.exploit("kuhn", source).exploitability == 0


def test_nobody_else_may_name_a_file(tmp_path: Path) -> None:
    file = tmp_path / "bot.csv"
    zerosum.write_strategy(zerosum.solve("kuhn"), file)
    with only_files_in(), pytest.raises(GameError, match="file names"):
        zerosum.match("kuhn", str(file), "uniform")


def test_the_command_reads_and_writes(tmp_path: Path) -> None:
    bot, best, leaks = (str(tmp_path / name) for name in ("bot.csv", "best.json", "leaks.csv"))
    assert "written" not in run("solve", "kuhn", "--strategy-out", bot, "--json").stdout
    shown = run("exploit", "kuhn", bot)
    assert "exploitability 0 · NashConv 0" in shown.stdout
    Path(bot).write_text(JACK, encoding="utf-8")
    assert "uniform mixes by the option" in run("exploit", "kuhn", bot).stderr
    told = run(
        "exploit", "kuhn", bot, "--missing", "uniform", "--json", "--response-out", best, "--csv", leaks
    )
    found = json.loads(told.stdout)
    assert found["exploitability"] is None
    wins = found["sides"]["row"]["best_response_wins"]["lower"]
    assert (
        Path(leaks).read_text(encoding="utf-8").startswith("side,information,reach,plays,should,ev_loss,loss")
    )
    match = json.loads(run("match", "kuhn", bot, best, "--missing", "uniform", "--json").stdout)
    assert match["rows"][0]["mean"] == f"-{wins}"
    for words, why in (
        (("solve", "kuhn", "--strategy-out", bot, "--steps"), "remove --steps"),
        (("solve", "kuhn", "--strategy-out", bot, "--hand", "K"), "remove --hand"),
        (("solve", "kuhn", "--strategy-out", str(tmp_path / "a.pkl")), "a strategy file must end in"),
        (("exploit", "kuhn", "uniform", "--response-out", str(tmp_path / "a.solution.json")), "as a table"),
        (("exploit", "blackjack", "uniform", "--response-out", best), "the house follows the rules"),
        (("exploit", "kuhn", "best-response"), "needs one fixed opponent"),
    ):
        assert why in run(*words).stderr


def test_a_lock_may_be_a_file(tmp_path: Path) -> None:
    for game in ("kuhn", "toy-river", "pennies"):
        file = tmp_path / f"{game}.csv"
        solution = zerosum.solve(game)
        zerosum.write_strategy(solution, file)
        assert zerosum.solve(game, locks=f"col: {file}").value == solution.value


def test_ranges_of_a_river_are_checked(tmp_path: Path) -> None:
    file = tmp_path / "bot.txt"
    made = small_game("river")
    zerosum.write_strategy(zerosum.solve(made), file)
    text = file.read_text(encoding="utf-8")
    for old, new, why in (
        ("row | ", "he | ", "no decision"),
        ("| check:", "| chuck:", "no move"),
        ("row | start | check:", "row start check:", "write a side"),
        ("check:", "check: XX, ", "not part of a range"),
    ):
        file.write_text(text.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(InputError, match=why):
            zerosum.read_strategy(file, made)


def test_a_solution_that_does_not_fit_the_rules_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "bot.solution.json"
    zerosum.solve("kuhn").save(file)
    content = json.loads(file.read_text(encoding="utf-8"))
    for one in content["solution"]["records"]:
        if one[:2] == ["record", "StepStrategy"]:
            one[-1]["mixes"] = one[-1]["ends"]
    file.write_text(
        document.render(sealed({k: v for k, v in content.items() if k not in ("format", "sha256")}))
    )
    with pytest.raises(InputError, match="solution in bot"):
        zerosum.read_strategy(file, "kuhn")
    assert run("exploit", "kuhn", str(file)).stderr.startswith("zerosum: the solution in bot.solution.json")
