"""A whole match by keystrokes alone, in a real tmux: reads the screen, presses keys, and so on.

python tests/tui/by_keys.py          # make captures: writes docs/captures/*.txt
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

CAPTURES: Final = Path(__file__).parents[2] / "docs" / "captures"
SIZES: Final = ((80, 24), (120, 40))
LONGEST: Final = 240.0  # seconds
LONGEST_SEASON: Final = 600.0
PATIENCE: Final = 120.0  # seconds for what must come; the machine may be busy
_WORTH_KEEPING: Final = {
    "turn": "YOUR TURN",
    "acts": " ACTS",
    "cards": "selects cards",
    "jail": "Which jail",
}
_OTHERS: Final = (" THINKS", " PLAYS", " is shopping", "Wait.")  # another's turn
_UNITS: Final = "3124"
_NUMBER: Final = re.compile(r"STORE  M(\d)")  # of a match of a season
_SETTLED: Final = 0.12  # seconds between two looks that must agree
_LOOK: Final = 0.1  # seconds between two looks for something that must come


class Terminal:
    """One program in a tmux of its own."""

    def __init__(self, command: str, size: tuple[int, int], home: Path) -> None:
        width, height = size
        # The name of a socket may have about a hundred letters: not below a test's own folder.
        self._folder = Path(tempfile.mkdtemp(prefix="dome"))
        self._server = ["tmux", "-S", str(self._folder / "tmux"), "-f", os.devnull]
        # What a test run says about its own width is not true of this terminal.
        environment = f"env -u COLUMNS -u LINES DEATHDOME_HOME={home} TERM=screen-256color"
        self._tmux("new-session", "-d", "-x", str(width), "-y", str(height), "-s", "match")
        # The shell stays, so that what the program leaves behind can be read.
        self._tmux("send-keys", "-t", "match", f"clear; {environment} {command}; echo left $?")
        self.press("Enter")

    def _tmux(self, *words: str) -> str:
        done = subprocess.run([*self._server, *words], capture_output=True, text=True, check=True)
        return done.stdout

    def press(self, *keys: str) -> None:
        """Presses keys, as tmux names them."""
        for key in keys:
            self._tmux("send-keys", "-t", "match", key)

    def screen(self) -> str:
        """Return the text on the screen."""
        return self._tmux("capture-pane", "-p", "-t", "match")

    def settled(self) -> str:
        """The screen once it has stopped changing."""
        old = self.screen()
        for _ in range(20):
            time.sleep(_SETTLED)
            new = self.screen()
            if new == old:
                break
            old = new
        return old

    def answered(self, before: str) -> str:
        """The settled screen once it differs from the one before a key.

        Raises:
            TimeoutError: the key changes nothing.
        """
        limit = time.monotonic() + PATIENCE
        while self.screen() == before:
            if time.monotonic() > limit:
                raise TimeoutError(f"a key changes nothing on:\n{before}")
            time.sleep(_LOOK)
        return self.settled()

    def kept_waiting(self) -> float:
        """Seconds that this process and those of the terminal have waited for a core.

        Only Linux counts them.
        """
        server, shell = self._tmux("display-message", "-p", "#{pid} #{pane_pid}").split()
        waited = 0
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # it has ended
                session = (folder / "stat").read_text().rpartition(")")[2].split()[3]
                if session == shell or folder.name in (server, str(os.getpid())):
                    waited += int((folder / "schedstat").read_text().split()[1])
        return waited / 1e9

    def resize(self, size: tuple[int, int]) -> None:
        """Another size of the window."""
        width, height = size
        self._tmux("resize-window", "-t", "match", "-x", str(width), "-y", str(height))

    def close(self) -> None:
        """Ends everything."""
        subprocess.run([*self._server, "kill-server"], capture_output=True, check=False)
        shutil.rmtree(self._folder, ignore_errors=True)


def until(terminal: Terminal, words: str) -> str:
    """The screen as soon as it has these words.

    Raises:
        TimeoutError: it never has them.
    """
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit:
        if words in (shown := terminal.screen()):
            return shown
        time.sleep(_LOOK)
    raise TimeoutError(f'"{words}" is nowhere on:\n{terminal.screen()}')


def played(terminal: Terminal) -> Iterator[tuple[str, str]]:
    """Plays from the store to the payout; gives (name, screen) of what is worth keeping.

    Raises:
        TimeoutError: the match does not end.
    """
    until(terminal, "STORE  you buy")
    terminal.press("f", "f", "f")  # to the pace at which nothing waits
    yield "store", terminal.settled()
    terminal.press("Enter")
    yield "store-bought", terminal.settled()
    limit = time.monotonic() + LONGEST
    kept: set[str] = set()
    before, same, step = "", 0, 1
    while time.monotonic() < limit:
        shown = terminal.settled()
        if "The match is over" in shown and " in jail" in shown:
            yield "result", shown
            return
        for name, words in _WORTH_KEEPING.items():
            if words in shown and name not in kept and not shown.startswith(" STORE"):
                kept.add(name)
                yield name, shown
        same = same + 1 if shown == before else 0
        before = shown
        for key in _next(shown, same, step):
            terminal.press(key)
            _changed(terminal, shown)
            if terminal.screen().splitlines()[:1] != shown.splitlines()[:1]:
                break  # the match may be over, where other keys begin a new one
        step += 1
    raise TimeoutError(f"no end after {LONGEST:.0f} seconds:\n{terminal.screen()}")


def _next(shown: str, same: int, step: int) -> tuple[str, ...]:
    """Return what a player presses who sees this screen; more boldly where nothing came of it."""
    if shown.startswith(" STORE"):
        return ("e", "Enter") if same else ("e",)
    if any(words in shown for words in _OTHERS):
        return ()
    if same % 4 == 3:
        return ("Escape",)
    if "selects cards" in shown:
        return ("Space", "Enter")
    if " ACTS" in shown:
        return ("e",)
    if "YOUR TURN" in shown and "0 phases" not in shown:
        return (_UNITS[step % len(_UNITS)], "n", "Enter") if step % 3 else ("e", "e")
    return ("Enter",)


# The pages of a season by the words that they alone have.
_PAGES: Final = {
    "season-result": "RESULT  match ",
    "auction": "IF YOU PICK",
    "rival-auction": "AUCTION ",
    "standings": "STANDINGS AFTER MATCH",
    "season-store": "STORE  M",  # or "STORE  match" in a wide terminal
    "season": "SEASON OVER",
}


def season_played(terminal: Terminal) -> Iterator[tuple[str, str]]:
    """Plays a season with hints, as far as there are any; gives (name, screen) of its pages.

    Raises:
        TimeoutError: the season does not end.
    """
    until(terminal, "you buy")
    terminal.press("f", "f", "f")
    limit = time.monotonic() + LONGEST_SEASON
    kept: set[str] = set()
    before, same, step = "", 0, 1
    while time.monotonic() < limit:
        shown = terminal.settled()
        text = shown.replace("STORE  match ", "STORE  M")
        page = next((name for name, words in _PAGES.items() if words in text), "")
        number = _NUMBER.search(text)
        # The store of the first match is like any other, and no page follows the last result.
        first = page == "season-store" and number is not None and number[1] == "1"
        if page and page not in kept and not first:
            kept.add(page)
            yield page, shown
        if page == "season":
            return
        if page and page != "season-store":
            terminal.press("Enter")
            terminal.answered(shown)
            continue
        same = same + 1 if shown == before else 0
        before = shown
        for key in _hinted(shown, same, step):
            terminal.press(key)
            _changed(terminal, shown)
            if terminal.screen().splitlines()[:1] != shown.splitlines()[:1]:
                break  # the match may be over, where other keys mean nothing
        step += 1
    raise TimeoutError(f"no end after {LONGEST_SEASON:.0f} seconds:\n{terminal.screen()}")


def _changed(terminal: Terminal, before: str) -> None:
    """Wait for another screen, but not long: some keys change nothing."""
    limit = time.monotonic() + 10 * _SETTLED
    while terminal.screen() == before and time.monotonic() < limit:
        time.sleep(_SETTLED)


def _hinted(shown: str, same: int, step: int) -> tuple[str, ...]:
    """Return what a player presses who asks for a hint and does what it says."""
    if "Thinking of a hint" in shown or "still coming" in shown:
        return ()
    if shown.startswith(" STORE"):
        if "Done shopping?" in shown or "confirms" in shown:
            return ("Enter",)
        return ("e", "Enter") if same else ("2",)
    if "HINT" in shown and same < 3:
        return ("Enter",)
    if ("YOUR TURN" in shown or "selects cards" in shown) and not same:
        return ("h",)
    return _next(shown, same, step)


def season_command(seed: int, rounds: str, manager: str) -> str:
    """The program, with a season against one manager."""
    return (
        f"{sys.executable} -P -m deathdome play --series --seats human,{manager} --seed {seed} "
        f"--rounds {rounds} --ascii --no-animation"
    )


def command(seed: int, rounds: int, managers: str = "greedy,greedy") -> str:
    """The program, against two managers."""
    seats = f"human,{managers}"
    return (
        f"{sys.executable} -P -m deathdome play --seats {seats} --seed {seed} --rounds {rounds} "
        "--ascii --no-animation"
    )


def first_capture(terminal: Terminal) -> Iterator[tuple[str, str]]:
    """Play from a bare title screen to the first capture, a key a step; gives (key, screen).

    Does what the screen says: "1-4 pick a unit, n aims, Enter acts, h hints."

    Raises:
        TimeoutError: nothing is captured.
    """
    yield "", until(terminal, "New here?")
    terminal.press("Enter")
    shown = until(terminal, "YOUR TURN")
    yield "Enter", shown
    for unit in "3124":
        for key in (unit, "n"):
            terminal.press(key)
            shown = terminal.answered(shown)
            yield key, shown
        if "control point" in shown or "tower centre" in shown:
            terminal.press("Enter")
            yield "Enter", until(terminal, "held by Red")
            return
    raise TimeoutError(f"no unit reaches a point:\n{terminal.screen()}")


def keep(pages: Iterable[tuple[str, str]], size: tuple[int, int]) -> None:
    """Write each of these screens into a file."""
    for name, shown in pages:
        file = CAPTURES / f"{size[0]}x{size[1]}-{name}.txt"
        lines = [row.rstrip() for row in shown.splitlines()]
        file.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
        print(file.name)


def main() -> int:
    """Plays a match and a season at each size and keeps the captures."""
    if shutil.which("tmux") is None:
        print("tmux is needed")
        return 1
    CAPTURES.mkdir(exist_ok=True)
    for old in CAPTURES.glob("*.txt"):
        old.unlink()
    for size in SIZES:
        season = season_command(seed=8, rounds="3,3,3", manager="greedy")
        for line, plays in ((command(seed=5, rounds=6), played), (season, season_played)):
            with tempfile.TemporaryDirectory() as folder:
                terminal = Terminal(line, size, Path(folder))
                try:
                    time.sleep(1)
                    keep(plays(terminal), size)
                    terminal.press("q")
                    until(terminal, "left 0")
                finally:
                    terminal.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
