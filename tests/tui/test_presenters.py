"""Presenters as text: what an observation looks like before any widget draws it."""

from __future__ import annotations

import re

import pytest
from scenes import Match, scene

from deathdome.content.convict_names import convicts_of
from deathdome.model.events import (
    Captured,
    Died,
    Event,
    Outcome,
    Reckoned,
    Standing,
    TurnBegan,
    TurnEnded,
    Walked,
)
from deathdome.rules.analysis import actions_in_phase, reach_of, threatened
from deathdome.rules.observing import observe
from deathdome.stage.text import Span, clean, columns_of, cut, text_of, wrapped
from deathdome.text.convicts import Convicts
from deathdome.text.recap import recap
from deathdome.text.recent import since_own_turn
from deathdome.text.standings import last_unit_words
from deathdome.tui.drawing.question import menu_lines
from deathdome.tui.glyphs import ASCII, SHAPES, GlyphSet
from deathdome.tui.presenters.bars import score_bar
from deathdome.tui.presenters.board import Marks, as_text, board_picture
from deathdome.tui.presenters.log import recap_lines
from deathdome.tui.presenters.manual import manual_lines
from deathdome.tui.presenters.menus import Entry, Menu
from deathdome.tui.presenters.panel import (
    hand_lines,
    log_lines,
    news_height,
    shortened,
    space_lines,
    team_lines,
)
from deathdome.tui.presenters.pieces import unit_token
from deathdome.tui.presenters.status import header_lines, result_line

OPENING = """\
   a b c d e f g h i j k l m n o p q r s t u
 1 ||||##. . . ##. . @w@g@s. . ##. . . ##||||
 2 ||||r . . o . . . @m-@-@. . . o . . r ||||
 3 ##r . ##. . . . . . . . . . . . . ##. r ##
 4 . . ##. . . . o . ####. . . . . . . ##. .
 5 . . . . ####. . . . . . ##o . ####. . . .
 6 . o . . ##. . . ##. . . ##. . . ##. . o .
 7 ##. . . . . . . . . . . . . . . . . . . ##
 8 . . . o . . . ^^^^^^==~~~~==. . o . . . .
 9 . . . . . ##. ^^O ^^~~~~==~~. ####. . . .
10 ----. ##. . . ^^^^^^~~==~~~~. . . . . ----
11 ----. ##. . . ==~~~~==~~~~==. . . ##. ----
12 ----. . . . . ~~~~==~~^^^^^^. . . ##. ----
13 . . . . ####. ~~==~~~~^^O ^^. ##. . . . .
14 . . . . o . . ==~~~~==^^^^^^. . . o . . .
15 ##. . . . . . . . . . . . . . . . . . . ##
16 . o . . ##. . . ##. . . ##. . . ##. . o .
17 . . . . ####. o ##. . . . . . ####. . . .
18 . . ##. . . . . . . ####. o . . . . ##. .
19 ##r . ##. . . . . . . . . . . . . ##. r ##
20 ||||r . . o . . . &w&g&s. . . o . . r ||||
21 ||||##. . . ##. . &m-&-&. . ##. . . ##||||"""


def row(text: str, number: int) -> str:
    return text.splitlines()[number]


def test_the_opening_position_is_21_rows_of_two_columns_a_space() -> None:
    seen = observe(scene().state, 0)
    assert as_text(seen, board_picture(seen, Marks())) == OPENING
    assert OPENING.isascii()


def test_marks_are_told_without_colour() -> None:
    match = scene(
        units={"red warrior": "e4", "blue gunner": "e3", "blue scout": "jail nw"},
        points={"f2": "blue"},
        down=["blue gunner"],
        tokens={"beehive": ("h4", "red")},
    )
    seen = observe(match.state, 0)
    active, gunner = match.unit("red warrior"), match.unit("blue gunner")
    reach = reach_of(seen, active)
    text = as_text(seen, board_picture(seen, Marks(reach=reach, active=active)))
    assert "@W" in row(text, 4)  # the active unit has a capital
    assert "g&" in row(text, 3)  # incapacitated units are turned round
    assert row(text, 1).startswith(" 1 &s")  # prisoners are in their jail
    assert "o&" in row(text, 2)
    assert "*" in row(text, 4)
    assert ".:" in row(text, 5)
    assert unit_token(seen.setup, gunner) == "&g"


def test_an_owned_point_shows_its_owner() -> None:
    seen = observe(scene(points={"h4": "blue", "i9": "red"}).state, 0)
    text = as_text(seen, board_picture(seen, Marks()))
    assert "o&" in row(text, 4)
    assert "O@" in row(text, 9)


def test_threat_and_reach_have_signs_of_their_own() -> None:
    match = scene(units={"red warrior": "e4", "blue gunner": "h7"})
    seen = observe(match.state, 0)
    threat = threatened(seen, 0)
    here = match.space("g6")
    assert threat >> here & 1
    text = as_text(seen, board_picture(seen, Marks(reach=1 << here, threat=threat)))
    assert ".*" in row(text, 6)
    assert ".!" in text


def test_what_a_unit_could_do_is_asked_without_beginning_its_phase() -> None:
    match = scene(units={"red warrior": "e4", "blue gunner": "e3"})
    seen = observe(match.state, 0)
    after_prefix = scene(units={"red warrior": "e4", "blue gunner": "e3"}, active="red warrior")
    assert actions_in_phase(seen, 0) == after_prefix.asked.options
    assert actions_in_phase(seen, 5) == []


def test_the_panel_never_exceeds_its_width() -> None:
    match = scene(
        units={"red warrior": "e4"},
        items={"red warrior": ["cleaver-and-other-cleaver", "hyperbranched-aramid-blast-suit"]},
        hands={"red": ["crowd-roar", "house-call", "stunt-double"]},
    )
    seen = observe(match.state, 0)
    for width in (33, 40):
        rows = [
            *space_lines(seen, match.space("e4"), 0, width),
            *hand_lines(seen, width),
            *team_lines(seen, ["x" * 200, "[/red]"], width),
        ]
        assert max(len(text_of(line)) for line in rows) <= width


def test_the_log_begins_with_a_whole_sentence_unless_the_newest_does_not_fit() -> None:
    texts = ["first sentence that is long enough for two rows", "second"]
    assert text_of(log_lines(texts, 30, 3)).splitlines()[0] == "first sentence that is long"
    assert text_of(log_lines(texts, 30, 2)) == "second"
    assert text_of(log_lines(texts, 30, 1)) == "second"
    assert text_of(log_lines(texts[:1], 30, 1)) == "\N{HORIZONTAL ELLIPSIS}enough for two rows"
    assert log_lines(texts, 30, 0) == []
    long = log_lines(["x y " * 100], 30, 5)
    assert len(long) == 5
    assert max(len(text_of(row)) for row in long) <= 30


def test_the_numbers_of_the_last_attack_are_news() -> None:
    texts = ["old", "Red's Warrior punches Blue's Gunner: no wounds.", "  1 against 1", "walks."]
    rows = news_height(texts, 30)
    shown = log_lines(texts, 30, rows)
    assert text_of(shown).startswith("Red's Warrior punches")
    assert shown[-2] == (Span("  1 against 1", "dim"),)
    assert news_height(["old", "new"], 30) == 1
    assert news_height([], 30) == 0


def test_what_is_shortened_says_so() -> None:
    rows = wrapped("one two three four five six seven", 8)
    assert text_of(shortened(rows, 2)) == "one two\nthree\N{HORIZONTAL ELLIPSIS}"
    assert shortened(rows, len(rows)) == rows


def test_the_recap_is_of_others_between_two_own_turns() -> None:
    match = scene()
    events: list[Event] = [
        TurnBegan(0, 0, 3),
        Walked(0, 10, (11,)),
        TurnEnded(0),
        TurnBegan(1, 0, 3),
        Walked(6, match.space("m9"), (match.space("q8"),)),
        Captured(6, 1, match.space("q8"), -1),
        Reckoned(4, 1, 5, 0, 1, 0, 4),
        Died(1, lava=False),
        TurnEnded(1),
        TurnBegan(0, 0, 3),
    ]
    rows = recap(since_own_turn(events, 0), Convicts(match.state.setup), 0)
    assert text_of(recap_lines(rows, 33)) == (
        "Blue   Scout takes q8\nBlue   Warrior kills your Gunner"
    )


@pytest.mark.parametrize("glyphs", [ASCII, SHAPES], ids=["ascii", "shapes"])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("width", [60, 80, 100, 120, 200])
def test_the_header_carries_every_score_and_the_lead(
    seats: int, width: int, glyphs: GlyphSet
) -> None:
    match = scene(seats=seats)
    match.state.shells[1] = 19
    match.state.round = match.state.setup.rounds
    rows = header_lines(observe(match.state, 0), width, glyphs)
    text = text_of(rows)
    assert all(columns_of(text_of(row)) <= width for row in rows)
    assert len(rows) == (2 if width >= 120 and seats == 2 else 1)
    assert "LAST ROUND" in text
    assert "1.9M" in text
    assert "behind" in text.lower()
    assert "@" in text
    assert "&" in text
    assert "SAVED" not in text
    assert "NOT SAVED" in text_of(header_lines(observe(match.state, 0), width, glyphs, lost=True))
    match.state.round = 1
    text = text_of(header_lines(observe(match.state, 0), width, glyphs))
    assert "ROUND 1" in text
    if width >= 120:  # room for names and supply
        assert "& BLUE" in text or "BLUE &" in text
        assert "supply 0, hand limit 3" in text


@pytest.mark.parametrize("glyphs", [ASCII, SHAPES], ids=["ascii", "shapes"])
@pytest.mark.parametrize("width", [80, 120, 160])
def test_the_header_of_several_teams_has_no_hole_before_the_first_payout(
    width: int, glyphs: GlyphSet
) -> None:
    text = text_of(header_lines(observe(scene(seats=4).state, 0), width, glyphs))
    assert columns_of(text) <= width
    assert " " * 5 not in text


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("width", [60, 80, 100, 120, 200])
def test_the_header_warns_of_a_last_unit_as_long_as_it_is_the_last(width: int, seats: int) -> None:
    jailed = ("warrior", "scout", "medic")
    for team in ("red", "blue"):
        match = scene(seats=seats, units={f"{team} {kind}": "jail se" for kind in jailed})
        names = convicts_of(match.state.setup, 11)

        def row(match: Match = match, names: Convicts = names) -> str:
            seen = observe(match.state, 0)
            rows = header_lines(seen, width, ASCII, convicts=names)
            assert all(columns_of(text_of(one)) <= width for one in rows)
            assert ("alarm" in {span.look for span in rows[0]}) is ("LAST UNIT" in text_of(rows))
            return text_of(rows[0])

        shown = row()
        assert "LAST UNIT" in shown
        assert ("Cole" in shown) is (team == "red")
        assert team == "red" or "&" in shown or "BLUE: LAST" in shown
        match.state.space[match.unit(f"{team} medic")] = match.space("k11")
        assert "LAST UNIT" not in row()


def test_the_warning_says_that_you_lose_only_where_that_is_so() -> None:
    jailed = {f"red {kind}": "jail se" for kind in ("warrior", "scout", "medic")}
    for seats, words in ((2, "you lose"), (3, "the only unit you have left")):
        seen = observe(scene(seats=seats, units=jailed).state, 0)
        assert words in last_unit_words(seen, 0, Convicts(seen.setup))
        assert last_unit_words(seen, 1, Convicts(seen.setup)) == ""
    seen = observe(scene(units=jailed).state, 1)
    assert last_unit_words(seen, 0, Convicts(seen.setup)) == "Red is down to Gunner."


@pytest.mark.parametrize("payouts", [(0, 0), (900, 800), (1, 1900), (5, 3, 2), (4, 3, 2, 1)])
@pytest.mark.parametrize("width", [8, 27, 60])
def test_the_score_bar_is_as_wide_as_it_should_be_and_shares_it_fairly(
    payouts: tuple[int, ...], width: int
) -> None:
    order = range(len(payouts))
    for shaped in (True, False):
        bar = score_bar(payouts, order, width, shaped=shaped)
        assert sum(columns_of(span.text) for span in bar) == width
    bar = score_bar(payouts, order, width, shaped=True)
    for seat, payout in enumerate(payouts):
        share = sum(len(span.text) for span in bar if span.look == f"score{seat}")
        if sum(payouts):
            assert abs(share - width * payout / sum(payouts)) <= 1.5


def test_the_line_for_the_shell_says_who_won() -> None:
    standings = (Standing(0, 700_000, 1, 1, 1, 0), Standing(1, 700_000, 0, 6, 1, 2))
    outcome = Outcome((0,), "towers", standings, 6)
    text = result_line(outcome, 5, ["human", "greedy"])
    assert text.startswith("deathdome: Red (@) wins; Red (human) 700k")
    assert text.endswith("(seed 5)")
    assert "left before the end" in result_line(None, 5, ["human", "greedy"])


def test_a_long_list_scrolls_round_its_bar() -> None:
    menu = Menu("acts", "", [Entry(f"entry {number}", ()) for number in range(20)])
    menu.move(-1)
    rows, where = menu_lines(menu, 30, 5)
    assert text_of(rows[4]).startswith(">entry 19")
    assert where[4] == 19
    assert "15 more" in text_of(rows[5])


def test_text_from_elsewhere_loses_control_characters() -> None:
    assert clean("a\x1b[31mb\n") == "a [31mb "
    assert cut("x" * 200, 10) == "x" * 9 + "\N{HORIZONTAL ELLIPSIS}"
    assert len(wrapped("y" * 100, 30)) == 4


# -- the help sheet ------------------------------------------------------------------------------


def test_the_help_sheet_speaks_of_this_match() -> None:
    text = text_of(manual_lines(76, rounds=3, seed=41))
    assert re.search(r"(3|[Tt]hree) rounds. The highest payout", text)
    assert "--seed 41" in text


def test_a_long_answer_continues_below_and_a_long_card_does_not() -> None:
    long = "play Mound of 1,000 Beetles: about @g, who has just captured a point"
    menu = Menu("answer", "", [Entry("do nothing", ()), Entry(long, ())], closable=False)
    rows, where = menu_lines(menu, 33, 9)
    assert " ".join(text_of(rows).split()) == f">do nothing {long}"
    assert where == {0: 0, 1: 1, 2: 1, 3: 1}
    menu.index = 1
    assert menu_lines(menu, 33, 3)[1] == {0: 1, 1: 1, 2: 1}  # no room for more
    assert menu_lines(Menu("cards", "", menu.entries, many=True), 33, 9)[1] == {0: 0, 1: 1}
