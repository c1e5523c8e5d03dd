"""A position on one line: it comes back the same, a view reveals no secret, damage is refused."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from fuzz import brawl, eager
from hypothesis import example, given, settings
from hypothesis import strategies as st
from question_scenes import SCENES
from scenes import drawn, scene

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.content.positions import position_from_text
from deathdome.content.positions.one_line import (
    Copied,
    is_position_line,
    position_line,
    read_line,
    view_line,
)
from deathdome.errors import NotationError
from deathdome.journal.words import check_of, value_of, word_of
from deathdome.model.ruleset import EDITION_2018
from deathdome.model.wire import canonical_text, fingerprint
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.observing import determinize, observe
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from deathdome.model.decisions import Question
    from deathdome.model.state import State

# Lines of earlier days, which must stay readable.
KEPT = {
    "full": (
        "DD1 full edition=2021 board=waspworth seats=2 round=1 rounds=6 first=red turn=(team=red,"
        "phase=red.warrior,unit_phases=1,movements=1,actions=1) red.warrior=(at=k7,items=[rusty-c"
        "hainsaw],wounds=1) blue.scout=k8 blue.medic=jail_nw red=(hand=[crowd-roar,encore]) blue="
        "(hand=[pressured]) 5038752e"
    ),
    "view": (
        "DD1 blue edition=2021 board=waspworth seats=2 round=1 rounds=6 first=red turn=(team=red,"
        "phase=red.warrior,unit_phases=1,movements=1,actions=1) red.warrior=(at=k7,items=[rusty-c"
        "hainsaw],wounds=1) blue.scout=k8 blue.medic=jail_nw red=(hand=2) blue=(hand=[pressured])"
        " 6f015678"
    ),
    "attack": (
        "DD1 red edition=2021 board=waspworth seats=2 round=1 rounds=3 first=blue red.warrior=(at"
        "=c14,items=[displacer-helm,rusty-chainsaw]) red.gunner=(at=d12,items=[cardboard-cuirass,"
        "borrowed-trigger-finger],wounds=1) red.scout=c15 red.medic=(at=g16,items=[pre-signed-con"
        "sent-form],wounds=3) blue.warrior=(at=g14,items=[porcupine-tuxedo,wrecking-lance]) blue."
        "gunner=(items=[beekeepers-regalia]) blue.scout=d14 blue.medic=(at=d16,items=[long-distan"
        "ce-defibrillator,cyber-suit]) red=(hand=[crowd-roar,jail-riot,paid-intermission],points="
        "[f2,p2,d8,q8,i9,m13,b16]) blue=(points=[h4,n5,t6,r14,n18,p20]) tokens=(beehive=(at=p20,t"
        "eam=blue)) stack=[(frame=turn,seat=blue,step=2,phases=1),(frame=unitphase,unit=blue.medi"
        "c,actions=0),(frame=attack,seat=blue,unit=blue.medic,space=d16,item=punch,kind=close,sha"
        "pe=splash,target=red.scout,step=5,laid=[everyone-look-over-there,shrapnel-surprise,elbow"
        "-grease,cutlery-amnesty,house-call,sponsors-darling,crowd-roar],bonus=14,denied=[[nobody"
        ",16]],hits=[red.warrior,red.scout],states=[0,0],team=1,values=[14,14],defences=[2,0],lef"
        "t=[red.warrior,red.scout])] b08a55f5"
    ),
}


def played(seed: int, answers: int) -> State:
    """A position of a brawl, or of a whole match with characters."""
    rng = Random(seed)
    state = brawl(seed)
    if seed % 4 == 0:
        seats = 2 + seed % 3
        state = new_game(load_catalog(), load_board(), seats=seats, ruleset=EDITION_2018, rounds=9)
    for _ in range(answers):
        asked = decision(state)
        if asked is None:
            break
        apply_action(state, eager(asked, rng), trusted=True)
    return state


positions = st.builds(played, st.integers(0, 10_000), st.integers(0, 250))


def resealed(text: str) -> str:
    """The text with the checksum that it should have."""
    body = text.rpartition(" ")[0]
    return f"{body} {check_of(body)}"


def small() -> State:
    return scene(
        units={"red warrior": "k7", "blue scout": "k8", "blue medic": "jail nw"},
        items={"red warrior": ["rusty-chainsaw"]},
        hands={"red": ["crowd-roar", "encore"], "blue": ["pressured"]},
        wounds={"red warrior": 1},
        active="red warrior",
    ).state


# -- there and back --------------------------------------------------------------------------------


@settings(max_examples=40)
@given(positions)
def test_a_position_comes_back_from_its_line_whatever_is_going_on(state: State) -> None:
    text = position_line(state)
    copied = read_line(text)
    assert copied.seat is None
    back = copied.state(Random(0))
    assert canonical_text(back) == canonical_text(state)
    assert decision(back) == decision(state)
    assert position_line(back) == text
    assert re.fullmatch("[!-~]+( [!-~]+)*", text)


@settings(max_examples=40)
@given(positions, st.integers(0, 3))
@example(played(1769, 4), 1)  # the other seat is asked about a card that this one cannot see
def test_a_view_comes_back_as_the_same_view(state: State, seat: int) -> None:
    seat %= state.setup.seats
    seen = observe(state, seat)
    text = view_line(seen)
    copied = read_line(text)
    assert copied.seat == seat
    assert view_line(copied.seen) == text
    assert copied.seen.hand == seen.hand
    assert copied.seen.hand_sizes == seen.hand_sizes
    assert copied.seen.stack == seen.stack


@settings(max_examples=40)
@given(positions, st.integers(0, 3), st.integers())
def test_a_view_does_not_change_when_only_hidden_things_do(
    state: State, seat: int, seed: int
) -> None:
    seat %= state.setup.seats
    seen = observe(state, seat)
    other = determinize(seen, Random(seed))
    assert view_line(observe(other, seat)) == view_line(seen)


@settings(max_examples=40)
@given(positions, st.integers(0, 3), st.integers())
def test_a_loaded_view_can_be_played_on(state: State, seat: int, seed: int) -> None:
    rng = Random(seed)
    here = read_line(view_line(observe(state, seat % state.setup.seats))).state(rng)
    for _ in range(30):
        asked = decision(here)
        if asked is None:
            break
        apply_action(here, eager(asked, rng))


@pytest.mark.parametrize("question", SCENES, ids=lambda question: question.value)
def test_a_position_can_be_copied_whatever_is_asked(question: Question) -> None:
    build = SCENES[question]
    state = build().state if build else position_from_text('turn.at = "purchase"', Path())
    asked = decision(state)
    assert asked is not None
    assert asked.question is question
    text = position_line(state)
    assert fingerprint(read_line(text).whole) == fingerprint(state)
    assert position_line(read_line(text).whole) == text
    seen = observe(state, asked.seat)
    assert read_line(view_line(seen)).seen.question is question


def on_a_drawing() -> State:
    board = drawn("BB..rJ\nBB.c.J\n##...B", thin_walls=["c8 d8"], first_row=8)
    return scene(board=board, units={"red warrior": "c8"}, active="red warrior").state


def test_a_board_that_is_drawn_travels_in_run_lengths() -> None:
    state = on_a_drawing()
    board = state.setup.board
    text = position_line(state)
    assert " map=2B2.rJ/" in text
    back = read_line(text).whole
    assert canonical_text(back) == canonical_text(state)
    assert back.setup.board.drawing() == board.drawing()
    assert position_line(back) == text


def test_a_line_may_be_wrapped_and_surrounded_by_blanks() -> None:
    text = position_line(small())
    wrapped = "\n  " + text.replace(" ", "\r\n", 7) + " \n"
    assert fingerprint(read_line(wrapped).whole) == fingerprint(small())
    broken = (
        [text[at : at + width] for at in range(0, len(text), width)] for width in range(40, 80)
    )
    # Broken anywhere but at a blank, which a paste might lose.
    pieces = next(found for found in broken if found == [piece.strip() for piece in found])
    assert fingerprint(read_line("\r\n".join(pieces)).whole) == fingerprint(small())


@pytest.mark.parametrize("text", KEPT.values(), ids=KEPT)
def test_a_line_of_earlier_days_is_read_and_written_the_same(text: str) -> None:
    copied = read_line(text)
    again = position_line(copied.whole) if copied.seat is None else view_line(copied.seen)
    assert again == text


def test_the_line_on_the_page_is_one_that_can_be_loaded() -> None:
    page = (Path(__file__).parents[2] / "docs" / "copying.md").read_text(encoding="utf-8")
    lines = re.findall("^DD1 .*$", page, re.MULTILINE)
    assert lines == [KEPT["view"]]
    board = re.findall("`(map=[^`]*)`", page)
    assert board == [
        next(word for word in position_line(on_a_drawing()).split() if word.startswith("map="))
    ]


values = st.recursive(
    st.booleans() | st.integers(-(10**12), 10**12) | st.text().filter(str.isprintable),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text().filter(str.isprintable), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(values)
def test_every_value_is_one_word_that_means_it(value: object) -> None:
    word = word_of(value)
    assert re.fullmatch("[!-~]+", word)
    if max(word.count("["), word.count("(")) < 3:  # as deep as positions ever are
        assert value_of(word) == value


# -- secrets ---------------------------------------------------------------------------------------


def test_a_view_tells_the_own_hand_and_the_size_of_the_others() -> None:
    text = view_line(observe(small(), 1))
    assert text.startswith("DD1 blue ")
    assert " red=(hand=2) " in text
    assert " blue=(hand=[pressured]) " in text
    assert "crowd-roar" not in text


def test_a_view_of_a_game_with_cards_taken_out_is_refused_and_says_what_can_be_copied() -> None:
    state = scene(units={"red warrior": "k7"}, active="red warrior", empty_deck=True).state
    with pytest.raises(NotationError, match=r"removes cards from the game.*the whole position"):
        view_line(observe(state, 0))
    assert fingerprint(read_line(position_line(state)).whole) == fingerprint(state)


def test_a_view_with_the_hand_of_another_team_is_refused() -> None:
    text = view_line(observe(small(), 1)).replace("red=(hand=2)", "red=(hand=[encore,crowd-roar])")
    with pytest.raises(NotationError, match="red: hand: only its number"):
        read_line(resealed(text))
    text = view_line(observe(small(), 1)).replace("red=(hand=2)", "red=(hand=7)")
    assert read_line(resealed(text)).seen.hand_sizes == (7, 1)


# -- damage ----------------------------------------------------------------------------------------


def refused(text: str) -> str:
    """Return the reason why the text is refused. Any other error is a crash."""
    with pytest.raises(NotationError) as caught:
        read_line(text, shown="pasted")
    said = str(caught.value)
    assert said.startswith("pasted: ")
    assert said.isprintable()
    assert len(said) < 1000
    return said


def read_or_refused(text: str) -> Copied | None:
    """Return the position that a text spells, or None if refused. Any other error is a crash."""
    try:
        return read_line(text)
    except NotationError:
        return None


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(text, id=name, marks=pytest.mark.long if name == "attack" else ())
        for name, text in KEPT.items()
    ],
)
def test_every_sign_that_is_changed_left_out_or_put_in_is_noticed(text: str) -> None:
    rng = Random(7)
    for at in range(len(text)):
        refused(text[:at] + text[at + 1 :])
        other = rng.choice([sign for sign in "aZ9.,=()[]#%-\x00\x1b\u202eé" if sign != text[at]])
        refused(text[:at] + other + text[at + 1 :])
        refused(text[:at] + other + text[at:])
        refused(text[:at])


@settings(max_examples=150)
@given(st.sampled_from([*KEPT.values()]), st.data())
def test_a_text_that_is_wrong_in_spite_of_its_checksum_is_refused_or_is_a_position(
    text: str, data: st.DataObject
) -> None:
    words = text.split(" ")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(1, len(words) - 2))
        word = words[at]
        cut, end = sorted(data.draw(st.tuples(*[st.integers(0, len(word))] * 2)))
        piece = data.draw(
            st.sampled_from(
                ["", "99999999999", "-1", "[[[[[[[[", ")", "(", ",", "=", "%", "%zz", "/"]
            )
            | st.sampled_from(words).map(lambda one: one.replace(" ", ""))
            | st.text("abcdefghijklmnopqrstuvwxyz0123456789-.,=()[]%_#", max_size=12)
        )
        words[at] = word[:cut] + piece + word[end:]
    copied = read_or_refused(resealed(" ".join(words)))
    if copied is not None:
        assert decision(copied.state(Random(1))) or copied.whole.outcome is not None


@settings(max_examples=60)
@given(positions, st.data())
def test_unfinished_business_that_cannot_be_is_refused(state: State, data: st.DataObject) -> None:
    """`stack` has the least natural part of a line, so it is spoilt here."""
    text = position_line(state)
    numbers = [*re.finditer(r"(?<==)[^=(),\[\] ]+", text)]
    spoilt = data.draw(st.sampled_from(numbers))
    other = data.draw(st.sampled_from(["-1", "0", "3", "77", "true", "nobody", "k11", "x"]))
    broken = text[: spoilt.start()] + other + text[spoilt.end() :]
    read_or_refused(resealed(broken))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "it begins with nothing, not with DD1"),
        ("   \n ", "it begins with nothing, not with DD1"),
        ("hello", 'it begins with "hello", not with DD1'),
        ("DD2 something new", "written in format 2; this program reads format 1: use a newer"),
        ("DD999999999 x", "written in format 999999999"),
        ("DD1", "the checksum is missing"),
        ("DD1 full seats=2", "the checksum is missing.*cut off"),
        (resealed("DD1 x"), "character 5: it ends too early"),
        (resealed("DD1 me x"), "whose view.*red, blue"),
        (resealed("DD1 full seats=2 seats=2 x"), 'character 18: "seats" appears twice'),
        (resealed("DD1 full seets=2 x"), 'character 10: no word "seets".*"seats"'),
        (resealed("DD1 full actions=[walk] x"), 'no word "actions"'),
        (resealed("DD1 full seats x"), 'write = and a value after "seats"'),
        (resealed("DD1 full seats=5 x"), "seats: 5 is too large; the maximum is 4"),
        (resealed("DD1 full rounds=99999999999999999999 x"), "rounds: .* is too large"),
        (resealed("DD1 full turn=(team=red x"), r"turn: character 24: \) is missing at the end"),
        (resealed("DD1 full turn=(team=pink) x"), "turn.team.*pink"),
        (resealed("DD1 full red.warrior=(at=zz99) x"), "units.red.warrior.at: .*zz99"),
        (resealed("DD1 full red.warrior=(at=%1b) x"), "cannot be shown"),
        (resealed("DD1 full red.warrior=(at=%ff) x"), "are not text"),
        (resealed("DD1 full red.warrior=(at=%g) x"), "% needs two digits"),
        (resealed("DD1 full map=9999.9999. x"), "more than 4,000 spaces"),
        (resealed("DD1 full map=99 x"), "character 14: a number needs a symbol"),
        (resealed("DD1 full board=/etc/passwd.toml x"), "no id of a board"),
        (resealed("DD1 full red=(hand=[" + "[" * 50 + " x"), "brackets are nested"),
        (resealed("DD1 full stack=[(frame=turn,seat=red,step=many)] x"), "stack 1: step: .*many"),
        (resealed("DD1 full stack=[(frame=unitphase,unit=red.1)] x"), "cannot be at the bottom"),
        (resealed("DD1 yellow seats=2 x"), "view: yellow is not in this match"),
        (resealed("DD1 red blue=(hand=7) green=(hand=7) red=(hand=99) x"), "red: hand: its cards"),
        ("DD1 full " + "x" * 50_000, "the maximum is 40,000"),
        ("DD1 full se\x1bats=2 00000000", r"character 12: <U\+001B>"),
        ("DD1 full seats=\uff12 00000000", r"character 16: .*U\+FF12"),
    ],
)
def test_a_text_that_is_no_position_is_refused_and_the_place_is_said(text: str, told: str) -> None:
    assert re.search(told, refused(text))


def test_a_wrong_word_in_a_damaged_text_is_named_and_the_damage_too() -> None:
    said = refused(KEPT["full"].replace("k8", "k99"))
    assert "units.blue.scout.at" in said
    assert "copy it again" in said
    assert "the checksum of this text is" in refused(KEPT["full"].replace("wounds=1", "wounds=2"))


def test_a_text_is_known_for_a_position_by_its_beginning() -> None:
    assert is_position_line(KEPT["full"])
    assert is_position_line("DD7 x")
    assert not is_position_line("DDR1 x")
    assert not is_position_line("title = 'DD1'")
