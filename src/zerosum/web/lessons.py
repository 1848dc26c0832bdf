"""The lessons: one path from the first bluff to games of several moves. Each lesson asks a question before it gives
the answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Guess(NamedTuple):
    """The opening question of a lesson."""

    asks: str
    choices: tuple[str, ...]
    right: int
    """The index of the right choice, from 0."""


class Seat(NamedTuple):
    """The table at which three rounds of a lesson's game are played."""

    side: str = "row"
    given: Mapping[str, str] = {}
    """The game's parameters, as typed."""
    rounds: int = 3
    seeds: tuple[int, ...] = ()
    """Seeds of tables whose first round asks the lesson's question; one of them is drawn for each table."""
    first: str = ""
    """What is dealt in the first round of these tables, said to the visitor."""


class Lesson(NamedTuple):
    """A lesson of the list: one idea in five minutes."""

    title: str
    summary: str
    insight: str
    """The idea in one sentence, at the end of the lesson."""
    games: tuple[str, ...]
    """The games that the lesson explains; it uses the first one."""
    guess: Guess
    seat: Seat = Seat()


LESSONS = {
    "jack": Lesson(
        "Why bluff with the worst card",
        "Kuhn poker: one slider for how often you bet the jack, and your EV as it changes.",
        "Bet your worst card one time in three: just often enough that a queen is indifferent to calling.",
        ("kuhn", "toy-river", "leduc", "dealt-betting"),
        Guess("How often should you bet the jack?", ("Never", "One time in three", "Always"), 1),
        Seat(
            "col",
            seeds=(12, 25, 29, 32, 38, 44, 48, 53, 58, 81, 83, 85, 88, 95),
            first="In the first round you are dealt the jack, and your opponent checks. The others are random.",
        ),
    ),
    "mix": Lesson(
        "Why mix",
        "One coin, one slider: find the only mix that cannot be exploited.",
        "If your opponent can predict your move, you lose. So make every guess equally bad.",
        (
            "pennies",
            "rps",
            "morra",
            "blotto",
            "silent-duel",
            "oshi-zumo",
            "noisy-duel",
            "inspection",
            "pursuit",
        ),
        Guess(
            "How often should you show heads?",
            ("Less than half the time", "Half the time", "More than half the time: two heads pay most"),
            0,
        ),
    ),
    "several": Lesson(
        "Why the solver shows this strategy",
        "A three-hand river: one slider for how often the kings shove, and what it costs if they do so too often.",
        "A game can have many optimal strategies. A solver shows one of them; a range shows them all.",
        ("toy-river", "kuhn", "leduc"),
        Guess(
            "One solver says: never shove. Another says: shove one time in four. Which of them is right?",
            ("Only the first", "Only the second", "Both"),
            2,
        ),
        Seat("col", {"a": "AA, QQ", "b": "KK", "pot": "100", "stack": "100", "bets": "1"}),
    ),
    "trick": Lesson(
        "One trick of Jujitsu",
        "Drag your mix and see how your opponent can respond.",
        "A mix is good if the best response to it gains as little as possible.",
        ("jujitsu", "goofspiel", "blind-goofspiel"),
        Guess(
            "Both players hold 1, 2, 3 and 4. Which card should you play first?",
            (
                "The 4, which cannot lose the trick",
                "Sometimes the 1, the 2 or the 3",
                "The 1, which gives up only one trick",
            ),
            1,
        ),
        Seat("row", {"cards": "4"}),
    ),
    "bluff": Lesson(
        "Which hands to bet",
        "Drag the betting thresholds and watch the best response.",
        "Bet some bad hands, so that your good hands get paid.",
        ("relance", "two-bets", "raise", "raises", "bets", "kuhn", "leduc", "two-phase-relance"),
        Guess(
            "Which hands should you bet, if the opponent knows your rule?",
            ("The best hands only", "The best and the middling ones", "The best and some of the worst"),
            2,
        ),
        Seat("row", {"bet": "2"}),
    ),
    "proof": Lesson(
        "What a proof is",
        "Two mixes, two guarantees: where they meet, the value is proved.",
        "Two strategies prove a value: one that wins at least that much, and one that loses no more.",
        ("pennies",),
        Guess(
            "Somebody says that the value is −1/8. What would prove it?",
            ("One strategy for each player", "One good strategy", "A long computer search"),
            0,
        ),
    ),
    "matches": Lesson(
        "Leave the last match",
        "One slide per position, computed by backward induction (after Bricker).",
        "Solve the small piles first: a pile is lost if every move leaves a winning pile.",
        ("matches",),
        Guess(
            "Five matches are left, and it is your move. You may take 1, 2 or 3. Do you win?",
            ("Yes, by taking 1", "No, whatever you take", "Yes, by taking 3"),
            1,
        ),
        Seat("row", {"matches": "10"}),
    ),
    "lag": Lesson(
        "One move behind",
        "The cost of not knowing where the counter is.",
        "What your opponent does not yet know is worth something, and it is worth most when it is a coin toss.",
        ("gleason",),
        Guess(
            "Suppose somebody tells your opponent which way you went. On average, how does it affect your payoff?",
            ("It costs you", "Nothing", "It helps you"),
            0,
        ),
        Seat("row", {}, 1),
    ),
    "target": Lesson(
        "A target of random value",
        "High, low or middle: when is the target worth a good card?",
        "Save good cards for good targets, and mix when the target is in between.",
        ("nakai",),
        Guess(
            "You hold one high card for three targets. As x grows from a middling value to the best one, how often do "
            "you spend it?",
            ("More and more often", "Equally often", "Less and less often"),
            2,
        ),
        Seat("row", {"stages": "3", "high": "1", "low": "1", "middle": "2"}),
    ),
}
"""The lessons by name."""
