"""`deathdome powerdome`: play, games, watch, verify, and their wrong uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from powerdome.lines import Persons, Played, new
from program import answered

from deathdome.cli.powerdome_games import read_names, read_seats
from deathdome.cli.powerdome_options import read_options
from deathdome.errors import UsageError
from deathdome.powerdome.model.options import Options

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


def run(*words: str, typed: str = "", name: str = "powerdome") -> subprocess.CompletedProcess[str]:
    return answered(name, *words, typed=typed)


WRONG = {
    "--plain --seats human,bda": 'no player "bda". There are human, easy, normal, hard, random.',
    "--plain --seats human,hrad": 'Did you mean "hard"?',
    "--plain --seats human": "--seats takes 2 to 6 players, not 1",
    "--plain --names a,b,c,d,e": "--names has 5 names; there are 4 seats, 1 human",
    "--plain --seats human,human --names Ann,ann": "two players are called",
    "--plain --names A;B": "is not a name",
    "--plain --seats human,easy --names ,": '--names "," leaves a name empty',
    "--pack nosuch --plain play": "nosuch: no such file or folder",
    "--pack nosuch --seats easy,easy sim": "nosuch: no such file or folder",
    "--games 3 arena": "`deathdome powerdome arena -h` lists what works",
    "--plain --declare shet": 'Did you mean "sheet"?',
    "--plain --initiative fast": "--initiative is high or low",
    "--plain --bids hidden": "--bids is covered or free",
    "--plain --max-rounds 0": "--max-rounds is a number from 1 to 9999",
    "--plain --setting corut": 'Did you mean "court"?',
    "--plain --seed -1": "--seed must be 0 or more",
    "--plain --resume --seed 3": "--seed is in the saved game",
    "--plain --resume --from x": "do not go together",
    "--plain --at 3": "--at needs --from FILE",
    "--plain --from nosuch": "no such file or saved game",
    "--plain --pack nosuch": "nosuch",
    "play x.game": "a file is for --resume",
    "watch nosuch": "no such file or saved game",
    "verify nosuch": "no such file or saved game",
    "plya": 'Did you mean "play"?',
    "--pliant": "there is no option --pliant",
}


@pytest.mark.parametrize("words", WRONG)
def test_a_wrong_use_exits_with_2_and_the_nearest_right_thing(words: str) -> None:
    done = run(*words.split())
    assert done.returncode == 2, done
    assert WRONG[words] in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_game_begins_without_the_word_play_and_by_its_alias() -> None:
    for name in ("powerdome", "power"):
        done = run("--plain", "--seats", "human,human", "--seed", "3", typed="", name=name)
        assert done.returncode == 0, done.stderr
        assert "Pass the keyboard to Widow: nomination." in done.stdout
        assert "resume with: deathdome powerdome play --plain --resume 2" in done.stdout


def test_nothing_to_resume_is_said() -> None:
    done = run("--plain", "--resume")
    assert done.returncode == 1
    assert "there is no unfinished game to resume" in done.stderr


def test_games_are_listed_watched_and_verified(home: Path) -> None:
    assert f"no games yet; they will be saved in {home}" in run("games").stdout
    played = Played(new("human,human", 3), Persons(3))
    name = played.table.file.path.stem
    assert f"{name}  2" in run("games").stdout
    done = run("verify", name)
    assert done.returncode == 0, done.stderr
    assert "every draw and answer reproduced" in done.stdout
    assert "whole: no byte was changed since the program wrote it" in done.stdout
    done = run(
        "watch",
        name,
        "--plain",
        typed="next 2\nback\nround 1\nlook\nlog 3\nfork\ntext\nend\nnxet\nquit\n",
    )
    assert done.returncode == 0, done.stderr
    assert "After 0 of" in done.stdout
    assert "Widow names " in done.stdout
    assert "round 1, strategy." in done.stdout
    assert (
        f"play from here with: deathdome powerdome play --plain --from {name} --at" in done.stdout
    )
    assert "powerdome record 1" in done.stdout
    assert 'Did you mean "next"?' in done.stdout
    done = run("watch", name)
    assert done.returncode == 2
    assert "add --plain to watch line by line" in done.stderr
    done = run("coach", name)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Regret is the payoff that a sheet missed")
    assert "Best bargain: " in done.stdout
    played.table.file.path.write_bytes(b"powerdome record 1\nversion: 1\nbogus: 2\n\n")
    done = run("verify", name)
    assert done.returncode == 1
    assert f'{name}.game:3: no key "bogus"' in done.stderr


def test_options_may_come_before_the_command() -> None:
    done = run("--json", "--seats", "random,random", "--seed=5", "sim")
    assert done.stdout == run("sim", "--seats", "random,random", "--seed", "5", "--json").stdout
    assert done.stdout.startswith('{"seed": 5')
    assert run("-h", "sim").stdout == run("sim", "-h").stdout


def test_a_copied_game_is_one_line_in_a_pipe() -> None:
    done = run("--plain", "--seats", "human,easy", "--width", "40", typed="copy\n")
    (line,) = (line for line in done.stdout.splitlines() if line.startswith("PD1 "))
    assert len(line) > 40
    assert run("state", line).returncode == 0


def test_the_way_back_to_a_record_elsewhere_is_its_path(home: Path) -> None:
    run("--plain", "--seats", "human,easy", typed="")
    (saved,) = home.glob("powerdome/*.game")
    moved = saved.rename(home / "my game.game")
    done = run("--plain", "--resume", str(moved), typed="")
    assert f"--resume '{moved}'" in done.stdout


def test_names_are_those_of_the_people_or_of_all() -> None:
    players = ("human", "hard", "human")
    assert read_names("Ann,Ben", players) == ("Ann", "Widow", "Ben")
    assert read_names("Ann,Ben,Cy", players) == ("Ann", "Ben", "Cy")
    assert read_names(None, ("human", "easy")) == ("Player", "Widow")
    assert read_names("Widow", ("human", "easy")) == ("Widow", "Abbot")
    with pytest.raises(UsageError, match="--names"):
        read_names("Ann", players)


def test_options_are_those_of_the_record() -> None:
    given = {"initiative": "low", "closing_dome": "off", "max_rounds": "9"}
    assert read_options(given) == Options(initiative="low", closing_dome=False, max_rounds=9)


def test_seats_may_have_blanks_and_capitals() -> None:
    assert read_seats(" Human, EASY") == ("human", "easy")


def test_bots_play_alone() -> None:
    done = run("--plain", "--seats", "random,random", "--seed", "2")
    assert done.returncode == 0, done.stderr
    assert "Final table:" in done.stdout


def test_a_bot_that_cannot_be_loaded_begins_no_record(home: Path) -> None:
    done = run("--plain", "--seats", "human,nothing_here:bot")
    assert done.returncode == 1
    assert 'bot "nothing_here:bot"' in done.stderr
    assert not list(home.rglob("*.game"))
