"""A view, its powers and its events as plain data, with names as the notation writes them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from deathdome.powerdome.model.answers import Plan, Proposal, Trade
from deathdome.powerdome.model.answers import Sheet as Plans
from deathdome.powerdome.model.asks import AskKind
from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.model.naming import character_names
from deathdome.powerdome.model.options import CAPTION, NOMINATIONS, OFFERS, PROTECTION
from deathdome.powerdome.model.tome import TargetKind
from deathdome.powerdome.rules.fight import targets
from deathdome.powerdome.rules.sheets import attack_targets, planners, usable
from deathdome.powerdome.text.events import Narrator
from deathdome.powerdome.text.tome import power_fields

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.dome import Character
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import Deal, State
    from deathdome.powerdome.model.tome import Tome
    from deathdome.powerdome.rules.sheets import Usable

Sheet: TypeAlias = dict[str, Any]

_WORD: Final = re.compile(r"(?<!^)(?=[A-Z])")
_WHO: Final = frozenset(
    {"seat", "character", "controller", "attacker", "defender", "old", "new", "target", "winner"}
)


def powers_sheet(tome: Tome) -> list[Sheet]:
    """Return all powers, as `powerdome tome --json` prints them."""
    return [power_fields(power) for power in tome.powers]


class Names:
    """Names of the characters and powers of a view."""

    def __init__(self, view: State) -> None:
        self.dome = view.now
        self.view = view
        self._who = character_names(self.dome, view.seats)

    def who(self, character: int) -> str:
        """Return the name of a character, "" for none."""
        return self._who[character] if 0 <= character < len(self._who) else ""

    def power(self, power: int | None) -> str:
        """Return the id of a power, "" for none."""
        return "" if power is None else self.dome.tome.powers[power].id


def view_sheet(view: State) -> Sheet:
    """Return what a seat sees: players, allies, powers, offers and deals."""
    names = Names(view)
    dome = names.dome
    tome = dome.tome
    progress = view.progress
    found: Sheet = {
        "phase": view.phase.value,
        "round": dome.round,
        "characters": {
            names.who(one.id): _character(names, one)
            for one in dome.characters
            if one.player or one.alive
        },
        "order": [names.who(one) for one in dome.order],
        "initiative": dome.initiative,
        "speed_ratio": dome.speed_ratio,
        "modifiers": [tome.powers[power].id for power in dome.modifiers],
        "marks": {
            names.power(power): [names.who(one) for one in seats]
            for power, seats in dome.marks.items()
        },
        "nominations": [[names.power(one) for one in three] for three in view.nominations],
        "pool": [names.power(one) for one in progress.pool],
        "protected": {names.power(one): names.who(by) for one, by in progress.protected},
        "auction": [names.power(one) for one in view.slots],
        "talk": [{"from": names.who(by), **_proposal(names, one)} for by, one in view.talk],
        "deals": [_deal(names, deal) for deal in view.deals],
    }
    if progress.table is not None:
        maker, trade = progress.table
        found["offer"] = {"from": names.who(maker), **_trade(names, trade)}
    return found


def _character(names: Names, one: Character) -> Sheet:
    dome = names.dome
    found: Sheet = {
        "vitality": one.vitality,
        "alive": one.alive,
        "afflictions": [dome.tome.afflictions[held].id for held in one.afflictions],
        "counters": dict(one.counters),
        "stats": {"agility": one.agility, "strike": one.strike, "resist": one.resist},
    }
    if one.player:
        return found | {"seat": one.id, "powers": [names.power(p) for p in dome.hands[one.id]]}
    return found | {"of": names.who(one.controller), "kind": dome.tome.allies[one.kind].id}


def _proposal(names: Names, one: Proposal) -> Sheet:
    found = {"to": names.who(one.to), "deal": one.kind.value}
    return found | ({"against": names.who(one.against)} if one.against >= 0 else {})


def _trade(names: Names, trade: Trade) -> Sheet:
    sides = {
        key: {
            "powers": [names.power(power) for power in side.powers],
            "vitality": side.vitality,
            "promise": side.promise,
        }
        for key, side in (("give", trade.give), ("want", trade.want))
    }
    return {"to": names.who(trade.to), **sides, "reason": trade.reason}


def _deal(names: Names, deal: Deal) -> Sheet:
    return {
        "round": deal.round,
        "from": names.who(deal.seat),
        **_proposal(names, deal.proposal),
        "broken_by": [names.who(one) for one in deal.broken_by],
    }


# -- questions -------------------------------------------------------------------------------------


def schema_sheet(view: State, ask: Ask) -> Sheet:
    """Return the form of an answer to a question: its choices and its limits."""
    names = Names(view)
    dome = names.dome
    powers = dome.tome.powers
    seat = ask.seat
    rivals = [names.who(one) for one in range(dome.seats) if one != seat]
    match ask.kind:
        case AskKind.NOMINATE:
            return {"count": NOMINATIONS, "powers": [power.id for power in powers]}
        case AskKind.PROTECT:
            taken = {power for power, _ in view.progress.protected}
            free = [names.power(one) for one in view.progress.pool if one not in taken]
            return {"price": PROTECTION, "powers": free}
        case AskKind.BID:
            return {
                "vitality": dome.characters[seat].vitality,
                "bids": view.options.bids,
                "powers": [names.power(one) for one in view.slots if not powers[one].modifier],
            }
        case AskKind.TRADE | AskKind.REPLY:
            return {
                "offers_left": OFFERS - view.progress.offers[seat] if view.progress.offers else 0,
                "give": [names.power(power) for power in dome.hands[seat]],
                "want": {
                    names.who(one): [names.power(power) for power in dome.hands[one]]
                    for one in range(dome.seats)
                    if one != seat
                },
            }
        case AskKind.DISCARD:
            return {"powers": [names.power(power) for power in dome.hands[seat]]}
        case AskKind.TALK:
            return {"rivals": rivals}
        case AskKind.CONSENT:
            makers = [names.who(by) for by, one in view.talk if one.to == seat]
            return {"proposals_of": makers}
        case AskKind.SHEET:
            return {
                "say": CAPTION,
                "characters": {
                    names.who(one): _plan_schema(names, dome.characters[one])
                    for one in planners(dome, seat)
                },
            }
        case AskKind.ORDER:
            sheet = view.gathered[seat]
            assert isinstance(sheet, Plans)
            acts = sheet.plans[ask.character].activate
            return {
                "character": names.who(ask.character),
                "activations": [_act_schema(names, ask.character, act) for act in acts],
            }
        case AskKind.TARGET:
            found = attack_targets(dome, dome.characters[ask.character])
            return {
                "character": names.who(ask.character),
                "targets": [names.who(one) for one in found],
            }
        case _:
            return {}


def _plan_schema(names: Names, one: Character) -> Sheet:
    """Return what the plan of a character may contain."""
    declared = names.view.options.declare == "combat"
    return {
        "points": one.vitality,
        "agility": one.player,
        "targets": [] if declared else [names.who(foe) for foe in attack_targets(names.dome, one)],
        "activations": [_usable(names, use, declared) for use in usable(names.dome, one)],
    }


def _usable(names: Names, one: Usable, declared: bool) -> Sheet:
    of_power = one.effect.target is TargetKind.RIVAL_POWER
    cost = one.effect.cost
    found: Sheet = {
        "power": names.power(one.power),
        "effect": one.number,
        "auto": one.auto,
        "cost": one.cost(one.least),
        "burn": cost is not None and cost.burn,
        "targets": []
        if declared
        else [names.power(aim) if of_power else names.who(aim) for aim in one.targets],
    }
    return found | ({"x": [one.least, one.most]} if one.most else {})


def _act_schema(names: Names, who: int, act: Any) -> Sheet:
    dome = names.dome
    character = dome.characters[who]
    effects = (
        dome.tome.allies[character.kind].effects
        if act.power is None
        else dome.tome.powers[act.power].effects
    )
    kind = effects[act.effect].target
    aims = [] if kind is None else targets(dome, character, kind)
    of_power = kind is TargetKind.RIVAL_POWER
    return {
        "power": names.power(act.power),
        "effect": act.effect,
        "x": act.x,
        "targets": [names.power(aim) if of_power else names.who(aim) for aim in aims],
    }


# -- events ----------------------------------------------------------------------------------------


def event_sheets(view: State, events: Sequence[Event]) -> list[Sheet]:
    """Return events as plain data, each with its sentence."""
    names = Names(view)
    narrator = Narrator(view.dome.tome, view.seats)
    return [_event(names, narrator, event) for event in events]


def _event(names: Names, narrator: Narrator, event: Event) -> Sheet:
    kind = _WORD.sub(" ", type(event).__name__).lower()
    fields: Mapping[str, Any] = event._asdict()
    return {
        "event": kind,
        **{key: _value(names, kind, key, value) for key, value in fields.items()},
        "text": narrator.sentence(event),
    }


def _value(names: Names, kind: str, key: str, value: Any) -> Any:
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, Plan):
        return _plan(names, value)
    if isinstance(value, Proposal):
        return _proposal(names, value)
    if isinstance(value, Trade):
        return _trade(names, value)
    if key in ("power", "powers", "pool"):
        return (
            [names.power(one) for one in value] if isinstance(value, tuple) else names.power(value)
        )
    if key == "affliction":
        return names.dome.tome.afflictions[value].id
    if key == "kind" and kind == "summoned":
        return names.dome.tome.allies[value].id
    if isinstance(value, int):
        numbers = key in ("old", "new") and kind != "moved"
        return value if key not in _WHO or numbers else names.who(value)
    return _listed(names, kind, key, value)


def _listed(names: Names, kind: str, key: str, value: Any) -> Any:
    if kind == "nominated":
        return [[names.power(one) for one in three] for three in value]
    if kind == "bids shown":
        return [{names.power(power): amount for power, amount in bids} for bids in value]
    if key == "agility":
        return {names.who(seat): amount for seat, amount in value}
    if key in ("order", "tied"):
        return [names.who(one) for one in value]
    if key == "plans":
        return {names.who(one): _plan(names, plan) for one, plan in value}
    if key == "deals":
        return [_deal(names, deal) for deal in value]
    if key == "persona":
        return {"name": value.name, "look": value.look}
    if isinstance(value, tuple):
        return [part if isinstance(part, int | str) else str(part) for part in value]
    return str(value)


def _plan(names: Names, plan: Plan) -> Sheet:
    """Return a plan as in a sheet that answers."""
    found: Sheet = {
        "agility": plan.agility,
        "strike": plan.strike,
        "resist": plan.resist,
        "at": "" if plan.attack is None else names.who(plan.attack),
    }
    return found | {"activate": [_activation(names, act) for act in plan.activate]}


def _activation(names: Names, act: Any) -> Sheet:
    found: Sheet = {"power": names.power(act.power), "effect": act.effect, "x": act.x}
    if act.target is not None and act.target != ABSENT:
        effects = [] if act.power is None else names.dome.tome.powers[act.power].effects
        kind = effects[act.effect].target if act.effect < len(effects) else None
        of_power = kind is TargetKind.RIVAL_POWER
        found["at"] = names.power(act.target) if of_power else names.who(act.target)
    return found
