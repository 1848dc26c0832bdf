"""Colonel Blotto's game: two armies are divided among some posts, each without knowing how the other is.

With four regiments against three at two posts, each regiment beaten counting as much as a post, the value is 14/9:
row's mix of (4, 0), (0, 4), (2, 2) as 4 : 4 : 1 earns that much against everything, and col has a mix that concedes
no more; `tests/games` proves it by the rules alone.

References: E. Borel, La théorie du jeu (1921); J. W. Tukey, A problem of strategy, Econometrica 17 (1949); S. Karlin,
Mathematical Methods and Theory in Games (1959); S. Hart, Discrete Colonel Blotto and General Lotto games (2008).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from typing import ClassVar

from zerosum.core.errors import GameError
from zerosum.core.game import option
from zerosum.models.staged.rules import Outcome, StagedGame

__all__ = ["Blotto"]

MOST_DIVISIONS = 5_000

Division = tuple[int, ...]


@dataclass(frozen=True)
class Blotto(StagedGame):
    """Both divide their regiments among the posts, unseen. A post goes to whoever has more regiments there: it counts
    1, and so does every regiment that the loser had there, unless only posts are counted."""

    name: ClassVar[str] = "blotto"
    genre: ClassVar[str] = "guessing"
    summary: ClassVar[str] = "divide an army among posts, unseen"
    paper: ClassVar[str] = "Borel 1921, McDonald and Tukey 1949"
    invitation: ClassVar[str] = "Too few regiments for all posts: which do you give up?"
    move: ClassVar[str] = "division"
    regiments: int = option(4, "row's regiments")
    enemy: int = option(3, "col's regiments")
    posts: int = option(2, "posts to fight for")
    counts: str = option(
        "regiments",
        "what is paid: posts and captured regiments, posts alone, or 1 for most posts",
        choices=("regiments", "posts", "majority"),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if min(self.regiments, self.enemy) < 0 or self.posts < 1:
            raise GameError("an army cannot have fewer than 0 regiments, and there must be at least 1 post")
        most = comb(max(self.regiments, self.enemy) + self.posts - 1, self.posts - 1)
        if most > MOST_DIVISIONS:
            raise GameError(f"an army can be divided in {most:,} ways, and {MOST_DIVISIONS:,} are allowed")

    @property
    def title(self) -> str:
        """For example: Colonel Blotto · 4 against 3 regiments · 2 posts."""
        return f"Colonel Blotto · {self.regiments} against {self.enemy} regiments · {self.posts} posts"

    @property
    def start(self) -> str:
        """The armies are about to march."""
        return "march"

    def moves(self, position: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """All divisions, written 3-1, once."""
        if position != "march":
            return (), ()
        row, col = (
            tuple("-".join(map(str, parts)) for parts in divisions(army, self.posts))
            for army in (self.regiments, self.enemy)
        )
        return row, col

    def as_data(self, position: str) -> dict[str, object]:
        """The posts, and both armies."""
        armies = {"row": self.regiments, "col": self.enemy}
        return {"kind": "posts", "posts": self.posts, "regiments": armies}

    def play(self, position: str, row: str, col: str) -> list[Outcome]:
        """The posts won less the posts lost, as they are counted."""
        pairs = [(int(a), int(b)) for a, b in zip(row.split("-"), col.split("-"), strict=True)]
        signs = [(a > b) - (a < b) for a, b in pairs]
        if self.counts == "regiments":
            return [(1, sum(sign * (1 + min(pair)) for sign, pair in zip(signs, pairs, strict=True)), "over")]
        total = sum(signs)
        return [(1, total if self.counts == "posts" else (total > 0) - (total < 0), "over")]


def divisions(army: int, posts: int) -> Iterator[Division]:
    """All ways to divide an army, most at the first post first."""
    if posts == 1:
        yield (army,)
        return
    for first in range(army, -1, -1):
        for rest in divisions(army - first, posts - 1):
            yield (first, *rest)
