"""A strategy of a betting game: at each turn, for each hand, probabilities that are constant on intervals.

End points are fractions where the work was exact. With a deck of n ranks, rank k (from 1, the lowest) is the
interval from (k - 1)/n to k/n, so that one type serves both.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from zerosum.core.errors import InputError
from zerosum.core.numbers import Number

__all__ = ["Step", "StepStrategy"]


@dataclass(frozen=True)
class Step:
    """One interval of hands, and what they do."""

    low: Number
    high: Number
    mix: dict[str, Number]
    """The probabilities of the actions that are taken at all."""

    @property
    def is_pure(self) -> bool:
        """Whether one action is certain."""
        return len(self.mix) == 1

    def __str__(self) -> str:
        if self.is_pure:
            return next(iter(self.mix))
        return " or ".join(
            f"{action} {p}" if isinstance(p, Fraction) else f"{action} {p:.4g}"
            for action, p in self.mix.items()
        )


@dataclass(frozen=True)
class StepStrategy:
    """What a player does at one turn, as a function of the hand."""

    actions: tuple[str, ...]
    ends: tuple[Number, ...]
    """The end points of the intervals, from 0 to 1."""
    mixes: tuple[tuple[Number, ...], ...]
    """For each interval, the probability of each action."""

    def __post_init__(self) -> None:
        if len(self.ends) != len(self.mixes) + 1 or self.ends[0] != 0 or self.ends[-1] != 1:
            raise InputError("a step strategy needs end points from 0 to 1, one more than it has intervals")
        if any(not low < high for low, high in zip(self.ends, self.ends[1:], strict=False)):
            raise InputError("the end points of a step strategy must grow")
        for mix in self.mixes:
            if len(mix) != len(self.actions) or min(mix) < 0 or abs(float(sum(mix)) - 1) > 1e-9:
                raise InputError(
                    "each interval of a step strategy needs one probability per action, adding up to 1"
                )

    @classmethod
    def merged(
        cls, actions: Sequence[str], ends: Sequence[Number], mixes: Sequence[Sequence[Number]]
    ) -> StepStrategy:
        """The strategy with as few intervals as it needs."""
        kept_ends, kept = [ends[0]], [tuple(mixes[0])]
        for end, mix in zip(ends[1:], mixes[1:], strict=False):
            if (now := tuple(mix)) != kept[-1]:
                kept_ends.append(end)
                kept.append(now)
        return cls(tuple(actions), (*kept_ends, ends[-1]), tuple(kept))

    def __iter__(self) -> Iterator[Step]:
        for low, high, mix in zip(self.ends, self.ends[1:], self.mixes, strict=False):
            yield Step(low, high, {a: p for a, p in zip(self.actions, mix, strict=True) if p})

    @property
    def is_pure(self) -> bool:
        """Whether every hand has one certain action."""
        return all(step.is_pure for step in self)

    def at(self, rank: Number) -> dict[str, Number]:
        """The probabilities of the actions with a hand of this rank in [0, 1]; an end point belongs to its right."""
        if not 0 <= rank <= 1:
            raise InputError(f"a hand lies in [0, 1], and {rank} does not")
        i = min(bisect_right(self.ends, rank) - 1, len(self.mixes) - 1)
        return {a: p for a, p in zip(self.actions, self.mixes[i], strict=True) if p}

    def share(self) -> dict[str, Number]:
        """How many of all hands take each action."""
        widths = [high - low for low, high in zip(self.ends, self.ends[1:], strict=False)]
        return {
            action: sum((w * mix[k] for w, mix in zip(widths, self.mixes, strict=True)), Fraction(0))
            for k, action in enumerate(self.actions)
        }
