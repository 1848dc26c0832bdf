"""The solution of a trick game: the start, and every other position on demand."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, NamedTuple, Protocol

from zerosum.core.data import Json
from zerosum.core.errors import InputError
from zerosum.core.game import Fact, Move
from zerosum.core.numbers import Number
from zerosum.core.questions import SolvedDecision
from zerosum.core.sides import SIDES, Side
from zerosum.core.solution import Solution
from zerosum.core.value import Value
from zerosum.models.staged.engines.tricks.rules import Chance, Context, Hands, TrickGame


class SolvedPosition(NamedTuple):
    """A position's value, and each player's probability of each card."""

    value: Value
    row: Mapping[int, Number]
    col: Mapping[int, Number]


class Tables(Protocol):
    """The solved positions of a game."""

    def answer(self, row: Sequence[int], col: Sequence[int], at: Context | Chance) -> SolvedPosition:
        """Return the value at two hands in a context, and both strategies."""

    def value(self, row: Sequence[int], col: Sequence[int], at: Context | Chance) -> Value:
        """Return only the value, which may be faster to compute."""

    def digest(self) -> str:
        """Return the SHA-256 hash of all values, which identifies the tables."""


@dataclass(frozen=True, kw_only=True)
class TrickSolution(Solution):
    """The value and strategies at one position of a trick game; `at` returns the solution at another."""

    lists_one: ClassVar[bool] = True
    game: TrickGame = field(repr=False)
    solved: Tables = field(repr=False, compare=False)
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    context: Context | Chance = field(repr=False)
    """The context of the rules at this position."""
    remarks: Sequence[str] = ()
    """Notes on the location of the tables."""

    def at(
        self,
        *,
        row: Annotated[Sequence[int] | None, "row's cards"] = None,
        col: Annotated[Sequence[int] | None, "col's cards"] = None,
        at: Annotated[str | None, 'the whole position as text: "row=1,4,7 col=2,4,9 score=1"'] = None,
        **facts: object,
    ) -> TrickSolution:
        """Return the solution at a position named by the hands and by the facts of the game.

        A fact that is not given has its value at the start.
        """
        if at is not None:
            text = read_position(at, self.game.facts)
            row, col = text.pop("row", row), text.pop("col", col)
            facts.update(text)
        facts = {name: fact for name, fact in facts.items() if fact is not None}
        hands = self._hands(row, col)
        strange = [name for name in facts if name not in self.game.facts]
        if strange:
            names = ", ".join(("row", "col", *self.game.facts))
            raise InputError(f"a position of this game has no {strange[0]}; use {names}")
        return self.at_position(*hands, self.game.context(len(hands[0]), **facts), facts)

    def at_position(
        self, row: Sequence[int], col: Sequence[int], context: Context | Chance, facts: Json | None = None
    ) -> TrickSolution:
        """Return the solution at two hands in a context."""
        answer = self.solved.answer(row, col, context)
        position = {"row": list(row), "col": list(col)} if len(row) < self.game.cards else {}
        return dataclasses.replace(
            self,
            position_keys={**position, **(facts or {})},
            value=answer.value,
            row=answer.row,
            col=answer.col,
            hands=(tuple(row), tuple(col)),
            context=context,
        )

    def data(self) -> dict[str, object]:
        """Return the outcomes of an opening chance move, with the solution after each."""
        if not isinstance(self.context, Chance):
            return {}
        branches = []
        for p, context in self.context.branches:
            named = {"named": self.game.label(context), "probability": p}
            branches.append({**named, **self.answer_at(*self.hands, context)._asdict()})
        return {"chance": branches}

    @property
    def decisions(self) -> Sequence[SolvedDecision]:
        """Both strategies with the EV of each card; if chance moves first, those after each outcome."""
        return self.evs

    def move_evs(self, side: Side) -> Mapping[Move, Number]:
        """Return the EV of each card against the opponent's mix, with the values of the next positions."""
        assert not isinstance(self.context, Chance)
        here = Hands(*self.hands, self.context)
        mine, theirs = (here.row, self.col) if side == "row" else (here.col, self.row)
        sign = 1 if side == "row" else -1
        earned: dict[Move, Number] = dict.fromkeys(mine, 0)
        for card in mine:
            for against, p in theirs.items():
                pair = (card, against) if side == "row" else (against, card)
                if p:
                    earned[card] += sign * p * self.pair_worth(here, *pair)
        return earned

    def pair_worth(self, here: Hands, row: int, col: int) -> Number:
        """Return row's EV of a pair of cards at a position: its payment plus the value of the next position."""
        reward, node = self.game.trick(here.context, (row > col) - (row < col))
        rest = (
            tuple(card for card in here.row if card != row),
            tuple(card for card in here.col if card != col),
        )
        if rest[0]:
            return reward + self.solved.value(*rest, node).middle
        branches = node.branches if isinstance(node, Chance) else ((1, node),)
        return reward + sum(p * self.game.settle(context) for p, context in branches)

    def answer_at(self, row: Sequence[int], col: Sequence[int], context: Context | Chance) -> SolvedPosition:
        return self.solved.answer(row, col, context)

    def digest(self) -> str:
        return self.solved.digest()

    def _hands(
        self, row: Sequence[int] | None, col: Sequence[int] | None
    ) -> tuple[Sequence[int], Sequence[int]]:
        """Check and return both hands; full hands if none are given."""
        every = self.game.hand
        if (row is None) != (col is None):
            raise InputError("give both hands (row and col) or neither")
        hands = every if row is None else tuple(sorted(row)), every if col is None else tuple(sorted(col))
        for hand in hands:
            if not hand or len(set(hand)) != len(hand) or not set(hand) <= set(every):
                shown = ",".join(map(str, hand)) or "nothing"
                raise InputError(f"a hand must have distinct cards from 1 to {self.game.cards}, not {shown}")
        if len(hands[0]) != len(hands[1]):
            raise InputError(
                f"both hands must have the same number of cards, not {len(hands[0])} and {len(hands[1])}"
            )
        return hands


def read_position(text: str, facts: Mapping[str, Fact]) -> Json:
    """Parse a position typed as "row=1,4,7 col=2,4,9 score=1"."""
    several = {"row": True, "col": True} | {name: fact.several for name, fact in facts.items()}
    named: Json = {}
    for word in text.split():
        match = re.fullmatch(r"(\w+)=(-?\d+(?:,-?\d+)*)", word)
        if match is None or match[1] not in several:
            raise InputError(f'a position must be written as "row=1,4,7 col=2,4,9 score=1", not {word!r}')
        items = [int(item) for item in match[2].split(",")]
        if len(items) != 1 and not several[match[1]]:
            raise InputError(f"{match[1]} must be one number, not {match[2]}")
        named[match[1]] = items if several[match[1]] else items[0]
    return named


def evs(solution: TrickSolution) -> list[SolvedDecision]:
    """Return the EV of each card at the solution's position, or after each outcome of chance."""
    if isinstance(solution.context, Chance):
        return [
            dataclasses.replace(
                line,
                information=f"{solution.game.chance_label} {solution.game.label(context)}",
                reached=likely,
            )
            for likely, context in solution.context.branches
            for line in evs(solution.at_position(*solution.hands, context))
        ]
    return [
        SolvedDecision.of(side, "", mix, solution.move_evs(side), 1)
        for side, mix in zip(SIDES, (solution.row, solution.col), strict=True)
    ]
