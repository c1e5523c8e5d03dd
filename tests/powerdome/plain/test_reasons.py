"""The reasons of bots, as lines; those of secret answers only when they are public."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from powerdome.lines import Persons, Played, after, new

from deathdome.powerdome.bots.choice import Choice
from deathdome.powerdome.model.asks import AskKind

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


class Asking(Persons):
    """A person that asks for hints and reasons before each answer."""

    def __init__(self, seed: int, most: int = 10_000) -> None:
        super().__init__(seed, most)
        self._asked = -1
        self._waiting: list[str] = []
        self.hidden: list[AskKind] = []

    def readline(self) -> str:
        host = self.host
        assert host is not None
        if self._waiting:
            return self._waiting.pop()
        if host.over or self._asked == len(host.referee.journal):
            return super().readline()
        self._asked = len(host.referee.journal)
        gathered = len(host.state.gathered)
        for seat in range(len(host.players)):
            for one in host.reasons_of(seat):
                if one.entry >= self._asked - gathered:
                    self.hidden.append(one.ask.kind)
        self._waiting = ["reasons\n", "hint\n"]
        return self.readline()


@pytest.mark.parametrize("declare", ["sheet", "combat"])
def test_reasons_and_hints_have_words_in_every_phase(declare: str) -> None:
    person = Asking(2)
    played = Played(new("human,easy", 2, declare=declare), person)
    assert played.host.over
    assert not played.host.notices
    assert not {AskKind.NOMINATE, AskKind.BID, AskKind.SHEET} & set(person.hidden)
    assert played.said.count("Hint: ") == sum(played.host.hints)
    assert "Taken: " in played.said
    assert "Weighed: " in played.said
    assert "Expected of " in played.said


def test_the_terms_of_a_choice_add_up_to_what_is_said() -> None:
    played = Played(new("human,easy", 3), Asking(3))
    for one in played.host.reasons:
        assert isinstance(one.reasons, Choice)
    line = next(line for line in played.lines if line.startswith("Taken: ") and "worth" in line)
    _, _, terms = line.partition("): ")
    total = float(line.partition('", ')[2].partition(" (")[0])
    amounts = [float(term.rstrip(".").split(" ")[-1]) for term in terms.split(", ")]
    assert sum(amounts) == pytest.approx(total, abs=0.01 * len(amounts) + 0.01)
    assert after(played, "reasons")
