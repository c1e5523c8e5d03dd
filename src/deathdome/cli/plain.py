"""`deathdome play --plain`: the match line by line."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deathdome.play.referee import Referee


def play_plain(referee: Referee, names: list[str]) -> None:
    """Plays the match on standard input and output; the process ends if its code is not 0."""
    from deathdome.plain.program import plain_match, run_plain

    code = run_plain(plain_match(referee, names))
    if code:
        sys.exit(code)
