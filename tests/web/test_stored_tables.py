"""Positions of a stored table: the command, Python and the site read them from disk and solve nothing again."""

import json
import subprocess
import sys
from functools import cache

import pytest

import zerosum
from zerosum.cli import run
from zerosum.core.progress import silent
from zerosum.models.staged.engines.tricks.rules import Hands
from zerosum.models.staged.engines.tricks.threads import Threads
from zerosum.web import jobs
from zerosum.web.cache import Cache

ROW, COL, PRIZES, UP = (1, 4, 7), (2, 4, 6), (2, 3, 7), 3


@cache
def value(row, col, prizes, up):
    """Goofspiel by plain recursion: the difference in points from here on, a prize lost if bids are equal."""
    rest = tuple(prize for prize in prizes if prize != up)

    def after(i, j):
        won = up * ((i > j) - (i < j))
        left = tuple(a for a in row if a != i), tuple(b for b in col if b != j)
        return won + (sum(value(*left, rest, prize) for prize in rest) / len(rest) if rest else 0)

    return float(zerosum.matrix.solve([[after(i, j) for j in col] for i in row]).value)


@pytest.fixture
def stored(monkeypatch, tmp_path):
    """A stored table of seven cards, and engines that may not solve any more."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    zerosum.solve("goofspiel", cards=7)

    def refuse(*_):
        raise AssertionError("the table is stored: nothing is to be solved")

    monkeypatch.setattr(Threads, "fill", refuse)
    monkeypatch.setattr(jobs, "SOLVED", Cache(jobs.SOLVED.most))


def text(numbers):
    return ",".join(map(str, numbers))


def test_the_command_and_python_answer_from_the_stored_table(stored, capsys):
    hands = ["--row", text(ROW), "--col", text(COL), "--prizes-left", text(PRIZES), "--up", str(UP)]
    run(["solve", "goofspiel", "--cards", "7", *hands, "--json"])
    printed = json.loads(capsys.readouterr().out)
    assert "read from the store" in printed["method"]
    found = zerosum.solve("goofspiel", cards=7).at(row=ROW, col=COL, prizes_left=PRIZES, up=UP)
    expected = pytest.approx(value(ROW, COL, PRIZES, UP), abs=1e-9)
    assert float(found.value) == expected
    assert (printed["value"]["lower"] + printed["value"]["upper"]) / 2 == expected


def test_the_site_answers_and_explores_from_the_stored_table(stored):
    given = {"row": text(ROW), "col": text(COL), "prizes_left": text(PRIZES), "up": str(UP)}
    answer = jobs.answer(silent, "goofspiel", {"cards": "7", **given})
    found = answer["solution"]["value"]
    assert (found["lower"] + found["upper"]) / 2 == pytest.approx(value(ROW, COL, PRIZES, UP), abs=1e-9)
    path = ""
    for cards in (7, 6, 5):
        here = jobs.walk(silent, "goofspiel", {"cards": "7"}, path, "")
        if path == "":  # the first prize is drawn
            path = here["cells"][0][0]["next"][0]["path"]
            here = jobs.walk(silent, "goofspiel", {"cards": "7"}, path, "")
        assert len(here["rows"]) == len(here["cols"]) == cards
        assert sum(line["p"] for line in here["rows"]) == pytest.approx(1)
        path = here["cells"][0][-1]["next"][0]["path"]


LOOK = """
import sys, zerosum
from zerosum.core.progress import silent
from zerosum.web import jobs
solution = zerosum.solve("goofspiel", cards=7)
for up in range(1, 8):
    solution.at(up=up)
path = "0.0.0"
for _ in range(6):
    here = jobs.walk(silent, "goofspiel", {"cards": "7"}, path, "")
    path = here["cells"][0][-1]["next"][0]["path"]
assert "read from the store" in solution.method
assert "numba" not in sys.modules
"""


def test_looking_and_walking_import_no_compiler(stored):
    subprocess.run([sys.executable, "-c", LOOK], check=True)


@pytest.mark.parametrize("exact", [False, True])
def test_a_pair_of_bids_is_worth_what_it_pays_and_what_follows(stored, exact):
    solution = (
        zerosum.solve("goofspiel", cards=4, exact=exact) if exact else zerosum.solve("goofspiel", cards=7)
    )
    cards = 4 if exact else 7
    row, col, prizes = (tuple(range(1, cards + 1)),) * 3
    here = solution.at(up=2)
    hands = Hands(row, col, here.context)
    for i, j in ((1, 1), (2, 3), (cards, 1)):
        rest = tuple(prize for prize in prizes if prize != 2)
        left = tuple(a for a in row if a != i), tuple(b for b in col if b != j)
        after = sum(value(*left, rest, prize) for prize in rest) / len(rest)
        expected = 2 * ((i > j) - (i < j)) + after
        assert float(here.pair_worth(hands, i, j)) == pytest.approx(expected, abs=1e-9)
