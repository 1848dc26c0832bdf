"""`zerosum play GAME`: a person against the solution, in any terminal or through a pipe."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from zerosum.arena import Session
from zerosum.cli.request import LIMIT, needs, read
from zerosum.cli.seat import Replay, Seat, asker
from zerosum.cli.solve import solved
from zerosum.cli.transcript import PLACES, check_writable, read_transcript, write_transcript
from zerosum.core.data import Json
from zerosum.core.errors import InputError
from zerosum.core.game import Game
from zerosum.core.sides import SIDES, other
from zerosum.models.family import arena_for
from zerosum.request import Options, Request
from zerosum.request.flags import Flag
from zerosum.request.loading import looks_like_a_file
from zerosum.request.players import read_player

__all__ = ["play"]

FLAGS = (
    Flag(
        "against",
        str,
        "equilibrium",
        "the rival: equilibrium, uniform, another of the game's, or file.py:function",
    ),
    Flag("seed", int, None, "play the same cards again"),
    Flag("rounds", int, None, "stop after so many rounds"),
    Flag("coach", bool, False, "after each move, tell what it cost"),
    Flag("save", Path, None, "write a transcript to this file"),
    Flag("replay", Path, None, "show a saved transcript instead of asking; it names its game itself"),
    Flag("trust", bool, False, "let the transcript run the Python files that it names"),
)


def _flags(game: type[Game]) -> tuple[Flag, ...]:
    """The flags; a side can be called what the game calls it."""
    named = {name: side for side, name in game.seats.items()}
    also = "".join(f"; {name} is {side}" for name, side in named.items() if name != side)
    choices = tuple(dict.fromkeys([*SIDES, *named]))
    return (
        Flag("side", str, "row", f"your side{also}", choices, parse=lambda text: named.get(text, text)),
        *FLAGS,
    )


def play(*tokens: str) -> None:
    """Play a game against its solution, on either side."""
    if tokens and tokens[0].startswith("-") and (file := _replayed(tokens)):
        tokens = (*_transcript(file, "--trust" in tokens)["game"], *_own_words(tokens))
    request = read("play", tokens, _flags, play.__doc__ or "")
    if request is None:
        return
    given = request.extra
    _check(given)
    if "replay" in given:
        saved = _transcript(given["replay"], given.get("trust", False))
        request = _agreed(request, saved)
        place = _place(request, saved)
        seat: Seat = Replay(place, saved, coached=given.get("coach", False), limit=given.get("rounds"))
    else:
        place = _place(request, given)
        seat = Seat(place, asker(), coached=given.get("coach", False), limit=given.get("rounds"))
    if "save" in given:
        check_writable(given["save"])
    seat.run()
    if "save" in given:
        write_transcript(given["save"], request, place)


def _transcript(file: Path, trusted: bool) -> Json:
    """A transcript, which is data: it names no file that would run, unless it is trusted, and none to write."""
    saved = read_transcript(file)
    words = [*saved["game"][:1], saved["rival"]]
    if not trusted and any(map(looks_like_a_file, words)):
        named = next(word for word in words if looks_like_a_file(word))
        raise InputError(f"the transcript would run {named!r}; add --trust if you trust that file")
    for word in saved["game"]:
        if word.partition("=")[0] in {*(flag.typed for flag in (*_flags(Game), LIMIT)), *PLACES}:
            raise InputError(f"a transcript names a game and its parameters, and not {word!r}")
    return saved


def _place(request: Request, given: Options) -> Session:
    """A table with the side, the rival and the seed that were given or saved."""
    arena = arena_for(request.game, lambda: solved(request))
    side = given.get("side", arena.sides[0])
    roster = arena.roster(other(side))
    named = given.get("rival") or given.get("against") or next(iter(roster))
    return Session(
        arena,
        side=side,
        rival=read_player(named, roster),
        seed=given.get("seed", secrets.randbelow(2**31)),
    )


def _check(given: Options) -> None:
    """Refuse numbers that make no sense."""
    for name, least in (("rounds", 1), ("seed", 0)):
        if given.get(name, least) < least:
            raise InputError(f"--{name} takes a whole number from {least} up, not {given[name]}")
    needs(given, "trust", "replay")


def _replayed(tokens: Sequence[str]) -> Path | None:
    """The file after --replay."""
    for word, after in zip(tokens, [*tokens[1:], ""], strict=True):
        if word.startswith("--replay="):
            return Path(word.removeprefix("--replay="))
        if word == "--replay" and after:
            return Path(after)
    return None


def _own_words(tokens: Sequence[str]) -> Sequence[str]:
    """The words themselves, if all flags are this command's own."""
    own = {flag.typed for flag in _flags(Game)} | {"--help"}
    for word in tokens:
        if word.startswith("--") and (flag := word.partition("=")[0]) not in own:
            raise InputError(
                f"the transcript says which game was played; leave out {flag}, or name the game first"
            )
    return tokens


def _agreed(request: Request, saved: Json) -> Request:
    """The request for the transcript's game; refused if the person typed another game, side, rival or seed."""
    own = read("play", saved["game"], _flags)
    if own is None:
        raise InputError("the transcript names no game")
    bare = len(request.typed) == 1 and type(request.game).__qualname__ == type(own.game).__qualname__
    asked, kept = ((game.title, game.parameters()) for game in (request.game, own.game))
    if not bare and asked != kept:
        raise InputError(
            f"the transcript is of {own.game.title}, not of {request.game.title}; leave the game out to see it"
        )
    told = {"side": saved["side"], "against": saved["rival"], "seed": saved["seed"]}
    for name, value in told.items():
        if request.extra.get(name, value) != value:
            raise InputError(f"the transcript was played with --{name} {value}, not {request.extra[name]}")
    return replace(own, extra=request.extra)
