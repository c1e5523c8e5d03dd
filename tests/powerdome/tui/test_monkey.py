"""Whole games by random keys: the program never fails, rows fit, secrets stay secret (`monkey`)."""

from __future__ import annotations

import pytest
from powerdome.tui.monkey import Monkey

from deathdome.cli import powerdome_games

KEYS = 40


@pytest.mark.parametrize("seed", [3, 7, 11])
async def test_random_keys_stop_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(powerdome_games, "ADVISER", "easy")
    assert not await Monkey(seed).run(KEYS, whole=False)


@pytest.mark.long
async def test_random_keys_stop_no_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(powerdome_games, "ADVISER", "easy")
    assert not await Monkey(3).run(KEYS)
