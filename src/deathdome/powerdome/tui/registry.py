"""Screens by name, each loaded when it is first opened."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from deathdome.powerdome.tui.ports import Page

SCREENS: Final[dict[Page, tuple[str, str]]] = {
    "auction": ("screens.auction", "AuctionScreen"),
    "cull": ("screens.cull", "CullScreen"),
    "bids": ("screens.bids", "BidsScreen"),
    "consent": ("screens.consent", "ConsentScreen"),
    "discard": ("screens.discard", "DiscardScreen"),
    "coach": ("screens.coach", "CoachScreen"),
    "curtain": ("screens.curtain", "CurtainScreen"),
    "end": ("screens.end", "EndScreen"),
    "game": ("screens.game", "GameScreen"),
    "help": ("screens.help", "HelpScreen"),
    "hint": ("screens.hint", "HintScreen"),
    "leave": ("screens.leave", "LeaveDialog"),
    "lesson": ("screens.lesson", "LessonScreen"),
    "log": ("screens.log", "LogScreen"),
    "nominate": ("screens.nominate", "NominateScreen"),
    "order": ("screens.order", "OrderScreen"),
    "persona": ("screens.persona", "PersonaScreen"),
    "player": ("screens.player", "PlayerScreen"),
    "protect": ("screens.protect", "ProtectScreen"),
    "reasons": ("screens.reasons", "ReasonsScreen"),
    "reply": ("screens.reply", "ReplyScreen"),
    "reveal": ("screens.reveal", "RevealScreen"),
    "rules": ("screens.lookup", "RulesScreen"),
    "saved_games": ("screens.saved_games", "SavedGamesScreen"),
    "setup": ("screens.setup", "SetupScreen"),
    "sheet": ("screens.sheet", "SheetScreen"),
    "talk": ("screens.talk", "TalkScreen"),
    "target": ("screens.target", "TargetScreen"),
    "title": ("screens.title", "TitleScreen"),
    "tome": ("screens.lookup", "TomeScreen"),
    "trade": ("screens.trade", "TradeScreen"),
    "what_if": ("screens.what_if", "WhatIfScreen"),
    "watch": ("screens.watch", "WatchScreen"),
}


def screen_of(page: Page) -> type[Any]:
    """Return the class of a screen."""
    module, name = SCREENS[page]
    found: type[Any] = getattr(import_module(f"{__package__}.{module}"), name)
    return found
