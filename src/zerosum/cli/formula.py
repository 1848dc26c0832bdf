"""The verb `formula`: the value of a game for every value of a parameter."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Annotated

from zerosum.cli import HELP, VERBS
from zerosum.cli.command_line import LIMIT, match_words, show_flags, show_games
from zerosum.cli.pictures import picture_file, save_picture
from zerosum.cli.terminal import Bar, write, write_json
from zerosum.core import limits
from zerosum.core.errors import InputError
from zerosum.formulas.answer import Formula
from zerosum.formulas.number import AlgebraicValue
from zerosum.formulas.text import COLUMNS, is_shortened, rule_lines
from zerosum.models.family import family_of
from zerosum.request import load_game
from zerosum.request.flags import Flag, flags_of_function, flags_of_game, values
from zerosum.request.formula import lines_of, matrix_line

MAX_RULES, MAX_CHARACTERS = 60, 8000
"""Strategies with more lines or characters than this are shown on request only."""


def _options(
    *,
    pieces: Annotated[int, "maximum number of pieces"] = 1000,
    strategies: Annotated[bool, "print both strategies, even if they are long"] = False,
    family: Annotated[
        bool, "show the extreme points of the set of optimal strategies (small games with hidden cards)"
    ] = False,
    latex: Annotated[bool, "print the formula as LaTeX"] = False,
    json: Annotated[bool, "print one JSON object and nothing else"] = False,
    at_least: Annotated[
        Fraction | None, "decide whether the value is at least this number; every parameter must be fixed"
    ] = None,
    plot: Annotated[Path | None, "plot the value and the strategies to this PNG, SVG or PDF file"] = None,
) -> None:
    """Define the verb's own flags."""


def formula(*words: str) -> None:
    """Solve a game for every value of a parameter, which is given as a range (0..4) or as a letter."""
    if not words or words[0] in HELP:
        show_games("formula")
        return
    own = [*flags_of_function(_options), LIMIT]
    is_matrix = words[0] == "matrix" or ";" in words[0]
    if is_matrix:
        words = words[1:] if words[0] == "matrix" else words
        letters = {
            word.partition("=")[0]
            for word in words
            if word.startswith("--") and len(word.partition("=")[0]) == 3
        }
        flags = [Flag("entries", str, "", "the matrix, for example 'x 1; 2 x^2'", positional=True)]
        flags += [
            Flag(letter[2:], str, None, "the range of the letter, for example 0..3")
            for letter in sorted(letters)
        ]
        usage, about = "zerosum formula matrix", VERBS["formula"].help
    else:
        kind = load_game(words[0])
        flags, usage = [*flags_of_game(kind)], f"zerosum formula {words[0]}"
        about = "To leave a parameter variable, give it a range (0..4, 1/2.., ..3) or a letter."
        words = words[1:]
    if set(words) & set(HELP):
        show_flags(usage, about, {"game": flags, "command": own})
        return
    names = {flag.name for flag in flags}
    own = [flag for flag in own if flag.name not in names]
    given = match_words(usage, [*flags, *own], words)
    chosen = values(own, {name: text for name, text in given.items() if name not in names})
    limits.set_limits(chosen.pop(LIMIT.name, limits.Limits()))
    parameters = {name: text for name, text in given.items() if name in names}
    picture = picture_file(chosen["plot"], flag="--plot") if chosen.get("plot") is not None else None
    if chosen.get("latex") and chosen.get("json"):
        raise InputError("--latex and --json are alternative output formats; choose one")
    if is_matrix:
        entries = parameters.pop("entries", "")
        line = matrix_line(entries, parameters)
    else:
        request = lines_of(kind, parameters)
        if not request.variables:
            _print_number(family_of(kind).exact_value(request.make()), chosen)
            return
        if chosen.get("at_least") is not None:
            raise InputError(
                "--at-least needs a value for every parameter; remove it, or the range or the letter"
            )
        if len(request.variables) == 2:
            with Bar() as bar:
                drawn = request.plane().map(chosen.get("pieces", 1000), bar)
            if picture is not None:
                save_picture(drawn.plot, picture)
            text = drawn.latex() if chosen.get("latex") else drawn.text(width=_width())
            write_json(drawn.json()) if chosen.get("json") else write(text)
            return
        line = request.line()
    family = family_of(type(line.make(line.points(4)[1])))
    with Bar() as bar:
        found: Formula = family.formula(line, pieces=chosen.get("pieces", 1000), progress=bar)
    if picture is not None:
        save_picture(found.plot, picture)
    _print(found, chosen)


def _print_number(found: AlgebraicValue, chosen: Mapping[str, object]) -> None:
    """Print an exact value, and whether it is at least a number."""
    least = chosen.get("at_least")
    if chosen.get("json"):
        more = {} if least is None else {"at least": {str(least): found.at_least(least)}}
        write_json({**found.json(), **more})
        return
    write(found.text(width=_width()))
    if least is not None:
        write(f"the value is {'at least' if found.at_least(least) else 'less than'} {least}")


def _print(found: Formula, chosen: dict[str, object]) -> None:
    """Print the formula in the requested form."""
    lines = [line for piece in found.pieces for line in rule_lines(piece, found.seats)]
    long = len(lines) > MAX_RULES or sum(map(len, lines)) > MAX_CHARACTERS
    shown = bool(chosen.get("strategies")) or not long
    if chosen.get("json"):
        write_json(found.json())
    elif chosen.get("latex"):
        write(found.latex(strategies=shown))
    else:
        text = found.text(strategies=shown, family=bool(chosen.get("family")), width=_width())
        write(text)
        if is_shortened(found, strategies=shown):
            write("formulas in brackets are abbreviated; --json and --latex print them in full")
        if not shown:
            write(f"the strategies take {len(lines)} lines; use --strategies to print them")


def _width() -> int:
    """Return the width of the terminal; at least enough for an interval."""
    return max(shutil.get_terminal_size((COLUMNS, 24)).columns, COLUMNS // 2)
