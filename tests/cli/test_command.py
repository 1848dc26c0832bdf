"""The command as a person meets it: every word here goes through a real process."""

import json
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from tests.command import run

COMMAND = [sys.executable, "-c", "from zerosum.cli import main; main()"]


def test_without_words_it_says_what_to_try() -> None:
    shown = subprocess.run(COMMAND, capture_output=True, text=True, check=False)
    assert shown.returncode == 0
    assert "zerosum solve jujitsu" in shown.stdout


def test_version_and_help() -> None:
    assert run("--version").stdout.startswith("zerosum ")
    shown = run("--help").stdout
    for verb in ("games", "solve", "play", "match", "plot", "verify", "matrix", "reproduce", "bench"):
        assert verb in shown


@pytest.mark.parametrize("verb", ["solve", "play", "match", "plot", "verify"])
def test_help_for_a_verb_and_for_a_game_of_it(verb: str) -> None:
    assert "jujitsu" in run(verb, "--help").stdout
    shown = run(verb, "matches", "--help")
    assert shown.returncode == 0, shown.stderr
    assert "--takes" in shown.stdout


def test_solve_as_json_has_the_keys_of_the_contract_and_nothing_else_on_standard_output() -> None:
    shown = run("solve", "jujitsu", "--cards", "4", "--json")
    answer = json.loads(shown.stdout)
    assert {"game", "parameters", "value", "strategies", "method", "positions", "seconds"} <= set(answer)
    assert answer["game"] == "jujitsu"
    assert answer["parameters"]["cards"] == 4
    assert answer["value"]["lower"] <= 0 <= answer["value"]["upper"]
    assert sum(answer["strategies"]["row"].values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["frobnicate"], "there is no command"),
        (["solve", "jujitsoo"], "did you mean 'jujitsu'"),
        (["solve", "--cards", "4"], "give the game first"),
        (["solve", "jujitsu", "--cards", "four"], "--cards must be a whole number, not 'four'"),
        (["solve", "jujitsu", "--cards", "0"], "card"),
        (["solve", "jujitsu", "--ties", "kept"], "--ties must be one of carried, discarded"),
        (["solve", "jujitsu", "--colour", "red"], "--colour"),
        (["solve", "nothing.py:Game"], "nothing.py"),
        (["match", "jujitsu", "equilibrium"], "choose two players"),
        (["match", "jujitsu", "equilibrium", "lowst"], "did you mean 'lowest'"),
        (["solve", "jujitsu", "--cardz", "4"], "did you mean --cards?"),
        (["solve", "jujitsu", "four"], "unexpected argument 'four'"),
        (["solve", "stochastic"], "missing argument PATH"),
        (["solve", "--cards", "4", "frobnicate"], "give the game first"),
        (["plot", "matches", "--out", "picture.xyz"], "ends in .png, .svg, .pdf"),
        (["plot", "matches", "--out", "no/such/folder/m.png"], "there is no folder"),
        (["match", "jujitsu", "--cards", "3", "uniform", "lowest", "--plays", "-5"], "--plays must be"),
        (["match", "jujitsu", "--cards", "3", "uniform", "lowest", "--seed", "-1"], "--seed"),
        (["bench", "nothing"], "no area called 'nothing'"),
        (["reproduce", "nothing"], "there is no paper called"),
        (["reproduce", "matches", "--report", "pyproject.toml"], "--report must be a folder"),
        (["reproduce", "--errata", "no/such/folder/e.md"], "there is no folder"),
        (["reproduce", "matches", "--errata", "e.md"], "remove 'matches'"),
    ],
)
def test_a_mistake_gets_one_sentence_and_status_two(words: list[str], sentence: str) -> None:
    shown = run(*words)
    assert shown.returncode == 2
    assert sentence in shown.stderr
    assert shown.stderr.count("\n") == 1
    assert "Traceback" not in shown.stderr
    assert shown.stdout == ""


def test_the_game_may_stand_anywhere_and_in_capitals() -> None:
    shown = run("solve", "--json", "matches", "--matches", "5")
    assert json.loads(shown.stdout)["parameters"]["matches"] == 5
    assert run("solve", "MATCHES", "--matches", "5", "--json").returncode == 0


def test_an_interrupted_command_says_so(tmp_path: Path) -> None:
    file = tmp_path / "slow.py"
    file.write_text(
        "import sys, time\n"
        "from zerosum import StagedGame\n"
        "class Slow(StagedGame):\n"
        "    start = 0\n"
        "    def moves(self, s):\n"
        "        print('ready', file=sys.stderr, flush=True)\n"
        "        time.sleep(60)\n"
        "    def play(self, s, i, j):\n"
        "        return []\n"
    )
    asked = [*COMMAND, "solve", f"{file}:Slow"]
    listening = partial(
        signal.signal, signal.SIGINT, signal.default_int_handler
    )  # a shell may have it ignored
    with subprocess.Popen(asked, stderr=subprocess.PIPE, text=True, preexec_fn=listening) as program:
        assert program.stderr is not None
        assert program.stderr.readline() == "ready\n"
        program.send_signal(signal.SIGINT)
        told = program.stderr.read()
    assert program.returncode == 130
    assert told.startswith("zerosum: stopped")
    assert "Traceback" not in told


PRESSED = """
import signal, sys
class Pressed:
    def find_spec(self, name, path=None, target=None):
        if name == "zerosum.cli":
            try:
                signal.raise_signal(signal.SIGINT)
            except KeyboardInterrupt:
                print("an import may lose what is raised in it", file=sys.stderr)
sys.meta_path.insert(0, Pressed())
signal.signal(signal.SIGINT, signal.default_int_handler)
from zerosum.__main__ import run
run()
"""


def test_ctrl_c_while_the_command_is_being_loaded_is_a_sentence() -> None:
    told = subprocess.run([sys.executable, "-c", PRESSED], stderr=subprocess.PIPE, text=True, check=False)
    assert (told.returncode, told.stderr) == (130, "zerosum: stopped\n")


def test_plot_writes_the_picture_it_names(tmp_path: Path) -> None:
    file = tmp_path / "m.png"
    shown = run("plot", "matches", "--matches", "12", "--out", str(file))
    assert shown.returncode == 0, shown.stderr
    assert file.read_bytes().startswith(b"\x89PNG")


def test_verify_recomputes_the_bounds() -> None:
    shown = run("verify", "jujitsu", "--cards", "4", "--json")
    answer = json.loads(shown.stdout)
    assert answer["agrees"] is True
    assert answer["verified"]["lower"] <= answer["value"]["upper"]


def test_match_exact_and_sampled_agree() -> None:
    exact = json.loads(
        run("match", "jujitsu", "--cards", "4", "uniform", "highest", "--exact", "--json").stdout
    )
    sampled = json.loads(
        run("match", "jujitsu", "--cards", "4", "uniform", "highest", "--plays", "50000", "--json").stdout
    )
    line = sampled["rows"][0]
    assert abs(line["mean"] - exact["rows"][0]["mean"]) < 4.5 * line["standard_error"]


def test_round_robin_draws_a_heat_map(tmp_path: Path) -> None:
    file = tmp_path / "heat.png"
    shown = run("match", "jujitsu", "--cards", "3", "--all", "--json", "--out", str(file))
    answer = json.loads(shown.stdout)
    assert answer["picture"] == str(file)
    assert file.exists()
    assert len(answer["rows"]) >= 4


def test_round_robin_says_so_where_the_two_equilibria_differ(tmp_path: Path) -> None:
    words = ("match", "goofspiel", "--all", "--json", "--out", str(tmp_path / "heat.png"), "--cards")
    several = json.loads(run(*words, "4").stdout)
    assert abs(several["rows"][0]["uniform"] + several["rows"][1]["equilibrium"]) > 1e-6
    assert "several optimal strategies" in several["note"]
    assert "note" not in json.loads(run(*words, "2").stdout)


def test_a_matrix_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "pennies.csv"
    file.write_text("1,-1\n-1,1\n")
    answer = json.loads(run("matrix", str(file), "--exact", "--json").stdout)
    assert answer["value"] == {"lower": "0", "upper": "0"}


def test_a_persons_own_game(tmp_path: Path) -> None:
    file = tmp_path / "mygame.py"
    file.write_text(
        "from dataclasses import dataclass\n"
        "from zerosum import StagedGame\n"
        "@dataclass(frozen=True)\n"
        "class MyGame(StagedGame):\n"
        "    '''Matching pennies for a stake.'''\n"
        "    stake: int = 1\n"
        "    start = 'play'\n"
        "    def moves(self, s):\n"
        "        return ('HT', 'HT') if s == 'play' else ((), ())\n"
        "    def play(self, s, i, j):\n"
        "        return [(1, self.stake if i == j else 0, 'over')]\n"
    )
    answer = json.loads(run("solve", f"{file}:MyGame", "--stake", "4", "--json").stdout)
    assert answer["value"]["lower"] == "2"
    assert answer["strategies"]["row"] == {"H": "1/2", "T": "1/2"}


def test_reproduce_one_paper(tmp_path: Path) -> None:
    shown = run("reproduce", "matches", "--json", "--report", str(tmp_path))
    answer = json.loads(shown.stdout)
    assert shown.returncode == 0, shown.stderr
    assert answer["claims"]
    page = (tmp_path / "matches" / "index.html").read_text()
    assert "Bricker" in page
    assert "http" not in page.replace("http-equiv", "")
    assert not (tmp_path / "index.html").exists(), "a part does not take the place of the whole report"


def test_output_fits_the_terminal_and_breaks_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    shown = run("solve", "jujitsu", "--cards", "9").stdout
    assert max(map(len, shown.splitlines())) <= 50
    assert shown.count("first card") == shown.count("both players") == 2
    assert "to row" in shown


def test_probabilities_of_a_numeric_solution_are_percentages_and_not_binary_fractions() -> None:
    shown = run("solve", "raise", "--cards", "30", "--numeric").stdout
    assert "%" in shown
    assert not [word for word in shown.split() if "/" in word]


def test_a_player_from_a_file_is_called_by_its_function(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def first(seen):\n    return seen.moves[0]\n", encoding="utf-8")
    words = ["match", "jujitsu", "--cards", "3", f"{file}:first", "uniform", "--exact"]
    shown = run(*words)
    assert shown.returncode == 0, shown.stderr
    assert "first" in shown.stdout
    assert str(tmp_path) not in shown.stdout


def test_one_paper_is_told_claim_by_claim_and_not_recommended_again(tmp_path: Path) -> None:
    shown = run("reproduce", "matches", "--report", str(tmp_path)).stdout
    assert "confirmed            6 matches remain: f(6) = 0\n                     → 0\n" in shown
    assert "zerosum reproduce" not in shown
