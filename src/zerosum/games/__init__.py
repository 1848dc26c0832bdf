"""The games, by name. Each is one file with its rules, imported when it is first used."""

from __future__ import annotations

import importlib
from dataclasses import dataclass

from zerosum.core.errors import unknown
from zerosum.core.game import Game

__all__ = ["CATALOG", "Entry", "load"]

WHERE = {
    "jujitsu": "jujitsu:Jujitsu",
    "goofspiel": "goofspiel:Goofspiel",
    "matches": "matches:Matches",
    "red-dog": "red_dog:RedDog",
    "red-dog-pot": "red_dog_pot:RedDogPot",
    "blackjack": "blackjack:Blackjack",
    "seven-and-a-half": "seven_and_a_half:SevenAndAHalf",
    "nakai": "nakai:Nakai",
    "gleason": "gleason:Gleason",
    "relance": "poker:Relance",
    "two-bets": "poker:TwoBets",
    "raise": "poker:Raise",
    "bets": "poker:Bets",
    "raises": "poker:Raises",
    "kuhn": "poker:Kuhn",
    "toy-river": "toy_river:ToyRiver",
    "leduc": "leduc:Leduc",
    "river": "river:River",
    "turn": "turn:Turn",
    "rhode-island": "rhode_island:RhodeIsland",
    "liars-dice": "liars_dice:LiarsDice",
    "blind-goofspiel": "blind_goofspiel:BlindGoofspiel",
    "phases": "phases:Phases",
    "sealed-bets": "phases:SealedBets",
    "two-phase-relance": "two_phases:TwoPhaseRelance",
    "two-phase-raise": "two_phases:TwoPhaseRaise",
    "free-dealer": "free_dealer:FreeDealer",
    "blackjack-for-two": "dealers_rule:BlackjackForTwo",
    "seven-and-a-half-for-two": "dealers_rule:SevenAndAHalfForTwo",
    "pennies": "pennies:Pennies",
    "rps": "rps:RockPaperScissors",
    "morra": "morra:Morra",
    "blotto": "blotto:Blotto",
    "oshi-zumo": "oshi_zumo:OshiZumo",
    "silent-duel": "duel:SilentDuel",
    "noisy-duel": "duel:NoisyDuel",
    "inspection": "inspection:Inspection",
    "pursuit": "pursuit:Pursuit",
    "hidden": "hidden_file:HiddenFile",
    "betting": "betting_file:BettingFile",
    "dealt-betting": "betting_file:DealtBetting",
    "stochastic": "stochastic_file:StochasticFile",
}
"""Module and class of each game, below zerosum.games."""


@dataclass(frozen=True)
class Entry:
    """A line of the catalogue."""

    name: str
    where: str
    """Module and class, such as "jujitsu:Jujitsu", below zerosum.games."""

    def load(self) -> type[Game]:
        """Import the game's module and return the class."""
        module, _, attribute = self.where.partition(":")
        game: type[Game] = getattr(importlib.import_module(f"zerosum.games.{module}"), attribute)
        return game

    @property
    def summary(self) -> str:
        """The rules in one line."""
        return self.load().summary

    @property
    def paper(self) -> str:
        """The publication that the game comes from, if there is one."""
        return self.load().paper


CATALOG: dict[str, Entry] = {name: Entry(name, where) for name, where in WHERE.items()}


def load(name: str) -> type[Game]:
    """The class of the game called `name`."""
    if name.lower() not in CATALOG:
        raise unknown("game", name, CATALOG)
    return CATALOG[name.lower()].load()
