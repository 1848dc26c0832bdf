"""Results as plain data that JSON can hold, without loss."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from zerosum.core.numbers import exact_text

Data = Any
"""Any value in a JSON or TOML file, or made from one. The code that reads a part checks its type."""

Json = dict[str, Data]
"""A JSON object, with any values."""

DataMap = Mapping[str, Data]
"""The content of a JSON or TOML file, read-only."""


def plain(item: object) -> Data:
    """Return JSON for a number or a collection of numbers: fractions become strings "p/q", the rest stays.

    A key is converted by `str`. If two keys have the same text, for example 1 and "1", all keys are converted by
    `repr`.
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
