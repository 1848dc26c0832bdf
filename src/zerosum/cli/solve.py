"""`zerosum solve`, `zerosum plot` and `zerosum verify`: a game's answer, its picture, and its proof."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from zerosum.cli.command_line import game_verb, needs
from zerosum.cli.terminal import Bar
from zerosum.core.errors import InputError
from zerosum.core.game import Game
from zerosum.core.solution import Solution
from zerosum.display.text import wrap_list
from zerosum.models.family import family_of
from zerosum.request import Request
from zerosum.request.flags import Flag, flags_of_function

JSON = Flag("json", bool, False, "print one JSON object and nothing else")


def solved(request: Request) -> Solution:
    """The whole game's solution, with a progress bar."""
    with Bar() as bar:
        return request.solve(bar)


def answered(request: Request) -> Solution:
    """The solution at the position that was asked for."""
    solution = solved(request)
    with Bar() as bar:
        return request.at(solution, bar)


def show(solution: Solution, *, as_json: bool, hints: tuple[str, ...] = ()) -> None:
    """Print a solution for a person or for a program."""
    if as_json:
        print(json.dumps(solution.json(), ensure_ascii=False))  # noqa: T201
        return
    console = Console()
    console.print(solution, highlight=False)
    for line in wrap_list("next: ", hints, console.width) if hints else ():
        console.print(line, style="dim", highlight=False, markup=False, soft_wrap=True)


@game_verb([JSON], positions=True)
def solve(request: Request) -> None:
    """Solve a game: its value with bounds, and both players' strategies."""
    again, there = shlex.join(request.typed), shlex.join((*request.typed, *request.typed_position))
    hints = f"zerosum play {again}", f"zerosum plot {there}"
    show(answered(request), as_json=request.extra.get("json", False), hints=hints)


PICTURES = (".png", ".svg", ".pdf")


def picture_file(given: Path | None, default: str) -> Path:
    """Where a picture goes; refused before the work if nothing can be written there."""
    file = given if given is not None else Path(default)
    if file.suffix.lower() not in PICTURES or file.is_dir():
        raise InputError(f"--out takes a file that ends in {', '.join(PICTURES)}, not {str(given)!r}")
    if not file.absolute().parent.is_dir():
        raise InputError(f"there is no folder {str(file.parent)!r} to write {file.name} into")
    return file


def _plot_flags(game: type[Game]) -> Sequence[Flag]:
    """The flags of `plot`, with those of the model's picture."""
    out = Flag("out", Path, None, "the file to write [default: GAME.png]")
    return out, JSON, *flags_of_function(family_of(game).plot)


@game_verb(_plot_flags, positions=True)
def plot(request: Request) -> None:
    """Draw a game's solution as a picture (PNG, SVG or PDF, by the name of the file)."""
    from zerosum.display.style import save

    draw = family_of(type(request.game)).plot
    file = picture_file(request.extra.get("out"), f"{request.game.called}.png")
    solution = answered(request)
    named = {flag.name for flag in flags_of_function(draw)} & request.extra.keys()
    figure = draw(solution, **{name: request.extra[name] for name in named})
    save(figure, file)
    if request.extra.get("json"):
        print(json.dumps({**solution.json(), "picture": str(file)}, ensure_ascii=False))  # noqa: T201
    else:
        Console().print(f"drawn: {file}", highlight=False, markup=False)


SAMPLE = Flag("sample", int, None, "of a large trick game, check so many random positions only")
SEED = Flag("seed", int, 0, "of the random positions")


def _verify_some(request: Request, size: int) -> None:
    """Check random positions of a trick game: their bounds from their children's values."""
    sampling = request.game.family.sampling
    sampling.check_size(size)
    solution = solved(request)
    found = sampling.verify(solution, size, request.extra.get("seed", 0))
    if request.extra.get("json"):
        print(json.dumps({**solution.json(), **found.json()}, ensure_ascii=False))  # noqa: T201
    else:
        Console().print(str(found), highlight=False, markup=False)
    if found.failed:
        raise SystemExit(1)


@game_verb([JSON, SAMPLE, SEED])
def verify(request: Request) -> None:
    """Solve a game, then recompute its bounds from the strategies alone, by best responses."""
    needs(request.extra, "seed", "sample")
    if "sample" in request.extra:
        _verify_some(request, request.extra["sample"])
        return
    solution = solved(request)
    verdict = solution.verify()
    if request.extra.get("json"):
        print(json.dumps({**solution.json(), **verdict.json()}, ensure_ascii=False))  # noqa: T201
    else:
        console = Console(highlight=False)
        console.print(f"{solution.report().title}: the solver says {solution.value}", markup=False)
        console.print(str(verdict), style="green" if verdict.holds else "bold red", markup=False)
    if not verdict.holds:
        raise SystemExit(1)
