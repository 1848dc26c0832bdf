"""Trick games as a person reads them: which card to play, and by what chance brings where it moves first."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from zerosum.core.numbers import Number, exact_text
from zerosum.core.sides import SIDES, Side
from zerosum.core.value import LONGEST
from zerosum.display.report import Headline, Report, headline_of, report_of
from zerosum.display.table import Probability, Table
from zerosum.models.tricks.answer import SolvedPosition, TrickSolution
from zerosum.models.tricks.rules import Chance


def report(solution: TrickSolution) -> Report:
    """Which cards to play, and where the tables are kept."""
    return report_of(
        solution,
        headline(solution),
        move=card(solution),
        tables=_by_chance(solution),
        notes=[*_score_left_out(solution), *solution.remarks],
    )


def headline(solution: TrickSolution) -> Headline:
    """The game, the position if it is not the start, and the value."""
    title = solution.game.title
    for name, fact in solution.where.items():
        words = ",".join(map(str, fact)) if isinstance(fact, list | tuple) else fact
        title += f" · {name.replace('_', ' ')} {words}"
    return headline_of(solution, title)


def _score_left_out(solution: TrickSolution) -> list[str]:
    """Where points are paid as they are won: that the value does not contain the score so far."""
    score, context = solution.where.get("score"), solution.context
    first = context.branches[0][1] if isinstance(context, Chance) else context
    if not score or "score" in solution.game.remembered(first):
        return []
    return [
        f"The value is what row still wins. The score of {score} so far is not counted in it: add it to get the final "
        "margin. It does not change how to play."
    ]


def card(solution: TrickSolution) -> str:
    """What a move is called here."""
    return "first card" if len(solution.hands[0]) == solution.game.cards else "card"


def _by_chance(solution: TrickSolution) -> list[Table]:
    """Where chance moves first: the strategies after each of its outcomes."""
    if not isinstance(solution.context, Chance):
        return []
    game, contexts = solution.game, [context for _, context in solution.context.branches]
    answers = [(game.label(context), solution.answer_at(*solution.hands, context)) for context in contexts]
    if all(answer.row == answer.col for _, answer in answers):
        return [_table("each", game.nature, answers, "row")]
    return [_table(side, game.nature, answers, side) for side in SIDES]


def _table(who: str, nature: str, answers: Sequence[tuple[str, SolvedPosition]], side: Side) -> Table:
    """A line for each outcome of chance: its value where they differ, and a side's strategy."""
    alike = len({str(answer.value) for _, answer in answers}) == 1
    mixes = [answer.row if side == "row" else answer.col for _, answer in answers]
    rows = [
        [label, *([] if alike else [answer.value]), *map(_chance, mix.values())]
        for (label, answer), mix in zip(answers, mixes, strict=True)
    ]
    title = (
        f"how often {who} plays each card, by the {nature}: a line for each {nature}, a column for each card"
    )
    return Table(title, [nature, *([] if alike else ["value"]), *map(str, mixes[0])], rows)


def _chance(p: Number) -> object:
    """A probability as a cell: a percentage, or a fraction that is not too long."""
    return p if isinstance(p, Fraction) and len(exact_text(p)) <= LONGEST else Probability(float(p))
