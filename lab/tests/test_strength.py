"""The ladder writes how strong the managers are into the file that the game reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.bundled import data_folder
from deathdome.managers.manager_name import FILE, Strength
from lab.command import DOCS
from lab.ladder.pages import part, strength_file, strengths_of

if TYPE_CHECKING:
    from deathdome.arena.report import Document


def row(
    name: str, share: float, rating: float, command: str = "make x", **more: object
) -> Document:
    """A row of the ladder, as it is kept."""
    run = {"command": command, "date": "2026-11-22"}
    known = {"row": name, "players": 2, "games": 1280, "run": run}
    return {**known, "win_share": {"value": share}, "rating": {"value": rating}, **more}


def test_the_ladder_writes_the_figures_of_whom_it_ties_to_the_veteran() -> None:
    rows = [
        row("regular-rookie", 0.7, 147.2),
        row("veteran-regular", 0.64, 100.4),
        row("champion-tactical", 0.69, 139),
        row("elite-champion", 0.45, -35, games=400),
        row("champion-tactical-4", 0.45, 60, players=4),
        row("clairvoyant-elite", 0.6, 70),
        {"row": "elite-tactical", "players": 2, "missing": "not there"},
    ]
    found = dict(strengths_of(rows))
    assert list(found) == ["rookie", "regular", "veteran", "elite", "champion"]
    assert found["veteran"].rating == 0
    assert found["regular"] == Strength(1 - 0.64, "veteran", -100, 1280, "2026-11-22")
    assert found["rookie"] == Strength(1 - 0.7, "regular", -247, 1280, "2026-11-22")
    assert found["champion"] == Strength(0.69, "veteran", 139, 1280, "2026-11-22")
    assert found["elite"] == Strength(0.45, "champion", 104, 400, "2026-11-22")
    assert "written by `make x`" in strength_file(rows)
    assert strength_file([]) == strength_file(rows[3:4]) == ""


def test_every_command_behind_the_figures_is_quoted_by_itself() -> None:
    text = strength_file(
        [
            row("greedy-random", 0.99, 900, 'make ladder ARGS="--only greedy-random"'),
            row("tactical-greedy", 0.77, 209, 'make ladder ARGS="--only tactical-greedy"'),
        ]
    )
    assert text.splitlines()[0] == (
        '# How strong the managers are; written by `make ladder ARGS="--only greedy-random"` and '
        '`make ladder ARGS="--only tactical-greedy"`, not by hand.'
    )


def test_the_file_that_comes_with_the_game_is_what_its_rows_say() -> None:
    written = (data_folder() / FILE).read_text(encoding="utf-8")
    assert written == strength_file(part(DOCS, "targets"))
