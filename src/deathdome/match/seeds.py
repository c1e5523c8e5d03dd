"""Seeds and secrets: where chance comes from, and what seats get that must not tell it.

The seed of a match gives its dice, its draws and all that is dealt. A small seed can be found by
trying, so nothing else comes from it. Seeds of seats, and with them seeds of single decisions and
names of matches in messages, come from the secret of the match, which says nothing about its seed.
"""

from __future__ import annotations

import hmac
import json
import re
from hashlib import sha256
from secrets import randbits, token_bytes
from typing import Final

from deathdome.content.words import shown

SECRET_BYTES: Final = 16
SHORT_BITS: Final = 53  # JSON readers hold whole numbers exactly up to 2 ** 53 only
# Of a match whose seed was chosen, so that the seed alone repeats it.
PUBLIC: Final = bytes.fromhex("fa" * SECRET_BYTES)
_SEED_BITS: Final = 128
_SECRET: Final = re.compile(rf"[0-9a-fA-F]{{{2 * SECRET_BYTES}}}")


def drawn_seed() -> int:
    """A random seed of 128 bits, which cannot be found by trying."""
    return randbits(_SEED_BITS)


def drawn_secret() -> bytes:
    """A random secret."""
    return token_bytes(SECRET_BYTES)


def secret_beside(seed: int | None, secret: bytes | None) -> bytes:
    """The secret that is given, else `PUBLIC` beside a given seed, else a random one."""
    if secret is None:
        secret = drawn_secret() if seed is None else PUBLIC
    return secret


def with_drawn(seed: int | None, secret: bytes | None) -> tuple[int, bytes]:
    """The seed and the secret of a match: those given, a random seed, and `secret_beside`."""
    return (drawn_seed() if seed is None else seed), secret_beside(seed, secret)


def read_secret(text: str) -> bytes:
    """The secret that 32 hexadecimal digits say.

    Raises:
        ValueError: they are no such digits.
    """
    if not _SECRET.fullmatch(text):
        raise ValueError(f'a secret is {2 * SECRET_BYTES} hexadecimal digits, not "{shown(text)}"')
    return bytes.fromhex(text)


def seed_to_show(seed: int, secret: bytes | None, *, over: bool) -> int | None:
    """The seed as a player may read it: None for a random one while the match is not over."""
    return seed if over or secret in (None, PUBLIC) else None


def repeated_by(seed: int, secret: bytes | None) -> str:
    """The options that repeat a match: "--seed 5", and the secret unless the seed implies it."""
    words = f"--seed {seed}"
    return words if secret is None or secret == PUBLIC else f"{words} --secret {secret.hex()}"


# -- from the secret -----------------------------------------------------------------------------


def derived(secret: bytes, *words: str | int) -> int:
    """A number of 128 bits for each list of words; it tells neither the secret nor another one."""
    digest = hmac.digest(secret, json.dumps(words).encode(), "sha256")
    return int.from_bytes(digest[: _SEED_BITS // 8], "big")


def seat_seed(secret: bytes, seat: int) -> int:
    """The seed of the controller in a seat."""
    return derived(secret, "seat", seat)


def derived_secret(secret: bytes, *words: str | int) -> bytes:
    """A secret of its own for each list of words."""
    return derived(secret, "secret", *words).to_bytes(SECRET_BYTES, "big")


def secret_of(secret: bytes, index: int) -> bytes:
    """The secret of match number `index` of many; the first, 0, has the secret itself."""
    return secret if index == 0 else derived_secret(secret, index)


# -- from the seed -------------------------------------------------------------------------------


def derived_seed(seed: int, purpose: str, *, old: bool = False) -> int:
    """A seed of its own for each thing that is left to chance.

    It has 64 bits; 256 where the seed has more than 64 itself, unless the match is `old`: begun
    when matches had no secret yet.
    """
    digest = sha256(f"{seed}/{purpose}".encode()).digest()
    return int.from_bytes(digest[:8] if old or seed < 2**64 else digest, "big")


def short_seed(seed: int, purpose: str) -> int:
    """A seed of its own for each purpose, of 53 bits."""
    digest = sha256(f"{seed}/{purpose}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 64 - SHORT_BITS


def match_seed(seed: int, index: int) -> int:
    """The seed of match number `index` of many, from 0.

    That of the first match is the seed itself: so its dice and cards can be had again alone.
    """
    return seed if index == 0 else short_seed(seed, f"match {index}")
