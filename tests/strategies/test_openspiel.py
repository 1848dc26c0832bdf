"""Policies of OpenSpiel: exploitability as OpenSpiel itself computes it, with random policies."""

import numpy as np
import pytest

import zerosum
from zerosum.core.errors import InputError
from zerosum.interop.openspiel import load, to_openspiel

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
their_exploitability = pytest.importorskip("open_spiel.python.algorithms.exploitability")
TabularPolicy = pytest.importorskip("open_spiel.python.policy").TabularPolicy


def random_policy(game, seed):
    policy = TabularPolicy(game)
    weights = np.random.default_rng(seed).random(policy.action_probability_array.shape)
    weights *= policy.legal_actions_mask
    policy.action_probability_array[:] = weights / weights.sum(axis=1, keepdims=True)
    return policy


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("kuhn_poker", "proved"),
        ("leduc_poker", "proved"),
        ("liars_dice(dice_sides=3)", "proved"),
        ("goofspiel(num_cards=3,imp_info=True)", "proved"),
        ("goofspiel(num_cards=3)", "history"),
        ("goofspiel(num_cards=3,points_order=descending)", "history"),
    ],
)
def test_exploitability_is_theirs(text, key):
    game = load(text, key=key)
    theirs = pyspiel.convert_to_turn_based(pyspiel.load_game(text)) if "goof" in text else game.theirs
    policy = random_policy(theirs, 1)
    found = zerosum.exploit(game, policy)
    assert float(found.exploitability) == pytest.approx(
        their_exploitability.exploitability(theirs, policy), abs=1e-12
    )
    assert float(found.nash_conv) == pytest.approx(their_exploitability.nash_conv(theirs, policy), abs=1e-12)
    for side in found.sides.values():
        total = float(sum(leak.loss for leak in side.leaks))
        assert total == pytest.approx(float(side.loss) + float(side.risk), abs=1e-12)
        assert float(side.risk) > -1e-12


def test_a_policy_that_was_trained_on_our_game():
    game = zerosum.load("toy-river")()
    theirs = to_openspiel(game)
    policy = random_policy(theirs, 2)
    assert float(zerosum.exploit(game, policy).exploitability) == pytest.approx(
        their_exploitability.exploitability(theirs, policy), abs=1e-12
    )


def test_dumps_in_json_and_csv(tmp_path):
    game = load("kuhn_poker")
    policy = random_policy(game.theirs, 3)
    expected = zerosum.exploit(game, policy).exploitability
    table = {state: list(map(float, policy.policy_for_key(state))) for state in policy.state_lookup}
    import json

    (tmp_path / "list.json").write_text(json.dumps(table))
    pairs = {state: [[0, p], [1, q]] for state, (p, q) in table.items()}
    (tmp_path / "pairs.json").write_text(json.dumps(pairs))
    rows = ["information_state,action,probability"]
    rows += [f"{state},{action},{p!r}" for state, mix in table.items() for action, p in enumerate(mix)]
    (tmp_path / "rows.csv").write_text("\n".join(rows))
    for file in tmp_path.iterdir():
        assert zerosum.exploit(game, str(file)).exploitability == expected


def test_a_policy_of_another_game_and_one_that_tells_histories_apart_are_refused():
    with pytest.raises(InputError, match="information state"):
        zerosum.exploit(load("kuhn_poker"), TabularPolicy(pyspiel.load_game("leduc_poker")))
    text = "nim(pile_sizes=2;2)"
    policy = random_policy(pyspiel.load_game(text), 1)
    with pytest.raises(InputError, match="two ways"):
        zerosum.exploit(load(text), policy)
