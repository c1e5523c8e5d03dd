"""Where the card and board files are: in a checkout, or inside an installed package."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from deathdome.errors import ContentError


@cache
def data_folder() -> Path:
    """The folder with `cards` and `boards`.

    A checkout comes first: an editable install may also leave a copy of the folder inside the
    package, and that copy is as old as the install.

    Raises:
        ContentError: there is neither.
    """
    package = Path(__file__).resolve().parents[1]
    checkout = package.parents[1]
    if (checkout / "pyproject.toml").is_file() and (checkout / "data").is_dir():
        return checkout / "data"
    installed = package / "_data"
    if installed.is_dir():
        return installed
    message = f"no card or board files: neither {checkout / 'data'} nor {installed} is there"
    raise ContentError(message)
