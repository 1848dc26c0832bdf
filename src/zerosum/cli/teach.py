"""Material for a class: `practice`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from rich.console import Console

from zerosum.cli.solve import check_writable
from zerosum.core.errors import InputError
from zerosum.display.document import Document

FORMS = {".md": Document.markdown, ".tex": Document.latex, ".txt": Document.text}
"""How a document is written, by the end of its file's name."""


def written(document: Document, *, latex: bool, markdown: bool) -> str:
    """A document in the form that the flags choose; text without a flag."""
    if latex and markdown:
        raise InputError("--latex and --markdown are two forms of one page; choose one")
    return document.latex() if latex else document.markdown() if markdown else document.text()


def practice(
    kind: Annotated[str, "saddle, dominance, 2x2, 2xn, mixed, subtraction or bluffing"],
    /,
    *,
    seed: Annotated[int, "another number is another sheet"] = 1,
    count: Annotated[int, "number of exercises"] = 10,
    answers: Annotated[bool, "print the answer sheet, with steps"] = False,
    latex: Annotated[bool, "print a LaTeX document"] = False,
    markdown: Annotated[bool, "print Markdown"] = False,
    out: Annotated[Path | None, "write sheet.tex, .md or .txt, and the answers to sheet-answers.tex"] = None,
) -> None:
    """Make a sheet of exercises with nice answers, and its answer sheet."""
    from zerosum.practice import practice

    if out is not None:
        if latex or markdown or answers:
            raise InputError(
                "--out writes both sheets, in the form that the file's name says; leave the other flags out"
            )
        if out.suffix not in FORMS:
            raise InputError(f"--out takes a file that ends in {', '.join(FORMS)}, not {str(out)!r}")
        check_writable(out)
    sheet = practice(kind, seed, count)
    if out is None:
        print(written(sheet.answers if answers else sheet.questions, latex=latex, markdown=markdown))  # noqa: T201
        return
    for file, document in ((out, sheet.questions), (out.with_stem(f"{out.stem}-answers"), sheet.answers)):
        file.write_text(FORMS[out.suffix](document) + "\n", encoding="utf-8")
        Console().print(f"written: {file}", highlight=False, markup=False)
