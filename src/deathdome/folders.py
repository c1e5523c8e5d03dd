"""Where settings and matches lie on this machine.

The system's own folders for such things, or those below DEATHDOME_HOME where that is set.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

HOME: Final = "DEATHDOME_HOME"  # a folder; everything that is kept lies below it
_PROGRAM: Final = "deathdome"


def config_folder() -> Path:
    """The folder of the settings. It need not be there yet."""
    from platformdirs import user_config_path

    home = _home()
    return home / "config" if home else user_config_path(_PROGRAM, appauthor=False)


def data_folder() -> Path:
    """The folder of everything that is kept and is no setting. It need not be there yet."""
    from platformdirs import user_data_path

    return _home() or user_data_path(_PROGRAM, appauthor=False)


def matches_folder() -> Path:
    """The folder of the records of matches. It need not be there yet."""
    return data_folder() / "matches"


def packs_folder() -> Path:
    """The folder of the player's own packs. It need not be there."""
    return data_folder() / "packs"


def at_home(path: str) -> Path:
    """A path with the home folder for its ~; as it stands where nobody has that home."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


def _home() -> Path | None:
    """The folder that DEATHDOME_HOME names; None where it is not set, or blank."""
    named = os.environ.get(HOME, "")
    return at_home(named).absolute() if named.strip() else None
