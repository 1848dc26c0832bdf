"""Results as plain data: what JSON can hold, without a loss."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from zerosum.core.numbers import exact_text

Data = Any
"""Anything that a file of JSON or TOML holds, or that is made from it. The code that reads a part checks what it is."""

Json = dict[str, Data]
"""An object of JSON: whatever such an object may hold."""

DataMap = Mapping[str, Data]
"""What a file of JSON or TOML holds, to be read and not to be changed."""


def plain(item: object) -> Data:
    """Return JSON for a number or a collection of numbers: fractions become strings "p/q", the rest stays.

    A key is its text. If two keys have the same text, as 1 and "1" do, all are written as Python shows them.
    """
    if isinstance(item, Fraction):
        return exact_text(item)
    if isinstance(item, Mapping):
        named = str if len({str(key) for key in item}) == len(item) else repr
        return {named(key): plain(value) for key, value in item.items()}
    if isinstance(item, str | int | float | bool) or item is None:
        return item
    if hasattr(item, "json"):
        return item.json()
    if hasattr(item, "tolist"):
        return plain(item.tolist())
    if isinstance(item, Iterable):
        return [plain(one) for one in item]
    return str(item)
