"""Backward induction as a teacher would write it on a blackboard: position by position from the end, table by table.

Positions are numbered in the order in which they are solved, and `v3` is the value of position 3. The table of a
position contains the payment of each pair of moves and the next positions, then the EVs in numbers. A table is solved
by its saddle point, by the formula if it is 2 × 2 without a saddle point, and otherwise by mixes that are checked
against every move.

Positions at which neither a player nor chance has a choice are skipped, and equal tables are solved once.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from zerosum.core.errors import InputError
from zerosum.core.game import Move, Position
from zerosum.core.numbers import as_fraction, exact_text
from zerosum.core.sides import SIDES
from zerosum.display.document import Formulas, MarkedCell, Part, Section, Worked, listed, math
from zerosum.display.table import Table
from zerosum.display.views import with_article
from zerosum.matrix.analysis import saddle_points
from zerosum.models.staged.answer import StagedSolution
from zerosum.models.staged.report import names
from zerosum.models.staged.solve import solve

MAX_POSITIONS, MAX_MOVES = 60, 8
"""Maximum number of positions that are worked out, and of moves of a side; more do not fit on a blackboard."""
MAX_NAME_LENGTH = 100
"""Maximum number of characters of a position in a heading."""

Matrix = list[list[Fraction]]
Outcomes = Sequence[tuple[Fraction, Fraction, Position]]
"""The outcomes of a pair of moves: probability, reward, next position."""


def worked_steps(solution: StagedSolution, title: str = "") -> Worked:
    """Work out a game from its ends to the position of the solution, with its own title unless another is given."""
    exact = solution if solution.value.is_exact else solve(solution.game, exact=True)
    board = _StagedWorking(exact)
    start = solution.position
    board.visit(start)
    if start not in board.number:
        raise InputError(
            f"neither player moves at the position {str(start)!r:.60}, so there are no steps to show"
        )
    value = as_fraction(exact.value_at(start).middle)
    row, col = (with_article(exact.game.seats[side]) for side in SIDES)
    what = "the start, so the game" if start == exact.game.start else "the requested position; it"
    last = f"Position {board.number[start]} is {what} is worth {exact_text(value)} to {row}"
    last += f": it favours {col}." if value < 0 else ": it is fair." if value == 0 else "."
    return Worked(title or exact.game.title, (*board.steps, Section("Answer", (last,))))


class _StagedWorking:
    """The positions worked out so far, and the steps written."""

    def __init__(self, solution: StagedSolution) -> None:
        self.solution, self.game = solution, solution.game
        self.number: dict[Position, int] = {}
        self.steps: list[Section] = []
        self.done: dict[tuple[tuple[str, ...], ...], int] = {}

    def visit(self, start: Position) -> None:
        """Write the steps of a position, after those of the positions that follow it."""
        stack: list[tuple[Position, bool]] = [(start, False)]
        seen: set[Position] = set()
        while stack:
            position, is_ready = stack.pop()
            if is_ready:
                self.write(position)
                continue
            if position in seen or not any(self.game.moves(position)):
                continue
            seen.add(position)
            if len(seen) > MAX_POSITIONS:
                raise InputError(
                    f"worked steps are limited to games with at most {MAX_POSITIONS} positions; choose a smaller game"
                )
            stack.append((position, True))
            after = [then for line in self.pairs(position) for pair in line for _, _, then in pair]
            stack += [(then, False) for then in reversed(list(dict.fromkeys(after)))]

    def pairs(self, position: Position) -> list[list[Outcomes]]:
        """Return the outcomes of each pair of moves, row by row."""
        rows, cols = self.game.moves(position)
        if max(len(rows), len(cols)) > MAX_MOVES:
            raise InputError(
                f"worked steps are limited to {MAX_MOVES} moves per player; choose a smaller game"
            )
        return [[self.outcomes(position, i, j) for j in cols] for i in rows]

    def outcomes(self, position: Position, i: Move, j: Move) -> Outcomes:
        """Return the outcomes of a pair of moves, up to the next choice of a player or of chance."""
        found = []
        for p, reward, then in self.game.play(position, i, j):
            paid = as_fraction(reward)
            while [*map(len, moves := self.game.moves(then))] == [1, 1]:
                ahead = [one for one in self.game.play(then, moves[0][0], moves[1][0]) if one[0]]
                if len(ahead) > 1:
                    break
                paid, then = paid + as_fraction(ahead[0][1]), ahead[0][2]
            if p:
                found.append((as_fraction(p), paid, then))
        return found

    def write(self, position: Position) -> None:
        """Write the step of one position, after those of the positions that follow it."""
        self.number[position] = number = len(self.number) + 1
        rows, cols = self.game.moves(position)
        pairs = self.pairs(position)
        A = [[self.worth(pair) for pair in line] for line in pairs]
        words = [[self.words(pair) for pair in line] for line in pairs]
        name = _in_words(position)
        heading = f"Position {number}" + (f": {name}" if len(name) <= MAX_NAME_LENGTH else "")
        value = as_fraction(self.solution.value_at(position).middle)
        key = (tuple(map(str, rows)), tuple(map(str, cols)), *(tuple(map(exact_text, line)) for line in A))
        if len(rows) == len(cols) == 1:
            sum_, found = words[0][0], exact_text(A[0][0])
            text = f"v{number} = {sum_}" + (f" = {found}" if found != sum_ else "")
            self.steps.append(
                Section(heading, ("Neither player has a choice here.", Formulas((("", text),))))
            )
            return
        if key in self.done:
            same = self.done[key]
            shown = self.tables(rows, cols, A, words)[:1]
            equation = math(f"v{number} = v{same} = {exact_text(value)}")
            end = f"The table is the same as at position {same}, so {equation}."
            self.steps.append(Section(heading, (*shown, end)))
            return
        self.done[key] = number
        parts: list[Part] = [*self.tables(rows, cols, A, words), self.solved(position, A, number, value)]
        self.steps.append(Section(heading, tuple(parts)))

    def worth(self, outcomes: Outcomes) -> Fraction:
        """Return the value of a pair of moves, including later payoffs."""
        later = (as_fraction(self.solution.value_at(then).middle) for _, _, then in outcomes)
        return sum(
            (p * (reward + value) for (p, reward, _), value in zip(outcomes, later, strict=True)), Fraction(0)
        )

    def words(self, outcomes: Outcomes) -> str:
        """Return the value of a pair of moves with the values of later positions by name: "1/2 (3 + v2) + 1/2 v1"."""
        terms = []
        for p, reward, then in outcomes:
            later = f"v{self.number[then]}" if then in self.number else ""
            paid = reward if later else reward + as_fraction(self.game.payoff(then))
            inside = " + ".join(filter(None, (exact_text(paid) if paid or not later else "", later)))
            if p == 1:
                terms.append(inside)
            elif inside != "0":
                factor = f"({inside})" if " " in inside else inside if inside == later else f"· {inside}"
                terms.append(f"{exact_text(p)} {factor}")
        return " + ".join(terms) or "0"

    def tables(
        self, rows: Sequence[object], cols: Sequence[object], A: Matrix, words: list[list[str]]
    ) -> list[Table]:
        """Return the outcomes of the pairs of moves, if they are not only numbers, and their values."""
        columns, lines = ["", *names(cols)], names(rows)
        saddles = set(saddle_points(A)[:1])
        numbers = Table(
            "",
            columns,
            [
                [name, *(MarkedCell(a) if (i, j) in saddles else a for j, a in enumerate(line))]
                for i, (name, line) in enumerate(zip(lines, A, strict=True))
            ],
        )
        if not any("v" in cell or "(" in cell for line in words for cell in line):
            return [numbers]
        return [Table("", columns, [[name, *line] for name, line in zip(lines, words, strict=True)]), numbers]

    def solved(self, position: Position, A: Matrix, number: int, value: Fraction) -> str:
        """Return the method that solves the table, in a sentence or two."""
        rows, cols = (names(moves) for moves in self.game.moves(position))
        row, col = (with_article(self.game.seats[side]) for side in SIDES)
        found = math(f"v{number} = {exact_text(value)}")
        if len(rows) == 1 or len(cols) == 1:
            who, best, moves = (col, "least", cols) if len(rows) == 1 else (row, "greatest", rows)
            entries = A[0] if len(rows) == 1 else [line[0] for line in A]
            chosen = listed(name for name, a in zip(moves, entries, strict=True) if a == value)
            return f"Only {who} has a choice and chooses the {best} entry ({chosen}): {found}."
        points = saddle_points(A)
        if points:
            i, j = points[0]
            return (
                f"({rows[i]}, {cols[j]}) is a saddle point, the smallest entry of its row and the largest of its "
                f"column: {found}."
            )
        mixes = [[as_fraction(p) for p in mix.values()] for mix in self.solution.strategies_at(position)]
        gains = [
            sum((p * line[j] for p, line in zip(mixes[0], A, strict=True)), Fraction(0))
            for j in range(len(cols))
        ]
        costs = [sum((q * a for q, a in zip(mixes[1], line, strict=True)), Fraction(0)) for line in A]
        if not min(gains) == max(costs) == value:
            raise ArithmeticError(
                f"the mixes at {position!r} guarantee {min(gains)} and {max(costs)}, not {value}"
            )
        played = [
            listed(f"{name} with {exact_text(p)}" for name, p in zip(moves, mix, strict=True) if p)
            for moves, mix in zip((rows, cols), mixes, strict=True)
        ]
        if len(rows) == len(cols) == 2:
            (a, b), (c, d) = A
            return (
                f"There is no saddle point. By the formula, with "
                f"{math(f'a + d - b - c = {exact_text(a + d - b - c)}')}, {row} plays {played[0]}, {col} plays "
                f"{played[1]}: {math(f'v{number} = (a d - b c)/(a + d - b - c) = {exact_text(value)}')}."
            )
        first, second = (name[:1].upper() + name[1:] for name in (row, col))
        return (
            f"There is no saddle point. {first} plays {played[0]}: at least {exact_text(value)} against every column. "
            f"{second} plays {played[1]}: at most {exact_text(value)} against every row. So {found}."
        )


def _in_words(position: Position) -> str:
    """Return a short text for a position: a named tuple by its fields, another tuple by its items."""
    if isinstance(position, tuple):
        fields = getattr(position, "_fields", None)
        if fields is None:
            return ", ".join(map(_in_words, position))
        inside = [(field, _in_words(item)) for field, item in zip(fields, position, strict=True)]
        return "; ".join(text if "; " in text else f"{field} {text or '–'}" for field, text in inside)
    return str(position)
