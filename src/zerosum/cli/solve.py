"""Answers and proofs: `solve`, `plot`, `verify`, `certify`, `check` and `matrix`."""

from __future__ import annotations

import json as jsonlib
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rich.console import Console

from zerosum.cli.command_line import game_verb, needs
from zerosum.cli.pictures import picture_file, save_picture
from zerosum.cli.terminal import Bar
from zerosum.core import limits
from zerosum.core.errors import InputError
from zerosum.core.game import Game
from zerosum.core.solution import Solution
from zerosum.models.family import family_of, game_tree
from zerosum.request import Options, Request, load_game
from zerosum.request.flags import Flag, flags_of_function
from zerosum.request.loading import looks_like_a_file
from zerosum.request.questions import EV, QUESTIONS, RANGE, find, json_of, read_locks, report_of, solve_locked

if TYPE_CHECKING:
    from zerosum.display.document import Document

JSON = Flag("json", bool, False, "print one JSON object and nothing else")
LATEX = Flag("latex", bool, False, "print the answer as LaTeX")
MARKDOWN = Flag("markdown", bool, False, "print the answer as Markdown")
HTML = Flag("html", bool, False, "print the answer as an HTML page")
STEPS = Flag("steps", bool, False, "show how a small game is solved, step by step, in fractions")
OUT = Flag("out", Path, None, "the file to write [default: GAME.cert]")
SAMPLE = Flag(
    "sample", int, None, "number of random positions of a large trick game to check, instead of all"
)
SEED = Flag("seed", int, 0, "of the random positions")
ROCQ = Flag(
    "rocq", Path, None, "write a proof for the Rocq prover (Coq 8.16) to this file instead, such as kuhn.v"
)
PROVED_RANGES = Flag("range", bool, False, "also prove the ranges of all optimal strategies of a hidden game")
UNPROVED = 3
"""Exit status of `check` for a sample in which nothing fails, unless the reader asks for its confidence."""
MATRIX = "a CSV, JSON, TOML or Gambit .nfg file; - for standard input; or the rows: '1 -1; -1 1', '[[1, -1], [-1, 1]]'"


FOR_PEOPLE = "--steps has no JSON; print it as text, or with --markdown, --latex or --html"


def solved(request: Request) -> Solution:
    """The whole game's solution, with a progress bar."""
    with Bar() as bar:
        return request.solve(bar)


def answered(request: Request) -> Solution:
    """The solution at the position that was asked for."""
    solution = solved(request)
    with Bar() as bar:
        return request.at(solution, bar)


def show(
    solution: Solution, *, as_json: bool, hints: tuple[str, ...] = (), asked: Options | None = None
) -> None:
    """Print a solution, and what was asked about it, for a person or for a program."""
    if as_json:
        print(jsonlib.dumps(json_of(solution, asked or {}), ensure_ascii=False))  # noqa: T201
        return
    from zerosum.display.text import wrap_list

    console = Console()
    console.print(report_of(solution, asked or {}), highlight=False)
    for line in wrap_list("next: ", hints, console.width) if hints else ():
        console.print(line, style="dim", highlight=False, markup=False, emoji=False, soft_wrap=True)


WRITERS = ("latex", "markdown", "html")
"""The flags that choose the form of a document; without one it is text."""


def written(document: Document, given: Mapping[str, bool]) -> str:
    """A document in the form that the flags choose."""
    writers = zip(WRITERS, (document.latex, document.markdown, document.html), strict=True)
    return next((write for name, write in writers if given.get(name)), document.text)()


def check_forms(given: Mapping[str, bool], *forms: str) -> None:
    """Refuse two forms of one answer."""
    chosen = [f"--{name}" for name in forms if given.get(name)]
    if len(chosen) > 1:
        raise InputError(f"{' and '.join(chosen)} are two forms of one answer; choose one")


@game_verb([*QUESTIONS, JSON, LATEX, MARKDOWN, HTML, STEPS], positions=True)
def solve(request: Request) -> None:
    """Solve a game: its value with bounds, and both players' strategies."""
    given = request.extra
    check_forms(given, *WRITERS, "json")
    if given.get("steps"):
        if given.get("json"):
            raise InputError(FOR_PEOPLE)
        for name in ("lock", "ev", "range"):
            if given.get(name) not in (None, False):
                raise InputError(f"--steps shows how the game itself is solved; leave out --{name}")
        steps = family_of(type(request.game)).steps
        print(written(steps(answered(request)).document, given))  # noqa: T201
        return
    if given.get("lock") is not None:
        with Bar() as bar:
            solution = solve_locked(request, bar)
    else:
        solution = answered(request)
    with Bar() as bar:
        find(solution, given, bar)
    if any(given.get(name) for name in WRITERS):
        print(written(report_of(solution, given).document(), given))  # noqa: T201
        return
    again, there = shlex.join(request.typed), shlex.join((*request.typed, *request.typed_position))
    hints = f"zerosum play {again}", f"zerosum plot {there}"
    show(solution, as_json=request.extra.get("json", False), hints=hints, asked=request.extra)


TREE = Flag("tree", bool, False, "draw the game tree: information sets, chances, payoffs and optimal play")
TIKZ = Flag("tikz", bool, False, "print the game tree as TikZ, for LaTeX; with --out write it to a .tex file")


def _plot_flags(game: type[Game]) -> Sequence[Flag]:
    """The flags of `plot`, with those of the model's picture."""
    out = Flag("out", Path, None, "the file to write [default: GAME.png]")
    return out, JSON, TREE, TIKZ, *flags_of_function(family_of(game).plot)


@game_verb(_plot_flags, positions=True)
def plot(request: Request) -> None:
    """Draw a game's solution as a picture (PNG, SVG or PDF, by the name of the file)."""
    if request.extra.get("tikz"):
        _print_tikz(request)
        return
    draw = family_of(type(request.game)).plot
    file = picture_file(request.extra.get("out"), f"{request.game.called}.png")
    named = {flag.name for flag in flags_of_function(draw)} & request.extra.keys()
    if request.extra.get("tree"):
        for name in named:
            raise InputError(f"--{name} and --tree are for different pictures; choose one of them")
        solution = solved(request)
        save_picture(lambda: game_tree(solution).figure(), file)
    else:
        solution = answered(request)
        save_picture(lambda: draw(solution, **{name: request.extra[name] for name in named}), file)
    if request.extra.get("json"):
        print(jsonlib.dumps({**solution.json(), "picture": str(file)}, ensure_ascii=False))  # noqa: T201
    else:
        Console().print(f"drawn: {file}", highlight=False, markup=False)


def _print_tikz(request: Request) -> None:
    """Print the game tree for LaTeX, or write it into a file."""
    file = request.extra.get("out")
    if file is not None:
        if file.suffix != ".tex":
            raise InputError(f"--tikz writes a file that ends in .tex, not {str(file)!r}")
        check_writable(file)
    drawn = game_tree(solved(request)).tikz()
    if file is None:
        print(drawn)  # noqa: T201
        return
    file.write_text(f"{drawn}\n", encoding="utf-8")
    Console().print(f"written: {file}; use it with \\input{{{file.stem}}}", highlight=False, markup=False)


def _verify_some(request: Request, size: int) -> None:
    """Check random positions of a trick game: their bounds from their children's values."""
    sampling = request.game.family.sampling
    sampling.check_size(size)
    solution = solved(request)
    found = sampling.verify(solution, size, request.extra.get("seed", 0))
    if request.extra.get("json"):
        print(jsonlib.dumps({**solution.json(), **found.json()}, ensure_ascii=False))  # noqa: T201
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
        print(jsonlib.dumps({**solution.json(), **verdict.json()}, ensure_ascii=False))  # noqa: T201
    else:
        console = Console(highlight=False)
        console.print(f"{solution.game.title}: the solver says {solution.value}", markup=False)
        console.print(str(verdict), style="green" if verdict.holds else "bold red", markup=False)
    if not verdict.holds:
        raise SystemExit(1)


@game_verb([OUT, SAMPLE, SEED, ROCQ, PROVED_RANGES])
def certify(request: Request) -> None:
    """Solve a game and write its value and strategies into a file that anyone can check."""
    needs(request.extra, "seed", "sample")
    if "rocq" in request.extra:
        if "out" in request.extra or "sample" in request.extra:
            raise InputError("--rocq writes a file of its own: leave out --out and --sample")
        write_rocq_proof(request.extra["rocq"], lambda: solved(request))
        return
    file = request.extra.get("out") or Path(f"{request.game.called}.cert")
    check_writable(file)
    size = request.extra.get("sample")
    if size is not None:
        request.game.family.sampling.check_size(size)
    rules = request.typed[0] if request.typed and looks_like_a_file(request.typed[0]) else ""
    if request.extra.get("range"):
        _ = request.game.family.range_proofs  # refused before the work
    solution = solved(request)
    with Bar() as bar:
        find(solution, request.extra, bar)
    write_certificate(solution, file, size, request.extra.get("seed", 0), rules)


def check_writable(file: Path, flag: str = "--out") -> None:
    """Refuse a file that cannot be written, before the work."""
    if file.is_dir() or not file.absolute().parent.is_dir():
        raise InputError(f"{flag} takes a file in a folder that exists, not {str(file)!r}")


def write_rocq_proof(file: Path, solve: Callable[[], Solution]) -> None:
    """Write a proof for the Rocq prover, and say how it is compiled."""
    from zerosum.certificates.rocq import proof
    from zerosum.store import write_atomically

    check_writable(file, "--rocq")
    if not re.fullmatch(r"[A-Za-z]\w*\.v", file.name, re.ASCII):
        raise InputError(
            f"the name of a Rocq file must be letters, digits and _, as in kuhn.v, not {file.name!r}"
        )
    text = proof(solve())
    write_atomically(file, [text.encode("ascii")])
    said = f"written: {file} ({len(text):,} bytes); check it with: {shlex.join(['coqc', str(file)])}"
    Console().print(said, highlight=False, markup=False, soft_wrap=True)


def write_certificate(
    solution: Solution, file: Path, size: int | None = None, seed: int = 0, rules: str = ""
) -> None:
    """Write the certificate of a solution, and say how it is checked; `rules` are those of the user's own game."""
    from zerosum.certificates import certify
    from zerosum.store import write_atomically

    check_writable(file)
    text = certify(solution, size, seed)
    write_atomically(file, [text.encode("ascii")])
    command = shlex.join(["zerosum", "check", str(file), *(["--rules", rules] if rules else [])])
    said = f"written: {file} ({len(text):,} bytes); check it with: {command}"
    Console().print(said, highlight=False, markup=False, soft_wrap=True)


def check(
    file: Annotated[Path, "the certificate, such as kuhn.cert"],
    /,
    *,
    rules: Annotated[str | None, "your own rules, mygame.py:MyGame, for a game outside the catalogue"] = None,
    confidence: Annotated[
        float | None,
        "accept a sample of random positions that finds 5 % of false ones this surely, such as 0.95",
    ] = None,
    json: Annotated[bool, "print one JSON object and nothing else"] = False,
) -> None:
    """Check a certificate by the rules of its game alone, with code that knows no solver."""
    from zerosum.certificates import check

    if confidence is not None and not 0 < confidence < 1:
        raise InputError(f"--confidence takes a number between 0 and 1, such as 0.95, not {confidence:g}")
    found = check(file, load_game(rules) if rules else None, confidence)
    verdict = found.verdict
    if json:
        print(jsonlib.dumps(found.json(), ensure_ascii=False))  # noqa: T201
    else:
        console = Console(highlight=False)
        console.print(f"{found.title}: the certificate claims {verdict.claimed}", markup=False)
        color = "green" if found.holds else "bold red" if found.fails else "yellow"
        console.print(found.found, style=color, markup=False)
        if not found.holds and not found.fails:
            advice = f"If that is enough for you, ask for it with --confidence of at most {found.most_confidence:g}."
            console.print(advice, style=color, markup=False)
        console.print(
            f"best replies to strategies of {found.answers:,} numbers, gap {float(verdict.proved.gap):.2g}, "
            f"{found.seconds:.2f} s, no solver used",
            style="dim",
            markup=False,
        )
    if not found.holds:
        raise SystemExit(1 if found.fails else UNPROVED)


def matrix(
    game: Annotated[str, MATRIX],
    /,
    *,
    exact: Annotated[bool, "solve in fractions"] = False,
    steps: Annotated[bool, "show how the answer is found, step by step, in fractions"] = False,
    every: Annotated[bool, "list all optimal strategies of a large game, too"] = False,
    entropy: Annotated[bool, "show the optimal strategies of largest entropy, the most even ones"] = False,
    latex: Annotated[bool, "print the game and its solution as LaTeX"] = False,
    markdown: Annotated[bool, "print them as a Markdown table"] = False,
    html: Annotated[bool, "print the report or the steps as an HTML page"] = False,
    json: Annotated[bool, "print one JSON object and nothing else"] = False,
    plot: Annotated[Path | None, "draw the picture into this PNG, SVG or PDF file"] = None,
    nfg: Annotated[Path | None, "write the game into this file for Gambit"] = None,
    certify: Annotated[Path | None, "write a certificate into this file"] = None,
    rocq: Annotated[Path | None, "write a proof for the Rocq prover into this file"] = None,
    ev: Annotated[bool, EV.help] = False,
    range: Annotated[bool, RANGE.help] = False,
    lock: Annotated[
        str | None, 'fix probabilities and solve the rest, as "row: 1 1/2" or "col: uniform"'
    ] = None,
    limit: Annotated[str, "how much memory and time may be used, as 64GB,5h"] = "",
) -> None:
    """Solve one matrix game: value, strategies, saddle points, dominated moves, all optimal strategies."""
    from zerosum import MatrixGame

    given = {"latex": latex, "markdown": markdown, "html": html, "json": json}
    check_forms(given, *given)
    if steps and json:
        raise InputError(FOR_PEOPLE)
    if limit:
        limits.allow(limit)
    picture = picture_file(plot, flag="--plot") if plot is not None else None
    family = MatrixGame.family
    asked = {"ev": ev, "range": range}
    with Bar() as bar:
        read = family.read(game)
        if lock is not None:
            if steps or every or entropy or latex or markdown or html:
                raise InputError("with --lock, leave out --steps, --every, --entropy and other forms")
            if any(file is not None for file in (plot, nfg, rocq, certify)):
                raise InputError(
                    "with --lock no file is written; leave out --plot, --nfg, --rocq and --certify"
                )
            locked = family.locked(read, read_locks(lock, read.seats), progress=bar)
            find(locked, asked, bar)
            show(locked, as_json=json, asked=asked)
            return
        found = family.solve(read, exact=exact or steps or range, every=every, entropy=entropy, progress=bar)
        find(found, asked, bar)
    if picture is not None:
        save_picture(found.plot, picture)
    if nfg is not None:
        nfg.write_text(family.write_nfg(read), encoding="utf-8")
    if rocq is not None:
        write_rocq_proof(rocq, lambda: found)
    if certify is not None:
        write_certificate(found, certify)
    if rocq is not None or certify is not None:
        return
    if steps:
        print(written(family.steps(found).document, given))  # noqa: T201
    elif html or ((latex or markdown) and (ev or range)):
        print(written(report_of(found, asked).document(), given))  # noqa: T201
    elif latex or markdown:
        print((family.latex if latex else family.markdown)(found))  # noqa: T201
    else:
        show(found, as_json=json, asked=asked)
