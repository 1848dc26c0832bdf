"""Games written as .efg are the same games when they are read again."""

import io
from fractions import Fraction

import pytest

import zerosum
from zerosum.core.errors import InputError
from zerosum.core.gambit_text import from_ascii, to_ascii
from zerosum.games.goofspiel import Goofspiel
from zerosum.games.hidden_file import HiddenFile
from zerosum.games.inspection import Inspection
from zerosum.games.leduc import Leduc
from zerosum.games.poker import Kuhn
from zerosum.games.rps import RockPaperScissors
from zerosum.interop.gambit import to_efg
from zerosum.models.hidden.form import words
from zerosum.models.hidden.rules import Choice
from zerosum.models.matrix_game.files import write_nfg


@pytest.mark.parametrize(
    "game", [Leduc(ranks=2), Inspection(3, 1), RockPaperScissors(5)], ids=lambda game: game.slug
)
def test_what_is_written_is_read_as_the_same_game(game, tmp_path):
    path = tmp_path / "game.efg"
    path.write_text(to_efg(game), encoding="utf-8")
    again = zerosum.solve(HiddenFile(str(path)))
    options = {"exact": True} if game.model == "staged" else {}
    assert again.value == zerosum.solve(game, **options).value
    assert again.game.title == game.title.replace("·", "-")
    assert again.game.seats == game.seats


def test_information_sets_and_names_in_other_scripts_come_back(tmp_path):
    """Everything is ASCII in between, because Gambit's Python package reads nothing else."""
    game = Leduc(ranks=2)
    assert to_efg(game).isascii()
    path = tmp_path / "leduc.efg"
    path.write_text(to_efg(game), encoding="ascii")
    theirs, ours = zerosum.solve(HiddenFile(str(path))), zerosum.solve(game)
    for side in ("row", "col"):
        sets = ours.form.of(side)
        assert {words(theirs.form.seen(side, i)) for i in range(len(sets))} == {
            words(ours.form.seen(side, i)) for i in range(len(sets))
        }
    assert all(from_ascii(to_ascii(text)) == text for text in ("бить", "1/2 ♠", "a\\u{zz}", '"'))
    named = path.with_name("named.efg")
    text = to_efg(RockPaperScissors(3)).replace('{ "row" "col" }', '{ "Anna" "\\\\u{411}" }')
    named.write_text(text, encoding="ascii")
    assert HiddenFile(str(named)).seats == {"row": "Anna", "col": "Б"}


def test_sets_with_one_label_or_none_are_numbered(tmp_path):
    path = tmp_path / "two.efg"
    path.write_text(
        'EFG 2 R "two" { "A" "A" }\n'
        'c "" 1 "" { "x" 1/2 "y" 1/2 } 0\n'
        'p "" 1 1 "card" { "l" "r" } 0\nt "" 1 "" { 1 -1 }\nt "" 2 "" { 2 -2 }\n'
        'p "" 1 2 "card" { "l" "r" } 0\np "" 2 1 "" { "u" "d" } 0\nt "" 1\nt "" 2\nt "" 2\n'
    )
    game = HiddenFile(str(path))
    assert {turn.knows for turn, _ in game.tree.nodes.values() if isinstance(turn, Choice)} == {
        "card (1)",
        "card (2)",
        "set (1)",
    }
    assert game.seats == {"row": "row", "col": "col"}


def gambits_value(form, text):
    """What Gambit's own linear program finds the game in a text to be worth to row."""
    gambit = pytest.importorskip("pygambit", reason="pygambit, the extra gambit, is not installed")
    game = getattr(gambit, f"read_{form}")(io.StringIO(text))
    return Fraction(str(gambit.nash.lp_solve(game).equilibria[0].payoff("row")))


@pytest.mark.parametrize("game", [Kuhn(), Inspection(3, 1), Goofspiel(2)], ids=lambda game: game.slug)
def test_gambit_agrees_about_a_tree(game):
    options = {} if game.model == "continuum" else {"exact": True}
    assert gambits_value("efg", to_efg(game)) == zerosum.solve(game, **options).value.lower


def test_gambit_agrees_about_a_matrix():
    solution = zerosum.solve([[Fraction(2, 3), -1, 4], [0, 3, Fraction(-1, 7)]], exact=True)
    assert gambits_value("nfg", write_nfg(solution.game)) == solution.value.lower


def test_other_models_are_refused():
    with pytest.raises(InputError, match="not a finite tree"):
        to_efg(zerosum.load("matches")())
