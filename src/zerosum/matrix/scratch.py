"""Where everything lies in the scratch array of the kernel.

One flat array of floats holds it all, so that compiled code makes no slices: the payoffs first, row i at
`i * stride(n)`, each row padded to whole vectors; then the tableau of the same shape, its rows padded too; then
the vectors beside it. Padding is zero in the payoffs and in the tableau. Labels are whole numbers: their
part of the scratch is read and written through `work.view(np.int64)` only.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeVar, cast

from zerosum.core.arrays import Floats
from zerosum.core.compiled import Kernel, Routine
from zerosum.matrix.simd import choose, lanes_below, load, splat, store

__all__ = ["Layout", "fill", "inlined", "layout", "stride", "work_size"]


Function = TypeVar("Function", bound=Callable[..., object])


def inlined(function: Function) -> Function:
    """For parts of a kernel: compiled into their caller, where sizes known to it unroll their loops."""
    return cast(Function, Routine(function, forceinline=True, error_model="numpy"))


class Layout(NamedTuple):
    """The shape of a game and the places of the parts of its scratch."""

    m: int
    n: int
    ld: int
    """Columns, padded: the distance from row to row."""
    mp: int
    """Rows, padded."""
    table: int
    """The tableau, mp x ld: a row per basic variable, a column per free one."""
    rhs: int
    """The right-hand side: the values of the basic variables."""
    column: int
    """The entering column."""
    other: int
    """The entering column of the next step."""
    ratio: int
    """The ratios of right-hand side and entering column."""
    inverse: int
    """One over the entries of the entering column."""
    basic: int
    """The labels of the basic variables: j for y(j), ld + i for the slack of row i."""
    free: int
    """The labels of the free variables."""
    cost: int
    """The reduced costs of the free variables."""
    pivot: int
    """The pivot row after the exchange."""


@inlined
def stride(n: int) -> int:
    """The length of a padded row of n payoffs."""
    return (n + 7) // 8 * 8


@Kernel
def work_size(m: int, n: int) -> int:
    """How many floats of scratch m x n games need; enough for all smaller ones, too."""
    ld, mp = stride(n), max(16, stride(m))
    return 2 * mp * ld + 6 * mp + 3 * ld


@inlined
def layout(m: int, n: int, mp: int, ld: int) -> Layout:
    """The places of everything for an m x n game padded to mp x ld."""
    table = mp * ld
    rhs = 2 * table
    free = rhs + 6 * mp
    column, other, ratio, inverse, basic = rhs + mp, rhs + 2 * mp, rhs + 3 * mp, rhs + 4 * mp, rhs + 5 * mp
    return Layout(
        m, n, ld, mp, table, rhs, column, other, ratio, inverse, basic, free, free + ld, free + 2 * ld
    )


@inlined
def fill(A: Floats, work: Floats, ld: int) -> None:
    """Copy the payoffs into the scratch, each row padded with zeros."""
    m, n = A.shape
    i = 0
    while i < m and i * n + ld <= m * n:
        for j in range(0, ld, 8):
            store(work, i * ld + j, choose(lanes_below(n - j), load(A, i * n + j), splat(0.0)))
        i += 1
    for k in range(i, m):
        store(work, k * ld + ld - 8, splat(0.0))
        for j in range(n):
            work[k * ld + j] = A[k, j]
