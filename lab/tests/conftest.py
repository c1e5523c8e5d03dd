"""The same holds as for every test of the program."""

from __future__ import annotations

from conftest import home_of_its_own, pytest_configure

__all__ = ["home_of_its_own", "pytest_configure"]
