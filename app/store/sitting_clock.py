"""A sitting's clock and holder, read by prepared SQL: the columns, and what they say."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

from app.exams.sitting import Sitting, State
from app.store.driver import Found
from app.store.moments import from_micros

CLOCK = """sittings.id, sittings.learner_id, sittings.holder, sittings.state, sittings.time_limit, sittings.started_at,
sittings.base_deadline, sittings.extra, sittings.paused, sittings.paused_since, sittings.finished_at"""
CLOCK_WIDTH = 11


@dataclass(frozen=True, slots=True)
class HeldSitting:
    """A sitting as it stands: whose it is, who holds it, and its clock."""

    id: str
    learner_id: int
    holder: int
    sitting: Sitting


def to_span(span: timedelta) -> int:
    """A length of time as it is stored: whole microseconds."""
    return span // timedelta(microseconds=1)


def held_of(found: Found) -> HeldSitting:
    """The sitting that the columns of CLOCK say, which come first in a row."""
    return _held_of(found[:CLOCK_WIDTH])


@lru_cache(maxsize=2_048)
def _held_of(columns: Found) -> HeldSitting:
    """The same columns say the same, and between one save and the next they seldom change."""
    sitting_id, learner_id, holder, state, limit, started, deadline, extra, paused, since, finished = columns
    return HeldSitting(
        sitting_id,
        learner_id,
        holder,
        Sitting(
            limit=timedelta(microseconds=limit),
            state=State(state),
            started_at=_moment(started),
            base_deadline=_moment(deadline),
            extra=timedelta(microseconds=extra),
            paused=timedelta(microseconds=paused),
            paused_since=_moment(since),
            finished_at=_moment(finished),
        ),
    )


def _moment(micros: int | None) -> datetime | None:
    return None if micros is None else from_micros(micros)
