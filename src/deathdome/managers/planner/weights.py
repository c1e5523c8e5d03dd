"""What a planning manager goes by: every weight is an amount of credits, or a share of one."""

from __future__ import annotations

from typing import NamedTuple


class Weights(NamedTuple):
    """One set of weights. Those without a unit are factors; the rest are credits."""

    # what a team has (factors on what the rulebook pays)
    shells: float = 1.0
    points: float = 1.0
    towers: float = 1.0
    supply: float = 1.0
    lead: float = 1.0  # of the best other team's worth
    # units
    warrior: float = 160_000  # a unit on the field, with all rounds left
    gunner: float = 160_000
    scout: float = 130_000
    medic: float = 140_000
    wound: float = 20_000  # a lost point of vitae
    frail: float = 45_000  # what a unit risks besides that has one point left; less with more
    down: float = 30_000  # a unit that lies down
    in_base: float = 10_000  # a unit that is still in its base
    # hand
    card_step: float = 25_000  # an additional card of the hand target, per own turn left
    card: float = 6_000  # any card in the hand
    card_point: float = 4_000  # a point of its value
    attack_price: float = 1.0  # factor on both when a card is laid in an attack
    defence_price: float = 1.0  # ... or in a defence
    last_card: float = 0.3  # factor in the last own turn
    # jobs
    wish: float = 0.45  # of what a job will pay, for being on the way to it
    fade: float = 0.72  # lost with each unit phase that it takes to get there
    step: float = 3_000  # a step away from the next job
    fight: float = 60_000  # somebody to fight
    freed: float = 110_000  # an own unit that comes out of jail, half the match still to go
    jailed: float = 1.0  # factor on enemies in jail: how far away from their release
    jail_phase: float = 9_000  # a phase that the killed unit's team needs to come to its jail
    # enemies' next turn
    danger: float = 0.7  # what they could do
    recapture: float = 0.55  # own points that they could take, in all rounds but the last
    denied: float = 0.35  # other points that they could take
    cover: float = 0.5  # of the own hand that stands between a threat and its wounds
    menace: float = 0.5  # of the cards of a hand that one threat is expected to bring
    removal: float = 0.8  # of a threat, for the death of who makes it
    # attacks
    block: float = 0.6  # how far a defender is expected to spend its whole hand
    drawn_out: float = 6_000  # a card that a defender has to spend
    again: float = 0.6  # each further attack of one action
    lies_down: float = 45_000  # an enemy that a wound makes lie down
    pushed: float = 12_000  # an enemy that a wound pushes, over open ground
    later: float = 0.98  # of an action, if a walk comes first
    act: float = 300  # between equals, do something


NEUTRAL = Weights()
