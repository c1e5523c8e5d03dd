"""`make balance`: figures and cards next to their bands, with a change and without."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from deathdome.errors import UsageError
from lab.ladder.tables import cards
from lab.study import balance as program

if TYPE_CHECKING:
    from pathlib import Path

TOUGH = """
[[unit]]
id = "gunner"
name = "Gunner"
types = ["gunner"]
ratings = { s = 1, m = 4, t = 1, v = 60 }
replaces = true
"""


def test_a_changed_game_is_set_beside_the_game_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pack, out, kept = tmp_path / "tough.toml", tmp_path / "out", tmp_path / "kept"
    pack.write_text(TOUGH, encoding="utf-8")
    words = ["--blocks", "random=1", "--seats", "2", "--ablate", "", "--pack", str(pack)]
    words += ["--name", "tough gunners", "--out", str(out), "--folder", str(kept)]
    assert program.main(words) == 0
    document = json.loads((out / "balance.json").read_text())
    assert document["sides"] == ["as it is", "tough gunners"]
    (part,) = document["parts"]
    assert part["rules"][0] != part["rules"][1]
    assert [one["title"] for one in document["cards"]] == [
        "as it is, random, 2 seats",
        "tough gunners, random, 2 seats",
    ]
    text = (out / "balance.md").read_text()
    assert "| figure | band | as it is | tough gunners | difference |" in text
    assert "### tough gunners, random, 2 seats" in text
    said = capsys.readouterr().out
    assert "random, 2 seats: " in said
    assert " out of band" in said
    # Played matches are saved, and a second look plays nothing.
    before = {file.name: file.read_bytes() for file in kept.glob("*.jsonl")}
    assert len(before) == 2
    assert program.main(words) == 0
    assert {file.name: file.read_bytes() for file in kept.glob("*.jsonl")} == before


def test_alone_the_game_has_no_difference_and_cards_are_taken_out(tmp_path: Path) -> None:
    words = ["--blocks", "random=1", "--seats", "2", "--ablate", "random=1"]
    words += ["--out", str(tmp_path), "--folder", str(tmp_path / "kept")]
    assert program.main(words) == 0
    text = (tmp_path / "balance.md").read_text()
    assert "| figure | band | 2 teams |" in text
    assert "### random, 2 seats" in text
    assert f'`make balance ARGS="{" ".join(words[:6])}' in text
    assert "difference" not in text
    rows = (tmp_path / "kept" / "without-as-it-is-random-2.jsonl").read_text().splitlines()
    assert json.loads(rows[1])["without"]


def test_cards_that_nobody_buys_are_named_and_the_others_have_a_row() -> None:
    def card(name: str, ratio: float, added: str = "in") -> dict[str, Any]:
        share = {"value": 0.1, "low": 0.0, "high": 0.2, "verdict": added}
        return {
            "card": name,
            "price": 300_000,
            "out": True,
            "picked": share,
            "pick_ratio": {"value": ratio, "verdict": "out"},
            "with_against_without": share,
            "ablation": {"flagged": False, "win_share_added": share, "lead_added": share},
            "abilities": [],
        }

    rows = [card("left-alone", 0.1), card("wanted", 4.0), card("harmful", 0.1, "out")]
    balance = {"cards": rows, "measures": []}
    row = program.cards_row("x", "x, 2 seats", {"balance": balance, "matches": 10})
    lines = cards([row], {})
    assert "Bought too seldom for their price: left-alone." in lines
    assert [line.split(" | ")[0] for line in lines if line.startswith("| ")][1:] == [
        *("| ---", "| wanted", "| harmful")
    ]


def test_a_changed_game_is_kept_out_of_the_documentation() -> None:
    with pytest.raises(UsageError, match="name a folder with --out"):
        program.main(["--board", "waspworth"])
