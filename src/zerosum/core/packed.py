"""Probabilities as packed numbers: whole multiples of 2^-24 in 32 bits, compressed by zlib and written in base 64.

{"numbers": 1470, "text": "eNpj…"}
"""

from __future__ import annotations

import base64
import zlib

import numpy as np

from zerosum.core.arrays import Array
from zerosum.core.errors import InputError
from zerosum.core.proofs import fields

UNIT = 24
"""Probabilities are stored as whole multiples of 2^-24."""


def units_in(said: object, count: int, where: str) -> Array:
    """Unpack exactly `count` numbers of a table, in units of 2^-24, and never more."""
    numbers, text = fields(said, "numbers", "text", where=f"the packed strategy {where}")
    try:
        unpacking = zlib.decompressobj()
        found = unpacking.decompress(base64.b64decode(str(text), validate=True), 4 * count + 1)
    except (ValueError, zlib.error):
        raise InputError(f"the probabilities {where} are not base64-encoded zlib data") from None
    if numbers != count or len(found) != 4 * count or not unpacking.eof or unpacking.unused_data:
        raise InputError(f"the probabilities {where} must be exactly {count:,} packed numbers")
    return np.frombuffer(found, "<u4")
