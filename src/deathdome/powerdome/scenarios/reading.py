"""Reading of scenario files: the dome that a phase begins with, and what its players decided."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from deathdome.powerdome.model.answers import Activation, Plan
from deathdome.powerdome.model.dome import Card, Character, Dome
from deathdome.powerdome.model.options import MAX_SEATS, MIN_SEATS, VITALITY, Options
from deathdome.powerdome.model.tome import SetRule, TargetKind
from deathdome.powerdome.scenarios.words import (
    BrokenRuleError,
    Names,
    TomeNames,
    fail,
    is_none,
    listed,
    name_of,
    number_in,
    table_of,
    whole,
    word_of,
)
from deathdome.toml.tables import Table
from deathdome.toml.words import suggestion, written

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.powerdome.model.tome import Effect, Tome
    from deathdome.toml.places import Path

PHASES: Final = ("cull", "auction", "exchange", "start", "round", "round_end")
# Words that people use for the phases.
_PHASES: Final[Mapping[str, str]] = {
    **{name: name for name in PHASES},
    **dict.fromkeys(("culling", "nomination", "nominate"), "cull"),
    **dict.fromkeys(("bidding", "bid", "bids", "settlement"), "auction"),
    **dict.fromkeys(("trade", "trades", "trading", "discard"), "exchange"),
    **dict.fromkeys(("start_of_game", "game_start", "setup"), "start"),
    **dict.fromkeys(("combat", "fight", "allocation"), "round"),
    **dict.fromkeys(("closing_dome", "end", "end_of_round"), "round_end"),
}
# Keys that name the phase of a file without one.
_TOLD_BY: Final[Mapping[str, str]] = {
    "nominations": "cull",
    "protect": "cull",
    "bids": "auction",
    "slots": "auction",
    "trades": "exchange",
    "discard": "exchange",
    "plan": "round",
}
_OF_PHASE: Final[Mapping[str, str]] = {
    **_TOLD_BY,
    "first": "cull",
    "declare": "round",
    "commit": "round",
}
KEYS: Final = (
    *("phase", "title", "note", "rules", "round", "forced", "seed", "commit", "modifiers"),
    *("culled", "options", "player", "ally", "plan", "declare", "closing", "expect"),
    *("nominations", "first", "protect", "slots", "bids", "trades", "discard"),
)
_MOST: Final = 10_000  # vitality, counters, rounds
_STATS: Final = ("agility", "strike", "resist")


@dataclass(slots=True)
class Declaration:
    """Declarations of a character in combat (AM-2)."""

    activate: tuple[Activation, ...] | None = None
    attack: tuple[int, ...] | None = None  # the first that may be attacked
    path: Path = ()


@dataclass(slots=True)
class Scenario:
    """A scenario, ready to be resolved."""

    phase: str
    options: Options
    dome: Dome
    names: list[str]  # of all characters
    seed: int
    forced: list[tuple[Any, Path]]
    commit: list[int]
    people: Names  # players and allies
    tome: TomeNames
    table: Table  # the whole file
    plans: dict[int, Plan] = field(default_factory=dict)
    plan_paths: dict[int, Path] = field(default_factory=dict)
    captions: dict[int, str] = field(default_factory=dict)
    declared: dict[int, Declaration] = field(default_factory=dict)


def read_scenario(data: Mapping[str, Any], tome: Tome) -> Scenario:
    """Read the tables of a scenario file.

    Raises:
        PlaceError: something in it is unexpected.
        BrokenRuleError: it breaks a rule.
    """
    table = Table(data, (), fail)
    table.only(KEYS)
    phase = _phase(table)
    for key, other in _OF_PHASE.items():
        if key in table and other != phase:
            fail((key,), f'this key is for phase = "{other}", and this file has "{phase}"')
    options = _options(table.table("options"))
    names = TomeNames(tome)
    dome, people, shown = _people(table, tome, options, names)
    dome.round = number_in(table, "round", 1, _MOST, 1)
    dome.closing = number_in(table, "closing", 0, _MOST, 0)
    _powers_in_play(table, dome, names, people)
    found = Scenario(
        phase,
        options,
        dome,
        shown,
        number_in(table, "seed", -(2**63), 2**63, 0),
        listed(data.get("forced", []), ("forced",)),
        _commit(data, dome, people),
        people,
        names,
        table,
    )
    if phase == "round":
        _plans(found)
    return found


def _phase(table: Table) -> str:
    value = table.data.get("phase")
    if value is None:
        told = [phase for key, phase in _TOLD_BY.items() if key in table]
        if len(set(told)) == 1:
            return told[0]
        fail((), f"phase is missing. It can be {', '.join(PHASES)}.")
    word = (
        value.strip().casefold().replace("-", "_").replace(" ", "_")
        if isinstance(value, str)
        else ""
    )
    if word not in _PHASES:
        fail(("phase",), f"no phase {written(value)}.{suggestion(value, PHASES)}")
    return _PHASES[word]


def _options(table: Table) -> Options:
    table.only(("initiative", "closing_dome", "max_rounds", "declare", "bids"))

    def word(key: str, *known: str) -> str:
        """Return a word of an option; the first is the default."""
        return word_of(table.data.get(key, known[0]), (*table.path, key), known)

    return Options(
        initiative="low" if word("initiative", "high", "low") == "low" else "high",
        closing_dome=table.flag("closing_dome", True),
        max_rounds=number_in(table, "max_rounds", 1, _MOST, Options().max_rounds),
        declare="combat" if word("declare", "sheet", "combat") == "combat" else "sheet",
        bids="free" if word("bids", "covered", "free") == "free" else "covered",
    )


# Players and allies


def _people(
    table: Table, tome: Tome, options: Options, names: TomeNames
) -> tuple[Dome, Names, list[str]]:
    for key in ("player", "ally"):
        if isinstance(table.data.get(key), dict):
            fail((key,), f"each {key} is a table of its own: [[{key}]]")
    players = table.tables("player", 100)
    if not MIN_SEATS <= len(players) <= MAX_SEATS:
        raise BrokenRuleError(
            ("PD-SETUP-01",),
            f"a game has {MIN_SEATS} to {MAX_SEATS} players, and this file has {len(players)}",
            ("player", max(len(players) - 1, 0)),
        )
    dome = Dome(tome, len(players), VITALITY)
    dome.initiative = options.initiative
    people, shown = Names("player"), []
    for seat, player in enumerate(players):
        player.only(
            ("id", "name", "vitality", "alive", "powers", "afflictions", "counters", "marks")
        )
        shown.append(_identity(player, _letter(seat), people, seat))
    for seat, player in enumerate(players):
        if "id" not in player:
            people.also(seat, _letter(seat))
    people.what = "character"
    for seat, player in enumerate(players):
        character = dome.characters[seat]
        _fill(player, character, names, VITALITY)
        _owned(player, dome, seat, names)
    for ally in table.tables("ally", 100):
        _ally(ally, dome, names, people, shown)
    return dome, people, shown


def _letter(seat: int) -> str:
    return chr(ord("A") + seat)


def _identity(table: Table, default: str, people: Names, index: int) -> str:
    words = [
        name_of(table.data[key], (*table.path, key)) for key in ("id", "name") if key in table
    ] or [default]
    for word in words:
        if people.taken(word):
            fail(table.path, f'two characters are called "{word}"')
    people.add(index, *words)
    return words[0]


def _fill(table: Table, character: Character, names: TomeNames, vitality: int) -> None:
    """Give a character its vitality, afflictions and counters."""
    known = "vitality" in table
    character.vitality = number_in(table, "vitality", -_MOST, _MOST, vitality)
    character.alive = table.flag("alive", character.vitality >= 0)
    if character.alive and character.vitality < 0:
        raise BrokenRuleError(
            ("PD-DEATH-01",),
            f"with {character.vitality} vitality a character is dead",
            (*table.path, "vitality"),
        )
    if not character.alive and not known:
        character.vitality = -1
    held = listed(table.data.get("afflictions", []), (*table.path, "afflictions"), 100)
    for value, path in held:
        affliction = names.afflictions.one(value, path)
        if character.alive:  # death ends them (PD-DEATH-04)
            character.afflictions.append(affliction)
    character.counters = _counters(table, names)


def _counters(table: Table, names: TomeNames) -> dict[str, int]:
    inner = table.table("counters")
    found: dict[str, int] = {}
    for key, value in inner.data.items():
        path = (*inner.path, key)
        name = names.counter_names[names.counters.one(key, path)]
        if name in found:
            fail(path, f"the number of {name} counters is here twice")
        found[name] = whole(value, path, 0, _MOST)
    return found


def _ally(table: Table, dome: Dome, names: TomeNames, people: Names, shown: list[str]) -> None:
    table.only(
        (
            *("id", "name", "type", "kind", "controller", "owner", "player", "vitality", "alive"),
            *("afflictions", "counters", "used"),
        )
    )
    kind_key = _given(table, "type", "kind")
    kind = names.allies.one(table.data[kind_key], (*table.path, kind_key))
    key = _given(table, "controller", "owner", "player")
    controller = people.find(table.data[key])
    if controller is None or controller >= dome.seats:
        players = [shown[seat] for seat in range(dome.seats)]
        value = table.data[key]
        fail((*table.path, key), f"no player {written(value)}.{suggestion(value, players)}")
    who = len(dome.characters)
    ally = Character(who, controller, kind, 0)
    dome.characters.append(ally)
    shown.append(_identity(table, free_name(dome, who, shown), people, who))
    known = dome.tome.allies[kind]
    people.also(who, known.id, known.name)
    for owner in people.names_of(controller):
        people.also(who, f"{owner}.{known.id}", f"{owner}.{known.name}")
    _fill(table, ally, names, dome.tome.allies[kind].vitality)
    if ally.alive and not dome.characters[controller].alive:
        if table.data.get("alive") is True:
            raise BrokenRuleError(
                ("PD-DEATH-06",),
                f"{shown[who]} died with its player at the end of that round",
                table.path,
            )
        ally.alive = False
    for effect, times in enumerate(_used(table, len(dome.tome.allies[kind].effects))):
        if times:
            dome.used_by_ally[who, effect] = times


def free_name(dome: Dome, who: int, taken: Sequence[str]) -> str:
    """Return a name for an ally without one: 'A.hound', 'A.hound2'."""
    ally = dome.characters[who]
    first = name = f"{taken[ally.controller]}.{dome.tome.allies[ally.kind].id}"
    nth = 1
    while name in taken:
        nth += 1
        name = f"{first}{nth}"
    return name


def _given(table: Table, *keys: str) -> str:
    """Return the key that a table has of several with the same meaning."""
    found = [key for key in keys if key in table]
    if not found:
        fail(table.path, f"{keys[0]} is missing")
    if len(found) > 1:
        fail((*table.path, found[1]), f"{found[0]} and {found[1]} mean the same; leave one out")
    return found[0]


# Powers


def _owned(player: Table, dome: Dome, seat: int, names: TomeNames) -> None:
    """Give a player its powers, in the order acquired."""
    for value, path in listed(player.data.get("powers", []), (*player.path, "powers"), 100):
        power, table = _power(value, path, names)
        entry = dome.tome.powers[power]
        if entry.given is not None:  # a mark
            dome.marks[power] = (*dome.marks.get(power, ()), seat)
            if power not in dome.cards:
                _enforce(dome, power, table, names)
            continue
        if entry.modifier:
            raise BrokenRuleError(
                ("PD-MODIFIER-02", "PD-AUCTION-08"),
                f"{entry.name} is a modifier, which has no owner; list it under modifiers",
                path,
            )
        _once(dome, power, path)
        dome.acquire(power, seat)
        _history(dome, power, table, names)
        if not dome.characters[seat].alive:  # the powers of the dead left the game (PD-DEATH-04)
            dome.discard(power)
    for value, path in listed(player.data.get("marks", []), (*player.path, "marks"), 100):
        power, table = _power(value, path, names)
        if dome.tome.powers[power].given is None:
            fail(path, f"{dome.tome.powers[power].name} is not given to players")
        dome.marks[power] = (*dome.marks.get(power, ()), seat)
        if power not in dome.cards:
            _enforce(dome, power, table, names)


def _power(value: Any, path: Path, names: TomeNames) -> tuple[int, Table]:
    """Return a power, and the table of its history."""
    if not isinstance(value, dict):
        return names.powers.one(value, path), Table({}, path, fail)
    table = table_of(value, path)
    table.only(("id", "power", "name", "counters", "used", "bearers", "hidden"))
    key = _given(table, "id", "power", "name")
    return names.powers.one(table.data[key], (*path, key)), table


def _once(dome: Dome, power: int, path: Path) -> None:
    if power in dome.cards or power in dome.culled:
        raise BrokenRuleError(
            ("PD-POWER-12",),
            f"{dome.tome.powers[power].name} is in this game already; each power exists once",
            path,
        )


def _history(dome: Dome, power: int, table: Table, names: TomeNames) -> None:
    card = dome.cards[power]
    card.counters = _counters(table, names)
    card.used = _used(table, len(card.used))


def _used(table: Table, effects: int) -> list[int]:
    """Return the activations so far: a list, one number each effect, or a number for the first."""
    value = table.data.get("used", [])
    numbers = [whole(one, path, 0, _MOST) for one, path in listed(value, (*table.path, "used"))]
    if len(numbers) > effects:
        fail((*table.path, "used"), f"{len(numbers)} numbers for {effects} effects")
    return numbers + [0] * (effects - len(numbers))


def _enforce(dome: Dome, power: int, table: Table, names: TomeNames) -> None:
    dome.cards[power] = Card(len(dome.tome.powers[power].effects))
    dome.modifiers = sorted([*dome.modifiers, power])
    _history(dome, power, table, names)


def _powers_in_play(table: Table, dome: Dome, names: TomeNames, people: Names) -> None:
    """Put modifiers in force and remember the culled powers."""
    for value, path in listed(table.data.get("modifiers", []), ("modifiers",), 100):
        power, inner = _power(value, path, names)
        entry = dome.tome.powers[power]
        if not entry.modifier:
            raise BrokenRuleError(
                ("PD-MODIFIER-01",),
                f"{entry.name} is not a modifier: a player owns it, or none",
                path,
            )
        if power in dome.cards and power not in dome.marks:
            _once(dome, power, path)
        if power not in dome.cards:
            _enforce(dome, power, inner, names)
        bearers = listed(inner.data.get("bearers", []), (*path, "bearers"), MAX_SEATS)
        if bearers and entry.given is None:
            fail((*path, "bearers"), f"{entry.name} is in force for the table, not for players")
        for name, place in bearers:
            seat = people.one(name, place)
            if seat >= dome.seats:
                fail(place, f"{written(name)} is an ally, not a player")
            dome.marks[power] = (*dome.marks.get(power, ()), seat)
        if power in dome.marks:
            dome.marks[power] = tuple(sorted(set(dome.marks[power])))
            if inner.flag("hidden", False):
                dome.hidden |= {power}
    for value, path in listed(table.data.get("culled", []), ("culled",), 200):
        power, _ = _power(value, path, names)
        _once(dome, power, path)
        dome.culled.append(power)


def set_rules(dome: Dome) -> None:
    """Put the rules in force that modifiers set at the start of the game."""
    for power in dome.modifiers:
        for effect in dome.tome.powers[power].effects:
            if effect.planned or effect.event is not None:
                continue
            for step in effect.do:
                if isinstance(step, SetRule) and not step.checks:
                    setattr(dome, step.key, step.value)


# Plans


def _commit(data: Mapping[str, Any], dome: Dome, people: Names) -> list[int]:
    order: list[int] = []
    for value, path in listed(data.get("commit", []), ("commit",)):
        seat = people.one(value, path)
        if seat >= dome.seats:
            fail(path, f"{written(value)} is an ally; its player commits its plan")
        if seat in order:
            fail(path, f"{written(value)} is here twice")
        order.append(seat)
    return order + [seat for seat in range(dome.seats) if seat not in order]


def _plans(found: Scenario) -> None:
    tables = found.table.table("plan")
    later = found.options.declare == "combat"
    for key, value in tables.data.items():
        path = ("plan", key)
        who = _planner(found, key, path)
        plan, declared = _plan(found, who, table_of(value, path))
        if who in found.plans:
            fail(path, f"{found.names[who]} has two plans")
        found.plans[who], found.plan_paths[who] = plan, path
        if later:
            found.declared[who] = declared
    declare = found.table.table("declare")
    if declare.data and not later:
        fail(("declare",), 'declarations are for the option declare = "combat"')
    for key, value in declare.data.items():
        path = ("declare", key)
        who = _planner(found, key, path)
        table = table_of(value, path)
        table.only(("attack", "target", "activate"))
        declared = found.declared.setdefault(who, Declaration())
        declared.path = path
        if "activate" in table:
            declared.activate = _activations(found, who, table)
        if "attack" in table or "target" in table:
            declared.attack = _attack(found, table)


def _planner(found: Scenario, key: str, path: Path) -> int:
    who = found.people.find(key)
    if who is None:
        raise BrokenRuleError(("PD-ALLOCATE-07",), found.people.unknown(key), path)
    if not found.dome.characters[who].alive:
        dead = ("PD-DEATH-03", "PD-ALLOCATE-01")
        raise BrokenRuleError(dead, f"{found.names[who]} is dead and has no plan", path)
    return who


def _plan(found: Scenario, who: int, table: Table) -> tuple[Plan, Declaration]:
    table.only((*_STATS, "attack", "target", "activate", "caption"))
    stats = {stat: _points(found, who, table, stat) for stat in _STATS}
    attack = _attack(found, table)
    acts = _activations(found, who, table)
    caption = table.text("caption", 1000)
    if caption:
        found.captions[who] = caption
    if found.options.declare == "combat":
        bare = tuple(Activation(act.power, act.effect, None, act.x) for act in acts)
        return Plan(**stats, activate=bare), Declaration(acts or None, attack or None, table.path)
    if len(attack) > 1:
        raise BrokenRuleError(
            ("PD-ALLOCATE-05",),
            f"{found.names[who]} attacks one character at most",
            (*table.path, "attack"),
        )
    return Plan(**stats, attack=attack[0] if attack else None, activate=acts), Declaration()


def _points(found: Scenario, who: int, table: Table, stat: str) -> int:
    value = table.data.get(stat, 0)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, float) or (type(value) is int and not 0 <= value <= _MOST):
        raise BrokenRuleError(
            ("PD-ALLOCATE-03",),
            f"the {stat} of {found.names[who]} is {written(value)}, and amounts are whole numbers "
            f"from 0 up",
            (*table.path, stat),
        )
    return whole(value, (*table.path, stat), 0, _MOST)


def _attack(found: Scenario, table: Table) -> tuple[int, ...]:
    """Return the attack targets: one, or in combat several to choose from."""
    if "attack" not in table and "target" not in table:
        return ()
    key = _given(table, "attack", "target")
    return tuple(
        _someone(found, value, path)
        for value, path in listed(table.data[key], (*table.path, key))
        if not is_none(value)
    )


def _someone(found: Scenario, value: Any, path: Path) -> int:
    who = found.people.find(value)
    if who is not None:
        return who
    if not isinstance(value, str):
        fail(path, found.people.unknown(value))
    raise BrokenRuleError(("PD-ALLOCATE-07",), found.people.unknown(value), path)


def _activations(found: Scenario, who: int, table: Table) -> tuple[Activation, ...]:
    values = listed(table.data.get("activate", []), (*table.path, "activate"))
    return tuple(_activation(found, who, value, path) for value, path in values)


def _activation(found: Scenario, who: int, value: Any, path: Path) -> Activation:
    dome = found.dome
    character = dome.characters[who]
    if isinstance(value, dict):
        table = table_of(value, path)
        table.only(("power", "id", "effect", "target", "on", "x"))
    elif character.player:
        table = Table({"power": value}, path, fail)
    else:  # of an ally: "effect", or the number of one
        number = value if type(value) is int else 0
        table = Table({"effect": number}, path, fail)
    power: int | None = None
    if "power" in table or "id" in table:
        key = _given(table, "power", "id")
        named = table.data[key]
        # An ally's own effect may be called after its kind.
        if character.player or found.tome.allies.find(named) != character.kind:
            place = (*path, key) if isinstance(value, dict) else path
            power = found.tome.powers.one(named, place)
    elif character.player:
        fail(path, "power is missing")
    if power is not None and not character.player:
        fail(path, f"{found.names[who]} is an ally: it has effects of its own and no powers")
    effects = (
        dome.tome.powers[power].effects
        if power is not None
        else dome.tome.allies[character.kind].effects
    )
    effect = _effect(table, effects)
    target = _target(found, table, effects, effect)
    return Activation(power, effect, target, _x(found, who, table))


def _effect(table: Table, effects: Sequence[Effect]) -> int:
    if "effect" in table:
        return table.whole("effect", 0, 100)
    return next((at for at, effect in enumerate(effects) if effect.planned), 0)


def _target(found: Scenario, table: Table, effects: Sequence[Effect], effect: int) -> int | None:
    if "target" not in table and "on" not in table:
        return None
    key = _given(table, "target", "on")
    value, path = table.data[key], (*table.path, key)
    if is_none(value):
        return None
    kind = effects[effect].target if effect < len(effects) else None
    if kind is TargetKind.RIVAL_POWER:
        if found.tome.powers.find(value) is None and found.people.find(value) is not None:
            text = f"the target is a power that another player owns, not {written(value)}"
            raise BrokenRuleError(("PD-ALLOCATE-08", "PD-ALLOCATE-07"), text, path)
        return found.tome.powers.one(value, path)
    return _someone(found, value, path)


def _x(found: Scenario, who: int, table: Table) -> int:
    value = table.data.get("x", 0)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if type(value) is not int or not -_MOST <= value <= _MOST:
        raise BrokenRuleError(
            ("PD-ALLOCATE-08",),
            f"X of {found.names[who]} is {written(value)}, not a whole number",
            (*table.path, "x"),
        )
    return value
