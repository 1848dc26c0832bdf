"""The game that a certificate is about: its name in the catalogue, its parameters as a person types them, its files.

A certificate is data: it names games of the catalogue only. The person who checks names the rules of any other game.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

from zerosum import games
from zerosum.core.data import DataMap
from zerosum.core.errors import GameError, InputError
from zerosum.core.game import Game
from zerosum.core.numbers import number
from zerosum.core.reading import only_files_in
from zerosum.models.matrix_game.rules import MatrixGame
from zerosum.request.flags import REQUIRED, flags_of_game

FILES = ("path", "board")
"""The parameters that may name a file, by its suffix; the certificate holds what is in it."""

SUFFIXES = (".toml", ".json", ".efg")


@contextmanager
def made(said: DataMap, own: type[Game] | None) -> Iterator[Game]:
    """The game that the data names; `own` are the rules that the person who checks has named."""
    name = said["name"]
    if name == MatrixGame.name and "payoffs" in said:
        yield MatrixGame.of([[Fraction(number(a)) for a in line] for line in said["payoffs"]])
        return
    kind = own or _of_catalogue(name)
    with tempfile.TemporaryDirectory(prefix="zerosum-check-") as folder, only_files_in(Path(folder)):
        paths = {key: _laid_down(Path(folder), key, file) for key, file in said["files"].items()}
        flags = {flag.name: flag for flag in flags_of_game(kind)}
        strange = {*said["parameters"], *paths} - flags.keys()
        if own and (strange or name not in (own.name, own.__name__)):
            raise InputError(f"the certificate is about {name}, not {own.__name__}; name the rules of {name}")
        given = {key: flags[key].value(typed) for key, typed in said["parameters"].items()}
        if any(flag.default is REQUIRED and key not in {*given, *paths} for key, flag in flags.items()):
            raise GameError(f"the certificate does not give all parameters of {kind.__name__}")
        yield kind(**given, **paths)


def _of_catalogue(name: object) -> type[Game]:
    if not isinstance(name, str) or name not in games.CATALOG:
        raise InputError(f"{name!r} is not in the catalogue; name rules that you trust as mygame.py:MyGame")
    return games.load(name)


def _laid_down(folder: Path, key: str, file: Mapping[str, str]) -> str:
    """A file of the certificate, written where the rules can read it."""
    if key not in FILES or file["suffix"] not in SUFFIXES:
        raise InputError(f"the certificate does not contain the file {key}{file['suffix']}")
    path = folder / f"{key}{file['suffix']}"
    path.write_text(file["text"], encoding="utf-8")
    return str(path)
