"""Formulas in one parameter: known ones, and any against the ordinary exact solver at random points."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest

import zerosum
from zerosum.core.errors import InputError, ZerosumError
from zerosum.formulas.answer import Formula, MixRule, Rule
from zerosum.formulas.line import GameLine
from zerosum.games.poker import Kuhn
from zerosum.models.matrix_game.rules import MatrixGame
from zerosum.models.stochastic.rules import ArrayGame
from zerosum.numerics.roots import Algebraic, Point


def near(point: Point, step: int) -> Fraction:
    """A short fraction just beside a break point."""
    about = Fraction(round(float(point) * 1000), 1000)
    return about + Fraction(step, 500)


def check(formula: Formula, value: object, count: int, seed: int = 1) -> None:
    """Compare with an ordinary solver at random points, and on both sides of every break point."""
    low, high = formula.pieces[0].low, formula.pieces[-1].high
    start = Fraction(-5) if isinstance(low, float) else low
    end = (
        max([*(Fraction(round(float(x))) for x in formula.breaks), start]) + 3
        if isinstance(high, float)
        else high
    )
    dice = random.Random(seed)
    points = [start + (end - start) * Fraction(dice.randrange(1, 1000), 1000) for _ in range(count)]
    points += [near(point, step) for point in formula.breaks for step in (-1, 1)]
    for t in points:
        assert formula(t) == value(t), t  # type: ignore[operator]


def test_kuhn_for_every_bet() -> None:
    f = zerosum.formula("kuhn", bet="b")
    assert [str(piece.value) for piece in f.pieces] == ["-b^2/(6(b + 2))", "b(b - 2)/(6(b + 2))", "0"]
    assert f.breaks == (1, 2)
    assert f(1) == Fraction(-1, 18)
    assert f.pieces[0].of("row")["with J"].moves["bet"](1) == Fraction(1, 3)
    check(f, lambda t: zerosum.solve("kuhn", bet=t).value.lower, 20)


@pytest.mark.parametrize("cards", [4, 5, 6])
def test_larger_decks(cards: int) -> None:
    f = zerosum.formula("kuhn", bet="b", cards=cards)
    check(f, lambda t: zerosum.solve("kuhn", bet=t, cards=cards).value.lower, 6)


def test_two_bets_with_a_deck() -> None:
    f = zerosum.formula("two-bets", cards=3, low="1/2", high="h")
    assert f.pieces[0].low == Fraction(1, 2)
    check(f, lambda t: zerosum.solve("two-bets", cards=3, low="1/2", high=t).value.lower, 10)


def test_a_hidden_game() -> None:
    f = zerosum.formula("sealed-bets", cards=3, bet="0..3")
    check(f, lambda t: zerosum.solve("sealed-bets", cards=3, bet=t).value.lower, 5)


@pytest.mark.parametrize("seed", range(5))
def test_random_matrices(seed: int) -> None:
    dice = random.Random(seed)
    entries = [
        [f"{dice.randrange(-4, 5)} + {dice.randrange(-4, 5)}x + {dice.randrange(-2, 3)}x^2" for _ in range(3)]
        for _ in range(4)
    ]

    def value(t: Fraction) -> Fraction:
        made = [[eval(e.replace("x^2", "*t*t").replace("x", "*t"), {"t": t}) for e in row] for row in entries]
        return zerosum.solve(made, exact=True).value.lower  # type: ignore[return-value]

    check(zerosum.formula(entries, x="-3..3"), value, 12, seed)


def test_break_points_are_algebraic_numbers() -> None:
    f = zerosum.formula("x 1; 2 x^2", x="0..3")
    root = f.breaks[1]
    assert isinstance(root, Algebraic)
    assert root.polynomial == (-2, 0, 1)
    assert "1.41421356237… is a root of x^2 - 2" in f.text()


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="TeX is not installed")
def test_latex_can_be_typeset(tmp_path: Path) -> None:
    formulas = [
        zerosum.formula("kuhn", bet="0..4"),
        zerosum.formula("relance", bet="b"),
        zerosum.formula("x 1; 2 x^2", x="0..3"),
        zerosum.formula("stochastic", path="examples/shapley.toml", discount="0..1"),
        zerosum.formula_map("two-bets", high="h", low="l"),
        zerosum.formula_map("toy-river", pot="p", stack="s"),
    ]
    assert "is a root of $x^2 - 2$" in formulas[2].latex()
    assert r"v(b) = -\dfrac{b^2}{(b + 2)^2} \qquad (0 \le b)" in formulas[1].latex()
    body = "\n\n".join(one.latex() for one in formulas)
    text = rf"\documentclass{{article}}\usepackage{{amsmath}}\begin{{document}}{body}\end{{document}}"
    (tmp_path / "formulas.tex").write_text(text, encoding="utf-8")
    subprocess.run(
        ["pdflatex", "-halt-on-error", "formulas.tex"], cwd=tmp_path, check=True, capture_output=True
    )


def test_a_payoff_with_a_denominator() -> None:
    f = zerosum.formula("1/(x+1) 0; 0 x", x="0..5")
    assert str(f.values[0][2]) == "x/(x^2 + x + 1)"


def test_forms_of_the_answer() -> None:
    f = zerosum.formula("kuhn", bet="0..4")
    assert r"-\dfrac{b^2}{6(b + 2)} & 0 \le b \le 1" in f.latex()
    assert json.loads(json.dumps(f.json()))["pieces"][1]["from"] == "1"
    assert len(f.plot().axes) == 3
    sympy = pytest.importorskip("sympy")
    assert f.to_sympy().subs("b", 1) == 0 or f.to_sympy().subs(
        sympy.Symbol("b", real=True), 1
    ) == sympy.Rational(-1, 18)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"cards": "2..4"}, "cannot vary continuously"),
        ({"bet": "4..0"}, "a range must be increasing"),
        ({"bet": "inf..4"}, "not a number"),
        ({"bet": "0..-inf"}, "not a number"),
        ({"bet": (4, 0)}, "a range must be increasing"),
        ({"bet": (float("inf"), float("-inf"))}, "not a number"),
        ({"bet": ("0", "x")}, "not a number"),
        ({"bet": "-1..4"}, "must be positive"),
        ({"size": "0..4"}, "size"),
        ({"bet": "0..4", "pieces": 1}, "more than 1 pieces"),
        ({"bet": "0..4", "pieces": 0}, "at least 1, not 0"),
        ({"bet": "0..4", "pieces": -1}, "at least 1"),
    ],
)
def test_what_cannot_be_asked(parameters: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        zerosum.formula("kuhn", **parameters)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        ("x 1; 2 y", "contains y, but the parameter is x"),
        ("x 1; 2", "same number"),
        ("1/(x-1) 0; 0 1", "vanishes"),
        ("x@ 1; 0 1", "not a formula"),
    ],
)
def test_matrices_that_cannot_be_read(entries: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        zerosum.formula(entries, x="-1..3")


@pytest.mark.parametrize("stack", ["1/2..4", "1/2..", "9/10..100"])
def test_a_bet_that_meets_the_stack_is_refused(stack: str) -> None:
    with pytest.raises(InputError, match=r"s = 1; .*stack=\.\.1 or stack=1\.\."):
        zerosum.formula("toy-river", a="AA, QQ", b="KK", stack=stack)


def test_below_the_bet_the_stack_is_bet() -> None:
    f = zerosum.formula("toy-river", a="AA, QQ", b="KK", stack="1/2..1")
    assert f(Fraction(3, 4)) == zerosum.solve("toy-river", a="AA, QQ", b="KK", stack="3/4").value.lower


def test_a_tree_that_changes_is_refused() -> None:
    with pytest.raises(InputError, match="formulas are not available"):
        zerosum.formula("red-dog", ante="1..2")


@pytest.mark.parametrize("high", [None, Fraction(100)])
@pytest.mark.parametrize("kind", ["matrix", "stochastic"])
def test_a_payoff_with_a_kink_is_refused(kind: str, high: Fraction | None) -> None:
    """A payoff min(b, 5) is b near 0 and 5 far out; neither holds everywhere."""

    def make(b: Fraction) -> MatrixGame | ArrayGame:
        payoffs = [[min(b, Fraction(5)), 0], [0, 1]]
        return (
            MatrixGame.of(payoffs)
            if kind == "matrix"
            else ArrayGame([payoffs], [[[[1]] * 2] * 2], Fraction(1, 2))
        )

    line = GameLine(make, "bet", "b", Fraction(0), high)
    with pytest.raises(
        InputError,
        match=r"of b = 5|the same formula",
    ):
        make(Fraction(1)).family.formula(line, pieces=10)


def test_leduc_of_the_usual_size() -> None:
    f = zerosum.formula("leduc", ante="3/2..8/5")
    assert f.proved
    assert len(f.pieces) == 2
    for t in (near(f.breaks[0], -1), near(f.breaks[0], 1)):
        assert zerosum.solve("leduc", ante=t).value.lower == f(t)


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("jujitsu", {}, "no parameter that may be any number"),
        ("bets", {}, "--sizes b,2,4"),
        ("toy-river", {}, "--pot 1..2, or --stack 1..2"),
        ("leduc", {"ante": "1..2", "ranks": 4}, "of work, but the limit is 1 h"),
        ("rhode-island", {"ante": "1..2"}, "at most about 1000 constraints"),
        ("gleason", {"nodes": "b,2,-3"}, "formulas are not available for this game"),
    ],
)
def test_refusals_say_what_to_do(name: str, given: dict[str, object], words: str) -> None:
    with pytest.raises(ZerosumError, match=re.escape(words)):
        zerosum.formula(name, **given)  # type: ignore[arg-type]


def test_a_game_without_a_variable() -> None:
    with pytest.raises(InputError, match="range or a letter"):
        _ = Kuhn.family.exact_value


def _as_mixes(rules: tuple[Rule, ...], t: Fraction) -> dict[str, dict[str, Point]]:
    return {
        rule.place: {move: p(t) for move, p in rule.moves.items() if p(t)}
        for rule in rules
        if isinstance(rule, MixRule)
    }


@pytest.mark.parametrize("t", [Fraction(1, 3), Fraction(2, 3), Fraction(3, 2), Fraction(3)])
def test_corners_of_kuhn_are_those_of_the_solver(t: Fraction) -> None:
    piece = zerosum.formula("kuhn", bet="b").piece_at(t)
    solved = zerosum.solve("kuhn", bet=t)
    for side, letter in (("row", "A"), ("col", "B")):
        listed = []
        for extreme_point in solved.extreme_points[side].found:  # type: ignore[attr-defined]
            named = {}
            for turn, mixes in extreme_point.items():
                for card, mix in zip("JQK", mixes, strict=True):
                    place = f"with {card}" + ("" if turn == "start" else f" after {turn}")
                    if mix:
                        named[place] = {move: p for move, p in mix.items() if p}
            listed.append(named)
        for rules in piece.family[side]:  # type: ignore[index]
            assert _as_mixes(rules, t) in listed, (letter, t)


def test_kuhn_s_own_family_lies_between_two_pieces() -> None:
    """With the bet 1 any alpha up to 1/3 is optimal: the first piece ends with 1/3, the second begins with 0."""
    first, second, _ = zerosum.formula("kuhn", bet="b").pieces
    one = Fraction(1)
    bluffs = [piece.of("row")["with J"].moves for piece in (first, second)]  # type: ignore[union-attr]
    assert [mix["bet"](one) if "bet" in mix else 0 for mix in bluffs] == [Fraction(1, 3), 0]
    text = zerosum.formula("kuhn", bet="0..4").text(family=True)
    assert "B, extreme point 1 of 2:" in text
    assert "with Q after check: check 3b/(b + 2), bet 2(1 - b)/(b + 2)" in text
