"""Nakai's generalized Goofspiel G_n(k, l, m).

n targets come one by one. The row player holds k high and l low cards, the column player m middle ones. When the
value x of a target is seen, both players simultaneously play a card or pass. High beats middle and wins x; middle
beats low and wins x; a card played is gone even if the other passed. A player with as many cards as stages left
cannot pass. When one player has no cards, nothing more can be won and the game is over.

T. Nakai, Generalized Goofspiel, Journal of the Operations Research Society of Japan 23 (1980).
"""

# ruff: noqa: E741 - the letters are Nakai's

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from zerosum.core.arrays import Ints
from zerosum.core.errors import GameError
from zerosum.core.game import Sliders, option
from zerosum.core.limits import require_budget
from zerosum.models.targets.rules import Layer, Reward, TargetGame, Targets, parse_targets
from zerosum.numerics.distribution_arrays import Distribution

__all__ = ["HIGH", "LOW", "MIDDLE", "PASS", "Nakai", "all_layers"]

State = tuple[int, int, int, int]
"""Stages left, high cards, low cards, middle cards: (n, k, l, m)."""

MAX_COUNTED = 1000
"""Up to this many stages the states are counted stage by stage; beyond, every hand counts as alive."""

STATE_BYTES, LAYER_BYTES = 200, 1500
"""Estimated memory of a state, and of a stage, in bytes."""

LOW, HIGH, PASS, MIDDLE = "play L", "play H", "pass", "play M"


@dataclass(frozen=True)
class Nakai(TargetGame):
    """High and low cards against middle cards, for targets of random value."""

    name: ClassVar[str] = "nakai"
    genre: ClassVar[str] = "cards"
    summary: ClassVar[str] = "high and low cards against middle cards, for targets of random value"
    paper: ClassVar[str] = "Nakai 1980"
    tagline: ClassVar[str] = (
        "Do you spend your best card on this target, or wait for a better one that may never come?"
    )
    move: ClassVar[str] = "card"
    row_moves: ClassVar[tuple[str, ...]] = (LOW, HIGH, PASS)
    col_moves: ClassVar[tuple[str, ...]] = (MIDDLE, PASS)

    sliders: ClassVar[Sliders] = {
        "stages": (2, 8),
        "high": (0, 1),
        "low": (0, 1),
        "middle": (0, 2),
    }
    stages: int = option(3, "number of targets, n")
    high: int = option(1, "high cards of the row player, k")
    low: int = option(1, "low cards of the row player, l")
    middle: int = option(2, "middle cards of the column player, m")
    targets: Targets = option(
        "uniform",
        'distribution of the targets: uniform, "exponential(2)" (with mean 2), "point(1)", "values(1,2,3)", any in '
        'scipy.stats, or a file of samples; separate one per stage with ";"',
        parse=parse_targets,
        varies=("values(1,2,b)",),
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "targets", parse_targets(self.targets))
        if self.stages < 1:
            raise GameError(f"the game needs at least one stage, not {self.stages}")
        for name in ("high", "low", "middle"):
            if getattr(self, name) < 0:
                raise GameError(f"the number of {name} cards must be at least 0, not {getattr(self, name)}")
        if self.high + self.low > self.stages:
            raise GameError(
                f"high and low cards together ({self.high} + {self.low}) must not exceed the {self.stages} stages"
            )
        if self.middle > self.stages:
            raise GameError(f"middle cards ({self.middle}) must not exceed the {self.stages} stages")
        if len(self.targets.distributions) not in (1, self.stages):
            raise GameError(
                f"give one distribution for all stages or one for each of the {self.stages}, "
                f"not {len(self.targets.distributions)}"
            )
        for distribution in self.targets.distributions:
            if distribution.low < 0:
                raise GameError(
                    f"the value of a target cannot be negative, but {distribution} goes down to "
                    f"{distribution.low:g}; use a non-negative distribution"
                )

    @property
    def title(self) -> str:
        """The game with its parameters."""
        return (
            f"Nakai · {self.stages} targets, {self.targets} · "
            f"{self.high} high, {self.low} low, {self.middle} middle"
        )

    def card(self, move: str) -> str:
        """Return the letter of the card that a move plays; empty for a pass."""
        return {LOW: "L", HIGH: "H", MIDDLE: "M"}.get(move, "")

    @property
    def instructions(self) -> tuple[str, ...]:
        """The rules for a player."""
        return (
            f"Targets appear one at a time, {self.stages} in all, each with a random value "
            f"({self.targets}{' between 0 and 1' * (str(self.targets) == 'uniform')}) seen by both "
            "players. The loser of a "
            "target pays its value to the winner.",
            f"Row holds {self.high} high (H) and {self.low} low (L) cards, col {self.middle} middle "
            "cards (M). At each target, "
            "both players simultaneously play a card or pass.",
            "H beats M: row wins the target. M beats L: col wins it. If either player passes, neither "
            "wins it, but a card that was played is still used up.",
            "A player with as many cards as targets left cannot pass. The round ends when one side has no "
            "cards, since nothing more can be won.",
        )

    @property
    def start(self) -> State:
        """The start, with all stages and all cards."""
        return (self.stages, self.high, self.low, self.middle)

    def stages_left(self, state: State) -> int:
        """Return the number of targets to come."""
        return state[0]

    def target(self, left: int) -> Distribution:
        """Return the distribution of the target with `left` stages left."""
        return self.targets.at(left)

    def moves(self, state: State) -> tuple[Sequence[str], Sequence[str]]:
        """Return the cards still held, and a pass while cards are fewer than stages."""
        n, k, l, m = state
        if m == 0 or k + l == 0:
            return (), ()
        row = [move for move, may in ((LOW, l), (HIGH, k), (PASS, k + l < n)) if may]
        return row, [MIDDLE, PASS] if m < n else [MIDDLE]

    def play(self, state: State, row: str, col: str) -> tuple[Reward, State]:
        """Return the payment: a high card takes the target from a middle one, a low card gives it away."""
        n, k, l, m = state
        won = {LOW: -1, HIGH: 1, PASS: 0}[row] if col == MIDDLE else 0
        return (0, won), (n - 1, k - (row == HIGH), l - (row == LOW), m - (col == MIDDLE))

    def describe(self, state: State) -> str:
        """Return the cards left."""
        n, k, l, m = state
        return f"{n} left: {k} high, {l} low, {m} middle"

    def count_states(self) -> int:
        """Return the number of reachable hands at each stage; for the longest games an upper bound that is
        soon exact.
        """
        # how many states have up to that many stages left: at n, hands with k + l <= n and m <= n
        pairs = (self.high + 1) * (self.low + 1) - 1
        settled = min(self.stages, max(self.high + self.low, self.middle), MAX_COUNTED)
        count = (self.stages - settled) * pairs * self.middle
        for n in range(1, settled + 1):
            here = (
                sum(min(self.low, n - k) + 1 for k in range(min(self.high, n) + 1)) - 1
                if n < self.high + self.low
                else pairs
            )
            count += here * min(self.middle, n)
        return count

    def layers(self) -> list[Layer]:
        """Compute the layers by array arithmetic, not from the rules one by one."""
        states = self.count_states()
        require_budget(f"listing {states:,} states", memory=STATE_BYTES * states + LAYER_BYTES * self.stages)
        return _layers(self.stages, self.high, self.low, self.middle)


def all_layers(stages: int) -> list[Layer]:
    """Return the layers of every state with up to that many stages left, the last stage first."""
    return _layers(stages, stages, stages, stages)


def _layers(stages: int, high: int, low: int, middle: int) -> list[Layer]:
    """Compute by array arithmetic the layers that `layers_from_rules` finds one by one, or slightly more: no
    state is missing.
    """
    layers: list[Layer] = []
    below = np.full((high + 1, low + 1, middle + 1), -1, np.int64)
    for n in range(1, stages + 1):
        k, l, m = (a.ravel() for a in np.indices((high + 1, low + 1, middle + 1)))
        alive = (k + l <= n) & (m <= n) & (k + l > 0) & (m > 0)
        k, l, m = k[alive], l[alive], m[alive]
        count = len(layers[-1].states) if layers else 0
        layers.append(_layer(n, k, l, m, below, count))
        below = np.full_like(below, -1)
        below[k, l, m] = np.arange(len(k))
    return layers


def _layer(
    n: int,
    k: Ints,
    l: Ints,
    m: Ints,
    below: Ints,
    over: int,
) -> Layer:
    child = np.full((len(k), 3, 2), -1, np.int64)
    row_may = np.stack([l > 0, k > 0, k + l < n])
    col_may = np.stack([m > 0, m < n])
    for i, (less_high, less_low) in enumerate(((0, 1), (1, 0), (0, 0))):
        for j in range(2):
            may = row_may[i] & col_may[j]
            place = below[k[may] - less_high, l[may] - less_low, m[may] - (1 - j)]
            child[may, i, j] = np.where(place < 0, over, place)
    slope = np.zeros(child.shape)
    slope[:, 0, 0], slope[:, 1, 0] = -1.0, 1.0
    states = _States(np.stack([np.full_like(k, n), k, l, m], axis=1))
    return Layer(states, child, np.zeros(child.shape), slope)


class _States(Sequence[State]):
    """Rows of an array, read as tuples."""

    def __init__(self, rows: Ints) -> None:
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, i):  # type: ignore[no-untyped-def]
        n, k, l, m = self.rows[i].tolist()
        return (n, k, l, m)
