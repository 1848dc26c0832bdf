"""A forger: someone who knows the format of certificates and recomputes checksums.

Each forgery begins with a true certificate of a small game. The claim is moved away from the truth, and the strategies,
and sometimes the game, are changed by mutations of several kinds: numbers, names that read alike or are equal for
Python, types, keys that nobody reads, formats. Nearly all break something; the question is whether any is confirmed.

Games in files are attacked by their names, too: `named_alike` makes games whose turns, moves and labels read alike when
they are joined or are equal in Python, with strategies that are right for the game that a careless reader sees.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import zerosum
from zerosum.certificates import certify, document
from zerosum.certificates.certify import sealed
from zerosum.core.errors import InputError
from zerosum.core.numbers import number, text
from zerosum.core.value import Value

EXAMPLES = Path(__file__).parents[2] / "examples"

GAMES: dict[str, tuple[Any, dict[str, Any]]] = {
    "matrix": ([[2, -1, 4], [0, 3, -1]], {"exact": True}),
    "pennies": ([[1, -1], [-1, 1]], {"exact": True}),
    "tiny matrix": ([[1e-10, 0], [0, 1e-10]], {"exact": True}),
    "staged": ("inspection", {"exact": True}),
    "staged in floats": ("rps", {}),
    "subtraction": ("matches", {"heaps": (2, 3), "takes": None}),
    "subtraction of one heap": ("matches", {"matches": 9}),
    "tricks": ("goofspiel", {"cards": 3, "exact": True}),
    "tricks in floats": ("jujitsu", {"cards": 3}),
    "hidden": ("liars-dice", {"sides": 2}),
    "hidden from a file": ("hidden", {"path": str(EXAMPLES / "one-card-bluff.toml")}),
    "betting": ("kuhn", {}),
    "betting for more": ("kuhn", {"bet": 2}),
    "betting on the line": ("relance", {}),
    "betting with a raise": ("raise", {}),
    "phased": ("two-phase-relance", {"tolerance": 0.05, "cells": 4}),
    "wager": ("red-dog", {"ranks": 6}),
    "drawing": ("seven-and-a-half", {}),
    "stochastic": ("stochastic", {"path": str(EXAMPLES / "shapley.toml")}),
    "stochastic in the limit": ("purgatory", {"levels": 2}),
    "lagged": ("gleason", {}),
    "targets": ("nakai", {"stages": 2}),
    "streets": ("rhode-island", {"ranks": 2, "suits": 3, "first_order": True, "tolerance": 1.0}),
    "allocation": ("battlefields", {"soldiers": 4, "enemy": 3, "fields": (1, 1, 2)}),
    "river": ("river", {"oop": "KK, T9s, 7h6h", "ip": "QQ, AKs", "bets": "pot"}),
    "turn": ("turn", {"oop": "KhKd, Td9d", "ip": "QhQd, AhTc", "stacks": 10}),
    "turn in floats": ("turn", {"oop": "KhKd", "ip": "QhQd, AhTc", "stacks": 10, "tolerance": 0.5}),
    "river in floats": ("river", {"oop": "KK, 7h6h", "ip": "QQ, AhKh", "bets": "pot", "numeric": True}),
}
"""Small games of every model."""

SLOW = {"lagged": 0.05, "phased": 0.2, "targets": 0.3, "drawing": 0.5}
"""How often those are forged whose check takes long, relative to the others."""

NAMES = (
    "nothing",
    "start",
    "",
    "0",
    "1",
    "row",
    "raise",
    "call",
    "fold",
    "discount",
    "beta",
    "value",
    "9 | 9",
    *("a, b", "a", "b", "start, a", " ", ",", " | ", "True", "true", "1.0", "01", "+1", "-1", "None", "()"),
    *(
        "ranges",
        "claims",
        "plans",
        "sample",
        "knowing",
        "state",
        "numbers",
        "text",
        "tables",
        "solution",
        "title",
    ),
)
NUMBERS = (
    *(
        "0",
        "1",
        "-1",
        "1/2",
        "2",
        "1/3",
        "-1/1000000000",
        "999999999/1000000000",
        "9" * 400,
        "1/" + "9" * 400,
    ),
    *("0x0.0000000000001p-1022", "-0x0.0000000000001p-1022", "0x1.fffffffffffffp+1023", "0x1.0p-1074"),
    *("nan", "inf", "0x1.8p-1", "1e9", "", " 1", "1/0", "0/1"),
)


@dataclass(frozen=True)
class Original:
    """A true certificate, and the value of its game."""

    content: dict[str, Any]
    truth: Value


@cache
def original(name: str) -> Original:
    """The certificate of a game by the name above."""
    game, options = GAMES[name]
    solution = zerosum.solve(game, **options)
    return Original(json.loads(certify(solution)), solution.value)


def forgeries(count: int, seed: int) -> Iterator[tuple[str, list[str], dict[str, Any]]]:
    """So many forgeries: where each began, what was done to it, and its content; every claim is false."""
    luck = random.Random(seed)
    names, weights = list(GAMES), [SLOW.get(name, 1.0) for name in GAMES]
    made = 0
    while made < count:
        name = luck.choices(names, weights)[0]
        content = copy.deepcopy(original(name).content)
        truth, done = original(name).truth, list[str]()
        for _ in range(luck.choice((0, 1, 1, 2, 3, 6))):
            kind = luck.choice(list(MUTATIONS))
            with suppress(InputError):  # a number that was spoilt before
                MUTATIONS[kind](luck, content["strategies"])
            done.append(kind)
        if luck.random() < 0.15:
            model = content["game"]["model"]
            alike = [one for one in names if original(one).content["game"]["model"] == model]
            other = luck.choice(alike if luck.random() < 0.7 else names)
            content["game"], truth = copy.deepcopy(original(other).content["game"]), original(other).truth
            done.append(f"the game of {other}")
        if luck.random() < 0.15:
            kind = luck.choice(list(FILE_MUTATIONS))
            FILE_MUTATIONS[kind](luck, content)
            done.append(kind)
        done.append(move_claim(luck, content, truth))
        if is_false(content["value"], truth):
            made += 1
            yield name, done, resealed(content)


def resealed(content: dict[str, Any]) -> dict[str, Any]:
    """The content with a new checksum, in whatever format it says it has."""
    said = content.pop("format")
    content.pop("sha256", None)
    new = {**sealed(content), "format": said}
    return {**new, "sha256": document.digest(new)}


def is_false(claim: dict[str, str], truth: Value) -> bool:
    """Whether a claim lies beside the true value for certain."""
    lower, upper = (Fraction(number(claim[end])) for end in ("lower", "upper"))
    return lower <= upper and (lower > truth.upper or upper < truth.lower)


def move_claim(luck: random.Random, content: dict[str, Any], truth: Value) -> str:
    """A claim beside the truth: narrower, shifted by much or by very little, wide, or that of another game."""
    size = Fraction(luck.choice((1, Fraction(1, 10**3), Fraction(1, 10**9), Fraction(1, 10**15), 10**6)))
    width = size * luck.choice((0, 0, 1, 1000))
    up = luck.random() < 0.5
    near = Fraction(truth.upper) + size if up else Fraction(truth.lower) - size
    ends = (near, near + width) if up else (near - width, near)
    floats = luck.random() < 0.5
    content["value"] = {
        end: text(float(x) if floats else x) for end, x in zip(("lower", "upper"), ends, strict=True)
    }
    return f"claim moved by {float(size):g}, width {float(width):g}"


def containers(said: Any) -> list[Any]:
    """All tables and lists of a tree of data."""
    inner = list(said.values()) if isinstance(said, dict) else said if isinstance(said, list) else []
    return ([said] if isinstance(said, dict | list) else []) + [
        found for one in inner for found in containers(one)
    ]


def is_number(one: object) -> bool:
    """Whether something is the text of a number."""
    return isinstance(one, str) and one[-1:].isdigit() and one.lstrip("-")[:1].isdigit()


def places(one: Any) -> list[Any]:
    return list(one) if isinstance(one, dict) else list(range(len(one)))


def a_mix(luck: random.Random, said: Any) -> tuple[Any, list[Any]]:
    """A table or list of at least two numbers, and its places."""
    mixes = [one for one in containers(said) if len(one) > 1 and all(is_number(one[k]) for k in places(one))]
    one = luck.choice(mixes) if mixes else {}
    return one, places(one)


def rename(luck: random.Random, said: Any) -> None:
    tables = [one for one in containers(said) if isinstance(one, dict) and one]
    if tables:
        table = luck.choice(tables)
        old, new = luck.choice(list(table)), luck.choice((*NAMES, luck.choice(list(table))))
        items = [(new if key == old else key, part) for key, part in table.items()]
        table.clear()
        table.update(items)


def add(luck: random.Random, said: Any) -> None:
    one = luck.choice(containers(said))
    part = copy.deepcopy(luck.choice([one[k] for k in places(one)] or ["1"]))
    part = luck.choice(NUMBERS) if is_number(part) and luck.random() < 0.7 else part
    if isinstance(one, dict):
        one[luck.choice(NAMES)] = part
    else:
        one.insert(luck.randint(0, len(one)), part)


def add_everywhere(luck: random.Random, said: Any) -> None:
    """Each mix gets a move that takes all of its mass."""
    name = luck.choice(NAMES)
    for one in containers(said):
        if one and all(is_number(one[k]) for k in places(one)):
            for k in places(one):
                one[k] = "0"
            if isinstance(one, dict):
                one[name] = "1"
            else:
                one.append("1")
        if isinstance(one, list) and one and not any(is_number(k) or isinstance(k, dict | list) for k in one):
            one.append(name)


def drop(luck: random.Random, said: Any) -> None:
    one = luck.choice(containers(said))
    if len(one):
        del one[luck.choice(places(one))]


def duplicate(luck: random.Random, said: Any) -> None:
    lists = [one for one in containers(said) if isinstance(one, list) and one]
    if lists:
        one = luck.choice(lists)
        one.insert(luck.randint(0, len(one)), copy.deepcopy(luck.choice(one)))


def swap(luck: random.Random, said: Any) -> None:
    one = luck.choice(containers(said))
    if len(one) > 1:
        a, b = luck.sample(places(one), 2)
        one[a], one[b] = one[b], one[a]


def scale(luck: random.Random, said: Any) -> None:
    """The numbers of a table, or all of them, times a factor."""
    factor = Fraction(luck.choice((0, Fraction(1, 2), 2, -1, Fraction(1, 2**1074), 10**9)))
    everywhere = luck.random() < 0.3
    for one in containers(said) if everywhere else [luck.choice(containers(said))]:
        for k in places(one):
            if is_number(one[k]):
                one[k] = text(Fraction(number(one[k])) * factor)


def shift_mass(luck: random.Random, said: Any) -> None:
    one, several = a_mix(luck, said)
    if several:
        a, b = luck.sample(several, 2)
        moved = Fraction(number(one[a])) * luck.choice(
            (1, Fraction(1, 2), Fraction(1, 10**6), Fraction(1, 10**15))
        )
        one[a], one[b] = text(Fraction(number(one[a])) - moved), text(Fraction(number(one[b])) + moved)


def negative_mass(luck: random.Random, said: Any) -> None:
    """A mix that still adds up, with a negative probability."""
    one, several = a_mix(luck, said)
    if several:
        a, b = luck.sample(several, 2)
        for k, sign in ((a, 1), (b, -1)):
            one[k] = text(Fraction(number(one[k])) + sign * luck.choice((1, 10, Fraction(1, 2))))


def denormals(luck: random.Random, said: Any) -> None:
    """The weights of a mix, or of all, as multiples of the smallest float."""
    everywhere = luck.random() < 0.5
    mixes = [one for one in containers(said) if len(one) > 1 and all(is_number(one[k]) for k in places(one))]
    for one in mixes if everywhere else mixes[:1]:
        for k in places(one):
            one[k] = text(5e-324 * luck.randint(0, 3))


def odd_number(luck: random.Random, said: Any) -> None:
    one = luck.choice(containers(said))
    numbers = [k for k in places(one) if is_number(one[k]) or type(one[k]) is int]
    if numbers:
        k = luck.choice(numbers)
        one[k] = luck.choice((0, 1, -1, 2, 10**6)) if type(one[k]) is int else luck.choice(NUMBERS)


def pure(luck: random.Random, said: Any) -> None:
    """A mix becomes one move."""
    one, several = a_mix(luck, said)
    chosen = luck.choice(several) if several else None
    for k in several:
        one[k] = "1" if k == chosen else "0"


def other_word(luck: random.Random, said: Any) -> None:
    """A word in a list or table becomes another one that is there."""
    texts = [(one, k) for one in containers(said) for k in places(one) if isinstance(one[k], str)]
    words = [(one, k) for one, k in texts if not is_number(one[k])]
    if words:
        one, k = luck.choice(words)
        other, there = luck.choice(words)
        one[k] = luck.choice((other[there], luck.choice(NAMES)))


def other_type(luck: random.Random, said: Any) -> None:
    one = luck.choice(containers(said))
    if len(one):
        one[luck.choice(places(one))] = luck.choice((None, True, 0, 1.5, [], {}, "x", [[]], {"": ""}))


def alike(luck: random.Random, said: Any) -> None:
    """A name, or a text, becomes one that reads like it, or that another program would take for it."""
    tables = [one for one in containers(said) if isinstance(one, dict) and one]
    if not tables:
        return
    table = luck.choice(tables)
    old = luck.choice(list(table))
    new = luck.choice(
        [
            *(f" {old}", f"{old} ", old.upper(), f'"{old}"', f"{old}, {old}"),
            *(old.replace(", ", ","), old.replace(" ", "")),
            *{"1": ("True", "1.0", "01", "+1"), "True": ("1",), "0": ("False", "-0")}.get(old, ()),
        ]
    )
    items = [(new if key == old else key, part) for key, part in table.items()]
    items += [(old, table[old])] if luck.random() < 0.5 else []
    table.clear()
    table.update(items)


def number_type(luck: random.Random, said: Any) -> None:
    """Texts become numbers of JSON, or truth values, that Python takes for equal."""
    texts = [(one, k, one[k]) for one in containers(said) for k in places(one) if one[k] in ("0", "1")]
    for one, k, was in texts if luck.random() < 0.5 else texts[:1]:
        one[k] = luck.choice((int(was), bool(int(was)), float(was), f"{was}.0", f"{was}/1"))


def unread(luck: random.Random, said: Any) -> None:
    """A table gets a key that nobody asked for: ranges that are nonsense, a sample, a title."""
    tables = [one for one in containers(said) if isinstance(one, dict)]
    claims = {str(k): "nonsense" for k in range(luck.randint(1, 17))}
    part = luck.choice(
        ({"row": {"claims": claims}}, {"claims": claims, "plans": [], "bounds": []}, "G", [], {}, "1")
    )
    luck.choice(tables)[luck.choice(NAMES)] = part


MUTATIONS: dict[str, Callable[[random.Random, Any], None]] = {
    mutation.__name__: mutation
    for mutation in (
        *(rename, add, add_everywhere, drop, duplicate, swap, scale, shift_mass, negative_mass),
        *(denormals, odd_number, pure, other_word, other_type, alike, number_type, unread),
    )
}


def unread_part(luck: random.Random, content: Any) -> None:
    """The file, the game, the claim or a file of the game gets a key that nobody asked for."""
    parts = [content, content["game"], content["value"], *content["game"].get("files", {}).values()]
    luck.choice(parts)[luck.choice(NAMES)] = luck.choice(("1", {}, "x", {"sample": {}}))


def other_format(luck: random.Random, content: Any) -> None:
    content["format"] = luck.choice(
        (
            "zerosum certificate 1",
            "zerosum certificate 3",
            "zerosum solution 2",
            "zerosum certificate 4.0",
            3,
            None,
        )
    )


def other_parameter(luck: random.Random, content: Any) -> None:
    """A parameter of the game is left out, is of another type, or one is made up."""
    parameters = content["game"].get("parameters", {})
    if parameters and luck.random() < 0.7:
        name = luck.choice(list(parameters))
        parameters[name] = luck.choice(
            (True, 1, None, [], f" {parameters[name]}", f"{parameters[name]}.0", "1")
        )
    else:
        parameters[luck.choice(NAMES)] = "1"


def other_name(luck: random.Random, content: Any) -> None:
    content["game"][luck.choice(("name", "model", "engine"))] = luck.choice(
        ("matrix", "matrix_game", "kuhn", "hidden", "river", "", 1, True, None)
    )


FILE_MUTATIONS: dict[str, Callable[[random.Random, Any], None]] = {
    mutation.__name__: mutation for mutation in (unread_part, other_format, other_parameter, other_name)
}


LABELS: tuple[tuple[Any, Any], ...] = (
    *(
        (True, 1),
        (1, "1"),
        (0, False),
        (1, 1.0),
        ("1", 1),
        ("a", " a"),
        ("a, b", "a,b"),
        ("1", "01"),
        (None, "None"),
    ),
    *(([1], [True]), ("1.0", 1.0), ("true", True), ("x", "x")),
)
"""Pairs of labels that a careless reader takes for one, or for two."""


def named_alike(luck: random.Random) -> tuple[str, dict[str, Any]]:
    """A guess of a coin that row does not see, if the two labels are one; the claim is that row wins it always."""
    one, two = luck.choice(LABELS)
    tables = {
        "start": {"chance": {"h": 1, "t": 1}, "to": "nobody", "then": {"h": "H", "t": "T"}},
        "H": {"player": "row", "knows": one, "moves": {"h": 1, "t": -1}},
        "T": {"player": "row", "knows": two, "moves": {"h": -1, "t": 1}},
    }
    right = {"h": "1", "t": "0"}, {"h": "0", "t": "1"}
    content = {
        "version": "0",
        "game": {
            "name": "hidden",
            "parameters": {},
            "files": {"path": {"suffix": ".json", "text": json.dumps(tables)}},
            "model": "hidden",
        },
        "method": "forged",
        "value": {"lower": "1", "upper": "1"},
        "strategies": {
            "knowing": {f"row | {label}": mix for label, mix in zip((one, two), right, strict=True)}
        },
    }
    return f"labels {one!r} and {two!r}", sealed(content)


def joined_alike(luck: random.Random) -> tuple[str, dict[str, Any]]:
    """A betting tree with two turns whose histories read alike when joined; col must pay 100 at one of them.

    The claim is that col pays nothing there, and the strategies name the turn once, with the moves of the other.
    """
    parts = [luck.choice(("a", "b", "1", "x, y", "bet", " ", "start")) for _ in range(luck.randint(2, 4))]
    cut = luck.randint(1, len(parts) - 1)
    comma = luck.choice((", ", ",", " , "))
    first, second = comma.join(parts[:cut]), comma.join(parts[cut:])
    both = comma.join((first, second))

    def quoted(name: str) -> str:
        return json.dumps(name)

    lines = [
        *("[start]", 'player = "B"', "actions.give = { fold = 0 }", 'actions.go = { to = "r" }'),
        *("[r]", 'player = "A"', f'actions.{quoted(first)} = {{ to = "n" }}'),
        f'actions.{quoted(both)} = {{ to = "t2" }}',
        *("[n]", 'player = "A"', f'actions.{quoted(second)} = {{ to = "t1" }}'),
        *("[t1]", 'player = "A"', "actions.one = { fold = 100 }", "actions.two = { fold = 100 }"),
        *("[t2]", 'player = "A"', *(f"actions.{k} = {{ fold = 100 }}" for k in ("one", "two", "three"))),
    ]

    def turn(actions: list[str]) -> dict[str, Any]:
        mix = ["0"] * (len(actions) - 1) + ["1"]
        return {"actions": actions, "ends": ["0", "1"], "mixes": [mix]}

    turns = {
        "start": {"actions": ["give", "go"], "ends": ["0", "1"], "mixes": [["1", "0"]]},
        "go": turn([first, both]),
        f"go, {first}": turn([second]),
        f"go, {both}": turn(luck.choice((["one", "two"], ["one", "two", "three"]))),
    }
    content = {
        "version": "0",
        "game": {
            "name": "betting",
            "parameters": {},
            "files": {"path": {"suffix": ".toml", "text": "\n".join(lines) + "\n"}},
            "model": "continuum",
        },
        "method": "forged",
        "value": {"lower": "0", "upper": "0"},
        "strategies": {"turns": turns},
    }
    return f"actions {first!r}, {second!r} and {both!r}", sealed(content)


def forged_names(count: int, seed: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """So many forgeries of games in files whose names collide."""
    luck = random.Random(seed)
    for _ in range(count):
        yield luck.choice((named_alike, joined_alike))(luck)
