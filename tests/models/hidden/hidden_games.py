"""Small hidden games that several tests use."""

from zerosum.models.hidden.rules import HiddenGame, choose, deal, end, tell


class Kuhn(HiddenGame):
    """Kuhn poker, as the model's own page has it."""

    def turn(self, position):
        match position:
            case ():
                return deal((1, 2, 3), to="row")
            case (x,):
                return deal({1, 2, 3} - {x}, to="col")
            case (_, _) | (_, _, "check"):
                return choose("row" if len(position) == 2 else "col", ("check", "bet"))
            case (_, _, "bet") | (_, _, "check", "bet"):
                return choose("row" if len(position) == 4 else "col", ("fold", "call"))
            case (x, y, *_, last):
                win = 1 if x > y else -1
                return end({"check": win, "call": 2 * win, "fold": len(position) % 2 * -2 + 1}[last])


class Pennies(HiddenGame):
    """Matching pennies in turns: row's coin is hidden from col."""

    def turn(self, position):
        if len(position) < 2:
            return choose("row" if not position else "col", "HT", hidden=True)
        return end(1 if position[0] == position[1] else -1)


class Forgetful(HiddenGame):
    """Row chooses, is then asked again, and does not know its first choice."""

    def turn(self, position):
        if len(position) < 2:
            return choose("row", "LR", knows=len(position))
        return end(1 if position[0] == position[1] else 0)


class Absent(HiddenGame):
    """The absent-minded driver: the second crossing looks like the first."""

    def turn(self, position):
        if len(position) == 2 or "exit" in position:
            return end({("exit",): 0, ("on", "exit"): 4}.get(position, 1))
        return choose("row", ("exit", "on"), knows="crossing")


class Reported(HiddenGame):
    """Col's hidden coin is reported truly to row, who then names it."""

    def turn(self, position):
        match position:
            case ():
                return choose("col", "HT", hidden=True)
            case (coin,):
                return tell(coin, to="row")
            case (_, _):
                return choose("row", "HT")
            case (coin, _, named):
                return end(1 if coin == named else 0)
