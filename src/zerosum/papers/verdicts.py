"""The verdicts, and the only place where they are decided.

A check says what it found; no row of data and no check names a verdict. Two fields are a person's reading of the paper
and count in the rules: `elsewhere`, in a row, is the place where the paper itself has the corrected form (a misprint,
which would otherwise be wrong); `near`, of what a check found, is whether words hold as the authors used them
(imprecise, where they would otherwise be wrong). The rules, in order:

    a question        the evidence settles it                               left open, answered
                      it does not                                           left open
    the printed form  holds, and the computation knows more digits          more precise
                      holds                                                 confirmed
                      cannot be decided from what is printed                not reproducible
                      a number that misses by less than a unit of its last
                      digit, or words that hold as the authors used them    imprecise
    a corrected form  holds, is a slip of the pen away, and a scan could
                      have made the slip                                    misprint or misread
                      holds, and is a slip of the pen away, or the paper
                      itself shows that its authors had it                  misprint
                      none that holds, or a longer way off                  wrong

`RULES` explains this to readers of the report. A *slip of the pen* changes at most four symbols or exchanges two; a
word counts more than four. A scan loses raised and lowered positions and confuses capitals with small letters, l
and I and i with 1, a with 2, and ∧, ∨, ≷ with λ, v, ≪.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from zerosum.core.data import DataMap
from zerosum.core.solution import Value

if TYPE_CHECKING:
    from zerosum.papers.rows import Claim

SIGMAS = 4.0
NARROW = 1e-3
"""A range that differs by less than this leaves a simulated share nothing to depend on."""
SLIP = 4
WORDY = SLIP + 1
"""The cost of a changed word."""


class Ruling(StrEnum):
    """A verdict on a claim."""

    CONFIRMED = "confirmed"
    MORE_PRECISE = "more precise"
    IMPRECISE = "imprecise"
    MISPRINT = "misprint"
    MISREAD = "misprint or misread"
    WRONG = "wrong"
    NOT_REPRODUCIBLE = "not reproducible"
    ANSWERED = "left open, answered"
    OPEN = "left open"


RULES = {
    Ruling.CONFIRMED: "The statement, formula or number holds. A number holds if it is right to half a unit of its "
    "last digit; a fraction, if it is the value or lies in the proved interval that the row shows; a simulated share, "
    "if it lies within four standard errors of the exact one (or of the share under one stated strategy, "
    "if optimal strategies differ in it).",
    Ruling.MORE_PRECISE: "It holds, and more digits are known now.",
    Ruling.IMPRECISE: "A number misses by less than a unit of its last digit, or words hold as the authors used them "
    "but not literally: they hold only for their own computation, or in a looser sense of a term.",
    Ruling.MISPRINT: "It fails, but a corrected form holds that differs by a slip of the pen: at most four symbols are "
    "changed, or two are exchanged. A longer correction is also a misprint if the paper itself shows that its authors "
    "had the right form; the reason then says where.",
    Ruling.MISREAD: "The same, and the machine that read the scan could have made the slip.",
    Ruling.WRONG: "It fails, and nothing shows that the authors had it right.",
    Ruling.NOT_REPRODUCIBLE: "The paper does not give enough information to decide it.",
    Ruling.ANSWERED: "A question that the paper leaves open, or that we ask; here it is settled.",
    Ruling.OPEN: "Such a question, which is not settled here either.",
}
"""The meaning of each verdict, for readers."""
FAILING = (Ruling.IMPRECISE, Ruling.MISPRINT, Ruling.MISREAD, Ruling.WRONG, Ruling.OPEN)
"""The verdicts under which a claim does not hold, or a question has no answer."""


@dataclass(frozen=True)
class Found:
    """The result of a check of a statement or a question; None if it cannot be decided."""

    holds: bool | None
    text: str = ""
    so: str = ""
    """A consequence, shown only if the statement holds."""
    near: bool = False
    """If it does not hold: whether it holds as the authors used it, in their own case or in a looser sense.

    The check computes this, but a person has read in the paper which case or sense that is.
    """


@dataclass(frozen=True)
class Share:
    """An exact share of plays, from `low` to `high` over all optimal strategies, and the fraction for a stated
    strategy.
    """

    low: float
    high: float
    stated: float | None = None
    by: str = ""
    """How the stated strategy was found."""
    variance: float | None = None
    """The variance of one play; by default, that of a win with this probability."""


Result = bool | Found | Share | Value | Fraction | float | int
Check = Callable[[DataMap], Result]


@dataclass(frozen=True)
class Finding:
    """A verdict with its evidence."""

    verdict: Ruling
    computed: str
    """The computed result, as text for people."""
    corrected: str = ""
    """The right form, if the printed form fails and this form was shown to hold."""
    reason: str = ""
    """The reason, in a sentence."""


@dataclass(frozen=True)
class _Evidence:
    holds: bool | None
    text: str
    finer: bool = False
    near: bool = False


def conclude(claim: Claim, check: Check) -> Finding:
    """Return the verdict on a claim, from its check with the printed and with the corrected arguments."""
    printed = _evidence(claim, check(claim.arguments), claim.prints)
    if claim.asks:
        return Finding(Ruling.ANSWERED if printed.holds else Ruling.OPEN, printed.text)
    mended = printed.holds is False and _correction_holds(claim, check)
    return Finding(
        verdict=_verdict(claim, printed, mended),
        computed=printed.text,
        corrected=claim.reads if mended else "",
        reason="" if printed.holds else claim.reason,
    )


def _verdict(claim: Claim, printed: _Evidence, mended: bool) -> Ruling:
    if printed.holds is None:
        return Ruling.NOT_REPRODUCIBLE
    if printed.holds:
        return Ruling.MORE_PRECISE if printed.finer else Ruling.CONFIRMED
    if printed.near:
        return Ruling.IMPRECISE
    if mended and is_slip(claim.says, claim.reads):
        return Ruling.MISREAD if is_scan_slip(claim.says, claim.reads) else Ruling.MISPRINT
    return Ruling.MISPRINT if mended and claim.elsewhere else Ruling.WRONG


def _correction_holds(claim: Claim, check: Check) -> bool:
    """Return whether the corrected form holds: another number, or the same check with other arguments."""
    if not claim.reads:
        return False
    if isinstance(claim.right, str):
        return bool(_evidence(claim, check(claim.arguments), claim.right).holds)
    return bool(_evidence(claim, check({**claim.arguments, **claim.right}), claim.prints).holds)


def _evidence(claim: Claim, result: Result, prints: str) -> _Evidence:
    if isinstance(result, bool):
        return _Evidence(result, claim.how if result and claim.how else "holds" if result else "fails")
    if isinstance(result, Found):
        text = "; ".join(filter(None, (result.text, result.so if result.holds else "")))
        text = text or claim.how or ("holds" if result.holds else "fails")
        return _Evidence(result.holds, text, near=result.near)
    if isinstance(result, Share):
        return _sampled(result, prints, claim.plays, claim.runs)
    return _number(result, prints, claim.within)


def _number(result: Value | Fraction | float | int, prints: str, within: str) -> _Evidence:
    """Compare a printed number with the computed one, which is exact, certified or a rounded float."""
    value = result if isinstance(result, Value) else Value(*_interval(result))
    target, unit = Fraction(prints.replace(" ", "")), _unit(prints)
    slack = Fraction(within) if within else unit / 2

    def meets(reach: Fraction) -> bool:
        return bool(value.lower <= target + reach and value.upper >= target - reach)

    text = f"{result:.12g}" if isinstance(result, float) else str(result)
    return _Evidence(meets(slack), text, finer=float(value.gap) < float(slack), near=meets(unit) and unit > 0)


def _interval(number: Fraction | float | int) -> tuple[Fraction, Fraction] | tuple[float, float]:
    if isinstance(number, float):
        slack = 1e-12 * max(1.0, abs(number))
        return number - slack, number + slack
    return Fraction(number), Fraction(number)


def _unit(prints: str) -> Fraction:
    """Return a unit of the last printed digit; 0 for an integer or a fraction."""
    digits, _, power = prints.partition(".")[2].partition("e")
    return Fraction(10) ** (int(power or 0) - len(digits)) if digits else Fraction(0)


def _sampled(share: Share, prints: str, plays: int, runs: int) -> _Evidence:
    """Compare a count or a percentage of independent plays, or the mean of such runs, with the exact share."""
    percent = float(prints.rstrip("%")) / (1 if prints.endswith("%") else plays / 100)
    rounding = float(_unit(prints.rstrip("%"))) / 2 / (1 if prints.endswith("%") else plays / 100)
    variance = percent / 100 * (1 - percent / 100) if share.variance is None else share.variance
    error = 100 * math.sqrt(max(variance, 1 / plays) / plays / runs)

    def off(least: float, most: float) -> float:
        return max(100 * least - percent - rounding, percent - rounding - 100 * most, 0) / error

    outside = off(share.low, share.high)
    if share.high - share.low < 1e-6:
        text = f"{100 * share.low:z.3f}% exactly; the print is {outside:.1f} standard errors away"
        return _Evidence(outside <= SIGMAS, text, finer=True)
    digits = 4 if share.high - share.low < NARROW else 2
    text = f"{100 * share.low:.{digits}f}% to {100 * share.high:.{digits}f}%, by which equilibrium strategy plays"
    if outside > SIGMAS:
        return _Evidence(False, f"{text}; the print is {outside:.0f} standard errors away")
    if share.stated is None:
        return _Evidence(True if share.high - share.low < NARROW else None, text)
    away = off(share.stated, share.stated)
    text += f"; {share.by} {100 * share.stated:.2f}%, {away:.1f} standard errors away"
    return _Evidence(True if away <= SIGMAS else None, text)


# how far a corrected form is from the print

WORD = re.compile(r"[^\W\d_]{3,}")
SYMBOL = re.compile(r"[^\W\d_]\w*|\d+|\S")
SCAN = str.maketrans(
    {"^": "", "_": "", "(": "", ")": "", "l": "1", "i": "1", "a": "2", "λ": "∧", "v": "∨", "≷": "≪"}
)


def is_slip(printed: str, right: str) -> bool:
    """Return whether a slip of the pen leads from one text to the other."""
    a, b = SYMBOL.findall(printed), SYMBOL.findall(right)
    if sorted(a) == sorted(b) and sum(x != y for x, y in zip(a, b, strict=True)) == 2:
        return True
    return _distance(a, b) <= SLIP


def is_scan_slip(printed: str, right: str) -> bool:
    """Return whether a scan could have turned one text into the other."""
    return _seen(printed) == _seen(right)


def _seen(text: str) -> str:
    return "".join(text.split()).lower().translate(SCAN)


def _distance(a: list[str], b: list[str]) -> int:
    """Return the Levenshtein distance between two lists of symbols; changing a word costs more than a slip."""
    row = [0]
    for symbol in b:
        row.append(row[-1] + _cost(symbol))
    for x in a:
        last, row = row, [row[0] + _cost(x)]
        for j, y in enumerate(b):
            change = 0 if x == y else _change(x, y)
            row.append(min(last[j] + change, last[j + 1] + _cost(x), row[j] + _cost(y)))
    return row[-1]


def _cost(symbol: str) -> int:
    return WORDY if WORD.match(symbol) else len(symbol) if symbol.isdigit() else 1


def _change(x: str, y: str) -> int:
    """Return the cost of changing one symbol; a numeral may differ in one digit or have two digits exchanged."""
    if x.isdigit() and y.isdigit() and max(len(x), len(y)) > 1:
        places = [i for i, (p, q) in enumerate(zip(x, y, strict=False)) if p != q]
        exchanged = len(x) == len(y) and len(places) == 2 and x[places[0]] == y[places[1]]
        return 1 if (len(x) == len(y) and len(places) == 1) or exchanged else WORDY
    return max(_cost(x), _cost(y))
