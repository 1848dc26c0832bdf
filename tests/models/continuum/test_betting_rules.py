"""Trees: what is refused and in which words, how they are drawn, and how they are read from files."""

from fractions import Fraction
from pathlib import Path

import pytest

from zerosum.core.errors import GameError, InputError, TooLargeError
from zerosum.games.betting_file import BettingFile
from zerosum.games.poker import Bets, Kuhn, Raise, Raises, Relance, TwoBets, betting_tree
from zerosum.models.continuum.form import StepStrategy, betting_form
from zerosum.models.continuum.rules import (
    BettingGame,
    Decision,
    Deck,
    a,
    b,
    check,
    count,
    exact,
    fold,
    showdown,
    tree_text,
)
from zerosum.models.continuum.solve import solve

EXAMPLES = Path(__file__).parents[3] / "examples"


def test_tree_is_drawn() -> None:
    assert tree_text(Relance(bet=Fraction(2)).tree()).splitlines() == [
        "A chooses",
        "├─ fold: A loses 1",
        "└─ bet: B chooses",
        "   ├─ fold: B loses 1",
        "   └─ see: showdown for 3",
    ]


def test_form_counts_sequences_and_leaves() -> None:
    form = betting_form(Raise().tree())
    assert [turn.name for turn in form.turns] == ["start", "bet", "bet, raise"]
    assert form.sequences == {"row": 5, "col": 4}
    assert [(leaf.row, leaf.col, leaf.constant, leaf.stake) for leaf in form.leaves] == [
        (1, 0, -1, 0),
        (2, 1, 1, 0),
        (2, 2, 0, 2),
        (3, 3, -2, 0),
        (4, 3, 0, 3),
    ]
    assert form.turns[2].foe == 3


def test_raising_matches_and_adds() -> None:
    tree = betting_tree((Fraction(1), Fraction(3)), 2)
    node = tree.actions["bet 3"].actions["raise 1"].actions["raise 3"]  # type: ignore[union-attr]
    assert node.actions["fold"] == fold(5)  # type: ignore[union-attr]
    assert node.actions["see"] == showdown(8)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        (fold(1), "starts with a decision"),
        (a({}), "has no actions"),
        (a({"bet": b({"see": showdown(0)})}), "after 'bet, see' is for 0"),
        (a({"bet": None}), "has no amount"),  # type: ignore[dict-item]
        (Decision("third", {"fold": fold(1)}), "has the player 'third'"),  # type: ignore[arg-type]
    ],
)
def test_unsound_trees_are_refused(tree: Decision, words: str) -> None:
    with pytest.raises(GameError, match=words) as error:
        check(tree)
    assert str(error.value).count(". ") == 0


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Relance(bet=Fraction(0)), "bet must be positive"),
        (lambda: TwoBets(low=Fraction(2), high=Fraction(1)), "must be smaller"),
        (lambda: Bets(sizes=(Fraction(2), Fraction(1))), "increasing"),
        (lambda: Bets(raises=-1), "must be at least 0, not -1"),
        (lambda: Raises(raises=-2), "must be at least 0, not -2"),
        (lambda: Raise(cards=1), "at least 2 ranks"),
        (lambda: Raise(suits=4), "need a deck"),
        (lambda: Kuhn(suits=0), "at least 1 card"),
        (lambda: Deck(1), "at least two cards"),
        (lambda: exact("one"), "not a number"),
    ],
)
def test_bad_parameters_get_one_sentence(make: object, words: str) -> None:
    with pytest.raises(GameError, match=words):
        make()  # type: ignore[operator]


def test_decimals_mean_what_they_say() -> None:
    assert Relance(bet="0.62").bet == Fraction(31, 50)  # type: ignore[arg-type]
    assert Relance(bet=0.62).bet == Fraction(0.62)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["betting-two-rounds", "betting-von-neumann", "betting-deck"])
def test_examples_are_read(name: str) -> None:
    game = BettingFile(path=str(EXAMPLES / f"{name}.toml"))
    check(game.tree())
    assert game.title


def test_file_equals_builder(tmp_path: Path) -> None:
    assert BettingFile(path=_file(tmp_path, GOOD)).tree() == Raise().tree()


GOOD = """
ante = 1
[start]
player = "A"
actions.fold = "fold"
actions.bet = { bet = 1, to = "facing" }
[facing]
player = "B"
actions.fold = "fold"
actions.see = "showdown"
actions.raise = { bet = 1, to = "raised" }
[raised]
player = "A"
actions.fold = "fold"
actions.see = "showdown"
"""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("ante = 1", "", "has no amount"),
        ("bet = 1, to", "bet = 0, to", "a bet must be positive"),
        ("bet = 1, to", "bet = -2, to", "the bet -2"),
        ('to = "raised"', 'to = "nowhere"', r"no table \[nowhere\]"),
        ('actions.raise = { bet = 1, to = "raised" }', "", r"leads to the table \[raised\]"),
        ('to = "raised"', 'to = "start"', "leads back to itself"),
        ('player = "B"', 'player = "C"', r"\[facing\] needs player"),
        ('{ bet = 1, to = "raised" }', "{ bet = 1 }", "does not say what happens next"),
        ('actions.see = "showdown"', 'actions.see = "call"', "must be"),
        ("[start]", "[start", "not valid TOML"),
        ("ante = 1", "ante = 1\n[hands]\ncards = 1\n", "at least two cards"),
        ("ante = 1", "ante = 1\n[hands]\ndeck = 1\n", "'deck', which cannot be used"),
        ("ante = 1", "ante = 1\nhands = 2\n", r"\[hands\] must be a table"),
        ("ante = 1", "ante = 1\nant = 2\n", "'ant' is neither a setting of a betting game nor a table"),
    ],
)
def test_files_with_errors_get_one_sentence(tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(GameError, match=words):
        BettingFile(path=_file(tmp_path, GOOD.replace(old, new)))


def test_missing_and_empty_files(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="cannot be read"):
        BettingFile(path=str(tmp_path / "none.toml"))
    with pytest.raises(GameError, match="no decision"):
        BettingFile(path=_file(tmp_path, "ante = 1"))


def test_hands_by_another_distribution(tmp_path: Path) -> None:
    normal = BettingFile(
        path=_file(tmp_path, GOOD + '[hands]\ndistribution = "normal"\nmean = 100\nsd = 15\n')
    )
    assert normal.rank("100") == Fraction(1, 2)
    assert float(normal.rank("115")) == pytest.approx(0.8413447461)
    waiting = BettingFile(path=_file(tmp_path, GOOD + '[hands]\ndistribution = "exponential"\nrate = 2\n'))
    assert float(waiting.rank("0.5")) == pytest.approx(0.6321205588)
    with pytest.raises(GameError, match="no distribution"):
        BettingFile(path=_file(tmp_path, GOOD + '[hands]\ndistribution = "odd"\n')).rank("1")


def _file(folder: Path, text: str) -> str:
    path = folder / "game.toml"
    path.write_text(text)
    return str(path)


def test_step_strategy_reads_hands_and_merges() -> None:
    half, third = Fraction(1, 2), Fraction(1, 3)
    plan = StepStrategy.merged(
        ("fold", "bet"), [Fraction(0), third, half, Fraction(1)], [(1, 0), (0, 1), (0, 1)]
    )
    assert plan.ends == (0, third, 1)
    assert plan.at(Fraction(1, 4)) == {"fold": 1}
    assert plan.at(third) == {"bet": 1}
    assert plan.at(Fraction(1)) == {"bet": 1}
    assert plan.share() == {"fold": third, "bet": Fraction(2, 3)}
    assert plan.is_pure
    with pytest.raises(InputError, match="must be in"):
        plan.at(Fraction(3, 2))


@pytest.mark.parametrize(
    ("ends", "mixes"),
    [((0, 1), ((1, 1),)), ((0, 1, 1), ((1, 0), (0, 1))), ((0, 2), ((1, 0),)), ((0, 1), ((1,),))],
)
def test_unsound_step_strategies_are_refused(
    ends: tuple[Fraction, ...], mixes: tuple[tuple[Fraction, ...], ...]
) -> None:
    with pytest.raises(InputError):
        StepStrategy(("fold", "bet"), ends, mixes)


@pytest.mark.parametrize("amount", ["1e400", "1e-400", "-1e101"])
def test_amounts_that_floats_cannot_hold_are_refused(amount: str) -> None:
    with pytest.raises(GameError, match="between 1e-100 and 1e100"):
        exact(amount)


def shared(levels: int, bets: bool) -> str:
    """A file whose actions share tables, so that it has two to the power of its levels of paths."""
    lines = ["ante = 1"]
    for i in range(levels):
        left, right = (f", bet = {base**i}" if bets else "" for base in (2, 3))
        lines += [f"[t{i}]", f'player = "{"AB"[i % 2]}"']
        lines += [
            f'actions.left = {{ to = "t{i + 1}"{left} }}',
            f'actions.right = {{ to = "t{i + 1}"{right} }}',
        ]
    return "\n".join(
        [*lines, f"[t{levels}]", 'player = "A"', 'actions.fold = "fold"', 'actions.see = "showdown"']
    )


@pytest.mark.parametrize("bets", [False, True])
def test_a_file_whose_actions_share_tables_is_refused_at_once(tmp_path: Path, bets: bool) -> None:
    file = tmp_path / "shared.toml"
    file.write_text(shared(40, bets))
    with pytest.raises(TooLargeError):
        BettingFile(path=str(file))
    file.write_text(shared(3, bets))
    assert len(betting_form(BettingFile(path=str(file)).tree()).turns) == 15


def test_nodes_are_counted_along_every_path() -> None:
    tree = Bets(raises=2).tree()
    form = betting_form(tree)
    assert count(tree) == len(form.turns) + len(form.leaves)


def test_a_tree_that_comes_back_to_itself_is_told() -> None:
    root = Decision("row", {"fold": fold(1), "again": fold(1)})
    root.actions["again"] = b({"back": root})  # type: ignore[index]
    with pytest.raises(GameError, match="leads back to itself"):
        check(root)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (Bets(raises=5), {}),
        (Bets(raises=60), {}),
        (Relance(), {"cells": 10**8}),
        (Relance(cards=10**9), {}),
    ],
)
def test_what_would_not_end_is_refused_before_it_begins(game: BettingGame, options: dict[str, int]) -> None:
    with pytest.raises(TooLargeError, match="would need about"):
        solve(game, **options)


def test_too_many_raises_are_told() -> None:
    with pytest.raises(GameError, match="at most 100, not"):
        solve(Raises(raises=10**6))
