"""Fixtures of every test of the screen."""

from __future__ import annotations

from asyncio import sleep
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any, Final

import pytest
import textual.app
from textual.css.stylesheet import Stylesheet

from deathdome.match import windows

_NAP: Final = 0.004  # seconds

if TYPE_CHECKING:
    from collections.abc import Iterator

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


@pytest.fixture(autouse=True)
def windows_take_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the tests of the pause itself wait for it."""
    monkeypatch.setattr(windows, "PAUSE", 0.0)


async def _idle(_least: float) -> None:
    """Wait until the process is idle, in shorter naps than Textual: it takes two of 20 ms a key."""
    began = monotonic()
    while monotonic() - began < 1:
        busy = process_time()
        await sleep(_NAP)
        if process_time() - busy < _NAP / 20:
            return


@pytest.fixture(autouse=True, scope="session")
def keys_follow_each_other_quickly() -> Iterator[None]:
    """Naps after keys were a quarter of the time of these tests. A `pause` stays as it is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(textual.app, "wait_for_idle", _idle)
        yield
