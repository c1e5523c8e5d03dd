"""The sentence of each refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.powerdome.model.tome import Tome
    from deathdome.powerdome.rules.refusals import Refusal

# By code; a code that several rules use for different things is here with the rule.
_SENTENCES: Final[Mapping[str, str]] = {
    "not-asked": "{character} is not asked anything now",
    "wrong-answer": "{character} is asked something else",
    "malformed": "the answer of {character} has values of other types than it declares",
    "over": "the game is over",
    "PD-NOMINATE-01 no-power": "there is no such power",
    "PD-NOMINATE-01 same-twice": "the three powers of a nomination must differ",
    "three": "{need} powers are nominated, not {have}",
    "not-nominated": "{power} was not nominated",
    "protected": "{power} is protected already",
    "no-slot": "every slot of the auction is protected",
    "PD-SETUP-05 vitality": "a protection costs {need} vitality, and {have} are left",
    "not-in-auction": "{power} is not in the auction",
    "PD-AUCTION-05 amount": "a bid on {power} is a whole number, 0 or more",
    "PD-AUCTION-08 modifier": "{power} is a modifier and takes no bids",
    "overbid": "the bids add up to {need}, and {have} vitality is there to pay",
    "PD-EXCHANGE-01 no-rival": "a trade is offered to another player",
    "empty": "the trade has nothing in it",
    "words": "a text has at most {need} characters, all printable",
    "offers": "a player makes at most {need} offers",
    "PD-EXCHANGE-05 amount": "vitality in a trade is a whole number, 0 or more",
    "PD-EXCHANGE-05 same-twice": "a power is named twice",
    "PD-EXCHANGE-06 modifier": "{power} is a modifier, which no player trades or discards",
    "PD-EXCHANGE-05 not-owner": "{character} does not own {power}",
    "PD-EXCHANGE-05 vitality": "the trade would leave {character} with {have} vitality",
    "PD-EXCHANGE-04 same-twice": "a power is discarded twice",
    "PD-EXCHANGE-04 not-owner": "{power} belongs to another player, or to none",
    "yes-and-counter": "a reply is yes or a counter-offer, not both",
    "counter-to": "a counter-offer goes back to the player that made the offer",
    "R-18 no-rival": "a proposal goes to another living player",
    "R-18 no-third": "together needs a living third player",
    "one-offer": "one proposal to each rival is all",
    "no-proposal": "{character} proposed nothing",
    "PD-STRATEGY-02 dead": "the dead may talk, but make no truce",
    "caption": "a caption has at most {need} characters, all printable",
    "no-plan": "the plan of {character} is missing",
    "no-character": "there is no such character",
    "PD-ALLOCATE-03 amount": "amounts in the plan of {character} are whole numbers, 0 or more",
    "overspent": "the plan of {character} needs {need} action points, and {have} are there",
    "ally-agility": "{character} is an ally, and allies have no agility",
    "attack-self": "{character} cannot attack itself",
    "own-side": "{character} is on the same side",
    "PD-ALLOCATE-07 dead": "{character} is dead",
    "new": "{character} was summoned this round",
    "PD-ALLOCATE-08 no-power": "{character} is a player: its activations name a power",
    "ally-power": "{character} is an ally and owns no power",
    "PD-ALLOCATE-07 no-power": "there is no such power",
    "no-effect": "{power} has no effect {have}",
    "by-itself": "{power} acts automatically and is not planned",
    "not-in-game": "{power} is not in the game",
    "PD-POWER-05 not-owner": "{character} does not own {power}",
    "twice": "{character} activates {power} twice in a round",
    "auto-unpaid": "{power} is left out this round: its cost is more than the action points",
    "declared-later": "targets are declared in combat, not on the sheet",
    "no-target": "{power} takes no target",
    "needs-target": "{power} needs a target",
    "target-enemy": "the target of {power} is a living enemy",
    "target-rival": "the target of {power} is another living player",
    "target-dead_player": "the target of {power} is a dead player",
    "target-rival_power": "the target of {power} is a power that another living player owns",
    "x": "X of {power} is {have}; it can be 1 to {need}",
    "not-planned": "{power} is not on the sheet, or with another X",
    "left-out": "{power} is on the sheet and is left out",
    "chance": "chance cannot give this here",
}
# What would work instead, by the same keys; a sentence of its own.
_HINTS: Final[Mapping[str, str]] = {
    "not-asked": "Wait for a question to {character}.",
    "wrong-answer": "Answer the open question first.",
    "malformed": "Use the classes of the answers, with whole numbers and tuples.",
    "over": "Start another game.",
    "PD-NOMINATE-01 no-power": "The PowerTome lists all powers.",
    "PD-NOMINATE-01 same-twice": "Name another power in place of the second one.",
    "three": "Name {need} different powers.",
    "not-nominated": "Protect a power of the pool, or pass.",
    "protected": "Protect another power, or pass.",
    "no-slot": "Pass; the protection is over.",
    "PD-SETUP-05 vitality": "Pass instead.",
    "not-in-auction": "Bid on the powers in the slots.",
    "PD-AUCTION-05 amount": "0 is not a bid, 1 is the smallest.",
    "PD-AUCTION-08 modifier": "It comes into force without a bid.",
    "overbid": "Lower the bids by {over} in all.",
    "PD-EXCHANGE-01 no-rival": "Name another player.",
    "empty": "Add a power, vitality or a promise.",
    "words": "Use {need} letters, digits and punctuation at most.",
    "offers": "Pass, or accept an offer of another player.",
    "PD-EXCHANGE-05 amount": "Give 0 or a whole number above it.",
    "PD-EXCHANGE-05 same-twice": "Name each power once.",
    "PD-EXCHANGE-06 modifier": "Trade or discard powers that a player owns.",
    "PD-EXCHANGE-05 not-owner": "Name a power that {character} owns.",
    "PD-EXCHANGE-05 vitality": "Offer less, so that {character} ends with 0 or more.",
    "PD-EXCHANGE-04 same-twice": "Name each power once.",
    "PD-EXCHANGE-04 not-owner": "Discard a power that you own.",
    "yes-and-counter": "Say no with the counter-offer.",
    "counter-to": "Make the counter-offer to that player.",
    "R-18 no-rival": "Name another living player.",
    "R-18 no-third": "Name a living player other than you two.",
    "one-offer": "Choose a truce or together for each rival.",
    "no-proposal": "Answer the proposals that were made to you.",
    "PD-STRATEGY-02 dead": "Propose together against a third player.",
    "caption": "Shorten it to one line of {need} characters.",
    "no-plan": "Write a plan for {character}, even an empty one.",
    "no-character": "Plan for yourself and your living allies.",
    "PD-ALLOCATE-03 amount": "Use 0 or a whole number above it.",
    "overspent": "Take {over} from the stats or leave an activation out.",
    "ally-agility": "Put the points into strike or resist.",
    "attack-self": "Attack an enemy.",
    "own-side": "Attack an enemy.",
    "PD-ALLOCATE-07 dead": "Name a living enemy.",
    "new": "It can be attacked from the next round on.",
    "PD-ALLOCATE-08 no-power": "Name one of the powers of {character}.",
    "ally-power": "Give the power to its player's plan.",
    "PD-ALLOCATE-07 no-power": "The PowerTome lists all powers.",
    "no-effect": "Choose an effect that {power} has.",
    "by-itself": "Leave it out of the plan.",
    "not-in-game": "Plan powers that a player owns.",
    "PD-POWER-05 not-owner": "Plan your own powers, or Interactions of others.",
    "twice": "Plan each effect once.",
    "auto-unpaid": "Leave it out of the plan.",
    "declared-later": "Leave the target empty now.",
    "no-target": "Leave the target empty.",
    "needs-target": "Choose a target for it.",
    "target-enemy": "Choose a living character of another side.",
    "target-rival": "Choose another living player.",
    "target-dead_player": "Choose a dead player.",
    "target-rival_power": "Choose a power of a living rival.",
    "x": "Choose X within these limits.",
    "not-planned": "Order the planned activations, each with its X.",
    "left-out": "Order all planned activations.",
    "chance": "Choose one of the offered results.",
}
# Rules that refuse the same thing for another reason.
_ALSO: Final[Mapping[str, str]] = {
    "PD-SETUP-05 vitality": "PD-CULL-02",
    "PD-EXCHANGE-05 vitality": "PD-SETUP-05",
    "overbid": "PD-SETUP-05",
    "ally-agility": "PD-ALLY-02",
    "PD-POWER-05 not-owner": "PD-ALLOCATE-07",
    "own-side": "PD-ALLY-04",
    "needs-target": "PD-ALLOCATE-07",
    "target-enemy": "PD-ALLOCATE-08",
    "target-rival": "PD-ALLOCATE-08",
    "target-dead_player": "PD-ALLOCATE-08",
    "target-rival_power": "PD-ALLOCATE-08",
    "PD-ALLOCATE-07 no-power": "PD-ALLOCATE-08",
    "twice": "PD-POWER-06",
}


def refusal_text(refusal: Refusal, names: Sequence[str], tome: Tome) -> str:
    """Return the sentence of a refusal, without its rule; `names` are those of all characters."""
    pattern = _SENTENCES[_key(refusal, _SENTENCES)]
    return _filled(pattern, refusal, names, tome)


def refused(refusal: Refusal, names: Sequence[str], tome: Tome, *, rule: bool = True) -> str:
    """Return a whole refusal: `You can't: the bids add up to ... (PD-AUCTION-06). Lower ...`."""
    reason = refusal_text(refusal, names, tome)
    hint = _filled(_HINTS[_key(refusal, _HINTS)], refusal, names, tome)
    by = f" ({refusal.rule})" if rule else ""
    return f"You can't: {reason}{by}. {hint}"


def _filled(pattern: str, refusal: Refusal, names: Sequence[str], tome: Tome) -> str:
    known = refusal.character is not None and 0 <= refusal.character < len(names)
    own = refusal.power is not None and 0 <= refusal.power < len(tome.powers)
    return pattern.format(
        character=names[refusal.character or 0] if known else "it",
        power=tome.powers[refusal.power or 0].name if own else "this effect",
        need=refusal.need,
        have=refusal.have,
        over=(refusal.need or 0) - (refusal.have or 0),
    )


def rules_of(refusal: Refusal) -> tuple[str, ...]:
    """Return the rule that refuses, and another that refuses the same."""
    other = _ALSO.get(_key(refusal, _ALSO))
    return (refusal.rule,) if other is None else (refusal.rule, other)


def _key(refusal: Refusal, known: Mapping[str, str]) -> str:
    full = f"{refusal.rule} {refusal.code}"
    return full if full in known else refusal.code
