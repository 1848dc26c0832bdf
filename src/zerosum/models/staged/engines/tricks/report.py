"""Reports on trick games: the cards to play, after each outcome of chance if chance moves first."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from zerosum.core.numbers import Number, exact_text
from zerosum.core.sides import SIDES, Side
from zerosum.core.value import MAX_LENGTH
from zerosum.display.report import Headline, Report, headline_of, report_of
from zerosum.display.table import Probability, Table
from zerosum.models.staged.engines.tricks.answer import SolvedPosition, TrickSolution
from zerosum.models.staged.engines.tricks.rules import Chance


def report(solution: TrickSolution) -> Report:
    """Report the cards to play, and the location of the tables."""
    return report_of(
        solution,
        headline(solution),
        move=card(solution),
        tables=_by_chance(solution),
        notes=[*_score_left_out(solution), *solution.remarks],
    )


def headline(solution: TrickSolution) -> Headline:
    """Return the game, the position unless it is the start, and the value."""
    title = solution.game.title
    for name, fact in solution.position_keys.items():
        words = ",".join(map(str, fact)) if isinstance(fact, list | tuple) else fact
        title += f" · {name.replace('_', ' ')} {words}"
    return headline_of(solution, title)


def _score_left_out(solution: TrickSolution) -> list[str]:
    """Return a note that the value excludes the score so far, if points are paid as they are won."""
    score, context = solution.position_keys.get("score"), solution.context
    first = context.branches[0][1] if isinstance(context, Chance) else context
    if not score or "score" in solution.game.remembered(first):
        return []
    return [
        f"The value is row's expected winnings from here on; add the score of {score} so far to get the "
        f"expected final margin. The score does not affect optimal play."
    ]


def card(solution: TrickSolution) -> str:
    """Return the name of a move."""
    return "first card" if len(solution.hands[0]) == solution.game.cards else "card"


def _by_chance(solution: TrickSolution) -> list[Table]:
    """Return the strategies after each outcome of an opening chance move."""
    if not isinstance(solution.context, Chance):
        return []
    game, contexts = solution.game, [context for _, context in solution.context.branches]
    answers = [(game.label(context), solution.answer_at(*solution.hands, context)) for context in contexts]
    if all(answer.row == answer.col for _, answer in answers):
        return [_table("each", game.chance_label, answers, "row")]
    return [_table(side, game.chance_label, answers, side) for side in SIDES]


def _table(who: str, nature: str, answers: Sequence[tuple[str, SolvedPosition]], side: Side) -> Table:
    """Return a row for each outcome of chance: its value if they differ, and a side's strategy."""
    alike = len({str(answer.value) for _, answer in answers}) == 1
    mixes = [answer.row if side == "row" else answer.col for _, answer in answers]
    rows = [
        [label, *([] if alike else [answer.value]), *map(_chance, mix.values())]
        for (label, answer), mix in zip(answers, mixes, strict=True)
    ]
    title = f"frequency of each card for {who} (columns), by {nature} (rows)"
    return Table(title, [nature, *([] if alike else ["value"]), *map(str, mixes[0])], rows)


def _chance(p: Number) -> object:
    """Return a probability as a cell: a percentage, or a fraction that is not too long."""
    return p if isinstance(p, Fraction) and len(exact_text(p)) <= MAX_LENGTH else Probability(float(p))
