"""Leduc poker as rules, in thirty lines: zerosum solve examples/leduc.py:Leduc"""

from collections import Counter

from zerosum import HiddenGame, choose, deal, end

CARDS = "JJQQKK"


class Leduc(HiddenGame):
    """A card each, bets of 2; a card for both, bets of 4; at most two bets in a round. A pair wins."""

    def turn(self, position):
        left = Counter(CARDS) - Counter(word for word in position if word in CARDS)
        if len(position) < 2:
            return deal(left, to=("row", "col")[len(position)])
        mine, yours, *said = position
        board = next((word for word in said if word in CARDS), None)
        now = said[said.index(board) + 1 :] if board else said
        if now[-1:] == ["fold"]:
            return end(put(said)[1] if len(now) % 2 == 0 else -put(said)[0])
        if now == ["check", "check"] or now[-1:] == ["call"]:
            strength = [(card == board, "JQK".index(card)) for card in (mine, yours)]
            won = (strength[0] > strength[1]) - (strength[0] < strength[1])
            return end(won * put(said)[0]) if board else deal(left)
        bets = sum(word in ("bet", "raise") for word in now)
        moves = ("fold", "call", "raise")[: 2 + (bets < 2)] if bets else ("check", "bet")
        return choose(("row", "col")[len(now) % 2], moves)


def put(said):
    """What both have put in."""
    paid, size, side = [1, 1], 2, 0
    for word in said:
        if word in CARDS:
            size, side = 4, 0
            continue
        if word in ("call", "bet", "raise"):
            paid[side] = paid[1 - side] + size * (word != "call")
        side = 1 - side
    return paid
