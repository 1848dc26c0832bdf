"""The solution of a small matrix game as a teacher would write it on a blackboard, in fractions.

    1  Saddle points: the smallest entry of each row and the largest of each column. If maximin = minimax, the game is
       solved.
    2  Symmetry: if A = -A', the value is 0 and both players have the same optimal strategies.
    3  Dominance: moves that another move, or a mixture of others, dominates, eliminated one after the other.
    4  The remaining game: 2 × 2 by the formula and by oddments; 2 × n and m × 2 by the graph; a square game in which
       every move is played by linear equations; anything else by the simplex method, with its tableaux.
    5  Check: the EV of each mix against every move of the original game. This alone proves the answer.

The simplex method is that of textbooks on games (the pivot method of Ferguson's lecture notes). Entries are made
positive by adding a constant c. The tableau has the entries in the middle, a border of 1 to the right, a border of -1
below, and 0 in the corner. A pivot p in row i and column j exchanges their labels; it becomes 1/p, the rest of its
row is divided by p, the rest of its column by -p, and every other entry a becomes a - r s/p with r, s in the pivot's
row and column. When no number of the lower border is negative, the value is the reciprocal of the corner minus c, and
the borders divided by the corner are the strategies.

Nothing here uses the solver except for the search of mixtures that dominate; the last step compares its answer with the
solution.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import gcd, lcm
from typing import NamedTuple

from zerosum.core.errors import InputError
from zerosum.core.numbers import as_fraction, exact_text
from zerosum.core.sides import Side
from zerosum.display.document import (
    Formulas,
    Graph,
    GraphLine,
    MarkedCell,
    Part,
    Section,
    Worked,
    listed,
    math,
    sum_text,
)
from zerosum.display.table import Table
from zerosum.matrix.analysis import Dominated, dominance, saddle_points, transposed
from zerosum.matrix.value import solve_exact
from zerosum.models.matrix_game.answer import MatrixSolution
from zerosum.models.matrix_game.rules import MatrixGame
from zerosum.numerics.exact import solve_linear

MAX_MOVES = 10
"""Maximum number of moves of a side; the tableaux of larger games do not fit on a blackboard."""

SIDES: tuple[Side, Side] = ("row", "col")

Mix = dict[int, Fraction]
"""Probabilities by the index of the move, without zeros."""


@dataclass(frozen=True)
class WorkedMatrix(Worked):
    """A worked matrix game: the steps, and the answer of the last one."""

    value: Fraction
    row: tuple[Fraction, ...]
    """Row's probabilities, in the order of the moves."""
    col: tuple[Fraction, ...]


class _Answer(NamedTuple):
    """The value and a strategy of each side, by the indices of the moves."""

    value: Fraction
    row: Mix
    col: Mix


def worked_steps(solution: MatrixSolution) -> WorkedMatrix:
    """Work out a game step by step; the answer must agree with the exact solution.

    Raises
    ------
    InputError
        If a side has more than ten moves, or a payoff is not exact.
    ArithmeticError
        If the steps lead to a value other than that of the solution, which would be a mistake in this module.
    """
    game = solution.game
    if max(game.shape) > MAX_MOVES or not game.payoffs:
        raise InputError(
            f"worked steps are available for games with at most {MAX_MOVES} moves per player, "
            f"not {game.shape[0]} × {game.shape[1]}"
        )
    board = _Working(game)
    answer = board.solve()
    row, col = (
        tuple(mix.get(k, Fraction(0)) for k in range(size))
        for mix, size in zip((answer.row, answer.col), game.shape, strict=True)
    )
    if not solution.value.lower <= answer.value <= solution.value.upper:
        raise ArithmeticError(f"the steps lead to {answer.value}, the solver to {solution.value}")
    board.check(answer.value, row, col)
    return WorkedMatrix(game.title, tuple(board.steps), answer.value, row, col)


def _t(x: Fraction) -> str:
    return exact_text(x)


def _b(x: Fraction) -> str:
    """Return a number after a sign: in brackets if it is negative."""
    return f"({_t(x)})" if x < 0 else _t(x)


class _Working:
    """The remaining moves, and the steps written so far."""

    def __init__(self, game: MatrixGame) -> None:
        self.A = game.payoffs
        rows, cols = game.moves()
        self.names = ([str(one) for one in rows], [str(one) for one in cols])
        self.alive = ([*range(len(rows))], [*range(len(cols))])
        self.steps: list[Section] = []

    def row(self, i: int) -> str:
        return f"row {self.names[0][i]}"

    def col(self, j: int) -> str:
        return f"column {self.names[1][j]}"

    def write(self, heading: str, *parts: Part) -> None:
        self.steps.append(Section(heading, parts))

    def left(self) -> list[list[Fraction]]:
        return [[self.A[i][j] for j in self.alive[1]] for i in self.alive[0]]

    def table(self) -> Table:
        rows, cols = self.alive
        lines = [[self.names[0][i], *(self.A[i][j] for j in cols)] for i in rows]
        return Table("", ["", *(self.names[1][j] for j in cols)], lines)

    def solve(self) -> _Answer:
        answer = self.saddle()
        if answer is not None:
            self.dominate()
            return answer
        m, n = len(self.A), len(self.A[0])
        symmetric = m == n and all(self.A[i][j] == -self.A[j][i] for i in range(m) for j in range(i, n))
        if symmetric:
            self.write(
                "Symmetry",
                "Each entry is the negative of its mirror image in the diagonal, and the diagonal is 0: "
                "the game is symmetric. So its value is 0, and a mix that is optimal for one player is "
                "optimal for the other.",
            )
        self.dominate()
        rows, cols = self.alive
        if len(rows) == len(cols) == 2:
            return self.two_by_two(rows, cols)
        if len(rows) == 2 or len(cols) == 2:
            return self.graph()
        return self.equations(symmetric) or self.simplex()

    def saddle(self) -> _Answer | None:
        """Write step 1: maximin and minimax."""
        A, (rows, cols) = self.A, self.names
        lows, tops = [min(line) for line in A], [max(column) for column in zip(*A, strict=True)]
        low, top, points = max(lows), min(tops), saddle_points(A)
        lines: list[list[object]] = [
            [name, *(MarkedCell(a) if (i, j) in points else a for j, a in enumerate(A[i])), lows[i]]
            for i, name in enumerate(rows)
        ]
        lines.append(["column maximum", *tops, ""])
        table = Table("", ["", *cols, "row minimum"], lines)
        best_rows = listed(self.row(i) for i, a in enumerate(lows) if a == low)
        best_cols = listed(self.col(j) for j, a in enumerate(tops) if a == top)
        found = [
            f"The largest row minimum, maximin = {_t(low)}, is what row can guarantee without mixing ({best_rows}). "
            f"The smallest column maximum, minimax = {_t(top)}, is the most that col has to pay without "
            f"mixing ({best_cols})."
        ]
        if low < top:
            found.append(
                f"They differ, so there is no saddle point and at least one player must mix. "
                f"The value lies between {_t(low)} and {_t(top)}."
            )
            self.write("Maximin and minimax", table, *found)
            return None
        where = listed(f"({self.row(i)}, {self.col(j)})" for i, j in points)
        i, j = points[0]
        found.append(
            f"They are equal: {where} {'is a saddle point' if len(points) == 1 else 'are saddle points'}, "
            f"the smallest entry in its row and the largest in its column. "
            f"Neither gains by deviating, so the value is {_t(low)}."
        )
        self.write("Maximin and minimax", table, *found)
        return _Answer(low, {i: Fraction(1)}, {j: Fraction(1)})

    def dominate(self) -> None:
        """Write step 3: eliminate dominated moves, with a smaller table whenever the elimination changes
        sides.

        Mixtures are tried only while both sides have at least three moves: with two moves the graph is used.
        """
        parts: list[Part] = []
        last: Side | None = None
        while True:
            pure = dominance(self.left())
            mixed = None if pure or min(map(len, self.alive)) < 3 else self.mixture()
            side = pure[0].side if pure else mixed[0] if mixed else None
            if last is not None and side != last:
                parts.append(self.table())
            if pure:
                parts.append(self.drop_pure(pure[0]))
            elif mixed:
                parts.append(self.drop_mixed(*mixed))
            else:
                break
            last = side
        if parts:
            if any(isinstance(part, str) and "as much as" in part for part in parts):
                parts.append(
                    "If entries are equal, optimal strategies may be lost, but the value does not change."
                )
            self.write("Dominance", *parts)

    def drop_pure(self, found: Dominated) -> str:
        """Eliminate one move that another one dominates, and say why."""
        k = 0 if found.side == "row" else 1
        name = self.row if k == 0 else self.col
        move, by = self.alive[k][found.move], self.alive[k][found.by]
        worse, better = self.entries(k, {move: Fraction(1)}), self.entries(k, {by: Fraction(1)})
        self.alive[k].remove(move)
        if worse == better:
            return f"{_capital(name(move))} duplicates {name(by)}: one of them is enough."
        strict = "more than" if k == 0 else "less than"
        compared = strict if found.is_strict else f"{'at least' if k == 0 else 'at most'} as much as"
        return (
            f"{_capital(name(by))} dominates {name(move)}: {_tuple(better)} pays {compared} {_tuple(worse)} "
            f"against every {'column' if k == 0 else 'row'}. {'Row' if k == 0 else 'Col'} never needs {name(move)}."
        )

    def entries(self, k: int, mix: Mix) -> list[Fraction]:
        """Return the payoff of a mix of rows (k = 0) or columns (k = 1) against each move that is left."""
        others = self.alive[1 - k]
        pay = [[self.A[i][j] if k == 0 else self.A[j][i] for j in others] for i in range(len(self.names[k]))]
        return [sum((p * pay[i][c] for i, p in mix.items()), Fraction(0)) for c in range(len(others))]

    def mixture(self) -> tuple[Side, int, Mix] | None:
        """Return a side, one of its remaining moves, and a mixture of others that dominates it."""
        for side, moves, lines in zip(SIDES, self.alive, (self.left(), transposed(self.left())), strict=True):
            for a, move in reversed([*enumerate(moves)]):
                found = _dominating(lines, a)
                if found is not None:
                    return side, move, {moves[b]: p for b, p in found.items()}
        return None

    def drop_mixed(self, side: Side, move: int, mix: Mix) -> str:
        """Eliminate a move that a mixture dominates, and say why."""
        k = 0 if side == "row" else 1
        name = self.row if k == 0 else self.col
        better, worse = self.entries(k, mix), self.entries(k, {move: Fraction(1)})
        self.alive[k].remove(move)
        words = " + ".join(f"{_t(p)} × {name(b)}" for b, p in mix.items())
        return (
            f"No other {'row' if k == 0 else 'column'} dominates {name(move)}, but a mixture does: {words} = "
            f"{_tuple(better)} pays {'at least' if k == 0 else 'at most'} as much as {_tuple(worse)} against every "
            f"{'column' if k == 0 else 'row'}. {'Row' if k == 0 else 'Col'} never needs {name(move)}."
        )

    def two_by_two(self, rows: Sequence[int], cols: Sequence[int], *, oddments: bool = True) -> _Answer:
        """Return a 2 × 2 game without a saddle point: the formula, then oddments."""
        (a, b), (c, d) = ([self.A[i][j] for j in cols] for i in rows)
        bottom = a + d - b - c
        p, q, v = (d - c) / bottom, (d - b) / bottom, (a * d - b * c) / bottom
        under = f"({_t(a)} + {_b(d)} - {_b(b)} - {_b(c)})"
        (r1, r2), (c1, c2) = (self.row(i) for i in rows), (self.col(j) for j in cols)
        formulas = Formulas(
            (
                (f"{r1}:", f"p = (d - c)/(a + d - b - c) = ({_t(d)} - {_b(c)})/{under} = {_t(p)}"),
                (f"{c1}:", f"q = (d - b)/(a + d - b - c) = ({_t(d)} - {_b(b)})/{under} = {_t(q)}"),
                ("value:", f"v = (a d - b c)/(a + d - b - c) = {_t(v)}"),
            )
        )
        self.write(
            "The 2 × 2 game by the formula",
            f"{_capital(r1)} has the entries {math(f'a = {_t(a)}')} and {math(f'b = {_t(b)}')}, {r2} has "
            f"{math(f'c = {_t(c)}')} and {math(f'd = {_t(d)}')}. There is no saddle point, so row plays {r1} with the "
            f"probability {math('p')} that makes both columns pay the same, "
            f"{math('a p + c (1 - p) = b p + d (1 - p)')}, and col plays {c1} with the "
            f"probability {math('q')} that makes both rows pay the same.",
            formulas,
        )
        answer = _Answer(v, _mix(rows, [p, 1 - p]), _mix(cols, [q, 1 - q]))
        if not oddments:
            return answer
        odd_rows, odd_cols = (abs(c - d), abs(a - b)), (abs(b - d), abs(a - c))
        self.write(
            "The 2 × 2 game by oddments",
            "The oddment of a move is the absolute difference between the two entries of the other move.",
            Table(
                "",
                ["", *(self.names[1][j] for j in cols), "oddment"],
                [
                    [self.names[0][rows[0]], a, b, odd_rows[0]],
                    [self.names[0][rows[1]], c, d, odd_rows[1]],
                    ["oddment", *odd_cols, ""],
                ],
            ),
            f"Row mixes {r1} and {r2} as {_ratio(odd_rows)}, col mixes {c1} and {c2} as {_ratio(odd_cols)}: "
            "the same probabilities.",
        )
        return answer

    def graph(self) -> _Answer:
        """Solve a game in which one side has two moves: the top of the lower envelope, or its mirror image."""
        rows, cols = self.alive
        is_row = len(rows) == 2
        own, others = (rows, cols) if is_row else (cols, rows)
        mine, other, p = (self.row, self.col, "p") if is_row else (self.col, self.row, "q")
        pay = {k: [self.A[i][k] if is_row else self.A[k][i] for i in own] for k in others}
        lines = {k: GraphLine(other(k), second, first) for k, (first, second) in pay.items()}
        best, value = _top(list(lines.values()), is_row)
        through = [k for k in others if lines[k].at(best) == value]
        flat = [k for k in through if lines[k].start == lines[k].end]
        formulas = Formulas(
            tuple(
                (
                    f"{other(k)}:",
                    f"{sum_text([(first, p), (second, f'(1 - {p})')])} = "
                    f"{sum_text([(second, ''), (first - second, p)])}",
                )
                for k, (first, second) in pay.items()
            )
        )
        who, wants, envelope = ("Row", "highest", "lower") if is_row else ("Col", "lowest", "upper")
        picture = Graph(tuple(lines.values()), p, (best, value), is_row)
        begin = (
            f"Let {who.lower()} play {mine(own[0])} with probability {math(p)} and {mine(own[1])} with "
            f"{math(f'1 - {p}')}. "
            f"Each move of the other player is then a straight line:"
        )
        sure = "Row is guaranteed the lowest line" if is_row else "Col may have to pay the highest line"
        if flat:
            here = flat[0]
            end = (
                f"{sure}, the {envelope} envelope. Its {wants} part is flat: {other(here)} pays {_t(value)} whatever "
                f"{who.lower()} does. {who} reaches it with {math(f'{p} = {_t(best)}')}, and the other player always "
                f"plays {other(here)}."
            )
            self.write("The graph", begin, formulas, picture, end)
            own_mix, other_mix = _mix(own, [best, 1 - best]), {here: Fraction(1)}
            return _Answer(value, *((own_mix, other_mix) if is_row else (other_mix, own_mix)))
        rising = next(k for k in through if lines[k].end > lines[k].start)
        falling = next(k for k in through if lines[k].end < lines[k].start)
        pair = sorted((rising, falling))
        (a, b), (c, d) = pay[pair[0]], pay[pair[1]]
        crossing = f"{sum_text([(b, ''), (a - b, p)])} = {sum_text([(d, ''), (c - d, p)])}"
        end = (
            f"{sure}, the {envelope} envelope. Its {wants} point is where {other(pair[0])} and {other(pair[1])} cross: "
            f"{math(crossing)}, so {math(f'{p} = {_t(best)}')} and the value is {_t(value)}. "
            "The other player needs only these two moves, which leaves a 2 × 2 game."
        )
        self.write("The graph", begin, formulas, picture, end)
        kept = (list(own), pair) if is_row else (pair, list(own))
        self.alive = kept
        return self.two_by_two(*kept, oddments=False)

    def equations(self, symmetric: bool) -> _Answer | None:
        """Solve a square game in which every move is played, by equations for both sides; None if that fails."""
        rows, cols = self.alive
        if len(rows) != len(cols):
            return None
        B = self.left()
        x, y = _equalizer(B), _equalizer([list(column) for column in zip(*B, strict=True)])
        if x is None or y is None or min(x[:-1]) < 0 or min(y[:-1]) < 0:
            return None
        one = symmetric and rows == cols
        parts: list[Part] = [
            "Nothing more is dominated. Suppose that row plays every move that is left, with probabilities "
            f"{listed(f'x{i + 1}' for i in rows)}. Col mixes as well, so all columns must pay the same v"
            + (", which is 0 by symmetry:" if one else ":"),
            _system(
                [list(column) for column in zip(*B, strict=True)], rows, "x", [self.col(j) for j in cols]
            ),
            f"The solution is {_solved(x, rows, 'x')}.",
        ]
        if one:
            parts.append("No probability is negative, so this is optimal for row, and by symmetry for col.")
            y = x
        else:
            parts += [
                f"In the same way all rows must pay the same against col's {listed(f'y{j + 1}' for j in cols)}:",
                _system(B, cols, "y", [self.row(i) for i in rows]),
                f"The solution is {_solved(y, cols, 'y')}. No probability is negative, so both mixes are optimal.",
            ]
        self.write("Equations for the moves that are played", *parts)
        return _Answer(x[-1], _mix(rows, x[:-1]), _mix(cols, y[:-1]))

    def simplex(self) -> _Answer:
        """Return the simplex method, tableau by tableau."""
        rows, cols = self.alive
        B = self.left()
        least = min(map(min, B))
        add = max(Fraction(0), 1 - least)
        tableaux = _tableaux([[a + add for a in line] for line in B])
        made = (
            f"Add {_t(add)} to every entry, so that all are positive; the value grows by {_t(add)}. "
            if add
            else ""
        )
        parts: list[Part] = [
            f"No simpler method works. {made}Border the table with 1 on the right, -1 below, 0 in the corner. Choose "
            "a column whose lower border is negative. In this column, choose the positive entry with the "
            "smallest ratio of "
            "right border to entry. This is the pivot, in brackets. Pivoting swaps the two labels. The pivot becomes "
            f"{math('1/p')}, its row is divided by {math('p')} and its column by {math('-p')}. From any other entry, "
            "subtract the product of the entries in the pivot's row and in the pivot's column, divided by "
            f"{math('p')}."
        ]

        def label(of: tuple[str, int]) -> str:
            return f"{of[0]}{(rows if of[0] == 'x' else cols)[of[1]] + 1}"

        for T, left, top, pivot in tableaux:
            lines: list[list[object]] = [
                [
                    *([label(left[i])] if i < len(left) else [""]),
                    *(MarkedCell(a) if (i, j) == pivot else a for j, a in enumerate(line)),
                ]
                for i, line in enumerate(T)
            ]
            parts.append(Table("", ["", *map(label, top), ""], lines))
        T, left, top, _ = tableaux[-1]
        corner = T[-1][-1]
        x = {rows[k]: T[-1][j] / corner for j, (s, k) in enumerate(top) if s == "x" and T[-1][j]}
        y = {cols[k]: T[i][-1] / corner for i, (s, k) in enumerate(left) if s == "y" and T[i][-1]}
        value = 1 / corner - add
        less = f" - {_t(add)}" if add else ""
        parts += [
            "The lower border has no more negative numbers, so the method ends here. The value is the "
            "reciprocal of the "
            f"corner{f', minus {_t(add)}' if add else ''}. The probability of an x at the top "
            "is its lower border divided by the corner. The probability of a y on the left is its right border divided "
            "by the corner. All others are 0.",
            Formulas((("value:", f"v = {_t(1 / corner)}{less}{f' = {_t(value)}' if add else ''}"),)),
        ]
        self.write("The simplex method", *parts)
        return _Answer(value, dict(sorted(x.items())), dict(sorted(y.items())))

    def check(self, value: Fraction, row: Sequence[Fraction], col: Sequence[Fraction]) -> None:
        """Write the last step: both mixes against every move of the original game, and the answer."""
        gains = [
            sum((p * a for p, a in zip(row, c, strict=True)), Fraction(0)) for c in zip(*self.A, strict=True)
        ]
        costs = [sum((q * a for q, a in zip(col, r, strict=True)), Fraction(0)) for r in self.A]
        if min(gains) != value or max(costs) != value:
            raise ArithmeticError(
                f"the steps lead to {value}, but their mixes guarantee {min(gains)} and {max(costs)}"
            )
        lines: list[list[object]] = [
            [name, *line, p, cost]
            for name, line, p, cost in zip(self.names[0], self.A, row, costs, strict=True)
        ]
        lines += [["col plays", *col, "", ""], ["payoff of row's mix", *gains, "", ""]]
        table = Table("", ["", *self.names[1], "row plays", "col's mix pays"], lines)
        self.write(
            "Answer and check",
            table,
            f"Row's mix gets at least {_t(value)} against every column, and col's mix pays at most {_t(value)} against "
            "every row. Neither player can do better, which proves the answer.",
            f"Value {_t(value)}. Row plays {_named(self.row, row)}. Col plays {_named(self.col, col)}.",
        )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _tuple(numbers: Sequence[Fraction]) -> str:
    return f"({', '.join(map(_t, numbers))})"


def _ratio(odds: tuple[Fraction, Fraction]) -> str:
    """Return two oddments as a ratio, followed by its lowest terms if they differ."""
    scale = lcm(odds[0].denominator, odds[1].denominator)
    whole = [int(odd * scale) for odd in odds]
    shown, least = f"{_t(odds[0])}:{_t(odds[1])}", [k // gcd(*whole) for k in whole]
    reduced = f"{least[0]}:{least[1]}"
    return shown if shown == reduced else f"{shown} = {reduced}"


def _named(name: Callable[[int], str], mix: Sequence[Fraction]) -> str:
    (first, p), *more = [(name(k), p) for k, p in enumerate(mix) if p]
    if not more:
        return f"{first} always"
    return ", ".join([f"{first} with probability {_t(p)}", *(f"{one} with {_t(p)}" for one, p in more)])


def _mix(moves: Sequence[int], probabilities: Sequence[Fraction]) -> Mix:
    return {move: p for move, p in zip(moves, probabilities, strict=True) if p}


def _dominating(lines: Sequence[Sequence[Fraction]], worse: int) -> Mix | None:
    """Return a mixture of other rows nowhere below a given row; of two rows and simple if possible."""
    others = [k for k in range(len(lines)) if k != worse]
    for first, second in combinations(others, 2):
        low, high = Fraction(0), Fraction(1)
        for a, b, c in zip(lines[first], lines[second], lines[worse], strict=True):
            if a > b:  # b + p (a - b) >= c bounds p from below
                low = max(low, (c - b) / (a - b))
            elif a < b:
                high = min(high, (c - b) / (a - b))
            elif b < c:
                low = Fraction(2)
        if low <= high:
            p = _simplest(low, high)
            return _mix([first, second], [p, 1 - p])
    ahead = [[a - c for a, c in zip(lines[k], lines[worse], strict=True)] for k in others]
    found = solve_exact(ahead)
    return _mix(others, [*map(as_fraction, found.row)]) if found.value.lower >= 0 else None


def _simplest(low: Fraction, high: Fraction) -> Fraction:
    """Return the fraction between two numbers with the least denominator, the one nearest to 1/2."""
    bottom = 1
    while True:
        tops = range(
            -(-low.numerator * bottom // low.denominator), high.numerator * bottom // high.denominator + 1
        )
        if tops:
            return min((Fraction(top, bottom) for top in tops), key=lambda p: abs(p - Fraction(1, 2)))
        bottom += 1


def _top(lines: Sequence[GraphLine], is_lower: bool) -> tuple[Fraction, Fraction]:
    """Return the best point of the envelope; if it is flat there, the simplest such point."""
    crossings = {Fraction(0), Fraction(1)}
    for first, second in combinations(lines, 2):
        slope = (first.end - first.start) - (second.end - second.start)
        if slope and 0 <= (x := (second.start - first.start) / slope) <= 1:
            crossings.add(x)
    inner, outer = (min, max) if is_lower else (max, min)
    heights = {x: inner(line.at(x) for line in lines) for x in crossings}
    value = outer(heights.values())
    best = [x for x, height in heights.items() if height == value]
    return _simplest(min(best), max(best)), value


def _equalizer(B: Sequence[Sequence[Fraction]]) -> list[Fraction] | None:
    """Return the weights of the rows, adding up to one, for which all columns have the same payoff, and this payoff."""
    table = [[*column, Fraction(-1), Fraction(0)] for column in zip(*B, strict=True)]
    table.append([Fraction(1)] * len(B) + [Fraction(0), Fraction(1)])
    return solve_linear(table)


def _system(
    B: Sequence[Sequence[Fraction]], moves: Sequence[int], letter: str, labels: Sequence[str]
) -> Formulas:
    """Return one equation for each row of B, and the sum of the probabilities."""
    variables = [f"{letter}{k + 1}" for k in moves]
    lines = [
        (f"{label}:", f"{sum_text([*zip(line, variables, strict=True)])} = v")
        for label, line in zip(labels, B, strict=True)
    ]
    return Formulas((*lines, ("sum:", f"{' + '.join(variables)} = 1")))


def _solved(found: Sequence[Fraction], moves: Sequence[int], letter: str) -> str:
    shown = [f"{letter}{k + 1} = {_t(p)}" for k, p in zip(moves, found[:-1], strict=True)]
    return f"{', '.join(shown)} with v = {_t(found[-1])}"


class _BoardTableau(NamedTuple):
    T: list[list[Fraction]]
    left: list[tuple[str, int]]
    """Labels of the rows: ("x", i) or ("y", j)."""
    top: list[tuple[str, int]]
    pivot: tuple[int, int] | None
    """The next pivot; None in the last tableau."""


def _tableaux(B: Sequence[Sequence[Fraction]]) -> list[_BoardTableau]:
    """Return all tableaux of the simplex method for positive entries, by the rule that needs the fewest.

    Any column with a negative border may be chosen. Three rules are tried: the most negative border, the pivot that
    increases the corner most, and the first column in the order of labels (Bland 1977). Only the last rule is sure to
    terminate if ratios tie.
    """
    runs = (_run(B, rule) for rule in ("border", "corner", "first"))
    return min((run for run in runs if run is not None), key=len)


def _run(B: Sequence[Sequence[Fraction]], rule: str) -> list[_BoardTableau] | None:
    """Return the tableaux by one rule for the choice of columns; None if it cycles."""
    T = [[*line, Fraction(1)] for line in B] + [[Fraction(-1)] * len(B[0]) + [Fraction(0)]]
    left: list[tuple[str, int]] = [("x", i) for i in range(len(B))]
    top: list[tuple[str, int]] = [("y", j) for j in range(len(B[0]))]
    found: list[_BoardTableau] = []
    seen: set[frozenset[tuple[str, int]]] = set()
    while frozenset(left) not in seen:
        seen.add(frozenset(left))
        pivots = []
        for j, cost in enumerate(T[-1][:-1]):
            if cost < 0:
                rows = [i for i in range(len(left)) if T[i][j] > 0]
                i = min(rows, key=lambda i: (T[i][-1] / T[i][j], left[i]))
                order = {"border": cost, "corner": cost * T[i][-1] / T[i][j], "first": 0}[rule]
                pivots.append((order, top[j], i, j))
        if not pivots:
            return [*found, _BoardTableau(T, left, top, None)]
        _, _, i, j = min(pivots)
        found.append(_BoardTableau(T, left, top, (i, j)))
        T, left, top = _pivoted(T, i, j), [*left], [*top]
        left[i], top[j] = top[j], left[i]
    return None


def _pivoted(T: Sequence[Sequence[Fraction]], i: int, j: int) -> list[list[Fraction]]:
    """Return the tableau after a pivot in row i and column j."""
    p = T[i][j]
    return [
        [
            (1 / p if c == j else a / p) if r == i else (-a / p if c == j else a - T[r][j] * T[i][c] / p)
            for c, a in enumerate(line)
        ]
        for r, line in enumerate(T)
    ]
