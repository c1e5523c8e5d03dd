"""Numbers on the command line, and the list of commands."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from deathdome.cli.main import app


@pytest.mark.parametrize("command", ["play", "sim"])
def test_a_seed_that_is_no_number_is_refused_in_plain_words(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from deathdome.cli.main import main

    monkeypatch.setattr("sys.argv", ["deathdome", command, "--seed", "abc"])
    with pytest.raises(SystemExit) as ended:
        main()
    said = capsys.readouterr().err
    assert ended.value.code == 2
    assert "Invalid value for '--seed': this must be a whole number." in said
    assert "Input should" not in said


def test_the_list_of_commands_cuts_no_description() -> None:
    said = CliRunner().invoke(app, ["--help"]).output
    commands = said.split("Commands:")[1]
    assert "..." not in commands
