"""Loading of copied positions and replays, from a text or a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.content.words import printable, shown
from deathdome.errors import RecordError, UsageError
from deathdome.files import is_there
from deathdome.folders import at_home

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from deathdome.content.packs import Collection
    from deathdome.content.positions.one_line import Copied
    from deathdome.records.format import Record
    from deathdome.records.timeline import Timeline

RECORD: Final = "deathdome match "  # the beginning of a record
_POSITION_FILE: Final = ".toml"


def load_copied(text: str, collection: Collection, packs: Sequence[str] = ()) -> Copied | Timeline:
    """Load a copied text, or the named file: a text, a record or a position file.

    `packs` are the paths of the packs in the collection.

    Raises:
        DeathdomeError: it is none of these, or cannot be loaded.
    """
    from deathdome.content.positions.one_line import is_position_line, read_line
    from deathdome.records.replay_text import is_replay_text

    if is_position_line(text):
        return read_line(text, collection)
    if is_replay_text(text):
        return _timeline(text, "replay", collection, packs)
    path = at_home(text.strip())
    if not text.strip() or not is_there(path):
        raise UsageError(
            f'"{shown(text.strip())}" is neither a position (DD1 ...) nor a replay (DDR1 ...), and '
            "there is no such file"
        )
    return _of_file(path, collection, packs)


def _of_file(path: Path, collection: Collection, packs: Sequence[str]) -> Copied | Timeline:
    from deathdome.content.positions.one_line import Copied, is_position_line, read_line
    from deathdome.records.replay_text import is_replay_text
    from deathdome.records.timeline import read_timeline

    source = printable(str(path))
    text = _text_in(path, source)
    if is_position_line(text):
        return read_line(text, collection, source)
    if is_replay_text(text):
        return _timeline(text, source, collection, packs)
    if text.startswith(RECORD):
        return read_timeline(path, packs=packs)
    if path.suffix == _POSITION_FILE:
        from deathdome.content.positions.codec import place_pieces
        from deathdome.content.positions.files import read_sheet

        state, _ = place_pieces(read_sheet(path, source), source, path.parent, collection)
        return Copied(None, state)
    raise UsageError(
        f"{source}: no position (DD1 ...), no replay (DDR1 ...), no record of a match, and no "
        f"position file (*{_POSITION_FILE})"
    )


def replay_text_in(path: Path, packs: Sequence[str] = ()) -> Record | None:
    """Return the record of the replay text in a file; None if the file has something else.

    `packs` are the paths of packs that it may use.

    Raises:
        RecordError: the file cannot be read, or its text is no valid match.
    """
    from deathdome.records.packs import packs_of
    from deathdome.records.replay_text import is_replay_text, read_replay

    source = printable(str(path))
    text = _text_in(path, source)
    return read_replay(text, packs_of(packs), source=source) if is_replay_text(text) else None


def _text_in(path: Path, source: str) -> str:
    """Return the text in a file, which may be damaged.

    Raises:
        RecordError: the file cannot be read, or has another encoding.
    """
    from deathdome.files import encoding_problem
    from deathdome.records.format import read_bytes

    raw = read_bytes(path, source)
    if saved := encoding_problem(raw):
        raise RecordError(f"{source}:1: {saved}")
    return raw.decode("utf-8", "replace")


def _timeline(text: str, source: str, collection: Collection, packs: Sequence[str]) -> Timeline:
    from deathdome.records.packs import packs_of
    from deathdome.records.replay_text import read_replay
    from deathdome.records.timeline import Timeline

    record = read_replay(text, packs_of(packs), collection, source)
    return Timeline(record, collection, name="a copied replay")
