"""Folders for settings, matches and packs on this machine.

They are the system's folders for such data, or are below DEATHDOME_HOME if that is set.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

HOME: Final = "DEATHDOME_HOME"  # a folder; all files of the program are below it
_PROGRAM: Final = "deathdome"


def config_folder() -> Path:
    """Return the folder of the settings, which may not exist yet."""
    from platformdirs import user_config_path

    home = _home()
    return home / "config" if home else user_config_path(_PROGRAM, appauthor=False)


def data_folder() -> Path:
    """Return the folder of everything but settings, which may not exist yet."""
    from platformdirs import user_data_path

    return _home() or user_data_path(_PROGRAM, appauthor=False)


def matches_folder() -> Path:
    """Return the folder of saved matches, which may not exist yet."""
    return data_folder() / "matches"


def powerdome_folder() -> Path:
    """Return the folder of saved games of PowerDome, which may not exist yet."""
    return data_folder() / "powerdome"


def packs_folder() -> Path:
    """Return the folder of the player's packs, which may not exist."""
    return data_folder() / "packs"


def at_home(path: str) -> Path:
    """Expand a leading ~; unchanged if there is no such home folder."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


def _home() -> Path | None:
    """Return the folder in DEATHDOME_HOME; None if that is unset or blank."""
    named = os.environ.get(HOME, "")
    return at_home(named).absolute() if named.strip() else None
