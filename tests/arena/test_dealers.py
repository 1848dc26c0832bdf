"""Every game at the table: rounds end, hidden things stay hidden, and the solution earns its value."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.small import small_game, small_request

from zerosum import games
from zerosum.arena import Arena, Session
from zerosum.arena.players import Function, highest, uniform
from zerosum.arena.sampling import play_out
from zerosum.core.game import instruction_lines
from zerosum.core.progress import silent
from zerosum.core.sides import SIDES
from zerosum.games.goofspiel import Goofspiel
from zerosum.games.matches import Matches
from zerosum.games.nakai import Nakai
from zerosum.games.stochastic_file import StochasticFile
from zerosum.models.continuum.arena import BettingArena
from zerosum.models.family import arena_for, solve
from zerosum.models.targets.rules import parse_targets

EXAMPLES = Path(__file__).parents[2] / "examples"


def table(name: str) -> Arena:
    request = small_request(name)
    return arena_for(request.game, request.solve)


@pytest.mark.parametrize("name", sorted(games.CATALOG))
def test_a_round_of_every_game_can_be_played_to_its_end_by_a_person(name: str) -> None:
    dealer = table(name)
    for side in dealer.sides:
        sitting = Session(dealer, side=side, seed=3)
        for _ in range(100):
            if sitting.over:
                break
            assert sitting.description()
            moves = sitting.observation().moves
            advice = sitting.advice()
            assert sum(float(p) for p in advice.mix.values()) == pytest.approx(1)
            assert all((cost := advice.cost(move)) is None or cost > -1e-9 for move in moves)
            sitting.move(str(moves[0]))
        assert sitting.over
        assert sitting.played == 1


SECRETS = [
    name for name in games.CATALOG if games.load(name).family.name in ("hidden", "continuum", "lagged")
]


@pytest.mark.parametrize("name", SECRETS)
def test_what_a_person_is_shown_follows_from_what_the_side_may_know(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever else was dealt and done: two tables at which a side knows the same look the same."""
    dealer = arena_for(small_game(name))
    if isinstance(dealer, BettingArena) and dealer.game.deck is None:  # of four hands each comes again
        start = dealer.before_deal()

        def deal_eighths(random: np.random.Generator) -> Any:
            row, col = (Fraction(2 * int(k) + 1, 8) for k in random.integers(4, size=2))
            return replace(start, hands={"row": row, "col": col})

        monkeypatch.setattr(type(dealer), "deal", lambda _, random: deal_eighths(random))
    tables: dict[tuple[str, str], set[str]] = {}
    for side in dealer.sides:
        shown: dict[str, object] = {}
        for seed in range(40):
            sitting = Session(dealer, side=side, opponent=uniform, seed=seed)
            for turn in range(4):
                if sitting.over:
                    break
                sight: object = [
                    *sitting.latest_events,
                    *sitting.description(),
                    sitting.round.board(side),
                ]
                seen = sitting.observation()
                known = repr((seen.position, seen.moves))
                assert shown.setdefault(known, sight) == sight
                tables.setdefault((side, known), set()).add(repr(sitting.round))
                sitting.move(str(seen.moves[(seed + turn) % len(seen.moves)]))
    assert max(map(len, tables.values())) > 1


@pytest.mark.parametrize(
    ("name", "given", "told"),
    [
        ("goofspiel", {"cards": 3}, ["prize is discarded", "difference in points"]),
        (
            "goofspiel",
            {"cards": 3, "ties": "carry", "payoff": "win"},
            ["added to the next", "More points win 1"],
        ),
        ("goofspiel", {"cards": 3, "prizes": (3, 1, 2)}, ["in the order 3, 1, 2"]),
        ("jujitsu", {"cards": 3}, ["carries over", "most tricks wins 1, and with equally many"]),
        (
            "jujitsu",
            {"cards": 3, "ties": "discarded", "payoff": "margin"},
            ["goes to neither player", "tricks lost"],
        ),
        ("nakai", {}, ["H beats M", "M beats L", "cannot pass", "The round ends when"]),
        ("gleason", {}, ["counterclockwise or clockwise", "20 moves", "Starting with row"]),
        ("red-dog", {"ante": 3}, ["ante of 3", "bet 1 or 5", "The ace is high"]),
        ("blackjack", {"bets": (2,), "soft_stand": 18}, ["bet 2.", "ante of 1", "wins a tie", "on soft 18"]),
        ("blackjack", {"twenty_one": "wins", "dealer_card": "seen"}, ["With 21 you win", "face up"]),
        ("seven-and-a-half", {}, ["7.5", "bet 1, 2 or 5", "stands on 5 ", "face cards count one half"]),
        ("kuhn", {}, ["that only they see", "J, Q, K (the lowest first)", "higher hand wins"]),
        ("relance", {}, ["between 0 and 1"]),
    ],
)
def test_the_rules_told_at_the_table_suffice_to_play(
    name: str, given: dict[str, Any], told: list[str]
) -> None:
    game = games.load(name)(**given)
    rules = "\n".join(instruction_lines(arena_for(game, lambda: solve(game)).rules))
    for words in told:
        assert words in rules


def test_a_tie_and_the_prizes_to_come_are_told() -> None:
    game = Goofspiel(cards=3, prizes="descending")
    table = Session(arena_for(game, lambda: solve(game)), side="col", opponent=highest)
    assert table.description()[-1] == "prize 3; to come 2, 1"
    table.move("3")
    assert table.latest_events == ["the opponent plays 3", "you play 3", "a tie"]


def test_a_round_of_targets_that_ends_early_says_why() -> None:
    game = Nakai(stages=3, high=1, low=0, middle=1, targets=parse_targets("point(2)"))
    table = Session(
        arena_for(game, lambda: solve(game)),
        side="row",
        opponent=Function("first", lambda seen: seen.moves[0]),
    )
    table.move("play H")
    assert table.latest_events == ["you: play H", "the opponent: play M", "nothing more can be won"]
    assert table.result == 2


def test_only_players_that_have_a_move_everywhere_are_offered() -> None:
    assert set(table("matches").simple) == {"uniform"}
    assert "match-the-prize" in table("goofspiel").simple
    assert "match-the-prize" not in table("jujitsu").simple


@pytest.mark.parametrize(
    ("name", "plays"),
    [
        ("red-dog", 3000),
        ("blackjack", 1500),
        ("nakai", 1500),
        ("relance", 1500),
        ("kuhn", 1500),
        ("jujitsu", 1500),
    ],
)
def test_the_solution_against_itself_earns_the_value(name: str, plays: int) -> None:
    game = small_game(name)
    solution = solve(game)
    arena = arena_for(game, lambda: solution)
    match = play_out(arena.deal, arena.equilibrium, arena.equilibrium, plays=plays, seed=11, progress=silent)
    assert abs(float(match.mean) - float(solution.value)) < 4.5 * match.standard_error


def test_a_betting_players_view_does_not_hold_the_opponents_hand() -> None:
    dealer = table("relance")
    one = dealer.deal(np.random.default_rng(1))
    two = replace(one, hands={"row": one.hands["row"], "col": Fraction(1, 7)})
    assert one.observation("row") == two.observation("row")
    assert one.description("row") == two.description("row")
    assert one.observation("col") != two.observation("col")


def test_a_lagged_players_view_does_not_hold_where_the_counter_stands() -> None:
    dealer = table("gleason")
    random = np.random.default_rng(0)
    start = dealer.deal(random)
    after = [start.after({"row": way}, random) for way in ("cc", "cl")]
    assert after[0].observation("col") == after[1].observation("col")
    assert after[0].description("col") == after[1].description("col")
    assert after[0].latest_events("col") == after[1].latest_events("col")


def test_gleasons_solution_at_the_table_moves_as_the_paper_does() -> None:
    """Section 5: after cl from +1 and Dave's cl from +2, Andy goes cc from -3 with probability .562, then .648."""
    dealer = table("gleason")
    random = np.random.default_rng(0)
    round = dealer.deal(random)
    for side, way in (("row", "cl"), ("col", "cl")):
        assert round.choosers() == (side,)
        round = round.after({side: way}, random)  # type: ignore[dict-item]
    assert dealer.advice(round, "row").mix["cc"] == pytest.approx(0.562, abs=5e-4)
    round = round.after({"row": "cl"}, random)
    assert dealer.advice(round, "col").mix["cc"] == pytest.approx(0.369, abs=5e-4)
    round = round.after({"col": "cc"}, random)
    assert dealer.advice(round, "row").mix["cc"] == pytest.approx(0.648, abs=5e-4)


@pytest.mark.parametrize("name", sorted(set(games.CATALOG) - {"matches"}))
def test_rounds_never_change(name: str) -> None:
    dealer = table(name)
    random = np.random.default_rng(5)
    round = dealer.deal(random)
    while not round.over and not round.choosers():
        round = round.after({}, random)
    seen = {side: round.observation(side) for side in SIDES if side in round.choosers()}
    moves = {side: next(iter(uniform.mix(what))) for side, what in seen.items()}
    round.after(moves, random)
    assert {side: round.observation(side) for side in seen} == seen


def test_matches_lie_on_the_table_as_sticks() -> None:
    game = Matches(7)
    dealer = arena_for(game, lambda: solve(game))
    sitting = Session(dealer, side="row", seed=1)
    assert sitting.description() == ["7  | | | | | | |", "it is your turn"]
    assert [sitting.move_text(move) for move in sitting.observation().moves] == ["1", "2", "3"]
    sitting.move("2")
    assert sitting.latest_events[0] == "you take 2"
    assert sitting.latest_events[1].startswith("the opponent takes ")
    rules = " ".join(dealer.rules)
    assert "1, 2 or 3" in rules
    assert "The player who takes the last match loses" in rules


def test_several_heaps_and_other_rules() -> None:
    game = Matches(heaps=(3, 1), takes=None, last="wins")
    dealer = arena_for(game, lambda: solve(game))
    sitting = Session(dealer, side="row", seed=1)
    assert sitting.description()[:2] == ["3  | | |", "1  |"]
    assert [sitting.move_text(move) for move in sitting.observation().moves][:2] == ["1 from 3", "2 from 3"]
    rules = " ".join(dealer.rules)
    assert "any number" in rules
    assert "one heap" in rules
    assert "The player who takes the last match wins" in rules
    left_over = Matches(9, (2, 3))
    assert "A player who cannot move wins" in " ".join(arena_for(left_over, lambda: solve(left_over)).rules)


def test_large_heaps_are_cut_short() -> None:
    game = Matches(1000)
    line = Session(arena_for(game, lambda: solve(game)), side="row", seed=1).description()[0]
    assert line.startswith("1,000  | | |")
    assert line.endswith("…")
    assert len(line) < 100


def test_a_stochastic_game_says_how_long_a_round_is_and_shows_the_state() -> None:
    dealer = table("stochastic")
    assert "at most 20 stages" in " ".join(dealer.rules)
    for side, sign in (("row", 1), ("col", -1)):
        scene = Session(dealer, side=side, seed=1).description()  # type: ignore[arg-type]
        game = small_game("stochastic")
        state = game.first_state  # type: ignore[attr-defined]
        assert scene[0] == f"state {state} · stage 1 of at most 20"
        rows, cols = game.moves(state)  # type: ignore[attr-defined]
        paid = sign * float(game.play(state, rows[0], cols[0])[0])  # type: ignore[attr-defined]
        assert f"{paid:+g}" in scene[3]


def test_a_discounted_round_says_how_it_may_stop() -> None:
    discounted = StochasticFile(path=str(EXAMPLES / "big_match.toml"), discount="9/10")
    assert "stops with probability 1/10" in " ".join(arena_for(discounted, lambda: solve(discounted)).rules)
    average = StochasticFile(path=str(EXAMPLES / "big_match.toml"), discount="average")
    rules = " ".join(arena_for(average, lambda: solve(average)).rules)
    assert "20 stages" in rules
    assert "chance" not in rules
