"""Games written as .efg are the same games when they are read again."""

import pytest

import zerosum
from zerosum.errors import InputError
from zerosum.games.hidden_file import HiddenFile
from zerosum.games.inspection import Inspection
from zerosum.games.leduc import Leduc
from zerosum.games.rps import RockPaperScissors
from zerosum.interop.gambit import to_efg


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


def test_gambit_agrees():
    gambit = pytest.importorskip("pygambit", reason="pygambit is not installed")
    written = gambit.Game.parse_game(to_efg(Inspection(2, 1)))
    found = gambit.nash.lp_solve(written).equilibria[0]
    assert float(found.payoff("row")) == pytest.approx(-1 / 3)


def test_other_models_are_refused():
    with pytest.raises(InputError, match="staged and hidden"):
        to_efg(zerosum.load("matches")())
