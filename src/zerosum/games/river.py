"""The river of no-limit hold'em: all five cards are on the table, and each player holds two.

The ranges, the pot and the stacks may come from a TOML file with the same names as the flags, or from one of the four
endgames that Libratus's authors published (N. Brown and T. Sandholm, Superhuman AI for heads-up no-limit poker, Science
2018), which name a board, a pot and the weights of both players' hands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from zerosum.core.data import DataMap
from zerosum.core.errors import GameError
from zerosum.core.game import option
from zerosum.core.numbers import as_fraction
from zerosum.core.reading import read_document, read_text
from zerosum.core.sides import SIDES, Side
from zerosum.models.river.ranges import DECK, FILE, Range, range_text, read_cards, read_range
from zerosum.models.river.rules import BetNode, RiverGame, bet_tree, both_sizes, chips

__all__ = ["River"]

LARGEST = 10**20
"""Of all amounts of chips, so that floats of 32 bits hold them; the smallest pot is 1 / LARGEST."""

DEFAULTS: Mapping[str, str] = {
    "board": "JsKs5cQs7d",
    "pot": "10",
    "stacks": "20",
    "oop": "KK, KQs, T9s, As4s, 76s",
    "ip": "QQ-JJ, AKo, AsTs, 98s",
    "bets": "pot, all-in",
}
"""What is assumed where neither a flag nor a file says it."""


@dataclass(frozen=True)
class River(RiverGame):
    """Both players hold two cards, five are on the table, and there is a pot. The player out of position checks or
    bets; then the other. After a bet the other folds, calls or raises. At a showdown the best five of seven cards
    win. Half of the pot counts as each player's own, so the loser of a hand without bets loses that half."""

    name: ClassVar[str] = "river"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "the last round of hold'em, with ranges of hands and blockers"
    paper: ClassVar[str] = "Brown and Sandholm 2018"
    invitation: ClassVar[str] = "All five cards are out: bet for value, bluff, or catch a bluff?"
    small: ClassVar[Mapping[str, str]] = {"oop": "KK, T9s, 7h6h", "ip": "QQ, AKs", "bets": "pot"}
    seats: ClassVar[Mapping[Side, str]] = {"row": "OOP", "col": "IP"}
    defaults: ClassVar[Mapping[str, str]] = DEFAULTS
    cards: ClassVar[tuple[int, str]] = 5, "a river has five cards on the table"
    """Number of cards on the table, and that in words."""
    betting_round: ClassVar[str] = "4"
    """The number of the betting round, as Libratus's files have it."""
    board: str = option("", "the five cards on the table, such as JsKs5cQs7d")
    pot: Fraction = option(None, "the chips in the pot")
    stacks: Fraction = option(None, "the chips that each player has left")
    oop: str = option(
        "", "the range of the player out of position, as AA, AKs, T9s+, 77-22, AhKh:0.5; or a file.txt"
    )
    ip: str = option("", "the range of the player in position")
    bets: str = option("", "sizes of bets, as shares of the pot: pot, 1/2, 75%, all-in")
    raises: str = option("", "sizes of raises; by default those of bets")
    ip_bets: str = option("", "sizes of bets in position; by default those out of position")
    ip_raises: str = option("", "sizes of raises in position; by default those of bets in position")
    threshold: Fraction = option(
        Fraction(0), "a bet that would leave less than this share of the pot is all-in"
    )
    most_raises: int | None = option(None, "maximum number of raises after a bet")
    file: str = option("", "a TOML file with any of these, or one of Libratus's endgames")

    def __post_init__(self) -> None:
        super().__post_init__()
        said = {**self.defaults, **self._read_file(self.file)}
        for name, text in said.items():
            if getattr(self, name) in ("", None) or (name == "threshold" and not self.threshold):
                object.__setattr__(self, name, _as_field(name, text))
        for name in ("pot", "stacks", "threshold"):
            object.__setattr__(self, name, _as_field(name, getattr(self, name)))
        if len(self.board_cards) != self.cards[0]:
            raise GameError(f"{self.cards[1]}, and {self.board!r:.40} has {len(self.board_cards)}")
        if self.pot <= 0 or self.stacks < 0:
            raise GameError("the pot must be positive and the stacks 0 or more, all in chips")
        if not (Fraction(1, LARGEST) <= self.pot <= LARGEST and self.stacks <= LARGEST):
            raise GameError(
                "the pot must be from 1e-20 to 1e20, and the stacks at most 1e20; count in other chips"
            )
        if not 0 <= self.threshold <= 100:
            raise GameError(
                f"the threshold is a share of the pot, from 0 to 100, and {self.threshold} is not"
            )
        if (self.most_raises or 0) < 0:
            raise GameError(f"the number of raises must be 0 or more, and {self.most_raises} is not")
        object.__setattr__(self, "board", "".join(DECK[card] for card in self.board_cards))
        object.__setattr__(self, "file", "")
        for name, range in zip(("oop", "ip"), self.ranges.values(), strict=True):
            if FILE.fullmatch(getattr(self, name).strip()):  # a certificate holds its weights instead
                object.__setattr__(self, name, range_text(range))
        self.nodes, self.hands  # noqa: B018 - what makes no sense is reported at once

    @property
    def title(self) -> str:
        """The board, the chips and the sizes of the ranges."""
        hands = " v ".join(f"{len(self.hands[side]):,}" for side in SIDES)
        money = f"pot {chips(self.pot)}, stacks {chips(self.stacks)}"
        return f"{self.name.capitalize()} {self.board} · {money} · {hands} hands · {self.bets}"

    @cached_property
    def board_cards(self) -> tuple[int, ...]:
        """The cards on the table."""
        return read_cards(self.board)

    @property
    def half_pot(self) -> Fraction:
        """What each has put in before."""
        return self.pot / 2

    @cached_property
    def ranges(self) -> dict[Side, Range]:
        """The weights of both players' hands."""
        return {side: read_range((self.oop, self.ip)[k], self.board_cards, k) for k, side in enumerate(SIDES)}

    @cached_property
    def nodes(self) -> tuple[BetNode, ...]:
        """The betting tree."""
        sizes = both_sizes(self.bets, self.raises, self.ip_bets, self.ip_raises)
        return bet_tree(self.pot, self.stacks, sizes, self.threshold, self.most_raises)

    @classmethod
    def _read_file(cls, path: str) -> DataMap:
        """What a file says about the fields: TOML, or an endgame of Libratus's."""
        if not path:
            return {}
        names = {field.name for field in fields(cls)} - {"file"}
        if path.endswith((".toml", ".json")):
            said = read_document(Path(path))
            for name in said:
                if name not in names:
                    raise GameError(
                        f"{path!r:.60} has {name!r:.40}, which is not a setting of a {cls.name}; the settings are "
                        f"{', '.join(sorted(names))}"
                    )
            return said
        text = read_text(Path(path))
        found = {name: re.search(rf"-{name}\s+(\S+)", text) for name in ("round", "board", "pot", "reach")}
        if not all(found.values()):
            raise GameError(
                f"{path!r:.60} must be a TOML file, or hold -round, -board, -pot and -reach as Libratus's do"
            )
        said = {name: match[1] for name, match in found.items() if match}
        if said["round"] != cls.betting_round:
            raise GameError(
                f"{path!r:.60} begins in round {said['round']:.10}; a turn is round 3, and a river is round 4"
            )
        ranges = [range_text(read_range(path, read_cards(said["board"]), side)) for side in (0, 1)]
        return {"board": said["board"], "pot": said["pot"], "oop": ranges[0], "ip": ranges[1]}


def _as_field(name: str, said: object) -> object:
    """A setting from a text or a file, as the field has it."""
    if name in ("pot", "stacks", "threshold"):
        return as_fraction(said)
    if name == "most_raises":
        if said is not None and (not isinstance(said, int) or isinstance(said, bool)):
            raise GameError(f"most_raises must be a whole number, not {said!r:.40}")
        return said
    if isinstance(said, list):
        return ", ".join(map(str, said)) or "none"
    return str(said)
