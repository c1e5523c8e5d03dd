"""Packs from strangers: whatever is in them is refused in words, at once, and nothing is run."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from datetime import date
from math import inf, nan
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hostile.inputs import TOML_VALUES
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from program import answered

from deathdome.bundled import data_folder
from deathdome.content.board_schema import BoardTable
from deathdome.content.card_schema import (
    EFFECT_KEYS,
    AbilityTable,
    CharacterTable,
    FileTable,
    ItemTable,
    PickTable,
    PowerTable,
    UnitTable,
    WeaponTable,
)
from deathdome.content.packs import MAX_SHOWN, check_packs, load_packs
from deathdome.errors import PackError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from deathdome.content.packs import Finding

ARMOR = (data_folder() / "cards" / "armor.toml").read_text("utf-8")
PLAZA = (data_folder() / "boards" / "plaza.toml").read_text("utf-8")


def findings(text: str | bytes) -> list[Finding]:
    """Return the errors of one file: always some, in words that can be shown."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pack.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        found = check_packs([path])
        if found[0].ok:
            load_packs([path])
        else:
            with pytest.raises(PackError) as refused:
                load_packs([path])
            assert refused.value.every == tuple(map(str, found))
    assert 1 <= len(found) <= MAX_SHOWN + 1
    for one in found:
        assert str(one).isprintable()
        assert len(one.text) < 500
        assert one.text
        assert one.line is None or one.line > 0
    return found


# Whatever is written


@pytest.mark.parametrize("value", TOML_VALUES, ids=lambda value: ascii(value[:12]))
@pytest.mark.parametrize(
    "text", [ARMOR, pytest.param(PLAZA, marks=pytest.mark.long)], ids=["cards", "board"]
)
def test_an_odd_value_in_place_of_any_other_is_refused(text: str, value: str) -> None:
    lines = text.splitlines()
    plain = [number for number, line in enumerate(lines) if " = " in line and '"""' not in line]
    seen = set()
    for number in plain:
        key = lines[number].partition(" = ")[0]
        if key in seen:
            continue
        seen.add(key)
        changed = [*lines[:number], f"{key} = {value}", *lines[number + 1 :]]
        good = [one for one in findings("\n".join(changed)) if one.ok]
        assert not good or value == '"x"'  # which may well be a name


KEYS = sorted(
    {
        field.alias or name
        for table in (
            *(FileTable, ItemTable, PowerTable, CharacterTable, UnitTable, AbilityTable),
            *(PickTable, WeaponTable, BoardTable),
        )
        for name, field in table.model_fields.items()
    }
    | set(EFFECT_KEYS)
)
WORDS = [
    "power",
    "warrior",
    "equipment",
    "any",
    "always",
    "wounded",
    "turn",
    "subject",
    "a1",
    "..\n",
]


class Anything:
    """Values that a file may hold, by chance: each is made in a moment, as Hypothesis could not."""

    def __init__(self, seed: int) -> None:
        self._dice = Random(seed)

    def file(self) -> dict[str, Any]:
        """A whole file: of any tables, or of those that files have."""
        dice = self._dice
        if dice.random() < 0.5:
            return {self._key(): self.value() for _ in range(dice.randrange(7))}
        return {
            kind: [
                {dice.choice(KEYS): self.value() for _ in range(dice.randrange(11))}
                for _ in range(dice.randrange(4))
            ]
            for kind in FileTable.model_fields
        }

    def value(self, depth: int = 3) -> Any:
        """A value, with others in it or not."""
        dice = self._dice
        kind = dice.random()
        if depth and kind < 0.2:
            return [self.value(depth - 1) for _ in range(dice.randrange(5))]
        if depth and kind < 0.4:
            return {self._key(): self.value(depth - 1) for _ in range(dice.randrange(6))}
        return dice.choice(SCALARS)(dice)

    def _key(self) -> str:
        return self._dice.choice(KEYS) if self._dice.random() < 0.7 else text_by(self._dice, 8)


def text_by(dice: Random, most: int) -> str:
    """A text of any characters, the odd ones often."""
    odd = (dice.choice((dice.randrange(32, 127), dice.randrange(0xD800))) for _ in range(most))
    signs = [chr(number) for number in odd]
    return "".join(signs[: dice.randrange(most + 1)])


SCALARS: tuple[Callable[[Random], Any], ...] = (
    lambda dice: dice.random() < 0.5,
    lambda dice: dice.choice((0, 1, -1, dice.getrandbits(70) - 2**69)),
    lambda dice: dice.choice((0.0, -0.0, nan, inf, -inf, dice.uniform(-1e9, 1e9), 5e-324)),
    lambda dice: text_by(dice, 20),
    lambda dice: dice.choice(WORDS),
    lambda dice: date.fromordinal(dice.randrange(1, date.max.toordinal())),
)


def toml(value: Any) -> str:
    """A value as TOML, tables in braces."""
    match value:
        case bool():
            return str(value).lower()
        case int() | float() | date():
            return str(value)
        case str():
            return quoted(value)
        case list():
            return f"[{', '.join(map(toml, value))}]"
        case _:
            return f"{{ {', '.join(f'{quoted(k)} = {toml(v)}' for k, v in value.items())} }}"


def quoted(text: str) -> str:
    """A text in quotes, every character as its number."""
    return '"' + "".join(f"\\U{ord(sign):08x}" for sign in text) + '"'


@pytest.mark.parametrize("seed", range(120))
def test_a_file_of_anything_at_all_is_answered(seed: int) -> None:
    document = Anything(seed).file()
    findings("\n".join(f"{quoted(key)} = {toml(value)}" for key, value in document.items()))


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(st.binary(max_size=300), st.integers(0, len(ARMOR)), st.integers(0, 40))
def test_bytes_in_the_middle_of_a_good_file_are_answered(odd: bytes, at: int, cut: int) -> None:
    raw = ARMOR.encode()
    findings(raw[:at] + odd + raw[at + cut :])


@pytest.mark.parametrize(
    "text",
    [
        "[[card]]\nid = 1\n" * 400,
        "card = [" + "{}, " * 400 + "]",
        "token = [" + '{ id = "x", name = "X" }, ' * 400 + "]",
        '[[card]]\nid = "a"\n' + "[[card.ability]]\nwhn = 1\n" * 6_000,
        pytest.param(
            '[[card]]\nid = "a"\n' + "[[card.ability]]\nwhn = 1\n" * 30_000, marks=pytest.mark.long
        ),
        "\n".join(f"k{number} = 1" for number in range(80_000)),
        'map = "' + "q" * 3_000 + '"\nbases = {}\nseating = {}\nid = "x"\nname = "X"',
        "thin_walls = [" + '"x", ' * 100_000 + ']\nmap = "...."\nbases = {}\nseating = {}',
        'bases = { a = "' + "z" * 900_000 + '" }',
    ],
    ids=lambda text: ascii(text[:12]),
)
def test_a_file_with_very_many_errors_takes_a_moment(text: str) -> None:
    before = time.process_time()
    findings(text)
    assert time.process_time() - before < 20


# Any file there


def refused(path: Path) -> str:
    """Return the output of the program for a pack at this path; it must not wait for anything."""
    done = answered("cards", "--pack", path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    return done.stderr


def test_a_device_is_no_pack() -> None:
    assert "/dev/zero: cannot be read: it is not a regular file" in refused(Path("/dev/zero"))


def test_folders_in_circles_are_refused(tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    pack.mkdir()
    (pack / "cards").symlink_to(pack, target_is_directory=True)
    (pack / "boards").symlink_to(pack / "boards", target_is_directory=True)
    assert "no card or board file there" in refused(pack)
    assert "no card or board file there" in refused(tmp_path)


def test_a_file_that_may_not_be_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secret.toml").write_text(ARMOR)

    def forbidden(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", forbidden)
    with pytest.raises(PackError, match=r"secret\.toml: cannot be read: Permission denied"):
        load_packs([tmp_path])


def test_a_folder_that_may_not_be_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", forbidden)
    with pytest.raises(UsageError, match="cannot be read: Permission denied"):
        load_packs([tmp_path])


def test_names_that_no_file_can_have_are_refused(tmp_path: Path) -> None:
    assert "no such file or folder" in refused(tmp_path / "\033[31m")
    assert "\033" not in refused(tmp_path / "\033[31m")
    assert "deathdome: " in refused(tmp_path / ("a" * 5_000))


# Whatever it wants to run


HOOK = """
import sys
from pathlib import Path
from deathdome.content.packs import check_packs, load_packs
good, pack = Path(sys.argv[1]), Path(sys.argv[2])
load_packs([good])  # from here on nothing needs to be imported any more
check_packs([good])
seen = []
RUN = {"exec", "compile", "import", "os.system", "os.exec", "os.fork", "subprocess.Popen",
       "socket.connect", "pickle.find_class", "ctypes.dlopen", "marshal.loads"}
def watch(event, arguments):
    if event in RUN or (event == "open" and set(str(arguments[1])) & set("wax+")):
        seen.append((event, arguments))
sys.addaudithook(watch)
check_packs([pack])
catalog = load_packs([pack]).catalog
print(catalog.items[-1].name)
print(seen)
"""


def test_loading_a_pack_runs_nothing(tmp_path: Path) -> None:
    good, pack, marker = tmp_path / "good.toml", tmp_path / "pack", tmp_path / "was-run"
    card = (
        '[[card]]\nid = "os-system"\nname = "{name}"\ndeck = "equipment"\nkind = "equipment"\n'
        'cost = 100_000\ntext = "eval(1) {{0.__class__}} !!python/object"\n'
    )
    good.write_text(card.format(name="Good"))
    (pack / "cards").mkdir(parents=True)
    name = f"__import__('os').mkdir('{marker.name}')"
    (pack / "cards" / "own.toml").write_text(card.format(name=name))
    for script in ("__init__.py", "conftest.py", "tomllib.py", "cards/__init__.py", "own.pth"):
        (pack / script).write_text(f"import os; os.mkdir({str(marker)!r})")
    done = subprocess.run(
        [sys.executable, "-P", "-c", HOOK, str(good), str(pack)],
        cwd=pack,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == [name, "[]"]
    assert not marker.exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["good.toml", "pack"]
