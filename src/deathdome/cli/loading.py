"""Positions and replays that were copied: read from a text or a file, and played on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.content.words import printable, shown
from deathdome.errors import UsageError
from deathdome.folders import at_home

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from deathdome.content.packs import Collection
    from deathdome.content.positions.one_line import Copied
    from deathdome.play.record import Record
    from deathdome.play.tape import Tape
    from deathdome.tui.look import Look
    from deathdome.tui.session import Session

RECORD: Final = "deathdome match "  # the beginning of one
_POSITION_FILE: Final = ".toml"
_STAND_IN: Final = "greedy"


def loaded(text: str, collection: Collection, packs: Sequence[str] = ()) -> Copied | Tape:
    """What a copied text says, or the file that it names: a text, a record or a position file.

    `packs` are paths of those whose cards and boards are in the collection.

    Raises:
        DeathdomeError: it is none of these, or says nothing that can be loaded.
    """
    from deathdome.content.positions.one_line import is_position_line, read_line
    from deathdome.play.replay_text import is_replay_text

    if is_position_line(text):
        return read_line(text, collection)
    if is_replay_text(text):
        return _tape(text, "replay", collection, packs)
    path = at_home(text.strip())
    if not _is_file(path):
        raise UsageError(
            f'"{shown(text.strip())}" is neither a position (DD1 ...) nor a replay (DDR1 ...), and '
            "there is no such file"
        )
    return _of_file(path, collection, packs)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # too long for a path, or a NUL in it
        return False


def _of_file(path: Path, collection: Collection, packs: Sequence[str]) -> Copied | Tape:
    from deathdome.content.positions.one_line import Copied, is_position_line, read_line
    from deathdome.play.record import read_bytes
    from deathdome.play.replay_text import is_replay_text
    from deathdome.play.tape import read_tape

    source = printable(str(path))
    text = read_bytes(path, source).decode("utf-8", "replace")
    if is_position_line(text):
        return read_line(text, collection, source)
    if is_replay_text(text):
        return _tape(text, source, collection, packs)
    if text.startswith(RECORD):
        return read_tape(path)
    if path.suffix == _POSITION_FILE:
        from deathdome.content.positions.placing import place_pieces
        from deathdome.content.positions.reading import sheet_of

        state, _ = place_pieces(sheet_of(text, source), source, path.parent, collection)
        return Copied(None, state)
    raise UsageError(
        f"{source}: no position (DD1 ...), no replay (DDR1 ...), no record of a match, and no "
        f"position file (*{_POSITION_FILE})"
    )


def replay_in(path: Path) -> Record | None:
    """The record of the replay text in a file; None if something else is in it.

    Raises:
        RecordError: the file cannot be read, or its text tells no match.
    """
    from deathdome.play.record import read_bytes
    from deathdome.play.replay_text import is_replay_text, read_replay

    source = printable(str(path))
    text = read_bytes(path, source).decode("utf-8", "replace")
    return read_replay(text, source=source) if is_replay_text(text) else None


def _tape(text: str, source: str, collection: Collection, packs: Sequence[str]) -> Tape:
    from deathdome.play.replay import packs_of
    from deathdome.play.replay_text import read_replay
    from deathdome.play.tape import Tape

    record = read_replay(text, packs_of(packs), collection, source)
    return Tape(record, collection, name="a copied replay")


def seated(copied: Copied, typed: Sequence[str] | None = None) -> tuple[str, ...]:
    """Who plays on: as typed, else a person where the text looks from, and managers.

    Raises:
        UsageError: another number of seats was typed.
    """
    from deathdome.cli.play import HUMAN
    from deathdome.rules.engine import decision

    seats = copied.whole.table.seats
    if typed is not None:
        if len(typed) != seats:
            raise UsageError(f"the position has {seats} seats, and --seats names {len(typed)}")
        return tuple(typed)
    person = copied.seat
    if person is None:
        asked = decision(copied.whole)
        person = max(0, asked.seat) if asked is not None else 0
    return tuple(HUMAN if seat == person else _STAND_IN for seat in range(seats))


def position_session(
    copied: Copied,
    names: Sequence[str],
    *,
    people: Sequence[str] = (),
    packs: Sequence[str] = (),
    seed: int | None = None,
) -> Session:
    """A match that begins with a position, kept on disk from now on.

    Raises:
        UsageError: the match is over in it.
    """
    from random import Random

    from deathdome.content.packs import Collection
    from deathdome.content.positions.one_line import position_line
    from deathdome.model.names import team_name
    from deathdome.play.header import COPIED
    from deathdome.play.opening import drawn_seed
    from deathdome.play.record import record_of
    from deathdome.play.referee import Referee, derived_seed
    from deathdome.play.replay import replay
    from deathdome.play.shelf import keep
    from deathdome.tui.hiring import HiredManagers
    from deathdome.tui.session import Session

    seed = drawn_seed() if seed is None else seed
    state = copied.state(Random(derived_seed(seed, "unseen cards")))
    if not state.stack:
        raise UsageError("the match is over in this position: there is nothing to play on")
    start = position_line(state)
    referee = Referee(state, seed)
    keeper, said = keep(
        referee,
        names,
        board=state.table.board.id,
        packs=packs,
        people=people,
        fork=COPIED,
        start=start,
    )
    notes = [said] if said else []
    if copied.seat is not None:
        team = team_name(copied.seat)
        notes.append(f"What {team} could not see, hands and deck, was dealt at random")
    # Told again from what was written, as it will be when it is gone on with.
    begun = replay(record_of(keeper.text, "the match"), Collection(state.table.catalog, {}))
    return Session(
        begun.referee,
        names,
        HiredManagers(),
        people=people,
        keeper=keeper,
        resumed=begun,
        notes=notes,
        fork=COPIED,
    )


# -- the command line ---------------------------------------------------------------------------


def show_loaded(
    found: Copied | Tape,
    look: Look,
    names: Sequence[str] | None,
    seed: int | None,
    packs: Sequence[str],
) -> None:
    """Opens the screen with what was loaded; `names` and `seed` as typed.

    Raises:
        UsageError: it cannot be played on so.
    """
    from deathdome.cli.lobby import HouseLobby
    from deathdome.cli.options import collection_of
    from deathdome.cli.saved import show
    from deathdome.play.tape import Tape
    from deathdome.tui.app import DomeApp

    lobby = HouseLobby(collection_of(packs), packs)
    if isinstance(found, Tape):
        if names is not None or seed is not None:
            raise UsageError("a replay is watched: who plays on from it is asked there")
        show(DomeApp(lobby=lobby, tape=found), look)
        return
    seats = seated(found, names)
    people = look.people(list(seats))
    session = position_session(found, seats, people=people, packs=packs, seed=seed)
    show(DomeApp(session, lobby), look)
