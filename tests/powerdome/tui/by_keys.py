"""Whole games of PowerDome by keystrokes alone, in a real tmux: reads the screen, presses keys.

python tests/powerdome/tui/by_keys.py      # make captures: writes docs/powerdome/captures/*.txt
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tui.by_keys import SIZES, Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator

CAPTURES: Final = Path(__file__).parents[3] / "docs" / "powerdome" / "captures"
FOUR: Final = "human,easy,easy,easy"
HOT_SEAT: Final = "human,human,easy"
LONGEST: Final = 400.0  # seconds
_PATIENCE: Final = 100  # looks at the same screen
_OPENS: Final = re.compile(r"Press (\S+) to open")
# Screens worth keeping, by words of their title row and of the rest.
_KEPT: Final = {
    "nomination": ("name 3 powers", ""),
    "protection": ("protect powers", ""),
    "bids": ("write your bids", "Losing bids cost nothing"),
    "auction": ("auction  result", "THE AUCTION IS OVER"),
    "trade": ("offer a trade", ""),
    "deals": ("make proposals", ""),
    "sheet": ("write your sheet", " 0 left"),
    "attack": ("  attacks", "damage"),
    "round": ("end of the round", "END OF ROUND"),
    "curtain": ("", "Pass the keyboard to"),
    "end": ("the game is over", "> Coach"),
}


def command(seats: str, seed: int) -> str:
    """A game that always takes the same course, but for the bots' time."""
    return f"{sys.executable} -P -m deathdome powerdome play --seats {seats} --seed {seed}"


def played(terminal: Terminal) -> Iterator[tuple[str, str]]:
    """Play by hints to the end; yield (name, screen) of the screens worth keeping.

    Raises:
        TimeoutError: the game does not end.
    """
    kept: set[str] = set()
    limit = time.monotonic() + LONGEST
    old, same = "", 0
    while time.monotonic() < limit:
        shown = terminal.settled()
        same, old = (same + 1, shown) if shown == old else (0, shown)
        lines = [line for line in shown.splitlines() if line.strip()]
        if same > _PATIENCE:
            break
        if not lines:
            continue  # it is starting
        bar = lines[-1]
        skips = "any key" in bar
        for name, (title, words) in _KEPT.items():
            if name not in kept and title in lines[0].casefold() and words in shown and not skips:
                kept.add(name)
                yield name, shown
        if "the game is over" in lines[0] and not skips:
            return
        _press(terminal, shown, bar, whole_round="attack" in kept)
    raise TimeoutError(f"the game stops at:\n{old}")


def _press(terminal: Terminal, shown: str, bar: str, *, whole_round: bool) -> None:
    """Press what the screen asks for."""
    if found := _OPENS.search(shown):
        terminal.press(found[1])
    elif "any key" in bar:
        terminal.press("Enter")
    elif "of round" in bar:
        terminal.press("S" if whole_round else "Enter")
    elif "f speed" in bar or "use it" in bar or "give it" in bar:
        terminal.press("Enter")
    elif bar.strip().startswith("Enter choose  q leave"):  # a dialog, its harmless answer first
        terminal.press("Down", "Enter")
    elif any(word in bar for word in ("hint", "confirm", "pass", "accept", "yes")):
        terminal.press("H")
        before = shown
        for _ in range(_PATIENCE):
            time.sleep(0.1)
            hint = terminal.screen()
            if "use it" in hint or "give it" in hint:
                terminal.press("Enter")
                before = terminal.answered(hint)
                break
        if "confirm" in before.splitlines()[-1]:
            terminal.press("c")
    else:
        time.sleep(0.1)


def main() -> int:
    """Play a game at each size, and one of two people, and keep the captures."""
    if shutil.which("tmux") is None:
        print("tmux is needed")
        return 1
    CAPTURES.mkdir(exist_ok=True)
    for old in CAPTURES.glob("*.txt"):
        old.unlink()
    for seats, seed, start, sizes in ((FOUR, 7, "", SIZES), (HOT_SEAT, 5, "hot-seat-", SIZES[:1])):
        for size in sizes:
            with tempfile.TemporaryDirectory() as folder:
                terminal = Terminal(command(seats, seed), size, Path(folder))
                try:
                    for name, shown in played(terminal):
                        file = f"{size[0]}x{size[1]}-{start}{name}.txt"
                        (CAPTURES / file).write_text(shown.rstrip() + "\n", encoding="utf-8")
                finally:
                    terminal.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
