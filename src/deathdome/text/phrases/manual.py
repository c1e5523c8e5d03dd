"""The rules in brief and the signs of the board."""

from __future__ import annotations

from typing import Final

# -- Rules in brief --------------------------------------------------------------------------------

# By the switch `character_swap`.
CHARACTERS: Final = {
    "turn": (
        "Your four units are characters. One is exchanged for another within one "
        "purchasing turn: buy one and sell one, in either order. Some are of several types "
        "and may carry the items of each. The items of one who leaves lie aside."
    ),
    "phase": (
        "Your four units are characters. One can be bought in one purchasing turn and "
        "another sold in a later one, but a team passes with four. Some are of several "
        "types and may carry the items of each. The items of one who leaves lie aside."
    ),
}
# By title. `{rounds}` stands for the number of rounds.
RULES: Final = {
    "Aim": (
        "{rounds}; the highest payout wins: 500,000 for each tower held at the end, "
        "100,000 for each control point, 100,000 for each beetle shell. A shell is taken "
        "for each enemy killed."
    ),
    "Store": (
        "Before the match every team spends 2,000,000. In one purchasing turn: buy one "
        "card, sell one card, or both. A unit carries three items at most, one armor and "
        "one vehicle among them; unit decks fit their own type only. Passing ends it for "
        "your team; every item must be on a unit by then."
    ),
    "Turn": (
        "Draw up to three cards, plus one for every five supply points, seven at most. "
        "Then two unit phases, of two units or twice the same: one walk and one action "
        "each, in either order. An action attacks, captures the point underfoot, opens a "
        "jail from its release point, or uses an item marked [a]."
    ),
    "Walking": (
        "Up to the movement rating, all eight directions cost one. Teammates may be "
        "passed, foes not. Walls, lava, jails and enemy bases are closed; towers are "
        "entered from a bridge."
    ),
    "Attack": (
        "Strength of unit and weapon plus the values of attack cards, against toughness "
        "plus defence cards. What is left over is wounds. Close weapons reach neighbours, "
        "ranged ones need range and a clear line; a punch is always there. In its base a "
        "unit is safe and can do nothing but walk."
    ),
    "Cards": (
        "A power card gives its value in an attack or a defence, or else its ability; never both."
    ),
    "Death": (
        "Vitae gone, the unit goes to the jail its killer chooses. Whoever stands on a "
        "release point may open that jail: everybody in it returns to their own bases, "
        "healed. A team with all units in jail may be the last of all: the last team "
        "standing wins at once."
    ),
    "Down and pushed": (
        "A unit that lies down cannot act until the end of its next own turn; it defends "
        "as ever. A pushed unit goes straight back; lava kills it."
    ),
}
CLICK_MOVES_THE_CURSOR: Final = (
    "A click moves the cursor or the bar, a second click chooses. The right button goes back. "
    "A click on a tab of the panel opens it, on a part of the key bar it is that key, and on "
    "the title row it lists everything that can be done. The wheel moves the bar or scrolls; "
    "over the board it opens the log."
)
THIS_MATCH_SEED: Final = "This match: --seed {seed}"
RULES_IN_BRIEF: Final = "Rules in brief"
SIGNS_OF_THE_BOARD: Final = "Signs of the board"

# -- Signs of the board ----------------------------------------------------------------------------

UNIT_TEAM_SIGN_THEN: Final = "a unit: team sign, then a letter of its type or name"
UNIT_IN_QUESTION: Final = "the unit in question"
UNIT_THAT_LIES_DOWN: Final = "a unit that lies down"
FLOOR_A_COLON_CAN: Final = "floor; a colon: can be reached"
BRIDGE_OR_TOWER: Final = "bridge; tower (enter it from a bridge)"
CONTROL_POINT_OR_TOWER_CENTRE: Final = "control point; tower centre (worth 5)"
POINT_THAT_IS_HELD: Final = "the same, held by @ or &"
RELEASE_POINT_OR_JAIL: Final = "release point; jail"
BASE_OR_UNUSED_BASE: Final = "base of @; unused base"
BUG_TOKEN_ON_A_POINT: Final = "bug token on a point"
ENEMY_CAN_HIT_THERE: Final = "an enemy can hit there; both ({overlay})"
LAST_MOVE_WENT_HERE: Final = "the last move went here; on units a line above"
WHAT_UNDERLINED_MEANS: Final = (
    "underlined: can be attacked, or reached; slanted: an enemy can hit there"
)
