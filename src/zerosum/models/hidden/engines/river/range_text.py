"""Strategies of rivers as ranges: for each decision and each move, the hands that make it, weighted by frequency.

    row | start | check: AA, KQs:0.25
    row | start | bet 50: KQs:0.75, 77

A weight is the frequency of the move with that hand; a hand that is not listed never makes it. Each part after the
colon is a range in the notation of PioSolver and GTO+ (`ranges`), so ranges can be copied between the programs. A `#`
begins a remark.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from zerosum.arena.strategies import StrategyRow
from zerosum.core.errors import GameError, InputError
from zerosum.core.numbers import Number
from zerosum.core.sides import Side
from zerosum.models.hidden.engines.river.ranges import hand_name, range_text, read_range
from zerosum.models.hidden.engines.river.rules import BetNode, RiverGame


def write_ranges(game: RiverGame, rows: Iterable[StrategyRow]) -> str:
    """Return a strategy as text, with a line for each move at each decision."""
    mixes: dict[tuple[str, str, str], Number] = {
        (row.side, row.information, row.move): row.probability for row in rows
    }
    lines = [f"# {game.title}; a weight is the probability of the move with the hand"]
    for node in game.nodes:
        if node.side is None:
            continue
        hands = game.hands[node.side]
        for move in node.moves:
            held = {
                int(number): Fraction(p)
                for number, name in zip(hands.numbers, hands.names, strict=True)
                if (p := mixes.get((node.side, node.known(name), move), 0))
            }
            lines.append(f"{node.side} | {node.name} | {move}: {range_text(held)}")
    return "\n".join([*lines, ""])


def read_ranges(game: RiverGame, text: str, name: str) -> dict[tuple[Side, str], dict[str, Number]]:
    """Return the probability of each move with each hand; at each decision the ranges must cover all hands of the
    side, or none.
    """
    nodes: dict[tuple[str, str], BetNode] = {(node.side, node.name): node for node in game.nodes if node.side}
    shares: dict[tuple[str, str], dict[str, dict[int, Fraction]]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        said = line.partition("#")[0].strip()
        if not said:
            continue
        head, _, weights = said.partition(":")
        parts = [part.strip() for part in head.split("|")]
        if len(parts) != 3:
            raise InputError(
                f"{name}, line {number}: write a side, a betting line, a move and a range, such as "
                f"'row | start | check: AA, KQs:0.5', not {said!r:.60}"
            )
        node = nodes.get((parts[0], parts[1]))
        if node is None or parts[2] not in node.moves:
            what = f"move {parts[2]!r:.40}" if node else f"decision {parts[1]!r:.60} of {parts[0]!r:.20}"
            raise InputError(f"{name}, line {number}: this game has no {what}")
        found = shares.setdefault((parts[0], parts[1]), {})
        if parts[2] in found:
            raise InputError(
                f"{name}, line {number}: {head.strip()!r:.60} has two ranges; combine them on one line"
            )
        found[parts[2]] = _held(game, node, weights, f"{name}, line {number}")
    table: dict[tuple[Side, str], dict[str, Number]] = {}
    for at, found in shares.items():
        node = nodes[at]
        hands = game.hands[node.mover]
        for number, hand, cards in zip(
            hands.numbers.tolist(), hands.names, hands.cards.tolist(), strict=True
        ):
            if node.card not in cards:
                table[node.mover, node.known(hand)] = {
                    move: found.get(move, {}).get(number, Fraction(0)) for move in node.moves
                }
    return table


def _held(game: RiverGame, node: BetNode, weights: str, where: str) -> dict[int, Fraction]:
    """Return the frequency with which each hand makes a move; refuse hands that the side does not have."""
    if not weights.strip():
        return {}
    try:
        held = dict(read_range(weights, (), 0))
    except GameError as error:
        raise InputError(f"{where}: {error}") from None
    known = set(game.hands[node.mover].numbers.tolist())
    exact = [part.strip().partition(":")[0].strip() for part in weights.split(",")]
    for hand in held.keys() - known:
        if hand_name(hand) in exact:
            raise InputError(f"{where}: {node.mover} cannot have {hand_name(hand)} in this game")
    return {hand: weight for hand, weight in held.items() if hand in known}
