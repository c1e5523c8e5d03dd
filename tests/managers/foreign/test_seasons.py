"""Programs play seasons, whether they know of them or not."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scenes import in_series, scene, store_id

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.managers.foreign.messages import MessageWriter
from deathdome.managers.registry import contained
from deathdome.match.protocol import PROTOCOL, Briefing
from deathdome.match.referee import Referee, run_match
from deathdome.model.decisions import Question
from deathdome.model.events import Auctioned, Dealt, Died, MatchBegan
from deathdome.model.ruleset import EDITION_2019
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from deathdome.model.events import Event
    from deathdome.model.state import State

EXAMPLE = Path(__file__).parents[3] / "examples" / "collector.py"

NOTES = """
import json, sys
for line in sys.stdin:
    print(line.rstrip(), file=open(sys.argv[1], "a"))
    asked = json.loads(line)
    if asked["type"] == "begin":
        print('{"type":"ready","schema":1}', flush=True)
    elif asked["type"] == "decide":
        sold = [one for one in asked["options"] if one.startswith("auction")]
        option = (sold or [asked["default"]])[0]
        print(json.dumps({"number": asked["number"], "option": option}), flush=True)
"""


def opening(series: tuple[int, ...]) -> State:
    return new_game(load_catalog(), load_board(), series=series)


def test_a_program_that_knows_nothing_of_seasons_plays_one() -> None:
    referee = Referee(opening((2, 1)), 3)
    guards = [contained(f"command:{sys.executable} {EXAMPLE}"), contained("greedy")]
    run_match(referee, guards)
    assert [guard.faults for guard in guards] == [[], []]
    assert sum(isinstance(event, MatchBegan) for event in referee.events) == 1


def test_a_program_sees_the_season_and_holds_the_auction(tmp_path: Path) -> None:
    (tmp_path / "notes.py").write_text(NOTES)
    match = in_series(
        scene(
            round=6,
            turn="blue",
            points={"d8": "red"},
            units={"blue scout": "jail nw"},
            items={"blue scout": ["cyber-suit"]},
        ),
        (6, 8),
    )
    referee = Referee(match.state, 2)
    log = tmp_path / "log"
    red = contained(f"command:{sys.executable} {tmp_path / 'notes.py'} {log}")
    guards = [red, contained("random")]
    for seat, guard in enumerate(guards):
        guard.begin(Briefing(PROTOCOL, seat, 2, referee.state.setup, seat, {}))
    heard = 0
    while (request := referee.request()) is not None and not _stored(referee, request.question):
        if request.seat == 0:
            guards[0].observe(referee.visible_events(0, heard))
            heard = len(referee.events)
        referee.answer(guards[request.seat].decide(request).action)
    guards[0].close()
    assert guards[0].faults == []
    said = [json.loads(line) for line in log.read_text().splitlines()]
    auction = next(one for one in said if one.get("kind") == "auction")
    assert auction["options"] == ["auction blue.scout", "decline"]
    assert auction["view"]["season"]["match"] == 2
    assert auction["view"]["season"]["results"][0]["winners"] == ["red"]
    assert auction["view"]["units"]["blue.scout"]["at"] == "jail:nw"
    store = said[-1]
    assert store["kind"] == "purchase"
    assert store["view"]["rounds"] == 8
    assert store["view"]["season"]["auctioned"] == ["cyber-suit"]
    assert "buy cyber-suit" in store["options"] or "cyber-suit" in store["view"]["store"]
    told = [event for one in said if one["type"] == "observe" for event in one["events"]]
    (sold,) = [event for event in told if event["event"] == "auctioned"]
    assert (sold["unit"], sold["cards"]) == ("blue.scout", ["cyber-suit"])


def _stored(referee: Referee, question: Question) -> bool:
    """True when red has been asked in the store after the auction."""
    passed = [event for event in referee.events if isinstance(event, MatchBegan)]
    return bool(passed) and question is Question.TURN


def test_a_character_sold_has_its_own_name_up_to_its_auction() -> None:
    rules = replace(EDITION_2019, characters=True)
    scout = {"blue scout": "skitter"}
    before = scene(ruleset=rules, characters=scout).state.setup
    after = scene(ruleset=rules, characters={"blue scout": "postal-pete"}).state.setup
    desk = MessageWriter(Briefing(PROTOCOL, 0, 2, before, 5, {}))
    card = store_id("skitter")
    events: list[Event] = [Died(6, lava=False), Auctioned(0, 6, (card,), 0), Dealt(6, 10)]
    told: list[dict[str, Any]] = desk.observe(after, events, before)["events"]
    assert [one["unit"] for one in told] == ["blue.skitter", "blue.skitter", "blue.postal-pete"]
    assert told[1]["cards"] == ["skitter"]
