"""Settings: the words of the log that a table chooses with its characters (PD-SETUP-06, AM-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.powerdome.text.log_lines import PLAIN, Wording

if TYPE_CHECKING:
    from collections.abc import Mapping

# By the name that is typed and recorded; "" is a table without a setting.
SETTINGS: Final[Mapping[str, Wording]] = {
    "arena": PLAIN,
    "court": Wording(
        strikes="runs at",
        suffers="endures",
        answers="replies with",
        dies="is carried out",
        revives="returns to court",
    ),
    "wasteland": Wording(
        strikes="swings at",
        suffers="chokes on",
        answers="hits back with",
        dies="feeds the crows",
        revives="crawls back",
    ),
}


def wording(setting: str) -> Wording:
    """Return the words of a setting; the usual ones for an unknown name."""
    return SETTINGS.get(setting, PLAIN)
