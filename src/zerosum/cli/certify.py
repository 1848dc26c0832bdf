"""`zerosum certify` and `zerosum check`: a proof as a file, and the check of one without any solver."""

from __future__ import annotations

import json as jsonlib
from pathlib import Path
from typing import Annotated

from rich.console import Console

from zerosum.cli.command_line import game_verb, needs
from zerosum.cli.solve import SAMPLE, SEED, solved
from zerosum.core.errors import InputError
from zerosum.core.solution import Solution
from zerosum.request import Flag, Request, load_game
from zerosum.store import write_atomically

OUT = Flag("out", Path, None, "the file to write [default: GAME.cert]")


@game_verb([OUT, SAMPLE, SEED])
def certify(request: Request) -> None:
    """Solve a game and write its value and strategies into a file that anyone can check."""

    needs(request.extra, "seed", "sample")
    file = request.extra.get("out") or Path(f"{request.game.called}.cert")
    writable(file)
    size = request.extra.get("sample")
    if size is not None:
        request.game.family.sampling.check_size(size)
    write_certificate(solved(request), file, size, request.extra.get("seed", 0))


def writable(file: Path) -> None:
    """Refuse before the work a file that cannot be written."""
    if file.is_dir() or not file.absolute().parent.is_dir():
        raise InputError(f"--out takes a file in a folder that there is, not {str(file)!r}")


def write_certificate(solution: Solution, file: Path, size: int | None = None, seed: int = 0) -> None:
    """Write the certificate of a solution, and say how it is checked."""
    from zerosum.certificates import certify

    writable(file)
    text = certify(solution, size, seed)
    write_atomically(file, [text.encode("ascii")])
    said = f"written: {file} ({len(text):,} bytes); check it with: zerosum check {file}"
    Console().print(said, highlight=False, markup=False, soft_wrap=True)


def check(
    file: Annotated[Path, "the certificate, such as kuhn.cert"],
    /,
    *,
    rules: Annotated[str | None, "your own rules, mygame.py:MyGame, for a game outside the catalogue"] = None,
    json: Annotated[bool, "print one JSON object and nothing else"] = False,
) -> None:
    """Check a certificate by the rules of its game alone, with code that knows no solver."""
    from zerosum.certificates import check

    found = check(file, load_game(rules) if rules else None)
    verdict = found.verdict
    if json:
        print(jsonlib.dumps(found.json(), ensure_ascii=False))  # noqa: T201
    else:
        console = Console(highlight=False)
        console.print(f"{found.title}: the certificate claims {verdict.claimed}", markup=False)
        console.print(found.found, style="green" if found.holds else "bold red", markup=False)
        console.print(
            f"best replies to strategies of {found.answers:,} numbers, gap {float(verdict.proved.gap):.2g}, "
            f"{found.seconds:.2f} s, no solver used",
            style="dim",
            markup=False,
        )
    if not found.holds:
        raise SystemExit(1)
