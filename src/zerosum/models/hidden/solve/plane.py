"""The linear program of the sequence form with two parameters: one basis, solved as functions of both.

The same as `zerosum.models.hidden.solve.parametric`, where the mathematics is; equations are solved by elimination over
functions of two parameters, which takes longer, so there are no large games.
"""

from __future__ import annotations

from fractions import Fraction

from zerosum.core.limits import afford
from zerosum.formulas.regions import PlaneLocal
from zerosum.models.hidden.form import HiddenForm
from zerosum.models.hidden.solve.bilinear import bilinear_game
from zerosum.models.hidden.solve.program import ProgramError, ProgramSolver, Vertex
from zerosum.numerics.plane import PlaneFunction, PlaneNumber, solve_sparse

SECONDS = 60.0
"""About how long a map of a program with 100 constraints takes."""


def plane_local(form: HiddenForm, weights: list[PlaneFunction]) -> PlaneLocal | None:
    """The value around a point, and its conditions; `form` is the game there, with these weights as functions."""
    game = bilinear_game(form)
    program = game.program
    size = program.lines.shape[0]
    afford(f"a map of a game with {size:,} constraints", seconds=SECONDS * (size / 100) ** 4)
    data, lines, variables = program.entries
    fixed = ~program.pays
    entries: dict[tuple[int, int], PlaneNumber] = {
        (i, j): Fraction(int(x))
        for x, i, j in zip(
            data[fixed].tolist(), lines[fixed].tolist(), variables[fixed].tolist(), strict=True
        )
    }
    zero = PlaneFunction.of(0)
    for i, j, k in zip(*(column.tolist() for column in form.ends), strict=True):
        place = program.most.start + j, i
        entries[place] = entries.get(place, zero) - weights[k]
    solver = ProgramSolver(program, game.against_uniform)
    for weight in (1e-5, 0.0):
        try:
            vertex = solver.solve(weight)
        except ProgramError:
            continue
        if len(vertex.lines) == len(vertex.variables):
            found = _solve(program.row.sequences, program.most, program.allowed.start, entries, vertex)
            if found is not None:
                return found
    return None


def _solve(
    width: int, most: slice, start: int, entries: dict[tuple[int, int], PlaneNumber], vertex: Vertex
) -> PlaneLocal | None:
    """The functions that a basis determines, and the conditions under which it is optimal."""
    lines, variables = vertex.lines.tolist(), vertex.variables.tolist()
    if start not in variables or 0 not in lines:
        return None
    place = {line: k for k, line in enumerate(lines)}
    where = {variable: k for k, variable in enumerate(variables)}
    system: list[dict[int, PlaneNumber]] = [{} for _ in lines]
    turned: list[dict[int, PlaneNumber]] = [{} for _ in lines]
    for (i, j), a in entries.items():
        if i in place and j in where and a:
            system[place[i]][where[j]] = turned[where[j]][place[i]] = a
    one, cost = [0] * len(lines), [0] * len(lines)
    one[place[0]] = cost[where[start]] = 1
    x, y = solve_sparse(system, one), solve_sparse(turned, cost)
    if x is None or y is None:
        return None
    above, below = dict(zip(variables, x, strict=True)), dict(zip(lines, y, strict=True))
    zero = PlaneFunction.of(0)
    slack, cost_of = dict[int, PlaneFunction](), dict[int, PlaneFunction]()
    for (i, j), a in entries.items():
        if most.start <= i < most.stop and i not in place and j in above:
            slack[i] = slack.get(i, zero) - above[j] * a
        if j not in where and i in below:
            cost_of[j] = cost_of.get(j, zero) + below[i] * a
    if any(total and j >= width for j, total in cost_of.items()):
        return None  # a free variable outside the basis must not matter
    conditions = [zero + above[j] for j in variables if j < width]
    conditions += [zero + below[i] for i in lines if most.start <= i < most.stop]
    conditions += [*slack.values(), *(total for j, total in cost_of.items() if j < width)]
    return PlaneLocal(zero + above[start], conditions)
