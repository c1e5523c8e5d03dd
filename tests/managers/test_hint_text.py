"""Hints in words: short lines for a player, without notation or figures that are too fine."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from textwrap import wrap
from typing import TYPE_CHECKING, Final

import question_scenes
from scenes import Match, request_of, scene

from deathdome.cli.sessions import new_referee
from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.managers.advice import advise
from deathdome.managers.hint_text import (
    COLUMNS,
    INDENT,
    LINES,
    ROWS,
    Advice,
    Order,
    Role,
    about,
    hint_lines,
    large_terms,
    order_text,
    plan_lines,
    signed,
    spoken_lines,
    typed_text,
    who,
    whom,
)
from deathdome.managers.registry import create
from deathdome.match.protocol import PROTOCOL, Briefing
from deathdome.match.undo import PhaseHistory
from deathdome.model.actions import ActionKind, kind_of
from deathdome.text.convicts import Convict, Convicts

if TYPE_CHECKING:
    from deathdome.model.state import Setup

POINTS: Final = [load_board().grid.name(space) for space in load_board().points]
SIGNS: Final = {Role.FOR: "+ ", Role.AGAINST: "- "}


def shown(advice: Advice, setup: Setup) -> list[str]:
    """The lines of a hint with their symbols."""
    return [f"{SIGNS.get(role, '')}{text}" for role, text in hint_lines(advice, setup)]


def hint(match: Match, level: str = "elite") -> list[str]:
    return shown(advise(request_of(match.state), level), match.state.setup)


# -- laws over whole matches -----------------------------------------------------------------------

FINE: Final = re.compile(r"\d,\d{3}|\d+\.\d+k|\d*[1-9]k\b")  # a figure finer than 10k
NOTATION: Final = re.compile(
    r"\b(red|blue|green|yellow)\.|\b(activate|lay|commit)\b|[a-z]+-[a-z]+-"
)


@cache
def hinted(seed: int) -> tuple[tuple[Advice, Setup], ...]:
    """The hints of a player who follows them against a rookie, in the store and on the board."""
    referee = new_referee(["human", "rookie"], seed, 2, "waspworth", quick=False)
    rookie = create("rookie")
    setup = referee.state.setup
    rookie.begin(Briefing(PROTOCOL, 1, 2, setup, seed, {}))
    phases = PhaseHistory(referee.state, referee.journal, len(referee.journal))
    found = []
    while (request := referee.request()) is not None:
        if request.seat:
            referee.answer(rookie.decide(request).action)
            continue
        advice = advise(request, begun=phases.open_phase(request))
        found.append((advice, setup))
        referee.answer(advice.answers[0])
    return tuple(found)


def every_hint() -> list[tuple[Advice, Setup]]:
    scenes = [make() for make in question_scenes.SCENES.values() if make is not None]
    found = [(advise(request_of(one.state), "veteran"), one.state.setup) for one in scenes]
    return [*found, *hinted(3)]


def test_a_hint_has_at_most_five_lines_that_fit_the_panel() -> None:
    for advice, setup in every_hint():
        lines = hint_lines(advice, setup)
        assert 1 <= len(lines) <= LINES
        for role, text in lines:
            indent = INDENT if role in SIGNS else 0
            rows = wrap(text, COLUMNS - indent)
            assert len(rows) <= ROWS, text
            assert max(map(len, rows)) <= COLUMNS - indent


def test_every_power_card_can_be_ordered_in_two_rows() -> None:
    units = {"red warrior": "c8", "red gunner": "c9", "red scout": "c10", "blue warrior": "d8"}
    ordered = set()
    for card, active in product(load_catalog().power_cards, (None, "red warrior")):
        match = scene(units=units, hands={"red": [card.id]}, active=active)
        setup = match.state.setup
        for action in request_of(match.state).options:
            if kind_of(action) is ActionKind.PLAY:
                ordered.add(card.id)
                text = order_text(Order((action,)), setup, 0)
                assert len(wrap(f"{text}.", COLUMNS)) <= ROWS, text
    assert "pressured" in ordered


def test_a_hint_has_no_notation_and_no_figure_finer_than_10k() -> None:
    for advice, setup in every_hint():
        for text in [*(one.text for one in hint_lines(advice, setup)), *plan_lines(advice, setup)]:
            words = text.split(": ", 1)[0] if text in advice.purposes else text
            words = words.replace("44,000 Magnum", "Magnum")  # a name
            assert not FINE.search(words), text
            assert not NOTATION.search(words), text


def test_a_hint_begins_with_an_order_and_ends_with_the_next_best() -> None:
    for advice, setup in every_hint():
        roles = [role for role, _ in hint_lines(advice, setup)]
        order = list(Role)
        assert roles[0] is Role.ORDER
        assert roles == sorted(roles, key=order.index)
        assert roles.count(Role.RIVAL) <= 1
        assert roles.count(Role.AGAINST) <= 1


def test_the_same_hint_has_the_same_words() -> None:
    match = question_scenes.defence()
    assert hint(match) == hint(match)


# -- recorded positions ----------------------------------------------------------------------------


def beside_a_point() -> Match:
    """Everything is held but d8, next to the scout; it is the last round."""
    points = {space: "red" for space in POINTS if space != "d8"}
    units = {"red scout": "d7", "blue gunner": "r5"}
    return scene(units=units, points=points, round=6, first="blue")


def last_unit() -> Match:
    """The last unit of a team, next to an enemy that could kill it, and a free point."""
    jailed = {f"red {kind}": "jail nw" for kind in ("warrior", "gunner", "medic")}
    return scene(
        units={"red scout": "d7", "blue warrior": "h9", **jailed},
        items={"blue warrior": ["rusty-chainsaw"]},
        hands={"blue": ["crowd-roar", "loud-noise"]},
        points={"m13": "red", "d8": "red"},
        round=3,
    )


def wounded_enemy() -> Match:
    return scene(
        units={"red warrior": "e4", "blue gunner": "e3"},
        items={"red warrior": ["rusty-chainsaw"]},
        wounds={"blue gunner": 5},
        hands={"red": ["crowd-roar"]},
        points=dict.fromkeys(POINTS, "red"),
        active="red warrior",
    )


def test_the_hint_of_the_last_round_names_what_is_at_stake() -> None:
    assert hint(beside_a_point()) == [
        "Scout to d8, capture the point.",
        "Last round: only what you hold at the end pays.",
        "+ towards winning the match +1.6M",
        "+ the point +100k, held to the end: over 95%",
        "Just as good: Gunner to f19.",
    ]


def test_the_hint_to_a_last_unit_says_so() -> None:
    assert hint(last_unit()) == [
        "Scout to c2, open the jail.",
        "Your last unit: lose it and you lose the match.",
        "+ better after their replies +850k",
        "+ sets up your next phase +270k",
        "Just as good: Scout to b3, open the jail.",
    ]


def test_the_hint_to_attack_has_the_chance_to_kill() -> None:
    assert hint(wounded_enemy()) == [
        "Warrior: attack Blue's Gunner, then go to j7.",
        "+ kills Blue's Gunner: 100%",
        "+ enemy sent to jail +230k",
        "+ beetle shell +100k",
        "+ closer to a point +60k",
    ]


# -- words -----------------------------------------------------------------------------------------


def test_figures_are_short() -> None:
    assert [signed(amount) for amount in (1_046_000, 208_400, -4_900, -12_000)] == [
        "+1M",
        "+210k",
        "0",
        "-10k",
    ]
    assert [about(share) for share in (0.0, 0.04, 0.31, 0.96, 1.0)] == [
        "under 5%",
        "under 5%",
        "~30%",
        "over 95%",
        "over 95%",
    ]


def test_small_terms_are_left_out() -> None:
    found = (("tower", 700_000), ("danger", -60_000), ("beetle shell", 20_000), ("wounds", 4_000))
    assert large_terms(found) == [("tower", 700_000), ("danger", -60_000)]


def test_units_are_called_as_a_seat_calls_them() -> None:
    setup = scene().state.setup
    assert [who(setup, 0, unit) for unit in (0, 6)] == ["Warrior", "Blue's Scout"]
    assert [whom(setup, 1, unit) for unit in (0, 6)] == ["Red's Warrior", "your Scout"]
    kinds = {unit.types[0] for unit in setup.units}
    pools = {
        kind: [Convict("Bo", "Boo", f"Oak{n}{kind.value}") for n in range(4)] for kind in kinds
    }
    named = Convicts(setup, 1, pools).named
    own, enemy = whom(named, 0, 0), whom(named, 0, 4)
    assert own.startswith("Oak")
    assert enemy.startswith("Blue's Oak")


def test_a_hint_knows_its_unit_and_its_target() -> None:
    match = beside_a_point()
    advice = advise(request_of(match.state), "veteran")
    assert advice.place == match.state.space[2]
    assert advice.target == match.state.setup.board.grid.parse("d8")


def test_what_can_be_typed_is_the_notation() -> None:
    match = beside_a_point()
    advice = advise(request_of(match.state), "veteran")
    assert typed_text(advice, match.state.setup) == "activate red.scout; walk d8; capture"


def test_reasons_are_sentences_in_plain_mode() -> None:
    match = beside_a_point()
    lines = hint_lines(advise(request_of(match.state), "veteran"), match.state.setup)
    texts = spoken_lines(lines)
    assert texts[0] == lines[0].text
    assert all(text.endswith(".") for text in texts)
