"""docs/options.md: its file is what holds without one, and names every choice."""

from __future__ import annotations

import re
from pathlib import Path

from deathdome.settings import OPTIONS, Options, choices_of, parse
from deathdome.tui.keys.keyset import TABLE

PAGE = (Path(__file__).parents[2] / "docs" / "options.md").read_text(encoding="utf-8")
(FILE,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


def test_the_file_of_the_page_is_what_holds_without_one() -> None:
    options, problems = parse(FILE, "options.md", TABLE)
    assert problems == []
    assert options == Options()


def test_the_page_names_every_option_and_every_choice() -> None:
    for option in OPTIONS:
        assert re.search(rf"^\[?{option}\b", FILE, re.MULTILINE), option
        line = next(row for row in FILE.splitlines() if row.lstrip("[").startswith(option))
        assert all(word in line for word in choices_of(option)), option
    assert all(name in FILE for name in TABLE.presets())


def test_the_keys_that_the_page_suggests_can_be_had() -> None:
    mine = re.sub(r"^# (?=take_back|next)", "", FILE, flags=re.MULTILINE)
    options, problems = parse(mine, "options.md", TABLE)
    assert problems == []
    assert set(options.keys.own) == {"take_back", "next"}
