"""Reading of effects and steps: every word of the vocabulary, where it may stand."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from deathdome.powerdome.model.tome import (
    BEARERLESS_MATCHES,
    COMPARISONS,
    GROUPS,
    MATCHES,
    PLAIN_QUANTITIES,
    ROLES,
    RULES,
    SINGLE,
    STATS,
    STEPS,
    TRAITS,
    TRAITS_OF_ROLES,
    Amount,
    Check,
    Condition,
    Cost,
    Effect,
    EventKind,
    Step,
    TargetKind,
)
from deathdome.toml.words import suggestion, written

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from deathdome.powerdome.model.tome import Number, Quantity
    from deathdome.toml.places import Path
    from deathdome.toml.tables import Table

MOST: Final = 1_000  # of any number of an effect
MAX_EFFECTS: Final = 8  # of one power
MAX_STEPS: Final = 12  # of one effect
MAX_CHECKS: Final = 8
MIN_SIDES: Final = 2
MAX_SIDES: Final = 100
COUNTER: Final = re.compile(r"[a-z][a-z0-9_]{0,23}")

_CONDITIONS: Final = {condition.value: condition for condition in Condition}
_EVENTS: Final = {event.value: event for event in EventKind}
_TARGETS: Final = {target.value: target for target in TargetKind}
# Conditions that make sense together.
_TOGETHER: Final = (
    ("active",),
    ("payment",),
    ("reactive",),
    ("payment", "reactive"),
    ("auto",),
    ("auto", "payment"),
    ("start",),
    ("interaction",),
    ("interaction", "payment"),
)
_OF_ALLIES: Final = ("active", "payment", "reactive", "auto")
_WITH_AMOUNT: Final = frozenset(
    {
        *(EventKind.ATTACK, EventKind.PENDING, EventKind.HIT, EventKind.BLOCKED),
        *(EventKind.LOST, EventKind.GAINED),
    }
)
_ALL_ROLES: Final = ("attacker", "defender", "subject", "actor")
_OF_BEARER: Final = ("enemies", "rivals", "own_allies", "random_enemy")
_AMOUNT_KEYS: Final = ("base", "per", "mul", "div", "min", "max")
_RENAMED: Final = {"with": "with_", "for": "for_", "if": "checks"}


@dataclass(slots=True)
class Found:
    """Names that effects use; they are checked when every file is read."""

    allies: list[tuple[str, Path]] = field(default_factory=list)
    afflictions: list[tuple[str, Path]] = field(default_factory=list)
    # Counters that are read and changed: on the power itself, on characters.
    read_here: list[tuple[str, Path]] = field(default_factory=list)
    read_on: list[tuple[str, Path]] = field(default_factory=list)
    changed_here: set[str] = field(default_factory=set)
    changed_on: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Context:
    """Place of an effect; it decides which words the effect may use."""

    what: str  # "power", "modifier", "ally" or "affliction"
    given: bool = False  # of a modifier
    on: frozenset[str] = frozenset()
    event: EventKind | None = None
    target: TargetKind | None = None
    chosen: bool = False  # X is chosen in the plan
    rolled: bool = False  # an earlier step rolls a die
    step: bool = False  # within a step, after the checks of the effect
    found: Found = field(default_factory=Found)

    @property
    def borne(self) -> bool:
        """True if a character bears or uses the effect."""
        return self.what != "modifier" or self.given or "interaction" in self.on

    @property
    def movable(self) -> bool:
        """True if the power can leave its owner."""
        return self.what == "power"


def read_effect(table: Table, what: str, found: Found, *, given: bool = False) -> Effect | None:
    """Read an effect; None if something in it is wrong, which is then reported."""
    table.only(("on", "cost", "event", "match", "if", "target", "limit", "per_round", "do"))
    if not table.need("on", "do"):
        return None
    context = Context(what, given, found=found)
    _conditions(table, context)
    cost = _cost(table, context)
    event = table.word("event", _EVENTS)
    context.event = _EVENTS.get(event)
    if ("event" in table) is not ("reactive" in context.on):
        table.fail(
            "event" if event else "on",
            'an event belongs to an effect with "reactive", and such an effect needs one',
        )
    target = table.word("target", _TARGETS)
    context.target = _TARGETS.get(target)
    if context.target is not None and context.on & {"reactive", "start"}:
        table.fail("target", "a target is named in a plan, and this effect is automatic")
    match = _match(table, context)
    checks = _checks(table, context)
    limit = table.whole("limit", 1, MOST) or None
    per_round = table.whole("per_round", 1, MOST) or None
    if per_round and "reactive" not in context.on:
        table.fail("per_round", 'only a "reactive" effect acts more than once in a round')
    steps = read_steps(table, context)
    return Effect(
        frozenset(_CONDITIONS[word] for word in context.on),
        steps,
        cost,
        context.event,
        match,
        checks,
        context.target,
        limit,
        per_round,
    )


def _conditions(table: Table, context: Context) -> None:
    words = []
    for number, word in enumerate(table.list("on", len(_CONDITIONS))):
        if isinstance(word, str) and word in _CONDITIONS:
            words.append(word)
        else:
            text = f"no condition {written(word)}.{suggestion(word, _CONDITIONS)}"
            table.report((*table.path, "on", number), text)
    context.on = frozenset(words)
    if not words:
        table.fail("on", f"a condition is needed. It can be {', '.join(_CONDITIONS)}.")
        return
    if tuple(sorted(context.on)) not in _TOGETHER:
        table.fail("on", f"{' and '.join(sorted(context.on))} do not go together")
    elif context.what == "ally" and not context.on <= {*_OF_ALLIES}:
        table.fail("on", f"an effect of an ally can be {', '.join(_OF_ALLIES)}")
    elif (
        context.what == "modifier" and not context.borne and not context.on <= {"reactive", "start"}
    ):
        table.fail("on", "no player bears this modifier: it is reactive, start or interaction")


def _cost(table: Table, context: Context) -> Cost | None:
    if ("cost" in table) is not ("payment" in context.on):
        table.fail(
            "cost" if "cost" in table else "on",
            'a cost belongs to an effect with "payment", and such an effect needs one',
        )
    if "cost" not in table:
        return None
    inner = table.table("cost")
    inner.only(("utilize", "burn", "max"))
    named = [key for key in ("utilize", "burn") if key in inner]
    if len(named) != 1:
        inner.fail("", "a cost is { utilize = 8 } or { burn = 3 }")
        return None
    key = named[0]
    if inner.data[key] == "x":
        context.chosen = True
        if "reactive" in context.on:
            inner.fail(key, "X is chosen in a plan, and a reactive effect is automatic")
        if not inner.need("max"):
            return None
        return Cost(key == "burn", 0, inner.whole("max", 1, MOST, 1))
    if "max" in inner:
        inner.fail("max", 'max belongs to a cost of "x"')
    return Cost(key == "burn", inner.whole(key, 1, MOST, 1))


def _match(table: Table, context: Context) -> tuple[tuple[str, str], ...]:
    if "match" not in table:
        return ()
    inner = table.table("match")
    if context.event is None:
        table.fail("match", 'match belongs to an effect with "reactive" and an event')
        return ()
    roles = ROLES[context.event]
    bearerless = context.what == "modifier" and not context.given
    values: tuple[str, ...] = BEARERLESS_MATCHES if bearerless else MATCHES
    if context.what != "ally":
        values = tuple(word for word in values if word != "controller")
    found = []
    for role in inner.data:
        if role not in roles:
            text = f'the event {context.event.value} has no role "{role}".'
            inner.fail(role, text + (suggestion(role, roles) if roles else " It has none."))
        elif value := inner.word(role, values):
            found.append((role, value))
    return tuple(found)


def _checks(table: Table, context: Context) -> tuple[Check, ...]:
    found = []
    for number, row in enumerate(table.list("if", MAX_CHECKS)):
        path = (*table.path, "if", number)
        if not isinstance(row, list) or len(row) != 3:
            table.report(path, 'a check is [quantity, comparison, quantity]: ["x", ">=", 2]')
            continue
        left = _quantity(table, row[0], (*path, 0), context)
        right = _quantity(table, row[2], (*path, 2), context)
        if row[1] not in COMPARISONS:
            text = f"no comparison {written(row[1])}. It can be {', '.join(COMPARISONS)}."
            table.report((*path, 1), text)
        elif left is not None and right is not None:
            found.append(Check(left, row[1], right))
    return tuple(found)


# Quantities and amounts


def _quantity(table: Table, value: Any, path: Path, context: Context) -> Quantity | None:
    """Return a number or the name of a quantity; None after a report."""
    if type(value) is int:
        if -MOST <= value <= MOST:
            return value
        table.report(path, f"{written(value)} is not from {-MOST:,} to {MOST:,}")
        return None
    problem = _quantity_problem(value, context)
    if problem:
        table.report(path, problem)
        return None
    assert isinstance(value, str)
    role, _, rest = value.partition(".")
    if rest.startswith("counter."):
        name = rest.removeprefix("counter.")
        known = context.found.read_here if role == "this" else context.found.read_on
        known.append((name, path))
    return value


def _quantity_problem(value: Any, context: Context) -> str:
    if not isinstance(value, str):
        return f"a quantity or a number is needed, not {written(value)}"
    role, dot, rest = value.partition(".")
    if not dot:
        if value not in PLAIN_QUANTITIES:
            examples = [*PLAIN_QUANTITIES, "self.vitality", "this.counter.NAME"]
            return f"no quantity {written(value)}.{suggestion(value, examples)}"
        return _plain_problem(value, context)
    if role == "this":
        if context.what not in ("power", "modifier"):
            return f"an {context.what} has no counters of its own; use self.counter.NAME"
        if not rest.startswith("counter."):
            return f'a power has counters only: "this.counter.NAME", not {written(value)}'
    elif problem := _selector_problem(role, context, single=True):
        return problem
    if rest.startswith("counter."):
        name = rest.removeprefix("counter.")
        return "" if COUNTER.fullmatch(name) else _no_counter(name)
    if rest not in TRAITS_OF_ROLES:
        known = [*TRAITS_OF_ROLES, "counter.NAME"]
        return f"a character has no {written(rest)}.{suggestion(rest, known)}"
    return ""


def _plain_problem(word: str, context: Context) -> str:
    if word == "x" and not context.chosen:
        return 'x needs a cost of "x"'
    if word == "amount" and context.event not in _WITH_AMOUNT:
        return "only an event with an amount has one: attack, pending, hit, blocked, lost, gained"
    if word == "roll" and not context.rolled:
        return "roll needs an earlier step that rolls a die"
    if word == "last" and not context.step:
        return "last is what an earlier step changed, and no step comes before this"
    return ""


def _no_counter(name: object) -> str:
    return f"{written(name)} names no counter: small letters, digits and _, at most 24"


def _number(table: Table, key: str, context: Context, least: int = -MOST) -> Number | None:
    """Return an amount: a whole number, or a table that works one out."""
    value = table.data.get(key)
    if not isinstance(value, dict):
        return table.whole(key, least, MOST, max(least, 1))
    inner = table.table(key)
    inner.only(_AMOUNT_KEYS)
    numbers = {
        word: inner.whole(word, -MOST, MOST)
        for word in _AMOUNT_KEYS
        if word in inner and word != "per"
    }
    if "per" in inner:
        per = _quantity(inner, inner.data["per"], (*inner.path, "per"), context)
    else:
        per = 0
        for word in ("mul", "div"):
            if word in inner:
                inner.fail(word, f"{word} changes per, and there is none")
    if "base" not in inner and "per" not in inner:
        inner.fail("", "an amount needs base or per")
    if numbers.get("div", 1) == 0:
        inner.fail("div", "no number can be divided by 0")
        numbers["div"] = 1
    if "min" in numbers and "max" in numbers and numbers["min"] > numbers["max"]:
        inner.fail("min", f"min {numbers['min']} is above max {numbers['max']}")
    return Amount(per=per or 0, **numbers)


# Selectors


def _selector_problem(word: Any, context: Context, *, single: bool) -> str:
    """Return why a word selects no characters here; "" if it does."""
    known = SINGLE if single else (*SINGLE, *GROUPS)
    if not isinstance(word, str) or word not in known:
        if word in GROUPS:
            return f"{written(word)} can be several characters, and one is needed here"
        return f"no selector {written(word)}.{suggestion(word, known)}"
    if word in _ALL_ROLES and (context.event is None or word not in ROLES[context.event]):
        event = f"the event {context.event.value}" if context.event else "this effect"
        return f"{event} has no {word}"
    if word == "target":
        if context.target is None:
            return "this effect has no target"
        if context.target is TargetKind.RIVAL_POWER:
            return "the target of this effect is a power, not a character"
    if word in ("self", "controller", *_OF_BEARER) and not context.borne:
        return f"no player bears this modifier, so it has no {word}"
    if word == "owner" and context.what != "power":
        return "only a power that can be bought has an owner"
    return ""


def _selector(table: Table, key: str, context: Context, *, single: bool = False) -> str:
    word = table.data.get(key)
    problem = _selector_problem(word, context, single=single)
    if problem:
        table.fail(key, problem)
        return "self"
    assert isinstance(word, str)
    return word


# Steps


def read_steps(table: Table, context: Context) -> tuple[Step, ...]:
    """Read the steps of an effect or an affliction."""
    context.step = True
    tables = table.tables("do", MAX_STEPS)
    if not tables and table.data.get("do") == []:
        table.fail("do", "a step is needed")
    steps = []
    for inner in tables:
        step = _step(inner, context)
        if step is not None:
            steps.append(step)
    return tuple(steps)


def _step(table: Table, context: Context) -> Step | None:
    op = table.data.get("op")
    if not isinstance(op, str) or op not in STEPS:
        if "op" in table:
            table.fail("op", f"no step {written(op)}.{suggestion(op, STEPS)}")
        else:
            table.fail("", f"op is missing. It can be {', '.join(STEPS)}.")
        return None
    needed, optional = _KEYS[op]
    table.only(("op", "if", *needed, *optional))
    checks = _checks(table, context)
    if not table.need(*needed):
        return None
    values = {
        key: _VALUES[key](table, key, context) for key in (*needed, *optional) if key in table
    }
    if op in _ODD:
        _ODD[op](table, values, context)
    if op == "roll":
        context.rolled = True
    return STEPS[op](
        checks=checks, **{_RENAMED.get(key, key): value for key, value in values.items()}
    )


# Keys that a step needs, and keys it may have.
_KEYS: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "weaken": (("who", "n"), ()),
    "regenerate": (("who", "n"), ()),
    "stat": (("who", "stat"), ("add", "set")),
    "swap": (("who", "with", "stat"), ()),
    "ap": (("who", "add"), ()),
    "mod": (("who", "key"), ("n", "num", "den", "versus")),
    "attack": (("who", "at", "strike"), ()),
    "redirect": (("to",), ()),
    "amount": ((), ("add", "num", "den")),
    "disable": (("what",), ("who",)),
    "forfeit": ((), ()),
    "pass": (("to",), ()),
    "take": (("what",), ()),
    "draw": (("to",), ()),
    "afflict": (("who", "affliction"), ()),
    "cure": (("who",), ("n", "which")),
    "counter": (("on", "name", "add"), ()),
    "summon": (("ally", "for"), ()),
    "revive": (("who", "vitality"), ()),
    "roll": (("sides",), ()),
    "rule": (("key", "value"), ()),
}
_SINGLE_WHO: Final = ("swap", "attack")


def _who(table: Table, key: str, context: Context) -> str:
    return _selector(table, key, context, single=table.data["op"] in _SINGLE_WHO)


def _one(table: Table, key: str, context: Context) -> str:
    return _selector(table, key, context, single=True)


def _positive(table: Table, key: str, context: Context) -> Any:
    op = table.data["op"]
    if op == "cure" and table.data[key] == "all":
        return "all"
    return _number(table, key, context, 0 if op == "mod" else 1)


def _signed(table: Table, key: str, context: Context) -> Any:
    return _number(table, key, context)


def _not_negative(table: Table, key: str, context: Context) -> Any:
    return _number(table, key, context, 0)


def _share(table: Table, key: str, _: Context) -> int:
    return table.whole(key, 1 if key == "den" else 0, MOST, 1)


def _on(table: Table, key: str, context: Context) -> str:
    if table.data[key] != "this":
        return _selector(table, key, context)
    if context.what not in ("power", "modifier"):
        table.fail(key, f'an {context.what} has no counters of its own; "self" has')
    return "this"


def _counter_name(table: Table, key: str, context: Context) -> str:
    name = table.data[key]
    if not isinstance(name, str) or not COUNTER.fullmatch(name):
        table.fail(key, _no_counter(name))
        return ""
    found = context.found
    (found.changed_here if table.data.get("on") == "this" else found.changed_on).add(name)
    return name


def _named(kind: str) -> Callable[[Table, str, Context], str]:
    def read(table: Table, key: str, context: Context) -> str:
        name = table.data[key]
        if not isinstance(name, str):
            table.fail(key, f"an id in quotes is needed, not {written(name)}")
            return ""
        known: list[tuple[str, Path]] = getattr(context.found, kind)
        known.append((name, (*table.path, key)))
        return name

    return read


def _word(*known: str) -> Callable[[Table, str, Context], str]:
    def read(table: Table, key: str, _: Context) -> str:
        return table.word(key, known, known[0])

    return read


def _key(table: Table, key: str, _: Context) -> str:
    return table.word(key, TRAITS if table.data["op"] == "mod" else RULES)


def _what(table: Table, key: str, _: Context) -> str:
    known = ("target",) if table.data["op"] == "take" else ("target", "all_of")
    return table.word(key, known, "target")


def _value(table: Table, key: str, _: Context) -> int | str:
    if table.data.get("key") == "initiative":
        return table.word(key, ("high", "low"), "high")
    return table.whole(key, 1, MAX_SIDES, 2)


_VALUES: Final[Mapping[str, Callable[[Table, str, Context], Any]]] = {
    "who": _who,
    "n": _positive,
    "stat": _word(*STATS),
    "add": _signed,
    "set": _not_negative,
    "with": _one,
    "key": _key,
    "num": _share,
    "den": _share,
    "versus": _one,
    "at": _one,
    "strike": _not_negative,
    "to": _one,
    "what": _what,
    "affliction": _named("afflictions"),
    "which": _word("event"),
    "on": _on,
    "name": _counter_name,
    "ally": _named("allies"),
    "for": _selector,
    "vitality": _not_negative,
    "sides": lambda table, key, _: table.whole(key, MIN_SIDES, MAX_SIDES, MIN_SIDES),
    "value": _value,
}


# Rules of single steps


def _odd_stat(table: Table, _: dict[str, Any], __: Context) -> None:
    if ("add" in table) is ("set" in table):
        table.fail("", "a stat needs add or set, and not both")


def _odd_swap(table: Table, values: dict[str, Any], _: Context) -> None:
    if values["who"] == values["with"]:
        table.fail("with", "nothing changes between a character and itself")


def _odd_mod(table: Table, values: dict[str, Any], _: Context) -> None:
    keys = {"taken_max": ("n",), "reflect": ("num", "den", "versus")}.get(values["key"], ())
    for key in ("n", "num", "den", "versus"):
        if key in table and key not in keys:
            table.fail(key, f"{values['key']} has no {key}")
    for key in keys[:2]:
        if key not in table:
            table.fail("", f"{key} is missing")


def _odd_amount(table: Table, values: dict[str, Any], context: Context) -> None:
    if context.event is not EventKind.PENDING:
        table.fail("op", "damage can be changed only in the event pending")
    if ("add" in table) is ("num" in table):
        table.fail("", "an amount needs add, or num and den, and not both")
    if "den" in table and "num" not in table:
        table.fail("den", "den needs num")
    del values


def _odd_redirect(table: Table, _: dict[str, Any], context: Context) -> None:
    if context.event is not EventKind.ATTACK:
        table.fail("op", "an attack can be redirected only in the event attack")


def _odd_disable(table: Table, values: dict[str, Any], context: Context) -> None:
    if values["what"] == "all_of":
        if "who" not in table:
            table.fail("", "who is missing")
    elif "who" in table:
        table.fail("who", 'who belongs to what = "all_of"')
    else:
        _power_target(table, context)


def _power_target(table: Table, context: Context) -> None:
    if context.target is not TargetKind.RIVAL_POWER:
        table.fail("what", 'the effect needs target = "rival_power"')


def _odd_take(table: Table, _: dict[str, Any], context: Context) -> None:
    _power_target(table, context)


def _odd_moving(table: Table, _: dict[str, Any], context: Context) -> None:
    if not context.movable:
        table.fail("op", "only a power that can be bought leaves its owner")


def _odd_cure(table: Table, values: dict[str, Any], context: Context) -> None:
    if "which" in table:
        if context.event is not EventKind.AFFLICTED:
            table.fail("which", "the affliction just received is known in the event afflicted")
        values.setdefault("n", 1)
    elif "n" not in table:
        table.fail("", 'n is missing: a number, or "all"')
        values["n"] = 1


_ODD: Final[Mapping[str, Callable[[Table, dict[str, Any], Context], None]]] = {
    "stat": _odd_stat,
    "swap": _odd_swap,
    "mod": _odd_mod,
    "amount": _odd_amount,
    "redirect": _odd_redirect,
    "disable": _odd_disable,
    "take": _odd_take,
    "pass": _odd_moving,
    "forfeit": _odd_moving,
    "cure": _odd_cure,
}
