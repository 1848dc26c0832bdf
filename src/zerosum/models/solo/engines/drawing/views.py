"""A drawing game as data for plots: the first actions, the chart of hit and stand, and the hands at which the best
action changes.

If the opponent's card is face up, the charts have a column for each card of the opponent; if it is face down, hands
are columns, each with its actions.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

from zerosum.core.data import Json
from zerosum.core.numbers import Number, short_text
from zerosum.display.views import decisions_view, frequency_in_words, hand_view, move_view
from zerosum.models.solo.engines.drawing.answer import DrawingSolution, Spot, first_act, first_cards, ways
from zerosum.models.solo.engines.drawing.report import act_word
from zerosum.models.solo.engines.drawing.rules import FACE_DOWN, HIT, STAND, Hand, with_card

ACTS = (STAND, HIT)
LETTERS = {STAND: "S", HIT: "H"}
GAIN = "gain of standing over hitting, per unit staked"
FULL = 0.6
"""The EV difference, per unit at stake, at which a cell has its full colour."""


def views(solution: DrawingSolution) -> list[Json]:
    """Return the charts or, if the opponent's card is face down, the hands decision by decision."""
    return [_decisions(solution) if FACE_DOWN in solution.spots else charts(solution)]


def charts(solution: DrawingSolution) -> Json:
    """Return a chart of first actions, and a chart for each kind of total, such as hard and soft totals."""
    game, cards = solution.game, sorted(solution.spots)
    columns = [game.kinds[card] for card in cards]
    tables = []
    for group in dict.fromkeys(solution.label(line).kind for line in solution.chart):
        rows = []
        for label, line in solution.chart.items():
            if solution.label(label).kind != group:
                continue
            cells: list[Json | None] = []
            for card in cards:
                cell = line.get(card)
                if cell is None:
                    cells.append(None)
                    continue
                word = act_word(cell) or ""
                heat = 0.0 if math.isnan(cell.gain) else cell.gain
                shares = (cell.stands, 1 - cell.stands)
                cells.append(
                    _cell(LETTERS.get(word, word), heat, ACTS, shares, _means(solution, label, card))
                )
            rows.append({"name": solution.label(label).points, "label": label, "cells": cells})
        tables.append(
            {
                "name": group if group == "total" else f"{group} totals",
                "acts": list(ACTS),
                "columns": columns,
                "full": FULL,
                "unit": GAIN,
                "rows": rows,
            }
        )
    tables.append(_first_chart(solution, columns))
    return {
        "kind": "chart",
        "seat": game.seats["row"],
        "across": "the dealer shows",
        "legend": ["S: stand", "H: hit", "%: percentage of these hands that stand"],
        "at": _cell_of_solution(solution, tables),
        "tables": tables,
    }


def _first_chart(solution: DrawingSolution, columns: Sequence[str]) -> Json:
    """Return the EV of each action for each first card and each card of the opponent."""
    game, cards = solution.game, sorted(solution.spots)
    edges = {(kind, card): edge for card, kind, _, edge in first_cards(game, solution.spots)}
    acts = list(dict.fromkeys(game.stakes.acts))
    rows = []
    for kind, name in enumerate(game.kinds):
        cells: list[Json | None] = []
        for card in cards:
            edge = edges.get((kind, card))
            if edge is None:
                cells.append(None)
                continue
            best, worth = first_act(game.stakes, edge)
            win = (1 + edge) / 2
            shares = [Fraction(act == best) for act in acts]
            earned = [game.stakes.worth(act, win) for act in acts]
            cells.append(
                _cell(short_text(float(worth), 2).replace("-", "−"), float(edge), acts, shares, earned)
            )
        rows.append({"name": name, "label": f"a first card of {name}", "cells": cells})
    unit = "gain per unit staked (number: EV of the best action)"
    return {
        "name": "the first card",
        "acts": acts,
        "columns": list(columns),
        "full": FULL,
        "unit": unit,
        "rows": rows,
    }


def _cell(
    text: str, heat: float, acts: Sequence[str], shares: Sequence[Number], earned: Sequence[Number | None]
) -> Json:
    """Return a cell: its text, its gain as colour, and its actions."""
    moves = [move_view(act, p, worth) for act, p, worth in zip(acts, shares, earned, strict=True)]
    short = [[move["p"], move["often"], move["worth"]] for move in moves]
    return {"text": text, "heat": round(heat, 3), "moves": short}


def _means(solution: DrawingSolution, label: str, card: int) -> tuple[float | None, float | None]:
    """Return the mean EVs of standing and hitting over the hands of a cell, per unit at stake; None for an action
    that is not allowed.
    """
    held = [(ways(solution.game, hand, card), spot) for hand, spot in _hands_in_cell(solution, label, card)]

    def mean(worths: Sequence[tuple[int, Fraction | None]]) -> float | None:
        known = [(weight, worth) for weight, worth in worths if worth is not None]
        total = sum(weight for weight, _ in known)
        return sum(weight * float(worth) for weight, worth in known) / total if total else None

    return mean([(weight, spot.stand) for weight, spot in held]), mean(
        [(weight, spot.hit) for weight, spot in held]
    )


def _hands_in_cell(solution: DrawingSolution, label: str, card: int) -> Iterator[tuple[Hand, Spot]]:
    """Return the hands of a cell of the chart."""
    by_hand = solution.spots[card]
    return ((hand, by_hand[hand]) for hand in solution.lines[label] if hand in by_hand)


def _cell_of_solution(solution: DrawingSolution, tables: Sequence[Json]) -> list[int] | None:
    """Return the table, the row and the column of the requested hand."""
    if not solution.asked:
        return None
    (card, held), *_ = solution.asked.items()
    hand = held[0][0]
    label = str(solution.game.label(hand))
    if sum(hand) == 1:
        label = f"a first card of {solution.game.kinds[hand.index(1)]}"
    for k, table in enumerate(tables):
        for i, row in enumerate(table["rows"]):
            if row["label"] == label:
                return [k, i, sorted(solution.spots).index(card)]
    return None


def _decisions(solution: DrawingSolution) -> Json:
    """Return two decisions of the bettor: with the first card, and then hit or stand."""
    game = solution.game
    seat, total = game.seats["row"], sum(game.supply)
    first = []
    for _, kind, chance, edge in first_cards(game, solution.spots):
        best, win = first_act(game.stakes, edge)[0], (1 + edge) / 2
        moves = [
            move_view(act, Fraction(act == best), game.stakes.worth(act, win))
            for act in dict.fromkeys(game.stakes.acts)
        ]
        first.append(hand_view(game.kinds[kind], float(chance), moves))
    kinds = {solution.label(line).kind for line in solution.chart}
    of = "total" if kinds == {"total"} else ""
    then = []
    for label, line in solution.chart.items():
        cell = line[FACE_DOWN]
        earned = _means(solution, label, FACE_DOWN)
        moves = [
            move_view(act, p, worth)
            for act, p, worth in zip(ACTS, (cell.stands, 1 - cell.stands), earned, strict=True)
        ]
        many = sum(
            ways(game, hand) / math.comb(total, sum(hand))
            for hand, _ in _hands_in_cell(solution, label, FACE_DOWN)
        )
        then.append(hand_view(solution.label(label).points if of else label, float(many), moves))
    turns = [
        {"seat": seat, "side": "row", "after": [], "hands": first},
        *(
            {"seat": seat, "side": "row", "after": [act], "hands": then, "of": of}
            for act in dict.fromkeys(game.stakes.acts[1:])
        ),
    ]
    return decisions_view(turns)


def explain(solution: DrawingSolution) -> str:
    """Explain at which total hitting gives way to standing, and how often the next card busts there."""
    game = solution.game
    if solution.asked:
        return ""
    card = max(sorted(solution.spots), key=lambda card: game.supply[card] if card != FACE_DOWN else 0)
    found = _turning(solution, card)
    if found is None:
        return ""
    (low, hits), (high, stands) = found
    against = "" if card == FACE_DOWN else f" against {game.kinds[card]}"
    text = (
        f"With {low}{against} the next card busts {frequency_in_words(_over(solution, low, card))}, yet hitting is "
        f"still better by {short_text(hits, 2)} of the stake; with {high} it busts "
        f"{frequency_in_words(_over(solution, high, card))}, and standing is better by {short_text(stands, 2)}."
    )
    others = {other: found for other in sorted(solution.spots) if (found := _turning(solution, other))}
    group = solution.label(low).kind
    order = [line for line in solution.chart if solution.label(line).kind == group]
    soonest = min(others, key=lambda other: order.index(others[other][1][0]))
    start = others[soonest][1][0]
    if order.index(start) < order.index(high):
        text += f" Against {game.kinds[soonest]}, {start} is enough to stand."
    return text


def _turning(solution: DrawingSolution, card: int) -> tuple[tuple[str, float], tuple[str, float]] | None:
    """Return the highest row of the first kind that hits, and the next one, in which all hands stand, with
    the gains.
    """
    group = solution.label(next(iter(solution.chart))).kind
    lines = [
        (label, line[card].gain)
        for label, line in solution.chart.items()
        if solution.label(label).kind == group and card in line and not math.isnan(line[card].gain)
    ]
    last = max((k for k, (_, gain) in enumerate(lines) if gain < 0), default=-1)
    if last < 0 or last + 1 == len(lines) or lines[last + 1][1] <= 0:
        return None
    return (lines[last][0], -lines[last][1]), lines[last + 1]


def _over(solution: DrawingSolution, label: str, card: int) -> Fraction:
    """Return the probability that the next card busts a hand of this row, averaged over its combinations."""
    game = solution.game
    over, total = Fraction(0), 0
    for hand, _ in _hands_in_cell(solution, label, card):
        weight = ways(game, hand, card)
        left = [
            n - held - (kind == card) for kind, (n, held) in enumerate(zip(game.supply, hand, strict=True))
        ]
        bad = sum(n for kind, n in enumerate(left) if n and game.score(with_card(hand, kind)) is None)
        # hands of a row have different numbers of cards, so different numbers of cards are left
        share = Fraction(bad, sum(left))
        over, total = over + weight * share, total + weight
    return over / total
