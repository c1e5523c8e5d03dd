"""A `dataclass` for frozen records that is quick to define.

The standard one compiles six methods for every class, half a millisecond each time, and a match
needs a hundred records before its first frame. Here the records share five of the methods; only
`__init__` is compiled. For readers and type checkers it is `dataclasses.dataclass`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # noqa: PLC0414 - the same for type checkers
else:
    import dataclasses
    from operator import attrgetter

    _set = object.__setattr__

    def dataclass(*, kw_only=False, **options):
        """Return the decorator of a frozen record with slots, compared by its values."""
        if options != {"frozen": True, "slots": True}:
            return dataclasses.dataclass(kw_only=kw_only, **options)
        standard = dataclasses.dataclass(
            init=False, repr=False, eq=False, slots=True, kw_only=kw_only
        )

        def finished(plain):
            kind = standard(plain)
            fields = dataclasses.fields(kind)
            compared = tuple(field.name for field in fields if field.compare)
            kind.__init__ = _init(kind, fields)
            kind.values_of = staticmethod(_getter(compared))
            for method in (_repr, _eq, _hash, _getstate, _setstate, _setattr, _delattr):
                setattr(kind, f"_{method.__name__}__", method)
            return kind

        return finished

    def _init(kind, fields):
        """Compile the only method that differs from record to record."""
        known = {"_set": _set}
        parameters, named, body = ["self"], [], []
        for field in fields:
            name = field.name
            if field.default_factory is not dataclasses.MISSING:
                raise TypeError(f"{kind.__name__}.{name}: a record takes no default factory")
            default = field.default is not dataclasses.MISSING
            if default:
                known[f"_{name}"] = field.default
            value = name if field.init else f"_{name}"
            body.append(f"_set(self, {name!r}, {value})")
            if field.init:
                written = f"{name}=_{name}" if default else name
                (named if field.kw_only else parameters).append(written)
        if named:
            parameters += ["*", *named]
        if hasattr(kind, "__post_init__"):
            body.append("self.__post_init__()")
        lines = "\n ".join(body or ["pass"])
        made = {}
        exec(f"def __init__({', '.join(parameters)}):\n {lines}", known, made)  # noqa: S102 - own names
        return made["__init__"]

    def _getter(names):
        if len(names) > 1:
            return attrgetter(*names)
        return (lambda one: (getattr(one, names[0]),)) if names else (lambda _: ())

    def _repr(self):
        fields = (field.name for field in dataclasses.fields(self) if field.repr)
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in fields)
        return f"{type(self).__qualname__}({values})"

    def _eq(self, other):
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self.values_of(self) == self.values_of(other)

    def _hash(self):
        return hash(self.values_of(self))

    def _getstate(self):
        return [getattr(self, field.name) for field in dataclasses.fields(self)]

    def _setstate(self, state):
        for field, value in zip(dataclasses.fields(self), state, strict=True):
            _set(self, field.name, value)

    def _setattr(_self, name, _value):
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")

    def _delattr(_self, name):
        raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
