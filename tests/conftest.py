"""Set-up of all tests."""

from __future__ import annotations

import gc
import os
import signal
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import HealthCheck, settings
from late_loop import LateLoop

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterator

# Folders of tests that wait for a screen or for another process.
WAITING: Final = {"tui", "cli", "plain", "session"}

# A busy machine takes its time: no example has a deadline, and drawing may be slow.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")


def pytest_configure() -> None:
    """Let programs that tests start hear every signal.

    Under nohup this process ignores SIGHUP, and a child would inherit that. A signal with a handler
    gets its default in a child, and here the handler does nothing.
    """
    with suppress(AttributeError, ValueError):  # another system, or not the main thread
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        for name in ("SIGHUP", "SIGINT", "SIGTERM", "SIGQUIT", "SIGUSR1", "SIGCHLD"):
            number = signal.Signals[name]
            if signal.getsignal(number) is signal.SIG_IGN:
                signal.signal(number, lambda _number, _frame: None)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mix tests that wait with those that compute, where several run at once.

    Tests of screens and of other processes wait for half of their time. In the order of the folders
    they would all run at the end, and the cores with them. What is one group goes first: it would
    keep one worker busy after the others have ended.
    """
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return
    groups = [item for item in items if item.get_closest_marker("xdist_group")]
    others = [item for item in items if not item.get_closest_marker("xdist_group")]
    waiting = [item for item in others if item.path.parent.name in WAITING]
    places = {item: place / len(waiting) for place, item in enumerate(waiting)}
    computing = [item for item in others if item not in places]
    places |= {item: place / len(computing) for place, item in enumerate(computing)}
    items[:] = [*groups, *sorted(others, key=places.__getitem__)]


def pytest_collection_finish() -> None:
    """Keep the garbage collector from what stays to the end, and let it look less often.

    Modules and collected tests stay. Screens and positions make many objects that are soon gone.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.fixture(autouse=True, scope="session")
def home_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Neither read nor write the settings and matches of the person who runs the tests."""
    before = os.environ.get("DEATHDOME_HOME")
    os.environ["DEATHDOME_HOME"] = str(tmp_path_factory.mktemp("home"))
    yield
    if before is None:
        del os.environ["DEATHDOME_HOME"]
    else:
        os.environ["DEATHDOME_HOME"] = before


if (SEED := os.environ.get("LATE")) is not None:

    @pytest.hookimpl(optionalhook=True)
    def pytest_asyncio_loop_factories() -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
        """Let everything come late; each test has a sequence of its own."""
        return {"late": lambda: LateLoop(f"{SEED} {os.environ.get('PYTEST_CURRENT_TEST')}")}
