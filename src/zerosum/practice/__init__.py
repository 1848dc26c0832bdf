"""Practice sheets: exercises with nice answers by construction, and an answer sheet with worked steps.

A 2 × 2 game is built from its answer. Let row's odds be r1:r2 and col's c1:c2, and let g divide both sums. With
s = (c1 + c2)/g and u = (r1 + r2)/g the game

    b + r2 s    b               d = b + c1 u
    d - r1 s    d

has these optimal odds and the value b + r2 c1/g. Larger games add dominated moves, or lines that pass above the
value. A 3 × 3 game is v + C with r C = 0 and C c = 0: four entries of C are free, and determine the last row and
the last column.

The same kind, seed and count give the same sheet on any machine.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd

from zerosum.core.errors import InputError, unknown_name_error
from zerosum.core.numbers import exact_text
from zerosum.display.document import Document, Formulas, Part, Section, listed
from zerosum.display.table import Table
from zerosum.models.matrix_game.rules import MatrixGame
from zerosum.models.matrix_game.solve import solve
from zerosum.models.matrix_game.steps import worked_steps

__all__ = ["KINDS", "Exercise", "Practice", "practice"]

MAX_PAYOFF = 9
"""Largest payoff of an exercise."""
MAX_EXERCISES = 100
"""Maximum number of exercises on a sheet."""
ODDS = ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 3), (3, 2))
"""The odds of two moves that an answer may have."""
TAKES = ((1, 2), (1, 3), (1, 4), (1, 2, 3), (1, 2, 4), (1, 3, 4), (1, 2, 5))
"""The numbers of matches that may be taken in a subtraction game; 1 is always allowed, so that the last match can
be taken.
"""

Payoffs = list[list[int]]


@dataclass(frozen=True)
class Exercise:
    """A question and its worked answer."""

    question: tuple[Part, ...]
    answer: tuple[Section, ...]
    value: Fraction
    """The game's value to the player who is called row, or moves first."""
    data: tuple[object, ...]
    """The data of the exercise: the rows of a matrix; or the matches, the takes and whether taking the last match
    wins; or ante, bet, probability of a winning card, and the probabilities of a bluff and of a call.
    """
    kind: str = ""
    """The kind of exercise, one of `KINDS`."""


@dataclass(frozen=True)
class Practice:
    """A sheet of exercises."""

    title: str
    exercises: tuple[Exercise, ...]

    @property
    def questions(self) -> Document:
        """The sheet for students."""
        sections = (Section(f"Exercise {k}", one.question) for k, one in enumerate(self.exercises, 1))
        return Document(self.title, tuple(sections))

    @property
    def answers(self) -> Document:
        """The sheet for the teacher."""
        sections: list[Section] = []
        for k, one in enumerate(self.exercises, 1):
            sections += [Section(f"Exercise {k}", one.question), *one.answer]
        return Document(f"{self.title}: answers", tuple(sections))


def practice(kind: str, seed: int = 1, count: int = 10) -> Practice:
    """Make a sheet of exercises of one kind.

    Examples
    --------
    >>> from zerosum.practice import practice
    >>> [str(one.value) for one in practice("saddle", seed=7, count=3).exercises] == [
    ...     str(one.value) for one in practice("saddle", seed=7, count=3).exercises
    ... ]
    True
    """
    if kind not in KINDS:
        raise unknown_name_error("kind of exercise", kind, KINDS)
    if not 1 <= count <= MAX_EXERCISES:
        raise InputError(f"a sheet must have from 1 to {MAX_EXERCISES} exercises, not {count}")
    title, make = KINDS[kind]
    chance = random.Random(f"{kind} {seed}")
    found: list[Exercise] = []
    while len(found) < count:
        one = replace(make(chance), kind=kind)
        # now and then an exercise is repeated, since some kinds have few different ones
        if all(one.data != other.data for other in found) or chance.random() < 0.05:
            found.append(one)
    return Practice(f"Practice: {title} (sheet {seed})", tuple(found))


def _matrix_exercise(rows: Payoffs, task: str) -> Exercise:
    """Return an exercise about a matrix, with the worked steps of its solution."""
    game = MatrixGame.of([[Fraction(a) for a in row] for row in rows])
    worked = worked_steps(solve(game, exact=True))
    table = Table(
        "",
        ["", *(str(j + 1) for j in range(len(rows[0])))],
        [[str(i + 1), *row] for i, row in enumerate(game.payoffs)],
    )
    answer = tuple(Section(step.heading, step.parts, level=2) for step in worked.steps)
    return Exercise((task, table), answer, worked.value, tuple(map(tuple, rows)))


def _shuffled(chance: random.Random, rows: Payoffs) -> Payoffs:
    """Return the game with its rows and columns in random order."""
    lines = chance.sample(rows, len(rows))
    order = chance.sample(range(len(rows[0])), len(rows[0]))
    return [[line[j] for j in order] for line in lines]


def _is_small(rows: Payoffs) -> bool:
    return all(abs(a) <= MAX_PAYOFF for row in rows for a in row)


def _two_by_two(chance: random.Random) -> tuple[Payoffs, Fraction, Fraction]:
    """Return a game with small odds, row's probability of its first row, and the value."""
    while True:
        (r1, r2), (c1, c2), b = chance.choice(ODDS), chance.choice(ODDS), chance.randint(-4, 5)
        g = gcd(r1 + r2, c1 + c2)
        s, u = (c1 + c2) // g, (r1 + r2) // g
        d = b + c1 * u
        rows = [[b + r2 * s, b], [d - r1 * s, d]]
        if _is_small(rows):
            return rows, Fraction(r1, r1 + r2), b + Fraction(r2 * c1, g)


def _saddle(chance: random.Random) -> Exercise:
    """Return a game in which one entry is made the smallest of its row and the largest of its column."""
    m, n, v = chance.randint(3, 4), chance.randint(3, 4), chance.randint(-2, 4)
    i, j = chance.randrange(m), chance.randrange(n)
    rows = [[chance.randint(-MAX_PAYOFF, MAX_PAYOFF) for _ in range(n)] for _ in range(m)]
    rows[i] = [chance.randint(v + 1, MAX_PAYOFF) for _ in range(n)]
    for line in rows:
        line[j] = chance.randint(-MAX_PAYOFF, v - 1)
    rows[i][j] = v
    return _matrix_exercise(rows, "Find the saddle points and the value.")


def _dominance(chance: random.Random) -> Exercise:
    """Return a 2 × 2 game with two or three additional moves, each dominated by one of the original moves or by
    their mean.
    """
    while True:
        rows, _, _ = _two_by_two(chance)
        for _ in range(chance.randint(2, 3)):
            for_row = len(rows) <= len(rows[0])
            lines = rows if for_row else [[-a for a in column] for column in zip(*rows, strict=True)]
            first, second = chance.choice(lines), chance.choice(lines)
            lines = [
                *lines,
                [(a + b) // 2 - chance.randint(1, 3) for a, b in zip(first, second, strict=True)],
            ]
            rows = lines if for_row else [[-a for a in column] for column in zip(*lines, strict=True)]
        if _is_small(rows):
            task = (
                "Eliminate dominated moves, giving the reason for each, until a 2 × 2 game is left. Solve it."
            )
            found = _matrix_exercise(_shuffled(chance, rows), task)
            if all(
                step.heading != "The graph" for step in found.answer
            ):  # a mixture of two columns may be necessary
                return found


def _formula(chance: random.Random) -> Exercise:
    rows, _, _ = _two_by_two(chance)
    return _matrix_exercise(_shuffled(chance, rows), "Find the value and both optimal strategies.")


def _graph(chance: random.Random) -> Exercise:
    """Return a 2 × 2 game with one or two additional lines that pass above its value; in half of the games, the
    additional lines are col's.
    """
    while True:
        rows, p, v = _two_by_two(chance)
        columns = [tuple(column) for column in zip(*rows, strict=True)]
        for _ in range(100):
            new = (chance.randint(-MAX_PAYOFF, MAX_PAYOFF), chance.randint(-MAX_PAYOFF, MAX_PAYOFF))
            apart = all((new[0] - old[0]) * (new[1] - old[1]) < 0 for old in columns)
            if apart and p * new[0] + (1 - p) * new[1] > v:
                columns.append(new)
            if len(columns) == 4:
                break
        if len(columns) == 2:
            continue
        rows = _shuffled(chance, [list(line) for line in zip(*columns, strict=True)])
        if chance.random() < 0.5:
            rows = [[-a for a in column] for column in zip(*rows, strict=True)]
        return _matrix_exercise(rows, "Draw the graph. Find the value and both optimal strategies.")


def _mixed(chance: random.Random) -> Exercise:
    """Return a 3 × 3 game in which both players play every move."""
    while True:
        r, c, v = (*chance.choice(ODDS), 1), (*chance.choice(ODDS), 1), chance.randint(-2, 4)
        C = [[chance.randint(-4, 4) for _ in range(2)] for _ in range(2)]
        if C[0][0] * C[1][1] == C[0][1] * C[1][0]:
            continue
        C = [[*line, -(c[0] * line[0] + c[1] * line[1])] for line in C]
        C.append([-(r[0] * a + r[1] * b) for a, b in zip(*C, strict=True)])
        rows = [[v + a for a in line] for line in C]
        if _is_small(rows):
            task = "Both players mix all of their moves. Find the value and both optimal strategies."
            return _matrix_exercise(_shuffled(chance, rows), task)


def _subtraction(chance: random.Random) -> Exercise:
    """Return an exercise about matches in one heap; the answer is the table of positions, from the end to the start."""
    takes, matches, last_wins = chance.choice(TAKES), chance.randint(8, 15), chance.random() < 0.5
    task = (
        f"There are {matches} matches on the table. Two players in turn remove {', '.join(map(str, takes[:-1]))} or "
        f"{takes[-1]} of them. The player who takes the last match {'wins' if last_wins else 'loses'}. "
        f"Which player wins, and how?"
    )
    wins, good = [not last_wins], [""]  # at 0 matches the other player has taken the last one
    for left in range(1, matches + 1):
        best = [take for take in takes if take <= left and not wins[left - take]]
        wins.append(bool(best))
        good.append(",".join(map(str, best)))
    counts = range(matches + 1)
    table = Table(
        "",
        ["matches left", *map(str, counts)],
        [["player to move", *("W" if wins[k] else "L" for k in counts)], ["takes", *good]],
    )
    lost = listed(str(k) for k in range(matches) if not wins[k])  # every take leaves fewer matches
    ends = "loses" if last_wins else "wins"
    rule = (
        f"Work backwards. With 0 matches left the other player has taken the last one, so the player to move {ends}. "
        "A position is winning (W) if some take leads to a losing one (L), and losing if every take leads "
        "to a winning one."
    )
    if wins[-1]:
        first = best[0]  # with all matches on the table
        said = (
            f"The first player wins: take {first} and leave {matches - first}, then always leave a losing number: "
            f"{lost}."
        )
    else:
        said = (
            f"The second player wins: whatever the first player takes, always leave a losing number: {lost}."
        )
    value = Fraction(1 if wins[-1] else -1)
    return Exercise(
        (task,), (Section("Answer", (rule, table, said), level=2),), value, (matches, takes, last_wins)
    )


def _bluffing(chance: random.Random) -> Exercise:
    """Return an exercise with one card and one bet: the frequencies of bluffs and calls follow from indifference."""
    while True:
        ante, bet = chance.randint(1, 4), chance.randint(1, 6)
        h = Fraction(1, chance.randint(2, 5))
        bluff, call = h * bet / ((1 - h) * (2 * ante + bet)), Fraction(2 * ante, 2 * ante + bet)
        value = h * (ante + call * bet) - (1 - h) * ante
        if bluff < 1 and max(bluff.denominator, call.denominator) <= 6 and value.denominator <= 10:
            break
    t = exact_text
    task = (
        f"Both players put {ante} into the pot. Row draws a card that wins with probability {t(h)} and loses "
        f"otherwise; only row sees it. Row checks (then the card decides the winner) or bets {bet}. After "
        f"a bet, col folds (then row wins the pot) or calls with {bet} (then the card decides). "
        f"Row always bets a winning card. How often does row bet a losing card, how often does col call, "
        f"and what is the value to row?"
    )
    lose, win = t(1 - h), t(h)
    steps = (
        Section(
            "Row's bluffing frequency",
            (
                "Let row bet a losing card with probability p. Col must be indifferent: against a bet, calling costs "
                f"{ante + bet} if the card wins and gains {ante + bet} if it loses, and folding costs {ante} either "
                "way.",
                Formulas(
                    (
                        (
                            "",
                            f"{ante + bet} · {win} - {ante + bet} · {lose} p = {ante} · {win} + {ante} · {lose} p",
                        ),
                        ("", f"p = ({win} · {bet})/({lose} · {2 * ante + bet}) = {t(bluff)}"),
                    )
                ),
            ),
            level=2,
        ),
        Section(
            "Col's calling frequency",
            (
                "Let col call with probability q. With a losing card, row must be indifferent: a bluff loses "
                f"{ante + bet} if col calls and wins {ante} otherwise, and a check loses {ante}.",
                Formulas(
                    (
                        ("", f"-{ante + bet} q + {ante} (1 - q) = -{ante}"),
                        ("", f"q = ({2 * ante})/({2 * ante} + {bet}) = {t(call)}"),
                    )
                ),
            ),
            level=2,
        ),
        Section(
            "The value",
            (
                f"A losing card is worth -{ante}, as when checking. A winning card is worth {ante}, plus {bet} when "
                "col calls.",
                Formulas((("", f"v = {win} ({ante} + {t(call)} · {bet}) - {lose} · {ante} = {t(value)}"),)),
            ),
            level=2,
        ),
    )
    return Exercise((task,), steps, value, (ante, bet, h, bluff, call))


KINDS: dict[str, tuple[str, Callable[[random.Random], Exercise]]] = {
    "saddle": ("saddle points", _saddle),
    "dominance": ("dominance", _dominance),
    "2x2": ("2 × 2 games", _formula),
    "2xn": ("2 × n and m × 2 games", _graph),
    "mixed": ("mixed strategies", _mixed),
    "subtraction": ("taking matches", _subtraction),
    "bluffing": ("bluffing", _bluffing),
}
"""The kinds of exercises: a description, and the function that makes an exercise."""
