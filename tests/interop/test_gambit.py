"""Games written as .efg are the same games when they are read again."""

import io
from fractions import Fraction

import pytest

import zerosum
from zerosum.core.errors import InputError
from zerosum.games.goofspiel import Goofspiel
from zerosum.games.hidden_file import HiddenFile
from zerosum.games.inspection import Inspection
from zerosum.games.leduc import Leduc
from zerosum.games.poker import Kuhn
from zerosum.games.rps import RockPaperScissors
from zerosum.interop.gambit import to_efg
from zerosum.models.matrix_game.files import write_nfg


@pytest.mark.parametrize(
    "game", [Leduc(ranks=2), Inspection(3, 1), RockPaperScissors(5)], ids=lambda game: game.called
)
def test_what_is_written_is_read_as_the_same_game(game, tmp_path):
    path = tmp_path / "game.efg"
    path.write_text(to_efg(game), encoding="utf-8")
    again = zerosum.solve(HiddenFile(str(path)))
    options = {"exact": True} if game.model == "staged" else {}
    assert again.value == zerosum.solve(game, **options).value
    assert again.game.title == game.title


def gambits_value(form, text):
    """What Gambit's own linear program finds the game in a text to be worth to row."""
    gambit = pytest.importorskip(
        "pygambit", reason="pygambit is not installed: pip install 'zerosum[gambit]'"
    )
    game = getattr(gambit, f"read_{form}")(io.StringIO(text))
    return Fraction(str(gambit.nash.lp_solve(game).equilibria[0].payoff("row")))


@pytest.mark.parametrize("game", [Kuhn(), Inspection(3, 1), Goofspiel(2)], ids=lambda game: game.called)
def test_gambit_agrees_about_a_tree(game):
    options = {} if game.model == "betting" else {"exact": True}
    assert gambits_value("efg", to_efg(game)) == zerosum.solve(game, **options).value.lower


def test_gambit_agrees_about_a_matrix():
    solution = zerosum.solve([[Fraction(2, 3), -1, 4], [0, 3, Fraction(-1, 7)]], exact=True)
    assert gambits_value("nfg", write_nfg(solution.game)) == solution.value.lower


def test_other_models_are_refused():
    with pytest.raises(InputError, match="not a finite tree"):
        to_efg(zerosum.load("matches")())
