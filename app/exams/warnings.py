"""At which moments a candidate is told how much time is left."""

from datetime import timedelta

USUAL = tuple(timedelta(minutes=minutes) for minutes in (30, 15, 5))


def warnings(limit: timedelta, usual: tuple[timedelta, ...] = USUAL) -> tuple[timedelta, ...]:
    """How much is left at each warning, longest first: those that lie within the limit and are not its start."""
    return tuple(left for left in sorted(usual, reverse=True) if timedelta(0) < left < limit)


def time_left(left: timedelta) -> str:
    """The time that is left as it is shown and spoken: "1 hour 5 minutes", "less than a minute", "no time"."""
    if left <= timedelta(0):
        return "no time"
    whole = int(left.total_seconds()) // 60
    if not whole:
        return "less than a minute"
    hours, minutes = divmod(whole, 60)
    parts = [_counted(hours, "hour")] if hours else []
    return " ".join([*parts, _counted(minutes, "minute")] if minutes or not hours else parts)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
