"""`python -m deathdome`."""

from __future__ import annotations

from deathdome.cli.door import main

main()
