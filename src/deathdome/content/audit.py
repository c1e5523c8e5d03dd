"""Whether checked tables make sense together: what no single field can show.

Every finding names the card and the place in it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from deathdome.content.effect_tables import (
    AimedTable,
    AllowTable,
    CaptureTable,
    ConditionTable,
    DenyTable,
    EffectTable,
    ModTable,
    PushTable,
    RedirectTable,
    SwapTable,
    TokenEffectTable,
)
from deathdome.content.meaning import meaningless
from deathdome.content.naming import ours_first, taken_names, unclear_names
from deathdome.content.tables import (
    AbilityTable,
    CharacterTable,
    ItemTable,
    PowerTable,
    PrintedTable,
    TokenTable,
    UnitTable,
)
from deathdome.content.words import suggestion
from deathdome.errors import ContentError
from deathdome.model.vocabulary import (
    Allow,
    Deck,
    ItemKind,
    Period,
    Role,
    Target,
    Trigger,
    Until,
    Zone,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deathdome.content.card_files import Entry

# The box: store cards by deck, then the other kinds (BOX-2 to BOX-13).
STORE: Final = {
    Deck.WARRIOR: 10,
    Deck.GUNNER: 10,
    Deck.SCOUT: 10,
    Deck.MEDIC: 10,
    Deck.ARMOR: 15,
    Deck.VEHICLE: 5,
    Deck.EQUIPMENT: 20,
}
POWER_CARDS: Final = 70
RANKS: Final = {0: 16, 1: 4, 2: 6, 3: 1}
REGISTRY: Final = 4
MOST_CARDS: Final = 2_000  # of a kind
MOST_ABILITIES: Final = 4_000
TOKENS: Final = 2
MOST_PROBLEMS: Final = 200  # of one file; whoever has so many mends some of them first

Found: TypeAlias = "Iterator[tuple[str, str]]"  # where in a table, and what is wrong there

_WEAPONS: Final = (ItemKind.CLOSE, ItemKind.RANGED)
_EVENTS: Final = tuple(trigger for trigger in Trigger if trigger >= Trigger.DECLARED)
# Which triggers know a subject, a source, and the card that an attack was made with.
_WITHOUT_SUBJECT: Final = (Trigger.BETWEEN, Trigger.TURN, Trigger.STARTED)
_WITH_SOURCE: Final = (
    Trigger.ATTACK,
    Trigger.DEFEND,
    Trigger.DECLARED,
    Trigger.WOUNDED,
    Trigger.RESOLVED,
    Trigger.DIED,
    Trigger.MOVED,
)
_BY_CARD: Final = (Trigger.DECLARED, Trigger.WOUNDED, Trigger.RESOLVED, Trigger.DIED)
# Windows in which using an ability takes neither an action nor a card.
_FREE: Final = (Trigger.BETWEEN, Trigger.PHASE, Trigger.TURN, Trigger.ATTACK, Trigger.DEFEND)
_IN_ATTACK: Final = (Trigger.ALWAYS, Trigger.ATTACK, Trigger.DEFEND, *_BY_CARD)


class Problem(NamedTuple):
    """What is wrong with one table: where in it, and why."""

    entry: Entry
    where: str  # "ability 1, do 2, on"
    text: str

    def __str__(self) -> str:
        return f"{self.entry.place}, {self.where}: {self.text}"


def audit(entries: Sequence[Entry]) -> None:
    """Return if the tables fit together.

    Raises:
        ContentError: they do not; it has all that is wrong.
    """
    found = [str(problem) for problem in problems(entries)]
    if found:
        raise ContentError(*found)


def problems(
    entries: Sequence[Entry], more_tokens: Iterable[str] = (), *, begun: bool = False
) -> Iterator[Problem]:
    """Everything that does not fit together, the first for each place of a table.

    `more_tokens` are ids of tokens that are there, though their own tables are no good. A file with
    MOST_PROBLEMS is not looked through any further. `begun`: for a match that has begun, unclear
    names pass.
    """
    said: set[tuple[int, str]] = set()
    counts: Counter[str] = Counter()
    for entry, where, text in _problems(entries, counts, more_tokens, begun=begun):
        if (id(entry), where) not in said:
            said.add((id(entry), where))
            counts[entry.file] += 1
            yield Problem(entry, where, text)


def _problems(
    entries: Sequence[Entry],
    counts: Mapping[str, int],
    more_tokens: Iterable[str],
    *,
    begun: bool,
) -> Iterator[tuple[Entry, str, str]]:
    yield from taken_names(entries)
    if not begun:
        yield from unclear_names(entries)
    yield from _check_number(entries)
    tokens = [entry.table.id for entry in entries if isinstance(entry.table, TokenTable)]
    tokens += more_tokens
    for entry in entries:
        table = entry.table
        if counts[entry.file] >= MOST_PROBLEMS:
            continue
        for where, text in _check_card(table):
            yield entry, where, text
        if isinstance(table, UnitTable):
            continue
        for number, ability in enumerate(table.ability, start=1):
            found = list(_AbilityAudit(table, ability, tokens).check())
            if not found and not begun:
                found = list(meaningless(table, ability))
            for where, text in found:
                yield entry, f"ability {number}, {where}", text


def audit_bundled(entries: Sequence[Entry]) -> None:
    """Return if the tables are as many as the box holds.

    Raises:
        ContentError: a kind has too few or too many.
    """
    tables = [entry.table for entry in entries]
    decks = Counter(table.deck for table in tables if isinstance(table, ItemTable))
    ranks = Counter(table.rank for table in tables if isinstance(table, CharacterTable))
    counts = [
        *((f"{deck.value} cards", decks[deck], count) for deck, count in STORE.items()),
        *((f"characters of rank {rank}", ranks[rank], count) for rank, count in RANKS.items()),
        (
            "power cards",
            sum(table.copies for table in tables if isinstance(table, PowerTable)),
            POWER_CARDS,
        ),
        ("registry units", sum(isinstance(table, UnitTable) for table in tables), REGISTRY),
        ("tokens", sum(isinstance(table, TokenTable) for table in tables), TOKENS),
    ]
    for what, found, wanted in counts:
        if found != wanted:
            raise ContentError(f"cards: the box holds {wanted} {what}, these files {found}")


def _check_number(entries: Sequence[Entry]) -> Iterator[tuple[Entry, str, str]]:
    entries = ours_first(entries)
    units = [entry for entry in entries if isinstance(entry.table, UnitTable)]
    for entry in units[REGISTRY:]:
        yield entry, "id", f"the registry has its {REGISTRY} units already (TEAM-2)"
    # An action has room for 4,095 of each (model/actions.py).
    cards: Counter[type] = Counter()
    abilities = 0
    for entry in entries:
        table = entry.table
        cards[type(table)] += 1
        abilities += len(table.ability) if isinstance(table, PrintedTable) else 0
        if cards[type(table)] > MOST_CARDS or abilities > MOST_ABILITIES:
            text = f"too many cards: at most {MOST_CARDS:,} of a kind, {MOST_ABILITIES:,} abilities"
            yield entry, "id", text
            return  # one is enough: all that follow are too many as well


def _check_card(table: PrintedTable | UnitTable) -> Found:
    if isinstance(table, CharacterTable | UnitTable) and table.ratings.v < 1:
        yield "ratings, v", "a unit needs 1 vitae or more"
    match table:
        case ItemTable():
            yield from _check_item(table)
        case PowerTable():
            if bool(table.ability) != (table.timing != "value only"):
                text = '"value only" is for cards without an ability, and only for them'
                yield "timing", text
        case CharacterTable():
            if table.rank == 0 and table.ability:
                yield "ability", "a character of rank 0 has none (CHAR-7)"
        case _:
            pass


def _check_item(table: ItemTable) -> Found:
    weapon = table.weapon
    if table.ratings is not None and table.ratings.v < 0:
        yield "ratings, v", "an item takes no vitae away"
    if table.kind in _WEAPONS and weapon is None:
        yield "weapon", f"this field is missing, and a {table.kind.value} has one"
    if weapon is None:
        return
    if table.kind not in _WEAPONS:
        kinds = " or ".join(f'"{kind.value}"' for kind in _WEAPONS)
        yield "kind", f"a card with a weapon is a {kinds}"
    if table.kind is ItemKind.CLOSE and weapon.range != 1:
        yield "weapon, range", "a close combat weapon reaches 1 space (RANGE-4)"
    if weapon.limit is not None and weapon.limit.per is not Period.MATCH:
        yield "weapon, limit, per", 'a weapon is limited per "match"'


class _AbilityAudit:
    """Looks through one ability of one card."""

    def __init__(self, card: PrintedTable, ability: AbilityTable, tokens: Sequence[str]) -> None:
        self._card = card
        self._ability = ability
        self._when = ability.when
        self._word = f'"{ability.when.name.lower()}"'
        self._tokens = tokens

    def check(self) -> Found:
        yield from self._check_frame()
        for where, condition in self._conditions():
            yield from self._check_condition(where, condition)
        yield from self._check_pick()
        for number, effect in enumerate(self._ability.do, start=1):
            yield from self._check_effect(f"do {number}", effect)

    def _check_frame(self) -> Found:
        ability = self._ability
        if ability.may and self._when not in _EVENTS:
            yield "may", f"{self._word} is always voluntary or never; only events may decline"
        if ability.by is Role.THIS and self._when not in _BY_CARD:
            yield "by", f'"this" means an attack with this card, and {self._word} is none'
        if ability.by is not Role.ANY and self._when not in _WITH_SOURCE:
            yield "by", f"nobody causes {self._word}"
        if ability.choose is not None and ability.choose >= len(ability.do):
            yield "choose", f"choosing {ability.choose} of {len(ability.do)} is no choice"
        if ability.limit is not None and self._when is Trigger.ALWAYS:
            yield "limit", "what always holds cannot be used up"
        if ability.limit is None and self._when in _FREE and not isinstance(self._card, PowerTable):
            yield "limit", f"{self._word} costs nothing: without a limit it could be used for ever"
        if self._when is Trigger.ENTERED and not isinstance(self._card, TokenTable):
            yield "when", '"entered" is for tokens'

    def _conditions(self) -> Iterator[tuple[str, ConditionTable]]:
        if self._ability.condition is not None:
            yield "if", self._ability.condition
        for number, effect in enumerate(self._ability.do, start=1):
            if effect.condition is not None:
                yield f"do {number}, if", effect.condition

    def _check_condition(self, where: str, condition: ConditionTable) -> Found:
        if not condition.model_fields_set:
            yield where, "an empty condition asks nothing; leave it out"
            return
        if condition.with_ and not (isinstance(self._card, ItemTable) and self._card.weapon):
            yield f"{where}, with", "only a weapon can be what the attack is made with"
        about_attack = (condition.with_, condition.kind, condition.ground, condition.state)
        if any(about_attack) and self._when not in _IN_ATTACK:
            yield where, f"{self._word} is not about an attack"
        if condition.near is not None and self._when in _WITHOUT_SUBJECT:
            yield f"{where}, near", f"{self._word} has no subject to be near to"
        if self._when is not Trigger.MOVED:
            if condition.adjacent_start:
                yield f"{where}, adjacent_start", 'only "moved" has a start'
            if condition.cause is not None:
                yield f"{where}, cause", 'only "moved" has a cause'

    def _check_pick(self) -> Found:
        pick = self._ability.pick
        if pick is None:
            return
        if self._when is Trigger.ALWAYS:
            yield "pick", "what always holds leaves nothing to choose"
        if pick.of == "subject" and self._when in _WITHOUT_SUBJECT:
            yield "pick, of", f"{self._word} has no subject"
        if pick.adjacent is not None and self._when is not Trigger.MOVED:
            yield "pick, adjacent", 'only "moved" has a start'
        if isinstance(pick.range, int) and pick.range < 1:
            yield "pick, range", f"{pick.range} reaches nobody; the least is 1"
        if pick.what != "unit" and (pick.side is not Role.ANY or pick.zone is not Zone.BOARD):
            yield "pick", f"a {pick.what} has no side and no zone"

    def _check_effect(self, where: str, effect: EffectTable) -> Found:
        for field, target in self._targets(effect):
            yield from self._check_target(f"{where}, {field}", target)
        match effect:
            case ModTable():
                if effect.n == 0:
                    yield f"{where}, n", "adding 0 changes nothing"
                if (effect.per is None) != (effect.max is None):
                    yield where, "per and max belong together"
                yield from self._check_until(where, effect.until)
            case AllowTable():
                mid_move = effect.allow is Allow.ACT_MID_MOVE
                if bool(effect.acts) != mid_move:
                    yield f"{where}, acts", "belongs to act-mid-move, and to nothing else"
                yield from self._check_until(where, effect.until)
            case DenyTable():
                yield from self._check_until(where, effect.until)
            case CaptureTable():
                if self._ability.pick is None or self._ability.pick.what != "point":
                    yield where, 'capturing needs a pick with what = "point"'
            case TokenEffectTable():
                if self._when is not Trigger.CAPTURED:
                    yield where, 'a token is put where a point was "captured"'
                if effect.token not in self._tokens:
                    near = suggestion(effect.token, self._tokens)
                    yield f"{where}, token", f'no token "{effect.token}".{near}'
            case RedirectTable():
                if self._when is not Trigger.DECLARED:
                    yield where, 'an attack is redirected when it is "declared"'
            case _:
                pass

    def _targets(self, effect: EffectTable) -> Iterator[tuple[str, Target]]:
        if isinstance(effect, AimedTable) and effect.on is not None:
            yield "on", effect.on
        if isinstance(effect, PushTable) and effect.from_ is not None:
            yield "from", effect.from_
        if isinstance(effect, SwapTable):
            yield "with", effect.with_
        if isinstance(effect, RedirectTable):
            yield "redirect", Target(effect.redirect)

    def _check_target(self, where: str, target: Target) -> Found:
        if target is Target.PICKED and self._ability.pick is None:
            yield where, '"picked" needs a pick in the ability'
        # An ability that always holds is looked at inside each attack and knows its defender.
        if target is Target.SUBJECT and self._when in _WITHOUT_SUBJECT:
            yield where, f"{self._word} has no subject"
        if target is Target.SOURCE and self._when not in _WITH_SOURCE:
            yield where, f"{self._word} has no source"

    def _check_until(self, where: str, until: Until | None) -> Found:
        if self._when is Trigger.ALWAYS:
            if until is not None:
                yield f"{where}, until", "what always holds has no end; leave it out"
            return
        if until is None:
            yield f"{where}, until", "this field is missing: say how long it lasts"
        if until is Until.ATTACK and self._when not in (Trigger.ATTACK, Trigger.DEFEND):
            yield f"{where}, until", f"{self._word} is not part of an attack"
