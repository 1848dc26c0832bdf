"""The two sides of every game: row, who maximises, and col, who minimises."""

from typing import Literal

Side = Literal["row", "col"]

SIDES: tuple[Side, Side] = ("row", "col")


def other(side: Side) -> Side:
    """Return the opponent's side."""
    return "col" if side == "row" else "row"
