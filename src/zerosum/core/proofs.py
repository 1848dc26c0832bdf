"""Proofs position by position: write down what a verifier asks, and answer it again from a file.

A verifier asks for strategies through a callable, such as `strategies_at(position)`. To write a certificate, run the
verifier on a solution's callable wrapped by `recorded`; to check one, run it on `recalled` entries.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from zerosum.core.data import Data
from zerosum.core.errors import InputError

A = TypeVar("A")


def position_key(position: tuple[object, ...]) -> str:
    """The text by which a certificate names a position: its parts, separated by bars."""
    return " | ".join(map(str, position))


def recorded(
    answer_at: Callable[..., A], write: Callable[[A], Data], into: dict[str, Data]
) -> Callable[..., A]:
    """The same callable, which also writes every answer into a dictionary, by position."""
    positions: dict[str, tuple[object, ...]] = {}

    def record(*position: object) -> A:
        answer = answer_at(*position)
        key = position_key(position)
        if positions.setdefault(key, position) != position:
            raise InputError(f"two positions have the text {key!r}; a certificate needs distinct texts")
        into[key] = write(answer)
        return answer

    return record


def recalled(entries: Mapping[str, Data], read: Callable[..., A]) -> Callable[..., A]:
    """The callable that answers from a certificate; `read` gets the entry and then the position."""

    def recall(*position: object) -> A:
        key = position_key(position)
        if key not in entries:
            raise InputError(f"the certificate does not say what to do at {key}")
        return read(entries[key], *position)

    return recall
