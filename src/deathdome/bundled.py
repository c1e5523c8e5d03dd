"""Bundled data files and documents, in a checkout or an installed package."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from deathdome.errors import ContentError

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parents[1]


@cache
def data_folder() -> Path:
    """Return the folder with `cards` and `boards`.

    A checkout comes first: an editable install may leave a copy of the folder inside the package,
    and that copy is as old as the install.

    Raises:
        ContentError: neither folder exists.
    """
    return _first_existing(_CHECKOUT / "data", _PACKAGE / "_data", "card or board files")


@cache
def rules_file() -> Path:
    """Return the path of docs/rules.md, which numbers every rule; a checkout comes first.

    Raises:
        ContentError: the file does not exist.
    """
    return _first_existing(
        _CHECKOUT / "docs" / "rules.md", _PACKAGE / "_docs" / "rules.md", "rules"
    )


@cache
def powerdome_rules_file() -> Path:
    """Return the path of docs/powerdome/rules.md; a checkout comes first.

    Raises:
        ContentError: the file does not exist.
    """
    return _first_existing(
        _CHECKOUT / "docs" / "powerdome" / "rules.md",
        _PACKAGE / "_docs" / "powerdome" / "rules.md",
        "rules of PowerDome",
    )


def docs_folder() -> Path:
    """Return the folder of the documentation, which only a checkout has.

    Raises:
        ContentError: this is not a checkout.
    """
    if (_CHECKOUT / "pyproject.toml").is_file() and (_CHECKOUT / "docs").is_dir():
        return _CHECKOUT / "docs"
    raise ContentError(f"no documentation: {_CHECKOUT / 'docs'} is not there")


def _first_existing(checkout: Path, installed: Path, what: str) -> Path:
    if (_CHECKOUT / "pyproject.toml").is_file() and checkout.exists():
        return checkout
    if installed.exists():
        return installed
    raise ContentError(f"no {what}: neither {checkout} nor {installed} is there")
