"""What somebody who meets a game for the first time reads: one name for each player, nothing to puzzle over."""

import builtins
import re
from fractions import Fraction
from pathlib import Path

import pytest
from tests.command import run

import zerosum
from zerosum.cli.solve import solve
from zerosum.display.style import COLOURS, colours_of
from zerosum.games.liars_dice import LiarsDice
from zerosum.games.poker import Kuhn, TwoBets
from zerosum.models.stochastic.plot import graph

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_players_of_poker_have_one_name_each() -> None:
    table = run("play", "kuhn", "--side", "B", "--seed", "1", typed="quit\n").stdout
    assert "B against equilibrium" in table
    assert "row" not in table.split()
    assert table == run("play", "kuhn", "--side", "col", "--seed", "1", typed="quit\n").stdout
    matched = run("match", "kuhn", "equilibrium", "uniform").stdout.splitlines()
    assert re.split(" {2,}", matched[1]) == ["A", "B", "win", "payoff 0", "loss", "mean"]
    assert "52.8% (19/36)" in matched[2]


def test_a_move_is_meant_by_its_last_word() -> None:
    table = zerosum.play("nakai", seed=1)
    assert table.read("H") == table.read("h") == table.read("play H") == "play H"


def test_the_sign_of_a_bid_need_not_be_typed() -> None:
    dice = LiarsDice(sides=3)
    table = zerosum.play(dice, seed=1)
    assert table.read("1x3") == table.read("1*3") == table.read("1×3") == "1×3"
    solution = zerosum.solve(dice)
    assert solution.at(seen="2,1x3").col == solution.at(seen="2, 1×3").col != {}


def test_a_function_that_is_not_there_and_a_file_that_is_no_certificate(tmp_path: Path) -> None:
    there = "has no function 'player'; it has honest, one_above, mostly_low"
    assert there in run("match", "kuhn", f"{EXAMPLES / 'player.py'}:player", "equilibrium").stderr
    plain = tmp_path / "m.txt"
    plain.write_text("1 2\n3 4\n")
    assert run("check", str(plain)).stderr == f"zerosum: {plain} is not a certificate or a saved solution\n"
    assert (
        "--x must be a number such as 1, 0.5 or 1/3, not 'abc'" in run("solve", "nakai", "--x", "abc").stderr
    )


def test_a_tolerance_is_also_read_as_a_fraction() -> None:
    assert run("solve", "leduc", "--numeric", "--tolerance", "1/1000").returncode == 0
    for typed in ("inf", "1/0", "x"):
        told = run("solve", "leduc", "--numeric", "--tolerance", typed).stderr
        assert told == f"zerosum: --tolerance must be a number such as 1, 0.5 or 1/3, not {typed!r}\n"


def test_a_match_is_told_with_its_fraction_and_the_name_of_the_seat() -> None:
    kuhn = zerosum.match("kuhn", "equilibrium", "uniform")
    assert str(kuhn) == "equilibrium against uniform: A wins 0.166667 (1/6) on average"
    assert "A wins 0.166667 (1/6) on average" in kuhn._repr_html_()
    assert "row wins" in str(zerosum.match("rps", "equilibrium", "equilibrium"))


def test_bluffs_are_told_of_only_where_somebody_bluffs() -> None:
    told = [str(zerosum.solve(name)) for name in ("two-phase-relance", "two-phase-raise")]
    assert ["low numbers bluff" in text for text in told] == [False, True]


def test_arrows_tell_chances_only_where_they_carry_one() -> None:
    captions = [
        graph(zerosum.solve("stochastic", path=str(EXAMPLES / name))).get_supxlabel()
        for name in ("big_match.toml", "two_positions.toml")
    ]
    assert ["transition probability" in caption for caption in captions] == [False, True]


def test_what_the_solver_refuses_ends_a_game_and_is_no_slip_of_the_tongue() -> None:
    shown = run("play", "jujitsu", "--cards", "3", "--cluster", "local:0", typed="1\n2\n")
    assert (shown.returncode, shown.stderr) == (
        2,
        "zerosum: a cluster must be given as local:4 or a scheduler's address, not 'local:0'\n",
    )


def test_what_chance_tells_in_words_is_told_as_it_is() -> None:
    told = run("play", "blind-goofspiel", "--cards", "3", "--seed", "1", typed="3\nquit\n").stdout
    assert "shown to both: prize 3" in told
    assert "both: a tie" not in told
    assert "a tie" in told.splitlines() or "wins" in told


def test_the_hint_of_a_picture_repeats_the_position() -> None:
    request = solve.read(["gleason", "--memory", "1"])
    assert request is not None
    assert (request.typed, request.typed_position) == (("gleason",), ("--memory=1",))


def test_that_there_is_no_pure_solution_is_said_where_it_is_proved() -> None:
    assert "no pure solution" in str(zerosum.solve(Kuhn()))


def test_sizes_of_bets_read_alike_everywhere() -> None:
    text = str(zerosum.solve(TwoBets(low=Fraction(1, 2))))
    assert "bet ½" in text
    assert "bet 1/2" not in text


def test_an_action_of_poker_has_one_colour_in_all_games() -> None:
    one, another = (
        colours_of(["check", "bet", "fold", "call"]),
        colours_of(["fold", "raise", "see", "bet", "wait"]),
    )
    assert all(one[move] == another[move] for move in ("fold", "bet"))
    assert one["call"] == another["see"]
    assert len(set(another.values())) == len(another)
    assert colours_of("abc") == dict(zip("abc", COLOURS, strict=False))


def test_a_move_that_the_solution_does_not_play_may_be_optimal_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a king A bets in the solution shown; checking earns the same."""
    answers = iter(["check", "quit"])
    monkeypatch.setattr(builtins, "input", lambda _: next(answers, "quit"))
    shown = run("play", "kuhn", "--coach", "--seed", "5").stdout
    assert "your hand K" in shown
    assert "check cost nothing" in shown


@pytest.mark.parametrize(
    ("words", "typed", "told"),
    [
        (["le-her", "--seed", "1"], "keep\nquit\n", "Round over: the payoff is 0"),
        (["oshi-zumo", "--coins", "2", "--seed", "1"], "1\nquit\n", "the wrestler stands"),
        (["oshi-zumo", "--coins", "2", "--seed", "1"], "2\nquit\n", "1 round is worth +0 to you"),
        (["nakai", "--seed", "4"], "play L\npass\nquit\n", "the target is worth 0.0808\nyou: play H"),
        (
            ["blackjack-for-two", "--goal", "5", "--side", "col", "--seed", "1"],
            "quit\n",
            "stand on 2; stand on 2, soft 3",
        ),
        (
            ["blackjack-for-two", "--goal", "5", "--side", "col", "--seed", "2"],
            "quit\n",
            "the bettor's total is 7, above",
        ),
    ],
)
def test_a_person_can_tell_why_a_round_paid_what_it_paid(words: list[str], typed: str, told: str) -> None:
    assert told in run("play", *words, typed=typed).stdout
