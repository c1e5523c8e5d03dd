"""Garbage collection while a manager thinks."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest

from deathdome.managers.planner.garbage import collection_paused

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def _collection_as_before() -> Iterator[None]:
    enabled = gc.isenabled()
    yield
    if enabled:
        gc.enable()
    else:
        gc.disable()


@pytest.mark.parametrize("enabled", [True, False])
def test_collection_is_afterwards_as_it_was_even_after_an_error(enabled: bool) -> None:
    if enabled:
        gc.enable()
    else:
        gc.disable()
    with pytest.raises(ZeroDivisionError):
        _fail_while_paused()
    assert gc.isenabled() is enabled


@collection_paused()
def _fail_while_paused() -> None:
    assert not gc.isenabled()
    raise ZeroDivisionError
