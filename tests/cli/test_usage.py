"""Help and errors of the command line read well at 80 columns."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
import typer
from typer.testing import CliRunner

from deathdome.cli.main import app
from deathdome.cli.usage import usage_message

SHORT: Final = 60  # characters of a description that have to stand alone
PROGRAM: Final[Any] = typer.main.get_command(app)
COMMANDS: Final = sorted(name for name, one in PROGRAM.commands.items() if not one.hidden)


def helped(*words: str) -> str:
    """The help of a command in a terminal of 80 columns."""
    return CliRunner(env={"COLUMNS": "80"}).invoke(app, [*words, "--help"]).output


def message(words: list[str]) -> str:
    """Return the error of a wrong command line."""
    with pytest.raises(Exception) as raised:  # noqa: PT011 - Typer has many kinds
        app(words, prog_name="deathdome", standalone_mode=False)
    return usage_message(raised.value)


def test_no_description_of_a_command_is_cut_off() -> None:
    rows = [row for row in helped().splitlines() if re.match(r" {2}[a-z]+ {2,}", row)]
    assert len(rows) == len(COMMANDS)
    assert [row for row in rows if row.endswith("...")] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_the_first_sixty_characters_of_an_option_stand_alone(name: str) -> None:
    for one in PROGRAM.commands[name].params:
        text = one.help or ""
        first = re.split(r"[.;:,]| \(|(?<=\w) or ", text)[0]
        assert 0 < len(first) <= SHORT, (one.name, text)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("play --seed x", '--seed must be a whole number, not "x".'),
        ("manager check greedy --seconds soon", '--seconds must be a number, not "soon".'),
        ("manager check greedy --matches 0", "--matches must be 1 or more, not 0."),
        ("play --sed 3", 'there is no option --sed. Did you mean "--seed"?'),
        ("play a b", '"b" is one word too many.'),
        ("play --quick=yes", "--quick takes no value."),
        ("arena --blocks", "--blocks needs a value."),
        ("verify", "FILE is missing."),
        ("wacth x", 'there is no command "wacth". Did you mean "watch"?'),
    ],
)
def test_a_wrong_command_line_is_named_in_plain_words(words: str, said: str) -> None:
    text = message(words.split())
    assert text.startswith(f"{said} `deathdome ")
    assert text.endswith(" -h` lists what works.")
    assert not re.search(r"Input|Invalid|argument|parse", text)
