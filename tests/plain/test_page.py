"""The example of docs/plain.md is what the program says, and the page names every command."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from plain.console import PROGRAM, PROMPT

from deathdome.plain.commands import COMMANDS, DOING

PAGE = Path(__file__).parents[2] / "docs" / "plain.md"
EXAMPLE = re.compile(r"(?<=<!-- transcript -->\n```text\n)(.*?)(?=```\n)", re.DOTALL)
NAME = re.compile(r"(?<=^resume with: )(.* )\S+$", re.MULTILINE)  # of a match: when it began


def transcript(shown: str) -> str:
    """Return the output of the program for the typed lines of a transcript."""
    command, _, said = shown.partition("\n")
    assert command.startswith("$ deathdome play --plain ")
    typed = [line[found.end() + 1 :] for line in said.splitlines() if (found := PROMPT.match(line))]
    done = subprocess.run(
        [*PROGRAM, *command.split()[4:]],
        input="".join(f"{line}\n" for line in typed),
        capture_output=True,
        text=True,
        check=True,
    )
    said = NAME.sub(r"\g<1>2027-03-31-201500-a1b2c3", done.stdout)
    return f"{command}\n" + "".join(f"{line.rstrip()}\n" for line in said.splitlines())


def test_the_example_is_what_the_program_says() -> None:
    (shown,) = EXAMPLE.findall(PAGE.read_text(encoding="utf-8"))
    again = f"stale; write it anew with: python {Path(__file__).relative_to(PAGE.parents[1])}"
    assert transcript(shown) == shown, again


def test_the_page_names_every_command_and_no_other() -> None:
    rows = re.findall(r"^\| `([a-z]+)[^`]*` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(rows) == sorted({*COMMANDS, *DOING})


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(EXAMPLE.sub(lambda found: transcript(found[0]), text), encoding="utf-8")
