"""Names of managers: `NAME[@LEVEL][+PERSONALITY]`, one grammar everywhere.

NAME is that of an installed manager, `module:factory`, or `command:PROGRAM ARGS...`. Reading a
name imports and starts nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Final, Literal

from deathdome.content.words import shown
from deathdome.errors import UsageError, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

LEVELS: Final = ("rookie", "regular", "veteran", "elite", "champion", "legend")
PERSONALITIES: Final = ("aggressor", "banker", "raider", "jailer", "turtle")
COMMAND: Final = "command:"
_QUOTED: Final = 100  # characters of a name

_GIVEN: Final = re.compile(r"(?P<name>[^@+]*)(?:@(?P<level>[^@+]*))?(?:\+(?P<personality>[^@+]*))?")
# In a command, @ and + are the program's own, but for known words at the very end.
_BEHIND_COMMAND: Final = re.compile(
    rf"(?P<name>.*?)(?:@(?P<level>{'|'.join(LEVELS)}))?(?:\+(?P<personality>{'|'.join(PERSONALITIES)}))?"
)
# What Python makes of bytes that are no text. A name goes into records and seeds, which are text.
_HALF: Final = re.compile("[\ud800-\udfff]")
_FACTORY: Final = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")


@dataclass(frozen=True, slots=True)
class Spec:
    """The name of a manager, read."""

    kind: Literal["installed", "module", "command"]
    name: str  # of an entry point; `module:factory`; program and arguments as for a shell
    level: str = ""  # one of LEVELS; "": as the manager likes
    personality: str = ""  # one of PERSONALITIES; "": neutral

    @property
    def foreign(self) -> bool:
        """True if the name is a module path or a command, not an installed manager."""
        return self.kind != "installed"

    @property
    def options(self) -> dict[str, str]:
        """The manager's `Briefing.options`."""
        said = {"level": self.level, "personality": self.personality}
        return {key: word for key, word in said.items() if word}

    def __str__(self) -> str:
        level = f"@{self.level}" if self.level and self.level != self.name else ""
        prefix = COMMAND if self.kind == "command" else ""
        return f"{prefix}{self.name}{level}" + (f"+{self.personality}" if self.personality else "")


def parse_spec(text: str) -> Spec:
    """Parse a manager's name; the manager need not exist.

    Raises:
        UsageError: the text is no name of a manager; says what would do.
    """
    text = text.strip()
    if _HALF.search(text):
        raise UsageError(
            f'"{quoted(text)}" has bytes in it that are no text; a manager is named in UTF-8'
        )
    if "\0" in text:
        raise UsageError(f'"{quoted(text)}" has a NUL in it; no program is started with one')
    command = text.startswith(COMMAND)
    found = (_BEHIND_COMMAND if command else _GIVEN).fullmatch(text)
    if found is None:
        raise UsageError(
            f'"{quoted(text)}" names no manager: it is NAME, NAME@LEVEL, NAME+PERSONALITY '
            "or NAME@LEVEL+PERSONALITY, such as tactical@veteran+raider"
        )
    name = found["name"].strip()
    level = _known(text, "level", found["level"], LEVELS)
    personality = _known(text, "personality", found["personality"], PERSONALITIES)
    if command:
        name = name.removeprefix(COMMAND).strip()
        if not name:
            raise UsageError(
                f'"{quoted(text)}" says no program; for example "command:awk -f manager.awk"'
            )
        return Spec("command", name, level, personality)
    if ":" in name:
        if not _FACTORY.fullmatch(name):
            raise UsageError(
                f'"{quoted(name)}" is no manager in a module; it is written module:factory, '
                "such as my_package.managers:Mine, and a program as command:PROGRAM"
            )
        return Spec("module", name, level, personality)
    if name in LEVELS:
        if level:
            raise UsageError(f'"{text}" says two levels: "{name}" is one already')
        level = name
    return Spec("installed", name, level, personality)


def quoted(text: str) -> str:
    """Return a name for a message: short, without control characters."""
    return shown(text, _QUOTED)


def short_name(text: str) -> str:
    """Return a short name of a manager; accepts any text."""
    try:
        said = parse_spec(text)
    except UsageError:
        return text
    if said.kind == "installed":
        return text
    if said.kind == "module":
        name = said.name.rpartition(":")[2]
    else:
        # Of "python3 bots/mine.py --fast" the script is what somebody wrote.
        words = said.name.split()
        scripts = [word for word in words[1:] if "." in word and not word.startswith("-")]
        name = PurePath((scripts or words)[0].strip("\"'")).stem
    return str(replace(said, kind="installed", name=name or said.name))


def _known(text: str, what: str, word: str | None, known: Sequence[str]) -> str:
    """Return a word after the name, or ""."""
    if word is None:
        return ""
    word = word.strip()
    if word not in known:
        raise UsageError(
            f'"{quoted(text)}": no {what} "{quoted(word)}"; there are {", ".join(known)}.'
            + nearest(word, known)
        )
    return word


def split_specs(text: str) -> list[str]:
    """Split a list of names at commas; a comma in quotes belongs to a command.

    Quotes and backslashes are read as a shell reads them.

    Raises:
        UsageError: a quote is not closed.
    """
    parts = [""]
    for piece in re.split(r"(,)", text):
        if piece == "," and not _open_quote(parts[-1]):
            parts.append("")
        else:
            parts[-1] += piece
    if quote := _open_quote(parts[-1]):
        raise UsageError(
            f"the quote {quote} is not closed in: {quoted(parts[-1].strip())}; close it, or write "
            f"\\{quote} for one that belongs to a name"
        )
    return [part.strip() for part in parts]


def _open_quote(text: str) -> str:
    """Return a quotation mark that is not closed, or ""."""
    quote = ""
    signs = iter(text)
    for sign in signs:
        if sign == "\\" and quote != "'":
            next(signs, None)
        elif sign == quote:
            quote = ""
        elif not quote and sign in "\"'":
            quote = sign
    return quote
