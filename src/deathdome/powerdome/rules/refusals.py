"""Refusals: why an answer is not accepted, by rule ID."""

from __future__ import annotations

from typing import NamedTuple


class Refusal(NamedTuple):
    """Reason of a refusal, as data; `powerdome.text.refusals` makes the sentence.

    `rule` is the ID of the rule that refuses. `code` is a stable word for programs. `need` and
    `have` are its numbers; `character` and `power` are what it is about.
    """

    rule: str
    code: str
    need: int | None = None
    have: int | None = None
    character: int | None = None
    power: int | None = None

    def __str__(self) -> str:
        """Return the refusal in short: 'overspent (PD-ALLOCATE-03): need 90, have 84'."""
        numbers = [
            f"{name} {number}"
            for name, number in (("need", self.need), ("have", self.have))
            if number is not None
        ]
        about = f": {', '.join(numbers)}" if numbers else ""
        return f"{self.code} ({self.rule}){about}"


class RefusedError(Exception):
    """An answer that the rules refuse."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
