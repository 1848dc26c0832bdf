"""Text and tables fit their line, and no word or number is broken for it."""

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from zerosum.core.solution import Value
from zerosum.display import Report, Table
from zerosum.display.report import Headline
from zerosum.display.style import new_figure
from zerosum.display.text import lay_out, wrap, wrap_list

MOVES = {str(card): 1 / 13 for card in range(1, 14)}


def printed(item: object, width: int) -> str:
    console = Console(file=io.StringIO(), width=width, highlight=False)
    console.print(item)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def text(columns: list[str], cells: list[list[str]], width: int) -> list[str]:
    return [line.text for line in lay_out(columns, cells, width)]


words = st.text("abc1", min_size=1, max_size=9)
phrases = st.lists(words, min_size=1, max_size=5).map(" ".join)


@given(st.integers(1, 5).flatmap(lambda n: st.lists(st.lists(phrases, min_size=n, max_size=n), min_size=1)))
def test_every_word_of_a_table_stays_whole(grid: list[list[str]]) -> None:
    shown = " ".join(text(grid[0], grid[1:], 24)).split()
    for cell in (cell for line in grid for cell in line):
        assert set(cell.split()) <= set(shown)


@given(st.lists(words, min_size=1, max_size=30), st.integers(9, 40))
def test_wrapped_text_keeps_its_words_in_order_and_fits(given_words: list[str], width: int) -> None:
    lines = wrap(" ".join(given_words), width)
    assert " ".join(lines).split() == given_words
    glued = re.compile(r"[a-z] \d")
    assert all(len(line) <= width or glued.search(line) for line in lines)


def test_a_table_that_fits_is_left_as_it_is() -> None:
    assert text(["card", "1"], [["plays it", "50.0%"]], 80) == ["card          1", "plays it  50.0%"]


def test_a_wide_strategy_of_short_columns_is_cut_into_even_blocks_with_the_first_column() -> None:
    shown = text(["card", *MOVES], [["plays it", *["10.7%"] * 13]], 60)
    assert [line.split()[0] for line in shown if line] == ["card", "plays", "card", "plays"]
    assert max(map(len, shown)) <= 60
    assert abs(len(shown[0]) - len(shown[3])) <= 7


def test_a_strategy_of_long_moves_is_turned_on_its_side() -> None:
    moves = [f"{act} after bet {size}" for size in (1, 2, 4) for act in ("fold", "see")]
    shown = text(["share", *moves], [["row plays", *["1/3"] * 6], ["col plays", *["–"] * 6]], 80)
    assert shown[0].split("  ")[0] == "share"
    assert "see after bet 4         1/3          –" in shown
    assert len(shown) == 7


def test_a_turned_corner_names_its_sides_the_other_way_round() -> None:
    assert (
        text(["row \\ col", *["c" * 30] * 3], [["r", "1", "2", "3"]], 60)[0]
        == "col \\ row                       r"
    )


def test_words_are_wrapped_between_phrases_and_numbers_stay_with_their_words() -> None:
    cells = [["quiet", "street 1 40.2%, street 2 34.9%"]] * 3
    assert text(["state", "row plays"], cells, 24)[1:3] == ["quiet  street 1 40.2%,", "       street 2 34.9%"]


def test_a_value_is_not_torn_from_its_error() -> None:
    assert wrap("they give values: 0.0933 ± 2e-14.", 25) == ("they give values:", "0.0933 ± 2e-14.")


def test_a_short_bracket_stays_whole() -> None:
    assert wrap("cc next by r(2, q)", 16) == ("cc next by", "r(2, q)")


def test_wide_characters_take_two_columns() -> None:
    assert text(["手", "p"], [["石", "1"], ["a", "2"]], 80) == ["手  p", "石  1", "a   2"]


def test_a_list_is_broken_between_its_items_only() -> None:
    hints = ["zerosum play kuhn", "zerosum plot kuhn"]
    assert wrap_list("next: ", hints, 80) == ["next: zerosum play kuhn · zerosum plot kuhn"]
    assert wrap_list("next: ", hints, 30) == ["next: zerosum play kuhn", "      zerosum plot kuhn"]


def test_a_page_fits_every_terminal_and_sets_the_value_apart_from_a_long_title() -> None:
    solution = Report(
        "Jujitsu · 13 cards each · ties carried to the next winner",
        f"{Value(-6e-13, 6e-13)} to row",
        [Table("by prize", ["prize", *MOVES], [[prize, *MOVES.values()] for prize in range(1, 14)])],
        ["The value is the same for every starting state, whatever the two of you have done before."],
        "1 position, certified · backward induction over patterns and contexts · 0.5 s",
    )
    for width in (40, 60, 80, 120):
        shown = printed(solution, width)
        lines = shown.splitlines()
        assert max(map(len, lines)) <= width
        assert not any(line.endswith(("·", " ")) for line in lines)
        assert "value 0 ± 6e-13 to row" in shown
        assert ("winner    value" in shown) == (width >= 83)
        assert "1 position, certified" in shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("1.5555555555555556 ± 9e-15 to row", "1.55556 to row"),
        ("-0.0856064240780005… to row", "-0.0856064 to row"),
        ("0 ± 6e-14 to row", "0 to row"),
        ("-0.0555555… = -1/18 to A", "-0.0555555… = -1/18 to A"),
        ("-0.10029 ± 5e-05 to A", "-0.10029 ± 5e-05 to A"),
        ("1/3 to row", "1/3 to row"),
    ],
)
def test_the_title_of_a_picture_has_few_digits(value: str, shown: str) -> None:
    figure = new_figure(9, 5, Headline("A game", value))
    assert figure.get_suptitle() == f"A game\nvalue {shown}"
