"""Every game × every flag of `solve` and `plot`: no traceback, and no flag that is ignored.

A flag changes the answer, or the picture, or is refused in one sentence. Flags that say *how* to solve may leave both
as they are.
"""

import hashlib
import json
import sys
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zerosum import games
from zerosum.cli import main
from zerosum.errors import InputError
from zerosum.families import family_of
from zerosum.request import Flag, flag_groups, flags_of_function, load_game, request_of

EXAMPLES = Path(__file__).parents[2] / "examples"
SMALL: dict[str, dict[str, str]] = {
    "jujitsu": {"cards": "4"},
    "goofspiel": {"cards": "4"},
    "matches": {"matches": "9"},
    "blackjack": {"deck": "2,2,2,2,2,2,2,2,2,4"},
    "bets": {"cards": "3"},
    "raises": {"cards": "3"},
    "raise": {"cards": "5"},
    "liars-dice": {"sides": "2"},
    "blind-goofspiel": {"cards": "3"},
    "leduc": {"ranks": "2"},
    "phases": {"cards": "2"},
    "sealed-bets": {"cards": "2"},
    "free-dealer": {"goal": "4"},
    "blackjack-for-two": {"goal": "5"},
    "seven-and-a-half-for-two": {"goal": "2"},
    "two-phase-relance": {"tolerance": "0.01"},
    "two-phase-raise": {"tolerance": "0.01"},
    "hidden": {"path": str(EXAMPLES / "one-card-bluff.toml")},
    "betting": {"path": str(EXAMPLES / "betting-deck.toml")},
    "stochastic": {"path": str(EXAMPLES / "shapley.toml")},
}
"""What makes a game small; the others are."""

VALUES: dict[str, dict[str, str]] = {
    "jujitsu": {"row": "1,3", "col": "2,3", "at": "row 1 3 col 2 3", "score": "1"},
    "goofspiel": {
        "prizes": "4,3,2,1",
        "row": "1,3",
        "col": "2,3",
        "at": "row 1 3 col 2 3 up 2 prizes 2 3",
        "up": "3",
        "score": "1",
        "carried": "1",
    },
    "matches": {"takes": "1,2", "heaps": "3,2", "matches_left": "6", "heaps_left": "4"},
    "red-dog": {
        "weights": "1/2,1/6,1/6,1/6",
        "dealt": "beta(2,1)",
        "turned": "beta(2,1)",
        "hand": "AS 7H 7D 2C",
    },
    "blackjack": {
        "bets": "1,3",
        "deck": "4,4,4,4,4,4,4,4,4,8",
        "hand": "T 6",
        "up": "9",
        "total": "hard 16",
        "decks": "2",
    },
    "seven-and-a-half": {"bets": "1,3", "stick": "5.5", "hand": "3 2", "up": "7", "total": "5"},
    "nakai": {"stages": "4", "targets": "exponential(1)", "state": "2,1,1,1", "x": "0.4"},
    "gleason": {
        "nodes": "1,2,-4",
        "start": "2",
        "discount": "0.9",
        "node": "2",
        "q": "0.3",
        "player": "col",
        "memory": "1",
    },
    "bets": {"sizes": "1,3", "hand": "2", "node": "bet 1", "player": "col"},
    "leduc": {"bets": "1,3", "seen": "1"},
    "hidden": {},
    "two-phase-relance": {"node": "bet"},
    "two-phase-raise": {"node": "bet"},
    "betting": {"hand": "2"},
    "stochastic": {"discount": "1/3", "start": "b", "state": "b"},
}
"""A value of each flag that a number one greater, another choice or a switch would not be."""
COMMON = {"hand": "2", "player": "col", "path": ""}
HOW = {
    "threads",
    "device",
    "cluster",
    "numeric",
    "tolerance",
    "cells",
    "rounds",
    "limit",
    "pieces",
    "method",
    "first_order",
    "digits",
    "board",
    "most",
    "bins",
    "states",
    "figure",
    "everything",
}
"""Flags that say how, not what: they may leave the answer as it is."""


def value_of(name: str, flag: Flag) -> str | None:
    """A value that is not the usual one; None where there is none to try."""
    given = {**COMMON, **VALUES.get(name, {})}
    if flag.name in given:
        return given[flag.name] or None
    if flag.is_switch:
        return "yes"
    if flag.choices:
        return next(choice for choice in flag.choices if choice != flag.default)
    base = SMALL.get(name, {}).get(flag.name, flag.default)
    if flag.kind in ("INT", "NUMBER") and base is not None and not isinstance(base, tuple):
        return str(int(float(base)) + 1)
    return None


def solved(name: str, given: dict[str, str]) -> Any:
    """What the command would print, as data and for a person, without the time; the sentence where it is refused."""
    texts = {key: True if text == "yes" else text for key, text in given.items()}
    try:
        request = request_of(name, texts)
        solution = request.answer()
        answer, report = solution.json(), solution.report()
    except InputError as error:
        return str(error)
    for key in ("seconds", "parameters", "method"):
        answer.pop(key)
    return json.dumps(answer, sort_keys=True) + str(replace(report, footer=""))


def pixels(name: str, given: dict[str, str], options: dict[str, Any]) -> str:
    """A digest of the picture; the sentence where it is refused."""
    try:
        figure = request_of(name, given).answer().plot(**options)
    except InputError as error:
        return str(error)
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return hashlib.sha256(np.asarray(canvas.buffer_rgba()).tobytes()).hexdigest()


@pytest.mark.parametrize("name", list(games.CATALOG))
def test_every_flag_of_solve_changes_the_answer_or_is_refused(name: str) -> None:
    base = SMALL.get(name, {})
    usual = solved(name, base)
    ignored = []
    for flags in flag_groups(load_game(name)).values():
        for flag in flags:
            value = value_of(name, flag)
            if value is None or flag.name in HOW:
                continue
            if solved(name, {**base, flag.name: value}) == usual:
                ignored.append(f"{flag.typed} {value}")
    assert ignored == []


@pytest.mark.parametrize("name", list(games.CATALOG))
def test_every_flag_of_plot_changes_the_picture_or_is_refused(name: str) -> None:
    base, kind = SMALL.get(name, {}), load_game(name)
    usual = pixels(name, base, {})
    ignored = []
    for flag in flag_groups(kind)["position"]:
        value = value_of(name, flag)
        if value is not None and pixels(name, {**base, flag.name: value}, {}) == usual:
            ignored.append(f"{flag.typed} {value}")
    for flag in flags_of_function(family_of(kind).drawer()):
        value = value_of(name, flag)
        if value is not None and flag.name not in HOW:
            chosen = True if flag.is_switch else flag.value(value)
            if pixels(name, base, {flag.name: chosen}) == usual:
                ignored.append(f"plot {flag.typed} {value}")
    assert ignored == []


@pytest.mark.parametrize("command", ["solve", "plot", "verify", "match", "play"])
@pytest.mark.parametrize("name", list(games.CATALOG))
def test_the_help_of_every_command_and_game_is_shown(
    name: str, command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["zerosum", command, name, "--help"])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # cyclopts warns of words that come from sys.argv under a test
        main()
    assert f"Usage: zerosum {command} {name}" in capsys.readouterr().out
