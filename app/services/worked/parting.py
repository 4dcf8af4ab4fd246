"""Marks where two ways of a computation part."""

from collections.abc import Sequence
from dataclasses import replace

from app.services.reading_views import WayStep


def parted(steps: Sequence[WayStep], of: str) -> tuple[WayStep, ...]:
    """The steps with the first one marked that differs. Raises AssertionError, naming the example, where none does."""
    first = next((place for place, step in enumerate(steps) if not step.same), None)
    if first is None:
        raise AssertionError(f"no step differs in the example of {of}")
    return tuple(replace(step, parts=place == first) for place, step in enumerate(steps))
