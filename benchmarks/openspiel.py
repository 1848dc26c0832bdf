"""Every two-player zero-sum game of OpenSpiel at a small size: our value against OpenSpiel's own algorithms.

    python -m benchmarks.openspiel                 all games
    python -m benchmarks.openspiel go oshi_zumo    some

Our strategies are handed back as a policy. OpenSpiel's own code finds its exploitability, which must be 0, and its
payoff against itself, which must be our value. If the position is public and the players move sequentially,
OpenSpiel's minimax (with chance: expectiminimax) must find that value as well. A size with too many histories is
listed, and so is a game that OpenSpiel does not describe well enough to be solved, with the reason. Each runs in
its own process, with limits on time and memory.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator

import pyspiel
from open_spiel.python.algorithms import minimax
from open_spiel.python.algorithms.expected_game_score import policy_value
from open_spiel.python.algorithms.exploitability import exploitability

import zerosum
from zerosum.core.errors import ZerosumError
from zerosum.interop.openspiel import load, to_policy

MAX_HISTORIES = 60_000
"""Maximum number of histories of a game that is tried."""

TOLERANCE = 1e-9
"""Tolerance for differences of values and for exploitabilities."""

MAX_SECONDS = 60
"""Time limit for a game, in seconds."""

MAX_BYTES = 4 << 30
"""Memory limit for a game, in bytes."""

KINDS = {"agrees": "agree", "DIFFERS": "differ", "rejected": "rejected", "too": "too large"}
"""The first word of a game's row, and of the row of counts."""

SIZES: dict[str, tuple[str, ...]] = {
    "amazons": ("board_size=4",),
    "backgammon": ("max_player_turns=1",),
    "banqi": ("max_no_progress=1",),
    "blotto": ("coins=3,fields=2", "coins=5,fields=3", "coins=10,fields=3"),
    "breakthrough": ("rows=3,columns=2", "rows=4,columns=2", "rows=3,columns=3"),
    "capture_the_flag": ("horizon=1", "horizon=2"),
    "checkers": ("rows=2,columns=2", "rows=4,columns=4"),
    "chinese_checkers": ("max_moves=2",),
    "clobber": ("rows=2,columns=2", "rows=2,columns=4", "rows=3,columns=3"),
    "connect_four": (
        "rows=2,columns=2,x_in_row=2",
        "rows=3,columns=3,x_in_row=3",
        "rows=2,columns=4,x_in_row=3",
    ),
    "cursor_go": ("board_size=2,max_cursor_moves=2",),
    "dark_hex": ("board_size=2", "board_size=2,gameversion=adh"),
    "dots_and_boxes": (
        "num_rows=1,num_cols=1",
        "num_rows=1,num_cols=2",
        "num_rows=1,num_cols=2,utility_margin=true",
    ),
    "go": tuple(
        f"board_size=2,max_game_length={length},komi={komi}"
        for length in (4, 6, 8, 10)
        for komi in (-1.5, 0.5, 1.5)
    ),
    "gomoku": ("size=2,connect=2", "size=3,connect=3"),
    "goofspiel": (
        "num_cards=3",
        "num_cards=4,points_order=descending",
        "num_cards=4,points_order=ascending,returns_type=point_difference",
        "num_cards=3,imp_info=true",
        "num_cards=3,imp_info=true,points_order=descending",
        "num_cards=4,num_turns=2,points_order=descending",
    ),
    "gin_rummy": ("hand_size=1,num_ranks=3,num_suits=1,knock_card=1",),
    "go_fish": ("ranks=2,suits=2,initial_cards=1",),
    "havannah": ("board_size=2",),
    "hex": ("board_size=2", "board_size=2,swap=true", "num_cols=3,num_rows=2", "board_size=3"),
    "leduc_poker": ("", "suit_isomorphism=true"),
    "lines_of_action": ("max_game_length=1", "max_game_length=2"),
    "liars_dice": (
        "dice_sides=2",
        "dice_sides=3",
        "dice_sides=4",
        "dice_sides=2,bidding_rule=reset-quantity",
    ),
    "markov_soccer": ("horizon=1", "horizon=2", "horizon=3"),
    "mnk": ("m=2,n=2,k=2", "m=3,n=2,k=2", "m=3,n=3,k=3"),
    "nim": ("", "pile_sizes=1;2;3", "pile_sizes=1;2;3,is_misere=false", "pile_sizes=2;2;3"),
    "oshi_zumo": tuple(
        f"coins={coins},size={size},horizon={horizon},min_bid={least}{alesia}"
        for coins, size in ((2, 1), (4, 1), (6, 2))
        for horizon in (2, 3, 4)
        for least, alesia in ((0, ""), (1, ""), (1, ",alesia=true"))
    ),
    "oware": ("num_houses_per_player=1,num_seeds_per_house=2",),
    "phantom_go": ("board_size=2,max_game_length=3",),
    "pig": (
        "winscore=2,horizon=4,diceoutcomes=2",
        "winscore=4,horizon=6,diceoutcomes=3",
        "piglet=true,winscore=3,horizon=8",
    ),
    "quoridor": ("board_size=3,wall_count=0",),
    "repeated_leduc_poker": ("num_hands=1",),
    "twixt": ("board_size=5",),
    "universal_poker": tuple(
        "betting=limit,numPlayers=2,numRounds=2,blind=1 1,raiseSize=2 4,maxRaises=1 1,firstPlayer=1 1,"
        f"numSuits={suits},numRanks={ranks},numHoleCards=1,numBoardCards=0 {board}"
        for suits, ranks, board in ((1, 3, 0), (1, 4, 1), (2, 3, 1))
    ),
    "y": ("board_size=2", "board_size=3"),
    "yacht": ("num_dice=1,dice_sides=2,rolls_per_turn=1",),
}
"""Parameters of small sizes; a game that is not listed has its default parameters."""


def names() -> Iterator[str]:
    """Yield the registered games that two players may play for opposite payoffs."""
    kinds = pyspiel.GameType.Utility
    for kind in pyspiel.registered_games():
        two = kind.min_num_players <= 2 <= kind.max_num_players
        if (
            two
            and kind.utility in (kinds.ZERO_SUM, kinds.CONSTANT_SUM)
            and not kind.short_name.startswith("zerosum")
        ):
            yield kind.short_name


def is_small(game: object) -> bool:
    """Return whether all histories can be visited, found by visiting them."""
    stack, count = [game.new_initial_state()], 0  # type: ignore[attr-defined]
    while stack:
        state = stack.pop()
        count += 1
        if count + len(stack) > MAX_HISTORIES:
            return False
        if not state.is_terminal():
            stack += [state.child(action) for action in state.legal_actions()]
    return True


def minimax_value(game: object) -> float | None:
    """Return the value to the first player by OpenSpiel's minimax, if the players move sequentially and see
    everything.
    """
    kind = game.get_type()  # type: ignore[attr-defined]
    kinds = pyspiel.GameType
    public = kind.information == kinds.Information.PERFECT_INFORMATION
    if public and kind.dynamics == kinds.Dynamics.SEQUENTIAL:
        if kind.chance_mode == kinds.ChanceMode.DETERMINISTIC:
            return float(minimax.alpha_beta_search(game, maximizing_player_id=0)[0])
        state = game.new_initial_state()  # type: ignore[attr-defined]
        return float(minimax.expectiminimax(state, 10**6, None, 0)[0])
    return None


def compare(text: str) -> tuple[str, float]:
    """Return the verdict on a game, and the difference from OpenSpiel's results."""
    solution = zerosum.solve(load(text))
    policy = to_policy(solution)
    has_names = policy.game.get_type().provides_information_state_string
    loss = float(exploitability(policy.game, policy)) if has_names else 0.0
    earned = float(policy_value(policy.game.new_initial_state(), [policy] * 2)[0])
    found = minimax_value(pyspiel.load_game(text))
    theirs = [earned] if found is None else [earned, found]
    low, high = float(solution.value.lower), float(solution.value.upper)
    apart = max(loss, *(max(low - one, one - high) for one in theirs))
    others = " and ".join(f"{one:.9g}" for one in theirs)
    exploited = f"exploitability {loss:.1e}" if has_names else "its states have no names for exploitability"
    return f"ours {solution.value}, theirs {others}, {exploited}", apart


def judge(text: str) -> str:
    """Return the row of a game: whether it agrees, differs, is rejected or too large."""
    began = time.process_time()
    try:
        game = pyspiel.load_game(text)
        turns = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
        if not is_small(pyspiel.convert_to_turn_based(game) if turns else game):
            return f"too large   {text}: more than {MAX_HISTORIES:,} histories"
        said, apart = compare(text)
    except (ZerosumError, pyspiel.SpielError, ValueError) as problem:
        return f"rejected     {text}: {' '.join(str(problem).split())[:160]}"
    verdict = "agrees" if apart <= TOLERANCE else "DIFFERS"
    return f"{verdict:11} {text}: {said} ({time.process_time() - began:.1f} s)"


def judged_apart(text: str) -> str:
    """Return the row of a game from a process with limits on time and memory, since OpenSpiel's games may crash."""
    command = [sys.executable, "-m", "benchmarks.openspiel", "--one", text]
    try:
        run = subprocess.run(
            command, capture_output=True, text=True, timeout=MAX_SECONDS, preexec_fn=limit_memory
        )
    except subprocess.TimeoutExpired:
        return f"too large   {text}: more than {MAX_SECONDS} s"
    lines = [line for line in run.stdout.splitlines() if line.split()[:1] and line.split()[0] in KINDS]
    if not lines:
        last = run.stderr.strip().splitlines()[-1:] or [f"the process ended with code {run.returncode}"]
        return f"too large   {text}: {last[0][:160]}"
    return lines[-1]


def limit_memory() -> None:
    """Limit the address space of this process to MAX_BYTES."""
    resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, MAX_BYTES))


def main(wanted: list[str]) -> int:
    """Print a line for each game, and the counts."""
    counts: Counter[str] = Counter()
    for name in names():
        if wanted and name not in wanted:
            continue
        for size in SIZES.get(name, ("",)):
            line = judged_apart(f"{name}({size})" if size else name)
            counts[line.split()[0]] += 1
            print(line, flush=True)
    print(", ".join(f"{counts[key]} {said}" for key, said in KINDS.items()))
    return counts["DIFFERS"]


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(judge(sys.argv[2]))
        sys.exit(0)
    sys.exit(main(sys.argv[1:]) > 0)
