"""Switches of the rules: one record, with three published editions as presets (rules.md part 5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, Literal


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Every switch of a match. Frozen: a scenario is a `dataclasses.replace` of an edition."""

    edition: str = "2021"
    characters: bool = False  # CHAR-2, CHAR-3
    rank0_cost: int = 500_000  # credits; CHAR-4, CHAR-5
    character_swap: Literal["turn", "phase"] = "turn"  # BUY-14, BUY-15
    auction_sells_character: bool = False  # AUCTION-5, AUCTION-8
    tiebreak_fewest_jailed: bool = True  # TIE-3
    value_time: Literal["before_purchase", "after_purchase"] = "after_purchase"  # AMB-124
    first_buyer: Literal["winner", "highest_value"] = "winner"  # AMB-93
    series_order: Literal["by_value", "clockwise"] = "by_value"  # AMB-91
    handicap_cards_available: bool = True  # SCEN-HCARDS
    handicap_points_available: bool = False  # SCEN-HPOINTS
    draft_available: bool = False  # SCEN-DRAFT
    dual_board: Literal["full", "three_tiles"] = "three_tiles"  # SCEN-DUAL
    extra_match_rounds: int = 12  # SCEN-CONG, AMB-107
    extra_matches_max: int = 20  # AMB-117
    pass_is_final: bool = True  # AMB-36
    purchase_turn_cap: int = 60  # purchasing turns of one player in one phase; AMB-127
    wall_squeeze: bool = False  # diagonal steps between two walls that meet; AMB-6
    sight_touching: Literal["strict", "lenient"] = "strict"  # AMB-9
    tower_facing: Literal["dominant_axis", "front_sides"] = "dominant_axis"  # AMB-11
    tower_exit: Literal["any", "bridge_only"] = "any"  # AMB-16
    range_metric: Literal["king"] = "king"  # AMB-14
    unused_bases: Literal["closed", "floor"] = "closed"  # AMB-21
    push_oblique: Literal["two_nearest", "any_farther"] = "any_farther"  # AMB-60
    lava_walkers_survive_push: bool = True  # AMB-64
    payback_chains: bool = False  # AMB-65
    hyper_cube_floor: int = 0  # AMB-87
    auction_own_unit: bool = False  # AMB-101
    marker_limit: int | None = None  # AMB-28
    shell_limit: int | None = None  # AMB-74
    armor_word: Literal["suit", "armor"] = "armor"  # D-9
    rounds: int = 6  # GAME-5
    series_rounds: tuple[int, ...] = (6, 8, 10, 12, 12)  # SERIES-1
    start_credits: int = 2_000_000  # SETUP-7
    # Scenarios, off in every edition (SCEN-GEN-1).
    bonanza: bool = False  # SCEN-BONANZA
    birthday: bool = False  # SCEN-BIRTHDAY
    dual: bool = False  # SCEN-DUAL
    handicap: bool = False  # cards; SCEN-HCARDS
    handicap_points: bool = False  # SCEN-HPOINTS
    bonus: bool = False  # SCEN-BONUS
    conglamagragon: bool = False  # SCEN-CONG
    draft: bool = False  # SCEN-DRAFT


SCENARIOS: Final = (
    "bonanza",
    "birthday",
    "dual",
    "handicap",
    "handicap_points",
    "bonus",
    "conglamagragon",
    "draft",
)


EDITION_2021: Final = Ruleset()
EDITION_2019: Final = Ruleset(
    edition="2019",
    characters=True,
    rank0_cost=0,
    character_swap="phase",
    auction_sells_character=True,
    handicap_points_available=True,
    draft_available=True,
    dual_board="full",
)
EDITION_2018: Final = Ruleset(
    edition="2018",
    characters=True,
    rank0_cost=0,
    character_swap="phase",
    auction_sells_character=True,
    tiebreak_fewest_jailed=False,
    value_time="before_purchase",
    handicap_points_available=True,
    draft_available=True,
    dual_board="full",
    armor_word="suit",
)
EDITIONS: Final = {"2018": EDITION_2018, "2019": EDITION_2019, "2021": EDITION_2021}


def with_characters(ruleset: Ruleset, on: bool) -> Ruleset:
    """Return the ruleset with characters on or off; an auction sells them if on (AUCTION-5)."""
    return replace(ruleset, characters=on, auction_sells_character=on)


# Switches with only one value: others would be accepted and change nothing.
SETTLED: Final = {
    "range_metric": "only king-moves are counted (AMB-14)",
    "marker_limit": "there is no limit on markers (AMB-28)",
}
# Former switches, which never changed anything: the numbers are printed on the card. Headers of
# records state them with the frozen value, so that the text of a record stays the same.
FORMER: Final = ("pager_heal", "pager_reactions_per_attack")


# -- frozen editions -------------------------------------------------------------------------------
# A text of format 1 names an edition and the switches that differ from it. A later change of a
# default must not change that match, so nothing in this table may ever change. A new switch gets
# a row with the value that keeps old matches as they were.

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
    **dict.fromkeys(SCENARIOS, False),
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
    edition: replace(
        EDITIONS[edition],
        **{name: value for name, value in switches.items() if name not in FORMER},
    )
    for edition, switches in SWITCHES.items()
}
