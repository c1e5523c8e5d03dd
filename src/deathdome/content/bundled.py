"""Where the files that are no code are: in a checkout, or inside an installed package."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from deathdome.errors import ContentError

_PACKAGE = Path(__file__).resolve().parents[1]
_CHECKOUT = _PACKAGE.parents[1]


@cache
def data_folder() -> Path:
    """The folder with `cards` and `boards`.

    A checkout comes first: an editable install may also leave a copy of the folder inside the
    package, and that copy is as old as the install.

    Raises:
        ContentError: there is neither.
    """
    return _either(_CHECKOUT / "data", _PACKAGE / "_data", "card or board files")


@cache
def rules_file() -> Path:
    """The reference with a number for every rule, docs/rules.md; a checkout comes first here too.

    Raises:
        ContentError: there is none.
    """
    return _either(_CHECKOUT / "docs" / "rules.md", _PACKAGE / "_docs" / "rules.md", "rules")


def docs_folder() -> Path:
    """The folder with the pages of the documentation, which only a checkout has.

    Raises:
        ContentError: this is no checkout.
    """
    if (_CHECKOUT / "pyproject.toml").is_file() and (_CHECKOUT / "docs").is_dir():
        return _CHECKOUT / "docs"
    raise ContentError(f"no documentation: {_CHECKOUT / 'docs'} is not there")


def _either(checkout: Path, installed: Path, what: str) -> Path:
    if (_CHECKOUT / "pyproject.toml").is_file() and checkout.exists():
        return checkout
    if installed.exists():
        return installed
    raise ContentError(f"no {what}: neither {checkout} nor {installed} is there")


# New matches: the better of the two centres, as docs/boards.md measures them.
DEFAULT_BOARD: Final = "plaza"
# Position files. It stays what it is, so that a file that names no board keeps its meaning.
POSITION_BOARD: Final = "waspworth"
