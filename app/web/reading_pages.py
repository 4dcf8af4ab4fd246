"""The pages to read: the lesson, the index of misconceptions, and one misconception."""

from dataclasses import dataclass

from app.services.reading_views import LessonView, MisconceptionView, Theme
from app.web.pages import Frame
from app.web.words import THEMES


@dataclass(frozen=True, slots=True)
class LessonPage:
    """The lesson with its two worked examples."""

    frame: Frame
    lesson: LessonView


@dataclass(frozen=True, slots=True)
class MisconceptionsPage:
    """All misconceptions by theme."""

    frame: Frame
    themes: tuple[Theme, ...]

    @classmethod
    def of(cls, frame: Frame, themes: tuple[Theme, ...]) -> "MisconceptionsPage":
        """The themes in the order in which the lesson comes to them; those that are new to the pages last."""
        order = list(THEMES)
        return cls(frame, tuple(sorted(themes, key=lambda theme: (*order, theme.slug).index(theme.slug))))

    @property
    def count(self) -> int:
        """How many misconceptions there are."""
        return sum(len(theme.lines) for theme in self.themes)


@dataclass(frozen=True, slots=True)
class MisconceptionPage:
    """One misconception: what one believes, what is so, what it does, and where it shows up."""

    frame: Frame
    misconception: MisconceptionView
