"""`deathdome position`: sets up position files, plays their actions, and reports differences."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from deathdome.cli.exit import json_text
from deathdome.cli.options import PACKS
from deathdome.cli.values import collection_of, files_named
from deathdome.errors import ContentError, NotationError, RecordError, UsageError, printable
from deathdome.files import is_there
from deathdome.folders import at_home
from deathdome.toml.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.content.collection import Collection
    from deathdome.content.positions import Report
    from deathdome.content.positions.one_line import Copied
    from deathdome.records.format import Record
    from deathdome.records.timeline import Timeline


def position(
    files: Annotated[
        list[str],
        typer.Argument(
            help="Position files, folders of them, or copied positions (DD1 ...).",
            show_default=False,
        ),
    ],
    json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object for each file.")
    ] = False,
    show: Annotated[
        bool,
        typer.Option("--show", help="Show the events, the position and every choice."),
    ] = False,
    export: Annotated[
        bool, typer.Option("--export", help="Print the result as a position file.")
    ] = False,
    text: Annotated[
        bool,
        typer.Option("--text", help="Print the result as one line to copy."),
    ] = False,
    packs: Annotated[list[str] | None, PACKS] = None,
) -> None:
    """Set up positions, play their actions and check the results.

    A copied position is set up and described, or exported.
    """
    from deathdome.content.positions import position_text, run_position
    from deathdome.content.positions.one_line import position_line
    from deathdome.errors import printable
    from deathdome.text.sentences import sentence

    collection = collection_of(packs)
    passed = failed = 0
    for given in _sources(files):
        path = given if isinstance(given, Path) else None
        shown = printable(str(path)) if path is not None else ""
        where = {"file": shown} if path is not None else {}
        try:
            copied = given if isinstance(given, str) else _copied_in(given, shown)
            if path is None or copied:
                found = _read(copied, shown, collection)
                print(_copied_output(found, where, json=json, show=show, export=export, text=text))
                continue
            report = run_position(path, shown, sentence, collection)
        except (ContentError, NotationError) as error:
            failed += 1
            message = str(error) if path is None else _with_line(str(error), shown, path)
            print(_json({**where, "passed": False, "error": message}) if json else message)
            continue
        good = not report.differences
        passed += good
        failed += not good
        if json:
            print(_json(_fields(shown, report)))
        elif export:
            sheet = report.sheet
            print(position_text(report.play.state, sheet.title, lenient=sheet.lenient), end="")
        elif text:
            print(position_line(report.play.state))
        else:
            print("\n".join(_lines(shown, report, show=show)))
    if not json and not export and not text and passed + failed > 1:
        print(f"\n{passed} passed, {failed} failed")
    if failed:
        raise typer.Exit(1)


def _with_line(error: str, shown: str, path: Path) -> str:
    """Add the line to an error if it can be found."""
    from deathdome.content.positions.files import with_line
    from deathdome.toml.files import read_text

    try:
        return with_line(error, shown, read_text(path, shown))
    except ContentError:
        return error


def _sources(names: list[str]) -> Iterator[Path | str]:
    """Yield the named texts and files, and all position files below the named folders, in order.

    Raises:
        UsageError: a name is none of these, or a folder holds none.
    """
    for name in names:
        if _is_copied(name):
            yield name
            continue
        yield from files_named(name, "position")


def _is_copied(text: str) -> bool:
    from deathdome.content.positions.one_line import is_position_line
    from deathdome.records.replay_text import is_replay_text

    return is_position_line(text) or is_replay_text(text)


def _copied_in(path: Path, shown: str) -> str:
    """Return the copied text in a file, or the record of a match; "" for other things.

    Raises:
        ContentError: the file cannot be read.
    """
    from deathdome.toml.files import read_text

    text = read_text(path, shown)
    return text if _is_copied(text) or text.startswith(RECORD) else ""


def _read(text: str, shown: str, collection: Collection) -> Copied:
    """Return the position of a copied text; errors call it `shown`.

    Raises:
        NotationError: the text is not valid.
    """
    from deathdome.content.positions.one_line import is_position_line, read_line

    if is_position_line(text):
        return read_line(text, collection, shown or "position")
    shows = "deathdome watch FILE" if shown else "deathdome play --from TEXT"
    raise NotationError(f"{shown or 'replay'}: this is a whole match; `{shows}` shows it")


def _copied_output(
    copied: Copied, where: dict[str, Any], *, json: bool, show: bool, export: bool, text: bool
) -> str:
    """Return a copied position in the requested form."""
    from deathdome.content.positions.files import fields_text
    from deathdome.content.positions.one_line import position_line, view_fields, view_line
    from deathdome.content.positions.writing import position_fields
    from deathdome.model.identifiers import TEAMS
    from deathdome.model.notation import action_text
    from deathdome.rules.engine import decision

    state, seen = copied.whole, copied.seen
    full = copied.seat is None
    question = decision(state) if full or seen.question is not None else None
    if export:
        fields = position_fields(state) if full else view_fields(seen)
        return fields_text(fields, "Copied position").rstrip("\n")
    if text:
        return position_line(state) if full else view_line(seen)
    view = "full" if copied.seat is None else TEAMS[copied.seat]
    who = TEAMS[question.seat] if question is not None and question.seat >= 0 else "chance"
    if json:
        fields = {
            "view": view,
            "board": state.setup.board.id,
            "seats": state.setup.seats,
            "round": state.round,
            "rounds": state.setup.rounds,
            "asked": who if question is not None else None,
            "question": question.question.value if question is not None else None,
        }
        return _json({**where, "passed": True, **fields})
    lines = [
        "a whole position" if full else f"a position as {view} sees it",
        f"{state.setup.seats} teams, round {state.round} of {state.setup.rounds}",
    ]
    if question is not None:
        lines.append(f"asked: {who}, question: {question.question.value}")
        options = question.options if show else ()
        lines += (f"  {action_text(state.setup, option, question.seat)}" for option in options)
    elif not state.stack:
        lines.append("asked: no team, the match is over")
    else:
        lines.append("asked: another team")
    return "\n".join(lines)


def _lines(shown: str, report: Report, *, show: bool) -> Iterator[str]:
    """Yield the report on one file for readers."""
    title = f": {report.sheet.title}" if report.sheet.title else ""
    empty = "" if _expects(report) else " (nothing is expected)"
    yield f"{'FAILED' if report.differences else 'passed'}  {shown}{title}{empty}"
    for one in report.differences:
        yield f"  {one.key}"
        yield f"    expected  {one.expected}"
        yield f"    found     {one.found}"
    if show:
        yield from (f"  {line}" for line in _shown(report))


def _expects(report: Report) -> bool:
    sheet = report.sheet
    return any(one.model_fields_set for one in (sheet.expect, *(s.expect for s in sheet.then)))


def _shown(report: Report) -> Iterator[str]:
    """Yield the events, the position, and the possible answers."""
    from deathdome.content.positions import position_text
    from deathdome.model.identifiers import TEAMS
    from deathdome.model.notation import action_text
    from deathdome.rules.engine import decision
    from deathdome.text.refusals import refusal_text
    from deathdome.text.sentences import sentence

    state = report.play.state
    yield "told:"
    for event in report.play.events:
        yield f"  {sentence(event, state.setup)}"
    if report.play.refusal is not None:
        refusal = report.play.refusal
        yield f"refused: {refusal.code} ({refusal_text(refusal.refusal, state.setup)})"
    yield "position:"
    for line in position_text(state, report.sheet.title).splitlines():
        yield f"  {line}".rstrip()
    asked = decision(state)
    if asked is None:
        yield "asked: no team, the match is over"
        return
    yield f"asked: {TEAMS[asked.seat]}, question: {asked.question.value}"
    yield "options:"
    for option in asked.options:
        yield f"  {action_text(state.setup, option, asked.seat)}"


def _fields(shown: str, report: Report) -> dict[str, Any]:
    return {
        "file": shown,
        "title": report.sheet.title,
        "rules": report.sheet.rules,
        "passed": not report.differences,
        "differences": [
            {"key": one.key, "expected": one.expected, "found": one.found}
            for one in report.differences
        ],
    }


def _json(fields: dict[str, Any]) -> str:
    return json_text(fields)


# -- loading ---------------------------------------------------------------------------------------

RECORD: Final = "deathdome match "  # the beginning of a record
_POSITION_FILE: Final = ".toml"


def load_copied(text: str, collection: Collection, packs: Sequence[str] = ()) -> Copied | Timeline:
    """Load a copied text, or the named file: a text, a record or a position file.

    `packs` are the paths of the packs in the collection.

    Raises:
        DeathdomeError: it is nothing of the kind, or cannot be loaded.
    """
    from deathdome.content.positions.one_line import is_position_line, read_line
    from deathdome.records.replay_text import is_replay_text

    if is_position_line(text):
        return read_line(text, collection)
    if is_replay_text(text):
        return _timeline(text, "replay", packs)
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
        return _timeline(text, source, packs)
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
    """Return the record of the replay text in a file; None if the file has other content.

    `packs` are the paths of packs that it may use.

    Raises:
        RecordError: the file cannot be read, or its text is not a valid match.
    """
    from deathdome.records.replay import packs_of
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


def _timeline(text: str, source: str, packs: Sequence[str]) -> Timeline:
    from deathdome.records.replay import packs_of
    from deathdome.records.replay_text import read_replay
    from deathdome.records.timeline import Timeline

    record = read_replay(text, packs_of(packs), source=source)
    return Timeline(record, name="a copied replay")
