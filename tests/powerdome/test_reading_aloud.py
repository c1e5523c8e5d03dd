"""Laws of the language: the log, sentences and captions of whole games, read as English."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import pytest
from powerdome.auditing import play
from powerdome.tables import tome

from deathdome.cli.powerdome_games import new_table
from deathdome.powerdome.bots.choice import MILLI, Option, term
from deathdome.powerdome.model import events as say
from deathdome.powerdome.model.answers import Discards
from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.model.naming import character_names
from deathdome.powerdome.play.drafts import Oddity
from deathdome.powerdome.play.host import Think
from deathdome.powerdome.text.events import Narrator
from deathdome.powerdome.text.log_lines import log_lines
from deathdome.powerdome.text.persons import plural
from deathdome.powerdome.text.reasons import hundredths, rounded
from deathdome.powerdome.text.settings import SETTINGS
from deathdome.powerdome.text.slips import slip_text
from deathdome.powerdome.text.tome import search

if TYPE_CHECKING:
    from deathdome.powerdome.model.state import State

_ENDS_IN_S = {"pass", "as", "is"}  # "attacks you as well", "his attack on you is lost"


class Game(NamedTuple):
    """A game with its events, and the names in it."""

    state: State
    events: list[say.Event]
    names: list[str]


@cache
def games() -> list[Game]:
    """Return games of bots, and games by random answers, which do odder things."""
    found = []
    for seed in range(10):
        seats = 2 + seed % 5
        host = new_table(",".join(["easy"] * seats), None, seed, {}, None, ()).host()
        while isinstance(need := host.need, Think):
            host.take(need.work())
        found.append(_game(host.state, host.heard(ABSENT)))
    for seed in range(10):
        played = play(seed, probes=0)
        found.append(_game(played.final, played.events))
    return found


def _game(state: State, events: list[say.Event]) -> Game:
    return Game(state, events, character_names(state.now, state.seats))


def told(game: Game, you: int = ABSENT, setting: str = "arena") -> list[str]:
    """Return the log and every sentence of a game, without what players wrote themselves."""
    narrator = Narrator(game.state.now.tome, game.names, you)
    written = (say.Captioned, say.Introduced, say.Offered, say.Traded)
    events = [one for one in game.events if not isinstance(one, written)]
    lines = [line.text for line in log_lines(events, narrator, SETTINGS[setting])]
    return [*lines, *map(narrator.sentence, events)]


def test_no_word_comes_twice_in_a_row() -> None:
    for game in games():
        for text in told(game):
            assert not re.search(r"\b([A-Za-z]{2,})\b[:,]? \1\b", text), text
            assert not re.search(r"\b(\w+)(?: \d+)?, an? \1\b", text), text


def test_every_sentence_begins_and_ends_like_one() -> None:
    for game in games():
        narrator = Narrator(game.state.now.tome, game.names)
        for event in game.events:
            text = narrator.sentence(event)
            assert text[0].isupper() or text.startswith(tuple(game.names)), text
            assert re.search(r'[.!?]"?$', text), text
            assert not re.search(r"[.!?]\.$|  | ,|\(\)|None", text), text


@pytest.mark.parametrize("setting", SETTINGS)
def test_the_reader_is_you_and_verbs_agree(setting: str) -> None:
    for game in games():
        for you, name in enumerate(game.state.seats):
            for text in told(game, you, setting):
                without = text
                for power in game.state.now.tome.powers:
                    without = without.replace(power.name, "it")
                assert not re.search(rf"\b{re.escape(name)}\b(?! \d)", without), text
                for verb in re.findall(r"\b[Yy]ou ([a-z]+)", without):
                    assert not verb.endswith("s") or verb in _ENDS_IN_S, text
                assert not re.search(r"\b[Yy]ou's|^you\b|(?<![.\"] )(?<!^)\bYou\b", without), text


def test_verbs_follow_you() -> None:
    ours = "are have die pass go strike answer name bid decline choke endure"
    verbs = "is has dies passes goes strikes answers names bids declines chokes endures"
    assert [*map(plural, verbs.split())] == ours.split()
    assert plural("is carried out") == "are carried out"


def test_no_two_players_say_the_same_in_a_game_and_none_plays_the_same_character() -> None:
    for game in games()[:10]:
        lines = [one.text for one in game.events if isinstance(one, say.Captioned)]
        assert lines
        assert len(set(lines)) == len(lines)
        characters = [one.persona.name for one in game.events if isinstance(one, say.Introduced)]
        assert len(set(characters)) == len(game.state.seats)
        for seat, character in zip(game.state.seats, characters, strict=True):
            others = set(game.state.seats) - {seat}
            assert not others & set(character.split())


def test_the_same_deal_of_the_same_two_players_is_one_deal() -> None:
    judged = [
        one.deals for game in games() for one in game.events if isinstance(one, say.DealsJudged)
    ]
    assert judged
    for deals in judged:
        terms = [
            (frozenset(one.partners), one.proposal.kind, one.proposal.against) for one in deals
        ]
        assert len(set(terms)) == len(terms)


def test_two_who_propose_the_same_to_each_other_are_both_told_of_it() -> None:
    mutual = 0
    for game in games():
        for first, second in pairwise(one for one in game.events if isinstance(one, say.Agreed)):
            same = (first.seat, first.proposal.to) == (second.proposal.to, second.seat)
            mutual += same and first.accepted and second.accepted
    assert mutual  # the law above is about something


def test_terms_add_up_as_they_are_printed() -> None:
    dice = Random(5)
    for _ in range(2000):
        terms = tuple(
            term("worth", dice.uniform(-3, 3) * dice.choice((0.001, 1)))
            for _ in range(dice.randint(0, 9))
        )
        option = Option(Discards(), terms)
        shown, total = rounded(option)
        printed = [hundredths(n) for _, n in shown]
        assert round(100 * sum(map(float, printed))) == round(100 * float(hundredths(total)))
        assert abs(total / 100 - option.total / MILLI) <= 0.005001
        assert all(abs(n / 100 - one.amount / MILLI) <= 0.01 for one, n in shown)
        assert not {"+0.00", "-0.00"} & {*printed, hundredths(total)}


def test_a_power_in_a_list_does_not_say_its_kind_twice() -> None:
    from deathdome.powerdome.plain.table import power_text

    for power in search(tome(), ""):
        assert not re.search(r"\b(\w{2,})\)?[:.,]? \1\b", power_text(power), re.IGNORECASE)


def test_slips_speak_to_the_player() -> None:
    view = games()[0].state
    assert slip_text(view, 0, Oddity("empty", 0)) == "You spend nothing."
    assert slip_text(view, 0, Oddity("left", 0, n=7)) == "You keep 7 points in reserve."
