"""Moments as the database holds them: whole microseconds since 1970 in UTC, one form for both databases."""

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, Dialect
from sqlalchemy.types import TypeDecorator

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def to_micros(moment: datetime) -> int:
    """Microseconds since 1970-01-01T00:00Z. Raises ValueError for a moment that is not in UTC."""
    if moment.tzinfo is not UTC:
        raise ValueError(f"only moments in UTC are stored, not {moment!r}")
    return (moment - _EPOCH) // _MICROSECOND


def from_micros(micros: int) -> datetime:
    """The moment, aware, in UTC."""
    return _EPOCH + timedelta(microseconds=micros)


class Moment(TypeDecorator[datetime]):
    """A column of moments in UTC; a naive one, or one of another zone, is refused.

    An integer sorts and compares the same in SQLite and PostgreSQL, loses nothing, and has no zone to be
    misread by a driver.
    """

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        return None if value is None else to_micros(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        return None if value is None else from_micros(value)
