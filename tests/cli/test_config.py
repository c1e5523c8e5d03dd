"""`deathdome config` and `deathdome doctor`, and what a run says on top of the options."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from program import answered

from deathdome.cli.display import glyphs_for, look_of
from deathdome.cli.doctor import _colours, _layers, _writable, all_findings
from deathdome.errors import UsageError
from deathdome.folders import HOME
from deathdome.settings import Options, load, options_path
from deathdome.tui.display import DisplaySettings
from deathdome.tui.glyphs import ASCII, SHAPES
from deathdome.tui.keys.keyset import TABLE

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path


@pytest.fixture(autouse=True)
def options_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(tmp_path / "home"))


def deathdome(*arguments: str) -> subprocess.CompletedProcess[str]:
    return answered(*arguments, env={"COLUMNS": "100"})


def write(text: str) -> Path:
    path = options_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_the_path_is_told_before_there_is_a_file() -> None:
    done = deathdome("config", "path")
    assert (done.returncode, done.stdout) == (0, f"{options_path()}\n")


def test_what_is_shown_is_a_file_that_means_the_same(tmp_path: Path) -> None:
    write('theme = "light"\nnames = ["Ana"]\n[keys]\npreset = "vi"\npause = "S"\n')
    done = deathdome("config", "show")
    assert done.returncode == 0
    assert done.stderr == ""
    again = tmp_path / "again.toml"
    again.write_text(done.stdout, encoding="utf-8")
    assert load(TABLE, again).problems == ()
    assert load(TABLE, again).options == load(TABLE).options != Options()


def test_a_folder_that_cannot_be_looked_into_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / ("x" * 300)
    monkeypatch.setenv(HOME, str(home))
    loaded = load(TABLE)
    assert loaded.options == Options()
    assert len(loaded.problems) == 1
    assert "File name too long" in str(loaded.problems[0])
    doctor = deathdome("doctor").stdout
    assert "cannot be read: File name too long" in doctor
    assert f"{home}: cannot be written" in doctor
    shown = deathdome("config", "show")
    assert shown.returncode == 0
    assert "1 problem in" in shown.stderr
    for words in (("config", "validate"), ("config", "validate", str(home))):
        validated = deathdome(*words)
        assert validated.returncode == 1
        assert "cannot be read: File name too long" in validated.stdout
    kept = deathdome("matches")
    assert (kept.returncode, kept.stdout) == (1, "")
    folder = f"{home}/matches"[:200]
    assert kept.stderr == f"deathdome: {folder}...: cannot be opened: File name too long\n"


def test_a_good_file_and_a_bad_one() -> None:
    assert deathdome("config", "validate").stdout.startswith("ok ")
    path = write('theme = "darc"\nmouse = 1\n')
    done = deathdome("config", "validate")
    assert done.returncode == 1
    assert done.stdout == (
        f'{path}:1: theme: it cannot be "darc". Did you mean "dark"?\n'
        f"{path}:2: mouse: true or false is needed, not 1\n"
    )
    assert "the file has 2 problems" in done.stderr
    shown = deathdome("config", "show")
    assert shown.returncode == 0
    assert 'theme = "dark"' in shown.stdout
    assert "`deathdome config validate` lists them" in shown.stderr


def test_a_file_that_is_named() -> None:
    assert deathdome("config", "validate", "no-such.toml").returncode == 2
    wrong = deathdome("config", "valdate")
    assert wrong.returncode == 2
    assert 'Did you mean "validate"?' in wrong.stderr


def test_nothing_in_a_file_reaches_the_terminal_as_a_command() -> None:
    write('theme = "\\u001b[31mred"\n"\\u001b[2J" = 1\n')
    done = deathdome("config", "validate")
    assert done.returncode == 1
    assert "\x1b" not in done.stdout + done.stderr


# -- what this run says --------------------------------------------------------------------------


def test_this_run_goes_before_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    write('theme = "light"\nmouse = true\nanimation = "full"\n[keys]\npreset = "vi"\n')
    assert look_of().theme == "dome-light"
    look = look_of(theme="contrast", keys="wasd", ascii_only=True, no_mouse=True, no_animation=True)
    assert look.theme == "dome-contrast"
    assert look.keyset.preset == "wasd"
    assert look.options.glyphs == "ascii"
    assert look.options.mouse is False
    assert look.animation == "none"
    assert capsys.readouterr().err == ""


def test_a_broken_file_is_one_line_and_the_defaults() -> None:
    path = write("theme = \n")
    remark = f"1 problem in {path}; `deathdome config validate` lists them"
    assert look_of() == DisplaySettings(Options(), remark=remark)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("gredy", 'Did you mean "greedy"?'),
        ("regular@wow", "there are rookie, regular"),
        ("human@elite", "a human has no level"),
        ("a b+c", "no personality"),
    ],
)
def test_a_seat_that_nobody_can_take_is_a_fault_of_the_file(name: str, said: str) -> None:
    path = write(f'theme = "light"\nseats = ["human", "{name}"]\n')
    done = deathdome("config", "validate")
    assert done.returncode == 1
    assert f"{path}:2: seats: " in done.stdout
    assert said in done.stdout
    look = look_of()
    assert look.options == Options(theme="light")
    assert "1 problem in" in look.remark


def test_a_seat_of_a_retired_level_is_played_by_the_level_that_replaced_it() -> None:
    path = write('theme = "light"\nseats = ["human", "legend+raider"]\n')
    done = deathdome("config", "validate")
    assert done.returncode == 1
    assert f'{path}:2: seats: there is no level "legend" any more: champion' in done.stdout
    look = look_of()
    assert look.options == Options(theme="light", seats=("human", "champion+raider"))
    assert "1 problem in" in look.remark


def test_plain_mode_says_what_of_the_options_is_not_used() -> None:
    path = write('seats = ["human", "gredy"]\n')
    done = deathdome("play", "--plain")
    assert f"deathdome: 1 problem in {path}" in done.stderr
    assert "Blue is regular" in done.stdout


def test_keys_of_ones_own_go_where_the_preset_of_this_run_has_no_room_for_them() -> None:
    write('[keys]\nnext = "w"\nwhy = "n"\n')
    assert look_of().keyset.name("next") == "w"
    assert look_of(keys="wasd").keyset.name("next") == "n"


@pytest.mark.parametrize(
    ("wish", "said"),
    [({"theme": "drak"}, 'Did you mean "dark"?'), ({"keys": "emacs"}, "It can be default, vi")],
)
def test_no_such_theme_and_no_such_preset(wish: dict[str, str], said: str) -> None:
    with pytest.raises(UsageError, match=said.replace("?", r"\?")):
        look_of(theme=wish.get("theme"), keys=wish.get("keys"))


def test_without_a_terminal_the_board_is_ascii_unless_shapes_are_wanted() -> None:
    assert glyphs_for("auto") is ASCII
    assert glyphs_for("ascii") is ASCII
    assert glyphs_for("shapes") is SHAPES


# -- the doctor ----------------------------------------------------------------------------------


def test_the_doctor_works_in_pipes() -> None:
    done = deathdome("doctor", "--keys")
    assert done.returncode == 0
    assert "no terminal" in done.stdout
    assert "there are no keys to name" in done.stdout
    for word in ("TERM", "colours", "options", "matches", "Python", "Textual", "shapes"):
        assert word in done.stdout


def test_the_doctor_shows_what_is_wrong_with_the_options() -> None:
    path = write('theme = "darc"\n')
    bad = [finding for finding in all_findings() if finding.bad]
    assert [finding.found for finding in bad] == [
        f'{path}:1: theme: it cannot be "darc". Did you mean "dark"?'
    ]
    assert deathdome("doctor").returncode == 1


@pytest.mark.parametrize(
    ("environ", "term", "said"),
    [
        ({"NO_COLOR": "1", "COLORTERM": "truecolor"}, "xterm", "none"),
        ({"COLORTERM": "truecolor"}, "xterm", "16 million"),
        ({}, "xterm-256color", "256"),
        ({}, "vt220", "16,"),
    ],
)
def test_colours_are_what_the_surroundings_promise(
    environ: dict[str, str], term: str, said: str
) -> None:
    assert _colours(environ, term).startswith(said)


def test_what_stands_between_is_named() -> None:
    surroundings = {"TMUX": "x", "STY": "x", "SSH_TTY": "x", "TERM_PROGRAM": "vscode"}
    assert len([*_layers(surroundings)]) == 4
    assert [*_layers({})] == []


def test_a_folder_that_is_not_there_yet_can_be_made(tmp_path: Path) -> None:
    assert _writable(tmp_path / "a" / "b")
    (tmp_path / "file").touch()
    assert not _writable(tmp_path / "file" / "b")
