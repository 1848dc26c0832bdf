"""The games and papers in the form shown on the site.

A game's flags become fields of a form; a game that is read from a file has its examples. A paper has its claims, with
the verdicts that were computed here or by `zerosum reproduce`.
"""

from __future__ import annotations

import math
import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from zerosum import games
from zerosum.core.data import Json, plain
from zerosum.core.errors import InputError
from zerosum.core.game import TITLE_SEPARATOR, Game, rules_data
from zerosum.core.numbers import as_fraction
from zerosum.core.reading import STRATEGY_FILES, only_files_in
from zerosum.core.sides import other
from zerosum.display.html import with_minus
from zerosum.models.family import arena_for
from zerosum.papers import PAPERS, Paper
from zerosum.papers.judge import recall
from zerosum.papers.report import IN_SHORT, STORY
from zerosum.papers.rows import OWNERS, Claim
from zerosum.papers.verdicts import Ruling
from zerosum.request import REQUIRED, Flag, Request, flag_groups, load_game, request_of
from zerosum.request.formula import FormulaRequest, lines_of, ways_to_vary
from zerosum.request.players import LOCK
from zerosum.web.own import STRATEGY, own_file, own_folder

MAX_GIVEN, MAX_LENGTH = 24, 400
"""Largest number of parameters of a request, and of characters of each."""
HIDDEN_FLAGS = ("limit", "device", "cluster", "threads", "memory", "within")
"""Options that a visitor may not set: the solver's resources."""


MAX_ON_SLIDER = 31
"""Largest default of a number that has a slider."""

RESERVED_FIELD_NAMES = (
    "matches",
    "target",
    "action",
    "method",
    "length",
    "name",
    "title",
    "elements",
    "children",
)
"""Names of a form's own attributes: a field with such a name would shadow the attribute, and gets a "_"."""

PACKAGE = Path(__file__).parents[1]
EXAMPLES = next(
    (one for one in (PACKAGE / "examples", PACKAGE.parents[1] / "examples") if one.is_dir()),
    PACKAGE / "examples",
)
"""The folder of examples: in the package, or next to its sources."""


class Character(NamedTuple):
    """An opponent as presented to a visitor."""

    title: str
    says: str
    """A description of its play in one sentence."""
    mood: str
    """The drawing of its face."""


CHARACTERS = {
    "equilibrium": Character("the solution", "It makes no mistakes and waits for yours.", "calm"),
    "uniform": Character("the coin flipper", "It chooses moves at random, whatever it holds.", "random"),
    "boldest": Character("the maniac", "It always makes the most aggressive move.", "bold"),
    "meekest": Character("the rock", "It always makes the most passive move.", "meek"),
    "highest": Character("the spender", "It always plays its highest card.", "bold"),
    "lowest": Character("the miser", "It always plays its lowest card.", "meek"),
    "second-lowest": Character("the saver", "It always plays its second-lowest card.", "meek"),
    "match-the-prize": Character("the matcher", "It plays the card equal to the prize.", "plain"),
    "always-cc": Character("the left turner", "It always moves counterclockwise.", "bold"),
    "always-cl": Character("the right turner", "It always moves clockwise.", "bold"),
    "greedy": Character(
        "the greedy one",
        "It makes the move with the highest immediate payoff and ignores the future.",
        "bold",
    ),
    "choosy": Character(
        "the choosy one",
        "It is aggressive when the target is worth at least its mean, and passive otherwise.",
        "meek",
    ),
    "memory": Character("the historian", "Its moves depend on everything that has happened so far.", "calm"),
    "house": Character("the house", "It follows a fixed rule that everyone knows.", "calm"),
}
"""The opponents that many games have, by the names of players."""
GOAL = 20
"""Number of rounds after which a visitor should be ahead of an opponent that is not the solution."""


def character(name: str) -> Character:
    """Return an opponent as presented to a visitor; one without its own description is presented by its name."""
    return CHARACTERS.get(name, Character(name, "", "plain"))


class Goal(NamedTuple):
    """A goal for a visitor at a table, and the progress so far."""

    text: str
    done: int
    of: int
    is_reached: bool


FLAWLESS = 5
"""The goal against an opponent that makes no mistakes: the number of consecutive rounds without a mistake."""


def goal(opponent: str, results: Sequence[float], costs: Mapping[str, float | None]) -> Goal:
    """Return the goal for a visitor at a table against this opponent, and the progress so far.

    `costs` are the known costs of the choices in each round, by its number from 1.
    """
    if opponent in ("equilibrium", "house"):
        longest = streak = 0
        for number in range(1, len(results) + 1):
            if str(number) in costs:  # the visitor left the others before their review
                streak = streak + 1 if costs[str(number)] == 0 else 0
            longest = max(longest, streak)
            if longest == FLAWLESS:
                break
        reached = longest >= FLAWLESS
        return Goal("Five rounds without a mistake", FLAWLESS if reached else streak, FLAWLESS, reached)
    ahead = sum(results[:GOAL]) > 0
    title = character(opponent).title
    return Goal(
        f"Be ahead of {title} after {GOAL} rounds",
        min(len(results), GOAL),
        GOAL,
        len(results) >= GOAL and ahead,
    )


def own_files() -> AbstractContextManager[None]:
    """Allow reading only the site's own files: the examples, the papers of the package, and games of
    visitors.
    """
    return only_files_in(EXAMPLES, PACKAGE, own_folder())


def heading(title: str) -> tuple[str, list[str]]:
    """Return the name of a game, and the rest of its title."""
    name, *settings = title.split(TITLE_SEPARATOR)
    whole = [one for one in settings if not one.endswith("…")]  # the fields show the part that was cut
    return name, [with_minus(f"{one[:1].upper()}{one[1:]}") for one in whole]


@dataclass(frozen=True)
class GalleryEntry:
    """A game of the catalogue as pages and the API show it."""

    name: str
    summary: str
    paper: str
    title: str
    rules: list[Json]
    opponents: tuple[str, ...]
    """The players of the game, the solution first."""
    sides: Mapping[str, str]
    """The sides on which a person can sit, and their names in the game."""
    fields: Mapping[str, list[Json]]
    """Fields of forms, grouped by subject: the game, the solver, another position."""


@cache
def entry(name: str) -> GalleryEntry:
    """Return the facts about a game that are known before it is solved."""
    listed, kind = games.CATALOG[name], load_game(name)
    groups = flag_groups(kind)
    made = kind(**_first(name))
    fields = {
        group: [_field(name, flag, made) for flag in groups[group] if _is_for_visitors(flag)]
        for group in ("game", "solver", "position")
    }
    arena = arena_for(made)
    opponents = dict.fromkeys(opponent for side in arena.sides for opponent in arena.roster(other(side)))
    rules = rules_data(arena.rules)
    return GalleryEntry(
        name,
        listed.summary,
        listed.paper,
        made.title,
        rules,
        tuple(opponents),
        {side: made.seats[side] for side in arena.sides},
        fields,
    )


def check_given(name: str, given: Mapping[str, str]) -> dict[str, str]:
    """Return the parameters of a request, if they are few and short; a path is the name of an example."""
    known = {field["name"] for fields in entry(name).fields.values() for field in fields}
    if len(given) > MAX_GIVEN or any(len(text) > MAX_LENGTH for text in given.values()):
        raise InputError("the request has too many parameters, or parameters that are too long")
    chosen = {key: text for key, text in given.items() if text != ""}
    for key in chosen:
        if key not in known:
            raise InputError(
                f"{name} has no parameter {key!r}; the parameters are {', '.join(sorted(known))}"
            )
    if "path" in known:
        files = examples(name)
        chosen.setdefault("path", next(iter(files)))
        if chosen["path"] not in files and not own_file(chosen["path"]):
            raise InputError(
                f"this site can only read its own examples ({', '.join(files)}) and games that were entered here"
            )
    return chosen


def request_for(name: str, given: Mapping[str, str]) -> Request:
    """Return the request of a visitor, in which a file is given by an example's name."""
    with own_files():
        return request_of(name, {**given, **_own_file(name, given)})


def variables_for(name: str, given: Mapping[str, str], moving: Mapping[str, str]) -> FormulaRequest:
    """Return a game of a visitor with variable parameters; settings that are not about the game are left out."""
    kind = load_game(name)
    known = {flag.name for flag in flag_groups(kind)["game"]}
    chosen = {key: text for key, text in given.items() if key in known}
    with own_files():
        return lines_of(kind, {**chosen, **_own_file(name, given), **moving})


@cache
def map_of(name: str) -> tuple[str, ...]:
    """Return the two numeric parameters of a game's map, horizontal and vertical; none if it has no map."""
    kind = load_game(name)
    numbers = [flag.name for flag in flag_groups(kind)["game"] if ways_to_vary(flag) == ["b"]][:2]
    if len(numbers) < 2 or not lines_of(kind, dict(zip(numbers, "xy", strict=True))).plane().has_formula():
        return ()
    return tuple(numbers)


def _own_file(name: str, given: Mapping[str, str]) -> dict[str, str]:
    return {"path": str(_example(name, given))} if "path" in given else {}


def _example(name: str, given: Mapping[str, str]) -> Path:
    """Return an example's file; the table may be older than the examples."""
    own = own_file(given["path"])
    if own:
        return own
    files, stem = examples(name), Path(given["path"]).stem
    if stem not in files:
        raise InputError(f"there is no example {stem!r} of {name} here; there are {', '.join(files)}")
    return files[stem]


def command(name: str, given: Mapping[str, str]) -> str:
    """Return a game and its flags as typed, with an example's name instead of its path on the server."""
    file = _example(name, given) if "path" in given else None
    words = request_for(name, given).typed
    place = "examples/" if file and file.is_relative_to(EXAMPLES) else "your-game"
    shown = f"{place}{file.name if place.endswith('/') else file.suffix}" if file else ""
    return shlex.join(shown if file and word == str(file) else word for word in words)


def full_name(name: str, given: Mapping[str, str]) -> str:
    """Return the name of a game in papers: for a game that is read from a file, with the name of its example."""
    files = examples(name)
    return f"{name}/{given.get('path') or next(iter(files))}" if files else name


def check_player(text: str) -> None:
    """Reject a player that is a file on the server, unless it is a stored strategy."""
    if STRATEGY.fullmatch(text.strip()):
        return
    names_a_file = ".py" in text or any(ending in text.lower() for ending in STRATEGY_FILES)
    if (":" in text and not text.strip().startswith(LOCK)) or names_a_file:
        raise InputError(
            "on this site, a player must be one of the game's players, a mixture of them, thresholds, or a lock"
        )


@cache
def examples(name: str) -> dict[str, Path]:
    """Return the example files of a game that is read from a file, by their names."""
    return {path.stem: path for path in sorted(EXAMPLES.glob("*.toml")) if _is_of(name, path)}


def _is_of(name: str, path: Path) -> bool:
    """Return whether a built-in game can read a file."""
    try:
        load_game(name)(path=str(path))  # type: ignore[call-arg]
    except (InputError, TypeError):
        return False
    return True


def _first(name: str) -> Json:
    """Return the path of the first example if the game has a required parameter; otherwise nothing."""
    needs = [flag.name for flag in flag_groups(load_game(name))["game"] if flag.default is REQUIRED]
    return {"path": str(next(iter(examples(name).values())))} if needs else {}


def _is_for_visitors(flag: Flag) -> bool:
    """Return whether a visitor may set a parameter, which must not name a file on the server."""
    return flag.name not in HIDDEN_FLAGS and not (flag.local and not flag.help)


def _field(name: str, flag: Flag, made: Game) -> Json:
    """Return a flag as a field of a form, filled with its default; a computed default is read from the game."""
    choices = list(examples(name)) if flag.name == "path" else list(flag.choices)
    default = "" if flag.default in (REQUIRED, None, ()) else flag.default
    if default == "" and not choices and flag.name in vars(made):
        default = vars(made)[flag.name] or ""
    seats = {name.lower(): name for name in made.seats.values()}
    return {
        "name": flag.name,
        "label": " ".join(seats.get(word, word) for word in flag.name.split("_")),
        "field": f"{flag.name}_" if flag.name in RESERVED_FIELD_NAMES else flag.name,
        "help": flag.help,
        "kind": "switch" if flag.is_switch else "choice" if choices else flag.kind.lower(),
        "choices": choices,
        "varies": ""
        if (ways := ways_to_vary(flag)) == [] or "(" in ways[0]
        else "list"
        if isinstance(default, tuple)
        else "number",
        "slider": _slider(flag, made, default),
        "default": ",".join(map(str, default))
        if isinstance(default, tuple)
        else f"{default:g}"
        if isinstance(default, float)
        else plain(default),
    }


def _slider(flag: Flag, made: Game, default: object) -> Json | None:
    """Return the ends and the step of a slider for a numeric parameter of the game with a small value; None if
    there is no slider.
    """
    if flag.choices or flag.kind not in ("INT", "NUMBER") or flag not in flag_groups(type(made))["game"]:
        return None
    ends = made.sliders.get(flag.name)
    whole = flag.kind == "INT"
    if ends is None:
        try:
            start = float(as_fraction(str(default)))
        except InputError:
            return None
        if not 0 <= start <= MAX_ON_SLIDER:
            return None
        least = 0 if start == 0 else 1 if whole else 0.05
        ends = (least, max(8, math.ceil(1.5 * start)) if whole else max(4, 2 * start))
    if not ends or ends[0] == ends[1]:
        return None
    return {"least": ends[0], "most": ends[1], "step": ends[2] if len(ends) > 2 else 1 if whole else 0.05}


def papers() -> list[Json]:
    """Return all papers, each with the number of its claims by verdict."""
    return [paper_view(paper, paper.claims()) for paper in PAPERS.values()]


def papers_about(game: str) -> list[Json]:
    """Return the papers' statements about one game."""
    found = [(paper, paper.claims_about(game)) for paper in PAPERS.values()]
    return [paper_view(paper, claims) for paper, claims in found if claims]


def paper_view(paper: Paper, claims: Sequence[Claim]) -> Json:
    """Return a paper and some of its claims, with their verdicts as far as they have been recomputed here."""
    rows = [_row(paper, claim) for claim in claims]
    tally = Counter(row["verdict"] for row in rows)
    return {
        "key": paper.key,
        "citation": paper.citation,
        "game": next(iter(paper.document.games)),
        "story": [
            {"title": title, "text": paper.document.story[part].strip(), "short": part in IN_SHORT}
            for part, title in STORY.items()
            if part in paper.document.story
        ],
        "pictures": [{"name": one.name, "caption": one.caption} for one in paper.document.pictures],
        "letters": dict(paper.document.letters),
        "references": list(paper.document.references),
        "unchecked": [dict(one) for one in paper.document.unchecked],
        "claims": rows,
        "tally": {str(verdict): tally[str(verdict)] for verdict in Ruling if tally[str(verdict)]},
        "waiting": sum(not row["verdict"] and not row["slow"] for row in rows),
        "long": sum(not row["verdict"] and row["slow"] for row in rows),
    }


def _row(paper: Paper, claim: Claim) -> Json:
    known = recall(paper, claim) or {}
    return {
        "where": claim.where,
        "says": claim.says,
        "whose": OWNERS[claim.of],
        "asks": claim.asks,
        "slow": claim.slow,
        **{part: known.get(part, "") for part in ("verdict", "computed", "corrected", "reason")},
    }
