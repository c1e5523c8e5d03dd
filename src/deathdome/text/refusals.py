"""Refusals in words: who cannot do what, why, by which rule, and what would do instead.

The rules say why as data; there is one sentence here for each code, or for each case of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.actions import ActionKind, a_of, kind_of
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.lookup import card_of_id
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import Period, Role, Trigger
from deathdome.text.labels import label
from deathdome.text.names import (
    card_name,
    counted,
    credits_text,
    id_name,
    jail_name,
    listed,
    place_name,
    team_name,
    the_item,
    the_unit,
    token_name,
    unit_name,
    with_article,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from deathdome.model.decisions import Refusal
    from deathdome.model.state import Setup


def refusal_text(refusal: Refusal, setup: Setup) -> str:
    """'red warrior cannot walk to k3: it is 7 steps away and 4 are left (MOVE-1); ...'."""
    reason = refusal.reason
    if reason.code == "over":
        return SENTENCES["over"]
    if reason.code == "malformed":
        return SENTENCES["malformed"].format(refusal.action)
    rule = f" ({reason.rule})" if reason.rule else ""
    text = f"{_who(refusal, setup)} cannot {_what(refusal, setup)}: {_why(refusal, setup)}{rule}"
    hint = _hint(refusal, setup)
    return f"{text}; {hint}" if hint else text


_OF_A_TEAM: Final = frozenset(
    {
        Question.ATTACK_CARDS,
        Question.DEFENCE_CARDS,
        Question.HIT_ORDER,
        Question.JAIL,
        Question.REACTION,
    }
)
_OF_A_UNIT: Final = frozenset(
    {
        ActionKind.WALK,
        ActionKind.STOP,
        ActionKind.ATTACK,
        ActionKind.CAPTURE,
        ActionKind.RELEASE,
        ActionKind.PUSH_TO,
    }
)
_OF_CHANCE: Final = frozenset({ActionKind.DEAL, ActionKind.ROLL, ActionKind.DRAW})


def _who(refusal: Refusal, setup: Setup) -> str:
    kind = kind_of(refusal.action)
    if refusal.seat == CHANCE:
        return "chance" if kind in _OF_CHANCE else "a team"
    if refusal.unit < 0 or refusal.question in _OF_A_TEAM or kind not in _OF_A_UNIT:
        return team_name(refusal.seat)
    return unit_name(setup, refusal.unit)


def _what(refusal: Refusal, setup: Setup) -> str:
    """Return the action in words; for a walk with the verb of the open question."""
    action, question = refusal.action, refusal.question
    if kind_of(action) is not ActionKind.WALK or refusal.unit < 0:
        return label(action, setup)
    of_its_own = question is Question.FOLLOW or question is Question.JUMP
    gait = question.value if question is not None and of_its_own else "walk"
    return f"{gait} to {place_name(setup, a_of(action), refusal.unit // UNITS_PER_TEAM)}"


def _hint(refusal: Refusal, setup: Setup) -> str:
    """Name the nearest legal choice: a space for a walk, else another action."""
    near = refusal.reason.near
    if near is None:
        return ""
    if kind_of(near) is kind_of(refusal.action) is ActionKind.WALK:
        place = place_name(setup, a_of(near), refusal.unit // UNITS_PER_TEAM)
        return f"nearest it can reach: {place}"
    return f"instead: {label(near, setup)}"


def _why(refusal: Refusal, setup: Setup) -> str:
    reason = refusal.reason
    key = f"{reason.code}/{reason.case}" if reason.case else reason.code
    return SENTENCES[key].format_map(_Words(refusal, setup))


class _Words(dict[str, str]):
    """Words for the names between braces of a sentence, each made when it is asked for."""

    def __init__(self, refusal: Refusal, setup: Setup) -> None:
        super().__init__()
        self._refusal = refusal
        self._table = setup

    def __missing__(self, name: str) -> str:
        return WORDS[name](self._refusal, self._table)


def _far(steps: int, word: str) -> str:
    """'1 space', '7 spaces'."""
    return f"{steps} {word}{'' if steps == 1 else 's'}"


def _need(refusal: Refusal) -> int:
    return refusal.reason.need or 0


def _have(refusal: Refusal) -> int:
    return refusal.reason.have or 0


def _left(refusal: Refusal, setup: Setup) -> str:
    """'1 is left', '5 are left'."""
    del setup
    number = _have(refusal)
    return f"{number} {'is' if number == 1 else 'are'} left"


def _times(refusal: Refusal, setup: Setup) -> str:
    del setup
    number = _have(refusal)
    return "once" if number == 1 else f"{number} times"


def _printed(refusal: Refusal, setup: Setup) -> str:
    """Return the printed text of a card in quotation marks."""
    identifier = refusal.reason.operands["printed"]
    printed = card_of_id(setup.catalog, identifier)
    return f'"{printed.text if printed is not None else identifier}"'


def _types(refusal: Refusal, setup: Setup) -> str:
    types = setup.units[refusal.reason.operands["unit"]].types
    return " and ".join(kind.value for kind in types)


def _names(refusal: Refusal, setup: Setup) -> list[str]:
    """Return the names of several items or tokens, with articles."""
    operands = refusal.reason.operands
    named = [setup.catalog.items[item].name for item in operands.get("items", ())]
    named += [token_name(setup, token) for token in operands.get("tokens", ())]
    return list(map(with_article, named))


def _hurt(refusal: Refusal, setup: Setup) -> str:
    del setup
    return "hurt or incapacitated" if refusal.reason.operands["cure"] else "hurt"


def _unhurt(refusal: Refusal, setup: Setup) -> str:
    del setup
    return "neither hurt nor incapacitated" if refusal.reason.operands["cure"] else "not hurt"


def _whose(refusal: Refusal, setup: Setup) -> str:
    del setup
    return "unit of yours" if refusal.reason.operands["own"] else "unit"


_WHEN: Final = {
    Trigger.ALWAYS: "it works by itself and all the time",
    Trigger.ACTION: "it takes the action of the active unit",
    Trigger.BETWEEN: "its time is the own turn, before, between or after unit phases",
    Trigger.PHASE: "its time is an open unit phase of the own team",
    Trigger.TURN: "its time is the own turn",
    Trigger.ATTACK: "its time is the card step of an own attack",
    Trigger.DEFEND: "its time is the card step of a defence",
    Trigger.DECLARED: "its time is when an attack is declared",
    Trigger.WOUNDED: "its time is when a unit is wounded",
    Trigger.RESOLVED: "its time is after an attack",
    Trigger.DIED: "its time is when a unit dies",
    Trigger.MOVED: "its time is when a unit has moved",
    Trigger.ENTERED: "it works by itself when a unit steps there",
    Trigger.CAPTURED: "its time is when a unit has captured",
    Trigger.STARTED: "its time is the start of the turn",
}
_ABOUT: Final = {
    Question.TURN: "what comes before, between or after unit phases",
    Question.UNIT_PHASE: "what the active unit does",
    Question.WALK: "where a unit walks",
    Question.FOLLOW: "whether a unit follows",
    Question.JUMP: "whether a unit jumps",
    Question.ATTACK_CARDS: "which cards are added to the attack",
    Question.DEFENCE_CARDS: "which cards are added to the defence",
    Question.FURTHER_ATTACK: "whom the same action attacks next",
    Question.HIT_ORDER: "which unit takes its hit next",
    Question.PUSH_SPACE: "where a unit is pushed",
    Question.JAIL: "which jail a unit is put in",
    Question.REACTION: "whether to react",
}
_ROLES: Final = {
    Role.SELF: "its bearer",
    Role.MATE: "another unit of the own team",
    Role.ALLY: "a unit of the own team",
    Role.ENEMY: "an enemy",
}
_NOUNS: Final = {Role.ENEMY: "enemy", Role.MATE: "teammate"}
_PERIODS: Final = {Period.PHASE: "unit phase"}

WORDS: Final[dict[str, Callable[[Refusal, Setup], str]]] = {
    "unit": lambda it, setup: the_unit(setup, it.reason.operands["unit"]),
    "other": lambda it, setup: the_unit(setup, it.reason.operands["other"]),
    "team": lambda it, _: team_name(it.reason.operands["team"]),
    "jail": lambda it, setup: jail_name(setup, it.reason.operands["jail"]),
    "jails": lambda _, setup: listed(setup.board.jail_names),
    "space": lambda it, setup: setup.board.grid.name(it.reason.operands["space"]),
    "item": lambda it, setup: the_item(setup, it.reason.operands["item"]),
    "items": lambda it, setup: listed(_names(it, setup)),
    "deck": lambda it, setup: setup.catalog.items[it.reason.operands["item"]].deck.value,
    "types": _types,
    "card": lambda it, setup: card_name(setup, it.reason.operands["card"]),
    "name": lambda it, setup: id_name(setup, it.reason.operands["printed"]),
    "printed": _printed,
    "token": lambda it, setup: token_name(setup, it.reason.operands["token"]),
    "tokens": lambda it, setup: " or ".join(_names(it, setup)),
    "when": lambda it, _: _WHEN[it.reason.operands["trigger"]],
    "role": lambda it, _: _ROLES.get(it.reason.operands["role"], "a unit"),
    "noun": lambda it, _: _NOUNS.get(it.reason.operands["role"], "unit"),
    "pick": lambda it, _: it.reason.operands["pick"],
    "period": lambda it, _: _PERIODS.get(
        it.reason.operands["period"], it.reason.operands["period"].value
    ),
    "times": _times,
    "amount": lambda it, _: str(it.reason.operands["amount"]),
    "highest": lambda it, _: str(it.reason.operands["amount"] - 1),
    "rating": lambda it, _: _far(it.reason.operands["amount"], "space"),
    "whose": _whose,
    "hurt": _hurt,
    "unhurt": _unhurt,
    "need": lambda it, _: str(it.reason.need),
    "have": lambda it, _: str(it.reason.have),
    "steps": lambda it, _: _far(_need(it), "step"),
    "spaces": lambda it, _: _far(_need(it), "space"),
    "left": _left,
    "missing": lambda it, _: counted(_need(it) - _have(it), "character"),
    "units": lambda it, _: counted(_have(it), "unit"),
    "cost": lambda it, _: credits_text(_need(it)),
    "purse": lambda it, _: credits_text(_have(it)),
    "question": lambda it, _: "" if it.question is None else it.question.value,
    "about": lambda it, _: "" if it.question is None else _ABOUT[it.question],
}

# By code, or by code and case, in the order of `rules.refusals.codes`.
SENTENCES: Final = {
    # The moment
    "over": "nothing can be done any more: the match is over (END-1)",
    "malformed": "{!r} spells no action",
    "unknown-item": "items have the numbers 0 to {highest}",
    "unknown-unit": "units have the numbers 0 to {highest}",
    "unknown-unit/picked": "there is no such unit",
    "unknown-card": "cards have the numbers 0 to {highest}",
    "unknown-ability": "abilities have the numbers 0 to {highest}",
    "unknown-character": "characters have the numbers 0 to {highest}",
    "unknown-jail": "the jails are {jails}",
    "unknown-jail/picked": "there is no such jail",
    "not-chance": "only chance does that, and it is not asked",
    "chance-first": "a {question} comes first",
    "no-such-number": "the die has the numbers 1 to 12",
    "not-dealt": "only starting characters that nobody has are dealt",
    "not-in-deck": "the draw deck has none left",
    "wrong-question": "the open question is {about}",
    "store-open": "the purchase phase is not over",
    "store-closed": "the store is closed during a match",
    "no-phase": "no unit phase is open",
    "phase-open": "the open unit phase has to be finished first",
    "no-phases": "no unit phase of this turn is left",
    "no-card-step": "no card step of an attack is open",
    "must-answer": "the card does not leave a choice whether to use it",
    "action-spent": "its action is used",
    "movement-used": "its movement phase is over, and what was left of it is lost",
    "movement-denied": "a card denies it its movement phase",
    "not-walking": "it is not in the middle of a walk",
    "not-offered": "it is not among the choices",
    # Units
    "not-own-unit": "{unit} is a unit of another team",
    "not-own-unit/bearer": "{unit} has it, a unit of another team",
    "not-own-unit/taker": "it is a unit of another team",
    "not-own-unit/hits": "the units of {team} take their hits first",
    "jailed": "{unit} is in the {jail}",
    "incapacitated": "{unit} is incapacitated",
    "in-base": "{unit} is in its base",
    "in-base/action": "no action is taken in a base",
    "in-base/attack": "a unit in its base cannot attack",
    "off-board": "it is not on the board",
    # Walks, jumps, pushes
    "already-there": "it is there already",
    "inside-base": "a base is one container, called {space}",
    "wall": "a wall is there",
    "wall/crossed": "it may walk over a wall, but not stop on one",
    "lava": "lava is there",
    "jail": "nobody walks into a jail",
    "enemy-base": "an enemy base is there",
    "unused-base": "a base that nobody uses is closed",
    "tower": "a tower is entered only from a bridge",
    "tower/far": "a tower is entered only from a bridge, and that way it is {need} steps away"
    " and {left}",
    "tower/jump": "a jump does not lead up a tower",
    "occupied-by-enemy": "{unit} stands there",
    "occupied-by-teammate": "{unit} stands there, and two units cannot share a space",
    "occupied": "a unit stands there",
    "too-far": "it is {steps} away and {left}",
    "too-far/jump": "it is {spaces} away and the jump reaches {have}",
    "no-steps": "all {rating} of its movement are used",
    "no-steps/none": "it cannot move",
    "blocked": "enemies stand in every way there",
    "no-way": "no way leads there",
    "token-in-way": "the way leads over {tokens}: walk there first",
    "shares-space": "it shares its space with a teammate and has to walk on",
    "not-adjacent": "{unit} was not adjacent at the start",
    "not-adjacent/follow": "it has to end next to the unit that it follows, in sight of it",
    "wrong-direction": "that is not a space away from the attacker",
    "wrong-direction/back": "only a free space next to it will do",
    "push-blocked": "the ground there is closed to pushes",
    # Attacks and actions
    "no-weapon": "it does not have that weapon",
    "not-a-weapon": "{item} is no weapon",
    "other-weapon": "a further attack of this action is made with {item}",
    "weapon-spent": "its {have} uses of this match are spent",
    "target-needed": "an attack needs a unit as its target",
    "hits-all": "it hits all adjacent enemies, not a chosen one",
    "nobody-adjacent": "no enemy is adjacent and in sight",
    "own-unit": "no unit attacks a teammate",
    "own-unit/itself": "no unit attacks itself",
    "target-jailed": "{unit} is in the {jail}",
    "target-in-base": "{unit} is in its base",
    "target-in-base/safe": "{unit} is safe in its base",
    "out-of-range": "it is {spaces} away and it reaches {have}",
    "out-of-range/weapon": "{unit} is {spaces} away and {item} reaches {have}",
    "no-sight": "it is not in sight",
    "no-sight/unit": "{unit} is not in sight",
    "not-hit": "{unit} is not hit by this attack",
    "not-hit/own": "it is for an own unit that is hit by this attack",
    "hit-already": "{unit} has taken its hit",
    "no-point": "there is no control point",
    "no-point/here": "there is no control point where it stands",
    "no-point/board": "this board has no control points",
    "own-point": "the control point is {team}'s already",
    "own-point/all": "all control points are {team}'s already",
    "no-release-point": "there is no release point where it stands",
    "jail-empty": "nobody is in the {jail}",
    "jail-empty/all": "no {whose} is in a jail",
    # Cards and abilities
    "not-in-hand": "{team} has no {card} in hand",
    "value-only": "it has a value and no ability",
    "cards-denied": "{team} may play no power cards in this attack",
    "not-carried": "no unit has {name}",
    "not-active": "{unit} has it, and {other} acts",
    "wrong-window": "{when}",
    "wrong-window/attack": "not while an attack is being carried out",
    "wrong-window/reaction": "not while a reaction is being asked for",
    "always-on": "it works all the time and is never used",
    "wrong-subject": "it has to answer what has just happened",
    "wrong-subject/none": "there is nothing that it answers",
    "not-concerned": "this does not concern it: {printed}",
    "not-concerned/lava": "lava kills without a wound",
    "not-concerned/later": "another effect of this moment comes first",
    "already-used": "it has answered this already",
    "limit": "it can be used {times} per {period}",
    "limit/chain": "too many effects have followed one action",
    "condition": "it does not apply here: {printed}",
    "condition/dying": "{unit} is dying",
    "still-running": "it is being carried out already",
    "no-effect/now": "it would change nothing now",
    "no-effect/none-hurt": "no {whose} is {hurt}",
    "no-effect/none-hurt-near": "no unit in reach is hurt",
    "no-effect/no-jails": "this board has no jails",
    "no-effect/none-jailed": "no {whose} is in a jail",
    "no-effect/no-cards": "no card is left to draw",
    "no-effect/token-there": "the {token} is on the board already",
    "no-effect/rounds": "the round counter stays at {amount}",
    "no-effect/hand-full": "the hand is full: it holds {amount} cards",
    "no-effect/no-phase": "no unit phase of its bearer is open",
    "no-effect/movement-denied": "a card denies {unit} its movement phase",
    "no-effect/other-token": "another token is on that point",
    "no-effect/swap": "each of the two must be able to stand on the other's space",
    "no-effect/no-enemy": "no enemy can be hit",
    "no-effect/redirect": "the attack cannot be turned to that unit",
    "no-effect/attack-has": "this attack has that already",
    "no-effect/no-mover": "no unit can make the move",
    "no-effect/no-step": "{unit} cannot take a step",
    "no-effect/no-way": "{unit} has no way to follow",
    "no-effect/no-jump": "{unit} has no free space to jump to",
    "no-effect/no-unit": "no unit is there for it",
    "no-effect/not-jailed": "{unit} is not in a jail",
    "no-effect/jailed": "{unit} is in a jail",
    "no-effect/dying": "{unit} is dying",
    "no-effect/unhurt": "{unit} is {unhurt}",
    "no-effect/in-base": "{unit} is safe in its base",
    "no-effect/phase-closed": "the unit phase of {unit} is not open",
    "no-effect/may-already": "{unit} may do that already",
    "no-effect/has-already": "{unit} has that already",
    "no-effect/protected": "{unit} cannot be incapacitated",
    "no-effect/down-already": "{unit} is incapacitated already",
    "no-effect/unpushable": "{unit} cannot be pushed",
    "no-effect/no-space-behind": "{unit} has no free space behind it",
    "choice-needed": "it needs a {pick} to be used on",
    "choice-needed/effect": "one of its {amount} effects has to be chosen",
    "no-choice": "it is not used on anything chosen",
    "no-choice/effect": "its effects all happen, none is chosen",
    "no-choice/all": "it falls on everybody who qualifies",
    "no-target": "it does not qualify",
    "no-target/nobody": "nobody is where it works",
    "no-target/dying": "{unit} is dying",
    "no-target/bearer": "its bearer is not on the board",
    "no-target/board": "no {noun} is on the board",
    "no-target/field": "no {noun} is on the board outside its base",
    "wrong-side": "it is for {role}",
    "not-jailed": "{unit} is not in a jail",
    # The store
    "already-bought": "{item} was bought in this purchasing turn already",
    "already-sold": "{item} was sold in this purchasing turn already",
    "just-sold": "a card sold in this purchasing turn can be bought from the next one on",
    "not-in-store": "it is not for sale",
    "not-in-store/owned": "another team has it",
    "already-owned": "the team has it already",
    "not-owned": "the team does not own it",
    "no-characters": "this match is played without characters",
    "four-units/few": "it has {units} and has to buy {missing} first",
    "four-units/many": "it has {units} and has to sell a character first",
    "no-sale-left": "the team would have {have} units, and no sale is left in this purchasing turn",
    "no-purchase-left": "{item} was bought, so no character can be in this turn",
    "no-exchange": "with {purse} the team could pay for no other character in the store",
    "vacant": "no unit is there until a character is bought",
    "credits": "it costs {cost} and the team has {purse}",
    "purchase-cap": "after {need} purchasing turns a team may only sell or pass",
    "purchase-cap/keep": "after so many purchasing turns a team keeps the four units it has",
    "full": "{unit} has {have} items",
    "type": "it is for units of type {deck}, and this one is {types}",
    "armor": "{unit} wears armor",
    "vehicle": "{unit} has a vehicle",
    "already-equipped": "{unit} has it already",
    "not-equipped": "no unit has it",
    "already-placed": "it was given to a unit in this purchasing turn, and each item only once",
    "unequipped": "every item has to be equipped or sold first, and no unit has {items}",
    "nothing-done": "nothing was bought or sold in it; a team that wants nothing passes",
    "turn-used": "something was bought or sold in this purchasing turn, which has to end first",
}
