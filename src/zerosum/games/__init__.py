"""The games, by name. Each is one file with its rules, imported when it is first used."""

from __future__ import annotations

import importlib
import re
from dataclasses import dataclass

from zerosum.core.errors import InputError, unknown_name_error
from zerosum.core.game import Game

__all__ = ["CATALOG", "CatalogEntry", "load"]

GAME_CLASSES = {
    "jujitsu": "jujitsu:Jujitsu",
    "goofspiel": "goofspiel:Goofspiel",
    "matches": "matches:Matches",
    "le-her": "le_her:LeHer",
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
    "von-neumann": "von_neumann:VonNeumann",
    "newman": "von_neumann:Newman",
    "endgame": "endgame:Endgame",
    "toy-river": "toy_river:ToyRiver",
    "leduc": "leduc:Leduc",
    "river": "river:River",
    "turn": "turn:Turn",
    "push-fold": "push_fold:PushFold",
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
    "battlefields": "battlefields:Battlefields",
    "oshi-zumo": "oshi_zumo:OshiZumo",
    "silent-duel": "duel:SilentDuel",
    "noisy-duel": "duel:NoisyDuel",
    "mixed-duel": "duel:MixedDuel",
    "inspection": "inspection:Inspection",
    "pursuit": "pursuit:Pursuit",
    "princess": "princess:Princess",
    "purgatory": "purgatory:Purgatory",
    "hidden": "hidden_file:HiddenFile",
    "betting": "betting_file:BettingFile",
    "dealt-betting": "betting_file:DealtBetting",
    "stochastic": "stochastic_file:StochasticFile",
}
"""Module and class of each game, below zerosum.games."""


@dataclass(frozen=True)
class CatalogEntry:
    """An entry of the catalogue."""

    name: str
    class_path: str
    """Module and class, such as "jujitsu:Jujitsu", below zerosum.games."""

    def load(self) -> type[Game]:
        """Import the game's module and return the class."""
        module, _, attribute = self.class_path.partition(":")
        game: type[Game] = getattr(importlib.import_module(f"zerosum.games.{module}"), attribute)
        return game

    @property
    def summary(self) -> str:
        """The rules in one line."""
        return self.load().summary

    @property
    def paper(self) -> str:
        """The publication that the game comes from, and where in it, if there is one."""
        kind = self.load()
        return ", ".join(filter(None, (kind.paper, kind.paper_section)))


CATALOG: dict[str, CatalogEntry] = {
    name: CatalogEntry(name, class_path) for name, class_path in GAME_CLASSES.items()
}


OTHER_NAMES = {
    "nim": "matches",
    "subtraction": "matches",
    "gops": "goofspiel",
    "roshambo": "rps",
    "rock-paper-scissors": "rps",
    "dudo": "liars-dice",
}
"""Other names of games of the catalogue."""

SEVERAL = dict.fromkeys(["holdem", "hold'em", "texas-holdem", "nlhe"], "push-fold, turn or river")
SEVERAL["poker"] = "kuhn, leduc, rhode-island, push-fold, turn or river"
"""Names that mean several games of the catalogue."""


def load(name: str) -> type[Game]:
    """Return the class of the game called `name`."""
    if name.lower() not in CATALOG:
        if re.search(r"\d\s*[;,\s]\s*[-+]?\d", name) or name.lower() == "matrix":
            payoffs = "3 -2; -2 1" if name.lower() == "matrix" else name
            raise InputError(f'solve a matrix game with: zerosum matrix "{payoffs:.60}"')
        if name.lower() in OTHER_NAMES:
            raise InputError(f"the game {name!r} is called {OTHER_NAMES[name.lower()]!r} in zerosum")
        if name.lower() in SEVERAL:
            raise InputError(f"{name!r} is several games here; choose {SEVERAL[name.lower()]}")
        raise unknown_name_error("game", name, CATALOG)
    return CATALOG[name.lower()].load()
