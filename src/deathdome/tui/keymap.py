"""Every key once, with the actions it does: the default keys.

Key bar, help sheet, prompts, screens and docs/keys.md all ask the keys in use, which keyset.py
makes of this table, of a preset and of the player's own keys. A new row may take any letter that
is free here; keyset.py says what the presets need.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final


class Context(Enum):
    """What the keys act on now."""

    BOARD = "on the board"
    LIST = "in a list"
    CARDS = "choosing cards"
    WAIT = "while others play"
    STORE = "in the store"
    OWNER = "choosing who gets an item"
    TEAM = "on the team sheet"
    SURE = "before passing"
    PAGE = "reading"
    CURTAIN = "behind the curtain"
    LOG = "in the log"
    LEAVE = "leaving"
    END = "after the match"
    LAST_BOARD = "on the board of a match that is over"
    MENU = "in a menu"
    FORM = "choosing options"
    KEPT = "in the list of matches"
    COACH = "with the coach"
    REPLAY = "watching a match"


B, L, C, W = Context.BOARD, Context.LIST, Context.CARDS, Context.WAIT
S, O, T, P = Context.STORE, Context.OWNER, Context.TEAM, Context.PAGE  # noqa: E741
K, R = Context.KEPT, Context.REPLAY
MENUS: Final = frozenset({Context.MENU, Context.FORM, K})
MATCH: Final = frozenset({B, L, C, W, Context.LAST_BOARD})
SHOP: Final = frozenset({S, O, T})


@dataclass(frozen=True, slots=True)
class Key:
    """One binding. `bar` is its place in the key bar, 0 for help sheet only."""

    id: str
    keys: tuple[str, ...]  # as Textual names them; the first is the one that is shown
    words: str  # in the key bar, as short as can be
    help: str  # on the help sheet
    contexts: frozenset[Context]
    bar: int = 0
    shown: str = ""  # how the keys are written, if not by the first key's name
    pair: str = ""  # the action that goes the other way, whose key stands in the bar as well


KEYS: Final = (
    Key(
        "up",
        ("up",),
        "",
        "Cursor or bar up",
        MATCH | SHOP | MENUS | {P, Context.LOG, Context.LEAVE, Context.END, Context.COACH},
        shown="Up",
    ),
    Key(
        "down",
        ("down",),
        "",
        "Cursor or bar down",
        MATCH | SHOP | MENUS | {P, Context.LOG, Context.LEAVE, Context.END, Context.COACH},
        shown="Down",
    ),
    Key(
        "left", ("left",), "", "Cursor left; in the store another deck", MATCH | SHOP, shown="Left"
    ),
    Key(
        "right",
        ("right",),
        "",
        "Cursor right; in the store another deck",
        MATCH | SHOP,
        shown="Right",
    ),
    Key("up_left", ("home",), "", "Cursor up and left", MATCH, shown="Home"),
    Key(
        "up_right",
        ("pageup",),
        "",
        "Cursor up and right; a page up",
        MATCH | SHOP | {P, K, Context.LOG, Context.END, Context.COACH},
        shown="PgUp",
    ),
    Key("down_left", ("end",), "", "Cursor down and left", MATCH, shown="End"),
    Key(
        "down_right",
        ("pagedown",),
        "",
        "Cursor down and right; a page down",
        MATCH | SHOP | {P, K, Context.LOG, Context.END, Context.COACH},
        shown="PgDn",
    ),
    Key("far_up", ("shift+up", "ctrl+up"), "", "Cursor five spaces up", MATCH, shown="Shift+Up"),
    Key(
        "far_down",
        ("shift+down", "ctrl+down"),
        "",
        "Cursor five spaces down",
        MATCH,
        shown="Shift+Down",
    ),
    Key(
        "far_left",
        ("shift+left", "ctrl+left"),
        "",
        "Cursor five spaces left",
        MATCH,
        shown="Shift+Left",
    ),
    Key(
        "far_right",
        ("shift+right", "ctrl+right"),
        "",
        "Cursor five spaces right",
        MATCH,
        shown="Shift+Right",
    ),
    Key("choose", ("enter",), "do", "Choose; commit what is staged", frozenset({B, L}), 1, "Enter"),
    Key("choose", ("enter",), "commit", "Commit the ticked cards", frozenset({C}), 2, "Enter"),
    Key("choose", ("enter",), "buy", "Buy the card under the bar", frozenset({S}), 1, "Enter"),
    Key("choose", ("enter",), "give", "This unit gets the item", frozenset({O}), 1, "Enter"),
    Key("choose", ("enter",), "move", "Move the item to another unit", frozenset({T}), 1, "Enter"),
    Key(
        "choose",
        ("enter",),
        "pass",
        "Pass: no more purchases in this match",
        frozenset({Context.SURE}),
        1,
        "Enter",
    ),
    Key(
        "choose",
        ("enter",),
        "take the seat",
        "Show the hand",
        frozenset({Context.CURTAIN}),
        1,
        "Enter",
    ),
    Key("choose", ("enter",), "do", "Choose", frozenset({Context.LEAVE}), 1, "Enter"),
    Key(
        "choose",
        ("enter",),
        "to the board",
        "The cursor to where it happened",
        frozenset({Context.LOG}),
        1,
        "Enter",
    ),
    Key(
        "search",
        ("slash",),
        "find",
        "Find words in the log",
        frozenset({Context.LOG}),
        2,
        shown="/",
    ),
    Key("choose", ("enter",), "result", "The result", frozenset({Context.LAST_BOARD}), 1, "Enter"),
    Key(
        "another", ("n",), "rematch", "The same match with other dice", frozenset({Context.END}), 2
    ),
    Key(
        "again",
        ("a",),
        "same dice",
        "The same match with the same dice",
        frozenset({Context.END}),
        3,
    ),
    Key("choose", ("enter",), "choose", "Choose", frozenset({Context.MENU}), 1, "Enter"),
    Key("choose", ("enter",), "watch", "Watch the match", frozenset({K}), 1, "Enter"),
    Key("go_on", ("g",), "go on", "Go on with the match, if it is not over", frozenset({K}), 2),
    Key(
        "choose",
        ("enter",),
        "play on",
        "Take a seat here, in a match of its own",
        frozenset({R}),
        1,
        "Enter",
    ),
    Key("left", ("left",), "", "One answer back", frozenset({R}), shown="Left"),
    Key("right", ("right",), "step", "One answer on", frozenset({R}), 2, "Right", "left"),
    Key("up", ("up",), "", "Back to the beginning of the turn", frozenset({R}), shown="Up"),
    Key("down", ("down",), "turn", "On to the next turn", frozenset({R}), 3, "Down", "up"),
    Key("round_back", ("pageup",), "", "Back to the beginning of the round", frozenset({R})),
    Key(
        "round_on",
        ("pagedown",),
        "round",
        "On to the next round",
        frozenset({R}),
        6,
        "PgDn",
        "round_back",
    ),
    Key("to_start", ("home",), "", "To the beginning", frozenset({R})),
    Key("to_end", ("end",), "", "To the end", frozenset({R})),
    Key("hands", ("o",), "hands", "All hands, once the match is over", frozenset({R}), 5),
    Key("run", ("space",), "run", "Run by itself, or stop", frozenset({R}), 5, "Space"),
    Key("look_up", ("shift+up",), "", "Cursor up", frozenset({R})),
    Key("look_down", ("shift+down",), "", "Cursor down", frozenset({R})),
    Key("look_left", ("shift+left",), "", "Cursor left", frozenset({R})),
    Key("look_right", ("shift+right",), "", "Cursor right", frozenset({R})),
    Key("watch", ("m",), "watch", "Watch the match again", frozenset({Context.END}), 4),
    Key("watch", ("m",), "", "Look back on the match so far", MATCH),
    Key("matches", ("m",), "", "Matches that are kept", frozenset({Context.MENU})),
    Key("choose", ("enter",), "change", "Change, or begin", frozenset({Context.FORM}), 1, "Enter"),
    Key("left", ("left",), "", "The value before", frozenset({Context.FORM}), shown="Left"),
    Key(
        "right",
        ("right",),
        "value",
        "The next value",
        frozenset({Context.FORM}),
        2,
        "Right",
        "left",
    ),
    Key("choose", ("enter",), "board", "Board or result", frozenset({Context.END}), 1, "Enter"),
    Key(
        "tick",
        ("space",),
        "tick",
        "Tick or untick the card under the bar",
        frozenset({C}),
        1,
        "Space",
    ),
    Key(
        "pause",
        ("space",),
        "pause",
        "Stop the managers, or let them go on",
        frozenset({W}),
        1,
        "Space",
    ),
    Key(
        "hurry",
        ("escape",),
        "move now",
        "Make the manager that thinks answer at once",
        frozenset({W}),
        2,
        "Esc",
    ),
    Key(
        "back",
        ("escape",),
        "back",
        "One level back; never quits",
        (MATCH - {W})
        | SHOP
        | MENUS
        | {P, R, Context.LOG, Context.LEAVE, Context.SURE, Context.END, Context.COACH},
        9,
        "Esc",
    ),
    Key("next", ("n",), "next", "Next own unit, target or point", frozenset({B, L, C}), 2),
    Key("previous", ("p",), "", "Previous own unit, target or point", frozenset({B, L, C})),
    Key("next", ("n",), "fight", "To the next fight", frozenset({R}), 4),
    Key("previous", ("p",), "", "To the fight before", frozenset({R})),
    Key("next", ("n",), "next", "The next that was found", frozenset({Context.LOG}), 3),
    Key("previous", ("p",), "previous", "The one found before", frozenset({Context.LOG}), 4),
    Key("attack", ("a",), "attack", "List the attacks of the unit", frozenset({B}), 3),
    Key(
        "acts",
        ("k",),
        "cards",
        "List attacks, cards, abilities, capture and release",
        frozenset({B}),
        4,
    ),
    Key("capture", ("c",), "capture", "Capture the point under the unit", frozenset({B}), 5),
    Key("release", ("r",), "release", "Open the jail of this release point", frozenset({B}), 5),
    Key("end", ("e",), "end", "End the walk, the unit phase or the turn", frozenset({B, L}), 6),
    Key("end", ("e",), "end turn", "Commit this purchasing turn; with nothing done: pass", SHOP, 3),
    Key(
        "take_back",
        ("u", "backspace"),
        "undo",
        "Take back what has brought nothing to light",
        frozenset({B, C, L}),
        7,
    ),
    Key(
        "take_back",
        ("u", "backspace"),
        "undo",
        "Take back the last step of this purchasing turn",
        SHOP,
        4,
    ),
    Key("redo", ("R",), "", "Do again what was taken back", frozenset({B, C, L}) | SHOP, shown="R"),
    Key(
        "step",
        ("full_stop",),
        "",
        "One answer of the managers while they are stopped",
        frozenset({W}),
        shown=".",
    ),
    Key(
        "sell", ("s",), "sell", "Sell the card under the bar for its full price", frozenset({T}), 2
    ),
    Key("aside", ("x",), "aside", "Put the item aside", frozenset({T}), 5),
    Key("panel", ("tab",), "panel", "Next page of the panel", MATCH | {R}, 8, "Tab"),
    Key("panel", ("tab",), "team", "To the team sheet and back", SHOP, 5, "Tab"),
    Key(
        "panel_back",
        ("shift+tab",),
        "",
        "Previous page of the panel",
        MATCH | {R},
        shown="Shift+Tab",
    ),
    Key("read", ("i",), "read", "Read the unit, card or item in full", MATCH | SHOP | {R}, 8),
    Key(
        "why",
        ("w",),
        "why",
        "Say why this space, foe or entry is no answer; again: the rule",
        MATCH,
        8,
    ),
    Key(
        "why",
        ("w",),
        "why",
        "Say why this card cannot be bought, given or sold; again: the rule",
        SHOP,
        8,
    ),
    Key("overlay", ("t",), "", "Marks: reach, threat, both, sight and range, none", MATCH),
    Key("type", ("semicolon",), "", "Type a space, or answers in words", MATCH, shown=";"),
    Key("line", ("v",), "", "Distance, range and sight from the unit to the cursor", MATCH),
    Key(
        "hint",
        ("g",),
        "hint",
        "A hint: where to look; again: which kind of act; again: the act",
        frozenset({B, L, C}) | SHOP,
        9,
    ),
    Key(
        "reasons",
        ("W",),
        "",
        "Why did it do that? The reasons of the managers",
        MATCH | SHOP | {Context.END},
    ),
    Key(
        "coach",
        ("c",),
        "coach",
        "The decisions that cost most, by what could be known",
        frozenset({Context.END}),
        4,
    ),
    Key(
        "choose", ("enter",), "look", "Look at the decision", frozenset({Context.COACH}), 1, "Enter"
    ),
    Key("odds", ("o",), "odds", "All about the odds of the attack", MATCH, 8),
    Key("odds", ("o",), "", "Back from the odds", frozenset({P})),
    Key("zoom", ("z",), "", "Large spaces, from 150x50 on", MATCH | {R}),
    Key("log", ("l",), "log", "The whole log", MATCH | SHOP | {Context.END}, 9),
    Key("pace", ("f",), "speed", "Pace of the managers: 1x 2x 4x instant", MATCH | SHOP, 9),
    Key("pace", ("f",), "", "How fast it runs: 1x 2x 4x instant", frozenset({R})),
    Key("theme", ("T",), "", "Next theme", MATCH | SHOP | MENUS | {R}, shown="T"),
    Key(
        "find",
        ("slash",),
        "",
        "Search cards, and with Tab the rules",
        MATCH | MENUS | {O, R, Context.END},
        shown="/",
    ),
    Key("find", ("slash",), "filter", "Filter the goods: type words", frozenset({S, T}), 6, "/"),
    Key("sort", ("o",), "order", "Goods by price, by name, strongest first", frozenset({S}), 6),
    Key(
        "fitting",
        ("p",),
        "possible",
        "Only what can be bought and somebody can carry",
        frozenset({S}),
        8,
    ),
    Key(
        "compare",
        ("c",),
        "compare",
        "Mark this card, to see it beside others; again: no more",
        frozenset({S, T}),
        7,
    ),
    Key("rivals", ("r",), "others", "What every team has bought", SHOP, 7),
    Key(
        "copy",
        ("y",),
        "",
        "Copy the position as text, as this seat sees it",
        MATCH | {S, T, R, Context.END},
    ),
    Key(
        "copy_replay",
        ("Y",),
        "",
        "Copy the whole match as text, once it is over",
        MATCH | {S, T, R},
    ),
    Key("copy_replay", ("Y",), "copy", "Copy the whole match as text", frozenset({Context.END}), 5),
    Key(
        "load",
        ("V",),
        "",
        "Load a position or a replay that was copied",
        MATCH | {S, T, R, K, Context.MENU, Context.END},
    ),
    Key("options", ("O",), "", "Options", MATCH | SHOP | {Context.MENU}, shown="O"),
    Key(
        "palette",
        ("colon", "ctrl+p"),
        "",
        "Everything that can be done now, by name",
        MATCH | SHOP | MENUS | {R, Context.END, Context.COACH},
        shown=":",
    ),
    Key(
        "leave",
        ("q", "ctrl+c"),
        "leave",
        "The leave dialog",
        MATCH
        | SHOP
        | MENUS
        | {P, R, Context.LOG, Context.CURTAIN, Context.END, Context.SURE, Context.COACH},
        9,
    ),
    Key(
        "help",
        ("question_mark", "f1"),
        "keys",
        "This sheet",
        MATCH | SHOP | MENUS | {P, R, Context.LOG, Context.END, Context.COACH},
        99,
        "?",
    ),
)
