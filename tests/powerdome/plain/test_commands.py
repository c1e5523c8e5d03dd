"""Each command of plain mode with the screen it gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from powerdome.lines import after, duel
from powerdome.tables import tome

from deathdome.powerdome.content.rulebook import find_rules
from deathdome.powerdome.text.plain_mode import COMMANDS

if TYPE_CHECKING:
    from pathlib import Path

POWERS = tome().powers
FEINT = f"10 Feint (payment). {POWERS[tome().number['feint']].text}"
SHEET = "agility 10; strike 40 at bot; resist 30; feint on bot"
PLANNED = [
    "Ann: 88 action points, 0 left.",
    "Agility 10, strike 40 at Bot, resist 30.",
    "1. Feint on Bot, Utilize 8.",
]
EMPTY = [
    "Ann: 88 action points, 88 left.",
    "Agility 0, strike 0, resist 0.",
    "Not planned: Feint on Bot, Utilize 8.",
]
SHEET_HELP = (
    "Type stats, targets and powers, as in: agility 10; strike 52 at abbot; resist 38; "
    "feint on abbot. Then confirm. Before it, say WORDS writes a caption."
)
QUESTION = [
    "Ann, write your sheet, in secret.",
    "Round 1. Your vitality is 88. 2 players live.",
    *EMPTY,
    SHEET_HELP,
]
PLAYERS = ["You: vitality 88; powers Feint.", "Bot: vitality 100; powers none."]
HELP = [
    SHEET_HELP,
    *(f"{usage}: {does}." for usage, does in COMMANDS.values()),
    "After the PowerDome Manual of 2020 by Ethan Camba, Shifty Glyphs.",
]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


# Lines on the first sheet, and the screen after the last of them.
SCREENS = {
    "question": (["question"], QUESTION),
    "an empty line": ([""], QUESTION),
    "help": (["help"], HELP),
    "a question mark": (["?"], HELP),
    "look": (["look"], PLAYERS),
    "players": (["players"], PLAYERS),
    "powers": (["powers"], [FEINT]),
    "power": (["power feint"], [FEINT]),
    "a power by number": (["power 10"], [FEINT]),
    "an affliction": (["power venom"], ["Venom: Weaken 4."]),
    "no such power": (["power fient"], ['No power is called "fient". Did you mean "feint"?']),
    "list": (["list feint"], [FEINT]),
    "list of nothing": (["list zzz"], ['Nothing has the words "zzz".']),
    "search of rules": (
        ["search doubles"],
        [f"{one.id}: {one.text}" for one in find_rules("doubles")],
    ),
    "search": (["search feint 22 resist"], [FEINT]),
    "search of allies": (["search hound loses"], ["Hound: Choose a rival: it loses 4 agility."]),
    "rule": (
        ["rule PD-COMBAT-11"],
        [f"PD-COMBAT-11: {find_rules('PD-COMBAT-11')[0].text}"],
    ),
    "why": (
        ["why not strike 900"],
        ["You can't: the plan of Ann needs 900 action points, and 88 are there (PD-ALLOCATE-03)."],
    ),
    "why not, of what is allowed": (["why not strike 9 at bot"], ["You can."]),
    "try": (
        ["try"],
        ["No rival has shown a plan yet, so there is nothing to try against."],
    ),
    "plans": (["plans"], ["No plans have been shown yet."]),
    "deals": (["deals"], ["No deal has been accepted yet."]),
    "log": (["log 2"], ["Bot enters (PD-SETUP-06)", "R1 The round begins (PD-RESET-01)"]),
    "log with words": (["log widow"], ["You enter as Brass Widow, a tin smile (PD-SETUP-06)"]),
    "hint": (["hint"], ['Hint: "nothing".']),
    "reasons": (["reasons"], ["No bot has explained a decision that is public by now."]),
    "a sheet": (
        [SHEET],
        [*PLANNED, "Agility 10 doubles against 5 or less, and 20 or more doubles against it."],
    ),
    "a caption": (["say You first."], ['Caption: "You first."']),
    "undo": ([SHEET, "undo"], EMPTY),
    "nothing to undo": (["undo"], ["Nothing to undo on this sheet."]),
    "redo": ([SHEET, "undo", "redo"], PLANNED),
    "clear": ([SHEET, "clear"], EMPTY),
    "drop": ([SHEET, "drop feint"], ["Ann: 88 action points, 8 left.", PLANNED[1]]),
    "rest": (
        ["strike 40 at bot; resist rest"],
        ["Ann: 88 action points, 0 left.", "Agility 0, strike 40 at Bot, resist 48.", EMPTY[2]],
    ),
    "no attack": (
        ["strike 40 at bot", "no attack"],
        ["Ann: 88 action points, 48 left.", "Agility 0, strike 40, resist 0."],
    ),
    "key": (["key zebra"], ['Your key is "zebra" from now on.']),
    "seed": (["seed"], ["The seed is random. It is shown after the game."]),
    "a line that is nothing": (["foo"], ['No power is called "foo".']),
    "a refused line": (
        ["agility 90"],
        ["You can't: the plan of Ann needs 90 action points, and 88 are there (PD-ALLOCATE-03)."],
    ),
    "the name of a power that begins like a command": (
        ["last reserve"],
        ["You can't: Last Reserve acts automatically and is not planned (PD-POWER-07)."],
    ),
    "a comment": (["# strike 40"], []),
}


@pytest.mark.parametrize("name", SCREENS)
def test_a_command_gives_its_screen(name: str) -> None:
    typed, screen = SCREENS[name]
    if name in ("rest", "no attack"):
        screen = [line for line in screen if not line.startswith("Not planned")]
    played = duel(["nothing", *typed, "quit"])
    assert after(played, typed[-1]) == screen


def test_every_command_has_a_screen_here() -> None:
    typed = {lines[-1].partition(" ")[0] for lines, _ in SCREENS.values()}
    assert set(COMMANDS) - typed == {
        "coach",
        "confirm",
        "copy",
        "save",
        "quit",
    }  # below, and elsewhere


def test_the_end_of_a_round_shows_all_plans_and_what_they_changed() -> None:
    played = duel(["nothing", SHEET, "confirm", "quit"])
    said = after(played, "confirm")
    assert said[: said.index("Round 2 begins.") + 1] == [
        "Handed in.",
        "Agility, in the order of action: you 10, Bot 0.",
        "You activate Feint on Bot.",
        "You pay Utilize 8.",
        "You attack Bot with a strike of 40.",
        "Strike 40 against resist 0: 40 damage, doubled to 80 (agility 10 against 0).",
        "Bot's vitality falls from 100 to 20 (attack).",
        "Plans of round 1, agility / strike / resist:",
        "You: 10/40/30 at Bot with Feint on Bot; vitality 88 to 88.",
        "Bot: 0/0/0; vitality 100 to 20.",
        "Round 2 begins.",
    ]


def test_a_sheet_is_tried_against_former_plans() -> None:
    played = duel(["nothing", SHEET, "confirm", "nothing", SHEET, "try", "quit"])
    assert after(played, "try") == [
        "Against the last plan of Bot, 0/0/0: you 88 to 88, Bot 20 to -60, dead."
    ]


def test_the_winner_has_the_last_word() -> None:
    played = duel(["nothing", SHEET, "confirm", "nothing", SHEET, "confirm", "Next!", "log 1"])
    assert after(played, "Next!") == [
        'You: "Next!"',
        "Final table:",
        "1. You, vitality 88.",
        "2. Bot, dead.",
        "Rounds: 2.",
        "Biggest blow: you on Bot, 80.",
        "Best bargain: you, Feint for 12.",
        "The seed is 1.",
        "Commands: log, players, plans, reasons, coach, seed, quit.",
    ]
    assert played.host.last_word == "Next!"


def test_the_coach_speaks_after_the_game() -> None:
    over = ["nothing", SHEET, "confirm", "nothing", SHEET, "confirm", "Next!", "coach"]
    assert after(duel(over), "coach")[:9] == [
        "Regret is the payoff that a sheet missed against the sheets as played, at most 2.",
        "Regret per round:",
        "You: 0.05, 0.00; mean 0.03.",
        "Bot: 1.95, 0.00; mean 0.97.",
        "Round 1:",
        "You played 10/40/30 at Bot with Feint on Bot. Regret 0.05.",
        "Best reply: 1/87/0 at Bot.",
        "Bot played 0/0/0. Regret 1.95.",
        "Best reply: 25/75/0 at you.",
    ]
    assert after(duel(["coach", "quit"]), "coach") == ["The coach speaks after the game."]


def test_slips_ask_for_a_second_confirmation_at_a_terminal() -> None:
    played = duel(["nothing", "strike 40; resist 48", "confirm", "confirm"], asks=True)
    assert "Warning: You have strike but no target." in played.lines
    assert "Type confirm again to hand it in as it is." in played.lines
    assert played.host.state.dome.round == 2
    script = duel(["nothing", "strike 40; resist 48", "confirm"])
    assert "Warning: You have strike but no target." in script.lines
    assert script.host.state.dome.round == 2


def test_an_activation_that_would_fail_is_a_warning() -> None:
    played = duel(["nothing", "agility 1", "confirm"])
    assert "Note: You keep 87 points in reserve." in played.lines


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["feint, whetstone, paper cuts, backfirer"], "PD-NOMINATE-01"),
        (["feint", "confirm"], "PD-NOMINATE-01"),
        (["feint, whetstone, paper cuts; confirm", "protect gluttony"], "PD-CULL-07"),
        (["feint, whetstone, paper cuts; confirm", "pass", "feint 120"], "PD-AUCTION-06"),
        (["feint, whetstone, paper cuts; confirm", "pass", "gluttony 1"], "PD-AUCTION"),
    ],
)
def test_refusals_name_their_rule(lines: list[str], words: str) -> None:
    played = duel([*lines, "quit"], setup=False)
    assert words in after(played, lines[-1])[0]


def test_a_strict_script_stops_at_the_first_refusal() -> None:
    from deathdome.powerdome.plain.game import StrictError

    with pytest.raises(StrictError):
        duel(["nothing", "strike 900", "strike 40"], strict=True)


def test_a_look_alone_is_part_of_a_character() -> None:
    setup = ["feint, whetstone, paper cuts; confirm", "pass", "feint 12; confirm", "pass", "keep"]
    played = duel([*setup, "look a tin smile", "log look", "quit"], setup=False)
    assert played.host.state.personas[0].look == "a tin smile"
