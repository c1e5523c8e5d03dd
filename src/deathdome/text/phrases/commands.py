"""The commands of plain mode: how they are written, and what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

# -- Commands of plain mode ------------------------------------------------------------------------

# Of each command how it is written, and what it does.
COMMANDS: Final = {
    "question": ("question", "says again what is asked"),
    "options": ("options [WORD]", "legal answers by number: all kinds, or one, or with a word"),
    "look": ("look", "the whole position"),
    "units": ("units [TEAM]", "every unit, or those of a team"),
    "unit": ("unit UNIT", "a unit and everything it carries"),
    "foes": ("foes [UNIT]", "the enemies, the nearest first"),
    "near": ("near [SPACE]", "a space and what is around it"),
    "points": ("points", "the control points and whose they are"),
    "jails": ("jails", "who is in which jail, and where it is opened"),
    "reach": ("reach [UNIT]", "where a unit can walk, by steps"),
    "targets": ("targets [UNIT] [from SPACE]", "whom a unit can attack from there"),
    "aim": ("aim [UNIT] SPACE", "distance, sight and weapons from a unit"),
    "threat": ("threat SPACE", "which enemies could hit that space"),
    "odds": ("odds [SPACE or UNIT or ATTACK]", "what an attack comes to, counted exactly"),
    "hands": ("hands", "what the others may hold"),
    "why": ("why SPACE or UNIT or CARD or ACTION", "why not, and what would do"),
    "hand": ("hand", "the own power cards"),
    "card": ("card NAME", "any card, in full"),
    "store": ("store [DECK] [WORDS] [fitting] [by price, name or strength]", "what is for sale"),
    "fit": ("fit CARD", "what a card would do for each own unit"),
    "compare": ("compare CARD, CARD", "two cards of the store"),
    "bought": ("bought", "what every team has bought and has left"),
    "rule": ("rule ID or WORDS", "a rule"),
    "payout": ("payout", "what would be paid if the match ended now"),
    "history": ("history", "the payout after each round, and what turned the match"),
    "log": ("log [NUMBER or WORDS]", "what happened last, or with those words"),
    "last": ("last", "what happened since the last own turn"),
    "recap": ("recap", "the same, as short as it can be said"),
    "seats": ("seats", "who plays which team"),
    "seed": ("seed", "the seed of the match; a random one once it is over"),
}
# What is done with the match itself, by its host.
DOING: Final = {
    "hint": ("hint: where to look; again: which kind of act; again: the act. Hints are counted"),
    "reasons": (
        "reasons [NUMBER]: why a manager did what it did last, or so many decisions before"
    ),
    "coach": (
        "coach [NUMBER [copy]]: after a match the decisions that cost most by what could "
        "be known, or the position of one of them again"
    ),
    "undo": "undo [NUMBER]: takes answers back, as long as nothing has come to light",
    "redo": "redo [NUMBER]: gives them again",
    "continue": (
        "continue: goes on with the match that was left before, as long as this one is new"
    ),
    "rematch": ("rematch [new]: the match again with the same seed or a new one, once it is over"),
    "position": "position: the match as a position file, once it is over",
    "copy": ("copy [match]: the position as you see it as one line, or the match once it is over"),
    "help": "help [COMMAND or all]: the names of all commands, or what they do",
    "quit": "quit: leaves the match",
}
# Every one of them once, as `help` names them.
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "The question and its answers": ("question", "options", "hint", "undo", "redo"),
    "What there is": ("look", "units", "unit", "foes", "near", "points", "jails", "payout"),
    "What could be": ("reach", "targets", "aim", "threat", "odds", "why", "hands"),
    "Cards": ("hand", "card", "store", "fit", "compare", "bought", "rule"),
    "What happened": ("last", "recap", "log", "history", "reasons", "coach"),
    "The match": ("seats", "seed", "continue", "rematch", "position", "copy", "help", "quit"),
}
ANYTHING_ELSE_IS_AN_ANSWER: Final = (
    "Anything else is an answer: its number, or an action such as walk k5, attack blue.gunner "
    "with rusty-chainsaw, end phase. An empty line says the question again; one that begins "
    "with # is passed over."
)
NOTHING_HAS_HAPPENED_SINCE: Final = "Nothing has happened since the last own turn."
THE_SEED_IS: Final = "Seed {seed}: the same seed, the same dice and cards."
THE_SEED_IS_RANDOM: Final = "The seed is random. You can read it when the match is over."
MORE_HELP: Final = '"help odds" tells about one of them, "help all" about all.'
THE_END_OF_A_MATCH: Final = "The end of a match"
