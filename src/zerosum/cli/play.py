"""`zerosum play GAME`: a person against the solution, in any terminal or through a pipe.

`Seat` prints the scene and asks for moves; `TranscriptSeat` is a seat whose words come from a transcript. A transcript
is a JSON file with the game's words, the side, the rival, the seed and the moves: enough to play it all again. It is
data: it names no files, unless the user names the same or trusts it.
"""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from zerosum.arena import UNDO, Advice, Session
from zerosum.cli import HELP
from zerosum.cli.command_line import LIMIT, game_verb, needs
from zerosum.cli.solve import solved
from zerosum.cli.terminal import printable
from zerosum.core.data import Data, Json
from zerosum.core.errors import InputError
from zerosum.core.game import Game, Move
from zerosum.core.reading import only_files_in
from zerosum.core.sides import SIDES, other
from zerosum.display.table import percent
from zerosum.models.family import arena_for
from zerosum.request import Options, Request, load_game
from zerosum.request.flags import Flag
from zerosum.request.loading import looks_like_a_file
from zerosum.request.players import read_player

FLAGS = (
    Flag(
        "against",
        str,
        "equilibrium",
        "the rival: equilibrium, uniform, another player of the game, file.py:function, or 'lock(K, check: bet 1/2)'",
    ),
    Flag("seed", int, None, "play the same cards again"),
    Flag("rounds", int, None, "stop after this many rounds"),
    Flag("coach", bool, False, "say after each move what it cost"),
    Flag("save", Path, None, "write a transcript to this file"),
    Flag("replay", Path, None, "show a saved transcript instead of asking; it names its game itself"),
    Flag("trust", bool, False, "allow the transcript to read files: games, players and laws"),
)


def _flags(game: type[Game]) -> tuple[Flag, ...]:
    """The flags; a side can be called what the game calls it."""
    named = {name: side for side, name in game.seats.items()}
    also = "".join(f"; {name} is {side}" for name, side in named.items() if name != side)
    choices = tuple(dict.fromkeys([*SIDES, *named]))
    return (
        Flag("side", str, "row", f"your side{also}", choices, parse=lambda text: named.get(text, text)),
        *FLAGS,
    )


@contextmanager
def _with_transcript(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """The words with the transcript's game in front, where --replay names a transcript and no game is typed."""
    file = _named_transcript(words) if words and words[0].startswith("-") else None
    if file is None:
        yield words
        return
    known = {*(flag.typed for flag in _flags(Game)), *HELP}
    for word in words:
        if word.startswith("--") and (flag := word.partition("=")[0]) not in known:
            raise InputError(
                f"the transcript says which game was played; leave out {flag}, or name the game first"
            )
    trusted = "--trust" in words
    with _named_by(trusted):
        yield (*_transcript(file, trusted)["game"], *words)


def _named_transcript(words: Sequence[str]) -> Path | None:
    for word, after in zip(words, [*words[1:], ""], strict=True):
        if word.startswith("--replay="):
            return Path(word.removeprefix("--replay="))
        if word == "--replay" and after:
            return Path(after)
    return None


def _named_by(user: bool) -> AbstractContextManager[None]:
    """Where a game is read and played: only the user names files."""
    return nullcontext() if user else only_files_in()


@game_verb(_flags, prepare=_with_transcript)
def play(request: Request) -> None:
    """Play a game against its solution, on either side."""
    given = request.extra
    for name, least in (("rounds", 1), ("seed", 0)):
        if given.get(name, least) < least:
            raise InputError(f"--{name} takes a whole number from {least} up, not {given[name]}")
    needs(given, "trust", "replay")
    if "replay" in given:
        trusted = given.get("trust", False)
        saved = _transcript(given["replay"], trusted, request)
        with _named_by(trusted or _words(request) == saved["game"]):
            request = _agreed(request, saved)
            place = _place(request, saved)
            _run(
                TranscriptSeat(place, saved, coached=given.get("coach", False), limit=given.get("rounds")),
                request,
            )
    else:
        place = _place(request, given)
        _run(Seat(place, asker(), coached=given.get("coach", False), limit=given.get("rounds")), request)


def _run(seat: Seat, request: Request) -> None:
    """Play until the person leaves, and keep the transcript if that is asked for."""
    file = request.extra.get("save")
    if file is not None:
        check_writable(file)
    seat.run()
    if file is not None:
        write_transcript(file, request, seat.place)


def _transcript(file: Path, trusted: bool, request: Request | None = None) -> Json:
    """A transcript, which is data: it names no file that would run, unless trusted or typed, and none to write."""
    saved = read_transcript(file)
    typed = request is not None and _words(request) == saved["game"]
    words = [*([] if typed else saved["game"][:1]), saved["rival"]]
    if not trusted and any(map(looks_like_a_file, words)):
        named = next(word for word in words if looks_like_a_file(word))
        raise InputError(f"the transcript would run {named!r}; add --trust if you trust that file")
    kind = load_game(saved["game"][0]) if saved["game"] else Game
    own = [*play.flag_groups(kind)["command"]] if kind is not Game else [*_flags(Game), LIMIT]
    for word in saved["game"]:
        if word.partition("=")[0] in {*(flag.typed for flag in own), *PLACES}:
            raise InputError(f"a transcript names a game and its parameters, and not {word!r}")
    return saved


def _place(request: Request, given: Options) -> Session:
    """A table with the side, the rival and the seed that were given or saved."""
    arena = arena_for(request.game, lambda: solved(request))
    side = given.get("side", arena.sides[0])
    roster = arena.roster(other(side))
    named = given.get("rival") or given.get("against") or next(iter(roster))
    return Session(
        arena,
        side=side,
        rival=read_player(named, roster, arena),
        seed=given.get("seed", secrets.randbelow(2**31)),
    )


def _agreed(request: Request, saved: Json) -> Request:
    """The request for the transcript's game; refused if the person typed another game, side, rival or seed."""
    own = play.read(saved["game"])
    if own is None:
        raise InputError("the transcript names no game")
    bare = len(request.typed) == 1 and type(request.game).__qualname__ == type(own.game).__qualname__
    asked, kept = ((game.title, game.parameters()) for game in (request.game, own.game))
    if not bare and asked != kept:
        raise InputError(
            f"the transcript is of {own.game.title}, not of {request.game.title}; leave the game out to see it"
        )
    for name, value in {"side": saved["side"], "against": saved["rival"], "seed": saved["seed"]}.items():
        if request.extra.get(name, value) != value:
            raise InputError(f"the transcript was played with --{name} {value}, not {request.extra[name]}")
    return replace(own, extra=request.extra)


WORDS = """\
type a move, or:
  hint    what the solution would play here
  coach   after each move, what it cost (again to stop)
  undo    take the last move back
  score   the score so far
  rules   how the game is played
  quit    leave (Ctrl-D too)"""


class Leave(Exception):  # noqa: N818 - a way out, not an error
    """The person leaves the table."""


class Seat:
    """The person's place at the table: prints the scene, asks, and never gives up on a typing error."""

    def __init__(
        self, place: Session, ask: Callable[[str], str], *, coached: bool, limit: int | None
    ) -> None:
        self.place, self.ask, self.coached, self.limit = place, ask, coached, limit
        self.unfinished = False
        self.console = Console(highlight=False)

    def run(self) -> None:
        """Rounds until the person leaves."""
        arena = self.place.arena
        rules = Text("\n").join([Text(arena.game.title, style="bold"), *map(Text, arena.rules)])
        self.say(Panel(rules, expand=False))
        place = self.place
        self.say(
            f"you are {arena.game.seats[place.side]}, against {place.rival.name} · ? for help · quit to leave"
        )
        try:
            while True:
                self.round()
                if self.limit is not None and self.place.played >= self.limit:
                    break
                self.again()
        except (Leave, EOFError, KeyboardInterrupt):
            self.say("")
            self.tell_unfinished()
        self.tell_score()

    def round(self) -> None:
        """One round, move by move."""
        self.tell_news()
        while not self.place.over:
            for line in self.place.scene():
                self.say(line)
            self.turn()
            self.tell_news()
        result = self.place.result
        verdict = "you win" if result > 0 else "you lose" if result < 0 else "a draw"
        self.say(f"the round: {verdict}{f' {abs(result):g}' if result else ''}", style="bold")

    def turn(self) -> None:
        """Ask until a move is made."""
        while True:
            text = self.ask(f"your move ({', '.join(self.place.choices())}): ").strip()
            try:
                if self.command(text):
                    continue
                move = self.place.read(text)
            except InputError as error:
                self.slip(text, error)
                continue
            told = self.judged(move) if self.coached else []
            self.place.move(text)
            for line in told:
                self.say(line, style="green")
            return

    def slip(self, text: str, error: InputError) -> None:
        """What was typed is of no use here."""
        self.say(f"{error} (? for help)", style="yellow")

    def command(self, text: str) -> bool:
        """Do what a word other than a move asks for; False if it may be a move."""
        words: dict[str, Callable[[], None]] = {
            "?": lambda: self.say(WORDS),
            "help": lambda: self.say(WORDS),
            "hint": lambda: self.say(self.mix(self.place.advice()), style="green"),
            "coach": self.switch_coach,
            UNDO: self.undo,
            "score": self.tell_score,
            "rules": lambda: self.say("\n".join(self.place.arena.rules)),
            "quit": self.leave,
            "q": self.leave,
            "exit": self.leave,
            "": lambda: None,
        }
        if text.lower() not in words:
            return False
        words[text.lower()]()
        return True

    def again(self) -> None:
        """Another round, unless the person has had enough; undo goes back into the last."""
        while True:
            text = self.ask("another round? (enter for yes, quit to leave): ").strip().lower()
            if text in ("", "y", "yes"):
                self.place.next_round()
                return
            if text in ("n", "no", "quit", "q", "exit"):
                raise Leave
            if text == UNDO and self.place.can_undo:
                self.place.undo()
                return
            if text in ("score", "rules"):
                self.command(text)
                continue
            self.say("press enter for another round, undo to go back, or quit to leave", style="yellow")

    def undo(self) -> None:
        """Take the last move back and show the table again."""
        self.place.undo()
        for line in self.place.scene():
            self.say(line)

    def switch_coach(self) -> None:
        """Turn the comments on or off."""
        self.coached = not self.coached
        self.say(f"the coach is {'on' if self.coached else 'off'}")

    def leave(self) -> None:
        """Get up."""
        raise Leave

    def tell_news(self) -> None:
        """What has just happened."""
        for line in self.place.news:
            self.say(line, style="cyan")

    def mix(self, advice: Advice) -> str:
        """What the solution plays here."""
        parts = (f"{self.place.move_text(move)} {percent(float(p))}" for move, p in advice.mix.items() if p)
        caveat = f"\n{advice.caveat}" if advice.caveat else ""
        return f"the solution: {', '.join(parts)}{caveat}"

    def judged(self, move: Move) -> list[str]:
        """What the solution would play here, and what the move costs against it."""
        advice, name = self.place.advice(), self.place.move_text(move)
        cost = advice.cost(move)
        if cost is None:
            return [self.mix(advice)]
        too = "" if advice.mix.get(move) else ": against the solution it is optimal too"
        told = f"{name} cost {cost:.4g} on average" if cost > 1e-9 else f"{name} cost nothing{too}"
        return [self.mix(advice), told]

    def tell_unfinished(self) -> None:
        """What a round counts that the person left before its end."""
        won = self.place.leave()
        if won is not None:
            self.unfinished = bool(won)
            paid = f"; it counts with what was paid so far, {won:+g}" if won else ""
            self.say(f"the round was not finished{paid}")

    def tell_score(self) -> None:
        """The score over all rounds."""
        played = self.place.played
        rounds = f"{played} round{'s' * (played != 1)}"
        if self.unfinished:
            rounds = f"{rounds} and an unfinished one" if played else "an unfinished round"
        self.say(f"score {self.place.score:+g} after {rounds}", style="bold")

    def say(self, what: object, style: str = "") -> None:
        """Print; text as it is, without markup."""
        self.console.print(Text(what, style=style) if isinstance(what, str) else what)


def asker() -> Callable[[str], str]:
    """Asks a person at a terminal, or reads lines from a pipe and shows them."""
    echoed = not sys.stdin.isatty()

    def ask(prompt: str) -> str:
        line = input(printable(prompt))
        if echoed:
            print(printable(line))  # noqa: T201
        return line

    return ask


class TranscriptSeat(Seat):
    """A place at the table where the words of a transcript are typed, and nothing else."""

    def __init__(self, place: Session, saved: Json, *, coached: bool, limit: int | None) -> None:
        super().__init__(place, self.next_word, coached=coached, limit=limit)
        self.words: list[str] = list(saved["moves"])
        self.rounds: int = saved["rounds"]

    def next_word(self, prompt: str) -> str:
        """The next word; between rounds that is enter, unless the last move was taken back."""
        if prompt.startswith("another") and self.words[:1] != [UNDO]:
            if not self.words and self.place.played >= self.rounds:
                raise Leave
            return ""
        if not self.words:
            raise Leave
        word = self.words.pop(0)
        self.say(f"{prompt}{word}")
        return word

    def command(self, text: str) -> bool:
        """A transcript holds moves and takes them back, no more."""
        return text == UNDO and super().command(text)

    def slip(self, text: str, error: InputError) -> None:
        """A wrong move is the file's mistake."""
        raise InputError(f"the transcript's move {text!r} cannot be made: {error}")


PLACES = ("--cluster", "--device", "--threads")
"""Flags that say where a game is solved; a transcript does not keep them."""

MOST_CHARACTERS = 10**7
"""Largest size of a transcript."""
MOST_ROUNDS = 10**6
"""Largest number of rounds that a transcript may ask for."""

SAVED: dict[str, Callable[[Data], bool]] = {
    "game": lambda words: _are_texts(words) and bool(words) and not words[0].startswith("-"),
    "side": lambda side: side in SIDES,
    "rival": lambda rival: isinstance(rival, str),
    "seed": lambda seed: type(seed) is int and seed >= 0,
    "moves": lambda words: _are_texts(words),
    "rounds": lambda rounds: type(rounds) is int and rounds <= MOST_ROUNDS,
}
"""The parts of a transcript, and what each must be."""


def read_transcript(file: Path) -> Json:
    """The parts of a transcript."""
    if not file.exists():
        raise InputError(f"there is no transcript at {file}")
    try:
        is_small = file.is_file() and file.stat().st_size <= MOST_CHARACTERS
        transcript = json.loads(file.read_text(encoding="utf-8") if is_small else "")
        saved = {key: transcript[key] for key in SAVED}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        saved = {}
    if not saved or not all(proper(saved[key]) for key, proper in SAVED.items()):
        raise InputError(f"{file} is not a transcript that `zerosum play --save` wrote")
    return saved


def _are_texts(words: object) -> bool:
    return isinstance(words, list) and all(isinstance(word, str) for word in words)


def check_writable(file: Path) -> None:
    """Refuse a file that cannot be written, before anything is played."""
    new = not file.exists()
    try:
        with file.open("a", encoding="utf-8"):
            pass
    except OSError as error:
        raise InputError(f"the transcript cannot be written to {file}: {error.strerror}") from None
    if new:
        file.unlink()


def _words(request: Request) -> list[str]:
    """The words that name the request's game."""
    return [word for word in request.typed if word.partition("=")[0] not in PLACES]


def write_transcript(file: Path, request: Request, place: Session) -> None:
    """Keep what was played, with the words that name the game."""
    about = {"game": _words(request), "score": place.score, "rounds": place.played}
    try:
        file.write_text(json.dumps({**about, **place.transcript()}, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"the transcript could not be written to {file}: {error.strerror}") from None
