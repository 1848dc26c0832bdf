"""A random sample of two hundred sentences and two hundred docstrings, for a reader who rates their wording.

    python -m benchmarks.reader --seed 1 > sheet.txt

A reader who has not seen the project marks each line as fine, or rewrites it. Aims: 90 % of the sentences that
users see and 85 % of the docstrings are fine.
"""

import argparse
import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "zerosum"
MIN_WORDS = 4
"""Minimum length of a sampled text; shorter ones are names and labels."""


def literals(path: Path) -> Iterator[str]:
    """Yield the strings of a module that are not documentation, with placeholders in braces."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    formatted = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    for node in formatted:
        yield ast.unparse(node)[2:-1]
    inside = {id(part) for node in formatted for part in ast.walk(node)}
    inside |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for text in ast.walk(tree):
        if isinstance(text, ast.Constant) and isinstance(text.value, str) and id(text) not in inside:
            yield text.value


def docstrings(path: Path) -> Iterator[str]:
    """Yield the first paragraph of each docstring."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            documentation = ast.get_docstring(node)
            if documentation:
                yield f"{node.name}: {documentation.split(chr(10) * 2)[0]}"


def seen_by_users() -> Iterator[tuple[str, str]]:
    """Yield the location of a text, and the text: messages, reports, pages and documentation, without claims about
    papers.
    """
    for path in sorted(SOURCE.rglob("*.py")):
        if "papers" not in path.parts:
            yield from ((path.name, text) for text in literals(path))
    for path in sorted(SOURCE.rglob("*.html")):
        text = re.sub(r"{%.*?%}|{#.*?#}|<[^>]*>", "\n", path.read_text(encoding="utf-8"), flags=re.S)
        yield from ((path.name, line) for line in text.split("\n"))
    for path in sorted(SOURCE.rglob("*.js")):
        found = re.findall(r"\"[^\"\n]*\"|`[^`]*`", path.read_text(encoding="utf-8"))
        yield from ((path.name, text.strip('"`')) for text in found)
    for path in sorted([*ROOT.glob("docs/**/*.md"), ROOT / "README.md"]):
        if not {"_build", "_generated", "papers"} & set(path.parts):
            prose = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.S)
            yield from ((path.name, text) for text in re.split(r"(?<=[.!?])\s+|\n\n", prose))


def main() -> None:
    """Print both samples, numbered."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    options = parser.parse_args()
    chooser = random.Random(options.seed)
    visible = [(name, " ".join(text.split())) for name, text in seen_by_users()]
    visible = [one for one in visible if len(re.findall(r"[A-Za-z]{2,}", one[1])) >= MIN_WORDS]
    documented = [
        (str(path.relative_to(SOURCE)), " ".join(text.split()))
        for path in sorted(SOURCE.rglob("*.py"))
        for text in docstrings(path)
    ]
    for title, texts in (("Seen by users", visible), ("Docstrings", documented)):
        print(f"\n{title}: {options.count} of {len(texts):,}\n")
        for number, (name, text) in enumerate(chooser.sample(texts, options.count), 1):
            print(f"{number:>3} {name} | {text}")


if __name__ == "__main__":
    main()
