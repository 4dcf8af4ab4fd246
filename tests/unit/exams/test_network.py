"""Whether a candidate can be reached."""

from datetime import UTC, datetime, timedelta

import pytest

from app.exams.network import Network, network

NOW = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("silent", "state"),
    [
        (0, Network.SEEN),
        (45, Network.SEEN),
        (45.1, Network.QUIET),
        (300, Network.QUIET),
        (300.1, Network.GONE),
        (-5, Network.SEEN),  # the clock was set back
        (None, Network.GONE),
    ],
)
def test_silence_says_how_the_line_is(silent: float | None, state: Network) -> None:
    seen = None if silent is None else NOW - timedelta(seconds=silent)
    assert network(seen, NOW) is state
