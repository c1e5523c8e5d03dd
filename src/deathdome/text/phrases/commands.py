"""Commands of plain mode: their syntax and meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

# -- Commands of plain mode ------------------------------------------------------------------------

# Syntax and meaning of each command.
COMMANDS: Final = {
    "question": ("question", "repeats the question"),
    "options": ("options [WORD]", "lists your choices: all, those of a kind, or with a word"),
    "look": ("look", "shows the whole position"),
    "units": ("units [TEAM]", "lists every unit, or those of a team"),
    "unit": ("unit UNIT", "shows a unit and everything it carries"),
    "foes": ("foes [UNIT]", "lists the enemies, nearest first"),
    "near": ("near [SPACE]", "shows a space and its surroundings"),
    "points": ("points", "lists the control points and their owners"),
    "jails": ("jails", "shows the jails, their units and release points"),
    "reach": ("reach [UNIT]", "lists the spaces a unit can walk to, by steps"),
    "targets": ("targets [UNIT] [from SPACE]", "lists the enemies a unit can attack from there"),
    "aim": ("aim [UNIT] SPACE", "shows distance, sight and weapons from a unit"),
    "threat": ("threat SPACE", "lists the enemies that could hit that space"),
    "odds": ("odds [SPACE or UNIT or ATTACK]", "gives the exact odds of an attack"),
    "hands": ("hands", "shows what the other teams may hold"),
    "why": ("why SPACE or UNIT or CARD or ACTION", "explains why you can't, and what would work"),
    "hand": ("hand", "shows your power cards"),
    "card": ("card NAME", "shows any card in full"),
    "store": ("store [DECK] [WORDS] [fitting] [by price, name or strength]", "lists the store"),
    "fit": ("fit CARD", "shows what a card would do for each of your units"),
    "compare": ("compare CARD, CARD", "compares two cards of the store"),
    "bought": ("bought", "shows each team's purchases and credits"),
    "rule": ("rule ID or WORDS", "shows a rule"),
    "payout": ("payout", "shows the payouts if the match ended now"),
    "history": ("history", "shows the payout after each round, and the turning points"),
    "season": ("season", "shows the season: values, wins and matches played"),
    "log": ("log [NUMBER or WORDS]", "shows the latest events, or those with the words"),
    "last": ("last", "shows what happened since your last turn"),
    "recap": ("recap", "shows the same in short"),
    "seats": ("seats", "shows who plays each team"),
    "seed": ("seed", "shows the seed; a random one only after the match"),
}
# The match itself: commands of its host.
HOST_COMMANDS: Final = {
    "hint": "hint: the best move and why; again: the whole plan. Hints are counted",
    "outfit": (
        "outfit [NAME]: lists the ready-made outfits, or buys the next item of one and ends your "
        "purchasing turn"
    ),
    "reasons": "reasons [NUMBER]: explains a manager's last decision, or one so many earlier",
    "coach": (
        "coach [NUMBER [copy]]: after a match, lists your costliest mistakes, or shows the "
        "position of one"
    ),
    "undo": "undo [NUMBER]: undoes actions, until something is revealed",
    "redo": "redo [NUMBER]: redoes them",
    "continue": "continue: resumes your unfinished match, while this one is new",
    "rematch": "rematch [new]: repeats a finished match with the same seed or a new one",
    "position": "position: shows the match as a position file, once it is over",
    "copy": "copy [match]: prints the position as you see it in one line, or the finished match",
    "help": "help [COMMAND or all]: lists the commands, or explains them",
    "quit": "quit: leaves the match",
}
# Each command once, as `help` lists them.
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "Choosing": ("question", "options", "hint", "undo", "redo"),
    "The position": ("look", "units", "unit", "foes", "near", "points", "jails", "payout"),
    "Looking ahead": ("reach", "targets", "aim", "threat", "odds", "why", "hands"),
    "Cards": ("hand", "card", "store", "outfit", "fit", "compare", "bought", "rule"),
    "What happened": ("last", "recap", "log", "history", "season", "reasons", "coach"),
    "The match": ("seats", "seed", "continue", "rematch", "position", "copy", "help", "quit"),
}
HOW_TO_CHOOSE: Final = (
    "Anything else is a choice: its number, or words such as walk k5, attack blue.gunner "
    "with rusty-chainsaw, end phase. Type concede to give up. An empty line repeats the question. "
    "A line starting with # is a comment."
)
NO_NEWS: Final = "Nothing has happened since your last turn."
SEED: Final = "Seed {seed}. It repeats the dice and cards of this match."
RANDOM_SEED: Final = "The seed is random. You can read it after the match."
MORE_HELP: Final = 'Type "help odds" for one command, "help all" for all.'
MATCH_END: Final = "The end of a match"
