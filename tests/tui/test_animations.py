"""Animations frame by frame, as text: the cells over the board, and the panel of an attack.

A frame is written as `2x k10 @W active0`: how often, then space, symbols and look of each cell.
"""

from __future__ import annotations

from itertools import groupby, pairwise
from random import Random
from typing import TYPE_CHECKING

import pytest
from fuzz import brawl
from hosts import dealt
from scenes import scene

from deathdome.managers.registry import create
from deathdome.match.protocol import PROTOCOL, Briefing
from deathdome.match.referee import Referee
from deathdome.model.decisions import Question
from deathdome.model.events import CardPlayed, Laid, Reckoned
from deathdome.model.ruleset import EDITION_2018
from deathdome.rules.observing import observe
from deathdome.stage.text import columns_of, text_of
from deathdome.text.convicts import Convicts
from deathdome.tui.glyphs import ASCII, SHAPES
from deathdome.tui.presenters.animations import LONGEST, World, selected, shows_of
from deathdome.tui.presenters.attack_panel import Room

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scenes import Match

    from deathdome.model.observation import Observation
    from deathdome.stage.text import Span
    from deathdome.tui.glyphs import GlyphSet
    from deathdome.tui.presenters.animations import Show

WIDTH, HEIGHT = 35, 22


def shown(
    match: Match, act: Callable[[Match], object], *, seat: int = 0, height: int = HEIGHT
) -> list[Show]:
    """The shows of everything that happens while `act` plays."""
    since, before = len(match.events), observe(match.state, seat)
    act(match)
    room = Room(WIDTH, height, ASCII, Convicts(before.setup))
    return shows_of(match.events, since, before, observe(match.state, seat), room)


def cells(match: Match, show: Show) -> str:
    """The cells of all frames, a row each; equal frames that follow each other are counted."""
    grid = match.state.setup.board.grid
    rows = [
        " | ".join(
            f"{grid.name(grid.space(*spot))} {cell.text.strip()} {cell.look}"
            for spot, cell in sorted(frame.cells.items())
        )
        for frame in show.frames
    ]
    return "\n".join(f"{len(list(same))}x {row}" for row, same in groupby(rows))


def panels(show: Show) -> list[str]:
    """The panels of the frames, without those that repeat the one before."""
    found = [text_of([tuple(row) for row in frame.panel]) for frame in show.frames]
    return ["\n".join(map(str.rstrip, one.split("\n"))) for one, _ in groupby(found)]


def block(text: str) -> str:
    """A text of the test without its indent; a row that begins with dots continues the last."""
    return "\n".join(row.strip() for row in text.strip().splitlines()).replace("\n...", "")


# -- the seven -------------------------------------------------------------------------------------


def fought(match: Match) -> Match:
    """Red's axe with two cards against one of Blue."""
    match.attack("blue gunner", "grudge-axe").lay("crowd-roar", "loud-noise").commit()
    return match.lay("elbow-grease").commit()


def duel() -> Match:
    """Two fighters next to each other, with cards."""
    return scene(
        units={"red warrior": "k10", "blue gunner": "l9"},
        items={"red warrior": ["grudge-axe"]},
        hands={"red": ["crowd-roar", "loud-noise"], "blue": ["elbow-grease"]},
        active="red warrior",
    )


def shove(frm: str, victim: str) -> Match:
    return scene(
        units={"red warrior": frm, "blue gunner": victim},
        hands={"red": ["rude-shove"]},
        active="red warrior",
    )


def test_close_combat_clashes_and_leaves_the_dead_crossed_out() -> None:
    match = duel()
    (show,) = shown(match, fought)
    assert show.name == "close combat"
    assert cells(match, show) == block(
        """
        4x k10 @W active0 | l9 &g unit1
        1x k10 @W active0 | l9 ** shot
        1x k10 @W active0 | l9 &g flash
        2x k10 @W active0 | l9 &g hit
        4x k10 @W active0 | l9 >< hit
        """
    )


def test_a_ranged_attack_draws_its_line_and_a_dot_runs_along_it() -> None:
    match = scene(
        units={"red gunner": "d15", "blue gunner": "h15"},
        items={"red gunner": ["potato-enforcer"]},
        active="red gunner",
    )
    (show,) = shown(match, lambda one: one.attack("blue gunner", "potato-enforcer"))
    assert show.name == "ranged"
    assert cells(match, show) == block(
        """
        1x d15 @G active0 | e15 * aim | h15 &g unit1
        2x d15 @G active0 | e15 * aim | f15 * aim | h15 &g unit1
        3x d15 @G active0 | e15 * aim | f15 * aim | g15 * aim | h15 &g unit1
        1x d15 @G active0 | e15 * shot | f15 * aim | g15 * aim | h15 &g unit1
        1x d15 @G active0 | e15 * aim | f15 * shot | g15 * aim | h15 &g unit1
        1x d15 @G active0 | e15 * aim | f15 * aim | g15 * shot | h15 &g unit1
        1x d15 @G active0 | h15 &g flash
        2x d15 @G active0 | h15 &g hit
        2x d15 @G active0 | h15 &g unit1
        """
    )


def test_splash_bursts_around_its_centre_and_hits_all() -> None:
    match = scene(
        units={"red warrior": "d15", "blue scout": "e15", "blue medic": "e14"},
        items={"red warrior": ["upside-down-lawnmower"]},
        hands={"blue": ["elbow-grease"]},
        active="red warrior",
    )
    (show,) = shown(match, lambda one: one.attack(None, "upside-down-lawnmower").commit_all())
    assert show.name == "splash"
    assert cells(match, show) == block(
        """
        4x d15 @W active0 | e14 &m unit1 | e15 &s unit1
        1x c14 * shot | c15 * shot | c16 * shot | d14 * shot | d15 @W active0 | d16 * shot |
        ... e14 &m unit1 | e15 &s unit1 | e16 * shot
        1x d15 @W active0 | e14 &m flash | e15 &s flash
        2x d15 @W active0 | e14 &m hit | e15 &s hit
        3x d15 @W active0 | e14 &m unit1 | e15 &s unit1
        """
    )


def test_a_push_slides_the_unit_to_its_new_space() -> None:
    match = shove("d15", "e15")
    (show,) = shown(match, lambda one: one.play("rude-shove", pick="blue gunner"))
    assert show.name == "push"
    assert cells(match, show) == block(
        """
        1x e15 &g hit | f15 . floor1-2 dim
        1x f15 &g hit
        """
    )


def test_an_attack_that_pushes_shows_the_push_within_its_time() -> None:
    match = scene(
        units={"red warrior": "d15", "blue gunner": "e15"},
        items={"red warrior": ["whoopee-maul"]},
        active="red warrior",
    )
    (show,) = shown(match, lambda one: one.attack("blue gunner", "whoopee-maul"))
    assert cells(match, show) == block(
        """
        3x d15 @W active0 | e15 &g unit1 | f15 . floor1-2 dim
        1x d15 @W active0 | e15 ** shot | f15 . floor1-2 dim
        1x d15 @W active0 | e15 &g flash | f15 . floor1-2 dim
        2x d15 @W active0 | e15 &g hit | f15 . floor1-2 dim
        1x d15 @W active0 | f15 &g hit
        3x d15 @W active0 | f15 &g unit1
        """
    )


def test_lava_swallows_a_unit() -> None:
    match = shove("f12", "g12")
    (show,) = shown(match, lambda one: one.play("rude-shove", pick="blue gunner"))
    assert show.name == "lava death"
    assert cells(match, show) == block(
        """
        1x g12 &g hit | h12 ~~ lava0 dim
        1x h12 &g hit
        2x h12 &g lava3
        2x h12 ~g lava3
        2x h12 ~~ lava3
        """
    )


def test_payback_flashes_the_unit_that_pays_and_comes_after_the_attack() -> None:
    match = scene(
        units={"red scout": "d15", "blue gunner": "e15"},
        items={"blue gunner": ["landmine-lederhosen"]},
        active="red scout",
    )
    attack, show = shown(match, lambda one: one.attack("blue gunner"))
    assert (attack.name, show.name) == ("close combat", "payback")
    assert cells(match, show) == block(
        """
        3x d15 @s unit0 | e15 &G active1
        2x d15 @s unit0 | e15 &g flash
        1x d15 @s flash | e15 &G active1
        2x d15 @s hit | e15 &G active1
        3x d15 >< hit | e15 &G active1
        """
    )


def test_a_pager_flashes_then_its_bearer_walks_and_heals() -> None:
    match = scene(
        units={"red medic": "d15", "red scout": "h15", "blue gunner": "k15"},
        items={"red medic": ["medical-pager"], "blue gunner": ["potato-enforcer"]},
        wounds={"red scout": 2},
        turn="blue",
        active="blue gunner",
    ).attack("red scout", "potato-enforcer")

    def paged(one: Match) -> Match:
        return one.play("medical-pager", "red scout").walk("g15").stop()

    (show,) = shown(match, paged)
    assert show.name == "pager"
    assert cells(match, show) == block(
        """
        3x d15 @m flash | g15 . floor0-2 dim
        1x e15 @m unit0 | g15 . floor0-2 dim
        1x f15 @m unit0 | g15 . floor0-2 dim
        1x g15 @m unit0
        5x g15 @m unit0 | h15 +2 heal
        """
    )


# -- the panel -------------------------------------------------------------------------------------


def test_an_attack_unfolds_in_four_stages() -> None:
    (show,) = shown(duel(), fought)
    down, first, both, defended, *_, last = panels(show)
    assert down.splitlines() == [
        " ATTACK              any key skips",
        "",
        " @w Red warrior         Grudge Axe",
        "    Strength 2, weapon 2         4",
        "     ?  ||||||||||",
        "     ?  ||||||||||",
        "",
        " ##########------------------    4",
        " ###-------------------------    1",
        "",
        " &g Blue gunner           no armor",
        "    Toughness                    1",
        "     ?  ||||||||||",
        "",
        " Cards are down.",
        " 2 against 1.",
        "",
        "",
        "",
        " Blue gunner ###############   6/6",
    ]
    assert "     4  Crowd Roar              +4\n     ?  ||||||||||" in first
    assert " #####################-------    8\n" in first
    assert "     3  Loud Noise              +3\n" in both
    assert " 11 to beat.\n Blue gunner has 1 card to show." in both
    assert "     2  Elbow Grease            +2\n" in defended
    assert " ############################   11\n ########--------------------    3\n" in defended
    assert " 11 - 3 =  8 WOUNDS\n Blue gunner has 6 vitae." in defended
    assert " Blue gunner  6 - 8          ".rstrip() in defended
    assert "              K I L L\n     Blue gunner goes to jail." in last
    assert last.endswith(" Blue gunner ---------------   0/6")


def test_the_edition_of_2018_says_suit() -> None:
    match = scene(
        units={"red warrior": "d15", "blue gunner": "e15"},
        ruleset=EDITION_2018,
        active="red warrior",
    )
    (show, *_) = shown(match, lambda one: one.attack("blue gunner").commit_all())
    assert "no suit" in panels(show)[0]


def test_the_sum_stays_without_a_word_about_keys() -> None:
    (show,) = shown(duel(), fought)
    stays, last = text_of([tuple(row) for row in show.stays]), panels(show)[-1]
    assert stays.splitlines()[0].rstrip() == " ATTACK"
    assert [row.rstrip() for row in stays.splitlines()[1:]] == last.splitlines()[1:]


def test_a_defence_that_holds_says_so_in_the_colour_of_its_team() -> None:
    match = scene(
        units={"red warrior": "d15", "blue gunner": "e15"},
        items={"blue gunner": ["cyber-suit"]},
        active="red warrior",
    )
    (show,) = shown(match, lambda one: one.attack("blue gunner"))
    words = [row[0] for row in show.stays if len(row) == 1 and row[0].look == "strip1"]
    assert "NO WOUND" in "".join(span.text for span in words)
    assert "Blue gunner is unhurt." in "".join(span.text for span in words)


@pytest.mark.parametrize("height", [22, 19, 12, 6])
def test_a_panel_of_any_height_is_never_too_long_or_wide(height: int) -> None:
    cards = ["crowd-roar", "loud-noise", "loose-change", "elbow-grease"]
    match = scene(
        units={"red warrior": "k10", "blue gunner": "l9"},
        items={"red warrior": ["grudge-axe"]},
        hands={"red": cards, "blue": cards},
        active="red warrior",
    )

    def act(one: Match) -> Match:
        one.attack("blue gunner", "grudge-axe").lay(*cards).commit()
        return one.lay(*cards).commit()

    (show,) = shown(match, act, height=height)
    for frame in show.frames:
        assert len(frame.panel) <= height
        assert all(sum(columns_of(span.text) for span in row) <= WIDTH for row in frame.panel)


def test_without_a_panel_the_board_shows_it_alone() -> None:
    (show,) = shown(duel(), fought, height=0)
    assert show.seconds == pytest.approx(LONGEST)
    assert not show.stays
    assert not any(frame.panel for frame in show.frames)


# -- laws ------------------------------------------------------------------------------------------


def answers_of(referee: Referee, seats: int) -> list[tuple[int, tuple[Observation, ...]]]:
    """Play a match: after every answer the number of events, and the view of every seat."""
    managers = [create("greedy") for _ in range(seats)]
    for seat, manager in enumerate(managers):
        manager.begin(Briefing(PROTOCOL, seat, seats, referee.state.setup, 7, {}))
    found = []
    while (request := referee.request()) is not None:
        views = tuple(observe(referee.state, seat) for seat in range(seats))
        found.append((len(referee.events), views))
        referee.answer(managers[request.seat].decide(request).action)
    return found


@pytest.mark.parametrize(("seed", "seats"), [(3, 2), (6, 2), (11, 3)])
@pytest.mark.parametrize("glyphs", [ASCII, SHAPES], ids=["ascii", "shapes"])
def test_in_whole_matches_nothing_lasts_longer_than_allowed_or_shows_what_is_hidden(
    seed: int, seats: int, glyphs: GlyphSet
) -> None:
    names = ("greedy",) * seats
    referee, _ = dealt(names, seed, rounds=3)
    moments = answers_of(referee, seats)
    attacks = 0
    cards = referee.state.setup.catalog.power_cards
    for seat in range(seats):
        events = referee.visible_events(seat)
        for (since, before), (until, after) in pairwise(moments):
            if since == until:
                continue
            room = Room(WIDTH, HEIGHT, glyphs, Convicts(before[seat].setup))
            shows = shows_of(events[:until], since, before[seat], after[seat], room)
            assert all(show.seconds <= LONGEST + 1e-9 for show in shows)
            played = {
                cards[one.card].name for one in events[:until] if isinstance(one, Laid | CardPlayed)
            }
            for show in shows:
                attacks += bool(show.stays)
                for rows in (*(frame.panel for frame in show.frames), show.stays):
                    words = text_of([tuple(row) for row in rows])
                    named = {card.name for card in cards if card.name in words}
                    assert named <= played
                    assert max((row_width(row) for row in rows), default=0) <= WIDTH
    totals = sum(isinstance(event, Reckoned) for event in referee.events)
    assert attacks
    assert attacks <= totals * seats


@pytest.mark.parametrize("seed", range(16))
def test_in_brawls_with_any_item_every_show_fits_its_time_and_its_panel(seed: int) -> None:
    state, dice = brawl(seed), Random(seed)
    referee = Referee(state.copy(), seed)
    for _ in range(120):
        request = referee.request()
        if request is None:
            break
        since, seat = len(referee.events), dice.randrange(state.setup.seats)
        before = observe(referee.state, seat)
        referee.answer(dice.choice(request.options))
        height = dice.choice([0, 6, 12, 19, 22, 38])
        room = Room(WIDTH, height, dice.choice([ASCII, SHAPES]), Convicts(before.setup))
        names = room.convicts.surnames if dice.random() < 0.3 else ()
        events, after = referee.visible_events(seat), observe(referee.state, seat)
        for show in shows_of(events, since, before, after, room, names):
            assert show.seconds <= LONGEST + 1e-9
            for frame in show.frames:
                assert len(frame.panel) <= height
                assert all(row_width(row) <= WIDTH for row in frame.panel)
                assert {len(cell.text) for cell in frame.cells.values()} <= {2, 8}


def row_width(row: Sequence[Span]) -> int:
    return sum(columns_of(span.text) for span in row)


# -- a slide and a flash ---------------------------------------------------------------------------


def test_the_dead_slide_to_their_jail_as_a_dot() -> None:
    match = duel()
    match.state.wounds[match.unit("blue gunner")] = 5
    fought(match)
    assert match.question is Question.JAIL
    (show,) = shown(match, lambda match: match.jail("nw"))
    assert show.name == "jail"
    assert not show.swallows
    assert show.seconds <= LONGEST
    assert cells(match, show) == block(
        """
        1x a1 || jail dim | k8 * unit1
        1x a1 || jail dim | j8 * unit1
        1x a1 || jail dim | h6 * unit1
        1x a1 || jail dim | f5 * unit1
        1x a1 || jail dim | e4 * unit1
        1x a1 || jail dim | c2 * unit1
        1x a1 * unit1
        """
    )


def test_a_selected_unit_flashes_in_white() -> None:
    match = duel()
    seen = observe(match.state, 0)
    show = selected(World(seen, seen, ASCII), match.unit("red warrior"))
    assert cells(match, show) == block(
        """
        1x k10 @w unit0
        1x k10 @w flash
        """
    )
    assert show.seconds == pytest.approx(0.15)
    assert not show.swallows
