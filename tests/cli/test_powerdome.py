"""`deathdome powerdome`: the tome, the rules, copied games and packs of powers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from program import answered

from deathdome.powerdome.content.tome_files import bundled_tome
from deathdome.powerdome.model.options import Options
from deathdome.powerdome.one_line import state_line
from deathdome.powerdome.rules.game import new_game

if TYPE_CHECKING:
    from pathlib import Path

POWER = """
[[power]]
id = "slow_burn"
name = "Slow Burn"
text = "Weaken 4 a random enemy."
[[power.effect]]
on = ["active"]
do = [{ op = "weaken", who = "random_enemy", n = 4 }]
"""


@pytest.mark.parametrize(
    ("text", "first"),
    [
        (["feint"], "10  Feint  (payment)"),
        (["50"], "50  Bodyguard  (start of game)"),
        (["all", "in"], "33  All In  (reactive)"),
        (["momentum", "counter"], "39  Rolling Start  (reactive)"),
    ],
)
def test_powers_are_found_by_name_number_and_words(text: list[str], first: str) -> None:
    done = answered("powerdome", "tome", *text)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == first


def test_the_whole_tome_is_a_line_each(tmp_path: Path) -> None:
    pack = tmp_path / "mine.toml"
    pack.write_text(POWER)
    lines = answered("power", "tome", "--pack", str(pack)).stdout.splitlines()
    assert len(lines) == len(bundled_tome().powers) + 1
    assert "Slow Burn" in lines[-1]
    rows = json.loads(answered("power", "tome", "--json").stdout)
    assert rows[0]["id"] == bundled_tome().powers[0].id
    done = answered("power", "tome", "fient")
    assert done.returncode == 2
    assert 'Did you mean "feint"' in done.stderr


def test_a_rule_is_found_by_its_id_with_or_without_the_prefix() -> None:
    for word in ("PD-DEATH-01", "death-01"):
        done = answered("powerdome", "rules", word)
        assert done.stdout.splitlines()[0] == "PD-DEATH-01"
    assert len(answered("power", "rules", "death").stdout.splitlines()) == 9
    assert "DEATH" in answered("power", "rules").stdout
    done = answered("power", "rules", "PD-DETH-01")
    assert done.returncode == 2
    assert "Did you mean" in done.stderr


def test_a_copied_game_is_described(tmp_path: Path) -> None:
    line = state_line(new_game(bundled_tome(), ["Ann", "Ben"], Options()))
    done = answered("powerdome", "state", line)
    assert done.stdout.splitlines()[0] == "PowerDome, 2 players, nomination"
    (tmp_path / "game.txt").write_text(line)
    fields = json.loads(answered("power", "state", str(tmp_path / "game.txt"), "--json").stdout)
    assert fields["asked"][0] == {"seat": "Ann", "question": "nominate"}
    done = answered("power", "state", line[:-1])
    assert done.returncode == 1
    assert "checksum" in done.stderr


def test_check_knows_packs_of_powers(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(POWER)
    bad.write_text(POWER.replace("slow_burn", "other").replace("Slow", "Bad").replace("4 }", "5 }"))
    done = answered("check", str(good))
    assert (done.returncode, done.stdout) == (0, f"ok {good}: 1 power\n")
    done = answered("check", str(good), str(bad))
    assert done.returncode == 1
    assert f'{bad}:5: power "other", text: the text needs "Weaken 5"' in done.stdout
    done = answered("power", "tome", "--pack", str(bad))
    assert done.returncode == 2
    assert f"{bad}:5: " in done.stderr
