"""Reports on subtraction games: the winner, the winning takes, and the reason."""

from __future__ import annotations

from collections.abc import Sequence

from zerosum.display.report import Headline, Report, report_of
from zerosum.display.table import Table
from zerosum.models.staged.engines.grundy.answer import Repetition, SubtractionSolution

FULL_TABLE = 200
"""Maximum number of matches for which the table has a row for every number."""

MAX_LISTED = 12
"""Maximum number of numbers listed in a sentence."""


def report(solution: SubtractionSolution) -> Report:
    """Report the costs and takes of one heap by its size, or the optimal takes from several heaps, with their rule."""
    one = solution.repetition is not None
    return report_of(
        solution,
        headline(solution),
        move=solution.game.move,
        tables=[_one_heap_table(solution)] if one else _heap_tables(solution),
        notes=_explained(solution),
    )


def headline(solution: SubtractionSolution) -> Headline:
    """Return the game, the heaps if some matches have been taken, and the value with the cost."""
    title, cost = solution.game.title, solution.cost(*solution.heaps)
    if solution.position_keys:
        title += f" · with {', '.join(map(str, solution.heaps)) or 0} left"
    outcome = "loses" if cost else "wins"
    shown = f"f({', '.join(map(str, solution.heaps or (0,)))}) = {cost}"
    return Headline(title, f"{solution.value} to row, the player to move, who {outcome}: the cost is {shown}")


def _one_heap_table(solution: SubtractionSolution) -> Table:
    """Return a table of f(x) and d(x) for every x, or for the first 40 and the last 10 if there are too many."""
    most = sum(solution.heaps)
    numbers: Sequence[int] = range(1, most + 1)
    title = "cost f(x) and optimal takes d(x), with x matches left"
    if most > FULL_TABLE:
        numbers = [*range(1, 41), *range(most - 9, most + 1)]
        title += ": the first 40 and the last 10"
    rows = []
    for x in numbers:
        best = _runs([take.taken for take in solution.optimal(x)]) or None
        mover = "loses" if solution.cost(x) else "wins"
        # The costs whose minimum is f(x), as on Bricker's cards: 1-1, 1-0, 1-0 with 6 matches left.
        takes = solution.game.takes_from(x)
        few = 0 < len(takes) <= MAX_LISTED
        responses = ", ".join(f"1-{solution.cost(x - d)}" for d in takes) if few else None
        rows.append([x, solution.cost(x), mover, best, responses, solution.grundy(x)])
    columns = ["x", "f(x)", "mover", "d(x)", "f(x) = minimum of", "Grundy value"]
    kept = len(columns) if solution.game.last_wins else -1
    return Table(title, columns[:kept], [row[:kept] for row in rows])


def _heap_tables(solution: SubtractionSolution) -> list[Table]:
    """Return every optimal take and the heaps that it leaves; in normal play also the Grundy value of each heap."""
    game, heaps = solution.game, solution.heaps
    shown = solution.optimal(*heaps)[:FULL_TABLE]
    moves = [[str(take), ", ".join(map(str, game.after(heaps, take))) or "nothing"] for take in shown]
    tables = [Table("optimal takes", ["take", "leaves"], moves)] if moves else []
    if game.last_wins:
        values = [[heap, solution.grundy(heap)] for heap in heaps]
        tables.append(
            Table("Grundy values", ["heap", "value"], [*values, ["together", solution.grundy(*heaps)]])
        )
    return tables


def _explained(solution: SubtractionSolution) -> list[str]:
    notes = []
    if solution.repetition is not None:
        notes.append(_losing_rule(solution, solution.repetition))
        takes, period = solution.game.allowed, solution.repetition.period
        starts = not solution.repetition.begin and period >= 2
        if starts and takes is not None and all(period - d in takes for d in takes):
            # Every take has a partner that completes the period, so the opponent stays in a losing position.
            answers = [f"{d} with {period - d}" for d in takes]
            listed = f"{', to '.join(answers[:4])}{' and so on' if len(answers) > 4 else ''}"
            notes.append(
                f"Then respond to {listed}, so that each pair of takes removes {period}, as long as enough are left."
            )
        x = sum(solution.heaps)
        possible = solution.game.takes_from(x)
        if 0 < len(possible) <= MAX_LISTED:
            terms = ", ".join(f"1 - f({x - d})" for d in possible)
            costs = ", ".join(str(1 - solution.cost(x - d)) for d in possible)
            notes.append(f"f({x}) = min {{{terms}}} = min {{{costs}}} = {solution.cost(x)}.")
    elif solution.game.last_wins:
        notes.append(
            "The player to move loses exactly when the XOR of the heaps' Grundy values is 0: "
            "leave your opponent such heaps."
        )
    return [*notes, _here(solution)]


def _losing_rule(solution: SubtractionSolution, repetition: Repetition) -> str:
    """Describe the numbers of matches at which the player to move loses, from the period of f."""
    begin, period, everywhere = repetition
    most, costs = sum(solution.game.sizes), solution.cost
    if not period:
        return f"The losing numbers show no period up to {most:,}."
    early = [x for x in range(min(begin, most + 1)) if costs(x)]
    residues = sorted((begin + k) % period for k in range(period) if costs(begin + k))
    if len(residues) == period or not (residues or early):
        end = "loses" if residues else "wins"
        return f"With {most:,} or fewer left, no move is possible: the player to move {end}."
    if not residues:
        if early == [0]:
            return "The player to move loses only when nothing is left: leave your opponent nothing."
        return f"The player to move loses only with {_numbers(early, 'or')} left: leave your opponent such a number."
    late = f"a multiple of {period}"
    if len(residues) > 1:
        late += f" plus {_numbers(residues, 'or')}"
    elif residues != [0]:
        late = f"{residues[0]} more than {late}"
    exactly = f"the player to move loses exactly when the number left is {late}"
    if not everywhere:
        exactly = f"up to {most:,} {exactly}"
    after = "leave your opponent such a number."
    if begin == 0:
        return f"{exactly[0].upper()}{exactly[1:]}: {after}"
    before = f"and below that with {_numbers(early)} left" if early else "but never below that"
    return f"With {begin} or more left, {exactly}, {before}: {after}"


def _numbers(numbers: Sequence[int], last: str = "and") -> str:
    """Return a list in words, shortened if it is long."""
    if len(numbers) > MAX_LISTED:
        return f"{', '.join(map(str, numbers[:MAX_LISTED]))} … ({len(numbers)} in all)"
    *most, final = map(str, numbers)
    return f"{', '.join(most)} {last} {final}" if most else final


def _runs(numbers: Sequence[int]) -> str:
    """Return increasing numbers as text, with runs such as 1–40, 50 in a long list."""
    if len(numbers) <= MAX_LISTED:
        return ", ".join(map(str, numbers))
    present = set(numbers)
    begins = [x for x in numbers if x - 1 not in present]
    ends = [x for x in numbers if x + 1 not in present]
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in zip(begins, ends, strict=True))


def _here(solution: SubtractionSolution) -> str:
    game, heaps = solution.game, solution.heaps
    takes = solution.optimal(*heaps)
    left = " and ".join(f"{heap:,}" for heap in heaps) or "nothing"
    if not takes:
        won = "loses" if game.last_wins else "wins"
        return f"With {left} left, no move is possible: the player to move {won}, because the opponent took last."
    if solution.cost(*heaps):
        return f"With {left} left, every take loses against optimal play."
    best = takes[0]
    after = " and ".join(f"{heap:,}" for heap in game.after(heaps, best)) or "nothing"
    others = (
        f" ({len(takes) - 1} other take{'s' * (len(takes) > 2)} would also work)" if len(takes) > 1 else ""
    )
    what = f"{best.taken}" if len(heaps) == 1 else f"{best}"
    return f"With {left} left, take {what}, which leaves {after}{others}."
