"""A sitting: moves, score, going back, transcripts; no terminal involved."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from zerosum.arena import Arena, Session
from zerosum.arena.players import highest, lowest
from zerosum.core.errors import InputError
from zerosum.core.game import WAIT, Game
from zerosum.games.jujitsu import Jujitsu
from zerosum.games.matches import Matches
from zerosum.models.family import arena_for, solve
from zerosum.models.staged.rules import StagedGame


@dataclass(frozen=True)
class Pennies(StagedGame):
    """Two pennies, matched twice; row wins the matches."""

    def _start(self) -> int:
        return 2

    start = property(_start)

    def moves(self, position: int) -> Any:
        return (("heads", "tails"), ("heads", "tails")) if position else ((), ())

    def play(self, position: int, row: str, col: str) -> Any:
        return [(Fraction(1), 1 if row == col else -1, position - 1)]


def sitting(**given: Any) -> Session:
    return Session(dealt(given.pop("game", Pennies())), **{"side": "row", "seed": 1, **given})


def dealt(game: Game) -> Arena:
    return arena_for(game, lambda: solve(game))


def test_a_round_goes_from_the_start_to_a_result() -> None:
    table = sitting()
    table.move("heads")
    assert not table.over
    table.move("t")
    assert table.over
    assert table.played == 1
    assert table.score == table.result
    assert table.result in (-2, 0, 2)


def test_the_score_adds_up_over_rounds_and_sides_see_opposite_signs() -> None:
    row, col = sitting(side="row", opponent=Always("heads")), sitting(side="col", opponent=Always("heads"))
    for table in (row, col):
        table.move("heads")
        table.move("heads")
        table.next_round()
        table.move("heads")
        table.move("heads")
    assert (row.score, col.score) == (4, -4)
    assert row.played == 2


def test_a_move_that_is_none_is_explained_and_changes_nothing() -> None:
    table = sitting()
    with pytest.raises(InputError, match="choose from heads, tails"):
        table.move("edge")
    with pytest.raises(InputError):
        table.move("")
    assert table.typed == []


def test_undo_goes_back_to_the_same_table() -> None:
    table = sitting()
    before = table.round
    table.move("heads")
    table.undo()
    assert table.round == before
    assert table.typed == ["heads", "undo"]
    table.move("heads")
    table.move("heads")
    assert table.played == 1
    table.undo()
    assert (table.score, table.played) == (0, 0)
    table.move("tails")
    assert table.played == 1
    assert table.score == table.result


def test_a_move_that_is_taken_back_and_made_again_gets_the_same_answer() -> None:
    table = sitting(game=Jujitsu(cards=5))
    for second in ("1", "4"):
        table.move("3")
        table.move(second)
        scene, news, course = list(table.description()), list(table.latest_events), len(table.course)
        for _ in range(12):
            table.undo()
            table.undo()
            table.move("3")
            table.move(second)
            assert (list(table.description()), list(table.latest_events), len(table.course)) == (
                scene,
                news,
                course,
            )
        table.undo()
        table.undo()


def test_the_score_of_a_round_that_is_played_again_counts_once() -> None:
    table = sitting()
    table.move("heads")
    table.move("heads")
    score = table.score
    table.undo()
    assert (table.score, table.played) == (0, 0)
    table.move("heads")
    assert (table.score, table.played) == (score, 1)
    table.next_round()
    table.move("heads")
    assert table.played == 1


def test_undo_is_no_peek_for_after_another_move_the_opponent_draws_anew() -> None:
    won = set()
    for seed in range(20):
        table = sitting(seed=seed)
        table.move("heads")
        first = table.result
        table.undo()
        table.move("tails")
        won.add(first == table.result)
    assert won == {True, False}


def test_a_transcript_with_undos_plays_again_to_the_same_end() -> None:
    first = sitting(seed=3)
    for word in ("heads", "undo", "tails", "heads", "undo", "undo", "heads", "heads"):
        first.undo() if word == "undo" else first.move(word)
    again = sitting(seed=first.transcript()["seed"])
    for word in first.transcript()["moves"]:
        again.undo() if word == "undo" else again.move(word)
    assert (again.score, again.description(), again.latest_events) == (
        first.score,
        first.description(),
        first.latest_events,
    )
    assert again.transcript() == first.transcript()


def test_leaving_a_round_counts_what_was_won_so_far() -> None:
    table = sitting(opponent=Always("heads"))
    table.move("heads")
    assert table.leave() == 1
    assert (table.score, table.played) == (1, 0)
    ended = sitting(opponent=Always("heads"))
    ended.move("heads")
    ended.move("heads")
    assert ended.leave() is None
    assert ended.score == 2
    assert sitting().leave() is None


def test_a_whole_first_word_names_a_move() -> None:
    table = sitting(game=Matches(25, None))
    table.move("2")
    assert table.typed == ["2 from 25"]
    several = sitting(game=Matches(heaps=(3, 5), takes=None, last="wins"))
    with pytest.raises(InputError, match="choose from"):
        several.move("2")
    several.move("2 from 5")
    assert several.typed == ["2 from 5"]


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    with pytest.raises(InputError, match="no move"):
        sitting().undo()


def test_the_same_seed_and_moves_give_the_same_round() -> None:
    one, two = sitting(seed=5), sitting(seed=5)
    for table in (one, two):
        table.move("heads")
        table.move("tails")
    assert one.score == two.score
    assert (
        one.transcript()
        == two.transcript()
        == {
            "side": "row",
            "opponent": "equilibrium",
            "seed": 5,
            "moves": ["heads", "tails"],
        }
    )


def test_advice_is_the_solutions_and_its_mix_costs_nothing() -> None:
    dealer = dealt(Jujitsu(cards=3).as_staged())
    table = Session(dealer, side="row", seed=0)
    advice = table.advice()
    assert sum(advice.mix.values()) == pytest.approx(1)
    for move, p in advice.mix.items():
        if p > 1e-9:
            assert advice.cost(move) == pytest.approx(0, abs=1e-9)


def test_advice_for_the_column_side_counts_for_the_column_side() -> None:
    table = sitting(side="col", opponent=Always("heads"))
    assert table.advice().worth == pytest.approx({"heads": 0.0, "tails": 0.0}, abs=1e-12)


def test_trick_games_show_hands_and_end() -> None:
    table = Session(dealt(Jujitsu(cards=2).as_staged()), side="row", opponent=highest, seed=0)
    table.move("1")
    assert table.over
    assert table.result == 0 or table.result == -1 or table.result == 1
    low = Session(dealt(Jujitsu(cards=3).as_staged()), side="row", opponent=lowest, seed=0)
    low.move("2")
    low.move("3")
    assert low.result == 1


class Ambush(StagedGame):
    """First both wait or shoot; then row alone, while col waits in either spelling."""

    start = 0

    def moves(self, position: int) -> Any:
        actions = ("wait", "shoot")
        return ((actions, actions), (actions, WAIT), (actions, (WAIT,)), ((), ()))[position]

    def play(self, position: int, row: str, col: str) -> Any:
        return [(1, int(row == "shoot") if position == 2 else 0, position + 1)]


def test_to_wait_is_a_move_like_others_unless_it_is_the_only_one() -> None:
    table = sitting(game=Ambush(), opponent=Always("wait"))
    table.move("wait")
    assert table.latest_events == ["you play wait", "the opponent plays wait"]
    for _ in range(2):
        table.move("wait")
        assert table.latest_events == ["you play wait"]


def test_what_a_round_pays_only_at_its_end_is_told_once() -> None:
    table = sitting(game=Ambush(), opponent=Always("wait"))
    for move in ("wait", "wait", "shoot"):
        table.move(move)
    assert (table.result, table.latest_events) == (1, ["you play shoot"])
    twice = sitting(opponent=Always("heads"))
    twice.move("heads")
    assert twice.latest_events[-1] == "you win 1"
    twice.move("heads")
    assert (twice.result, twice.latest_events[-1]) == (2, "you win 1")


@dataclass(frozen=True)
class Always:
    """Plays one move whatever happens."""

    move: str
    name: str = "always"

    def mix(self, seen: Any) -> dict[str, int]:
        return {self.move: 1}
