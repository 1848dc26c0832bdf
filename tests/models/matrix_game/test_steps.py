"""Worked steps end at the exact solver's answer, take the steps of textbooks, and are well-formed LaTeX."""

import random
import re
import shutil
import subprocess
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from tests.command import run

import zerosum
from zerosum import MatrixGame
from zerosum.display.document import Graph, MarkedCell, latex_formula
from zerosum.display.page import mathml
from zerosum.display.table import Table
from zerosum.models.matrix_game.steps import WorkedMatrix, worked_steps
from zerosum.models.matrix_game.verify import bounds

EQUATIONS = "Equations for the moves that are played"
FORMULA = "The 2 × 2 game by the formula"


def worked(rows, names=((), ())) -> WorkedMatrix:
    """The steps of a game with whole or fractional payoffs."""
    game = MatrixGame.of([[Fraction(a) for a in row] for row in rows], *names)
    return worked_steps(zerosum.solve(game, exact=True))


def headings(found: WorkedMatrix) -> list[str]:
    return [step.heading for step in found.steps]


def random_matrix(chance: random.Random) -> list[list[Fraction]]:
    """A matrix of any shape up to 6 × 6, some of few different numbers, some of fractions, some symmetric games."""
    m, n, most = chance.randint(1, 6), chance.randint(1, 6), chance.choice((1, 3, 9))
    below = (1, 1, 2, 3) if most == 9 else (1,)
    A = [[Fraction(chance.randint(-most, most), chance.choice(below)) for _ in range(n)] for _ in range(m)]
    if m == n and chance.random() < 0.25:
        A = [[A[i][j] - A[j][i] for j in range(n)] for i in range(m)]
    return A


def test_the_answer_is_the_exact_solvers_on_matrices_of_all_shapes():
    chance, seen = random.Random(35), set()
    for _ in range(600):
        A = random_matrix(chance)
        found = worked(A)
        exact = zerosum.solve(MatrixGame.of(A), exact=True)
        assert found.value == exact.value.lower == exact.value.upper
        proved = bounds(exact.game, found.row, found.col)
        assert proved.lower == proved.upper == found.value
        if exact.is_unique:
            assert (found.row, found.col) == (tuple(exact.row.values()), tuple(exact.col.values()))
        assert found.steps[-1].parts[-1].startswith(f"Value {found.value}. Row plays ")
        seen |= set(headings(found))
    assert seen >= {
        "Maximin and minimax",
        "Symmetry",
        "Dominance",
        FORMULA,
        "The 2 × 2 game by oddments",
        "The graph",
        EQUATIONS,
        "The simplex method",
    }


@pytest.mark.parametrize(
    ("rows", "value", "row", "steps"),
    [
        # odds and evens with one or two fingers: the formula by hand is (8 - 9)/(-12)
        ([[-2, 3], [3, -4]], "1/12", "7/12 5/12", [FORMULA, "The 2 × 2 game by oddments"]),
        # a saddle point
        ([[4, 1, -3], [3, 2, 5], [0, 1, 6]], "2", "0 1 0", []),
        # column 3 goes, then row 1; what is left is (1, 2), (4, 1), by hand (1 - 8)/(-4)
        ([[2, 0, 4], [1, 2, 3], [4, 1, 2]], "7/4", "0 3/4 1/4", ["Dominance", FORMULA, "The 2 × 2 game by oddments"]),
        # columns 2 and 3 cross on the lower envelope: 1 + 2 p = 6 - 5 p
        ([[2, 3, 1, 5], [4, 1, 6, 0]], "17/7", "5/7 2/7", ["The graph", FORMULA]),
        # rock, paper, scissors
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], "0", "1/3 1/3 1/3", ["Symmetry", EQUATIONS]),
        # a diagonal game: the value is 1/(1 + 1/2 + 1/3)
        ([[1, 0, 0], [0, 2, 0], [0, 0, 3]], "6/11", "6/11 3/11 2/11", [EQUATIONS]),
    ],
)  # fmt: skip
def test_examples_of_textbooks(rows, value, row, steps):
    found = worked(rows)
    assert (found.value, found.row) == (Fraction(value), tuple(map(Fraction, row.split())))
    assert headings(found) == ["Maximin and minimax", *steps, "Answer and check"]


def test_dominated_moves_are_eliminated_beside_a_saddle_point():
    worked = zerosum.MatrixGame.family.steps(zerosum.solve([[3, 2, 4], [1, 0, 5], [2, 2, 6]], exact=True))
    assert [step.heading for step in worked.steps] == ["Maximin and minimax", "Dominance", "Answer and check"]
    assert worked.value == 2


def test_a_saddle_point_is_marked():
    table = worked([[4, 1, -3], [3, 2, 5], [0, 1, 6]]).steps[0].parts[0]
    assert isinstance(table, Table)
    assert [cell for row in table.rows for cell in row if isinstance(cell, MarkedCell)] == [
        MarkedCell(Fraction(2))
    ]


def test_a_mixture_dominates_with_its_reason_and_the_smaller_table():
    said, table = worked([[9, 0, 8], [0, 9, 1], [4, 4, 4]]).steps[1].parts[:2]
    assert said.startswith(
        "No other row dominates row 3, but a mixture does: 1/2 × row 1 + 1/2 × row 2 = (9/2, 9/2, 9/2)"
    )
    assert [row[0] for row in table.rows] == ["1", "2"]


def test_the_graph_knows_flat_envelopes_and_columns():
    flat = worked([[0, 2, 1], [2, 0, 1]])
    assert (flat.value, flat.row, flat.col) == (1, (Fraction(1, 2), Fraction(1, 2)), (0, 0, 1))
    upright = next(
        part
        for step in worked([[2, 4], [3, 1], [1, 6], [5, 0]]).steps
        for part in step.parts
        if isinstance(part, Graph)
    )
    assert upright.variable == "q"
    assert not upright.is_lower


def test_the_tableaux_of_the_simplex_method_follow_from_each_other():
    """Each tableau says the same equations as the first one: it is checked at a random point."""
    step = next(
        s for s in worked([[2, -1, 6], [0, 1, -1], [-2, 2, 1], [1, 0, 3]]).steps if "simplex" in s.heading
    )
    tables = [part for part in step.parts if isinstance(part, Table)]
    first = tables[0]
    chance = random.Random(1)
    point = {name: Fraction(chance.randint(1, 9)) for name in first.columns[1:-1]}

    def sides(table):
        cells = [[c.cell if isinstance(c, MarkedCell) else c for c in row] for row in table.rows]
        return {
            row[0]: row[-1] - sum(a * point[n] for n, a in zip(table.columns[1:-1], row[1:-1], strict=True))
            for row in cells
        }

    point |= {name: height for name, height in sides(first).items() if name}
    for table in tables[1:]:
        for name, height in sides(table).items():
            assert height == (point[name] if name else sides(first)[""])


def test_names_of_moves_are_escaped_in_latex():
    nasty = worked([[3, 1, 4], [0, 2, 9]], (("a_b & 50%", "[x]"), ("#1", "{c}^~", "\\d$")))
    written = nasty.document.latex()
    assert r"a\_b \& 50\%" in written
    assert "{[}x{]}" in written
    assert r"\{c\}\textasciicircum{}\textasciitilde{}" in written
    check_latex(written)


def check_html(text: str) -> None:
    """Every element is closed in order, and nothing needs a script or an attribute of style."""
    body = text[text.index("<body>") : text.index("</html>")]
    ElementTree.fromstring(re.sub(r"<img ([^>]*)>", r"<img \1/>", body))
    assert " style=" not in body
    assert "<script" not in text


def check_latex(written: str) -> None:
    """Environments, braces and dollars are balanced, rows have as many cells as columns, characters are Latin-1."""
    opened: list[str] = []
    for kind, name in re.findall(r"\\(begin|end)\{(\w+\*?)\}", written):
        if kind == "begin":
            opened.append(name)
        else:
            assert opened.pop() == name
    assert not opened
    plain = re.sub(r"\\[\\{}$&%#_]", "", written)
    assert plain.count("{") == plain.count("}")
    assert plain.count("$") % 2 == 0
    assert written.count(r"\[" + "\n") == written.count("\n" + r"\]")
    assert all(ord(letter) < 256 for letter in written)
    for body in re.findall(r"\\begin\{tabular\}\{(.*?)\}\n(.*?)\\end\{tabular\}", written, re.S):
        columns = len(body[0].replace("|", ""))
        for line in body[1].splitlines():
            cells = int(re.match(r"\\multicolumn\{(\d+)\}|", line)[1] or 1)
            assert len(re.findall(r"(?<!\\)&", line)) + cells == columns, line


def test_latex_and_html_are_well_formed_for_every_method():
    chance = random.Random(4)
    for _ in range(60):
        document = worked(random_matrix(chance)).document
        check_latex(document.latex())
        check_html(document.html())


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="TeX is not installed")
def test_latex_compiles(tmp_path):
    (tmp_path / "game.tex").write_text(
        worked([[2, 3, 1, 5], [4, 1, 6, 0]]).document.latex(), encoding="utf-8"
    )
    subprocess.run(["pdflatex", "-halt-on-error", "game.tex"], cwd=tmp_path, check=True, capture_output=True)


def test_formulas_of_the_keyboard_become_mathml():
    assert mathml("x1 >= 1/2") == (
        '<math><msub><mi>x</mi><mn>1</mn></msub><mspace width="0.2em"/><mo>≥</mo><mspace width="0.2em"/>'
        "<mfrac><mn>1</mn><mn>2</mn></mfrac></math>"
    )
    assert mathml("(a - b)/(c)").startswith("<math><mfrac><mrow><mi>a</mi>")


def test_formulas_of_the_keyboard_become_latex():
    assert (
        latex_formula("v = (a d - b c)/(a + (-2)) = 3/2") == r"v = \frac{a d - b c}{a + (-2)} = \frac{3}{2}"
    )
    assert latex_formula("2 x1 + x12 >= 1") == r"2 x_{1} + x_{12} \ge  1"


def test_six_by_six_stays_within_two_pages_of_eighty_lines():
    chance = random.Random(6)
    for _ in range(60):
        text = worked([[chance.randint(-9, 9) for _ in range(6)] for _ in range(6)]).document.text()
        assert len(text.splitlines()) <= 160


def test_the_command_prints_steps_in_three_forms():
    game = "2 3 1 5; 4 1 6 0"
    text = run("matrix", game, "--steps")
    assert text.returncode == 0
    assert "Value 17/7. Row plays row 1 with probability 5/7, row 2 with 2/7." in text.stdout
    assert run("matrix", game, "--steps", "--markdown").stdout.startswith(
        "# Matrix game · 2 × 4\n\n## 1. Maximin"
    )
    check_latex(run("matrix", game, "--steps", "--latex").stdout)
    check_html(run("matrix", game, "--steps", "--html").stdout)
    refused = run("matrix", game, "--steps", "--json")
    assert (refused.returncode, "--steps cannot be printed as JSON" in refused.stderr) == (2, True)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="TeX is not installed")
def test_six_by_six_fits_on_two_pages(tmp_path):
    """Row 33 of a search: many dominated moves, then the graph, which takes the most room."""
    chance = random.Random(33)
    rows = [[chance.randint(-9, 9) for _ in range(6)] for _ in range(6)]
    (tmp_path / "game.tex").write_text(worked(rows).document.latex(), encoding="utf-8")
    subprocess.run(["pdflatex", "-halt-on-error", "game.tex"], cwd=tmp_path, check=True, capture_output=True)
    assert "(2 pages" in (tmp_path / "game.log").read_text(encoding="utf-8", errors="replace")


def test_large_games_are_refused():
    rows = ";".join(" ".join(str((i * j) % 7) for j in range(11)) for i in range(11))
    refused = run("matrix", rows, "--steps")
    assert (refused.returncode, "at most 10 moves" in refused.stderr) == (2, True)
