"""The answer to a hidden game: the value, and a mix of moves for everything that a player can know."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Any

from zerosum.errors import InputError
from zerosum.models.hidden import HiddenGame
from zerosum.models.hidden_form import Event, HiddenForm, words
from zerosum.numerics.rational import Number
from zerosum.sides import SIDES, Side
from zerosum.solution import Solution, Table, Value, percent
from zerosum.solvers.hidden.plan import Plan

__all__ = ["HiddenSolution", "solution_of"]

LONGEST = 9
"""Where a probability has more characters as a fraction, all are shown as percentages."""

MOST_SHOWN = 24
"""A player with more information sets has only the first ones shown."""

Seen = tuple[Event, ...] | Hashable
"""What a player knows: the events in order, or the name that the rules give."""


@dataclass(frozen=True, kw_only=True)
class HiddenSolution(Solution):
    """The answer to a hidden game."""

    rules: HiddenGame = field(repr=False)
    """The game itself."""
    form: HiddenForm = field(repr=False, compare=False)
    """Its information sets."""
    plans: Mapping[Side, Plan] = field(repr=False, compare=False)
    """Both strategies."""

    @cached_property
    def _index(self) -> dict[tuple[Side, Seen], int]:
        """The information sets by who knows what."""
        return {(side, self.form.seen(side, i)): i for side in SIDES for i in range(len(self.form.of(side)))}

    def mix(self, side: Side, seen: Seen) -> dict[Hashable, Number]:
        """The probability of each move of a player who knows this."""
        index = self._index.get((side, seen))
        if index is None:
            raise InputError(f"{side} never moves knowing {words(seen)!r}")
        return self.mix_at(side, index)

    def mix_at(self, side: Side, index: int) -> dict[Hashable, Number]:
        """The same for an information set by its number."""
        return dict(zip(self.form.of(side).moves[index], self.plans[side].mix(index), strict=True))

    def at(
        self, *, seen: Annotated[str | None, 'what the player to move knows, as "2, check, bet"'] = None
    ) -> HiddenSolution:
        """The mix of whoever knows what the text says."""
        return self if seen is None else self._knowing(seen)

    def _knowing(self, text: str) -> HiddenSolution:
        """The answer with the sets that read like the text, in place of all."""
        wanted = "".join(text.split()).lower()
        found = [
            (side, i)
            for side in SIDES
            for i in range(len(self.form.of(side)))
            if "".join(words(self.form.seen(side, i)).split()).lower() == wanted
        ]
        if not found:
            some = [words(self.form.seen(side, 0)) for side in SIDES if len(self.form.of(side))]
            raise InputError(
                f"nobody moves knowing {text!r}; what players know looks like {' or '.join(map(repr, some))}"
            )
        mixes: dict[Side, dict[str, Number]] = {side: self._named(side, i) for side, i in found}
        return replace(
            self,
            parameters={**self.rules.parameters(), "seen": text},
            title=f"{self.rules.title} · knowing {text}",
            row=mixes.get("row", {}),
            col=mixes.get("col", {}),
            tables=(),
        )

    def _named(self, side: Side, index: int) -> dict[str, Number]:
        """A mix by the names of its moves."""
        return {str(move): p for move, p in self.mix_at(side, index).items()}

    def json(self) -> dict[str, Any]:
        """The object that `solve --json` prints; every information set has its mix."""
        answer = super().json()
        if "seen" not in self.parameters:
            answer["strategies"] = {
                side: {
                    words(self.form.seen(side, i)): {
                        name: str(p) if self.value.is_exact else p for name, p in self._named(side, i).items()
                    }
                    for i in range(len(self.form.of(side)))
                }
                for side in SIDES
            }
            answer.pop("tables", None)
        return answer


def solution_of(
    game: HiddenGame,
    form: HiddenForm,
    value: Value,
    plans: Mapping[Side, Plan],
    method: str,
    seconds: tuple[float, float],
) -> HiddenSolution:
    """The answer, with the first information sets of each player."""
    solution = HiddenSolution(
        game=game.called,
        parameters=game.parameters(),
        title=game.title,
        value=value,
        move=game.move,
        method=method,
        positions=form.positions,
        seconds=sum(seconds),
        rules=game,
        form=form,
        plans=plans,
    )
    return replace(solution, tables=[_table(solution, side) for side in SIDES], notes=_notes(form))


def _table(solution: HiddenSolution, side: Side) -> Table:
    """A player's first information sets, a line each, and the probabilities of their moves."""
    sets, plan = solution.form.of(side), solution.plans[side]
    shown = _first(sets.parent, MOST_SHOWN)
    names = list(dict.fromkeys(str(move) for i in shown for move in sets.moves[i]))
    mixes = [dict(zip(map(str, sets.moves[i]), plan.mix(i), strict=True)) for i in shown]
    long = max((len(str(p)) for mix in mixes for p in mix.values()), default=0) > LONGEST
    cells = [[_cell(mix.get(name), long) for name in names] for mix in mixes]
    known = [words(solution.form.seen(side, i)) for i in shown]
    return Table("", [f"{side} knows", *names], [[k, *line] for k, line in zip(known, cells, strict=True)])


def _cell(p: Number | None, long: bool) -> str:
    """A probability in a table; nothing where there is no such move."""
    if p is None:
        return ""
    return percent(float(p) if long else p)


def _first(parent: Sequence[int], most: int) -> list[int]:
    """The sets that come first in play, by the number of the player's own moves before."""
    return sorted(range(len(parent)), key=lambda i: (parent[i] > 0, parent[i], i))[:most]


def _notes(form: HiddenForm) -> list[str]:
    """How many information sets there are, and how many are shown."""
    counts = [len(form.of(side)) for side in SIDES]
    note = f"{counts[0]:,} information sets of row, {counts[1]:,} of col."
    if max(counts) > MOST_SHOWN:
        note += f" The first {MOST_SHOWN} of each are shown."
    return [note]
