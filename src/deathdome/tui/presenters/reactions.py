"""What a reaction answers, and what each answer does, as far as the data says it simply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.actions import DECLINE, ActionKind, kind_of, picked_of, subject_of
from deathdome.model.effects import Collect, Follow, Heal, Jump, MakeAttack, Redirect, Walk
from deathdome.model.frames import ReactionWindow
from deathdome.model.vocabulary import Gain, Target, Trigger
from deathdome.rules.targeting import aim_of
from deathdome.tui.presenters.pieces import unit_token, vitae_left

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.match.protocol import Request
    from deathdome.model.actions import Action
    from deathdome.model.catalog import Ability
    from deathdome.model.effects import Effect
    from deathdome.model.observation import Observation

_HAPPENED: Final = {
    Trigger.DECLARED: ("is attacked", "are attacked"),
    Trigger.WOUNDED: ("is wounded", "are wounded"),
    Trigger.RESOLVED: ("was hit", "were hit"),
    Trigger.DIED: ("has died", "have died"),
    Trigger.MOVED: ("has moved", "have moved"),
    Trigger.CAPTURED: ("has captured", "have captured"),
}


def _event(seen: Observation) -> ReactionWindow | None:
    """What happened last, as far as this seat may see it."""
    return next(
        (frame for frame in reversed(seen.stack) if isinstance(frame, ReactionWindow)), None
    )


def reaction_title(request: Request) -> str:
    """`&g is dying: react?`; where it has to be answered `&g is dying: your reaction`."""
    seen, event = request.seen, _event(request.seen)
    asks = "react?" if DECLINE in request.options else "your reaction"
    words = _HAPPENED.get(event.trigger) if event is not None else None
    acts = [
        action for action in request.options if kind_of(action) in (ActionKind.PLAY, ActionKind.USE)
    ]
    units = sorted({subject_of(action) for action in acts} - {-1})
    if event is None or words is None or not units:
        return asks[0].upper() + asks[1:]
    happened = words[len(units) > 1]
    if event.trigger is Trigger.WOUNDED and all(vitae_left(seen, unit)[0] <= 0 for unit in units):
        happened = "is dying" if len(units) == 1 else "are dying"
    tokens = " ".join(unit_token(seen.setup, unit) for unit in units)
    return f"{tokens} {happened}: {asks}"


def deed_words(action: Action, ability: Ability, bearer: int, seen: Observation) -> str:
    """`&m walks to &g, heals 2`; '' where that is not to be said so shortly."""
    event = _event(seen)
    if ability.when < Trigger.DECLARED or event is None or ability.choose is not None:
        return ""
    picked = picked_of(action) if ability.pick is not None and ability.pick.what == "unit" else -1
    units = {
        Target.SELF: bearer,
        Target.SUBJECT: subject_of(action),
        Target.SOURCE: event.source,
        Target.PICKED: picked,
    }
    parts = [_effect(effect, ability, units, seen) for effect in ability.do]
    if not all(parts):
        return ""
    words = ", ".join(_without_repetition(parts))
    token = unit_token(seen.setup, subject_of(action)) if subject_of(action) >= 0 else ""
    # Where several units were hit, the same card may answer for each of them.
    return words if len(event.subjects) == 1 or token in words else f"{token}: {words}"


def _without_repetition(parts: list[str]) -> Iterator[str]:
    """`&m walks to &g` and `heals &g 2`: whom it heals has been said."""
    for at, part in enumerate(parts):
        verb, _, rest = part.partition(" ")
        whom, _, number = rest.partition(" ")
        told = at and verb == "heals" and parts[at - 1].endswith(f" to {whom}")
        yield f"{verb} {number}" if told else part


def _effect(effect: Effect, ability: Ability, units: dict[Target, int], seen: Observation) -> str:
    """What one effect does; '' if that takes more words."""
    unit = units[aim_of(ability, effect)]
    if unit >= len(seen.space):
        return ""
    token = unit_token(seen.setup, unit) if unit >= 0 else ""
    subject = units[Target.SUBJECT]
    about = unit_token(seen.setup, subject) if subject >= 0 else ""
    near = any(one.condition is not None and one.condition.near == 1 for one in ability.do)
    match effect:
        case Collect():
            what = "draw {} card" if effect.gain is Gain.CARD else "take {} shell"
            return what.format(effect.n) + "s" * (effect.n != 1)
        case MakeAttack(on=Target.SOURCE):
            return f"payback {effect.n}"
        case _ if not token:
            return ""
        case Walk():
            most = f" up to {effect.steps}" if effect.steps is not None else ""
            return f"{token} walks{f' to {about}' if near else most}"
        case Follow():
            return f"{token} follows {about}" if about and about != token else f"{token} follows"
        case Jump():
            return f"{token} jumps"
        case Heal():
            return f"heals {token} {effect.n}"
        case Redirect():
            return f"{token} steps in"
        case MakeAttack():
            return f"attacks {token}"
        case _:
            return ""
