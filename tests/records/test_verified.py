"""The law of `deathdome verify`: it reports whatever was changed in a record."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest
from hostile.mutants import damaged
from program import answered
from record_marks import remarked
from sample_records import old_records, sample_records

if TYPE_CHECKING:
    from pathlib import Path

HOW = (
    *("cut", "byte", "drop", "drop", "twice", "swap", "move", "edit", "edit", "check", "hint"),
    *("header", "other", "closing", "damage", "damage"),
)
WORDS = {
    b"seat: ": [b"human", b"greedy"],
    b"person: ": [b"Bo", b"Ann"],
    b"board: ": [b"waspworth", b"plaza"],
    b"edition: ": [b"2021", b"2019", b"2018"],
    b"began: ": [b"2026-11-22", b"2025-01-01"],
    b"version: ": [b"0.1.0", b"0.2.0"],
    b"rounds: ": [b"2", b"3"],
    b"hint: ": [b"red", b"blue", b"green"],
    b"switch: ": [b"true", b"false", b"3"],
}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


def changed(raw: bytes, dice: Random, how: str) -> bytes:
    """A record with one thing changed, by hand or by accident."""
    lines = raw.splitlines(keepends=True)
    at, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    match how:
        case "cut":
            return b"".join(lines[:at]) + lines[at][: dice.choice((0, 0, 3))]
        case "byte":
            byte = dice.randrange(len(raw))
            return raw[:byte] + bytes([dice.randrange(256)]) + raw[byte + 1 :]
        case "drop":
            del lines[at]
        case "twice":
            lines.insert(other, lines[at])
        case "swap":
            lines[at], lines[other] = lines[other], lines[at]
        case "move":
            lines.insert(other, lines.pop(at))
        case "edit":
            words = lines[at].split(b" ")
            words[dice.randrange(len(words))] = dice.choice((b"red", b"3", b"end", b"a1"))
            lines[at] = b" ".join(words).rstrip(b"\n") + b"\n"
        case "check" | "hint":  # all of a kind, or one of them
            begins = b"= " if how == "check" else b"hint: "
            found = [at for at, line in enumerate(lines) if line.startswith(begins)]
            one = dice.choice(found) if found and dice.random() < 0.7 else None
            gone = found if one is None else [one]
            lines = [line for at, line in enumerate(lines) if at not in gone]
        case "header":
            key = dice.choice([*WORDS])
            found = [at for at, line in enumerate(lines) if line.startswith(key)]
            if found:
                at = dice.choice(found)
                old = dice.choice([word for word in WORDS[key] if word in lines[at]] or [b" "])
                lines[at] = lines[at].replace(old, dice.choice(WORDS[key]), 1)
        case "other":  # a line of another record
            theirs = dice.choice([*sample_records().values()]).splitlines(keepends=True)
            lines.insert(at, dice.choice(theirs))
        case "closing":  # answers behind the last check, with and without an end
            lines = lines[: dice.randrange(-4, 0)]
            lines += dice.choices([b"red: end turn\n", b"red: done\n", *lines[-3:]], k=2)
        case _:
            return damaged(raw, dice)
    return b"".join(lines)


def begun_by(raw: bytes, other: bytes) -> bool:
    """True if the lines of the other file are the first ones of this file."""
    return other.count(b"\n\n") == 1 and raw.startswith(other[: other.rfind(b"\n") + 1])


def broken(home: Path, seed: int) -> str:
    """Return the changes that `verify` missed; "" if none."""
    dice = Random(seed)
    name, raw = dice.choice([*sample_records().items()])
    how = dice.choice(HOW)
    other = changed(raw, dice, how)
    if other == raw:
        return ""
    path = home / "it.match"
    path.write_bytes(other)
    done = answered("verify", path)
    said = done.stdout + done.stderr
    told = f"seed {seed}, {name}, {how}: exit code {done.returncode}: {said[:900]}"
    if begun_by(raw, other):
        # A file that ends early looks like one that was written up to there.
        good = done.returncode == 0 and "it.match: unfinished: " in said
        good = good and ("incomplete last line" in said) is not other.endswith(b"\n")
        # Its first position may not even be there to compare with.
        return "" if good and "whole" not in said else told
    good = done.returncode == 1
    good = good and re.match(r"deathdome: \S*it\.match:\d+: ", said) is not None
    good = good and not done.stdout and len(said) < 1_700 and "Traceback" not in said
    return "" if good else told


@pytest.mark.parametrize("name", sample_records())
def test_an_unchanged_record_is_verified(home: Path, name: str) -> None:
    path = home / "it.match"
    path.write_bytes(sample_records()[name])
    done = answered("verify", path)
    assert (done.returncode, done.stderr) == (0, "")
    says = "unfinished: " if name in ("half", "placed") else "whole: "
    assert f"it.match: {says}" in done.stdout


def test_verify_reports_every_change(home: Path) -> None:
    assert [said for seed in range(100) if (said := broken(home, seed))] == []


@pytest.mark.long
@pytest.mark.parametrize("first", range(1_000, 21_000, 1_000))
def test_verify_reports_every_change_there_is(home: Path, first: int) -> None:
    assert [said for seed in range(first, first + 1_000) if (said := broken(home, seed))] == []


@pytest.mark.parametrize("name", sample_records())
def test_every_end_at_a_line_is_unfinished(home: Path, name: str) -> None:
    raw = sample_records()[name]
    lines = raw.splitlines(keepends=True)
    head = lines.index(b"\n") + 1
    for end in [*range(head, len(lines), 17), *range(len(lines) - 4, len(lines))]:
        path = home / "it.match"
        path.write_bytes(b"".join(lines[:end]))
        done = answered("verify", path)
        assert done.returncode == 0, (end, done.stderr)
        assert "it.match: unfinished: " in done.stdout


@pytest.mark.parametrize("seed", range(15))
def test_an_old_record_is_verified_as_before_or_refused(home: Path, seed: int) -> None:
    dice = Random(seed)
    raw = dice.choice([*old_records().values()])
    path = home / "it.match"
    path.write_bytes(damaged(raw, dice))
    done = answered("verify", path)
    if done.returncode:
        assert re.search(r"it\.match:\d+: ", done.stderr)
    else:
        assert "format 1: names, times and hints in it were not checked" in done.stdout


@pytest.mark.parametrize("seed", range(20))
def test_wrong_records_with_right_marks_are_refused_or_played(home: Path, seed: int) -> None:
    """Their owner may compute marks that fit; the match must agree with itself all the same."""
    dice = Random(seed)
    raw = damaged(dice.choice([*sample_records().values()]), dice)
    path = home / "it.match"
    try:
        path.write_bytes(remarked(raw))
    except UnicodeDecodeError:
        path.write_bytes(raw)
    done = answered("verify", path)
    assert done.returncode in (0, 1)
    assert done.stdout or re.search(r"it\.match:\d+: ", done.stderr)
