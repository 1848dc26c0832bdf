"""The verbs for teaching: `practice`, `handout` and `tournament`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from rich.console import Console

from zerosum.cli.command_line import GAME, game_verb
from zerosum.cli.pictures import save_picture
from zerosum.cli.solve import JSON, check_forms, check_writable, solved, written
from zerosum.cli.terminal import Bar, write, write_json
from zerosum.core.errors import InputError
from zerosum.display.document import Document
from zerosum.request import Request
from zerosum.request.flags import REQUIRED, Flag

FORMS = {".md": Document.markdown, ".tex": Document.latex, ".txt": Document.text, ".html": Document.html}
"""The method that writes a document, by the extension of its file."""


def check_form(file: Path) -> None:
    """Raise an error if a file's extension is not a known format, or if it cannot be written."""
    if file.suffix not in FORMS:
        raise InputError(f"--out takes a file that ends in {', '.join(FORMS)}, not {str(file)!r}")
    check_writable(file)


def practice(
    kind: Annotated[str, "saddle, dominance, 2x2, 2xn, mixed, subtraction or bluffing"],
    /,
    *,
    seed: Annotated[int, "seed of the random numbers; each seed gives a different sheet"] = 1,
    count: Annotated[int, "number of exercises"] = 10,
    answers: Annotated[bool, "print the answer sheet, with worked steps"] = False,
    latex: Annotated[bool, "print a LaTeX document"] = False,
    markdown: Annotated[bool, "print Markdown"] = False,
    html: Annotated[bool, "print an HTML page"] = False,
    out: Annotated[
        Path | None, "write sheet.tex, .md, .html or .txt, and the answers to sheet-answers.tex"
    ] = None,
) -> None:
    """Write an exercise sheet with short answers, and its answer sheet."""
    from zerosum.practice import practice

    given = {"latex": latex, "markdown": markdown, "html": html}
    check_forms(given, *given)
    if out is not None:
        if answers or any(given.values()):
            raise InputError(
                "--out writes both sheets in the format of the file extension; remove the other output flags"
            )
        check_form(out)
    sheet = practice(kind, seed, count)
    if out is None:
        write(written(sheet.answers if answers else sheet.questions, given))
        return
    for file, document in ((out, sheet.questions), (out.with_stem(f"{out.stem}-answers"), sheet.answers)):
        file.write_text(FORMS[out.suffix](document) + "\n", encoding="utf-8")
        Console().print(f"written: {file}", highlight=False, markup=False)


OUT = Flag("out", Path, None, "the file to write, .md, .tex, .html or .txt [default: GAME-handout.md]")


@game_verb([OUT])
def handout(request: Request) -> None:
    """Write a one-page handout on a game: rules, solution, figure, three questions, and answers on the back."""
    from zerosum.handout import handout

    file = request.extra.get("out") or Path(f"{request.game.slug}-handout.md")
    check_form(file)
    kind = {".tex": ".pdf", ".html": ".svg"}.get(file.suffix, ".png")
    picture = file.with_name(
        f"{file.stem}-picture{kind}"
    )  # pdflatex takes the name of its output from the file
    solution = solved(request)
    save_picture(solution.plot, picture)
    file.write_text(FORMS[file.suffix](handout(solution, picture.name)) + "\n", encoding="utf-8")
    Console().print(f"written: {file}, with the figure {picture.name}", highlight=False, markup=False)


@contextmanager
def _game_first(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the words with the game from --game in front: `folder/ --game jujitsu --cards 4`."""
    rest = list(words)
    for place, word in enumerate(rest):
        if word.startswith("--game="):
            del rest[place]
            yield [word.removeprefix("--game="), *rest]
            return
        if word == "--game" and place + 1 < len(rest):
            game = rest[place + 1]
            del rest[place : place + 2]
            yield [game, *rest]
            return
    if rest and Path(rest[0]).is_dir():
        raise InputError(
            f"give the game as well, for example: zerosum tournament {rest[0]} --game jujitsu --cards 4"
        )
    yield words


TOURNAMENT = (
    Flag("folder", Path, REQUIRED, "folder with one .py file per student", positional=True),
    Flag("also", Sequence[str], (), "built-in players to add, for example equilibrium,uniform"),
    Flag("seconds", float, 10.0, "processor time per entry and match, in seconds"),
    Flag("memory", float, 1.0, "memory limit per entry, in GB"),
    Flag("plays", int, 10_000, "rounds to simulate in a match that cannot be computed exactly"),
    Flag("seed", int, 0, "seed for simulated matches"),
    Flag(
        "out",
        Path,
        None,
        "write the report to this .md, .tex, .html or .txt file, and its figure to the same folder",
    ),
    JSON,
)


@game_verb(TOURNAMENT, prepare=_game_first, words=f"FOLDER --game {GAME}")
def tournament(request: Request) -> None:
    """Run a tournament between students' players, each in its own process."""
    from zerosum.tournament import RIGHTS, tournament
    from zerosum.tournament.sandbox import find_sandbox

    given = {name: value for name, value in request.extra.items() if name not in ("out", "json")}
    file, as_json = request.extra.get("out"), request.extra.get("json", False)
    for name, least in (("seconds", 0.01), ("memory", 0.01), ("plays", 2), ("seed", 0)):
        if given.get(name, least) < least:
            raise InputError(f"--{name} must be at least {least:g}, not {given[name]:g}")
    if file is not None:
        check_form(file)
    console = Console(highlight=False, stderr=True)
    sandbox = find_sandbox()
    if not sandbox.bubblewrap:
        console.print(f"{RIGHTS} ({sandbox.problem})", style="yellow", markup=False)
    with Bar() as bar:
        found = tournament(
            request.game,
            given.pop("folder"),
            sandbox=sandbox,
            progress=bar,
            report=lambda pairing: setattr(bar, "about", f"{pairing},"),
            **given,
        )
    if as_json:
        write_json(found.json())
    else:
        write(found.document().text())
    if file is not None:
        kind = {".tex": ".pdf", ".html": ".svg"}.get(file.suffix, ".png")
        picture = file.with_name(f"{file.stem}-picture{kind}")
        save_picture(found.figure, picture)
        file.write_text(FORMS[file.suffix](found.document(picture.name)) + "\n", encoding="utf-8")
        console.print(f"written: {file}, with the figure {picture.name}", markup=False)
