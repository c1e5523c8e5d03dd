"""The record of a match may name anything: nothing of it is imported or started."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

RECORDS = Path(__file__).parents[2] / "records" / "saved"
RECORD = RECORDS / "0.1.0-characters.match"

# Everything that is imported, opened as a process or executed, as the interpreter itself sees it.
WATCH = """
import json, sys
seen = []
def note(event, arguments):
    if event == "import":
        seen.append(["import", str(arguments[0])])
    elif event in ("subprocess.Popen", "os.exec", "os.posix_spawn", "os.system", "os.spawn"):
        seen.append([event, repr(arguments)])
sys.addaudithook(note)
"""
TAKE_UP = """
from pathlib import Path
from deathdome.cli.sessions import resumed_session
from deathdome.cli.sessions import LocalLobby
from deathdome.cli.values import collection_of
lobby = LocalLobby(collection_of(None))
session, wishes = lobby.resume(sys.argv[1])
session._writer.close()
_, seats = lobby.seat_choices(lobby.watch(sys.argv[1]))
print(json.dumps({"seen": seen, "names": session.names, "wishes": wishes.seats, "seats": seats,
                  "faults": session.faults}))
"""
COMMAND = """
import contextlib, io
from deathdome.cli.main import main
path = sys.argv[1]
sys.argv = ["deathdome", *sys.argv[2:], path]
out = io.StringIO()
with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
    with contextlib.suppress(SystemExit):
        main()
print(json.dumps({"seen": seen, "said": out.getvalue()}))
"""


@pytest.fixture(params=["trap:Manager@elite", "command:touch trapped"])
def record(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """The record of an unfinished match between a person and a foreign manager."""
    (tmp_path / "trap.py").write_text("raise SystemExit('imported')\n")
    lines = RECORD.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[lines.index("seat: blue = greedy\n")] = f"seat: blue = {request.param}\n"
    head = lines.index("\n")
    path = tmp_path / "foreign.match"
    # Its end is cut off, so that it can be resumed.
    path.write_text("".join(lines[: head + 40]), encoding="utf-8")
    return path


def ran(program: str, record: Path, *arguments: str) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-c", WATCH + program, str(record), *arguments],
        cwd=record.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found


def started(found: dict[str, object]) -> list[list[str]]:
    """Return the modules and programs of a record that were imported or started."""
    seen = found["seen"]
    assert isinstance(seen, list)
    assert ["import", "deathdome.errors"] in seen
    return [
        what
        for what in seen
        if what[0] != "import" or what[1].split(".")[0] == "trap" or "foreign.host" in what[1]
    ]


def test_a_match_is_gone_on_with_and_greedy_sits_where_a_foreign_manager_was(
    record: Path,
) -> None:
    found = ran(TAKE_UP, record)
    assert started(found) == []
    assert not (record.parent / "trapped").exists()
    assert found["names"] == ["human", "greedy"]
    # Another match like it, and one that begins in the middle of it, start nothing either.
    assert found["wishes"] == found["names"]
    assert found["seats"] == ["greedy", "greedy"]
    assert ", which no file may start: greedy plays instead" in str(found["faults"])


def test_a_record_is_verified_without_what_it_names(record: Path) -> None:
    found = ran(COMMAND, record, "verify")
    assert started(found) == []
    assert "foreign.match" in str(found["said"])
    assert not (record.parent / "trapped").exists()
