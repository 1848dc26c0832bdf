"""Lessons: pages that a class can use in ten minutes. Workers ask the solvers and the arena for what they show."""

from __future__ import annotations

from typing import NamedTuple

from zerosum.arena.players import Player
from zerosum.core.data import Json, plain
from zerosum.core.errors import InputError
from zerosum.core.progress import Progress
from zerosum.core.sides import Side, other
from zerosum.models.betting.arena import BettingArena
from zerosum.models.family import arena_for
from zerosum.models.subtraction.arena import SubtractionArena
from zerosum.request import flag_groups, load_game
from zerosum.request.players import read_player
from zerosum.web.solved import Given, solved

__all__ = ["LESSONS", "reply", "slides", "sweep"]

MOST_SLIDES = 60
MOST_POINTS = 201
"""So many places of a sweep."""


class Lesson(NamedTuple):
    """A lesson of the list."""

    title: str
    summary: str


LESSONS = {
    "matches": Lesson(
        "Leave the last match", "Bricker's slides, one for every position, made by the recursion itself."
    ),
    "trick": Lesson("One trick of Jujitsu", "Drag your mix, and see what the rival can do about it."),
    "bluff": Lesson("Why bluff", "Drag the thresholds of a bet and watch the best reply."),
    "lag": Lesson("One move behind", "What it costs not to know where the counter stands."),
    "target": Lesson(
        "A target of random value", "High, low or middle: when is the target worth a good card?"
    ),
}
"""The lessons by name."""


def slides(progress: Progress, game: str, given: Given) -> list[Json]:
    """Every position of one heap from one match up: what each take leaves, and what that costs (1 where one pays)."""
    request, solution = solved(progress, game, given)
    arena = arena_for(request.game, lambda: solution)
    if not isinstance(arena, SubtractionArena) or len(request.game.sizes) != 1:  # type: ignore[attr-defined]
        raise InputError("slides are made of one heap of matches")
    start = request.game.sizes[0]  # type: ignore[attr-defined]
    if start > MOST_SLIDES:
        raise InputError(f"slides are made of {MOST_SLIDES} matches at the most")
    return [_slide(arena, left) for left in range(1, start + 1)]


def _slide(arena: SubtractionArena, left: int) -> Json:
    advice = arena.advice(arena.round(arena.form(), ((left,), "row")), "row")
    takes = [
        {"take": take.taken, "left": left - take.taken, "cost": _cost(worth)}
        for take, worth in advice.worth.items()
    ]
    return {"left": left, "cost": min(one["cost"] for one in takes) if takes else None, "takes": takes}


def _cost(worth: float) -> int:
    """Bricker's cost: the loser pays 1, the winner nothing."""
    return 1 if worth < 0 else 0


def reply(progress: Progress, game: str, given: Given, side: Side, player: str) -> Json:
    """The best reply to a player on a side, what row is then paid, and what the solution does there."""
    request, solution = solved(progress, game, given)
    arena = arena_for(request.game, lambda: solution)
    rival = read_player(player, arena.roster(side))
    found = arena.best_response(rival, other(side))
    does = {
        name: _spans(arena, player, other(side)) if isinstance(arena, BettingArena) else {}
        for name, player in (("does", found.player), ("solution", arena.equilibrium))
    }
    data: Json = plain(
        {"paid": float(found.value), "exactly": found.value, "value": float(solution.value), **does}
    )
    return data


def _spans(arena: BettingArena, player: Player, side: Side) -> Json:
    """From which hand to which a player does what, by the bets before."""
    return {
        before: [{"from": float(low), "to": float(high), "does": does} for low, high, does in parts]
        for before, parts in arena.spans(player, side).items()
    }


def sweep(progress: Progress, game: str, given: Given, over: str, points: int) -> list[Json]:
    """The solution at places from 0 to 1 of what names a position, such as q or x."""
    if not 2 <= points <= MOST_POINTS:
        raise InputError(f"a sweep has from 2 to {MOST_POINTS} points, not {points}")
    numbers = {flag.name for flag in flag_groups(load_game(game))["position"] if flag.kind == "NUMBER"}
    if over not in numbers:
        raise InputError(
            f"a sweep of {game} goes over {' or '.join(sorted(numbers)) or 'nothing'}, not {over!r}"
        )
    request, solution = solved(progress, game, given)
    found = []
    for k in range(points):
        at = k / (points - 1)
        found.append({"at": at, **solution.at(**{**request.position, over: at}).json()})
        progress(k, points, "places")
    return found
