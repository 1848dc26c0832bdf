"""Results of matches: each payoff with its probability, or only a summary."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from zerosum.arena.players import Player
from zerosum.core.data import Json
from zerosum.core.errors import Unavailable
from zerosum.core.numbers import Number, exact_text
from zerosum.core.value import MAX_LENGTH, Extreme, Value
from zerosum.display.html import html_page, html_shares, html_table

ROUNDING = 1e-6
"""Means that differ by more than this differ not only by rounding."""
MAX_LISTED = 24
"""Maximum number of different results that a notebook lists."""


@dataclass(frozen=True)
class Match:
    """The result of a match between two players: each payoff to row, with its probability.

    Examples
    --------
    >>> match = zerosum.match("kuhn", "equilibrium", "uniform")
    >>> match.mean, match.win
    (Fraction(1, 6), Fraction(19, 36))
    >>> print(match)
    equilibrium against uniform: A wins 0.166667 (1/6) on average
    >>> zerosum.match("kuhn", "equilibrium", "uniform", plays=1000, seed=1).plays
    1000
    """

    row: str
    col: str
    results: Mapping[Number, Number]
    """The probability of each payoff to row, or its fraction of the plays."""
    plays: int | None = None
    """The number of simulated plays; None if the match was computed."""
    bound: float = field(default=0.0, kw_only=True)
    """Maximum error of a computed mean."""
    error: float | None = field(default=None, kw_only=True)
    """The standard error of the mean, if only the mean is known and not the distribution of results."""
    spread: float | None = field(default=None, kw_only=True)
    """The standard deviation of one play, if there are too many different payoffs to list, so that `results` only
    has the frequencies and means of losses, draws and wins.
    """
    seat: str = field(default="row", kw_only=True, compare=False)
    """The game's name for row."""

    @classmethod
    def of_mean(
        cls,
        row: str,
        col: str,
        mean: Number,
        plays: int | None = None,
        *,
        bound: float = 0.0,
        error: float = 0.0,
    ) -> Match:
        """Return a match with a known mean but unknown distribution."""
        return cls(row, col, {mean: 1}, plays, bound=bound, error=error)

    @property
    def mean(self) -> Number:
        """The mean payoff to row."""
        return sum(payoff * p for payoff, p in self.results.items())

    @property
    def win(self) -> Number:
        """The probability that row wins."""
        return self._share(lambda payoff: payoff > 0)

    @property
    def draw(self) -> Number:
        """The probability of a draw."""
        return self._share(lambda payoff: payoff == 0)

    @property
    def loss(self) -> Number:
        """The probability that col wins."""
        return self._share(lambda payoff: payoff < 0)

    def _share(self, counts: Callable[[Number], bool]) -> Number:
        """Return the total probability of the selected results; zero is a fraction if the probabilities are."""
        return sum(p if counts(payoff) else 0 * p for payoff, p in self.results.items())

    @property
    def deviation(self) -> float:
        """The standard deviation of one play."""
        if self.spread is not None:
            return self.spread
        mean = float(self.mean)
        return math.sqrt(sum(float(p) * (float(payoff) - mean) ** 2 for payoff, p in self.results.items()))

    @property
    def standard_error(self) -> float:
        """The standard error of the mean; 0 if the match was computed."""
        if self.error is not None:
            return self.error
        return self.deviation / math.sqrt(self.plays) if self.plays else 0.0

    def line(self) -> Json:
        """Return a row of a table, with the same columns for every game; None where a column does not apply."""
        known = self.error is None
        return {
            "row": self.row,
            "col": self.col,
            "win": self.win if known else None,
            "draw": self.draw if known else None,
            "loss": self.loss if known else None,
            "mean": self.mean,
            "bound": self.bound or None,
            "standard_error": self.standard_error if self.plays else None,
            "plays": self.plays,
        }

    def __str__(self) -> str:
        error = (
            f" ± {self.standard_error:.2g}, standard error over {self.plays:,} plays" if self.plays else ""
        )
        return f"{self.row} against {self.col}: {self.seat} wins {self._mean_text()} on average{error}"

    def _mean_text(self) -> str:
        """Return the mean as text, with its fraction if the fraction is short."""
        mean = self.mean
        exact = exact_text(mean) if isinstance(mean, Fraction) and mean.denominator > 1 else ""
        return f"{float(mean):.6g}" + f" ({exact})" * (0 < len(exact) <= MAX_LENGTH)

    def distribution(self) -> Sequence[tuple[Number, Number]] | None:
        """Return each payoff with its probability, or its fraction of the plays; None if they are not known."""
        return list(self.results.items()) if self.error is self.spread is None else None

    def _repr_html_(self) -> str:
        line, listed = self.line(), self.distribution() or ()
        names = {"win": "win", "draw": "payoff 0", "loss": "loss"}
        ended = [(name, float(line[key])) for key, name in names.items() if line[key] is not None]
        shown = sorted(listed) if len(listed) <= MAX_LISTED else []
        rows = [[str(payoff), f"{float(p):.1%}"] for payoff, p in shown]
        parts = [
            *([html_shares(ended)] if ended else []),
            *([html_table("", [f"{self.seat} wins", "how often"], rows)] if rows else []),
        ]
        sure = f" ± {self.standard_error:.2g}" if self.standard_error else ""
        plays = f"{self.plays:,} simulated plays" if self.plays else "computed"
        return html_page(
            f"{self.row} against {self.col}",
            f"{self.seat} wins {self._mean_text()}{sure} on average",
            parts,
            [plays],
        )


@dataclass(frozen=True)
class BestResponse:
    """A best response, and the mean payoff to row when it plays.

    Examples
    --------
    >>> from zerosum.models.family import arena_for
    >>> arena = arena_for(zerosum.load("kuhn")())
    >>> arena.best_response(arena.roster("col")["uniform"], "row").value
    Fraction(1, 2)
    """

    player: Player
    value: Number
    bound: float = 0.0
    """Bound on the error of the value; 0 if the value is a fraction."""

    @property
    def bounds(self) -> Value:
        """The mean payoff to row, as an interval that contains it."""
        if isinstance(self.value, float):
            return Value(
                _outward(self.value - self.bound, -math.inf), _outward(self.value + self.bound, math.inf)
            )
        return Value.exactly(self.value)


@dataclass(frozen=True)
class EquilibriumRange:
    """The EV of row's worst and best optimal strategies against a player.

    Examples
    --------
    >>> from zerosum.arena.results import EquilibriumRange
    >>> EquilibriumRange("uniform", 0.1, 0.2).line()["worst"]
    0.1
    """

    opponent: str
    worst: Number
    best: Number

    def line(self) -> Json:
        line = {"row": "equilibrium", "col": self.opponent, "worst": self.worst, "best": self.best}
        return {**line, **dict.fromkeys(("not_below", "not_above", "short"))}


@dataclass(frozen=True)
class ProvedRange(EquilibriumRange):
    """A range over all optimal strategies, with proven bounds.

    Examples
    --------
    >>> from zerosum.arena.results import ProvedRange
    >>> ProvedRange("uniform", 0.1, 0.2, least=0.1, most=0.2, short=0).line()["not_below"] is None
    True
    """

    least: Number = field(kw_only=True)
    """A lower bound on the EV of all optimal strategies."""
    most: Number = field(kw_only=True)
    """An upper bound on the EV of all optimal strategies."""
    short: Number = field(kw_only=True)
    """A bound on how far the guarantees of the strategies with EVs `worst` and `best` fall short of the value."""

    @classmethod
    def between(cls, opponent: str, ends: tuple[Extreme, Extreme] | None, value: Value) -> ProvedRange:
        """Return the range with these ends in a game of this value; raise Unavailable if they were not found."""
        if ends is None:
            where = "can be found only if these are fractions of moderate length"
            doubt = "needs an exact solution, but this one has only bounds"
            raise Unavailable(f"the range over optimal strategies {where if value.is_exact else doubt}")
        worst, best = ends
        proved = {"least": worst.bound, "most": best.bound, "short": max(worst.short, best.short)}
        return cls(opponent, worst.ev, best.ev, **proved)

    def line(self) -> Json:
        """Return a row of a table, with the proven bounds if they differ from the range."""
        line = super().line()
        if (self.least, self.most) != (self.worst, self.best):
            line |= {"not_below": _outward(self.least, -math.inf), "not_above": _outward(self.most, math.inf)}
        if self.short:
            line |= {"worst": float(self.worst), "best": float(self.best)}
            line["short"] = _outward(self.short, math.inf)
        return line


@dataclass(frozen=True)
class RoundRobin:
    """The average result of every row player against every column player.

    Examples
    --------
    >>> from zerosum.arena import round_robin
    >>> from zerosum.models.family import arena_for
    >>> robin = round_robin(arena_for(zerosum.load("kuhn")()))
    >>> robin.means[0][:2]
    [Fraction(-1, 18), Fraction(1, 6)]
    """

    rows: Sequence[str]
    """The players who sit as row, by name."""
    cols: Sequence[str]
    means: Sequence[Sequence[Number]]
    """The average payoff to each row player against each column player."""

    @property
    def ranking(self) -> Sequence[tuple[str, Number]]:
        """Return the players and their average win per round against the others, best first.

        A player on both sides is ranked by the mean of both results; if only row chooses, by the result as row.
        """
        scores: dict[str, Number] = {}
        for i, name in enumerate(self.rows):
            as_row = [
                mean for opponent, mean in zip(self.cols, self.means[i], strict=True) if opponent != name
            ]
            column = list(self.cols).index(name) if name in self.cols else None
            as_col = [] if column is None else [-line[column] for k, line in enumerate(self.means) if k != i]
            results = as_row + as_col
            scores[name] = result_of(sum(results) / Fraction(len(results)) if results else self.means[i][0])
        return sorted(scores.items(), key=lambda one: -one[1])

    @property
    def equilibria_differ(self) -> bool:
        """Whether exactly one player, the equilibrium, plays differently as col than as row.

        Then the game is symmetric, but has several optimal strategies, and the solution uses different ones for the
        two sides.
        """
        if list(self.rows) != list(self.cols):
            return False
        odd = [
            j
            for i in range(len(self.means))
            for j in range(i + 1)
            if abs(float(self.means[i][j] + self.means[j][i])) > ROUNDING
        ]
        return bool(odd) and not any(odd)


def result_of(total: Number) -> Number:
    """Round a total payoff so that floats that differ only by rounding become equal.

    Parameters
    ----------
    total
        The total payoff.

    Examples
    --------
    >>> from zerosum.arena.results import result_of
    >>> result_of(0.1 + 0.2)
    0.3
    """
    return round(total, 12) + 0.0 if isinstance(total, float) else total


def _outward(bound: Number, end: float) -> float:
    """Round a bound outward to a float."""
    return float(math.nextafter(float(bound), end))
