"""What holds for every test."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True, scope="session")
def home_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Settings and matches of whoever runs the tests are neither read nor written."""
    before = os.environ.get("DEATHDOME_HOME")
    os.environ["DEATHDOME_HOME"] = str(tmp_path_factory.mktemp("home"))
    yield
    if before is None:
        del os.environ["DEATHDOME_HOME"]
    else:
        os.environ["DEATHDOME_HOME"] = before
