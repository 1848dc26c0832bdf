"""A position that was asked for is honoured by every question in every game, or refused; it is never ignored."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping

import pytest
from tests.command import run
from tests.small import small, small_request

import zerosum
from zerosum.core.errors import ZerosumError
from zerosum.core.solution import Solution
from zerosum.request import request_of

NAMED: dict[str, list[dict[str, str]]] = {
    "jujitsu": [{"row": "1,2", "col": "2,3"}, {"at": "row=1,2 col=2,3"}],
    "goofspiel": [{"row": "1,2", "col": "1,2", "prizes_left": "1,2"}, {"up": "2"}],
    "matches": [{"matches_left": "3"}],
    "red-dog": [{"hand": "AS AH AD AC"}],
    "red-dog-pot": [{"at": "2 in the pot, bet number 1, a hand that beats 0 cards"}],
    "blackjack": [{"hand": "10 2"}, {"total": "hard 13"}],
    "seven-and-a-half": [{"hand": "5"}],
    "nakai": [{"x": "1/3"}],
    "gleason": [{"node": "2"}, {"q": "0.3"}, {"player": "col"}],
}
"""Positions of games whose positions cannot be read off a solution."""

QUESTIONS: Mapping[str, Callable[[Solution], object]] = {
    "ev": lambda solution: [one.json() for one in solution.evs],
    "range": lambda solution: [one.json() for one in solution.ranges],
    "steps": lambda solution: solution.game.family.steps(solution).document.text(),
    "table": lambda solution: solution.table().rows,
    "json": lambda solution: {
        name: part for name, part in solution.json().items() if name not in ("parameters", "seconds")
    },
    "report": lambda solution: str(solution.report()).partition("\n\n")[2],
}
"""What a person may ask of a solution, as data to compare."""

MEANT_FOR_THE_WHOLE = {"tree", "percent"}
"""Flags beside those of positions that change how the whole game is shown."""


def positions(name: str, solution: Solution) -> list[dict[str, str]]:
    """A position for every flag that names one, and for all of them together."""
    keys = set(inspect.signature(solution.at).parameters) - MEANT_FOR_THE_WHOLE
    if name in NAMED:
        return NAMED[name]
    if not keys:
        return []
    if keys == {"seen"}:
        return [{"seen": solution.evs[-1].information}]
    if keys == {"hand", "node", "player"}:
        node, hand = solution.form.turns[-1].name, solution.game.hand(1) if solution.game.deck else "0.3"
        return [{"node": node}, {"hand": hand}, {"player": "B"}, {"node": node, "hand": hand}]
    if keys == {"node"}:
        return [{"node": [*solution.steps][-1]}]
    if keys == {"line", "hand"}:
        last = solution.game.nodes[solution.decision_nodes[-1]]
        there = next(one for one in solution.evs if one.information.endswith(last.name))
        return [
            {"line": last.name},
            {"hand": solution.game.hands["row"].names[0]},
            {"line": last.name, "hand": there.information.partition(",")[0]},
        ]
    if keys == {"at"}:
        game = solution.game
        inner = [one for one in solution.solved.graph.positions if one != game.start and any(game.moves(one))]
        return [{"at": repr((inner if inner else [*solution.solved.graph.positions])[-1])}]
    assert keys == {"state"}
    return [{"state": [*solution.game.states][-1]}]


@pytest.mark.parametrize("name", zerosum.CATALOG)
def test_every_question_is_about_the_position_or_says_that_it_is_not(name: str) -> None:
    request = small_request(name)
    if name == "stochastic":
        request = request_of(name, {"path": small("stochastic")["path"].replace("shapley", "two_positions")})
    solution = request.solve()
    asked = 0
    for position in positions(name, solution):
        given = {**small(name), **position}
        if name == "stochastic":
            given["path"] = str(request.game.path)
        there = request_of(name, given).at(solution)
        for question, answer in QUESTIONS.items():
            try:
                found = answer(there)
            except ZerosumError:
                continue
            assert found != answer(solution), (position, question)
            asked += 1
            if question in ("ev", "range") and {"seen", "line", "hand"} & set(position):
                _check_only_the_asked(position, found, answer(solution))
    assert asked or not inspect.signature(solution.at).parameters


def _check_only_the_asked(position: Mapping[str, str], found: object, every: object) -> None:
    """Decisions that were asked for are some of all decisions, with the same numbers, and have the right names."""
    assert isinstance(found, list)
    assert isinstance(every, list)
    assert 0 < len(found) < len(every)
    assert all(one in every for one in found)
    for one in found:
        knows = one["information"]
        assert knows == position.get("seen", knows)
        assert knows.endswith(position.get("line", ""))
        assert position.get("hand", knows)[0] == knows[0] or " to " in knows


@pytest.mark.parametrize(
    "words",
    [["plot", "kuhn", "--tree"], ["plot", "kuhn", "--tikz"], ["solve", "kuhn", "--lock", "J, bet: call 1"]],
)
def test_the_command_refuses_what_is_about_the_whole_game(words: list[str]) -> None:
    shown = run(*words, "--node", "bet")
    assert shown.returncode
    assert "node" in shown.stderr or "position" in shown.stderr


@pytest.mark.parametrize("name", ["river", "leduc"])
def test_tables_of_decisions_have_all_of_them(name: str) -> None:
    """No question stops after sixty decisions."""
    for flag, answer in (("--ev", "evs"), ("--range", "ranges")):
        given = (
            [] if name == "leduc" else ["--oop", "TT+, T9s, AQ", "--ip", "QQ, AK, 98s, KQs", "--bets", "pot"]
        )
        shown = run("solve", name, *given, flag, "--json")
        lines = zerosum.solve(name, **dict(zip((x.strip("-") for x in given[::2]), given[1::2], strict=True)))
        decisions = [one for one in getattr(lines, answer) if answer == "evs" or one.is_reached]
        assert max(sum(one.side == side for one in decisions) for side in ("row", "col")) > 60
        printed = run("solve", name, *given, flag, "--markdown").stdout.splitlines()
        starts = {line.split(" | ")[0].removeprefix("| ") for line in printed if line.startswith("| ")}
        assert shown.returncode == 0
        assert all(one.information in starts for one in decisions)
