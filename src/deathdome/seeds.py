"""Seeds and secrets: the source of chance, and seeds of seats that must not reveal it.

The seed of a match gives its dice, its draws and all that is dealt. A small seed can be found by
trying, so nothing else comes from it. The secret of the match, which reveals nothing about its
seed, gives the seeds of seats, of single decisions, and the names of matches in messages.
"""

from __future__ import annotations

import hmac
import json
import re
from hashlib import sha256
from secrets import randbits, token_bytes
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

SECRET_BYTES: Final = 16
SHORT_BITS: Final = 53  # JSON readers hold whole numbers exactly up to 2 ** 53 only
# Secret of a match with a chosen seed, so that the seed alone repeats it.
PUBLIC: Final = bytes.fromhex("fa" * SECRET_BYTES)
COMMON: Final = 0  # cosmetic seed of a match with a chosen seed, so that the seed repeats it
_SEED_BITS: Final = 128
_SECRET: Final = re.compile(rf"[0-9a-fA-F]{{{2 * SECRET_BYTES}}}")


def random_seed() -> int:
    """Return a random seed of 128 bits, too long to find by trying."""
    return randbits(_SEED_BITS)


def random_secret() -> bytes:
    """Return a random secret."""
    return token_bytes(SECRET_BYTES)


def cosmetic_for(
    seed: int | None, cosmetic: int | None = None, recent: Iterable[int] = (), sets: int = 1
) -> int:
    """Return the cosmetic seed of a new match: the given one, `COMMON` for a given seed, or random.

    It chooses names, and remarks out of one of so many sets: a random one is not of the set of a
    `recent` match. It has no other source, so it reveals nothing.
    """
    if cosmetic is not None:
        return cosmetic
    if seed is not None:
        return COMMON
    free = set(range(sets)) - {one % sets for one in recent}
    while True:
        drawn = randbits(SHORT_BITS)
        if not free or drawn % sets in free:
            return drawn


def secret_for(seed: int | None, secret: bytes | None) -> bytes:
    """Return the given secret; by default `PUBLIC` for a given seed, otherwise a random one."""
    if secret is None:
        secret = random_secret() if seed is None else PUBLIC
    return secret


def seed_and_secret(seed: int | None, secret: bytes | None) -> tuple[int, bytes]:
    """Return seed and secret of a match: those given, a random seed, and `secret_for`."""
    return (random_seed() if seed is None else seed), secret_for(seed, secret)


def read_secret(text: str) -> bytes:
    """Parse a secret from 32 hexadecimal digits.

    Raises:
        ValueError: the text is another thing.
    """
    if not _SECRET.fullmatch(text):
        from deathdome.toml.words import shown

        raise ValueError(f'a secret is {2 * SECRET_BYTES} hexadecimal digits, not "{shown(text)}"')
    return bytes.fromhex(text)


def seed_to_show(seed: int, secret: bytes | None, *, over: bool) -> int | None:
    """Return the seed that a player may read: None for a random one until the match is over."""
    return seed if over or secret in (None, PUBLIC) else None


def repeat_options(seed: int, secret: bytes | None) -> str:
    """Return the options that repeat a match: "--seed 5", and the secret unless implied."""
    words = f"--seed {seed}"
    return words if secret is None or secret == PUBLIC else f"{words} --secret {secret.hex()}"


# -- from the secret -----------------------------------------------------------------------------


def derived(secret: bytes, *words: str | int) -> int:
    """Return a 128-bit number for each list of words; it reveals neither the secret nor others."""
    digest = hmac.digest(secret, json.dumps(words).encode(), "sha256")
    return int.from_bytes(digest[: _SEED_BITS // 8], "big")


def seat_seed(secret: bytes, seat: int) -> int:
    """Return the seed of a seat's controller."""
    return derived(secret, "seat", seat)


def derived_secret(secret: bytes, *words: str | int) -> bytes:
    """Return a separate secret for each list of words."""
    return derived(secret, "secret", *words).to_bytes(SECRET_BYTES, "big")


def secret_of(secret: bytes, index: int) -> bytes:
    """Return the secret of match number `index`; match 0 has the secret itself."""
    return secret if index == 0 else derived_secret(secret, index)


# -- from the seed -------------------------------------------------------------------------------


def derived_seed(seed: int, purpose: str, *, old: bool = False) -> int:
    """Return a separate seed for each purpose of chance.

    It has 64 bits. It has 256 if the seed has more than 64 itself, unless the match is `old`: begun
    before matches had secrets.
    """
    digest = sha256(f"{seed}/{purpose}".encode()).digest()
    return int.from_bytes(digest[:8] if old or seed < 2**64 else digest, "big")


def short_seed(seed: int, purpose: str) -> int:
    """Return a separate seed of 53 bits for each purpose."""
    digest = sha256(f"{seed}/{purpose}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 64 - SHORT_BITS


def match_seed(seed: int, index: int) -> int:
    """Return the seed of match number `index`, from 0.

    The first match has the seed itself, so that its dice and cards can be repeated alone.
    """
    return seed if index == 0 else short_seed(seed, f"match {index}")
