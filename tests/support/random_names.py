"""Random packs and boards with unlucky ids and names, each from a seed.

    collection_of(seed, seats, folder)   # the cards and boards of a pack that `check` accepts

Tables come from random_packs and random_boards; here they get other ids and names: words of the
grammar, verbs, spaces, teams, other alphabets, punctuation, and the names of each other. What
`check` refuses is drawn again.
"""

from __future__ import annotations

import tomllib
from random import Random
from typing import TYPE_CHECKING, Any, Final

from random_boards import board_text
from random_packs import TOKENS, accepted_tables, toml, value

from deathdome.content.card_checks import problems
from deathdome.content.card_files import entries_and_errors
from deathdome.content.catalogs import bundled_entries
from deathdome.content.name_checks import unclear_places
from deathdome.content.packs import load_packs
from deathdome.model.identifiers import TEAMS
from deathdome.model.notation import PLAIN, WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from deathdome.content.collection import Collection

Table = dict[str, Any]

IDS: Final = (
    *("on", "to", "with", "for", "choosing", "around", "everybody", "punch", "a", "base", "home"),
    *("jail", "nobody", "vacant", "hand", "store", "deck", "all", "x", "y", "1", "4", "12"),
    *("warrior", "gunner", "scout", "medic", "strength", "movement", "toughness", "heal"),
    *("a1", "b2", "k11", "nw", "north", "rusty", "chainsaw", "guillotine", "stick", *TEAMS),
    *WORDS.values(),
    *(word for phrase in PLAIN.values() for word in phrase.split()),
)
PIECES: Final = (
    *IDS,
    *(
        "\u041c\u043e\u043b\u043e\u0442",
        "\u041a\u043b\u044e\u0447",
        "\u706b",
        "\U0001f525",
        "\U0001f4a7",
    ),
    *(
        "Caf\u00e9",
        "Cafe\u0301",
        "Stra\u00dfe",
        "STRASSE",
        "\ufb01re",
        "fire",
        "\u0130x",
        "\u00bd",
        "\u0664",
    ),
    *(
        "\ufe0f",
        "\u3164",
        "e\u034f",
        "?!",
        "\u2026",
        "-",
        "_",
        "a_b",
        ".",
        "end.",
        ",",
        ":",
        "red:",
    ),
    *("red.warrior", "blue.scout", "red.1", "#2", "x#2", "#", ";", "a;b", "=", "a=b", "%41", "{x}"),
    *('"q"', "b\\s", "'", "[b]x[/b]", "4", "44", "Ex"),
)
TRIES: Final = 60  # names drawn for a table, before it keeps a plain one


def a_name(dice: Random, most: int) -> str:
    """A name of at most that many characters."""
    text = " ".join(dice.choice(PIECES) for _ in range(dice.choice((1, 1, 1, 2, 2, 3, 5))))
    changed = dice.choice((str, str, str, str.title, str.upper))(text)
    blanks = "  " if dice.random() < 0.1 else " "
    return changed.replace(" ", blanks)[:most].strip() or "?"


def an_id(dice: Random) -> str:
    """An id of one to three words."""
    return "-".join(dice.choice(IDS) for _ in range(dice.choice((1, 1, 1, 2, 2, 3))))


def named_tables(seed: int) -> list[tuple[str, Table]]:
    """Random tables with unlucky ids and names that `check` accepts together."""
    dice = Random(f"{seed} names")
    drawn = accepted_tables(seed)
    drawn.sort(key=lambda one: (one[1]["id"] not in TOKENS, not one[1].get("replaces")))
    found: list[tuple[str, Table]] = []
    for kind, table in drawn:
        fixed = table["id"] in TOKENS or table.get("replaces")
        for _ in range(TRIES):
            taken = [other for _, other in found] or [table]
            stolen = str(dice.choice(taken)["id"]).replace("-", " ").title()
            name = stolen if dice.random() < 0.1 else a_name(dice, 60)
            new = table | {"name": name, "id": table["id"] if fixed else an_id(dice)}
            if _accepted([*found, (kind, new)]):
                break
        else:
            new = table
        found.append((kind, new))
    return found


def _accepted(tables: Iterable[tuple[str, Table]]) -> bool:
    document: dict[str, list[Table]] = {}
    for kind, table in tables:
        document.setdefault(kind, []).append(table)
    entries, wrong = entries_and_errors(document, "pack")
    replaced = {entry.table.id for entry in entries if entry.table.replaces}
    ours = [entry for entry in bundled_entries() if entry.table.id not in replaced]
    return not wrong and not any(problems([*ours, *entries], TOKENS))


def named_board(seed: int, seats: int) -> str:
    """A board file with unlucky names of bases and jails that `check` accepts."""
    dice = Random(f"{seed} places")
    document = tomllib.loads(board_text(seed, seats))
    jails = document.get("jails", {})
    while True:
        bases = {old: a_name(dice, 20) for old in document["bases"]}
        if dice.random() < 0.3:
            bases = dict(zip(bases, dice.sample(TEAMS, len(bases)), strict=True))
        cells = {old: a_name(dice, 20) for old in jails}
        names = [*bases.values()], [*cells.values()]
        if not any(unclear_places(*names)) and all(len({*some}) == len(some) for some in names):
            break
    document["bases"] = {bases[old]: space for old, space in document["bases"].items()}
    document["jails"] = {cells[old]: space for old, space in jails.items()}
    linked = document.get("release_points", {})
    document["release_points"] = {space: cells[old] for space, old in linked.items()}
    for key in ("seating", "later_seating"):
        orders = document.get(key, {}).items()
        document[key] = {number: [bases[old] for old in order] for number, order in orders}
    return "\n".join(f"{key} = {value(entry)}" for key, entry in document.items())


def collection_of(seed: int, seats: int, folder: Path) -> Collection:
    """The cards of the game and of such a pack, with such a board: "yard"; files in the folder."""
    (folder / "cards.toml").write_text(toml(named_tables(seed)), "utf-8")
    (folder / "board.toml").write_text(named_board(seed, seats), "utf-8")
    return load_packs([folder])
