"""The reading room: misconceptions with what each does and where it shows up, and the lesson's worked examples.

Nothing here reads an answer key, or knows which option of an item a misconception stands behind.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from app.engine.phrases import PHRASES
from app.items.item import Level
from app.items.misconceptions import Misconception
from app.kit.errors import NotFound
from app.practice.choice import LENGTHS, PracticeChoice
from app.practice.practice import fitted, pool
from app.services.presenting import candidate, servable
from app.services.reading_views import Example, LessonView, MisconceptionLine, MisconceptionView, Theme
from app.services.tried_by import tried_by
from app.services.vocabulary import Vocabulary
from app.store.database import Database
from app.store.items import ItemRow, live_items
from app.store.misconceptions import items_using, uses_by_misconception
from app.store.unit import reading

_UNKNOWN = "There is no misconception of that name. The list of all of them is at /misconceptions."


class WorkedExamples(Protocol):
    """What the reading room needs of the worked examples."""

    def of(self, slug: str) -> Example | None:
        """What a slip does, or None for a misconception that is no slip."""
        ...

    def lesson(self) -> LessonView:
        """The two examples of the lesson."""
        ...


MakeExamples = Callable[[], WorkedExamples]


def no_examples() -> WorkedExamples:
    """For a house in which nobody reads."""
    raise AssertionError("these services were joined without worked examples")


class Once:
    """The worked examples, made at their first use: what they need takes longer to load than a start may."""

    def __init__(self, make: MakeExamples) -> None:
        self._make = make
        self._made: WorkedExamples | None = None

    def examples(self) -> WorkedExamples:
        """The examples; two threads that come first make them twice, which does no harm."""
        if self._made is None:
            self._made = self._make()
        return self._made


@dataclass(frozen=True, slots=True)
class ReadingRoom:
    """What is there to read. `worked` gives the examples."""

    database: Database
    vocabulary: Vocabulary
    worked: Once

    def lesson(self) -> LessonView:
        """The two worked examples of the lesson."""
        return self.worked.examples().lesson()

    def index(self) -> tuple[Theme, ...]:
        """All misconceptions by theme, each with the number of questions that use it."""
        with reading(self.database) as unit:
            uses = uses_by_misconception(unit)
            live = {item.id for item in live_items(unit)}
        counts = {slug: sum(name in live for name in names) for slug, names in uses.items()}
        return _themes(self.vocabulary.words().misconceptions.values(), counts)

    def page(self, slug: str) -> MisconceptionView:
        """One misconception. Raises NotFound where the registry has none of that name."""
        registry = self.vocabulary.words().misconceptions
        found = registry.get(slug)
        if found is None:
            raise NotFound(_UNKNOWN)
        with reading(self.database) as unit:
            using = items_using(unit, slug)
            items = [item for item in live_items(unit) if item.id in using]
            ready = [item for name, item in servable(unit).items() if name in using]
        return MisconceptionView(
            slug=slug,
            name=found.name,
            belief=found.belief,
            truth=found.truth,
            theme=found.theme,
            phrase=PHRASES.get(slug, ""),
            example=self.worked.examples().of(slug),
            experiments=tried_by(slug),
            objectives=tuple(sorted({number for item in items for number in item.objectives})),
            levels=_levels(items),
            concepts=sum(item.recipe is None for item in items),
            computations=sum(item.recipe is not None for item in items),
            length=_length(slug, ready),
            neighbours=_neighbours(found, registry),
        )


def _levels(items: Iterable[ItemRow]) -> tuple[tuple[Level, int], ...]:
    counts = Counter(Level(item.level) for item in items)
    return tuple((level, counts[level]) for level in Level if counts[level])


def _length(slug: str, items: list[ItemRow]) -> int:
    """How many questions a short practice on it has, from the items that can be asked by now."""
    choice = PracticeChoice(length=LENGTHS[0], misconception=slug)
    candidates = [candidate(item, frozenset((slug,))) for item in items]
    return fitted(choice, candidates).length if pool(candidates, choice) else 0


def _themes(registry: Iterable[Misconception], counts: Mapping[str, int]) -> tuple[Theme, ...]:
    by_theme: dict[str, list[MisconceptionLine]] = {}
    for one in registry:
        by_theme.setdefault(one.theme, []).append(_line(one, counts.get(one.slug, 0)))
    return tuple(
        Theme(theme, tuple(sorted(lines, key=lambda line: line.name.casefold())))
        for theme, lines in sorted(by_theme.items())
    )


def _neighbours(found: Misconception, registry: Mapping[str, Misconception]) -> tuple[MisconceptionLine, ...]:
    """The others of its theme."""
    others = (one for one in registry.values() if one.theme == found.theme and one.slug != found.slug)
    return tuple(sorted((_line(one, 0) for one in others), key=lambda line: line.name.casefold()))


def _line(one: Misconception, questions: int) -> MisconceptionLine:
    return MisconceptionLine(one.slug, one.name, one.belief, questions)
