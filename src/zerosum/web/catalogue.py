"""The games and papers as the site offers them.

A game's flags become fields of a form; a game that is read from a file has its examples. A paper has its claims, with
the verdicts that were computed here or by `zerosum reproduce`.
"""

from __future__ import annotations

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
from zerosum.core.game import Game
from zerosum.core.reading import only_files_in
from zerosum.core.sides import other
from zerosum.models.family import arena_for
from zerosum.papers import PAPERS, Paper
from zerosum.papers.judge import recall
from zerosum.papers.report import IN_SHORT, STORY
from zerosum.papers.rows import OWNERS, Claim
from zerosum.papers.verdicts import Ruling
from zerosum.request import REQUIRED, Flag, Request, flag_groups, load_game, request_of
from zerosum.request.formula import FormulaRequest, lines_of, ways_to_vary
from zerosum.request.players import LOCK

MOST_GIVEN, LONGEST = 24, 400
"""Largest number of parameters of a request, and of characters of each."""
HIDDEN = ("limit", "device", "cluster", "threads", "memory", "within")
"""Options that a visitor may not set: what the solver may use."""


SHADOWS = ("matches", "target", "action", "method", "length", "name", "title", "elements", "children")
"""Names that a form has itself: a field with such a name would hide what scripts expect there, and gets a "_"."""

PACKAGE = Path(__file__).parents[1]
EXAMPLES = next(
    (one for one in (PACKAGE / "examples", PACKAGE.parents[1] / "examples") if one.is_dir()),
    PACKAGE / "examples",
)
"""Where the examples are: in the package, or beside its sources."""


class Character(NamedTuple):
    """A rival as a visitor meets it."""

    title: str
    says: str
    """What it does, in one sentence."""
    mood: str
    """How its face is drawn."""


CHARACTERS = {
    "equilibrium": Character("the solution", "It gives nothing away, and waits for you to.", "calm"),
    "uniform": Character("the coin", "It plays every move equally often, whatever it holds.", "random"),
    "boldest": Character("the bold one", "It always makes the boldest move.", "bold"),
    "meekest": Character("the meek one", "It always makes the most careful move.", "meek"),
    "highest": Character("the spender", "It always plays its highest card.", "bold"),
    "lowest": Character("the miser", "It always plays its lowest card.", "meek"),
    "second-lowest": Character("the saver", "It always plays its second lowest card.", "meek"),
    "match-the-prize": Character("the fair one", "It plays the card that equals the prize.", "plain"),
    "always-cc": Character("the left turner", "It always moves counterclockwise.", "bold"),
    "always-cl": Character("the right turner", "It always moves clockwise.", "bold"),
    "greedy": Character(
        "the greedy one", "It makes the move that pays best now, and forgets what comes later.", "bold"
    ),
    "choosy": Character(
        "the choosy one", "It is bold where the target is worth its mean or more, and meek elsewhere.", "meek"
    ),
    "memory": Character("the one who remembers", "It plays by what has happened so far.", "calm"),
    "house": Character("the house", "It follows a fixed rule, and everybody knows it.", "calm"),
}
"""The rivals that many games have, by the names of players."""
GOAL = 20
"""Number of rounds after which a visitor should be ahead of a rival that is not the solution."""


def character(name: str) -> Character:
    """A rival as a visitor meets it; one without a sentence of its own is called by its name."""
    return CHARACTERS.get(name, Character(name, "", "plain"))


def goal(rival: str, played: int, score: float) -> str:
    """What a visitor may try at a table against this rival, or whether it is reached."""
    title = character(rival).title
    if rival in ("equilibrium", "house"):
        return "A goal: play five rounds and give nothing away." if played < 5 else ""
    if played < GOAL:
        return f"A goal: be ahead of {title} after {GOAL} rounds. {GOAL - played} to go."
    return f"After {played} rounds you are {'ahead of' if score > 0 else 'not ahead of'} {title}."


def own_files() -> AbstractContextManager[None]:
    """Inside, only the site's own files are read: the examples, and the papers of the package."""
    return only_files_in(EXAMPLES, PACKAGE)


@dataclass(frozen=True)
class GalleryEntry:
    """A game of the catalogue, as pages and API show it."""

    name: str
    summary: str
    paper: str
    title: str
    rules: tuple[str, ...]
    rivals: tuple[str, ...]
    """The players of the game, the solution's own first."""
    sides: Mapping[str, str]
    """The sides on which a person can sit, and what the game calls them."""
    fields: Mapping[str, list[Json]]
    """Fields of forms, by what they are about: the game, the solver, another position."""


@cache
def entry(name: str) -> GalleryEntry:
    """What there is to know of a game before it is solved."""
    listed, kind = games.CATALOG[name], load_game(name)
    groups = flag_groups(kind)
    made = kind(**_first(name))
    fields = {
        group: [_field(name, flag, made) for flag in groups[group] if _is_for_visitors(flag)]
        for group in ("game", "solver", "position")
    }
    arena = arena_for(made)
    rivals = dict.fromkeys(rival for side in arena.sides for rival in arena.roster(other(side)))
    rules = tuple(arena.rules)
    return GalleryEntry(
        name,
        listed.summary,
        listed.paper,
        made.title,
        rules,
        tuple(rivals),
        {side: made.seats[side] for side in arena.sides},
        fields,
    )


def check_given(name: str, given: Mapping[str, str]) -> dict[str, str]:
    """The parameters of a request, if they are few and short; a path is the name of an example."""
    known = {field["name"] for fields in entry(name).fields.values() for field in fields}
    if len(given) > MOST_GIVEN or any(len(text) > LONGEST for text in given.values()):
        raise InputError("the request has too many parameters, or too long ones")
    chosen = {key: text for key, text in given.items() if text != ""}
    for key in chosen:
        if key not in known:
            raise InputError(f"{name} has no parameter {key!r}; it has {', '.join(sorted(known))}")
    if "path" in known:
        files = examples(name)
        chosen.setdefault("path", next(iter(files)))
        if chosen["path"] not in files:
            raise InputError(f"the site reads its own examples only: {', '.join(files)}")
    return chosen


def request_for(name: str, given: Mapping[str, str]) -> Request:
    """The request of a visitor, whose file is an example's name."""
    with own_files():
        return request_of(name, {**given, **_own_file(name, given)})


def variables_for(name: str, given: Mapping[str, str], moving: Mapping[str, str]) -> FormulaRequest:
    """A game of a visitor with parameters that stay variables; what is not about the game is left out."""
    kind = load_game(name)
    known = {flag.name for flag in flag_groups(kind)["game"]}
    chosen = {key: text for key, text in given.items() if key in known}
    with own_files():
        return lines_of(kind, {**chosen, **_own_file(name, given), **moving})


@cache
def map_of(name: str) -> tuple[str, ...]:
    """The two numbers of a game in which its value has a map, across and up; none if it has no map."""
    kind = load_game(name)
    numbers = [flag.name for flag in flag_groups(kind)["game"] if ways_to_vary(flag) == ["b"]][:2]
    if len(numbers) < 2 or not lines_of(kind, dict(zip(numbers, "xy", strict=True))).has_map():
        return ()
    return tuple(numbers)


def _own_file(name: str, given: Mapping[str, str]) -> dict[str, str]:
    return {"path": str(_example(name, given))} if "path" in given else {}


def _example(name: str, given: Mapping[str, str]) -> Path:
    """An example's file; a table may be older than the examples are."""
    files, stem = examples(name), Path(given["path"]).stem
    if stem not in files:
        raise InputError(f"there is no example {stem!r} of {name} here; there are {', '.join(files)}")
    return files[stem]


def command(name: str, given: Mapping[str, str]) -> str:
    """A game and its flags as they are typed, with an example's name instead of its place on the server."""
    file = _example(name, given) if "path" in given else None
    words = request_for(name, given).typed
    return shlex.join(f"examples/{file.name}" if file and word == str(file) else word for word in words)


def full_name(name: str, given: Mapping[str, str]) -> str:
    """A game as papers name it: one that is read from a file with its example."""
    files = examples(name)
    return f"{name}/{given.get('path') or next(iter(files))}" if files else name


def check_player(text: str) -> None:
    """Refuse a player that is a file of the server's."""
    if (":" in text and not text.strip().startswith(LOCK)) or ".py" in text:
        raise InputError(
            "a player on the site is one of the game's, a mixture of them, thresholds, or a lock"
        )


@cache
def examples(name: str) -> dict[str, Path]:
    """The example files of a game that is read from a file, by their names."""
    return {path.stem: path for path in sorted(EXAMPLES.glob("*.toml")) if _is_of(name, path)}


def _is_of(name: str, path: Path) -> bool:
    """Whether a game of the catalogue can read a file."""
    try:
        load_game(name)(path=str(path))  # type: ignore[call-arg]
    except (InputError, TypeError):
        return False
    return True


def _first(name: str) -> Json:
    """The parameters that a game cannot do without."""
    needs = [flag.name for flag in flag_groups(load_game(name))["game"] if flag.default is REQUIRED]
    return {"path": str(next(iter(examples(name).values())))} if needs else {}


def _is_for_visitors(flag: Flag) -> bool:
    """Whether a visitor may set it; an option whose help begins with a TOML file reads a file of the server."""
    return flag.name not in HIDDEN and not flag.help.startswith("a TOML")


def _field(name: str, flag: Flag, made: Game) -> Json:
    """A flag as a field of a form, filled with its default; one that the game works out is read from the game."""
    choices = list(examples(name)) if flag.name == "path" else list(flag.choices)
    default = "" if flag.default in (REQUIRED, None, ()) else flag.default
    if default == "" and not choices and flag.name in vars(made):
        default = vars(made)[flag.name] or ""
    return {
        "name": flag.name,
        "field": f"{flag.name}_" if flag.name in SHADOWS else flag.name,
        "help": flag.help.partition("; or a file")[0],  # only the command's own user names files
        "kind": "switch" if flag.is_switch else "choice" if choices else flag.kind.lower(),
        "choices": choices,
        "varies": ""
        if (ways := ways_to_vary(flag)) == [] or "(" in ways[0]
        else "list"
        if "," in ways[0]
        else "number",
        "default": ",".join(map(str, default))
        if isinstance(default, tuple)
        else f"{default:g}"
        if isinstance(default, float)
        else plain(default),
    }


def papers() -> list[Json]:
    """All papers, each with how many of its claims have each verdict."""
    return [paper_view(paper, paper.claims()) for paper in PAPERS.values()]


def papers_about(game: str) -> list[Json]:
    """What the papers say about one game."""
    found = [(paper, paper.claims_about(game)) for paper in PAPERS.values()]
    return [paper_view(paper, claims) for paper, claims in found if claims]


def paper_view(paper: Paper, claims: Sequence[Claim]) -> Json:
    """A paper and some of its claims, with their verdicts as far as they have been recomputed here."""
    rows = [_row(paper, claim) for claim in claims]
    tally = Counter(row["verdict"] for row in rows)
    return {
        "key": paper.key,
        "citation": paper.citation,
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
        **{part: known.get(part, "") for part in ("verdict", "computed", "corrected", "why")},
    }
