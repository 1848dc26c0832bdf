"""Reports on drawing games: the best action with the first card, the chart of hit and stand, and the cost of rules.

If the hands of a row of the chart have different best actions, the chart shows the share that stands. Each hand is
weighted with its number of combinations in the deck.
"""

from __future__ import annotations

from fractions import Fraction

from zerosum.core.numbers import Number
from zerosum.display.report import Headline, Report, headline_of, report_of
from zerosum.display.table import Table
from zerosum.models.solo.engines.drawing.answer import ChartCell, DrawingSolution, first_act, first_cards
from zerosum.models.solo.engines.drawing.rules import FACE_DOWN, HIT, STAND


def headline(solution: DrawingSolution) -> Headline:
    """Return the game, the requested cards, if any, and the value."""
    if not solution.asked:
        return headline_of(solution)
    cards = str(solution.position_keys.get("total", solution.position_keys.get("hand")))
    against = f" against {solution.position_keys['up']}" if "up" in solution.position_keys else ""
    title = f"{solution.game.title} · {cards}{against}"
    ((hand, _), *_) = next(iter(solution.asked.values()))
    if "total" not in solution.position_keys and sum(hand) == 1:
        return headline_of(solution, title)
    return Headline(title, f"{solution.value} to row per unit staked")


def report(solution: DrawingSolution) -> Report:
    """Report the first cards, the chart and the rules; or the requested hands."""
    game = solution.game
    if not solution.asked:
        edge = f"{float(solution.edge):+.6f}"
        notes = [f"If the bettor never folds, each unit staked (ante and bet) gains {edge} on average."]
        mixed = [
            label
            for label, line in solution.chart.items()
            if any(0 < cell.stands < 1 for cell in line.values())
        ]
        if mixed:
            notes.append(
                "A percentage in the chart is the fraction of hands with that total that should stand; the others "
                f'should hit. Choose the total "{mixed[-1]}" to see the combinations.'
            )
        tables = [_first_table(solution), _chart_table(solution), *_rule_table(solution)]
        return report_of(
            solution, headline(solution), move="first action", tables=tables, notes=[*notes, *game.remarks()]
        )
    if "total" in solution.position_keys:
        table = _hand_table(solution, str(solution.position_keys["total"]))
        note = "The value and the frequencies are averages over the card combinations with this total, per unit staked."
        return report_of(solution, headline(solution), move="act", tables=[table], notes=[note])
    ((hand, spot),) = next(iter(solution.asked.values()))
    worths: list[tuple[str, Number | None]]
    if sum(hand) == 1:
        win = (1 + spot.best) / 2
        worths = [(act, game.stakes.worth(act, win)) for act in dict.fromkeys(game.stakes.acts)]
        note = f"Each unit staked gains {float(spot.best):+.6f}; the bettor wins {100 * float(win):.4f}% of the time."
    else:
        worths = [(STAND, spot.stand), (HIT, spot.hit)]
        note = f"{game.label(hand)}: EV {float(spot.best):+.6f} per unit staked."
    rows = [[act, None if worth is None else _short(worth)] for act, worth in worths]
    table = Table("EV of each action", ["action", "EV"], rows)
    return report_of(solution, headline(solution), move="act", tables=[table], notes=[note])


def _first_table(solution: DrawingSolution) -> Table:
    """Return the best action and its EV for each first card and each card of the opponent."""
    game, rows = solution.game, []
    for card, kind, _, edge in first_cards(game, solution.spots):
        act, worth = first_act(game.stakes, edge)
        shown = [] if card == FACE_DOWN else [game.kinds[card]]
        rows.append([*shown, game.kinds[kind], act, _short(worth), _short(edge)])
    columns = ["first card", "best action", "EV", "gain per unit staked"]
    if FACE_DOWN not in solution.spots:
        columns = ["dealer's card", *columns]
    return Table("by first card", columns, rows)


def _chart_table(solution: DrawingSolution) -> Table:
    """Return hit or stand by row of the chart and opponent's card; a fraction if the action depends on the cards."""
    cards = sorted(solution.spots)
    rows = [[label, *(act_word(line.get(card)) for card in cards)] for label, line in solution.chart.items()]
    if FACE_DOWN in cards:
        return Table("hit or stand", ["hand", "best action"], rows)
    kinds = [solution.game.kinds[card] for card in cards]
    return Table("hit or stand, by the dealer's card", ["hand", *kinds], rows)


def _rule_table(solution: DrawingSolution) -> list[Table]:
    """Return the value of each rule, compared with free play."""
    if not solution.rule_values:
        return []
    best = Fraction(solution.value.lower)
    values = {"free play": (solution.edge, best), **solution.rule_values}
    rows: list[list[object]] = [
        [name, *map(_short, (value, best - value, edge, solution.edge - edge))]
        for name, (edge, value) in values.items()
    ]
    columns = ["rule", "EV", "cost", "gain per unit", "cost per unit"]
    return [Table("cost of following a fixed rule", columns, rows)]


def _hand_table(solution: DrawingSolution, label: str) -> Table:
    """Return every hand of a row of the chart, with the EVs of its actions; hands that stand come first."""
    game = solution.game
    listed = [(card, hand, spot) for card, held in solution.asked.items() for hand, spot in held]
    listed.sort(key=lambda one: (one[0], float((one[2].hit or 0) - (one[2].stand or 0))))
    rows: list[list[object]] = []
    for card, hand, spot in listed:
        stand, hit = (None if w is None else float(w) for w in (spot.stand, spot.hit))
        shown = [] if card == FACE_DOWN else [game.kinds[card]]
        rows.append([game.show_hand(hand), *shown, stand, hit, spot.act])
    columns = ["hand", *([] if FACE_DOWN in solution.asked else ["dealer's card"]), STAND, HIT, "action"]
    return Table(f"hands with {label}", columns, rows)


def act_word(cell: ChartCell | None) -> str | None:
    """Return the action if it is the same for all hands of a cell, otherwise the fraction that stands, never rounded
    to 0 or 1.
    """
    if cell is None:
        return None
    if cell.stands in (0, 1):
        return STAND if cell.stands else HIT
    share = float(cell.stands)
    return "<1%" if share < 0.005 else ">99%" if share > 0.995 else f"{100 * share:.0f}%"


def _short(number: Number) -> float:
    """Return a number to six digits, which are enough for a table; the solution holds the fraction."""
    return float(f"{float(number):.6g}")
