"""Rivers: ranges, trees, showdowns with blockers against brute force, exact values, bounds that hold."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from tests.command import run
from tests.rows import rows_of

import zerosum
from zerosum.core.errors import GameError, InputError, TooLargeError
from zerosum.core.progress import silent
from zerosum.core.questions import Lock
from zerosum.core.sides import SIDES, Side, other
from zerosum.games.river import River
from zerosum.models.hidden.engines.river.ranges import (
    CLASSES,
    HANDS,
    hand_name,
    range_text,
    read_cards,
    read_range,
)
from zerosum.models.hidden.engines.river.rules import BetSizes, bet_tree, hand_strengths, read_sizes
from zerosum.models.hidden.engines.river.solve.rounds import RiverSpace, averaged
from zerosum.models.hidden.engines.river.verify import SumsByHand
from zerosum.models.hidden.solve import solve as solve_hidden

BOARD = read_cards("JsKs5cQs7d")


def names(text: str, board: tuple[int, ...] = ()) -> set[str]:
    return {hand_name(hand) for hand in read_range(text, board, 0)}


def count(text: str) -> int:
    return len(names(text))


def test_ranges_are_read_as_players_write_them() -> None:
    assert len(HANDS) == 1326
    assert len(CLASSES) == 169
    assert [hand_name(h) for h in (0, 1, 2, 3, 1325)] == ["2h2s", "2d2s", "2c2s", "3s2s", "AcAd"]
    assert (count("AA"), count("AKs"), count("AKo"), count("AK"), count("AhKh")) == (6, 4, 12, 16, 1)
    assert count("random") == 1326
    assert names("T9s+") == names("T9s, JTs, QJs, KQs, AKs")
    assert names("ATs+") == names("ATs, AJs, AQs, AKs")
    assert names("QQ+") == names("QQ, KK, AA")
    assert names("77-22") == names("22-77") == names("77 66 55,44,33;22")
    assert names("A5s-A2s") == names("A5s, A4s, A3s, A2s")
    assert names("T9s-76s") == names("T9s, 98s, 87s, 76s")
    weights = read_range("AA, AhAs:0.5, kQo:1/3", (), 0)
    assert sorted(Counter(weights.values()).items()) == [(Fraction(1, 3), 12), (Fraction(1, 2), 1), (1, 5)]
    assert len(read_range("random", BOARD, 0)) == 47 * 46 // 2
    assert read_range("AKs:50%", (), 0) == read_range("AKs:0.5", (), 0)
    assert read_cards("10s Ks 10h") == read_cards("TsKsTh")


@pytest.mark.parametrize("text", ["AA, KQs:1/2, 7h6h:0.25", "random", "72o, 32s:0.125"])
def test_a_range_is_written_as_it_is_read(text: str) -> None:
    said = read_range(text, BOARD, 0)
    assert read_range(range_text(said), BOARD, 0) == said


@pytest.mark.parametrize(
    "flags",
    [
        {"oop": "AX"},
        {"oop": "AAs"},
        {"oop": "AhAh"},
        {"oop": "KsQh"},
        {"oop": "AA:-1"},
        {"oop": "AA:x"},
        {"oop": "AKs-QJo"},
        {"oop": "AKs-98s-22"},
        {"oop": "KK:0"},
        {"oop": "nowhere.txt"},
        {"oop": "AhAd", "ip": "AhKh"},
        {"board": "JsKs5cQs"},
        {"board": "JsJs5cQs7d"},
        {"board": "1sKs5cQs7d"},
        {"pot": Fraction(0)},
        {"stacks": Fraction(-1)},
        {"pot": Fraction(10) ** 40},
        {"pot": Fraction(1, 10**40)},
        {"stacks": Fraction(10) ** 300},
        {"bets": "half"},
        {"bets": "-1"},
        {"most_raises": -1},
        {"threshold": Fraction(101)},
        {"file": "nowhere.toml"},
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused(flags: dict[str, object]) -> None:
    with pytest.raises(GameError):
        River(**flags)  # type: ignore[arg-type]


@pytest.mark.parametrize("flag", ["--oop", "--ip", "--board", "--bets", "--file"])
def test_an_empty_text_is_no_default(flag: str) -> None:
    shown = run("solve", "river", flag, "")
    assert (shown.returncode, shown.stdout) == (2, "")
    assert f"{flag} is empty" in shown.stderr


def test_too_many_sizes_are_refused() -> None:
    with pytest.raises(TooLargeError, match="betting tree"):
        River(stacks=Fraction(10**6), bets=", ".join(f"{k}%" for k in range(10, 200)))


def test_files_give_a_game_and_a_certificate_does_not_need_them(tmp_path: Path) -> None:
    weights = ["0"] * 2652
    for hand in read_range("KK, T9s", BOARD, 0):
        weights[hand] = "0.5"
    for hand in read_range("QQ, AKs", BOARD, 0):
        weights[1326 + hand] = "2.5E-1"
    endgame = tmp_path / "endgame.txt"
    endgame.write_text(
        f"-round 4\n-board JsKs5cQs7d\n-pot 10\n-reach {' '.join(weights)}\n", encoding="utf-8"
    )
    toml = tmp_path / "river.toml"
    toml.write_text(
        'oop = "KK:0.5, T9s:0.5"\nip = "QQ:1/4, AKs:1/4"\nbets = ["pot", "all-in"]\n', encoding="utf-8"
    )
    without = tmp_path / "without.toml"
    without.write_text("bets = []\n", encoding="utf-8")
    assert River(file=str(without)).nodes[0].moves == ("check",)
    first = River(file=str(endgame), stacks=Fraction(20))
    second = River(oop=str(endgame), ip=str(endgame))
    third = River(file=str(toml))
    assert first.ranges == second.ranges == third.ranges
    assert first.nodes == third.nodes
    assert str(tmp_path) not in str([first.parameters(), second.parameters(), third.parameters()])
    assert River(**first.parameters()) == first  # type: ignore[arg-type]
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("1 2 3", encoding="utf-8")
    with pytest.raises(GameError, match="1,326 weights"):
        River(oop=str(wrong))
    wrong.write_text("-round 3\n-board 7s9h9cTc\n-pot 5\n-reach 1", encoding="utf-8")
    with pytest.raises(GameError, match="round 4"):
        River(file=str(wrong))


def test_the_tree_of_libratus_has_twelve_decisions() -> None:
    sizes = BetSizes(*[read_sizes("pot, all-in")] * 2)
    for pot, decisions in ((3750, 12), (500, 16)):
        both: dict[Side, BetSizes] = {"row": sizes, "col": sizes}
        nodes = bet_tree(Fraction(pot), 20000 - Fraction(pot, 2), both)
        assert sum(node.side is not None for node in nodes) == decisions
        assert max(node.stake for node in nodes) == 20000
    lines = {node.line: node for node in nodes}
    assert lines["bet 500", "raise to 2000", "fold"].stake == 750
    assert lines["bet 500", "raise to 2000", "call"].stake == 2250
    assert lines["check", "check"].stake == 250


def test_sizes_raises_and_the_threshold() -> None:
    def moves(**flags: object) -> tuple[str, ...]:
        return River(**flags).nodes[0].moves  # type: ignore[arg-type]

    assert moves(bets="1/2, 75%, 2 pot, all-in") == ("check", "bet 5", "bet 7.5", "all-in")
    assert moves(bets="none") == ("check",)
    assert moves(bets="75%", stacks=Fraction(8)) == ("check", "bet 7.5")
    assert moves(bets="75%", stacks=Fraction(8), threshold=Fraction(1, 10)) == ("check", "all-in")
    small = River(bets="1/3", stacks=Fraction(1000), raises="10%")
    assert [node.moves for node in small.nodes if node.line == ("bet 10/3",)] == [("fold", "call")]
    deep = River(bets="pot", stacks=Fraction(10**4), most_raises=1)
    assert max(len(node.line) for node in deep.nodes) == 4
    other_bets = River(bets="pot", ip_bets="1/2")
    assert {node.line[-1] for node in other_bets.nodes if len(node.line) == 2} >= {"bet 5"}


def brute_strength(cards: tuple[int, ...]) -> tuple[int, ...]:
    """The rank of five cards by counting."""
    ranks = sorted((card // 4 for card in cards), reverse=True)
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = tuple(n for n, _ in groups)
    flush = len({card % 4 for card in cards}) == 1
    straight = len(set(ranks)) == 5 and (ranks[0] - ranks[4] == 4 or ranks == [12, 3, 2, 1, 0])
    top = (3,) if ranks == [12, 3, 2, 1, 0] else tuple(rank for _, rank in groups)
    order = [(1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), "straight", "flush", (3, 2), (4, 1)]
    kind = 8 if straight and flush else order.index("flush" if flush else "straight" if straight else shape)
    return (kind, *top)


def test_hands_of_seven_cards_are_ranked_as_by_counting() -> None:
    random = np.random.default_rng(3)
    drawn = [tuple(int(card) for card in random.choice(52, 7, replace=False)) for _ in range(120)]
    counted = [max(brute_strength(five) for five in combinations(seven, 5)) for seven in drawn]
    found = [hand_strengths(seven[:5], [seven[5:]])[0] for seven in drawn]
    for i, j in combinations(range(len(drawn)), 2):
        assert np.sign(found[i] - found[j]) == (counted[i] > counted[j]) - (counted[i] < counted[j])


@pytest.mark.long
def test_all_hands_of_five_cards() -> None:
    """The numbers of hands of each kind; phevaluator numbers the 7,462 ranks from the best."""
    last = (10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462)
    known = (40, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540)
    found = Counter(-strength for strength in hand_strengths((), list(combinations(range(52), 5))))
    assert set(found) == set(range(1, 7463))
    ends = [0, *last]
    assert [
        sum(found[r] for r in range(low + 1, high + 1)) for low, high in zip(ends, last, strict=False)
    ] == [*known]


def test_sorted_sums_are_what_all_pairs_give() -> None:
    game = River(oop="random", ip="22+, A2s+, KTo+, 7h6h, 8d6d", bets="pot")
    random = np.random.default_rng(1)
    for side in SIDES:
        mine, theirs = game.hands[side], game.hands[other(side)]
        reach = random.integers(0, 1000, len(theirs))
        some = random.choice(len(mine), 60, replace=False)
        sums = SumsByHand(game, side, None)
        found, folded = sums.ahead(reach), sums.met(reach.astype(object))
        for i in some:
            free = [j for j in range(len(theirs)) if not set(mine.cards[i]) & set(theirs.cards[j])]
            assert folded[i] == sum(reach[j] for j in free)
            assert found[i] == sum(
                reach[j] * int(np.sign(mine.strength[i] - theirs.strength[j])) for j in free
            )


def test_the_solvers_sums_are_those_of_the_tables() -> None:
    game = River(oop="22+, A2s+, KTo+:0.3, 7h6h", ip="random", stacks=Fraction(40))
    rounds, random = RiverSpace(game), np.random.default_rng(2)
    ends = [n for n, node in enumerate(game.nodes) if node.side is None]
    ends.sort(key=lambda n: game.nodes[n].folded is not None)
    from zerosum.models.hidden.engines.river.values import PairTable

    table = PairTable(game, exact=False)
    for side in SIDES:
        shape = len(game.hands[other(side)]), len(game.nodes)
        mixes = averaged(game.nodes, other(side), random.random(shape))
        scale = float(max(game.hands[other(side)].weights))
        assert np.allclose(rounds.values(side, mixes) * scale, table.worths(side, mixes)[:, ends], atol=1e-9)


@pytest.mark.parametrize(
    ("oop", "ip"),
    [("KK, T9s, 7h6h", "QQ, AKs"), ("AsTs, JJ:0.5, 98o:1/3", "KQs, AhAd, T9s"), ("TT", "TT, 99:2")],
)
def test_fractions_rounds_and_the_tree_of_deals_agree(oop: str, ip: str) -> None:
    game = River(oop=oop, ip=ip)
    exact = zerosum.solve(game)
    assert exact.value.is_exact
    assert exact.verify().holds
    assert solve_hidden(game.family.extensive(game)).value == exact.value
    floats = zerosum.solve(game, numeric=True, tolerance=1e-3)
    assert floats.value.gap <= 1e-3
    assert exact.value.lower in floats.value
    assert floats.verify().holds
    assert not floats.value.is_exact


def test_a_half_street_game_has_the_value_of_the_textbook() -> None:
    """Nuts or air against a bluff catcher: bets of the pot, bluffs with half of the value bets, calls half the time.

    Row holds the nuts (quads) or nothing, equally often, and both share no card with col's kings. Betting the pot of 2
    with all nuts and half of the air, row wins the pot with 3/4 of its hands: 3/4 × 2 - 1 = 1/2 beyond its half.
    """
    game = River(board="QsQhQd2c3c", pot=2, stacks=2, oop="QcAh, 7h5d", ip="KsKh", bets="pot", ip_bets="none")
    solution = zerosum.solve(game)
    assert solution.value == Fraction(1, 2)
    start = {name: solution.mix_at(0, k) for k, name in enumerate(game.hands["row"].names)}
    assert start["AhQc"]["all-in"] == 1
    assert start["7h5d"]["all-in"] == Fraction(1, 2)
    catcher = solution.at(line="all-in", hand="KsKh")
    assert catcher.col == {"fold": Fraction(1, 2), "call": Fraction(1, 2)}
    assert solution.ev_at(solution.node_of("all-in"), 0) == {"fold": 0, "call": 0}


def test_blockers_change_what_a_hand_does() -> None:
    """Of equal hands the one that holds a card of the other's calls is the better bluff."""
    game = River(
        board="QsQhQd2c3c",
        pot=2,
        stacks=2,
        oop="QcAh, 7h5d, 7h6d",
        ip="KsKh, 6d6h",
        bets="pot",
        ip_bets="none",
    )
    solution = zerosum.solve(game)
    ev = [solution.ev_at(0, k)["all-in"] for k, n in enumerate(game.hands["row"].names) if n.startswith("7")]
    assert len(ev) == 2
    assert solution.verify().holds


def test_a_larger_river_is_bounded_and_verified() -> None:
    game = River(oop="22+, A2s+, K9s+, AJo+", ip="55+, ATs+, KQo:0.5, T9s", stacks=Fraction(30))
    solution = zerosum.solve(game, tolerance=0.02)
    assert solution.value.gap <= 0.02
    verdict = solution.verify()
    assert verdict.holds
    assert verdict.proved.gap <= 0.02
    sharper = zerosum.solve(game, tolerance=0.002)
    assert sharper.value.lower >= solution.value.lower - 0.02
    assert sharper.value.lower <= solution.value.upper
    for side in SIDES:
        sums = sum(solution.mixes[side][:, k] for k in range(1, 1 + len(game.nodes[0].moves)))
        assert side == "col" or (sums == 1).all()
    assert abs(float(sum(solution.frequencies(0).values())) - 1) < 1e-12


@pytest.mark.parametrize("ip", ["55+, ATs+, KQo:0.5, T9s", "QQ, AKs, AsTs"])
def test_linear_programs_find_the_last_digits(ip: str) -> None:
    game = River(oop="22+, A2s+, K9s+, AJo+:1/3, QcJc:1e-12", ip=ip, stacks=Fraction(30))
    floats = zerosum.solve(game, tolerance=1e-9)
    assert floats.value.gap <= 1e-9
    assert "linear program" in floats.method
    assert floats.verify().holds
    few = River(oop="KK, T9s, 7h6h:0.25", ip=ip)
    exact, near = zerosum.solve(few), zerosum.solve(few, tolerance=1e-9)
    assert exact.value.is_exact
    assert exact.value.lower in near.value


def test_ctrl_c_gives_the_best_bounds_so_far() -> None:
    def stop(done: int, total: int, unit: str) -> None:
        assert "of the pot" in unit
        if done > 20:
            raise KeyboardInterrupt

    game = River(oop="22+, A2s+", ip="55+, KTs+", stacks=Fraction(30))
    for tolerance in (1e-4, 1e-9):
        solution = zerosum.solve(game, tolerance=tolerance, progress=stop)
        assert "stopped early" in solution.method
        assert solution.verify().holds


def test_ctrl_c_ends_a_linear_program() -> None:
    def stop(done: int, total: int, unit: str) -> None:
        if "linear program" in unit:
            raise KeyboardInterrupt

    solution = zerosum.solve(River(oop="random", ip="random"), tolerance=1e-9, progress=stop)
    assert "stopped early" in solution.method
    assert solution.verify().holds


def test_positions_are_named_by_lines_and_hands() -> None:
    solution = zerosum.solve("river")
    assert "bet 10" in str(solution.at(line="check"))
    assert "EV in chips" in str(solution.at(line="bet 10", hand="AhKd"))
    assert solution.at(line="start").row.keys() == {"check", "bet 10", "all-in"}
    for wrong in ({"line": "raise"}, {"line": "check, check"}, {"hand": "2s2h"}, {"hand": "xx"}):
        with pytest.raises(InputError):
            solution.at(**wrong)
    with pytest.raises(InputError):
        zerosum.solve("river", tolerance=-1)
    assert len(solution.plot(both=True).axes) == 2
    assert len(rows_of(solution)) == sum(
        len(node.moves) * len(solution.game.hands[node.side]) for node in solution.game.nodes if node.side
    )


def test_matches_and_best_responses_are_exact() -> None:
    game = River(oop="KK, T9s, 7h6h", ip="QQ, AKs", bets="pot")
    value = zerosum.solve(game).value.lower
    from zerosum.arena.players import uniform
    from zerosum.models.family import arena_for

    arena = arena_for(game)
    assert arena.match(arena.equilibrium, arena.equilibrium).mean == value
    assert arena.best_response(arena.equilibrium, "row").value == value
    assert arena.best_response(arena.equilibrium, "col").value == value
    best = arena.best_response(uniform, "row")
    assert best.value >= value
    assert arena.match(best.player, uniform).mean == best.value


def test_earnings_are_those_of_the_tree_of_deals() -> None:
    game = River(oop="KK, T9s, 7h6h", ip="QQ, AKs, AsTs", bets="pot")
    solution = zerosum.solve(game)
    lines = {line.information: line for line in solution.evs}
    assert sum(line.reached for line in lines.values() if "," not in line.information) == 1
    whole = sum(line.counterfactual_reach * line.ev for line in lines.values() if "," not in line.information)
    assert whole == solution.value.lower + game.half_pot  # folding is worth 0
    for line in lines.values():
        if line.reached:
            assert all(move.regret == 0 for move in line.moves.values() if move.probability)


def test_small_rivers_have_ranges_and_locks_and_large_ones_say_why_not() -> None:
    solution = zerosum.solve(River(oop="KK, T9s, 7h6h", ip="QQ, AKs", bets="pot"))
    assert len(solution.ranges) == len(solution.evs)
    lock = Lock("QdQh, bet 10", {"fold": Fraction(1)})
    locked = solution.game.family.locked(solution.game, [lock], progress=silent)
    assert locked.value.lower >= solution.value.lower
    with pytest.raises(InputError, match="pairs of hands"):
        _ = zerosum.solve(River(oop="random", ip="random"), tolerance=1.0).ranges


def test_evs_are_those_of_the_tree_with_a_fold_at_zero() -> None:
    """Every fold is worth 0; other moves are worth what the tree of deals says, plus the chips that are in already."""
    from zerosum.models.hidden.engines.river.extensive import DealtRiver

    game = River(oop="KK, T9s, 7h6h", ip="QQ, AKs, AsTs", bets="pot, all-in")
    solution = zerosum.solve(game)
    tree = zerosum.solve(DealtRiver(game))
    assert {move.ev for line in solution.evs for name, move in line.moves.items() if name == "fold"} <= {
        0,
        None,
    }
    net = {one.information: one for one in tree.evs if one.reached}
    checked = 0
    for one in solution.evs:
        other_way = net.get(one.information)
        if one.reached and other_way and one.information.count(",") == 0:
            checked += 1
            assert one.ev == other_way.ev + game.half_pot
    assert checked > 3
    both = solution.at(percent=True)
    for chips, share in zip(solution.evs, both.evs, strict=True):
        assert (chips.ev is None) == (share.ev is None)
        assert chips.ev is None or share.ev == 100 * chips.ev / game.pot


def test_lines_take_the_nearest_size_or_say_which_there_are() -> None:
    solution = zerosum.solve(River(pot="100", stacks="400", bets="1/3, pot", oop="KK, 7h6h", ip="QQ, AKs"))
    bet = solution.game.nodes[solution.node_of("check")].moves[1]
    for said in ("33.3", "33", "33%", "1/3 pot"):
        assert solution.at(line=f"check, bet {said}").position_keys["line"] == f"check, {bet}"
    assert solution.node_of("check, bet 100, RAISE 400") == solution.node_of("check, bet pot, all in")
    with pytest.raises(InputError, match="check, bet 100/3, bet 100"):
        solution.at(line="check, bet 50")
    with pytest.raises(InputError, match="betting is over"):
        solution.at(line="check, check, check")


def test_classes_of_hands_are_means_over_the_hands_that_come() -> None:
    solution = zerosum.solve(River(ip="AKo, QQ, 98s"))
    for line in ("check", "check, bet 10, all-in"):
        there, number = solution.at(line=line, hand="98s"), solution.node_of(line)
        lines = there.evs
        assert {one.information[:4] for one in lines} == {"9s8s", "9h8h", "9d8d", "9c8c"}
        often = sum(one.reached for one in lines)
        for move in solution.game.nodes[number].moves:
            mean = sum(one.reached * one.moves[move].probability for one in lines) / often if often else None
            assert mean is None or there.col[move] == mean
    with pytest.raises(InputError, match="not in the range"):
        solution.at(line="check", hand="KJo")


def test_a_lock_of_a_class_is_one_of_each_hand() -> None:
    game = River(oop="KK, 7h6h", ip="QQ, AKs")
    by_class = zerosum.solve(game, locks={"KK": {"check": 1}})
    by_hand = zerosum.solve(game, locks={name: {"check": 1} for name in ("KdKh", "KcKh", "KcKd")})
    assert by_class.value == by_hand.value
    assert by_class.value.upper < zerosum.solve(game).value.lower
    some = zerosum.solve(game, locks={"KK": {"check": 1}, "KdKh": {"check": 0}})
    assert some.value.lower > by_class.value.upper
    folds = {m.ev for one in by_class.evs for name, m in one.moves.items() if name == "fold"}
    assert folds <= {0, None}


@pytest.mark.parametrize(
    "text", ["AA:1,KK:0.5,7h6h:0.25,JJ:1", "AA: 1.0\nKK: 0.5\n7h6h: 0.25 # blocked: JJ\nJJ"]
)
def test_a_file_of_a_range_reads_as_the_text_does(text: str, tmp_path: Path) -> None:
    file = tmp_path / "range.txt"
    file.write_text(text)
    assert River(oop=str(file)).ranges["row"] == River(oop="AA:1,KK:0.5,7h6h:0.25,JJ:1").ranges["row"]
    file.write_text("77, 66-33")
    assert River(oop=str(file)).ranges["row"] == River(oop="77, 66-33").ranges["row"]


def test_a_small_river_is_refined() -> None:
    game = River(oop="KK, 7h6h", ip="QQ, AKs")
    solution = zerosum.solve(game, refine=True)
    assert solution.value == zerosum.solve(game).value
    assert solution.refinement == "quasi-perfect"
    assert solution.verify().holds
    # no move that is worse than another against every tremble: with the nuts nobody folds, also off the path
    number = solution.node_of("bet 10, all-in")
    best = max(range(len(game.hands["row"])), key=lambda hand: game.hands["row"].strength[hand])
    assert solution.mix_at(number, best)["fold"] == 0
    with pytest.raises(InputError, match="refinement"):
        zerosum.solve(River(oop="random", ip="random"), refine=True)
