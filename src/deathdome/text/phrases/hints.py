"""Phrases of hints: what to do, why, what may go wrong, what would be nearly as good."""

from __future__ import annotations

from typing import Final

from deathdome.model.actions import ActionKind
from deathdome.text.phrases import terms

# -- What to do ------------------------------------------------------------------------------------

ONLY_CHOICE: Final = "Only one choice: {order}"
WALKS: Final = "{who} to {space}"
WALKS_AND: Final = "{who} to {space}, {acts}"
ACTS: Final = "{who}: {acts}"
THEN: Final = ", then "
NOTHING: Final = "Nothing"
THEN_WALKS: Final = "go to {space}"
CAPTURE_TOWER: Final = "capture the tower"
CAPTURE_POINT: Final = "capture the point"
OPEN_JAIL: Final = "open the jail"
ATTACK: Final = "attack {enemy}"
ATTACK_WITH: Final = "attack {enemy} with {weapon}"
ATTACK_ALL: Final = "attack everyone around"
PLAY_CARDS: Final = "play {cards}"
PLAY_SO_MANY: Final = "play {cards}, {total} in all"
JAIL: Final = "the {jail} jail"
SEND_TO_JAIL: Final = "send {enemy} to the {jail} jail"
PUSH_TO: Final = "push {enemy} to {space}"
HIT_FIRST: Final = "hit {enemy} first"
BUY_FOR: Final = "buy {item} for {who}"
BUY: Final = "buy {item}"
SELL: Final = "sell {item}"
SELL_TO_BUY: Final = "sell {item}, then buy {other}"
GIVE: Final = "give {item} to {who}"
SELL_NOTHING: Final = "sell nothing"
UNASSIGN: Final = "unassign {item}"
# Answers without a unit or a card.
BARE: Final = {
    ActionKind.END_TURN: "end your turn",
    ActionKind.END_PHASE: "end this phase",
    ActionKind.STOP: "stay here",
    ActionKind.COMMIT: "play no more cards",
    ActionKind.DECLINE: "let it pass",
    ActionKind.DONE: "end your purchases for now",
    ActionKind.PASS: "stop buying",
}
# ... and of another team.
BARE_OF_OTHERS: Final = {
    ActionKind.END_TURN: "end the turn",
    ActionKind.END_PHASE: "end the phase",
    ActionKind.DONE: "buy nothing more this turn",
}
CAPTURE: Final = "capture"
JAILS: Final = {
    "nw": "north-west",
    "ne": "north-east",
    "sw": "south-west",
    "se": "south-east",
}

# -- Where to look, before anything else is said ---------------------------------------------------


# -- Why -------------------------------------------------------------------------------------------

# Terms in other words: in favour of an act of the player's, and against it.
IN_FAVOUR: Final = {
    terms.AFTER_REPLIES: "better after their replies",
    terms.SHELL: "beetle shell",
    terms.NEXT_PHASE: "sets up your next phase",
    terms.JAILED: "enemy sent to jail",
    terms.DANGER: "less danger",
    terms.POINT: "the point",
    terms.TOWER: "the tower",
    terms.CARDS_SPENT: "saves cards",
    terms.ENEMY_PAYOUTS: "weakens the enemy",
    terms.OUTCOME: "towards winning the match",
    terms.TAKEN_FIRST: "costs that team its best item",
    terms.SET_BROKEN: "breaks up what is left",
    terms.RANK_LOST: "replaces a better character",
    terms.FIRST_PICK: "you buy first from it",
    "shells": "beetle shells",
    "hand": "cards in hand",
    "units": "units on the board",
    "wounds": "fewer wounds",
    "down": "no unit down",
    "base": "leaves base",
    "effects": "lasting effects",
}
AGAINST: Final = {
    terms.CLOSER: "further from the points",
    terms.PHASE_AFTER: "leaves less to do after it",
    terms.AFTER_REPLIES: "worse after their replies",
    terms.DANGER: "more danger",
    terms.FEWER_ATTACKERS: "one attacker more",
    terms.LEAVES_BASE: "stays in base",
    terms.ENEMY_PAYOUTS: "helps the enemy",
    terms.OUTCOME: "towards losing the match",
    terms.POINTS_IN_REACH: "fewer points within reach",
    terms.VALUE_GIVEN: "raises the value of that team",
    "shells": "beetle shells",
    "hand": "fewer cards in hand",
    "units": "fewer units on the board",
    "down": "a unit down",
    "base": "units in base",
    "effects": "lasting effects",
}
TERM: Final = "{words} {amount}"
HELD: Final = "{reason}, held {until}: {chance}"
UNTIL_TURN: Final = "to your next turn"
UNTIL_END: Final = "to the end"
KILLS: Final = "kills {enemy}: {chance}"
WOUNDS: Final = "wounds {enemy}: {chance}"
BECAUSE_OF: Final = ", because of "  # in the label of a reaction, about a unit seen on the board
AS_PLANNED: Final = "the plan for this phase, {amount}"
AFTER_ATTACK: Final = "{who} {fate}"
DIES: Final = "dies"
UNHURT: Final = "is unhurt"
SURVIVES: Final = "takes {wounds} and lives"
COSTS: Final = "costs {amount}, leaves {left}"
STILL_COSTS: Final = "still costs you {amount}"

# -- What may go wrong -----------------------------------------------------------------------------

MAY_KILL: Final = "{enemy} may kill {who}: {chance}"
MAY_DIE: Final = "{who} may die: {chance}"
INTO_LAVA: Final = "a wound pushes {enemy} into lava"

LAST_UNIT: Final = "Your last unit: lose it and you lose the match."
LAST_UNIT_OF_MANY: Final = "Your last unit: lose it and you are out."
THEIR_LAST_UNIT: Final = "Their last unit: kill it and you win."
# ... in a season, where the end of a match does not decide the win.
LAST_UNIT_ENDS: Final = "Your last unit: lose it and the match ends."
THEIR_LAST_UNIT_ENDS: Final = "Their last unit: kill it and the match ends."
LAST_OF_SEASON: Final = "Last round of the season: the most valuable team wins."
AUCTION_FOLLOWS: Final = "An auction follows: keep what you carry out of jail."
LAST_ROUND: Final = "Last round: only what you hold at the end pays."
WHOLE_HAND: Final = "Takes your whole hand. Defence gets no card."
EMPTY_HAND: Final = "Your hand is empty for the enemy's turn."

# -- What would be nearly as good ------------------------------------------------------------------

JUST_AS_GOOD: Final = "Just as good: {order}."
ALMOST_AS_GOOD: Final = "Almost as good: {order}."
NEXT_BEST: Final = "Next best: {order} ({amount})."

# -- The whole plan --------------------------------------------------------------------------------

SECOND_PHASE: Final = "Then: {order}."
CARDS_NEEDED: Final = "Cards for it: {cards}."
IF_ALL_CARDS: Final = "If {team} plays every card: {chances}."
OUTCOMES: Final = ("dies", "hurt", "unhurt")
CARRIES: Final = "{who} carries {items}, worth {amount}."
BUY_FIRST: Final = "You could then buy {item} first."
WORTH_IN_ALL: Final = "Worth {amount}: {terms}."
RUNS: Final = "Odds with ~ come from {runs} trial runs of the enemy's turn."
TYPED: Final = "Type: {notation}"
REASON_FOR: Final = "For: {reason}."
REASON_AGAINST: Final = "Against: {reason}."

# -- The box ---------------------------------------------------------------------------------------

TITLE: Final = "HINT"
STEP_OF: Final = "{number} of {steps}"
DO_IT: Final = "{choose} do it"
MORE: Final = "{hint} more"
WHOLE_PLAN: Final = "{hint} the whole plan"
CLOSE: Final = "{back} close"
MORE_BY_TYPING: Final = 'Type "hint" again for more.'
