"""Tables for drawing games: what to do with the first card, the chart of pull and stick, what rules cost."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from zerosum.models.drawing import PULL, STICK, DrawingGame, Hand
from zerosum.solution import Table
from zerosum.solvers.drawing.bets import Plans, first_act, starts
from zerosum.solvers.drawing.plan import CLOSED, Spot

__all__ = ["chart_table", "charted", "first_table", "rule_table", "spot_table"]


def first_table(game: DrawingGame, plans: Plans) -> Table:
    """The first card: its edge and the best bet, for each card of the rival's."""
    rows: list[list[object]] = []
    for card, kind, _, edge in starts(game, plans):
        act, worth = first_act(game.stakes, edge)
        shown = [] if card == CLOSED else [game.kinds[card]]
        rows.append([*shown, game.kinds[kind], float(edge), act, float(worth)])
    columns = ["first card", "edge of a unit", "act", "worth"]
    return Table("first act", columns if CLOSED in plans else ["rival's card", *columns], rows)


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


def chart_table(game: DrawingGame, plans: Plans) -> Table:
    """Pull or stick by what the hand is called and by the rival's card; mixed where the cards themselves matter."""
    cards = sorted(plans)
    columns = ["closed" if card == CLOSED else game.kinds[card] for card in cards]
    rows = [
        [label, *(_verdict(by_card.get(card, [])) for card in cards)]
        for label, by_card in charted(game, plans).items()
    ]
    return Table("pull or stick", ["total", *columns], rows)


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


def _verdict(spots: list[tuple[Hand, Spot]]) -> str | None:
    """One word if all hands of a cell agree, else how many of them stick."""
    sticks = sum(spot.act == STICK for _, spot in spots)
    if not spots:
        return None
    if sticks in (0, len(spots)):
        return "stick" if sticks else "pull"
    return f"stick {sticks}/{len(spots)}"


def rule_table(values: Mapping[str, tuple[Fraction, Fraction]]) -> list[Table]:
    """What each rule is worth beside free play, which is named by an empty text."""
    if len(values) == 1:
        return []
    best_edge, best = values[""]
    rows: list[list[object]] = [
        [name or "free play", float(edge), float(best_edge - edge), float(value), float(best - value)]
        for name, (edge, value) in values.items()
    ]
    columns = ["the bettor", "edge of a unit", "cost in edge", "expectation", "cost"]
    return [Table("rules to bind oneself to", columns, rows)]
