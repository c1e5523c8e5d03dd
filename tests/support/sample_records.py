"""Records for tests: all that a header can say, two to four seats, over and not over."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from fuzz import brawl, eager

from deathdome.cli.sessions import new_referee
from deathdome.cli.values import ruleset_of
from deathdome.content.positions.one_line import position_line
from deathdome.match.referee import Referee
from deathdome.records.format import HintTaken
from deathdome.records.header import Header
from deathdome.records.writer import record_text

if TYPE_CHECKING:
    from collections.abc import Mapping

OLD: Final = Path(__file__).parents[1] / "records" / "saved"
_NAMES: Final = ("human", "random", "greedy", "random")


@cache
def sample_records() -> Mapping[str, bytes]:
    """Records of this format, by what is special about them."""
    two = _begun(2, 5)
    three = _begun(3, 8, edition="2018", characters=True)
    four = _begun(4, 2, edition="2019")
    start = brawl(6)
    placed = Referee(start.copy(), 6)
    return {
        "over": _record(_played(two, 10**6), people=("Önne", ""), hints=5),
        "half": _record(_played(three, 55), origin="old one.match", origin_digest="0" * 16),
        "four": _record(_played(four, 10**6), people=("", "Bo", "", "Cy"), hints=9),
        "fork": _record(
            _played(_begun(2, 9), 10**6), fork="2026-11-22-034121-7f3a9c at answer 57", hints=2
        ),
        "placed": _record(
            _played(placed, 90), start=position_line(start), fork="a copied position"
        ),
    }


@cache
def old_records() -> Mapping[str, bytes]:
    """Records of format 1."""
    return {path.stem: path.read_bytes() for path in sorted(OLD.glob("*.match"))}


def _begun(seats: int, seed: int, edition: str = "2021", *, characters: bool = False) -> Referee:
    rules = ruleset_of(edition, characters)
    return new_referee(list(_NAMES[:seats]), seed, 2, "waspworth", quick=True, ruleset=rules)


def _played(referee: Referee, answers: int) -> Referee:
    dice = Random(referee.seed)
    for _ in range(answers):
        if referee.asked is None:
            break
        referee.answer(eager(referee.asked, dice))
    return referee


def header_of(referee: Referee, **more: object) -> Header:
    """The header of a match by the referee's table; `more` replaces fields."""
    setup = referee.state.setup
    header = Header(
        version="0.1.0",
        began="2026-11-22 04:00:40 UTC",
        cards=setup.catalog.fingerprint,
        ruleset=setup.ruleset,
        board=setup.board.id,
        rounds=setup.rounds,
        seed=referee.seed,
        names=_NAMES[: setup.seats],
    )
    return replace(header, **more)  # type: ignore[arg-type]


def _record(referee: Referee, *, hints: int = 0, **more: object) -> bytes:
    dice = Random(hints)
    asked = [at for at, (seat, _) in enumerate(referee.journal) if seat >= 0]
    taken = sorted(dice.sample(asked, hints))
    told = [HintTaken(at, referee.journal[at][0]) for at in taken]
    return record_text(header_of(referee, **more), referee, told)
