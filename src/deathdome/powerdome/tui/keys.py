"""The table of keys of PowerDome, and its presets.

A new key is a new row of `KEYS`, and a method `do_<id>` on the screens of its contexts. `vi` moves
with h j k l and `wasd` with w a s d: a row with one of these letters needs another key there.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from deathdome.powerdome.text import keys as say
from deathdome.stage.keys import keyset as stage
from deathdome.stage.keys.keyset import Key, KeyTable, Preset


class Context(StrEnum):
    """A place in which a key has a meaning of its own."""

    GAME = say.IN_THE_GAME
    LIST = say.IN_A_LIST
    POWERS = say.AMONG_POWERS
    POOL = say.IN_THE_POOL
    BIDS = say.IN_THE_BIDS
    TRADE = say.IN_A_TRADE
    OFFER = say.ANSWERING_AN_OFFER
    TALK = say.IN_THE_TALK
    CONSENT = say.ANSWERING_PROPOSALS
    SHEET = say.IN_A_SHEET
    ORDER = say.IN_COMBAT
    SHOW = say.IN_A_SHOW
    LOG = say.IN_THE_LOG
    END = say.AT_THE_END
    LOOKUP = say.LOOKING_UP
    WATCH = say.WATCHING
    PLAYER = say.READING_A_PLAYER
    HINT = say.READING_A_HINT
    MENU = stage.MENU
    FORM = stage.FORM
    PAGE = stage.PAGE
    SAVED = say.AMONG_SAVED_GAMES
    CURTAIN = stage.CURTAIN


MENUS: Final = frozenset({Context.MENU, Context.FORM, Context.SAVED})
LISTS: Final = frozenset({Context.LIST, Context.POWERS, Context.POOL})
DEALS: Final = frozenset({Context.TALK, Context.CONSENT})
PLANS: Final = frozenset({Context.SHEET, Context.ORDER})
WRITTEN: Final = LISTS | DEALS | PLANS | {Context.BIDS, Context.TRADE}
ANSWERS: Final = WRITTEN | {Context.OFFER}
ALL: Final = frozenset(Context)
SIDEWAYS: Final = DEALS | PLANS | {Context.FORM, Context.BIDS, Context.TRADE, Context.PLAYER}
READING: Final = frozenset({Context.PAGE, Context.PLAYER, Context.HINT})
LISTINGS: Final = frozenset({Context.LOG, Context.LOOKUP})
OPEN: Final = ALL - {Context.CURTAIN}  # everywhere but behind the curtain

BIDDING: Final = frozenset({Context.BIDS})
TRADES: Final = frozenset({Context.TRADE})
AMOUNTS: Final = BIDDING | TRADES | {Context.SHEET}
ROWS: Final = LISTS | LISTINGS | MENUS | DEALS | {Context.BIDS}  # long lists
PAGED: Final = ROWS | READING
ENDED: Final = PAGED | PLANS | {Context.TRADE, Context.END}  # where Home and End go to an end
STEPPED: Final = AMOUNTS - {Context.BIDS}  # whose rows need no pages
TALKS: Final = frozenset({Context.TALK})
SHEETS: Final = frozenset({Context.SHEET})
IN_A_GAME: Final = ANSWERS | {Context.GAME, Context.SHOW, Context.LOG, Context.END}

_LESS: Final = ("pagedown", "minus", "shift+left")
_MORE: Final = ("pageup", "plus", "shift+right")

KEYS: Final = (
    Key("up", ("up",), "", say.UP, OPEN, shown="Up"),
    Key("down", ("down",), "", say.DOWN, OPEN, shown="Down"),
    Key("left", ("left",), "", say.LEFT, SIDEWAYS, shown="Left"),
    Key("right", ("right",), "value", say.RIGHT, SIDEWAYS, 2, "Right", "left"),
    Key("up_right", ("pageup",), "", say.PAGE_UP, PAGED, shown="PgUp"),
    Key("down_right", ("pagedown",), "", say.PAGE_DOWN, PAGED, shown="PgDn"),
    Key("first", ("home",), "", say.FIRST, ENDED, shown="Home"),
    Key("last", ("end",), "", say.LAST, ENDED, shown="End"),
    Key("choose", ("enter",), "choose", say.CHOOSE, MENUS, 1, "Enter"),
    Key("choose", ("enter",), "choose", say.CHOOSE, WRITTEN, 1, "Enter"),
    # -- every form of an answer --
    Key("confirm", ("c",), "confirm", say.CONFIRM, WRITTEN, 3),
    Key("hint", ("H",), "hint", say.HINT, ANSWERS, 6),
    Key("undo", ("u",), "undo", say.UNDO, WRITTEN, 5),
    Key("far_left", ("minus", "shift+left"), "", say.FAR_LEFT, BIDDING, shown="-"),
    Key("far_right", ("plus", "shift+right"), "5", say.FAR_RIGHT, BIDDING, 2, "+", "far_left"),
    Key("far_left", _LESS, "", say.FAR_LEFT, STEPPED, shown="PgDn"),
    Key("far_right", _MORE, "5", say.FAR_RIGHT, TRADES, 2, "PgUp", "far_left"),
    Key("far_right", _MORE, "5", say.FAR_RIGHT, SHEETS, 9, "PgUp", "far_left"),
    Key("digit", tuple("0123456789"), "", say.DIGIT, AMOUNTS, shown="0-9"),
    Key("erase", ("backspace",), "", say.ERASE, AMOUNTS, shown="Backspace"),
    Key("redo", ("r", "U"), "", say.REDO, WRITTEN),
    # -- setup --
    Key("left", ("left",), "", say.OTHER_KIND, frozenset({Context.POWERS}), shown="Left"),
    Key("right", ("right",), "kind", say.KIND, frozenset({Context.POWERS}), 2, "Right", "left"),
    Key("search", ("slash",), "search", say.SEARCH, frozenset({Context.POWERS}), 4, "/"),
    Key("back", ("escape",), "", say.SHOW_ALL, frozenset({Context.POWERS}), shown="Esc"),
    Key("protect", ("p",), "protect", say.PROTECT, frozenset({Context.POOL}), 1),
    Key("pass", ("x",), "pass", say.NO_MORE, frozenset({Context.POOL}), 2),
    Key("pass", ("x",), "pass", say.NO_OFFER, frozenset({Context.TRADE}), 4),
    Key("accept", ("y",), "accept", say.ACCEPT_OFFER, frozenset({Context.OFFER}), 1),
    Key("decline", ("n",), "decline", say.DECLINE_OFFER, frozenset({Context.OFFER}), 2),
    Key("counter", ("o",), "counter-offer", say.COUNTER, frozenset({Context.OFFER}), 3),
    Key("resume", ("g",), "resume", say.RESUME, frozenset({Context.SAVED}), 2),
    Key("watch", ("w",), "watch", say.WATCH, frozenset({Context.SAVED}), 3),
    Key("delete", ("x", "delete"), "delete", say.DELETE, frozenset({Context.SAVED}), 4),
    # -- a round --
    Key("player", ("i",), "players", say.PLAYERS, frozenset({Context.GAME}), 4),
    Key("player", ("i",), "players", say.PLAYERS, IN_A_GAME - {Context.GAME} | {Context.PLAYER}),
    Key("propose_nothing", ("0",), "nothing", say.PROPOSE_NOTHING, TALKS, 6),
    Key("propose_truce", ("1",), "truce", say.PROPOSE_TRUCE, TALKS, 4),
    Key("propose_together", ("2",), "together", say.PROPOSE_TOGETHER, TALKS, 5),
    Key("accept", ("y",), "yes", say.ACCEPT, frozenset({Context.CONSENT}), 4),
    Key("decline", ("n",), "no", say.DECLINE, frozenset({Context.CONSENT}), 5),
    Key("rest", ("m",), "rest", say.REST, SHEETS, 5),
    Key("aim", ("a",), "target", say.AIM, PLANS, 4),
    Key("earlier", ("o",), "order", say.EARLIER, PLANS, 6),
    Key("later", ("O",), "", say.LATER, PLANS),
    Key("clear", ("X",), "", say.CLEAR, SHEETS),
    Key("what_if", ("w",), "what if", say.WHAT_IF, SHEETS, 7),
    Key("choose", ("enter",), "use it", say.USE_HINT, frozenset({Context.HINT}), 1, "Enter"),
    Key("curtain_key", ("K",), "", say.CURTAIN_KEY, ANSWERS),
    Key("reasons", ("b",), "bots", say.REASONS, frozenset({Context.GAME}), 5),
    Key("reasons", ("b",), "", say.REASONS, IN_A_GAME - {Context.GAME} | {Context.PLAYER}),
    # -- shows, log and pages --
    Key("back", ("escape",), "back", say.BACK, MENUS | READING, 9, "Esc"),
    Key("choose", ("enter",), "next", say.NEXT_CARD, frozenset({Context.SHOW}), 1, "Enter"),
    Key("left", ("left",), "", say.CARD_BEFORE, frozenset({Context.SHOW}), shown="Left"),
    Key("pass_end", ("s",), say.UP_TO_THERE, say.TO_NEXT_PART, frozenset({Context.SHOW}), 2),
    Key("round_end", ("S",), say.OF_ROUND, say.ROUND_END, frozenset({Context.SHOW}), 3),
    Key("pace", ("f",), "speed", say.SHOW_SPEED, frozenset({Context.SHOW}), 5),
    Key("back", ("escape",), "back", say.BACK, LISTINGS, 7, "Esc"),
    Key("left", ("left",), "", say.PLAYER_BEFORE, frozenset({Context.LOG}), shown="Left"),
    Key(
        "right", ("right",), "player", say.NEXT_PLAYER, frozenset({Context.LOG}), 2, "Right", "left"
    ),
    Key("round_back", ("p",), "", say.ROUND_BEFORE, frozenset({Context.LOG}), shown="p"),
    Key(
        "round_on", ("n",), "round", say.NEXT_ROUND, frozenset({Context.LOG}), 3, "n", "round_back"
    ),
    Key("explain", ("x", "enter"), "explain", say.EXPLAIN, frozenset({Context.LOG}), 1, "x"),
    Key("write", ("w",), "write", say.WRITE, frozenset({Context.LOG}), 4),
    Key("left", ("left",), "", say.KIND_BEFORE, frozenset({Context.LOOKUP}), shown="Left"),
    Key(
        "right", ("right",), "kind", say.NEXT_KIND, frozenset({Context.LOOKUP}), 2, "Right", "left"
    ),
    Key("search", ("slash",), "search", say.SEARCH, frozenset({Context.LOOKUP}), 1, "/"),
    Key("choose", ("enter",), "choose", say.CHOOSE, frozenset({Context.END}), 1, "Enter"),
    Key("left", ("left",), "", say.ANSWER_BACK, frozenset({Context.WATCH}), shown="Left"),
    Key(
        "right", ("right",), "answer", say.ANSWER_ON, frozenset({Context.WATCH}), 1, "Right", "left"
    ),
    Key("round_back", ("p", "pageup"), "", say.ROUND_START, frozenset({Context.WATCH}), shown="p"),
    Key(
        "round_on",
        ("n", "pagedown"),
        "round",
        say.ROUND_ON,
        frozenset({Context.WATCH}),
        2,
        "n",
        "round_back",
    ),
    Key("to_start", ("g", "home"), "", say.TO_START, frozenset({Context.WATCH}), shown="g"),
    Key("to_end", ("G", "end"), "ends", say.TO_END, frozenset({Context.WATCH}), 3, "G", "to_start"),
    Key("reveal", ("enter",), "reveal", say.REVEAL_ROUND, frozenset({Context.WATCH}), 4, "Enter"),
    Key("coach", ("c",), "coach", say.COACH, frozenset({Context.WATCH}), 7),
    Key("fork", ("F",), "fork", say.FORK, frozenset({Context.WATCH}), 6),
    Key("back", ("escape",), "back", say.BACK, frozenset({Context.WATCH}), 5, "Esc"),
    Key("log", ("L",), "log", say.LOG, frozenset({Context.WATCH}), 8),
    Key("log", ("L",), "log", say.LOG, frozenset({Context.SHOW, Context.GAME, Context.END}), 6),
    Key("log", ("L",), "", say.LOG, ANSWERS | {Context.PLAYER}),
    Key("tome", ("t",), "", say.TOME, OPEN - {Context.LOOKUP}),
    Key("rules", ("R",), "", say.RULES, OPEN - {Context.LOOKUP}),
    Key("theme", ("T",), "", say.THEME, OPEN, shown="T"),
    Key("leave", ("q",), "leave", say.LEAVE, ALL, 8),
    Key("help", ("question_mark", "f1"), "keys", say.HELP, OPEN, 10, "?"),
)
PRESETS: Final = {
    preset.name: preset
    for preset in (
        Preset("default", "arrows", say.LETTERS_PRESET),
        Preset(
            "vi",
            "hjkl",
            say.VI_PRESET,
            {
                "left": ("h", "left"),
                "down": ("j", "down"),
                "up": ("k", "up"),
                "right": ("l", "right"),
            },
        ),
        Preset(
            "wasd",
            "wasd",
            say.WASD_PRESET,
            {
                "up": ("w", "up"),
                "left": ("a", "left"),
                "down": ("s", "down"),
                "right": ("d", "right"),
                "pass_end": ("e",),
                "watch": ("W",),
                "write": ("W",),
                "aim": ("f",),
                "what_if": ("W",),
            },
        ),
    )
}
TABLE: Final = KeyTable(
    KEYS,
    contexts=tuple(Context),
    groups=((say.GAME_KEYS, IN_A_GAME), (say.OTHER_KEYS, ALL - IN_A_GAME)),
    sets=PRESETS,
    confirms=frozenset({"choose", "leave"}),
    steps={},
)
