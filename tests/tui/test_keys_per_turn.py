"""Three keys per phase: the same turns take at most half the keys."""

from __future__ import annotations

import pytest
from keys_per_turn import TURNS, counted


@pytest.mark.slow
def test_forty_turns_take_half_the_keys() -> None:
    number, before, now = counted()
    assert number == TURNS
    assert now <= before / 2, f"{before} keys before, {now} now"
