"""A transcript: what was played at the table, kept in a file, enough to play it all again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from zerosum.arena import Session
from zerosum.core.data import Data, Json
from zerosum.core.errors import InputError
from zerosum.core.sides import SIDES
from zerosum.request import Request

__all__ = ["PLACES", "check_writable", "read_transcript", "write_transcript"]

PLACES = ("--cluster", "--device", "--threads")
"""Where a game is solved is the player's affair, and never a transcript's."""

SAVED: dict[str, Callable[[Data], bool]] = {
    "game": lambda words: _are_texts(words) and bool(words) and not words[0].startswith("-"),
    "side": lambda side: side in SIDES,
    "rival": lambda rival: isinstance(rival, str),
    "seed": lambda seed: type(seed) is int and seed >= 0,
    "moves": lambda words: _are_texts(words),
    "rounds": lambda rounds: type(rounds) is int,
}
"""The parts of a transcript, and what each must be."""


def read_transcript(file: Path) -> Json:
    """The parts of a transcript."""
    try:
        transcript = json.loads(file.read_text(encoding="utf-8"))
        saved = {key: transcript[key] for key in SAVED}
    except FileNotFoundError:
        raise InputError(f"there is no transcript at {file}") from None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        saved = {}
    if not saved or not all(proper(saved[key]) for key, proper in SAVED.items()):
        raise InputError(f"{file} is not a transcript that `zerosum play --save` wrote")
    return saved


def _are_texts(words: object) -> bool:
    return isinstance(words, list) and all(isinstance(word, str) for word in words)


def check_writable(file: Path) -> None:
    """Refuse a file that cannot be written, before anything is played."""
    new = not file.exists()
    try:
        with file.open("a", encoding="utf-8"):
            pass
    except OSError as error:
        raise InputError(f"the transcript cannot be written to {file}: {error.strerror}") from None
    if new:
        file.unlink()


def write_transcript(file: Path, request: Request, place: Session) -> None:
    """Keep what was played, with the words that name the game."""
    words = [word for word in request.typed if word.partition("=")[0] not in PLACES]
    about = {"game": words, "score": place.score, "rounds": place.played}
    try:
        file.write_text(json.dumps({**about, **place.transcript()}, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"the transcript could not be written to {file}: {error.strerror}") from None
