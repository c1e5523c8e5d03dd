"""Every command once and more, refusals, and every kind of question answered."""

from __future__ import annotations

import re
from dataclasses import replace
from time import sleep
from typing import TYPE_CHECKING

import pytest
from plain.console import PROMPT, Console, Last
from question_scenes import SCENES
from scenes import scene

from deathdome.cli.sessions import new_referee
from deathdome.cli.values import ruleset_of
from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.match.protocol import Alternative, Reply
from deathdome.model.actions import END_TURN, ActionKind, make_action
from deathdome.model.decisions import Question
from deathdome.model.identifiers import unit_text
from deathdome.model.notation import action_text, parse_action
from deathdome.model.ruleset import EDITION_2021
from deathdome.odds.attack_odds import undeclared_attack
from deathdome.plain.commands import COMMANDS, DOING
from deathdome.plain.console import PlainSettings
from deathdome.rules.analysis import open_attack
from deathdome.rules.observing import observe
from deathdome.rules.setup import new_game
from deathdome.stage.text import text_of
from deathdome.text.phrases.commands import GROUPS
from deathdome.tui.presenters.odds import odds_details

if TYPE_CHECKING:
    from collections.abc import Callable

    from scenes import Match

    from deathdome.match.protocol import Request


def melee() -> Match:
    return scene(
        units={
            "red warrior": "e4",
            "red scout": "f2",
            "blue gunner": "e3",
            "blue medic": "jail nw",
        },
        items={"red warrior": ["rusty-chainsaw"], "blue gunner": ["apology-rifle"]},
        hands={"red": ["crowd-roar", "pressured"], "blue": ["loud-noise"]},
        points={"d8": "blue"},
        tokens={"beehive": ("d8", "blue")},
        active="red warrior",
    )


def melee_of_round(number: int) -> Match:
    match = melee()
    match.state.round = number
    return match


def declared() -> Match:
    """Red has declared an attack that Blue would rather know the odds of."""
    match = scene(
        units={"red warrior": "e4", "blue gunner": "e3"},
        hands={"red": ["crowd-roar", "loud-noise"], "blue": ["ricochet-clause", "elbow-grease"]},
        active="red warrior",
    )
    match.attack("blue gunner")
    match.lay("loud-noise")
    return match.commit()


def typed(*script: str, match: Match | None = None) -> Console:
    """A script of Red, which has a person; the others are the quietest there are."""
    state = (match or melee()).state
    managers = dict.fromkeys(range(1, state.setup.seats), Last)
    return Console(state, script, managers=managers, seed=4)


SAYS = {
    "question": "What does Red's Warrior do",
    "options": "attack blue.gunner with rusty-chainsaw: attack Blue's Gunner",
    "options attack": "with a punch",
    "options f4": "walk f4",
    "look": "Blue's control points: d8.",
    "units": "Red's Warrior on e4, 5 of 5 vitae, strength 2, movement 5, toughness 1; has Rusty",
    "units blue": "Blue's Medic in the north-west jail",
    "unit": "Rusty Chainsaw, rusty-chainsaw, warrior deck, ",
    "unit blue gunner": "Apology Rifle, apology-rifle, gunner deck",
    "foes": "Blue's Gunner on e3, 6 of 6 vitae",
    "foes scout": "has Apology Rifle; 1 space from Red's Scout, in sight",
    "near": "Blue's Gunner on e3, 1 space.",
    "near d8": "Space d8: Blue's control point, Blue's Beehive.",
    "near red.scout": "Space f2: free control point.",
    "points": "Free control points: f2 (Red's Scout is there)",
    "jails": "North-west jail: Blue's Medic; opened on ",
    "reach": "Red's Warrior on e4 has 5 steps.",
    "reach red.scout": "1 step: ",
    "reach blue.gunner": "Blue's Gunner on e3 has ",
    "targets": "Blue's Gunner without more cards: 3 against 1, 2 wounds, 4 vitae left.",
    "targets from e2": "Red's Warrior from e2: attack blue.gunner with rusty-chainsaw.",
    "targets red.scout from k5": "No enemy is in range and sight of Red's Scout from k5.",
    "threat": "Blue's Gunner on e3 could hit e4 with Apology Rifle without a walk.",
    "threat k5": "could hit k5 with Apology Rifle after ",
    "threat base": "base can't be attacked.",
    "odds attack blue.gunner with rusty-chainsaw": "own strength 2, weapon 1, together 3",
    "odds red.scout attack blue.gunner": "can't",
    "odds e3": "2 attacks on Blue's Gunner on e3;",
    "odds blue.gunner": "If Blue plays every card, Blue's Gunner: dies 0%, hurt 19%,",
    "odds e4": "No enemy stands on e4;",
    "odds attack blue.gunner from e2": "distance 1 space, range 1.",
    "odds attack blue.gunner from k5": "You can't make that attack from k5.",
    "hands": "Blue holds 1 card: 2.8 in all on average",
    "why q8": "(MOVE-1). Nearest",
    "why e3": "(MOVE-",
    "why blue.gunner": "You can do that now: attack blue.gunner",
    "why blue.medic": "is in the north-west jail (ATTACK-9). Instead: attack Blue's Gunner",
    "why red.scout": "end the open unit phase first (PHASE-4)",
    "why crowd-roar": "it has a value and no ability (CARD-3)",
    "why cyber-suit": "(BUY-1)",
    "why walk a1": "can't walk to a1",
    "why attack blue gunner": "You can do that now",
    "why red.scout walk e2": "end the open unit phase first",
    "hand": "Crowd Roar, crowd-roar, value 4.",
    "card rusty": "Rusty Chainsaw, rusty-chainsaw, warrior deck, ",
    "card red-warrior-of-old": "No card",
    "store": "The store is closed for the rest of the match. Red has",
    "store armor": "cyber-suit: 500k, armor, +3 toughness. ",
    "store armor by price": "15 cards. cardboard-cuirass: 200k",
    "store heal by strength": "triage-cannon: 700k",
    "store by price": '58 more. "store by price all" lists them',
    "store by price all": "78 cards.",
    "store by weight": "It can be price, name and strength.",
    "fit cyber-suit": "Red's Warrior: toughness 1 becomes 4. Red's Gunner: toughness 1 becomes 4.",
    "fit nap hammer": "Red's Gunner, Red's Scout and Red's Medic can't carry it: it is for a",
    "fit": "What card?",
    "compare nap-hammer, whoopee maul": "300k less, weapon strength -1.",
    "compare nap-hammer": "Compare which two?",
    "bought": "Blue's Gunner: Apology Rifle (",
    "aim e3": "Red's Warrior on e4 to e3: 1 space, in sight. Rusty Chainsaw, range 1: in range.",
    "aim red.scout k9": "out of sight: wall on i6. Punch, range 1: too far.",
    "aim blue.medic k9": "in the north-west jail, so it has no target",
    "history": "No round is over yet.",
    "recap": "Nothing has happened since",
    "log beehive": "Nothing has happened yet.",
    "store armour": 'Did you mean "armor"?',
    "rule PUSH-3": "PUSH-3, Push back: ",
    "rule push": "rules: PUSH-1, ",
    "payout": "Blue gets 100k: no towers, 1 floor point for 100k, no beetle shells; 1",
    "log": "Nothing has happened yet.",
    "last": "Nothing has happened since",
    "season": "This is a single match",
    "seats": "blue: manager.",
    "seed": "Seed 4",
    "hint": "Warrior: attack Blue's Gunner",
    "reasons": "No manager has made a public decision yet",
    "reasons 7": "No manager has made a public decision yet",
    "coach": "The coach reviews finished matches; during a match type hint",
    "coach x": '"coach 1" for the first position',
    "reasons x": "How many decisions back?",
    "help": "Looking ahead: reach, targets, aim, threat, odds,",
    "help odds": "odds [SPACE or UNIT or ATTACK]: gives the exact odds of an attack.",
    "help undo": "undo [NUMBER]: undoes actions",
    "help all": "fit CARD: shows what a card would do for each of your units.",
    "help odsd": 'Did you mean "odds"?',
    "undo": "Can't undo: nothing to undo yet.",
    "redo": "Nothing to redo",
    "outfit": "The store is closed for the rest of the match",
    "continue": "You have no other unfinished match",
    "rematch": "You can play a rematch once the match is over",
    "position": "shows every hand",
    "copy": "DD1 red edition=2021 board=waspworth",
    "copy match": "shows every hand, so you can copy it once the match is over",
    "quit": "You left the match (seed 4).",
}


def test_every_command_is_tried() -> None:
    assert {line.split()[0] for line in SAYS} == {*COMMANDS, *DOING}
    named = [word for words in GROUPS.values() for word in words]
    assert sorted(named) == sorted({*COMMANDS, *DOING})


def test_every_command_says_what_it_should() -> None:
    console = typed(*SAYS)
    for line, wanted in SAYS.items():
        assert wanted in " ".join(console.after(line).split()), (line, console.after(line))
    assert console.referee.journal == []


def test_a_hint_goes_a_step_further_each_time_and_is_counted_once() -> None:
    console = typed("hint", "hint", "hint", "hint")
    said = " ".join(console.text.split())
    assert said.count("Type: ") == 4
    assert said.count("If Blue plays every card") == 3  # the whole plan, and once more
    assert said.count('Type "hint" again for more.') == 1
    assert console.host.hints.taken == {0: 1}


@pytest.mark.parametrize("attacks", [False, True])
def test_what_a_hint_names_can_be_typed_as_it_stands(*, attacks: bool) -> None:
    def match() -> Match:
        opened = scene(
            units={"red warrior": "e4", "red scout": "f3", "blue gunner": "e3"},
            items={"red warrior": ["rusty-chainsaw"]},
            hands={"red": ["crowd-roar", "sponsors-darling"], "blue": ["encore"]},
            active="red warrior" if attacks else None,
        )
        return opened.attack("blue gunner", "rusty-chainsaw") if attacks else opened

    text = typed("hint", "hint", match=match()).text.replace("\n", " ")
    acts = " ".join(re.split(r'Type "hint" again|red>', text.rpartition("Type: ")[2])[0].split())
    assert "; " in acts
    console = typed(acts, match=match())
    setup = console.referee.state.setup
    done = "; ".join(action_text(setup, action, seat) for seat, action in console.referee.journal)
    assert done.startswith(acts)
    assert "Not done" not in console.text


class Reasoned(Last):
    """Ends its turns, or gives the last answer there is, with reasons."""

    def decide(self, request: Request) -> Reply:
        walk = Alternative((make_action(ActionKind.ACTIVATE, 4),), (("danger", -900),))
        why = (("point", 100_000), ("cards spent", -12_345), ("danger", -7_000))
        action = END_TURN if END_TURN in request.options else request.options[-1]
        return Reply(action, 1, why, walk)


def test_reasons_are_public_facts_until_the_match_is_over() -> None:
    units = {"red scout": "d7", "blue gunner": "r5"}
    first = scene(units=units, rounds=2)
    running = Console(first.state, ["end turn", "reasons"], managers={1: Reasoned})
    said = " ".join(running.after("reasons").split())
    assert "Blue (manager), round 1: End the turn. From the board alone +100k: point +100k." in said
    assert "appear after the match" in said
    assert not {"-10k", "Next best:", "Chance"} & set(said.split())
    last = scene(units=units, rounds=1)
    over = Console(last.state, ["end turn", "reasons", "reasons 1"], managers={1: Reasoned})
    said = " ".join(over.after("reasons").split())
    assert "Worth +80k: point +100k, cards spent -10k and more danger -10k." in said
    assert "Next best: Blue's Warrior: stay here." in said
    assert "It gave itself a " in said
    assert "There is 1 decision to explain." in over.text


@pytest.mark.parametrize("match", [melee(), scene(), scene(active="red medic", seats=4)])
def test_no_command_fails_whatever_stands_behind_it(match: Match) -> None:
    tails = ["", "x", "red.warrior", "k5", "base", "7", "attack blue.gunner", "walk"]
    tails += ["\x1b[31m", ".", "9" * 50, "red.", "#"]
    script = [f"{word} {tail}" for word in COMMANDS for tail in tails]
    people = typed(*script, match=match)
    assert len(PROMPT.findall(people.text)) == len(script) + 1


def test_no_command_fails_in_the_store() -> None:
    referee = new_referee(["human", "human"], 1, None, "waspworth", quick=False)
    script = ["", *COMMANDS, "why attack blue.gunner", "odds attack blue.gunner", "near k5"]
    console = Console(referee.state, script)
    assert "What do you" in console.text
    assert "Not now" not in console.text


def test_numbers_and_notation_and_several_on_a_line() -> None:
    console = typed("options f4", "# a remark", "Walk  F4 ; stop; undo 2; redo; points")
    number = re.findall(r"(\d+)\. walk f4", console.text)
    assert [text for _, text in answers(console)] == ["walk f4"]
    assert "Blue's control points" in console.text
    console = typed("options f4", f"{number[0]}; stop")
    assert "Chosen: walk f4." in console.text
    assert [text for _, text in answers(console)] == ["walk f4", "stop"]


def test_several_answers_are_given_and_taken_back_and_given_again() -> None:
    console = typed("walk f4; walk g4", "undo", "undo", "redo", "redo", "walk h4", "redo")
    assert "Red's Warrior walks from e4 to f4." in console.text
    assert "Undone: walk g4." in console.after("undo")
    assert console.text.count("Redone: walk") == 2
    assert "Nothing to redo." in console.text
    assert [text for _, text in answers(console)] == ["walk f4", "walk g4", "walk h4"]


def answers(console: Console) -> list[tuple[int, str]]:
    setup = console.referee.state.setup
    return [(seat, action_text(setup, action, seat)) for seat, action in console.referee.journal]


def test_what_has_come_to_light_is_not_taken_back() -> None:
    console = typed("attack blue.gunner with rusty-chainsaw", "undo", "lay crowd-roar", "undo")
    assert "Can't undo: an attack was declared." in console.text
    assert "Undone: lay crowd-roar." in console.text


def test_a_number_counts_only_for_the_question_it_was_listed_for() -> None:
    console = typed("1", "options", "999", "0", "walk f4", "1")
    assert "is not in a list yet" in console.after("1")
    assert "There is no answer 999: the answers are 1 to " in console.text
    assert [text for _, text in answers(console)] == ["walk f4"]


def test_a_unit_is_activated_by_its_number_without_a_list() -> None:
    console = typed("2", match=scene())
    assert "Chosen: activate red.gunner." in console.text
    assert answers(console) == [(0, "activate red.gunner")]
    console = typed("9", match=scene())
    assert "is not in a list yet" in console.after("9")


def test_items_for_jails_are_of_no_use_without_one() -> None:
    referee = new_referee(["human", "human"], 1, None, "dual", quick=False)
    script = [
        "",
        "store equipment all",
        "fit bribed-bailiff",
        "options bailiff",
        "store fitting all",
    ]
    console = Console(referee.state, script)
    for line in ("store equipment all", "fit bribed-bailiff", "options bailiff"):
        said = " ".join(console.after(line).split())
        assert "of no use on this board" in said, line
    assert console.text.count("of no use") < 12  # of few items
    assert "bribed-bailiff" not in console.after("store fitting all")


def test_a_pass_is_named_once() -> None:
    referee = new_referee(["human", "human"], 1, None, "waspworth", quick=False)
    said = Console(referee.state, ["", "options pass"]).after("options pass")
    assert ". pass: stop buying and selling for this match." in said


def test_a_refusal_has_its_rule_its_numbers_and_what_would_do() -> None:
    console = typed("walk a1; stop", "attack red.scout", "capture", "buy rusty-chainsaw")
    said = " ".join(console.after("walk a1; stop").split())
    assert re.search(r"^You can't walk to a1: .*\([A-Z]+-\d+\)\. ", said)
    assert 'Nearest: c2. Type "walk c2".' in said
    assert "Not done, because of that: stop." in said
    assert "(ATTACK-3)" in console.after("attack red.scout")
    assert "(CAPTURE-1)" in console.after("capture")
    assert console.referee.journal == []


@pytest.mark.parametrize(
    ("typo", "meant"),
    [
        ("optoins", "options"),
        ("wlak k5", "walk"),
        ("shoot blue.gunner", "attack"),
        ("walk k555", "k"),
        ("attack blue.guner", "blue.gunner"),
        ("attack blue.gunner with rusty-chainsow", "rusty-chainsaw"),
        ("unit red.waror", "red.warrior"),
        ("card rusty-chainsow", "rusty-chainsaw"),
        ("options atack", "attack"),
        ("units bleu", "blue"),
        ("rule PUHS", "PUSH"),
    ],
)
def test_what_is_misspelt_is_answered_with_the_nearest(typo: str, meant: str) -> None:
    said = " ".join(typed(typo).after(typo).split())
    assert meant in said.replace(typo, "")


def test_what_is_far_too_long_is_refused_without_being_repeated() -> None:
    endless = "a" * 300_000
    console = typed(endless, f"walk {endless}", f"log {endless}", "walk a1; " * 200)
    said = " ".join(console.text.split())
    refused = re.findall(r'"[^"]*\.\." is too long: [^.]*400 characters', said)
    assert len(refused) == 3
    assert max(map(len, refused)) < 140
    (dropped,) = re.findall(r"Not done, because of that: walk a1; .*?\.\.", said)
    assert len(dropped) < 260


def test_odds_before_and_in_the_card_step() -> None:
    attack = "attack blue.gunner with rusty-chainsaw"
    cards = "odds lay crowd-roar, pressured"
    console = typed(f"odds {attack}", attack, "odds", cards, "odds lay crowd-roar, crowd-roar")
    first = " ".join(console.after(f"odds {attack}").split())
    assert "own strength 2, weapon 1, together 3; distance 1 space, range 1." in first
    assert "3 against 1, 2 wounds, 4 vitae left." in first
    assert "dies 0%, hurt 19%, unhurt 81%." in first
    assert "Exact for Blue: all 68 hands of 1 from 68 unseen cards." in first
    assert " ".join(console.after("odds").split()).startswith(first)  # nothing new is known yet
    laid = " ".join(console.after(cards).split())
    assert "cards 5, together 8" in laid
    assert "8 against 1, 7 wounds, dies." in laid
    assert "hand has fewer of these" in console.after("odds lay crowd-roar, crowd-roar")


@pytest.mark.parametrize("make", [melee, declared], ids=["before", "before the defence"])
def test_odds_are_those_of_the_panel(make: Callable[[], Match]) -> None:
    match = make()
    seen = observe(match.state, match.asked.seat, match.asked)
    frame = open_attack(seen)
    words = "odds"
    if frame is None:
        words = "odds attack blue.gunner with rusty-chainsaw"
        action = parse_action(
            match.state.setup, words.removeprefix("odds "), 0, match.asked.options
        )
        frame = undeclared_attack(seen, match.asked.unit, action)
    panel = " ".join(text_of(odds_details(seen, frame, (), 1000)).split())
    plain = " ".join(Console(match.state, ["", words]).after(words).split())
    shown = re.findall(r"(?:all cards|to survive|plays all): (dies .*?unhurt [<>]?\d+%)", panel)
    wounds = re.findall(r": ((?:no|\d+) wounds?)\b(?! for)", panel)
    assert shown or len(wounds) > 2
    assert not [number for number in wounds if number not in plain], plain
    for outcome in shown:
        assert outcome.replace("<", "under ").replace(">", "over ") in plain
    assert re.findall(r"[\d,]+ hands of", panel) == re.findall(r"[\d,]+ hands of", plain)


def test_a_manager_that_fails_never_stops_the_match() -> None:
    class Broken(Last):
        def decide(self, request: Request) -> Reply:  # noqa: ARG002 - the protocol's
            print("\x1b[2J noise")
            raise ValueError("\x1b[31mred[/red]")

    console = Console(
        melee().state, ["end phase; end turn", "look"], managers={1: Broken}, names=["human", "bad"]
    )
    assert "Blue's bad failed: it raised an error. Greedy chooses" in console.text
    assert console.text.count(" failed: ") == 3
    assert "noise" not in console.text


def test_what_a_failed_manager_said_waits_for_the_end_since_it_may_name_its_cards() -> None:
    class Telling(Last):
        def decide(self, request: Request) -> Reply:
            raise LookupError(f"my hand is {request.seen.hand}")

    state = melee().state
    state.round = state.setup.rounds
    turns = ["end phase; end turn", *["commit"] * 4]
    console = Console(state, turns, managers={1: Telling}, names=["human", "bad"])
    running, ended = console.text.split(" after 6 rounds", 1)
    assert "Blue's bad failed: it raised an error." in running
    assert "my hand" not in running
    assert "Blue's bad failed at question 4: LookupError: my hand is (" in ended


def test_units_are_found_without_their_team_where_only_one_can_be_meant() -> None:
    console = typed("attack gunner", "commit; end phase", "activate scout")
    told = [text for _, text in answers(console)]
    assert told[0] == "attack blue.gunner"
    assert told[-1] == "activate red.scout"
    assert "no unit" in typed("attack gunner", match=scene(active="red medic", seats=3)).text


def test_characters_are_found_without_their_team_too() -> None:
    rules = ruleset_of("2019", characters=True)
    referee = new_referee(["human", "human"], 4, 2, "waspworth", quick=True, ruleset=rules)
    setup, seat = referee.state.setup, referee.asked.seat if referee.asked else 0
    own, foe = (unit_text(setup, team * 4).partition(".")[2] for team in (seat, 1 - seat))
    console = Console(referee.state, ["", f"activate {own}", f"why attack {foe}"])
    assert answers(console)[-1][1] == f"activate {('red', 'blue')[seat]}.{own}"
    assert "(BASE-2)" in console.after(f"why attack {foe}")


def test_what_lies_aside_is_not_forgotten_in_the_store() -> None:
    referee = new_referee(["human", "human"], 1, None, "waspworth", quick=False)
    script = ["", "buy cyber-suit; done", "equip cyber-suit medic; done"]
    console = Console(referee.state, script, settings=PlainSettings(asks=True))
    assert 'Cyber Suit lies aside. Type "done" again to end it.' in console.after(script[1])
    assert "gives the Cyber Suit to Blue's Medic" in console.text
    assert "Red, press Enter" in console.after(script[2])


@pytest.mark.rule("TEAM-9")
def test_in_the_store_ratings_follow_what_is_put_on() -> None:
    referee = new_referee(["human", "human"], 1, None, "waspworth", quick=False)
    script = ["", "buy cyber-suit; equip cyber-suit medic", "unit medic"]
    console = Console(referee.state, script, settings=PlainSettings(asks=True))
    assert "toughness 4; has Cyber Suit" in " ".join(console.after("unit medic").split())


def test_points_in_reach_are_said_before_the_spaces() -> None:
    said = " ".join(typed("reach red.scout").after("reach red.scout").split())
    assert "steps. Points within reach: h4 free control point 2 steps; c2 release point" in said
    assert "d8 Blue's control point 6 steps. 1 step: " in said


def test_what_would_be_given_away_is_said_or_asked_for_once() -> None:
    script = ["end phase", "end phase; end turn; look", "end turn"]
    said = typed(*script[1:])
    assert "Not used: Red's Warrior could attack Blue's Gunner." in said.text
    assert "Not used: 1 unit phase left, Red's Warrior could attack Blue's Gunner." in said.text
    asked = Console(
        melee().state, script, managers={1: Last}, seed=4, settings=PlainSettings(asks=True)
    )
    assert 'attack Blue\'s Gunner. Type "end phase" again to end it.' in asked.after(script[0])
    assert 'could attack Blue\'s Gunner. Type "end turn" again' in asked.after(script[1])
    assert "Not done, because of that: look." in asked.after(script[1])
    assert "Blue's turn." in asked.after(script[2])


def test_an_attack_is_told_with_the_odds_that_it_had_for_everybody() -> None:
    console = typed("attack gunner with rusty-chainsaw", "lay crowd-roar; commit", "log", "last")
    words = "(if every card is played: hurt 97%, unhurt 3%)"
    assert " ".join(console.text.split()).count(words) == 3
    assert f"6 wounds. {words}" in " ".join(console.after("lay crowd-roar; commit").split())


def test_what_happened_is_searched_and_told_shortly() -> None:
    console = typed(
        "attack gunner",
        "commit; end phase",
        "activate scout; capture; end phase; end turn",
        "log captures",
        "log nobody at all",
        "log 2",
        "recap",
        "last",
    )
    assert console.after("log captures") == "Red's Scout captures the control point on f2.\n"
    assert 'No event matches "nobody at all".' in console.text
    assert len(console.after("log 2").splitlines()) == 2
    assert "Blue draws" in console.after("last")


def test_the_end_is_counted_line_by_line_with_what_turned_it() -> None:
    console = typed(
        "end phase",
        "activate scout; capture; end phase; end turn",
        match=melee_of_round(6),
    )
    end = console.text.partition("captures the control point on f2.")[2]
    assert "Red gets 100k: no towers, 1 floor point for 100k, no beetle shells;" in end
    assert "Turning points:" in end
    assert "Red's Scout captures the control point on f2. Payout then: Red 100k, Blue 100k." in end


def test_who_waits_for_long_is_told_that_somebody_thinks() -> None:
    class Slow(Last):
        def decide(self, request: Request) -> Reply:
            sleep(0.2)
            return super().decide(request)

    script = ["end phase; end turn", "look"]
    patient = Console(
        melee().state, script, managers={1: Slow}, settings=PlainSettings(patience=0.05)
    )
    assert patient.after(script[0]).count("Blue is thinking.") == 1
    assert "thinking" not in Console(melee().state, script, managers={1: Slow}).text


@pytest.mark.parametrize("question", [q for q, make in SCENES.items() if make])
def test_every_kind_of_question_is_asked_in_words_and_answered_both_ways(
    question: Question,
) -> None:
    make = SCENES[question]
    assert make is not None
    match = make()
    assert match.question is question
    options = [
        action_text(match.state.setup, action, match.asked.seat) for action in match.asked.options
    ]
    team = ("red", "blue")[match.asked.seat]
    chosen = options if len(options) <= 12 else [*options[:6], *options[-6:]]
    for number in sorted({options.index(text) for text in chosen}):
        by_name = Console(make().state, ["", options[number]])
        by_number = Console(make().state, ["", "options", "options", str(number + 1)])
        assert f"\n{team}> {options[number]}\n" in by_name.text
        asked = by_name.text.partition(f"{team}, Enter> \n")[2].partition("\n")[0]
        assert asked
        assert asked[0].isupper()
        assert f"Chosen: {options[number]}." in " ".join(by_number.text.split())
        assert by_name.referee.journal[0] == by_number.referee.journal[0]
        assert answers(by_name)[0][1] == options[number]


def test_the_store_and_the_die_are_questions_too() -> None:
    assert {*SCENES} >= {q for q in Question if q.value not in ("deal", "reveal", "roll", "draw")}
    referee = new_referee(["human", "human"], 1, None, "waspworth", quick=False)
    console = Console(
        referee.state, ["", "store armor", "buy cardboard-cuirass", "undo", "redo", "options equip"]
    )
    assert "What do you" in console.text
    assert "buys the Cardboard Cuirass" in console.text
    assert "Undone: buy cardboard-cuirass." in console.text


def test_after_the_end_the_position_is_there_and_the_program_goes_on_to_listen() -> None:
    match = scene(active="red warrior", round=6)
    script = ("end phase; end turn", "walk k5", "position", "payout", "log", "options", "why walk")
    console = typed(*script, match=match)
    assert "The match is over." in console.text
    assert 'title = "The end of a match"' in console.after("position")
    assert "There is nothing to choose; type quit to leave." in console.after("walk k5")
    assert "no floor points" in console.after("payout")


def test_a_last_unit_is_warned_of_once_in_the_words_of_the_screen() -> None:
    jailed = {
        f"{team} {kind}": "jail se" for team in ("red", "blue") for kind in ("scout", "medic")
    }
    alone = {"red gunner": "jail se", **jailed, "red warrior": "e4", "blue gunner": "e3"}
    console = typed("look", "end", "end", "look", "quit", match=scene(units=alone))
    words = "If Warrior dies, you lose, whatever the score."
    assert console.text.count(words) == 1
    assert "down to" not in console.text
    both = typed("look", "quit", match=scene(units={**alone, "blue warrior": "jail se"}))
    assert both.text.count("Blue is down to Gunner.") == 1


def test_board_is_another_word_for_look() -> None:
    match = scene(units={"red warrior": "e4"})
    board, look = (typed(word, "quit", match=match).text for word in ("board", "look"))
    assert board.replace("> board", "> look") == look


def test_a_player_can_concede_and_a_script_is_not_asked_twice() -> None:
    console = typed("concede", match=scene(points={"i9": "red"}))
    assert "Red concedes the match." in console.text
    assert "Blue wins because a rival conceded" in console.text
    asked = typed("concede season", match=scene())
    assert "this is a single match" in asked.text


@pytest.mark.rule("AMB-36", "BUY-21")
def test_a_pass_that_is_not_final_says_so_and_the_store_asks_again() -> None:
    for final in (True, False):
        ruleset = replace(EDITION_2021, pass_is_final=final)
        state = new_game(load_catalog(), load_board("waspworth"), ruleset=ruleset, seats=2, first=0)
        bought = ("buy spare-spleen", "equip spare-spleen blue.medic", "done")
        back = () if final else ("", "pass", "")  # Red, asked again; then Blue
        script = ("", "options", "pass", "", *bought, *back, "pass", "", "log 99", "quit")
        text = Console(state, script).text
        until = "for this match" if final else "until another team trades"
        assert f"stop buying and selling {until}." in text
        log = text.rpartition("> log 99\n")[2]
        assert log.count("Red is done shopping.") == final
        assert log.count("Red passes.") == (0 if final else 2)
        assert log.count("The store closes.") == 1
