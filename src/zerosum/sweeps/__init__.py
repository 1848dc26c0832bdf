"""Sweeps: many games at once, a table with one row for each combination of their parameters.

    grid       the rows: games, and the values of their parameters
    rows       the solution of one row, and the answers to questions about it
    journal    finished rows on the disk
    answer     the table
    report     the report for people
    plot       a line for each value of a parameter

A sweep is a list of numbered, independent rows. Workers (`core/workers.py`) solve them and return plain numbers;
each is written to the journal as soon as it is known, and a stopped sweep continues from there.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from zerosum.core.errors import InputError
from zerosum.core.game import parameter_text
from zerosum.core.limits import Limits, allowed
from zerosum.core.progress import Progress, silent
from zerosum.core.value import Value
from zerosum.core.workers import HERE, Killed, workers_at
from zerosum.sweeps.answer import Sweep, SweepAverage, SweepRow, rows_text
from zerosum.sweeps.grid import SweepGrid, grid_of
from zerosum.sweeps.journal import Journal, journal_of
from zerosum.sweeps.rows import Outcome, Question, RowSolver, questions_of

__all__ = ["Sweep", "SweepAverage", "SweepRow", "run", "sweep"]

WORKERS = 2
"""Default number of processes."""


def sweep(
    game: object,
    /,
    *,
    ask: object = (),
    locks: object = None,
    workers: int | None = None,
    cluster: str | None = None,
    journal: str | Path | bool = True,
    progress: Progress = silent,
    **values: object,
) -> Sweep:
    """Solve a game for every combination of values of its parameters, and return one table.

    A combination that is rejected or fails is a row with its error. A sweep that was stopped, by Ctrl-C, a kill or a
    full disk, continues after the finished rows when it is called again.


    Parameters
    ----------
    game
        The name of a game, a file, a class, a function that makes a game or a matrix, a game, a matrix; or a list
        of these.
    ask
        More columns: a move at a decision ("J: bet" is its probability), "ev", "ev J: bet", "reach J"; a function
        of a solution; a list of these, or a mapping from names to them.
    locks
        Decisions to fix, as in `solve`; a list is a parameter with several values, and so is a range in a string,
        for example "J, check: bet 0..1:5".
    workers
        Number of processes, 2 by default; 1 is this one.
    cluster
        Solve on a cluster instead: "local:4" for four Dask workers on this machine, or a scheduler's address.
    journal
        The file for finished rows; by default one in the cache; False for none.
    progress
        A function that is called with the number of finished rows.
    values
        The game's parameters, solver options and positions: one value, a list of values, or a string such as
        "3,5,7", "1..1000" or "1/2..4:8" (eight values).

    Returns
    -------
    Sweep
        The table: a sequence of rows with `write`, `to_frame`, `plot` and `averages`.

    Examples
    --------
    >>> found = zerosum.sweep("kuhn", bet=["1/2", 1, 2], ask=["J: bet"], workers=1)
    >>> [str(row.value) for row in found]
    ['-0.0166666… = -1/60', '-0.0555555… = -1/18', '0']
    """
    grid = grid_of(game, values, locks)
    questions = tuple(questions_of(ask))
    if not isinstance(journal, bool | str | Path):
        raise InputError(f"journal must be a file name, True or False, not {journal!r:.40}")
    kept = None
    if journal:
        digest = grid.digest(*((one.name, one.what) for one in questions))
        kept = journal_of(digest, None if isinstance(journal, bool) else Path(journal))
    try:
        found = run(grid, questions, workers=workers, cluster=cluster, journal=kept, progress=progress)
        if kept is not None:
            kept.remove()
        return found
    finally:
        if kept is not None:
            kept.close()


def run(
    grid: SweepGrid,
    questions: tuple[Question, ...] = (),
    *,
    workers: int | None = None,
    cluster: str | None = None,
    journal: Journal | None = None,
    progress: Progress = silent,
) -> Sweep:
    """Solve the rows that the journal lacks, and return the table of all rows."""
    outcomes = dict(journal.finished) if journal is not None else {}
    tasks = list(grid.tasks(outcomes))
    number = WORKERS if workers is None and cluster is None else workers
    pool = workers_at(cluster, number)
    if cluster is None and (number == 1 or len(tasks) < 2):
        pool = HERE
    memory, seconds = allowed()  # each process has this one's time, and its share of the memory
    solver = RowSolver(grid, questions, Limits(memory / (number or 1), seconds))
    progress(len(outcomes), len(grid), "rows")
    for number, found in pool.as_done(solver, tasks):
        rows = (
            [(row, Outcome(error=str(found))) for row in tasks[number]]
            if isinstance(found, Killed)
            else found
        )
        if journal is not None:
            journal.add(rows)
        outcomes.update(rows)
        progress(len(outcomes), len(grid), "rows")
    return _table(grid, outcomes)


def _table(grid: SweepGrid, outcomes: Mapping[int, Outcome]) -> Sweep:
    """Return the table of all rows."""
    rows = []
    for number in range(len(grid)):
        one = outcomes[number]
        known = one.lower is not None and one.upper is not None
        rows.append(
            SweepRow(
                grid.shown(number),
                Value(one.lower, one.upper) if known else None,  # type: ignore[arg-type]
                one.asked,
                one.seconds,
                one.combinations,
                one.is_mean,
                one.error,
            )
        )
    labels = [part.label for part in grid.parts]
    fixed = [
        f"{axis.name.replace('_', ' ')} {parameter_text(axis.shown[0])}"
        for axis in (grid.parts[0].axes if len(labels) == 1 else ())
        if len(axis.values) == 1
    ]
    games = f"{', '.join(labels[:3])}{' and others' if len(labels) > 3 else ''}"
    title = " · ".join([f"Sweep of {games}", *fixed, rows_text(len(grid))])
    return Sweep(title, tuple(rows), tuple(grid.varying), tuple(grid.dealt))
