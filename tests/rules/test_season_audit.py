"""Random seasons under every choice of rules, audited from their events (`make seasons`)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
import seasons

FIRST = 77_000


@pytest.mark.rule("SERIES-3", "SERIES-4", "SERIES-6", "SERIES-14", "AUCTION-4", "PAY-6", "AMB-119")
@pytest.mark.parametrize("seed", range(FIRST, FIRST + 30))
def test_a_random_season_keeps_its_books(seed: int) -> None:
    _, events = seasons.play(seed)
    assert events["SeriesEnded"] == 1


def test_the_seasons_of_many_seeds_cover_every_pair_of_rules() -> None:
    seen: Counter[frozenset[tuple[str, Any]]] = Counter()
    for seed in range(3_000):
        choice, _ = seasons.new_season(seed)
        seen.update(map(frozenset, combinations(sorted(choice.features(), key=str), 2)))
    assert seasons.missing_pairs(seen) == []
