"""What lies on a table, as data: every game has a board, and a board shows nothing that its side does not know."""

import json

import numpy as np
import pytest

import zerosum
from zerosum import games
from zerosum.arena import Session
from zerosum.core.boards import Cards, Chips, Happening, Pill, Sign, TableCard, Tabletop, card
from zerosum.games.liars_dice import Roll
from zerosum.models.family import arena_for
from zerosum.request import request_of

ROUNDS = 12


def arena_of(name):
    request = request_of(name, {key: str(value) for key, value in games.load(name).demo_parameters.items()})
    return arena_for(request.game, request.solve)


@pytest.mark.parametrize("name", games.CATALOG)
def test_every_game_has_a_board_that_depends_only_on_what_a_side_knows(name):
    arena = arena_of(name)
    for side in arena.sides:
        shown = {}
        for seed in range(ROUNDS):
            table, step, own = Session(arena, side=side, seed=seed), 0, []
            while not table.over:
                board = table.round.board(side).json()
                assert any(board.values()), "something lies on the table"
                seen = table.observation()
                if arena.hides:
                    known = repr((seen.position, seen.moves, own, board["mine"]))
                    assert shown.setdefault(known, board) == board
                own.append(str(seen.moves[(seed + step) % len(seen.moves)]))
                table.move(own[-1])
                step += 1
            json.dumps(table.round.board(side).json())
            assert all(one.who in ("you", "opponent", "chance") for one in table.round.happenings(side))
            assert isinstance(table.round.situation(side), str)


def test_cards_are_read_from_the_names_that_games_give_them():
    assert card("10♦") == TableCard("10", "d")
    assert card("Ks") == TableCard("K", "s")
    assert card(7) == TableCard("7")
    assert card("ace") == TableCard("ace")


def test_the_pot_and_the_consequence_of_a_move_follow_the_bets():
    arena = arena_for(zerosum.load("kuhn")())
    start = Session(arena, side="row", seed=1).round
    assert start.board("row").pot == Chips(1, 1)
    assert start.consequence("row", "bet") == "Pot 3"
    bet = start.after({"row": "bet"}, None)
    assert bet.board("row").pot == Chips(2, 1)
    assert (bet.consequence("col", "fold"), bet.consequence("col", "call")) == ("Lose 1", "Showdown for 2")
    called, folded = (bet.after({"col": move}, None) for move in ("call", "fold"))
    assert called.board("col").pot == Chips(2, 2)
    assert folded.board("col").pot == Chips(1, 2)
    assert folded.board("row").theirs == (Cards.covered(1),), "after a fold nothing is shown"
    assert called.board("row").theirs[0].cards[0].rank


def test_a_review_opens_what_the_opponent_held():
    mine, theirs = Tabletop(theirs=(Cards.covered(1),)), Tabletop(mine=(Cards.named("K"),))
    assert mine.open_to(theirs).theirs == (Cards.named("K"),)


def test_a_review_shows_the_hands_of_both_at_morra():
    arena = arena_of("morra")
    start = Session(arena, side="row", seed=1).round
    moves = start.moves("row")
    end = start.after({"row": moves[0], "col": moves[-1]}, np.random.default_rng(0))
    for board in (end.board("row"), end.board("row").open_to(end.board("col"))):
        assert [
            [thing.name for thing in part if isinstance(thing, Sign)] for part in (board.mine, board.theirs)
        ] == [
            [str(moves[0].shows)],
            [str(moves[-1].shows)],
        ]


def test_a_showdown_names_both_hands():
    end = Session(arena_of("leduc"), side="row", seed=1).round
    while not end.over:
        end = end.after(dict.fromkeys(end.choosers(), "check"), np.random.default_rng(1))
    mine, theirs = (end.board(side).mine[0].cards[0].rank for side in ("row", "col"))
    assert end.outcome("row") == f"Your {mine} against {theirs}."


def test_a_hand_that_is_played_out_is_compared_in_a_sentence_with_suits():
    end = Session(arena_of("push-fold"), side="row", seed=1).round
    for side, move in (("row", "shove"), ("col", "call")):
        end = end.after({side: move}, np.random.default_rng(1))
    mine, theirs = end.played_out.hands
    assert end.outcome("row") == f"Your {mine} against {theirs}."
    assert end.outcome("col") == f"Your {theirs} against {mine}."
    assert all(hand.strip("♠♥♦♣") != hand for hand in (mine, theirs))


def test_the_endgame_has_a_pot_and_the_princess_a_corridor():
    bet = Session(arena_of("endgame"), side="row", seed=1).round.after({"row": "bet"}, None)
    before, after = bet.board("col"), bet.after({"col": "call"}, None).board("col")
    assert before.pot.mine < before.pot.theirs == after.pot.mine == after.pot.theirs
    start = Session(arena_of("princess"), side="row", seed=1).round
    assert start.board("row").middle[0].mine == ""
    end = start.after({side: start.moves(side)[0] for side in ("row", "col")}, np.random.default_rng(1))
    corridor = end.board("row").middle[0]
    assert corridor.mine == corridor.theirs == "0", "both take the same walk, and meet at its start"


@pytest.mark.parametrize(
    "name", ["kuhn", "leduc", "liars-dice", "goofspiel", "river", "inspection", "blackjack"]
)
def test_luck_is_nought_on_average(name):
    """What the round is worth before a choice, less what it was worth after the choice before it, is luck; so its sum
    over the moves of optimal play is the mean of the results less the value, which vanishes."""
    arena = arena_of(name)
    value = float(arena.solution.value)
    total = []
    for seed in range(150):
        table = Session(arena, side="row", seed=seed)
        luck, before = 0.0, value
        while not table.over:
            advice, paid = arena.advice(table.round, "row"), arena.paid_before(table.round, "row")
            luck += paid + max(advice.worth.values()) - before
            move = table.observation().moves[seed % len(table.observation().moves)]
            before = paid + advice.worth[move]
            table.move(str(move))
        total.append(luck + table.result - before)
    mean = sum(total) / len(total)
    spread = (sum((one - mean) ** 2 for one in total) / len(total)) ** 0.5
    assert abs(mean) <= 4 * spread / len(total) ** 0.5 + 1e-9


def test_goofspiel_names_each_prize_and_counts_them_at_the_end():
    now = arena_for(zerosum.load("goofspiel")(cards=3, prizes=(3, 1, 2))).deal(np.random.default_rng(1))
    now = now.after({"row": 1, "col": 2}, np.random.default_rng(1))
    assert now.happenings("row")[-1] == Happening("chance", "prize 1")
    assert now.board("row").facts == (Pill("Behind by", "3"),)
    assert now.board("col").facts == (Pill("Ahead by", "3"),)
    now = now.after({"row": 3, "col": 3}, np.random.default_rng(1))
    end = now.after({"row": 2, "col": 1}, np.random.default_rng(1))
    assert end.outcome("row") == "Prizes: you 2; opponent 3. Tied: 1."
    assert [one.who for one in end.happenings("row")] == ["you", "opponent"]


def test_liars_dice_says_how_many_dice_counted():
    now = arena_for(zerosum.load("liars-dice")(sides=2)).before_deal()
    for pick in (Roll((1,)), Roll((2,)), "1×1", "2×1", "liar"):
        now = now.after_pick(now.turn, pick)
    assert now.outcome("row") == "2×1 was true: 2 dice count."


def test_the_counter_of_gleasons_game_is_open_at_the_end():
    now = arena_for(zerosum.load("gleason")()).deal(np.random.default_rng(1))
    while not now.over:
        now = now.after(dict.fromkeys(now.choosers(), "cc"), np.random.default_rng(1))
    assert [now.board(side).middle[0].possible for side in ("row", "col")] == [(now.at,)] * 2
    assert now.happenings("row")[0].what.startswith("from node ")
