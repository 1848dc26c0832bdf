"""`zerosum play GAME`: a person against the solution, in any terminal or through a pipe."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from zerosum.cli.flags import Flag
from zerosum.cli.request import Request, read
from zerosum.cli.solve import solved
from zerosum.errors import InputError
from zerosum.players import named
from zerosum.rounds import Advice, Sitting, dealer_for
from zerosum.solution import percent

__all__ = ["play"]

HELP = """\
type a move, or:
  hint    what the solution would play here
  coach   after each move, what it cost (again to stop)
  undo    take the last move back
  score   the score so far
  rules   how the game is played
  quit    leave (Ctrl-D too)"""

FLAGS = (
    Flag("side", str, "row", "your side", choices=("row", "col")),
    Flag("against", str, "equilibrium", "the rival: equilibrium, uniform, highest, lowest, …"),
    Flag("seed", int, None, "play the same cards again"),
    Flag("rounds", int, None, "stop after so many rounds"),
    Flag("coach", bool, False, "after each move, tell what it cost"),
    Flag("save", Path, None, "write a transcript to this file"),
    Flag("replay", Path, None, "show a saved transcript instead of asking"),
)


class Leave(Exception):  # noqa: N818 - a way out, not an error
    """The person leaves the table."""


def play(*tokens: str) -> None:
    """Play a game against its solution, on either side."""
    request = read("play", tokens, FLAGS, play.__doc__ or "")
    if request is None:
        return
    given = request.extra
    saved = _saved(given["replay"]) if "replay" in given else {}
    dealer = dealer_for(request.game, lambda: solved(request))
    rival_name = saved.get("rival", given.get("against", "equilibrium"))
    sitting = Sitting(
        dealer,
        side=saved.get("side", given.get("side", dealer.sides[0])),
        rival=None if rival_name == "equilibrium" else named(rival_name),
        seed=saved.get("seed", given.get("seed", secrets.randbelow(2**31))),
    )
    ask = _replayer(saved["moves"]) if saved else _asker()
    Seat(sitting, ask, coached=given.get("coach", False), limit=given.get("rounds")).run()
    if "save" in given:
        _save(given["save"], request, sitting)


class Seat:
    """The person's place at the table: prints the scene, asks, and never gives up on a typing error."""

    def __init__(
        self, sitting: Sitting, ask: Callable[[str], str], *, coached: bool, limit: int | None
    ) -> None:
        self.sitting, self.ask, self.coached, self.limit = sitting, ask, coached, limit
        self.console = Console(highlight=False)

    def run(self) -> None:
        """Rounds until the person leaves."""
        dealer = self.sitting.dealer
        self.say(Panel(Text("\n".join(dealer.rules)), title=dealer.title, expand=False))
        self.say("? for help · quit to leave")
        try:
            while True:
                self.round()
                if self.limit is not None and self.sitting.played >= self.limit:
                    break
                self.again()
        except (Leave, EOFError, KeyboardInterrupt):
            self.say("")
        self.tell_score()

    def round(self) -> None:
        """One round, move by move."""
        self.tell_news()
        while not self.sitting.over:
            for line in self.sitting.scene():
                self.say(line)
            self.turn()
            self.tell_news()
        result = self.sitting.result
        verdict = "you win" if result > 0 else "you lose" if result < 0 else "a draw"
        self.say(f"{verdict}{f' {abs(result):g}' if result else ''}", style="bold")

    def turn(self) -> None:
        """Ask until a move is made."""
        while True:
            moves = [str(move) for move in self.sitting.seen().moves]
            text = self.ask(f"your move ({', '.join(moves)}): ").strip()
            try:
                if self.command(text):
                    continue
                advice = self.sitting.advice() if self.coached else None
                move = self.sitting.read(text)
                self.sitting.move(text)
            except InputError as error:
                self.say(f"{error} (? for help)", style="yellow")
                continue
            if advice is not None:
                self.tell_cost(advice, move)
            return

    def command(self, text: str) -> bool:
        """Do what a word other than a move asks for; False if it may be a move."""
        words: dict[str, Callable[[], None]] = {
            "?": lambda: self.say(HELP),
            "help": lambda: self.say(HELP),
            "hint": lambda: self.tell_mix(self.sitting.advice()),
            "coach": self.switch_coach,
            "undo": self.undo,
            "score": self.tell_score,
            "rules": lambda: self.say("\n".join(self.sitting.dealer.rules)),
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
                self.sitting.next_round()
                return
            if text in ("n", "no", "quit", "q", "exit"):
                raise Leave
            if text == "undo":
                self.undo()
                return
            self.say("press enter for another round, undo to go back, or quit to leave", style="yellow")

    def undo(self) -> None:
        """Take the last move back and show the table again."""
        self.sitting.undo()
        for line in self.sitting.scene():
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
        for line in self.sitting.news:
            self.say(line, style="cyan")

    def tell_mix(self, advice: Advice) -> None:
        """What the solution plays here."""
        mix = ", ".join(f"{move} {percent(float(p))}" for move, p in advice.mix.items() if p)
        self.say(f"the solution plays {mix}", style="green")

    def tell_cost(self, advice: Advice, move: Any) -> None:
        """What the move cost against the solution."""
        self.tell_mix(advice)
        cost = advice.cost(move)
        if cost is not None:
            self.say(
                f"{move} cost {cost:.4g} on average" if cost > 1e-9 else f"{move} cost nothing", style="green"
            )

    def tell_score(self) -> None:
        """The score over all rounds."""
        rounds = f"{self.sitting.played} round{'s' * (self.sitting.played != 1)}"
        self.say(f"score {self.sitting.score:+g} after {rounds}", style="bold")

    def say(self, what: Any, style: str = "") -> None:
        """Print; text as it is, without markup."""
        self.console.print(Text(what, style=style) if isinstance(what, str) else what)


def _asker() -> Callable[[str], str]:
    """Asks a person at a terminal, or reads lines from a pipe and shows them."""
    if sys.stdin.isatty():
        return input

    def ask(prompt: str) -> str:
        line = input(prompt)
        print(line)  # noqa: T201 - a pipe does not echo
        return line

    return ask


def _replayer(moves: list[str]) -> Callable[[str], str]:
    """Answers with saved moves, one after another."""
    left = iter(moves)

    def ask(prompt: str) -> str:
        if prompt.startswith("another"):
            return ""
        try:
            answer = next(left)
        except StopIteration:
            raise Leave from None
        print(f"{prompt}{answer}")  # noqa: T201
        return answer

    return ask


def _saved(file: Path) -> dict[str, Any]:
    try:
        transcript: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        return {key: transcript[key] for key in ("side", "rival", "seed", "moves")}
    except FileNotFoundError:
        raise InputError(f"there is no transcript at {file}") from None
    except (ValueError, KeyError, TypeError):
        raise InputError(f"{file} is not a transcript that `zerosum play --save` wrote") from None


def _save(file: Path, request: Request, sitting: Sitting) -> None:
    about = {"game": list(request.typed), "score": sitting.score, "rounds": sitting.played}
    file.write_text(json.dumps({**about, **sitting.transcript()}, indent=1) + "\n", encoding="utf-8")
