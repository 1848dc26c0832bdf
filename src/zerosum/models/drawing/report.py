"""Drawing games as a person reads them: what to do with the first card, the chart of pull and stick, what rules cost.

Where the hands of a line of the chart call for different acts, the chart has the share of them that stick. Each hand
counts with the number of ways to take its cards from the deck.
"""

from __future__ import annotations

from fractions import Fraction

from zerosum.core.numbers import Number
from zerosum.display.report import Headline, Report, headline_of, report_of
from zerosum.display.table import Table
from zerosum.models.drawing.answer import ChartCell, DrawingSolution, first_act, first_cards
from zerosum.models.drawing.rules import CLOSED, PULL, STICK


def headline(solution: DrawingSolution) -> Headline:
    """The game, the cards where the solution is about some, and the value."""
    if not solution.asked:
        return headline_of(solution)
    cards = str(solution.where.get("total", solution.where.get("hand")))
    against = f" against {solution.where['up']}" if "up" in solution.where else ""
    title = f"{solution.game.title} · {cards}{against}"
    ((hand, _), *_) = next(iter(solution.asked.values()))
    if "total" not in solution.where and sum(hand) == 1:
        return headline_of(solution, title)
    return Headline(title, f"{solution.value} to row for each unit at stake")


def report(solution: DrawingSolution) -> Report:
    """The first cards, the chart and the rules; or the hands that the solution is about."""
    game = solution.game
    if not solution.asked:
        edge = f"{float(solution.edge):+.6f}"
        notes = [f"Each unit at stake, ante and bet, gains {edge} on average if the bettor never folds."]
        mixed = [
            label
            for label, line in solution.chart.items()
            if any(0 < cell.sticks < 1 for cell in line.values())
        ]
        if mixed:
            notes.append(
                "A percentage in the chart: the share of the ways to hold such a hand that should stick; the others "
                f'pull. Ask for the total "{mixed[-1]}" to see the hands.'
            )
        tables = [_first_table(solution), _chart_table(solution), *_rule_table(solution)]
        return report_of(
            solution,
            headline(solution),
            move="first act",
            tables=tables,
            notes=[*notes, *game.remarks()],
        )
    if "total" in solution.where:
        table = _hand_table(solution, str(solution.where["total"]))
        note = "The value and the shares are means over the ways to hold such a hand, for each unit at stake."
        return report_of(solution, headline(solution), move="act", tables=[table], notes=[note])
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


def _first_table(solution: DrawingSolution) -> Table:
    """For each first card, and each card of the rival's: the best act, and what it earns."""
    game, rows = solution.game, []
    for card, kind, _, edge in first_cards(game, solution.spots):
        act, worth = first_act(game.stakes, edge)
        shown = [] if card == CLOSED else [game.kinds[card]]
        rows.append([*shown, game.kinds[kind], act, _short(worth), _short(edge)])
    columns = ["first card", "best act", "expectation", "gain per unit at stake"]
    if CLOSED not in solution.spots:
        columns = ["rival's card", *columns]
    return Table("with the first card", columns, rows)


def _chart_table(solution: DrawingSolution) -> Table:
    """Pull or stick by line of the chart and by the rival's card; a share where the cards themselves matter."""
    cards = sorted(solution.spots)
    rows = [[label, *(act_word(line.get(card)) for card in cards)] for label, line in solution.chart.items()]
    if CLOSED in cards:
        return Table("pull or stick", ["hand", "best act"], rows)
    kinds = [solution.game.kinds[card] for card in cards]
    return Table("pull or stick, by the rival's card", ["hand", *kinds], rows)


def _rule_table(solution: DrawingSolution) -> list[Table]:
    """What each rule is worth, compared with free play."""
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


def _hand_table(solution: DrawingSolution, label: str) -> Table:
    """Every hand of a line of the chart, with the worth of its acts; those to stick on first."""
    game = solution.game
    listed = [(card, hand, spot) for card, held in solution.asked.items() for hand, spot in held]
    listed.sort(key=lambda one: (one[0], float((one[2].pull or 0) - (one[2].stick or 0))))
    rows: list[list[object]] = []
    for card, hand, spot in listed:
        stick, pull = (None if w is None else float(w) for w in (spot.stick, spot.pull))
        shown = [] if card == CLOSED else [game.kinds[card]]
        rows.append([game.show_hand(hand), *shown, stick, pull, spot.act])
    columns = ["hand", *([] if CLOSED in solution.asked else ["rival's card"]), STICK, PULL, "act"]
    return Table(f"hands called {label}", columns, rows)


def act_word(cell: ChartCell | None) -> str | None:
    """The act if all hands of a cell agree, else the share of them that stick, never rounded to none or all."""
    if cell is None:
        return None
    if cell.sticks in (0, 1):
        return STICK if cell.sticks else PULL
    share = float(cell.sticks)
    return "<1%" if share < 0.005 else ">99%" if share > 0.995 else f"{100 * share:.0f}%"


def _short(number: Number) -> float:
    """Six digits, enough for a table; the solution has the fraction."""
    return float(f"{float(number):.6g}")
