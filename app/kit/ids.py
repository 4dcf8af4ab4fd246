"""Names for things: random tokens that nobody can guess, and hashes that say what the content is."""

import hashlib
import secrets
from functools import lru_cache
from itertools import count

_PROCESS = secrets.token_urlsafe(6)
_LONGEST_TOKEN = 200  # signs
_NUMBERS = count(1)  # counting is a single step, whichever threads count


def new_token() -> str:
    """A random 256-bit token in URL-safe text (43 characters)."""
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """A random 96-bit name for a record that may stand in an address (16 characters)."""
    return secrets.token_urlsafe(12)


def new_number() -> str:
    """A name that no other of this process has and few of any other (16 characters); it may be guessed."""
    return f"{_PROCESS}{next(_NUMBERS):08x}"


def token_hash(token: str) -> str:
    """SHA-256 of a token, in hex: what is stored in place of the token itself.

    What is longer than any token of ours is not remembered, or strangers could fill the memory.
    """
    return _known_hash(token) if len(token) <= _LONGEST_TOKEN else _hash(token)


@lru_cache(maxsize=4_096)
def _known_hash(token: str) -> str:
    return _hash(token)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def content_hash(content: bytes) -> str:
    """The first 128 bits of SHA-256 in hex: equal for equal content, a name for immutable records."""
    return hashlib.sha256(content).hexdigest()[:32]
