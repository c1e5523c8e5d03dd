"""Phrases about the store: goods, units that carry them, purchasing turns."""

from __future__ import annotations

from typing import Final

# -- Goods -----------------------------------------------------------------------------------------

STORE_EXAMPLES: Final = (
    'For example "store armor", "store heal by price", "store fitting by strength"'
)
STORE_IS_CLOSED: Final = "the store is closed: nothing is bought any more in this match"
THREE_ITEMS_ARE_THE_MOST: Final = "three items are the most, one would have to go first"
IT_IS_FOR_A: Final = "it is for a {deck}"
STRENGTH_OF_ITS_ATTACKS: Final = "strength of its attacks"
NO_NUMBER_CHANGES: Final = "no number changes"
THAT_YOU_COULD_CARRY: Final = "that you could carry"
MORE_IN_THE_STORE: Final = (
    '{left} more: "store {words} all" lists them, a deck or words leave fewer.'
)
INSTEAD_OF_THE: Final = "; instead of the {item}"
CANNOT_HAVE_IT: Final = "{units} cannot have it: {words}."
HAS_FINISHED_BUYING: Final = ", has finished buying"
DECK_OF_THE_STORE: Final = (
    '{title}: {cards}, {least:,} to {most:,} credits; "store {deck}" lists them.'
)
IN_PLACE_OF_UNIT: Final = "In place of {who}: {changes}; {credits:+,} credits."
IT_CAN_BE: Final = "It can be {words}."
BESIDE: Final = "{card} beside {other}: {difference}."
HAS_CREDITS: Final = "{team} has {credits} credits."
CREDITS_LEFT: Final = "{team} ({name}): {credits} credits left{passed}."
WITHOUT_ITEMS: Final = "Without items: {empty}."
LIE_ASIDE: Final = "Aside: {aside}."

# -- Units in the store ----------------------------------------------------------------------------

IF_IT_HAD_IT: Final = "IF IT HAD IT"
WHAT_H_STANDS_FOR: Final = "h: strength/range of attacks"
NO_UNIT_THERE: Final = "no unit there"
NO_IT_IS_FOR_A: Final = "no: for a {deck} only"
NO_IT_HAS_THREE_ITEMS: Final = "no: has three items, one must go"
IN_PLACE_OF: Final = "IN PLACE OF"
AS_PRINTED_AND_ITS_CREDITS: Final = "as printed, and its credits"
SAME_NUMBERS: Final = "the same numbers"

# -- Steps of a purchasing turn --------------------------------------------------------------------

FIFTH_ASIDE_UNTIL_ONE: Final = "a fifth, aside until one is sold"
ITS_PLACE_IS_VACANT: Final = "its place is vacant"

# -- Why not ---------------------------------------------------------------------------------------

# What `may_hold` refuses, as short as it can be said of several units at once.
NO_PLACE: Final = {
    "vacant": "no unit is there",
    "type": "for a {deck} only",
    "armor": "armor is worn already",
    "vehicle": "a vehicle is there already",
    "full": "three items are carried already",
}
IT_DOES_NOTHING_ON_THIS_BOARD: Final = "It does nothing on this board."
CAN_CARRY_IT: Final = "{units} can carry it."
SELLS_IT: Final = "{sell} sells it"
GIVES_IT_TO_ANOTHER: Final = "{choose} gives it to another"
PUTS_IT_ASIDE: Final = "{aside} puts it aside"
BUYS_IT: Final = "{choose} buys it."
GIVES_IT: Final = "{choose} gives it."

# -- Drafts ----------------------------------------------------------------------------------------

OTHERS_ARE_BUYING_WAIT: Final = "Others are buying: wait."
TAKEN_BACK: Final = "Taken back."
DONE_AGAIN: Final = "Done again."

# -- Buying and selling ----------------------------------------------------------------------------

YOU_CANNOT_PASS_WHILE_SOMETHING: Final = (
    "You cannot pass while something lies aside: equip or sell {cards}."
)
ONLY_WHAT_YOU_CAN_BUY: Final = "Only what you can buy and somebody can carry."
EVERYTHING_THAT_IS_FOR_SALE: Final = "Everything that is for sale."
STANDS_BESIDE_WHAT_YOU_LOOK_AT: Final = "{card} stands beside whatever you look at."
TEAM_OWNS_NOTHING_YET: Final = "The team owns nothing yet."
BEFORE_YOU_PASS: Final = "before you pass"
EQUIP_OR_SELL: Final = "{panel}: equip or sell {loose}."
A_CHARACTER_IS_NOT_PUT_ASIDE: Final = "{name} is a character: s sells, nothing puts it aside."
NO_UNIT_CAN_TAKE: Final = (
    "No unit can take it as they are equipped: it lies aside. Make room ({aside}, {sell})."
)
LIES_ASIDE: Final = "{name} lies aside; it must be equipped or sold before passing."
LIES_ASIDE_FOR_NOW: Final = "{card} lies aside: u takes it back."
PASS_FOR_THE_WHOLE_MATCH: Final = (
    "Pass for the whole match? {choose}: no more purchases. {back}: not yet."
)
SELL_A_CHARACTER_FIRST: Final = "Sell a character first: {panel}, {sell}."
JOINS_THE_TEAM: Final = "{card} joins the team. {still_to_do}"
SELL_A_CHARACTER: Final = "Sell a character {when}: s."
BUY_A_CHARACTER: Final = "Buy a character {when}."
S_SELLS_I_READS: Final = "{card}: s sells, i reads."
IN_ORDER: Final = "In order: {next_order}."
WHO_GETS: Final = "Who gets {item}?"
IS_SOLD: Final = "{name} is sold."
GOES_TO: Final = "{item} goes to {unit}."

# -- Columns of the store --------------------------------------------------------------------------

NOTHING_HERE_IS_LIKE_THAT: Final = "Nothing here is like that: {words}."
NOTHING_IS_LEFT: Final = "Nothing is left."
SHOWS_ALL_AGAIN: Final = "{{back}} shows all again{more}"
PURCHASE_OF_THIS_TURN: Final = "The purchase of this turn is made: {words}."
NOTHING_HERE_BUT_ELSEWHERE: Final = "Nothing here is like that, but {cards} in other decks."
COLUMNS_OF_CHARACTERS: Final = "type S M T V price rank"
CARDS_WHO_CAN_CARRY_IT: Final = "{number:>3} cards    who can carry it"
AFFORDABLE_AND_FITTING: Final = "affordable and fitting"
ASIDE_SELL_ONE_OF_FIVE: Final = "aside: sell one of the five"
ASIDE_EQUIP_OR_SELL: Final = "aside: equip or sell"
PLACE_TO_BUY_FOR: Final = "{mark}{name}: buy a character"

# -- The store -------------------------------------------------------------------------------------

TYPE_WORDS_TO_FILTER: Final = "type words to filter  Enter done  Esc all goods  Up Down list"
YOUR_PURCHASING_TURN: Final = "Your purchasing turn: buy one, sell one, or {end} to pass."
NOTHING_CAN_BE_BOUGHT: Final = "Nothing can be bought or sold now: {end} waits for the others."
THIS_TURN_NOT_SENT_YET: Final = "This turn, not sent yet:"
YOUR_TEAM_HAS_UNITS: Final = "Your team has {number} units. {still_to_do}"
COMMITS_TAKES_BACK: Final = "{end} commits, {take_back} takes back"
KEYS_OF_THE_TEAM: Final = "{panel}: your team; {read} reads, {sell} sells."
