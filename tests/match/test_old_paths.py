"""Paths that managers of others may import names from: they work for one more release."""

from __future__ import annotations

import deathdome.match.protocol
import deathdome.play.controllers


def test_the_old_path_of_the_protocol_has_all_its_names() -> None:
    old, new = deathdome.play.controllers, deathdome.match.protocol
    here = {
        name for name, one in vars(new).items() if getattr(one, "__module__", "") == new.__name__
    }
    assert here <= set(old.__all__)
    assert all(getattr(old, name) is getattr(new, name) for name in old.__all__)
