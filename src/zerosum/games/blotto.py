"""Colonel Blotto's game: two armies are divided among some posts, each in secret.

With four regiments against three at two posts, each regiment beaten counting as much as a post, the value is 14/9:
row's mix of (4, 0), (0, 4), (2, 2) as 4 : 4 : 1 earns that much against everything, and col has a mix that concedes
no more; `tests/games` proves it by the rules alone.

References: E. Borel, La théorie du jeu (1921); J. W. Tukey, A problem of strategy, Econometrica 17 (1949); S. Karlin,
Mathematical Methods and Theory in Games (1959); S. Hart, Discrete Colonel Blotto and General Lotto games (2008).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import ClassVar

from zerosum.core.boards import Posts, Tabletop
from zerosum.core.errors import GameError
from zerosum.core.game import Move, Sliders, option
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.staged.rules import Outcome, StagedGame

__all__ = ["Blotto"]

MAX_DIVISIONS = 5_000

Division = tuple[int, ...]


@dataclass(frozen=True)
class Blotto(StagedGame):
    """Both players secretly divide their regiments among the posts. The player with more regiments at a post wins it.
    It counts 1, and so does every regiment that the loser had there, unless only posts are counted.
    """

    name: ClassVar[str] = "blotto"
    genre: ClassVar[str] = "guessing"
    summary: ClassVar[str] = "divide an army among posts in secret"
    paper: ClassVar[str] = "Borel 1921, McDonald and Tukey 1949"
    tagline: ClassVar[str] = "You have too few regiments for every post. Which do you give up?"
    move: ClassVar[str] = "division"
    sliders: ClassVar[Sliders] = {"posts": (1, 6)}
    regiments: int = option(4, "row's regiments")
    enemy: int = option(3, "col's regiments")
    posts: int = option(2, "posts to fight for")
    counts: str = option(
        "regiments",
        "payoff: posts and captured regiments, posts alone, or 1 for winning the most posts",
        choices=("regiments", "posts", "majority"),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if min(self.regiments, self.enemy) < 0 or self.posts < 1:
            raise GameError("the number of regiments cannot be negative, and there must be at least 1 post")
        most = comb(max(self.regiments, self.enemy) + self.posts - 1, self.posts - 1)
        if most > MAX_DIVISIONS:
            raise GameError(f"an army can be divided in {most:,} ways, but the maximum is {MAX_DIVISIONS:,}")

    @property
    def instructions(self) -> tuple[str, ...]:
        """The rules with all numbers."""
        paid = {
            "regiments": "A post counts 1 for its winner, and so does every regiment that the loser had there.",
            "posts": "A post counts 1 for its winner.",
            "majority": "The player who wins more posts gets 1 from the other.",
        }[self.counts]
        total = (
            "" if self.counts == "majority" else " The payoff is the difference between the players' counts."
        )
        return (
            f"Row has {self.regiments} regiments and col {self.enemy}. Both players secretly divide all of them among "
            f"{self.posts} posts; some posts may get none.",
            f"The player with more regiments at a post wins it; equal numbers win nothing. {paid}{total}",
        )

    @property
    def title(self) -> str:
        """The title, for example: Colonel Blotto · 4 against 3 regiments · 2 posts."""
        counts = self.besides("counts")
        return (
            f"Colonel Blotto · {self.regiments} against {self.enemy} regiments · {self.posts} posts{counts}"
        )

    @property
    def start(self) -> str:
        """The position before the armies march."""
        return "march"

    def moves(self, position: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return all divisions, written 3-1, once."""
        return (tuple(self.divided["row"]), tuple(self.divided["col"])) if position == "march" else ((), ())

    @cached_property
    def divided(self) -> dict[Side, dict[str, tuple[int, ...]]]:
        """The regiments that each division of each army sends to the posts, by its name."""
        return {
            side: {"-".join(map(str, sent)): sent for sent in divisions(army, self.posts)}
            for side, army in zip(SIDES, (self.regiments, self.enemy), strict=True)
        }

    def tabletop(self, position: str, side: Side, last: Mapping[Side, Move]) -> Tabletop:
        """Return the posts and both armies; at the end, how many each side sent to each post."""
        armies = {"row": self.regiments, "col": self.enemy}
        empty: tuple[int | None, ...] = (None,) * self.posts
        sent = {who: self.divided[who][str(move)] for who, move in last.items()}
        mine, theirs = (sent.get(one, empty) for one in (side, other(side)))
        left = (0, 0) if last else (armies[side], armies[other(side)])
        return Tabletop(middle=(Posts(("1",) * self.posts, mine, theirs, left),))

    def play(self, position: str, row: str, col: str) -> list[Outcome]:
        """Return the posts won minus the posts lost, counted by the rules."""
        pairs = list(zip(self.divided["row"][row], self.divided["col"][col], strict=True))
        signs = [(a > b) - (a < b) for a, b in pairs]
        if self.counts == "regiments":
            return [(1, sum(sign * (1 + min(pair)) for sign, pair in zip(signs, pairs, strict=True)), "over")]
        total = sum(signs)
        return [(1, total if self.counts == "posts" else (total > 0) - (total < 0), "over")]


def divisions(army: int, posts: int) -> Iterator[Division]:
    """Yield all ways to divide an army, most at the first post first."""
    if posts == 1:
        yield (army,)
        return
    for first in range(army, -1, -1):
        for rest in divisions(army - first, posts - 1):
            yield (first, *rest)
