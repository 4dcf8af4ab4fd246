"""Who sent a form: proof that it came from one of our own pages, by the browser's word and by a token in the form."""

import hmac
from functools import lru_cache

FOREIGN = "This form was sent from another site, so nothing was done. Open the page here and send it again."
STALE = "This page belongs to another visit, so nothing was done. Go back, reload the page and send it again."


LONGEST_LOGIN = 200  # signs; no cookie of ours has as many


def token_for(secret: bytes, login: str | None) -> str:
    """The token that a form carries: HMAC-SHA256 of the cookie of this visitor, "" where there is no cookie yet.

    What is too long for a cookie of ours is not remembered, or strangers could fill the memory.
    """
    if login is None:
        return ""
    return _token_for(secret, login) if len(login) <= LONGEST_LOGIN else _made_token(secret, login)


@lru_cache(maxsize=4_096)
def _token_for(secret: bytes, login: str) -> str:
    return _made_token(secret, login)


def _made_token(secret: bytes, login: str) -> str:
    return hmac.digest(secret, b"form|" + login.encode("utf-8", "replace"), "sha256").hex()[:43]


def is_token_of(secret: bytes, login: str | None, sent: str) -> bool:
    """Whether a form's token belongs to this visitor; without a cookie there is nothing that could be misused."""
    if login is None:
        return True
    return hmac.compare_digest(token_for(secret, login).encode(), sent.encode("utf-8", "replace"))


@lru_cache(maxsize=1_024)
def comes_from_us(*, fetch_site: str | None, origin: str | None, host: str) -> bool | None:
    """What the browser says of a form's origin: ours, foreign, or nothing at all (None).

    Rule: `Sec-Fetch-Site` decides where the browser sends it (same-origin, or none for a request that the person
    made by hand); else `Origin` must name the host that was asked.
    """
    if fetch_site is not None:
        return fetch_site in ("same-origin", "none")
    if origin is not None:
        return origin.partition("://")[2] == host
    return None
