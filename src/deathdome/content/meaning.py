"""Combinations of words that have no meaning, though each word is right by itself.

The engine looks at nothing that is refused here, so a card that said it would not do what it says.
Matches that began with such a card are played to their end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.content.effect_tables import (
    AimedTable,
    AllowTable,
    AttackTable,
    BaseTable,
    CaptureTable,
    DenyTable,
    EffectTable,
    FollowTable,
    GainTable,
    GrantTable,
    HealTable,
    IncapacitateTable,
    JumpTable,
    ModTable,
    PushTable,
    RedirectTable,
    SwapTable,
    WalkTable,
    effect_name,
)
from deathdome.content.tables import AbilityTable, PowerTable, PrintedTable, TokenTable
from deathdome.model.vocabulary import (
    Allow,
    Deny,
    Rating,
    Role,
    Shape,
    Target,
    Trigger,
    Until,
    Zone,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.content.effect_tables import ConditionTable

_WINDOWS: Final = (
    Trigger.ACTION,
    Trigger.BETWEEN,
    Trigger.PHASE,
    Trigger.TURN,
    Trigger.ATTACK,
    Trigger.DEFEND,
)
# Effects on one unit only: they ask its owner where to, or look at both units.
_OF_ONE: Final = (WalkTable, FollowTable, JumpTable, SwapTable, AttackTable, RedirectTable)
_LASTING: Final = (ModTable, AllowTable, DenyTable)
_OF_A_TOKEN: Final = (*_LASTING, HealTable, IncapacitateTable, GainTable)


def meaningless(card: PrintedTable, ability: AbilityTable) -> Iterator[tuple[str, str]]:
    """What means nothing in an ability: where, and what would do."""
    if isinstance(card, TokenTable):
        yield from _of_token(ability)
        return
    yield from _frame(card, ability)
    yield from _pick(ability)
    for number, effect in enumerate(ability.do, start=1):
        where = f"do {number}"
        if ability.when is Trigger.ALWAYS:
            yield from _constant(where, ability, effect)
        else:
            yield from _lasting(where, ability.when, effect)
        if ability.pick is not None:
            yield from _picked(where, ability, effect)


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
            yield "who", 'what always holds is about the bearer; leave "who" out'
        if ability.zone is not Zone.BOARD:
            yield "zone", "what always holds does so on the whole board; leave the zone out"
        if ability.choose is not None:
            yield "choose", "what always holds leaves nothing to choose"
        if ability.condition is not None and ability.condition.near is not None:
            yield "if, near", "what always holds has no subject to be near to"


def _pick(ability: AbilityTable) -> Iterator[tuple[str, str]]:
    pick = ability.pick
    if pick is None:
        return
    if pick.what != "unit" and pick.count == "all":
        yield "pick, count", f'"all" is for units; one {pick.what} is picked'
    if pick.what == "jail" and (pick.range != "any" or pick.sight):
        yield "pick", "a jail has no range and is in nobody's sight"
    if pick.zone is Zone.JAIL and (pick.range != "any" or pick.sight or pick.adjacent):
        yield "pick, zone", "a unit in jail is at no distance and in nobody's sight"


def _picked(where: str, ability: AbilityTable, effect: EffectTable) -> Iterator[tuple[str, str]]:
    """An effect of an ability with a pick, where it falls on what is picked."""
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
        yield where, f'a point is captured and nothing else; say whom "{name}" is for, with "on"'
    elif pick.what == "jail" and not isinstance(effect, BaseTable):
        yield where, 'only move = "base" is for the units of a jail'
    elif pick.count == "all" and isinstance(effect, _OF_ONE):
        yield where, f'"{name}" is for one unit, and count = "all" picks several'


def _lasting(where: str, when: Trigger, effect: EffectTable) -> Iterator[tuple[str, str]]:
    """An effect with an end, or none."""
    if not isinstance(effect, _LASTING):
        return
    now = effect.until is Until.ATTACK
    if isinstance(effect, ModTable):
        if effect.per is not None:
            yield f"{where}, per", 'only what "always" holds is counted by the moment'
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


def _constant(where: str, ability: AbilityTable, effect: EffectTable) -> Iterator[tuple[str, str]]:
    """An effect of what always holds."""
    if not isinstance(effect, _LASTING):
        yield where, 'what "always" holds is a mod, allow or deny'
        return
    if effect.condition is not None:
        yield f"{where}, if", "what always holds has its condition in the ability, beside `when`"
    closed = isinstance(effect, DenyTable) and effect.deny is Deny.CARDS
    if (effect.on is Target.SUBJECT) is not closed or effect.on in (Target.SOURCE, Target.PICKED):
        right = 'needs on = "subject"' if closed else "is for the bearer; leave `on` out"
        yield f"{where}, on", f'this {right} where it "always" holds'
    condition = ability.condition
    if isinstance(effect, ModTable):
        if effect.per is not None and effect.mod is not Rating.STRENGTH:
            yield f"{where}, per", "only strength is counted by the moment"
        if condition is not None and (reason := _unfit(effect.mod, condition)):
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


def _unfit(rating: Rating, condition: ConditionTable) -> str:
    """Why a rating that always changes cannot depend on a condition; '' if it can."""
    if rating is Rating.MOVEMENT:
        return "movement does not depend on an attack"
    if rating is Rating.RANGE and (condition.ground or condition.state):
        return 'range depends on the weapon only, by "with" or "kind"'
    if rating is Rating.TOUGHNESS and (condition.with_ or condition.ground or condition.state):
        return 'toughness depends on the kind of the attack only, by "kind"'
    return ""


def _of_token(ability: AbilityTable) -> Iterator[tuple[str, str]]:
    """A token attacks the unit that steps on it, and does something if it wounds (NOTE-BUG)."""
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
        yield from _lasting(where, ability.when, effect)
