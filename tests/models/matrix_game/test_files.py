"""Games from files, as text and through the command."""

import io
import json
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import command

from zerosum.core.errors import InputError
from zerosum.core.gambit_text import LIKENESS
from zerosum.models.matrix_game.files import parse_matrix, read_matrix, write_nfg
from zerosum.models.matrix_game.rules import MatrixGame

THIRDS = ((Fraction(1, 3), Fraction(0)), (Fraction(-1, 2), Fraction(2)))

CSV = {
    "plain": "1/3,0\n-0.5,2\n",
    "spaces and comments": "# a game\n\n 1/3 , 0\n-.5 , 2.0\n",
    "semicolons": "1/3;0\n-5e-1;2\n",
    "tabs": "1/3\t0\n-1/2\t2\n",
    "blanks": "1/3  0\n-1/2  2\n",
    "byte-order mark": "\ufeff1/3,0\n-1/2,2\n",
    "true minus": "1/3,0\n−1/2,2\n",
    "windows": "1/3,0\r\n-1/2,2\r\n",
}
JSON = {
    "rows": '[["1/3", 0], [-0.5, 2]]',
    "object": '{"matrix": [["1/3", 0], ["-1/2", 2.0]]}',
}
TOML = {
    "rows": 'matrix = [["1/3", 0], [-0.5, 2]]',
    "names": 'title = "t"\nrows = ["a", "b"]\ncolumns = ["c", "d"]\nmatrix = [["1/3", 0.0], ["-1/2", 2]]',
}
NFG = {
    "payoffs": 'NFG 1 R "t" { "A" "B" } { 2 2 }\n\n1/3 -1/3 -1/2 1/2 0 0 2 -2\n',
    "payoffs with a comment": 'NFG 1 D "t" { "A" "B" } { 2 2 } "say" 1/3 -1/3 -.5 .5 0 0 2 -2',
    "payoffs with names": 'NFG 1 R "t" { "A" "B" } { { "a" "b" } { "c" "d" } } "" 1/3 -1/3 -1/2 1/2 0 0 2 -2',
    "outcomes": 'NFG 1 R "t" { "A" "B" } { { "a" "b" } { "c" "d" } } "" '
    '{ { "x" 1/3, -1/3 } { "" -1/2 1/2 } { "y" 2 -2 } } 1 2 0 3',
}


@pytest.mark.parametrize(("ending", "text"), [
    *(("csv", text) for text in CSV.values()),
    *(("txt", text) for text in CSV.values()),
    *(("json", text) for text in JSON.values()),
    *(("txt", text) for text in JSON.values()),
    *(("toml", text) for text in TOML.values()),
    *(("nfg", text) for text in NFG.values()),
])  # fmt: skip
def test_one_game_in_every_format(tmp_path: Path, ending: str, text: str) -> None:
    file = tmp_path / f"game.{ending}"
    file.write_text(text, encoding="utf-8")
    assert read_matrix(file).payoffs == THIRDS


@pytest.mark.parametrize("text", ["x,up,down\nleft,1,2\nright,3,4\n", "up,down\nleft,1,2\nright,3,4\n"])
def test_csv_names(tmp_path: Path, text: str) -> None:
    file = tmp_path / "game.csv"
    file.write_text(text, encoding="utf-8")
    game = read_matrix(file)
    assert (game.rows, game.cols) == (("left", "right"), ("up", "down"))
    assert game.payoffs == ((1, 2), (3, 4))


def test_names_of_one_side_only(tmp_path: Path) -> None:
    file = tmp_path / "game.csv"
    file.write_text("up,down\n1,2\n", encoding="utf-8")
    assert read_matrix(file).cols == ("up", "down")
    file.write_text("left,1,2\nright,3,4\n", encoding="utf-8")
    assert read_matrix(file).rows == ("left", "right")


def test_names_in_json_and_nfg(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(
        '{"matrix": [[1], [2]], "rows": ["a", "b"], "columns": ["c"], "title": "T"}', encoding="utf-8"
    )
    game = read_matrix(file)
    assert (game.rows, game.cols, game.title) == (("a", "b"), ("c",), "T")
    file = tmp_path / "game.nfg"
    file.write_text(NFG["outcomes"].replace('"t"', r'"say \"t\""'), encoding="utf-8")
    game = read_matrix(file)
    assert (game.rows, game.cols, game.title) == (("a", "b"), ("c", "d"), 'say "t"')


@pytest.mark.parametrize("line", ["1,²", "1,2o", "0,nam"])
def test_a_first_line_with_a_number_is_no_header(line: str) -> None:
    with pytest.raises(InputError, match="row 1, column 2"):
        parse_matrix(f"{line}\n3,4\n")
    assert parse_matrix(f"{line}\nup,4\ndown,3\n").payoffs == ((4,), (3,))


def test_a_line_of_text_and_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_matrix('[["1/3", 0], [-0.5, 2]]').payoffs == THIRDS
    assert read_matrix("1/3 0; -1/2 2").payoffs == THIRDS
    assert read_matrix("1/3,0;-1/2,2").payoffs == THIRDS
    monkeypatch.setattr("sys.stdin", io.StringIO(NFG["outcomes"]))
    assert read_matrix("-").payoffs == THIRDS


def test_a_constant_sum_is_told() -> None:
    game = parse_matrix('NFG 1 R "" { "A" "B" } { 2 1 } 3 1 0 4')
    assert game.payoffs == ((3,), (0,))
    assert "sum to 4, not 0" in game.remark
    assert parse_matrix(NFG["payoffs"]).remark == ""


@given(
    st.integers(1, 3).flatmap(
        lambda n: st.lists(st.lists(st.fractions(), min_size=n, max_size=n), min_size=1, max_size=4)
    ),
    st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters="".join(map(chr, LIKENESS)))),
)
def test_what_is_written_for_gambit_is_read_back(payoffs: list[list[Fraction]], title: str) -> None:
    game = MatrixGame.of(payoffs, heading=title)
    again = parse_matrix(write_nfg(game))
    assert again.payoffs == game.payoffs
    assert again.title == game.title
    assert again.moves() == game.moves()


REFUSED = {
    "nothing.csv": ("", "no payoffs"),
    "ragged.csv": ("1,2\n3\n", "row 2 has 1"),
    "word.csv": ("1,2\n3,x\n", "row 2, column 2 is 'x'"),
    "nan.csv": ("nan,2\n3,1\n", "row 1, column 1 is 'nan'"),
    "zero.csv": ("1/0,2\n3,1\n", "1/0"),
    "names.csv": ("a,a\n1,2\n", "2 columns need 2 different names"),
    "broken.json": ("[[1, 2]", "not JSON"),
    "nan.json": ("[[NaN]]", "NaN"),
    "true.json": ("[[true]]", "True"),
    "object.json": ('{"A": [[1]]}', '"matrix"'),
    "empty.json": ("[]", "no payoffs"),
    "three.nfg": ('NFG 1 R "" { "A" "B" "C" } { 1 1 1 } 0 0 0', "two players; this file has 3"),
    "huge.nfg": ('NFG 1 R "" { "A" "B" } { 1000000000 1000000000 } 1', "needs 2000000000000000000 payoffs"),
    "power.nfg": ('NFG 1 R "" { "A" "B" } { ² 1 } 1 -1', "at least 1, not ²"),
    "digits.nfg": ('NFG 1 R "" { "A" "B" } { ' + "9" * 5000 + " 1 } 1 -1", "at least 1, not 999"),
    "power.csv": ("²,1\n1,2\n", "'\\xb2'"),
    "beyond.csv": ("1e999,1\n1,2\n", "'1e999'"),
    "deep.json": ("[" * 100_000, "nested too deeply"),
    "surrogate.json": (r'{"matrix": [[1]], "rows": ["\ud800"]}', "cannot be displayed"),
    "escape.json": (r'{"matrix": [[1]], "title": "\u001b[2J"}', "cannot be displayed"),
    "long.json": ("[[" + "1" * 10_000 + "]]", "row 1, column 1"),
    "names.json": ('{"matrix": [[1]], "rows": "a"}', "rows must be a list of names, not 'a'"),
    "key.json": ('{"matrix": [[1]], "cols": ["a"]}', ", not 'cols'"),
    "broken.toml": ("matrix = [[1, 2]", "not TOML"),
    "nan.toml": ("matrix = [[nan]]", "row 1, column 1"),
    "null.csv": ("1,2\n3,\0\n", "row 2, column 2"),
    "field.csv": ('1,"' + "x" * 200_000 + '"\n', "not CSV"),
    "sum2.nfg": ('NFG 1 R "" { "A" "B" } { 2 1 } 1 -1 0 2', "neither zero-sum nor constant-sum"),
    "short.nfg": ('NFG 1 R "" { "A" "B" } { 2 2 } 1 -1', "needs 8 payoffs for its strategies, but has 2"),
    "outcome.nfg": ('NFG 1 R "" { "A" "B" } { 1 1 } { { "x" 1 -1 } } 2', "outcome 2, but has 1"),
    "count.nfg": ('NFG 1 R "" { "A" "B" } { 1 0 } 1 -1', "at least 1, not 0"),
    "brace.nfg": ('NFG 1 R "" { "A" "B" { 1 1 } 1 -1', "never closes"),
    "brace2.nfg": ('NFG 1 R "" { "A" "B" } } { 1 1 } 1 -1', "never opened"),
    "efg.nfg": ('EFG 2 R "" { "A" "B" }', "begin with NFG 1 R"),
    "word.nfg": ('NFG 1 R "" { "A" "B" } { 1 1 } x -1', "x where a payoff is expected"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_bad_files_get_one_sentence(tmp_path: Path, name: str) -> None:
    text, words = REFUSED[name]
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_matrix(tmp_path / name)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_unreadable_files(tmp_path: Path) -> None:
    for missing in (tmp_path / "nowhere.csv", "", "1 2"):
        with pytest.raises(InputError, match="there is no file"):
            read_matrix(missing)
    (tmp_path / "binary.csv").write_bytes(b"\xff\xfe\x00\x80")
    with pytest.raises(InputError, match="not a text file"):
        read_matrix(tmp_path / "binary.csv")


run = partial(command.run, "matrix")


def test_the_command(tmp_path: Path) -> None:
    file = tmp_path / "pennies.csv"
    file.write_text(",heads,tails\nheads,1,-1\ntails,-1,1\n", encoding="utf-8")
    answer = json.loads(run(str(file), "--exact", "--json").stdout)
    assert answer["value"] == {"lower": "0", "upper": "0"}
    assert answer["strategies"]["row"] == {"heads": "1/2", "tails": "1/2"}
    assert answer.keys() >= {"game", "parameters", "method", "positions", "seconds"}
    assert "1/2" in run(str(file)).stdout
    bounds = json.loads(run(str(file), "--json").stdout)["value"]
    assert bounds == {"lower": "0", "upper": "0"}


def test_the_command_refuses_in_one_sentence(tmp_path: Path) -> None:
    stopped = run(str(tmp_path / "nowhere.csv"))
    assert stopped.returncode == 2
    assert stopped.stdout == ""
    assert stopped.stderr.count("\n") == 1


def test_the_command_writes_pictures_gambit_files_latex_and_markdown(tmp_path: Path) -> None:
    picture, file = tmp_path / "envelope.svg", tmp_path / "game.nfg"
    told = run("2 3 1 5; 4 1 6 0", "--exact", "--plot", str(picture), "--nfg", str(file))
    assert told.returncode == 0, told.stderr
    assert "value 2.42857… = 17/7 to row" in told.stdout
    assert "unique" in told.stdout
    for words in ("lower envelope", "probability that row plays row 1", "column 4", "17/7"):
        assert words in picture.read_text(encoding="utf-8")
    latex = run(str(file), "--exact", "--latex").stdout
    assert r"v = \frac{17}{7}" in latex
    assert latex.count("&") == 4 * 5
    table = run(str(file), "--exact", "--markdown").stdout
    assert "| 1 | 2 | 3 | 1 | 5 | 5/7 |" in table
    assert run(str(file), "--latex", "--json").returncode == 2


def test_exact_solutions_that_take_too_long_are_refused_unless_allowed(tmp_path: Path) -> None:
    """300 × 300 in fractions takes about a second; the sentence says what to allow."""
    file = tmp_path / "large.csv"
    lines = (",".join(f"{(i * 7919 + j * 104729) % 99991}" for j in range(300)) for i in range(300))
    file.write_text("\n".join(lines), encoding="utf-8")
    stopped = run(str(file), "--exact", "--limit", "0.1s")
    assert stopped.returncode == 2
    assert "would need about" in stopped.stderr
    assert "--limit" in stopped.stderr
    assert stopped.stderr.count("\n") == 1


def test_a_line_on_standard_input_reads_as_on_the_command_line() -> None:
    shown = run("-", "--exact", "--json", typed="1 -1; -1 2\n")
    assert json.loads(shown.stdout)["value"] == {"lower": "1/5", "upper": "1/5"}
    assert json.loads(run("-", "--exact", "--json", typed="3;1;2\n").stdout)["value"]["lower"] == "1"
