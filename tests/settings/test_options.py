"""The file of options: read with everything that is wrong in it, written with its comments."""

from __future__ import annotations

import os
import tomllib
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from deathdome.errors import ContentError
from deathdome.folders import HOME
from deathdome.session.lesson import finished_lessons, mark_finished
from deathdome.settings import (
    HELP,
    OPTIONS,
    KeyOptions,
    Options,
    choices_of,
    load,
    options_path,
    parse,
    save,
    written_into,
)
from deathdome.tui.keys.keyset import TABLE

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def options_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(tmp_path / "home"))


WRONG = """\
theme = "darc"
mouse = 1  # a comment
colour = "none"
pace = "8x"
seats = "human"
names = ["Ana", 3]
glyphs = "ascii"

[keys]
preset = "vim"
take_back = "n"
nxt = "b"
why = "ctrl+i"
log = 3
"""


def test_everything_that_is_wrong_is_said_with_its_line_and_what_would_do() -> None:
    _, problems = parse(WRONG, "config.toml", TABLE)
    assert [str(problem) for problem in problems] == [
        'config.toml:1: theme: it cannot be "darc". Did you mean "dark"?',
        "config.toml:2: mouse: true or false is needed, not 1",
        'config.toml:3: no field "colour". Did you mean "colours"?',
        'config.toml:4: pace: it cannot be "8x". It can be 1x, 2x, 4x, instant.',
        'config.toml:5: seats: a list of names is needed, such as ["human", "regular"]',
        "config.toml:6: names: 2. name: a text in quotes is needed, not 3",
        'config.toml:10: keys.preset: there is no preset "vim". Did you mean "vi"?',
        'config.toml:12: keys.nxt: no action of that name. Did you mean "next"?',
        "config.toml:13: keys.why: Ctrl+i can't be used: it arrives as Tab",
        "config.toml:14: keys.log: a key in quotes is needed, not 3",
    ]


def test_what_is_right_is_used_beside_what_is_wrong() -> None:
    options, problems = parse(WRONG, "config.toml", TABLE)
    assert problems
    assert options == Options(glyphs="ascii")


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ('take_back = "n"', "n already belongs to down_right, on the board"),
        ('choose = "down"', "Down belongs to down; a key that moves must not confirm"),
        ('choose = ["space", "enter"]', "Space already belongs to tick, choosing cards"),
        ('pause = "strg+p"', '"strg+p" is not a key'),
        ('pause = "alt+p"', "many terminals send Esc for Alt"),
        ('pause = "f11"', "F11 can't be used"),
        ('pause = ""', '"" is not a key'),
        ("pause = []", "a key in quotes is needed, not a list"),
    ],
)
def test_keys_that_cannot_be_are_refused_and_the_preset_stays(keys: str, said: str) -> None:
    options, problems = parse(f'[keys]\npreset = "vi"\n{keys}', "c", TABLE)
    assert options.keys == KeyOptions(preset="vi")
    assert any(said in str(problem) for problem in problems), [*map(str, problems)]


def test_keys_may_be_exchanged() -> None:
    options, problems = parse('[keys]\nnext = "p"\nprevious = ["n", "ctrl+g"]', "c", TABLE)
    assert problems == []
    assert options.keys.own == {"next": ("p",), "previous": ("n", "ctrl+g")}


@pytest.mark.parametrize(
    "text",
    ["theme = ", "[[keys]]\n", "keys = 3", 'theme = ["dark"]', "a" * 2_000_000, "\0", "names = 1"],
    ids=["not toml", "tables", "number", "list", "large", "control", "names"],
)
def test_a_broken_file_stops_nothing_and_is_not_touched(text: str, tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    loaded = load(TABLE, path)
    assert loaded.options == Options()
    assert loaded.problems
    assert str(loaded.problems[0]).startswith(str(path))
    assert path.read_text(encoding="utf-8") == text


def test_no_file_is_no_problem_but_one_that_was_asked_for_is(tmp_path: Path) -> None:
    assert load(TABLE).problems == ()
    assert load(TABLE).path == options_path()
    assert load(TABLE, tmp_path / "none.toml").problems


def test_every_option_has_a_sentence_and_every_choice_its_words() -> None:
    assert set(HELP) == set(OPTIONS)
    assert choices_of("pace") == ("1x", "2x", "4x", "instant")
    assert choices_of("mouse") == ()
    assert [name for name in OPTIONS if choices_of(name)] == [
        "theme",
        "glyphs",
        "colours",
        "pace",
        "animation",
        "announcer",
    ]


# -- writing -------------------------------------------------------------------------------------

OWN = """\
# my options
theme = "light"   # the room is bright

[keys]  # as in my editor
preset = "vi"
fooo = "x"
"""


def test_comments_and_the_rest_stay() -> None:
    before, problems = parse(OWN, "c", TABLE)
    assert len(problems) == 1
    after = replace(before, theme="contrast", mouse=False)
    assert written_into(OWN, after, before) == OWN.replace("light", "contrast").replace(
        "\n\n[keys]", "\nmouse = false # Enable the mouse\n\n[keys]"
    )


def test_nothing_changes_where_nothing_is_different() -> None:
    before, _ = parse(OWN, "c", TABLE)
    assert written_into(OWN, before, before) == OWN


def test_keys_come_and_go_and_lines_that_could_not_be_used_wait() -> None:
    before, _ = parse(OWN, "c", TABLE)
    more = replace(
        before, keys=KeyOptions(preset="vi", own={"pause": ("space", "S"), "why": ("?",)})
    )
    text = written_into(OWN, more, before)
    assert tomllib.loads(text)["keys"] == {
        "preset": "vi",
        "fooo": "x",
        "pause": ["space", "S"],
        "why": "?",
    }
    less = replace(before, keys=KeyOptions(preset="default"))
    assert tomllib.loads(written_into(text, less, more))["keys"] == {
        "preset": "default",
        "fooo": "x",
    }


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(theme="terminal", pace="4x", names=("Ana", 'B"o\\'), seats=("human", "human")),
        Options(keys=KeyOptions(preset="wasd", own={"next": ("p",), "previous": ("n",)})),
    ],
)
def test_what_is_saved_is_read_again(options: Options) -> None:
    path = save(options)
    assert path == options_path()
    loaded = load(TABLE)
    assert loaded.problems == ()
    assert loaded.options == options
    assert [one.name for one in path.parent.iterdir()] == ["config.toml"]


def test_a_file_that_is_no_toml_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("theme = light", encoding="utf-8")
    with pytest.raises(ContentError, match=r"config\.toml: not TOML: .* A text needs quotes"):
        save(Options(theme="light"), path)
    assert path.read_text(encoding="utf-8") == "theme = light"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.toml"
    real.write_text("# mine\n", encoding="utf-8")
    link = tmp_path / "config.toml"
    link.symlink_to(real)
    save(Options(theme="light"), link)
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8").startswith("# mine\n")


@pytest.mark.parametrize(
    "text",
    [
        b"\xff\xfe\x00",
        b"\x00",
        b"theme = [" * 3_000,
        b"x = " + b"[" * 5_000,
        b"x = 1" + b"0" * 9_000,
    ],
    ids=lambda text: ascii(text[:12]),
)
def test_whatever_is_in_the_file_stays_there(text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(text)
    with pytest.raises(ContentError):
        save(Options(theme="light"), path)
    assert path.read_bytes() == text
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_no_plain_file_is_neither_waited_for_nor_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "ring").symlink_to("ring")
    for name in ("pipe", "folder", "ring"):
        kind = (tmp_path / name).lstat().st_mode
        with pytest.raises((OSError, ContentError), match=r"not a regular file|symbolic links"):
            save(Options(theme="light"), tmp_path / name)
        assert (tmp_path / name).lstat().st_mode == kind
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "pipe", "ring"]


def test_marks_of_lessons_that_make_no_sense_are_no_marks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    path = tmp_path / "lessons.json"
    os.mkfifo(path)
    assert finished_lessons() == frozenset()
    path.unlink()
    for text in ("", "[", "[" * 100_000, "null", '{"finished": 3}', '{"finished": [3, []]}'):
        path.write_text(text, encoding="utf-8")
        assert finished_lessons() == frozenset()
    mark_finished("01-walking")
    assert finished_lessons() == {"01-walking"}


def test_somebody_may_have_no_name_while_others_have_one(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    save(Options(names=("Ana", "", "", "Dora")), path)
    loaded = load(TABLE, path)
    assert not loaded.problems
    assert loaded.options.names == ("Ana", "", "", "Dora")
    _, problems = parse('seats = ["human", ""]', "config.toml", TABLE)
    assert [problem.text for problem in problems] == [
        "seats: 2. name: at least one letter is needed"
    ]


SCATTERED = (
    *(
        'theme = "light" # mine',
        "names = [{ a = 1 }]",
        'seats = ["human", # c\n "greedy"]',
        "a = 1",
    ),
    *('keys.next = "N"', "[keys]", 'next = "N"', 'undo = ["z",\n "x"]', "[keys.sub]", "[[keys]]"),
    *("[other]", "[other.deep]", "[a.b.c]", "[a.d]", "a.b = 1", "keys = {}", '["keys"]', "[theme]"),
    *('["keys".next]', "[[theme]]", "[ keys ]\r", "theme.x = 1", 'keys."a.b" = 1', "y = {a.b = 1}"),
)


@pytest.mark.parametrize("seed", range(30))
def test_an_option_is_written_and_nothing_lost_however_tables_are_scattered(
    seed: int, tmp_path: Path
) -> None:
    dice, path = Random(seed), tmp_path / "config.toml"
    for _ in range(8):
        text = "\n".join(dice.sample(SCATTERED, dice.randint(1, 8))) + "\n"
        path.write_text(text, newline="")
        before = load(TABLE, path).options
        keys = KeyOptions("vi", {"next": ("f9",)})
        options = replace(before, mouse=False, theme="contrast", keys=keys)
        try:
            save(options, path, before=before)
        except ContentError:
            assert path.read_bytes() == text.encode()
            continue
        was, now = tomllib.loads(text), tomllib.loads(path.read_text())
        again = load(TABLE, path).options
        assert (again.mouse, again.theme, again.keys) == (False, "contrast", keys)
        for document in (was, now):
            for key in ("mouse", "theme"):
                document.pop(key, None)
            table = document.pop("keys", {})
            document["rest"] = table if isinstance(table, dict) else {}
            for action in ("preset", "next", *before.keys.own):
                document["rest"].pop(action, None)
        assert now == was
