"""Checks of card files across fields and tables: combinations that make no sense.

Every problem names the card and the place in it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from deathdome.content.card_schema import (
    AbilityTable,
    AimedTable,
    AllowTable,
    AttackTable,
    BaseTable,
    CaptureTable,
    CharacterTable,
    ConditionTable,
    DenyTable,
    EffectTable,
    FollowTable,
    GainTable,
    GrantTable,
    HealTable,
    IncapacitateTable,
    ItemTable,
    JumpTable,
    ModTable,
    PowerTable,
    PrintedTable,
    PushTable,
    RedirectTable,
    SwapTable,
    TokenEffectTable,
    TokenTable,
    UnitTable,
    WalkTable,
    effect_name,
)
from deathdome.content.name_checks import bundled_first, taken_names, unclear_names
from deathdome.errors import ContentError
from deathdome.model.vocabulary import (
    Allow,
    Deck,
    Deny,
    ItemKind,
    Period,
    Rating,
    Role,
    Shape,
    Target,
    Trigger,
    Until,
    Zone,
)
from deathdome.toml.words import suggestion

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deathdome.content.card_files import Entry
    from deathdome.content.card_schema import ConditionTable

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
MAX_CARDS: Final = 2_000  # of a kind
MAX_ABILITIES: Final = 4_000
TOKENS: Final = 2
MAX_PROBLEMS: Final = 200  # of one file; an author with so many fixes some of them first

Problems: TypeAlias = (
    "Iterator[tuple[str, str]]"  # pairs of a place in a table and the problem there
)

_WEAPONS: Final = (ItemKind.CLOSE, ItemKind.RANGED)
_EVENTS: Final = tuple(trigger for trigger in Trigger if trigger >= Trigger.DECLARED)
# Triggers without a subject, with a source, and with the card of an attack.
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
# Windows in which an ability costs neither an action nor a card.
_FREE: Final = (Trigger.BETWEEN, Trigger.PHASE, Trigger.TURN, Trigger.ATTACK, Trigger.DEFEND)
_IN_ATTACK: Final = (Trigger.ALWAYS, Trigger.ATTACK, Trigger.DEFEND, *_BY_CARD)


class Problem(NamedTuple):
    """A problem of one table: its place, and the reason."""

    entry: Entry
    where: str  # "ability 1, do 2, on"
    text: str

    def __str__(self) -> str:
        return f"{self.entry.place}, {self.where}: {self.text}"


def audit(entries: Sequence[Entry]) -> None:
    """Check that the tables fit together.

    Raises:
        ContentError: they do not; the error lists every problem.
    """
    found = [str(problem) for problem in problems(entries)]
    if found:
        raise ContentError(*found)


def problems(
    entries: Sequence[Entry], more_tokens: Iterable[str] = (), *, in_progress: bool = False
) -> Iterator[Problem]:
    """Yield what does not fit together, the first problem of each place of a table.

    `more_tokens` are ids of tokens whose own tables have errors. The search in a file stops at
    MAX_PROBLEMS. `in_progress`: the match has begun, so unclear names are accepted.
    """
    reported: set[tuple[int, str]] = set()
    counts: Counter[str] = Counter()
    for entry, where, text in _problems(entries, counts, more_tokens, in_progress=in_progress):
        if (id(entry), where) not in reported:
            reported.add((id(entry), where))
            counts[entry.file] += 1
            yield Problem(entry, where, text)


def _problems(
    entries: Sequence[Entry],
    counts: Mapping[str, int],
    more_tokens: Iterable[str],
    *,
    in_progress: bool,
) -> Iterator[tuple[Entry, str, str]]:
    yield from taken_names(entries)
    if not in_progress:
        yield from unclear_names(entries)
    yield from _check_number(entries)
    tokens = [entry.table.id for entry in entries if isinstance(entry.table, TokenTable)]
    tokens += more_tokens
    for entry in entries:
        table = entry.table
        if counts[entry.file] >= MAX_PROBLEMS:
            continue
        for where, text in _check_card(table):
            yield entry, where, text
        if isinstance(table, UnitTable):
            continue
        for number, ability in enumerate(table.ability, start=1):
            found = list(_AbilityAudit(table, ability, tokens).check())
            if not found and not in_progress:
                found = list(meaningless(table, ability))
            for where, text in found:
                yield entry, f"ability {number}, {where}", text


def audit_bundled(entries: Sequence[Entry]) -> None:
    """Check that there are as many tables as cards in the box.

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
    entries = bundled_first(entries)
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
        if cards[type(table)] > MAX_CARDS or abilities > MAX_ABILITIES:
            text = f"too many cards: at most {MAX_CARDS:,} of a kind, {MAX_ABILITIES:,} abilities"
            yield entry, "id", text
            return  # one error is enough: every later card is too many as well


def _check_card(table: PrintedTable | UnitTable) -> Problems:
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


def _check_item(table: ItemTable) -> Problems:
    weapon = table.weapon
    if table.ratings is not None and table.ratings.v < 0:
        yield "ratings, v", "an item can't reduce vitae"
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
    """Checks of one ability of one card."""

    def __init__(self, card: PrintedTable, ability: AbilityTable, tokens: Sequence[str]) -> None:
        self._card = card
        self._ability = ability
        self._when = ability.when
        self._word = f'"{ability.when.name.lower()}"'
        self._tokens = tokens

    def check(self) -> Problems:
        yield from self._check_frame()
        for where, condition in self._conditions():
            yield from self._check_condition(where, condition)
        yield from self._check_pick()
        for number, effect in enumerate(self._ability.do, start=1):
            yield from self._check_effect(f"do {number}", effect)

    def _check_frame(self) -> Problems:
        ability = self._ability
        if ability.may and self._when not in _EVENTS:
            yield "may", f"{self._word} is always voluntary or never; only events may decline"
        if ability.by is Role.THIS and self._when not in _BY_CARD:
            yield "by", f'"this" means an attack with this card, and {self._word} is none'
        if ability.by is not Role.ANY and self._when not in _WITH_SOURCE:
            yield "by", f"no unit causes {self._word}"
        if ability.choose is not None and ability.choose >= len(ability.do):
            yield "choose", f"choosing {ability.choose} of {len(ability.do)} leaves no choice"
        if ability.limit is not None and self._when is Trigger.ALWAYS:
            yield "limit", "a constant ability can't be used up"
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

    def _check_condition(self, where: str, condition: ConditionTable) -> Problems:
        if not condition.model_fields_set:
            yield where, "an empty condition asks nothing; leave it out"
            return
        if condition.with_ and not (isinstance(self._card, ItemTable) and self._card.weapon):
            yield f"{where}, with", "the attack can only be made with a weapon"
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

    def _check_pick(self) -> Problems:
        pick = self._ability.pick
        if pick is None:
            return
        if self._when is Trigger.ALWAYS:
            yield "pick", "a constant ability has no choice"
        if pick.of == "subject" and self._when in _WITHOUT_SUBJECT:
            yield "pick, of", f"{self._word} has no subject"
        if pick.adjacent is not None and self._when is not Trigger.MOVED:
            yield "pick, adjacent", 'only "moved" has a start'
        if isinstance(pick.range, int) and pick.range < 1:
            yield "pick, range", f"{pick.range} reaches no unit; the minimum is 1"
        if pick.what != "unit" and (pick.side is not Role.ANY or pick.zone is not Zone.BOARD):
            yield "pick", f"a {pick.what} has no side and no zone"

    def _check_effect(self, where: str, effect: EffectTable) -> Problems:
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
                    yield f"{where}, acts", "belongs to act-mid-move only"
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

    def _check_target(self, where: str, target: Target) -> Problems:
        if target is Target.PICKED and self._ability.pick is None:
            yield where, '"picked" needs a pick in the ability'
        # An ability that always holds is evaluated inside each attack and knows its defender.
        if target is Target.SUBJECT and self._when in _WITHOUT_SUBJECT:
            yield where, f"{self._word} has no subject"
        if target is Target.SOURCE and self._when not in _WITH_SOURCE:
            yield where, f"{self._word} has no source"

    def _check_until(self, where: str, until: Until | None) -> Problems:
        if self._when is Trigger.ALWAYS:
            if until is not None:
                yield f"{where}, until", "a constant ability has no end; leave it out"
            return
        if until is None:
            yield f"{where}, until", "this field is missing: say how long it lasts"
        if until is Until.ATTACK and self._when not in (Trigger.ATTACK, Trigger.DEFEND):
            yield f"{where}, until", f"{self._word} is not part of an attack"


_WINDOWS: Final = (
    Trigger.ACTION,
    Trigger.BETWEEN,
    Trigger.PHASE,
    Trigger.TURN,
    Trigger.ATTACK,
    Trigger.DEFEND,
)
# Effects on one unit only: they ask its owner for a space, or compare both units.
_OF_ONE: Final = (WalkTable, FollowTable, JumpTable, SwapTable, AttackTable, RedirectTable)
_LASTING: Final = (ModTable, AllowTable, DenyTable)
_OF_A_TOKEN: Final = (*_LASTING, HealTable, IncapacitateTable, GainTable)


def meaningless(card: PrintedTable, ability: AbilityTable) -> Iterator[tuple[str, str]]:
    """Yield combinations of words without meaning, each with its place and a remedy."""
    if isinstance(card, TokenTable):
        yield from _token_problems(ability)
        return
    yield from _frame(card, ability)
    yield from _pick(ability)
    for number, effect in enumerate(ability.do, start=1):
        where = f"do {number}"
        if ability.when is Trigger.ALWAYS:
            yield from _constant_problems(where, ability, effect)
        else:
            yield from _duration_problems(where, ability.when, effect)
        if ability.pick is not None:
            yield from _pick_problems(where, ability, effect)


def _frame(card: PrintedTable, ability: AbilityTable) -> Iterator[tuple[str, str]]:
    when = ability.when
    grants = any(isinstance(effect, GrantTable) for effect in ability.do)
    if isinstance(card, PowerTable):
        if ability.limit is not None:
            yield (
                "limit",
                "a power card is gone once it is played; leave the limit out",
            )
    elif grants and ability.limit is None:
        yield "limit", "a phase that costs nothing needs a limit, or it could be granted for ever"
    if ability.choose is not None and ability.choose > 1:
        yield "choose", f"{ability.choose} is too many: one effect can be chosen"
    if when in _WINDOWS:
        if ability.who is not Role.ANY:
            yield "who", f'"{when.name.lower()}" is your own moment; leave "who" out'
        if ability.by not in (Role.ANY, Role.THIS):
            yield "by", f'"{when.name.lower()}" is your own moment; leave "by" out'
    if when is Trigger.STARTED and ability.who in (Role.SELF, Role.MATE):
        yield "who", 'a turn is a team\'s: write "ally" for your own, "enemy" or "any"'
    if when is Trigger.ALWAYS:
        if ability.who is not Role.ANY:
            yield "who", 'a constant ability is about its bearer; leave "who" out'
        if ability.zone is not Zone.BOARD:
            yield "zone", "a constant ability works on the whole board; leave the zone out"
        if ability.choose is not None:
            yield "choose", "a constant ability has no choice"
        if ability.condition is not None and ability.condition.near is not None:
            yield "if, near", "a constant ability has no subject to be near to"


def _pick(ability: AbilityTable) -> Iterator[tuple[str, str]]:
    pick = ability.pick
    if pick is None:
        return
    if pick.what != "unit" and pick.count == "all":
        yield "pick, count", f'"all" is for units; one {pick.what} is picked'
    if pick.what == "jail" and (pick.range != "any" or pick.sight):
        yield "pick", "a jail has no range and no unit sees it"
    if pick.zone is Zone.JAIL and (pick.range != "any" or pick.sight or pick.adjacent):
        yield "pick, zone", "a unit in jail has no distance and no unit sees it"


def _pick_problems(
    where: str, ability: AbilityTable, effect: EffectTable
) -> Iterator[tuple[str, str]]:
    """Yield problems of an effect on what the ability picks."""
    pick = ability.pick
    assert pick is not None
    aimed = isinstance(effect, AimedTable) and effect.on in (None, Target.PICKED)
    picked = aimed or (isinstance(effect, RedirectTable) and effect.redirect == "picked")
    swaps = isinstance(effect, SwapTable) and effect.with_ is Target.PICKED
    name = effect_name(effect)
    if isinstance(effect, CaptureTable) or not (picked or swaps):
        return
    if isinstance(effect, AttackTable) and effect.shape is Shape.ADJACENT:
        return
    if pick.what == "point":
        yield where, f'a point can only be captured; say whom "{name}" is for, with "on"'
    elif pick.what == "jail" and not isinstance(effect, BaseTable):
        yield where, 'only move = "base" is for the units of a jail'
    elif pick.count == "all" and isinstance(effect, _OF_ONE):
        yield where, f'"{name}" is for one unit, and count = "all" picks several'


def _duration_problems(where: str, when: Trigger, effect: EffectTable) -> Iterator[tuple[str, str]]:
    """Yield problems of an effect with or without an end."""
    if not isinstance(effect, _LASTING):
        return
    now = effect.until is Until.ATTACK
    if isinstance(effect, ModTable):
        if effect.per is not None:
            yield f"{where}, per", 'only an "always" ability is counted at each moment'
        if now and effect.mod is not Rating.TOUGHNESS:
            yield f"{where}, until", 'only toughness changes for one attack; write "phase"'
    elif isinstance(effect, AllowTable):
        splash = when is Trigger.ATTACK and now
        if now and effect.allow is not Allow.SPLASH:
            yield f"{where}, until", 'only "splash" is allowed for one attack; write "phase"'
        if effect.allow is Allow.SPLASH and not splash:
            yield f"{where}, allow", '"splash" is for when = "attack" and until = "attack"'
    else:
        needed = {Deny.CARDS: Trigger.ATTACK, Deny.WOUNDS: Trigger.DEFEND}.get(effect.deny)
        if needed is None:
            if now:
                yield f"{where}, until", "only cards and wounds are denied for one attack"
        elif when is not needed or not now:
            word = (effect.deny.name or "").lower()
            where = f"{where}, deny"
            yield where, f'"{word}" is for when = "{needed.name.lower()}" and until = "attack"'


def _constant_problems(
    where: str, ability: AbilityTable, effect: EffectTable
) -> Iterator[tuple[str, str]]:
    """Yield problems of an effect that always holds."""
    if not isinstance(effect, _LASTING):
        yield where, 'an "always" ability is a mod, allow or deny'
        return
    if effect.condition is not None:
        yield f"{where}, if", "a constant ability has its condition next to `when`"
    closed = isinstance(effect, DenyTable) and effect.deny is Deny.CARDS
    if (effect.on is Target.SUBJECT) is not closed or effect.on in (Target.SOURCE, Target.PICKED):
        right = 'needs on = "subject"' if closed else "is for the bearer; leave `on` out"
        yield f"{where}, on", f'this {right} of an "always" ability'
    condition = ability.condition
    if isinstance(effect, ModTable):
        if effect.per is not None and effect.mod is not Rating.STRENGTH:
            yield f"{where}, per", "only strength is counted by the moment"
        if condition is not None and (reason := _unconditional(effect.mod, condition)):
            yield "if", reason
    elif isinstance(effect, AllowTable):
        if effect.allow is Allow.SPLASH:
            yield f"{where}, allow", '"splash" is for when = "attack" and until = "attack"'
        weapon = condition is not None and not (condition.ground or condition.state)
        if condition is not None and not (effect.allow is Allow.SEE_WALLS and weapon):
            yield "if", 'only "see-walls" may depend on an attack, by "with" or "kind"'
    else:
        if effect.deny is Deny.WOUNDS:
            yield f"{where}, deny", '"wounds" is for when = "defend" and until = "attack"'
        weapon = condition is not None and not (condition.ground or condition.state)
        if condition is not None and not (closed and weapon):
            yield "if", 'only "cards" may be denied by an attack, by "with" or "kind"'


def _unconditional(rating: Rating, condition: ConditionTable) -> str:
    """Return why a constantly changed rating cannot depend on a condition; '' if it can."""
    if rating is Rating.MOVEMENT:
        return "movement does not depend on an attack"
    if rating is Rating.RANGE and (condition.ground or condition.state):
        return 'range depends on the weapon only, by "with" or "kind"'
    if rating is Rating.TOUGHNESS and (condition.with_ or condition.ground or condition.state):
        return 'toughness depends on the kind of the attack only, by "kind"'
    return ""


def _token_problems(ability: AbilityTable) -> Iterator[tuple[str, str]]:
    """Yield problems of a token: it attacks units that enter, with effects on wounds (NOTE-BUG)."""
    entered = ability.when is Trigger.ENTERED
    if not entered and not (ability.when is Trigger.WOUNDED and ability.by is Role.THIS):
        yield "when", 'a token has "entered", and "wounded" with by = "this"'
        return
    if not entered and ability.who is not Role.ANY:
        yield "who", 'a token wounds the unit that it attacks; leave "who" out'
    named = ability.model_fields_set & {"condition", "zone", "pick", "choose", "may", "limit"}
    for key in sorted(named):
        word = "if" if key == "condition" else key
        yield word, "a token has no player to look or to choose; leave this out"
    for number, effect in enumerate(ability.do, start=1):
        where = f"do {number}"
        if effect.condition is not None:
            yield f"{where}, if", "a token has no player to look or to choose; leave this out"
        fitting = (*_OF_A_TOKEN, AttackTable if entered else PushTable)
        if not isinstance(effect, fitting):
            names = (
                f"mod, allow, deny, heal, incapacitate, gain or {'attack' if entered else 'push'}"
            )
            yield where, f'after "{ability.when.name.lower()}" a token can {names}'
        elif isinstance(effect, AimedTable) and effect.on is not Target.SUBJECT:
            yield f"{where}, on", 'a token is about the unit that steps on it: on = "subject"'
        if isinstance(effect, AttackTable) and (effect.kind or effect.shape is not Shape.SINGLE):
            yield where, "the attack of a token has no kind and no shape"
        yield from _duration_problems(where, ability.when, effect)
