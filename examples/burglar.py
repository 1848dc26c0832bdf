"""A stochastic game as a Python class: a burglar and a patrol, night after night.

Every night the burglar (row) works in one of the streets or stays at home, and the patrol (col) watches one street.
Where they meet he pays the fine and spends some nights in jail; a house where he is not met pays its loot, and that
street is on its guard the next night, when it pays half. What is his long-run average per night?

    zerosum solve examples/burglar.py:Burglar
    zerosum solve examples/burglar.py:Burglar --loot 3,5,8 --jail 4
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from zerosum import GameError, StochasticGame, option

QUIET = "all quiet"


@dataclass(frozen=True)
class Burglar(StochasticGame):
    """A burglar and a patrol: streets on their guard pay half, and jail takes nights."""

    loot: tuple[int, ...] = option((2, 3, 6), "what a house is worth in each street")
    fine: int = option(4, "what a burglar who is caught pays")
    jail: int = option(2, "how many nights he then sits")

    def __post_init__(self) -> None:
        if not self.loot or self.jail < 0:
            raise GameError(
                "the burglar needs at least one street, and a number of nights in jail that is not negative"
            )

    @property
    def title(self) -> str:
        return (
            f"Burglar · loot {', '.join(map(str, self.loot))} · fine {self.fine} · {self.jail} nights in jail"
        )

    @property
    def streets(self) -> list[str]:
        return [f"street {k + 1}" for k in range(len(self.loot))]

    @property
    def states(self) -> Sequence[str]:
        guarded = [f"{street} on guard" for street in self.streets]
        return [QUIET, *guarded, *(f"jail, {k} more" for k in range(self.jail, 0, -1))]

    @property
    def first_state(self) -> str:
        return QUIET

    def moves(self, state):
        return (["sit"], ["rest"]) if state.startswith("jail") else ([*self.streets, "home"], self.streets)

    def play(self, state, row, col):
        if state.startswith("jail"):
            left = int(state.split()[1])
            return 0, {f"jail, {left - 1} more" if left > 1 else QUIET: 1}
        if row == "home":
            return 0, {QUIET: 1}
        if row == col:
            return -self.fine, {f"jail, {self.jail} more" if self.jail else QUIET: 1}
        worth = Fraction(self.loot[self.streets.index(row)])
        return (worth / 2 if state.startswith(row) else worth), {f"{row} on guard": 1}
