"""Table of keys: every action once, with its default keys and its contexts.

Key bar, help sheet, prompts, screens and docs/keys.md use the key set in force, which keyset.py
makes of this table, a preset and the player's own keys. A new row may take any letter that is free
here; keyset.py says what the presets need.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from deathdome.text.phrases import keys as say


class Context(Enum):
    """A place in which a key has a meaning of its own."""

    BOARD = say.ON_THE_BOARD
    LIST = say.IN_A_LIST
    CARDS = "choosing cards"
    WAIT = say.WHILE_OTHERS_PLAY
    STORE = say.IN_THE_STORE
    OWNER = say.CHOOSING_WHO_GETS_AN_ITEM
    TEAM = say.ON_THE_TEAM_SHEET
    SURE = "before passing"
    PAGE = "reading"
    CURTAIN = say.BEHIND_THE_CURTAIN
    LOG = say.IN_THE_LOG
    LEAVE = "leaving"
    END = say.AFTER_THE_MATCH
    LAST_BOARD = say.ON_THE_BOARD_OF_A_MATCH
    MENU = say.IN_A_MENU
    FORM = "choosing options"
    KEPT = say.IN_THE_LIST_OF_MATCHES
    COACH = say.WITH_THE_COACH
    REPLAY = say.WATCHING_A_MATCH


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
    words: str  # in the key bar
    help: str  # on the help sheet
    contexts: frozenset[Context]
    bar: int = 0
    shown: str = ""  # how the keys are written, if not by the first key's name
    pair: str = ""  # the opposite action, whose key is in the bar as well


KEYS: Final = (
    Key(
        "up",
        ("up",),
        "",
        say.CURSOR_OR_BAR_UP,
        MATCH | SHOP | MENUS | {P, Context.LOG, Context.LEAVE, Context.END, Context.COACH},
        shown="Up",
    ),
    Key(
        "down",
        ("down",),
        "",
        say.CURSOR_OR_BAR_DOWN,
        MATCH | SHOP | MENUS | {P, Context.LOG, Context.LEAVE, Context.END, Context.COACH},
        shown="Down",
    ),
    Key("left", ("left",), "", say.CURSOR_LEFT_IN_THE_STORE, MATCH | SHOP, shown="Left"),
    Key(
        "right",
        ("right",),
        "",
        say.CURSOR_RIGHT_IN_THE_STORE,
        MATCH | SHOP,
        shown="Right",
    ),
    Key("up_left", ("home",), "", say.CURSOR_UP_AND_LEFT, MATCH, shown="Home"),
    Key(
        "up_right",
        ("pageup",),
        "",
        say.CURSOR_UP_AND_RIGHT,
        MATCH | SHOP | {P, K, Context.LOG, Context.END, Context.COACH},
        shown="PgUp",
    ),
    Key("down_left", ("end",), "", say.CURSOR_DOWN_AND_LEFT, MATCH, shown="End"),
    Key(
        "down_right",
        ("pagedown",),
        "",
        say.CURSOR_DOWN_AND_RIGHT,
        MATCH | SHOP | {P, K, Context.LOG, Context.END, Context.COACH},
        shown="PgDn",
    ),
    Key("far_up", ("shift+up", "ctrl+up"), "", say.CURSOR_FIVE_SPACES_UP, MATCH, shown="Shift+Up"),
    Key(
        "far_down",
        ("shift+down", "ctrl+down"),
        "",
        say.CURSOR_FIVE_SPACES_DOWN,
        MATCH,
        shown="Shift+Down",
    ),
    Key(
        "far_left",
        ("shift+left", "ctrl+left"),
        "",
        say.CURSOR_FIVE_SPACES_LEFT,
        MATCH,
        shown="Shift+Left",
    ),
    Key(
        "far_right",
        ("shift+right", "ctrl+right"),
        "",
        say.CURSOR_FIVE_SPACES_RIGHT,
        MATCH,
        shown="Shift+Right",
    ),
    Key(
        "choose", ("enter",), "do", say.CHOOSE_COMMIT_WHAT_IS_STAGED, frozenset({B, L}), 1, "Enter"
    ),
    Key("choose", ("enter",), "play", say.COMMIT_THE_TICKED_CARDS, frozenset({C}), 2, "Enter"),
    Key("choose", ("enter",), "buy", say.BUY_THE_CARD_UNDER, frozenset({S}), 1, "Enter"),
    Key("choose", ("enter",), "give", say.THIS_UNIT_GETS_THE_ITEM, frozenset({O}), 1, "Enter"),
    Key("choose", ("enter",), "move", say.MOVE_THE_ITEM_TO_ANOTHER, frozenset({T}), 1, "Enter"),
    Key(
        "choose",
        ("enter",),
        "pass",
        say.PASS_NO_MORE_PURCHASES,
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
        say.CURSOR_TO_WHERE_IT_HAPPENED,
        frozenset({Context.LOG}),
        1,
        "Enter",
    ),
    Key(
        "search",
        ("slash",),
        "find",
        say.FIND_WORDS_IN_THE_LOG,
        frozenset({Context.LOG}),
        2,
        shown="/",
    ),
    Key("choose", ("enter",), "result", "The result", frozenset({Context.LAST_BOARD}), 1, "Enter"),
    Key("another", ("n",), "rematch", say.SAME_MATCH_WITH_OTHER_DICE, frozenset({Context.END}), 2),
    Key(
        "again",
        ("a",),
        "same dice",
        say.SAME_MATCH_WITH_THE_SAME,
        frozenset({Context.END}),
        3,
    ),
    Key("choose", ("enter",), "choose", "Choose", frozenset({Context.MENU}), 1, "Enter"),
    Key("choose", ("enter",), "watch", say.WATCH_THE_MATCH, frozenset({K}), 1, "Enter"),
    Key("delete", ("x", "delete"), "delete", say.DELETE_THE_MATCH, frozenset({K}), 3),
    Key("go_on", ("g",), "resume", say.GO_ON_WITH_THE_MATCH, frozenset({K}), 2),
    Key(
        "choose",
        ("enter",),
        "fork",
        say.TAKE_A_SEAT_HERE,
        frozenset({R}),
        1,
        "Enter",
    ),
    Key("left", ("left",), "", say.ONE_ANSWER_BACK, frozenset({R}), shown="Left"),
    Key("right", ("right",), "step", say.ONE_ANSWER_ON, frozenset({R}), 2, "Right", "left"),
    Key("up", ("up",), "", say.BACK_TO_THE_TURN, frozenset({R}), shown="Up"),
    Key("down", ("down",), "turn", say.ON_TO_THE_NEXT_TURN, frozenset({R}), 3, "Down", "up"),
    Key("round_back", ("pageup",), "", say.BACK_TO_THE_ROUND, frozenset({R})),
    Key(
        "round_on",
        ("pagedown",),
        "round",
        say.ON_TO_THE_NEXT_ROUND,
        frozenset({R}),
        6,
        "PgDn",
        "round_back",
    ),
    Key("to_start", ("home",), "", say.TO_THE_BEGINNING, frozenset({R})),
    Key("to_end", ("end",), "", say.TO_THE_END, frozenset({R})),
    Key("hands", ("o",), "hands", say.ALL_HANDS_ONCE_THE_MATCH, frozenset({R}), 5),
    Key("run", ("space",), "run", say.RUN_BY_ITSELF_OR_STOP, frozenset({R}), 5, "Space"),
    Key("look_up", ("shift+up",), "", "Cursor up", frozenset({R})),
    Key("look_down", ("shift+down",), "", "Cursor down", frozenset({R})),
    Key("look_left", ("shift+left",), "", "Cursor left", frozenset({R})),
    Key("look_right", ("shift+right",), "", "Cursor right", frozenset({R})),
    Key("watch", ("m",), "watch", say.WATCH_THE_MATCH_AGAIN, frozenset({Context.END}), 4),
    Key("watch", ("m",), "", say.LOOK_BACK_ON_THE_MATCH, MATCH),
    Key("matches", ("m",), "", say.MATCHES_THAT_ARE_KEPT, frozenset({Context.MENU})),
    Key("choose", ("enter",), "change", say.CHANGE_OR_BEGIN, frozenset({Context.FORM}), 1, "Enter"),
    Key("left", ("left",), "", say.VALUE_BEFORE, frozenset({Context.FORM}), shown="Left"),
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
        say.TICK_OR_UNTICK_THE_CARD,
        frozenset({C}),
        1,
        "Space",
    ),
    Key(
        "pause",
        ("space",),
        "pause",
        say.STOP_THE_MANAGERS_OR_LET,
        frozenset({W}),
        1,
        "Space",
    ),
    Key(
        "hurry",
        ("escape",),
        "move now",
        say.MAKE_THE_MANAGER_THAT_THINKS,
        frozenset({W}),
        2,
        "Esc",
    ),
    Key(
        "back",
        ("escape",),
        "back",
        say.ONE_LEVEL_BACK_NEVER_QUITS,
        (MATCH - {W})
        | SHOP
        | MENUS
        | {P, R, Context.LOG, Context.LEAVE, Context.SURE, Context.END, Context.COACH},
        9,
        "Esc",
    ),
    Key("unit1", ("1",), "", say.SELECT_UNIT_1, frozenset({B, L, C})),
    Key("unit2", ("2",), "", say.SELECT_UNIT_2, frozenset({B, L, C})),
    Key("unit3", ("3",), "", say.SELECT_UNIT_3, frozenset({B, L, C})),
    Key("unit4", ("4",), "", say.SELECT_UNIT_4, frozenset({B, L, C})),
    Key("next", ("n",), "next", say.NEXT_OWN_UNIT_TARGET, frozenset({B, L, C}), 2),
    Key("previous", ("p",), "", say.PREVIOUS_OWN_UNIT_TARGET, frozenset({B, L, C})),
    Key("next", ("n",), "fight", say.TO_THE_NEXT_FIGHT, frozenset({R}), 4),
    Key("previous", ("p",), "", say.TO_THE_FIGHT_BEFORE, frozenset({R})),
    Key("next", ("n",), "next", say.NEXT_THAT_WAS_FOUND, frozenset({Context.LOG}), 3),
    Key("previous", ("p",), "previous", say.ONE_FOUND_BEFORE, frozenset({Context.LOG}), 4),
    Key("attack", ("a",), "attack", say.LIST_THE_ATTACKS, frozenset({B}), 3),
    Key(
        "acts",
        ("k",),
        "cards",
        say.LIST_ATTACKS_CARDS_ABILITIES,
        frozenset({B}),
        4,
    ),
    Key("capture", ("c",), "capture", say.CAPTURE_THE_POINT_UNDER, frozenset({B}), 5),
    Key("release", ("r",), "release", say.OPEN_THE_JAIL_OF_THIS, frozenset({B}), 5),
    Key("end", ("e",), "end", say.END_THE_WALK_THE_UNIT, frozenset({B, L}), 6),
    Key("end", ("e",), "confirm", say.COMMIT_THIS_PURCHASING_TURN, SHOP, 3),
    Key(
        "take_back",
        ("u", "backspace"),
        "undo",
        say.TAKE_BACK_WHAT_HAS_BROUGHT,
        frozenset({B, C, L}),
        7,
    ),
    Key(
        "take_back",
        ("u", "backspace"),
        "undo",
        say.TAKE_BACK_THE_LAST_STEP,
        SHOP,
        4,
    ),
    Key("redo", ("R",), "", say.DO_AGAIN_WHAT_WAS_TAKEN, frozenset({B, C, L}) | SHOP, shown="R"),
    Key(
        "step",
        ("full_stop",),
        "",
        say.ONE_ANSWER_OF_THE_MANAGERS,
        frozenset({W}),
        shown=".",
    ),
    Key("sell", ("s",), "sell", say.SELL_THE_CARD_UNDER, frozenset({T}), 2),
    Key("aside", ("x",), "unassign", say.PUT_THE_ITEM_ASIDE, frozenset({T}), 5),
    Key("panel", ("tab",), "panel", say.NEXT_PAGE_OF_THE_PANEL, MATCH | {R}, 8, "Tab"),
    Key("panel", ("tab",), "team", say.TO_THE_TEAM_SHEET, SHOP, 5, "Tab"),
    Key(
        "panel_back",
        ("shift+tab",),
        "",
        say.PREVIOUS_PAGE_OF_THE_PANEL,
        MATCH | {R},
        shown="Shift+Tab",
    ),
    Key("read", ("i",), "read", say.READ_THE_UNIT_CARD, MATCH | SHOP | {R}, 8),
    Key(
        "why",
        ("w",),
        "why",
        say.SAY_WHY_NOT,
        MATCH,
        8,
    ),
    Key(
        "why",
        ("w",),
        "why",
        say.SAY_WHY_NOT_THIS_CARD,
        SHOP,
        8,
    ),
    Key("overlay", ("t",), "", say.MARKS_REACH_THREAT_BOTH_SIGHT, MATCH),
    Key("type", ("semicolon",), "", say.TYPE_A_SPACE_OR_ANSWERS, MATCH, shown=";"),
    Key("line", ("v",), "", say.DISTANCE_RANGE_AND_SIGHT_FROM, MATCH),
    Key(
        "hint",
        ("g", "h"),
        "hint",
        say.HINT,
        frozenset({B, L, C}) | SHOP,
        9,
    ),
    Key(
        "reasons",
        ("W",),
        "",
        say.WHY_DID_IT_DO,
        MATCH | SHOP | {Context.END},
    ),
    Key(
        "coach",
        ("c",),
        "coach",
        say.DECISIONS_THAT_COST_MOST,
        frozenset({Context.END}),
        4,
    ),
    Key(
        "choose",
        ("enter",),
        "look",
        say.LOOK_AT_THE_DECISION,
        frozenset({Context.COACH}),
        1,
        "Enter",
    ),
    Key("odds", ("o",), "odds", say.ALL_ABOUT_THE_ODDS, MATCH, 8),
    Key("odds", ("o",), "", say.BACK_FROM_THE_ODDS, frozenset({P})),
    Key("zoom", ("z",), "", say.LARGE_SPACES, MATCH | {R}),
    Key("log", ("l",), "log", say.WHOLE_LOG, MATCH | SHOP | {Context.END}, 9),
    Key("pace", ("f",), "speed", say.PACE_OF_THE_MANAGERS, MATCH | SHOP, 9),
    Key("pace", ("f",), "", say.HOW_FAST_IT_RUNS, frozenset({R})),
    Key("theme", ("T",), "", "Next theme", MATCH | SHOP | MENUS | {R}, shown="T"),
    Key(
        "find",
        ("slash",),
        "",
        say.SEARCH_CARDS_AND_WITH_TAB,
        MATCH | MENUS | {O, R, Context.END},
        shown="/",
    ),
    Key("outfit1", ("1",), "", say.OUTFIT_1, frozenset({S})),
    Key("outfit2", ("2",), "", say.OUTFIT_2, frozenset({S})),
    Key("outfit3", ("3",), "", say.OUTFIT_3, frozenset({S})),
    Key("find", ("slash",), "filter", say.FILTER_THE_GOODS_TYPE_WORDS, frozenset({S, T}), 6, "/"),
    Key("sort", ("o",), "sort", say.GOODS_BY_PRICE_BY_NAME, frozenset({S}), 6),
    Key(
        "fitting",
        ("p",),
        "show all",
        say.ONLY_WHAT_CAN_BE_BOUGHT,
        frozenset({S}),
        8,
    ),
    Key(
        "compare",
        ("c",),
        "compare",
        say.MARK_THIS_CARD_TO_SEE,
        frozenset({S, T}),
        7,
    ),
    Key("rivals", ("r",), "rivals", say.BOUGHT, SHOP, 7),
    Key(
        "copy",
        ("y",),
        "",
        say.COPY_THE_POSITION_AS_TEXT,
        MATCH | {S, T, R, Context.END},
    ),
    Key(
        "copy_replay",
        ("Y",),
        "",
        say.COPY_THE_WHOLE_MATCH,
        MATCH | {S, T, R},
    ),
    Key(
        "copy_replay", ("Y",), "copy", say.COPY_THE_WHOLE_MATCH_AS_TEXT, frozenset({Context.END}), 5
    ),
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
        say.EVERYTHING_THAT_CAN_BE_DONE,
        MATCH | SHOP | MENUS | {R, Context.END, Context.COACH},
        shown=":",
    ),
    Key(
        "leave",
        ("q", "ctrl+c"),
        "leave",
        say.LEAVE_DIALOG,
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
