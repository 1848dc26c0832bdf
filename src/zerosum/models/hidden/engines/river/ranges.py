"""Cards, hands of two cards, and ranges: weighted sets of hands in players' notation.

A card is a number from 0 to 51, in the order of ranks from the deuces, and within a rank in the order spades, hearts,
diamonds, clubs. A hand is a pair of cards, the lower number first; the 1,326 hands are ordered by their first card
and then by their second: 2s2h, 2s2d, 2s2c, 2s3s, …, AdAc. Files of the endgames of Libratus list their weights in
this order.

    AA  AKs  AKo  AK  AhKh     a pair, suited, offsuit, both, and one hand
    77+                        this pair and all higher ones
    ATs+                       the lower card goes up: ATs, AJs, AQs, AKs
    T9s+                       neighbours go up together: T9s, JTs, QJs, KQs, AKs
    77-22  A5s-A2s  T9s-76s    from one to the other
    random                     every hand
    AKs:0.5  AKs:50%           with a weight; without one it is 1

A file (.txt, .csv or .dat) holds either the weights of all hands or a range in PioSolver's notation:
`AA:1,KK:0.5,AKs:0.25`.

If a hand occurs several times, its last weight counts: `AA, AhAs:0.5` is five hands with weight 1 and one with weight
0.5.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from pathlib import Path

from zerosum.core.errors import GameError, InputError
from zerosum.core.numbers import as_fraction
from zerosum.core.reading import read_text

RANKS, SUITS = "23456789TJQKA", "shdc"
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""The names of the cards."""
CARD = {name: number for number, name in enumerate(DECK)}
HANDS: tuple[tuple[int, int], ...] = tuple(combinations(range(52), 2))
"""All hands, in the order of the files."""
HAND = {hand: number for number, hand in enumerate(HANDS)}

Range = Mapping[int, Fraction]
"""The weights of hands, by the number of the hand; no weight is 0."""

EXAMPLE = "AA, AKs, T9s+, 77-22, AhKh:0.5 or random"
FILE = re.compile(r".*\.(txt|csv|dat)", re.IGNORECASE)
NUMBER = re.compile(r"-?[0-9][0-9.]*(?:[eE][+-]?[0-9]+)?")
LETTERS = re.compile(r"[a-df-zA-DF-Z:]")
"""Letters by which a range is recognised; the only letter in a number is e."""
PAIRS = re.compile(r"\s*(?:([2-9])\1(?:\+|-([2-9])\2)?[,;\s]*)+")
"""A range of pairs, which contains no letters: "77+, 55-33"."""
MAX_WEIGHT = 10**6


def read_cards(text: str) -> tuple[int, ...]:
    """Parse a list of cards, such as JsKs5cQs7d or Js Ks 5c Qs 7d; a ten is T or 10."""
    plain = re.sub(r"[\s,]", "", text).replace("10", "T")
    names = [plain[i : i + 1].upper() + plain[i + 1 : i + 2].lower() for i in range(0, len(plain), 2)]
    for name in names:
        if name not in CARD:
            raise GameError(
                f"{name!r} in {text!r:.40} is not a card; write a rank of {RANKS} and a suit of {SUITS}"
            )
    for name in names:
        if names.count(name) > 1:
            raise GameError(f"the card {name} occurs twice in {text!r:.40}")
    return tuple(CARD[name] for name in names)


def hand_name(hand: int) -> str:
    """Return a hand in players' notation, the higher card first."""
    low, high = HANDS[hand]
    return DECK[high] + DECK[low]


def class_name(hand: int) -> str:
    """Return the class of a hand: AA, AKs or AKo."""
    low, high = HANDS[hand]
    ranks = RANKS[high // 4] + RANKS[low // 4]
    return ranks if ranks[0] == ranks[1] else ranks + ("s" if low % 4 == high % 4 else "o")


CLASSES: dict[str, tuple[int, ...]] = {
    name: tuple(hand for hand in range(len(HANDS)) if class_name(hand) == name)
    for name in dict.fromkeys(map(class_name, range(len(HANDS))))
}
"""The 169 classes, and their hands."""


class DealtBoard(str):
    """A board whose last cards were dealt after the ranges were chosen; hands with one of them are left out."""

    dealt: int

    def __new__(cls, cards: str, dealt: int) -> DealtBoard:
        made = super().__new__(cls, cards)
        made.dealt = dealt
        return made

    def __reduce__(self) -> tuple[type[DealtBoard], tuple[str, int]]:
        return DealtBoard, (str(self), self.dealt)


def read_range(text: str, board: Iterable[int], side: int, dealt: Iterable[int] = ()) -> Range:
    """Parse a range from a string, or from a file for a side (0 or 1), without hands that contain a board card.

    Hands that are listed one by one are left out if they have a card that was `dealt`; any other board card in them
    is an error.
    """
    if FILE.fullmatch(text.strip()):
        held = read_text(Path(text.strip()))
        if is_list_of_weights(held):
            weights = read_weights(held, text, side)
            said = {hand: weight for hand, weight in enumerate(weights) if weight}
        else:  # hands that the board blocks are left out, as in the output of other programs
            said = dict(
                _read_parts("\n".join(line.partition("#")[0] for line in held.splitlines()), frozenset())
            )
    else:
        said = dict(_read_parts(text, frozenset(board) - frozenset(dealt)))
    kept = {hand: w for hand, w in sorted(said.items()) if w and not set(HANDS[hand]) & set(board)}
    if not kept:
        raise GameError(
            f"the range {text!r:.40} has no hand without a card of the board; add some, such as {EXAMPLE}"
        )
    return kept


def is_list_of_weights(text: str) -> bool:
    """Return whether a file lists a weight for each of the 1,326 hands rather than a range such as `AA:1,
    KK:0.5`."""
    if "-reach" in text or len(NUMBER.findall(text)) > len(CLASSES):
        return "-reach" in text or not LETTERS.search(text)
    return not LETTERS.search(text) and not PAIRS.fullmatch(text)


def read_weights(text: str, name: str, side: int) -> list[Fraction]:
    """Read the 1,326 weights in a file; of 2,652 the first half belongs to the player out of position."""
    numbers = NUMBER.findall(text.partition("-reach")[2] if "-reach" in text else text)
    if len(numbers) not in (len(HANDS), 2 * len(HANDS)):
        raise GameError(
            f"{name!r:.60} must contain 1,326 weights, or 2,652 for both players, not {len(numbers):,}"
        )
    half = numbers[: len(HANDS)] if side == 0 else numbers[-len(HANDS) :]
    return [_weight(number) for number in half]


def named_hands(text: str) -> tuple[int, ...]:
    """Return the hands with a name: a single hand, such as AhKh, or a class of hands, such as AKo, 77 or T9s+."""
    part = text.strip()
    return _hands(part, frozenset()) if re.fullmatch(r"[^,;:\s]+", part) else ()


def range_text(range: Range) -> str:
    """Return a text that `read_range` accepts: classes of equal weight by their names, other hands one by one."""
    parts, left = [], dict(range)
    for name, hands in CLASSES.items():
        weights = {left.get(hand) for hand in hands}
        if len(weights) == 1 and None not in weights:
            parts.append((hands[0], name, range[hands[0]]))
            for hand in hands:
                del left[hand]
    parts += [(hand, hand_name(hand), weight) for hand, weight in left.items()]
    return ", ".join(name if weight == 1 else f"{name}:{weight}" for _, name, weight in sorted(parts))


def _weight(text: str) -> Fraction:
    try:
        weight = as_fraction(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except InputError as error:
        raise GameError(f"a weight must be a number: {error}") from None
    if not 0 <= weight <= MAX_WEIGHT:
        raise GameError(f"a weight must be from 0 to {MAX_WEIGHT:,}, not {text:.40}")
    return weight


def _read_parts(text: str, board: frozenset[int]) -> Iterator[tuple[int, Fraction]]:
    for part in re.split(r"[,;\s]+", re.sub(r"\s*:\s*", ":", text.strip())):
        if part:
            body, colon, weight = part.partition(":")
            share = _weight(weight) if colon else Fraction(1)
            for hand in _hands(body, board):
                yield hand, share


def _hands(part: str, board: frozenset[int]) -> tuple[int, ...]:
    if part.lower() in ("random", "any", "100%"):
        return tuple(range(len(HANDS)))
    if len(part) == 4 and part[1].lower() in SUITS and part[3].lower() in SUITS:
        low, high = sorted(read_cards(part))
        if board & {low, high}:
            raise GameError(f"the hand {part} contains a card of the board; remove it")
        return (HAND[low, high],)
    typed = re.fullmatch(
        r"([2-9TJQKA])([2-9TJQKA])([so]?)(\+|-([2-9TJQKA])([2-9TJQKA])([so]?))?", _upper(part)
    )
    if not typed:
        raise GameError(f"{part!r:.40} is not part of a range; write {EXAMPLE}")
    high, low = (RANKS.index(rank) for rank in typed.group(1, 2))
    kind = typed[3]
    if low > high:
        high, low = low, high
    if high == low and kind:
        raise GameError(
            f"{part!r:.40} is a pair, which is neither suited nor offsuit; write {_upper(part)[:2]}"
        )
    if not typed[4]:
        return _class(high, low, kind)
    pairs = [(high, low)]
    if typed[4] == "+":
        if high - low <= 1:
            pairs = [(high + k, low + k) for k in range(13 - high)]
        else:
            pairs = [(high, k) for k in range(low, high)]
    else:
        ends = sorted(RANKS.index(rank) for rank in typed.group(5, 6))
        last, lower = ends[1], ends[0]
        if typed[7] != kind or (last - lower != high - low and last != high):
            raise GameError(
                f"{part!r:.40} is not a valid interval of hands; write, for example, 77-22, "
                f"A5s-A2s or T9s-76s"
            )
        steps = range(min(lower, low), max(lower, low) + 1)
        pairs = [(high, k) if last == high else (k + high - low, k) for k in steps]
    return tuple(hand for pair in pairs for hand in _class(*pair, kind))


def _upper(part: str) -> str:
    """Return a part with its ranks in upper case, and s and o in lower case."""
    return re.sub(r"[SO]", lambda match: match[0].lower(), part.upper())


def _class(high: int, low: int, kind: str) -> tuple[int, ...]:
    ranks = RANKS[high] + RANKS[low]
    return CLASSES[ranks] if high == low else tuple(h for k in kind or "so" for h in CLASSES[ranks + k])
