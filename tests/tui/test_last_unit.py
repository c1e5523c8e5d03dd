"""The last unit and the last round: the ways out, the threats, and a header in alarm."""

from __future__ import annotations

import pytest
from scenes import scene
from tui.props import on_stage

from deathdome.rules.analysis import reach_by_steps, steps_to
from deathdome.rules.observing import observe
from deathdome.stage.text import columns_of, text_of
from deathdome.text.convicts import Convicts
from deathdome.tui.glyphs import ASCII, SHAPES
from deathdome.tui.interaction import Interaction
from deathdome.tui.presenters.overlays import Overlay
from deathdome.tui.presenters.prospects import ways_out_rows
from deathdome.tui.presenters.roster import threat_lines
from deathdome.tui.presenters.status import header_lines

JAILED = {f"red {kind}": "jail se" for kind in ("gunner", "scout", "medic")}


def alone(place: str = "s17", down: tuple[str, ...] = ()) -> tuple[str, ...]:
    match = scene(units={"red warrior": place, **JAILED, "blue gunner": "k11"}, down=down)
    return tuple(text_of(row).strip() for row in ways_out_rows(observe(match.state, 0), 35))


def test_the_ways_out_are_the_nearest_open_door_and_the_base_with_their_steps() -> None:
    heading, door, base = alone()
    assert heading == "WAYS OUT"
    assert door == "s19 opens their jail: 2 steps" or door.startswith("t19 opens their jail: ")
    assert base.startswith("The base is safe: ")
    assert alone("t19")[1] == "t19 opens their jail: here"
    assert alone("base")[-1] == "The base is safe: here"


def test_steps_are_those_of_a_walk() -> None:
    match = scene(units={"red warrior": "s17", "blue gunner": "k11"})
    seen = observe(match.state, 0)
    unit = match.unit("red warrior")
    for number, ring in enumerate(reach_by_steps(seen, unit, 6), 1):
        if ring:
            assert steps_to(seen, unit, ring, 6) == number
    assert steps_to(seen, unit, 1 << seen.space[unit], 6) == 0
    assert steps_to(seen, unit, 1 << match.space("k11"), 40) is None


def test_a_team_with_two_units_or_a_unit_that_is_down_has_no_ways_out() -> None:
    assert ways_out_rows(observe(scene().state, 0), 35) == []
    assert alone(down=("red warrior",)) == ()


async def test_the_panel_lists_the_ways_out_and_the_board_the_threats() -> None:
    for size in ((80, 24), (120, 40)):
        match = scene(units={"red warrior": "k16", **JAILED, "blue gunner": "k11"})
        async with on_stage(match, size=size) as stage:
            assert "WAYS OUT" in stage.text
            assert "opens their jail: " in stage.text
            assert "LAST UNIT" in stage.text
            assert stage.interaction.overlay is Overlay.BOTH
            assert stage.interaction.marks.threat


def test_threats_are_switched_on_once_and_off_with_the_second_unit() -> None:
    match = scene(units={"red warrior": "k16", **JAILED})
    interaction = Interaction()
    interaction.show(observe(match.state, 0))
    assert interaction.overlay is Overlay.BOTH
    interaction.next_overlay()
    chosen = interaction.overlay
    interaction.show(observe(match.state, 0))
    assert interaction.overlay is chosen
    interaction.overlay = Overlay.BOTH
    match.state.space[match.unit("red medic")] = match.space("a8")
    interaction.show(observe(match.state, 0))
    assert interaction.overlay is Overlay.REACH


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_header_of_the_last_round_is_in_alarm_and_keeps_the_score(
    width: int, seats: int
) -> None:
    for rounds, alarmed in ((6, True), (7, False)):
        match = scene(seats=seats, round=6, rounds=rounds, points={"h4": "red", "e14": "red"})
        for glyphs in (ASCII, SHAPES):
            row = header_lines(observe(match.state, 0), width, glyphs)[0]
            looks = {span.look for span in row if span.text.strip()}
            assert ("alarm" in looks) is alarmed
            assert columns_of(text_of(row)) <= width
            if alarmed:
                assert columns_of(text_of(row)) == width
                assert "LAST ROUND" in text_of(row)
                assert "lead" in text_of(row).lower()


def test_a_match_of_one_round_is_not_in_alarm_from_its_beginning() -> None:
    row = header_lines(observe(scene(round=1, rounds=1).state, 0), 80, ASCII)[0]
    assert "alarm" not in {span.look for span in row}


def test_enemies_have_room_in_one_row() -> None:
    jailed = {"blue scout": "jail se", "blue medic": "jail se"}
    foes = {"blue gunner": "k15", "blue warrior": "l16", **jailed}
    match = scene(units={"red warrior": "k16", **foes})
    seen, unit = observe(match.state, 0), match.unit("red warrior")
    (row,) = threat_lines(seen, Convicts(seen.setup), unit, ASCII, 35)
    assert text_of(row).strip() == "! 2 can hit Red warrior: &w &g."
