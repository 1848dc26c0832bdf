"""Target games: stages, each for a target of random value x that both players see before they move.

At a *state* with some stages left, x is drawn independently from the stage's distribution; the players move
simultaneously; the row player is paid c + d x, where c and d depend on the moves, and a state with one stage fewer
follows:

    v(s) = E_F[ val( C + v(next) + x D ) ].

A game is defined by its rules in plain Python. A solver works on *layers*: all states with equally many stages left,
as arrays. `layers` derives them from the rules; a game with many states may override it with array arithmetic.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from zerosum.core.amounts import Clean, clean_line
from zerosum.core.arrays import Floats, Ints
from zerosum.core.errors import GameError, InputError
from zerosum.core.game import Game, Position, attribute
from zerosum.core.limits import require_budget
from zerosum.models.parts import Family, Part
from zerosum.numerics.distribution_arrays import Distribution
from zerosum.numerics.distributions import parse
from zerosum.numerics.distributions_scipy import as_distribution

if TYPE_CHECKING:
    from collections.abc import Callable

    from zerosum.models.targets.answer import StateValues, TargetSolution
    from zerosum.numerics.forms import Form
    from zerosum.numerics.piecewise import Piece

State = Hashable
Reward = tuple[Fraction | int | float, Fraction | int | float]
"""A payment c + d x, as the pair (c, d)."""


@dataclass(frozen=True, eq=False)
class Targets:
    """The distribution of the target at each stage; one distribution for all stages, or one for each, the first stage
    first.
    """

    distributions: tuple[Distribution, ...]

    def __str__(self) -> str:
        return ";".join(map(str, self.distributions))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Targets) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def at(self, left: int) -> Distribution:
        """Return the distribution with `left` stages left, this one included."""
        return self.distributions[-left] if len(self.distributions) > 1 else self.distributions[0]


def parse_targets(given: object) -> Targets:
    """Return targets from text such as "uniform" or "uniform;exponential(2)", or from distributions."""
    if isinstance(given, Targets):
        return given
    if isinstance(given, str):
        return Targets(tuple(parse(part) for part in given.split(";")))
    if isinstance(given, list | tuple) and given and not isinstance(given[0], int | float | Fraction):
        return Targets(tuple(as_distribution(one) for one in given))
    return Targets((as_distribution(given),))


@dataclass(frozen=True, eq=False)
class Layer:
    """All states with the same number of stages left, as arrays; entry [s, i, j] is for moves i, j at state s."""

    states: Sequence[Position]
    child: Ints
    """The index of the next state in the layer below; the length of that layer if the game ends; -1 if there is no
    such move.
    """
    fixed: Floats
    """The constant part c of the payment."""
    slope: Floats
    """The factor d of x in the payment."""

    @cached_property
    def places(self) -> Mapping[Position, int]:
        return {state: s for s, state in enumerate(self.states)}


class TargetFamily(Family["TargetGame", "TargetSolution"]):
    """Target games."""

    records: ClassVar[tuple[str, ...]] = (
        "targets.answer.TargetSolution",
        "targets.answer.StateValues",
        "targets.answer.LayerValues",
    )

    unavailable_reason: ClassVar[str] = "the target is continuous, so a strategy is a function of its value"

    pieces: Part[Callable[[StateValues, int, int], list[Piece]]] = Part("pieces.pieces_at")
    """Return value and strategies at a state, given by its layer and its index there, as functions of x, given the
    values of all states.
    """
    closed_form: Part[Callable[[TargetGame, Position], Form | None]] = Part("pieces.closed_form")
    """Return the value at a state as a formula, if one is known."""


@dataclass(frozen=True)
class TargetGame(Game):
    """A staged game for random targets; derive from it and write the rules.

    Examples
    --------
    >>> game = zerosum.load("nakai")(stages=2)
    >>> game.model, game.start
    ('targets', (2, 1, 1, 2))
    >>> zerosum.solve(game).value.gap < 1e-9
    True
    """

    family: ClassVar[TargetFamily] = TargetFamily()

    numbers_in: ClassVar[Mapping[str, Clean]] = {"play": clean_line}
    move: ClassVar[str] = "move"
    row_moves: ClassVar[tuple[str, ...]] = ()
    """Every move that the row player may ever have, in order."""
    col_moves: ClassVar[tuple[str, ...]] = ()
    """Every move that the column player may ever have, in order."""

    @attribute
    @abstractmethod
    def start(self) -> Position:
        """Return the first state."""

    @abstractmethod
    def stages_left(self, state: Position, /) -> int:
        """Return the number of targets to come."""

    @abstractmethod
    def target(self, left: int, /) -> Distribution:
        """Return the distribution of the target with `left` stages left."""

    @abstractmethod
    def moves(self, state: Position, /) -> tuple[Sequence[str], Sequence[str]]:
        """Return each player's moves; both are empty at the end of the game, where no further payment follows."""

    @abstractmethod
    def play(self, state: Position, row: str, col: str, /) -> tuple[Reward, Position]:
        """Return the payment (c, d), meaning c + d x, and the next state, with one stage fewer left."""

    def card(self, move: str, /) -> str:
        """Return the face of the card that a move plays; empty for a move that plays none."""
        return move

    def read(self, text: str, /) -> Position:
        """Parse a state: the comma-separated numbers of a state that is a tuple."""
        try:
            return tuple(int(word) for word in text.split(","))
        except ValueError:
            raise InputError(f"a state must be whole numbers separated by commas, not {text!r}") from None

    def typed(self, state: Position, /) -> str:
        """Return a state as a string that `read` parses."""
        return ",".join(map(str, state)) if isinstance(state, tuple) else str(state)

    def describe(self, state: Position, /) -> str:
        return str(state)

    def count_states(self) -> int | None:
        """Return the number of states, if it is known without finding the states."""
        return None

    def layers(self) -> list[Layer]:
        """Return the layers of all reachable states, the last stage first."""
        return layers_from_rules(self)


STATE_BYTES = 400
"""Estimated memory of a state that is found from the rules, in bytes."""


def layers_from_rules(game: TargetGame) -> list[Layer]:
    """Discover all reachable states stage by stage, as arrays."""
    waves: list[list[Position]] = [[game.start]]
    count = 1
    while True:
        require_budget("listing the states of this game", memory=STATE_BYTES * count)
        following = {
            game.play(state, row, col)[1]: None
            for state in waves[-1]
            for row in game.moves(state)[0]
            for col in game.moves(state)[1]
        }
        wave = [state for state in following if game.moves(state)[0]]
        for state in following:
            if game.stages_left(state) != game.stages_left(waves[-1][0]) - 1:
                raise GameError(
                    f"the state {state!r} should have one stage fewer left than the one before it"
                )
        if not wave:
            break
        waves.append(wave)
        count += len(wave)
    waves.reverse()
    return [_layer(game, wave, waves[i - 1] if i else []) for i, wave in enumerate(waves)]


def _layer(game: TargetGame, states: list[Position], below: list[Position]) -> Layer:
    place = {state: i for i, state in enumerate(below)}
    shape = (len(states), len(game.row_moves), len(game.col_moves))
    child, fixed, slope = np.full(shape, -1, np.int64), np.zeros(shape), np.zeros(shape)
    for s, state in enumerate(states):
        rows, cols = game.moves(state)
        for row in rows:
            for col in cols:
                at = s, game.row_moves.index(row), game.col_moves.index(col)
                (c, d), following = game.play(state, row, col)
                child[at] = place.get(following, len(below))
                fixed[at], slope[at] = float(c), float(d)
    return Layer(states, child, fixed, slope)
