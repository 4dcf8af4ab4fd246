"""The worked examples of the lesson, of every slip and of beliefs, each computed and proven once in the life of the process."""

from threading import Lock

from app.engine.families.slips import FAMILY_SLIPS
from app.engine.phrases import PAIR_REVERSED
from app.engine.slips import SLIPS, apply
from app.engine.spread_rule import SPREAD_SLIPS
from app.services.reading_views import Example, LessonView
from app.services.worked.beliefs import BELIEFS
from app.services.worked.family import family_ways
from app.services.worked.figures import FIGURES
from app.services.worked.pair import reversed_pair, worked_pair
from app.services.worked.rows import row_ways, worked_row
from app.services.worked.spread import spread_ways


class Examples:
    """Examples by slip. Ball arithmetic has one precision for the whole process, so they are made one at a time."""

    def __init__(self) -> None:
        self._kept: dict[str, Example | None] = {}
        self._lesson: LessonView | None = None
        self._lock = Lock()

    def of(self, slug: str) -> Example | None:
        """What a slip or a belief does, or None where nothing is computed."""
        with self._lock:
            if slug not in self._kept:
                self._kept[slug] = _made(slug)
            return self._kept[slug]

    def lesson(self) -> LessonView:
        """The two examples of the lesson."""
        with self._lock:
            if self._lesson is None:
                self._lesson = LessonView(worked_row(), worked_pair())
            return self._lesson


def _made(slug: str) -> Example | None:
    if slug in SLIPS:
        return row_ways(apply((slug,)))
    if slug in SPREAD_SLIPS:
        return spread_ways(slug)
    if slug in FIGURES:
        return FIGURES[slug]()
    if slug in BELIEFS:
        return BELIEFS[slug]()
    if slug in FAMILY_SLIPS:
        return family_ways(slug)
    return reversed_pair() if slug == PAIR_REVERSED else None
