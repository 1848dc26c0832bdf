"""Answers and pictures of betting games as a person reads them: actions unmistakable, cards by name, flags obeyed."""

import random
from fractions import Fraction
from itertools import permutations, product

import pytest
from tests.by_name import pair

from zerosum.arena.players import UserFunction
from zerosum.core.errors import InputError
from zerosum.games.poker import Kuhn, Raises, Relance, TwoBets
from zerosum.models.continuum.answer import BettingSolution
from zerosum.models.continuum.report import does, mix_text
from zerosum.models.continuum.solve import solve
from zerosum.models.family import arena_for

F = Fraction


def test_a_mixed_action_reads_unmistakably() -> None:
    mix = {"fold": F(1, 10), "bet 1/2": F(2, 5), "bet 2": F(1, 2)}
    assert mix_text(mix) == "folds 10%, bets ½ 40%, bets 2 50%"
    assert mix_text({"check": F(2, 3), "bet": F(1, 3)}) == "checks 66.7% (2/3), bets 33.3% (1/3)"
    assert mix_text({"see": 0.99999, "raise 31/50": 0.00001}) == "sees >99.9%, raises 0.62 <0.1%"
    assert does("all in") == "all in"
    assert does("bet 3/2") == "bets 1½"


def test_kuhns_cards_are_jack_queen_and_king() -> None:
    solution = solve(Kuhn())
    assert solution.at(hand="J").row == solution.at(hand="1").row == {"check": F(2, 3), "bet": F(1, 3)}
    text = str(solution)
    assert "J" in text.split()
    assert "row plays" not in text
    assert "1–" not in str(solve(Kuhn(cards=4)).report().tables[1]).replace("1–2", "")
    with pytest.raises(InputError, match="J, Q, K"):
        solution.at(hand="4")


def test_json_holds_numbers_and_no_sentences() -> None:
    turns = solve(Kuhn()).json()["turns"]
    assert turns["start"]["steps"][0] == {"from": 1, "to": 1, "mix": {"check": "2/3", "bet": "1/3"}}
    assert solve(Relance()).json()["turns"]["start"]["steps"][0] == {
        "from": "0",
        "to": "1/9",
        "mix": {"fold": "1"},
    }


def described(solution: BettingSolution) -> tuple[str, list[str]]:
    """All that is written in a picture."""
    figure = solution.plot()
    texts = [text.get_text() for axes in figure.axes for text in axes.texts]
    return figure.get_suptitle(), [axes.get_ylabel() for axes in figure.axes] + texts


def test_pictures_obey_what_was_asked() -> None:
    whole = solve(Kuhn())
    asked = [
        whole,
        whole.at(hand="Q"),
        whole.at(node="bet"),
        whole.at(player="B"),
        solve(Kuhn()).at(tree=True),
    ]
    shown = [described(solution) for solution in asked]
    assert len({str(one) for one in shown}) == len(asked)
    assert shown[1][0].splitlines()[0].endswith("A at the start with Q")
    assert "B after bet" in shown[2][0]
    assert any("A chooses" in text for text in shown[4][1])
    assert "this hand" in described(solve(Relance()).at(hand="0.2"))[1]


def test_strips_are_in_the_order_of_play_and_actions_keep_their_colour() -> None:
    figure = solve(Raises()).plot()
    labels = [axes.get_ylabel().splitlines() for axes in figure.axes]
    assert [label[0] for label in labels] == ["A", "B", "A", "B"]
    colours: dict[str, set[str]] = {}
    for axes in solve(TwoBets()).plot().axes:
        for text in axes.texts:
            bars = [
                bar
                for bar in axes.patches
                if bar.get_x() < text.get_position()[0] < bar.get_x() + bar.get_width()
            ]
            colours.setdefault(text.get_text(), set()).update(str(bar.get_facecolor()) for bar in bars)
    assert all(len(found) == 1 for found in colours.values())
    assert len({next(iter(found)) for found in colours.values()}) == len(colours)


def test_a_function_that_throws_dice_is_not_computed_with() -> None:
    table = arena_for(Kuhn())
    random.seed(1)
    dice = UserFunction("dice", lambda seen: random.choice(list(seen.moves)))
    opponent = pair(table, "uniform", "uniform")[1]
    with pytest.raises(InputError, match="cannot be analysed exactly"):
        table.match(dice, opponent)
    assert table.sample(dice, pair(table, "uniform", "uniform")[1], plays=200).plays == 200


def _guarantees(game: Kuhn, side: str) -> list[Fraction]:
    """What each pure strategy guarantees row, by trying all of them against all of the other side's."""
    mine = {
        "row": list(product(("bet", "fold", "call"), repeat=game.cards)),  # a bet, or a check and then this
        "col": list(product(product(("check", "bet"), ("fold", "call")), repeat=game.cards)),
    }

    def paid(row: str, col: tuple[str, str], up: int) -> Fraction:
        if row == "bet":
            return Fraction(1) if col[1] == "fold" else up * (1 + game.bet)
        if col[0] == "check":
            return Fraction(up)
        return Fraction(-1) if row == "fold" else up * (1 + game.bet)

    deals = list(permutations(range(game.cards), 2))
    worth = {}
    for a in mine["row"]:
        # B's best response is found card by card
        low = sum(
            min(
                sum(paid(a[i], col, 1 if i > j else -1) for i in range(game.cards) if i != j)
                for col in product(("check", "bet"), ("fold", "call"))
            )
            for j in range(game.cards)
        )
        worth["row", a] = Fraction(low, len(deals))
    for b in mine["col"]:
        high = sum(
            max(
                sum(paid(row, b[j], 1 if i > j else -1) for j in range(game.cards) if i != j)
                for row in ("bet", "fold", "call")
            )
            for i in range(game.cards)
        )
        worth["col", b] = Fraction(high, len(deals))
    return [value for (one, _), value in worth.items() if one == side]


@pytest.mark.parametrize(
    ("cards", "bet", "words"),
    [
        (3, "3", "also a pure solution: A and B each"),
        (3, "4", "also a pure solution: A and B each"),
        (4, "1/2", "no pure solution: every optimal strategy of A and of B is mixed"),
        (3, "1", "no pure solution: every optimal strategy of A and of B is mixed"),
    ],
)
def test_whether_a_pure_solution_exists_is_decided_for_both_players(cards: int, bet: str, words: str) -> None:
    game = Kuhn(cards=cards, bet=Fraction(bet))
    solution = solve(game)
    pure = (
        max(_guarantees(game, "row")) == solution.value.lower,
        min(_guarantees(game, "col")) == solution.value.lower,
    )
    assert (solution.extreme_points["row"].pure, solution.extreme_points["col"].pure) == pure
    assert words in " ".join(str(solution.report()).split())
