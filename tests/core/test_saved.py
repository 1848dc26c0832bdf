"""A saved solution is the same solution when it is loaded, and nothing is solved again."""

import json

import pytest

import zerosum
from zerosum.errors import InputError, Unavailable

GAMES = [
    ("inspection", {}),
    ("inspection", {"exact": True}),
    ("leduc", {"ranks": 2}),
    ("liars-dice", {"sides": 2, "pure": True}),
]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_what_is_loaded_is_what_was_saved(name, options, tmp_path, monkeypatch):
    solution = zerosum.solve(name, **options)
    solution.save(tmp_path / "saved.json")
    for solver in ("staged", "hidden"):
        monkeypatch.setattr(f"zerosum.solvers.{solver}.solve", None)
    again = zerosum.load_solution(tmp_path / "saved.json")
    assert again.json() == solution.json()
    assert str(again) == str(solution)
    assert again.verify().proved == solution.verify().proved


def test_a_changed_number_another_version_and_no_json_are_refused(tmp_path):
    file = tmp_path / "saved.json"
    zerosum.solve("inspection").save(file)
    content = json.loads(file.read_text())
    file.write_text(json.dumps({**content, "seconds": 0.5}))
    with pytest.raises(InputError, match="damaged"):
        zerosum.load_solution(file)
    file.write_text(json.dumps({**content, "format": "zerosum solution 0"}))
    with pytest.raises(InputError, match="another version"):
        zerosum.load_solution(file)
    file.write_text("nothing")
    with pytest.raises(InputError, match="no saved solution"):
        zerosum.load_solution(file)


def test_other_models_say_where_their_tables_are(tmp_path):
    with pytest.raises(Unavailable, match="the store"):
        zerosum.solve("jujitsu", cards=3).save(tmp_path / "saved.json")
