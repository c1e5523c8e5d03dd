"""Random packs and boards over the whole vocabulary: what `check` says of them."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest
from random_boards import board_file, board_text
from random_packs import Author, pack_text

from deathdome.content.effect_tables import EFFECTS
from deathdome.content.packs import check_packs
from deathdome.content.words import CAUSES, DURATIONS, RATINGS, ROLES, TARGETS, TRIGGERS, by_value
from deathdome.model.vocabulary import (
    ALLOW_NAMES,
    DENY_NAMES,
    Deck,
    Gain,
    Grant,
    ItemKind,
    Per,
    Period,
    Shape,
    WeaponKind,
    Zone,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

WORDS: tuple[Iterable[str], ...] = (
    *(CAUSES, DURATIONS, RATINGS, ROLES, TARGETS, TRIGGERS, ALLOW_NAMES, DENY_NAMES, EFFECTS),
    *map(by_value, (Deck, Gain, Grant, ItemKind, Per, Period, Shape, WeaponKind, Zone)),
)
# A few files for every run, the others for the long one.
FILES = [range(20), pytest.param(range(20, 1_000), marks=pytest.mark.long)]
PACKS = [range(4), pytest.param(range(4, 100), marks=pytest.mark.long)]


@pytest.mark.parametrize("seeds", FILES, ids=str)
def test_random_files_are_accepted_or_refused_with_lines(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        dice = Random(seed)
        (tmp_path / "cards.toml").write_text(Author(dice).file())
        (tmp_path / "board.toml").write_text(board_file(dice, dice.choice((2, 3, 4))))
        for finding in check_packs([tmp_path]):
            whole = re.match(r"a board needs|and \d+ more", finding.text)
            assert finding.ok or finding.line is not None or whole, (seed, str(finding))


@pytest.mark.parametrize("seeds", PACKS, ids=str)
def test_what_is_written_to_be_accepted_is(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        (tmp_path / "cards.toml").write_text(pack_text(seed))
        (tmp_path / "board.toml").write_text(board_text(seed, 2 + seed % 3))
        refused = [str(finding) for finding in check_packs([tmp_path]) if not finding.ok]
        assert refused == [], seed


def test_accepted_packs_use_every_word() -> None:
    missing = {word for words in WORDS for word in words}
    for seed in range(50):
        written = pack_text(seed, tables=12)
        missing = {word for word in missing if not re.search(rf'["{{ ,]{word}["= ]', written)}
        if not missing:
            break
    assert missing == set()
