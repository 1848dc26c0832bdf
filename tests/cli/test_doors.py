"""Every game × every flag of `solve` and `plot`: no traceback, and no flag that is ignored.

A flag changes the answer, or the picture, or is refused in one sentence. Flags that say *how* to solve may leave both
as they are.
"""

import hashlib
import json
import re
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from tests.small import small

from zerosum import games
from zerosum.cli import main
from zerosum.core.arrays import Floats
from zerosum.core.errors import InputError
from zerosum.core.solution import Solution
from zerosum.display.style import LONG
from zerosum.models.family import family_of
from zerosum.models.hidden.form import words
from zerosum.request import Flag, flag_groups, flags_of_function, load_game, request_of

EXAMPLES = Path(__file__).parents[2] / "examples"
DARE = str(EXAMPLES / "dare.toml")
VALUES: dict[str, dict[str, str]] = {
    "liars-dice": {"col_dice": "2"},
    "jujitsu": {"row": "1,3", "col": "2,3", "at": "row=1,3 col=2,3 score=-2", "score": "-2", "carried": "2"},
    "goofspiel": {
        "prizes": "4,3,2,1",
        "row": "1,3",
        "col": "2,3",
        "at": "row=1,3 col=2,3 up=2 prizes_left=2,3",
        "up": "3",
        "prizes_left": "2,3",
        "score": "-1",
        "carried": "4",
    },
    "matches": {"takes": "1,2", "heaps": "3,2", "matches_left": "6", "heaps_left": "4"},
    "red-dog": {
        "weights": "1/2,1/6,1/6,1/6",
        "dealt": "beta(2,1)",
        "turned": "beta(2,1)",
        "hand": "AS KH KD TC",
    },
    "blackjack": {
        "bets": "1,3",
        "deck": "4,4,4,4,4,4,4,4,4,8",
        "hand": "T 6",
        "up": "9",
        "total": "hard 16",
        "decks": "2",
    },
    "seven-and-a-half": {"bets": "1,3", "stand": "5.5", "hand": "3 2", "up": "7", "total": "total 5"},
    "nakai": {"stages": "4", "targets": "exponential(1)", "state": "2,1,1,1", "x": "0.4"},
    "gleason": {
        "nodes": "1,2,-4",
        "start": "2",
        "discount": "0.9",
        "node": "2",
        "q": "0.3",
        "memory": "1",
        "within": "0.5",
        "figure": "W",
    },
    "relance": {"hand": "0.7"},
    "von-neumann": {"hand": "0.7", "bets": "1,2"},
    "newman": {"hand": "0.7", "node": "bet 2"},
    "kuhn": {"hand": "Q"},
    "two-bets": {"hand": "0.7", "node": "bet 1"},
    "bets": {"sizes": "1,3", "node": "bet 1"},
    "leduc": {"bets": "1,3"},
    "river": {
        "board": "JsKs5cQs8d",
        "pot": "20",
        "stacks": "5",
        "oop": "KK, 7h6h",
        "ip": "QQ",
        "bets": "1/2",
        "raises": "none",
        "ip_bets": "1/2",
        "ip_raises": "none",
        "most_raises": "0",
        "file": "nowhere.toml",
        "line": "check",
        "hand": "KdKh",
    },
    "turn": {
        "board": "JsKs5cQd",
        "pot": "20",
        "stacks": "5",
        "oop": "KhKd, 7h6h",
        "ip": "QhQd",
        "bets": "1/2",
        "raises": "none",
        "ip_bets": "1/2",
        "ip_raises": "none",
        "river_bets": "1/2",
        "river_raises": "none",
        "ip_river_bets": "none",
        "ip_river_raises": "none",
        "most_raises": "0",
        "file": "nowhere.toml",
        "line": "check",
        "hand": "KdKh",
    },
    "purgatory": {"state": "2"},
    "stochastic": {"path": DARE, "discount": "1/3", "start": "col leads", "state": "col leads"},
}
"""A value of each flag that a number one greater, another choice or a switch would not be."""
COMMON = {"hand": "2", "player": "col", "node": "bet", "hands": "1"}
ALONG: dict[str, dict[str, dict[str, str]]] = {
    "jujitsu": {
        "row": {"col": "2,3"},
        "col": {"row": "1,3"},
        "score": {"row": "1,3", "col": "2,3"},
        "carried": {"row": "1,3", "col": "2,3"},
    },
    "goofspiel": {
        "row": {"col": "2,3", "prizes_left": "1,2"},
        "col": {"row": "1,3", "prizes_left": "1,2"},
        "prizes_left": {"row": "1,3", "col": "2,3"},
        "score": {"row": "1,3", "col": "2,3", "prizes_left": "1,2", "payoff": "win"},
        "carried": {"row": "1,3", "col": "2,3", "prizes_left": "1,2", "ties": "carry"},
    },
    "blackjack": {"up": {"hand": "T 6", "dealer_card": "seen"}},
    "seven-and-a-half": {"up": {"hand": "3 2", "dealer_card": "seen"}},
    "gleason": {"q": {"node": "2"}, "within": {"memory": "1"}},
    "stochastic": {"state": {"path": DARE}, "start": {"path": DARE}},
}
"""What some flags must be given along with."""
HOW = {
    "threads",
    "device",
    "cluster",
    "numeric",
    "tolerance",
    "cells",
    "grids",
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
    "everything",
    "within",
}
"""Flags that say how, not what: they may leave the answer as it is."""


def value_of(name: str, flag: Flag) -> str | None:
    """A value that is not the usual one; None where there is none to try."""
    given = {**COMMON, **VALUES.get(name, {})}
    if flag.name in given:
        return given[flag.name]
    if flag.is_switch:
        return "yes"
    if flag.choices:
        return next(choice for choice in flag.choices if choice != flag.default)
    base = small(name).get(flag.name, flag.default)
    if flag.kind in ("INT", "NUMBER") and base is not None and not isinstance(base, tuple):
        return str(int(float(base)) + 1)
    return _first_named(name) if flag.name in ("at", "seen") else None


def _first_named(name: str) -> str:
    """What the first player to move knows; of an open game, the second position."""
    whole: Any = solution_of(name, {})
    if load_game(name).family.name in ("hidden", "streets"):
        return words(whole.form.seen("row", 0))
    return str(list(whole.values)[1])


def given_with(name: str, flag: Flag, value: str) -> dict[str, str]:
    """The flag, and what it must be given along with."""
    return {**ALONG.get(name, {}).get(flag.name, {}), flag.name: value}


@cache
def _solved(name: str, texts: tuple[tuple[str, str], ...]) -> Solution:
    return request_of(name, {key: True if text == "yes" else text for key, text in texts}).solve()


def solution_of(name: str, given: dict[str, str]) -> Solution:
    """The answer to what is given beside what makes the game small; a game is solved once for all its positions."""
    texts = {**small(name), **given}
    asked = {flag.name for flag in flag_groups(load_game(name))["position"]}
    whole = _solved(name, tuple((key, text) for key, text in texts.items() if key not in asked))
    request = request_of(name, {key: True if text == "yes" else text for key, text in texts.items()})
    return request.at(whole)


def solved(name: str, given: dict[str, str]) -> Any:
    """What the command would print, as data and for a person, without the time; the sentence where it is refused."""
    try:
        solution = solution_of(name, given)
        answer, report = solution.json(), solution.report()
    except InputError as error:
        return str(error)
    for key in ("seconds", "parameters", "method"):
        answer.pop(key)
    return json.dumps(answer, sort_keys=True) + str(replace(report, footer=""))


def pixels(figure: Figure) -> str:
    """A digest of the picture."""
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return hashlib.sha256(np.asarray(canvas.buffer_rgba()).tobytes()).hexdigest()


@cache
def usual_pixels(name: str) -> str:
    """The digest of the whole game's picture."""
    return pixels(solution_of(name, {}).plot())


def caption(figure: Figure) -> str:
    """The title, on one line."""
    return " ".join(figure.get_suptitle().split())


@pytest.mark.parametrize("name", list(games.CATALOG))
def test_every_flag_of_solve_changes_the_answer_or_is_refused(name: str) -> None:
    usual = solved(name, {})
    ignored = []
    for flags in flag_groups(load_game(name)).values():
        for flag in flags:
            value = value_of(name, flag)
            if value is None or flag.name in HOW:
                continue
            if flag.name == "exact" and solution_of(name, {}).value.is_exact:
                continue  # a game that is one small matrix is solved in fractions anyway
            if solved(name, {flag.name: value}) == usual:
                ignored.append(f"{flag.typed} {value}")
    assert ignored == []


@pytest.mark.parametrize("name", list(games.CATALOG))
def test_every_position_has_a_picture_that_draws_what_its_caption_says(name: str) -> None:
    """The caption is the head of the answer: it names the position and the value; the picture draws its strategies."""
    usual = checked_picture(solution_of(name, {}))
    for flag in flag_groups(load_game(name))["position"]:
        if flag.name in HOW or flag.name == "percent":  # the unit of EVs, which pictures do not show
            continue
        value = value_of(name, flag)
        assert value is not None, f"no value of {flag.typed} is tried"
        figure = checked_picture(solution_of(name, given_with(name, flag, value)))
        told = caption(figure).replace("B after", "col after")
        if told == caption(usual):
            assert flag.is_switch
            assert pixels(figure) != usual_pixels(name), flag.typed
        else:
            assert [word for word in re.findall(r"[\w.]+", value) if word.replace("_", " ") not in told] == []


def checked_picture(solution: Solution) -> Figure:
    """A picture whose caption holds the value with its bound, or says that it is a mean, and that draws the mixes."""
    figure, report = solution.plot(), solution.report()
    shown = LONG.sub(lambda found: f"{float(found[1] or found[2]):.6g}", report.value)
    assert caption(figure).startswith(" ".join(f"{report.title} value {shown}".split()))
    assert str(solution.value) in report.value or solution.is_mean
    if solution.game.engine not in SUMMED:
        read = cuts(figure) if solution.game.engine == "phased" else readings(figure)
        for p in drawn_probabilities(solution):
            assert not 0 < p < 1 or np.abs(read - float(p)).min() < READ
    elif solution.game.engine in SUMMED and not solution.position_keys:
        written = (text.get_text().strip() for axes in figure.axes for text in axes.texts)
        assert words_of(solution) <= Counter(written)
    return figure


def drawn_probabilities(solution: Any) -> list[Any]:
    """What a picture draws: the mixes of a position; in a betting game the mix of each hand there, not their mean."""
    if solution.game.family.name != "continuum":
        return [*solution.row.values(), *solution.col.values()]
    return [move.probability for one in solution.evs if solution.position_keys for move in one.moves.values()]


def words_of(solution: Any) -> Counter[str]:
    """What is written into the cells: the chart of hit and stand, or who may take what from one heap."""
    if solution.game.engine == "drawing":
        chart = solution.report().tables[2].rows
        short = {"hit": "H", "stand": "S"}
        return Counter(short.get(word, word) for _, *words in chart for word in words if word)
    takes = [[take.taken for take in solution.optimal(x)] for x in range(1, sum(solution.heaps) + 1)]
    words = [
        f"take {','.join(map(str, best[:3]))}" for x, best in enumerate(takes, 1) if not solution.cost(x)
    ]
    return Counter(words) if len(solution.game.sizes) == 1 else Counter()


SUMMED = {"grundy", "drawing"}
"""Where the strategies sum up over all hands what the picture draws hand by hand, or name one take of several."""
READ = 6e-4
"""What is written in percent is rounded so far."""


def area_below(x: Any, y: Any) -> float:
    """The area below a line that may have gaps."""
    steps = np.diff(np.asarray(x, float)) * (np.asarray(y, float)[1:] + np.asarray(y, float)[:-1]) / 2
    return float(steps[np.isfinite(steps)].sum())


def readings(figure: Figure) -> Floats:
    """What can be read off as a probability: bars, their share of all, lines, areas below, maps, numbers in texts."""
    found: list[float] = []
    for axes in figure.axes:
        bars = [
            (bar.get_facecolor(), bar.get_width(), bar.get_height())
            for bar in axes.patches
            if isinstance(bar, Rectangle)
        ]
        for drawn in axes.collections:
            edges = (path.get_extents() for path in drawn.get_paths())
            bars += [
                (tuple(colour), edge.width, edge.height)
                for colour, edge in zip(drawn.get_facecolor(), edges, strict=False)
            ]
        areas = Counter[object]()
        for colour, width, height in bars:
            areas[colour[:3]] += width * height
        found += [*areas.values(), *(length for _, *lengths in bars for length in lengths)]
        found += [number for line in axes.lines for number in np.ravel(line.get_data())]
        found += [area_below(*line.get_data()) for line in axes.lines]
        found += [number for image in axes.images for number in np.ravel(np.asarray(image.get_array()))]
        legend = axes.get_legend()
        texts = [*axes.texts, *(legend.get_texts() if legend else ())]
        found += [float(word) for text in texts for word in re.findall(r"\d+\.?\d*", text.get_text())]
    shown = np.array(found, float)
    shown = shown[np.isfinite(shown)]  # a line has gaps
    return np.concatenate([shown, shown / 100, shown / HIDDEN_CELL])


def cuts(figure: Figure) -> Floats:
    """How many of all numbers take one action: some of the parts between the ends on a bar, together."""
    bars = [np.diff(axes.get_xticks()) for axes in figure.axes if len(axes.get_xticks()) < 9]
    return np.array(
        [sum(some) for parts in bars for k in range(len(parts)) for some in combinations(parts, k)]
    )


HIDDEN_CELL = 0.9
"""So wide is a cell of a hidden game's map, which the moves share out."""


@pytest.mark.parametrize("name", list(games.CATALOG))
def test_every_flag_of_plot_changes_the_picture_or_is_refused(name: str) -> None:
    whole, kind = solution_of(name, {}), load_game(name)
    ignored = []
    for flag in flags_of_function(family_of(kind).plot):
        value = value_of(name, flag)
        assert value is not None, flag.typed
        chosen = True if flag.is_switch else flag.value(value)
        try:
            figure = whole.plot(**{flag.name: chosen})
        except InputError:
            continue
        if flag.name not in HOW and pixels(figure) == usual_pixels(name):
            ignored.append(f"{flag.typed} {value}")
    assert ignored == []


@pytest.mark.parametrize("command", ["solve", "plot", "verify", "match", "play"])
@pytest.mark.parametrize("name", list(games.CATALOG))
def test_the_help_of_every_command_and_game_is_shown(
    name: str, command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["zerosum", command, name, "--help"])
    main()
    assert f"Usage: zerosum {command} {name}" in capsys.readouterr().out
