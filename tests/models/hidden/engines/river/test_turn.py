"""Turns: exact values against a tree of all deals that is written here, sums and responses against brute force, bounds
that hold, suits that are exchanged, certificates that are not fooled."""

import json
import math
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks.turn import Turn as BenchmarkTurn

from zerosum import HiddenGame, choose, deal, end, load_solution, match, solve
from zerosum.certificates import certify, check
from zerosum.certificates.document import digest, render
from zerosum.core.errors import GameError, InputError, TooLargeError
from zerosum.core.packed import units_in
from zerosum.core.sides import SIDES, Side, other
from zerosum.games.river import River
from zerosum.games.turn import Turn
from zerosum.models.hidden.engines.regret import RegretMinimiser
from zerosum.models.hidden.engines.river import certificate
from zerosum.models.hidden.engines.river.exchange import alike, exchanges
from zerosum.models.hidden.engines.river.ranges import DECK, HANDS, Range, read_cards, read_range
from zerosum.models.hidden.engines.river.rules import BetSizes, bet_tree, hand_strengths, read_sizes
from zerosum.models.hidden.engines.river.solve.rounds import RiverSpace
from zerosum.models.hidden.engines.river.solve.turn import TurnSpace
from zerosum.models.hidden.engines.river.values import PairTable
from zerosum.models.hidden.engines.river.verify import PACKED, SumsByHand, response_bound

BOARD = read_cards("JsKs5cQs")


@dataclass(frozen=True)
class DealtTurn(HiddenGame):
    """Both hands, the bets of the turn, a card for both, the bets of the river."""

    ranges: tuple[Range, ...] = field(hash=False)
    pot: Fraction
    stack: Fraction

    def tree(self, pot: Fraction, stack: Fraction) -> dict[tuple[str, ...], Any]:
        sizes = BetSizes(read_sizes("pot"), read_sizes("pot"))
        return {node.line: node for node in bet_tree(pot, stack, {"row": sizes, "col": sizes})}

    def turn(self, position: tuple[Any, ...]) -> Any:
        if len(position) < 2:
            return deal(self.meeting(position), to=SIDES[len(position)])
        hands = [HANDS[hand] for hand in position[:2]]
        cards = [n for n, event in enumerate(position) if event in DECK]
        before = position[2 : cards[0]] if cards else position[2:]
        node = self.tree(self.pot, self.stack)[before]
        if node.side is None and node.folded is None:
            if not cards:
                gone = {*BOARD, *hands[0], *hands[1]}
                return deal([DECK[card] for card in range(52) if card not in gone])
            spent = node.stake - self.pot / 2
            node = self.tree(self.pot + 2 * spent, self.stack - spent)[position[cards[0] + 1 :]]
        if node.side:
            return choose(node.side, node.moves)
        if node.folded:
            return end(node.stake if node.folded == "col" else -node.stake)
        row, col = hand_strengths((*BOARD, DECK.index(position[cards[0]])), hands)
        return end(node.stake * ((row > col) - (row < col)))

    def meeting(self, position: tuple[int, ...]) -> dict[int, Fraction]:
        if position:
            mine = set(HANDS[position[0]])
            return {hand: weight for hand, weight in self.ranges[1].items() if mine.isdisjoint(HANDS[hand])}
        return {hand: weight * sum(self.meeting((hand,)).values()) for hand, weight in self.ranges[0].items()}


OOP, IP = "KhKd, Td9d:0.5, 7h6h", "QhQd, AsTs:0.25, AhKc"
WIDE = {
    "oop": "99+, AJs+, KQo:0.5, T9s",
    "ip": "TT+, ATs+, 98s, KQs:1/3",
    "stacks": Fraction(30),
    "pot": Fraction(8),
}


@pytest.mark.parametrize("stack", [0, 2])
def test_a_turn_has_the_value_of_the_game_of_all_deals(stack: int) -> None:
    ranges = tuple(read_range(text, BOARD, 0) for text in (OOP, IP))
    exact = solve(DealtTurn(ranges, Fraction(4), Fraction(stack))).value
    game = Turn(board="JsKs5cQs", oop=OOP, ip=IP, pot=Fraction(4), stacks=Fraction(stack), bets="pot")
    solution = solve(game)
    assert solution.value == exact
    assert solution.verify().holds
    floats = solve(game, tolerance=0.02)
    assert floats.value.gap <= 0.02
    assert exact.lower in floats.value
    assert floats.verify().holds
    assert not floats.value.is_exact


@pytest.mark.parametrize("stack", [0, 2])
def test_the_bounds_hold_the_value_of_the_game_of_all_deals(stack: int) -> None:
    ranges = tuple(read_range(text, BOARD, 0) for text in (OOP, IP))
    exact = solve(DealtTurn(ranges, Fraction(4), Fraction(stack))).value
    turn = BenchmarkTurn(BOARD, Fraction(4), Fraction(stack), ranges, bets="pot")
    for t in range(1, 300):
        turn.round(t)
    low, high = -turn.conceded("row"), turn.conceded("col")
    assert low <= exact.upper
    assert exact.lower <= high
    assert high - low < 0.01


def test_a_card_that_every_hand_it_can_meet_holds_is_never_dealt_to_a_hand() -> None:
    """6dTs meets only 7sQc, since Ts4d shares a card with it, so that 7s cannot come."""
    game = Turn(
        board="8cAc8h2h", pot=6, stacks=5, oop="6dTs, 9c7c", ip="7sQc, Ts4d", bets="all-in", most_raises=0
    )
    solution = solve(game)
    assert solution.value.is_exact
    assert solution.verify()
    mix = solution.at(line="check, check, 7s", hand="6dTs").row
    assert sum(mix.values()) == 1


def test_the_tree_has_a_card_between_the_bets_and_sizes_for_each_street() -> None:
    game = Turn(**WIDE, bets="1/2", river_bets="pot", ip_river_bets="all-in", most_raises=0)  # type: ignore[arg-type]
    for node in game.nodes:
        for k, move in enumerate(node.moves):
            after = game.nodes[node.first + k]
            assert after.line == (*node.line, move)
            assert after.movers == (*node.movers, node.side)
            assert after.card == (DECK.index(move) if node.is_deal else node.card)
    lines = {node.line: node for node in game.nodes}
    assert lines[()].moves == ("check", "bet 4")
    assert len(lines["check", "check"].moves) == 48
    assert lines["check", "check", "7h"].moves == ("check", "bet 8")
    assert lines["check", "check", "7h", "check"].moves == ("check", "all-in")
    assert lines["bet 4", "call", "2c", "bet 16", "call"].stake == 24
    allin = Turn(stacks=Fraction(10), bets="pot")
    assert allin.nodes[allin.line_numbers["all-in", "call", "2c"]].is_end


def test_sums_are_what_all_pairs_give() -> None:
    game, random = Turn(**WIDE), np.random.default_rng(4)  # type: ignore[arg-type]
    for side in SIDES:
        mine, theirs = game.hands[side], game.hands[other(side)]
        for card in (DECK.index("9d"), DECK.index("As")):
            free = (theirs.cards != card).all(axis=1)
            reach = random.integers(0, 2**38, (2, len(theirs))) * free
            ranks = game.strengths(side, card), game.strengths(other(side), card)
            meet = ~(mine.cards[:, None, :, None] == theirs.cards[None, :, None, :]).any(axis=(2, 3))
            wins = np.sign(ranks[0][:, None] - ranks[1][None, :]) * meet
            there = (mine.cards != card).all(axis=1)
            sums = SumsByHand(game, side, card)
            for here in reach:
                assert (sums.ahead(here)[there] == (wins @ here)[there]).all()
                assert (sums.met(here) == meet @ here).all()


def test_best_responses_of_solver_verifier_and_tables_agree() -> None:
    game = Turn(**WIDE, bets="pot", most_raises=1)  # type: ignore[arg-type]
    work = RegretMinimiser(TurnSpace(game))
    work.run(0.0, 12, lambda done, total, unit: None)
    pairs = PairTable(game, exact=False)
    for side in SIDES:
        mixes, foe = work.space.answer(side, work.best[side]), other(side)
        best = pairs.worths(foe, mixes.astype(float))[:, 0]
        brute = float(pairs.weights[foe] @ best / pairs.whole)
        assert work.conceded[side] == pytest.approx(brute, abs=1e-9)
        units = dict(enumerate((mixes.T * 2.0**24).astype(np.int64)))
        proved = float(response_bound(game, units, foe, PACKED))
        assert brute - 1e-12 <= proved <= brute + work.space.margin


def test_tiny_stakes_are_bounded_like_others() -> None:
    unit = Fraction(1, 10**5)
    flags: dict[str, Any] = {"board": "JsKs5cQs", "oop": "TT, AJs", "ip": "99, KQs", "bets": "pot"}
    game = Turn(**flags, pot=Fraction(10), stacks=Fraction(20), most_raises=1)
    scaled = Turn(**flags, pot=10 * unit, stacks=20 * unit, most_raises=1)
    for side in SIDES:
        units = {}
        for node in game.nodes:
            if node.side == side:
                units |= dict.fromkeys(
                    node.children, np.full(len(game.hands[side]), (1 << 24) // len(node.moves))
                )
                units[node.first] = units[node.first] + (1 << 24) % len(node.moves)
        plain = response_bound(game, units, other(side), PACKED)
        assert response_bound(scaled, units, other(side), PACKED) == plain * unit != 0


def test_suits_that_can_be_exchanged_are_exchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the suits of a board without hearts and diamonds; weights that differ by suit forbid it."""
    flags: dict[str, Any] = {"oop": "TT+, AJs+", "ip": "99+, KQs", "stacks": Fraction(20), "bets": "pot"}
    game = Turn(board="JsKs5cQs", **flags)
    assert len(exchanges(game)) == 2
    work = RegretMinimiser(TurnSpace(game))
    assert len(work.space.reps) == 48 - 13
    work.run(0.0, 60, lambda done, total, unit: None)
    monkeypatch.setattr(
        "zerosum.models.hidden.engines.river.solve.turn.exchanges", lambda game: [(0, 1, 2, 3)]
    )
    plain = RegretMinimiser(TurnSpace(game))
    assert len(plain.space.reps) == 48
    plain.run(0.0, 60, lambda done, total, unit: None)
    assert -work.conceded["row"] < plain.conceded["col"]
    assert -plain.conceded["row"] < work.conceded["col"]
    assert work.gap == pytest.approx(plain.gap, rel=0.2)
    for side in SIDES:
        pairs = PairTable(game, exact=False)
        best = pairs.worths(other(side), work.space.answer(side, work.best[side]).astype(float))[:, 0]
        brute = float(pairs.weights[other(side)] @ best / pairs.whole)
        assert work.conceded[side] == pytest.approx(brute, abs=1e-9)
    assert len(exchanges(Turn(board="JsKs5cQs", **flags | {"ip": "99+, KhQh"}))) == 1
    assert len(exchanges(Turn(board="JsKh5cQd", **flags))) == 1


def test_suits_of_a_river_are_exchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    game = River(board="JsKs5sQs7s", oop="22+, A2s+, KTo+", ip="55+, A9s+:0.5, QTo+", stacks=Fraction(30))
    assert len(exchanges(game)) == 6
    merged = RegretMinimiser(RiverSpace(game))
    assert (
        len(merged.space.regret["row"]) == len(set(alike(game, "row").tolist())) < len(game.hands["row"]) / 2
    )
    merged.run(0.0, 80, lambda done, total, unit: None)
    monkeypatch.setattr(
        "zerosum.models.hidden.engines.river.solve.rounds.alike",
        lambda game, side: np.arange(len(game.hands[side])),
    )
    plain = RegretMinimiser(RiverSpace(game))
    plain.run(0.0, 80, lambda done, total, unit: None)
    for side in SIDES:
        assert merged.conceded[side] == pytest.approx(plain.conceded[side], rel=1e-6)
    solution = solve(game, tolerance=0.02)
    assert solution.verify().holds


def test_reports_and_plays_of_a_turn_add_up() -> None:
    game = Turn(oop="KhKd, Td9d, As4s", ip="QhQd, AhTc, 9s8s", stacks=Fraction(10))
    solution = solve(game)
    value = solution.value.lower
    lines = [line for line in solution.evs if line.information.count(", ") == 0]
    assert (
        sum(line.counterfactual_reach * line.ev for line in lines) == value + game.half_pot
    )  # folding is worth 0
    deals = [
        number
        for number in solution.decision_nodes
        if solution.game.nodes[number].line[:2] == ("check", "check")
    ]
    roots = [number for number in deals if len(solution.game.nodes[number].line) == 3]
    after = solution.frequencies(solution.node_of("check"))["check"] * solution.arrives(
        solution.node_of("check")
    )
    assert sum(solution.arrives(number) for number in roots) == after
    from zerosum.models.family import arena_for

    table = arena_for(game)
    assert table.match(table.equilibrium, table.equilibrium).mean == value
    assert table.best_response(table.equilibrium, "row").value == value
    assert "of the 10 chips in the pot for OOP" in str(solution)
    assert solution.at(line="check, check, 9D", hand="KhKd").row.keys() == {"check", "all-in"}
    with pytest.raises(InputError, match="its cards was dealt"):
        solution.at(line="check, check, 9d", hand="Td9d")
    for wrong in ({"line": "check, check"}, {"line": "check, check, Ks"}, {"line": "7h"}):
        with pytest.raises(InputError, match=r"betting line|possible moves"):
            solution.at(**wrong)


def test_rounds_are_dealt_a_card_that_nobody_holds() -> None:
    from zerosum.models.family import arena_for

    game, random = Turn(), np.random.default_rng(5)
    arena = arena_for(game)
    for _ in range(40):
        round: Any = arena.deal(random)
        while not round.over:
            side: list[Side] = list(round.choosers())
            round = round.after(dict.fromkeys(side, round.node.moves[0]), random)
        held = {
            *game.board_cards,
            *(c for k, s in enumerate(SIDES) for c in game.hands[s].cards[round.hands[k]].tolist()),
        }
        assert round.node.card is None or round.node.card not in held
        assert len(round.description("row")) >= 3


def test_ctrl_c_gives_the_best_bounds_so_far_and_memory_is_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(done: int, total: int, unit: str) -> None:
        assert "of the pot" in unit
        if done > 15:
            raise KeyboardInterrupt

    solution = solve(Turn(**WIDE, bets="pot"), progress=stop)  # type: ignore[arg-type]
    assert "stopped early" in solution.method
    assert solution.verify().holds
    monkeypatch.setenv("ZEROSUM_LIMIT", "1MB")
    with pytest.raises(TooLargeError, match=r"turn .*of memory"):
        solve(Turn(oop="random", ip="random"))
    with pytest.raises(TooLargeError, match="trees of all rivers"):
        Turn(stacks=Fraction(2000), bets="1/2, pot, all-in")


def test_a_packed_certificate_is_not_fooled(tmp_path: Path) -> None:
    game = Turn(oop=OOP, ip=IP, stacks=Fraction(8), pot=Fraction(4))
    solution = solve(game, tolerance=0.05)
    data: Any = certificate.write(solution)
    assert certificate.prove(game, solution.value, data).gap <= 0.06
    size = data["packed"]["row"]["numbers"]
    units = units_in(data["packed"]["row"], size, "of row").reshape(-1, len(game.hands["row"]))
    assert len(units) == sum(len(node.moves) for node in game.nodes if node.side == "row")

    def packed(numbers: Any) -> dict[str, Any]:
        import base64
        import zlib

        text = base64.b64encode(zlib.compress(np.asarray(numbers).astype("<u4").tobytes())).decode()
        row = {"numbers": np.asarray(numbers).size, "text": text}
        return {"packed": {"row": row, "col": data["packed"]["col"]}}

    more, other_mix = units.copy(), units.copy()
    more[0, 0] += 1
    other_mix[:2] = other_mix[1::-1]
    for forged in (packed(more), packed(units[:-1]), packed(np.append(units, 0)), {"packed": {"row": "x"}}):
        with pytest.raises(InputError):
            certificate.prove(game, solution.value, forged)
    assert certificate.prove(game, solution.value, packed(other_mix)).lower < solution.value.lower
    for text in ("", "!", "AAAA", 7, None):
        with pytest.raises(InputError):
            certificate.prove(
                game,
                solution.value,
                {"packed": {**data["packed"], "row": {"numbers": units.size, "text": text}}},
            )
    path = tmp_path / "turn.cert"
    path.write_text(certify(solution), encoding="utf-8")
    checked = check(path)
    assert checked.holds
    assert checked.answers == sum(part["numbers"] for part in data["packed"].values())


@pytest.mark.parametrize(
    "flags",
    [
        {"board": "JsKs5cQs7d"},
        {"board": "JsKs5c"},
        {"board": "JsJs5cQs"},
        {"oop": "Kh"},
        {"pot": Fraction(10) ** 40, "stacks": Fraction(10) ** 40},
        {"oop": "KhKs"},
        {"river_bets": "half"},
        {"ip_river_raises": "-1"},
        {"oop": "AhAd", "ip": "AhKh"},
        {"file": "nowhere.txt"},
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused(flags: dict[str, Any]) -> None:
    with pytest.raises(GameError):
        Turn(**flags)


def test_files_of_either_round(tmp_path: Path) -> None:
    weights = ["0"] * 2652
    for hand in read_range("KhKd, Td9d", BOARD, 0):
        weights[hand] = weights[1326 + hand - 1] = "0.5"
    endgame = tmp_path / "endgame.txt"
    endgame.write_text(f"-round 3\n-board JsKs5cQs\n-pot 10\n-reach {' '.join(weights)}\n", encoding="utf-8")
    game = Turn(file=str(endgame), stacks=Fraction(10))
    assert game.board == "JsKs5cQs"
    assert Turn(**game.parameters()) == game
    with pytest.raises(GameError, match="round 3"):
        River(file=str(endgame))
    toml = tmp_path / "turn.toml"
    toml.write_text('bets = ["1/2"]\nriver_bets = ["pot"]\n', encoding="utf-8")
    assert Turn(file=str(toml)).nodes == Turn(bets="1/2", river_bets="pot").nodes
    toml.write_text("flop_bets = 1", encoding="utf-8")
    with pytest.raises(GameError, match="setting of a turn"):
        Turn(file=str(toml))


def test_a_tampered_saved_turn_is_refused_when_it_is_loaded(tmp_path: Path) -> None:
    solution = solve(Turn(oop=OOP, ip=IP, stacks=Fraction(8), pot=Fraction(4)), tolerance=0.05)
    path = tmp_path / "turn.json"
    solution.save(path)
    saved = json.loads(path.read_text(encoding="utf-8"))
    assert load_solution(path).verify().holds
    arrays = [k for k, record in enumerate(saved["solution"]["records"]) if record[0] == "array"]
    assert arrays
    for k in arrays:
        for kind, shape in (("<i4", [1, -1]), ("<f4", [-1, 1]), ("<f4", [1, 1, -1])):
            content = json.loads(json.dumps(saved))
            record = content["solution"]["records"][k]
            size = math.prod(record[2])
            record[1:3] = kind, [size if n < 0 else n for n in shape]
            content["sha256"] = digest(content)
            path.write_text(render(content), encoding="utf-8")
            with pytest.raises(InputError, match=r"table of .* hands .* nodes"):
                load_solution(path)
    saved["value"]["lower"] = saved["value"]["upper"]
    saved["sha256"] = digest(saved)
    path.write_text(render(saved), encoding="utf-8")
    with pytest.raises(InputError, match="differs from the value"):
        load_solution(path)


@pytest.mark.parametrize(
    "game",
    [
        River(bets="1/2, all-in", stacks=Fraction(30), pot=Fraction(10)),
        Turn(
            oop="KhKd", ip="QhQd", bets="1/2, all-in", river_bets="pot", stacks=Fraction(30), pot=Fraction(10)
        ),
    ],
)
def test_chips_at_the_table_are_those_that_the_rules_count(game: River) -> None:
    """At an end the loser loses half of the pot and what the loser has put in since."""
    ends = [node for node in game.nodes if node.is_end]
    assert len(ends) > 5
    for node in ends:
        put = game.put_in(node)
        assert node.stake == put[node.folded or "row"]
        assert node.folded or put["row"] == put["col"]


@pytest.mark.parametrize("name", ["river", "turn"])
def test_many_plays_have_the_distribution_of_the_computed_match(name: str) -> None:
    computed = match(name, "equilibrium", "uniform")
    plays = 200_000
    sampled = match(name, "equilibrium", "uniform", plays=plays, seed=5)
    assert set(sampled.results) <= set(map(float, computed.results))
    for payoff, p in computed.results.items():
        seen = float(sampled.results.get(float(payoff), 0))
        assert abs(seen - float(p)) < 5 * (float(p) / plays) ** 0.5 + 1e-5
