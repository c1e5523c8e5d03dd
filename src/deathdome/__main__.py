"""`python -m deathdome`."""

import os
import sys

# `python -m` puts the working folder first: a json.py there would hide that of Python.
if not sys.flags.safe_path:
    try:
        if sys.path[:1] == [os.getcwd()]:  # noqa: PTH109 - pathlib may be hidden too
            del sys.path[0]
    except OSError:  # the folder was deleted, and is not on the path
        pass

from deathdome.cli.entry import main

main()
