"""The games, by name. Each is rules only, in a file of its own, imported when it is asked for."""

from __future__ import annotations

import importlib
from dataclasses import dataclass

from zerosum.core.errors import unknown
from zerosum.core.game import Game

__all__ = ["CATALOG", "Entry", "load"]


@dataclass(frozen=True)
class Entry:
    """A line of the catalogue."""

    name: str
    where: str
    """Module and class, as "jujitsu:Jujitsu" below zerosum.games."""
    summary: str
    paper: str = ""

    def load(self) -> type[Game]:
        """The class itself, imported now."""
        module, _, attribute = self.where.partition(":")
        game: type[Game] = getattr(importlib.import_module(f"zerosum.games.{module}"), attribute)
        return game


CATALOG: dict[str, Entry] = {
    entry.name: entry
    for entry in (
        Entry(
            "jujitsu",
            "jujitsu:Jujitsu",
            "most tricks win; a tie is carried to the next winner",
            "Sanwal and Drechsler 2002",
        ),
        Entry(
            "goofspiel",
            "goofspiel:Goofspiel",
            "a card each for every prize turned up",
            "Nakai 1980, Ross 1971",
        ),
        Entry("matches", "matches:Matches", "take 1, 2 or 3; the last match loses", "Bricker 1997"),
        Entry(
            "red-dog",
            "red_dog:RedDog",
            "bet that your hand beats the next card in its suit",
            "Bellman and Blackwell 1950, section 2",
        ),
        Entry(
            "red-dog-pot",
            "red_dog_pot:RedDogPot",
            "Red Dog for two with its pot, which is won or paid into",
            "Bellman and Blackwell 1950, section 2",
        ),
        Entry(
            "blackjack",
            "blackjack:Blackjack",
            "twenty-one against a dealer who must pull to fifteen",
            "Bellman and Blackwell 1950, section 3",
        ),
        Entry(
            "seven-and-a-half",
            "seven_and_a_half:SevenAndAHalf",
            "blackjack's cousin with forty cards",
            "Bellman and Blackwell 1950, section 3",
        ),
        Entry(
            "nakai",
            "nakai:Nakai",
            "high and low cards against middle ones, for targets of random value",
            "Nakai 1980",
        ),
        Entry(
            "gleason",
            "gleason:Gleason",
            "a counter on a ring, each player one move behind",
            "Ferguson and Shapley",
        ),
        Entry(
            "relance", "poker:Relance", "fold or bet, fold or see", "Bellman and Blackwell 1950, section 4"
        ),
        Entry(
            "two-bets",
            "poker:TwoBets",
            "fold, bet low or bet high; fold or see",
            "Bellman and Blackwell 1950, section 4",
        ),
        Entry("raise", "poker:Raise", "bet, raise, see", "Bellman and Blackwell 1950, section 5"),
        Entry("bets", "poker:Bets", "any number of bet sizes", "beyond Bellman and Blackwell"),
        Entry("raises", "poker:Raises", "any number of raises", "beyond Bellman and Blackwell"),
        Entry("kuhn", "poker:Kuhn", "Kuhn's poker, with a deck of any size", "Kuhn 1950"),
        Entry("leduc", "leduc:Leduc", "poker with a card each and one for both", "Southey and others 2005"),
        Entry(
            "liars-dice",
            "liars_dice:LiarsDice",
            "bid on all dice together, or call the bid a lie",
            "Ferguson and Ferguson 1991",
        ),
        Entry(
            "blind-goofspiel",
            "blind_goofspiel:BlindGoofspiel",
            "Goofspiel in which the cards bid stay hidden",
            "Lanctot and others 2012",
        ),
        Entry(
            "phases",
            "phases:Phases",
            "poker in phases: a new card each, bets, the sum of cards",
            "Bellman and Blackwell 1950, section 1",
        ),
        Entry(
            "sealed-bets",
            "phases:SealedBets",
            "cards and hidden bets in phases",
            "Bellman and Blackwell 1950, section 1",
        ),
        Entry(
            "two-phase-relance",
            "two_phases:TwoPhaseRelance",
            "relance on [0, 1] in two phases, a new number each before the second",
            "Bellman and Blackwell 1950, section 1",
        ),
        Entry(
            "two-phase-raise",
            "two_phases:TwoPhaseRaise",
            "bet, raise, see on [0, 1] in two phases",
            "Bellman and Blackwell 1950, section 1",
        ),
        Entry(
            "free-dealer",
            "free_dealer:FreeDealer",
            "blackjack for two: the dealer pulls or sticks as he likes",
            "Bellman and Blackwell 1950, section 3",
        ),
        Entry(
            "blackjack-for-two",
            "dealers_rule:BlackjackForTwo",
            "blackjack from an unlimited deck against a dealer who names his rule in the end",
            "Bellman and Blackwell 1950, section 3",
        ),
        Entry(
            "seven-and-a-half-for-two",
            "dealers_rule:SevenAndAHalfForTwo",
            "seven-and-a-half from an unlimited deck against a dealer who names his rule in the end",
            "Bellman and Blackwell 1950, section 3",
        ),
        Entry("rps", "rps:RockPaperScissors", "rock, paper, scissors, with any number of signs", "folklore"),
        Entry("morra", "morra:Morra", "show fingers, and call what the other shows", "Dantzig 1963"),
        Entry(
            "blotto",
            "blotto:Blotto",
            "divide an army among posts, unseen",
            "Borel 1921, McDonald and Tukey 1949",
        ),
        Entry("oshi-zumo", "oshi_zumo:OshiZumo", "bids push a wrestler off the ring", "Buro 2003"),
        Entry("silent-duel", "duel:SilentDuel", "one bullet each, and nobody hears a shot", "Karlin 1959"),
        Entry("noisy-duel", "duel:NoisyDuel", "one bullet each, and shots are heard", "Dresher 1961"),
        Entry("inspection", "inspection:Inspection", "few inspections against one violation", "Dresher 1962"),
        Entry("pursuit", "pursuit:Pursuit", "a hunter and a hare on a graph, both in view", ""),
        Entry("hidden", "hidden_file:HiddenFile", "a game with hidden information from a file", ""),
        Entry("betting", "betting_file:BettingFile", "a betting tree from a file", ""),
        Entry(
            "stochastic", "stochastic_file:StochasticFile", "a stochastic game from a file", "Shapley 1953"
        ),
    )
}


def load(name: str) -> type[Game]:
    """The class of the game called `name`."""
    if name.lower() not in CATALOG:
        raise unknown("game", name, CATALOG)
    return CATALOG[name.lower()].load()
