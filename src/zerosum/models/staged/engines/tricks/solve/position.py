"""One position's matrix game out of the kept tiles, and its solution: a few microseconds, compiled.

The tiles lie where the store has mapped them, and the kernel gets the address of each of their parts (see
`zerosum.store`); 0 stands for one that was not read and checked yet. An entry of the matrix is

    A[i, j] = base[outcome] + sign * v(block[outcome])[child(i, j)],

where the block may be one whose players are swapped, and of a block that is its own mirror image half is kept.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from zerosum.core.arrays import Bools, Floats, Ints
from zerosum.core.compiled import Kernel, kernel
from zerosum.matrix.bounds import work_size
from zerosum.matrix.kernel import FINE, solve_into, status
from zerosum.matrix.simd import float_at
from zerosum.models.staged.engines.tricks.patterns import COL, ROW, Word, child, moves
from zerosum.store import PART_BYTES

SOME_POSITIONS = 2_500
"""Plain Python solves a position in 1 to 4 ms, so that this kernel is compiled after some hundreds of them only."""


class StageTiles(NamedTuple):
    """The stored tiles of a stage: those of the first half of its patterns, then those of the rest."""

    patterns: int
    blocks: int
    lopsided: int
    rows: tuple[int, int]
    """Rows of a tile in either half; the last may have fewer."""
    tiles: int
    """How many tiles the first half has."""
    parts: Ints
    """The number of each tile's first part."""
    addresses: Ints
    """Where each part begins, or 0."""


class NextBlocks(NamedTuple):
    """What follows a win, a tie and a loss: a certain payment, then a block (-1 for none), possibly swapped."""

    base: Floats
    block: Ints
    flip: Bools


class PositionResult(NamedTuple):
    """A solved position."""

    missing: Ints
    """The parts that must be read first; none if this is the answer."""
    good: bool
    """Whether the bounds are close; if not, the matrix is for slower methods."""
    lower: float
    upper: float
    largest: float
    """The largest sum of sizes that an entry was added up from."""
    mirrored: bool
    """Whether the matrix is minus its own transpose."""
    A: Floats
    mine: Ints
    """The places of row's different cards."""
    theirs: Ints
    x: Floats
    y: Floats


PART = PART_BYTES // 8
"""Number of values in a part of a tile."""


@Kernel
def place_of(page: StageTiles, block: int, flip: bool, pattern: int) -> tuple[int, int, float]:
    """Return the tile, the place in it and the sign of a block's value at a pattern; sign 0 if it is 0."""
    half, sign = page.patterns // 2, 1.0
    if flip:
        pattern, sign = page.patterns - 1 - pattern, -1.0
    if pattern >= half and block >= page.lopsided:
        pattern, sign = page.patterns - 1 - pattern, -sign
        if pattern == half:
            return 0, 0, 0.0
    if pattern < half:
        tile, row = divmod(pattern, page.rows[0])
        return tile, row * page.blocks + block, sign
    tile, row = divmod(pattern - half, page.rows[1])
    return page.tiles + tile, row * page.lopsided + block, sign


@Kernel
def _fill(
    word: Word, left: int, WAYS: Ints, page: StageTiles, ways: NextBlocks, mine: Ints, theirs: Ints, A: Floats
) -> tuple[Ints, float]:
    """Return the matrix, the parts that must be read first, and the largest sum of sizes."""
    after, largest = np.empty(WAYS.shape[0], np.int8), 0.0
    missing, lacking = np.empty(A.size, np.int64), 0
    for i in range(mine.size):
        for j in range(theirs.size):
            a, b = mine[i], theirs[j]
            o = 1 if a == b else 0 if a < b else 2
            value = 0.0
            if ways.block[o] >= 0:
                # where the value of the next position lies; a part that is not mapped yet is asked for
                pattern = child(word, word.size, left, a, b, WAYS, after)
                tile, at, sign = place_of(page, ways.block[o], ways.flip[o], pattern)
                if sign != 0.0:
                    part = page.parts[tile] + at // PART
                    if page.addresses[part] == 0:
                        missing[lacking] = part
                        lacking += 1
                    else:
                        value = sign * float_at(page.addresses[part], at % PART)
            A[i, j] = ways.base[o] + value
            largest = max(largest, abs(ways.base[o]) + abs(value))
    return missing[:lacking], largest


@Kernel
def _mirrored(A: Floats) -> bool:
    m, n = A.shape
    if m != n:
        return False
    for i in range(m):
        for j in range(i + 1):
            if A[i, j] != -A[j, i]:
                return False
    return True


@kernel(work=lambda word, *_: word.size**2, few=SOME_POSITIONS, error_model="numpy")
def solve_position(
    word: Word, left: int, WAYS: Ints, page: StageTiles, ways: NextBlocks, tolerance: float
) -> tuple[Ints, bool, float, float, float, bool, Floats, Ints, Ints, Floats, Floats]:
    """Solve the position of a pattern; return the fields of `PositionResult`, which compiled code builds
    slowly.

    `tolerance` is the gap that is taken as close, as a share of the largest sum of sizes.
    """
    mine, theirs = np.empty(left, np.int64), np.empty(left, np.int64)
    mine = mine[: moves(word, word.size, ROW, mine)]
    theirs = theirs[: moves(word, word.size, COL, theirs)]
    A, x, y = np.empty((mine.size, theirs.size)), np.empty(mine.size), np.empty(theirs.size)
    # the caller reads what is missing and asks again
    missing, largest = _fill(word, left, WAYS, page, ways, mine, theirs, A)
    if missing.size > 0:
        return missing, False, 0.0, 0.0, 0.0, False, A, mine, theirs, x, y
    lower, upper = solve_into(A, x, y, np.empty(work_size(mine.size, theirs.size)))
    good = status(A, x, y, lower, upper) == FINE and upper - lower <= tolerance * largest
    return missing, good, lower, upper, largest, _mirrored(A), A, mine, theirs, x, y
