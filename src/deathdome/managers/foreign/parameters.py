"""Parameters in the name of a manager, given to its factory: `mine:Plain?fear=0.8`."""

from __future__ import annotations

from functools import partial
from inspect import signature
from math import isfinite
from typing import TYPE_CHECKING, Final

from deathdome.errors import UsageError, nearest
from deathdome.managers.manager_name import quoted

if TYPE_CHECKING:
    from collections.abc import Callable

    from deathdome.managers.manager_name import Spec
    from deathdome.match.protocol import Controller


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(text)
    return number


_SWITCH: Final = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}
_READERS: Final[dict[type, Callable[[str], object]]] = {
    bool: lambda text: _SWITCH[text.lower()],
    int: int,
    float: _finite,
    str: str,
}
_KINDS: Final = {bool: "yes or no", int: "a whole number", float: "a number", str: "a text"}


def with_parameters(factory: Callable[..., Controller], said: Spec) -> Callable[[], Controller]:
    """Return the factory with the parameters of the name, each as its default is.

    Raises:
        UsageError: it takes no such parameter, or not this value.
    """
    if not said.parameters:
        return factory
    takes = _takes(factory)
    values: dict[str, object] = {}
    for key, text in said.parameters:
        if key not in takes:
            known = f"; it takes {', '.join(takes)}." if takes else ": it takes none"
            raise UsageError(
                f'"{quoted(str(said))}": {quoted(said.name)} takes no parameter {key}{known}'
                + nearest(key, takes)
            )
        try:
            values[key] = _READERS[type(takes[key])](text)
        except (ValueError, KeyError):
            raise UsageError(
                f'"{quoted(str(said))}": {key} is {_KINDS[type(takes[key])]}, not "{text}"; '
                f"for example {key}={takes[key]}"
            ) from None
    return partial(factory, **values)


def _takes(factory: Callable[..., object]) -> dict[str, bool | int | float | str]:
    """Return the parameters of a factory that have a plain default."""
    try:
        known = signature(factory).parameters.values()
    except (TypeError, ValueError):
        return {}
    return {
        one.name: one.default
        for one in known
        if type(one.default) in _READERS
        and one.kind in (one.KEYWORD_ONLY, one.POSITIONAL_OR_KEYWORD)
    }
