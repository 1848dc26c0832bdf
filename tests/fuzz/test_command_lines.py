"""Command lines made of the flags themselves, with values that fit and values that do not."""

from __future__ import annotations

import contextlib
import tempfile
from functools import cache
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fuzz.command import run, share
from tests.small import small

from zerosum import games
from zerosum.cli import VERBS
from zerosum.cli.command_line import GameVerb
from zerosum.cli.solve import JSON
from zerosum.request import Flag, flag_groups, load_game

NASTY = (
    *(
        "",
        "-",
        "--",
        "nan",
        "inf",
        "-1",
        "1/0",
        "²",
        "1e400",
        "1e-400",
        "½",
        "٣",
        "x\x1b[31mred",
        "\udc80",
        "a,b",
    ),
    *("1,2", "0", "9" * 5000, "-0", "0x10", "1_0", " 1", "1;2", "None", "True", "../..", "/", "no-such.toml"),
    *("1000000000", "99999999999999999999", "0.1", "1/3", ":", "a:b", "$x$", "{}", "[bold]", "row=1 col=2"),
)
"""What no flag, or hardly any, should be given."""

SMALL = ("1", "2", "3", "2,1", "1/2")
ON_GAMES = ("solve", "verify", "match", "play", "certify", "plot")
OFTEN = ("solve", "solve", "verify", "verify", "match", "match", "play", "certify", "match", "plot")
HEAVY = {name for name in games.CATALOG if "phase" in name} | {"free-dealer"}
"""Games whose proofs take seconds at any size."""
SLOW = {"cluster", "device", "threads", "digits", "repeat", "plays", "all"}
"""Flags that start machines, or ask for much work that a person waits for."""


@cache
def flags_of(verb: str, name: str) -> list[Flag]:
    """What can be typed after a verb and a game."""
    command = cast("GameVerb", VERBS[verb].load(verb))
    flags = {flag.name: flag for flag in (JSON, *command.flags(load_game(name)), *positions(name))}
    return [flag for flag in flags.values() if flag.name not in SLOW and not flag.positional]


def positions(name: str) -> list[Flag]:
    """Flags that only some verbs take."""
    return flag_groups(load_game(name))["position"]


@st.composite
def lines(draw: st.DrawFn) -> list[str]:
    """A verb, a game, and a few of its flags."""
    verb, game = draw(st.sampled_from(OFTEN)), draw(st.sampled_from(sorted(games.CATALOG)))
    if game in HEAVY and verb in ("verify", "certify", "plot"):
        verb = "solve"
    words = [verb, game]
    sizes = small(game)
    if path := sizes.pop("path", None):
        words.append(draw(st.sampled_from((path, "examples", *NASTY))))
    if verb == "match":
        words += draw(st.lists(st.sampled_from(("uniform", "highest", "equilibrium", *NASTY)), max_size=3))
    drawn = draw(st.lists(st.sampled_from(flags_of(verb, game)), max_size=3))
    typed = {flag.name for flag in drawn}
    words += [f"--{name}={size}" for name, size in sizes.items() if name not in typed]
    for flag in drawn:
        words.append(flag.typed)
        if not flag.is_switch or draw(st.booleans()):
            words.append(draw(st.sampled_from((*SMALL, *flag.choices, *NASTY))))
    return words


@share(33)
@given(lines(), st.lists(st.sampled_from(("1", "2", "", "?", "hint", "q", *NASTY)), max_size=6))
def test_every_line_is_answered_or_refused_in_a_sentence(words: list[str], typed: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        status, _, _ = run(words, typed="\n".join(typed).encode("utf-8", "replace").decode())
        for file in Path(folder).glob("*.cert") if status == 0 else ():
            assert run(["check", file.name])[0] == 0, words


@share(5)
@given(
    st.lists(st.sampled_from((*ON_GAMES, "check", "matrix", "games", "store", "--help", *NASTY)), max_size=4)
)
def test_words_in_any_order(words: list[str]) -> None:
    if words[:1] != ["store"] or "--remove" not in words:
        run(words, typed="1\n\nq\n")


HUGE = (
    "solve nakai --stages 2000 --high 40 --low 40 --middle 80",
    "solve kuhn --cards 1000000000",
    "solve relance --cells 100000000",
    "solve bets --raises 5",
    "solve liars-dice --sides 1000000 --dice 1000000",
    *(f"{verb} nakai --stages 1000000000" for verb in ("solve", "match", "certify")),
    *(f"{verb} goofspiel --cards 1000000000" for verb in ON_GAMES),
    "match jujitsu --cards 1000000000",
    "match kuhn --cards 1000000000",
    "play blackjack --deck 1000000000,1,1,1,1,1,1,1,1,1",
    "solve blackjack-for-two --goal 1000000000",
    "solve inspection --stages 1000000000",
    "solve pursuit --turns 1000000000",
    "match kuhn --plays 1000000000000000",
    "match matches --matches 100000000",
    "solve red-dog-pot --deals 1000000000",
)


IMPOSSIBLE = (
    "solve gleason --memory 1000000000",
    "solve noisy-duel --power 1000000000",
    "play red-dog-pot --pot 1000000000",
    "play relance --cards 99999999999999999999",
    "play oshi-zumo --coins 1000000000",
)


@pytest.mark.parametrize("line", IMPOSSIBLE)
def test_sizes_that_no_game_has_are_refused_at_once(line: str) -> None:
    assert run(line.split())[0] == 2


@pytest.mark.parametrize("line", HUGE)
def test_huge_sizes_are_refused_before_the_work(line: str) -> None:
    verb, game, *flags = line.split()
    players = ["uniform", "uniform"] if verb == "match" else []
    status, _, told = run([verb, game, *players, *flags])
    assert status == 2
    assert "would need about" in told
