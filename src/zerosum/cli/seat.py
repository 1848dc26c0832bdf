"""The person's place at the table: prints the scene, asks for moves, and obeys the words that are none."""

from __future__ import annotations

import sys
from collections.abc import Callable

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from zerosum.arena import UNDO, Advice, Session
from zerosum.cli.terminal import shown
from zerosum.core.data import Json
from zerosum.core.errors import InputError
from zerosum.core.game import Move
from zerosum.display.table import percent

__all__ = ["Replay", "Seat", "asker"]

HELP = """\
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
            "?": lambda: self.say(HELP),
            "help": lambda: self.say(HELP),
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
        told = f"{name} cost {cost:.4g} on average" if cost > 1e-9 else f"{name} cost nothing"
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
        line = input(shown(prompt))
        if echoed:
            print(shown(line))  # noqa: T201
        return line

    return ask


class Replay(Seat):
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
