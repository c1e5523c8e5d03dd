"""A match that no longer replays as recorded names no card before it is over."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from program import answered

from deathdome.content.catalogs import load_catalog
from deathdome.errors import RecordError
from deathdome.model.spelling import TEAMS
from deathdome.play import shelf
from deathdome.play.record import record_of
from deathdome.play.replay import replay
from deathdome.play.tape import Tape

if TYPE_CHECKING:
    from collections.abc import Sequence

RECORDS = Path(__file__).parent / "records"
UNFINISHED = (RECORDS / "0.1.0-unfinished.match").read_text().splitlines()
FINISHED = (RECORDS / "0.1.0-characters.match").read_text().splitlines()
KINDS = r"old\.match:\d+: (a draw|an answer|the position) does not match the record"
CHANGED = r" \(the cards have changed since it was begun\)"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


def words() -> list[str]:
    cards = load_catalog().power_cards
    return [word for card in cards for word in (card.id, card.name)]


def assert_nameless(said: str) -> None:
    assert not [word for word in words() if word in said]


def body(lines: Sequence[str]) -> int:
    return lines.index("") + 1


def last_draw(lines: Sequence[str]) -> int:
    return max(at for at, line in enumerate(lines) if line.startswith("chance: draw "))


def with_another_draw(lines: Sequence[str]) -> list[str]:
    changed, at = list(lines), last_draw(lines)
    other = "hyper-cube" if "hyper-cube" not in lines[at] else "encore"
    changed[at] = f"chance: draw {other}"
    return changed


def stored(home: Path, lines: Sequence[str]) -> Path:
    path = home / "matches" / "old.match"
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join([*lines, ""]))
    return path


def said_by_all(path: Path) -> str:
    """All that resume, watch, verify and plain mode say about a record."""
    source = path.name
    record = record_of(path.read_bytes(), source)
    said: list[str] = []
    try:
        tape = Tape(record)
        said += tape.notes
        resumed = shelf.go_on(path)
        resumed.keeper.close()
        said += resumed.notes
    except RecordError as error:
        said.append(str(error))
    for command in (["verify"], ["watch"], ["play", "--plain", "--resume"]):
        done = answered(*command, path)
        said += [done.stderr, done.stdout.partition("The match goes on.")[0]]
    return " ".join(" ".join(said).split())


def test_a_draw_that_differs_is_reported_by_its_place_alone(home: Path) -> None:
    path = stored(home, with_another_draw(UNFINISHED))
    place = f"old.match:{last_draw(UNFINISHED) + 1}: a draw does not match the record"
    assert replay(record_of(path.read_bytes(), "old.match")).differs.startswith(place)
    said = said_by_all(path)
    assert said.count(place) == 4  # watch (its notes), resume, verify, plain
    assert_nameless(said)


def test_the_names_are_shown_once_the_match_is_over(home: Path) -> None:
    path = stored(home, with_another_draw(FINISHED))
    named = f'old.match:{last_draw(FINISHED) + 1}: chance says "draw '
    assert named in Tape(record_of(path.read_bytes(), "old.match")).notes[0]
    assert named in answered("verify", path).stderr


def test_a_finished_match_that_continues_from_before_the_difference_names_no_card(
    home: Path,
) -> None:
    resumed = shelf.go_on(stored(home, with_another_draw(FINISHED)))
    resumed.keeper.close()
    assert not resumed.replay.referee.over
    assert "a draw does not match the record" in resumed.notes[0]
    assert_nameless("\n".join(resumed.notes))


def spoilt(line: str, rng: random.Random) -> list[str]:
    """The line with something else in it, or none, or one more."""
    catalog = load_catalog()
    card = rng.choice(catalog.power_cards).id
    return rng.choice(
        [
            [],
            [line, line],
            [line, f"chance: draw {card}"],
            [f"{rng.choice([*TEAMS[:2], 'chance'])}: {rng.choice(['lay', 'play', 'draw'])} {card}"],
            [f"chance: draw {card}"],
            [re.sub(r"[0-9a-f]{16}$", "0123456789abcdef", line)],
            [re.sub(r"^[a-z]+: ", "blue: ", line)],
        ]
    )


@settings(deadline=None, max_examples=25)
@given(at=st.integers(body(UNFINISHED) + 70, len(UNFINISHED) - 1), seed=st.integers(0, 10**6))
def test_no_difference_of_any_kind_names_a_card(at: int, seed: int) -> None:
    changed = [
        *UNFINISHED[:at],
        *spoilt(UNFINISHED[at], random.Random(seed)),
        *UNFINISHED[at + 1 :],
    ]
    record = record_of("\n".join([*changed, ""]).encode(), "old.match")
    told = replay(record)
    if told.differs:
        assert re.fullmatch(KINDS + CHANGED, told.differs)
        assert_nameless("\n".join(Tape(record).notes))


def test_a_first_draw_that_differs_is_refused_without_a_name() -> None:
    changed = [line.replace("seed: ", "seed: 1") for line in UNFINISHED]
    with pytest.raises(RecordError) as refused:
        replay(record_of("\n".join([*changed, ""]).encode(), "old.match"))
    assert re.match(KINDS + "; nothing before", str(refused.value))
