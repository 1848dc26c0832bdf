"""Bellman and Blackwell, On Games Involving Bluffing (1950), sections 1 to 3: Red Dog and blackjack.

The formulas of section 2 are checked in fractions by `red_dog_formulas`. Section 3 states rules and remarks without
figures; what they leave open is computed for the bridge deck by `blackjack_answers`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from zerosum.games.red_dog_ranks import RankPerSuit
from zerosum.models.card_law import Uniform
from zerosum.numerics.rational import Number
from zerosum.papers import blackjack_answers as answers
from zerosum.papers import red_dog_formulas as formulas
from zerosum.papers.claims import Claim, Picture, number, question, statement
from zerosum.papers.red_dog_formulas import HALF, QUARTER

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["CLAIMS", "PICTURES"]


def _shares(*acts: str) -> list[Number]:
    """The shares of acts with four uniform suits."""
    return [formulas.red_dog(deck="continuous").row[act] for act in acts]


def _one_uniform_card() -> tuple[Number, Number]:
    """a_1 and x_0 of the game with one uniform card each."""
    return RankPerSuit((Fraction(1),), Uniform(), Uniform()).thresholds(QUARTER)


CLAIMS: tuple[Claim, ...] = (
    statement(
        "section 1, (g)",
        "the payoff is K(x_1, …, x_N)",
        lambda: formulas.k(HALF, Fraction(0)) == formulas.k(HALF, Fraction(1)),
        computed="K(1/2, 0) = 1, K(1/2, 1) = -1",
        corrected=(
            "K(x_1, y_1, …, x_N, y_N)",
            lambda: formulas.k(HALF, Fraction(0)) != formulas.k(HALF, Fraction(1)),
        ),
        why="the paper's own K of (2) depends on the rival's number too",
        expected_to_hold=False,
    ),
    statement(
        "section 2, before (1)",
        "F(0) = G(0) = 1",
        lambda: any(2 * formulas.law("values(0:1)").cdf(Fraction(i, 8)) == 1 for i in range(9)),
        computed="with G(0) = 1, 2G - 1 = 1 everywhere, and (4) has no root",
        corrected=("F(0) = G(0) = 0", lambda: _one_uniform_card()[1] == HALF),
        why="a distribution function on [0, 1] that is 1 at 0 leaves no other card; after (4) the paper has G(0) = 0",
        expected_to_hold=False,
    ),
    statement(
        "section 2, before (1)",
        "f(x) must be a non-decreasing function of x",
        formulas.rising_is_best,
        computed="on 9 pairs of discrete laws no strategy beats the best rising one",
    ),
    statement(
        "section 2, (3)",
        "E_B = ∫ (1 + f)(2G - 1) dF over x >= a_1, less F(a_1)",
        formulas.third_equals_first,
        computed="(1) and (3) agree for every strategy on 9 pairs of discrete laws",
    ),
    statement(
        "section 2, (4)",
        "since G(0) = 0 and ∫dG = 1 there is a point with 2G(x) - 1 = 0",
        lambda: all(any(2 * g.cdf(x) == 1 for x in (0, *g.ranks)) for g in map(formulas.law, formulas.LAWS)),
        computed="a step function may jump over 1/2: five equal steps do",
        why="G must be continuous, which that of the actual game is not; x_0 = inf{x: 2G(x) >= 1} always serves",
        expected_to_hold=False,
    ),
    statement(
        "section 2, after (4)",
        "a_1 <= x_0, for if a_1 > x_0 we may increase E_B by decreasing a_1",
        formulas.folding_beyond_the_middle_costs,
        computed="so it is for powers of uniform cards",
    ),
    statement(
        "section 2, (6)",
        "both lines of the expectation",
        formulas.sixth_lines_agree,
        computed="equal in fractions for powers of uniform cards and any a_1 <= x_0",
    ),
    statement(
        "section 2, (7) to (9)",
        "fold below a_1 = inf{x: 4G - 1 >= 0}, bet 1 up to x_0, M above",
        formulas.printed_strategy_is_best,
        computed="as good as the best of all strategies on 9 pairs of discrete laws",
    ),
    number(
        "section 2, (10)",
        "uniform cards: fold for x <= 1/4",
        "1/4",
        lambda: Fraction(_one_uniform_card()[0]),
    ),
    number(
        "section 2, (10)",
        "uniform cards: bet M from x = 1/2 on",
        "1/2",
        lambda: Fraction(_one_uniform_card()[1]),
    ),
    question(
        "section 2, after (10)",
        "the expectation with uniform cards",
        lambda: "E_B = {} + {} M".format(*formulas.red_dog(deck="continuous", suits=1).linear or ()),
    ),
    statement(
        "section 2, (11)",
        "both lines of the expectation with several suits",
        formulas.eleventh_lines_agree,
        computed="equal in fractions for two suits and 9 pairs of discrete laws",
    ),
    statement(
        "section 2, (12) and (13)",
        "bet M where Σ p_i (2G(x_i) - 1) >= 0, else 1, outside R",
        formulas.regions_are_best,
        computed="with R as in (19), as good as the best act on every hand, for two suits and 9 pairs of laws",
    ),
    statement(
        "section 2, (14)",
        "the measure of R is 1 less those of (I-R)∩S and (I-R)∩(I-S)",
        formulas.parts_of_one,
        computed=lambda: "four uniform suits: {} = 1 - {} - {}".format(*_shares("fold", "bet 5", "bet 1")),
    ),
    statement(
        "section 2, (15)",
        "E_B = -1 + ∫ [2 Σ p_i (2G(x_i) - 1)] + terms independent of R",
        lambda: formulas.fifteenth(0),
        computed="the integral does not change with R as (13) does",
        corrected=("the bracket is [2 Σ p_i (2G(x_i) - 1) + 1]", lambda: formulas.fifteenth(1)),
        why="the 1 that (14) contributes on (I-S)∩(I-R) is lost",
        expected_to_hold=False,
    ),
    statement(
        "section 2, (16)",
        "decreasing R increases E until 2 Σ p_i (2G(x_i) - 1) - 1 <= 0",
        lambda: 2 * (2 * formulas.best_cut() - 1) - 1 == 0,
        computed=lambda: f"four uniform suits: E is greatest with R = {{Σ p_i x_i < {formulas.best_cut()}}}",
        corrected=(
            "… until 2 Σ p_i (2G(x_i) - 1) + 1 <= 0",
            lambda: 2 * (2 * formulas.best_cut() - 1) + 1 == 0,
        ),
        why="the sign of the 1 is wrong; (19) has it right",
        expected_to_hold=False,
    ),
    statement(
        "section 2, (17)",
        "R is defined by 2 Σ p_i (2G(x_i) - 1) - 1 >= 0",
        lambda: formulas.folding_the_best_hands() == formulas.red_dog(deck="continuous").value.lower,
        computed=lambda: (
            f"with M = 5 that folds the best hands for {float(formulas.folding_the_best_hands()):.4f},"
            f" where the best is {formulas.red_dog(deck='continuous').value}"
        ),
        corrected=(
            "R is defined by 2 Σ p_i (2G(x_i) - 1) + 1 <= 0",
            lambda: (
                formulas.expectation_13(formulas.four_suits(), QUARTER)
                == formulas.red_dog(deck="continuous").value.lower
            ),
        ),
        why="both the inequality and the sign of the 1 are wrong; (19) has them right",
        expected_to_hold=False,
    ),
    statement(
        "section 2, (18)",
        "four suits: bet the maximum where Σ x_i / 2 - 1 >= 0",
        lambda: formulas.identity_18_19() and formulas.red_dog(deck="continuous").row["bet 5"] == HALF,
        computed=lambda: f"{_shares('bet 5')[0]} of the hands",
    ),
    statement(
        "section 2, (19)",
        "four suits: fold where Σ x_i - 1 <= 0",
        lambda: (
            formulas.identity_18_19() and formulas.red_dog(deck="continuous").row["fold"] == Fraction(1, 24)
        ),
        computed=lambda: f"{_shares('fold')[0]} of the hands",
    ),
    statement(
        "section 2, end",
        "in the actual game F is a step function with jumps at k/13, k = 1, …, 12",
        lambda: sum(Fraction(1, 13) for _ in range(1, 13)) == 1,
        computed="twelve jumps of 1/13 sum to 12/13",
        corrected=(
            "k = 1, …, 13",
            lambda: (
                sum(formulas.law("steps(13)").weights) == 1 and len(formulas.law("steps(13)").ranks) == 13
            ),
        ),
        why="a suit has thirteen ranks, each as likely",
        expected_to_hold=False,
    ),
    statement(
        "section 2, end",
        "the general structure may be determined without knowledge of the fine structure",
        lambda: len({formulas.red_dog(**p).thresholds for p in ({}, {"deck": "continuous"})}) == 1,
        computed="the same two thresholds on the win chance, 1/4 and 1/2, in every deck",
    ),
    question(
        "section 2, end", "hands void of one or more suits, in the continuous case", answers.continuous_voids
    ),
    question(
        "section 2, end",
        "the actual game, which 'requires only a good deal of arithmetic'",
        answers.real_deck,
    ),
    question(
        "section 3",
        "B has the choice 'after he has drawn one card': does it matter whether he may stick before?",
        answers.one_card,
    ),
    statement(
        "section 3",
        "pure strategies will be found to exist",
        answers.pure_play_is_best,
        computed=lambda: (
            f"a pure plan is worth {float(answers.blackjack().value):+.9f} with bets from 1 to 5, the best there is"
        ),
    ),
    statement(
        "section 3",
        "the dealer's rule of sixteen may be regarded as an answer to bluffing",
        answers.sixteen_is_an_answer,
        computed="sticking on 12 or 13 is worth nothing if he sticks on sixteen, but something if on seventeen",
    ),
    question(
        "section 3",
        "B bluffs by sticking on twelve or thirteen: when is it right? (closed card)",
        answers.bluff_closed,
    ),
    question("section 3", "the same, if the dealer's card lay open", answers.bluff_open),
    question(
        "section 3", "what the bluff is worth against other rules of the dealer's", answers.bluff_by_threshold
    ),
    question(
        "section 3",
        "is sixteen the dealer's best rule?",
        answers.best_rule_in_words,
    ),
)


def _draw_red_dog() -> Figure:
    from zerosum.plots.wager import draw

    return draw(formulas.red_dog())


def _draw_blackjack() -> Figure:
    from zerosum.plots.drawing import draw

    return draw(answers.blackjack(dealer_card="seen"))


def _draw_rules() -> Figure:
    """The bettor's edge, and what the bluff adds to it, by the total on which the dealer sticks."""
    from matplotlib.figure import Figure

    totals = range(14, 20)
    found = [answers.blackjack(stick=total) for total in totals]
    honest = [one.rule_values["must pull below 14"][0] for one in found]
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    axes.plot(totals, [100 * float(one.edge) for one in found], "o-", color="#1a5276", label="free to bluff")
    axes.plot(
        totals, [100 * float(edge) for edge in honest], "s--", color="#c0734f", label="must pull below 14"
    )
    axes.axhline(0, color="black", linewidth=0.6)
    axes.set_xticks(list(totals))
    axes.set_xlabel("the dealer sticks on")
    axes.set_ylabel("bettor's edge, % of a unit at stake")
    axes.legend(frameon=False)
    return figure


PICTURES: tuple[Picture, ...] = (
    Picture(
        name="red-dog",
        caption="Red Dog with the real deck: hands by win chance, and what each act is worth.",
        draw=_draw_red_dog,
    ),
    Picture(
        name="blackjack",
        caption="Blackjack, the dealer sticking on sixteen: when to stick, if his card lay open.",
        draw=_draw_blackjack,
    ),
    Picture(
        name="blackjack-rules",
        caption="Blackjack, the dealer's card closed: what the bluff is worth, by the dealer's rule.",
        draw=_draw_rules,
    ),
)
