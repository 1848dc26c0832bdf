"""Write a certificate of a solution. It is checked before it is returned, so nothing here has to be trusted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from zerosum import __version__
from zerosum.certificates import document, rules
from zerosum.certificates.check import judged
from zerosum.core.data import Json
from zerosum.core.errors import InputError, Unavailable
from zerosum.core.game import Game, parameter_text
from zerosum.core.numbers import text
from zerosum.core.reading import FILES, read_text
from zerosum.core.solution import Solution
from zerosum.core.verdict import Verdict, widened
from zerosum.models.matrix_game.rules import MatrixGame
from zerosum.request.flags import Flag, flags_of_game


def certify(solution: Solution, size: int | None = None, seed: int = 0) -> str:
    """Return the certificate of a solution at the start of its game, as the text of its file.

    It is checked before it is returned. If the strategies do not reach the value, as in games whose value needs memory,
    there is no certificate. If only rounding is missing, the claim is widened to what is proved. With `size`, the
    certificate of a large trick game is about that many random positions only.
    """
    if "locks" in solution.position_keys:
        raise InputError(
            "a solution with locks cannot be certified, because locks are not part of the rules; use solution.verify()"
        )
    if solution.position_keys:
        raise InputError(
            "only the start of a game can be certified, but this solution is at another position"
        )
    game = solution.game
    content: Json = {
        **heading(solution),
        "strategies": solution.family.write(solution)
        if size is None
        else game.family.sampling.write(solution, size, seed),
    }
    verdict, seen = judged(game, content)
    claim = widened(verdict.claimed, verdict.proved)
    content["value"] = {"lower": text(claim.lower), "upper": text(claim.upper)}
    verdict = Verdict(claim, verdict.proved)
    if not verdict.holds or (seen and seen.failed):
        raise Unavailable(f"this solution cannot be certified: {seen if seen and seen.failed else verdict}")
    return document.render(sealed(content))


def sealed(content: Json) -> Json:
    """Return the content of a file, with its format and checksum added."""
    content = {"format": document.FORMAT, **content}
    return {**content, "sha256": document.digest(content)}


def heading(solution: Solution) -> Json:
    """Return the fields at the beginning of every file: the game, the method, the claimed value."""
    game = solution.game
    return {
        "version": __version__,
        "game": {**written(game), **rules.model_of(game)},
        "method": solution.method,
        "value": {"lower": text(solution.value.lower), "upper": text(solution.value.upper)},
    }


def written(game: Game) -> Json:
    """Return the game as data."""
    if isinstance(game, MatrixGame):
        return {"name": game.name, "payoffs": [[text(a) for a in line] for line in game.payoffs]}
    parameters: dict[str, str] = {}
    files: dict[str, dict[str, str]] = {}
    for flag in flags_of_game(type(game)):
        value = getattr(game, flag.name)
        if flag.name in FILES and value and Path(value).suffix in rules.SUFFIXES:
            files[flag.name] = {"suffix": Path(value).suffix, "text": read_text(Path(value))}
        elif (typed := _typed(game, flag, value)) is not None:
            parameters[flag.name] = typed
    return {"name": game.slug, "parameters": parameters, "files": files}


def _kept(game: Game, flag: Flag, typed: str) -> object:
    """Return the parameter that the game makes of a typed text: a bet of half the pot is kept as a fraction."""
    return getattr(replace(game, **{flag.name: flag.value(typed)}), flag.name)


def _typed(game: Game, flag: Flag, value: object) -> str | None:
    """Return the text to type for this value; None for a default that cannot be typed."""
    typed = parameter_text(value)
    try:
        if flag.value(typed) == value or _kept(game, flag, typed) == value:
            return typed
    except InputError:
        pass
    if value is flag.default:
        return None
    raise InputError(f"{flag.typed} is {typed}, which a certificate cannot record")
