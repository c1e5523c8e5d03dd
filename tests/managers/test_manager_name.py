"""Names of managers, and the programs that a name may start."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import pytest

from deathdome.cli import sessions as seats
from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.errors import ManagerError, UsageError
from deathdome.managers import registry
from deathdome.managers.manager_name import (
    LEVELS,
    PERSONALITIES,
    Spec,
    current_name,
    parse_spec,
    retired_note,
    short_name,
)
from deathdome.match.protocol import PROTOCOL, Briefing
from deathdome.programs.commands import split_specs
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("greedy", Spec("installed", "greedy")),
        (" tactical@veteran ", Spec("installed", "tactical", "veteran")),
        ("tactical+raider", Spec("installed", "tactical", "", "raider")),
        ("searcher@elite+turtle", Spec("installed", "searcher", "elite", "turtle")),
        ("rookie", Spec("installed", "rookie", "rookie")),
        ("champion+jailer", Spec("installed", "champion", "champion", "jailer")),
        ("my.pack:Mine@elite", Spec("module", "my.pack:Mine", "elite")),
        ("pack:House.make+banker", Spec("module", "pack:House.make", "", "banker")),
        ("command:awk -f my.awk", Spec("command", "awk -f my.awk")),
        ("command:bot a@b c+d", Spec("command", "bot a@b c+d")),
        ("command:bot a@b@rookie+raider", Spec("command", "bot a@b", "rookie", "raider")),
        ("mine?fear=0.8", Spec("installed", "mine", parameters=(("fear", "0.8"),))),
        (
            "pack:Mine?fear=-1&style=calm@elite+raider",
            Spec("module", "pack:Mine", "elite", "raider", (("fear", "-1"), ("style", "calm"))),
        ),
        (
            "command:bot a?b --fast?fear=0.8@rookie",
            Spec("command", "bot a?b --fast", "rookie", parameters=(("fear", "0.8"),)),
        ),
        ('command:bot "a?b=c"', Spec("command", 'bot "a?b=c"')),
    ],
)
def test_a_name_says_who_how_strong_and_of_what_mind(text: str, spec: Spec) -> None:
    assert parse_spec(text) == spec
    assert parse_spec(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("greedy@vetran", 'no level "vetran"; there are rookie, .* Did you mean "veteran"?'),
        ("greedy+radier", 'no personality "radier"; there are .* Did you mean "raider"?'),
        ("greedy@", 'no level ""'),
        ("greedy+raider@elite", "NAME@LEVEL.PERSONALITY"),
        ("rookie@elite", 'names two levels: "rookie" is one already'),
        ("pack:", "module:factory"),
        ("a b:c", "module:factory"),
        ("command: ", "names no program"),
        ("mine?", '"" is not a parameter; write NAME=VALUE, such as .fear=0.8'),
        ("mine?fear", '"fear" is not a parameter'),
        ("pack:Mine?fear=0.8&", '"" is not a parameter'),
        ("mine?fear=a b", '"fear=a b" is not a parameter'),
        ("mine?fear=1&fear=2", "the parameter fear is given twice"),
        ("mine?level=elite", "a level is written @LEVEL, not as a parameter"),
        ("mine?personality=raider", "a personality is written .PERSONALITY"),
    ],
)
def test_what_is_no_name_is_answered_with_what_would_be_one(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        parse_spec(text)


def test_commas_within_quotes_belong_to_the_command() -> None:
    assert split_specs("human, greedy@rookie") == ["human", "greedy@rookie"]
    assert split_specs("random,command:bot \"a,b\" 'c,d',greedy") == [
        "random",
        "command:bot \"a,b\" 'c,d'",
        "greedy",
    ]
    assert split_specs("random,,") == ["random", "", ""]


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("greedy@rookie", "greedy@rookie"),
        ("my.pack:Mine+banker", "Mine+banker"),
        ("my.pack:Mine?fear=0.8", "Mine?fear=0.8"),
        ("command:python3 bots/hunter.py --fast@elite", "hunter@elite"),
        ("command:/usr/bin/hunter", "hunter"),
        ("[/b] ]", "[/b] ]"),
        ("a@b@c", "a@b@c"),
    ],
)
def test_where_there_is_little_room_a_name_is_what_somebody_wrote(text: str, short: str) -> None:
    assert short_name(text) == short


def test_levels_and_personalities_are_those_of_the_ladder() -> None:
    assert len(LEVELS) == 5
    assert len(PERSONALITIES) == 5


@pytest.mark.parametrize("name", ["legend", "searcher@legend", "legend+raider", "mine:Own@legend"])
def test_a_retired_level_in_a_file_is_played_by_the_level_that_replaced_it(name: str) -> None:
    current = name.replace("legend", "champion")
    assert parse_spec(name) == parse_spec(current)
    assert current_name(name) == current
    assert "champion" in retired_note(name)
    assert current_name(current) == current
    assert not retired_note(current)


def test_a_record_with_a_retired_level_is_played_on_by_the_one_that_replaced_it() -> None:
    names, (note,) = seats._seats_of_record(["human", "legend+turtle"], None)
    assert names == ("human", "champion+turtle")
    assert note.startswith('Blue: there is no level "legend" any more')


def test_a_retired_level_that_is_typed_is_answered_with_the_one_to_type() -> None:
    with pytest.raises(UsageError, match=r'"legend\+raider": .* Write champion\+raider'):
        seats.seat_names("human,legend+raider")


OWN = """
from deathdome.managers.random_manager import RandomManager
class Own(RandomManager):
    def begin(self, briefing):
        super().begin(briefing)
        Own.told = dict(briefing.options)
class Mute:
    pass
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module with a manager, and a package that installs it under a name."""
    (tmp_path / "ownmind.py").write_text(OWN)
    info = tmp_path / "ownmind-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: ownmind\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[deathdome.managers]\nown = ownmind:Own\nmute = ownmind:Mute\n"
    )
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.usefixtures("own")
def test_a_manager_is_told_level_and_personality_when_the_match_begins() -> None:
    own = import_module("ownmind")
    setup = new_game(load_catalog(), load_board()).setup
    for spec, told in (
        ("own@elite+raider", {"level": "elite", "personality": "raider", "pace": "slow"}),
        ("own+banker", {"level": "x", "personality": "banker", "pace": "slow"}),
        ("own", {"level": "x", "pace": "slow"}),
    ):
        manager = registry.create(spec)
        manager.begin(Briefing(PROTOCOL, 0, 2, setup, 1, {"level": "x", "pace": "slow"}))
        assert own.Own.told == told


@pytest.mark.usefixtures("own")
def test_what_lacks_the_four_calls_is_refused_whatever_stands_behind_its_name() -> None:
    for spec in ("mute", "mute@elite"):
        with pytest.raises(ManagerError, match="needs begin, decide, observe and end"):
            registry.create(spec)


@pytest.mark.parametrize("name", ["greedy@champion", "random+turtle", "greedy@elite+raider"])
def test_who_has_no_levels_is_not_called_as_if_it_had_one(name: str) -> None:
    with pytest.raises(UsageError, match=r'".+": (greedy|random) takes no .+; say \1 alone, or'):
        registry.check_level(name)


def test_a_record_with_such_a_name_is_played_on() -> None:
    # Before such names were refused they stood in records.
    assert seats.known_seats(["human", "greedy@champion"]) == ["human", "greedy@champion"]
    with pytest.raises(UsageError, match="greedy takes no level"):
        seats.seat_names("human,greedy@champion")


@pytest.mark.usefixtures("own")
def test_one_made_out_of_ours_may_take_a_level() -> None:
    registry.check_level("own@elite+raider")


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(UsageError, match=r'"gredy"; .* Did you mean "greedy"\?'):
        registry.known("gredy@elite")


def test_a_name_out_of_a_file_starts_nothing_that_is_not_installed() -> None:
    assert registry.installed_only("greedy@elite").name == "greedy"
    for spec in ("ownmind:Own", "ownmind:Own?fear=0.8", "command:awk -f my.awk"):
        assert registry.known(spec).foreign
        names, (note,) = seats._seats_of_record([spec, "greedy"], None)
        assert names == ("greedy", "greedy")
        assert f"Red was played by {spec}, which no file may start" in note
        with pytest.raises(UsageError, match="a name in a file never starts one"):
            registry.installed_only(spec)
