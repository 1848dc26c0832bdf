"""Claims: what a paper says, how to recompute it, and the verdict that follows.

A *claim* is a row of data: where it stands, what it says, and a function that recomputes it. The function
returns a *finding*: whether the printed form holds, what was computed instead, and, where the printed form
fails, the corrected form together with the outcome of recomputing that. The verdict is read off the finding
and never written in:

    holds, and the recomputation knows more digits      more precise
    holds                                               confirmed
    fails in print only: a corrected form was shown     misprint
    fails                                               wrong
    cannot be decided from what is printed              not reproducible
    was a question                                      left open, answered

Most claims are built by `number`, `statement`, `sampled` and `question` below; a claim of another kind gives
its own function that returns a `Finding`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from zerosum.solution import Value

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Claim", "Finding", "Picture", "Verdict", "number", "question", "sampled", "statement"]

Computed = Value | Fraction | float | int


class Verdict(StrEnum):
    """What became of a claim."""

    CONFIRMED = "confirmed"
    MORE_PRECISE = "more precise"
    MISPRINT = "misprint"
    WRONG = "wrong"
    NOT_REPRODUCIBLE = "not reproducible"
    ANSWERED = "left open, answered"


@dataclass(frozen=True, kw_only=True)
class Finding:
    """What a recomputation found."""

    holds: bool | None
    """Whether the printed form holds; None if that cannot be decided."""
    computed: str
    """What was computed, as a person reads it."""
    finer: bool = False
    """Whether the recomputation gives more digits than the print."""
    corrected: str = ""
    """The right form, where the printed one fails."""
    corrected_holds: bool = False
    """Whether recomputing the corrected form showed it right."""
    mistaken: bool = False
    """Whether the error lies in the reasoning and not in the print, so that it is wrong though it can be mended."""
    why: str = ""
    """The reason, in a sentence."""
    answers: bool = False
    """Whether this answers a question rather than judges an assertion."""

    @property
    def verdict(self) -> Verdict:
        """The verdict that follows from the finding."""
        if self.answers:
            return Verdict.ANSWERED
        if self.holds is None:
            return Verdict.NOT_REPRODUCIBLE
        if self.holds:
            return Verdict.MORE_PRECISE if self.finer else Verdict.CONFIRMED
        return Verdict.MISPRINT if self.corrected_holds and not self.mistaken else Verdict.WRONG


@dataclass(frozen=True, kw_only=True)
class Claim:
    """One thing that a paper says."""

    where: str
    """Section, equation or table cell."""
    says: str
    """What the paper prints."""
    recompute: Callable[[], Finding]
    """Computes it anew."""
    expected_to_hold: bool = True
    """False for what is known to fail; the command's exit status is 1 if an expected claim does not hold."""
    slow: bool = False
    """Whether it is left to `--full`."""


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A figure for the report, redrawn or new."""

    name: str
    """A short name for the file."""
    caption: str
    """A sentence under the picture."""
    draw: Callable[[], Figure]
    """Draws it."""


def number(
    where: str,
    says: str,
    printed: str,
    compute: Callable[[], Computed],
    *,
    tolerance: float | None = None,
    corrected: str = "",
    why: str = "",
    expected_to_hold: bool = True,
    slow: bool = False,
) -> Claim:
    """A printed number, "31/81" or "-.0933"; a decimal holds if it is right to half a unit of its last digit.

    `corrected` is the number that should stand there; the misprint is proved if the computed value agrees.
    """

    def recompute() -> Finding:
        computed = compute()
        value = computed if isinstance(computed, Value) else Value(*_interval(computed))
        holds = _agrees(value, printed, tolerance)
        return Finding(
            holds=holds,
            computed=_shown(computed),
            finer=holds and _slack(printed, tolerance) > 0 and float(value.gap) < _slack(printed, tolerance),
            corrected="" if holds else corrected,
            corrected_holds=bool(corrected) and not holds and _agrees(value, corrected, tolerance),
            why="" if holds else why,
        )

    return Claim(where=where, says=says, recompute=recompute, expected_to_hold=expected_to_hold, slow=slow)


def statement(
    where: str,
    says: str,
    holds: Callable[[], bool],
    *,
    computed: Callable[[], str] | str = "",
    corrected: tuple[str, Callable[[], bool]] | None = None,
    why: str = "",
    mistaken: bool = False,
    expected_to_hold: bool = True,
    slow: bool = False,
) -> Claim:
    """Anything that holds or does not: a formula, an inequality over a table, a sentence.

    `corrected` is the right form and the check that shows it right; `mistaken` says that more than print is wrong.
    """

    def recompute() -> Finding:
        outcome = bool(holds())
        shown = computed() if callable(computed) else computed if outcome == expected_to_hold else ""
        return Finding(
            holds=outcome,
            computed=shown or ("holds" if outcome else "fails"),
            corrected=corrected[0] if corrected and not outcome else "",
            corrected_holds=not outcome and corrected is not None and bool(corrected[1]()),
            why="" if outcome else why,
            mistaken=mistaken,
        )

    return Claim(where=where, says=says, recompute=recompute, expected_to_hold=expected_to_hold, slow=slow)


def sampled(
    where: str,
    says: str,
    printed: float,
    compute: Callable[[], tuple[float, float]],
    *,
    sigmas: float = 4.0,
    why: str = "",
    expected_to_hold: bool = True,
    slow: bool = False,
) -> Claim:
    """A simulated number; it holds if it lies within some standard errors of the exact one.

    `compute` returns the exact mean and the standard error of the paper's own sample.
    """

    def recompute() -> Finding:
        mean, error = compute()
        holds = abs(printed - mean) <= sigmas * error
        off = abs(printed - mean) / error if error > 0 else 0.0
        return Finding(
            holds=holds,
            computed=f"{mean:.6g} exactly; the print is {off:.1f} standard errors away",
            finer=holds,
            why="" if holds else why,
        )

    return Claim(where=where, says=says, recompute=recompute, expected_to_hold=expected_to_hold, slow=slow)


def question(where: str, says: str, answer: Callable[[], str], *, slow: bool = False) -> Claim:
    """What a paper leaves open; the function computes the answer, as a sentence."""
    return Claim(
        where=where,
        says=says,
        recompute=lambda: Finding(holds=True, computed=answer(), answers=True),
        slow=slow,
    )


def _interval(computed: Fraction | float | int) -> tuple[Fraction, Fraction] | tuple[float, float]:
    """A single number as an interval: exact for fractions, a little rounding for floats."""
    if isinstance(computed, float):
        slack = 1e-12 * max(1.0, abs(computed))
        return computed - slack, computed + slack
    return Fraction(computed), Fraction(computed)


def _slack(printed: str, tolerance: float | None) -> float:
    """Half a unit of the last printed digit; nothing for an integer or a fraction."""
    if tolerance is not None:
        return tolerance
    digits = printed.partition(".")[2]
    return 0.5 * 10.0 ** -len(digits) if digits else 0.0


def _agrees(value: Value, printed: str, tolerance: float | None) -> bool:
    """Whether the computed interval meets the printed number's."""
    target = Fraction(printed.replace(" ", ""))
    slack = Fraction(_slack(printed, tolerance))
    return bool(value.lower <= target + slack and value.upper >= target - slack)


def _shown(computed: Computed) -> str:
    """A computed number as a person reads it."""
    return f"{computed:.12g}" if isinstance(computed, float) else str(computed)
