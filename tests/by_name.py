"""An arena asked with the names of players, as a person types them."""

from typing import Any

from zerosum.arena import Arena, EquilibriumRange, Match, Player
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES
from zerosum.request.players import read_player


def pair(arena: Arena[Any, Any], row: str, col: str = "house") -> tuple[Player, Player]:
    """The players of these names."""
    first, second = (
        read_player(name, arena.roster(side)) for name, side in zip((row, col), SIDES, strict=True)
    )
    return first, second


def computed(arena: Arena[Any, Any], row: str, col: str = "house") -> Match:
    """The match of two players, computed."""
    return arena.match(*pair(arena, row, col))


def sampled(
    arena: Arena[Any, Any], row: str, col: str = "house", *, plays: int = 100_000, seed: int = 0
) -> Match:
    """The match of two players, sampled."""
    return arena.sample(*pair(arena, row, col), plays=plays, seed=seed)


def exploited(arena: Arena[Any, Any], name: str) -> tuple[Number | None, Number | None]:
    """What best responses leave to a player, and take from it."""
    roster = {**arena.roster("col"), **arena.roster("row")}
    return arena.against_best_response(read_player(name, roster))


def ranged(arena: Arena[Any, Any], opponent: str = "house") -> EquilibriumRange:
    """What optimal strategies earn against a player."""
    return arena.range(read_player(opponent, arena.roster("col")))
