"""Drawing games as a person reads them: what to do with the first card, the chart of pull and stick, what rules cost.

Where the hands of a line of the chart call for different acts, the chart has the share of them that stick, each
hand counted with the number of ways to take its cards from the deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from zerosum.core.numbers import Number
from zerosum.display.report import Headline, Report, headline_of, report_of
from zerosum.display.table import Table
from zerosum.models.drawing.rules import CLOSED, PULL, STICK, DrawingGame
from zerosum.models.drawing.spots import Cell, Chart, DrawingAnswer, Held, Spots, first_act, starts

__all__ = ["act_word", "headline", "report"]


def report(solution: DrawingAnswer) -> Report:
    """The first cards, the chart and the rules; or the hands that were asked about."""
    if "total" in solution.where:
        return _of_a_line(solution)
    if solution.asked:
        return _of_a_hand(solution)
    game, spots = solution.game, solution.spots
    return report_of(
        solution,
        move="first act",
        tables=[_first_table(game, spots), _chart_table(solution), *_rule_table(solution)],
        notes=[_summary(solution), *_chart_note(solution.chart), *game.remarks()],
    )


def headline(solution: DrawingAnswer) -> Headline:
    """The game, the cards that were asked about, and the value."""
    if not solution.asked:
        return headline_of(solution)
    cards = str(solution.where.get("total", solution.where.get("hand")))
    against = f" against {solution.where['up']}" if "up" in solution.where else ""
    title = f"{solution.game.title} · {cards}{against}"
    ((hand, _), *_) = next(iter(solution.asked.values()))
    if "total" not in solution.where and sum(hand) == 1:
        return headline_of(solution, title)
    return Headline(title, f"{solution.value} to row for each unit at stake")


def _of_a_hand(solution: DrawingAnswer) -> Report:
    """What each act is worth: the first act with a single card, pull or stick with more."""
    game = solution.game
    ((hand, spot),) = next(iter(solution.asked.values()))
    worths: list[tuple[str, Number | None]]
    if sum(hand) == 1:
        win = (1 + spot.best) / 2
        worths = [(act, game.stakes.worth(act, win)) for act in dict.fromkeys(game.stakes.acts)]
        note = f"Each unit at stake gains {float(spot.best):+.6f}; the bettor wins {100 * float(win):.4f}%."
    else:
        worths = [(STICK, spot.stick), (PULL, spot.pull)]
        note = f"{game.label(hand)}: worth {float(spot.best):+.6f} for each unit at stake."
    rows = [[act, None if worth is None else _short(worth)] for act, worth in worths]
    table = Table("worth of each act", ["act", "worth"], rows)
    return report_of(solution, headline(solution), move="act", tables=[table], notes=[note])


def _of_a_line(solution: DrawingAnswer) -> Report:
    """Every hand that the chart calls so."""
    note = "The value and the shares are means over the ways to hold such a hand, for each unit at stake."
    return report_of(
        solution,
        headline(solution),
        move="act",
        tables=[_spot_table(solution.game, str(solution.where["total"]), solution.asked)],
        notes=[note],
    )


def _summary(solution: DrawingAnswer) -> str:
    """The edge as a decimal, for the fraction is long."""
    return f"Each unit at stake, ante and bet, gains {float(solution.edge):+.6f} on average if the bettor never folds."


def _first_table(game: DrawingGame, spots: Spots) -> Table:
    """The first card: its edge and the best bet, for each card of the rival's."""
    rows: list[list[object]] = []
    for card, kind, _, edge in starts(game, spots):
        act, worth = first_act(game.stakes, edge)
        shown = [] if card == CLOSED else [game.kinds[card]]
        rows.append([*shown, game.kinds[kind], act, _short(worth), _short(edge)])
    columns = ["first card", "best act", "expectation", "gain per unit at stake"]
    return Table("with the first card", columns if CLOSED in spots else ["rival's card", *columns], rows)


def _chart_table(solution: DrawingAnswer) -> Table:
    """Pull or stick by what the hand is called and by the rival's card; a share where the cards themselves matter."""
    cards = sorted(solution.spots)
    rows = [[label, *(act_word(line.get(card)) for card in cards)] for label, line in solution.chart.items()]
    if CLOSED in cards:
        return Table("pull or stick", ["hand", "best act"], rows)
    kinds = [solution.game.kinds[card] for card in cards]
    return Table("pull or stick, by the rival's card", ["hand", *kinds], rows)


def _chart_note(chart: Chart) -> list[str]:
    """What a percentage in the chart means, where there is one."""
    mixed = [label for label, line in chart.items() if any(0 < hands.sticks < 1 for hands in line.values())]
    if not mixed:
        return []
    return [
        "A percentage in the chart: of the ways to hold such a hand, so many should stick, and the others pull; "
        f'ask for the total "{mixed[-1]}" to see the hands.'
    ]


def _spot_table(game: DrawingGame, label: str, spots: Mapping[int, Held]) -> Table:
    """Every hand that the chart calls `label`, with what its acts are worth; those to stick on first."""
    listed = [(card, hand, spot) for card, by_card in spots.items() for hand, spot in by_card]
    listed.sort(key=lambda one: (one[0], float((one[2].pull or 0) - (one[2].stick or 0))))
    rows: list[list[object]] = []
    for card, hand, spot in listed:
        stick, pull = (None if w is None else float(w) for w in (spot.stick, spot.pull))
        shown = [] if card == CLOSED else [game.kinds[card]]
        rows.append([game.show_hand(hand), *shown, stick, pull, spot.act])
    columns = ["hand", *([] if CLOSED in spots else ["rival's card"]), STICK, PULL, "act"]
    return Table(f"hands called {label}", columns, rows)


def act_word(cell: Cell | None) -> str | None:
    """One word if all hands of a cell agree, else the share of them that stick, never rounded to none or all."""
    if cell is None or cell.sticks in (0, 1):
        return None if cell is None else STICK if cell.sticks else PULL
    share = float(cell.sticks)
    return "<1%" if share < 0.005 else ">99%" if share > 0.995 else f"{100 * share:.0f}%"


def _short(number: Number) -> float:
    """Six digits, enough for a table; the solution has the fraction."""
    return float(f"{float(number):.6g}")


def _rule_table(solution: DrawingAnswer) -> list[Table]:
    """What each rule is worth beside free play."""
    if not solution.rule_values:
        return []
    best = Fraction(solution.value.lower)
    values = {"free play": (solution.edge, best), **solution.rule_values}
    rows: list[list[object]] = [
        [name, *map(_short, (value, best - value, edge, solution.edge - edge))]
        for name, (edge, value) in values.items()
    ]
    columns = ["rule", "expectation", "cost", "gain per unit", "cost per unit"]
    return [Table("what it costs to follow a fixed rule", columns, rows)]
