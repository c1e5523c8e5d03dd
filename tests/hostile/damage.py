"""Damage good files of every kind that the program reads, and read them.

    PYTHONPATH=tests:tests/support python -m hostile.damage --times 50000 --out found.txt

A damaged file is read, or refused: with an error of this program that names the file, is short
whatever the file has in it, and comes within two seconds. Files that are read are used a little.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
import traceback
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from fuzz import brawl, eager
from hostile.mutants import MARK, damaged, resealed
from program import answered
from record_marks import remarked
from sample_records import old_records, sample_records

from deathdome.arena.arena import Arena
from deathdome.arena.report import report
from deathdome.arena.report_tables import text as report_text
from deathdome.arena.results_file import TIMES, resume_run
from deathdome.arena.running import play_on
from deathdome.bundled import data_folder
from deathdome.cli.display import _seated
from deathdome.cli.position import load_copied, replay_text_in
from deathdome.cli.sessions import LocalLobby
from deathdome.content.lessons import listed_lesson, load_lesson
from deathdome.content.packs import MAX_SHOWN, check_packs, load_packs
from deathdome.content.positions import position_text, run_position
from deathdome.content.positions.one_line import Copied, position_line, view_line
from deathdome.errors import DeathdomeError
from deathdome.managers.foreign.messages import read_reply
from deathdome.managers.manager_name import read_strengths, told
from deathdome.managers.planner.weights import read_weights
from deathdome.match.lesson_run import check_lesson
from deathdome.model.notation import action_text
from deathdome.programs.faults import Failure
from deathdome.programs.lines import number_of, read_object, read_ready
from deathdome.records.format import read_record, record_of
from deathdome.records.library import resume, summaries, tidy
from deathdome.records.peek import any_unfinished
from deathdome.records.replay import changes, collection_for, located, pack_digest, replay
from deathdome.records.replay_text import replay_text
from deathdome.records.timeline import read_timeline
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.observing import determinize, observe
from deathdome.session import lesson as finished
from deathdome.settings import load, save
from deathdome.text.sentences import sentence
from deathdome.tui.keys.keyset import TABLE, Keyset
from deathdome.tui.presenters.coaching import facts_of
from lab.ladder.solving import load_puzzle, set_up
from lab.record import Record as TuningRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

HERE: Final = Path(__file__).parents[1]
LONGEST: Final = 1_600  # characters of an error
MOST_QUOTED: Final = 250  # of what is in the file, in one piece
SLOWEST: Final = 2.0  # seconds of one file
SETTINGS: Final = b"""# as written by hand
theme = "light"
glyphs = "ascii"
pace = "2x"
mouse = false
names = ["Bo", "Cy"]
seats = ["human", "greedy", "random"]

[keys]
preset = "vi"
next = "N"
redo = ["z", "ctrl+z"]
"""
REPLIES: Final = b"""\
{"type": "ready", "schema": 1, "name": "X", "version": "2", "seats": [2, 3], "deterministic": true}
{"type": "reply", "number": 3, "option": "end turn", "plan": ["walk a5"], "why": [["near", 300]]}
{"type": "reply", "number": 3, "option": "walk a5", "nodes": 17}
{"type": "reply", "number": 3, "error": "no way", "kind": "raised"}
"""
OPTIONS: Final = ("walk a5", "end turn")
RUN: Final = Arena(("random", "greedy"), rounds=1, seed=7)
HEAD: Final = {"deathdome tuning": 1, "stage": "spsa", "seed": 4, "weights": "0" * 16}


class Kind(NamedTuple):
    """A kind of file."""

    name: str  # of the file, in the folder that the reader is given
    samples: Callable[[], Mapping[str, bytes]]
    read: Callable[[Path], object]
    sealed: Callable[[bytes], bytes] | None = None  # gives it the marks or the checksum it needs
    commands: tuple[str, ...] = ()  # that take its path


class Broken(NamedTuple):
    """The failure of one damaged file."""

    kind: str
    seed: int
    what: str

    def __str__(self) -> str:
        """As it is written into the list."""
        return f"{self.kind} {self.seed}: {self.what}"


# -- reading --------------------------------------------------------------------------------------


def refused_by(read: Callable[[], object], name: str) -> str:
    """Return the reason of a refusal, "" if the file is read. Fail if the error is a bad one."""
    try:
        read()
    except DeathdomeError as error:
        for said in (str(error), *getattr(error, "every", ())):
            check_error(said, name)
        return str(error)
    return ""


def check_error(said: str, name: str) -> None:
    """Make sure that an error can be shown, names the file, and quotes little of it."""
    assert said.replace("\n", "").isprintable(), f"not printable: {said[:300]!a}"
    assert len(said) <= LONGEST, f"{len(said)} characters: {said[:300]}"
    assert MARK * MOST_QUOTED not in said, f"quotes too much: {said[:400]}"
    assert name in said, f"does not name the file: {said[:300]}"
    where = said.partition(name)[2].strip(": 0123456789")
    assert where, f"does not say what is wrong: {said}"


def check_note(said: str) -> None:
    """Make sure that a line for the player can be shown."""
    assert said.isprintable(), f"not printable: {said[:300]!a}"
    assert len(said) <= LONGEST, f"{len(said)} characters: {said[:300]}"
    assert MARK * MOST_QUOTED not in said, f"quotes too much: {said[:400]}"


def read_match(path: Path) -> None:
    """Do all that the program does with a record: verify, watch, list, copy and resume it."""

    def verify() -> None:
        record = located(read_record(path))
        collection = collection_for(record)
        tale = replay(record, collection)
        changes(record, collection)
        if not tale.differs:
            replay_text(record, collection)

    def watch() -> None:
        timeline = read_timeline(path)
        for note in timeline.notes:
            check_note(note)
        for stop in (*timeline.stops[:2], *timeline.stops[-2:]):
            timeline.position(stop)

    def resume_match() -> None:
        resumed = resume(path)
        try:
            for note in resumed.notes:
                check_note(note)
            referee, dice = resumed.replay.referee, Random(1)
            for _ in range(3):
                if referee.asked is not None:
                    referee.answer(eager(referee.asked, dice))
                    assert resumed.writer.update() == ""
        finally:
            resumed.writer.close()
        again = replay(read_record(resumed.writer.path))
        assert again.differs == ""
        assert again.referee.journal == referee.journal

    raw = path.read_bytes()
    for each in (verify, watch, lambda: replay_text_in(path)):
        refused_by(each, path.name)
    assert path.read_bytes() == raw
    any_unfinished()
    for kept in LocalLobby().saved_matches():
        for said in (kept.when, kept.seats, kept.how):
            check_note(said)
    assert any(one.path == path for one in summaries())
    LocalLobby().unfinished()
    refused_by(resume_match, path.name)
    summaries()
    tidy(most=1)


def read_copied(path: Path) -> None:
    """Read a copied text from its file and as it was pasted, and write it again."""
    found: list[object] = []

    def use(text: str) -> None:
        copied = load_copied(text, load_packs([]))
        found.append(copied)
        if isinstance(copied, Copied):
            if copied.seat is None:
                position_line(copied.whole)
            else:
                view_line(copied.seen)
            play_a_little(copied)

    refused_by(partial(use, str(path)), path.name)
    with suppress(UnicodeDecodeError):
        text = path.read_bytes().decode()
        if text[:4] in ("DD1 ", "DDR1"):
            refused_by(partial(use, text), "replay" if text[:4] == "DDR1" else "position")


def play_a_little(copied: Copied) -> None:
    """Play a position as a match does that begins with it."""
    dice = Random(3)
    state = copied.state(dice)
    for _ in range(40):
        asked = decision(state)
        if asked is None:
            break
        for seat in range(state.setup.seats):
            determinize(observe(state, seat), dice)
        for option in asked.options[:5]:
            assert action_text(state.setup, option, asked.seat)
        apply_action(state, eager(asked, dice))


def read_position(path: Path) -> None:
    """Run a position file, export it, begin a match with it, and look for a puzzle in it."""

    def run() -> None:
        found = run_position(path, path.name, sentence, load_packs([]))
        for one in found.differences:
            for said in (one.key, one.expected, one.found):
                assert len(said) < 20_000
        position_text(found.play.state, found.sheet.title)

    def begin() -> None:
        copied = load_copied(str(path), load_packs([]))
        assert isinstance(copied, Copied)
        position_line(copied.whole)
        play_a_little(copied)

    for each in (run, begin, lambda: set_up(load_puzzle(path))):
        refused_by(each, path.name)


def read_pack(path: Path) -> None:
    """Check a pack and load it, alone and for a match that has begun."""
    findings = check_packs([path])
    assert 1 <= len(findings) <= MAX_SHOWN + 1
    for one in findings:
        check_error(str(one), path.name)
        assert len(one.text) < 500
        assert one.line is None or one.line > 0
    refused = refused_by(lambda: load_packs([path]), path.name)
    assert bool(refused) is not findings[0].ok
    refused_by(lambda: load_packs([path], in_progress=True), path.name)
    pack_digest(path)


def read_settings(path: Path) -> None:
    """Load options, use their keys, and write them back with one changed."""
    found = load(TABLE, path, _seated)
    for problem in found.problems:
        check_error(str(problem), path.name)
    options = found.options
    keys = Keyset(options.keys.preset, options.keys.own)
    assert not keys.clashes() or found.problems or options.keys.own
    keys.help_rows()
    before = path.read_bytes()
    if not refused_by(lambda: save(options, path, before=options), path.name):
        again = load(TABLE, path, _seated)
        assert again.options == options
        assert [p.text for p in again.problems] == [p.text for p in found.problems]
    else:
        assert path.read_bytes() == before


def read_ledger(path: Path) -> None:
    """Resume a run of the arena and report it, with damage in the run or in its times."""
    times = path.with_name(path.name + TIMES)
    good = results_files()
    for run, times_path in ((path.read_bytes(), good["times"]), (good["run"], path.read_bytes())):
        path.write_bytes(run)
        times.write_bytes(times_path)

        def use() -> None:
            results = resume_run(RUN, path)
            results.close()
            if results.blocks:
                document = report(results)
                json.dumps(document, allow_nan=False)
                report_text(document, every_card=True)

        if refused_by(use, path.name):
            assert path.read_bytes() == run
    times.unlink()


def read_tuning(path: Path) -> None:
    """Resume the file of a tuning."""
    refused_by(lambda: TuningRecord(path, HEAD).close(), path.name)


def read_lesson(path: Path) -> None:
    """List a lesson and rehearse it."""
    listed = listed_lesson(path)
    for said in listed:
        assert MARK * MOST_QUOTED not in said

    def take() -> None:
        lesson = load_lesson(path)
        check_lesson(lesson, facts_of(lesson.position()[0].setup))

    refused_by(take, path.name)


def read_managers(path: Path) -> None:
    """Read the file as weights, as measured strengths, and as the list of finished lessons."""
    refused_by(lambda: read_weights(path), path.name)
    strengths = read_strengths(path)
    for name in ("veteran", "tactical"):
        check_note(told(name, strengths))
    folder = Path(os.environ["DEATHDOME_HOME"])
    (folder / "lessons.json").write_bytes(path.read_bytes())
    assert finished.finished_lessons() is not None
    finished.mark_finished("01-walking")
    assert "01-walking" in finished.finished_lessons()


def read_message(path: Path) -> None:
    """Read what a foreign manager says, as its first line and as a reply."""

    def reply(line: bytes) -> None:
        message = read_object(line)
        number_of(message, 3)
        said = read_reply(message, OPTIONS, "action")
        assert said.option in OPTIONS

    for line in path.read_bytes().split(b"\n")[:20]:
        for read in (read_ready, reply):
            try:
                read(line)
            except Failure as failure:
                check_note(str(failure))


def run_commands(path: Path, commands: Sequence[str]) -> None:
    """Run commands on a file: each ends as it should, and says only what can be shown."""
    raw = path.read_bytes()
    for command in commands:
        done = answered(*(str(path) if word == "FILE" else word for word in command.split()))
        assert done.returncode in (0, 1, 2), f"{command}: exit code {done.returncode}"
        assert done.stdout or done.stderr or "--resume" in command, f"{command}: says nothing"
        for line in (*done.stdout.split("\n"), *done.stderr.split("\n")):
            assert line.isprintable(), f"{command}: not printable: {line[:300]!a}"
            assert MARK * MOST_QUOTED not in line, f"{command}: quotes too much: {line[:400]}"
        assert all(len(line) <= LONGEST + 20 for line in done.stderr.split("\n")), command
        assert "Traceback" not in done.stderr, f"{command}: {done.stderr[-600:]}"
        assert "deathdome crashed" not in done.stderr, f"{command}: {done.stderr[:600]}"
        if path.exists():
            path.write_bytes(raw)


# -- good files -----------------------------------------------------------------------------------


def _files(folder: Path, largest: int = 30_000) -> dict[str, bytes]:
    found = {path.name: path.read_bytes() for path in sorted(folder.glob("*.toml"))}
    return {name: raw for name, raw in found.items() if len(raw) <= largest}


@cache
def copies() -> dict[str, bytes]:
    """Positions on one line, full and as a seat sees them."""
    found = {}
    for seed in range(12):
        state, dice = brawl(seed), Random(seed)
        for _ in range(seed * 4):
            asked = decision(state)
            if asked is None:
                break
            apply_action(state, eager(asked, dice))
        seat = seed % state.setup.seats
        line = view_line(observe(state, seat)) if seed % 3 == 0 else position_line(state)
        found[f"{seed}"] = line.encode()
    return found


@cache
def replays() -> dict[str, bytes]:
    """Matches as texts."""
    return {
        name: replay_text(record_of(raw, name, own=True)).encode()
        for name, raw in {**sample_records(), **old_records()}.items()
    }


@cache
def packs() -> dict[str, bytes]:
    """Cards, units, characters, tokens and boards."""
    found = _files(data_folder() / "cards") | _files(data_folder() / "boards")
    return {
        name: raw.replace(b'\nid = "', b'\nid = "my-').replace(b'\nname = "', b'\nname = "My ')
        for name, raw in found.items()
    }


@cache
def results_files() -> dict[str, bytes]:
    """A run of the arena, and its times."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run"
        results = resume_run(RUN, path)
        for _ in play_on(results, 2, 1):
            pass
        results.close()
        times = path.with_name(path.name + TIMES).read_bytes()
        return {"run": path.read_bytes(), "times": times}


def tunings() -> dict[str, bytes]:
    """The file of a tuning."""
    rows = [HEAD, *({"match": at, "score": at / 2, "steps": [1, 2]} for at in range(4))]
    return {"spsa": "".join(f"{json.dumps(row)}\n" for row in rows).encode()}


_MATCH: Final = ("verify FILE", "watch FILE", "matches", "play --plain --resume FILE")
_COPY: Final = (
    "verify FILE",
    "position --show FILE",
    "play --from FILE",
)
_POSITION: Final = ("position --show FILE", "position --json FILE", "position --export FILE")
_RUN: Final = "arena --managers random,greedy --rounds 1 --seed 7 --blocks 2 --resume FILE"
KINDS: Final = {
    "record": Kind("it.match", sample_records, read_match, remarked, _MATCH),
    "old record": Kind("it.match", old_records, read_match, None, _MATCH),
    "replay": Kind("it.txt", replays, read_copied, resealed, _COPY),
    "one line": Kind("it.txt", copies, read_copied, resealed, _COPY),
    "position": Kind(
        "it.toml", partial(_files, HERE / "positions"), read_position, None, _POSITION
    ),
    "puzzle": Kind("it.toml", partial(_files, HERE / "puzzles"), read_position, None, _POSITION),
    "pack": Kind(
        "it.toml", packs, read_pack, None, ("check FILE", "cards --pack FILE", "board --pack FILE")
    ),
    "settings": Kind(
        "config.toml",
        lambda: {"config": SETTINGS},
        read_settings,
        None,
        ("doctor", "config show", "config validate"),
    ),
    "ledger": Kind("run.jsonl", results_files, read_ledger, None, (_RUN,)),
    "tuning": Kind("spsa.jsonl", tunings, read_tuning),
    "lesson": Kind("it.toml", partial(_files, data_folder() / "lessons"), read_lesson),
    "managers": Kind("it.toml", partial(_files, data_folder() / "managers"), read_managers),
    "message": Kind("it.txt", lambda: {"all": REPLIES}, read_message),
}


def drawn(kind: str, seed: int) -> bytes:
    """A damaged file of a kind; half of those with marks or a checksum get right ones."""
    dice = Random(f"{kind} {seed}")
    samples = KINDS[kind].samples()
    raw = damaged(samples[dice.choice(sorted(samples))], dice)
    sealed = KINDS[kind].sealed
    if sealed is not None and dice.random() < 0.7:
        with suppress(UnicodeDecodeError):
            raw = sealed(raw)
    return raw


def broken_by(kind: str, seed: int, folder: Path, *, commands: bool = False) -> Broken | None:
    """Return the failure of one damaged file; None if there is none. The folder is its own.

    `commands`: it is read by commands, which takes longer.
    """
    raw = drawn(kind, seed)
    matches = folder / "matches"
    for path in matches.glob("*"):
        path.unlink()
    matches.mkdir(exist_ok=True)
    place = {"record": "matches", "old record": "matches", "settings": "config"}.get(kind, "")
    path = folder / place / KINDS[kind].name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(raw)
    before = time.process_time()
    what = ""
    try:
        if commands:
            run_commands(path, KINDS[kind].commands)
        else:
            KINDS[kind].read(path)
    except Exception as trouble:  # noqa: BLE001 - whatever it is, the seed goes with it
        at = traceback.extract_tb(trouble.__traceback__)[-1]
        what = f"{type(trouble).__name__} at {Path(at.filename).name}:{at.lineno}: {trouble}"
    taken = time.process_time() - before
    if not what and taken > SLOWEST * (4 if commands else 1):
        what = f"{taken:.1f} s"
    return Broken(kind, seed, what[:1_000]) if what else None


def main() -> int:
    """Damage files, print what broke, and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=13_000, help="damaged files in all")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--kind", choices=KINDS, action="append", help="only these kinds")
    parser.add_argument("--out", type=Path, help="a file for what broke; it is added to")
    wanted = parser.parse_args()
    kinds = wanted.kind or list(KINDS)
    number = 0
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DEATHDOME_HOME"] = folder
        for seed in range(wanted.first, wanted.first + wanted.times // len(kinds)):
            for kind in kinds:
                broken = broken_by(kind, seed, Path(folder), commands=seed % 10 == 0)
                if broken is not None:
                    number += 1
                    print(broken, flush=True)
                    if wanted.out is not None:
                        with wanted.out.open("a") as out:
                            out.write(f"{broken}\n")
            if wanted.out is not None and seed % 100 == 0:
                wanted.out.with_suffix(".at").write_text(f"{seed}\n")
    print(f"{wanted.times // len(kinds) * len(kinds)} damaged files, {number} broken")
    return 1 if number else 0


if __name__ == "__main__":
    sys.exit(main())
