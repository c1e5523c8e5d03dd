"""Screens: the match, the store, the end, help, dialogs. They know sessions, not the engine.

Each is loaded when it is asked for: nobody waits at the title for what lies behind it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from deathdome.tui.screens.coach import CoachScreen as CoachScreen
    from deathdome.tui.screens.curtain import CurtainScreen as CurtainScreen
    from deathdome.tui.screens.end import EndScreen as EndScreen
    from deathdome.tui.screens.fork import ForkScreen as ForkScreen
    from deathdome.tui.screens.help import HelpScreen as HelpScreen
    from deathdome.tui.screens.help import ReadScreen as ReadScreen
    from deathdome.tui.screens.kept import KeptScreen as KeptScreen
    from deathdome.tui.screens.leave import LeaveScreen as LeaveScreen
    from deathdome.tui.screens.lessons import LessonDoneScreen as LessonDoneScreen
    from deathdome.tui.screens.lessons import LessonsScreen as LessonsScreen
    from deathdome.tui.screens.load import LoadScreen as LoadScreen
    from deathdome.tui.screens.load import PlayOnScreen as PlayOnScreen
    from deathdome.tui.screens.log import LogScreen as LogScreen
    from deathdome.tui.screens.lookup import CardsScreen as CardsScreen
    from deathdome.tui.screens.lookup import LookupScreen as LookupScreen
    from deathdome.tui.screens.lookup import RulesScreen as RulesScreen
    from deathdome.tui.screens.match import MatchScreen as MatchScreen
    from deathdome.tui.screens.options import OptionsScreen as OptionsScreen
    from deathdome.tui.screens.reasons import ReasonsScreen as ReasonsScreen
    from deathdome.tui.screens.replay import ReplayScreen as ReplayScreen
    from deathdome.tui.screens.setup import SetupScreen as SetupScreen
    from deathdome.tui.screens.shop import ShopScreen as ShopScreen
    from deathdome.tui.screens.title import TitleScreen as TitleScreen

_MODULES: Final = {
    "CoachScreen": "coach",
    "CurtainScreen": "curtain",
    "EndScreen": "end",
    "ForkScreen": "fork",
    "HelpScreen": "help",
    "ReadScreen": "help",
    "KeptScreen": "kept",
    "LeaveScreen": "leave",
    "LessonDoneScreen": "lessons",
    "LessonsScreen": "lessons",
    "LoadScreen": "load",
    "PlayOnScreen": "load",
    "LogScreen": "log",
    "CardsScreen": "lookup",
    "LookupScreen": "lookup",
    "RulesScreen": "lookup",
    "MatchScreen": "match",
    "OptionsScreen": "options",
    "ReasonsScreen": "reasons",
    "ReplayScreen": "replay",
    "SetupScreen": "setup",
    "ShopScreen": "shop",
    "TitleScreen": "title",
}


def __getattr__(name: str) -> type:
    """A screen by its name."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: type = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = found
    return found
