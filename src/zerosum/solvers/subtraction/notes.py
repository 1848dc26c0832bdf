"""Why a take is right, in words made from the computed sequences."""

from __future__ import annotations

from collections.abc import Sequence

from zerosum.models.subtraction import Heaps, SubtractionGame, Take
from zerosum.solvers.subtraction.heaps import GrundySum, OneHeap, Oracle, Periodic

__all__ = ["explain", "losing_rule", "runs"]

MOST_LISTED = 12
"""A list of numbers in a sentence has no more than this."""


def explain(game: SubtractionGame, oracle: Oracle, heaps: Heaps, takes: Sequence[Take]) -> tuple[str, ...]:
    """Sentences that teach the answer at these heaps."""
    notes = []
    if isinstance(oracle, OneHeap):
        notes += [losing_rule(oracle.costs, sum(game.sizes)), *_reply_rule(game, oracle.costs)]
    elif isinstance(oracle, GrundySum):
        notes.append(
            "The player to move loses exactly where the Grundy values of the heaps have exclusive-or 0: "
            "leave your opponent such heaps."
        )
    return (*notes, _here(game, oracle, heaps, takes))


def losing_rule(costs: Periodic, most: int) -> str:
    """Which numbers of matches lose for the player to move, from the period of f."""
    period, begin = costs.period, costs.begin
    if not period:
        return f"The numbers that lose show no period up to {most:,}."
    early = [x for x in range(min(begin, most + 1)) if costs[x]]
    residues = sorted((begin + k) % period for k in range(period) if costs[begin + k])
    if len(residues) == period or not (residues or early):
        end = "loses" if residues else "wins"
        return f"Nobody can take with {most:,} or fewer left: the player to move {end}."
    if not residues:
        return _only(early)
    return _periodic_rule(
        early, _multiples(residues, period), begin, "" if costs.until is None else f"{most:,}"
    )


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


def _reply_rule(game: SubtractionGame, costs: Periodic) -> list[str]:
    """Where every take has a partner that completes the period, say so: that keeps a lost opponent lost."""
    takes, period = game.allowed, costs.period
    if takes is None or costs.begin or period < 2 or any(period - d not in takes for d in takes):
        return []
    answers = [f"{d} with {period - d}" for d in takes]
    listed = f"{', '.join(answers[:4])}{' and so on' if len(answers) > 4 else ''}"
    return [f"Then answer {listed}: while so many are left, the two of you take {period} together each time."]


def _here(game: SubtractionGame, oracle: Oracle, heaps: Heaps, takes: Sequence[Take]) -> str:
    """What that means at these heaps."""
    left = " and ".join(f"{heap:,}" for heap in heaps) or "nothing"
    if not takes:
        won = "loses, for the other took last" if game.last_wins else "wins, for the other took last"
        return f"With {left} left no take is possible: the player to move {won}."
    if oracle.loses(heaps):
        return f"With {left} left every take loses against best play."
    best = takes[0]
    after = " and ".join(f"{heap:,}" for heap in game.after(heaps, best)) or "nothing"
    others = f" ({len(takes) - 1} other take{'s' * (len(takes) > 2)} would do too)" if len(takes) > 1 else ""
    what = f"{best.taken}" if len(heaps) == 1 else f"{best}"
    return f"With {left} left, take {what}, which leaves {after}{others}."
