"""`outfit` in plain mode: listed, bought item by item, refused with a way out."""

from __future__ import annotations

from plain.console import Console, Last
from program import answered
from scenes import scene

from deathdome.cli.sessions import new_referee
from deathdome.content.outfits import outfit_plans


def typed(*script: str) -> Console:
    referee = new_referee(["human", "random"], 2, None, "plaza", quick=False)
    return Console(referee.state, script, managers={1: Last})


def test_an_outfit_is_bought_in_one_line_a_turn() -> None:
    plan = outfit_plans()[1]
    console = typed(*["outfit close"] * len(plan.places))
    state = console.referee.state
    items = state.setup.catalog.items
    first = 4 * next(seat for seat, _ in console.referee.journal if not _is_manager(console, seat))
    owned = {items[card].id for held in state.items[first : first + 4] for card in held}
    assert {place.cards[0] for place in plan.places} <= owned


def _is_manager(console: Console, seat: int) -> bool:
    return console.host.names[seat] != "human"


def test_outfit_alone_lists_all_with_their_next_item() -> None:
    said = " ".join(typed("outfit").after("outfit").split())
    for plan in outfit_plans():
        assert f"{plan.id}: {plan.about}. Next: " in said


def test_an_unknown_outfit_is_refused_with_those_that_exist() -> None:
    said = " ".join(typed("outfit sneaky").after("outfit sneaky").split())
    assert 'No outfit "sneaky". It can be balanced, close and ranged.' in said


def test_outside_the_store_outfit_says_that_it_is_closed() -> None:
    for words in ("outfit", "outfit close"):
        said = Console(scene().state, [words], managers={1: Last}).after(words)
        assert "The store is closed for the rest of the match" in " ".join(said.split())


def test_the_roll_is_one_sentence() -> None:
    done = answered("play", "--plain", "--seats", "human,random", "--seed", "4")
    text = " ".join(done.stdout.split())
    assert "You roll 10, Blue rolls 10, you roll 10, Blue rolls 12. Blue begins." in text
    assert "Red rolls" not in text
