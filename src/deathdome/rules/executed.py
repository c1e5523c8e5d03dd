"""What the engine does not carry out yet, as data: the cards that need it are marked for players.

An ability is described by short names of its forms: its trigger ("moved"), its verbs ("walk"),
the two together ("moved walk"), its permissions and denials ("allow see-walls", "deny push"),
its selector ("pick jail"), its conditions ("if near"), its durations ("until turn").
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.vocabulary import ALLOW_NAMES, DENY_NAMES, Until, Verb

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.model.catalog import Ability, Condition, Effect

# Forms that are known, checked and shown, but do nothing in a match.
NOT_EXECUTED: Final[frozenset[str]] = frozenset()


def is_executed(ability: Ability) -> bool:
    """Whether the engine carries out every form of `ability`."""
    return NOT_EXECUTED.isdisjoint(forms(ability))


def forms(ability: Ability) -> frozenset[str]:
    """The names of everything that the engine must know to carry out `ability`."""
    when = _word(ability.when.name)
    names = {when}
    for effect in ability.do:
        verb = _word(effect.verb.name)
        names |= {verb, f"{when} {verb}", *_effect_forms(effect)}
        if effect.condition is not None:
            names.update(_condition_forms(effect.condition))
    if ability.condition is not None:
        names.update(_condition_forms(ability.condition))
    if ability.pick is not None:
        names.add(f"pick {ability.pick.what}")
    if ability.choose is not None:
        names.add("choose")
    return frozenset(names)


def _effect_forms(effect: Effect) -> Iterator[str]:
    match effect.verb:
        case Verb.ALLOW:
            yield from (
                f"allow {name}" for name, flag in ALLOW_NAMES.items() if flag & effect.allow
            )
        case Verb.DENY:
            names = (name for name, flag in DENY_NAMES.items() if flag & effect.deny)
            yield from (f"deny {name}" for name in names)
        case Verb.GRANT if effect.grant is not None:
            yield f"grant {effect.grant.value}"
        case Verb.GAIN if effect.gain is not None:
            yield f"gain {effect.gain.value}"
        case Verb.MOD:
            yield f"mod {_word(effect.rating.name)}"
            if effect.per is not None:
                yield f"per {effect.per.value}"
        case _:
            pass
    if effect.until is not Until.FOREVER:
        yield f"until {_word(effect.until.name)}"


def _condition_forms(condition: Condition) -> Iterator[str]:
    asked = {
        "with": condition.with_this,
        "kind": condition.kind is not None,
        "ground": condition.higher_ground,
        "state": bool(condition.state),
        "near": condition.near is not None,
        "adjacent_start": condition.adjacent_start,
        "cause": condition.cause is not None,
    }
    yield from (f"if {name}" for name, wanted in asked.items() if wanted)


def _word(name: str) -> str:
    return name.lower().replace("_", "-")
