"""A request: a game, the solver's options, and a position, read from text in the same way for every front end.

The flags of a game come from three places: the fields of its class, the keyword options of its model's solver, and
the keyword arguments of its solution's `at`, which name another position. The command, the site and its API all
pass texts by flag name, and get the same request or the same error message.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from zerosum import games
from zerosum.core.errors import InputError, unknown_name_error
from zerosum.core.game import Game
from zerosum.core.progress import Progress, silent
from zerosum.core.solution import Solution
from zerosum.models.family import family_of
from zerosum.request.flags import (
    REQUIRED,
    Flag,
    Options,
    flags_of_facts,
    flags_of_function,
    flags_of_game,
    values,
)
from zerosum.request.loading import load_class, looks_like_a_file

FRONT_END = ("progress", "store", "solver")
"""Options that the front end passes to solvers and that are never typed."""

GROUPS = ("game", "command", "solver", "position")
"""The groups of flags; a name in two groups belongs to the first.

If a game has a parameter of the same name, the other flag is typed with its group as a prefix: play-rounds in
`zerosum play`, solver-exact, position-hand.
"""


@dataclass(frozen=True)
class Request:
    """A game, the solver's options, and a position; `extra` holds the front end's own flags."""

    game: Game
    options: Options = field(default_factory=dict)
    position: Options = field(default_factory=dict)
    extra: Options = field(default_factory=dict)
    typed: tuple[str, ...] = ()
    """The words that name the game, its parameters and the solver's options, to repeat in hints."""
    typed_position: tuple[str, ...] = ()
    """The words that name the position."""

    def solve(self, progress: Progress = silent) -> Solution:
        """Return the whole game's solution."""
        found: Solution = family_of(type(self.game)).solve(self.game, progress=progress, **self.options)
        return found

    def answer(self, progress: Progress = silent) -> Solution:
        """Solve the game and return the solution at the requested position."""
        return self.at(self.solve(progress), progress)

    def at(self, solution: Solution, progress: Progress = silent) -> Solution:
        """Return the whole game's solution at the requested position."""
        if not self.position:
            return solution
        long = "progress" in inspect.signature(solution.at).parameters
        return solution.at(**self.position, **({"progress": progress} if long else {}))


def load_game(name: str) -> type[Game]:
    """Return the class of a built-in game, or of a user's own in "file.py:Class"."""
    return load_class(name) if looks_like_a_file(name) else games.load(name)


def flag_groups(
    game: type[Game], extra: Sequence[Flag] = (), *, positions: bool = True, command: str = "command"
) -> dict[str, list[Flag]]:
    """Return the flags of a game by group; `extra` are the command's own flags."""
    solver, solution = family_of(game).solve, family_of(game).answer
    sources = {
        "game": flags_of_game(game),
        "command": list(extra),
        "solver": flags_of_function(solver, skip=FRONT_END),
        "position": [*flags_of_function(solution.at, skip=FRONT_END), *flags_of_facts(game)]
        if positions
        else [],
    }
    parameters = {flag.name for flag in sources["game"]}
    seen: set[str] = set()
    groups: dict[str, list[Flag]] = {}
    for group in GROUPS:
        prefix = command if group == "command" else group
        flags = [
            replace(flag, name=f"{prefix}_{flag.name}", key=flag.name)
            if group != "game" and flag.name in parameters
            else flag
            for flag in sources[group]
        ]
        groups[group] = [flag for flag in flags if flag.name not in seen]
        seen.update(flag.name for flag in flags)
    return groups


def request_for(
    name: str, game: type[Game], groups: Mapping[str, Sequence[Flag]], given: Mapping[str, object]
) -> Request:
    """Return the request described by texts, by the names of flags."""
    chosen = {group: values(flags, given) for group, flags in groups.items()}
    return Request(
        game(**chosen["game"]),
        chosen["solver"],
        chosen["position"],
        chosen["command"],
        (name, *_retyped([*groups["game"], *groups["solver"]], given)),
        tuple(_retyped(groups["position"], given)),
    )


def request_of(name: str, given: Mapping[str, object], extra: Sequence[Flag] = ()) -> Request:
    """Return the request for a game by name; raise an InputError for an unknown or missing flag."""
    game = load_game(name)
    groups = flag_groups(game, extra)
    known = {flag.name: flag for flags in groups.values() for flag in flags}
    for key in given:
        if key not in known:
            raise unknown_name_error("flag", key, known)
    for flag in known.values():
        if flag.default is REQUIRED and flag.name not in given:
            raise InputError(f"{name} needs a {flag.name} ({flag.help})")
    return request_for(name, game, groups, given)


def _retyped(flags: Sequence[Flag], given: Mapping[str, object]) -> Iterator[str]:
    """Yield the given flags as they would be typed again."""
    for flag in flags:
        typed = given.get(flag.name)
        if typed is True:
            yield flag.typed
        elif isinstance(typed, str):
            yield typed if flag.positional else f"{flag.typed}={typed}"
