"""Duels: two players walk towards each other with a few bullets each, and must choose when to fire.

Time goes from 0 to 1 in steps, and a shot at time t hits with probability t to the power of the player's exponent. A
player who is hit and has not hit loses 1. In the noisy duel shots are heard: a player with bullets who has heard the
other fire the last one walks on and cannot miss. In the silent duel neither player knows whether the other has
fired. In the mixed duel only col's shots are heard.

As the steps grow fine the noisy duel's best time is where both chances add up to 1, and its value there is the
difference of the two chances; with m bullets against n and equal chances the first shot is fired where a hit has the
chance 1/(m + n), and the value is (m - n)/(m + n). In the silent duel of equals with one bullet each nobody fires
before the time 1/3, and then with the density 1/(4 t³); with two bullets the first is fired between 1/5 and 1/3 with
the density 1/(8 t³). In the mixed duel of equals with one bullet each the value is 5 - 2 sqrt 6.

`first` bounds the duel in which any moment may be chosen. Let row use only the steps. Then col does best to fire just
before a step, since between two steps nothing changes but col's chance, which grows; so row guarantees the value with
first = col, in which col's shots at a step come before row's. With first = row the value is what col concedes.

All of this is derived or proved in `tests/games`.

References: R. Restrepo, Tactical problems involving several actions (1957); M. Fox and G. Kimeldorf, Noisy duels, SIAM
Journal on Applied Mathematics 17 (1969); D. Blackwell and M. A. Girshick, Theory of Games and Statistical Decisions
(1954); S. Karlin, Mathematical Methods and Theory in Games (1959); M. Dresher, Games of Strategy (1961).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb
from typing import ClassVar, NamedTuple

from zerosum.core.boards import Duellists, Pill, Tabletop
from zerosum.core.errors import GameError
from zerosum.core.game import WAIT, Game, Move, Position, Sliders, option
from zerosum.core.limits import require_budget
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.hidden.rules import HiddenGame, Turn, choose, deal, end
from zerosum.models.staged.rules import Outcome, StagedGame

__all__ = ["MixedDuel", "NoisyDuel", "SilentDuel"]

MAX_STEPS, MAX_BULLETS = 1000, 20
ENDS = ("a hit for row", "a hit for col", "both players are hit, or neither")
"""How a duel ends."""
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
PAIR_SECONDS, PAIR_BYTES = 1e-4, 1000
"""Time and memory for one pair of moves of the silent duel, as measured."""
MISS = "everybody stands"
"""What chance says where nobody was hit."""
TREE_SECONDS, TREE_BYTES = 1e-4, 2000
"""Time and memory for one position of the mixed duel, as measured."""


class Approach(NamedTuple):
    """A position of the noisy duel: the step, the bullets left, and the player to move."""

    step: int
    row: int
    col: int
    turn: str = "both"

    def __str__(self) -> str:
        turn = "" if self.turn == "both" else f", {self.turn}"
        return f"{self.step}, {self.row}, {self.col}{turn}"


class SilentApproach(NamedTuple):
    """A position of the mixed duel: the step, the bullets left, the player to move, and the number of bullets
    each fires.
    """

    step: int
    row: int
    col: int
    turn: str
    """A side, or whose shots chance decides: "row shots", "col shots" or "shots" for both."""
    fires: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class Duel(Game):
    """The common part of the duels: the steps, the bullets, and the growth of the hit probability."""

    sliders: ClassVar[Sliders] = {"steps": (2, 18)}
    steps: int = option(
        12, "number of steps, from a distance at which every shot misses to one at which every shot hits"
    )
    power: int = option(1, "row hits at time t with probability t raised to this power")
    other: int = option(1, "col hits at time t with probability t raised to this power")
    bullets: int = option(1, "row's bullets")
    col_bullets: int = option(1, "col's bullets")
    first: str = option(
        "both", "who fires first if both fire at the same step", choices=("both", "row", "col")
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 2 <= self.steps <= MAX_STEPS:
            raise GameError(f"the number of steps must be from 2 to {MAX_STEPS}, not {self.steps}")
        if not 1 <= min(self.power, self.other) <= max(self.power, self.other) <= MAX_STEPS:
            raise GameError(f"the exponent of a hit probability must be from 1 to {MAX_STEPS}")
        if not 1 <= min(self.bullets, self.col_bullets) <= max(self.bullets, self.col_bullets) <= MAX_BULLETS:
            raise GameError(f"each player must have from 1 to {MAX_BULLETS} bullets")

    def hits(self, step: int) -> tuple[Fraction, Fraction]:
        """Return the hit probabilities of row's shot and col's shot."""
        t = Fraction(step, self.steps)
        return t**self.power, t**self.other

    def field(
        self,
        step: int,
        side: Side,
        shots: tuple[Sequence[int], Sequence[int]] | None = None,
        bullets: tuple[int, int | None] | None = None,
    ) -> Tabletop:
        """Return the field at a step: how far the two have walked, both hit probabilities, and the bullets
        left to this side and the opponent, if known.
        """
        row, col = map(float, self.hits(step))
        mine, theirs = (row, col) if side == "row" else (col, row)
        shots_fired = tuple(map(tuple, shots)) if shots else None
        facts: tuple[Pill, ...] = ()
        if self.armed and bullets:
            known = "?" if bullets[1] is None else str(bullets[1])
            facts = (Pill("Your bullets", str(bullets[0])), Pill("Opponent's", known))
        return Tabletop(middle=(Duellists(self.steps, step, mine, theirs, shots_fired),), facts=facts)

    def hit_rules(self) -> str:
        """Return the steps and the hit probabilities, in a sentence for the player."""

        def chance(power: int) -> str:
            return f"k/{self.steps}" if power == 1 else f"(k/{self.steps}) to the power {power}"

        row, col = chance(self.power), chance(self.other)
        each = f"either player hits with probability {row}"
        if self.power != self.other:
            each = f"row hits with probability {row} and col with probability {col}"
        armed = "with one bullet each,"
        if self.armed:
            armed = f"row with {_bullets(self.bullets)} and col with {_bullets(self.col_bullets)},"
        return f"Two duellists, {armed} walk towards each other in {self.steps} steps; at step k {each}."

    def hits_text(self, step: int, names: Mapping[Side, str]) -> str:
        """Return the hit probabilities at a step, with names for the sides."""
        row, col = self.hits(step)
        return f"the probability of a hit is {row} for {names['row']} and {col} for {names['col']}"

    def describe_position(self, position: Position) -> Sequence[str]:
        """Describe a position."""
        return self.described(position, {"row": "row", "col": "col"})

    def describe_to(self, side: Side, position: Position) -> Sequence[str]:
        """Describe a position to the person on a side."""
        return self.described(position, {side: "you", other(side): "the opponent"})

    def described(self, position: Position, names: Mapping[Side, str]) -> Sequence[str]:
        """Describe the end of a duel, with names for the sides."""
        hits = {end: f"a hit for {names[side]}" for side, end in zip(SIDES, ENDS, strict=False)}
        return [hits.get(position, str(position))]

    def order_rules(self) -> str:
        """Return the order of the shots, in a sentence for the player."""
        if self.first == "both":
            return "Shots at the same step are fired at the same moment."
        return f"At the same step {self.first}'s shots come first."

    @property
    def steady(self) -> str:
        """The steps, the bullets and the powers, as part of a title."""
        row, col = (f"t{str(power).translate(RAISED) * (power > 1)}" for power in (self.power, self.other))
        armed = f" · {self.bullets} against {_bullets(self.col_bullets)}" if self.armed else ""
        order = f" · {self.first} fires first" if self.first != "both" else ""
        return f"{self.steps} steps{armed} · hit probabilities {row} and {col}{order}"

    @property
    def armed(self) -> bool:
        """Whether a player has more than one bullet."""
        return (self.bullets, self.col_bullets) != (1, 1)


def _bullets(count: int) -> str:
    return f"{count} bullet{'s' * (count != 1)}"


@dataclass(frozen=True)
class SilentDuel(Duel, StagedGame):
    """Both players choose when to fire their bullets; shots are not heard. The probability of a hit grows with
    the steps. If only one player is hit, that player pays 1."""

    name: ClassVar[str] = "silent-duel"
    genre: ClassVar[str] = "guessing"
    summary: ClassVar[str] = "a few bullets each; shots are not heard"
    paper: ClassVar[str] = "Restrepo 1957"
    tagline: ClassVar[str] = "You cannot hear your opponent's shot. When do you fire yours?"
    sliders: ClassVar[Sliders] = {"steps": (2, 18), "bullets": (1, 2), "col_bullets": (1, 2)}
    move: ClassVar[str] = "step"
    players: ClassVar[tuple[str, ...]] = ("uniform", "highest", "lowest")

    def __post_init__(self) -> None:
        super().__post_init__()
        rows, cols = (comb(self.steps + count - 1, count) for count in (self.bullets, self.col_bullets))
        require_budget(
            f"a silent duel with {rows:,} × {cols:,} pairs of moves",
            memory=PAIR_BYTES * rows * cols,
            seconds=PAIR_SECONDS * rows * cols,
        )

    @property
    def instructions(self) -> tuple[str, ...]:
        """The rules with all numbers."""
        how = "the step at which they fire"
        if self.armed:
            how = "the steps at which they fire their bullets, several at one step if they like"
        order = f"{self.order_rules()} " if self.armed or self.first != "both" else ""
        return (
            self.hit_rules(),
            f"Both players choose, once and in secret, {how}; shots are not heard. A player who is hit "
            "before firing no longer "
            f"fires. {order}If only one player is hit, that player pays 1; otherwise the payoff is 0.",
        )

    @property
    def title(self) -> str:
        """Return the title, for example: Silent duel · 12 steps · hit probabilities t and t²."""
        return f"Silent duel · {self.steady}"

    @property
    def start(self) -> str:
        """The position before the walk."""
        return "walk"

    @cached_property
    def plans(self) -> tuple[dict[Move, tuple[int, ...]], dict[Move, tuple[int, ...]]]:
        """The plans of each side by name, with the steps at which it fires: 4, or 4-7 with two bullets."""
        row, col = (
            {
                steps[0] if count == 1 else "-".join(map(str, steps)): steps
                for steps in combinations_with_replacement(range(1, self.steps + 1), count)
            }
            for count in (self.bullets, self.col_bullets)
        )
        return row, col

    def moves(self, position: str) -> tuple[Sequence[Move], Sequence[Move]]:
        """Return the steps, once."""
        row, col = self.plans
        return (list(row), list(col)) if position == "walk" else ([], [])

    def tabletop(self, position: str, side: Side, last: Mapping[Side, Move]) -> Tabletop:
        """Return the duellists before their walk; at the end, the steps at which both planned to fire."""
        if not last:
            return self.field(1, side)
        row, col = self.plans[0][last["row"]], self.plans[1][last["col"]]
        shots = (row, col) if side == "row" else (col, row)
        return self.field(min(*row, *col), side, shots)

    def play(self, position: str, row: Move, col: Move) -> list[Outcome]:
        """Resolve a stage: step by step, a player who fires later must first survive."""
        mine, theirs = self.plans[0][row], self.plans[1][col]
        standing, wins, losses = Fraction(1), Fraction(0), Fraction(0)
        for step in sorted({*mine, *theirs}):
            p, q = self.hits(step)
            hit, struck = 1 - (1 - p) ** mine.count(step), 1 - (1 - q) ** theirs.count(step)
            wins += standing * (hit if self.first == "row" else hit * (1 - struck))
            losses += standing * (struck if self.first == "col" else struck * (1 - hit))
            standing *= (1 - hit) * (1 - struck)
        chances = (wins, losses, 1 - wins - losses)
        return [(p, pays, ended) for p, pays, ended in zip(chances, (1, -1, 0), ENDS, strict=True) if p]

    def described(self, position: str, names: Mapping[Side, str]) -> Sequence[str]:
        """Return whether both still walk, or how it ended."""
        if position != "walk":
            return super().described(position, names)
        fires = "fires once" if not self.armed else "fires every bullet"
        return [f"you walk towards each other, and each {fires}"]


@dataclass(frozen=True)
class NoisyDuel(Duel, StagedGame):
    """At every step, both players simultaneously fire a bullet or wait. Shots are heard. Hit probabilities grow
    with the steps; a player whose opponent has fired the last bullet can wait until a hit is certain. If only one
    player is hit, that player pays 1.
    """

    name: ClassVar[str] = "noisy-duel"
    genre: ClassVar[str] = "guessing"
    summary: ClassVar[str] = "a few bullets each; shots are heard"
    paper: ClassVar[str] = "Fox and Kimeldorf 1969"
    tagline: ClassVar[str] = "You hear every shot, and you are closer with every step. When do you fire?"
    sliders: ClassVar[Sliders] = {"steps": (2, 18), "bullets": (1, 4), "col_bullets": (1, 4)}

    @property
    def instructions(self) -> tuple[str, ...]:
        """The rules with all numbers."""
        turns = "At every step, both players simultaneously fire a bullet or wait. Shots are heard."
        if self.first != "both":
            second = "col" if self.first == "row" else "row"
            turns = (
                f"At every step {self.first} fires any number of bullets, one by one; then {second} "
                "fires a bullet or waits. Shots are heard."
            )
        return (
            self.hit_rules(),
            f"{turns} Once a player has no bullets left, the opponent walks up and hits for certain. At "
            f"the last step, a player with bullets fires. "
            "If only one player is hit, that player pays 1; otherwise the payoff is 0.",
        )

    @property
    def title(self) -> str:
        """Return the title, for example: Noisy duel · 12 steps · hit probabilities t and t²."""
        return f"Noisy duel · {self.steady}"

    @property
    def start(self) -> Approach:
        """The first step, with all bullets."""
        return Approach(1, self.bullets, self.col_bullets, self.first)

    def moves(self, position: Approach | str) -> tuple[Sequence[str], Sequence[str]]:
        """Return fire or wait; at the last step every player fires."""
        if isinstance(position, str):
            return (), ()
        moves = ("fire",) if position.step == self.steps else ("fire", "wait")
        return moves if position.turn != "col" else WAIT, moves if position.turn != "row" else WAIT

    def play(self, position: Approach, row: str, col: str) -> list[Outcome]:
        """Return the next position: a hit, or the next turn with fewer bullets."""
        p, q = self.hits(position.step)
        p, q = p * (row == "fire"), q * (col == "fire")
        chances = (p * (1 - q), q * (1 - p), p * q)
        found: list[Outcome] = [
            (chance, pays, ended)
            for chance, pays, ended in zip(chances, (1, -1, 0), ENDS, strict=True)
            if chance
        ]
        missed = (1 - p) * (1 - q)
        return [*found, (missed, *self._after(position, row == "fire", col == "fire"))] if missed else found

    def _after(self, position: Approach, row: bool, col: bool) -> tuple[int, Approach | str]:
        """Return the payment and the next position if neither was hit."""
        mine, theirs = position.row - row, position.col - col
        if not mine or not theirs:
            pays = bool(mine) - bool(theirs)
            return pays, ENDS[{1: 0, -1: 1, 0: 2}[pays]]
        again = position.turn == self.first != "both"
        if again and (row or col):
            return 0, Approach(position.step, mine, theirs, self.first)
        if again:
            return 0, Approach(position.step, mine, theirs, "col" if self.first == "row" else "row")
        return 0, Approach(position.step + 1, mine, theirs, self.first)

    def tabletop(self, position: Approach | str, side: Side, last: Mapping[Side, Move]) -> Tabletop:
        """Return the distance between the two, their hit probabilities, and the bullets left."""
        if isinstance(position, str):
            return self.field(self.steps, side)
        left = (position.row, position.col) if side == "row" else (position.col, position.row)
        return self.field(position.step, side, bullets=left)

    def described(self, position: Approach | str, names: Mapping[Side, str]) -> Sequence[str]:
        """Return the step, the bullets and the hit probabilities."""
        if isinstance(position, str):
            return super().described(position, names)
        left = f"bullets left: {position.row} for {names['row']}, {position.col} for {names['col']}"
        chances = self.hits_text(position.step, names)
        return [f"step {position.step} of {self.steps}", *([left] if self.armed else []), chances]


@dataclass(frozen=True)
class MixedDuel(Duel, HiddenGame):
    """Row's shots are silent and col's are heard. At every step, both players simultaneously fire a bullet or
    wait. The probability of a hit grows with the steps. If only one player is hit, that player pays 1."""

    name: ClassVar[str] = "mixed-duel"
    genre: ClassVar[str] = "guessing"
    summary: ClassVar[str] = "a few bullets each; only one player's shots are heard"
    paper: ClassVar[str] = "Fox and Kimeldorf 1969"
    tagline: ClassVar[str] = "Your gun is silent; your opponent's is not. How much is a silencer worth?"
    sliders: ClassVar[Sliders] = {"steps": (2, 12), "bullets": (1, 2), "col_bullets": (1, 2)}

    def __post_init__(self) -> None:
        super().__post_init__()
        positions = (
            4
            * comb(self.steps + self.bullets, self.bullets)
            * comb(self.steps + self.col_bullets, self.col_bullets)
        )
        require_budget(
            f"a mixed duel of about {positions:,} positions",
            memory=TREE_BYTES * positions,
            seconds=TREE_SECONDS * positions,
        )

    @property
    def instructions(self) -> tuple[str, ...]:
        """The rules with all numbers."""
        turns = "At every step, both players simultaneously fire a bullet or wait."
        if self.first != "both":
            second = "col" if self.first == "row" else "row"
            turns = (
                f"At every step {self.first} fires any number of bullets; then {second} fires a bullet "
                "or waits."
            )
        return (
            self.hit_rules(),
            f"{turns} A player who is hit no longer fires. Col's shots are heard; row's are silent, and col does not "
            "know how many bullets row has left.",
            "Once col has no bullets left, row walks up and hits for certain with a remaining bullet. "
            "At the last step, a player with bullets fires. "
            "If only one player is hit, that player pays 1; otherwise the payoff is 0.",
        )

    @property
    def title(self) -> str:
        """Return the title, for example: Mixed duel · 12 steps · hit probabilities t and t."""
        return f"Mixed duel · {self.steady}"

    @property
    def start(self) -> SilentApproach:
        """The first step, with all bullets."""
        return self._begin(1, self.bullets, self.col_bullets)

    def _begin(self, step: int, row: int, col: int) -> SilentApproach:
        """Return the first turn of a step. A row player without bullets also has turns, or else col would
        notice.
        """
        return SilentApproach(step, row, col, "col" if self.first == "col" else "row")

    def tabletop(self, position: SilentApproach | str, side: Side, board: Tabletop) -> Tabletop:
        """Return the distance between the two, and the bullets left; row's, which are silent, are visible to
        row only.
        """
        if isinstance(position, str):
            return self.field(self.steps, side)
        left = (position.row, position.col) if side == "row" else (position.col, None)
        return self.field(position.step, side, bullets=left)

    def turn(self, position: SilentApproach | str) -> Turn:
        """Return the turn: row fires in silence or waits, col fires or waits, chance decides who is hit."""
        if isinstance(position, str):
            return end({ENDS[0]: 1, ENDS[1]: -1}.get(position, 0))
        if position.turn not in SIDES:
            return deal(self._chances(position), to="nobody")
        left = position.row if position.turn == "row" else position.col
        moves: tuple[str, ...] = ("fire", "wait") if left else ("wait",)
        if position.step == self.steps and left:
            moves = ("fire",)
        elif (
            position.turn == self.first == "row"
        ):  # nothing is heard between these shots, so they are one move
            moves = tuple(move for move, shots in self.volleys.items() if shots <= left)
        return choose(position.turn, moves, hidden=position.turn == "row")

    @cached_property
    def volleys(self) -> dict[str, int]:
        """The number of shots in each of row's moves."""
        return {"wait": 0, "fire": 1, **{f"fire {count}": count for count in range(2, self.bullets + 1)}}

    def after(self, position: SilentApproach, picked: str) -> SilentApproach | str:
        """Return the position after a choice or the shots."""
        step, row, col, turn, (mine, theirs) = position
        if turn == "row":
            following = "col" if self.first == "both" else "row shots"
            return SilentApproach(step, row, col, following, (self.volleys[picked], 0))
        if turn == "col":
            if self.first == "both":
                return SilentApproach(step, row, col, "shots", (mine, int(picked == "fire")))
            if self.first == "col" and picked == "wait":
                return SilentApproach(step, row, col, "row")
            return SilentApproach(step, row, col, "col shots", (0, int(picked == "fire")))
        if picked != MISS:
            return picked
        row, col = row - mine, col - theirs
        if not col:
            return ENDS[0] if row else ENDS[2]
        # the side that comes first may fire again, if it is heard; then the other has its turn
        if self.first != "both" and turn == f"{self.first} shots":
            return SilentApproach(step, row, col, "col")
        return self._begin(step + 1, row, col)

    def _chances(self, position: SilentApproach) -> dict[str, Fraction]:
        """Return the probability of each result of the shots."""
        p, q = (
            1 - (1 - hit) ** count
            for hit, count in zip(self.hits(position.step), position.fires, strict=True)
        )
        return {ENDS[0]: p * (1 - q), ENDS[1]: q * (1 - p), ENDS[2]: p * q, MISS: (1 - p) * (1 - q)}

    def described(self, position: SilentApproach | str, names: Mapping[Side, str]) -> Sequence[str]:
        """Return the step, col's bullets and the hit probabilities."""
        if isinstance(position, str):
            return super().described(position, names)
        left = f"bullets left: {position.col} for {names['col']}"
        return [f"step {position.step} of {self.steps}", left, self.hits_text(position.step, names)]
