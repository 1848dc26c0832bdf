"""Records as data and back: what solutions are made of, each part written once and named by its place in a list.

None, true, 7, "text"                    themselves
{"q": "-1/18"}, {"f": "0x1.8p-1"}        a fraction, a float
{"game": true}, {"class": "..."}         the game that the solution is about, a class
{"at": 3}                                the part at this place, one of
    ["tuple", ...], ["list", ...], ["set", ...], ["frozenset", ...], ["slice", start, stop, step]
    ["dict", its class if it has one of its own, key, value, ...]
    ["array", dtype, shape, base64 of zlib], ["objects", shape, ...], ["numbers", typecode, base64 of zlib]
    ["record", class, {"field": ...}]
"""

from __future__ import annotations

import array
import base64
import importlib
import math
import zlib
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from fractions import Fraction
from types import MappingProxyType

import numpy as np

from zerosum.core.data import Data, Json
from zerosum.core.errors import InputError, Unavailable
from zerosum.core.game import Game
from zerosum.core.limits import afford
from zerosum.core.moved import current_name
from zerosum.core.numbers import number, text

PACKAGE, OWN = "zerosum.", "own"

COLLECTIONS: dict[str, Callable[[Iterable[Data]], Data]] = {
    "tuple": tuple,
    "list": list,
    "set": set,
    "frozenset": frozenset,
}

ITEMS = "items"
"""What a tuple of a class of its own holds is called so."""

LARGEST = 10**15
"""Whole numbers up to this are written as JSON's."""

MOST_SIZE = 50_000_000
"""Maximum number of parts of a record, written out in full."""
MOST_HASHED = 100_000
"""Maximum number of parts of a tuple or a frozen set, which may be a key and is then hashed whole, each time."""
MOST_KEYS = 200_000_000
"""Maximum number of parts of all keys of tables and of all members of sets together: each of them is hashed."""
MOST_ALIKE = 1000
"""Number of keys from which on they may not have the same hash for the most part."""
MOST_BYTES = 1_000_000_000
"""Maximum size of all packed arrays of a file together, in bytes."""


class Writer:
    """Writes things into `records`, parts before the whole."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.records: list[Json | list[Data]] = []
        self._places: dict[int, tuple[int, Data]] = {}

    def write(self, thing: Data) -> Data:
        """A thing as data."""
        if thing is None or isinstance(thing, bool | str) or (type(thing) is int and abs(thing) < LARGEST):
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
            self._places[id(thing)] = len(self.records) - 1, thing  # kept, so that no other has its number
        return {"at": self._places[id(thing)][0]}

    def _record(self, thing: Data) -> list[Data]:
        if type(thing).__name__ in COLLECTIONS and type(thing).__module__ == "builtins":
            return [type(thing).__name__, *map(self.write, thing)]
        if isinstance(thing, slice):
            return ["slice", *map(self.write, (thing.start, thing.stop, thing.step))]
        if isinstance(thing, dict | MappingProxyType):
            kind = self.write(type(thing)) if type(thing).__module__.startswith(PACKAGE) else None
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
        """A class by its module and name; only those that a reader will find."""
        if kind.__module__.startswith(PACKAGE):
            return f"{kind.__module__}:{kind.__qualname__}"
        if kind.__module__ == type(self.game).__module__:
            return f"{OWN}:{kind.__qualname__}"
        raise Unavailable(f"this solution cannot be saved: it holds a {kind.__module__}.{kind.__qualname__}")


def _parts(thing: Data) -> dict[str, Data]:
    """The fields of a record without its cached values, or the state that the record itself says it keeps."""
    if _keeps(type(thing)):
        said: dict[str, Data] = thing.__getstate__()
        return said
    if hasattr(thing, "_asdict"):
        parts: dict[str, Data] = thing._asdict()
        return parts
    if is_dataclass(thing):
        return {field.name: getattr(thing, field.name) for field in fields(thing)}
    return {ITEMS: tuple(thing)} if isinstance(thing, tuple) else dict(vars(thing))


def _keeps(kind: type) -> bool:
    """Whether a class says itself what is to be kept of it; records with slots inherit such words from `dataclass`."""
    return "__setstate__" in vars(kind) and not (is_dataclass(kind) and "__slots__" in vars(kind))


class Reader:
    """Reads what a writer wrote; `game` is the game that the solution is about.

    A record may be used by many others, so a short file can stand for something huge: a pair of a pair of a pair …,
    forty deep, has 2⁴⁰ ends. The size of each record, written out in full, is counted before it is made, and limited.
    """

    def __init__(self, game: Game, records: list[Data]) -> None:
        self.game = game
        self.made: list[Data] = []
        self._sizes: list[int] = []
        self._bytes_left, self._keys_left = MOST_BYTES, MOST_KEYS
        for record in records:
            size = 1 + sum(self._size(part) for part in _parts_of(record))
            most = MOST_HASHED if record[0] in ("tuple", "frozenset") else MOST_SIZE
            if size > most:
                raise InputError(f"a saved solution holds a {record[0]} of more than {most:,} parts")
            self._keys_left -= size if record[0] in ("dict", "set", "frozenset") else 0
            if self._keys_left < 0:
                raise InputError(f"the keys of a saved solution have more than {MOST_KEYS:,} parts")
            self._sizes.append(size)
            self.made.append(self._thing(*record))

    def _size(self, said: Data) -> int:
        """How many parts something has that data names, written out in full."""
        return self._sizes[said["at"]] if isinstance(said, dict) and "at" in said else 1

    def read(self, said: object) -> Data:
        """The thing that data says."""
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
            case "game":
                return self.game
        raise ValueError(f"{kind!r} is not a kind of value in a saved solution")

    def _thing(self, what: str, *said: Data) -> Data:
        if what in COLLECTIONS:
            collected = [self.read(one) for one in said]
            if what in ("set", "frozenset"):
                _refuse_collisions(collected)
            return COLLECTIONS[what](collected)
        match what:
            case "dict":
                kind, *parts = map(self.read, said)
                _refuse_collisions(parts[::2])
                made_dict = dict.__new__(kind or dict)  # refuses a class that is not a dictionary
                dict.update(made_dict, zip(parts[::2], parts[1::2], strict=True))
                return made_dict
            case "slice":
                return slice(*map(self.read, said))
            case "array":
                kind, shape, packed = np.dtype(said[0]), said[1], said[2]
                if kind.kind not in "biufc" or not all(type(n) is int and n >= 0 for n in shape):
                    raise InputError(f"a saved solution holds arrays of numbers, not of {said[0]!r}")
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
        """The bytes of a packed array; of `size` bytes exactly, if that is known."""
        most = self._bytes_left if size is None else size
        if most > self._bytes_left:
            raise InputError(f"the arrays of a saved solution have more than {MOST_BYTES:,} bytes")
        afford("an array of a saved solution", memory=most if size is not None else 0)
        raw = zlib.decompressobj().decompress(base64.b64decode(said), most + 1)
        if len(raw) > most or (size is not None and len(raw) != size):
            raise InputError("an array of a saved solution does not have the size that it declares")
        self._bytes_left -= len(raw)
        return raw

    def _class(self, name: str) -> type:
        """A class of this package, or of the module that holds the rules."""
        module, _, path = current_name(name).partition(":")
        if module != OWN and not module.startswith(PACKAGE):
            raise InputError(f"a saved solution holds records of this package, not of {module}")
        found: Data = importlib.import_module(type(self.game).__module__ if module == OWN else module)
        for part in path.split("."):
            found = getattr(found, part)
        own = type(self.game).__module__
        if not isinstance(found, type) or not (
            found.__module__.startswith(PACKAGE) or found.__module__ == own
        ):
            raise InputError(f"a saved solution holds records of this package, and {name} is not one")
        return found

    @staticmethod
    def _record(kind: type[Data], parts: dict[str, Data]) -> Data:
        """A record with these fields, its functions not called."""
        if hasattr(kind, "_fields"):
            return tuple.__new__(kind, [parts[name] for name in kind._fields])
        if issubclass(kind, tuple):
            return tuple.__new__(kind, parts[ITEMS])
        made = object.__new__(kind)
        if _keeps(kind):
            made.__setstate__(parts)
            return made
        if is_dataclass(kind) and {field.name for field in fields(kind)} != parts.keys():
            raise ValueError(f"the fields of {kind.__qualname__} are others")
        for name, part in parts.items():
            object.__setattr__(made, name, part)
        return made


def _packed(raw: bytes) -> str:
    return base64.b64encode(zlib.compress(raw)).decode("ascii")


def _refuse_collisions(keys: list[Data]) -> None:
    """Refuse keys that were chosen to have the same hash, with which a table takes time with the square of its size."""
    if len(keys) > MOST_ALIKE and 2 * len({hash(key) for key in keys}) < len(keys):
        raise InputError("many keys of a saved solution are the same, or have the same hash")


def _parts_of(record: list[Data]) -> Iterable[Data]:
    """What a record names: its items, the ends of its pairs, its fields."""
    return record[-1].values() if record[0] == "record" else record[1:]
