"""Deprecated: the old path of `deathdome.match.protocol`, gone after the next release."""

from deathdome.match.protocol import (
    NO_MARK,
    PROTOCOL,
    Alternative,
    Briefing,
    Budget,
    Controller,
    Reply,
    Request,
    Terms,
    default_of,
    never,
    number_of,
)

__all__ = [
    "NO_MARK",
    "PROTOCOL",
    "Alternative",
    "Briefing",
    "Budget",
    "Controller",
    "Reply",
    "Request",
    "Terms",
    "default_of",
    "never",
    "number_of",
]
