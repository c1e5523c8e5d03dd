"""A line of the log explained: its sum step by step, each step with its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.powerdome.model import events as say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.text.events import Narrator
    from deathdome.powerdome.text.log_lines import LogLine

HEAD: Final = "Step by step"


class StepLine(NamedTuple):
    """One step of a sum."""

    text: str
    rules: tuple[str, ...]


_LOSSES: Final[Mapping[str, tuple[str, ...]]] = {
    "attack": ("PD-COMBAT-15",),
    "power": ("PD-KEYWORD-11",),
    "affliction": ("PD-AFFLICTION-03",),
    "burn": ("PD-KEYWORD-02",),
    "dome": ("PD-WIN-04",),
}
_RULES: Final[Mapping[type[Event], tuple[str, ...]]] = {
    say.Afflicted: ("PD-KEYWORD-01",),
    say.Cured: ("PD-AFFLICTION-05",),
    say.Disabled: ("PD-KEYWORD-04",),
    say.Forfeited: ("PD-KEYWORD-05",),
    say.Moved: ("PD-KEYWORD-07",),
    say.Summoned: ("PD-KEYWORD-12",),
    say.Revived: ("PD-KEYWORD-09",),
    say.CounterChanged: ("PD-COUNTER-01",),
    say.RuleSet: ("PD-POWER-01",),
    say.TraitGiven: ("PD-POWER-03",),
    say.Died: ("PD-DEATH-01",),
    say.Rolled: ("R-15",),
}


def steps_of(line: LogLine, narrator: Narrator) -> list[StepLine]:
    """Return the steps of a line."""
    found: list[StepLine] = []
    for event in line.events:
        found += _steps(event, narrator, line.rules)
    return found


def _steps(event: Event, narrator: Narrator, rules: tuple[str, ...]) -> Iterator[StepLine]:
    match event:
        case say.Struck():
            yield from _blow(event, narrator)
        case say.Activated(power=power):
            yield StepLine(narrator.sentence(event), rules)
            if power is not None:
                yield StepLine(f"Its text: {narrator.tome.powers[power].text}", ("PD-POWER-01",))
        case say.Paid(who, burn, n):
            name, word = _capital(narrator.who(who)), "Burn" if burn else "Utilize"
            rule = "PD-KEYWORD-02" if burn else "PD-KEYWORD-10"
            yield StepLine(f"{name} pays {word} {n}.", (rule,))
        case say.VitalityChanged(who, old, new, cause):
            name = _capital(narrator.who(who))
            if new < old:
                text = f"{name} loses {old - new} vitality: {old} - {old - new} = {new}."
                yield StepLine(text, _LOSSES.get(cause, ()))
            else:
                text = f"{name} regains {new - old} vitality: {old} + {new - old} = {new}."
                yield StepLine(text, ("PD-KEYWORD-08",))
        case say.StatChanged(who, stat, old, new):
            name = "reserve" if stat == "ap" else stat
            sign = "+" if new > old else "-"
            sum_ = f"{old} {sign} {abs(new - old)} = {new}"
            floor = ("PD-COMBAT-16",) if new == 0 else ()
            owner = _capital(narrator.who(who))
            yield StepLine(f"{owner}: {name} {sum_}, for this round.", ("PD-POWER-03", *floor))
        case say.DamageChanged(_, old, new, cap):
            text = f"The damage is at most {new}, so {old} becomes {new}."
            if not cap:
                text = f"An answer changes the damage: {old} becomes {new}."
            yield StepLine(text, ("PD-COMBAT-15",))
        case _:
            yield StepLine(narrator.sentence(event), _RULES.get(type(event), rules))


def _blow(blow: say.Struck, narrator: Narrator) -> Iterator[StepLine]:
    """Yield the steps of a blow: resist, agility, the damage."""
    attacker, defender = _capital(narrator.who(blow.attacker)), narrator.who(blow.defender)
    meets = f"{attacker} strikes {defender} with {blow.strike}; the resist is {blow.resist}."
    yield StepLine(meets, ("PD-COMBAT-15",))
    if blow.bypass:
        text = f"The strike has Bypass, so all {blow.strike} get through."
        yield StepLine(text, ("PD-KEYWORD-03",))
    elif blow.through:
        text = f"The strike is greater: {blow.strike} - {blow.resist} = {blow.through}."
        yield StepLine(text, ("PD-COMBAT-07",))
        if blow.worn != blow.resist:
            worn = f"{_capital(defender)}: resist {blow.resist} becomes {blow.worn}."
            yield StepLine(worn, ("PD-COMBAT-07", "PD-COMBAT-09"))
    else:
        text = f"The strike is not greater than the resist, so no damage. Resist {blow.resist}"
        yield StepLine(f"{text} becomes {blow.worn}.", ("PD-COMBAT-08", "PD-COMBAT-09"))
        return
    against = f"agility {blow.attacker_agility} against {blow.defender_agility}"
    if blow.speed > 1:
        text = f"The attacker is that much faster, {against}: {blow.through} x 2 = {blow.damage}."
        yield StepLine(text, ("PD-COMBAT-10", "PD-COMBAT-13"))
    elif blow.speed < 0:
        text = f"The defender is that much faster, {against}: {blow.through} / 2 = {blow.damage}"
        yield StepLine(f"{text}, rounded down.", ("PD-COMBAT-10", "PD-POWER-02"))
    else:
        text = f"Neither doubled nor halved, {against}: damage {blow.damage}."
        yield StepLine(text, ("PD-COMBAT-10", "PD-COMBAT-11"))


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
