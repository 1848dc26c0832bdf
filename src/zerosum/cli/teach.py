"""Material for a class: `practice` and `handout`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from rich.console import Console

from zerosum.cli.command_line import game_verb
from zerosum.cli.solve import check_forms, check_writable, solved, written
from zerosum.core.errors import InputError
from zerosum.display.document import Document
from zerosum.request import Request
from zerosum.request.flags import Flag

FORMS = {".md": Document.markdown, ".tex": Document.latex, ".txt": Document.text, ".html": Document.html}
"""How a document is written, by the end of its file's name."""


def check_form(file: Path) -> None:
    """Refuse a file whose name says no form, or that cannot be written."""
    if file.suffix not in FORMS:
        raise InputError(f"--out takes a file that ends in {', '.join(FORMS)}, not {str(file)!r}")
    check_writable(file)


def practice(
    kind: Annotated[str, "saddle, dominance, 2x2, 2xn, mixed, subtraction or bluffing"],
    /,
    *,
    seed: Annotated[int, "another number is another sheet"] = 1,
    count: Annotated[int, "number of exercises"] = 10,
    answers: Annotated[bool, "print the answer sheet, with steps"] = False,
    latex: Annotated[bool, "print a LaTeX document"] = False,
    markdown: Annotated[bool, "print Markdown"] = False,
    html: Annotated[bool, "print an HTML page"] = False,
    out: Annotated[
        Path | None, "write sheet.tex, .md, .html or .txt, and the answers to sheet-answers.tex"
    ] = None,
) -> None:
    """Make a sheet of exercises with nice answers, and its answer sheet."""
    from zerosum.practice import practice

    given = {"latex": latex, "markdown": markdown, "html": html}
    check_forms(given, *given)
    if out is not None:
        if answers or any(given.values()):
            raise InputError(
                "--out writes both sheets, in the form that the file's name says; leave the other flags out"
            )
        check_form(out)
    sheet = practice(kind, seed, count)
    if out is None:
        print(written(sheet.answers if answers else sheet.questions, given))  # noqa: T201
        return
    for file, document in ((out, sheet.questions), (out.with_stem(f"{out.stem}-answers"), sheet.answers)):
        file.write_text(FORMS[out.suffix](document) + "\n", encoding="utf-8")
        Console().print(f"written: {file}", highlight=False, markup=False)


OUT = Flag("out", Path, None, "the file to write, .md, .tex, .html or .txt [default: GAME-handout.md]")


@game_verb([OUT])
def handout(request: Request) -> None:
    """Write a page about a game for a class: rules, question, solution, picture, three questions, and answers."""
    from zerosum.display.style import save
    from zerosum.handout import handout

    file = request.extra.get("out") or Path(f"{request.game.called}-handout.md")
    check_form(file)
    kind = {".tex": ".pdf", ".html": ".svg"}.get(file.suffix, ".png")
    picture = file.with_name(f"{file.stem}-picture{kind}")  # pdflatex writes to the file's own name
    solution = solved(request)
    save(solution.plot(), picture)
    file.write_text(FORMS[file.suffix](handout(solution, picture.name)) + "\n", encoding="utf-8")
    Console().print(f"written: {file}, with the picture {picture.name}", highlight=False, markup=False)
