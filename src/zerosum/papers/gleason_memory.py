"""Ferguson and Shapley, Gleason's Game, sections 1 and 2: strategies of bounded memory."""

from __future__ import annotations

import itertools
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from zerosum.families import solve
from zerosum.games.gleason import Gleason
from zerosum.models.lagged import ring
from zerosum.papers.claims import Claim, Picture, number, question, statement
from zerosum.sides import SIDES, Side
from zerosum.solution import Value
from zerosum.solvers.memory import MemorySolution, best_reply, bounded_memory, histories, prove_best
from zerosum.solvers.memory.reply import solve_reply

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["CLAIMS", "PICTURES"]

BOARD = ring((Fraction(1), Fraction(2), Fraction(-3)))


@cache
def best(player: Side, memory: int) -> MemorySolution:
    """The best strategy found with this memory."""
    return bounded_memory(BOARD, player, memory)


def first_strategy() -> Value:
    """What the strategy of section 1 guarantees: cl at +1, cc at +2, cc with probability 1/3 at -3."""
    return best_reply(histories(BOARD, "col", 1), [0, 1, Fraction(1, 3)]).value


def second_strategy(after_one: str = ".34", after_two: str = ".49") -> Value:
    """What the strategy of section 2 guarantees: cl at +1, cc at +2, these probabilities of cc at -3."""
    seen = histories(BOARD, "col", 2)
    mixed: dict[tuple[int, ...], Fraction] = {(0, 2): Fraction(after_one), (1, 2): Fraction(after_two)}
    return best_reply(seen, [mixed.get(key, Fraction(int(key[-1] == 1))) for key in seen.keys]).value


def _best_hundredths() -> tuple[int, int]:
    """The best pair of probabilities in hundredths for the strategy of section 2."""
    seen = histories(BOARD, "col", 2)

    def worth(pair: tuple[int, int]) -> float:
        mixed: dict[tuple[int, ...], float] = {(0, 2): pair[0] / 100, (1, 2): pair[1] / 100}
        return solve_reply(seen, np.array([mixed.get(key, float(key[-1] == 1)) for key in seen.keys]))[2]

    return min(itertools.product(range(101), range(101)), key=worth)


def _proved(player: Side, memory: int, within: float) -> bool:
    """Whether no strategy with this memory does better than the best found by more than `within`."""
    seen = histories(BOARD, player, memory)
    worth = seen.sign * float(best(player, memory).value)
    return prove_best(seen, worth - within) > 0


def _parameters(formula: str) -> bool:
    """Whether a formula gives the number of parameters for memories of one to five nodes."""
    right = [3 * (2 * k - 1) if formula == "3 (2k - 1)" else 3 * 2 ** (k - 1) for k in range(1, 6)]
    return right == [len(histories(BOARD, "col", k).keys) for k in range(1, 6)]


def _told(player: Side, memory: int) -> str:
    """A best strategy in words."""
    found = best(player, memory)
    payoff = dict(zip(BOARD.names, BOARD.payoffs, strict=True))
    parts = [
        f"{' '.join(f'{payoff[name]}' for name in key)}: {float(p):.4f}" for key, p in found.strategy.items()
    ]
    return f"{float(found.value):.8f} with cc after {', '.join(parts)}"


def _picture() -> Figure:
    """What each player guarantees with one, two and three known states, and the value."""
    from zerosum.plots.memory import draw

    found = [best(player, memory) for player in SIDES for memory in (1, 2, 3)]
    return draw(found, value=float(solve(Gleason()).value))


PICTURES: tuple[Picture, ...] = (
    Picture(
        name="memory",
        caption="What the best strategies of bounded memory guarantee, each with a proof, and the value.",
        draw=_picture,
    ),
)

CLAIMS: tuple[Claim, ...] = (
    number("section 1", "I's best reply to II's simple strategy only breaks even", "0", first_strategy),
    statement(
        "section 1",
        "this is II's best strategy that uses only the last known state",
        lambda: _proved("col", 1, 1e-6),
        computed="no strategy of one known state holds I below -0.000001 (branch and bound)",
    ),
    statement(
        "section 1",
        "with more past information II does a little better, so the value is negative",
        lambda: best("col", 2).value.upper < 0,
        computed=lambda: f"with the last two states II holds I to {best('col', 2).value}",
    ),
    number("section 2", "the strategy with .34 and .49 holds I to about -.01316", "-.01316", second_strategy),
    statement(
        "section 2",
        "the best among strategies of the last two known states seems to be: cl at +1, cc at +2, .34, .49",
        lambda: float(second_strategy().upper) <= float(best("col", 2).value.lower) + 5e-6,
        computed=lambda: (
            f"-1/76 = -.0131579 with .34 and .49, but {float(best('col', 2).value):.7f} is possible, "
            f"with .34833 and .49666 (which give {float(second_strategy('.34833', '.49666').upper):.7f})"
        ),
        corrected=(
            "the same with .34833 and .49666: -.01362",
            lambda: second_strategy(".34833", ".49666").upper < Fraction("-.013615"),
        ),
        why="the shape is right; .34 and .49 are the best probabilities in hundredths, but not the best",
        expected_to_hold=False,
    ),
    statement(
        "section 2",
        "(corrected) .34 and .49 are the best probabilities in hundredths",
        lambda: _best_hundredths() == (34, 49),
        computed="all 101 x 101 pairs were tried",
        slow=True,
    ),
    number(
        "section 2",
        "I's best strategy of the last known state guarantees -.17859",
        "-.17859",
        lambda: best("row", 1).value,
        why="cc with 2 - sqrt 2 at +1 and +2 and with .359 at -3 guarantees 2 sqrt 2 - 3 = -.1715729",
        expected_to_hold=False,
    ),
    statement(
        "section 2",
        "(corrected) 2 sqrt 2 - 3 is the best that I can guarantee with the last known state",
        lambda: _proved("row", 1, 1e-4) and abs(float(best("row", 1).value) - (2 * 2**0.5 - 3)) < 1e-12,
        computed="no strategy of one known state guarantees more than -.17157 + .0001 (branch and bound)",
    ),
    statement(
        "section 2",
        "-.17859 is an upper bound to the value",
        lambda: Fraction("-.17859") >= best("col", 3).value.upper,
        computed=lambda: (
            f"the value is at most {float(best('col', 3).value.upper):.5f}, which is above -.17859"
        ),
        corrected=("a lower bound", lambda: Fraction("-.17859") <= best("row", 1).value.lower),
        why="what I guarantees bounds the value from below, as the next sentence of the paper has it",
        expected_to_hold=False,
    ),
    statement(
        "section 2",
        "-.17859 < V < -.01316",
        lambda: (
            Fraction("-.17859") < best("row", 2).value.lower
            and best("col", 3).value.upper < Fraction("-.01316")
        ),
        computed=lambda: (
            f"{float(best('row', 2).value.lower):.5f} <= V <= {float(best('col', 3).value.upper):.5f}"
        ),
    ),
    statement(
        "section 2",
        "the last k states need 3 times 2k - 1 parameters",
        lambda: _parameters("3 (2k - 1)"),
        computed="3, 6, 12, 24, 48 parameters for k = 1 to 5",
        corrected=("3 times 2^(k-1) parameters", lambda: _parameters("3 x 2^(k-1)")),
        why="each node but the last has two predecessors on the ring; the print lost the exponent",
        expected_to_hold=False,
    ),
    question(
        "section 2",
        "Even for k = 3 the analysis is exceedingly complex: how far does II get with three known states?",
        lambda: _told("col", 3),
    ),
    question("section 2", "And I with two known states?", lambda: _told("row", 2)),
    question(
        "section 2",
        "And with one known state more on each side?",
        lambda: f"I, three known states: {_told('row', 3)}; II, four: {best('col', 4).value}",
        slow=True,
    ),
    statement(
        "section 2",
        "(corrected) no strategies of two known states do better by .01 than those found here",
        lambda: _proved("col", 2, 1e-2) and _proved("row", 2, 1e-2),
        computed="proved by branch and bound over the six parameters",
        slow=True,
    ),
)
"""What sections 1 and 2 say about bounded memory."""
