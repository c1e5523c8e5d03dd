"""Packs: what is in them is said, what is wrong is said with its line, and no file does harm."""

from __future__ import annotations

import os
import re
import time
from typing import TYPE_CHECKING

import pytest
from program import answered

from deathdome.bundled import data_folder
from deathdome.content.packs import MAX_SHOWN, check_packs, load_packs
from deathdome.errors import PackError, UsageError
from deathdome.toml.files import MAX_BYTES, line_of

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

    from deathdome.content.packs import Finding

SPOON = """\
# A card of one's own.

[[card]]
id = "borrowed-spoon"
name = "Borrowed Spoon"
deck = "warrior"
kind = "close combat weapon"
cost = 200_000
weapon = { strength = 1, range = 1 }
text = "Brackets [ } in a text are no brackets."

[[card.ability]]
when = "wounded"
by = "this"
do = [
    { heal = 1, on = "self" }, # nor are these: { [
    { push = 1, on = "subject" },
]
"""
PLAZA = (data_folder() / "boards" / "plaza.toml").read_text("utf-8")
YARD = PLAZA.replace('id = "plaza"', 'id = "yard"')


def found(path: Path, text: str | bytes) -> Finding:
    """The one thing that is found in a single file with this content."""
    (finding,) = all_found(path, text)
    return finding


def all_found(path: Path, text: str | bytes) -> list[Finding]:
    """Everything that is found in a single file with this content."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return check_packs([path])


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return answered("check", *arguments)


def short(value: str | bytes) -> str:
    """The name of a case, which may be a megabyte long."""
    return ascii(value[:20])


# What is found


def test_a_good_file_is_said_to_be_what_it_is(tmp_path: Path) -> None:
    finding = found(tmp_path / "mine.toml", SPOON)
    assert (finding.ok, finding.text) == (True, "1 item")
    finding = found(tmp_path / "yard.toml", YARD)
    assert finding.text == ('board "yard", 21x21 spaces, 2 or 3 or 4 seats, 18 control points')


def test_a_folder_is_a_pack_and_a_folder_of_packs_is_several(tmp_path: Path) -> None:
    for pack in ("a", "b"):
        (tmp_path / pack / "cards").mkdir(parents=True)
    (tmp_path / "a" / "boards").mkdir()
    (tmp_path / "a" / "notes.txt").write_text("not read")
    (tmp_path / "a" / "cards" / "mine.toml").write_text(SPOON)
    (tmp_path / "a" / "boards" / "yard.toml").write_text(YARD)
    (tmp_path / "b" / "cards" / "other.toml").write_text(
        SPOON.replace("borrowed-spoon", "own-spoon").replace("Borrowed Spoon", "Own Spoon")
    )
    assert [(one.ok, one.file.removeprefix(str(tmp_path))) for one in check_packs([tmp_path])] == [
        (True, "/a/cards/mine.toml"),
        (True, "/a/boards/yard.toml"),
        (True, "/b/cards/other.toml"),
    ]
    assert len(check_packs([tmp_path / "a"])) == 2
    assert len(check_packs([tmp_path / "a" / "cards"])) == 1


def test_a_card_may_leave_a_token_of_another_file(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "a.toml").write_text(
        '[[card]]\nid = "snare"\nname = "Snare"\ndeck = "power"\ncopies = 1\nvalue = 1\n'
        'timing = "right after your unit captures"\n[[card.ability]]\nwhen = "captured"\n'
        'who = "ally"\ndo = [{ token = "rope" }]\n'
    )
    (tmp_path / "cards" / "b.toml").write_text(
        '[[token]]\nid = "rope"\nname = "Rope"\n[[token.ability]]\nwhen = "entered"\n'
        'do = [{ incapacitate = true, on = "subject" }]\n'
    )
    assert [one.text for one in check_packs([tmp_path])] == ["1 power card", "1 token"]


def test_the_same_card_in_two_files_is_said_of_the_second(tmp_path: Path) -> None:
    for name in ("a.toml", "b.toml"):
        (tmp_path / name).write_text(SPOON)
    first, second, third = check_packs([tmp_path])
    assert first.ok
    assert (second.ok, second.line) == (False, 4)
    assert (third.ok, third.line) == (False, 5)
    assert f'"borrowed-spoon" is taken already by {tmp_path / "a.toml"}' in second.text


def test_the_same_board_in_two_files_is_said_of_the_second(tmp_path: Path) -> None:
    for name in ("a.toml", "b.toml"):
        (tmp_path / name).write_text(YARD)
    first, second = check_packs([tmp_path])
    assert first.ok
    assert "taken already" in second.text


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ('name = "Borrowed Spoon"\n', "", 3, "name: this field is missing"),
        ("kind =", "kynd =", 7, 'no field "kynd" here. Did you mean "kind"?'),
        ("200_000", "250_000", 8, "cost: 250_000 is not a multiple of 100_000"),
        ("range = 1", "rnage = 1", 9, 'weapon, rnage: no field "rnage" here.'),
        ('"wounded"', '"wonded"', 13, 'ability 1, when: no trigger "wonded".'),
        ("push = 1", "psuh = 1", 17, 'ability 1, do 2: no effect "psuh". Did you mean "push"?'),
        ('on = "subject"', 'on = "sbject"', 17, 'do 2, on: no target "sbject".'),
        (
            'push = 1, on = "subject"',
            'on = "me", push = 1',
            17,
            'do 2, on: no target "me"',
        ),
        ('heal = 1, on = "self"', 'heal = 1, on = "picked"', 16, "do 1, on:"),
        ('"borrowed-spoon"', '"nap-hammer"', 4, "is taken already by cards/warrior.toml"),
        ('"Borrowed Spoon"', '"Nap Hammer"', 5, "is taken already by cards/warrior.toml"),
        ("[[card]]", "[[crad]]", 3, 'no field "crad" here. Did you mean "card"?'),
        ("cost = 200_000", "cost = ", 8, "not TOML: Invalid value"),
    ],
)
def test_an_error_comes_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, said: str
) -> None:
    assert old in SPOON
    text = SPOON.replace(old, new, 1)
    if "crad" in new:
        text = text.partition("[[card.ability]]")[0]
    finding = found(tmp_path / "mine.toml", text)
    assert not finding.ok
    assert said in finding.text
    assert finding.line == line


def test_the_line_is_that_of_the_right_card(tmp_path: Path) -> None:
    other = SPOON.replace("orrowed-spoon", "est-spoon").replace("Borrowed Spoon", "Best Spoon")
    other = other.replace("push = 1", "push = 0")
    finding = found(tmp_path / "mine.toml", SPOON + "\n" + other)
    assert (
        finding.text == 'card "best-spoon", ability 1, do 2, push: 0 is too small; the minimum is 1'
    )
    assert finding.line == SPOON.count("\n") + 1 + 17


def test_abilities_written_inside_a_card_are_found_too(tmp_path: Path) -> None:
    head, _, _ = SPOON.partition("[[card.ability]]")
    text = head + (
        "ability = [\n"
        '    { when = "wounded", by = "this", do = [{ heal = 1 }] },\n'
        '    { when = "wounded", by = "this", do = [{ heel = 1 }] },\n'
        "]\n"
    )
    finding = found(tmp_path / "mine.toml", text)
    assert "ability 2, do 1" in finding.text
    assert finding.line == head.count("\n") + 3


@pytest.mark.parametrize(
    ("old", "new", "at", "said"),
    [
        ("....##......#c.##....", "....##......#q.##....", "#q.##", 'is drawn "q"'),
        ('north = "k1"', 'north = "k22"', 'north = "k22"', 'bases.north: "k22" is not a space'),
        ("[bases]", "[basis]", "[basis]", 'no field "basis". Did you mean "bases"?'),
        ('2 = ["north"', '2 = ["noth"', '2 = ["noth"', 'seating.2: no base "noth"'),
        ('"~" = "lava"', '"~" = "lave"', "[legend]", 'legend: no kind of space "lave"'),
        ('id = "yard"', 'id = "plaza"', 'id = "plaza"', "is a board of the game already"),
    ],
)
def test_an_error_in_a_board_comes_with_its_line(
    tmp_path: Path, old: str, new: str, at: str, said: str
) -> None:
    text = YARD.replace(old, new, 1)
    finding = found(tmp_path / "yard.toml", text)
    assert said in finding.text
    assert finding.line == text[: text.index(at)].count("\n") + 1


MANY = """\
[[card]]
id = "first"
name = "First"
deck = "power"
copis = 1
value = 9
timing = "now"

[[card]]
id = "second"
name = "First"
deck = "warior"
kind = "equipment"
cost = 150_000

[[card.ability]]
when = "wounded"
do = [{ heel = 1 }, { push = 1, on = "me" }]

[[card]]
id = "third"
name = "Nap Hammer"
deck = "equipment"
kind = "equipment"
cost = 100_000
weapon = { strength = 1, range = 3 }

[[card.ability]]
when = "always"
may = true
pick = { range = 0 }
do = [{ mod = "strength", n = 0, until = "turn" }, { token = "snaer" }, { heal = 1, on = "source" }]

[[token]]
id = "snare"
name = "Snare"
txt = "Snap."
"""


EVERYTHING = """\
5 card "first", copis: no field "copis" here. Did you mean "copies"?
6 card "first", value: 9 is too large; the maximum is 5
12 card "second", deck: no deck "warior". Did you mean "warrior"?
14 card "second", cost: 150_000 is not a multiple of 100_000; 100_000 and 200_000 are
18 card "second", ability 1, do 1: no effect "heel". Did you mean "heal"?
18 card "second", ability 1, do 2, on: no target "me". It can be self, subject, source, picked.
22 card "third", name: "Nap Hammer" is taken already by cards/warrior.toml: card "nap-hammer"
24 card "third", kind: a card with a weapon is a "close combat weapon" or "ranged weapon"
30 card "third", ability 1, may: "always" is always voluntary or never; only events may decline
31 card "third", ability 1, pick: a constant ability has no choice
31 card "third", ability 1, pick, range: 0 reaches no unit; the minimum is 1
32 card "third", ability 1, do 1, n: adding 0 changes nothing
32 card "third", ability 1, do 1, until: a constant ability has no end; leave it out
32 card "third", ability 1, do 2: a token is put where a point was "captured"
32 card "third", ability 1, do 2, token: no token "snaer". Did you mean "snare"?
32 card "third", ability 1, do 3, on: "always" has no source
37 token "snare", txt: no field "txt" here. Did you mean "text"?
"""


def test_everything_that_is_wrong_in_a_file_is_said_by_line(tmp_path: Path) -> None:
    findings = all_found(tmp_path / "many.toml", MANY)
    assert [f"{one.line} {one.text}" for one in findings] == EVERYTHING.splitlines()


def test_of_far_too_many_errors_the_rest_is_counted(tmp_path: Path) -> None:
    text = "".join(
        SPOON.replace("borrowed-spoon", f"spoon-{number}")
        .replace("Borrowed Spoon", f"Spoon {number}")
        .replace("range = 1", "rnge = 1")
        for number in range(30)
    )
    findings = all_found(tmp_path / "many.toml", text)
    assert len(findings) == MAX_SHOWN + 1
    assert [one.line for one in findings[:3]] == [9, 27, 45]
    assert (findings[-1].text, findings[-1].line) == ("and 10 more", None)


def test_the_second_of_two_cards_with_one_id_is_the_one_that_is_wrong(tmp_path: Path) -> None:
    findings = all_found(tmp_path / "twice.toml", SPOON + SPOON.replace("Borrowed Sp", "Own Sp"))
    assert [one.line for one in findings] == [SPOON.count("\n") + 4]
    assert '"borrowed-spoon" is taken already by' in findings[0].text


def test_everything_that_is_wrong_with_a_board_is_said_by_line(tmp_path: Path) -> None:
    text = YARD.replace('id = "yard"', 'id = "Yard"').replace("[seating]", "[seatings]")
    assert [one.text for one in all_found(tmp_path / "yard.toml", text)] == [
        "id: small letters and digits with single hyphens between them is needed",
        'no field "seatings". Did you mean "seating"?',
    ]
    text = YARD.replace("....##......#c.##....", "..q.##.w....#q.##....", 1)
    text = text.replace("BB", "B", 1)
    said = [one.text for one in all_found(tmp_path / "yard.toml", text)]
    assert len(said) == 3
    assert [text for text in said if 'is drawn "q"' in text or 'is drawn "w"' in text] == said[1:]
    text = YARD.replace('north = "k1"', 'north = "k22"').replace('2 = ["north"', '2 = ["noth"')
    said = [one.text for one in all_found(tmp_path / "yard.toml", text)]
    assert len(said) == 2
    assert said[0].startswith('bases.north: "k22" is not a space')
    assert said[1].startswith('seating.2: no base "noth". Did you mean "north"?')


def test_an_error_without_a_place_has_no_line() -> None:
    assert line_of(SPOON, "too large: the maximum is 1,000,000 bytes") is None
    assert line_of(SPOON, 'card "nobody", name: this field is missing') is None


# Refusals


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty; cards begin with [[card]], a board has a map"),
        (b"\x00\x01\x02\xff\xfe", "not UTF-8 text (at line 1)"),
        (b"MZ\n\n\x90\x00\x03", "not UTF-8 text (at line 3)"),
        ("a = " + "[" * 50_000, "brackets are nested too deeply"),
        ("a = " + "{b=" * 50_000, "brackets are nested too deeply"),
        ("a" + ".a" * 100_000 + " = 1", "a key of more than 16 parts"),
        ("\n[a" + ".a" * 100_000 + "]", "(at line 2)"),
        ('"a"' + " . 'b'" * 20_000 + " = 1", "a key of more than 16 parts"),
        ("a" * (MAX_BYTES - 10) + "=1", "no field"),
        ("cost = " + "9" * 100_000, "a number with too many digits"),
        ("x" * (MAX_BYTES + 1), "too large: the maximum is 1,000,000 bytes"),
        (b"\n" * 10_000_000, "too large: the maximum is 1,000,000 bytes"),
        ("[[card]]\n" * 100_000, "100000 entries are too many"),
        ("card = 1", "card is written with double brackets"),
        ("card = [1, [], {}]", "card 3, deck: this field is missing"),
        ('name = "a\x1b[31mb"', "not TOML"),
    ],
    ids=short,
)
def test_an_odd_file_is_refused_at_once(tmp_path: Path, text: str | bytes, said: str) -> None:
    before = time.process_time()
    findings = all_found(tmp_path / "odd.toml", text)
    assert said in findings[0].text
    assert not any(finding.ok for finding in findings)
    assert time.process_time() - before < 10
    assert all(len(finding.text) < 500 for finding in findings)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("200_000", "9" * 4_000, "is too large for a price"),
        ("200_000", "-" + "9" * 4_000, "is too small for a price"),
        ("200_000", "1e999", "a whole number is needed, not inf"),
        ("200_000", "nan", "a whole number is needed, not nan"),
        ("200_000", "1979-05-27", "a whole number is needed, not 1979-05-27"),
        ("heal = 1", "heal = 1_000_000_000", "is too large; the maximum is 99"),
        ("strength = 1", "strength = 100", "100 is too large; the maximum is 99"),
        ("Borrowed Spoon", r"Borrowed\u001b[31m Spoon", "U+001B cannot be shown"),
        ("Borrowed Spoon", r"Borrowed\nSpoon", "U+000A cannot be shown"),
        ("Borrowed Spoon", r"Borrowed \u202e Spoon", "U+202E cannot be shown"),
        ("Borrowed Spoon", "B" * 61, "61 characters are too many; the maximum is 60"),
        ("Borrowed Spoon", "  ", "no spaces at the start or end"),
        ("borrowed-spoon", "b" * 61, "61 characters are too many; the maximum is 60"),
        ("borrowed-spoon", "../../etc/passwd", "small letters"),
        ("borrowed-spoon", r"borrowed-spoon\n", "small letters"),
        ("kind =", r'"k\u001b[31md" =', 'no field "k<U+001B>[31md" here'),
        ("by = ", "rule = ", 'no field "rule" here'),
        ("push = 1", "move = { a = 1 }", "no way to move a table."),
    ],
    ids=short,
)
def test_an_odd_value_is_refused_in_words_that_can_be_shown(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    findings = all_found(tmp_path / "odd.toml", SPOON.replace(old, new, 1))
    assert any(said in finding.text for finding in findings)
    for finding in findings:
        assert finding.text.isprintable()
        assert len(finding.text) < 500


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("2 = [", "9" * 5_000 + " = [", "is not a number of seats; it can be 1, 2, 3, 4"),
        ('id = "yard"', 'id = "yard"\nfirst_row = 1000000', "first_row"),
        ('name = "Plaza"', r'name = "Pla\u0007za"', "U+0007 cannot be shown"),
        ("JJ#...#", "J" * 4_000, "the map has more than 3,600 spaces"),
        ('north = "k1"', 'north = "k' + "1" * 5_000 + '"', "is not a space"),
    ],
    ids=short,
)
def test_an_odd_board_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert said in found(tmp_path / "yard.toml", YARD.replace(old, new, 1)).text


def test_a_pack_adds_no_unit_to_the_registry(tmp_path: Path) -> None:
    text = '[[unit]]\nid = "cook"\nname = "Cook"\ntypes = ["medic"]\nratings = { v = 3 }\n'
    finding = found(tmp_path / "units.toml", text)
    assert (finding.line, finding.text) == (
        2,
        'unit "cook", id: the registry has its 4 units already (TEAM-2)',
    )


def test_a_unit_without_vitae_and_an_item_that_takes_some_are_refused(tmp_path: Path) -> None:
    text = SPOON.replace("weapon =", "ratings = { v = -9 }\nweapon =")
    assert "an item can't reduce vitae" in found(tmp_path / "a.toml", text).text
    text = '[[character]]\nid = "ghost"\nname = "Ghost"\nrank = 0\ntypes = ["medic"]\n'
    text += "ratings = { s = 1 }\ncost = 0\n"
    assert "a unit needs 1 vitae or more" in found(tmp_path / "b.toml", text).text


def test_names_that_look_like_markup_or_code_are_names(tmp_path: Path) -> None:
    name = "[bold red]{0.__class__}[/] $(true) `x` %s"
    text = SPOON.replace("Borrowed Spoon", name).replace("Brackets", "__import__('os')")
    assert found(tmp_path / "mine.toml", text).ok
    done = run(tmp_path / "mine.toml")
    assert done.returncode == 0, done.stdout
    text = text.replace("push = 1", "push = 0")
    assert found(tmp_path / "mine.toml", text).text.startswith('card "borrowed-spoon"')


def test_links_in_circles_and_what_is_no_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.toml").symlink_to(tmp_path / "b.toml")
    (tmp_path / "b.toml").symlink_to(tmp_path / "a.toml")
    (tmp_path / "c.toml").mkdir()
    os.mkfifo(tmp_path / "d.toml")
    (tmp_path / "e.toml").symlink_to("/dev/zero")
    (tmp_path / "cards").symlink_to(tmp_path)
    (tmp_path / "boards").symlink_to(tmp_path / "boards")
    done = run(tmp_path)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert len(lines) == 10
    assert all(" cannot be read: " in line for line in lines)


def test_a_pack_of_far_too_many_files_is_no_pack(tmp_path: Path) -> None:
    for number in range(201):
        (tmp_path / f"{number}.toml").touch()
    with pytest.raises(UsageError, match="201 files; the maximum is 200"):
        check_packs([tmp_path])


# The command


def test_the_command_says_what_is_good_and_what_is_not(tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text(SPOON)
    bad = SPOON.replace("borrowed-spoon", "bad-spoon").replace("Borrowed Spoon", "Bad Spoon")
    (tmp_path / "bad.toml").write_text(bad.replace("heal = 1", "heel = 1"))
    said = 'card "bad-spoon", ability 1, do 1: no effect "heel". Did you mean "heal"?'
    done = run(tmp_path)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        f"{tmp_path}/bad.toml:16: {said}",
        f"ok {tmp_path}/good.toml: 1 item",
    ]
    assert done.stderr == "deathdome: 1 of 2 files cannot be used\n"


def test_packs_that_are_given_together_are_checked_together(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name / "cards").mkdir(parents=True)
    first, second = tmp_path / "a" / "cards" / "one.toml", tmp_path / "b" / "cards" / "two.toml"
    first.write_text(SPOON)
    second.write_text(SPOON.replace("Borrowed Spoon", "Own Spoon"))
    done = run(tmp_path / "a", tmp_path / "b")
    assert done.returncode == 1
    clash = (
        f'{second}:4: card "borrowed-spoon", id: "borrowed-spoon" is taken already by {first}: '
        'card "borrowed-spoon"'
    )
    assert done.stdout.splitlines() == [f"ok {first}: 1 item", clash]
    with pytest.raises(PackError) as refused:  # what `play --pack a --pack b` says
        load_packs([tmp_path / "a", tmp_path / "b"])
    assert refused.value.every == (clash,)


def test_a_file_that_two_paths_lead_to_is_there_once(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "one.toml").write_text(SPOON)
    (tmp_path / "yard.toml").write_text(YARD)
    paths = [tmp_path, tmp_path / "cards", tmp_path / "cards" / "one.toml", tmp_path / "yard.toml"]
    assert [finding.text for finding in check_packs(paths)][1:] == ["1 item"]
    assert "yard" in load_packs(paths).boards


def test_nothing_to_check_is_a_wrong_request(tmp_path: Path) -> None:
    assert run().returncode == 2
    for path in (tmp_path, tmp_path / "nowhere"):
        done = run(path)
        assert (done.returncode, done.stdout) == (2, "")
        assert str(path) in done.stderr


def test_the_bundled_files_are_packs_that_are_taken_already() -> None:
    findings = check_packs([data_folder() / "cards", data_folder() / "boards"])
    assert {finding.ok for finding in findings} == {False}
    odd = [one.text for one in findings if not re.search("already|^and [0-9]+ more$", one.text)]
    assert odd == []


def test_a_file_name_cannot_act_on_the_terminal(tmp_path: Path) -> None:
    name = tmp_path / "a\033[31m\n.toml"
    name.write_text(SPOON)
    done = run(name)
    assert done.returncode == 0
    assert "\033" not in done.stdout
    assert "a<U+001B>[31m<U+000A>.toml: 1 item" in done.stdout
