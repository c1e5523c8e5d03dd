"""Every card with something to say has a test that plays it, and every mark names a card."""

from __future__ import annotations

import ast
from pathlib import Path

import deathdome
from deathdome.content.catalogs import load_catalog
from deathdome.model.series import CONGLAMAGRAGON

HERE = Path(__file__).parent


def marked_cards() -> dict[str, int]:
    """Ids in the `card` marks of this folder, with the number of tests that bear them."""
    found: dict[str, int] = {}
    for path in sorted(HERE.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.card":
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        found[argument.value] = found.get(argument.value, 0) + 1
    return found


def test_every_store_card_power_card_character_and_token_has_a_test() -> None:
    catalog = load_catalog()
    wanted = {
        *(item.id for item in catalog.items),
        *(card.id for card in catalog.power_cards),
        *(character.id for character in catalog.characters if character.abilities),
        *(token.id for token in catalog.tokens),
    }
    assert len(wanted) == 80 + 31 + 11 + 2
    assert wanted - set(marked_cards()) == set()


def test_every_mark_names_a_card_that_exists() -> None:
    catalog = load_catalog()
    printed = (catalog.items, catalog.power_cards, catalog.characters, catalog.tokens)
    known = {card.id for cards in printed for card in cards}
    assert set(marked_cards()) - known == set()


def test_the_engine_knows_no_card_by_name() -> None:
    catalog = load_catalog()
    groups = (catalog.items, catalog.power_cards, catalog.characters, catalog.tokens)
    known = {name for group in groups for card in group for name in (card.id, card.name)}
    known.remove(CONGLAMAGRAGON)  # SCEN-CONG-1 names him
    package = Path(deathdome.__file__).parent
    for floor in ("geometry", "model", "rules"):
        for path in (package / floor).rglob("*.py"):
            words = {
                node.value
                for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
                if isinstance(node, ast.Constant) and isinstance(node.value, str)
            }
            assert not words & known, f"{path.name} names a card"
