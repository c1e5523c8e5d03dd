"""Characters at the screen: exchanged in the store, told apart on the board and in the log.

Seed 3 deals red Skitter (scout), Placebo Joe (medic), Uncle Tripod (gunner) and Auntie Maul
(warrior); blue, who never buys here, passes.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest
from scenes import item_id, store_id
from tui.props import dealt, on_stage

from deathdome.content.catalogs import load_catalog
from deathdome.model.actions import Action, ActionKind, make_action
from deathdome.model.catalog import VACANT
from deathdome.model.decisions import Question
from deathdome.model.events import Bought, Dealt, Equipped, Sold
from deathdome.model.ruleset import EDITION_2018, EDITION_2019, EDITION_2021
from deathdome.rules.observing import observe
from deathdome.stage.screens.page import ReadScreen
from deathdome.stage.text import text_of
from deathdome.text.lineups import stretches
from deathdome.tui.drawing.shop import fits, goods_lines, team_sheet
from deathdome.tui.presenters.board import Marks, as_text, board_picture
from deathdome.tui.presenters.manual import manual_lines
from deathdome.tui.presenters.panel import log_texts, team_lines
from deathdome.tui.presenters.pieces import unit_token
from deathdome.tui.presenters.words import option_words
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.screens.shop import PAGE, ShopScreen
from deathdome.tui.store_interaction import StoreInteraction

if TYPE_CHECKING:
    from tui.props import Stage

    from deathdome.match.referee import Referee
    from deathdome.model.catalog import Character
    from deathdome.model.events import Event
    from deathdome.model.ruleset import Ruleset
    from deathdome.model.state import Setup

WITH_CHARACTERS = replace(EDITION_2021, characters=True)
QUIET = ("human", "quiet")


def opened(ruleset: Ruleset = WITH_CHARACTERS) -> Referee:
    """The match before its first purchase."""
    return dealt(QUIET, seed=3, quick=False, ruleset=ruleset)[0]


def any_key(store: StoreInteraction, rng: Random) -> tuple[Action, ...]:
    """Does what some key does, the likely ones more often; gives what is sent."""
    match rng.choice("mmdeeeessxuta"):
        case "m":
            store.move(rng.choice((-10, -1, 1, 1, 3, 10)))
        case "d":
            store.other_deck(rng.choice((-1, 1)))
        case "e":
            return store.enter() if rng.random() < 0.6 else store.end()
        case "s":
            store.sell()
        case "x":
            store.aside()
        case "u":
            store.undo()
        case "t":
            store.switch()
        case _:
            store.escape()
    return ()


def stall_of(stage: Stage) -> StoreInteraction:
    screen = stage.app.screen
    assert isinstance(screen, ShopScreen)
    return screen.store


def names_of(stage: Stage) -> list[str]:
    """Return the units of the red team in the true state."""
    return [who.name for who in stage.true.setup.units[:4]]


async def to_card(stage: Stage, name: str) -> None:
    """The bar onto a card of the chosen deck, by keys."""
    store = stall_of(stage)
    card = store_id(name)
    steps = store.goods().index(card) - store.row
    pages, rows = divmod(abs(steps), PAGE)
    far, near = ("pagedown", "down") if steps > 0 else ("pageup", "up")
    await stage.press(*[far] * pages, *[near] * rows)
    assert store.under_bar == card


def column(text: str, start: int) -> list[str]:
    """The rows of the screen from that column on."""
    return [row[start:].strip() for row in text.splitlines()]


# -- the store, 2021 -------------------------------------------------------------------------------


@pytest.mark.rule("BUY-15")
async def test_an_exchange_in_one_turn_sale_first_with_undo_and_into_the_first_round() -> None:
    async with on_stage(opened(), QUIET) as stage:
        sheet = column(stage.text, 45)
        assert sheet[2:6] == [
            "@s Skitter         s S1 M7 T0 V4",
            "@p Placebo Joe     m S0 M6 T0 V5",
            "@u Uncle Tripod    g S1 M3 T2 V6",
            "@a Auntie Maul     w S2 M6 T0 V5",
        ]
        await to_card(stage, "whoopee-maul")
        await stage.press("enter")
        assert "Whoopee Maul for Auntie" in stage.text  # the only warrior
        await stage.press("enter")
        assert stage.true.items[3] == (item_id("whoopee-maul"),)

        await stage.press("tab", "down", "down", "down")
        assert "rank 0 warrior, strength 2" in stage.text  # at the left, in full
        assert "house slippers" in stage.text
        await stage.press("enter")
        assert "Auntie Maul: s sells, i reads" in stage.text
        await stage.press("x")
        assert "can't unassign" in stage.text
        await stage.press("s")
        assert "@_ vacant place: buy a character" in stage.text
        assert "unassigned: equip or sell" in stage.text
        words = " ".join(stage.lines("note").split())
        assert "sell Auntie Maul +500k its place is vacant; Whoopee Maul lies aside" in words
        assert "Auntie Maul leaves. Buy a character now." in words
        assert "< characters >" in stage.text
        assert "type S M T V price rank" in stage.text
        assert "Man Shaped Swarm    wgs  2 6 2 6  1.7M   r2" in stage.text
        seen = stall_of(stage).seen
        assert seen is not None
        assert fits(seen, item_id("whoopee-maul")) == "----"
        await stage.press("e")
        assert "has 3 units; buy 1 character" in " ".join(stage.lines("note").split())
        assert "BUY-15" in stage.text
        assert names_of(stage)[3] == "Auntie Maul"  # nothing was sent

        await to_card(stage, "man-shaped-swarm")
        await stage.press("enter")
        words = " ".join(stage.lines("note").split())
        assert "Man Shaped Swarm takes the place" in words
        assert "equip or sell Whoopee Maul" in words
        seen = stall_of(stage).seen
        assert seen is not None
        assert fits(seen, item_id("whoopee-maul")) == "---m"
        assert fits(seen, item_id("unfair-stiletto")) == "s--m"
        assert fits(seen, item_id("apology-rifle")) == "--um"
        assert fits(seen, item_id("suspicious-syringe")) == "-p--"

        await stage.press("u", "u")
        assert not stall_of(stage).staged
        assert not stall_of(stage).follows
        assert "@a Auntie Maul     w S2 M6 T0 V5" in stage.text
        assert "Your order" not in stage.text

        await stage.press("tab", "s")
        await to_card(stage, "man-shaped-swarm")
        await stage.press("enter", "tab", "down", "enter")
        assert "Who gets Whoopee Maul?" in stage.text
        await stage.press("enter")
        assert "Whoopee Maul goes to Man Shaped" in " ".join(stage.text.split())
        await stage.press("e")
        assert names_of(stage)[3] == "Man Shaped Swarm"
        assert stage.true.credits[0] == 500_000
        assert stage.true.items[3] == (item_id("whoopee-maul"),)

        await stage.press("e", "enter")  # pass
        assert isinstance(stage.app.screen, MatchScreen)
        assert len(stage.text.splitlines()) == 24
        texts = log_texts(stage.session.log(), stage.session.view.setup)
        assert "Red is dealt Skitter, Placebo Joe, Uncle Tripod and Auntie Maul." in texts
        bought = "Red buys the Whoopee Maul for Red's Auntie Maul: 300k."
        assert bought in texts  # not for the unit that has her place now
        assert "Red gives the Whoopee Maul to Red's Man Shaped Swarm." in texts
        for token in ("@s", "@p", "@u", "@m", "&d", "&q", "&c", "&f"):
            assert token in stage.text
        await stage.press("p")
        assert "MAN SHAPED SWARM" in stage.lines("rest")
        assert "warrior, gunner, scout: May wa" in stage.lines("rest")
        await stage.press("up", "up", "up", "enter", "e", "enter")
        assert stage.true.space[3] == stage.true.setup.board.grid.parse("j18")
        texts = log_texts(stage.session.log(), stage.session.view.setup)
        assert "Red's Man Shaped Swarm walks from base to j18." in texts
        await stage.press("tab", "tab", "tab")
        assert "@m Man Shaped Swarm 6/6 j18" in " ".join(stage.lines("rest").split())


@pytest.mark.rule("BUY-15")
async def test_an_exchange_in_one_turn_purchase_first() -> None:
    async with on_stage(opened(), QUIET) as stage:
        await stage.press("left")
        await to_card(stage, "sister-percussion")
        await stage.press("enter")
        assert "five characters: sell one" in stage.text
        assert "Sister Percussion is bought. Sell a character now: s." in " ".join(
            stage.lines("note").split()
        )
        assert "a fifth: sell one of the five" in " ".join(stage.lines("note").split())
        await stage.press("e")
        words = " ".join(stage.lines("note").split())
        assert "your team has 5 units; sell a character first (BUY-15)" in words
        await stage.press("s")  # Skitter, under the bar
        words = " ".join(stage.lines("note").split())
        assert "sell Skitter +500k Sister Percussion takes its place" in words
        await stage.press("u", "down", "s", "e")
        assert names_of(stage) == ["Skitter", "Sister Percussion", "Uncle Tripod", "Auntie Maul"]
        assert stage.true.credits[0] == 2_000_000 - 900_000 + 500_000


async def test_a_character_that_only_a_sale_pays_for_says_so() -> None:
    referee = opened()
    async with on_stage(referee, QUIET) as stage:
        stage.true.credits[0] = 500_000
        stage.session.request = referee.request()
        stall_of(stage).request = None
        stage.session.show()
        await stage.pilot.pause()
        await stage.press("left")
        await to_card(stage, "sister-percussion")
        await stage.press("enter")
        words = " ".join(stage.lines("note").split())
        assert "costs 900,000 credits and you have 500,000" in words
        assert words.endswith("Sell a character first: Tab, s.")
        await to_card(stage, "conglamogragon")
        await stage.press("enter")
        assert "Sell a character first" not in " ".join(stage.lines("note").split())


# -- the store, 2018 and 2019 ----------------------------------------------------------------------


@pytest.mark.rule("BUY-13")
@pytest.mark.rule("BUY-14")
async def test_an_exchange_apart() -> None:
    async with on_stage(opened(EDITION_2019), QUIET) as stage:
        await stage.press("tab", "s")
        words = " ".join(stage.lines("note").split())
        assert "Skitter leaves. Buy a character before you pass." in words
        assert "free   r0" in stage.text  # CHAR-4
        await stage.press("e")
        assert stage.true.setup.units[0] == VACANT
        assert "Your team has 3 units." in stage.text
        await stage.press("e")
        words = " ".join(stage.lines("note").split())
        assert "your team has 3 units; buy 1 character first (BUY-13)" in words
        await to_card(stage, "the-wallflower")
        await stage.press("enter", "e")
        assert names_of(stage)[0] == "The Wallflower"
        assert stage.true.credits[0] == 1_400_000

        await to_card(stage, "postal-pete")
        await stage.press("enter")
        assert "Sell a character before you pass: s." in " ".join(stage.lines("note").split())
        await stage.press("e")
        assert stage.true.spare[0] == (store_id("postal-pete"),)
        assert "five characters: sell one" in stage.text
        assert "Postal Pete s S2 M5 T0 V5" in stage.text
        await stage.press("e")
        assert "BUY-14" in stage.text
        await stage.press("tab", "s", "e")  # the bar is on the first of the four
        assert names_of(stage)[0] == "Postal Pete"
        await stage.press("e", "enter")
        assert isinstance(stage.app.screen, MatchScreen)
        texts = log_texts(stage.session.log(), stage.session.view.setup)
        assert "Red sells Skitter for nothing." in texts
        assert "@p" in stage.text


async def test_a_store_without_characters_has_no_deck_of_them() -> None:
    referee, _ = dealt(QUIET, seed=3, quick=False)
    async with on_stage(referee, QUIET) as stage:
        await stage.press("left")
        assert "< equipment >" in stage.text or "characters" not in stage.text
        assert "@w Warrior" in stage.text
        await stage.press("tab")
        assert "You own nothing yet" in stage.text


async def test_i_reads_a_character_for_sale_and_one_of_the_team() -> None:
    async with on_stage(opened(), QUIET) as stage:
        await stage.press("left")
        await to_card(stage, "mister-tuesday")
        await stage.press("i")
        assert isinstance(stage.app.screen, ReadScreen)
        assert "rank 2 scout" in stage.text
        assert "Once per match leaves jail" in " ".join(stage.text.split())
        await stage.press("escape", "tab", "i")
        assert "@s Skitter" in stage.text
        assert "mostly elbows" in stage.text


@pytest.mark.parametrize("ruleset", [EDITION_2019, WITH_CHARACTERS])
@pytest.mark.parametrize("seed", [1, 2])
def test_any_keys_lead_to_four_units_and_rows_that_fit(ruleset: Ruleset, seed: int) -> None:
    rng = Random(seed)
    referee, _ = dealt(("human", "human"), seed=seed, quick=False, ruleset=ruleset)
    stalls = [StoreInteraction(), StoreInteraction()]
    presses = 0
    while (request := referee.request()) is not None and presses < 600:
        if request.question is not Question.PURCHASE:
            break
        store = stalls[request.seat]
        store.ask(request)
        sent: tuple[Action, ...] = ()
        while not sent and presses < 600:
            presses += 1
            sent = any_key(store, rng)
            if rng.random() < 0.1:
                sheet, _ = team_sheet(store, 34)
                goods, _ = goods_lines(store, 43, 22)
                assert max(len(text_of(row)) for row in sheet) <= 34
                assert max(len(text_of(row)) for row in goods) <= 45
        for action in sent:
            referee.answer(action)
    texts = log_texts(referee.visible_events(0, 0), referee.state.setup)
    assert not any("vacant" in text for text in texts)
    if request is not None and request.question is not Question.PURCHASE:
        assert VACANT not in referee.state.setup.units
        assert not any(referee.state.spare)


# -- quick start and the board ---------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", [EDITION_2018, EDITION_2019, WITH_CHARACTERS])
def test_ready_made_baskets_fit_whoever_was_dealt(ruleset: Ruleset) -> None:
    for seed in range(5):
        referee, _ = dealt(("human", "quiet", "quiet", "quiet"), seed=seed, ruleset=ruleset)
        state = referee.state
        decks = state.gear.decks
        assert VACANT not in state.setup.units
        assert not any(state.spare)
        for unit, items in enumerate(state.items):
            assert all(decks[unit] >> item & 1 for item in items)
        assert all(any(state.items[seat * 4 : seat * 4 + 4]) for seat in range(4))


async def test_quick_start_with_characters_opens_on_the_board() -> None:
    names = ("human", "quiet", "quiet", "quiet")
    referee, _ = dealt(names, seed=3, ruleset=WITH_CHARACTERS)
    setup = referee.state.setup
    async with on_stage(referee, names) as stage:
        assert isinstance(stage.app.screen, MatchScreen)
        tokens = [unit_token(setup, unit) for unit in range(16)]
        assert len({token.lower() for token in tokens}) == 16
        seen = stage.session.view
        picture = as_text(seen, board_picture(seen, Marks()))
        assert all(token in picture for token in tokens)
        # Sixteen names find no room at 80x24: two units in a row, as usual.
        assert len(team_lines(seen, names, 33, 17)) == 16
        assert len(team_lines(seen, names, 33)) == 24
        assert all(len(text_of(row)) <= 33 for row in team_lines(seen, names, 33))
        for row in stage.text.splitlines():
            assert len(row) <= 80


# -- words -----------------------------------------------------------------------------------------


def table_of(*names: str) -> Setup:
    """A table whose red team has these characters, by id."""
    setup = opened().state.setup
    people = {who.id: who for who in (*setup.catalog.characters, VACANT)}
    units = [people[name] for name in names]
    return replace(setup, units=(*units, *setup.units[4:]))


@pytest.mark.parametrize(
    ("team", "letters"),
    [
        (("postal-pete", "placebo-joe", "peep-sight-petra", "skitter"), "pjes"),
        (("madame-magma", "mister-tuesday", "man-shaped-swarm", "old-man-hobblerone"), "mtsh"),
        (("the-wallflower", "vacant", "vacant", "the-quiet-tuba"), "w__q"),
    ],
)
def test_units_of_a_team_have_a_letter_each(team: tuple[str, ...], letters: str) -> None:
    setup = table_of(*team)
    assert "".join(unit_token(setup, unit)[1] for unit in range(4)) == letters


def test_a_letter_is_never_the_sign_of_a_point_and_foreign_names_have_numbers() -> None:
    setup = table_of("skitter", "skitter", "skitter", "skitter")
    strange = ("Oo", "[/]", "Ωμέγα", "O")
    units: tuple[Character, ...] = tuple(
        replace(who, name=name, id=f"foreign-{at}")
        for at, (who, name) in enumerate(zip(setup.units[:4], strange, strict=True))
    )
    setup = replace(setup, units=(*units, *setup.units[4:]))
    assert [unit_token(setup, unit) for unit in range(4)] == ["@1", "@2", "@3", "@4"]


def test_the_log_names_who_stood_there_then() -> None:
    catalog = load_catalog()
    place = {who.id: at for at, who in enumerate(catalog.characters)}
    team = ("skitter", "placebo-joe", "uncle-tripod", "auntie-maul")
    events: list[Event] = [
        *(Dealt(unit, place[name]) for unit, name in enumerate(team)),
        Equipped(0, item_id("whoopee-maul"), 3),
        Bought(0, store_id("madame-magma"), 1_700_000),
        Sold(0, store_id("auntie-maul")),
        Equipped(0, item_id("whoopee-maul"), 3),
        Sold(0, store_id("skitter")),
        Bought(0, store_id("postal-pete"), 500_000),
        Equipped(0, item_id("whoopee-maul"), 0),
    ]
    setup = table_of("postal-pete", "placebo-joe", "uncle-tripod", "madame-magma")
    texts = log_texts(events, setup)
    given = [text for text in texts if text.startswith("Red gives")]
    assert [text.rsplit(" to ")[1] for text in given] == [
        "Red's Auntie Maul.",
        "Red's Madame Magma.",
        "Red's Postal Pete.",
    ]
    assert log_texts(events, setup, 7) == texts[len(texts) - 4 :]
    last = stretches(events, setup)[-1].setup.units[:4]
    assert last == setup.units[:4]


def test_every_step_of_the_store_has_words() -> None:
    seen = observe(opened().state, 0)
    assert option_words(make_action(ActionKind.DEAL, 0), seen) == "deal Brother Mallet"
    asked = opened().asked
    assert asked is not None
    words = {option_words(action, seen) for action in asked.options}
    assert {"buy Sister Percussion", "buy Grudge Axe"} <= words
    assert any(text.startswith("sell ") for text in words)


def test_the_help_sheet_tells_how_characters_are_exchanged() -> None:
    for ruleset, words in (
        (WITH_CHARACTERS, "within one purchasing turn"),
        (EDITION_2019, "pass with four"),
    ):
        text = " ".join(text_of(manual_lines(80, 6, 1, ruleset)).split())
        assert words in text
    assert "characters" not in text_of(manual_lines(80, 6, 1, EDITION_2021))
