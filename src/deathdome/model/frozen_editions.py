"""Editions as in format 1, for reading old records and one-line positions.

Such a text names an edition and the switches that differ from it. A later change of a default must
not change that match, so nothing in this table may ever change. A new switch gets a row with the
value that keeps old matches as they were.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from deathdome.model.ruleset import EDITIONS

# Any: each switch has its own type.
_2021: Final[dict[str, Any]] = {
    "characters": False,
    "rank0_cost": 500_000,
    "character_swap": "turn",
    "auction_sells_character": False,
    "tiebreak_fewest_jailed": True,
    "value_time": "after_purchase",
    "first_buyer": "winner",
    "series_order": "by_value",
    "handicap_cards_available": True,
    "handicap_points_available": False,
    "draft_available": False,
    "dual_board": "three_tiles",
    "extra_match_rounds": 12,
    "extra_matches_max": 20,
    "pass_is_final": True,
    "purchase_turn_cap": 60,
    "wall_squeeze": False,
    "sight_touching": "strict",
    "tower_facing": "dominant_axis",
    "tower_exit": "any",
    "range_metric": "king",
    "unused_bases": "closed",
    "push_oblique": "two_nearest",
    "lava_walkers_survive_push": True,
    "payback_chains": False,
    "pager_heal": 2,
    "pager_reactions_per_attack": 1,
    "hyper_cube_floor": 0,
    "auction_own_unit": False,
    "marker_limit": None,
    "shell_limit": None,
    "armor_word": "armor",
    "rounds": 6,
    "series_rounds": (6, 8, 10, 12, 12),
    "start_credits": 2_000_000,
}
_2019: Final = _2021 | {
    "characters": True,
    "rank0_cost": 0,
    "character_swap": "phase",
    "auction_sells_character": True,
    "handicap_points_available": True,
    "draft_available": True,
    "dual_board": "full",
}
_2018: Final = _2019 | {
    "tiebreak_fewest_jailed": False,
    "value_time": "before_purchase",
    "armor_word": "suit",
}
SWITCHES: Final = {"2018": _2018, "2019": _2019, "2021": _2021}
FROZEN: Final = {
    edition: replace(EDITIONS[edition], **switches) for edition, switches in SWITCHES.items()
}
