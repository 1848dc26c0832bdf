"""Phrases that we do not use. The list is short, and every hit is a mistake: rewrite the sentence.

The check reads comments, docstrings and other strings of the source, templates, scripts, the claims about the papers
and all pages. It reads whole paragraphs, so that a line break inside a phrase hides nothing.
"""

import io
import re
import tokenize
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PHRASES = {
    r"\b[Ss]o many\b(?! \w+ that)": "give the number: 'at most n', 'the number of'",
    r"\b[Ss]o much\b(?! (?:that|more|less|faster|slower|larger|smaller))": "give the amount",
    r"(?<!here )\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|\w+er than\b)": "'is not a', 'are not'",
    r"(?<!here )\b(?:is|are) none\b(?! of)": "'is not one', 'are not'",
    r"\b[Ss]o often\b(?! that)": "give the number",
    r"\b(?:is|are|was|were|been|not) told\b": "'shown', 'reported', 'distinguished'",
    r"\b[Rr]ivals?\b": "'opponent'",
    r"\b[Bb]est (?:repl(?:y|ies)|answers?)\b": "'best response'",
    r"\b[Ww]hoever\b": "name the person: 'the player who'",
    r"\bMOST_[A-Z]": "'MAX_…'",
    r"\bevery other time\b": "'half the time'; it means alternating",
    r"(?<!a )\bhalf of the time\b": "'half the time'",
    r"\bKuhn's poker\b": "'Kuhn poker'",
    r"\banew\b": "'again'",
    r"\bone's own\b": "'your own', 'a player's own'",
    r"\b(?:to|for|of|from) who\b": "'to the player who'",
    r", too[.,;]": "'also', 'as well', or nothing",
    r"\bfor ever\b": "'forever'",
    r"\bnot care whether\b": "'is indifferent between'",
    r", and \S+ is not\b": "', not …'",
    r"\blooked at again\b": "'review'",
    r"\btimes of \d": "a percentage",
    r"[.;:] [Ww]ho (?:alone|bets|goes|has|holds|knows|never|sits)\b(?![^.]*\?)": "'a player who'",
}
FILES = sorted(
    path
    for pattern in (
        "*.md",
        "docs/**/*.md",
        "docs/**/*.ipynb",
        "docs/*.py",
        "examples/*.*",
        "benchmarks/*.py",
        "src/**/*.py",
        "src/**/*.toml",
        "src/**/*.html",
        "src/**/*.js",
    )
    for path in ROOT.glob(pattern)
    if not {"_build", "_generated", "__pycache__"} & set(path.parts)
)
SCRIPT = re.compile(r"//.*|/\*[\s\S]*?\*/|\"[^\"\n]*\"|`[^`\n]*`")
NAMES = re.compile(r"\$?\{[^{}]*\}|`[^`\n]*`")
"""What stands for something else in a text: a value that is filled in, or a name of the code."""


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs of prose in a file, each with the number of its first line."""
    for first, text in pieces(path):
        lines = text.split("\n")
        ends = [k for k, line in enumerate(lines) if not line.strip()] + [len(lines)]
        for start, end in pairwise([-1, *ends]):
            yield first + start + 1, "\n".join(lines[start + 1 : end])


def pieces(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the texts in a file, each with the number of its first line."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type in (tokenize.COMMENT, tokenize.STRING):
                yield token.start[0], token.string.lstrip("rbf\"'# ")
    elif path.suffix == ".js":
        for found in SCRIPT.finditer(source):
            yield source.count("\n", 0, found.start()) + 1, found.group().strip('"`/* ')
    else:
        yield 1, source


def mistakes(path: Path, root: Path = ROOT) -> list[str]:
    """Return the places of phrases of the list, and what to write instead."""
    found = []
    for number, text in texts(path):
        prose = NAMES.sub(lambda name: "…" + "\n" * name.group().count("\n"), text)
        prose = re.sub(r"[ \t]*(\n?)[ \t#*]+", lambda space: space[1] or " ", prose)
        flat = prose.replace("\n", " ")
        for phrase, advice in PHRASES.items() if " " in flat else ():
            for hit in re.finditer(phrase, flat):
                around = flat[max(0, hit.start() - 40) : hit.end() + 40]
                line = number + prose.count("\n", 0, hit.start())
                found.append(f"{path.relative_to(root)}:{line}: {around!r}: write {advice}")
    return found


@pytest.mark.parametrize(
    "folder", sorted({path.parent for path in FILES}), ids=lambda one: str(one.relative_to(ROOT))
)
def test_phrases_that_we_do_not_use(folder: Path) -> None:
    found = [mistake for path in FILES if path.parent == folder for mistake in mistakes(path)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "sentence",
    [
        "So so many raises may follow.",
        "What is no float becomes a fraction.",
        "A failure is told again.",
        "It is tried anew.",
        "A function of one's own.",
        "It is worth 1 to who bets first.",
        "The least bid; who has less waits.",
        "Others may, too.",
        "The play stays there for ever.",
        "B does not care whether to call.",
        "the bet must be positive, and -1 is not",
        "Your round, looked at again",
        "It wins 19 times of 20.",
        "What does a rival do?",
        "The best reply to it folds.",
        "The best answer earns 1.",
        "The dealer pays whoever wins.",
        "The players are told what they earn.",
        "MOST_CARDS of a deck.",
        "A bluffs every other time.",
        "A bluffs half of the time.",
        "The game is Kuhn's poker.",
        "A stretch is halved so often.",
    ],
)
def test_the_list_finds_them(sentence: str) -> None:
    assert any(re.search(phrase, sentence) for phrase in PHRASES)


@pytest.mark.parametrize(
    ("name", "line", "content"),
    [
        ("planted.py", 2, 'def f():\n    """Return what is left, too."""\n'),
        (
            "planted.py",
            4,
            'def f():\n    """Return it.\n\n    It is the best\n    reply to a strategy.\n    """\n',
        ),
        ("planted.py", 2, "bet = 1\n# a comment about a rival of ours\n"),
        ("planted.py", 1, 'ERROR = f"the bet must be positive, and {bet} is not"\n'),
        ("planted.js", 1, "const text = `the play stays for ever`;\n"),
        ("planted.js", 2, "show(1);\n/** A comment about the rival's cards. */\n"),
        ("planted.js", 1, 'show("the best answer to it");\n'),
        ("planted.html", 2, "<p>\n  Your round, looked at again\n</p>\n"),
        ("planted.html", 1, "<p>{{ seat }} beats the rival</p>\n"),
        ("planted.md", 3, "# A game\n\nB does not care whether to call.\n"),
        ("planted.md", 3, "# A game\n\nFind the best\nanswer to it.\n"),
        ("planted.toml", 2, "# of a game\nhow = 'what a rival would do'\n"),
    ],
)
def test_a_planted_phrase_is_found_on_its_line(name: str, line: int, content: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    (found,) = mistakes(tmp_path / name, tmp_path)
    assert found.startswith(f"{name}:{line}: ")


@pytest.mark.parametrize(
    "sentence",
    [
        "There is no game called 'kun'.",
        "The gap is no longer wide, and no bound is wider.",
        "So many positions that they do not fit.",
        "Who has the better hand?",
        "The player who has less waits.",
    ],
)
def test_the_list_leaves_good_sentences_alone(sentence: str) -> None:
    assert not any(re.search(phrase, sentence) for phrase in PHRASES)
