"""A tournament of students' functions: all play against all, exactly if possible, each function in its own process.

    ranking           average winnings of each entry per play against the others
    exploitability    average winnings over both seats of an opponent who knows the entry, beyond the value of the game
    best response        the best response to the winner

A match is computed if the game and both entries allow this in time, and simulated otherwise. An entry that fails
loses the match and pays the worst payoff that the game has for its seat. `entries.py` says what counts as a failure
and how entries are kept apart.
"""

from __future__ import annotations

import inspect
import math
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from zerosum.arena import Arena, Player, RoundRobin, round_robin
from zerosum.arena.players import HOUSE, InconsistentPlayerError, ask, uniform
from zerosum.core.data import Json, plain
from zerosum.core.errors import InputError, Stopped, Unavailable, ZerosumError
from zerosum.core.game import Game
from zerosum.core.limits import BYTES
from zerosum.core.numbers import Number, exact_text
from zerosum.core.progress import Deadline, Progress, silent
from zerosum.core.reading import OWN_FILE
from zerosum.core.sides import SIDES, Side
from zerosum.display.document import Document, MarkedCell, Part, Picture, Section
from zerosum.display.table import Table
from zerosum.models.family import arena_for
from zerosum.tournament.entries import EntryFailedError, TournamentEntry, entries_in
from zerosum.tournament.sandbox import Sandbox, find_sandbox

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["RIGHTS", "EntryResult", "Tournament", "Trouble", "tournament"]

RIGHTS = (
    "Entries run on this machine with your permissions and can read and change your files. Read them first, install "
    "bubblewrap (bwrap), or run the tournament in a container."
)
"""The command's initial warning if entries are not in a sandbox."""
MAX_PROCESSES = 8
"""Maximum number of entries whose processes are kept at a time."""
COMPUTING = 30.0
"""Seconds after which a match is simulated instead of computed."""
MIN_COMPUTING = 2.0
"""This limit after several matches could not be computed in time."""
EVERY = 0.5
"""Seconds between two reports of the number of queries."""
RANDOM_PLAYS = 1_000
"""Number of random plays for estimating the worst payoff if not all plays can be listed."""
MAX_FRACTION_LENGTH = 10
"""Maximum number of characters of a fraction in a table."""
MAX_IN_TABLE = 16
"""Maximum number of players in a table of all matches."""
FIRST_DEALS, MAX_LINES = 40, 8
"""Number of deals that are tried to show the first moves of the best response, and maximum number of rows of their
table.
"""


class Trouble(NamedTuple):
    """A match that an entry lost because it failed."""

    entry: str
    row: str
    col: str
    reason: str


class EntryResult(NamedTuple):
    """One row of the ranking."""

    rank: int
    """The rank, from 1; equal players share a rank."""
    name: str
    per_play: Number
    """The average winnings against the others."""
    as_row: Number | None
    """The payoff to row if the entry plays row against a best response; None if unknown."""
    as_col: Number | None
    """The payoff to row if the entry plays col against a best response."""
    exploitability: Number | None
    """The winnings of a best response beyond the value, averaged over the seats that the entry can play."""


class Penalty(NamedTuple):
    """The payoff of an entry that fails: the worst payoff of the game for its seat."""

    as_row: Number | None
    """The payoff to row if the row player fails; None if no row player failed."""
    as_col: Number | None
    """The payoff to row if the column player fails."""
    is_sampled: bool
    """Whether these are the extreme payoffs of random plays, because the payoffs of all plays are not known."""


class EntryLimits(NamedTuple):
    """The limits of entries."""

    seconds: float
    """Processor time for a match."""
    memory: float
    """Gigabytes of memory."""
    bubblewrap: bool
    """Whether bubblewrap kept entries from the network and other files."""
    sandbox: str
    """A sentence about the isolation of entries."""


@dataclass(frozen=True)
class Tournament:
    """The results of a tournament."""

    game: Game
    robin: RoundRobin
    forfeits: Mapping[tuple[int, int], str]
    """The matches lost by a failure, by row and column, with the entry that failed."""
    results: Sequence[EntryResult]
    """The ranking, the best first."""
    troubles: Sequence[Trouble]
    sampled: int
    """Number of matches that were simulated, not computed."""
    plays: int
    """Number of plays in each simulated match."""
    value: Number
    winner: str
    """The best entry."""
    best_responses: Sequence[tuple[Side, Number, Sequence[tuple[str, str]]]]
    """The best responses to the winner: side, mean payoff to row, and first moves."""
    penalty: Penalty
    """The payoffs of entries that fail."""
    limits: EntryLimits
    """The limits of entries."""

    def figure(self) -> Figure:
        """Return the table of all matches as a heat map."""
        from zerosum.display.heat import heat_map

        return heat_map(self.robin.rows, self.robin.means, self.robin.cols, title=self.game.title)

    def document(self, picture: str = "") -> Document:
        """Return the report: ranking, all matches, failures, and the best response to the winner."""
        row, col = self.game.seats["row"], self.game.seats["col"]
        ranking = Table(
            "",
            [
                "rank",
                "player",
                "average win",
                f"guarantees as {row}",
                f"concedes as {col}",
                "exploitability",
            ],
            [
                [
                    one.rank,
                    one.name,
                    _shown(one.per_play),
                    _shown(one.as_row),
                    _shown(one.as_col),
                    _shown(one.exploitability),
                ]
                for one in self.results
            ],
        )
        parts: list[Part] = [
            ranking,
            "Average wins are per round, against all others in both seats. Exploitability is what an informed opponent "
            f"wins beyond the value of the game, {_shown(self.value)}, averaged over both seats; optimal players "
            "have 0.",
        ]
        matches: list[Part] = [
            "The figure shows all results."
            if len(self.robin.cols) > MAX_IN_TABLE
            else Table(
                "",
                [f"{row} \\ {col}", *self.robin.cols],
                [
                    [
                        name,
                        *(
                            MarkedCell(_shown(a)) if (i, j) in self.forfeits else _shown(a)
                            for j, a in enumerate(line)
                        ),
                    ]
                    for i, (name, line) in enumerate(zip(self.robin.rows, self.robin.means, strict=True))
                ],
            ),
            f"Average payoff to {row}. " + self._how(),
        ]
        if picture:
            matches.append(Picture(picture, f"All matches of {self.game.slug}"))
        sections = [Section("Ranking", tuple(parts)), Section("All matches", tuple(matches))]
        if self.troubles:
            sections.append(
                Section(
                    "Errors",
                    (
                        Table("", ["player", "problem", "matches lost"], self._wrong()),
                        self._charged(),
                    ),
                )
            )
        if self.best_responses:
            sections.append(Section(f"Best response to {self.winner}", tuple(self._response_parts())))
        sections.append(Section("Limits", (self._limits(),)))
        return Document(f"Tournament: {self.game.title}", tuple(sections))

    def _charged(self) -> str:
        row, col = self.game.seats["row"], self.game.seats["col"]
        which = f"in {RANDOM_PLAYS:,} random rounds" if self.penalty.is_sampled else "of the game"
        return (
            f"A match lost in this way is scored with the worst payoff {which} (in brackets in the table above): "
            f"{row} gets {_shown(self.penalty.as_row)} if {row} fails, and {_shown(self.penalty.as_col)} if "
            f"{col} fails."
        )

    def _limits(self) -> str:
        limits = self.limits
        return (
            f"Each entry ran in its own process, with {limits.seconds:g} seconds of processor time per match, "
            f"{limits.memory:g} GB of memory and no other processes. {limits.sandbox}"
        )

    def _how(self) -> str:
        whole = len(self.robin.rows) * len(self.robin.cols) - len(self.forfeits)
        if not self.sampled:
            return f"All {whole} completed matches were computed exactly, not simulated."
        return f"{self.sampled} of {whole} matches were simulated, with {self.plays:,} rounds each."

    def _wrong(self) -> list[list[object]]:
        """Return each entry's failures, grouped by reason."""
        counts: dict[tuple[str, str], int] = {}
        for trouble in self.troubles:
            counts[trouble.entry, trouble.reason] = counts.get((trouble.entry, trouble.reason), 0) + 1
        return [[entry, reason, count] for (entry, reason), count in counts.items()]

    def _response_parts(self) -> list[Part]:
        winner, row = self.winner, self.game.seats["row"]
        parts: list[Part] = []
        for side, value, lines in self.best_responses:
            parts.append(
                f"Best response as {self.game.seats[side]} to {winner}: {row} gets {_shown(value)} on average; the "
                f"value of the game is {_shown(self.value)}."
            )
            if lines:
                parts.append(Table("its first moves", ["information", "move"], [[*line] for line in lines]))
        return parts

    def json(self) -> Json:
        """Return the results as data."""
        rows = [
            {"row": name, **dict(zip(self.robin.cols, line, strict=True))}
            for name, line in zip(self.robin.rows, self.robin.means, strict=True)
        ]
        found: Json = plain(
            {
                "game": self.game.slug,
                "parameters": self.game.parameters(),
                "value": self.value,
                "ranking": [one._asdict() for one in self.results],
                "rows": rows,
                "troubles": [one._asdict() for one in self.troubles],
                "sampled": self.sampled,
                "penalty": self.penalty._asdict(),
                "limits": self.limits._asdict(),
            }
        )
        return found


def tournament(
    game: Game,
    folder: Path,
    *,
    also: Sequence[str] = (),
    seconds: float = 10.0,
    memory: float = 1.0,
    plays: int = 10_000,
    seed: int = 0,
    sandbox: Sandbox | None = None,
    progress: Progress = silent,
    report: Callable[[str], None] = lambda pairing: None,
) -> Tournament:
    """Let all functions in a folder play each other.

    Parameters
    ----------
    game
        The game.
    folder
        The folder with one .py file from each student; the function is called `player`, or is the only one in the file.
    also
        Players of the game that also take part, such as "equilibrium" and "uniform".
    seconds
        Processor time of an entry for a match.
    memory
        Gigabytes that an entry may use.
    plays
        Number of plays of a match that cannot be computed.
    seed
        Seed of the random numbers of simulated matches.
    sandbox
        The isolation of the entries' processes; by default, the best that works on this machine.
    progress
        A callback for the progress of long computations.
    report
        Called before each match with the pairing in words.

    Returns
    -------
    Tournament
        Table, ranking, failures, and the best response to the winner.

    Notes
    -----
    Entries run on this machine. If bubblewrap (`bwrap`) works, they can use no network and see no other files;
    elsewhere they have your permissions, and their processes are limited, but not in a sandbox.
    """
    files = entries_in(folder)
    if not hasattr(os, "fork"):
        raise Unavailable("tournaments need Linux or macOS; on Windows, run them in WSL or a container")
    deadline = Deadline(progress)
    arena = arena_for(game, None, deadline)
    rosters = {side: arena.roster(side) for side in SIDES}
    for name in also:
        for side in SIDES:
            if len(rosters[side]) > 1 and name not in rosters[side]:
                raise InputError(
                    f"{name!r} is not a player of {game.slug}; the players are {', '.join(rosters[side])}"
                )
    kind = type(game)
    rules = f"{inspect.getfile(kind)}:{kind.__name__}" if kind.__module__.startswith(OWN_FILE) else ""
    sandbox = find_sandbox() if sandbox is None else sandbox
    clock = _Clock(deadline)
    entries = {
        file.stem: TournamentEntry(file, seconds, memory * BYTES["GB"], rules, sandbox, clock.tick)
        for file in files
    }
    for name in set(also) & set(entries):
        raise InputError(f"{name!r} is both an entry and a player of the game; rename the file")
    limits = EntryLimits(seconds, memory, bool(sandbox.bubblewrap), sandbox.sentence)
    hall = _Hall(arena, entries, clock, plays, seed, limits)
    try:
        return hall.hold(rosters, also, report)
    finally:
        for entry in entries.values():
            entry.close()


class _Clock:
    """A clock that stops computations, with a shorter limit after the first one that had to be stopped, and counts
    queries.
    """

    def __init__(self, deadline: Deadline) -> None:
        self.deadline, self.patience = deadline, COMPUTING
        self.questions, self.reported = 0, 0.0

    def tick(self) -> None:
        """Count a query to an entry; stop the computation if its time is up."""
        self.questions += 1
        self.deadline.check()
        now = time.monotonic()
        if now > self.reported + EVERY:
            self.reported = now
            self.deadline.progress(self.questions, 0, "questions")

    @contextmanager
    def limited(self) -> Iterator[None]:
        """Limit the time of a computation."""
        self.deadline.end = time.monotonic() + self.patience
        try:
            yield
        except Stopped:
            self.patience = max(MIN_COMPUTING, self.patience / 4)
            raise
        finally:
            self.deadline.end = math.inf


class _Hall:
    """The state of a tournament: entries, matches and responses."""

    def __init__(
        self,
        arena: Arena[Game, Any],
        entries: Mapping[str, TournamentEntry],
        clock: _Clock,
        plays: int,
        seed: int,
        limits: EntryLimits,
    ) -> None:
        self.arena, self.entries, self.clock = arena, entries, clock
        self.plays, self.seed, self.limits = plays, seed, limits
        self.last: dict[str, TournamentEntry] = {}
        """The entries that have played, the most recent last."""
        self.troubles: list[Trouble] = []
        self.lost: dict[tuple[str, str], str] = {}
        self.sampled = 0

    def hold(
        self, rosters: Mapping[Side, Mapping[str, Player]], also: Sequence[str], report: Callable[[str], None]
    ) -> Tournament:
        """Play all matches, then compute best responses."""
        own = [entry.player for entry in self.entries.values()]
        rows, cols = (
            [*own, *(roster[name] for name in also)] if len(roster) > 1 else list(roster.values())
            for roster in (rosters[side] for side in SIDES)
        )
        value = self.arena.solution.value.middle
        robin = round_robin(self.arena, report, players=(rows, cols), mean=self.mean)
        penalty = self.penalty(robin) if self.lost else Penalty(None, None, False)
        robin, forfeits = self.scored(robin, penalty)
        results: list[EntryResult] = []
        for place, (name, per_play) in enumerate(robin.ranking, 1):
            player = next(one for one in rows if one.name == name)
            report(f"the best response to {name}")
            as_row, as_col = self.responses_to(player)
            short = [value - as_row] if as_row is not None else []
            short += [as_col - value] if as_col is not None and len(cols) > 1 else []
            mean = sum(short) / Fraction(len(short)) if short else None
            rank = results[-1].rank if results and results[-1].per_play == per_play else place
            results.append(EntryResult(rank, name, per_play, as_row, as_col if len(cols) > 1 else None, mean))
        first = next(one.name for one in results if one.name in self.entries)
        winner = self.entries[first].player
        return Tournament(
            self.arena.game,
            robin,
            forfeits,
            results,
            self.troubles,
            self.sampled,
            self.plays,
            value,
            winner.name,
            self.responses_to_winner(winner, len(cols) > 1),
            penalty,
            self.limits,
        )

    def wake(self, *players: Player) -> None:
        """Give entries their thinking time; end the processes that have been idle longest if there are too many."""
        for player in players:
            if player.name in self.entries:
                entry = self.entries[player.name]
                entry.begin()
                self.last.pop(entry.name, None)
                self.last[entry.name] = entry
        awake = [entry for entry in self.last.values() if entry.is_awake]
        for entry in awake[: max(0, len(awake) - MAX_PROCESSES)]:
            entry.close()

    def mean(self, row: Player, col: Player) -> Number:
        """Return row's average winnings; 0 as a placeholder if an entry fails."""
        self.wake(row, col)
        try:
            return self.computed(row, col)
        except EntryFailedError as failure:
            self.troubles.append(Trouble(failure.entry, row.name, col.name, failure.reason))
            self.lost[row.name, col.name] = failure.entry
            return Fraction(0)

    def computed(self, row: Player, col: Player) -> Number:
        """Return the mean of a match, computed if there is enough time and simulated otherwise."""
        random = any(
            entry.is_random for player in (row, col) if (entry := self.entries.get(player.name)) is not None
        )
        if not random:
            try:
                with self.clock.limited():
                    return self.arena.match(row, col).mean
            except (Stopped, Unavailable, InconsistentPlayerError):
                self.wake(row, col)
        found = self.arena.sample(row, col, plays=self.plays, seed=self.seed).mean
        self.sampled += 1
        return found

    def penalty(self, robin: RoundRobin) -> Penalty:
        """Return the worst payoff of the game for each seat; if not all plays can be listed, the worst payoff of
        random plays.
        """
        extremes, is_sampled = None, False
        with suppress(Stopped, Unavailable), self.clock.limited():
            extremes = self.arena.extreme_payoffs()
        if extremes is None:
            pair = [uniform if side in self.arena.sides else HOUSE for side in SIDES]
            seen = self.arena.sample(*pair, plays=RANDOM_PLAYS, seed=self.seed).results
            extremes, is_sampled = (min(seen), max(seen)), True
        played = [
            mean
            for row, line in zip(robin.rows, robin.means, strict=True)
            for col, mean in zip(robin.cols, line, strict=True)
            if (row, col) not in self.lost
        ]
        least, most = extremes
        return Penalty(min(least, *played), max(most, *played), is_sampled)

    def scored(self, robin: RoundRobin, penalty: Penalty) -> tuple[RoundRobin, dict[tuple[int, int], str]]:
        """Return the table with lost matches scored as the worst payoff of the seat that failed."""
        forfeits = {
            (robin.rows.index(row), robin.cols.index(col)): entry for (row, col), entry in self.lost.items()
        }
        worst, best = penalty.as_row or Fraction(0), penalty.as_col or Fraction(0)
        means = [
            [
                mean if (i, j) not in forfeits else worst if forfeits[i, j] == robin.rows[i] else best
                for j, mean in enumerate(line)
            ]
            for i, line in enumerate(robin.means)
        ]
        return replace(robin, means=means), forfeits

    def responses_to(self, player: Player) -> tuple[Number | None, Number | None]:
        """Return a player's payoffs against best responses in both seats; empty if they cannot be computed."""
        self.wake(player)
        try:
            with self.clock.limited():
                return self.arena.against_best_response(player)
        except (EntryFailedError, Stopped, Unavailable, InconsistentPlayerError):
            return None, None

    def responses_to_winner(
        self, winner: Player, both: bool
    ) -> list[tuple[Side, Number, list[tuple[str, str]]]]:
        """Return the best response to the winner in each seat, with its first moves."""
        found: list[tuple[Side, Number, list[tuple[str, str]]]] = []
        for side in SIDES:
            if side == "col" and not both:
                continue
            self.wake(winner)
            with suppress(ZerosumError):
                with self.clock.limited():
                    response = self.arena.best_response(winner, side)
                found.append((side, response.value, self.beginning(response.player, side)))
        return found

    def beginning(self, player: Player, side: Side) -> list[tuple[str, str]]:
        """Return the first moves of a best response, for some deals."""
        import numpy as np

        found: dict[str, str] = {}
        with suppress(ZerosumError):
            for seed in range(FIRST_DEALS):
                start = self.arena.deal(np.random.default_rng(seed))
                if start.over or side not in start.choosers():
                    continue
                seen = "; ".join(start.description(side)) or "the start"
                if seen not in found and len(found) < MAX_LINES:
                    mix = ask(player, start.observation(side))
                    played = [(start.move_text(move), p) for move, p in mix.items() if p]
                    found[seen] = ", ".join(name if p == 1 else f"{name} {_shown(p)}" for name, p in played)
        return sorted(found.items())


def _shown(x: Number | None) -> str:
    """Return a short fraction unchanged, or another number to four places."""
    if x is None:
        return "–"
    if isinstance(x, Fraction) and len(exact_text(x)) <= MAX_FRACTION_LENGTH:
        return exact_text(x)
    return f"{round(float(x), 4) + 0.0:g}"
