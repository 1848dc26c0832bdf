"""`zerosum play GAME`: a person against the solution, in any terminal or through a pipe.

`TerminalSession` prints the position and asks for moves; `TranscriptSession` reads them from a transcript. A transcript
is a JSON file with the game and its parameters, the side, the opponent, the seed and the moves: enough to replay
everything. It is data: a file that it mentions is read only if the user gives the same file or trusts the transcript.
"""

from __future__ import annotations

import json
import math
import re
import secrets
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from zerosum.arena import UNDO, Advice, Session
from zerosum.arena.rounds import PlacedNumber
from zerosum.arena.session import listed
from zerosum.cli import HELP
from zerosum.cli.command_line import LIMIT, game_verb, needs
from zerosum.cli.match import MISSING, check_missing
from zerosum.cli.solve import solved
from zerosum.cli.terminal import write
from zerosum.core.boards import Tabletop
from zerosum.core.data import Data, Json
from zerosum.core.errors import InputError, ZerosumError
from zerosum.core.game import Game, Move, instruction_lines
from zerosum.core.printable import one_line, printable
from zerosum.core.reading import STRATEGY_FILES, only_files_in
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
        "your opponent: equilibrium, uniform, any other player, a file such as bot.csv, file.py:function, or "
        "'lock(K, check: bet 1/2)'",
    ),
    MISSING,
    Flag("seed", int, None, "seed of the random numbers; the same seed deals the same cards"),
    Flag("rounds", int, None, "stop after this many rounds"),
    Flag("coach", bool, False, "after each move, show what it cost"),
    Flag("save", Path, None, "save a transcript to this file"),
    Flag("replay", Path, None, "replay a saved transcript (it contains the game)"),
    Flag("trust", bool, False, "allow the transcript to load files (games, players and distributions)"),
)


def _flags(game: type[Game]) -> tuple[Flag, ...]:
    """Return the flags; a side may be typed by its name in the game, unless the game is in a file, which is not
    read yet.
    """
    names = game.seats if isinstance(game.seats, Mapping) else {}
    named = {name: side for side, name in names.items()}
    also = "".join(f"; {name} is {side}" for name, side in named.items() if name != side)
    choices = tuple(dict.fromkeys([*SIDES, *named]))
    return (
        Flag("side", str, "row", f"your seat{also}", choices, parse=lambda text: named.get(text, text)),
        *FLAGS,
    )


@contextmanager
def _with_transcript(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the words; if --replay gives a transcript and no game is typed, put the transcript's game in front."""
    file = _named_transcript(words) if words and words[0].startswith("-") else None
    if file is None:
        yield words
        return
    known = {*(flag.typed for flag in _flags(Game)), *HELP}
    for word in words:
        if word.startswith("--") and (flag := word.partition("=")[0]) not in known:
            raise InputError(
                f"the transcript already contains the game; remove {flag}, or give the game first"
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
    """Reject file names in a transcript, except those the user typed, while a game is read and played."""
    return nullcontext() if user else only_files_in()


@game_verb(_flags, prepare=_with_transcript)
def play(request: Request) -> None:
    """Play a game against its solution, on either side."""
    given = request.extra
    for name, least in (("rounds", 1), ("seed", 0)):
        if given.get(name, least) < least:
            raise InputError(f"--{name} must be a whole number, at least {least}, not {given[name]}")
    needs(given, "trust", "replay")
    if "replay" in given:
        trusted = given.get("trust", False)
        saved = _transcript(given["replay"], trusted, request)
        with _named_by(trusted or _words(request) == saved["game"]):
            request = _agreed(request, saved)
            session = _session(request, saved)
            _run(
                TranscriptSession(
                    session, saved, coached=given.get("coach", False), limit=given.get("rounds")
                ),
                request,
            )
    else:
        session = _session(request, given)
        _run(
            TerminalSession(session, asker(), coached=given.get("coach", False), limit=given.get("rounds")),
            request,
        )


def _run(seat: TerminalSession, request: Request) -> None:
    """Play until the person leaves, and save the transcript if asked."""
    file = request.extra.get("save")
    if file is not None:
        check_writable(file)
    seat.run()
    if file is not None:
        write_transcript(file, request, seat.session)


def _transcript(file: Path, trusted: bool, request: Request | None = None) -> Json:
    """Return the data of a transcript; raise an error if it names a file that the user neither trusts nor typed."""
    saved = read_transcript(file)
    typed = request is not None and _words(request) == saved["game"]
    words = [*([] if typed else saved["game"][:1]), saved["opponent"]]
    if not trusted and any(map(_names_a_file, words)):
        named = next(filter(_names_a_file, words))
        raise InputError(f"the transcript would load {named!r}; add --trust if you trust that file")
    kind = load_game(saved["game"][0]) if saved["game"] else Game
    own = [*play.flag_groups(kind)["command"]] if kind is not Game else [*_flags(Game), LIMIT]
    for word in saved["game"]:
        if word.partition("=")[0] in {*(flag.typed for flag in own), *PLACES}:
            raise InputError(f"a transcript contains a game and its parameters, not {word!r}")
    return saved


def _names_a_file(word: str) -> bool:
    """Return whether a word of a transcript names a file with code or a strategy."""
    return looks_like_a_file(word) or word.strip().lower().endswith(STRATEGY_FILES)


def _session(request: Request, given: Options) -> Session:
    """Return a session with the side, the opponent and the seed that were given or saved."""
    arena = arena_for(request.game, lambda: solved(request))
    given = {MISSING.name: request.extra.get(MISSING.name), **given}
    side = given.get("side", arena.sides[0])
    roster = arena.roster(other(side))
    named = given.get("opponent") or given.get("against") or next(iter(roster))
    check_missing({name: given[name] for name in [MISSING.name] if given[name] is not None}, named)
    return Session(
        arena,
        side=side,
        opponent=read_player(named, roster, arena, given.get(MISSING.name)),
        seed=given.get("seed", secrets.randbelow(2**31)),
    )


def _agreed(request: Request, saved: Json) -> Request:
    """Return the request for the transcript's game; reject another game, side, opponent or seed."""
    own = play.read(saved["game"])
    if own is None:
        raise InputError("the transcript does not name a game")
    bare = len(request.typed) == 1 and type(request.game).__qualname__ == type(own.game).__qualname__
    asked, kept = ((one_line(game.title), game.parameters()) for game in (request.game, own.game))
    if not bare and asked != kept:
        raise InputError(f"this is a transcript of {kept[0]}, not {asked[0]}; remove the game to replay it")
    for name, value in {"side": saved["side"], "against": saved["opponent"], "seed": saved["seed"]}.items():
        if request.extra.get(name, value) != value:
            raise InputError(f"the transcript was played with --{name} {value}, not {request.extra[name]}")
    return replace(own, extra=request.extra)


COST_TOLERANCE = 1e-9
"""A smaller cost of a move is treated as 0."""

ENOUGH = 5
"""Minimum number of rounds after which the results state the effect of luck."""

BAR = 30
"""Length, in characters, of the bar from 0 to 1."""
SUITED = re.compile(r"\b(10|[2-9TJQKA])([shdc])(?![a-z])")
SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}

WORDS = """\
type a move, or:
  hint    show how the solution plays here
  coach   start or stop showing the cost of each move
  undo    undo your last move
  score   the score so far
  rules   show the rules of the game
  quit    leave the table (or Ctrl-D)"""


class Leave(Exception):  # noqa: N818 - a way out, not an error
    """An exception: the person leaves the table."""


class TerminalSession:
    """A session at a terminal, which shows the position, asks for a move, and asks again after a typing error."""

    def __init__(
        self, session: Session, ask: Callable[[str], str], *, coached: bool, limit: int | None
    ) -> None:
        self.session, self.ask, self.coached, self.limit = session, ask, coached, limit
        self.unfinished = False
        self.costs: list[float | None] = []
        """The cost of each move against the solution; None if unknown."""
        self.results: list[float] = []
        """The payoff of each finished round."""
        self.console = Console(highlight=False)

    def run(self) -> None:
        """Play rounds until the person leaves."""
        arena = self.session.arena
        lines = map(Text, instruction_lines(arena.rules))
        rules = Text("\n").join([Text(one_line(arena.game.title), style="bold"), *lines])
        self.say(Panel(rules, expand=False))
        session = self.session
        self.say(
            f"You play {arena.game.seats[session.side]} against {session.opponent.name} · ? for help · quit to leave"
        )
        try:
            while True:
                self.round()
                if self.limit is not None and self.session.played >= self.limit:
                    break
                self.again()
        except (Leave, EOFError, KeyboardInterrupt):
            self.say("")
            self.tell_unfinished()
        self.tell_summary()
        self.tell_score()

    def round(self) -> None:
        """Play one round, move by move."""
        self.tell_news()
        while not self.session.over:
            self.tell_scene()
            self.turn()
            self.tell_news()
        result = self.session.result
        self.results = [*self.results[: self.session.played - 1], result]
        verdict = "you win" if result > 0 else "you lose" if result < 0 else "the payoff is"
        self.say(f"Round over: {verdict} {abs(result):g}", style="bold")

    def turn(self) -> None:
        """Ask for a move until one is made."""
        while True:
            text = self.ask(f"Your move ({listed(self.session.choices())}): ").strip()
            try:
                if self.command(text):
                    continue
                move = self.session.read(text)
            except InputError as error:
                self.report_invalid_input(text, error)
                continue
            feedback = self.judged(move) if self.coached else []
            cost = self.cost(move)
            self.session.move(text)
            self.costs.append(cost)
            for line in feedback:
                self.say(line, style="green")
            return

    def report_invalid_input(self, text: str, error: InputError) -> None:
        """Report an invalid word."""
        self.say(f"{error} (? for help)", style="yellow")

    def command(self, text: str) -> bool:
        """Run a word that is a command; return False if it may be a move."""
        words: dict[str, Callable[[], None]] = {
            "?": lambda: self.say(WORDS),
            "help": lambda: self.say(WORDS),
            "hint": lambda: self.say(self.mix(self.session.advice()), style="green"),
            "coach": self.switch_coach,
            UNDO: self.undo,
            "score": self.tell_score,
            "rules": lambda: self.say("\n".join(instruction_lines(self.session.arena.rules))),
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
        """Ask whether to play another round; undo returns to the last one."""
        while True:
            text = self.ask("Another round? (Enter for yes, quit to leave): ").strip().lower()
            if text in ("", "y", "yes"):
                self.session.next_round()
                return
            if text in ("n", "no", "quit", "q", "exit"):
                raise Leave
            if text == UNDO and self.session.can_undo:
                self.session.undo()
                self.costs.pop()
                return
            if text in ("score", "rules"):
                self.command(text)
                continue
            self.say("Press Enter for another round, or type undo or quit.", style="yellow")

    def undo(self) -> None:
        """Undo the last move and show the table again."""
        self.session.undo()
        self.costs.pop()
        self.tell_scene()

    def switch_coach(self) -> None:
        """Turn the comments on or off."""
        self.coached = not self.coached
        self.say(f"Coach {'on' if self.coached else 'off'}.")

    def leave(self) -> None:
        """Leave the table."""
        raise Leave

    def tell_scene(self) -> None:
        """Show the table, including the pot and the stacks."""
        for line in [
            *self.session.description(),
            *pot_lines(self.session.round.board(self.session.side)),
        ]:
            self.say(self.drawn(line))

    def drawn(self, line: str) -> Text:
        """Format a line: card suits as coloured symbols if the terminal shows them, a number in [0, 1] on a bar."""
        if isinstance(line, PlacedNumber):
            place = min(int(line.number * BAR), BAR - 1)
            return Text(f"{line.label} 0 {'─' * place}●{'─' * (BAR - 1 - place)} 1  {line.number:.3f}")
        if not self.console.is_terminal or "utf" not in self.console.encoding.lower():
            return Text(line)
        text, last = Text(), 0
        for card in SUITED.finditer(line):
            rank, suit = card[1], card[2]
            text.append(line[last : card.start()])
            text.append(f"{rank}{SUITS[suit]}", style="bold red" if suit in "hd" else "bold")
            last = card.end()
        return text.append(line[last:])

    def cost(self, move: Move) -> float | None:
        """Return the average cost of a move against the solution; None if unknown."""
        with suppress(ZerosumError):
            return self.session.advice().cost(move)
        return None

    def tell_summary(self) -> None:
        """Show the total cost of the mistakes, the score, and the value of the rounds played."""
        known = [cost for cost in self.costs if cost is not None]
        mistakes = [cost for cost in known if cost > COST_TOLERANCE]
        if known:
            cost = f", which cost {sum(mistakes):.4g} in all, on average" if mistakes else ""
            many = f"{len(mistakes)} of {len(known)} moves {'was a mistake' if len(mistakes) == 1 else 'were mistakes'}"
            self.say(f"Your play: {many}{cost}.")
        if not self.results:
            return
        middle = float(self.session.arena.solution.value.middle) * (1 if self.session.side == "row" else -1)
        value = middle if abs(middle) > COST_TOLERANCE else 0.0
        count = len(self.results)
        rounds = f"{count} rounds are" if count > 1 else "1 round is"
        worth = f"{rounds} worth {value * count + 0.0:+.4g} to you with optimal play"
        if count < ENOUGH:
            self.say(f"{worth}; after {ENOUGH} rounds the score also shows how much luck can change that.")
            return
        mean_square = sum((result - value) ** 2 for result in self.results) / count
        self.say(
            f"{worth}, plus or minus {2 * math.sqrt(mean_square * count):.3g} of luck (two standard deviations)."
        )

    def tell_news(self) -> None:
        """Show the latest events, unless the scene shows them."""
        for line in () if self.session.round.description_has_events else self.session.latest_events:
            text = self.drawn(line) if isinstance(line, PlacedNumber) else Text(line)
            text.stylize("cyan")
            self.say(text)

    def mix(self, advice: Advice) -> str:
        """Return the solution's mix here."""
        parts = (f"{self.session.move_text(move)} {percent(float(p))}" for move, p in advice.mix.items() if p)
        caveat = f"\n{advice.caveat}" if advice.caveat else ""
        return f"The solution plays: {', '.join(parts)}{caveat}"

    def judged(self, move: Move) -> list[str]:
        """Return the solution's mix here, and the cost of the move against it."""
        advice, name = self.session.advice(), self.session.move_text(move)
        cost = advice.cost(move)
        if cost is None:
            return [self.mix(advice)]
        too = "" if advice.mix.get(move) else ": it is also optimal against the solution"
        sentence = f"{name} cost {cost:.4g} on average" if cost > 1e-9 else f"{name} cost nothing{too}"
        return [self.mix(advice), sentence]

    def tell_unfinished(self) -> None:
        """Show the result of a round that the person left before its end."""
        won = self.session.leave()
        if won is not None:
            self.unfinished = bool(won)
            paid = f"; it counts as {won:+g}, the payoff so far" if won else ""
            self.say(f"Round not finished{paid}.")

    def tell_score(self) -> None:
        """Show the score over all rounds."""
        played = self.session.played
        rounds = f"{played} round{'s' * (played != 1)}"
        if self.unfinished:
            rounds = f"{rounds} and an unfinished one" if played else "an unfinished round"
        self.say(f"Score: {self.session.score:+g} after {rounds}", style="bold")

    def say(self, what: object, style: str = "") -> None:
        """Print text literally, without markup."""
        self.console.print(Text(what, style=style) if isinstance(what, str) else what)


def pot_lines(board: Tabletop) -> list[str]:
    """Return the pot and both stacks, if the round states them."""
    lines = []
    for both, words in ((board.pot, "in the pot"), (board.stacks, "stacks")):
        if both:
            each = f"you {both.mine:g}, the opponent {both.theirs:g}"
            lines.append(f"{words}: {f'{both.mine + both.theirs:g} ({each})' if both is board.pot else each}")
    return lines


def asker() -> Callable[[str], str]:
    """Return a function that prompts at a terminal, or reads lines from a pipe and echoes them."""
    echoed = not sys.stdin.isatty()

    def ask(prompt: str) -> str:
        line = input(printable(prompt))
        if echoed:
            write(line)
        return line

    return ask


class TranscriptSession(TerminalSession):
    """A session that reads its moves from a transcript."""

    def __init__(self, session: Session, saved: Json, *, coached: bool, limit: int | None) -> None:
        super().__init__(session, self.next_word, coached=coached, limit=limit)
        self.words: list[str] = list(saved["moves"])
        self.rounds: int = saved["rounds"]

    def next_word(self, prompt: str) -> str:
        """Return the next word; between rounds, return Enter unless the last move was undone."""
        if self.session.over and self.words[:1] != [UNDO]:
            if not self.words and self.session.played >= self.rounds:
                raise Leave
            return ""
        if not self.words:
            raise Leave
        word = self.words.pop(0)
        self.say(f"{prompt}{word}")
        return word

    def command(self, text: str) -> bool:
        """Accept `undo` only, since a transcript contains nothing but moves."""
        return text == UNDO and super().command(text)

    def report_invalid_input(self, text: str, error: InputError) -> None:
        """Raise an error: a wrong move is a mistake in the file."""
        raise InputError(f"the transcript contains the move {text!r}, which is not possible: {error}")


PLACES = ("--cluster", "--device", "--threads")
"""Flags for the machine that solves a game; a transcript does not keep them."""

MAX_CHARACTERS = 10**7
"""Largest size of a transcript."""
MAX_ROUNDS = 10**6
"""Largest number of rounds that a transcript may ask for."""

SAVED: dict[str, Callable[[Data], bool]] = {
    "game": lambda words: _are_texts(words) and bool(words) and not words[0].startswith("-"),
    "side": lambda side: side in SIDES,
    "opponent": lambda opponent: isinstance(opponent, str),
    "seed": lambda seed: type(seed) is int and seed >= 0,
    "moves": lambda words: _are_texts(words),
    "rounds": lambda rounds: type(rounds) is int and rounds <= MAX_ROUNDS,
}
"""The fields of a transcript, with their types."""


def read_transcript(file: Path) -> Json:
    """Return the fields of a transcript."""
    if not file.exists():
        raise InputError(f"there is no transcript at {file}")
    try:
        is_small = file.is_file() and file.stat().st_size <= MAX_CHARACTERS
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
    """Raise an error if a file cannot be written, before anything is played."""
    new = not file.exists()
    try:
        with file.open("a", encoding="utf-8"):
            pass
    except OSError as error:
        raise InputError(f"the transcript cannot be written to {file}: {error.strerror}") from None
    if new:
        file.unlink()


def _words(request: Request) -> list[str]:
    """Return the words that name the request's game."""
    return [word for word in request.typed if word.partition("=")[0] not in PLACES]


def write_transcript(file: Path, request: Request, session: Session) -> None:
    """Save the moves played, with the words that name the game."""
    about = {"game": _words(request), "score": session.score, "rounds": session.played}
    try:
        file.write_text(json.dumps({**about, **session.transcript()}, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"the transcript could not be written to {file}: {error.strerror}") from None
