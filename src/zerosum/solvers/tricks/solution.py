"""The solution of a trick game: the start, and every other position on demand."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any

from zerosum.errors import InputError
from zerosum.models.game import Fact
from zerosum.models.tricks import Chance, Context, TrickGame
from zerosum.numerics.rational import Number
from zerosum.reports.table import LONGEST, Probability, Table
from zerosum.solution import Solution
from zerosum.solvers.tricks.tables import Answer, Tables

__all__ = ["TrickSolution"]


@dataclass(frozen=True, kw_only=True)
class TrickSolution(Solution):
    """Value and strategies at one position of a trick game; `at` goes to another."""

    game: TrickGame = field(repr=False)
    """The game itself."""
    solved: Tables = field(repr=False, compare=False)
    """All positions."""
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    """Row's cards and col's."""
    context: Context | Chance = field(repr=False)
    """What the rules remember at this position."""

    def at(
        self,
        *,
        row: Annotated[Sequence[int] | None, "row's cards"] = None,
        col: Annotated[Sequence[int] | None, "col's cards"] = None,
        at: Annotated[str | None, 'the whole position as text: "row=1,4,7 col=2,4,9 score=1"'] = None,
        **facts: Any,
    ) -> TrickSolution:
        """The solution at the position so named, by the hands and by the facts of the game.

        What is not named is as at the start.
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
            raise InputError(f"a position of this game has no {strange[0]}; it is named by {names}")
        return self.at_position(*hands, self.game.context(len(hands[0]), **facts), facts)

    def at_position(
        self,
        row: Sequence[int],
        col: Sequence[int],
        context: Context | Chance,
        facts: dict[str, Any] | None = None,
    ) -> TrickSolution:
        """The solution at two hands in a context of the game."""
        answer = self.solved.answer(row, col, context)
        started = len(row) == self.game.cards
        position = {"row": list(row), "col": list(col)} if not started else {}
        return dataclasses.replace(
            self,
            where={**position, **_shown(self.game.parameters(), facts or {})},
            title=self.game.title + _where(row, col, facts or {}, started),
            value=answer.value,
            row={str(card): p for card, p in answer.row.items()},
            col={str(card): p for card, p in answer.col.items()},
            move="first card" if started else "card",
            tables=chance_tables(self.solved, self.game, row, col, context),
            hands=(tuple(row), tuple(col)),
            context=context,
        )

    def answer_at(self, row: Sequence[int], col: Sequence[int], context: Context | Chance) -> Answer:
        """Value and strategies by card at a position; the quick way for programs that play."""
        return self.solved.answer(row, col, context)

    def _hands(
        self, row: Sequence[int] | None, col: Sequence[int] | None
    ) -> tuple[Sequence[int], Sequence[int]]:
        """Both hands, checked; full ones where none are named."""
        every = tuple(range(1, self.game.cards + 1))
        if (row is None) != (col is None):
            raise InputError("name both hands, row and col, or neither")
        hands = every if row is None else tuple(sorted(row)), every if col is None else tuple(sorted(col))
        for hand in hands:
            if not hand or len(set(hand)) != len(hand) or not set(hand) <= set(every):
                shown = ",".join(map(str, hand)) or "nothing"
                raise InputError(f"a hand has different cards from 1 to {self.game.cards}, not {shown}")
        if len(hands[0]) != len(hands[1]):
            raise InputError(
                f"both hands have the same number of cards, not {len(hands[0])} and {len(hands[1])}"
            )
        return hands


def read_position(text: str, facts: Mapping[str, Fact]) -> dict[str, Any]:
    """A position typed as "row=1,4,7 col=2,4,9 score=1"."""
    several = {"row": True, "col": True} | {name: fact.several for name, fact in facts.items()}
    named: dict[str, Any] = {}
    for word in text.split():
        match = re.fullmatch(r"(\w+)=(-?\d+(?:,-?\d+)*)", word)
        if match is None or match[1] not in several:
            raise InputError(f'a position is typed like "row=1,4,7 col=2,4,9 score=1", not {word!r}')
        items = [int(item) for item in match[2].split(",")]
        if len(items) != 1 and not several[match[1]]:
            raise InputError(f"{match[1]} is one number, not {match[2]}")
        named[match[1]] = items if several[match[1]] else items[0]
    return named


def chance_tables(
    values: Tables, game: TrickGame, row: Sequence[int], col: Sequence[int], at: Context | Chance
) -> list[Table]:
    """Where nature moves first: the strategies for each thing that she may do."""
    if not isinstance(at, Chance):
        return []
    answers = [(game.label(context), values.answer(row, col, context)) for _, context in at.branches]
    one = all(answer.row == answer.col for _, answer in answers)
    alike = len({str(answer.value) for _, answer in answers}) == 1
    shown: list[Table] = []
    for who in ("row",) if one else ("row", "col"):
        title = f"{'each' if one else who} plays, by {game.nature}"
        rows = []
        for label, answer in answers:
            weights: dict[int, Number] = getattr(answer, who)
            worth = [] if alike else [answer.value]
            rows.append([label, *worth, *(_chance(p) for p in weights.values())])
        cards = map(str, sorted(row if who == "row" else col))
        shown.append(Table(title, [game.nature, *([] if alike else ["value"]), *cards], rows))
    return shown


def _chance(p: Number) -> object:
    """A probability as a cell: a percentage, or a fraction that is not too long."""
    return p if isinstance(p, Fraction) and len(str(p)) <= LONGEST else Probability(float(p))


def _shown(parameters: dict[str, object], facts: dict[str, Any]) -> dict[str, Any]:
    """Facts of the position, under other names where the game's own parameters have theirs."""
    return {f"{name} now" if name in parameters else name: fact for name, fact in facts.items()}


def _where(row: Sequence[int], col: Sequence[int], facts: dict[str, Any], started: bool) -> str:
    """The position in words, for the title."""
    words = [] if started else [f"row {','.join(map(str, row))}", f"col {','.join(map(str, col))}"]
    for name, fact in facts.items():
        words.append(f"{name} {','.join(map(str, fact)) if isinstance(fact, list | tuple) else fact}")
    return "".join(f" · {word}" for word in words)
