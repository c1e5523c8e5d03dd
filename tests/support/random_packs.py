"""Random packs over the whole vocabulary, as TOML text, each from a seed.

    from random_packs import Author, pack_text
    pack_text(seed)              # a card file that `check` accepts
    Author(Random(seed)).file()  # well-typed, but `check` may refuse it

Values are of the right type and drawn from every word that docs/effects.md has, without regard for
what goes together. `pack_text` keeps the tables that the audit lets pass, so it needs no copy of
its rules and covers exactly what `check` accepts.
"""

from __future__ import annotations

import json
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Final

from deathdome.content.card_checks import problems
from deathdome.content.card_files import entries_and_errors
from deathdome.content.card_schema import EFFECTS, CharacterTable, ItemTable, PowerTable, TokenTable
from deathdome.content.catalogs import bundled_entries
from deathdome.content.words import CAUSES, DURATIONS, RATINGS, ROLES, SOURCES, TARGETS, TRIGGERS
from deathdome.model.vocabulary import (
    ALLOW_NAMES,
    DENY_NAMES,
    Deck,
    Gain,
    Grant,
    ItemKind,
    Per,
    Period,
    Shape,
    UnitType,
    WeaponKind,
    Zone,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from enum import Enum

Table = dict[str, Any]

TOKENS: Final = ("burr", "wasp")  # that abilities put down; every pack has both
TOKEN_TRIGGERS: Final = ("entered", "entered", "wounded", *TRIGGERS)  # most others never happen
TRIES: Final = 400  # drawn for one that passes


def words(choices: type[Enum]) -> list[str]:
    """The words of an enum whose values are the words."""
    return [str(choice.value) for choice in choices]


class Author:
    """Writes tables, one value at a time, by the dice."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice
        self.when = ""  # the trigger of every ability; "": random too
        self.written = 0

    # -- values ------------------------------------------------------------------------------------

    def one(self, choices: Iterable[Any]) -> Any:
        """One of several words."""
        return self.dice.choice(list(choices))

    def chance(self, share: float) -> bool:
        """True that often."""
        return self.dice.random() < share

    def some(self, choices: Sequence[str]) -> list[str]:
        """At least one of several words, each once."""
        return self.dice.sample(choices, self.dice.randint(1, len(choices)))

    def number(self, least: int = 1, most: int = 99) -> int:
        """A number in these bounds: mostly small, sometimes any, sometimes a bound."""
        near = self.dice.randint(max(least, -3), min(most, 4))
        return int(self.dice.choice([near] * 8 + [self.dice.randint(least, most), most, least]))

    def optional(self, table: Table, key: str, share: float, value: Any) -> None:
        """Writes a key that may be left out; `value` is called if it is written."""
        if self.chance(share):
            table[key] = value()

    # -- abilities ---------------------------------------------------------------------------------

    def ability(self) -> Table:
        """One ability of any shape."""
        table: Table = {"when": self.when or self.one(TRIGGERS)}
        self.optional(table, "who", 0.4, lambda: self.one(ROLES))
        self.optional(table, "by", 0.25, lambda: self.one(SOURCES))
        self.optional(table, "if", 0.2, self.condition)
        self.optional(table, "zone", 0.2, lambda: self.one(words(Zone)))
        self.optional(table, "pick", 0.4, self.pick)
        self.optional(table, "may", 0.3, lambda: True)
        self.optional(table, "limit", 0.5, self.limit)
        table["do"] = [self.effect(table["when"]) for _ in range(self.one((1, 1, 1, 2, 2, 3, 4)))]
        if len(table["do"]) > 1:
            self.optional(table, "choose", 0.3, lambda: self.number(1, len(table["do"])))
        return table

    def limit(self) -> Table:
        return {"n": self.number(), "per": self.one(words(Period))}

    def condition(self) -> Table:
        table: Table = {}
        kinds = ("with", "kind", "ground", "state", "near", "adjacent_start", "cause")
        for kind in self.dice.sample(kinds, self.one((1, 1, 1, 2))):
            match kind:
                case "with":
                    table[kind] = "this"
                case "kind":
                    table[kind] = self.one(words(WeaponKind))
                case "ground":
                    table[kind] = "higher"
                case "state":
                    table[kind] = self.some(("wounded", "incapacitated"))
                case "near":
                    table[kind] = self.number()
                case "adjacent_start":
                    table[kind] = True
                case _:
                    table[kind] = self.one(CAUSES)
        return table

    def pick(self) -> Table:
        table: Table = {}
        self.optional(table, "what", 0.3, lambda: self.one(("unit", "point", "jail")))
        self.optional(table, "side", 0.5, lambda: self.one(ROLES))
        self.optional(table, "of", 0.2, lambda: self.one(("self", "subject")))
        self.optional(table, "range", 0.6, lambda: self.one(("any", self.number())))
        self.optional(table, "sight", 0.2, lambda: self.chance(0.5))
        self.optional(table, "zone", 0.2, lambda: self.one(words(Zone)))
        self.optional(table, "adjacent", 0.1, lambda: "start")
        self.optional(table, "count", 0.3, lambda: self.one((1, "all")))
        return table

    def effect(self, when: str = "") -> Table:
        """One effect with any of its parameters, mostly of a kind that goes with the trigger."""
        lasting = self.chance({"always": 0.8, "attack": 0.4, "defend": 0.4}.get(when, 0.0))
        name = self.one(("mod", "allow", "deny") if lasting else EFFECTS)
        table = self._effect(name)
        if lasting and when != "always":
            table["until"] = "attack"
        if lasting and name == "mod" and self.chance(0.4):
            table |= {"mod": "strength", "per": self.one(words(Per)), "max": self.number()}
        if when == "always" and self.chance(0.8):
            table.pop("until", None)
            return table
        if "on" in EFFECTS[name].model_fields:
            self.optional(table, "on", 0.6, lambda: self.one(TARGETS))
        self.optional(table, "if", 0.15, self.condition)
        return table

    def _effect(self, name: str) -> Table:
        match name:
            case "mod":
                return self._lasting({"mod": self.one(RATINGS), "n": self.number(-99)})
            case "allow":
                table = {"allow": self.one(ALLOW_NAMES)}
                if table["allow"] == "act-mid-move":
                    table["acts"] = self.some(("attack", "capture"))
                return self._lasting(table)
            case "deny":
                return self._lasting({"deny": self.one(DENY_NAMES)})
            case "attack":
                table = {"attack": self.number()}
                self.optional(table, "kind", 0.3, lambda: self.one(words(WeaponKind)))
                self.optional(table, "shape", 0.3, lambda: self.one(words(Shape)))
                return table
            case "heal":
                table = {"heal": self.number()}
                self.optional(table, "cure", 0.3, lambda: True)
                return table
            case "incapacitate":
                return {"incapacitate": True}
            case "push":
                table = {"push": self.number()}
                self.optional(table, "from", 0.4, lambda: self.one(TARGETS))
                return table
            case "walk":
                return {"move": "walk", "steps": self.one(("rating", self.number()))}
            case "jump":
                return {"move": "jump", "steps": self.number()}
            case "swap":
                return {"move": "swap", "with": self.one(TARGETS)}
            case "follow" | "base":
                return {"move": name}
            case "capture":
                return {"capture": "picked"}
            case "grant":
                return {"grant": self.one(words(Grant))}
            case "gain":
                return {"gain": self.one(words(Gain)), "n": self.number()}
            case "token":
                return {"token": self.one(TOKENS)}
            case "round":
                return {"round": self.number(-99)}
            case _:
                return {"redirect": self.one(("self", "picked"))}

    def _lasting(self, table: Table) -> Table:
        self.optional(table, "until", 0.6, lambda: self.one(DURATIONS))
        return table

    # -- cards -------------------------------------------------------------------------------------

    def printed(self, most: int = 3) -> Table:
        """Fields of everything printed; most tables have one ability, some have several."""
        self.written += 1
        count = min(most, self.one((0, 1, 1, 1, 1, 2, 2, 3)))
        table: Table = {"id": f"x-{self.written}", "name": f"Ex {self.written}"}
        self.optional(table, "text", 0.5, lambda: "Says {0} [b]much[/b].")
        if count:
            table["ability"] = [self.ability() for _ in range(count)]
        return table

    def ratings(self, least: int = -3) -> Table:
        """The four ratings, or some of them."""
        return {key: self.number(least) for key in self.some("smtv")}

    def item(self) -> Table:
        kind = self.one(words(ItemKind))
        table = self.printed() | {"deck": self.one(words(Deck)), "kind": kind}
        table["cost"] = self.one((0, 100_000, 100_000, 300_000, 1_000_000, 99_000_000))
        self.optional(table, "ratings", 0.3, self.ratings)
        self.optional(table, "weapon", 0.9 if kind.endswith("weapon") else 0.0, self.weapon)
        if kind == "close combat weapon" and "weapon" in table:
            table["weapon"]["range"] = 1
        return table

    def weapon(self) -> Table:
        table: Table = {"strength": self.number(0), "range": self.number()}
        self.optional(table, "shape", 0.4, lambda: self.one(words(Shape)))
        self.optional(table, "sight", 0.3, lambda: self.chance(0.5))
        self.optional(table, "attacks", 0.3, self.number)
        self.optional(table, "limit", 0.3, lambda: {"n": self.number(), "per": "match"})
        return table

    def power_card(self) -> Table:
        table = self.printed() | {"deck": "power", "copies": self.one((1, 2, 4, 10, 99))}
        table["value"] = self.number(1, 5)
        table["timing"] = "any time" if "ability" in table else "value only"
        return table

    def character(self) -> Table:
        table = self.printed()
        table |= {"rank": self.number(0, 3), "types": self.some(words(UnitType))}
        return table | {"ratings": self.ratings(1), "cost": self.one((0, 500_000, 4_000_000))}

    def token(self) -> Table:
        return self.printed()

    def unit(self) -> Table:
        """A line of the registry; only one that replaces another is ever accepted."""
        table = self.printed(most=0)
        return table | {"types": self.some(words(UnitType)), "ratings": self.ratings(1)}

    def replacement(self) -> tuple[str, Table]:
        """A table that takes the place of one of the game, of the same sort."""
        entry = self.one(bundled_entries())
        old = entry.table
        new: Table
        match old:
            case ItemTable():
                kind, new = "card", self.item() | {"deck": old.deck.value}
            case PowerTable():
                kind, new = "card", self.power_card()
            case CharacterTable():
                kind, new = "character", self.character() | {"rank": old.rank}
            case TokenTable():
                kind, new = "token", self.token()
            case _:
                kind, new = "unit", self.unit()
        return kind, new | {"id": old.id, "replaces": True}

    def table(self) -> tuple[str, Table]:
        """A table of any kind, with the word that it is written under."""
        match self.one(("item", "item", "item", "power", "power", "character", "replace")):
            case "item":
                return "card", self.item()
            case "power":
                return "card", self.power_card()
            case "character":
                return "character", self.character()
            case _:
                return self.replacement()

    def file(self, tables: int = 6) -> str:
        """A whole card file, accepted or not."""
        found = [self.table() for _ in range(tables)]
        return toml([*found, *(("token", self.token() | {"id": name}) for name in TOKENS)])

    # -- what `check` accepts ----------------------------------------------------------------------

    def accepted(self, draw: Callable[[], tuple[str, Table]]) -> tuple[str, Table]:
        """A table that the audit lets pass: without abilities first, then one after the other.

        So every trigger comes as often as any other, however few of its abilities pass.
        """
        for _ in range(TRIES):
            kind, table = draw()
            wanted = len(table.pop("ability", ()))
            if passes(kind, table):
                break
        abilities: list[Table] = []
        for _ in range(wanted):
            found = self._accepted_ability(kind, table)
            abilities += [] if found is None else [found]
        return kind, (_with(table, abilities) if abilities else table)

    def _accepted_ability(self, kind: str, table: Table) -> Table | None:
        """An ability that the table may have; None if it may have none (a character of rank 0)."""
        self.when = self.one(TOKEN_TRIGGERS if kind == "token" else TRIGGERS)
        drawn = (self.ability() for _ in range(TRIES))
        found = next((one for one in drawn if passes(kind, _with(table, [one]))), None)
        self.when = ""
        return found


def _with(table: Table, abilities: list[Table]) -> Table:
    timing = {"timing": "any time"} if table.get("deck") == "power" else {}
    return table | timing | {"ability": abilities}


def passes(kind: str, table: Table) -> bool:
    """True if the table passes every check on its own."""
    entries, wrong = entries_and_errors({kind: [table]}, "pack")
    return not wrong and not any(problems(entries, TOKENS))


def accepted_tables(seed: int, tables: int = 8) -> list[tuple[str, Table]]:
    """Random tables that pass, each with the word that it is written under, both tokens last."""
    author = Author(Random(seed))
    found: dict[str, tuple[str, Table]] = {}
    while len(found) < tables:
        kind, table = author.accepted(author.table)
        found.setdefault(table["id"], (kind, table))
    for name in TOKENS:
        token = author.token() | {"id": name}
        found[name] = author.accepted(partial(_pair, "token", token))
    return [*found.values()]


def _pair(kind: str, table: Table) -> tuple[str, Table]:
    return kind, dict(table)


def pack_text(seed: int, tables: int = 8) -> str:
    """A card file with that many random tables and two tokens, which `check` accepts."""
    return toml(accepted_tables(seed, tables))


def toml(tables: Iterable[tuple[str, Table]]) -> str:
    """Tables as the text of a card file."""
    return "\n".join(_lines(kind, table) for kind, table in tables)


def _lines(kind: str, table: Table) -> str:
    lines = [f"[[{kind}]]"]
    lines += [f"{key} = {value(entry)}" for key, entry in table.items() if key != "ability"]
    for ability in table.get("ability", ()):
        lines += [f"[[{kind}.ability]]", *(f"{key} = {value(one)}" for key, one in ability.items())]
    return "\n".join(lines) + "\n"


def value(entry: Any) -> str:
    """A value in TOML; tables and lists on one line."""
    match entry:
        case bool():
            return str(entry).lower()
        case dict():
            return f"{{ {', '.join(f'{_key(key)} = {value(one)}' for key, one in entry.items())} }}"
        case list():
            return f"[{', '.join(map(value, entry))}]"
        case str():
            return json.dumps(entry, ensure_ascii=False)
        case _:
            return str(entry)


def _key(key: str) -> str:
    return key if key.isidentifier() and key.isascii() else value(key)
