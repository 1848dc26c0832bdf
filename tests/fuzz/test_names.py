"""Names of moves, cards, states and information sets mean nothing: with other names a game has the same answer.

The names are those at which programs stumble: with commas and blanks, quotes and bars, one the beginning of another,
numbers and signs, the words that programs use themselves.
"""

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

import zerosum
from zerosum.certificates import certify, check
from zerosum.core.errors import InputError
from zerosum.core.questions import SolvedDecision
from zerosum.models.continuum.rules import BettingGame, Decision, Deck, Node, fold, showdown

NAMES = (
    *(
        "a",
        "b",
        "a, b",
        "a,b",
        "a b",
        "ab",
        "a, b, a",
        " a",
        "a ",
        ", ",
        ",",
        "b, a",
        '"a"',
        '"a, b"',
        "'a'",
        '"',
    ),
    *("1", "2", "01", "1.0", "-1", "+1", "−1", "1, 2", "1/2", "1e0", "True", "true", "None", "()", "('a',)"),
    *(
        "start",
        "row",
        "col",
        "row | 1",
        "a | b",
        "|",
        " | ",
        "chance",
        "a: 1",
        ":",
        "\\",
        "a\\",
        "é",
        "A",
        "numbers",
    ),
)
GAMES = max(3, int(os.environ.get("ZEROSUM_FUZZ", "1000")) // 300)
SEEDS = range(GAMES)


def hostile(luck: random.Random, plain: list[str]) -> dict[str, str]:
    """Another name for each of these."""
    return dict(zip(plain, luck.sample(NAMES, len(plain)), strict=True))


def random_tree(luck: random.Random, names: list[str], deep: int = 0) -> Node:
    """A betting tree whose actions have these names."""
    if deep == 4 or (deep and luck.random() < 0.3):
        return luck.choice((fold, showdown))(luck.randint(1, 9))
    actions = {
        one: random_tree(luck, names, deep + 1)
        for one in luck.sample(names, luck.randint(1, min(3, len(names))))
    }
    return Decision(luck.choice(("row", "col")), actions)


def renamed(node: Node, names: dict[str, str]) -> Node:
    """The same tree with other names."""
    if not isinstance(node, Decision):
        return node
    return Decision(node.player, {names[one]: renamed(then, names) for one, then in node.actions.items()})


class Drawn(BettingGame):
    """A tree drawn by lot, with a deck of three cards."""

    root: Any = None

    def tree(self) -> Decision:
        root: Decision = self.root
        return root

    @property
    def deck(self) -> Deck:
        return Deck(3)


def of_tree(root: Node) -> BettingGame:
    """The game with this tree."""
    game: BettingGame = type("Drawn", (Drawn,), {"root": root})()
    return game


def earned(lines: Any) -> list[list[Any]]:
    """What a table of EVs says, without names."""
    lines = list(lines)
    assert len({(one.side, one.information) for one in lines}) == len(lines)
    assert all(isinstance(one, SolvedDecision) for one in lines)
    return [[one.side, one.reached, [move.ev for move in one.moves.values()]] for one in lines]


@pytest.mark.parametrize("seed", SEEDS)
def test_betting_trees(seed: int, tmp_path: Path) -> None:
    luck = random.Random(seed)
    plain = ["fold", "call", "bet", "raise", "check"]
    root = random_tree(luck, plain)
    names = hostile(luck, plain)
    one, two = (zerosum.solve(of_tree(tree)) for tree in (root, renamed(root, names)))
    assert one.value == two.value
    assert two.verify().proved == one.verify().proved
    assert [list(one.steps[t.name].mixes) for t in one.form.turns] == [
        list(two.steps[t.name].mixes) for t in two.form.turns
    ]
    assert len(two.json()["turns"]) == len(two.form.turns)
    assert earned(two.evs) == earned(one.evs)
    for turn, other in zip(one.form.turns, two.form.turns, strict=True):
        here = two.at(node=other.name, hand="2").row or two.at(node=other.name, hand="2").col
        there = one.at(node=turn.name, hand="2").row or one.at(node=turn.name, hand="2").col
        assert here == {names[action]: p for action, p in there.items()}
    file = tmp_path / "it.cert"
    file.write_text(certify(two))
    assert check(file, type(two.game)).verdict.proved == one.verify().proved
    tree = zerosum.solve(two.game.family.extensive(two.game))
    assert tree.value == one.value
    assert len(set(tree.form.names["row"])) == len(tree.form.names["row"])


def table_file(names: dict[str, str], knows: dict[str, str], payoffs: list[int]) -> str:
    """A game in tables in which row, at two tables that look alike, guesses what col chose; names are swapped."""
    n = names
    tables = {
        n["start"]: {"player": "col", "hidden": True, "moves": {n["x"]: n["left"], n["y"]: n["right"]}},
        n["left"]: {"player": "row", "knows": knows["k"], "moves": {n["x"]: payoffs[0], n["y"]: payoffs[1]}},
        n["right"]: {"player": "row", "knows": knows["k"], "moves": {n["x"]: payoffs[2], n["y"]: n["last"]}},
        n["last"]: {"player": "col", "knows": knows["m"], "moves": {n["x"]: payoffs[3], n["y"]: payoffs[4]}},
    }
    return json.dumps(tables)


@pytest.mark.parametrize("seed", SEEDS)
def test_hidden_games_in_tables(seed: int, tmp_path: Path) -> None:
    luck = random.Random(seed)
    payoffs = [luck.randint(-9, 9) for _ in range(5)]
    plain = ["start", "left", "right", "last", "x", "y"]
    solved = []
    for names, knows in (
        ({one: one for one in plain}, {"k": "k", "m": "m"}),
        (hostile(luck, plain), hostile(luck, ["k", "m"])),
    ):
        path = tmp_path / "game.json"
        path.write_text(table_file(names, knows, payoffs))
        if any(str(payoff) in names.values() for payoff in payoffs):
            continue  # a table may not be called like a payoff that is meant
        solution = zerosum.solve("hidden", path=str(path))
        file = tmp_path / "it.cert"
        file.write_text(certify(solution))
        assert check(file).holds
        assert sum(len(part) for part in solution.json()["strategies"].values()) == 3
        solved.append((solution.value, earned(solution.evs)))
    assert solved[0] == solved[-1]


@pytest.mark.parametrize("seed", SEEDS)
def test_stochastic_games(seed: int, tmp_path: Path) -> None:
    luck = random.Random(seed)
    plain = ["s", "t", "x", "y"]
    payoffs = [[luck.randint(-9, 9) for _ in "ab"] for _ in "ab"]
    solved = []
    for names in ({one: one for one in plain}, hostile(luck, plain)):
        states = {
            names["s"]: {
                "payoff": payoffs,
                "rows": [names["x"], names["y"]],
                "cols": [names["y"], names["x"]],
                "next": [[names["s"], names["t"]], [names["t"], names["s"]]],
            },
            names["t"]: {"payoff": 1, "next": names["s"]},
        }
        path = tmp_path / "game.json"
        path.write_text(json.dumps({"discount": "1/2", "states": states}))
        solution = zerosum.solve("stochastic", path=str(path))
        file = tmp_path / "it.cert"
        file.write_text(certify(solution))
        assert check(file).holds
        solved.append((solution.value, list(solution.row.values()), list(solution.col.values())))
    assert solved[0] == solved[1]


class Cards(zerosum.HiddenGame):
    """Row is dealt one of two cards and bets or not, col answers; cards and moves have any labels."""

    labels: tuple[Any, ...] = ("low", "high", "check", "bet", "fold", "call")

    def turn(self, position: Any) -> Any:
        low, high, check_, bet, fold_, call = self.labels
        match len(position):
            case 0:
                return zerosum.deal([low, high], to="row")
            case 1:
                return zerosum.choose("row", [check_, bet])
        sign = -1 if position[0] == low else 1
        if len(position) == 2:
            return zerosum.end(sign) if position[1] == check_ else zerosum.choose("col", [fold_, call])
        return zerosum.end(1 if position[2] == fold_ else 2 * sign)


@pytest.mark.parametrize("seed", SEEDS)
def test_labels_of_own_games(seed: int, tmp_path: Path) -> None:
    luck = random.Random(seed)
    pool = [*NAMES, 0, 1, 2, -1, None, (), ("a",), ("a", "b"), 0.5, (1, "1")]
    labels = tuple(luck.sample(pool, 6))
    plain = zerosum.solve(Cards())
    game = type("Cards", (Cards,), {"labels": labels})()
    solution = zerosum.solve(game)
    assert solution.value == plain.value
    assert earned(solution.evs) == earned(plain.evs)
    assert [one.moves and [*one.moves.values()] for one in solution.ranges] == [
        one.moves and [*one.moves.values()] for one in plain.ranges
    ]
    assert solution.verify().proved == plain.verify().proved
    assert sum(len(part) for part in solution.json()["strategies"].values()) == 3
    for side in ("row", "col"):
        for name in solution.form.names[side]:
            assert len(solution.at(seen=name).form.reading(side, name)) == 1
    if all(len({str(one) for one in pair}) == 2 for pair in (labels[:2], labels[2:4], labels[4:])):
        file = tmp_path / "it.cert"
        file.write_text(certify(solution))
        assert check(file, type(game)).verdict.proved == plain.verify().proved


class Guess(zerosum.HiddenGame):
    """Row guesses a coin that it does not see; what it knows has two labels that Python takes for one."""

    labels: tuple[Any, Any] = (1, 1)

    def turn(self, position: Any) -> Any:
        match position:
            case ():
                return zerosum.deal("ht", to="nobody")
            case (coin,):
                return zerosum.choose("row", "ht", knows=self.labels["ht".index(coin)])
        return zerosum.end(1 if position[0] == position[1] else -1)


@pytest.mark.parametrize("labels", [(1, True), (1, 1.0), ((1,), (True,)), (0, False), ("a", "a")])
def test_labels_that_are_equal_are_one_label_or_refused(labels: tuple[Any, Any], tmp_path: Path) -> None:
    game = type("Guess", (Guess,), {"labels": labels})()
    solution = zerosum.solve(game)
    assert solution.value.lower == solution.value.upper == solution.verify().proved.lower == 0
    if str(labels[0]) == str(labels[1]):
        assert certify(solution)
    else:
        with pytest.raises(InputError, match="second name"):
            certify(solution)


def test_labels_of_one_type_that_are_different_are_two_labels() -> None:
    game = type("Guess", (Guess,), {"labels": (1, "1")})()
    assert zerosum.solve(game).value.lower == 1
    with pytest.raises(InputError, match="name of another position"):
        certify(zerosum.solve(game))
