"""The verb `formula`: the value of a game for every value of a parameter."""

from __future__ import annotations

import json as jsonlib
import shutil
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Annotated

from zerosum.cli import HELP, VERBS
from zerosum.cli.command_line import LIMIT, match_words, show_flags, show_games
from zerosum.cli.pictures import picture_file, save_picture
from zerosum.cli.terminal import Bar
from zerosum.core import limits
from zerosum.core.errors import InputError
from zerosum.formulas.answer import Formula
from zerosum.formulas.number import AlgebraicValue
from zerosum.formulas.text import COLUMNS, is_shortened, rule_lines
from zerosum.models.family import family_of
from zerosum.request import load_game
from zerosum.request.flags import Flag, flags_of_function, values
from zerosum.request.formula import formula_flags, lines_of, matrix_line

MOST_RULES, MOST_CHARACTERS = 60, 8000
"""Strategies with more lines or characters than this are shown on request only."""


def _options(
    *,
    pieces: Annotated[int, "maximum number of pieces"] = 1000,
    strategies: Annotated[bool, "show both strategies, however long they are"] = False,
    family: Annotated[
        bool, "show the corners of all optimal strategies, in small games with hidden cards"
    ] = False,
    latex: Annotated[bool, "print the formula as LaTeX"] = False,
    json: Annotated[bool, "print one JSON object and nothing else"] = False,
    at_least: Annotated[
        Fraction | None, "decide whether the value is at least this; every parameter must be a number"
    ] = None,
    plot: Annotated[Path | None, "draw value and strategies into this PNG, SVG or PDF file"] = None,
) -> None:
    """The verb's own flags."""


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
        flags = [Flag("entries", str, "", "the matrix, as 'x 1; 2 x^2'", positional=True)]
        flags += [
            Flag(letter[2:], str, None, "the range of the letter, as 0..3") for letter in sorted(letters)
        ]
        usage, about = "zerosum formula matrix", VERBS["formula"].help
    else:
        kind = load_game(words[0])
        flags, usage = formula_flags(kind), f"zerosum formula {words[0]}"
        about = "To keep a parameter as a variable, give it a range (0..4, 1/2.., ..3) or a letter."
        words = words[1:]
    if set(words) & set(HELP):
        show_flags(usage, about, {"game": flags, "command": own})
        return
    names = {flag.name for flag in flags}
    own = [flag for flag in own if flag.name not in names]
    given = match_words(usage, [*flags, *own], words)
    chosen = values(own, {name: text for name, text in given.items() if name not in names})
    limits.allow(chosen.pop(LIMIT.name, limits.Limits()))
    parameters = {name: text for name, text in given.items() if name in names}
    picture = picture_file(chosen["plot"], flag="--plot") if chosen.get("plot") is not None else None
    if chosen.get("latex") and chosen.get("json"):
        raise InputError("--latex and --json are two forms of one answer; choose one")
    if is_matrix:
        entries = parameters.pop("entries", "")
        line = matrix_line(entries, parameters)
    else:
        request = lines_of(kind, parameters)
        if not request.variables:
            _print_number(family_of(kind).exact_value(request.make()), chosen)
            return
        if len(request.variables) == 2:
            with Bar() as bar:
                drawn = request.map(chosen.get("pieces", 1000), bar)
            if picture is not None:
                save_picture(drawn.plot, picture)
            text = drawn.latex() if chosen.get("latex") else drawn.text(width=_width())
            print(jsonlib.dumps(drawn.json(), ensure_ascii=False) if chosen.get("json") else text)  # noqa: T201
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
        print(jsonlib.dumps({**found.json(), **more}, ensure_ascii=False))  # noqa: T201
        return
    print(found.text(width=_width()))  # noqa: T201
    if least is not None:
        print(f"the value is {'at least' if found.at_least(least) else 'less than'} {least}")  # noqa: T201


def _print(found: Formula, chosen: dict[str, object]) -> None:
    """Print the formula in the form that was asked for."""
    lines = [line for piece in found.pieces for line in rule_lines(piece, found.seats)]
    long = len(lines) > MOST_RULES or sum(map(len, lines)) > MOST_CHARACTERS
    shown = bool(chosen.get("strategies")) or not long
    if chosen.get("json"):
        print(jsonlib.dumps(found.json(), ensure_ascii=False))  # noqa: T201
    elif chosen.get("latex"):
        print(found.latex(strategies=shown))  # noqa: T201
    else:
        text = found.text(strategies=shown, family=bool(chosen.get("family")), width=_width())
        print(text)  # noqa: T201
        if is_shortened(found, strategies=shown):
            print("formulas in brackets are summed up; --json and --latex print them whole")  # noqa: T201
        if not shown:
            print(f"the strategies have {len(lines)} lines; --strategies shows them")  # noqa: T201


def _width() -> int:
    """The columns of the terminal; at least enough for an interval."""
    return max(shutil.get_terminal_size((COLUMNS, 24)).columns, COLUMNS // 2)
