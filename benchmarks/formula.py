"""Formulas in one parameter: processor seconds and the recovered formula for each; the aim is 5 seconds each.

Only the rules are given. Every piece is proved on its whole interval, and each formula printed in a paper is
compared with the result. For Newman's poker, in which A may bet any amount, decks of 3 to 50 cards and bets of 1 to
12 antes approximate hands on [0, 1] and all bets, for which the value is 1/7.

    zerosum bench formula [--quick]
"""

import sys
import time
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from rich.console import Console

import zerosum
from zerosum.core.game import option
from zerosum.display.table import Table
from zerosum.games.stochastic_file import StochasticFile
from zerosum.models.continuum.rules import Deck, a, b, fold, showdown

AIM = 5.0
LONG = 150
EXAMPLES = Path(__file__).parents[1] / "examples"


@dataclass(frozen=True)
class HalfStreet(zerosum.BettingGame):
    """A checks or bets, B folds or calls."""

    cards: int = option(0, "ranks in the deck; 0 for hands on [0, 1]")
    bet: Fraction = option(Fraction(1), "the bet")
    ante: Fraction = option(Fraction(1, 2), "the ante; with 1/2 the bet is counted in pots")

    def tree(self):
        """Check or bet; fold or call."""
        answer = b({"fold": fold(self.ante), "call": showdown(self.ante + self.bet)})
        return a({"check": showdown(self.ante), "bet": answer})

    @property
    def deck(self):
        """The deck, if there is one."""
        return Deck(self.cards) if self.cards else None


@dataclass(frozen=True)
class Newman(zerosum.BettingGame):
    """A checks or bets any of several amounts, B folds or calls; antes are 1."""

    cards: int = option(3, "ranks in the deck")
    sizes: int = option(12, "bets of 1 to this")

    def tree(self):
        """Check or bet; fold or call."""
        bets = {f"bet {k}": b({"fold": fold(1), "call": showdown(1 + k)}) for k in range(1, self.sizes + 1)}
        return a({"check": showdown(1), **bets})

    @property
    def deck(self):
        """The deck."""
        return Deck(self.cards)


def big_match():
    """Return the Big Match for every discount, and its value as the discount goes to 1."""
    f = zerosum.formula("stochastic", path=str(EXAMPLES / "big_match.toml"), discount="0..1")
    assert zerosum.exact_value(StochasticFile(str(EXAMPLES / "big_match.toml"))).value == Fraction(1, 2)
    return f


def half_street():
    """Return the half-street AKQ game: the worst card bluffs with probability B/(1 + B)."""
    f = zerosum.formula(HalfStreet, cards=3, bet="0..")
    assert "bet b/(b + 1)" in f.pieces[0].of("row")["with 1"].lines()
    return f


MAPS = {
    "two bets, the whole plane": lambda: zerosum.formula_map("two-bets", high="h", low="l"),
    "two bets, 5 cards": lambda: zerosum.formula_map("two-bets", high="1..4", low="1/4..3/2", cards=5),
    "raise, bet and raise": lambda: zerosum.formula_map("raise", bet="b", more="m"),
}

CASES = {
    "relance, hands on [0, 1]": (lambda: zerosum.formula("relance", bet="B"), "-B^2/(B + 2)^2"),
    "von Neumann's half street": (
        lambda: zerosum.formula(HalfStreet, ante=Fraction(1), bet="0.."),
        "b/((b + 1)(b + 4))",
    ),
    "half-street AKQ": (half_street, None),
    "raise, hands on [0, 1]": (lambda: zerosum.formula("raise", bet="b"), None),
    "two bets, low 1/2": (lambda: zerosum.formula("two-bets", low="1/2", high="1/2..3"), None),
    "two bets, high = 1": (lambda: zerosum.formula("two-bets", low="0..1", high="1"), None),
    "Kuhn, 3 cards": (lambda: zerosum.formula("kuhn", bet="b"), "-b^2/(6(b + 2))"),
    "Kuhn, 8 cards": (lambda: zerosum.formula("kuhn", bet="b", cards=8), None),
    "Kuhn, 13 cards": (lambda: zerosum.formula("kuhn", bet="b", cards=13), None),
    "Kuhn, hands on [0, 1]": (
        lambda: zerosum.formula("kuhn", bet="b", cards=0),
        "-b^2/((b + 1)(b + 2)^2)",
    ),
    "Leduc poker, ante 3/2 to 2": (lambda: zerosum.formula("leduc", ante="3/2..2"), None),
    "the Big Match, discount to 1": (big_match, "1/(2(1 - d))"),
    "a game of Shapley's": (
        lambda: zerosum.formula("stochastic", path=str(EXAMPLES / "shapley.toml"), discount="0..1"),
        None,
    ),
    "Gleason's game, every discount": (
        lambda: zerosum.formula("gleason", discount="d"),
        "(4d^2 - 2d - 1)/((d - 1)(d + 1))",
    ),
    "Gleason's game, 3/10 to 2/5": (lambda: zerosum.formula("gleason", discount="3/10..2/5"), None),
}


def main() -> None:
    """Print the table."""
    rows = []
    for name, (make, printed) in CASES.items():
        if "--quick" in sys.argv and name.startswith("Kuhn, 13"):
            continue
        began = time.process_time()
        f = make()
        seconds = time.process_time() - began
        first = str(f.values[0][2])
        assert printed in (None, first), (name, first)
        shown = first if len(first) < LONG else f"{len(first):,} characters"
        rows.append((name, len(f.values), shown, f"{seconds:.2f}", f"{AIM:g}"))
    for name, draw in MAPS.items():
        began = time.process_time()
        drawn = draw()
        regions = sum(piece.value is not None for band in drawn.bands for piece in band.pieces)
        first = drawn.formulas[0].text(drawn.letters)
        rows.append((name, regions, first, f"{time.process_time() - began:.2f}", f"{AIM:g}"))
    console = Console()
    console.print(Table("", ["game", "pieces", "the first", "seconds", "aim"], rows))
    newman = [
        (cards, f"{float(value):.6f}", str(value) if len(str(value)) < 30 else "")
        for cards in (3, 5, 10, 20, *(() if "--quick" in sys.argv else (35, 50)))
        for value in [zerosum.solve(Newman(cards)).value.lower]
    ]
    gleason = []
    for discount in ("0.9", "0.99", "0.999", "0.9999", "0.99999"):
        began = time.process_time()
        value = zerosum.solve("gleason", discount=Fraction(discount)).value
        scaled = (1 - Fraction(discount)) * value.lower
        gleason.append((discount, f"{float(scaled):.10f}", f"{time.process_time() - began:.2f}"))
    limit = f"{float(zerosum.solve('gleason').value.lower):.10f}"
    console.print(
        Table("", ["discount d", f"Gleason's game, (1 - d) v (the limit is {limit})", "seconds"], gleason)
    )
    console.print(Table("", ["cards", "Newman's poker (1/7 = 0.142857)", "exactly"], newman))


if __name__ == "__main__":
    main()
