"""Probabilities as packed numbers: whole units of 2^-24 in 32 bits, compressed by zlib and written in base 64."""

from __future__ import annotations

import base64
import zlib

import numpy as np

from zerosum.core.arrays import Array
from zerosum.core.errors import InputError

UNIT = 24
"""Probabilities are whole numbers of units of 2^-24."""


def units_in(text: object, count: int, where: str) -> Array:
    """The units that a text holds, exactly `count` of them; no more is unpacked."""
    try:
        unpacking = zlib.decompressobj()
        found = unpacking.decompress(base64.b64decode(str(text), validate=True), 4 * count + 1)
    except (ValueError, zlib.error):
        raise InputError(f"the probabilities {where} are not zlib's bytes in base 64") from None
    if len(found) != 4 * count or not unpacking.eof or unpacking.unused_data:
        raise InputError(f"the probabilities {where} must be exactly {count:,} packed numbers")
    return np.frombuffer(found, "<u4")
