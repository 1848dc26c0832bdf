"""Walk through a game with open positions, move by move, to any position that play can reach.

A path is that of `zerosum.arena.walk`. At each position the walk has the value, both mixes, and what each pair of moves
is worth and where it leads.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from zerosum.arena.walk import nth, step_numbers
from zerosum.core.data import Json
from zerosum.core.errors import InputError
from zerosum.core.game import WAIT, Game, Move
from zerosum.core.numbers import as_fraction
from zerosum.core.sides import SIDES
from zerosum.display.text import differences
from zerosum.models.staged.rules import Outcome, StagedGame

if TYPE_CHECKING:
    from zerosum.models.staged.arena import OpenArena, OpenRound

MOST_CELLS = 400
"""Largest number of pairs of moves that are laid out at one position."""


def walk(arena: OpenArena[Game, object], path: str, mix: str = "") -> Json:
    """The position at the end of a path: its value, both mixes, what each pair of moves is worth and where it leads.

    Given a mix of row's, as weights such as 1,0,2, also what each of col's moves leaves of it.
    """
    form = arena.form()
    here, steps = arena.round(form, form.start), [{"said": "start", "path": ""}]
    for name in filter(None, path.split("/")):
        i, j, k = step_numbers(name)
        rows, cols = form.moves(here.position)
        row, col = nth(rows, i), nth(cols, j)
        outcomes = list(form.play(here.position, row, col))
        _, reward, after = nth(outcomes, k)
        walked_so_far = f"{steps[-1]['path']}/{name}".lstrip("/")
        where = _leads(arena, form, outcomes)[k]
        steps.append({"said": _step(here, row, col, where), "path": walked_so_far})
        here = arena.round(form, after, here.paid + float(reward))
    found = _position(arena, here, steps[-1]["path"])
    return {"steps": steps, "seats": dict(arena.game.seats), **found, **(_against(found, mix) if mix else {})}


def _against(found: Json, mix: str) -> Json:
    """What each of col's moves leaves to a mix of row's, and the one that leaves the least."""
    weights = [as_fraction(weight) for weight in mix.split(",")]
    if len(weights) != len(found["rows"]) or min(weights) < 0 or not sum(weights):
        raise InputError(f"a mix here is {len(found['rows'])} weights, none below 0, such as 1,0,2")
    worth = np.array([[cell["worth"] for cell in row] for row in found["cells"]])
    chances = np.array([float(weight / sum(weights)) for weight in weights])
    left = chances @ worth
    return {"mix": chances.tolist(), "left": left.tolist(), "best_reply": int(left.argmin())}


def _position(arena: OpenArena[Game, object], here: OpenRound, path: str) -> Json:
    rows, cols = here.game.moves(here.position)
    scene = list(here.scene("row"))
    if not rows:
        return {"scene": scene, "over": True, "value": f"{here.payoff:.6g}", "rows": [], "cols": []}
    if len(rows) * len(cols) > MOST_CELLS:
        raise InputError("this position has too many moves to lay out")
    row_mix, col_mix = arena.strategies(here.position)
    value = arena.value(here.position)
    return {
        "scene": scene,
        "over": False,
        "value": "–" if value is None else f"{value:.6g}",
        "rows": [{"said": here.move_text(move), "p": float(row_mix.get(move, not row_mix))} for move in rows],
        "cols": [{"said": here.move_text(move), "p": float(col_mix.get(move, not col_mix))} for move in cols],
        "cells": [
            [_cell(arena, here, row, col, f"{path}/{i}.{j}".lstrip("/")) for j, col in enumerate(cols)]
            for i, row in enumerate(rows)
        ],
    }


def _cell(arena: OpenArena[Game, object], here: OpenRound, row: Move, col: Move, path: str) -> Json:
    """What a pair of moves is worth, and the positions to which it leads."""
    outcomes = list(here.game.play(here.position, row, col))
    worth = sum(float(p) * (float(r) + (arena.value(after) or 0.0)) for p, r, after in outcomes)
    where = _leads(arena, here.game, outcomes)
    return {
        "worth": worth,
        "next": [
            {"path": f"{path}.{k}", "said": _step(here, row, col, where[k]), "p": float(p)}
            for k, (p, _, _) in enumerate(outcomes)
        ],
    }


def _step(here: OpenRound, row: Move, col: Move, where: str) -> str:
    """A step in words: both moves, or who made the only one, and where chance led."""
    pairs = zip(SIDES, (row, col), strict=True)
    made = {side: here.move_text(move) for side, move in pairs if str(move) != str(WAIT)}
    moves = " : ".join(made.values() if len(made) > 1 else (f"{who} {said}" for who, said in made.items()))
    return " → ".join(filter(None, (moves, where)))


def _leads(arena: OpenArena[Game, object], form: StagedGame, outcomes: Sequence[Outcome]) -> list[str]:
    """What tells the outcomes of chance apart, in words; nothing where there is but one."""
    return differences([arena.round(form, after).described("row") for _, _, after in outcomes])
