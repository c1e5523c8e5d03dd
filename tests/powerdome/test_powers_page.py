"""The page about writing powers: its examples load, and it names the whole vocabulary."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from deathdome.powerdome.content.packs import load_tome
from deathdome.powerdome.model.tome import (
    GROUPS,
    MATCHES,
    PLAIN_QUANTITIES,
    RULES,
    SINGLE,
    STEPS,
    TRAITS,
    TRAITS_OF_ROLES,
    Condition,
    EventKind,
    Given,
    TargetKind,
)

PAGE = Path(__file__).parents[2] / "docs" / "powerdome" / "powers.md"
TEXT = PAGE.read_text("utf-8")
BLOCKS = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_every_example_loads_on_its_own(number: int, tmp_path: Path) -> None:
    path = tmp_path / "example.toml"
    path.write_text(BLOCKS[number], encoding="utf-8")
    ids = re.findall(r'^id = "(\w+)"', BLOCKS[number], re.MULTILINE)
    found = load_tome([path])
    known = {*found.number, *found.ally, *found.affliction}
    assert ids
    assert known >= set(ids)


def test_the_examples_have_every_kind_of_activation_and_load_together(tmp_path: Path) -> None:
    path = tmp_path / "powers.toml"
    path.write_text("\n".join(BLOCKS), encoding="utf-8")
    ids = re.findall(r'^id = "(\w+)"', "\n".join(BLOCKS), re.MULTILINE)
    powers = [power for power in load_tome([path]).powers if power.id in ids]
    used = {condition for power in powers for effect in power.effects for condition in effect.on}
    assert used == set(Condition)
    assert {power.given is None for power in powers if power.modifier} == {True, False}


@pytest.mark.parametrize(
    "word",
    [
        *(one.value for kind in (Condition, EventKind, TargetKind, Given) for one in kind),
        *(*STEPS, *SINGLE, *GROUPS, *MATCHES, *PLAIN_QUANTITIES, *TRAITS_OF_ROLES, *TRAITS),
        *RULES,
    ],
)
def test_the_page_has_every_word(word: str) -> None:
    assert re.search(rf"[`\".]{word}[`\".]", TEXT)
