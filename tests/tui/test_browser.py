"""The real game in a browser: textual-serve on loopback, and a websocket client for the page."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Final

import pytest
from tui.terminals import PATIENCE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from aiohttp import ClientSession, ClientWebSocketResponse

pytestmark = pytest.mark.slow
HOST: Final = "127.0.0.1"
SERVE: Final = (
    "import functools, sys; from aiohttp import web; from textual_serve.server import Server; "
    # A server that is asked to end waits a minute for open pages.
    "web.run_app = functools.partial(web.run_app, shutdown_timeout=0.2); "
    f"Server(sys.argv[1], host={HOST!r}, port=int(sys.argv[2])).serve()"
)
PLAY: Final = ("play", "--quick", "--seats", "human,random", "--seed", "3", "--no-animation")
STYLES: Final = re.compile(rb"\x1b\[[0-9;?$<>=]*[A-Za-z]")


class Page:
    """One browser page: what the game drew on it, and keys for the game."""

    def __init__(self, socket: ClientWebSocketResponse, server: subprocess.Popen[str]) -> None:
        self._socket = socket
        self.server = server
        self.drawn = b""

    async def type(self, keys: str) -> None:
        """Press keys."""
        await self._socket.send_json(["stdin", keys])

    async def send(self, *message: object) -> None:
        """Send any message of the protocol."""
        await self._socket.send_json(list(message))

    async def shows(self, text: bytes) -> bool:
        """Wait for a text to be drawn after the last one; False if the page closes first."""
        from aiohttp import WSMsgType

        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while text not in self.drawn:
                    message = await self._socket.receive()
                    if message.type is not WSMsgType.BINARY:
                        return False
                    self.drawn += STYLES.sub(b"", message.data)
        _, found, self.drawn = self.drawn.partition(text)
        return bool(found)

    async def closes(self) -> bool:
        """Wait for the game to close the page."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while not self._socket.closed:
                    await self._socket.receive()
        return self._socket.closed

    async def games(self) -> list[int]:
        """Return the ids of the processes that run the game and its managers."""
        return descendants(self.server.pid)


def descendants(pid: int) -> list[int]:
    """Return the ids of all processes below one."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid=,stat="], check=True, capture_output=True)
    rows = [row.split() for row in listed.stdout.decode().splitlines()]
    found, level = [], [pid]
    while level:
        level = [int(one) for one, of, stat in rows if int(of) in level and stat[0] != "Z"]
        found += level
    return found


def gone(pids: list[int]) -> bool:
    """Wait for processes to end; True once all have."""
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit:
        listed = subprocess.run(
            ["ps", "-o", "stat=", "-p", ",".join(map(str, pids))], check=False, capture_output=True
        )
        if not listed.stdout.replace(b"Z", b"").strip():
            return True
        time.sleep(0.1)
    return False


@asynccontextmanager
async def opened(log: Path, *words: str, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Page]:
    """Serve `deathdome` with these words, and open it in a page; the server writes to `log`."""
    from aiohttp import ClientSession

    with socket.socket() as free:
        free.bind((HOST, 0))
        port = free.getsockname()[1]
    command = shlex.join(["exec", sys.executable, "-m", "deathdome", *words])
    home = log.parent / "home"
    with (
        log.open("w") as out,
        subprocess.Popen(
            [sys.executable, "-c", SERVE, command, str(port)],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            text=True,
            env={**os.environ, "TERM": "dumb", "DEATHDOME_HOME": str(home)},
        ) as server,
    ):
        try:
            async with ClientSession() as session:
                address = f"http://{HOST}:{port}/ws?width={size[0]}&height={size[1]}"
                yield Page(await _connected(session, address), server)
        finally:
            server.terminate()


async def _connected(session: ClientSession, address: str) -> ClientWebSocketResponse:
    from aiohttp import ClientError

    limit = time.monotonic() + PATIENCE
    while True:
        try:
            return await session.ws_connect(address)
        except ClientError:
            if time.monotonic() > limit:
                raise
            await asyncio.sleep(0.1)


async def test_the_title_opens_takes_keys_and_ends_its_process(tmp_path: Path) -> None:
    async with opened(tmp_path / "log", "play") as page:
        assert await page.shows(b"gentle match")  # the question of the very first start
        await page.type("\x1b")
        assert await page.shows(b"Quick match")
        game = await page.games()
        assert game
        await page.type("q")
        assert await page.closes()
        assert gone(game)


async def test_a_match_is_played_and_says_what_a_browser_cannot_do(tmp_path: Path) -> None:
    log = tmp_path / "log"
    async with opened(log, *PLAY, size=(120, 40)) as page:
        assert await page.shows(b"? keys")
        await page.type("y")
        assert await page.shows(b"A browser doesn't let the game copy")
        await page.type("\x1b")
        await page.type("\x1a")
        assert await page.shows(b"A browser has no shell")
        await page.send("resize", {"width": 80, "height": 24})
        await page.type("?")
        assert await page.shows(b"Esc")
        game = await page.games()
        await page.type("\x11")
        assert await page.closes()
        assert gone(game)
    assert "resume with: deathdome play --resume" in log.read_text()
    assert "Traceback" not in log.read_text()


async def test_the_game_ends_when_the_page_is_closed(tmp_path: Path) -> None:
    async with opened(tmp_path / "log", *PLAY) as page:
        assert await page.shows(b"? keys")
        game = await page.games()
    assert gone(game)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
async def test_the_game_ends_with_a_server_that_is_killed(
    tmp_path: Path, number: signal.Signals
) -> None:
    async with opened(tmp_path / "log", *PLAY) as page:
        assert await page.shows(b"? keys")
        game = await page.games()
        page.server.send_signal(number)
        assert await page.closes()  # a browser answers at once; the server would wait for that
        assert gone(game)


async def test_noise_from_a_page_leaves_the_keys_working(tmp_path: Path) -> None:
    async with opened(tmp_path / "log", *PLAY) as page:
        assert await page.shows(b"? keys")
        noise = ("\x1b[<0;;M", "\x1b[<99999999999999999999;1;1M", "\x1b[48;0;0;0;0t", "\x1b[;;;u")
        for keys in noise:
            await page.type(keys)
        await page.send("resize", {"width": 0, "height": -3})
        await page.send("resize", {"width": 10**9, "height": 10**9})
        await page.send("resize", {"width": "wide", "height": None})
        await page.type("?")
        assert await page.shows(b"Esc")


def test_a_driver_that_is_not_there_is_named() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "deathdome", "play"],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "TEXTUAL_DRIVER": "no.such.module:Driver"},
    )
    assert ended.returncode == 2
    assert "TEXTUAL_DRIVER" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_driver_for_terminals_still_needs_one() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "deathdome", "play"],
        check=False,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "TEXTUAL_DRIVER": "textual.drivers.linux_driver:LinuxDriver"},
    )
    assert ended.returncode == 2
    assert "needs a terminal" in ended.stderr
