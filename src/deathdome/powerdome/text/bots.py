"""Sentences of bots."""

from __future__ import annotations

from typing import Final

# Names of players, in the order of the seats without one.
NAMES: Final = ("Widow", "Abbot", "Ilka", "Moth", "Solder", "Pleat")
# Names and looks that bots introduce themselves with (PD-SETUP-06).
PERSONAS: Final = (
    ("Brass Widow", "a veil, two knives, no ring"),
    ("Rust Abbot", "robes stiff with machine grease"),
    ("Ilka Nine", "eight fingers and a grudge"),
    ("Doctor Pleat", "a pressed coat over old stains"),
    ("The Understudy", "last season's costume, this season's luck"),
    ("Mother Solder", "burns to the elbow, smiling"),
    ("Pale Auditor", "grey suit, red ledger"),
    ("Sergeant Moth", "medals from the losing side"),
    ("Little Guillotine", "four feet tall, all of it neck"),
    ("Velvet Hammer", "gloves on, manners off"),
    ("Saint Nobody", "a halo of bent wire"),
    ("Kettle Jack", "whistles when angry"),
)


def trade_reason(mine: int, yours: int) -> str:
    """Return the reason for a trade: worth to the giver, and to the other as the giver sees it."""
    return f"Worth {mine} to me, {yours} to you."
