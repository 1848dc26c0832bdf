"""A subtraction game worked out step by step: won and lost positions from the end, or Grundy values of heaps."""

from __future__ import annotations

from zerosum.core.errors import InputError
from zerosum.display.document import Formulas, Part, Section, Worked, listed
from zerosum.display.table import Table
from zerosum.models.staged.engines.grundy.answer import SubtractionSolution
from zerosum.models.staged.engines.grundy.rules import Heaps

MAX_MATCHES, COLUMNS = 60, 16
"""Maximum number of matches in a heap that is worked out, and maximum number of columns of a table."""
MAX_POSITIONS = 400
"""Maximum number of positions of several heaps that are listed."""


def worked_steps(solution: SubtractionSolution) -> Worked:
    """Work out a game from its ends to the heaps of the solution; reject heaps that are too large for this."""
    game, heaps = solution.game, solution.heaps
    if max(heaps, default=0) > MAX_MATCHES:
        raise InputError(
            f"worked steps are limited to heaps of at most {MAX_MATCHES} matches, not {max(heaps)}; "
            f"choose a smaller game"
        )
    if len(heaps) > 1 and solution.grundy_sum is not None:
        return Worked(game.title, (*_grundy(solution), _answer(solution)))
    rule = (
        f"Work backwards. A player who cannot take {'loses' if game.last_wins else 'wins'}: the opponent took last. A "
        "position is won (W) for the player to move if some take leads to a lost position (L). It is lost if every "
        "take leads to a won position."
    )
    parts = _one_heap(solution) if len(heaps) <= 1 else _several(solution)
    return Worked(game.title, (Section("Won and lost positions", (rule, *parts)), _answer(solution)))


def _one_heap(solution: SubtractionSolution) -> list[Part]:
    """Return tables of the numbers of matches, with the takes that win."""
    whole = sum(solution.heaps)
    parts: list[Part] = []
    for first in range(0, whole + 1, COLUMNS):
        counts = range(first, min(whole + 1, first + COLUMNS))
        lost = [bool(solution.cost(n)) for n in counts]
        takes = [
            "" if is_lost or not n else ", ".join(str(take.taken) for take in solution.optimal(n))
            for n, is_lost in zip(counts, lost, strict=True)
        ]
        won = ["L" if one else "W" for one in lost]
        lines = [["player to move", *won], ["winning takes", *takes]]
        parts.append(Table("", ["matches left", *map(str, counts)], lines))
    names = [str(n) for n in range(whole + 1) if solution.cost(n)]
    parts.append(f"Lost for the player to move: {listed(names)}." if names else "No position is lost.")
    return parts


def _several(solution: SubtractionSolution) -> list[Part]:
    """Return the lost positions of several heaps, the smallest first."""
    game = solution.game
    found: set[Heaps] = {solution.heaps}
    waiting = [solution.heaps]
    while waiting:
        heaps = waiting.pop()
        for take in game.all_takes(heaps):
            after = game.after(heaps, take)
            if after not in found:
                found.add(after)
                waiting.append(after)
        if len(found) > MAX_POSITIONS:
            raise InputError(f"worked steps are limited to {MAX_POSITIONS} positions; choose smaller heaps")
    ordered = sorted(found, key=lambda heaps: (sum(heaps), heaps))
    lost = [heaps for heaps in ordered if solution.cost(*heaps)]
    lines = [
        [_named(heaps), "a take leads to a lost position" if heaps not in lost else "lost"]
        for heaps in ordered
    ]
    return [
        f"{len(ordered)} positions are reachable. Start with the smallest:",
        Table("", ["heaps left", "the player to move"], lines),
    ]


def _grundy(solution: SubtractionSolution) -> list[Section]:
    """Return the Grundy values of single heaps, and their sum without carrying."""
    assert solution.grundy_sum is not None
    largest = max(solution.heaps)
    parts: list[Part] = [
        "The Grundy value g(n) of a heap of n matches is the smallest non-negative integer that is not "
        "the Grundy value of any heap reachable in one move. A heap from which nothing can be taken has the value 0."
    ]
    for first in range(0, largest + 1, COLUMNS):
        counts = range(first, min(largest + 1, first + COLUMNS))
        line = ["g(n)", *(int(solution.grundy_sum.grundy[n]) for n in counts)]
        parts.append(Table("", ["matches n", *map(str, counts)], [line]))
    values = {n: int(solution.grundy_sum.grundy[n]) for n in solution.heaps}
    width = max(1, *(value.bit_length() for value in values.values()))
    lines = [[str(n), values[n], f"{values[n]:0{width}b}"] for n in solution.heaps]
    total = solution.grundy_sum.total(solution.heaps)
    lines.append(["all together", total, f"{total:0{width}b}"])
    rule = (
        "Write the values in binary and add them without carrying: a digit of the sum is 1 if an odd number of heaps "
        "has a 1 there. The player to move loses if and only if the sum is 0 (Sprague and Grundy)."
    )
    return [
        Section("Grundy values", tuple(parts)),
        Section("The sum", (rule, Table("", ["heap", "value", "in binary"], lines))),
    ]


def _answer(solution: SubtractionSolution) -> Section:
    """State the winner and the first take."""
    heaps = solution.heaps
    if solution.cost(*heaps):
        text = "The player to move loses: every take leads to a won position for the opponent."
    elif (take := solution.take_at(*heaps)) is None:
        text = "No take is possible, and the player to move wins."
    else:
        left = _named(solution.game.after(heaps, take))
        what = str(take.taken) if len(heaps) == 1 else str(take)
        text = f"The player to move wins: take {what}, which leaves {left}, a lost position for the opponent."
    value = 1 - 2 * solution.cost(*heaps)
    return Section("Answer", (text, Formulas((("value:", f"v = {value}"),))))


def _named(heaps: Heaps) -> str:
    return ", ".join(map(str, heaps)) or "nothing"
