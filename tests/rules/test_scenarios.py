"""Scenarios of a single match: Bonanza, Birthday, The Dual and Draft."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from scenes import Match, card_id, drawn, item_id, scene

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.content.positions.one_line import position_line, read_line
from deathdome.errors import UsageError
from deathdome.model.actions import RELEASE, ActionKind, a_of, make_action
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.events import Captured, Drew, Revealed, ShellTaken
from deathdome.model.ruleset import EDITION_2019, EDITION_2021, EDITIONS, Ruleset
from deathdome.model.wire import canonical_text
from deathdome.rules.draft import face_down
from deathdome.rules.dual import board_in_play
from deathdome.rules.futile_choices import idle_on
from deathdome.rules.observing import observe
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from collections.abc import Sequence

RED, TARGET, MEDIC = "red warrior", "blue scout", "blue medic"
BONANZA = replace(EDITION_2021, bonanza=True)
BIRTHDAY = replace(EDITION_2021, birthday=True)


def drew(match: Match) -> list[int]:
    """Return the seats that have drawn a card, in order."""
    return [event.seat for event in match.told(Drew)]


# -- Holographic Johnny Cash Bonanza ---------------------------------------------------------------


def kill(**more: Any) -> Match:
    """Return the moment at which the red warrior has killed the blue scout."""
    more.setdefault("ruleset", BONANZA)
    units = {RED: "d15", TARGET: "e15", **more.pop("units", {})}
    wounds = {TARGET: 4, **more.pop("wounds", {})}
    return scene(units=units, wounds=wounds, active=RED, **more).attack(TARGET).commit_all()


@pytest.mark.rule("SCEN-BONANZA-1", "SCEN-GEN-1")
def test_a_shell_taken_draws_a_card() -> None:
    match = kill(deck=["encore"])
    assert match.hand("red") == [], "not before the jail is picked"
    match.jail("nw")
    assert (match.hand("red"), match.shells("red")) == (["encore"], 1)
    assert drew(kill(ruleset=EDITION_2021).jail("nw")) == []


@pytest.mark.rule("SCEN-BONANZA-1", "AMB-110", "ATTACK-12")
def test_the_card_can_be_used_against_a_payback() -> None:
    match = kill(items={TARGET: ["porcupine-tuxedo"]}, deck=["loud-noise"])
    match.jail("nw")
    assert (match.question, match.asked_team) == (Question.DEFENCE_CARDS, "red")
    match.lay("loud-noise").commit()
    assert match.wounds(RED) == 0, "3 against a toughness of 1 and the 4 of the card"


@pytest.mark.rule("SCEN-BONANZA-1", "AMB-110", "DEATH-7")
def test_the_payer_back_draws_for_its_own_kill() -> None:
    match = kill(items={TARGET: ["porcupine-tuxedo"]}, wounds={RED: 3})
    match.jail("nw").commit_all().jail("se")
    assert drew(match) == [0, 1]


@pytest.mark.rule("SCEN-BONANZA-1", "AMB-110")
def test_a_bounty_shell_draws_too_and_before_the_other() -> None:
    match = kill(items={RED: ["bounty-paperwork"]})
    assert (match.question, drew(match)) == (Question.JAIL, [0])
    match.jail("nw")
    assert (drew(match), match.shells("red")) == ([0, 0], 2)


@pytest.mark.rule("SCEN-BONANZA-1", "DEATH-8")
def test_a_card_is_drawn_kill_by_kill() -> None:
    match = scene(
        units={RED: "d15", TARGET: "e15", MEDIC: "f15"},
        wounds={TARGET: 4, MEDIC: 5},
        hands={"red": ["shrapnel-surprise"]},
        ruleset=BONANZA,
        active=RED,
    )
    match.attack(TARGET).play("shrapnel-surprise").commit_all().hit(TARGET).jail("nw")
    assert (match.question, drew(match)) == (Question.JAIL, [0])
    match.jail("nw")
    assert drew(match) == [0, 0]


@pytest.mark.rule("AMB-110", "DRAW-8")
def test_a_full_hand_draws_nothing_for_a_shell() -> None:
    hand = ["loud-noise"] * 3 + ["elbow-grease"] * 3
    for cards, number in ((hand, 1), ([*hand, "loose-change"], 0)):
        assert len(drew(kill(hands={"red": cards}).jail("nw"))) == number


@pytest.mark.rule("SCEN-BONANZA-1", "AMB-74")
def test_a_shell_that_the_supply_lacks_draws_nothing() -> None:
    match = kill(ruleset=replace(BONANZA, shell_limit=1), shells={"blue": 1}).jail("nw")
    assert (match.told(ShellTaken), drew(match)) == ([], [])


@pytest.mark.rule("SCEN-BONANZA-1", "DEATH-6")
def test_a_death_without_a_shell_draws_nothing() -> None:
    match = scene(
        units={TARGET: "g17"},
        tokens={"beetle-mound": ("h17", "red")},
        wounds={TARGET: 4},
        active=TARGET,
        turn="blue",
        ruleset=BONANZA,
    )
    match.walk("h17").jail("nw")
    assert drew(match) == []


# -- Bird Heardsworth's Birthday -------------------------------------------------------------------


def birthday(unit: str = "h17", **more: Any) -> Match:
    """Return a unit phase of the red scout on its control point."""
    more.setdefault("ruleset", BIRTHDAY)
    return scene(units={"red scout": unit}, active="red scout", **more)


@pytest.mark.rule("SCEN-BIRTHDAY-1", "AMB-111")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_capture_draws_a_card(edition: str) -> None:
    ruleset = replace(EDITIONS[edition], characters=False, birthday=True)
    match = birthday(deck=["encore"], points={"h17": "blue"}, ruleset=ruleset).capture()
    assert match.hand("red") == ["encore"]
    assert drew(birthday(ruleset=EDITION_2021).capture()) == []


@pytest.mark.rule("SCEN-BIRTHDAY-1", "AMB-111", "NOTE-BUG-1")
def test_a_bug_card_just_drawn_may_be_placed() -> None:
    match = birthday(deck=["killer-bee-hive"]).capture()
    assert match.usable() == {"killer-bee-hive"}
    match.play("killer-bee-hive")
    assert [token.space for token in match.state.tokens] == [match.space("h17")]


@pytest.mark.rule("AMB-111", "NOTE-STEP-1")
def test_a_capture_in_the_middle_of_a_walk_draws_at_once() -> None:
    match = birthday("g17", items={"red scout": ["clockwork-ankles"]})
    match.walk("h17").capture()
    assert drew(match) == [0]
    assert match.walks(), "the walk goes on"


@pytest.mark.rule("AMB-111", "SCEN-BIRTHDAY-1")
@pytest.mark.parametrize("card", ["extendable-stamp", "very-long-arm"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_capture_from_a_distance_is_a_units_capture(card: str, edition: str) -> None:
    stamped = card == "extendable-stamp"
    match = scene(
        units={RED: "c14"},
        items={RED: [card]} if stamped else {},
        hands={} if stamped else {"red": [card]},
        active=RED,
        ruleset=replace(EDITIONS[edition], characters=False, birthday=True),
    )
    match.play(card, "e14")
    assert drew(match) == [0]
    assert match.told(Captured)[0].unit == match.unit(RED)


@pytest.mark.rule("AMB-111", "DRAW-8")
def test_a_full_hand_draws_nothing_for_a_capture() -> None:
    hand = ["loud-noise"] * 3 + ["elbow-grease"] * 3
    match = birthday(hands={"red": [*hand, "loose-change"]}).capture()
    assert card_id("loose-change") in match.state.hands[0]
    assert drew(match) == []


# -- The Dual --------------------------------------------------------------------------------------

DUAL = replace(EDITION_2021, dual=True)
WHOLE = replace(DUAL, dual_board="full")


@pytest.mark.rule("SCEN-DUAL-3", "SCEN-DUAL-2", "AMB-112")
def test_in_2021_the_dual_shrinks_the_board_to_its_middle_tiles() -> None:
    board = scene(ruleset=DUAL).state.setup.board
    small = load_board("dual")
    assert replace(board, id=small.id, name=small.name) == small
    assert board.grid.name(board.points[0]) == "d8", "spaces keep their names"
    other = scene(ruleset=DUAL, board="plaza").state.setup.board
    assert (len(other.bases), len(other.towers), other.jails) == (2, 2, ())
    assert scene(ruleset=DUAL, board="dual").state.setup.board == small


@pytest.mark.rule("SCEN-DUAL-4", "AMB-112", "AMB-119")
@pytest.mark.parametrize("edition", ["2018", "2019"])
def test_before_2021_the_dual_keeps_the_board_and_any_number_of_teams(edition: str) -> None:
    ruleset = replace(EDITIONS[edition], characters=False, dual=True)
    board, whole = scene(ruleset=ruleset, seats=4).state.setup.board, load_board()
    assert (board.grid, board.points, board.bases) == (whole.grid, whole.points, whole.bases)
    assert (board.jails, board.release_points) == ((), ())
    assert board.walls == whole.walls | whole.all_jails


@pytest.mark.rule("SCEN-DUAL-1", "SCEN-DUAL-5", "AMB-112")
@pytest.mark.parametrize("ruleset", [DUAL, WHOLE])
def test_in_the_dual_the_dead_go_home_unhurt_and_the_killer_takes_a_shell(ruleset: Ruleset) -> None:
    match = scene(
        units={RED: "c8", TARGET: "c9"},
        wounds={TARGET: 4},
        down=[TARGET],
        active=RED,
        ruleset=ruleset,
    ).attack(TARGET)
    assert match.question is Question.UNIT_PHASE, "no jail is picked"
    assert (match.where(TARGET), match.wounds(TARGET), match.is_down(TARGET)) == ("base", 0, False)
    assert match.shells("red") == 1


@pytest.mark.rule("SCEN-DUAL-1", "AMB-112", "DEATH-6")
def test_in_the_dual_a_bug_token_sends_home_without_a_shell() -> None:
    match = scene(
        units={"red scout": "c8"},
        tokens={"beetle-mound": ("d8", "blue")},
        wounds={"red scout": 4},
        active="red scout",
        ruleset=DUAL,
    ).walk("d8")
    assert match.where("red scout") == "base"
    assert (match.shells("blue"), match.question) == (0, Question.TURN), "its phase has ended"


@pytest.mark.rule("AMB-112")
def test_in_the_dual_cards_for_jails_do_nothing() -> None:
    match = scene(hands={"red": ["jail-riot"]}, ruleset=WHOLE, units={RED: "c2"}, active=RED)
    assert "jail-riot" not in match.usable()
    assert RELEASE not in match.asked.options
    catalog, board = load_catalog(), match.state.setup.board
    idle = {item.id for item in catalog.items if idle_on(board, item)}
    assert idle == {item.id for item in catalog.items if idle_on(load_board("dual"), item)}
    assert "vacuum-tube-escape" in idle


@pytest.mark.rule("SCEN-DUAL-1", "AMB-112", "END-2")
def test_in_the_dual_no_team_is_the_last_one_standing() -> None:
    units = {RED: "c8", **dict.fromkeys(("blue warrior", "blue gunner", TARGET), "base")}
    match = scene(units={**units, MEDIC: "c9"}, wounds={MEDIC: 5}, active=RED, ruleset=DUAL).attack(
        MEDIC
    )
    assert match.state.outcome is None


@pytest.mark.rule("SCEN-DUAL-3", "AMB-112")
@pytest.mark.parametrize(
    ("drawing", "problem"),
    [
        (["J.r", "B.B", "..."], "a tower is missing in its middle row of tiles"),
        (["TTTJr", "TCT=.", "TTT..", "B...B", ".....", "....."], "a tower is missing"),
        (["J...r", ".....", ".....", ".....", "B....", "....."], "a tower is missing"),
        (["J...r"] * 2, "2 rows cannot be 3 rows of tiles"),
        (
            ["Jr..", "....", "....", "TTT.", "TCTB", "TTT.", "....", "....", "..B."],
            "bases in its middle row of tiles: 1, not 2",
        ),
        (
            ["Jr...", ".....", "....B", "TTT.B", "TCT.B", "TTT..", "....B", ".....", "..B.."],
            "only a part of a base",
        ),
    ],
)
def test_a_board_without_fitting_middle_tiles_is_refused(drawing: list[str], problem: str) -> None:
    board = drawn("\n".join(drawing))
    with pytest.raises(UsageError, match=f"^board drawn does not fit the dual: .*{problem}"):
        new_game(load_catalog(), board, ruleset=DUAL)
    assert board_in_play(board, WHOLE).jails == ()
    assert board_in_play(board, EDITION_2021) is board


# -- Draft -----------------------------------------------------------------------------------------

DRAFT = replace(EDITION_2019, characters=False, draft=True)
ROW = ("rusty-chainsaw", "cyber-suit", "lava-waders", "spare-spleen", "whoopee-maul")
REST = ("fan-mail", "medical-pager", "van-damme", "clockwork-ankles", "bounty-paperwork")


def draft(row: Sequence[str] = (*ROW, *REST), **more: Any) -> Match:
    """Return a draft in which these items were revealed first."""
    more.setdefault("ruleset", DRAFT)
    match = Match(new_game(load_catalog(), load_board(), first=0, **more))
    for card in row:
        match.do(make_action(ActionKind.REVEAL, item_id(card)))
    return match


@pytest.mark.rule("SCEN-DRAFT-1", "AMB-118")
def test_ten_items_are_revealed_by_chance_and_only_these_are_for_sale() -> None:
    match = draft(ROW)
    assert (match.question, match.asked.seat) == (Question.REVEAL, CHANCE)
    hidden = {item_id(card) for card in names() if card not in ROW}
    assert {a_of(option) for option in match.asked.options} == hidden
    assert match.asked.weights == [1] * len(hidden)
    match = draft()
    assert match.asks(Question.PURCHASE)
    assert {a_of(option) for option in match.offers(ActionKind.BUY)} == {
        item_id(card) for card in (*ROW, *REST)
    }
    assert [event.card for event in match.told(Revealed)] == list(map(item_id, (*ROW, *REST)))
    refused = match.refused(make_action(ActionKind.BUY, item_id("pogo-tank")))
    assert (refused.code, refused.refusal.reason.rule) == ("not-in-store", "SCEN-DRAFT-1")


def names() -> list[str]:
    """Return the ids of all items."""
    return [item.id for item in load_catalog().items]


@pytest.mark.rule("SCEN-DRAFT-1", "AMB-118")
def test_a_bought_item_is_replaced_when_the_purchasing_turn_ends() -> None:
    match = draft().buy("spare-spleen")
    assert match.asks(Question.PURCHASE)
    assert face_down(match.state).bit_count() == len(names()) - 10
    match.equip("spare-spleen", "red medic").done()
    assert match.asks(Question.REVEAL)
    assert make_action(ActionKind.REVEAL, item_id("spare-spleen")) not in match.asked.options
    match.do(make_action(ActionKind.REVEAL, item_id("pogo-tank")))
    assert (match.question, match.asked_team) == (Question.PURCHASE, "blue")
    assert make_action(ActionKind.BUY, item_id("pogo-tank")) in match.asked.options


@pytest.mark.rule("AMB-118", "BUY-10")
def test_a_sold_item_is_added_face_up_and_then_one_purchase_reveals_nothing() -> None:
    match = draft().buy("spare-spleen").equip("spare-spleen", "red medic").done()
    match.do(make_action(ActionKind.REVEAL, item_id("pogo-tank"))).pass_()
    match.sell("spare-spleen").done()
    assert match.state.store.bit_count() == 11
    match.buy("spare-spleen").equip("spare-spleen", "red medic").done()
    assert (match.question, match.state.store.bit_count()) == (Question.PURCHASE, 10)
    match.buy("fan-mail").sell("fan-mail").done()
    assert match.asks(Question.PURCHASE), "ten are face up again"


@pytest.mark.rule("AMB-118")
def test_nothing_is_revealed_when_no_item_is_hidden() -> None:
    match = draft()
    match.state.items[4] = tuple(
        item_id(card) for card in names() if match.state.store >> item_id(card) & 1 == 0
    )
    assert face_down(match.state) == 0
    match.buy("spare-spleen").equip("spare-spleen", "red medic").done()
    assert (match.question, match.asked_team) == (Question.PURCHASE, "blue")


@pytest.mark.rule("AMB-118", "SCEN-DRAFT-2")
def test_characters_have_a_deck_of_their_own() -> None:
    match = draft((), ruleset=replace(EDITION_2019, draft=True))
    catalog = load_catalog()
    items = len(catalog.items)
    assert {a_of(option) for option in match.asked.options} == set(range(items))
    for card in (*ROW, *REST):
        match.do(make_action(ActionKind.REVEAL, item_id(card)))
    while match.question is Question.DEAL:
        match.do(match.asked.options[0])
    offered = {a_of(option) for option in match.offers(ActionKind.BUY)}
    assert (match.state.store >> items).bit_count() == len(catalog.characters) - 8
    match.state.store &= ~(1 << item_id("fan-mail"))  # nine are face up
    match.do(make_action(ActionKind.BUY, max(offered)))
    match.do(match.offers(ActionKind.SELL)[0]).done()
    assert match.asks(Question.PURCHASE), "a character is not replaced"


@pytest.mark.rule("SCEN-DRAFT-1")
def test_the_hidden_pile_has_no_order_that_could_leak() -> None:
    match = draft(ROW)
    seen = observe(match.state, 0)
    assert face_down(seen) == face_down(match.state)
    # What is left is the store and nothing else: two orders of revealing are one position.
    one, other = draft(), draft((*REST, *ROW))
    assert canonical_text(one.state) == canonical_text(other.state)
    assert face_down(draft((), ruleset=replace(DRAFT, draft=False)).state) == 0


@pytest.mark.rule("SCEN-DRAFT-1", "SETUP-3")
def test_chance_reveals_only_hidden_items() -> None:
    match = draft(ROW)
    again = match.refused(make_action(ActionKind.REVEAL, item_id("cyber-suit")))
    assert (again.code, again.refusal.reason.rule) == ("not-face-down", "SCEN-DRAFT-1")
    early = match.refused(make_action(ActionKind.BUY, item_id("cyber-suit")))
    assert early.code == "chance-first"
    late = draft().refused(make_action(ActionKind.REVEAL, item_id("pogo-tank")))
    assert late.code == "not-chance"


@pytest.mark.rule("SCEN-DRAFT-1")
@pytest.mark.parametrize("revealed", [0, 3, 10])
def test_a_position_keeps_the_items_that_are_face_up(revealed: int) -> None:
    match = draft((*ROW, *REST)[:revealed])
    whole = read_line(position_line(match.state)).whole
    assert canonical_text(whole) == canonical_text(match.state)
