"""Walk through a game, move by move, as an onlooker who sees both hands and chooses the outcomes of chance.

A *path* names the steps from the start, each as row's move, col's move and chance's outcome, by their numbers:
"2.0.0/1.3.5". If the outcomes of chance cannot be listed, the last number is the seed that draws one. At each
moment the walk shows the information of each side, the solution's mixes, and the EV of each move to its side, given
the side's information. Games with public positions show more (`zerosum.models.staged.arena`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from zerosum.arena.rounds import Round
from zerosum.core.data import Data, Json
from zerosum.core.errors import InputError, Unavailable
from zerosum.core.game import Game
from zerosum.core.numbers import short_text
from zerosum.core.sides import SIDES, Side
from zerosum.display.text import differences

if TYPE_CHECKING:
    from zerosum.arena.arena import Arena

T = TypeVar("T")

DRAWN = 8
"""Number of chance outcomes that are drawn if they cannot be listed."""
MAX_PAIRS = 400
"""Maximum number of pairs of moves that are shown at one moment."""


class WalkStep(NamedTuple):
    """A possible step: its description, its probability if known, and the next moment."""

    label: str
    p: float | None
    after: Round


def step_numbers(step: str) -> tuple[int, int, int]:
    """Return the numbers of a step of a path."""
    parts = step.split(".")
    if len(parts) != 3 or not all(part.isascii() and part.isdecimal() and len(part) < 6 for part in parts):
        raise InputError(f"a step of a path must be three numbers such as 0.2.1, not {step!r}")
    i, j, k = map(int, parts)
    return i, j, k


def nth(listed: Sequence[T], number: int) -> T:
    """Return the item at a step's number."""
    if number >= len(listed):
        raise InputError("this step does not exist here")
    return listed[number]


def walk(arena: Arena[Game, object], path: str) -> Json:
    """Return the moment at the end of a path: what both sides see, mixes, EVs of moves, and the next steps."""
    here, steps = arena.before_deal(), [{"label": "start", "path": ""}]
    others: list[Json] = []
    for name in filter(None, path.split("/")):
        i, j, k = step_numbers(name)
        before = str(steps[-1]["path"])
        step = _step(arena, here, i, j, k)
        others = _others(arena, here, i, j, step.after, before)
        here = step.after
        steps.append({"label": step.label, "path": f"{before}/{name}".lstrip("/")})
    return {
        "steps": steps,
        "seats": dict(arena.game.seats),
        "onlooker": True,
        "others": others,
        "again": _again(arena, str(steps[-1]["path"]), others),
        **_moment(arena, here, str(steps[-1]["path"])),
    }


def _again(arena: Arena[Game, object], path: str, others: Sequence[Json]) -> str:
    """For a chance move with too many outcomes to list, return the start of a path; with a random number appended, it
    leads to another outcome. Otherwise return an empty text.
    """
    if arena.before_deal() is None and "/" not in path:
        return "0.0." if len({_sight(deal) for deal in _deals(arena)}) > 1 else ""
    return path[: path.rindex(".") + 1] if others else ""


def _step(arena: Arena[Game, object], here: Round | None, i: int, j: int, k: int) -> WalkStep:
    if here is None:
        return _dealt(arena, k)
    listed = _chance(arena, here)
    if listed:
        return nth(listed, k)
    if here.over:
        raise InputError("the game is over; there are no further steps")
    moves = _moves(here)
    chosen = {side: nth(moves[side], n) for side, n in zip(SIDES, (i, j), strict=True) if side in moves}
    seats = arena.game.seats
    label = " : ".join(f"{seats[side]} {here.move_text(move)}" for side, move in chosen.items())
    return WalkStep(label or "the next chance move", None, here.after(chosen, np.random.default_rng(k)))


def _chance(arena: Arena[Game, object], here: Round | None) -> list[WalkStep]:
    """Return the outcomes of chance at this moment, listed or drawn; an empty list if a player chooses."""
    if here is None:
        return [_dealt(arena, k) for k in range(DRAWN)]
    return [WalkStep(label, float(p), after) for label, p, after in here.outcomes()]


def _dealt(arena: Arena[Game, object], seed: int) -> WalkStep:
    """Draw a round; name it by each side's private information, or else by its difference from the other rounds."""
    deal = arena.deal(np.random.default_rng(seed))
    held = {arena.game.seats[side]: deal.held(side) for side in arena.sides}
    if any(held.values()):
        parts = [f"{seat}: {what}" for seat, what in held.items()] if len(held) > 1 else list(held.values())
        return WalkStep(" · ".join(parts), None, deal)
    side, *_ = arena.sides
    shared = set.intersection(*(set(one.description(side)) for one in _deals(arena)))
    own = [line for line in deal.description(side) if line not in shared] or deal.description(side)
    return WalkStep(own[0], None, deal)


def _deals(arena: Arena[Game, object]) -> list[Round]:
    return [arena.deal(np.random.default_rng(seed)) for seed in range(DRAWN)]


def _moves(here: Round) -> dict[Side, Sequence[Data]]:
    return {side: here.observation(side).moves for side in here.choosers()}


def _others(
    arena: Arena[Game, object], here: Round | None, i: int, j: int, came: Round, path: str
) -> list[Json]:
    """Return other outcomes of chance after the same moves, if chance moved."""
    if _chance(arena, here):
        return []
    sights = {_sight(came): -1}
    for seed in range(DRAWN):
        sights.setdefault(_sight(_step(arena, here, i, j, seed).after), seed)
    return [
        {"label": label, "path": f"{path}/{i}.{j}.{seed}".lstrip("/")}
        for label, seed in zip(differences(list(sights)), sights.values(), strict=True)
        if seed >= 0
    ]


def _sight(round: Round) -> tuple[str, ...]:
    lines = [line for side in SIDES for line in [*round.latest_events(side), *round.description(side)]]
    return tuple(lines)


def _moment(arena: Arena[Game, object], here: Round | None, path: str) -> Json:
    different = {step.label: (k, step) for k, step in reversed(list(enumerate(_chance(arena, here))))}
    chance = [
        {"label": step.label, "p": step.p, "path": f"{path}/0.0.{k}".lstrip("/")}
        for k, step in reversed(different.values())
    ]
    if here is None:
        return {"sees": {}, "over": False, "chance": chance, "choices": {}, "pairs": []}
    moves = {} if here.over else _moves(here)
    if here.over:
        chance = []
    elif not chance and not moves:
        chance = [{"label": "go on", "p": None, "path": f"{path}/0.0.0".lstrip("/")}]
    return {
        "sees": {side: [*here.latest_events(side), *here.description(side)] for side in arena.sides},
        "shown": {side: here.board(side).json() for side in arena.sides},
        "over": here.over,
        "value": short_text(here.payoff) if here.over else "",
        "chance": chance,
        "choices": {side: _choice(arena, here, side, moves[side]) for side in moves},
        "at": arena.place_on_curves(here),
        "pairs": _pairs(here, moves, path),
    }


def _choice(arena: Arena[Game, object], here: Round, side: Side, moves: Sequence[Data]) -> Json:
    """Return a side's mix given its information, and the EV of each move against the solution."""
    try:
        advice = arena.advice(here, side)
    except Unavailable as reason:
        return {"reason": str(reason), "moves": [{"label": here.move_text(move)} for move in moves]}
    choices = [
        {"label": here.move_text(move), "p": float(advice.mix.get(move, 0)), "worth": advice.worth.get(move)}
        for move in moves
    ]
    worth = sum(advice.mix.get(move, 0) * earned for move, earned in advice.worth.items())
    return {
        "moves": choices,
        "worth": float(worth) if advice.worth else None,
        "reason": advice.caveat,
        "information": arena.information(here, side),
    }


def _pairs(here: Round, moves: Mapping[Side, Sequence[Data]], path: str) -> list[list[str]]:
    """Return the result of each pair of moves; a side that does not choose has one move."""
    rows, cols = (range(len(moves.get(side, [None]))) for side in SIDES)
    if not moves:
        return []
    if len(rows) * len(cols) > MAX_PAIRS:
        raise InputError("this position has too many moves to list")
    return [[f"{path}/{i}.{j}.0".lstrip("/") for j in cols] for i in rows]
