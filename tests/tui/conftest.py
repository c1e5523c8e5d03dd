"""What holds for every test of the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from textual.css.stylesheet import Stylesheet

from deathdome.match import windows

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
