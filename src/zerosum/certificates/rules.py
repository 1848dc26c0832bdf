"""The game that a certificate is about: its name in the catalogue, its parameters as typed, its files.

A certificate is data: it names games of the catalogue only. The person who checks names the rules of any other game.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

from zerosum import games
from zerosum.core.data import Data, DataMap, Json
from zerosum.core.errors import GameError, InputError
from zerosum.core.game import Game, parameter_text
from zerosum.core.numbers import number
from zerosum.core.proofs import fields
from zerosum.core.reading import FILES, EnclosedFile, only_files_in
from zerosum.models.matrix_game.rules import MatrixGame
from zerosum.request.flags import REQUIRED, flags_of_game

LONG = 200
"""Maximum number of characters of a matrix whose entries are listed; a larger one is named by its digest."""

SUFFIXES = (".toml", ".json", ".efg")


@contextmanager
def made(said: DataMap, own: type[Game] | None) -> Iterator[Game]:
    """Yield the game that the data describes; `own` are rules given by the person who checks."""
    kind = own or _of_catalogue(said["name"])
    names = _model_in(said, kind)
    if kind is MatrixGame:
        _, payoffs, *_ = fields(said, "name", "payoffs", *names, where="the game")
        yield MatrixGame.of([[Fraction(number(a)) for a in line] for line in payoffs])
        return
    name, parameters, files, *_ = fields(said, "name", "parameters", "files", *names, where="the game")
    with only_files_in():
        paths = {key: _enclosed(key, file) for key, file in files.items()}
        flags = {flag.name: flag for flag in flags_of_game(kind)}
        strange = {*parameters, *paths} - flags.keys()
        if own and (strange or name not in (own.name, own.__name__)):
            raise InputError(f"the certificate is for {name}, not {own.__name__}; give the rules of {name}")
        given = {key: flags[key].value(typed) for key, typed in parameters.items()}
        if any(flag.default is REQUIRED and key not in {*given, *paths} for key, flag in flags.items()):
            raise GameError(f"the certificate does not give all parameters of {kind.__name__}")
        yield kind(**given, **paths)


def model_of(game: Game | type[Game]) -> Json:
    """Return the model of a game, and its engine if it has one, by the names used in files."""
    return {"model": game.model, "engine": game.engine} if game.engine else {"model": game.model}


def _model_in(said: DataMap, kind: type[Game]) -> Json:
    """Return the model and the engine that a file names, which must match its game."""
    names = {key: said[key] for key in ("model", "engine") if key in said}
    if names != model_of(kind):
        model = " ".join(model_of(kind).values())
        raise InputError(f"the certificate and the game have different models: the game's model is {model}")
    return names


def _of_catalogue(name: object) -> type[Game]:
    if name == MatrixGame.name:
        return MatrixGame
    if not isinstance(name, str) or name not in games.CATALOG:
        raise InputError(
            f"{name!r} is not a built-in game; give rules that you trust, such as mygame.py:MyGame"
        )
    return games.load(name)


def _enclosed(key: str, file: Data) -> EnclosedFile:
    """Return the name under which the rules can read a file enclosed in the certificate."""
    suffix, text = fields(file, "suffix", "text", where="a file")
    if key not in FILES or suffix not in SUFFIXES:
        raise InputError(f"the certificate does not contain the file {key}{suffix}")
    return EnclosedFile(f"{key}{suffix}", text)


def named(game: Game, said: DataMap, own: type[Game] | None) -> Json:
    """Return the game's identity: name, model, all parameters, and the digest of every file of rules."""
    which = {"name": game.slug, **model_of(game)}
    if isinstance(game, MatrixGame):
        payoffs = "; ".join(" ".join(line) for line in said["payoffs"])
        shown = payoffs if len(payoffs) <= LONG else _digest(payoffs)
        return {**which, "parameters": {"payoffs": shown}, "files": {}}
    files = {key: _digest(file["text"]) for key, file in said["files"].items()}
    if own:
        files["rules"] = _digest(Path(inspect.getfile(own)).read_text(encoding="utf-8"))
    flags = [flag.name for flag in flags_of_game(type(game)) if flag.name not in files]
    parameters = {name: parameter_text(getattr(game, name)) for name in flags}
    return {**which, "parameters": parameters, "files": files}


def _digest(text: str) -> str:
    return f"SHA-256 {hashlib.sha256(text.encode()).hexdigest()}"
