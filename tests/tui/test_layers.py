"""The parts of the screen: which of them knows what, and that no text is read as markup."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from textual.screen import Screen

import deathdome.tui
from deathdome.tui.ports import Page
from deathdome.tui.registry import SCREENS, screen_of

FOLDER = Path(deathdome.tui.__file__).parent
MODULES = sorted(FOLDER.rglob("*.py"))
TOOLKIT_FREE = (
    "interaction.py",
    "store_interaction.py",
    "draft_turn.py",
    "steps.py",
    "keys/table.py",
)


def imports(path: Path) -> str:
    lines = path.read_text(encoding="utf-8").splitlines()
    return "\n".join(line.strip() for line in lines if re.match(r"\s*(from|import) ", line))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_only_the_session_knows_the_referee_and_presenters_know_no_textual(path: Path) -> None:
    known = imports(path)
    if path.name != "session.py":
        assert not re.search(r"match\.referee import .*\bReferee\b", known)
        observes = re.search(r"rules\.observing import .*\bobserve\b", known)
        assert not observes or path.name == "draft_turn.py"
    if path.parent.name in ("presenters", "drawing") or path.name in TOOLKIT_FREE:
        assert "textual" not in known


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_nothing_is_read_as_markup(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert "from_markup" not in source
    assert ".notify(" not in source.replace(".notify(clean(text), markup=False)", "")
    assert "Static(" not in source.replace("class Lines(Static)", "")


def test_every_screen_that_is_opened_by_name_is_there() -> None:
    assert list(SCREENS) == list(get_args(Page))
    assert all(issubclass(screen_of(page), Screen) for page in SCREENS)
