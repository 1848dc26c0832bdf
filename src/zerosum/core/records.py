"""Conversion of records, the parts of solutions, to data and back; each part is written once, and named by its
index in a list.

None, true, 7, "text"                    themselves
{"q": "-1/18"}, {"f": "0x1.8p-1"}        a fraction, a float
{"game": true}, {"class": "Codes"}       the game that the solution is about, a class
{"enum": ["Suit", "RED"]}                a member of an enumeration, by its class and its name
{"at": 3}                                the part with this index, one of
    ["tuple", ...], ["list", ...], ["set", ...], ["frozenset", ...]
    ["slice", start, stop, step], ["range", start, stop, step]
    ["dict", its class unless it is dict, key, value, ...]
    ["array", dtype, shape, base64 of zlib], ["objects", shape, ...], ["numbers", typecode, base64 of zlib]
    ["record", class, {"field": ...}]

A class is named by one word. It is one of those that the game's model lists (`records` of its family), or it is
defined in the module of the game's class or of one of its bases. No other class can be named.
"""

from __future__ import annotations

import array
import base64
import enum
import math
import sys
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from types import MappingProxyType

import numpy as np

from zerosum.core.data import Data, Json
from zerosum.core.errors import InputError, Unavailable
from zerosum.core.game import Game
from zerosum.core.limits import require_budget
from zerosum.core.numbers import number, text
from zerosum.core.value import Value

COLLECTIONS: dict[str, Callable[[Iterable[Data]], Data]] = {
    "tuple": tuple,
    "list": list,
    "set": set,
    "frozenset": frozenset,
}

ITEMS = "items"
"""The name under which the content of an instance of a subclass of tuple, int or str is written."""
PLAIN: tuple[type[Data], ...] = (tuple, int, str)
"""Classes whose subclasses are written with their content."""

MAX_INTEGER = 10**15
"""Whole numbers up to this size are written as JSON numbers."""

MAX_SIZE = 50_000_000
"""Maximum number of parts of a record, counting repeated parts each time."""
MAX_HASHED = 100_000
"""Maximum number of parts of a tuple or a frozen set, which may be a key and is then hashed completely at every use."""
MAX_KEYS = 200_000_000
"""Maximum total number of parts in the keys of tables and the members of sets, which are hashed."""
MAX_ALIKE = 1000
"""Number of keys above which most of them may not have the same hash."""
MAX_BYTES = 1_000_000_000
"""Maximum size of all packed arrays of a file together, in bytes."""


Kinds = Mapping[str, type]
"""The classes that a file may name."""


def kinds_of(game: Game, listed: Iterable[type]) -> Kinds:
    """Return the classes that a solution of a game may contain: the listed ones, and those defined next to the
    rules.
    """
    found: dict[str, type] = {}
    for base in type(game).__mro__:
        if issubclass(base, Game):
            _gather(vars(sys.modules[base.__module__]), base.__module__, found)
    return found | {kind.__qualname__: kind for kind in (Value, *listed)}


def _gather(names: Mapping[str, object], module: str, found: dict[str, type]) -> None:
    """Add the classes that a module defines, including nested ones, but no games."""
    for kind in names.values():
        if not isinstance(kind, type) or kind.__module__ != module or issubclass(kind, Game):
            continue
        if kind.__qualname__ not in found:
            found[kind.__qualname__] = kind
            _gather(vars(kind), module, found)


class Writer:
    """A writer of objects into `records`, parts before the whole."""

    def __init__(self, game: Game, kinds: Kinds) -> None:
        self.game, self.kinds = game, kinds
        self.records: list[Json | list[Data]] = []
        self._places: dict[int, tuple[int, Data]] = {}

    def write(self, thing: Data) -> Data:
        """Return an object as data."""
        if isinstance(thing, enum.Enum):
            return {"enum": [self._name(type(thing)), thing.name]}
        if thing is None or type(thing) in (bool, str) or (type(thing) is int and abs(thing) < MAX_INTEGER):
            return thing
        if isinstance(thing, np.generic):
            return self.write(thing.item())
        if isinstance(thing, float):
            return {"f": float(thing).hex()}
        if type(thing) in (int, Fraction):
            return {"q" if type(thing) is Fraction else "z": text(thing)}
        if thing is self.game:
            return {"game": True}
        if isinstance(thing, type):
            return {"class": self._name(thing)}
        if id(thing) not in self._places:
            record = self._record(thing)
            self.records.append(record)
            self._places[id(thing)] = (
                len(self.records) - 1,
                thing,
            )  # keep it, so that no other object gets its id
        return {"at": self._places[id(thing)][0]}

    def _record(self, thing: Data) -> list[Data]:
        if type(thing).__name__ in COLLECTIONS and type(thing).__module__ == "builtins":
            return [type(thing).__name__, *map(self.write, thing)]
        if isinstance(thing, slice | range):
            return [type(thing).__name__, *map(self.write, (thing.start, thing.stop, thing.step))]
        if isinstance(thing, dict | MappingProxyType):
            kind = None if type(thing) in (dict, MappingProxyType) else self.write(type(thing))
            return ["dict", kind, *(self.write(part) for pair in thing.items() for part in pair)]
        if isinstance(thing, np.ndarray):
            if thing.dtype == object:
                return ["objects", list(thing.shape), *map(self.write, thing.ravel())]
            packed = np.ascontiguousarray(thing).tobytes()
            return ["array", thing.dtype.newbyteorder("<").str, list(thing.shape), _packed(packed)]
        if isinstance(thing, array.array):
            return ["numbers", thing.typecode, _packed(thing.tobytes())]
        return ["record", self._name(type(thing)), {k: self.write(v) for k, v in _parts(thing).items()}]

    def _name(self, kind: type) -> str:
        """Return the name of a class, if a reader can find the class by it."""
        if self.kinds.get(kind.__qualname__) is not kind:
            raise Unavailable(
                f"this solution cannot be saved; it contains a {kind.__module__}.{kind.__qualname__}"
            )
        return kind.__qualname__


def _parts(thing: Data) -> dict[str, Data]:
    """Return the fields of a record without cached values, or the state that the record itself defines."""
    if _keeps(type(thing)):
        said: dict[str, Data] = thing.__getstate__()
        return said
    if hasattr(thing, "_asdict"):
        parts: dict[str, Data] = thing._asdict()
        return parts
    if is_dataclass(thing):
        return {field.name: getattr(thing, field.name) for field in fields(thing)}
    for plain in PLAIN:
        if isinstance(thing, plain):
            return {ITEMS: plain(thing)}
    return dict(vars(thing))


def _keeps(kind: type) -> bool:
    """Return whether a class itself defines its saved state; for records with slots, `dataclass` defines it."""
    return "__setstate__" in vars(kind) and not (is_dataclass(kind) and "__slots__" in vars(kind))


class Reader:
    """A reader of what a `Writer` wrote; `game` is the game of the solution.

    A record may be used by many others, so a short file can describe something huge: a pair of a pair of a pair …,
    forty levels deep, has 2⁴⁰ leaves. The size of each record, written out in full, is computed before the record
    is made, and is limited.
    """

    def __init__(self, game: Game, kinds: Kinds, records: list[Data]) -> None:
        self.game, self.kinds = game, kinds
        self.made: list[Data] = []
        self._sizes: list[int] = []
        self._bytes_left, self._keys_left = MAX_BYTES, MAX_KEYS
        for record in records:
            parts = record[-1].values() if record[0] == "record" else record[1:]
            size = 1 + sum(self._size(part) for part in parts)
            most = MAX_HASHED if record[0] in ("tuple", "frozenset") else MAX_SIZE
            if size > most:
                raise InputError(
                    f"a saved solution may not contain a {record[0]} of more than {most:,} parts"
                )
            self._keys_left -= size if record[0] in ("dict", "set", "frozenset") else 0
            if self._keys_left < 0:
                raise InputError(f"the keys of a saved solution have more than {MAX_KEYS:,} parts")
            self._sizes.append(size)
            self.made.append(self._thing(*record))

    def _size(self, said: Data) -> int:
        """Return the number of parts of the object that the data describes, written out in full."""
        return self._sizes[said["at"]] if isinstance(said, dict) and "at" in said else 1

    def read(self, said: object) -> Data:
        """Rebuild the object described by the data."""
        if not isinstance(said, dict):
            return said
        [(kind, what)] = said.items()
        match kind:
            case "at":
                return self.made[what]
            case "q" | "z":
                return Fraction(number(what)) if kind == "q" else int(number(what))
            case "f":
                return float.fromhex(what)
            case "class":
                return self._class(what)
            case "enum":
                name, member = what
                members = self._class(name)
                if not issubclass(members, enum.Enum) or member not in members.__members__:
                    which = f"{member!r:.60} of {name:.60}"
                    raise InputError(f"a saved solution refers to {which}, which has no such member")
                return members[member]
            case "game":
                return self.game
        raise ValueError(f"{kind!r} is not a kind of value in a saved solution")

    def _thing(self, what: str, *said: Data) -> Data:
        if what in COLLECTIONS:
            collected = [self.read(one) for one in said]
            if what in ("set", "frozenset"):
                _reject_collisions(collected)
            return COLLECTIONS[what](collected)
        match what:
            case "dict":
                kind, *parts = map(self.read, said)
                _reject_collisions(parts[::2])
                made_dict = dict.__new__(kind or dict)  # rejects a class that is not a dictionary
                dict.update(made_dict, zip(parts[::2], parts[1::2], strict=True))
                return made_dict
            case "slice" | "range":
                return (slice if what == "slice" else range)(*map(self.read, said))
            case "array":
                kind, shape, packed = np.dtype(said[0]), said[1], said[2]
                if kind.kind not in "biufc" or not all(type(n) is int and n >= 0 for n in shape):
                    raise InputError(f"a saved solution may contain arrays of numbers, not of {said[0]!r}")
                raw = self._unpacked(packed, math.prod(shape) * kind.itemsize)
                return np.frombuffer(raw, kind).reshape(shape).copy()
            case "objects":
                made = np.empty(len(said) - 1, object)
                made[:] = [self.read(part) for part in said[1:]]
                return made.reshape(said[0])
            case "numbers":
                return array.array(said[0], self._unpacked(said[1]))
            case "record":
                return self._record(self._class(said[0]), {k: self.read(v) for k, v in said[1].items()})
        raise ValueError(f"{what!r} is not a kind of record in a saved solution")

    def _unpacked(self, said: str, size: int | None = None) -> bytes:
        """Return the bytes of a packed array; exactly `size` bytes, if the size is known."""
        most = self._bytes_left if size is None else size
        if most > self._bytes_left:
            raise InputError(f"the arrays of a saved solution have more than {MAX_BYTES:,} bytes")
        require_budget("an array of a saved solution", memory=most if size is not None else 0)
        try:
            raw = zlib.decompressobj().decompress(base64.b64decode(said, validate=True), most + 1)
        except (ValueError, zlib.error):
            raise InputError("an array of a saved solution is not base64-encoded zlib data") from None
        if len(raw) > most or (size is not None and len(raw) != size):
            raise InputError("an array of a saved solution does not have the size that it declares")
        self._bytes_left -= len(raw)
        return raw

    def _class(self, name: str) -> type:
        """Return a class that the model lists, or that is defined next to the rules."""
        if name not in self.kinds:
            raise InputError(f"a solution of {self.game.slug} cannot contain {name!r:.60}")
        return self.kinds[name]

    def _record(self, kind: type[Data], parts: dict[str, Data]) -> Data:
        """Rebuild a record with these fields, without calling its functions."""
        if hasattr(kind, "_fields"):
            return tuple.__new__(kind, [parts[name] for name in kind._fields])
        for plain in PLAIN:
            if issubclass(kind, plain):
                if type(parts[ITEMS]) is not plain:
                    raise ValueError(f"a {kind.__qualname__} must contain one {plain.__name__}")
                return plain.__new__(kind, parts[ITEMS])
        made = object.__new__(kind)
        if _keeps(kind):
            made.__setstate__(parts)
            return made
        if is_dataclass(kind) and {field.name for field in fields(kind)} != parts.keys():
            raise ValueError(f"the fields of {kind.__qualname__} do not match its definition")
        for name, part in parts.items():
            object.__setattr__(made, name, part)
        return made


def _packed(raw: bytes) -> str:
    return base64.b64encode(zlib.compress(raw)).decode("ascii")


def _reject_collisions(keys: list[Data]) -> None:
    """Reject keys chosen to have equal hashes, since they would make a table take quadratic time."""
    if len(keys) > MAX_ALIKE and 2 * len({hash(key) for key in keys}) < len(keys):
        raise InputError("many keys of a saved solution are the same, or have the same hash")
