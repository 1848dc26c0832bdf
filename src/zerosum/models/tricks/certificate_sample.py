"""The certificate of a large trick game: random positions with their strategies, and the values of what follows them.

Which positions these are follows from the seed, which a stranger may name; so whoever writes the certificate does not
choose them. It names the tables by their digest: whoever was told that before naming the seed sees that they are the
same. A check looks whether every one's bounds follow from its children's values, and the start's first of all.
"""

from __future__ import annotations

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.value import Value
from zerosum.models.questions import Reader, Recorder, key
from zerosum.models.tricks.certificate import TRICKS
from zerosum.models.tricks.rules import TrickGame
from zerosum.models.tricks.verify_sample import Sample, openings, positions, sampled

__all__ = ["looked_at", "pack"]


def pack(solution: Data, size: int, seed: int) -> Data:
    """What the positions of the sample are asked; of their children the values only."""
    game = solution.game
    recorder = Recorder(solution, TRICKS)
    sampled(game, recorder, size, seed)
    chosen = {key(position) for position in (*openings(game), *positions(game, size, seed))}
    said = {
        place: answer if place in chosen else answer[:2] for place, answer in sorted(recorder.said.items())
    }
    return {"sample": {"size": size, "seed": seed, "tables": solution.digest()}, TRICKS.what: said}


def looked_at(game: TrickGame, value: Value, data: Data) -> Sample:
    """What the positions of the sample show."""
    size, seed = (data["sample"][name] for name in ("size", "seed"))
    if not (type(size) is type(seed) is int):
        raise InputError("the certificate's sample has a size and a seed, whole numbers")
    reader: Data = Reader(game, value, TRICKS, data[TRICKS.what])  # answers what the verifier asks
    return sampled(game, reader, size, seed)
