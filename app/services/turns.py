"""Acts that a learner may do only so often: counted in the transaction of the act itself."""

from datetime import datetime, timedelta
from math import ceil

from app.kit.errors import TooOften
from app.store.turns import TurnRow, take_turn
from app.store.unit import Writing

_MINUTE = 60


def take(unit: Writing, turn: TurnRow, now: datetime, sentence: str) -> None:
    """Count one more act. Raises TooOften with the sentence, whose {wait} becomes how long to wait."""
    wait = take_turn(unit, turn, now)
    if wait > timedelta(0):
        seconds = ceil(wait.total_seconds())
        raise TooOften(sentence.format(wait=_spoken(seconds)), seconds)


def _spoken(seconds: int) -> str:
    minutes = ceil(seconds / _MINUTE)
    return "a minute" if minutes == 1 else f"{minutes} minutes"
