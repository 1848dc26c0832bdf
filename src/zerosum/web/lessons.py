"""Lessons: pages that a class can use in ten minutes, each computed from the solvers themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from zerosum.data import Json
from zerosum.errors import InputError

__all__ = ["LESSONS", "Lesson", "lesson"]


class Lesson(NamedTuple):
    """A lesson of the list."""

    title: str
    summary: str


LESSONS = {
    "matches": Lesson(
        "Take the last match", "Bricker's slides, one for every position, made by the recursion itself."
    ),
    "trick": Lesson("One trick of Jujitsu", "Drag your mix, and see what the rival can do about it."),
    "bluff": Lesson("Why bluff", "Drag the thresholds of a bet and watch the best reply."),
    "lag": Lesson("One move behind", "What it costs not to know where the counter stands."),
    "target": Lesson(
        "A target of random value", "High, low or middle: when is the target worth a good card?"
    ),
}
"""The lessons by name."""


def lesson(name: str, given: Mapping[str, str]) -> Json:
    """What the page of a lesson shows."""
    return {"matches": _matches}.get(name, _nothing)(given)


def _nothing(given: Mapping[str, str]) -> Json:
    return {}


def _matches(given: Mapping[str, str]) -> Json:
    """The recursion f(n) = min over takes of 1 - f(n - k), from the end up to any start."""
    start, at = _whole(given.get("start", "12"), 1, 60), _whole(given.get("at", "1"), 1, 60)
    wins = [True]  # nothing left: the other took the last match and lost
    for n in range(1, start + 1):
        wins.append(any(not wins[n - k] for k in (1, 2, 3) if k <= n))
    slides = [
        {
            "left": n,
            "wins": wins[n],
            "replies": [{"take": k, "left": n - k, "rival_wins": wins[n - k]} for k in (1, 2, 3) if k <= n],
        }
        for n in range(1, start + 1)
    ]
    return {"slides": slides, "start": start, "at": min(at, start)}


def _whole(text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdecimal() and least <= int(text) <= most):
        raise InputError(f"a whole number from {least} to {most} is wanted, not {text!r}")
    return int(text)
