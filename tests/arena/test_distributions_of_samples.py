"""A million simulated plays follow the computed distribution, and a seed gives the same plays every time."""

from __future__ import annotations

from typing import Any

import pytest

from zerosum.arena.arena import Arena
from zerosum.arena.players import uniform
from zerosum.games import CATALOG
from zerosum.models.family import arena_for
from zerosum.models.hidden import plays as in_bulk

PLAYS = 1_000_000
IN_ARRAYS = (
    "leduc",
    "liars-dice",
    "blind-goofspiel",
    "phases",
    "sealed-bets",
    "free-dealer",
    "two-phase-relance",
    "two-phase-raise",
)
"""The hidden and the phased games, which were once played round by round."""


@pytest.mark.parametrize("name", IN_ARRAYS)
def test_a_million_plays_have_the_computed_distribution(name: str) -> None:
    game: Any = CATALOG[name].load()
    arena: Arena[Any, Any] = arena_for(game(**({"sides": 3} if name == "liars-dice" else {})))
    row, col = arena.equilibrium, uniform
    distribution = {float(payoff): float(p) for payoff, p in arena.match(row, col).results.items() if p}
    sampled = arena.sample(row, col, plays=PLAYS, seed=1)
    seen = {float(payoff): round(float(p) * PLAYS) for payoff, p in sampled.results.items()}
    assert sum(seen.values()) == PLAYS
    assert set(seen) <= set(distribution)
    expected = {payoff: p * PLAYS for payoff, p in distribution.items()}
    rare = [payoff for payoff, n in expected.items() if n < 10]
    distance = sum((seen.get(x, 0) - n) ** 2 / n for x, n in expected.items() if x not in rare)
    cells = len(expected) - len(rare)
    assert distance < cells + 5 * (2 * cells) ** 0.5 + 5  # chi-square: mean `cells`, variance twice that
    assert sampled == arena.sample(row, col, plays=PLAYS, seed=1)
    assert sampled != arena.sample(row, col, plays=PLAYS, seed=2)


def test_a_tree_that_is_too_large_to_keep_gives_the_same_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    arena: Arena[Any, Any] = arena_for(CATALOG["leduc"].load()())
    kept = arena.sample(uniform, uniform, plays=500_000, seed=3)
    monkeypatch.setattr(in_bulk, "MAX_KEPT", 100)
    assert arena.sample(uniform, uniform, plays=500_000, seed=3) == kept
