"""A seat's knowledge: hands and the order of the deck are secret, all else is public."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

import fuzz
import pytest
from scenes import Match, card_id, scene

from deathdome.model.decisions import Question
from deathdome.model.events import Bought, Drew, Hidden, for_seat
from deathdome.model.frames import ReactionWindow
from deathdome.model.vocabulary import Trigger
from deathdome.rules.engine import decision
from deathdome.rules.observing import determinize, observe

if TYPE_CHECKING:
    from deathdome.model.observation import Observation
    from deathdome.model.state import State


def midway() -> Match:
    """A position with something of everything in it."""
    return scene(
        seats=3,
        units={"red warrior": "d15", "blue gunner": "e15", "green medic": "jail nw"},
        items={"red warrior": ["rusty-chainsaw"], "blue gunner": ["cyber-suit"]},
        hands={
            "red": ["crowd-roar", "loud-noise"],
            "blue": ["elbow-grease", "jail-riot", "encore"],
            "green": ["hyper-cube"],
        },
        discard=["loose-change"],
        points={"h17": "blue"},
        tokens={"beehive": ("h17", "blue")},
        shells={"blue": 2},
        wounds={"blue gunner": 1},
        active="red warrior",
    )


@pytest.mark.rule("AMB-38")
def test_a_seat_sees_its_own_cards_and_only_the_number_of_the_others() -> None:
    match = midway()
    seen = observe(match.state, 0)
    assert seen.hand == tuple(sorted((card_id("crowd-roar"), card_id("loud-noise"))))
    assert seen.hand_sizes == (2, 3, 1)
    assert seen.deck_size == 70 - 6 - 1
    assert card_id("jail-riot") not in seen.hand
    assert card_id("jail-riot") in observe(match.state, 1).hand


@pytest.mark.rule("AMB-38")
def test_everything_on_the_table_is_public() -> None:
    state = midway().state
    for seat in range(3):
        seen = observe(state, seat)
        assert seen.space == tuple(state.space)
        assert seen.items == tuple(state.items)
        assert seen.credits == tuple(state.credits)
        assert seen.shells == tuple(state.shells) == (0, 2, 0)
        assert seen.discard == tuple(state.discard)
        assert seen.owners == tuple(state.owners)
        assert seen.store == state.store
        assert seen.tokens == state.tokens


@pytest.mark.rule("AMB-38")
def test_cards_that_a_seat_cannot_see_make_no_difference_to_it() -> None:
    match = midway()
    rng = Random(5)
    for seat in range(3):
        seen = observe(match.state, seat)
        others = [fuzz.reshuffled(match.state, seat, rng) for _ in range(20)]
        assert any(other.hands != match.state.hands for other in others)
        assert all(observe(other, seat) == seen for other in others)


@pytest.mark.rule("AMB-38")
def test_an_own_card_more_makes_a_difference() -> None:
    match = midway()
    seen = observe(match.state, 0)
    match.state.hands[0] = match.state.hands[0][:1]
    assert observe(match.state, 0) != seen


@pytest.mark.rule("AMB-38")
def test_an_imagined_position_fits_what_was_seen_and_is_asked_the_same() -> None:
    match = midway()
    seen = observe(match.state, 0)
    dealt = set()
    for seed in range(20):
        imagined = determinize(seen, Random(seed))
        assert observe(imagined, 0) == seen
        assert decision(imagined) == decision(match.state)
        assert [len(hand) for hand in imagined.hands] == [2, 3, 1]
        dealt.add(imagined.hands[1])
    assert len(dealt) > 1


@pytest.mark.rule("AMB-38", "CARD-10")
def test_cards_lying_in_an_attack_are_not_imagined_a_second_time() -> None:
    match = midway().attack("blue gunner", "rusty-chainsaw").lay("crowd-roar").commit()
    assert match.asked_team == "blue"
    for seed in range(10):
        imagined = determinize(observe(match.state, 1), Random(seed))
        whole = [a + b for a, b in zip(imagined.deck, imagined.discard, strict=True)]
        for hand in imagined.hands:
            for card in hand:
                whole[card] += 1
        whole[card_id("crowd-roar")] += 1
        assert whole == [card.copies for card in match.state.setup.catalog.power_cards]


@pytest.mark.rule("AMB-38")
def test_the_others_are_not_told_which_card_was_drawn() -> None:
    drew = Drew(1, card_id("hyper-cube"))
    assert for_seat(drew, 1) == drew
    assert for_seat(drew, 0) == for_seat(drew, 2) == Drew(1, -1)
    bought = Bought(1, 3, 100_000)
    assert for_seat(bought, 0) == bought


@dataclass(frozen=True)
class Whispered:
    """A new kind of event, for which no form has been written."""

    seat: int
    card: int


@pytest.mark.rule("AMB-38")
def test_a_new_kind_of_event_shows_nothing_to_other_seats() -> None:
    whispered: Any = Whispered(1, 7)
    assert for_seat(whispered, 1) == whispered
    assert for_seat(whispered, 0) == for_seat(whispered, 2) == Hidden()


@pytest.mark.rule("AMB-38")
def test_nobody_else_is_told_that_a_team_thinks_about_a_reaction() -> None:
    def scene_with(card: str) -> Match:
        return scene(
            seats=3,
            units={"red warrior": "d15", "blue gunner": "e15"},
            hands={"blue": [card, "loose-change"], "red": ["loose-change"]},
            active="red warrior",
        )

    match = scene_with("ricochet-clause").attack("blue gunner").commit().commit()
    assert match.asks(Question.REACTION)
    assert observe(match.state, 1).question is Question.REACTION
    assert observe(match.state, 0).question is None
    bystander = observe(match.state, 2)
    assert bystander.question is None
    assert observe(determinize(bystander, Random(1)), 2) == bystander


@pytest.mark.rule("AMB-38")
@pytest.mark.parametrize("seed", range(12))
def test_secrets_stay_secret_and_what_is_imagined_fits_in_a_brawl(seed: int) -> None:
    assert fuzz.brawl_to_the_end(seed, secrets=0.25)[2] == ""


@pytest.mark.rule("AMB-38", "CARD-10")
@pytest.mark.parametrize(
    ("spoil", "noticed"),
    [("a card twice", "copies of"), ("a hand too long", "see something else")],
)
def test_the_brawl_notices_when_what_is_imagined_does_not_fit(
    spoil: str, noticed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(seen: Observation, rng: Random) -> State:
        imagined = determinize(seen, rng)
        first, second = [card for card, copies in enumerate(imagined.deck) if copies][:2]
        imagined.deck[first] -= 1
        if spoil == "a card twice":
            imagined.deck[second] += 1
        else:
            other = (seen.seat + 1) % seen.setup.seats
            imagined.hands[other] = tuple(sorted((*imagined.hands[other], first)))
        return imagined

    monkeypatch.setattr(fuzz, "determinize", careless)
    with pytest.raises(fuzz.LawBroken, match=noticed):
        fuzz.check_secrets(midway().state, Random(1))


RED, BLUE = "red warrior", "blue gunner"


@pytest.mark.rule("AMB-38")
def test_a_bystander_does_not_see_who_thinks_about_a_reaction() -> None:
    match = scene(
        seats=3,
        units={RED: "d15", BLUE: "e15"},
        hands={"blue": ["ricochet-clause"]},
        active=RED,
    )
    match.attack(BLUE).commit_all()
    assert match.question is Question.REACTION
    for seat, known in ((0, ()), (1, (1, 2, 0)), (2, ())):
        top = observe(match.state, seat).stack[-1]
        assert isinstance(top, ReactionWindow)
        assert top.seats == known


@pytest.mark.rule("AMB-38")
def test_a_view_that_hides_a_reaction_has_no_open_question() -> None:
    match = scene(units={"red warrior": "d15", "blue scout": "e15"}, active="red warrior")
    window = ReactionWindow(Trigger.DIED, (match.unit("blue scout"),), source=0)
    match.state.stack = (*match.state.stack, window)
    assert decision(match.state) is None
