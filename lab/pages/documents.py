"""The pages of the documentation that are generated from the cards: `make docs`.

As a program it writes them; a test compares the pages with the generated text.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from deathdome.content.bundled import docs_folder
from deathdome.content.catalogs import bundled_entries, load_catalog
from lab.pages.cards_page import cards_page
from lab.pages.effects_page import effects_page

if TYPE_CHECKING:
    from pathlib import Path

_WRITTEN: Final = (
    "<!-- Written by `make docs` from templates/effects.md, the notes in "
    "model/vocabulary.py and the cards. -->"
)


def pages() -> dict[Path, str]:
    """Return the text of every generated page by its path.

    Raises:
        ContentError: this is not a checkout, or a card file cannot be used.
    """
    docs = docs_folder()
    template = (docs / "templates" / "effects.md").read_text(encoding="utf-8")
    title, _, rest = template.partition("\n")
    return {
        docs / "cards.md": cards_page(load_catalog()),
        docs / "effects.md": effects_page(f"{title}\n\n{_WRITTEN}\n{rest}", bundled_entries()),
    }


def main() -> None:
    """Write the pages that differ, and name them."""
    for path, text in pages().items():
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            sys.stdout.write(f"wrote {path.parent.name}/{path.name}\n")


if __name__ == "__main__":
    main()
