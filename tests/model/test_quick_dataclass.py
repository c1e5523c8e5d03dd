"""Records behave like frozen dataclasses with slots, which type checkers take them for."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import field
from typing import Any, ClassVar

import pytest

from deathdome.model import catalog, effects, events, quick_dataclass
from deathdome.model.vocabulary import Period


def made(dataclass: Any) -> tuple[type, type]:
    """Define two related classes with a decorator."""

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Base:
        word: ClassVar[str] = "base"
        on: int | None = None

    @dataclass(frozen=True, slots=True)
    class Kind(Base):
        a: int  # type: ignore[misc]
        b: tuple[int, ...] = ()
        double: int = field(init=False, compare=False, default=0)

        def __post_init__(self) -> None:
            object.__setattr__(self, "double", 2 * self.a)

    return Base, Kind


BASE, KIND = made(quick_dataclass.dataclass)
STANDARD = made(dataclasses.dataclass)[1]
GIVEN: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((1,), {}),
    ((1, (2,)), {}),
    ((), {"a": 1, "on": 3}),
    ((1,), {"b": (2,), "on": None}),
]


@pytest.mark.parametrize(("values", "named"), GIVEN)
def test_a_record_is_like_the_standard_one(values: Any, named: Any) -> None:
    ours, theirs = KIND(*values, **named), STANDARD(*values, **named)
    assert repr(ours) == repr(theirs)
    assert hash(ours) == hash(theirs)
    assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)
    assert ours == KIND(*values, **named)
    assert ours != theirs
    assert repr(dataclasses.replace(ours, a=7)) == repr(dataclasses.replace(theirs, a=7))
    assert dataclasses.replace(ours, a=7) != ours
    assert KIND.__match_args__ == STANDARD.__match_args__  # type: ignore[attr-defined]
    assert not hasattr(ours, "__dict__")


@pytest.mark.parametrize("values", [((), {}), ((1, (), 3), {}), ((1,), {"double": 2})])
def test_it_takes_what_the_standard_one_takes(values: Any) -> None:
    for kind in (KIND, STANDARD):
        with pytest.raises(TypeError):
            kind(*values[0], **values[1])


def test_it_does_not_change() -> None:
    one = KIND(1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.a = 2
    with pytest.raises(dataclasses.FrozenInstanceError):
        del one.a
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.other = 2
    assert one == KIND(1)


def test_a_copy_is_equal() -> None:
    limit = catalog.Limit(2, Period.MATCH)
    for one in (
        limit,
        events.StoreClosed(),
        effects.Heal(n=2, cure=True),
        events.Died(3, lava=True),
    ):
        assert pickle.loads(pickle.dumps(one)) == copy.deepcopy(one) == one  # noqa: S301 - ours
        assert hash(copy.copy(one)) == hash(one)
    assert len({events.StoreClosed(), events.Hidden(), events.StoreClosed()}) == 2
