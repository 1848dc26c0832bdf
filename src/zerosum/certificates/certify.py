"""Write a certificate of a solution. It is checked before it is returned, so nothing here has to be trusted."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from zerosum import __version__
from zerosum.certificates import document
from zerosum.certificates.check import judged
from zerosum.certificates.rules import FILES, SUFFIXES
from zerosum.core.data import Json
from zerosum.core.errors import InputError, Unavailable
from zerosum.core.game import Game
from zerosum.core.numbers import exact_text, text
from zerosum.core.reading import read_text
from zerosum.core.solution import Solution
from zerosum.core.verdict import Verdict, widened
from zerosum.models.matrix_game.rules import MatrixGame
from zerosum.request.flags import Flag, flags_of_game


def certify(solution: Solution, size: int | None = None, seed: int = 0) -> str:
    """The certificate of a solution at the start of its game, as the text of its file.

    It is checked before it is returned. If the strategies do not reach the value, as in games whose value needs memory,
    there is no certificate. If only rounding is missing, the claim is widened to what is proved. With `size`, the
    certificate of a large trick game is about that many random positions only.
    """
    if "locks" in solution.where:
        raise InputError(
            "a certificate names a game by its rules, and a lock is not a rule; use solution.verify() instead"
        )
    if solution.where:
        raise InputError(
            "a certificate is about the start of a game, and this solution is about another position"
        )
    game = solution.game
    content: Json = {
        **heading(solution),
        "strategies": game.family.certificate.write(solution)
        if size is None
        else game.family.sampling.write(solution, size, seed),
    }
    verdict, seen = judged(game, content)
    claim = widened(verdict.claimed, verdict.proved)
    content["value"] = {"lower": text(claim.lower), "upper": text(claim.upper)}
    verdict = Verdict(claim, verdict.proved)
    if not verdict.holds or (seen and seen.failed):
        raise Unavailable(f"there is nothing to certify: {seen if seen and seen.failed else verdict}")
    return document.render(sealed(content))


def sealed(content: Json) -> Json:
    """The content of a file with its format and its checksum."""
    content = {"format": document.FORMAT, **content}
    return {**content, "sha256": document.digest(content)}


def heading(solution: Solution) -> Json:
    """What every file about a solution begins with: the game, the method, the claimed value."""
    game = solution.game
    return {
        "version": __version__,
        "game": {**written(game), "title": game.title, "model": game.model},
        "method": solution.method,
        "value": {"lower": text(solution.value.lower), "upper": text(solution.value.upper)},
    }


def written(game: Game) -> Json:
    """The game as data."""
    if isinstance(game, MatrixGame):
        return {"name": game.name, "payoffs": [[text(a) for a in line] for line in game.payoffs]}
    parameters: dict[str, str] = {}
    files: dict[str, dict[str, str]] = {}
    for flag in flags_of_game(type(game)):
        value = getattr(game, flag.name)
        if flag.name in FILES and value and Path(value).suffix in SUFFIXES:
            files[flag.name] = {"suffix": Path(value).suffix, "text": read_text(Path(value))}
        elif (typed := _typed(flag, value)) is not None:
            parameters[flag.name] = typed
    return {"name": game.called, "parameters": parameters, "files": files}


def _typed(flag: Flag, value: object) -> str | None:
    """The text that a person types for this value; None for a default that has none."""
    typed = _text(value)
    try:
        if flag.value(typed) == value:
            return typed
    except InputError:
        pass
    if value is flag.default:
        return None
    raise InputError(f"{flag.typed} is {typed}, which a certificate cannot record")


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(map(_text, value))
    if isinstance(value, Fraction):
        return exact_text(value)
    return "any" if value is None else str(value)
