"""Phrases about the store: items, the units that carry them, purchasing turns."""

from __future__ import annotations

from typing import Final

# -- Items -----------------------------------------------------------------------------------------

STORE_EXAMPLES: Final = (
    'Examples: "store armor", "store heal by price", "store fitting by strength"'
)
STORE_CLOSED: Final = "the store is closed for the rest of the match"
CARRIES_THREE: Final = "it carries three items, so one must go first"
FOR_TYPE: Final = "it is for a {deck}"
STRENGTH: Final = "strength of its attacks"
NO_CHANGE: Final = "no rating changes"
FITTING: Final = "that you could carry"
MORE_CARDS: Final = '{left} more. "store {words} all" lists them; add a deck or words to see fewer.'
INSTEAD_OF: Final = ", instead of the {item}"
CANNOT_CARRY: Final = "{units} can't carry it: {words}."
HAS_PASSED: Final = ", has passed"
DECK: Final = '{title}: {cards}, {least} to {most}. "store {deck}" lists them.'
REPLACES: Final = "In place of {who}: {changes}; {credits}."
CAN_BE: Final = "It can be {words}."
COMPARED: Final = "{card} compared with {other}: {difference}."
CREDITS: Final = "{team} has {credits} to spend."
CREDITS_LEFT: Final = "{team} ({name}): {credits} left{passed}."
WITHOUT_ITEMS: Final = "Without items: {empty}."
UNASSIGNED_ITEMS: Final = "Unassigned: {aside}."

# -- Units in the store ----------------------------------------------------------------------------

WITH_ITEM: Final = "WITH THIS ITEM"
NOW_AND_THEN: Final = "now > then"
TOUGHNESS_AGAINST: Final = "toughness {more} to {kind}"
NO_UNIT_THERE: Final = "no unit there"
NO_WRONG_TYPE: Final = "no: for a {deck} only"
NO_FULL: Final = "no: carries three items already"
IN_PLACE_OF: Final = "IN PLACE OF"
PRINTED: Final = "as printed, and the cost"
SAME_NUMBERS: Final = "the same numbers"

# -- Steps of a purchasing turn --------------------------------------------------------------------

FIFTH_CHARACTER: Final = "a fifth: sell one of the five"
PLACE_VACANT: Final = "its place is vacant"

# -- Why not ---------------------------------------------------------------------------------------

# The refusals of `may_hold`, short enough for several units at once.
REFUSED: Final = {
    "vacant": "no unit is there",
    "type": "for a {deck} only",
    "armor": "it wears armor",
    "vehicle": "it has a vehicle",
    "full": "it carries three items",
}
USELESS_HERE: Final = "It has no effect on this board."
OF_NO_USE: Final = "of no use on this board"
CAN_CARRY: Final = "{units} can carry it."
SELLS: Final = "{sell} sells it"
MOVES: Final = "{choose} gives it to another unit"
UNASSIGNS: Final = "{aside} unassigns it"
BUYS: Final = "{choose} buys it."
GIVES: Final = "{choose} gives it."

# -- Drafts ----------------------------------------------------------------------------------------

OTHERS_SHOP: Final = "Another team is shopping."
UNDONE: Final = "Undone."
REDONE: Final = "Redone."

# -- Buying and selling ----------------------------------------------------------------------------

CANNOT_PASS: Final = "You can't pass yet. Equip or sell {cards} first."
SHOWING_AFFORDABLE: Final = "Showing only what you can afford and carry."
SHOWING_EVERYTHING: Final = "Showing everything for sale."
COMPARING: Final = "Comparing everything with {card}."
OWN_NOTHING: Final = "You own nothing yet."
BEFORE_YOU_PASS: Final = "before you pass"
EQUIP_OR_SELL: Final = "{panel}: equip or sell {loose}."
CHARACTER_STAYS: Final = "You can't unassign {name}, a character. s sells it."
NO_ROOM: Final = (
    "No unit has room, so it is unassigned. Unassign ({aside}) or sell ({sell}) another item."
)
UNASSIGNED: Final = "{name} is unassigned. Equip or sell it before you pass."
UNASSIGNED_NOW: Final = "{card} is unassigned for now. u undoes that."
PASS_QUESTION: Final = (
    "Done shopping? You can't buy again this match. {choose}: done. {back}: keep shopping."
)
PASS_FOR_NOW_QUESTION: Final = (
    "Done shopping? You shop again only if another team trades. "
    "{choose}: done. {back}: keep shopping."
)
SELL_FIRST: Final = "Sell a character first: {panel}, {sell}."
JOINS: Final = "{card} joins the team. {still_to_do}"
SELL_A_CHARACTER: Final = "Sell a character {when}: s."
BUY_A_CHARACTER: Final = "Buy a character {when}."
CARD_KEYS: Final = "{card}: s sells, i reads."
SORTED: Final = "Sorted: {next_order}."
WHO_GETS_IT: Final = "Who gets {item}?"
SOLD: Final = "{name} is sold."
GIVEN: Final = "{item} goes to {unit}."

LOG_BUYS: Final = "buys the {card}"
LOG_SELLS: Final = "sells the {card}"
LOG_PASSES: Final = "is done shopping"
LOG_PASSES_FOR_NOW: Final = "passes"  # it shops again if another team trades (AMB-36)

# -- Outfits ---------------------------------------------------------------------------------------

READY_OUTFITS: Final = "READY-MADE OUTFITS"
MORE_OF_OUTFIT: Final = "{number} more"
HITS_AT_RANGE: Final = "hits {hits} at range {range}"
GAIN: Final = "{name} {old} > {new}"
OUTFIT_TO_COME: Final = "STILL TO COME"
OUTFIT_ENDS: Final = "{outfit} is complete. {end} passes, or buy more."
OUTFIT_WAITS: Final = "{outfit}: your next turn buys the first item."
OUTFIT_NEXT: Final = "{id}: {about}. Next: {item} for your {unit}, {price}."
OUTFIT_DONE: Final = "{id}: {about}. Complete."
OUTFIT_BUYS: Final = "{outfit}: {actions}."
OUTFIT_COMPLETE: Final = "{outfit} is complete: pass, or buy more."
LEFT_AFTER_IT: Final = "left after it"

# -- Columns of the store --------------------------------------------------------------------------

NO_MATCH: Final = "No match. {back} clears the filter."
NONE_AFFORDABLE: Final = "Nothing here that you can afford and carry. {fitting} shows all."
SOLD_OUT: Final = "Sold out."
NONE_FACE_UP: Final = "None is face up."
MATCHES_FACE_DOWN: Final = "{cards} face down. {{back}} clears the filter."
MATCHES_HIDDEN: Final = "You can't buy or use {cards} now. {{fitting}} shows everything."
MATCHES_SOLD: Final = "{cards} sold already. {{back}} clears the filter."
MATCHES_ELSEWHERE: Final = "No match in this deck, but {cards} in others."
CHARACTER_COLUMNS: Final = "type S M T V price rank"
CARDS_TO_BUY: Final = "{number} you can buy"
CARDS_FOR_SALE: Final = "{number} for sale"
ITEM_COLUMNS: Final = "price  for"
FOR_NONE: Final = "none"  # in the last of these columns: of no use on this board
SHOWING_ALL: Final = "everything"
YOUR_TEAM: Final = "YOUR TEAM"
FIVE_CHARACTERS: Final = "five characters: sell one"
UNASSIGNED_HEAD: Final = "unassigned: equip or sell"
VACANT_ROW: Final = "{mark}{name}: buy a character"

# -- The store -------------------------------------------------------------------------------------

FILTER_KEYS: Final = "type words to filter  Enter done  Esc clear  Up Down list"
YOUR_TURN: Final = "Your turn to shop: one purchase a turn. {end} passes."
NO_PURCHASE: Final = "You can't buy or sell now. {end} waits for the others."
ORDER: Final = "Your order:"
TEAM_SIZE: Final = "Your team has {number} units. {still_to_do}"
ORDER_KEYS: Final = "{choose} confirms, {take_back} undoes"
ORDER_END_KEYS: Final = "{end} confirms, {take_back} undoes"
KEY_CONFIRM: Final = "confirm"
KEY_PASS: Final = "pass"
WAIT: Final = "Wait."
TEAM_KEYS: Final = "{panel}: your team; {read} reads, {sell} sells."

# -- A season --------------------------------------------------------------------------------------

YOUR_SLOTS: Final = "your slots"
SLOTS_OF: Final = "{team}'s slots"
WORTH: Final = "worth {value}, {credits} left"
FROM_AUCTION: Final = "Sold at the auction."
