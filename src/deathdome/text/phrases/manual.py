"""The rules in brief and the symbols of the board."""

from __future__ import annotations

from typing import Final

# -- Rules in brief --------------------------------------------------------------------------------

# By the switch `character_swap`.
CHARACTERS: Final = {
    "turn": (
        "Your four units are characters. Swap one within one purchasing turn: buy one and sell "
        "one, in either order. Some have several types and carry the items of each. The items of "
        "a character you sell become unassigned."
    ),
    "phase": (
        "Your four units are characters. You can buy one in one purchasing turn and sell another "
        "in a later one, but you pass with four. Some have several types and carry the items of "
        "each. The items of a character you sell become unassigned."
    ),
}
# By title. `{rounds}` means the number of rounds.
RULES: Final = {
    "Aim": (
        "{rounds}. The highest payout wins. At the end each tower you hold pays 500k, "
        "each control point 100k, each beetle shell 100k. You take a shell for each enemy you kill."
    ),
    "Store": (
        "Each team has 2.0M to spend before the match. Each purchasing turn, buy one card, sell "
        "one card, or both. A unit carries three items, at most one armor and one vehicle. Unit "
        "decks fit only their own type. Once you pass, you buy no more. Every item must be on a "
        "unit by then."
    ),
    "Turn": (
        "Draw up to three cards, plus one for every five supply points, seven at most. Then play "
        "two unit phases, with two units or the same one twice. A phase is one walk and one "
        "action, in either order. An action attacks, captures the point underfoot, opens a jail "
        "from its release point, or uses an item marked [a]."
    ),
    "Walking": (
        "A unit walks up to its movement. All eight directions cost one step. It can pass "
        "teammates but not enemies. Walls, lava, jails and enemy bases are closed. Bridges are "
        "the only way up a tower."
    ),
    "Attack": (
        "Strength of unit and weapon plus attack cards, against toughness plus defence cards. "
        "The difference is wounds. Close weapons reach neighbours; ranged ones need range and a "
        "clear line. Every unit can punch. In a base a unit is safe, but all it can do is walk."
    ),
    "Cards": (
        "Play a power card for its value in an attack or a defence, or for its ability. Never both."
    ),
    "Death": (
        "At 0 vitae a unit dies and its killer picks the jail. A unit on a release point can open "
        "that jail: everyone inside returns to base, healed. The last team with a unit on the "
        "board wins at once."
    ),
    "Down and pushed": (
        "An incapacitated unit can't act until the end of its next turn, but it still defends. A "
        "pushed unit moves straight back. Lava kills it."
    ),
}
SEASON: Final = (
    "Payouts become credits; items and characters stay. After each match its winner may send one "
    "jailed unit to auction: all it carries is sold at full price. Then the winner buys first. "
    "The most valuable team moves first. The most valuable team after the last match wins."
)
THIS_MATCH: Final = "This match"
CHANGED_RULES: Final = "Changed from the {edition} rules: {changes}."
MOUSE: Final = (
    "Click a space to move the cursor, click it again to choose. Right-click goes back. "
    "Click a tab, a key of the key bar, or the title row for all commands. The wheel "
    "scrolls; over the board it opens the log."
)
SEED_OPTION: Final = "This match: --seed {seed}"
RULES_TITLE: Final = "Rules in brief"
SYMBOLS_TITLE: Final = "Symbols of the board"

# -- Symbols of the board --------------------------------------------------------------------------

UNIT: Final = "a unit: its team, then a letter of its type or name"
ACTIVE_UNIT: Final = "the active unit"
UNIT_DOWN: Final = "an incapacitated unit"
FLOOR: Final = "floor; with a colon: within reach"
BRIDGE: Final = "bridge; tower (enter it from a bridge)"
POINT: Final = "control point; tower centre (worth 5)"
OWNED_POINT: Final = "the same, owned by @ or &"
RELEASE_POINT: Final = "release point; jail"
BASE: Final = "base of @; unused base"
BUG_TOKEN: Final = "bug token on a point"
THREAT: Final = "an enemy can hit there; both ({overlay})"
LAST_PATH: Final = "path of the last move; on units a line above"
UNDERLINED: Final = "underlined: you can attack or reach it; slanted: an enemy can hit there"
