"""The pages of the documentation, and the compiled cards, that `make docs` makes.

They are made from the cards, the powers and docs/rules.md. As a program it writes them; a test
compares the pages with the generated text.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from deathdome.bundled import data_folder, docs_folder
from deathdome.content.board_files import board_ids, board_of_file
from deathdome.content.catalogs import bundled_entries, catalog_of_files
from deathdome.content.compiled import FILE, compiled_text
from deathdome.powerdome.content.tome_files import bundled_tome
from lab.pages.cards_page import cards_page
from lab.pages.editions_page import editions_page
from lab.pages.effects_page import effects_page
from lab.pages.kept_cards import COPY, REMEDY, copied, is_same
from lab.pages.tome_page import tome_page

if TYPE_CHECKING:
    from pathlib import Path

_WRITTEN: Final = (
    "<!-- Written by `make docs` from templates/effects.md, the notes in "
    "model/vocabulary.py and the cards. -->"
)


def pages() -> dict[Path, str]:
    """Return the text of every generated file by its path.

    The copy of the cards in force is one of them unless `make keep-cards` needs it as it is.

    Raises:
        ContentError: this is not a checkout, or a card file cannot be used.
    """
    docs = docs_folder()
    template = (docs / "templates" / "effects.md").read_text(encoding="utf-8")
    catalog = catalog_of_files()
    boards = {name: board_of_file(name) for name in board_ids()}
    title, _, rest = template.partition("\n")
    copy = COPY.read_text(encoding="utf-8")
    return {
        COPY: copied() if is_same(copy) else copy,
        docs / "cards.md": cards_page(catalog),
        docs / "editions.md": editions_page(),
        docs / "effects.md": effects_page(f"{title}\n\n{_WRITTEN}\n{rest}", bundled_entries()),
        docs / "powerdome" / "tome.md": tome_page(bundled_tome()),
        data_folder() / FILE: compiled_text(catalog, boards),
    }


def main() -> None:
    """Write the files that differ, and name them."""
    for path, text in pages().items():
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            sys.stdout.write(f"wrote {path.parent.name}/{path.name}\n")
    if not is_same(COPY.read_text(encoding="utf-8")):
        sys.stderr.write(f"{REMEDY}\n")


if __name__ == "__main__":
    main()
