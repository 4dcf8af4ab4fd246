"""Which calendar a learner's days are counted by."""

from app.scheduling.days import IN_UTC, Days, days_in
from app.store.time_zones import zone_name
from app.store.unit import Reading


def days_of(unit: Reading, learner_id: int | None) -> Days:
    """The calendar of the zone that a learner chose; UTC for everybody else."""
    return IN_UTC if learner_id is None else days_in(zone_name(unit, learner_id))
