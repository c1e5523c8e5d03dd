"""Phrases about the store: items, the units that carry them, purchasing turns."""

from __future__ import annotations

from typing import Final

# -- Items -----------------------------------------------------------------------------------------

STORE_EXAMPLES: Final = (
    'Examples: "store armor", "store heal by price", "store fitting by strength"'
)
STORE_IS_CLOSED: Final = "the store is closed for the rest of the match"
THREE_ITEMS_ARE_THE_MOST: Final = "it carries three items, so one must go first"
IT_IS_FOR_A: Final = "it is for a {deck}"
STRENGTH_OF_ITS_ATTACKS: Final = "strength of its attacks"
NO_NUMBER_CHANGES: Final = "no rating changes"
THAT_YOU_COULD_CARRY: Final = "that you could carry"
MORE_IN_THE_STORE: Final = (
    '{left} more. "store {words} all" lists them; add a deck or words to see fewer.'
)
INSTEAD_OF_THE: Final = ", instead of the {item}"
CANNOT_HAVE_IT: Final = "{units} can't carry it: {words}."
HAS_FINISHED_BUYING: Final = ", has passed"
DECK_OF_THE_STORE: Final = (
    '{title}: {cards}, {least:,} to {most:,} credits. "store {deck}" lists them.'
)
IN_PLACE_OF_UNIT: Final = "In place of {who}: {changes}; {credits:+,} credits."
IT_CAN_BE: Final = "It can be {words}."
BESIDE: Final = "{card} compared with {other}: {difference}."
HAS_CREDITS: Final = "{team} has {credits} credits."
CREDITS_LEFT: Final = "{team} ({name}): {credits} credits left{passed}."
WITHOUT_ITEMS: Final = "Without items: {empty}."
LIE_ASIDE: Final = "Unassigned: {aside}."

# -- Units in the store ----------------------------------------------------------------------------

IF_IT_HAD_IT: Final = "WITH THIS ITEM"
NOW_AND_THEN: Final = "now > then"
TOUGHNESS_AGAINST: Final = "toughness {more} to {kind}"
NO_UNIT_THERE: Final = "no unit there"
NO_IT_IS_FOR_A: Final = "no: for a {deck} only"
NO_IT_HAS_THREE_ITEMS: Final = "no: carries three items already"
IN_PLACE_OF: Final = "IN PLACE OF"
AS_PRINTED_AND_ITS_CREDITS: Final = "as printed, and the cost"
SAME_NUMBERS: Final = "the same numbers"

# -- Steps of a purchasing turn --------------------------------------------------------------------

FIFTH_ASIDE_UNTIL_ONE: Final = "a fifth: sell one of the five"
ITS_PLACE_IS_VACANT: Final = "its place is vacant"

# -- Why not ---------------------------------------------------------------------------------------

# The refusals of `may_hold`, short enough for several units at once.
NO_PLACE: Final = {
    "vacant": "no unit is there",
    "type": "for a {deck} only",
    "armor": "it wears armor",
    "vehicle": "it has a vehicle",
    "full": "it carries three items",
}
IT_DOES_NOTHING_ON_THIS_BOARD: Final = "It has no effect on this board."
CAN_CARRY_IT: Final = "{units} can carry it."
SELLS_IT: Final = "{sell} sells it"
GIVES_IT_TO_ANOTHER: Final = "{choose} gives it to another unit"
PUTS_IT_ASIDE: Final = "{aside} unassigns it"
BUYS_IT: Final = "{choose} buys it."
GIVES_IT: Final = "{choose} gives it."

# -- Drafts ----------------------------------------------------------------------------------------

OTHERS_ARE_BUYING_WAIT: Final = "Another team is shopping."
TAKEN_BACK: Final = "Undone."
DONE_AGAIN: Final = "Redone."

# -- Buying and selling ----------------------------------------------------------------------------

YOU_CANNOT_PASS_WHILE_SOMETHING: Final = "You can't pass yet. Equip or sell {cards} first."
ONLY_WHAT_YOU_CAN_BUY: Final = "Showing only what you can afford and carry."
EVERYTHING_THAT_IS_FOR_SALE: Final = "Showing everything for sale."
STANDS_BESIDE_WHAT_YOU_LOOK_AT: Final = "Comparing everything with {card}."
TEAM_OWNS_NOTHING_YET: Final = "You own nothing yet."
BEFORE_YOU_PASS: Final = "before you pass"
EQUIP_OR_SELL: Final = "{panel}: equip or sell {loose}."
A_CHARACTER_IS_NOT_PUT_ASIDE: Final = "You can't unassign {name}, a character. s sells it."
NO_UNIT_CAN_TAKE: Final = (
    "No unit has room, so it is unassigned. Unassign ({aside}) or sell ({sell}) another item."
)
LIES_ASIDE: Final = "{name} is unassigned. Equip or sell it before you pass."
LIES_ASIDE_FOR_NOW: Final = "{card} is unassigned for now. u undoes that."
PASS_FOR_THE_WHOLE_MATCH: Final = (
    "Done shopping? You can't buy again this match. {choose}: done. {back}: keep shopping."
)
SELL_A_CHARACTER_FIRST: Final = "Sell a character first: {panel}, {sell}."
JOINS_THE_TEAM: Final = "{card} joins the team. {still_to_do}"
SELL_A_CHARACTER: Final = "Sell a character {when}: s."
BUY_A_CHARACTER: Final = "Buy a character {when}."
S_SELLS_I_READS: Final = "{card}: s sells, i reads."
IN_ORDER: Final = "Sorted: {next_order}."
WHO_GETS: Final = "Who gets {item}?"
IS_SOLD: Final = "{name} is sold."
GOES_TO: Final = "{item} goes to {unit}."

BUYS_THE: Final = "buys the {card}"
SELLS_THE: Final = "sells the {card}"
IS_DONE_SHOPPING: Final = "is done shopping"

# -- Outfits ---------------------------------------------------------------------------------------

READY_OUTFITS: Final = "READY-MADE OUTFITS"
OUTFIT_TO_COME: Final = "STILL TO COME"
OUTFIT_IS_COMPLETE: Final = "{outfit} is complete. {end} ends shopping, or buy more."
OUTFIT_FROM_THE_NEXT_TURN: Final = "{outfit}: your next turn buys the first item."
OUTFIT_NEXT: Final = "{id}: {about}. Next: {item} for your {unit}, {price}."
OUTFIT_DONE: Final = "{id}: {about}. Complete."
OUTFIT_BUYS: Final = "{outfit}: {actions}."
OUTFIT_COMPLETE: Final = "{outfit} is complete: pass ends shopping."
LEFT_AFTER_IT: Final = "left after it"

# -- Columns of the store --------------------------------------------------------------------------

NOTHING_HERE_IS_LIKE_THAT: Final = "No match. {back} clears the filter."
NOTHING_YOU_CAN_BUY: Final = "Nothing here that you can afford and carry. {fitting} shows all."
NOTHING_IS_LEFT: Final = "Sold out."
SOLD_ALREADY: Final = "{cards} sold already. {{back}} clears the filter."
NOTHING_HERE_BUT_ELSEWHERE: Final = "No match in this deck, but {cards} in others."
COLUMNS_OF_CHARACTERS: Final = "type S M T V price rank"
CARDS_TO_BUY: Final = "{number} you can buy"
CARDS_FOR_SALE: Final = "{number} for sale"
PRICE_AND_BEARERS: Final = "price  for"
SHOWING_ALL: Final = "everything"
YOUR_TEAM: Final = "YOUR TEAM"
ASIDE_SELL_ONE_OF_FIVE: Final = "five characters: sell one"
ASIDE_EQUIP_OR_SELL: Final = "unassigned: equip or sell"
PLACE_TO_BUY_FOR: Final = "{mark}{name}: buy a character"

# -- The store -------------------------------------------------------------------------------------

TYPE_WORDS_TO_FILTER: Final = "type words to filter  Enter done  Esc clear  Up Down list"
YOUR_PURCHASING_TURN: Final = "Your turn to shop: one purchase a turn. {end} passes."
NOTHING_CAN_BE_BOUGHT: Final = "You can't buy or sell now. {end} waits for the others."
THIS_TURN_NOT_SENT_YET: Final = "Your order:"
YOUR_TEAM_HAS_UNITS: Final = "Your team has {number} units. {still_to_do}"
COMMITS_TAKES_BACK: Final = "{choose} confirms, {take_back} undoes"
KEYS_OF_THE_TEAM: Final = "{panel}: your team; {read} reads, {sell} sells."
