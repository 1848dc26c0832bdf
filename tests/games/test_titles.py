"""The title of a game says all that makes it another game than the one by default."""

from pathlib import Path
from typing import Any

import pytest

import zerosum
from zerosum.certificates.certify import written
from zerosum.certificates.rules import made, model_of
from zerosum.core.errors import ZerosumError
from zerosum.core.reading import FILES
from zerosum.request.flags import REQUIRED, Flag, flags_of_game

EXAMPLES = Path(__file__).parents[2] / "examples"
ANY = ("4", "3", "2", "1", "7", "1/3", "yes", "2,3", "1,2", "Kh, Qh", "KK, AKs", "50%")
"""What is typed for a parameter until a game accepts it."""
DECK = {"suits": "2 --cards 13", "replace": "yes --cards 13"}
OTHERS: dict[str, dict[str, str]] = {
    "jujitsu": {"table": "1,2,3 --cards 1"},
    "goofspiel": {"prizes": "descending"},
    "red-dog": {
        "dealt": "steps(13) --deck continuous",
        "turned": "steps(13) --deck continuous",
        "weights": "1/2,1/6,1/6,1/6 --deck continuous",
        "voids": "yes --deck continuous",
        "ranks": "12",
    },
    "blackjack": {"soft_stand": "18", "deck": "2,2,2,2,2,2,2,2,2,4"},
    "seven-and-a-half": {"stand": "5.5"},
    "nakai": {"targets": "exponential"},
    **dict.fromkeys(("relance", "two-bets", "raise", "bets", "raises", "von-neumann", "newman"), DECK),
    "gleason": {"board": "", "start": "2"},
    "rhode-island": {"bets": "10,20,30"},
    "liars-dice": {"dice": "2 --sides 2"},
    "toy-river": {"a": "A, K", "b": "A, K"},
    "river": {"board": "JsKs5cQs7h", "oop": "KK, T9s", "ip": "QQ", "file": ""},
    "turn": {"board": "JsKs5c2c", "oop": "KhKd, Td9d", "ip": "QhQd", "file": ""},
    "push-fold": {"dealt": "99+"},
    "pursuit": {"edges": "1-2,2-3,3-4,4-1,4-5,1-5"},
    "stochastic": {"start": ""},
}
"""What is typed for other parameters, with the flags that it needs; nothing where the parameter leaves no trace."""


def game_with(name: str, words: str) -> Any:
    """The game with these flags, as they are typed."""
    kind = zerosum.load(name)
    flags = {flag.name: flag for flag in flags_of_game(kind)}
    given = {
        key: typed
        for key, typed in kind.demo_parameters.items()
        if key in flags and flags[key].default is REQUIRED
    }
    for part in filter(None, words.split(" --")):
        key, _, typed = part.partition(" ")
        given[key.lstrip("-")] = typed
    typed = {
        key: str(EXAMPLES.parent / text) if text.startswith("examples/") else text
        for key, text in given.items()
    }
    return kind(**{key: flags[key].value(text) for key, text in typed.items()})


def changed(name: str, flag: Flag) -> list[Any]:
    """The games that differ in one parameter from the one by default, and the latter with the same other flags."""
    found = []
    for text in [OTHERS[name][flag.name]] if flag.name in OTHERS.get(name, {}) else flag.choices or ANY:
        try:
            other = game_with(name, f"{flag.name} {text}")
            base = game_with(name, " --".join(["", *text.split(" --")[1:]]))
        except (ZerosumError, TypeError, ValueError):
            continue
        if getattr(other, flag.name) != getattr(base, flag.name):
            found.append((other, base))
    return found


SAME = {("raise", "more"): "1", ("liars-dice", "col_dice"): "1"}
"""Values that make the same game as the default."""

PARAMETERS = [
    (name, flag)
    for name in zerosum.CATALOG
    for flag in flags_of_game(zerosum.load(name))
    if flag.default is not REQUIRED and OTHERS.get(name, {}).get(flag.name) != ""
]


@pytest.mark.parametrize(("name", "flag"), PARAMETERS, ids=lambda one: getattr(one, "name", one))
def test_a_title_tells_every_parameter_that_is_not_the_default(name: str, flag: Flag) -> None:
    pairs = [
        (other, base)
        for other, base in changed(name, flag)
        if str(getattr(other, flag.name)) != SAME.get((name, flag.name))
    ]
    assert pairs
    for other, base in pairs:
        assert other.title != base.title, (getattr(other, flag.name), other.title)


@pytest.mark.parametrize("name", list(zerosum.CATALOG))
def test_a_certificate_records_every_game(name: str) -> None:
    game = game_with(name, "")
    with made({**written(game), **model_of(game)}, None) as again:
        assert again.title == game.title
        there, here = ({key: str(one) for key, one in it.parameters().items()} for it in (again, game))
    assert {key for key in here if here[key] != there[key]} <= set(FILES)


def test_boards_of_different_sizes_have_different_titles(tmp_path: Path) -> None:
    titles = set()
    for size in (2, 3):
        nodes = [f"[nodes.{k}]\npayoff = {k}\ncc = {(k + 1) % size}\ncl = {k}\n" for k in range(size)]
        (tmp_path / "board.toml").write_text("".join(nodes))
        titles.add(zerosum.load("gleason")(board=str(tmp_path / "board.toml")).title)
    assert len(titles) == 2
