"""The pair of linear programs of a matrix game, and the proof that their optima are equal.

Row maximises v such that row's mix x gets at least v against every column; col minimises w such that col's mix y pays
at most w against every row. Each program is the dual of the other (von Neumann 1947): multiply the columns'
constraints by y and the rows' by x, and v <= x A y <= w follows for all feasible pairs. If v = w, both are optimal. A
constraint with slack has the multiplier 0 (complementary slackness).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from zerosum.core.errors import InputError
from zerosum.core.numbers import as_fraction, exact_text
from zerosum.display.document import Formulas, Section, Worked, listed, sum_text
from zerosum.display.table import Table
from zerosum.models.matrix_game.answer import MatrixSolution

MAX_MOVES = 10
"""Maximum number of moves of a side."""


def linear_programs(solution: MatrixSolution) -> Worked:
    """Return both linear programs, both optima, and their duality.

    Raises
    ------
    InputError
        If a side has more than ten moves, or the solution is not exact.
    """
    game = solution.game
    if max(game.shape) > MAX_MOVES or not game.payoffs:
        raise InputError(
            f"linear programs are shown only for games with at most {MAX_MOVES} moves per player, "
            f"not {game.shape[0]} × {game.shape[1]}"
        )
    if not solution.value.is_exact:
        raise InputError("linear programs need a solution in fractions; solve with exact=True")
    A, columns = game.payoffs, list(zip(*game.payoffs, strict=True))
    rows, cols = ([str(move) for move in moves] for moves in game.moves())
    x, y = ([as_fraction(p) for p in mix.values()] for mix in (solution.row, solution.col))
    value = as_fraction(solution.value.lower)
    gains = [_dot(x, column) for column in columns]
    costs = [_dot(line, y) for line in A]
    return Worked(
        game.title,
        (
            Section(
                "Row's program",
                (
                    f"x1 to x{len(rows)} are the probabilities of row's moves {listed(rows)}. Row "
                    f"maximises the mix's payoff against the best column for col.",
                    _program("maximise v", columns, cols, "column", "x", ">= v"),
                ),
            ),
            Section(
                "Col's program",
                (
                    f"y1 to y{len(cols)} are the probabilities of col's moves {listed(cols)}. Col "
                    f"minimises the mix's payment against the best row for row.",
                    _program("minimise w", A, rows, "row", "y", "<= w"),
                ),
            ),
            Section(
                "Duality",
                (
                    "Each program is the dual of the other. The multipliers of the columns' constraints are y, "
                    "those of the rows' constraints are x, and v and w are the multipliers of the "
                    "constraints that probabilities add up to 1. For all "
                    "feasible x and y, v is at most the payoff of x against y, which is at most w. So equal objectives "
                    "prove that both are optimal.",
                    _slacks("column", cols, gains, [gain - value for gain in gains], "y", y),
                    _slacks("row", rows, costs, [value - cost for cost in costs], "x", x),
                    f"Both objectives are {exact_text(value)}. In every line, the slack or the multiplier "
                    f"is 0 (complementary slackness).",
                    Formulas((("value:", f"v = w = {exact_text(value)}"),)),
                ),
            ),
        ),
    )


def _dot(one: Sequence[Fraction], two: Sequence[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(one, two, strict=True)), Fraction(0))


def _program(
    goal: str,
    lines: Sequence[Sequence[Fraction]],
    names: Sequence[str],
    what: str,
    letter: str,
    bound: str,
) -> Formulas:
    """Return one of the programs: the objective, a constraint for each of the opponent's moves, and the constraints
    of a mix.
    """
    variables = [f"{letter}{k}" for k in range(1, len(lines[0]) + 1)]
    constraints = [
        (f"{what} {name}:", f"{sum_text(zip(line, variables, strict=True))} {bound}")
        for name, line in zip(names, lines, strict=True)
    ]
    mix = [("sum:", f"{' + '.join(variables)} = 1"), ("signs:", f"{', '.join(variables)} >= 0")]
    return Formulas((("", goal), *constraints, *mix))


def _slacks(
    what: str,
    names: Sequence[str],
    sides: Sequence[Fraction],
    slack: Sequence[Fraction],
    letter: str,
    multipliers: Sequence[Fraction],
) -> Table:
    """Return the value of each constraint at the optimum, its slack and its dual value."""
    return Table(
        "",
        [what, "left side", "slack", f"multiplier {letter}"],
        [list(line) for line in zip(names, sides, slack, multipliers, strict=True)],
    )
