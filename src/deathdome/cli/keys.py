"""The keys of both games, against which the one file of options is checked."""

from __future__ import annotations

from typing import Final

from deathdome.powerdome.tui import keys as powerdome
from deathdome.stage.keys.keyset import KeyTables
from deathdome.tui.keys.keyset import TABLE

ALL_KEYS: Final = KeyTables(TABLE, powerdome.TABLE)
