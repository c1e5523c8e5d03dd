"""Sentences of a game that is hosted: trouble with files and bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deathdome.programs.faults import Fault, FaultKind

KEY_LENGTH: Final = "a key has 1 to 12 characters and no blank"
KEY_TAKEN: Final = "another player has that key"
LAST_LINE_LENGTH: Final = "a last line has at most 60 characters, all printable"
SAVED_AGAIN: Final = "The game can be saved again; nothing is missing."


# Faults of bots as other players may read them: the bot's own words may name its secrets.
FAULTS: Final[Mapping[FaultKind, str]] = {
    "raised": "it has an error",
    "illegal": "its answer is not legal",
    "junk": "its answer cannot be read",
    "unready": "it does not start",
    "late": "its answer is late",
    "hung": "it no longer answers",
    "died": "its program has ended",
    "large": "its answer is too long",
    "flood": "it writes too much",
}


def fault_text(fault: Fault) -> str:
    """Return a fault as other players may read it, with the details before the first question."""
    return FAULTS[fault.kind] if fault.question >= 0 else f"{FAULTS[fault.kind]}: {fault.detail}"


def bot_failed(name: str, fault: str) -> str:
    """Return that a bot failed, and that another one answered."""
    return f"{name} failed ({fault}). An easy bot answered instead."


def bot_taken_over(name: str) -> str:
    """Return that a bot plays no longer."""
    return f"An easy bot plays for {name} from now on."


def not_saved(path: str, why: str) -> str:
    """Return that the record cannot be written."""
    return (
        f"The game can't be saved in {path}: {why}. Play continues, and every answer tries again."
    )


def no_result(why: str) -> str:
    """Return that the result cannot be written."""
    return f"The result was not added to your results: {why}."


def continues_in_copy(name: str) -> str:
    """Return that a resumed game has a new record."""
    return (
        "The PowerTome has changed since this game was saved. "
        f"Play continues in a new record, {name}."
    )


def summary_line(
    name: str, when: str, names: Sequence[str], answers: int, closed: bool, trouble: str
) -> str:
    """Return a saved game of a list."""
    if trouble:
        return f"{name}  {when}  {trouble}"
    state = "finished" if closed else "unfinished"
    return f"{name}  {when}  {', '.join(names)}  {state}, {answers} answers"


def verified_lines(
    name: str, answers: int, rolled: int, *, closed: bool, over: bool, changed: bool
) -> Iterator[str]:
    """Yield what a check of a record has found."""
    yield (
        f"{name}: every draw and answer reproduced: {answers - rolled} answers, {rolled} by chance"
    )
    if closed:
        yield f"{name}: whole: no byte was changed since the program wrote it"
    elif over:
        yield f"{name}: unfinished: the game is over, but the closing line is missing"
    else:
        yield f"{name}: unfinished: no line was changed; lines may be missing at its end"
    if changed:
        yield f"{name}: the PowerTome has changed since, which made no difference"


def changed_line(name: str, line: int, intact: int) -> str:
    """Return the error of a fork after a changed line; `intact` answers stand before it."""
    left = f"--at 0 to {intact} still works" if intact >= 0 else "no answer before it is intact"
    return f"{name}:{line}: this line was changed after the program wrote it; {left}"
