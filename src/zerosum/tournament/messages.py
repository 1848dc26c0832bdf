"""Messages between a referee and the process of an entry: one JSON document per line, of bounded length.

A *question* is an observation. Positions are made of tuples, numbers, strings and records, also of a user's own
classes, so each part without a form in JSON is written as `{tag: parts}`. A question is trusted, since it comes
from the referee: reading it makes objects of the classes that it names.

An *answer* is not trusted: any code may have written it. It holds the indices of moves of the question, and
numbers; anything else is a `ProtocolError`, and no objects are made from it.
"""

from __future__ import annotations

import base64
import importlib
import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from zerosum.arena import Observation
from zerosum.core.errors import ZerosumError
from zerosum.core.numbers import Number

MAX_ANSWER = 4096
"""Maximum number of bytes of an answer, besides those for each move."""
MAX_ANSWER_OF_MOVE = 256
"""Maximum number of bytes of an answer for each move."""
MAX_DIGITS = 100
"""Maximum number of digits of each part of a fraction in an answer."""
FRACTION = re.compile(rf"(-?\d{{1,{MAX_DIGITS}}})/(\d{{1,{MAX_DIGITS}}})", re.ASCII)
SAFE = 2**53
"""Integers below this size are written as JSON numbers."""


class ProtocolError(ZerosumError):
    """An error: a process sent something that is not an answer."""


def question_text(seen: Observation) -> str:
    """Write an observation as one line; equal observations have the same text."""
    return json.dumps([seen.side, encode(seen.position), encode(seen.moves)], separators=(",", ":"))


def encode(thing: Any) -> Any:
    """Write anything that Python can copy in JSON, so that `decode` returns an equal object of the same class."""
    kind = type(thing)
    if thing is None or kind in (bool, str) or (kind is int and abs(thing) < SAFE):
        return thing
    if kind is float and math.isfinite(thing):
        return thing
    if kind is list:
        return _encode_parts(thing)
    if kind is tuple:
        return {"tuple": _encode_parts(thing)}
    if kind in (int, float):
        return {kind.__name__: str(thing)}
    if kind is Fraction:
        return {"fraction": f"{thing.numerator}/{thing.denominator}"}
    if kind is bytes:
        return {"bytes": base64.b64encode(thing).decode("ascii")}
    if kind is dict:
        return {"dict": [[encode(key), encode(part)] for key, part in thing.items()]}
    if kind in (set, frozenset):  # sorted, so that equal positions have the same text
        return {kind.__name__: sorted((encode(part) for part in thing), key=json.dumps)}
    if isinstance(thing, type) or hasattr(thing, "__code__"):
        return {"name": f"{thing.__module__}:{thing.__qualname__}"}
    return _encode_object(thing)


def _encode_parts(parts: Sequence[Any]) -> list[Any]:
    """Write the parts of a sequence; histories are long, and consist of strings or small numbers."""
    kinds = set(map(type, parts))
    if kinds == {str} or (kinds == {int} and min(parts) > -SAFE and max(parts) < SAFE):
        return list(parts)
    return [encode(part) for part in parts]


def _encode_object(thing: Any) -> Any:
    """Write an object in the form that `copy` uses."""
    reduced = thing.__reduce_ex__(4)
    if isinstance(reduced, str):
        return {"name": f"{type(thing).__module__}:{reduced}"}
    make, arguments, state, items, pairs = (list(reduced) + [None] * 3)[:5]
    parts = [f"{make.__module__}:{make.__qualname__}", [encode(part) for part in arguments]]
    more = [
        encode(state),
        None if items is None else [encode(one) for one in items],
        None if pairs is None else [[encode(key), encode(one)] for key, one in pairs],
    ]
    return {"object": [*parts, *more] if any(one is not None for one in more) else parts}


def decode(data: Any) -> Any:
    """Decode an object written by `encode`."""
    if isinstance(data, list):
        return data[:] if {str, int}.issuperset(map(type, data)) else [decode(part) for part in data]
    if not isinstance(data, dict):
        return data
    ((tag, parts),) = data.items()
    return _MADE[tag](parts)


def _named(name: str) -> Any:
    module, _, path = name.partition(":")
    found: Any = importlib.import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    return found


def _decode_object(parts: Sequence[Any]) -> Any:
    name, arguments, *more = parts
    thing = _named(name)(*map(decode, arguments))
    if more:
        state, items, pairs = more
        if state is not None:
            _set_state(thing, decode(state))
        for one in items or ():
            thing.append(decode(one))
        for key, one in pairs or ():
            thing[decode(key)] = decode(one)
    return thing


def _set_state(thing: Any, state: Any) -> None:
    if hasattr(thing, "__setstate__"):
        thing.__setstate__(state)
        return
    state, slots = state if isinstance(state, tuple) and len(state) == 2 else (state, None)
    vars(thing).update(state or {})
    for name, part in (slots or {}).items():
        object.__setattr__(thing, name, part)


_MADE: dict[str, Callable[[Any], Any]] = {
    "tuple": lambda parts: tuple(decode(parts)),
    "int": int,
    "float": float,
    "fraction": Fraction,
    "bytes": base64.b64decode,
    "dict": lambda parts: {decode(key): decode(part) for key, part in parts},
    "set": lambda parts: set(map(decode, parts)),
    "frozenset": lambda parts: frozenset(map(decode, parts)),
    "name": _named,
    "object": _decode_object,
}


NAMES = re.compile(r'(?:"name":|"object":\[)"([\w.]+):')
"""Matches a module name in a question; strings of a player have escaped quotation marks."""


def modules_of(question: str) -> set[str]:
    """Return the modules whose classes and functions a query names."""
    return set(NAMES.findall(question))


def answer_data(mix: Mapping[Any, Any], moves: Sequence[Any]) -> list[list[Any]]:
    """Write a mix by the indices of its moves; numbers stay integers, fractions or floats."""
    found = []
    for move, p in mix.items():
        number: Any = p if type(p) is float or (type(p) is int and abs(p) < SAFE) else None
        if isinstance(p, Fraction):
            number = f"{p.numerator}/{p.denominator}"
            if len(number) > 2 * MAX_DIGITS:
                number = float(p)
        elif number is None:
            number = float(p)
        if isinstance(number, float) and not math.isfinite(number):
            number = None
        found.append([moves.index(move), number])
    return found


def read_answer(answer: Mapping[str, Any], moves: Sequence[Any]) -> tuple[dict[Any, Number | int], bool]:
    """Return a mix, and whether all calls of the function returned the same mix."""
    if answer.keys() != {"to", "answer", "same"} or not isinstance(answer["same"], bool):
        raise ProtocolError
    return _mix(answer["answer"], moves), answer["same"]


def read_message(line: bytes) -> dict[str, Any]:
    """Read one message, a JSON object."""
    try:
        found = json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise ProtocolError from None
    if not isinstance(found, dict):
        raise ProtocolError
    return found


def _no_constant(name: str) -> float:
    raise ValueError(name)


def _mix(parts: Any, moves: Sequence[Any]) -> dict[Any, Number | int]:
    if not isinstance(parts, list) or len(parts) > len(moves):
        raise ProtocolError
    found: dict[Any, Number | int] = {}
    for part in parts:
        if not (isinstance(part, list) and len(part) == 2):
            raise ProtocolError
        place, number = part
        if type(place) is not int or not 0 <= place < len(moves):
            raise ProtocolError
        found[moves[place]] = _number(number)
    if len(found) < len(parts):
        raise ProtocolError
    return found


def _number(number: Any) -> Number | int:
    if number is None:
        return math.nan
    if type(number) is float:
        return number
    if type(number) is int and abs(number) < SAFE:
        return number
    parts = FRACTION.fullmatch(number) if isinstance(number, str) else None
    if parts is None or not int(parts[2]):
        raise ProtocolError
    return Fraction(int(parts[1]), int(parts[2]))
