"""Table of keys: every action once, with its default keys and its contexts.

Key bar, help sheet, prompts, screens and docs/keys.md use the key set in force, which keyset.py
makes of this table, a preset and the player's own keys. A new row may take any letter that is free
here; keyset.py says what the presets need.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from deathdome.stage.keys import keyset as stage
from deathdome.stage.keys.keyset import Key
from deathdome.text.phrases import keys as say


class Context(StrEnum):
    """A place in which a key has a meaning of its own."""

    BOARD = say.ON_THE_BOARD
    LIST = say.IN_A_LIST
    CARDS = "choosing cards"
    WAIT = say.WHILE_OTHERS_PLAY
    STORE = say.IN_THE_STORE
    OWNER = say.GIVING_AN_ITEM
    TEAM = say.ON_THE_TEAM_SHEET
    SURE = "before passing"
    PAGE = stage.PAGE
    CURTAIN = stage.CURTAIN
    LOG = say.IN_THE_LOG
    LEAVE = "leaving"
    END = say.AFTER_THE_MATCH
    SEASON = say.BETWEEN_MATCHES
    AUCTION = say.AT_AN_AUCTION
    LAST_BOARD = say.ON_A_FINISHED_BOARD
    MENU = stage.MENU
    FORM = stage.FORM
    KEPT = say.AMONG_MATCHES
    COACH = say.WITH_THE_COACH
    REPLAY = say.WATCHING_A_MATCH


B, L, C, W = Context.BOARD, Context.LIST, Context.CARDS, Context.WAIT
S, O, T, P = Context.STORE, Context.OWNER, Context.TEAM, Context.PAGE  # noqa: E741
K, R = Context.KEPT, Context.REPLAY
N, A = Context.SEASON, Context.AUCTION
MENUS: Final = frozenset({Context.MENU, Context.FORM, K})
MATCH: Final = frozenset({B, L, C, W, Context.LAST_BOARD})
BOARDS: Final = frozenset({B, W, Context.LAST_BOARD})
SHOP: Final = frozenset({S, O, T})


KEYS: Final = (
    Key(
        "up",
        ("up",),
        "",
        say.UP,
        MATCH | SHOP | MENUS | {P, N, A, Context.LOG, Context.LEAVE, Context.END, Context.COACH},
        shown="Up",
    ),
    Key(
        "down",
        ("down",),
        "",
        say.DOWN,
        MATCH | SHOP | MENUS | {P, N, A, Context.LOG, Context.LEAVE, Context.END, Context.COACH},
        shown="Down",
    ),
    Key("left", ("left",), "", say.LEFT, MATCH | SHOP, shown="Left"),
    Key(
        "right",
        ("right",),
        "",
        say.RIGHT,
        MATCH | SHOP,
        shown="Right",
    ),
    Key("up_left", ("home",), "", say.UP_LEFT, MATCH, shown="Home"),
    Key(
        "up_right",
        ("pageup",),
        "",
        say.UP_RIGHT,
        MATCH | SHOP | {P, K, N, Context.LOG, Context.END, Context.COACH},
        shown="PgUp",
    ),
    Key("down_left", ("end",), "", say.DOWN_LEFT, MATCH, shown="End"),
    Key(
        "down_right",
        ("pagedown",),
        "",
        say.DOWN_RIGHT,
        MATCH | SHOP | {P, K, N, Context.LOG, Context.END, Context.COACH},
        shown="PgDn",
    ),
    Key("far_up", ("shift+up", "ctrl+up"), "", say.FAR_UP, MATCH, shown="Shift+Up"),
    Key(
        "far_down",
        ("shift+down", "ctrl+down"),
        "",
        say.FAR_DOWN,
        MATCH,
        shown="Shift+Down",
    ),
    Key(
        "far_left",
        ("shift+left", "ctrl+left"),
        "",
        say.FAR_LEFT,
        MATCH,
        shown="Shift+Left",
    ),
    Key(
        "far_right",
        ("shift+right", "ctrl+right"),
        "",
        say.FAR_RIGHT,
        MATCH,
        shown="Shift+Right",
    ),
    Key("choose", ("enter",), "do", say.CHOOSE, frozenset({B, L}), 1, "Enter"),
    Key("choose", ("enter",), "play", say.PLAY_CARDS, frozenset({C}), 2, "Enter"),
    Key("choose", ("enter",), "buy", say.BUY, frozenset({S}), 1, "Enter"),
    Key("choose", ("enter",), "give", say.GIVE_TO_UNIT, frozenset({O}), 1, "Enter"),
    Key("choose", ("enter",), "move", say.MOVE_ITEM, frozenset({T}), 1, "Enter"),
    Key(
        "choose",
        ("enter",),
        "pass",
        say.PASS,
        frozenset({Context.SURE}),
        1,
        "Enter",
    ),
    Key(
        "choose",
        ("enter",),
        say.TAKE_THE_SEAT,
        say.SHOW_THE_HAND,
        frozenset({Context.CURTAIN}),
        1,
        "Enter",
    ),
    Key("choose", ("enter",), "do", "Choose", frozenset({Context.LEAVE}), 1, "Enter"),
    Key(
        "choose",
        ("enter",),
        say.TO_THE_BOARD,
        say.SHOW_PLACE,
        frozenset({Context.LOG}),
        1,
        "Enter",
    ),
    Key(
        "search",
        ("slash",),
        "find",
        say.SEARCH_LOG,
        frozenset({Context.LOG}),
        2,
        shown="/",
    ),
    Key("choose", ("enter",), "result", "The result", frozenset({Context.LAST_BOARD}), 1, "Enter"),
    Key("choose", ("enter",), "next", say.NEXT_PAGE_OF_SEASON, frozenset({N}), 1, "Enter"),
    Key("choose", ("enter",), "choose", say.AUCTION_OFF, frozenset({A}), 1, "Enter"),
    Key("standings", ("v",), "standings", say.STANDINGS, frozenset({A, N}), 2),
    Key("another", ("n",), "rematch", say.REMATCH_NEW_DICE, frozenset({Context.END}), 2),
    Key(
        "again",
        ("a",),
        "same dice",
        say.REMATCH_SAME_DICE,
        frozenset({Context.END}),
        3,
    ),
    Key("choose", ("enter",), "choose", "Choose", frozenset({Context.MENU}), 1, "Enter"),
    Key("choose", ("enter",), "watch", say.WATCH, frozenset({K}), 1, "Enter"),
    Key("delete", ("x", "delete"), "delete", say.DELETE, frozenset({K}), 3),
    Key("go_on", ("g",), "resume", say.RESUME, frozenset({K}), 2),
    Key(
        "choose",
        ("enter",),
        "fork",
        say.FORK,
        frozenset({R}),
        1,
        "Enter",
    ),
    Key("left", ("left",), "", say.ACTION_BACK, frozenset({R}), shown="Left"),
    Key("right", ("right",), "step", say.ACTION_FORWARD, frozenset({R}), 2, "Right", "left"),
    Key("up", ("up",), "", say.TURN_START, frozenset({R}), shown="Up"),
    Key("down", ("down",), "turn", say.NEXT_TURN, frozenset({R}), 3, "Down", "up"),
    Key("round_back", ("pageup",), "", say.ROUND_START, frozenset({R})),
    Key(
        "round_on",
        ("pagedown",),
        "round",
        say.NEXT_ROUND,
        frozenset({R}),
        6,
        "PgDn",
        "round_back",
    ),
    Key("match_back", ("G",), "", say.MATCH_START, frozenset({R}), shown="G"),
    Key("match_on", ("g",), "match", say.NEXT_MATCH, frozenset({R}), 4, "g", "match_back"),
    Key("to_start", ("home",), "", say.TO_START, frozenset({R})),
    Key("to_end", ("end",), "", say.TO_END, frozenset({R})),
    Key("hands", ("o",), "hands", say.ALL_HANDS, frozenset({R}), 5),
    Key("run", ("space",), "run", say.RUN_OR_STOP, frozenset({R}), 5, "Space"),
    Key("look_up", ("shift+up",), "", "Cursor up", frozenset({R})),
    Key("look_down", ("shift+down",), "", "Cursor down", frozenset({R})),
    Key("look_left", ("shift+left",), "", "Cursor left", frozenset({R})),
    Key("look_right", ("shift+right",), "", "Cursor right", frozenset({R})),
    Key("watch", ("m",), "watch", say.WATCH_AGAIN, frozenset({Context.END}), 4),
    Key("watch", ("m",), "", say.LOOK_BACK, MATCH),
    Key("matches", ("m",), "", say.SAVED_MATCHES, frozenset({Context.MENU})),
    Key("choose", ("enter",), "change", say.CHANGE_OR_START, frozenset({Context.FORM}), 1, "Enter"),
    Key("left", ("left",), "", say.PREVIOUS_VALUE, frozenset({Context.FORM}), shown="Left"),
    Key(
        "right",
        ("right",),
        "value",
        say.NEXT_VALUE,
        frozenset({Context.FORM}),
        2,
        "Right",
        "left",
    ),
    Key("choose", ("enter",), "board", say.BOARD_OR_RESULT, frozenset({Context.END}), 1, "Enter"),
    Key(
        "tick",
        ("space",),
        "select",
        say.SELECT_CARD,
        frozenset({C}),
        1,
        "Space",
    ),
    Key(
        "pause",
        ("space",),
        "pause",
        say.PAUSE,
        frozenset({W}),
        1,
        "Space",
    ),
    Key(
        "hurry",
        ("escape",),
        "move now",
        say.HURRY,
        frozenset({W}),
        2,
        "Esc",
    ),
    Key(
        "back",
        ("escape",),
        "back",
        say.BACK,
        (MATCH - {W})
        | SHOP
        | MENUS
        | {P, R, N, A, Context.LOG, Context.LEAVE, Context.SURE, Context.END, Context.COACH},
        9,
        "Esc",
    ),
    Key("unit1", ("1",), "", say.SELECT_UNIT_1, frozenset({B, L, C, W})),
    Key("unit2", ("2",), "", say.SELECT_UNIT_2, frozenset({B, L, C, W})),
    Key("unit3", ("3",), "", say.SELECT_UNIT_3, frozenset({B, L, C, W})),
    Key("unit4", ("4",), "", say.SELECT_UNIT_4, frozenset({B, L, C, W})),
    Key("next", ("n",), "next", say.NEXT_TARGET, frozenset({B, L, C}), 2),
    Key("previous", ("p",), "", say.PREVIOUS_TARGET, frozenset({B, L, C})),
    Key("next", ("n",), "fight", say.NEXT_FIGHT, frozenset({R}), 4),
    Key("previous", ("p",), "", say.PREVIOUS_FIGHT, frozenset({R})),
    Key("next", ("n",), "next", say.NEXT_FOUND, frozenset({Context.LOG}), 3),
    Key("previous", ("p",), "previous", say.PREVIOUS_FOUND, frozenset({Context.LOG}), 4),
    Key("attack", ("a",), "attack", say.LIST_THE_ATTACKS, frozenset({B}), 3),
    Key(
        "acts",
        ("k",),
        "cards",
        say.LIST_ACTIONS,
        frozenset({B}),
        4,
    ),
    Key("capture", ("c",), "capture", say.CAPTURE, frozenset({B}), 5),
    Key("release", ("r",), "release", say.RELEASE, frozenset({B}), 5),
    Key("end", ("e",), "end", say.END, frozenset({B, L}), 6),
    Key("end", ("e",), "confirm", say.CONFIRM_ORDER, SHOP, 3),
    Key(
        "take_back",
        ("u", "backspace"),
        "undo",
        say.UNDO,
        frozenset({B, C, L}),
        7,
    ),
    Key(
        "take_back",
        ("u", "backspace"),
        "undo",
        say.UNDO_ORDER,
        SHOP,
        4,
    ),
    Key("redo", ("R",), "", say.REDO, frozenset({B, C, L}) | SHOP, shown="R"),
    Key(
        "step",
        ("full_stop",),
        "",
        say.MANAGER_STEP,
        frozenset({W}),
        shown=".",
    ),
    Key("sell", ("s",), "sell", say.SELL, frozenset({T}), 2),
    Key("aside", ("x",), "unassign", say.UNASSIGN, frozenset({T}), 5),
    # A narrow terminal has the panel closed, so its key must be in the bar.
    Key("panel", ("tab",), "panel", say.NEXT_PAGE, BOARDS, 8, "Tab", narrow=2),
    Key("panel", ("tab",), "panel", say.NEXT_PAGE, (MATCH - BOARDS) | {R}, 8, "Tab"),
    Key("panel", ("tab",), "team", say.TEAM_SHEET, SHOP, 5, "Tab"),
    Key(
        "panel_back",
        ("shift+tab",),
        "",
        say.PREVIOUS_PAGE,
        MATCH | {R},
        shown="Shift+Tab",
    ),
    Key("read", ("i",), "read", say.READ, MATCH | SHOP | {R, A}, 8),
    Key("read", ("i",), "read", say.READ_RULE, frozenset({Context.FORM}), 3),
    Key(
        "why",
        ("w",),
        "why",
        say.WHY_NOT,
        MATCH,
        8,
    ),
    Key(
        "why",
        ("w",),
        "why",
        say.WHY_NOT_IN_STORE,
        SHOP,
        8,
    ),
    Key("overlay", ("t",), "", say.OVERLAY, MATCH),
    Key("type", ("semicolon",), "", say.TYPE_COMMAND, MATCH, shown=";"),
    Key("line", ("v",), "", say.MEASURE, MATCH),
    Key(
        "hint",
        ("h", "g"),
        "hint",
        say.HINT,
        frozenset({B, L, C, A}) | SHOP,
        9,
    ),
    Key(
        "reasons",
        ("W",),
        "",
        say.EXPLANATION,
        MATCH | SHOP | {Context.END, N, A},
    ),
    Key(
        "coach",
        ("c",),
        "coach",
        say.COACH,
        frozenset({Context.END}),
        4,
    ),
    Key(
        "choose",
        ("enter",),
        "look",
        say.LOOK_AT_DECISION,
        frozenset({Context.COACH}),
        1,
        "Enter",
    ),
    Key("odds", ("o",), "odds", say.FULL_ODDS, MATCH, 8),
    Key("odds", ("o",), "", say.CLOSE_ODDS, frozenset({P})),
    Key("zoom", ("z",), "", say.LARGE_SPACES, MATCH | {R}),
    Key("log", ("l",), "log", say.WHOLE_LOG, MATCH | SHOP | {Context.END, N, A}, 9),
    Key("pace", ("f",), "speed", say.MANAGER_SPEED, MATCH | SHOP, 9),
    Key("pace", ("f",), "", say.REPLAY_SPEED, frozenset({R})),
    Key("theme", ("T",), "", "Next theme", MATCH | SHOP | MENUS | {R}, shown="T"),
    Key(
        "find",
        ("slash",),
        "",
        say.SEARCH_CARDS,
        MATCH | MENUS | {O, R, Context.END},
        shown="/",
    ),
    Key("outfit1", ("1",), "", say.OUTFIT_1, frozenset({S})),
    Key("outfit2", ("2",), "", say.OUTFIT_2, frozenset({S})),
    Key("outfit3", ("3",), "", say.OUTFIT_3, frozenset({S})),
    Key("find", ("slash",), "filter", say.FILTER, frozenset({S, T}), 6, "/"),
    Key("sort", ("o",), "sort", say.SORT, frozenset({S}), 6),
    Key(
        "fitting",
        ("p",),
        "show all",
        say.AFFORDABLE_ONLY,
        frozenset({S}),
        8,
    ),
    Key(
        "compare",
        ("c",),
        "compare",
        say.COMPARE,
        frozenset({S, T}),
        7,
    ),
    Key("rivals", ("r",), "rivals", say.PURCHASES, SHOP, 7),
    Key(
        "copy",
        ("y",),
        "",
        say.COPY_POSITION,
        MATCH | {S, T, R, Context.END},
    ),
    Key(
        "copy_replay",
        ("Y",),
        "",
        say.COPY_MATCH,
        MATCH | {S, T, R},
    ),
    Key("copy_replay", ("Y",), "copy", say.COPY_MATCH_TEXT, frozenset({Context.END}), 5),
    Key(
        "load",
        ("V",),
        "",
        say.LOAD_A_POSITION,
        MATCH | {S, T, R, K, Context.MENU, Context.END},
    ),
    Key("options", ("O",), "", "Options", MATCH | SHOP | {Context.MENU}, shown="O"),
    Key(
        "palette",
        ("colon", "ctrl+p"),
        "",
        say.PALETTE,
        MATCH | SHOP | MENUS | {R, N, A, Context.END, Context.COACH},
        shown=":",
    ),
    Key(
        "leave",
        ("q", "ctrl+c"),
        "leave",
        say.LEAVE,
        MATCH
        | SHOP
        | MENUS
        | {P, R, N, A, Context.LOG, Context.CURTAIN, Context.END, Context.SURE, Context.COACH},
        9,
    ),
    Key(
        "help",
        ("question_mark", "f1"),
        "keys",
        "This sheet",
        MATCH | SHOP | MENUS | {P, R, N, A, Context.LOG, Context.END, Context.COACH},
        99,
        "?",
    ),
)
