"""docs/powerdome/playing.md: its commands and its round are those of the program."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from powerdome.lines import duel

from deathdome.powerdome.text.plain_mode import COMMANDS

if TYPE_CHECKING:
    import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "powerdome" / "playing.md").read_text("utf-8")


def test_the_page_lists_every_command() -> None:
    table = PAGE.partition("### Commands")[2]
    rows = dict(re.findall(r"^\| `([^`]+)` \| (.+) \|$", table, re.MULTILINE))
    assert rows == dict(COMMANDS.values())


def test_the_round_of_the_page_is_played_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    shown = PAGE.partition("### A round")[2].split("```")[1].splitlines()[1:]
    typed = [line.partition("> ")[2] for line in shown if "> " in line]
    lines = duel(["nothing", *typed]).lines
    at = lines.index(shown[0])
    assert lines[at : at + len(shown)] == shown
    log = PAGE.partition("`log` has it")[2].split("```")[1].splitlines()[1:]
    said = duel(["nothing", *typed, "log R1"]).lines
    assert said[said.index(log[0]) :][: len(log)] == log


def test_a_setting_picks_the_words_of_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    typed = ["nothing", "agility 10; strike 40 at bot", "confirm", "log strike", "log swing"]
    assert 'Nothing has the words "swing".' in duel(typed).lines
    crows = duel(typed, setting="wasteland").lines
    assert any("You swing at Bot" in line for line in crows)
