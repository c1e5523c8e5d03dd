"""The game with other cards of its own, as after a change of data/cards."""

from __future__ import annotations

import re
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING
from unittest import mock

from deathdome.bundled import data_folder
from deathdome.content import catalogs, compiled, earlier_cards
from lab.pages import kept_cards

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path


def copy_of_cards(folder: Path) -> Path:
    """Copy the cards of the game, the earlier ones and the copy of `make keep-cards`."""
    shutil.copytree(data_folder() / "cards", folder / "cards")
    shutil.copy(kept_cards.COPY, folder / kept_cards.COPY.name)
    return folder


def make_dearer(folder: Path, names: Sequence[str] = catalogs.BUNDLED) -> None:
    """Raise every price in these files, and the strength of ranged weapons, without keeping."""
    for name in names:
        path = folder / "cards" / f"{name}.toml"
        text = path.read_text("utf-8")
        text = re.sub(r"(?m)^cost = ([0-9_]+)$", _dearer, text)
        path.write_text(re.sub(r"strength = (\d), range = [2-9]", _stronger, text), "utf-8")


def _dearer(found: re.Match[str]) -> str:
    return f"cost = {int(found[1]) + 100_000}"


def _stronger(found: re.Match[str]) -> str:
    return found[0].replace(found[1], str(int(found[1]) + 1), 1)


def keep(folder: Path) -> None:
    """Keep the cards that were in force, as `make keep-cards` does."""
    with the_game_of(folder):
        kept_cards.main()


@contextmanager
def the_game_of(folder: Path) -> Iterator[None]:
    """Let the game have the cards of a folder for a while."""
    _forget()
    with (
        mock.patch.object(catalogs, "data_folder", return_value=folder),
        mock.patch.object(compiled, "data_folder", return_value=folder),
        mock.patch.object(earlier_cards, "data_folder", return_value=folder),
        mock.patch.object(kept_cards, "data_folder", return_value=folder),
        mock.patch.object(kept_cards, "COPY", folder / kept_cards.COPY.name),
    ):
        try:
            yield
        finally:
            _forget()


def _forget() -> None:
    for known in (
        catalogs._bundled_catalog,
        catalogs.bundled_entries,
        compiled._file,
        earlier_cards.earlier_sets,
    ):
        known.cache_clear()
