"""If the value depends on the start: bounds for each start, from regions that a player need not leave.

On a large board a player may be able to keep the counter in a region, whatever the other does, and the value then
depends on the region in which the counter starts. A *region* of a player is a set of the other player's nodes to
which the player can move the counter forever. The player to move does not know the counter's node, so a move must be
safe for both possible nodes: let J be the region; the exit e of the player's node k is allowed if e(k) is in J, and j
may stay in J only if the same exit (or mixture) is allowed at both nodes to which the other may move from j.

A player who stays in a region plays a game with fewer moves, and the minimum of TW - W there is a lower bound on the
player's average from every start in the region. On small boards all regions are tried. From other nodes, both players
influence the lottery that leads to the regions (`levels.reachable_values`).

**Does the value depend on the start?** If the gap of TW - W closes, the value is the same from every node at which
the row player can have to move. The other nodes may be unreachable: on a ring with an even number of nodes the row
player moves only from nodes of one colour. They form a separate game. If the gap does not close, the regions give
bounds for each start.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations, islice
from typing import NamedTuple

from zerosum.core.progress import Progress, silent
from zerosum.core.solution import Value
from zerosum.models.lagged.functions import FLOATS, Scale, within_floats
from zerosum.models.lagged.recursion import COL, ROW, Functions, Operator, Units, drift
from zerosum.models.lagged.rules import Board
from zerosum.models.lagged.solve.coarse import choose_break_points
from zerosum.models.lagged.solve.iteration import IterationResult, iterate
from zerosum.models.lagged.solve.levels import (
    FINE,
    GROWN_SCALE,
    Guarantees,
    grow_functions,
    guaranteed_everywhere,
    reachable_from_starts,
)

MAX_NODES = 12
"""Maximum number of nodes of a board whose regions are tried."""
MAX_REGIONS = 150
"""Maximum number of regions that are tried."""


class Trial(NamedTuple):
    """Additional rounds of iteration in a region, after which a useless region is dropped."""

    rounds: int
    halving: bool = True
    """Whether to take half-steps, since play in a region may be periodic."""


TRIALS = (Trial(8, halving=False), Trial(8, halving=False), Trial(16), Trial(32), Trial(64))
MANY, MAX_PIECES = 2000, 200_000
"""Maximum number of pieces of a region's functions during the trials and at the end, since the functions may be
curved.
"""
ANY = frozenset((0, 1))
"""Both exits and all mixtures are allowed."""


@dataclass(frozen=True)
class MoveRegion:
    """A region in which a player can stay: the player's nodes with the allowed exits, and the opponent's nodes with
    the safe responses.

    An entry of `responses` holds the exits that are safe for the player after the opponent's move from that node.
    """

    own: Mapping[int, frozenset[int]]
    responses: Mapping[int, frozenset[int]]

    @property
    def allowed_moves(self) -> list[tuple[int, int]]:
        """The player's nodes, each with its allowed exits."""
        return [(node, way) for node, safe in self.own.items() for way in safe]


@dataclass(frozen=True)
class ConfinedOperator(Operator):
    """The operator of the game in which one player stays in a region."""

    region: MoveRegion = field(default_factory=lambda: MoveRegion({}, {}))
    player: int = ROW

    @property
    def leap_after(self) -> int:
        """Number of rounds before the first leap: fewer than on whole boards, since only slow regions remain."""
        return 0 if self.scale.bits else 16

    def nodes(self, player: int) -> tuple[int, ...]:
        return tuple(self.region.own if player == self.player else self.region.responses)

    def targets(self, player: int, node: int) -> tuple[int, int]:
        """Return the targets of the allowed exits; a forbidden exit is replaced by the other."""
        cc, cl = self.board.exits[node]
        allowed = self.region.own[node] if player == self.player else ANY
        return (cc if 0 in allowed else cl), (cl if 1 in allowed else cc)

    def forced(self, player: int, node: int) -> int | None:
        """Return the only safe exit for the confined player after this node; None if both are safe."""
        if player == self.player or self.region.responses[node] == ANY:
            return None
        return int(0 in self.region.responses[node])


def regions(board: Board) -> Iterator[MoveRegion]:
    """Yield the regions of a board, small ones first, without repetition. They are the same for both players."""
    seen = set()
    nodes = range(board.size)
    for size in range(1, board.size + 1):
        for chosen in combinations(nodes, size):
            region = _largest_region(board, frozenset(chosen))
            key = frozenset(region.responses)
            if key and key not in seen:
                seen.add(key)
                yield region


def _largest_region(board: Board, chosen: frozenset[int]) -> MoveRegion:
    """Return the largest region whose opponent nodes are among the chosen ones."""
    while True:
        own = {
            node: frozenset(way for way in (0, 1) if board.exits[node][way] in chosen)
            for node in range(board.size)
        }
        responses = {node: own[board.exits[node][0]] & own[board.exits[node][1]] for node in chosen}
        kept = frozenset(node for node, safe in responses.items() if safe)
        if kept == chosen:
            return MoveRegion({node: safe for node, safe in own.items() if safe}, responses)
        chosen = kept


def _connected(board: Board, region: MoveRegion) -> bool:
    """Return whether all the opponent's nodes of the region are reachable from each other."""
    steps = {
        node: {board.exits[at][way] for at in board.exits[node] for way in safe}
        for node, safe in region.responses.items()
    }
    for start in steps:
        reached, todo = {start}, [start]
        while todo:
            new = steps[todo.pop()] - reached
            reached |= new
            todo += new
        if reached != region.responses.keys():
            return False
    return True


def sharpen_by_regions(
    board: Board, by_start: Mapping[int, Value], goal: Fraction, progress: Progress = silent
) -> dict[int, Value]:
    """Return better bounds for each start, from the regions that each player need not leave and the paths to them.

    Connected regions come first: the others take longer, and are needed if neither player can choose among the parts.
    Then functions that grow are tried for regions whose bounds still differ.
    """
    if board.size > MAX_NODES:
        return dict(by_start)
    known = [_initial_guarantees(board, by_start, player) for player in (ROW, COL)]
    every, found = list(islice(regions(board), MAX_REGIONS)), dict(by_start)
    for connected in (True, False):
        todo = [
            (one, player) for one in every if _connected(board, one) is connected for player in (ROW, COL)
        ]
        for bounds in (secure_in_region, secure_by_growth):
            left = []
            for done, (region, player) in enumerate(todo):
                progress(done, len(todo), "regions")
                needed = min(known[player][node][way] for node, way in region.allowed_moves)
                worth = bounds(board, region, player, needed, goal)
                left += [(region, player)] if worth.upper > max(worth.lower, needed) + goal else []
                if _note_improvement(known[player], region, worth):
                    found = _intervals(by_start, *(_sure_at_start(board, known[p], p) for p in (ROW, COL)))
                    if _all_narrow(found, goal):
                        return found
            todo = left
            ways = (
                reachable_from_starts(board, sure, p)
                for p, sure in enumerate(_raise_to_worst(board, known, goal))
            )
            found = _intervals(by_start, *ways)
            if _all_narrow(found, goal):
                return found
    return found


def _all_narrow(by_start: Mapping[int, Value], goal: Fraction) -> bool:
    """Return whether all bounds are as narrow as required."""
    return all(value.gap <= goal for value in by_start.values())


def _raise_to_worst(board: Board, known: list[Guarantees], goal: Fraction) -> list[Guarantees]:
    """Return both guarantees, raised to the averages that each player can guarantee from every start.

    The guess is that a player's worst region has the same average as the other player's best.
    """
    raised = []
    for player, sure in enumerate(known):
        hoped = -max(max(exits) for exits in known[1 - player].values())
        least = min(min(sure[node]) for node in board.turns()[player])
        if least < hoped - goal / 4:
            least = max(least, guaranteed_everywhere(board, sure, player, hoped, goal / 4))
        raised.append(
            sure | {node: [max(one, least) for one in sure[node]] for node in board.turns()[player]}
        )
    return raised


def _initial_guarantees(board: Board, by_start: Mapping[int, Value], player: int) -> Guarantees:
    """Return a player's initial guarantee at any node, in its own view."""
    values = by_start.values()
    least = min(v.lower for v in values) if player == ROW else -max(v.upper for v in values)
    return {node: [Fraction(least), Fraction(least)] for node in range(board.size)}


def _note_improvement(known: Guarantees, region: MoveRegion, worth: Value) -> bool:
    """Record a region's value at nodes where it improves a guarantee; return whether there are any."""
    better = [(node, way) for node, way in region.allowed_moves if worth.lower > known[node][way]]
    for node, way in better:
        known[node][way] = Fraction(worth.lower)
    return bool(better)


def _sure_at_start(board: Board, known: Guarantees, player: int) -> dict[int, Fraction]:
    """Return the guarantee from each start if the player enters a region immediately; col may have either of two
    nodes.
    """
    if player == ROW:
        return {start: max(exits) for start, exits in known.items()}
    return {
        start: max(min(known[target][way] for target in pair) for way in (0, 1))
        for start, pair in enumerate(board.exits)
    }


def _intervals(
    by_start: Mapping[int, Value], row: Mapping[int, Fraction], col: Mapping[int, Fraction]
) -> dict[int, Value]:
    """Return the value from each start, between the players' guarantees in their own views."""
    return {
        k: Value(max(row[k], Fraction(v.lower)), min(-col[k], Fraction(v.upper))) for k, v in by_start.items()
    }


def secure_in_region(
    board: Board, region: MoveRegion, player: int, needed: Fraction, goal: Fraction
) -> Value:
    """Return the player's guaranteed average in the region, and an estimate of the maximum.

    The search ends early, with rough bounds, if the player cannot get more than `needed`.
    """
    operator = ConfinedOperator(board, FLOATS, Fraction(1), region, player)
    judge = replace(operator, scale=Scale(FINE))
    functions: Functions = operator.zero(player)
    for trial in TRIALS:
        result = iterate(
            operator, functions, float(goal) / 10, MANY, silent, player, trial.rounds, trial.halving
        )
        functions = (result.row, result.col)[player]
        most = drift(operator, functions, player).most
        if result.ended == "done" or most / 2 <= needed:
            return Value(drift(judge, functions, player).least / 2, most / 2)
    result = choose_break_points(operator, result, float(goal), MAX_PIECES, silent)
    least = drift(judge, (result.row, result.col)[player], player).least
    return Value(least / 2, (least + Fraction(max(result.gap, 0.0))) / 2)


def secure_by_growth(
    board: Board, region: MoveRegion, player: int, needed: Fraction, goal: Fraction
) -> Value:
    """Return the player's guaranteed average in the region, from growing functions."""
    operator = ConfinedOperator(board, GROWN_SCALE, Fraction(1), region, player)
    return Value.exactly(drift(operator, grow_functions(operator, player, goal), player).least / 2)


WIDE = 1e-9
"""A gap per move above this, once the iteration has stalled, calls for bounds by start."""
FEW_PIECES_APART, MAX_PIECES_APART = 10_000, 1_000_000
"""Maximum number of pieces of the functions from other starts, at first and at the end."""
OPEN = ("stalled", "rounds")
"""The end of an iteration whose gap did not close, as opposed to an iteration that reached a limit."""


class ValuesByStart(NamedTuple):
    """The value from each start in the given board's payoffs, and how the search ended for the game's own start."""

    values: dict[int, Value]
    ended: str
    """The end of the iteration; "regions" if only regions of the board closed its gap, "open" if nothing did."""

    @property
    def apart(self) -> dict[int, Value]:
        """The value from each start in order, if it provably depends on the start; otherwise empty."""
        ends = [(v.lower, v.upper) for v in self.values.values()]
        differ = max(lower for lower, _ in ends) > min(upper for _, upper in ends)
        return dict(sorted(self.values.items())) if differ else {}


def values_by_start(
    board: Board,
    units: Units,
    result: IterationResult,
    value: Value,
    goal: Fraction,
    progress: Progress = silent,
) -> ValuesByStart:
    """Return the value from every start, as far as the result and the regions prove it; everything but the result is
    in `units`.
    """
    by_start = dict.fromkeys(board.turns()[ROW], value)
    others, others_open = _other_classes(board, by_start, goal)
    by_start.update(others)
    stuck = result.ended in OPEN and value.gap > WIDE
    if stuck or others_open:
        by_start = sharpen_by_regions(board, by_start, goal, progress)
    found = {start: units.value(v) for start, v in by_start.items()}
    if stuck:
        return ValuesByStart(found, "open" if float(by_start[board.start].gap) > WIDE else "regions")
    return ValuesByStart(found, "slowly" if result.ended in OPEN and result.gap / 2 <= WIDE else result.ended)


def _other_classes(board: Board, known: dict[int, Value], goal: Fraction) -> tuple[dict[int, Value], bool]:
    """Return the values from the starts that are unreachable from this one, and whether a wide gap remained."""
    found: dict[int, Value] = {}
    wide, near = False, float(within_floats(goal, board.payoffs))
    for start in range(board.size):
        if start in known or start in found:
            continue
        there = dataclasses.replace(board, start=start)
        operator = Operator(there, FLOATS)
        result = iterate(operator, operator.zero(ROW), near, FEW_PIECES_APART, silent)
        if result.ended != "done":
            result = choose_break_points(operator, result, near, MAX_PIECES_APART, silent)
        row, col = drift(operator, result.row, ROW), drift(operator, result.col, COL)
        value = Value(max(row.least, -col.most) / 2, min(row.most, -col.least) / 2)
        found.update({node: value for node in there.turns()[ROW] if node not in known})
        wide = wide or (result.ended != "done" and float(value.gap) > WIDE)
    return found, wide
