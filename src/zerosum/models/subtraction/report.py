"""Subtraction games as a person reads them: who wins, by which takes, and why, from the computed sequences."""

from __future__ import annotations

from collections.abc import Sequence

from zerosum.display.report import Headline, Report, report_of
from zerosum.display.table import Table
from zerosum.models.subtraction.rules import Repetition, SubtractionAnswer

__all__ = ["headline", "report", "runs"]

FULL_TABLE = 200
"""Up to so many matches the table has a line for every number."""

MOST_LISTED = 12
"""A list of numbers in a sentence has no more than this."""


def report(solution: SubtractionAnswer) -> Report:
    """The costs and takes of one heap by its size, or the optimal takes from several; and the rule behind them."""
    one = solution.repetition is not None
    return report_of(
        solution,
        headline(solution),
        move=solution.game.move,
        tables=[_one_heap_table(solution)] if one else _heap_tables(solution),
        notes=_explained(solution),
    )


def headline(solution: SubtractionAnswer) -> Headline:
    """The game, the heaps if some matches are gone, and the value with the cost."""
    title, cost = solution.game.title, solution.cost(*solution.heaps)
    if solution.where:
        title += f" · with {', '.join(map(str, solution.heaps)) or 0} left"
    outcome = "loses" if cost else "wins"
    shown = f"f({', '.join(map(str, solution.heaps or (0,)))}) = {cost}"
    return Headline(title, f"{solution.value} to row, the player to move, who {outcome}: the cost is {shown}")


def _one_heap_table(solution: SubtractionAnswer) -> Table:
    """f(x) and d(x) for every x, or for the first and last ones where there are too many."""
    most = sum(solution.heaps)
    numbers: Sequence[int] = range(1, most + 1)
    title = "cost f(x) and optimal takes d(x), with x matches left"
    if most > FULL_TABLE:
        numbers = [*range(1, 41), *range(most - 9, most + 1)]
        title += ": the first 40 and the last 10"
    rows = []
    for x in numbers:
        takes = runs([take.taken for take in solution.optimal(x)]) or None
        mover = "loses" if solution.cost(x) else "wins"
        rows.append([x, solution.cost(x), mover, takes, _replies(solution, x), solution.grundy(x)])
    columns = ["x", "f(x)", "mover", "d(x)", "f(x) is the least of", "Grundy value"]
    kept = len(columns) if solution.game.last_wins else -1
    return Table(title, columns[:kept], [row[:kept] for row in rows])


def _replies(solution: SubtractionAnswer, x: int) -> str | None:
    """The costs among which f(x) is the least, as Bricker's cards write them: 1-1, 1-0, 1-0 with 6 left."""
    takes = solution.game.takes_from(x)
    return ", ".join(f"1-{solution.cost(x - d)}" for d in takes) if 0 < len(takes) <= MOST_LISTED else None


def _heap_tables(solution: SubtractionAnswer) -> list[Table]:
    """Every optimal take and what it leaves; in normal play the Grundy value of each heap too."""
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


def _explained(solution: SubtractionAnswer) -> list[str]:
    """Sentences that teach the answer at these heaps."""
    notes = []
    if solution.repetition is not None:
        notes += [_losing_rule(solution, solution.repetition), *_reply_rule(solution, solution.repetition)]
        notes += _recursion(solution)
    elif solution.game.last_wins:
        notes.append(
            "The player to move loses exactly where the Grundy values of the heaps have exclusive-or 0: "
            "leave your opponent such heaps."
        )
    return [*notes, _here(solution)]


def _recursion(solution: SubtractionAnswer) -> list[str]:
    """The recursion at one heap, written out: f(6) = min {1 - f(5), 1 - f(4), 1 - f(3)} = min {0, 1, 1} = 0."""
    x = sum(solution.heaps)
    takes = solution.game.takes_from(x)
    if not 0 < len(takes) <= MOST_LISTED:
        return []
    terms = ", ".join(f"1 - f({x - d})" for d in takes)
    costs = ", ".join(str(1 - solution.cost(x - d)) for d in takes)
    return [f"f({x}) = min {{{terms}}} = min {{{costs}}} = {solution.cost(x)}."]


def _losing_rule(solution: SubtractionAnswer, repetition: Repetition) -> str:
    """Which numbers of matches lose for the player to move, from the period of f."""
    begin, period, everywhere = repetition
    most, costs = sum(solution.game.sizes), solution.cost
    if not period:
        return f"The numbers that lose show no period up to {most:,}."
    early = [x for x in range(min(begin, most + 1)) if costs(x)]
    residues = sorted((begin + k) % period for k in range(period) if costs(begin + k))
    if len(residues) == period or not (residues or early):
        end = "loses" if residues else "wins"
        return f"Nobody can take with {most:,} or fewer left: the player to move {end}."
    if not residues:
        return _only(early)
    return _periodic_rule(early, _multiples(residues, period), begin, "" if everywhere else f"{most:,}")


def _only(numbers: list[int]) -> str:
    """The rule where finitely many numbers lose."""
    if numbers == [0]:
        return "The player to move loses only when nothing is left: leave your opponent nothing."
    return f"The player to move loses only with {_numbers(numbers, 'or')} left: leave your opponent that."


def _periodic_rule(early: list[int], late: str, begin: int, until: str) -> str:
    """The rule where the numbers that lose repeat; `until` is how far it is known, empty for ever."""
    exactly = f"the player to move loses exactly when the number left is {late}"
    after = "leave your opponent such a number."
    upto = f"up to {until} " if until else ""
    if begin == 0:
        return f"{_capital(upto + exactly)}: {after}"
    before = f"and below that at {_numbers(early)}" if early else "and nowhere below that"
    return f"From {begin} on {upto}{exactly}, {before}: {after}"


def _capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


def _multiples(residues: list[int], period: int) -> str:
    """Numbers with these remainders, in words."""
    if residues == [0]:
        return f"a multiple of {period}"
    if len(residues) == 1:
        return f"{residues[0]} more than a multiple of {period}"
    return f"a multiple of {period} plus {_numbers(residues, 'or')}"


def _numbers(numbers: Sequence[int], last: str = "and") -> str:
    """A list in words, cut short where it is long."""
    if len(numbers) > MOST_LISTED:
        return f"{', '.join(map(str, numbers[:MOST_LISTED]))} … ({len(numbers)} in all)"
    *most, final = map(str, numbers)
    return f"{', '.join(most)} {last} {final}" if most else final


def runs(numbers: Sequence[int]) -> str:
    """Numbers in rising order as text; long lists as runs, such as 1–40, 50."""
    if len(numbers) <= MOST_LISTED:
        return ", ".join(map(str, numbers))
    present = set(numbers)
    begins = [x for x in numbers if x - 1 not in present]
    ends = [x for x in numbers if x + 1 not in present]
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in zip(begins, ends, strict=True))


def _reply_rule(solution: SubtractionAnswer, repetition: Repetition) -> list[str]:
    """Where every take has a partner that completes the period, say so: that keeps a lost opponent lost."""
    takes, period = solution.game.allowed, repetition.period
    if takes is None or repetition.begin or period < 2 or any(period - d not in takes for d in takes):
        return []
    answers = [f"{d} with {period - d}" for d in takes]
    listed = f"{', '.join(answers[:4])}{' and so on' if len(answers) > 4 else ''}"
    return [f"Then answer {listed}: while so many are left, the two of you take {period} together each time."]


def _here(solution: SubtractionAnswer) -> str:
    """What that means at these heaps."""
    game, heaps = solution.game, solution.heaps
    takes = solution.optimal(*heaps)
    left = " and ".join(f"{heap:,}" for heap in heaps) or "nothing"
    if not takes:
        won = "loses, for the other took last" if game.last_wins else "wins, for the other took last"
        return f"With {left} left no take is possible: the player to move {won}."
    if solution.cost(*heaps):
        return f"With {left} left every take loses against best play."
    best = takes[0]
    after = " and ".join(f"{heap:,}" for heap in game.after(heaps, best)) or "nothing"
    others = f" ({len(takes) - 1} other take{'s' * (len(takes) > 2)} would do too)" if len(takes) > 1 else ""
    what = f"{best.taken}" if len(heaps) == 1 else f"{best}"
    return f"With {left} left, take {what}, which leaves {after}{others}."
