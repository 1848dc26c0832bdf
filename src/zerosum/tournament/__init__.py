"""A tournament of students' functions: all against all, exactly where that is possible, each in its own process.

    ranking           what each entry wins per play against the others
    exploitability    what a rival who knows the entry wins on average over both seats, beyond the value of the game
    best reply        who beats the winner, and how

A match is computed if the game and both entries allow it in time, and sampled otherwise. An entry that fails loses the
match: it is scored like the worst result in its seat among the matches that were played to the end. `entries.py` says
what counts as a failure and how entries are kept apart.
"""

from __future__ import annotations

import inspect
import math
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from zerosum.arena import Arena, Player, RoundRobin, round_robin
from zerosum.arena.players import InconsistentPlayerError, ask
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

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["RIGHTS", "EntryResult", "Tournament", "Trouble", "tournament"]

RIGHTS = (
    "Entries run on this machine with your rights: they could read and change your files. Read them first, or run the "
    "tournament in a container."
)
MOST_PROCESSES = 8
"""Maximum number of entries whose processes are kept at a time."""
COMPUTING = 30.0
"""Seconds after which a match is sampled instead of computed."""
LONGEST_FRACTION = 10
"""Maximum number of characters of a fraction in a table."""
MOST_IN_TABLE = 16
"""Maximum number of players in a table of all matches."""
FIRST_DEALS, MOST_LINES = 40, 8
"""Deals that are tried to show how the best reply begins, and lines of that table."""


class Trouble(NamedTuple):
    """A match that an entry lost because it failed."""

    entry: str
    row: str
    col: str
    reason: str


class EntryResult(NamedTuple):
    """One line of the ranking."""

    name: str
    per_play: Number
    """What it wins on average against the others."""
    as_row: Number | None
    """What row gets when it plays row against a best reply; None where that is not known."""
    as_col: Number | None
    """What row gets when it plays col against a best reply."""
    exploitability: Number | None
    """What a best reply wins beyond the value, on average over the seats that the entry takes."""


@dataclass(frozen=True)
class Tournament:
    """The results of a tournament."""

    game: Game
    robin: RoundRobin
    forfeits: Mapping[tuple[int, int], str]
    """The matches that were lost by a failure, by row and column, and who failed."""
    results: Sequence[EntryResult]
    """The ranking, the best first."""
    troubles: Sequence[Trouble]
    sampled: int
    """Number of matches that were sampled and not computed."""
    plays: int
    """Plays of each sampled match."""
    value: Number
    winner: str
    """The best of the entries."""
    reply: Sequence[tuple[Side, Number, Sequence[tuple[str, str]]]]
    """The best replies to the winner: side, mean payoff to row, and how they begin."""

    def figure(self) -> Figure:
        """The table of all matches as a heat map."""
        from zerosum.display.heat import heat_map

        return heat_map(self.robin.rows, self.robin.means, self.robin.cols, title=self.game.title)

    def document(self, picture: str = "") -> Document:
        """The report: ranking, all matches, what went wrong, and the best reply to the winner."""
        row, col = self.game.seats["row"], self.game.seats["col"]
        ranking = Table(
            "",
            [
                "rank",
                "player",
                "wins per play",
                f"held to as {row}",
                f"gives away as {col}",
                "exploitability",
            ],
            [
                [
                    place,
                    one.name,
                    _shown(one.per_play),
                    _shown(one.as_row),
                    _shown(one.as_col),
                    _shown(one.exploitability),
                ]
                for place, one in enumerate(self.results, 1)
            ],
        )
        parts: list[Part] = [
            ranking,
            "Wins per play are against all others, in both seats. Exploitability is what a rival who knows the player "
            f"wins beyond the value of the game, {_shown(self.value)}, on average over the seats; the optimal players "
            "have 0.",
        ]
        matches: list[Part] = [
            "The picture has all results."
            if len(self.robin.cols) > MOST_IN_TABLE
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
            f"What {row} wins on average. " + self._how(),
        ]
        if picture:
            matches.append(Picture(picture, f"All matches of {self.game.called}"))
        sections = [Section("Ranking", tuple(parts)), Section("Every match", tuple(matches))]
        if self.troubles:
            sections.append(
                Section(
                    "What went wrong",
                    (
                        Table("", ["player", "what it does", "lost matches"], self._wrong()),
                        "A match that is lost this way counts as the worst result of that seat in the table above; "
                        "there it stands in brackets.",
                    ),
                )
            )
        if self.reply:
            sections.append(Section(f"The best reply to {self.winner}", tuple(self._reply_parts())))
        return Document(f"Tournament: {self.game.title}", tuple(sections))

    def _how(self) -> str:
        whole = len(self.robin.rows) * len(self.robin.cols) - len(self.forfeits)
        if not self.sampled:
            return f"All {whole} matches that were played to the end are computed, not sampled."
        return f"Of {whole} matches {self.sampled} are sampled, with {self.plays:,} plays each."

    def _wrong(self) -> list[list[object]]:
        """Each entry's failures, those with the same reason together."""
        counts: dict[tuple[str, str], int] = {}
        for trouble in self.troubles:
            counts[trouble.entry, trouble.reason] = counts.get((trouble.entry, trouble.reason), 0) + 1
        return [[entry, reason, count] for (entry, reason), count in counts.items()]

    def _reply_parts(self) -> list[Part]:
        winner, row = self.winner, self.game.seats["row"]
        parts: list[Part] = []
        for side, value, lines in self.reply:
            parts.append(
                f"As {self.game.seats[side]} against {winner}: {row} gets {_shown(value)} on average, and the game is "
                f"worth {_shown(self.value)}."
            )
            if lines:
                parts.append(Table("how it begins", ["it sees", "it plays"], [[*line] for line in lines]))
        return parts

    def json(self) -> Json:
        """The results as data."""
        rows = [
            {"row": name, **dict(zip(self.robin.cols, line, strict=True))}
            for name, line in zip(self.robin.rows, self.robin.means, strict=True)
        ]
        found: Json = plain(
            {
                "game": self.game.called,
                "parameters": self.game.parameters(),
                "value": self.value,
                "ranking": [one._asdict() for one in self.results],
                "rows": rows,
                "troubles": [one._asdict() for one in self.troubles],
                "sampled": self.sampled,
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
    progress: Progress = silent,
    report: Callable[[str], None] = lambda pairing: None,
) -> Tournament:
    """Let all functions in a folder play each other.

    Parameters
    ----------
    game
        The game.
    folder
        The folder with one .py file of each student; the function is called `player`, or is the only one in the file.
    also
        Players of the game who take part, such as "equilibrium" and "uniform".
    seconds
        Thinking time of an entry for a match.
    memory
        Gigabytes that an entry may use.
    plays
        Plays of a match that cannot be computed.
    seed
        Seed of the random numbers of sampled matches.
    progress
        Where the progress of long computations is reported.
    report
        Called before each match with the pairing in words.

    Returns
    -------
    Tournament
        Table, ranking, failures, and the best reply to the winner.

    Notes
    -----
    Entries run on this machine with your rights. Their processes are limited, but this is not a sandbox.
    """
    files = entries_in(folder)
    deadline = Deadline(progress)
    arena = arena_for(game, None, deadline)
    rosters = {side: arena.roster(side) for side in SIDES}
    for name in also:
        for side in SIDES:
            if len(rosters[side]) > 1 and name not in rosters[side]:
                raise InputError(
                    f"{name!r} is not a player of {game.called}; there are {', '.join(rosters[side])}"
                )
    kind = type(game)
    rules = f"{inspect.getfile(kind)}:{kind.__name__}" if kind.__module__.startswith(OWN_FILE) else ""
    entries = {file.stem: TournamentEntry(file, seconds, memory * BYTES["GB"], rules) for file in files}
    for name in set(also) & set(entries):
        raise InputError(f"{name!r} is both an entry and a player of the game; rename the file")
    hall = _Hall(arena, entries, deadline, plays, seed)
    try:
        return hall.hold(rosters, also, report)
    finally:
        for entry in entries.values():
            entry.close()


class _Hall:
    """Where the matches are played."""

    def __init__(
        self,
        arena: Arena[Game, Any],
        entries: Mapping[str, TournamentEntry],
        deadline: Deadline,
        plays: int,
        seed: int,
    ) -> None:
        self.arena, self.entries, self.deadline = arena, entries, deadline
        self.plays, self.seed = plays, seed
        self.last: dict[str, TournamentEntry] = {}
        """The entries that have played, the latest last."""
        self.troubles: list[Trouble] = []
        self.lost: dict[tuple[str, str], str] = {}
        self.sampled = 0

    def hold(
        self, rosters: Mapping[Side, Mapping[str, Player]], also: Sequence[str], report: Callable[[str], None]
    ) -> Tournament:
        """Play all matches, then ask for best replies."""
        own = [entry.player for entry in self.entries.values()]
        rows, cols = (
            [*own, *(roster[name] for name in also)] if len(roster) > 1 else list(roster.values())
            for roster in (rosters[side] for side in SIDES)
        )
        value = self.arena.solution.value.middle
        robin = round_robin(self.arena, report, players=(rows, cols), mean=self.mean)
        robin, forfeits = self.scored(robin)
        results = []
        for name, per_play in robin.ranking:
            player = next(one for one in rows if one.name == name)
            report(f"the best reply to {name}")
            as_row, as_col = self.replied(player)
            short = [value - as_row] if as_row is not None else []
            short += [as_col - value] if as_col is not None and len(cols) > 1 else []
            mean = sum(short) / Fraction(len(short)) if short else None
            results.append(EntryResult(name, per_play, as_row, as_col if len(cols) > 1 else None, mean))
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
            self.best_replies(winner, len(cols) > 1),
        )

    def wake(self, *players: Player) -> None:
        """Give entries their thinking time; of too many processes, those that slept longest are ended."""
        for player in players:
            if player.name in self.entries:
                entry = self.entries[player.name]
                entry.begin()
                self.last.pop(entry.name, None)
                self.last[entry.name] = entry
        awake = [entry for entry in self.last.values() if entry.is_awake]
        for entry in awake[: max(0, len(awake) - MOST_PROCESSES)]:
            entry.close()

    def mean(self, row: Player, col: Player) -> Number:
        """What row wins on average; 0 for now where an entry fails."""
        self.wake(row, col)
        try:
            return self.computed(row, col)
        except EntryFailedError as failure:
            self.troubles.append(Trouble(failure.entry, row.name, col.name, failure.reason))
            self.lost[row.name, col.name] = failure.entry
            return Fraction(0)

    def computed(self, row: Player, col: Player) -> Number:
        """The mean of a match, computed if that is possible in time and sampled otherwise."""
        random = any(
            entry.is_random for player in (row, col) if (entry := self.entries.get(player.name)) is not None
        )
        if not random:
            self.deadline.end = time.monotonic() + COMPUTING
            try:
                return self.arena.match(row, col).mean
            except (Stopped, Unavailable, InconsistentPlayerError):
                self.wake(row, col)
            finally:
                self.deadline.end = math.inf
        found = self.arena.sample(row, col, plays=self.plays, seed=self.seed).mean
        self.sampled += 1
        return found

    def scored(self, robin: RoundRobin) -> tuple[RoundRobin, dict[tuple[int, int], str]]:
        """The table with lost matches scored as the worst result of the seat that failed."""
        forfeits = {
            (robin.rows.index(row), robin.cols.index(col)): entry for (row, col), entry in self.lost.items()
        }
        played = [
            mean
            for i, line in enumerate(robin.means)
            for j, mean in enumerate(line)
            if (i, j) not in forfeits
        ]
        worst, best = min(played, default=Fraction(-1)), max(played, default=Fraction(1))
        means = [
            [
                mean if (i, j) not in forfeits else worst if forfeits[i, j] == robin.rows[i] else best
                for j, mean in enumerate(line)
            ]
            for i, line in enumerate(robin.means)
        ]
        return replace(robin, means=means), forfeits

    def replied(self, player: Player) -> tuple[Number | None, Number | None]:
        """What a player is held to in both seats; nothing where it fails or that cannot be computed."""
        self.wake(player)
        self.deadline.end = time.monotonic() + COMPUTING
        try:
            return self.arena.against_best_response(player)
        except (EntryFailedError, Stopped, Unavailable, InconsistentPlayerError):
            return None, None
        finally:
            self.deadline.end = math.inf

    def best_replies(self, winner: Player, both: bool) -> list[tuple[Side, Number, list[tuple[str, str]]]]:
        """The best reply to the winner in each seat, and how it begins."""
        found: list[tuple[Side, Number, list[tuple[str, str]]]] = []
        for side in SIDES:
            if side == "col" and not both:
                continue
            self.wake(winner)
            with suppress(ZerosumError):
                reply = self.arena.best_response(winner, side)
                found.append((side, reply.value, self.beginning(reply.player, side)))
        return found

    def beginning(self, player: Player, side: Side) -> list[tuple[str, str]]:
        """What a best reply does first, for some deals."""
        import numpy as np

        found: dict[str, str] = {}
        with suppress(ZerosumError):
            for seed in range(FIRST_DEALS):
                start = self.arena.deal(np.random.default_rng(seed))
                if start.over or side not in start.choosers():
                    continue
                seen = "; ".join(start.scene(side)) or "the start"
                if seen not in found and len(found) < MOST_LINES:
                    mix = ask(player, start.observation(side))
                    played = [(start.move_text(move), p) for move, p in mix.items() if p]
                    found[seen] = ", ".join(name if p == 1 else f"{name} {_shown(p)}" for name, p in played)
        return sorted(found.items())


def _shown(x: Number | None) -> str:
    """A short fraction as it is, another number to four places."""
    if x is None:
        return "–"
    if isinstance(x, Fraction) and len(exact_text(x)) <= LONGEST_FRACTION:
        return exact_text(x)
    return f"{round(float(x), 4) + 0.0:g}"
