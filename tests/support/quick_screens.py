"""Fixtures that make tests of screens quick: an idle loop is noticed at once, styles are kept."""

from __future__ import annotations

from asyncio import get_running_loop, sleep
from time import process_time
from typing import TYPE_CHECKING, Any, Final

import pytest
import textual.app
import textual.pilot
from textual._context import active_app
from textual.css.stylesheet import Stylesheet

_WORKS: Final = (
    1.0  # seconds of work after which a match between managers is looked at all the same
)
_FRAME: Final = 1 / 60  # seconds
_QUIET: Final = 3  # rounds of the loop

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.app import App
    from textual.css.model import RuleSet


@pytest.fixture(autouse=True, scope="session")
def styles_are_parsed_once() -> Iterator[None]:
    """Every application parses the same style sheets: a tenth of the time of these tests."""
    kept: dict[object, list[RuleSet]] = {}
    parse = Stylesheet._parse_rules

    def parsed(sheet: Stylesheet, *given: Any, **named: Any) -> list[RuleSet]:
        theme = tuple(sorted(sheet._variables.items()))
        key = theme, given, tuple(named.items())
        if key not in kept:
            kept[key] = parse(sheet, *given, **named)
        return kept[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", parsed)
        yield


async def _idle(_least: float = 0.0, _most: float = 0.0) -> None:
    """Wait until nothing is left to do but what waits for a clock, a player or a process.

    Textual looks at the time that the process was busy. On a machine with other work that is
    little, although there is much to do.
    """
    loop: Any = get_running_loop()
    app = active_app.get(None)
    limit = process_time() + _WORKS
    quiet = 0
    while quiet < _QUIET and process_time() < limit:
        await sleep(_FRAME if app is not None and _holds_back(app) else 0)
        quiet = 0 if loop._ready or getattr(loop, "held", 0) else quiet + 1
        if quiet == _QUIET and app is not None and _draws(app):
            quiet = 0


def _holds_back(app: App[Any]) -> bool:
    """True while Textual draws nothing for a moment, because a page closes."""
    return app._running and app._batch_count > 0


def _draws(app: App[Any]) -> bool:
    """Do what Textual would do with its next frame; return False if there is nothing."""
    screen = next(reversed(app._screen_stack), None) if app._running else None
    if screen is None or not screen._running:
        return False
    if app._resize_event is not None:
        app._check_resize()
        return True
    waits = (
        *(screen._layout_required, screen._scroll_required, screen._repaint_required),
        *(screen._dirty_widgets, screen._callbacks, screen._recompose_required),
    )
    if any(waits):
        screen._on_timer_update()
    return any(waits) or _holds_back(app)


@pytest.fixture(autouse=True, scope="session")
def tests_look_when_all_is_done() -> Iterator[None]:
    """A key is pressed, and the screen is looked at, when all before it has been done and drawn."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(textual.app, "wait_for_idle", _idle)
        patch.setattr(textual.pilot, "wait_for_idle", _idle)
        yield
