"""Phrases of the exchange: offers, replies, discards."""

from __future__ import annotations

from typing import Final

# -- offers --------------------------------------------------------------------------------------

OFFER: Final = "offer a trade, or pass"
COUNTER: Final = "answer {rival} with an offer of your own"
OFFERS_LEFT: Final = "{left} of {all} offers left"
WITH: Final = "WITH"
YOU_GIVE: Final = "YOU GIVE"
YOU_WANT: Final = "YOU WANT FROM {name}"
NO_POWERS: Final = "no powers"
VITALITY: Final = "vitality"
AFTER: Final = "{who}: {old} > {new}"
YOU: Final = "you"
PROMISE: Final = "promise"
REASON: Final = "reason"
NONE: Final = "-"
ASK_PROMISE: Final = "What do you promise? A promise is shown, and binds no player."
ASK_THEIR_PROMISE: Final = "What must {name} promise? It binds no player."
ASK_REASON: Final = "What do you say it is good for? The other player reads it."
LAST: Final = "LAST"
HANDS: Final = "HANDS"
HOW: Final = "Enter adds or removes a power, changes the rival, or writes a line."
DROP_DRAFT: Final = "Pass without this offer?"
DROP_DRAFT_MEANS: Final = "You may offer again if a rival offers a trade after you."
ONE_SIDE: Final = "Offer something for nothing?"
YOU_GET_NOTHING: Final = "You give, and get nothing in return. A rival will gladly accept."
YOU_GIVE_NOTHING: Final = "You ask for a gift."
OFFER_IT: Final = "Offer it"
BACK_TO_OFFER: Final = "Back to the offer"
OFFER_NOTHING: Final = "Offer nothing now"
CHANGE_RIVAL: Final = "rival"
CHANGE: Final = "value"
OTHER_SIDE: Final = "side"

# -- replies -------------------------------------------------------------------------------------

REPLY: Final = "answer the offer of {rival}"
YOU_GET: Final = "YOU GET"
NOTHING: Final = "nothing"
SO_MUCH: Final = "{n} vitality"
A_PROMISE: Final = 'The promise: "{text}"'
SAYS: Final = "{rival} says:"
SILENT: Final = "{rival} gives no reason."
BALANCE: Final = "Vitality after it: you {mine}, {rival} {theirs}."
NO_COUNTER: Final = "You have no offers left for a counter-offer."
COUNTERS: Final = "A counter-offer is one of your {left} offers."
BINDS: Final = "Powers and vitality change hands at once. Promises bind no player."

BACK: Final = "back"

# -- discards ------------------------------------------------------------------------------------

DISCARD: Final = "discard powers, or keep them all"
DISCARDED: Final = "{n} of {all} to discard"
DISCARD_HELP: Final = "Discarded powers leave the game. Autos that hurt you are worth a look."
NO_HAND: Final = "You own no power. {key} continues."
MARKED: Final = "discard"
DISCARD_QUESTION: Final = "Discard {powers}?"
DISCARD_MEANS: Final = "They leave the game, and no player can own them again."
KEEP: Final = "Back to the list"
DO_DISCARD: Final = "Discard"
