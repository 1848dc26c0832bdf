"""Kuhn poker as rules, in ten lines: zerosum solve examples/kuhn.py:Kuhn"""

from zerosum import HiddenGame, choose, deal, end


class Kuhn(HiddenGame):
    """A card of three each, an ante of 1, one bet of 1."""

    def turn(self, position):
        if len(position) < 2:
            return deal({1, 2, 3} - {*position}, to=("row", "col")[len(position)])
        mine, yours, *said = position
        side, won = ("row", "col")[len(said) % 2], 1 if mine > yours else -1
        if said in ([], ["check"]):
            return choose(side, ("check", "bet"))
        if said[-1] == "bet":
            return choose(side, ("fold", "call"))
        return end({"check": won, "call": 2 * won, "fold": 1 if side == "row" else -1}[said[-1]])
