"""`python -m deathdome`."""

from __future__ import annotations

from deathdome.cli.main import main

main()
