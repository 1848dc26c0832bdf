"""Classic games, recomputed: Le Her of 1713.

Reference: D. R. Bellhouse and N. Fillion, Le Her and other problems in probability discussed by Bernoulli, Montmort and
Waldegrave, Statistical Science 30 (2015); C. P. Robert's review of it (xianblog.wordpress.com, 2015) quotes the formula
that is checked here.
"""

from __future__ import annotations

from fractions import Fraction

from zerosum.core.game import Strategy
from zerosum.core.sides import Side
from zerosum.games.le_her import LeHer
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.models.hidden.solve import solve as solve_hidden
from zerosum.papers.verdicts import Found


def _mixes(solution: HiddenSolution, side: Side) -> dict[str, Strategy]:
    """Return the mixes of a side, by its cards and the subsequent moves."""
    return {name: solution.mix_at(side, number) for number, name in enumerate(solution.form.names[side])}


def le_her(value: str, seven: str, eight: str) -> Found:
    """Solve Le Her with 52 cards, and compare the value and the two mixes; all other cards must be played without
    mixing.
    """
    solution = solve_hidden(LeHer())
    row = {cards: mix["swap"] for cards, mix in _mixes(solution, "row").items()}
    col = {cards: mix["draw"] for cards, mix in _mixes(solution, "col").items() if cards.endswith("keep")}
    found = solution.value.lower, row.pop("7"), col.pop("8, keep")
    pure = {*row.values(), *col.values()} <= {0, 1}
    text = "{}, with a seven swapped with probability {} and an eight exchanged with {}".format(*found)
    return Found(pure and found == (Fraction(value), Fraction(seven), Fraction(eight)), text)


def le_her_core(wins: str, of: int) -> Found:
    """Count the receiver's wins over all orders of three cards, if seven is swapped or kept, and eight too."""
    claimed = [[int(number) for number in line.split()] for line in wins.split(";")]
    found = [[_receiver_wins(swaps, draws) for draws in (8, 7)] for swaps in (7, 6)]
    share = [[count * of for count in line] for line in found]
    cards = 52 * 51 * 50
    shown = "; ".join(", ".join(str(Fraction(count, cards)) for count in line) for line in share)
    text = f"{shown} of {of}, counted card by card"
    return Found([[c * cards for c in line] for line in claimed] == share, text)


def _receiver_wins(swaps: int, draws: int) -> int:
    """Count the orders in which the receiver wins by swapping up to one rank; the dealer draws up to another."""
    ranks, won = range(1, 14), 0
    for x in ranks:
        for y in ranks:
            swapped, refused = x <= swaps and y < 13, x <= swaps and y == 13
            receiver, dealer = (y, x) if swapped else (x, y)
            wants = dealer < receiver if swapped else y <= draws and not refused
            for z in ranks:
                ways = 4 * (4 - (y == x)) * (4 - (z == x) - (z == y))
                won += ways * (receiver > (z if wants and z < 13 else dealer))
    return won
