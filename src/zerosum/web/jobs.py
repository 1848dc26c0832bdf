"""The jobs of workers: functions from plain data to plain data, which do the same as the command, without a terminal.

Requests are untrusted: every job reads only the site's own files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

import numpy as np

from zerosum import MatrixGame
from zerosum.arena import Arena
from zerosum.core.data import Data, Json, plain
from zerosum.core.errors import InputError
from zerosum.core.game import Game, rules_data
from zerosum.core.numbers import as_fraction, short_text
from zerosum.core.progress import Progress
from zerosum.core.sides import Side, other
from zerosum.core.solution import Solution
from zerosum.display.document import Section, Worked
from zerosum.display.page import section_html
from zerosum.display.style import as_svg
from zerosum.display.views import with_article
from zerosum.formulas.map_answer import FormulaMap
from zerosum.formulas.reading import ChangeError
from zerosum.formulas.text import show_range
from zerosum.models.family import arena_for, family_of
from zerosum.papers import find
from zerosum.papers.judge import judge_claim, keep, recall
from zerosum.practice import practice
from zerosum.practice.check import blanks, check, hint
from zerosum.request import Request, flag_groups, flags_of_function, load_game
from zerosum.request.players import read_player
from zerosum.request.questions import read_locks
from zerosum.sweeps import sweep as sweep_of
from zerosum.web.cache import Cache, size_of
from zerosum.web.catalogue import command, heading, map_of, own_files, paper_view, request_for, variables_for
from zerosum.web.catalogue import entry as entry_of
from zerosum.web.own import read_own
from zerosum.web.play import TableCache
from zerosum.web.strategies import leaks_of
from zerosum.web.workers import Jobs

Given = Mapping[str, str]
"""Texts by flag name."""

SOLVED = Cache[tuple[str, ...], Solution](2**27)
"""The latest solutions of this worker: other positions and plots of these games need no solving."""
MAX_SLIDES = 60
"""Maximum number of matches in the lesson with slides."""
WIDEST = 9
"""Largest number of columns of a table with few rows."""
ROWS = re.compile(r"[-\d\s.,;/]{1,400}")
"""Matches a table of payoffs as typed by a visitor."""
MAX_PIECES, POINTS_OF_A_PIECE = 60, 24
"""Largest number of pieces of a formula, and the number of points of each that are drawn."""
STEEP = 20
"""An unbounded value is drawn up to this multiple of its median."""
MAX_CHANGES = 6
"""Maximum number of points at which payoffs may change; with more, there is no formula."""
LINES_OF_A_MAP = 80
"""Number of lines across a map on which points of its curves are computed."""
MAX_POINTS = 201
"""Largest number of points of a sweep."""


def answer_jobs() -> Jobs:
    """Return the jobs of a worker for answers."""
    about_games = (
        answer,
        picture,
        walk,
        best_response,
        leaks,
        slides,
        sweep,
        formula,
        plane,
        plane_picture,
        locked,
        ranges,
        evs,
        lock_curve,
        steps,
    )
    others = (verdicts, figure, exercise, matrix_steps, read_own)
    return {job.__name__: _with_own_files(job) for job in (*about_games, *others)}


def table_jobs() -> Jobs:
    """Return the jobs of a worker for visitors' tables."""
    book = TableCache()
    jobs = (book.solve, book.open, book.act, book.view, book.review, book.observed_strategy)
    return {job.__name__: _with_own_files(job) for job in jobs}


def _with_own_files(job: Callable[..., Data]) -> Callable[..., Data]:
    """Return the job, run with access to the site's own files only."""

    def guarded(*arguments: Data, **named: Data) -> Data:
        with own_files():
            return job(*arguments, **named)

    return guarded


def solved(progress: Progress, game: str, given: Given) -> tuple[Request, Solution]:
    """Return the request, and the whole game's solution."""
    request = request_for(game, given)
    key = request.typed
    known = SOLVED.get(key)
    solution = request.solve(progress) if known is None else known
    SOLVED.put(key, solution, size_of(solution))  # the solution may have grown by later questions
    return request, solution


def solved_arena(progress: Progress, game: str, given: Given) -> Arena[Game, Solution]:
    """Return the arena of a solved game."""
    request, solution = solved(progress, game, given)
    return arena_for(request.game, lambda: solution)


def answer(progress: Progress, game: str, given: Given) -> Json:
    """Return the solution as data, and its report."""
    request, whole = solved(progress, game, given)
    solution = request.at(whole)
    report, family = solution.report(), solution.family
    name, chips = heading(report.title)
    return {
        "value": _short_value(solution),
        "shown": _shown_value(solution),
        "explanation": family.explain(solution),
        "views": family.views(solution),
        "solution": solution.json(),
        "report": {
            "title": report.title,
            "name": name,
            "chips": chips,
            "value": report.value,
            "tables": [
                _upright({"title": table.title, "columns": list(table.columns), "rows": table.cells()})
                for table in report.tables
            ],
            "notes": list(report.notes),
            "footer": report.footer,
        },
        "rules": rules_data(arena_for(request.game).rules),
        "command": f"zerosum solve {command(game, given)}",
    }


def _short_value(solution: Solution) -> str:
    """Return the value in a few words: the amount and its recipient."""
    shown = _shown_value(solution)
    return f"{shown['number']} to {shown['to']}"


def _shown_value(solution: Solution) -> Json:
    """Return the value for display: a short fraction or three digits, its recipient, the decimal, and the
    certainty; the proof has it in full.
    """
    value = solution.value
    middle = value.middle
    if isinstance(middle, Fraction) and middle.denominator > 999:
        middle = float(middle)
    number = short_text(middle, 3) if abs(float(middle)) > float(value.gap) else "0"
    error = "" if value.is_exact else f"± {float(value.gap) / 2:.0e}".replace("e-0", "e-")
    decimal = short_text(float(middle), 3) if "/" in number else error
    proof = "" if solution.is_mean else "exact" if value.is_exact else "bounds"
    return {
        "number": f"{'about ' * solution.is_mean}{number}".replace("-", "−"),
        "decimal": decimal.replace("-", "−"),
        "to": with_article(solution.game.seats["row"]),
        "proof": proof,
    }


def _upright(table: Json) -> Json:
    """Return a table with its rows and columns exchanged, if it has too many columns for a screen and few
    rows.
    """
    if len(table["columns"]) <= WIDEST or len(table["rows"]) > 3:
        return table
    first, *others = zip(table["columns"], *table["rows"], strict=True)
    return {"title": table["title"], "columns": list(first), "rows": [list(one) for one in others]}


def picture(progress: Progress, game: str, given: Given) -> str:
    """Return the picture as SVG."""
    draw = family_of(load_game(game)).plot
    own = {flag.name: flag for flag in flags_of_function(draw)}
    request, whole = solved(progress, game, {key: text for key, text in given.items() if key not in own})
    solution = request.at(whole)
    options = {name: own[name].value(text) for name, text in given.items() if name in own}
    return as_svg(solution.family.plot(solution, **options))


def walk(progress: Progress, game: str, given: Given, path: str, mix: str) -> Json:
    """Return the position at the end of a path: its value, both mixes, and the EV of each move."""
    found: Json = plain(solved_arena(progress, game, given).walk(path, mix))
    return found


def best_response(progress: Progress, game: str, given: Given, side: Side, player: str) -> Json:
    """Return the best response to a player on a side, row's payoff, and the solution's mix there."""
    arena = solved_arena(progress, game, given)
    found = arena.best_response(read_player(player, arena.roster(side), arena), other(side))
    does = {
        name: {
            before: [{"from": float(low), "to": float(high), "does": action} for low, high, action in spans]
            for before, spans in arena.spans(one, other(side)).items()
        }
        for name, one in (("does", found.player), ("solution", arena.equilibrium))
    }
    value = float(arena.solution.value)
    data: Json = plain({"paid": float(found.value), "exactly": found.value, "value": value, **does})
    return data


def leaks(progress: Progress, game: str, given: Given, text: str, ending: str, fill: bool) -> Json:
    """Return the leaks of a visitor's strategy, and the name under which it can be played."""
    return leaks_of(solved_arena(progress, game, given), text, ending, fill=fill)


def slides(progress: Progress, game: str, given: Given) -> list[Json]:
    """Return all heaps, starting with one match: the heap left by each take, and the cost of the take (1 if the
    taker loses).

    Each slide is the game that begins with that heap, so the costs follow from the EVs of the first moves.
    """
    start = request_for(game, given).game.parameters()["matches"]
    if not isinstance(start, int) or start > MAX_SLIDES:
        raise InputError(f"slides can show at most {MAX_SLIDES} matches")
    found = []
    for left in range(1, start + 1):
        request = request_for(game, {**given, "matches": str(left)})
        arena = arena_for(request.game, request.solve)
        begun = arena.deal(np.random.default_rng(0))
        worth = {} if begun.over else arena.advice(begun, "row").worth
        costs = {int(begun.move_text(move)): int(won < 0) for move, won in worth.items()}
        takes = [{"take": take, "left": left - take, "cost": cost} for take, cost in costs.items()]
        found.append({"left": left, "cost": min(costs.values(), default=None), "takes": takes})
    return found


def sweep(progress: Progress, game: str, given: Given, over: str, points: int) -> list[Json]:
    """Return the solution at positions named by one number, such as q or x, from 0 to 1."""
    if not 2 <= points <= MAX_POINTS:
        raise InputError(f"a sweep must have from 2 to {MAX_POINTS} points, not {points}")
    numbers = {flag.name for flag in flag_groups(load_game(game))["position"] if flag.kind == "NUMBER"}
    if over not in numbers:
        raise InputError(
            f"{game} has no numeric position {over!r} to sweep over; it has {' and '.join(sorted(numbers)) or 'none'}"
        )
    request, solution = solved(progress, game, given)
    found = []
    for k in range(points):
        at = k / (points - 1)
        found.append({"at": at, **solution.at(**{**request.position, over: at}).json()})
        progress(k, points, "places")
    return found


def formula(
    progress: Progress, game: str, given: Given, over: str, to: float, entry: int | None, at: float
) -> Json:
    """Return the value as a formula in a parameter, or in an entry of a list, up to a number, and points of its
    curve.

    If the payoffs change inside the range, the part that contains `at` is used.
    """
    kind = load_game(game)
    solve = kind.family.formula  # a model without formulas rejects here, before any game is laid out
    typed = over[:1]
    if entry is not None:
        usual = given.get(over) or next(
            (one["default"] for one in entry_of(game).fields["game"] if one["name"] == over), ""
        )
        parts = str(usual).split(",")
        if not 0 <= entry < len(parts):
            raise InputError(f"{over} has {len(parts)} entries, counted from 0, so there is no entry {entry}")
        typed = ",".join([*parts[:entry], typed, *parts[entry + 1 :]])
    line = variables_for(game, given, {over: typed}).line()
    line = replace(line, high=Fraction(to) if line.high is None else min(Fraction(to), line.high))
    for _ in range(MAX_CHANGES):
        if line.low is None or line.high is None or not line.low < line.high:
            raise InputError(f"{over} has no values up to {to:g}")
        try:
            found = solve(line, progress=progress, pieces=MAX_PIECES)
            break
        except ChangeError as change:
            if not isinstance(change.point, Fraction):
                raise
            line = replace(line, low=change.point) if at >= change.point else replace(line, high=change.point)
    else:
        raise InputError(
            "the payoffs change at many values of the parameter; use the command with a short range"
        )
    points = []
    pieces = []
    for low, high, value in found.values:
        start, width = float(low), float(high) - float(low)
        inner = np.linspace(1e-9, 1 - 1e-9, POINTS_OF_A_PIECE).tolist()
        points += [[start + share * width, value.about(start + share * width)] for share in inner]
        shown = show_range(low, high, value)
        pieces.append({"from": start, "to": start + width, "value": str(value), "shown": shown})
    heights = sorted(abs(height) for _, height in points)
    usual = heights[len(heights) // 2]
    if heights[-1] > STEEP**2 * usual > 0:  # a pole: values near it would flatten the rest
        points = [[t, height] for t, height in points if abs(height) <= STEEP * usual]
    return {
        "letter": found.letter,
        "from": float(line.low),
        "to": float(line.high),
        "pieces": pieces,
        "points": points,
    }


def plane(progress: Progress, game: str, given: Given, right: float, top: float) -> Json:
    """Return the map of a game's first two numbers: its formulas, and regions and curves as points."""
    found = _map(progress, game, given, right, top)
    return {
        "title": found.title,
        "parameters": found.parameters,
        "letters": found.letters,
        "formulas": [formula.text(found.letters) for formula in found.formulas],
        **found.outline(LINES_OF_A_MAP),
    }


def plane_picture(progress: Progress, game: str, given: Given, right: float, top: float) -> str:
    """Return the map as SVG, for pages without JavaScript."""
    return as_svg(_map(progress, game, given, right, top).plot())


def _map(progress: Progress, game: str, given: Given, right: float, top: float) -> FormulaMap:
    across_and_up = map_of(game)
    if not across_and_up:
        raise InputError(f"{game} has no map; a map needs two numeric parameters that determine the payoffs")
    ranges = {name: f"0..{Fraction(end)}" for name, end in zip(across_and_up, (right, top), strict=True)}
    return variables_for(game, given, ranges).plane().map(MAX_PIECES, progress)


def ranges(progress: Progress, game: str, given: Given) -> list[Json]:
    """Return the range of each move's probability over all optimal strategies, at every decision."""
    request, whole = solved(progress, game, given)
    found: list[Json] = plain(request.at(whole).find_ranges(progress))
    return found


def evs(progress: Progress, game: str, given: Given) -> list[Json]:
    """Return the EV of each move at every decision."""
    request, whole = solved(progress, game, given)
    found: list[Json] = plain(request.at(whole).evs)
    return found


def locked(progress: Progress, game: str, given: Given, lock: str) -> Json:
    """Return the solution with some decisions locked, such as "J, check: bet 1/2", and the cost of the lock
    to its owner.
    """
    solution = _locked(progress, game, given, lock)
    found: Json = plain(solution.json())
    seats, family = solution.game.seats, solution.family
    views = family.views(solution) if family.is_lockable(solution.game) else []
    costs = [
        {"seat": with_article(seats[side]), "cost": float(cost), "shown": short_text(cost, 3)}
        for side, cost in ((side, as_fraction(cost)) for side, cost in found["cost"].items())
    ]
    return {
        **found,
        "shown": {"value": _short_value(solution), **_shown_value(solution), "costs": costs},
        "views": views,
    }


def _locked(progress: Progress, game: str, given: Given, lock: str) -> Solution:
    request = request_for(game, given)
    found: Solution = request.game.family.locked(
        request.game, read_locks(lock, request.game.seats), progress=progress
    )
    return found


def lock_curve(progress: Progress, game: str, given: Given, lock: str, points: int) -> list[Json]:
    """Return the value to row for each probability from 0 to 1 of one locked move, such as "J, check: bet"."""
    if not 2 <= points <= MAX_POINTS:
        raise InputError(f"a curve must have from 2 to {MAX_POINTS} points, not {points}")
    request = request_for(game, given)
    table = sweep_of(request.game, locks=f"{lock} 0..1:{points}", workers=1, journal=False, progress=progress)
    found = []
    for k, row in enumerate(table):
        if row.value is None:
            raise InputError(row.error)
        found.append({"p": k / (points - 1), "value": row.value.json()})
    return found


def exercise(progress: Progress, kind: str, number: int, given: Given) -> Json:
    """Return an exercise by its number, with the marks of an answer if one is given, a hint and the worked steps."""
    one = practice(kind, number, 1).exercises[0]
    return {
        "question": section_html(Section("", one.question)),
        "blanks": [blank._asdict() for blank in blanks(one)],
        "marks": [mark._asdict() for mark in check(one, given)] if given else [],
        "hint": section_html(Section("", (hint(one),))),
        "steps": [section_html(Section(step.heading, step.parts, level=2)) for step in one.answer],
    }


def steps(progress: Progress, game: str, given: Given) -> Json:
    """Return a small game worked out: the title, and each step as HTML."""
    _, solution = solved(progress, game, given)
    return _steps(solution.family.steps(solution))


def matrix_steps(progress: Progress, rows: str) -> Json:
    """Return the worked steps for a payoff table, typed as "3 1; 0 2"."""
    if not ROWS.fullmatch(rows) or not any(map(str.isdigit, rows)):
        raise InputError("enter the rows of the table separated by semicolons, for example: 3 1; 0 2")
    family = MatrixGame.family
    return _steps(family.steps(family.solve(family.read(rows), exact=True)))


def _steps(worked: Worked) -> Json:
    return {"title": worked.title, "steps": [section_html(step) for step in worked.document.sections]}


def verdicts(progress: Progress, paper: str, game: str = "") -> Json:
    """Recompute the claims that have no verdict yet, and store each verdict; a stopped job resumes after the last
    one stored.
    """
    asked = find(paper)
    claims = asked.claims_about(game) if game else asked.claims()
    missing = [claim for claim in claims if not claim.slow and recall(asked, claim) is None]
    for done, claim in enumerate(missing):
        progress(done, len(missing), "claims")
        keep([judge_claim(asked, claim)])
    return paper_view(asked, claims)


def figure(progress: Progress, paper: str, name: str) -> str:
    """Return a picture of the papers' report, as SVG."""
    asked = find(paper)
    return as_svg(asked.draw(next(one for one in asked.document.pictures if one.name == name)))
