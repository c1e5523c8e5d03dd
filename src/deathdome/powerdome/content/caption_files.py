"""The captions of bots, read from data/powerdome/captions.toml (AM-5)."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING

from deathdome.bundled import data_folder
from deathdome.errors import ContentError, nearest
from deathdome.powerdome.bots.captions import EVENTS, Caption
from deathdome.powerdome.bots.personality import TRAITS
from deathdome.powerdome.model.options import CAPTION

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = "captions.toml"


@cache
def bundled_captions() -> tuple[Caption, ...]:
    """Return the captions of the package."""
    path = data_folder() / "powerdome" / FILE
    return parse_captions(path.read_text("utf-8"), str(path))


def parse_captions(text: str, where: str = FILE) -> tuple[Caption, ...]:
    """Read captions: a table a trait, or `all`, with a list of lines for each event.

    Raises:
        ContentError: the file is not TOML, or a trait, an event or a line is not allowed.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ContentError(f"{where}: {error}") from error
    found = []
    for trait, events in data.items():
        if trait not in (*TRAITS, "all"):
            raise _unknown(where, "trait", trait, (*TRAITS, "all"))
        if not isinstance(events, dict):
            raise ContentError(f'{where}: "{trait}" is not a table of events')
        found += _captions(where, "" if trait == "all" else trait, events)
    return tuple(found)


def _captions(where: str, trait: str, events: Mapping[str, object]) -> list[Caption]:
    found = []
    for event, lines in events.items():
        if event not in EVENTS:
            raise _unknown(where, "event", event, EVENTS)
        if not isinstance(lines, list) or not all(type(line) is str for line in lines):
            raise ContentError(f'{where}: "{event}" is not a list of lines')
        for line in lines:
            if not line.isprintable() or not 0 < len(line) <= CAPTION:
                raise ContentError(f'{where}: "{line}" is not one line of 1 to {CAPTION} letters')
            found.append(Caption(event, line, trait))
    return found


def _unknown(where: str, kind: str, word: str, known: tuple[str, ...]) -> ContentError:
    return ContentError(f'{where}: no {kind} is called "{word}".' + nearest(word, known))
