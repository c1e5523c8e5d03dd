"""Screens by name, each loaded when it is first opened, so that the title starts fast."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from deathdome.tui.ports import Page

SCREENS: Final[dict[Page, tuple[str, str]]] = {
    "auction": ("screens.auction", "AuctionScreen"),
    "cards": ("screens.lookup", "CardsScreen"),
    "coach": ("screens.coach", "CoachScreen"),
    "concede": ("screens.leave", "ConcedeScreen"),
    "copied": ("screens.page", "CopiedScreen"),
    "curtain": ("screens.curtain", "CurtainScreen"),
    "delete": ("screens.saved_matches", "DeleteScreen"),
    "end": ("screens.end", "EndScreen"),
    "fork": ("screens.load", "ForkScreen"),
    "help": ("screens.page", "HelpScreen"),
    "saved_matches": ("screens.saved_matches", "SavedMatchesScreen"),
    "leave": ("screens.leave", "LeaveScreen"),
    "lesson_done": ("screens.lessons", "LessonDoneScreen"),
    "lessons": ("screens.lessons", "LessonsScreen"),
    "load": ("screens.load", "LoadScreen"),
    "log": ("screens.log", "LogScreen"),
    "match": ("screens.match", "MatchScreen"),
    "match_result": ("screens.season", "MatchResultScreen"),
    "more": ("screens.title", "MoreScreen"),
    "options": ("screens.options", "OptionsScreen"),
    "play_on": ("screens.load", "PlayOnScreen"),
    "read": ("screens.page", "ReadScreen"),
    "reasons": ("screens.coach", "ReasonsScreen"),
    "replay": ("screens.replay", "ReplayScreen"),
    "rules": ("screens.lookup", "RulesScreen"),
    "scenarios": ("screens.rule_forms", "ScenariosScreen"),
    "season": ("screens.season", "SeasonScreen"),
    "setup": ("screens.setup", "SetupScreen"),
    "shop": ("screens.shop", "ShopScreen"),
    "standings": ("screens.season", "StandingsScreen"),
    "switches": ("screens.rule_forms", "SwitchesScreen"),
    "title": ("screens.title", "TitleScreen"),
    "welcome": ("screens.welcome", "WelcomeScreen"),
}


def screen_of(page: Page) -> type[Any]:
    """Return the class of a screen."""
    module, name = SCREENS[page]
    found: type[Any] = getattr(import_module(f"{__package__}.{module}"), name)
    return found
