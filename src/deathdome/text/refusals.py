"""Refusals in words: the action, the reason, its rule, and what would work.

The rules give the reason as data. Each code, or each case of a code, has one sentence here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.actions import ActionKind, a_of, kind_of
from deathdome.model.decisions import Question
from deathdome.model.lookup import card_of_id
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import Period, Role, Trigger
from deathdome.text.cards import in_edition
from deathdome.text.labels import label
from deathdome.text.names import (
    addressed,
    card_name,
    counted,
    credits_in_full,
    id_name,
    jail_name,
    listed,
    place_name,
    team_name,
    the_item,
    times,
    token_name,
    unit_name,
    with_article,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from deathdome.model.decisions import Refusal
    from deathdome.model.state import Setup


def refusal_text(refusal: Refusal, setup: Setup) -> str:
    """Return `You can't walk to k3: 7 steps away, 4 left (MOVE-1). Nearest: k6`."""
    reason = refusal.reason
    if reason.code == "over":
        return SENTENCES["over"]
    if reason.code == "malformed":
        return SENTENCES["malformed"].format(refusal.action)
    rule = f" ({reason.rule})" if reason.rule else ""
    text = f"You can't {_what(refusal, setup)}: {_why(refusal, setup)}{rule}"
    hint = _hint(refusal, setup)
    return addressed(f"{text}. {hint}" if hint else text, setup, refusal.seat)


def _what(refusal: Refusal, setup: Setup) -> str:
    """Return the action in words; for a walk with the verb of the open question."""
    action, question = refusal.action, refusal.question
    if kind_of(action) is not ActionKind.WALK or refusal.unit < 0:
        return label(action, setup)
    of_its_own = question is Question.FOLLOW or question is Question.JUMP
    gait = question.value if question is not None and of_its_own else "walk"
    return f"{gait} to {_place(refusal, setup, a_of(action))}"


def _hint(refusal: Refusal, setup: Setup) -> str:
    """Name the nearest legal choice: a space for a walk, otherwise another action."""
    near = refusal.reason.near
    if near is None:
        return ""
    if kind_of(near) is kind_of(refusal.action) is ActionKind.WALK:
        return f"Nearest: {_place(refusal, setup, a_of(near))}"
    return f"Instead: {label(near, setup)}"


def _place(refusal: Refusal, setup: Setup, space: int) -> str:
    """Return a space, 'your base', or 'Blue's base' for a unit of Blue."""
    team = refusal.unit // UNITS_PER_TEAM
    home = bool(setup.order) and space == setup.terrain.home[team]
    return _base(refusal, refusal.unit) if home else place_name(setup, space, team)


def _base(refusal: Refusal, unit: int) -> str:
    return f"{_whose_team(refusal, unit // UNITS_PER_TEAM)} base"


def _whose_team(refusal: Refusal, team: int) -> str:
    """'your', or the possessive of another team."""
    return "your" if team == refusal.seat else f"{team_name(team)}'s"


def _why(refusal: Refusal, setup: Setup) -> str:
    reason = refusal.reason
    key = f"{reason.code}/{reason.case}" if reason.case else reason.code
    return in_edition(SENTENCES[key].format_map(_Words(refusal, setup)), setup.ruleset)


class _Words(dict[str, str]):
    """Words for the names between braces of a sentence, each made when it is asked for."""

    def __init__(self, refusal: Refusal, setup: Setup) -> None:
        super().__init__()
        self._refusal = refusal
        self._table = setup

    def __missing__(self, name: str) -> str:
        return WORDS[name](self._refusal, self._table)


def _is_own(refusal: Refusal) -> bool:
    return bool(refusal.reason.operands["team"] == refusal.seat)


def _need(refusal: Refusal) -> int:
    return refusal.reason.need or 0


def _have(refusal: Refusal) -> int:
    return refusal.reason.have or 0


def _left(refusal: Refusal, setup: Setup) -> str:
    """'1 left', '5 left', 'none left'."""
    del setup
    return f"{_have(refusal) or 'none'} left"


def _times(refusal: Refusal, setup: Setup) -> str:
    del setup
    return times(_have(refusal))


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
    Trigger.ALWAYS: "it works all the time",
    Trigger.ACTION: "it takes the action of the active unit",
    Trigger.BETWEEN: "play it on your turn, before or after a unit phase",
    Trigger.PHASE: "play it during a unit phase of your team",
    Trigger.TURN: "play it on your turn",
    Trigger.ATTACK: "play it while you attack",
    Trigger.DEFEND: "play it while you defend",
    Trigger.DECLARED: "play it when an attack is declared",
    Trigger.WOUNDED: "play it when a unit is wounded",
    Trigger.RESOLVED: "play it after an attack",
    Trigger.DIED: "play it when a unit dies",
    Trigger.MOVED: "play it when a unit has moved",
    Trigger.ENTERED: "it works automatically when a unit steps there",
    Trigger.CAPTURED: "play it when a unit has captured",
    Trigger.STARTED: "play it at the start of a turn",
}
_ABOUT: Final = {
    Question.TURN: "a unit, or end the turn",
    Question.UNIT_PHASE: "what the active unit does",
    Question.WALK: "where the unit walks",
    Question.FOLLOW: "whether the unit follows",
    Question.JUMP: "whether the unit jumps",
    Question.ATTACK_CARDS: "cards for the attack",
    Question.DEFENCE_CARDS: "cards for the defence",
    Question.FURTHER_ATTACK: "the next target of the same action",
    Question.HIT_ORDER: "which unit is hit next",
    Question.PUSH_SPACE: "where the unit is pushed",
    Question.JAIL: "a jail",
    Question.REACTION: "a reaction, or none",
    Question.AUCTION: "a unit in jail, or none",
}
_ROLES: Final = {
    Role.SELF: "the unit that carries it",
    Role.MATE: "another unit of your team",
    Role.ALLY: "a unit of your team",
    Role.ENEMY: "an enemy",
}
_NOUNS: Final = {Role.ENEMY: "enemy", Role.MATE: "teammate"}
_PERIODS: Final = {Period.PHASE: "unit phase"}

WORDS: Final[dict[str, Callable[[Refusal, Setup], str]]] = {
    "unit": lambda it, setup: unit_name(setup, it.reason.operands["unit"]),
    "other": lambda it, setup: unit_name(setup, it.reason.operands["other"]),
    "base": lambda it, _: _base(it, it.reason.operands["unit"]),
    "owns": lambda it, _: (
        "you own" if _is_own(it) else f"{team_name(it.reason.operands['team'])} owns"
    ),
    "team": lambda it, _: "you" if _is_own(it) else team_name(it.reason.operands["team"]),
    "team's": lambda it, _: _whose_team(it, it.reason.operands["team"]),
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
    "rating": lambda it, _: counted(it.reason.operands["amount"], "space"),
    "whose": _whose,
    "hurt": _hurt,
    "unhurt": _unhurt,
    "need": lambda it, _: str(it.reason.need),
    "have": lambda it, _: str(it.reason.have),
    "steps": lambda it, _: counted(_need(it), "step"),
    "spaces": lambda it, _: counted(_need(it), "space"),
    "left": _left,
    "missing": lambda it, _: counted(_need(it) - _have(it), "character"),
    "units": lambda it, _: counted(_have(it), "unit"),
    "cost": lambda it, _: credits_in_full(_need(it)),
    "purse": lambda it, _: credits_in_full(_have(it)),
    "question": lambda it, _: "" if it.question is None else it.question.value,
    "about": lambda it, _: "" if it.question is None else _ABOUT[it.question],
}

# By code, or by code and case, in the order of `rules.refusals.codes`.
SENTENCES: Final = {
    # The moment
    "over": "You can't do anything more: the match is over (END-1)",
    "malformed": "You can't do {!r}: that number is not an action",
    "unknown-item": "items have the numbers 0 to {highest}",
    "unknown-unit": "units have the numbers 0 to {highest}",
    "unknown-unit/picked": "there is no such unit",
    "unknown-card": "cards have the numbers 0 to {highest}",
    "unknown-ability": "abilities have the numbers 0 to {highest}",
    "unknown-character": "characters have the numbers 0 to {highest}",
    "unknown-jail": "the jails are {jails}",
    "unknown-jail/picked": "there is no such jail",
    "not-chance": "only chance does that, and not now",
    "chance-first": "a {question} comes first",
    "no-such-number": "the die shows 1 to 12",
    "not-dealt": "only free starting characters are dealt",
    "not-in-deck": "the draw deck has none left",
    "not-face-down": "only items that are face down are revealed",
    "wrong-question": "choose {about} first",
    "store-open": "the store is still open",
    "store-closed": "the store is closed during a match",
    "no-season": "this is a single match",
    "no-auction": "auctions are held after a match of a season",
    "no-phase": "no unit phase is open",
    "phase-open": "end the open unit phase first",
    "no-phases": "you have no unit phase left this turn",
    "no-card-step": "no attack is waiting for cards",
    "must-answer": "the card must be used",
    "action-spent": "the unit has used its action",
    "movement-used": "the unit has ended its walk, and the remaining steps are lost",
    "movement-denied": "a card denies the unit its walk",
    "not-walking": "the unit is not walking",
    "not-offered": "that is not among the choices",
    # Units
    "not-own-unit": "{unit} belongs to another team",
    "not-own-unit/bearer": "{unit} has it, a unit of another team",
    "not-own-unit/taker": "that unit belongs to another team",
    "not-own-unit/hits": "{team's} units are hit first",
    "jailed": "{unit} is in the {jail}",
    "auction-own-unit": "{unit} is yours, and only other teams are auctioned off",
    "nothing-to-sell": "{unit} has nothing to sell",
    "incapacitated": "{unit} is incapacitated",
    "in-base": "{unit} is in {base}",
    "in-base/action": "no action is possible in a base",
    "in-base/attack": "no attack is possible from a base",
    "off-board": "the unit is not on the board",
    # Walks, jumps, pushes
    "already-there": "the unit is there already",
    "inside-base": "a base is one space, called {space}",
    "wall": "a wall is there",
    "wall/crossed": "the unit may cross a wall but not stop on it",
    "lava": "lava is there",
    "jail": "no unit can walk into a jail",
    "enemy-base": "an enemy base is there",
    "unused-base": "unused bases are closed",
    "tower": "the only way up a tower is a bridge",
    "tower/far": "the only way up a tower is a bridge: {need} steps that way, {left}",
    "tower/jump": "no unit can jump onto a tower",
    "occupied-by-enemy": "{unit} is there",
    "occupied-by-teammate": "{unit} is there, and two units can't share a space",
    "occupied": "another unit is there",
    "too-far": "{steps} away, {left}",
    "too-far/jump": "{spaces} away, and the jump reaches {have}",
    "no-steps": "all {rating} of movement are used",
    "no-steps/none": "the unit has no movement",
    "blocked": "enemies block every way there",
    "no-way": "no way leads there",
    "token-in-way": "the way crosses {tokens}, so walk there first",
    "shares-space": "the unit shares its space with a teammate and has to walk further",
    "not-adjacent": "{unit} was not adjacent at the start",
    "not-adjacent/follow": "the unit has to end next to the one it follows, in sight of it",
    "wrong-direction": "that space is not away from the attacker",
    "wrong-direction/back": "only a free space next to it works",
    "push-blocked": "nothing can be pushed onto that ground",
    # Attacks and actions
    "no-weapon": "the unit does not have that weapon",
    "not-a-weapon": "{item} is not a weapon",
    "other-weapon": "this action attacks with {item} only",
    "weapon-spent": "all {have} uses in this match are spent",
    "target-needed": "choose a target",
    "hits-all": "it hits all adjacent enemies, not a chosen one",
    "nobody-adjacent": "no enemy is adjacent and in sight",
    "own-unit": "that is your own unit",
    "own-unit/itself": "a unit can't attack itself",
    "target-jailed": "{unit} is in the {jail}",
    "target-in-base": "{unit} is in {base}",
    "target-in-base/safe": "{unit} is safe in {base}",
    "out-of-range": "{spaces} away, and the range is {have}",
    "out-of-range/weapon": "{unit} is {spaces} away, and {item} reaches {have}",
    "no-sight": "it is out of sight",
    "no-sight/unit": "{unit} is out of sight",
    "not-hit": "{unit} is not hit by this attack",
    "not-hit/own": "choose a unit of yours that this attack hits",
    "hit-already": "{unit} has been hit already",
    "no-point": "there is no control point",
    "no-point/here": "there is no control point here",
    "no-point/board": "this board has no control points",
    "own-point": "{owns} that point already",
    "own-point/all": "{owns} every control point already",
    "no-release-point": "there is no release point here",
    "jail-empty": "the {jail} is empty",
    "jail-empty/all": "no {whose} is in a jail",
    # Cards and abilities
    "not-in-hand": "{card} is not in {team's} hand",
    "value-only": "it has a value and no ability",
    "cards-denied": "{team} can't play power cards in this attack",
    "not-carried": "no unit has {name}",
    "not-active": "{unit} has it, but {other} is active",
    "wrong-window": "{when}",
    "wrong-window/attack": "finish the attack first",
    "wrong-window/reaction": "finish the reactions first",
    "always-on": "it works all the time",
    "wrong-subject": "it only works on what has just happened",
    "wrong-subject/none": "nothing has happened that it reacts to",
    "not-concerned": "it does not apply here: {printed}",
    "not-concerned/lava": "lava kills without a wound",
    "not-concerned/later": "another effect comes first",
    "already-used": "it has reacted to this already",
    "limit": "it works {times} per {period}",
    "limit/chain": "too many effects have followed one action",
    "condition": "it does not apply here: {printed}",
    "condition/dying": "{unit} is dying",
    "still-running": "it is already under way",
    "no-effect/now": "it would have no effect now",
    "no-effect/none-hurt": "no {whose} is {hurt}",
    "no-effect/none-hurt-near": "no unit in reach is hurt",
    "no-effect/no-jails": "this board has no jails",
    "no-effect/none-jailed": "no {whose} is in a jail",
    "no-effect/no-cards": "no card is left to draw",
    "no-effect/token-there": "the {token} is on the board already",
    "no-effect/rounds": "the round counter stays at {amount}",
    "no-effect/hand-full": "the hand is full at {amount} cards",
    "no-effect/no-phase": "the unit that carries it has no open unit phase",
    "no-effect/movement-denied": "a card denies {unit} its walk",
    "no-effect/other-token": "another token is on that point",
    "no-effect/swap": "each unit must be able to stop on the other's space",
    "no-effect/no-enemy": "no enemy can be hit",
    "no-effect/redirect": "the attack can't be turned to that unit",
    "no-effect/attack-has": "this attack has that already",
    "no-effect/no-mover": "no unit can make the move",
    "no-effect/no-step": "{unit} can't take a step",
    "no-effect/no-way": "{unit} has no way to follow",
    "no-effect/no-jump": "{unit} has no free space to jump to",
    "no-effect/no-unit": "no unit qualifies",
    "no-effect/not-jailed": "{unit} is not in a jail",
    "no-effect/jailed": "{unit} is in a jail",
    "no-effect/dying": "{unit} is dying",
    "no-effect/unhurt": "{unit} is {unhurt}",
    "no-effect/in-base": "{unit} is safe in {base}",
    "no-effect/phase-closed": "{unit} has no open unit phase",
    "no-effect/may-already": "{unit} may do that already",
    "no-effect/has-already": "{unit} has that already",
    "no-effect/protected": "{unit} can't be incapacitated",
    "no-effect/down-already": "{unit} is already incapacitated",
    "no-effect/unpushable": "{unit} can't be pushed",
    "no-effect/no-space-behind": "{unit} has no free space behind it",
    "choice-needed": "choose a {pick} for it",
    "choice-needed/effect": "choose one of its {amount} effects",
    "no-choice": "it takes no target",
    "no-choice/effect": "all its effects happen; there is none to choose",
    "no-choice/all": "it affects every unit that qualifies",
    "no-target": "that does not qualify",
    "no-target/nobody": "no unit is where it works",
    "no-target/dying": "{unit} is dying",
    "no-target/bearer": "the unit that carries it is not on the board",
    "no-target/board": "no {noun} is on the board",
    "no-target/field": "no {noun} is on the board outside a base",
    "wrong-side": "it is for {role}",
    "not-jailed": "{unit} is not in a jail",
    # The store
    "already-bought": "{item} was already bought this turn",
    "already-sold": "{item} was already sold this turn",
    "just-sold": "a card sold this turn returns to the store next turn",
    "not-in-store": "it is not for sale",
    "not-in-store/owned": "another team has it",
    "not-in-store/hidden": "it is still face down",
    "already-owned": "you own it already",
    "not-owned": "you do not have it",
    "no-characters": "this match is played without characters",
    "four-units/few": "your team has {units}; buy {missing} first",
    "four-units/many": "your team has {units}; sell a character first",
    "no-sale-left": "your team would have {have} units and no sale left this turn",
    "no-purchase-left": "{item} was bought this turn, so no character can be",
    "no-exchange": "with {purse} you could afford no other character",
    "vacant": "buy a character for that place first",
    "credits": "it costs {cost} and you have {purse}",
    "purchase-cap": "after {need} purchasing turns you can only sell or pass",
    "purchase-cap/keep": "after so many purchasing turns your four units are final",
    "full": "{unit} carries {have} items already",
    "type": "it is for the type {deck}, and this unit is {types}",
    "armor": "{unit} already wears armor",
    "vehicle": "{unit} already has a vehicle",
    "already-equipped": "{unit} has it already",
    "not-equipped": "no unit has it",
    "already-placed": "it was already given to a unit this turn",
    "unequipped": "equip or sell {items} first",
    "nothing-done": "your order is empty; pass to stop buying",
    "turn-used": "end this purchasing turn first",
}
