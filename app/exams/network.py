"""Whether a candidate can be reached, told from when their browser was last heard of."""

from datetime import datetime, timedelta
from enum import StrEnum

SEEN_WITHIN = timedelta(seconds=45)  # a page with a script asks for the time at least every 30 seconds
QUIET_WITHIN = timedelta(minutes=5)


class Network(StrEnum):
    """How long a browser has been silent."""

    SEEN = "seen"
    QUIET = "quiet"
    GONE = "gone"


def network(seen: datetime | None, now: datetime) -> Network:
    """The state of the line: seen until 45 s after the last word, then quiet until 5 min after it, then gone.

    `seen` is None where nothing was heard since the server was started; that is gone too.
    """
    if seen is None:
        return Network.GONE
    silent = now - seen
    if silent <= SEEN_WITHIN:
        return Network.SEEN
    return Network.QUIET if silent <= QUIET_WITHIN else Network.GONE
