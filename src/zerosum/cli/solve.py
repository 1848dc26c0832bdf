"""Answers and proofs: `solve`, `plot`, `verify`, `certify`, `check` and `matrix`."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from zerosum.cli.command_line import excludes, game_verb, needs
from zerosum.cli.pictures import picture_file, save_picture
from zerosum.cli.terminal import Bar, write, write_json
from zerosum.core import limits
from zerosum.core.errors import InputError
from zerosum.core.game import Game
from zerosum.core.printable import one_line
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
STRATEGY_OUT = Flag(
    "strategy_out",
    Path,
    None,
    "also write both strategies to this file: .csv, .json, .solution.json, .openspiel.json, .ne (Gambit) or .txt "
    "(ranges)",
)
STEPS = Flag("steps", bool, False, "show a step-by-step solution of a small game, in fractions")
OUT = Flag("out", Path, None, "the file to write [default: GAME.cert]")
SAMPLE = Flag(
    "sample", int, None, "number of random positions of a large trick game to check, instead of all"
)
SEED = Flag("seed", int, 0, "seed for choosing the random positions")
ROCQ = Flag(
    "rocq",
    Path,
    None,
    "write a proof for the Rocq prover (Coq 8.16) to this file instead, for example kuhn.v",
)
PROVED_RANGES = Flag("range", bool, False, "also prove the ranges of all optimal strategies of a hidden game")
UNPROVED = 3
"""Exit status of `check` for a sample in which nothing fails, unless the user accepts a confidence."""
MATRIX = "a CSV, JSON, TOML or Gambit .nfg file; - for standard input; or the rows: '1 -1; -1 1', '[[1, -1], [-1, 1]]'"


FOR_PEOPLE = "cannot be printed as JSON; use plain text, --markdown, --latex or --html"


def solved(request: Request) -> Solution:
    """Return the whole game's solution, with a progress bar."""
    with Bar() as bar:
        return request.solve(bar)


def answered(request: Request) -> Solution:
    """Return the solution at the requested position."""
    solution = solved(request)
    with Bar() as bar:
        return request.at(solution, bar)


def show(
    solution: Solution, *, as_json: bool, hints: tuple[str, ...] = (), asked: Options | None = None
) -> None:
    """Print a solution and the answers to further questions, as text or as JSON."""
    if as_json:
        write_json(json_of(solution, asked or {}))
        return
    from zerosum.display.text import wrap_list

    console = Console()
    console.print(report_of(solution, asked or {}), highlight=False)
    for line in wrap_list("Try next: ", hints, console.width) if hints else ():
        console.print(line, style="dim", highlight=False, markup=False, emoji=False, soft_wrap=True)


WRITERS = ("latex", "markdown", "html")
"""The flags that choose the form of a document; without one it is text."""


def written(document: Document, given: Mapping[str, bool]) -> str:
    """Return a document in the form chosen by the flags."""
    writers = zip(WRITERS, (document.latex, document.markdown, document.html), strict=True)
    return next((write for name, write in writers if given.get(name)), document.text)()


def check_forms(given: Mapping[str, bool], *forms: str) -> None:
    """Reject more than one output format."""
    chosen = [f"--{name}" for name in forms if given.get(name)]
    if len(chosen) > 1:
        raise InputError(f"{' and '.join(chosen)} are alternative output formats; choose one")


@game_verb([*QUESTIONS, JSON, LATEX, MARKDOWN, HTML, STEPS, STRATEGY_OUT], positions=True)
def solve(request: Request) -> None:
    """Solve a game: its value, with proven bounds, and both optimal strategies."""
    given = request.extra
    check_forms(given, *WRITERS, "json")
    file: Path | None = given.get(STRATEGY_OUT.name)
    if file is not None:
        _check_strategy_out(request, file)
    if given.get("steps"):
        if given.get("json"):
            raise InputError(f"--steps {FOR_PEOPLE}")
        for name in ("lock", "ev", "range"):
            if given.get(name) not in (None, False):
                raise InputError(f"--steps shows how the game itself is solved; remove --{name}")
        _ = request.game.family.steps  # reject this before the work
        solution = answered(request)
        write(written(solution.family.steps(solution).document, given))
        return
    if given.get("lock") is not None:
        excludes({**request.options, **given}, "lock", "refine")
        with Bar() as bar:
            solution = solve_locked(request, bar)
    else:
        solution = answered(request)
    with Bar() as bar:
        find(solution, given, bar)
    if file is not None:
        from zerosum.strategies import write_strategy

        write_strategy(solution, file)
    if any(given.get(name) for name in WRITERS):
        write(written(report_of(solution, given).document(), given))
        return
    again, there = shlex.join(request.typed), shlex.join((*request.typed, *request.typed_position))
    hints = f"zerosum play {again}", f"zerosum plot {there}"
    show(solution, as_json=request.extra.get("json", False), hints=hints, asked=request.extra)


def _check_strategy_out(request: Request, file: Path) -> None:
    """Raise an error before solving if the strategy file cannot be written."""
    from zerosum.strategies.files import form_of

    check_writable(file, STRATEGY_OUT.typed)
    form_of(file)
    for name in ("steps", "lock"):
        if request.extra.get(name) not in (None, False):
            raise InputError(f"{STRATEGY_OUT.typed} writes the solution of the game itself; remove --{name}")
    if request.position:
        raise InputError(
            f"{STRATEGY_OUT.typed} writes the strategies of the whole game; remove "
            f"{', '.join(_typed(request.position))}"
        )


TREE = Flag(
    "tree", bool, False, "draw the game tree: information sets, chance moves, payoffs and optimal play"
)
TIKZ = Flag(
    "tikz", bool, False, "print the game tree as TikZ for LaTeX, or write it to a .tex file with --out"
)


def _plot_flags(game: type[Game]) -> Sequence[Flag]:
    """Return the flags of `plot`, with those of the model's figure."""
    out = Flag("out", Path, None, "the file to write [default: GAME.png]")
    return out, JSON, TREE, TIKZ, *flags_of_function(family_of(game).plot)


@game_verb(_plot_flags, positions=True)
def plot(request: Request) -> None:
    """Plot a game's solution as PNG, SVG or PDF (chosen by the file extension)."""
    for name in ("tree", "tikz"):
        if request.extra.get(name) and request.position:
            raise InputError(f"--{name} draws the whole game; remove {', '.join(_typed(request.position))}")
    draw = family_of(type(request.game)).plot
    if request.extra.get("tikz"):
        excludes(request.extra, "tikz", "json", *(flag.name for flag in flags_of_function(draw)))
        _print_tikz(request)
        return
    file = picture_file(request.extra.get("out"), f"{request.game.slug}.png")
    named = {flag.name for flag in flags_of_function(draw)} & request.extra.keys()
    if request.extra.get("tree"):
        for name in named:
            raise InputError(f"--{name} and --tree draw different figures; choose one")
        solution = solved(request)
        save_picture(lambda: game_tree(solution).figure(), file)
    else:
        solution = answered(request)
        save_picture(
            lambda: solution.family.plot(solution, **{name: request.extra[name] for name in named}), file
        )
    if request.extra.get("json"):
        write_json({**solution.json(), "picture": str(file)})
    else:
        Console().print(f"drawn: {file}", highlight=False, markup=False)


def _typed(position: Options) -> list[str]:
    """Return the flags that name a position."""
    return [f"--{name.replace('_', '-')}" for name in position]


def _print_tikz(request: Request) -> None:
    """Print the game tree for LaTeX, or write it to a file."""
    file = request.extra.get("out")
    if file is not None:
        if file.suffix != ".tex":
            raise InputError(f"--tikz needs a file that ends in .tex, not {str(file)!r}")
        check_writable(file)
    drawn = game_tree(solved(request)).tikz()
    if file is None:
        write(drawn)
        return
    file.write_text(f"{drawn}\n", encoding="utf-8")
    Console().print(f"written: {file}; use it with \\input{{{file.stem}}}", highlight=False, markup=False)


def _verify_some(request: Request, size: int) -> None:
    """Verify random positions of a trick game from the values of their successors."""
    sampling = request.game.family.sampling
    sampling.check_size(size)
    solution = solved(request)
    found = sampling.verify(solution, size, request.extra.get("seed", 0))
    if request.extra.get("json"):
        write_json({**solution.json(), **found.json()})
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
        write_json({**solution.json(), **verdict.json()})
    else:
        console = Console(highlight=False)
        console.print(str(verdict), style="green" if verdict.holds else "bold red", markup=False)
        _say_claim(console, solution.game.title, f"the solver claims {solution.value}")
    if not verdict.holds:
        raise SystemExit(1)


MAX_GAME = 2000
"""Maximum number of characters of the line that names the checked game."""


def _say_claim(console: Console, title: str, claim: str) -> None:
    """Print the claim and its game below the verdict, indented so that a title cannot look like a verdict."""
    console.print(Padding(Text(f"{claim} for {one_line(title)}"), (0, 0, 0, 2), expand=False))


@game_verb([OUT, SAMPLE, SEED, ROCQ, PROVED_RANGES])
def certify(request: Request) -> None:
    """Solve a game and write its value and strategies to a file that anyone can check."""
    needs(request.extra, "seed", "sample")
    excludes(request.extra, "rocq", "range")
    if "rocq" in request.extra:
        if "out" in request.extra or "sample" in request.extra:
            raise InputError("--rocq writes a separate file; remove --out and --sample")
        write_rocq_proof(request.extra["rocq"], lambda: solved(request))
        return
    file = request.extra.get("out") or Path(f"{request.game.slug}.cert")
    check_writable(file)
    size = request.extra.get("sample")
    if size is not None:
        request.game.family.sampling.check_size(size)
    rules = request.typed[0] if request.typed and looks_like_a_file(request.typed[0]) else ""
    if request.extra.get("range"):
        _ = request.game.family.range_proofs  # reject this before the work
    solution = solved(request)
    with Bar() as bar:
        find(solution, request.extra, bar)
    write_certificate(solution, file, size, request.extra.get("seed", 0), rules)


def check_writable(file: Path, flag: str = "--out") -> None:
    """Raise an error before the work if a file cannot be written."""
    if file.is_dir() or not file.absolute().parent.is_dir():
        raise InputError(f"{flag} needs a file in an existing folder, not {str(file)!r}")


def write_rocq_proof(file: Path, solve: Callable[[], Solution]) -> None:
    """Write a proof for the Rocq prover, and print the command that compiles it."""
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
    """Write the certificate of a solution, and print the command that checks it with the user's own `rules`."""
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
    rules: Annotated[str | None, "rules of your own game, for example mygame.py:MyGame"] = None,
    confidence: Annotated[
        float | None,
        "accept a random sample that, if 5% of the positions were wrong, would find a wrong one with at least this "
        "probability, for example 0.95",
    ] = None,
    json: Annotated[bool, "print one JSON object and nothing else"] = False,
) -> None:
    """Check a certificate against the rules of its game, without a solver."""
    from zerosum.certificates import check

    if confidence is not None and not 0 < confidence < 1:
        raise InputError(f"--confidence must be a number between 0 and 1, such as 0.95, not {confidence:g}")
    found = check(file, load_game(rules) if rules else None, confidence)
    verdict = found.verdict
    if json:
        write_json(found.json())
    else:
        console = Console(highlight=False)
        color = "green" if found.holds else "bold red" if found.fails else "yellow"
        console.print(found.found, style=color, markup=False)
        _say_claim(console, found.title, f"the certificate claims {verdict.claimed}")
        console.print(
            Padding(Text(f"the game is {one_line(found.which, MAX_GAME)}"), (0, 0, 0, 2), expand=False)
        )
        if not found.holds and not found.fails:
            advice = f"To accept this sample, use --confidence with at most {found.most_confidence:g}."
            console.print(advice, style=color, markup=False)
        console.print(
            f"best responses to strategies with {found.answers:,} numbers, gap {float(verdict.proved.gap):.2g}, "
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
    steps: Annotated[bool, "show a step-by-step solution, in fractions"] = False,
    lp: Annotated[bool, "show the primal and dual linear programs, their optima and their duality"] = False,
    every: Annotated[bool, "list all optimal strategies, even of a large game"] = False,
    entropy: Annotated[bool, "show the optimal strategies of maximum entropy"] = False,
    latex: Annotated[bool, "print the game and its solution as LaTeX"] = False,
    markdown: Annotated[bool, "print the game and its solution as a Markdown table"] = False,
    html: Annotated[bool, "print the report or the steps as an HTML page"] = False,
    json: Annotated[bool, "print one JSON object and nothing else"] = False,
    plot: Annotated[Path | None, "save a plot to this PNG, SVG or PDF file"] = None,
    nfg: Annotated[Path | None, "write the game to this file in Gambit's .nfg format"] = None,
    certify: Annotated[Path | None, "write a certificate to this file"] = None,
    rocq: Annotated[Path | None, "write a proof for the Rocq prover to this file"] = None,
    ev: Annotated[bool, EV.help] = False,
    range: Annotated[bool, RANGE.help] = False,
    lock: Annotated[
        str | None,
        'fix some probabilities and solve for the rest, for example "row: 1 1/2" or "col: uniform"',
    ] = None,
    limit: Annotated[str, "memory and time limit, for example 64GB,5h"] = "",
) -> None:
    """Solve a matrix game: value, strategies, saddle points, dominated moves and all optimal strategies."""
    from zerosum import MatrixGame

    given = {"latex": latex, "markdown": markdown, "html": html, "json": json}
    check_forms(given, *given)
    if steps and lp:
        raise InputError("--steps and --lp are two different worked solutions; choose one")
    if (steps or lp) and json:
        raise InputError(f"{'--steps' if steps else '--lp'} {FOR_PEOPLE}")
    for flag in ("steps", "lp"):
        excludes({"steps": steps, "lp": lp, "ev": ev, "range": range}, flag, "ev", "range")
    if limit:
        limits.set_limits(limit)
    picture = picture_file(plot, flag="--plot") if plot is not None else None
    family = MatrixGame.family
    asked = {"ev": ev, "range": range}
    with Bar() as bar:
        read = family.read(game)
        if lock is not None:
            if steps or lp or every or entropy or latex or markdown or html:
                raise InputError("with --lock, remove --steps, --lp, --every, --entropy and other forms")
            if any(file is not None for file in (plot, nfg, rocq, certify)):
                raise InputError("with --lock no file is written; remove --plot, --nfg, --rocq and --certify")
            locked = family.locked(read, read_locks(lock, read.seats), progress=bar)
            find(locked, asked, bar)
            show(locked, as_json=json, asked=asked)
            return
        found = family.solve(
            read, exact=exact or steps or lp or range, every=every, entropy=entropy, progress=bar
        )
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
    if steps or lp:
        write(written((family.linear_programs if lp else family.steps)(found).document, given))
    elif html or ((latex or markdown) and (ev or range)):
        write(written(report_of(found, asked).document(), given))
    elif latex or markdown:
        write((family.latex if latex else family.markdown)(found))
    else:
        show(found, as_json=json, asked=asked)
