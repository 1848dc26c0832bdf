"""Reports on lagged games: first moves, each player's next moves, and the value by start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from zerosum.core.sides import SIDES, Side
from zerosum.core.value import Value
from zerosum.display.report import Headline, Report, headline_of, report_of
from zerosum.display.table import Table
from zerosum.models.lagged.answer import LaggedSolution, MemorySolution
from zerosum.models.lagged.rules import EXITS, Board
from zerosum.models.lagged.strategy import OptimalMoves

ABOUT_EXITS = "The two exits of a node are called cc and cl: on a ring, counterclockwise and clockwise."
"""A note on the letters in the tables."""
NODES_SHOWN = 3
"""Maximum number of nodes in a table of next moves, so that it fits a terminal."""
MAX_NODES = 5
"""Maximum number of nodes of a board whose next moves are all shown."""
MAX_PIECES = 30
"""Maximum number of pieces in the table of one node."""
WHY_IT_ENDED = {
    "pieces": "The solver reached the maximum number of pieces before all digits were proved; "
    "allow more pieces.",
    "grown": "The proof uses functions that grow as the gap closes, so the moves are optimal only up to rounding.",
    "slowly": "On this board, the gap shrinks slowly, like a power of the number of rounds.",
    "chains": "Beyond 30 digits, only reachable states are computed. At the others, the moves shown still "
    "guarantee the value, but need not be the best.",
    "smallest": "On this board, or with a discount, at most about 300 digits can be proved.",
    "open": "The gap did not close, so the value may depend on how the counter moves between regions.",
}


def report(solution: LaggedSolution | MemorySolution) -> Report:
    """Report the whole answer, or the part about one player, node or state."""
    if isinstance(solution, MemorySolution):
        return _memory_report(solution)
    who, node, q = place_of(solution)
    if who is None:
        return _whole_report(solution)
    moves = solution.next_moves[SIDES.index(who)]
    if node is None:
        return report_of(
            solution, headline(solution), tables=_pair_tables(who, moves, solution.board), notes=[ABOUT_EXITS]
        )
    name = solution.board.names[node]
    if q is None:
        table, note = _piece_table(moves[node], f"{who} has just left node {name} (widest pieces)")
        return report_of(solution, headline(solution), tables=[table], notes=[note])
    return _state_report(solution, who, node, q)


def place_of(solution: LaggedSolution) -> tuple[Side | None, int | None, float | None]:
    """Return the requested player, node and q, if any."""
    where = solution.position_keys
    who = next((side for side in SIDES if side == where.get("player")), None)
    node = solution.board.index(str(where["node"])) if "node" in where else None
    return who, node, float(str(where["q"])) if "q" in where else None


def headline(solution: LaggedSolution | MemorySolution) -> Headline:
    """Return the game, the requested position, and the value."""
    parts, where = [solution.game.title], solution.position_keys
    if isinstance(solution, MemorySolution):
        parts.append(f"{solution.player} remembers {solution.memory} node{'s' * (solution.memory != 1)}")
    if "discount" in where:
        parts.append(f"discount {where['discount']}")
    if "node" in where:
        at = f", q = {float(str(where['q'])):g}" if "q" in where else ""
        parts.append(f"{where['player']} left {where['node']}{at}")
    elif "player" in where and not isinstance(solution, MemorySolution):
        parts.append(f"play of {where['player']}")
    return headline_of(solution, " · ".join(parts))


def _whole_report(solution: LaggedSolution) -> Report:
    """Report the first moves, the next moves on small boards, and the value by start if it matters."""
    board, tables = solution.board, list[Table]()
    if board.size <= MAX_NODES:
        for who, moves in zip(SIDES, solution.next_moves, strict=True):
            tables += _pair_tables(who, moves, board)
    if solution.by_start:
        rows = [[name, float(v.lower), float(v.upper)] for name, v in solution.by_start.items()]
        tables.append(Table("value by start", ["start", "at least", "at most"], rows))
    return report_of(solution, headline(solution), move="first move", tables=tables, notes=_notes(solution))


def _notes(solution: LaggedSolution) -> list[str]:
    """Return notes on the letters, on the bounds, and on possible surprises."""
    row, col = solution.formulations
    notes = [ABOUT_EXITS]
    if solution.ended == "chains":
        notes.append("The row player's functions prove the lower bound, the column player's the upper one.")
    else:
        notes.append(
            f"The row player's formulation gives {row}, the column player's {col}; the value lies in both intervals."
        )
    if solution.ended in ("regions", "open") and solution.value.gap < solution.secured.gap:
        shown = Value(float(solution.secured.lower), float(solution.secured.upper))
        notes.append(
            f"The moves shown guarantee only {shown}; moves that guarantee the value keep the counter in a region."
        )
    if solution.ended in WHY_IT_ENDED:
        notes.append(WHY_IT_ENDED[solution.ended])
    if solution.by_start:
        start = solution.board.names[solution.board.start]
        notes.append(f"The value depends on the start; this value is for node {start}.")
    if solution.discount < 1:
        each = float((1 - solution.discount) * solution.value.middle)
        notes.append(f"The value is the discounted sum; multiplied by 1 - β, it is {each:.12g} per move.")
    return notes


def _pair_tables(who: Side, moves: Mapping[int, OptimalMoves], board: Board) -> list[Table]:
    """Return a player's next moves at five values of q, a few nodes to a table."""
    title = (
        f"{who} has left node k, via cc with probability q. probability of cc next: r after cc, s after cl"
    )
    at, nodes, tables = np.linspace(0, 1, 5), list(moves), []
    for first in range(0, len(nodes), NODES_SHOWN):
        some = nodes[first : first + NODES_SHOWN]
        columns = ["q", *(f"{letter}({board.names[node]}, q)" for node in some for letter in "rs")]
        series = [x for node in some for x in moves[node].pair(at)]
        rows = [[float(q), *(round(float(x[i]), 6) for x in series)] for i, q in enumerate(at)]
        tables.append(Table(title if first == 0 else f"{who}, further nodes", columns, rows))
    return tables


def _piece_table(moves: OptimalMoves, title: str) -> tuple[Table, str]:
    """Return a table of the widest pieces, in order: q, the opponent's worst mix, r and s at both ends; and a note on
    them.
    """
    widest = np.sort(np.argsort(-np.diff(moves.q), kind="stable")[:MAX_PIECES])
    rows = []
    for piece in widest:
        ends = moves.q[piece : piece + 2]
        inside = np.array([ends[0] + 1e-9 * (ends[1] - ends[0]), ends[1] - 1e-9 * (ends[1] - ends[0])])
        r, s = moves.pair(inside)
        rows.append([round(float(x), 6) for x in [*ends, moves.mix[piece], *r, *s]])
    columns = ["q from", "to", "worst mix", "r from", "to ", "s from", " to"]
    note = (
        f"{len(rows)} of {len(moves.mix)} pieces are shown. On each piece one of r and s is constant, and the other "
        "varies as a + b/q or a + b/(1 - q)."
    )
    return Table(title, columns, rows), note


def _state_report(solution: LaggedSolution, who: Side, node: int, q: float) -> Report:
    """Report the next move after each exit, with all optimal probabilities."""
    player, name = SIDES.index(who), solution.board.names[node]
    chances, ranges = solution.next_cc(player, node, q), solution.optimal_exits(player, node, q)
    rows = [
        [f"went {way}", p, f"{low:.6g} … {high:.6g}" if high > low + 1e-7 else "this only"]
        for way, p, (low, high) in zip(EXITS, chances, ranges, strict=True)
    ]
    table = Table(f"{who} next", ["if it", "goes cc with probability", "optimal"], rows)
    worth = float(solution.worth(player, node, q))
    note = (
        f"W({name}, {q:g}) = {worth:.12g}, relative to the other states."
        if solution.discount == 1
        else f"The value is that of the state ({name}, {q:g})."
    )
    return report_of(solution, headline(solution), move="move from there", tables=[table], notes=[note])


def _memory_report(solution: MemorySolution) -> Report:
    """Report the strategy, a row for each memory, and the meaning of its value."""
    lines: Sequence[Sequence[object]] = [[", ".join(nodes), p] for nodes, p in solution.strategy.items()]
    table = Table("strategy", ["last nodes", "probability of cc"], lines)
    bound = "at most" if solution.player == "col" else "at least"
    notes = [f"The value of the game is {bound} this number: the strategy guarantees it from every start."]
    if solution.within is not None:
        notes.append(
            f"No strategy with this memory is better by more than {solution.within:g} (branch and bound)."
        )
    elif solution.searched:
        notes.append("No better strategy with this memory was found, but this is not proved.")
    return report_of(solution, headline(solution), tables=[table], notes=notes)
