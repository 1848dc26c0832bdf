"""Colonel Blotto's game at size: armies of a hundred soldiers on fields of different values.

`blotto` lists all divisions of an army, of which there are millions for 100 soldiers on 5 fields. Here a player's
strategy is a flow from field to field, found by a linear program of polynomial size (`engines/allocation`).

For equal armies on fields of equal value the game is fair. S. Hart (2008) solves the case of n soldiers against n on k
fields for many n and k by General Lotto games: each number of soldiers from 0 to 2n/k is about equally likely on a
field. Unequal armies have no closed form; with real numbers of soldiers B. Roberson (2006) has one.

References: E. Borel, La théorie du jeu (1921); A. Ahmadinejad and others, From duels to battlefields: computing
equilibria of Blotto and other games, AAAI 2016; S. Behnezhad and others, Faster and simpler algorithm for optimal
strategies of Blotto game, AAAI 2017; S. Hart, Discrete Colonel Blotto and General Lotto games (2008).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from zerosum.core.errors import GameError
from zerosum.core.game import Sliders, option
from zerosum.core.numbers import as_fraction, exact_text
from zerosum.core.sides import Side
from zerosum.models.matrix_game.engines.allocation.rules import AllocationGame

__all__ = ["Battlefields"]

MAX_SOLDIERS, MAX_FIELDS = 1_000, 100


@dataclass(frozen=True)
class Battlefields(AllocationGame):
    """Both players secretly place all their soldiers on the fields. The player with more soldiers on a field wins it,
    and the other player pays its value."""

    name: ClassVar[str] = "battlefields"
    genre: ClassVar[str] = "guessing"
    summary: ClassVar[str] = "Colonel Blotto with large armies and fields of different values"
    paper: ClassVar[str] = "Borel 1921, Behnezhad and others 2017"
    tagline: ClassVar[str] = "You cannot be strong everywhere. Where will your opponent expect you?"
    demo_parameters: ClassVar[Mapping[str, str]] = {"soldiers": "4", "enemy": "3", "fields": "1,1,2"}
    sliders: ClassVar[Sliders] = {"soldiers": (0, 40), "enemy": (0, 40)}
    soldiers: int = option(20, "row's soldiers")
    enemy: int = option(15, "col's soldiers")
    fields: tuple[Fraction, ...] = option(
        (Fraction(1),) * 5, "value of each field, separated by commas: 1,1,2"
    )
    ties: str = option(
        "nobody",
        "who wins a field on which both players have the same number of soldiers",
        choices=("nobody", "row", "col"),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "fields", tuple(map(as_fraction, self.fields)))
        if min(self.soldiers, self.enemy) < 0:
            raise GameError("the number of soldiers cannot be negative")
        if max(self.soldiers, self.enemy) > MAX_SOLDIERS or len(self.fields) > MAX_FIELDS:
            raise GameError(
                f"there may be up to {MAX_SOLDIERS:,} soldiers and {MAX_FIELDS} fields; choose fewer"
            )
        if not self.fields or min(self.fields) <= 0:
            raise GameError("give the values of one or more fields; all must be positive")

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the value of each field."""
        return tuple(map(exact_text, self.fields))

    @property
    def title(self) -> str:
        """Return the title: the armies, the fields and who wins ties."""
        ties = f" · ties to {self.ties}" if self.ties != "nobody" else ""
        return f"Battlefields · {self.soldiers} against {self.enemy} soldiers · {self._fields}{ties}"

    @property
    def _fields(self) -> str:
        """Return the fields in words."""
        if len(set(self.fields)) == 1:
            many = f"{len(self.fields)} field{'s' * (len(self.fields) > 1)}"
            return many if self.fields[0] == 1 else f"{many} worth {exact_text(self.fields[0])} each"
        return f"fields worth {', '.join(map(exact_text, self.fields))}"

    @property
    def instructions(self) -> tuple[str, ...]:
        """Return the rules: the armies, the fields, and who wins them."""
        values = (
            f"There are {self._fields}"
            if len(set(self.fields)) > 1 or self.fields[0] != 1
            else f"There are {self._fields}, each worth 1"
        )
        tie = "neither wins it" if self.ties == "nobody" else f"{self.ties} wins it"
        return (
            f"Row has {self.soldiers} soldiers and col has {self.enemy}. {values}. Each player places all soldiers, "
            "field by field, without seeing the other player's soldiers.",
            "The player with more soldiers on a field wins it, and the other player pays its value; with equal numbers "
            f"{tie}.",
        )

    @property
    def armies(self) -> Mapping[Side, int]:
        """Return the number of soldiers of each side."""
        return {"row": self.soldiers, "col": self.enemy}

    @property
    def count(self) -> int:
        """Return the number of fields."""
        return len(self.fields)

    def pays(self, field: int, row: int, col: int) -> Fraction:
        """Return the field's value to the player with more soldiers there."""
        sign = (row > col) - (row < col) or {"nobody": 0, "row": 1, "col": -1}[self.ties]
        return sign * self.fields[field - 1]
