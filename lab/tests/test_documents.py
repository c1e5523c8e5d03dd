"""The pages that `make docs` writes are as it would write them now."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from deathdome.content.card_schema import (
    EFFECTS,
    AbilityTable,
    ConditionTable,
    PickTable,
    WeaponTable,
)
from deathdome.content.catalogs import bundled_entries, load_catalog
from deathdome.model.vocabulary import (
    Allow,
    Deny,
    EffectKind,
    Period,
    Role,
    Shape,
    Target,
    Trigger,
    Until,
    Zone,
)
from lab.pages import documents, effects_page
from lab.pages.effects_page import Uses, notes

if TYPE_CHECKING:
    from enum import Enum
    from pathlib import Path


@pytest.mark.parametrize("name", ["cards.md", "editions.md", "effects.md"])
def test_a_written_page_is_up_to_date(name: str) -> None:
    ((path, text),) = (
        (path, text) for path, text in documents.pages().items() if path.name == name
    )
    written = path.read_text(encoding="utf-8") if path.is_file() else ""
    assert written == text, f"docs/{name} is stale; write it anew with: make docs"


def test_make_docs_writes_only_what_differs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "docs" / "cards.md"
    page.parent.mkdir()
    monkeypatch.setattr(documents, "pages", lambda: {page: "# Cards\n"})
    documents.main()
    assert page.read_text(encoding="utf-8") == "# Cards\n"
    assert capsys.readouterr().out == "wrote docs/cards.md\n"
    documents.main()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    "described", [Allow, Deny, Period, Role, Shape, Target, Trigger, Until, EffectKind, Zone]
)
def test_every_word_has_a_note(described: type[Enum]) -> None:
    members = set(described.__members__) - {"NONE"}
    assert set(notes(described)) == members


@pytest.mark.parametrize("table", [AbilityTable, ConditionTable, PickTable, WeaponTable])
def test_every_key_has_a_note(table: type[AbilityTable]) -> None:
    assert set(notes(table)) == set(table.model_fields)


def test_every_trigger_says_whom_it_is_about() -> None:
    assert [note for note in notes(Trigger).values() if " Subject: " not in note] == []


def test_every_printed_id_stands_on_the_cards_page() -> None:
    catalog = load_catalog()
    text = next(text for path, text in documents.pages().items() if path.name == "cards.md")
    printed = (catalog.items, catalog.power_cards, catalog.registry, catalog.characters)
    ids = {card.id for cards in (*printed, catalog.tokens) for card in cards}
    assert set(re.findall(r"\*\* `([a-z0-9-]+)` \|", text)) == ids


def test_uses_name_the_cards_of_a_word_and_of_a_key() -> None:
    uses = Uses(bundled_entries())
    assert uses.of_word(Trigger.CAPTURED, "when") == ["killer-bee-hive", "mound-of-1000-beetles"]
    assert uses.of_word(Allow.SPLASH, "allow") == ["shrapnel-surprise"]
    assert uses.of_key(WeaponTable, "attacks") == [
        "cleaver-and-other-cleaver",
        "barrel-organ-all-barrels",
    ]
    assert uses.of_table(EFFECTS["round"]) == ["hyper-cube"]


def test_every_effect_is_used_and_named_with_its_cards() -> None:
    uses = Uses(bundled_entries())
    assert [name for name, table in EFFECTS.items() if not uses.of_table(table)] == []
    page = effects_page.effects_page("<!-- effects -->", bundled_entries())
    assert "| `round` = a number | none | Adds n to the round counter" in page
    assert page.count("| 1: hyper-cube |") == 1
