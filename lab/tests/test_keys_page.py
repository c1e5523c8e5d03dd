"""The page of keys is as `make docs` would write it."""

from __future__ import annotations

from deathdome.stage.keys.names import written_as
from deathdome.tui.keys.keyset import PRESETS, Keyset
from deathdome.tui.keys.table import KEYS
from lab.pages import keys_page


def test_the_page_of_keys_is_not_stale() -> None:
    assert keys_page.PAGE.read_text(encoding="utf-8") == keys_page.keys_page(), "run `make docs`"


def test_the_page_has_every_action_of_every_preset() -> None:
    text = keys_page.keys_page()
    for key in KEYS:
        assert f"`{key.id}`" in text
    for keys in map(Keyset, PRESETS):
        for key in keys.keys:
            assert f"`{written_as(key.keys[0])}`" in text
