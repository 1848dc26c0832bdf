"""Tables for drawing games: what to do with the first card, the chart of pull and stick, what rules cost.

A line of the chart holds many hands: 16 is 10 and 6, but also 2, 3, 4 and 7. Where these call for different acts, the
chart has the share of them that stick, each hand counted with the number of ways to take its cards from the deck.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

from zerosum.models.drawing import PULL, STICK, DrawingGame, Hand
from zerosum.numerics.rational import Number
from zerosum.reports.table import Table
from zerosum.solvers.drawing.bets import Plans, first_act, starts
from zerosum.solvers.drawing.plan import CLOSED, Spot

__all__ = [
    "act_share",
    "act_word",
    "chart_note",
    "chart_table",
    "charted",
    "first_table",
    "rule_table",
    "spot_table",
    "ways",
]

Cell = Sequence[tuple[Hand, Spot]]
"""The hands of one line of the chart against one card of the rival's."""


def first_table(game: DrawingGame, plans: Plans) -> Table:
    """The first card: its edge and the best bet, for each card of the rival's."""
    rows: list[list[object]] = []
    for card, kind, _, edge in starts(game, plans):
        act, worth = first_act(game.stakes, edge)
        shown = [] if card == CLOSED else [game.kinds[card]]
        rows.append([*shown, game.kinds[kind], act, _short(worth), _short(edge)])
    columns = ["first card", "best act", "expectation", "gain per unit at stake"]
    return Table("with the first card", columns if CLOSED in plans else ["rival's card", *columns], rows)


def charted(game: DrawingGame, plans: Plans) -> dict[str, dict[int, list[tuple[Hand, Spot]]]]:
    """Hands of two cards and more by what the chart calls them, and by the rival's card."""
    hands = {hand for plan in plans.values() for hand in plan if sum(hand) > 1}
    ranked = sorted(hands, key=lambda hand: (game.label(hand).split()[0], game.score(hand)))
    chart: dict[str, dict[int, list[tuple[Hand, Spot]]]] = {game.label(hand): {} for hand in ranked}
    for card, plan in plans.items():
        for hand in ranked:
            if hand in plan:
                chart[game.label(hand)].setdefault(card, []).append((hand, plan[hand]))
    return chart


def ways(game: DrawingGame, hand: Hand, card: int = CLOSED) -> int:
    """In how many ways a hand's cards can be taken from the deck, less the rival's card if it is seen."""
    there = (count - (kind == card) for kind, count in enumerate(game.supply))
    return math.prod(map(math.comb, there, hand))


def act_share(game: DrawingGame, cell: Cell, card: int) -> Fraction | None:
    """The share of a cell's hands that stick, by the ways to hold them; None for an empty cell."""
    weights = [(ways(game, hand, card), spot.act == STICK) for hand, spot in cell]
    return (
        Fraction(sum(w for w, sticks in weights if sticks), sum(w for w, _ in weights)) if weights else None
    )


def chart_table(game: DrawingGame, plans: Plans) -> Table:
    """Pull or stick by what the hand is called and by the rival's card; a share where the cards themselves matter."""
    cards = sorted(plans)
    rows = [
        [label, *(act_word(act_share(game, by_card.get(card, []), card)) for card in cards)]
        for label, by_card in charted(game, plans).items()
    ]
    if CLOSED in plans:
        return Table("pull or stick", ["hand", "best act"], rows)
    return Table("pull or stick, by the rival's card", ["hand", *(game.kinds[card] for card in cards)], rows)


def chart_note(game: DrawingGame, plans: Plans) -> list[str]:
    """What a percentage in the chart means, where there is one."""
    mixed = [
        label
        for label, by_card in charted(game, plans).items()
        if any(0 < (act_share(game, cell, card) or 0) < 1 for card, cell in by_card.items())
    ]
    if not mixed:
        return []
    return [
        "A percentage in the chart: of the ways to hold such a hand, so many should stick, and the others pull; "
        f'--total "{mixed[-1]}" lists the hands.'
    ]


def spot_table(game: DrawingGame, label: str, spots: Mapping[int, list[tuple[Hand, Spot]]]) -> Table:
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


def act_word(sticks: Fraction | None) -> str | None:
    """One word if all hands of a cell agree, else the share of them that stick, never rounded to none or all."""
    if sticks is None or sticks in (0, 1):
        return None if sticks is None else "stick" if sticks else "pull"
    share = float(sticks)
    return "<1%" if share < 0.005 else ">99%" if share > 0.995 else f"{100 * share:.0f}%"


def _short(number: Number) -> float:
    """Six digits, enough for a table; the solution has the fraction."""
    return float(f"{float(number):.6g}")


def rule_table(values: Mapping[str, tuple[Fraction, Fraction]]) -> list[Table]:
    """What each rule is worth beside free play, which is named by an empty text."""
    if len(values) == 1:
        return []
    best_edge, best = values[""]
    rows: list[list[object]] = [
        [name or "free play", *map(_short, (value, best - value, edge, best_edge - edge))]
        for name, (edge, value) in values.items()
    ]
    columns = ["rule", "expectation", "cost", "gain per unit", "cost per unit"]
    return [Table("what it costs to follow a fixed rule", columns, rows)]
