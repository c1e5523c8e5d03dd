"""The shape of an answer: every field has the type that its class declares.

A bot in the same process may answer with anything. What passes here can be read by the rules
without care: whole numbers are `int` and no `bool`, and of a size that fits a game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Final, TypeAlias, Union, get_args, get_origin, get_type_hints

from deathdome.powerdome.model import answers

Test: TypeAlias = Callable[[Any], bool]

LARGEST: Final = 10**9
_NAMES: Final = {"Mapping": Mapping, "CharacterId": int, "PowerId": int, "Seat": int}


def well_formed(answer: object) -> bool:
    """Return True if all fields of an answer have their types, down to the last number."""
    kind: Any = type(answer)
    return _test(kind)(answer)


@cache
def _test(hint: Any) -> Test:
    """Return the function that tests a value for a type."""
    if hint is int:
        return lambda value: type(value) is int and abs(value) <= LARGEST
    if hint in (str, bool, type(None)):
        return lambda value: type(value) is hint
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        tests = [_test(one) for one in args]
        return lambda value: any(test(value) for test in tests)
    if origin is tuple:
        inner = _test(args[0])
        return lambda value: type(value) is tuple and all(map(inner, value))
    if origin is Mapping:
        key, item = map(_test, args)
        return lambda value: (
            isinstance(value, Mapping) and all(key(one) and item(value[one]) for one in value)
        )
    if is_dataclass(hint):
        return _record(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return lambda value: type(value) is hint
    return lambda _: False


def _record(kind: Any) -> Test:
    hints = get_type_hints(kind, vars(answers), _NAMES)
    tests = [(one.name, _test(hints[one.name])) for one in fields(kind)]
    return lambda value: (
        type(value) is kind and all(test(getattr(value, name)) for name, test in tests)
    )
