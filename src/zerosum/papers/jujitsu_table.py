"""Table 5.1 of Sanwal and Drechsler: 35 matches of Jujitsu, each simulated 100,000 times, judged cell by cell.

What each cell must be follows from theory and is computed exactly, by one pass over the positions:

- Random against anything: one number.
- The equilibrium against a weak player: not one number, since a position can have many optimal mixes and the
  weak player is punished more by some than by others. The cell is judged against the range over all strategies that
  are optimal at every position; where that is a single point, the cell is confirmed or wrong; where it is wider, the
  cell cannot be reproduced, but must lie in the range.
- The equilibrium against itself: the value is 0, so wins and losses must balance, whichever optimal strategies
  the two use.

The paper says that each match was played 100,000 times; the counts are multiples of .05, so they look like means of
20 such runs. The standard errors here are those of one run, which favours the paper.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from zerosum.arena import Match
from zerosum.arena.fixed import play_exactly
from zerosum.arena.optimal import equilibrium_range
from zerosum.arena.players import Equilibrium, Player, highest, lowest, uniform
from zerosum.games.jujitsu import Jujitsu
from zerosum.papers.claims import Claim, Finding
from zerosum.solvers.staged import StagedSolution, solve

__all__ = ["CLAIMS"]

PLAYS = 100_000
SIGMAS = 4.0
ROUNDING = 0.0051
"""Half a unit of the last digit of a printed percentage, and a little."""


class Row(NamedTuple):
    """A row of the table, as printed."""

    cards: int
    row: str
    col: str
    win: float
    loss: float
    tie: float
    margin: int
    spread: float
    tie_percent: float


TABLE = tuple(
    Row(*cells)
    for cells in (
        (4, "equilibrium", "uniform", 33630.35, 14815.85, 51553.8, 18815, 18.81, 51.55),
        (4, "equilibrium", "highest", 38942.8, 13528.6, 47528.6, 25414, 25.41, 47.53),
        (4, "equilibrium", "lowest", 15865.4, 11551.3, 72583.3, 4314, 4.31, 72.58),
        (4, "equilibrium", "equilibrium", 16865.45, 15555.25, 67579.3, 1310, 1.31, 67.58),
        (4, "uniform", "uniform", 25038.45, 25004.8, 49956.75, 34, 0.03, 49.96),
        (4, "uniform", "highest", 25018.6, 25022.65, 49958.75, 4, 0.00, 49.96),
        (4, "uniform", "lowest", 25002.8, 24967, 50030.2, 36, 0.04, 50.03),
        (5, "equilibrium", "uniform", 53415.3, 36690.8, 9893.9, 16725, 16.72, 9.89),
        (5, "equilibrium", "highest", 50111.65, 37219.15, 12669.2, 12893, 12.89, 12.67),
        (5, "equilibrium", "lowest", 50130.95, 23937.25, 25931.8, 26194, 26.19, 25.93),
        (5, "equilibrium", "equilibrium", 36003.35, 31394.15, 32602.5, 4609, 4.61, 32.60),
        (5, "uniform", "uniform", 45024.05, 44981.75, 9994.2, 42, 0.04, 9.99),
        (5, "uniform", "highest", 45026.8, 44979.9, 9993.3, 47, 0.05, 9.99),
        (5, "uniform", "lowest", 45017.4, 44970.75, 10011.85, 47, 0.05, 10.01),
        (6, "equilibrium", "uniform", 36819.6, 22323.65, 40856.75, 14496, 14.50, 40.86),
        (6, "equilibrium", "highest", 41609.3, 24613.15, 33777.55, 16996, 17.00, 33.78),
        (6, "equilibrium", "lowest", 26713.1, 24893.5, 48393.4, 1820, 1.82, 48.39),
        (6, "equilibrium", "equilibrium", 28321.95, 23856.45, 47821.6, 4466, 4.47, 47.82),
        (6, "uniform", "uniform", 29709.35, 29713.5, 40577.15, 4, 0.00, 40.58),
        (6, "uniform", "highest", 29719.15, 29666.1, 40614.75, 53, 0.05, 40.61),
        (6, "uniform", "lowest", 29719.1, 29809.85, 40471.05, 91, -0.09, 40.47),
        (7, "equilibrium", "uniform", 57296.4, 37499.55, 5204.05, 19797, 19.80, 5.20),
        (7, "equilibrium", "highest", 62036.2, 32117.35, 5846.45, 29919, 29.92, 5.85),
        (7, "equilibrium", "lowest", 47962, 41041.85, 10996.15, 6920, 6.92, 11.00),
        (7, "equilibrium", "equilibrium", 38753.5, 33834.1, 27412.4, 4919, 4.92, 27.41),
        (7, "uniform", "uniform", 47113.15, 47089.85, 5797, 23, 0.02, 5.80),
        (7, "uniform", "highest", 47033.4, 47173.5, 5793.1, 140, -0.14, 5.79),
        (7, "uniform", "lowest", 47113.65, 47098.95, 5787.4, 15, 0.01, 5.79),
        (8, "equilibrium", "uniform", 37870.95, 24917.1, 37211.95, 12954, 12.95, 37.21),
        (8, "equilibrium", "highest", 43009.85, 29437.4, 27552.75, 13572, 13.57, 27.55),
        (8, "equilibrium", "lowest", 29701.85, 29092.65, 41205.5, 609, 0.61, 41.21),
        (8, "equilibrium", "equilibrium", 31886.45, 25832.75, 42280.8, 6054, 6.05, 42.28),
        (8, "uniform", "uniform", 31392.8, 31361.9, 37245.3, 31, 0.03, 37.25),
        (8, "uniform", "highest", 31401.8, 31376.75, 37221.45, 25, 0.03, 37.22),
        (8, "uniform", "lowest", 31325.05, 31450.65, 37224.3, 126, -0.13, 37.22),
    )
)

PLAYERS: dict[str, Player] = {"uniform": uniform, "highest": highest, "lowest": lowest}

COUNTS: dict[str, Callable[[float], float]] = {
    "win": lambda payoff: float(payoff > 0),
    "loss": lambda payoff: float(payoff < 0),
    "tie": lambda payoff: float(payoff == 0),
    "margin": float,
}
"""What each cell counts, as a function of the payoff."""


@cache
def _solution(cards: int) -> StagedSolution:
    return solve(Jujitsu(cards=cards).as_staged(by_order=True))


@cache
def _match(cards: int, row: str, col: str) -> Match:
    solution = _solution(cards)
    equilibrium = Equilibrium(solution.strategies_at)
    return play_exactly(solution.game, PLAYERS.get(row, equilibrium), PLAYERS.get(col, equilibrium))


@cache
def _range(cards: int, rival: str, cell: str) -> tuple[float, float]:
    """The share of plays, over all equilibrium strategies of the row player."""
    found = equilibrium_range(_solution(cards), PLAYERS[rival], of=COUNTS[cell])
    return float(found.worst), float(found.best)


def _exact(row: Row, cell: str) -> tuple[float, float]:
    """The least and most that a cell can be, as a share of the plays."""
    if row.row == "equilibrium" and row.col != "equilibrium":
        return _range(row.cards, row.col, cell)
    results = _match(row.cards, row.row, row.col).results.items()
    share = sum(float(p) * COUNTS[cell](float(payoff)) for payoff, p in results)
    return share, share


def _sampling_error(row: Row, cell: str, share: float) -> float:
    """The standard error of a share of 100,000 plays; of a margin, the difference of two shares."""
    spread = 1 - row.tie / PLAYS if cell == "margin" else share * (1 - share)
    return math.sqrt(max(spread - (share**2 if cell == "margin" else 0), 0) / PLAYS)


def _judge(row: Row, cell: str, printed: float, rounding: float) -> Finding:
    """A printed share against the exact one, or against the range of exact ones."""
    low, high = _exact(row, cell)
    slack = SIGMAS * _sampling_error(row, cell, printed) + rounding
    inside = low - slack <= printed <= high + slack
    if high - low < 1e-6:
        off = abs(printed - low) / max(_sampling_error(row, cell, printed), 1e-12)
        return Finding(
            holds=inside,
            finer=inside,
            computed=f"{100 * low:.3f}% exactly; the print is {off:.1f} standard errors away",
            why="" if inside else "no sampling error is that large",
        )
    span = f"{100 * low:.2f}% to {100 * high:.2f}%, by which equilibrium strategy plays"
    return Finding(holds=None if inside else False, computed=span)


def _against_itself(row: Row, cell: str, printed: float, rounding: float) -> Finding:
    """Equilibrium against equilibrium: only the balance is certain."""
    if cell == "margin":
        return Finding(
            holds=abs(printed) <= SIGMAS * _sampling_error(row, cell, printed) + rounding,
            computed=f"0 exactly: the value of the game is {_solution(row.cards).value}",
            why="each side's strategy guarantees it 0, so against each other neither wins; "
            f"the print is {abs(printed) / _sampling_error(row, cell, printed):.0f} standard errors away",
        )
    ours = 100 * _exact(row, cell)[0]
    return Finding(
        holds=None,
        computed=f"{ours:.2f}% between the strategies found here",
        why="it depends on which optimal strategies the two use; but wins and losses must be equal",
    )


def _cell(row: Row, cell: str, text: str, printed: float, rounding: float = 0.0) -> Claim:
    judge = _against_itself if row.row == row.col == "equilibrium" else _judge
    return Claim(
        where=f"table 5.1, {row.cards} cards, {row.row} against {row.col}, {text}",
        says=f"{text} {printed * 100:.5g}%",
        recompute=lambda: judge(row, cell, printed, rounding),
        expected_to_hold=not (cell == "margin" and row.row == row.col == "equilibrium"),
    )


def _arithmetic(row: Row) -> Claim:
    """The last three columns follow from the first three."""

    def recompute() -> Finding:
        difference = row.win - row.loss
        fine = (
            abs(row.win + row.loss + row.tie - PLAYS) < 0.01
            and abs(abs(difference) - row.margin) <= 0.56
            and abs(difference / 1000 - row.spread) <= ROUNDING
            and abs(row.tie / 1000 - row.tie_percent) <= ROUNDING
        )
        return Finding(holds=fine, computed=f"{difference:+.2f} of {row.win + row.loss + row.tie:.0f} plays")

    return Claim(
        where=f"table 5.1, {row.cards} cards, {row.row} against {row.col}, arithmetic",
        says=f"margin {row.margin}, spread {row.spread:.2f}%, ties {row.tie_percent:.2f}%",
        recompute=recompute,
    )


def _claims(row: Row) -> list[Claim]:
    return [
        _cell(row, "win", "wins", row.win / PLAYS),
        _cell(row, "loss", "losses", row.loss / PLAYS),
        _cell(row, "tie", "ties", row.tie / PLAYS),
        _cell(row, "margin", "spread", row.spread / 100, ROUNDING / 100),
        _arithmetic(row),
    ]


CLAIMS = tuple(claim for row in TABLE for claim in _claims(row))
