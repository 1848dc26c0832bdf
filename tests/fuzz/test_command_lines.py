"""Command lines made of the flags themselves, with values that fit and values that do not."""

from __future__ import annotations

from functools import cache

from hypothesis import given
from hypothesis import strategies as st
from tests.fuzz.command import run, share

from zerosum import games
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
VERBS = ("solve", "verify", "match", "play", "certify", "plot")
FILES = {"betting": "betting-deck.toml", "hidden": "one-card-bluff.toml", "stochastic": "shapley.toml"}
SMALLEST = {
    "goofspiel": "cards=3",
    "jujitsu": "cards=4",
    "blackjack": "deck=1,1,1,1,1,1,1,1,1,2",
    "liars-dice": "sides=2",
    "leduc": "ranks=2",
    "blind-goofspiel": "cards=2",
    "phases": "cards=2",
    "sealed-bets": "cards=2",
    "blackjack-for-two": "goal=5",
    "seven-and-a-half-for-two": "goal=2",
}
"""What keeps a game small where no flag says otherwise."""
SLOW = {"cluster", "device", "threads", "out", "save", "digits", "repeat", "plays", "rounds"}
"""Flags that start machines, write files, or ask for much work that a person waits for."""


@cache
def flags_of(name: str) -> list[Flag]:
    """What can be typed after a game."""
    groups = flag_groups(load_game(name))
    return [
        flag for flags in groups.values() for flag in flags if flag.name not in SLOW and not flag.positional
    ]


@st.composite
def lines(draw: st.DrawFn) -> list[str]:
    """A verb, a game, and a few of its flags."""
    verb, game = draw(st.sampled_from(VERBS[:3])), draw(st.sampled_from(sorted(games.CATALOG)))
    words = [verb, game]
    if game in FILES:
        words.append(draw(st.sampled_from((f"examples/{FILES[game]}", "examples", *NASTY))))
    if verb == "match":
        words += draw(st.lists(st.sampled_from(("uniform", "highest", "equilibrium", *NASTY)), max_size=3))
    drawn = draw(st.lists(st.sampled_from(flags_of(game)), max_size=3))
    small = SMALLEST.get(game, "=")
    if small.split("=")[0] not in {"", *(flag.name for flag in drawn)}:
        words.append(f"--{small}")
    for flag in drawn:
        words.append(flag.typed)
        if not flag.is_switch or draw(st.booleans()):
            words.append(draw(st.sampled_from((*SMALL, *flag.choices, *NASTY))))
    return words


@share(40)
@given(lines())
def test_every_line_is_answered_or_refused_in_a_sentence(words: list[str]) -> None:
    run(words)


@share(5)
@given(st.lists(st.sampled_from((*VERBS, "check", "matrix", "games", "store", "--help", *NASTY)), max_size=4))
def test_words_in_any_order(words: list[str]) -> None:
    if words[:1] != ["store"] or "--remove" not in words:
        run(words, typed="1\n\nq\n")
