"""The river of no-limit hold'em: all five cards are on the table, and each player holds two.

The ranges, the pot and the stacks may come from a TOML file with the same names as the flags, or from one of the four
endgames that Libratus's authors published (N. Brown and T. Sandholm, Superhuman AI for heads-up no-limit poker, Science
2018), which name a board, a pot and the weights of both players' hands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import ClassVar

from zerosum.core.data import DataMap
from zerosum.core.errors import GameError
from zerosum.core.game import Instruction, Sliders, option
from zerosum.core.numbers import as_fraction
from zerosum.core.reading import read_document, read_text
from zerosum.core.sides import SIDES, Side
from zerosum.models.hidden.engines.river.ranges import (
    DECK,
    FILE,
    DealtBoard,
    Range,
    range_text,
    read_cards,
    read_range,
)
from zerosum.models.hidden.engines.river.rules import BetNode, RiverGame, bet_tree, both_sizes, chips

__all__ = ["River"]

MAX_CHIPS = 10**20
"""Of all amounts of chips, so that floats of 32 bits hold them; the smallest pot is 1 / MAX_CHIPS."""

MAX_UNKNOWN = 2
"""Of the cards of a board, in a sweep over all that may be dealt."""

DEFAULTS: Mapping[str, str] = {
    "board": "JsKs5cQs7d",
    "pot": "10",
    "stacks": "20",
    "oop": "KK, KQs, T9s, As4s, 76s",
    "ip": "QQ-JJ, AKo, AsTs, 98s",
    "bets": "pot, all-in",
}
"""What is assumed where neither a flag nor a file says it."""


MAX_RANGE = 200
"""Maximum number of characters of a range in the rules."""


@dataclass(frozen=True)
class River(RiverGame):
    """Both players hold two cards; all five board cards are out; there is a pot. The player out of position checks or
    bets first. After a bet the other player folds, calls or raises. At showdown, the best five of seven cards
    win. Half of the pot counts as each player's own chips, so losing without any bets costs that half."""

    name: ClassVar[str] = "river"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "the last betting round of hold'em, with hand ranges and blockers"
    paper: ClassVar[str] = "Brown and Sandholm 2018"
    tagline: ClassVar[str] = (
        "All five board cards are out. Do you bet for value, bluff or try to catch a bluff?"
    )
    demo_parameters: ClassVar[Mapping[str, str]] = {"oop": "KK, T9s, 7h6h", "ip": "QQ, AKs", "bets": "pot"}
    gallery: ClassVar[Mapping[str, str]] = {
        "board": "KsJs7d5c2h",
        "pot": "20",
        "stacks": "60",
        "oop": "22+, A2s+, KTs+, QTs+, J9s+, T8s+, 97s+, 86s+, 76s, 65s, 54s, AJo+, KQo",
        "ip": "TT-22, ATs-A2s, KTs+, QTs+, JTs, T9s, 98s, 87s, 76s, AJo-ATo, KQo, KJo, QJo",
        "bets": "1/2, pot, all-in",
    }
    seats: ClassVar[Mapping[Side, str]] = {"row": "OOP", "col": "IP"}
    sliders: ClassVar[Sliders] = {"pot": (1, 60), "stacks": (1, 120)}
    defaults: ClassVar[Mapping[str, str]] = DEFAULTS
    cards: ClassVar[tuple[int, str]] = 5, "a river has five cards on the table"
    """Number of cards on the table, and that in words."""
    betting_round: ClassVar[str] = "4"
    """The number of the betting round, as Libratus's files have it."""
    board: str = option("", "the five board cards, for example JsKs5cQs7d")
    pot: Fraction = option(None, "the chips in the pot")
    stacks: Fraction = option(None, "each player's remaining stack, in chips")
    oop: str = option(
        "",
        "range of the player out of position, for example AA, AKs, T9s+, 77-22, AhKh:0.5",
        local="or a file.txt",
    )
    ip: str = option("", "the range of the player in position")
    bets: str = option("", "bet sizes, as fractions of the pot: pot, 1/2, 75%, all-in")
    raises: str = option("", "raise sizes [default: the bet sizes]")
    ip_bets: str = option("", "bet sizes in position [default: as out of position]")
    ip_raises: str = option("", "raise sizes in position [default: the bet sizes in position]")
    threshold: Fraction = option(
        Fraction(0), "a bet that would leave a stack of less than this fraction of the pot becomes all-in"
    )
    most_raises: int | None = option(None, "maximum number of raises after a bet")
    file: str = option("", local="a TOML file with any of these settings, or one of Libratus's endgames")

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
        if not (Fraction(1, MAX_CHIPS) <= self.pot <= MAX_CHIPS and self.stacks <= MAX_CHIPS):
            raise GameError(
                "the pot must be from 1e-20 to 1e20, and the stacks at most 1e20; use another unit of chips"
            )
        if not 0 <= self.threshold <= 100:
            raise GameError(
                f"the threshold must be a fraction of the pot from 0 to 100, not {self.threshold}"
            )
        if (self.most_raises or 0) < 0:
            raise GameError(f"the number of raises must be 0 or more, not {self.most_raises}")
        if isinstance(self.board, DealtBoard):
            dealt = self.board_cards[-self.board.dealt :]
            for side, name in enumerate(("oop", "ip")):
                left = read_range(getattr(self, name), self.board_cards, side, dealt)
                object.__setattr__(self, name, range_text(left))
        object.__setattr__(self, "board", "".join(DECK[card] for card in self.board_cards))
        object.__setattr__(self, "file", "")
        for name, range in zip(("oop", "ip"), self.ranges.values(), strict=True):
            if FILE.fullmatch(getattr(self, name).strip()):  # a certificate holds its weights instead
                object.__setattr__(self, name, range_text(range))
        self.nodes, self.hands  # noqa: B018 - what makes no sense is reported at once

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        """The rules of the class, and the board, the chips, the ranges and the sizes."""
        sizes = "" if not self.raises else f"; raises: {self.raises}"
        other = self.ip_bets or self.ip_raises
        apart = (
            f" In position: bets {self.ip_bets or self.bets}, raises {self.ip_raises or self.ip_bets}."
            if other
            else ""
        )
        ranges = (
            f"{self.seats[side]} holds one of {len(self.hands[side]):,} hands: "
            f"{text if len(text) <= MAX_RANGE else 'see the ranges'}."
            for side, text in zip(SIDES, (self.oop, self.ip), strict=True)
        )
        limits = []
        if self.threshold:
            limits.append(
                f"A bet that would leave a stack of less than {self.threshold} of the pot becomes an all-in."
            )
        if self.most_raises is not None:
            limits.append(f"There are at most {self.most_raises} raises after a bet.")
        return (
            *super().instructions,
            f"The board is {self.board}, the pot {chips(self.pot)}, and each player has "
            f"{chips(self.stacks)} left. Bet sizes, as fractions of the pot: "
            f"{self.bets}{sizes}.{apart}",
            *ranges,
            *limits,
        )

    @property
    def title(self) -> str:
        """The board, the chips and the sizes of the ranges."""
        hands = " v ".join(f"{len(self.hands[side]):,}" for side in SIDES)
        money = f"pot {chips(self.pot)}, stacks {chips(self.stacks)}"
        shown = ("board", "pot", "stacks", "bets", "file")
        others = (field.name for field in fields(self) if field.name not in shown)
        besides = self.besides(*others, usual=self.defaults)
        return f"{self.name.capitalize()} · {self.board} · {money} · {hands} hands · {self.bets}{besides}"

    @cached_property
    def board_cards(self) -> tuple[int, ...]:
        """The board cards."""
        return read_cards(self.board)

    @classmethod
    def runouts(cls, parameter: str, text: str) -> Sequence[str]:
        """Return the boards with each card of the deck in place of a question mark."""
        if parameter != "board" or "?" not in text:
            return [text]
        first, unknown = text.replace("?", ""), text.count("?")
        if unknown > MAX_UNKNOWN:
            raise GameError(f"at most {MAX_UNKNOWN} cards of a board may be unknown, not {unknown}")
        known = read_cards(first)
        left = [name for card, name in enumerate(DECK) if card not in known]
        return [DealtBoard(first + "".join(cards), unknown) for cards in combinations(left, unknown)]

    @property
    def half_pot(self) -> Fraction:
        """Each player's chips in the pot at the start."""
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
        """Return the fields given by a file: TOML, or an endgame of Libratus's."""
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
                f"{path!r:.60} must be a TOML file, or contain -round, -board, -pot and -reach as Libratus's files do"
            )
        said = {name: match[1] for name, match in found.items() if match}
        if said["round"] != cls.betting_round:
            raise GameError(
                f"{path!r:.60} begins in round {said['round']:.10}, but a turn is round 3 and a river round 4"
            )
        ranges = [range_text(read_range(path, read_cards(said["board"]), side)) for side in (0, 1)]
        return {"board": said["board"], "pot": said["pot"], "oop": ranges[0], "ip": ranges[1]}


def _as_field(name: str, said: object) -> object:
    """Return a setting from a text or a file, converted for its field."""
    if name in ("pot", "stacks", "threshold"):
        return as_fraction(said)
    if name == "most_raises":
        if said is not None and (not isinstance(said, int) or isinstance(said, bool)):
            raise GameError(f"most_raises must be a whole number, not {said!r:.40}")
        return said
    if isinstance(said, list):
        return ", ".join(map(str, said)) or "none"
    return str(said)
