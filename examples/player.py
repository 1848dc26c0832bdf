"""Players of your own: a function that picks moves.

It is asked with what its side may see, and has no memory of its own. `seen.moves` are the moves to choose from,
`seen.position` is the position as far as the rules show it, `seen.side` is "row" or "col". It answers with one of the
moves, or with a mix: a probability for each, which add up to 1. `zerosum.weights` makes probabilities of weights.

    zerosum match kuhn examples/player.py:honest equilibrium
    zerosum match kuhn examples/player.py:honest --exploit
    zerosum match goofspiel --cards 5 examples/player.py:one_above equilibrium --exact
    zerosum match jujitsu --cards 5 examples/player.py:mostly_low uniform --exact
    zerosum play goofspiel --cards 5 --against examples/player.py:one_above
"""

from fractions import Fraction


def honest(seen):
    """In Kuhn poker: bets and calls with the king, and never bluffs.

    As row it earns the value of the game against the equilibrium, and much less against who knows it.
    """
    weakest, *_, strongest = seen.moves
    return strongest if seen.position.hand == "K" else weakest


def one_above(seen):
    """In Goofspiel: bids the lowest card above the prize, or else throws the lowest away."""
    prize = seen.position.context.stake
    return min((card for card in seen.moves if card > prize), default=min(seen.moves))


def mostly_low(seen):
    """In any card game: the lowest card two times in three, the highest otherwise."""
    if len(seen.moves) == 1:
        return seen.moves[0]
    return {min(seen.moves): Fraction(2, 3), max(seen.moves): Fraction(1, 3)}
