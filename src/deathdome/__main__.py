"""`python -m deathdome`."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

# `python -m` puts the working folder first: a json.py there would hide that of Python.
with suppress(OSError):  # the folder was deleted
    if not sys.flags.safe_path and sys.path[:1] == [os.getcwd()]:  # noqa: PTH109 - pathlib is slow
        del sys.path[0]

from deathdome.cli.door import main

main()
