"""What an item may narrow of what its recipe draws: named ranges of numbers, and what keeps every draw inside of them."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import ceil, floor
from typing import Any, Generic, Protocol, TypeVar, cast

from app.items.settings import DIFFICULTY, Between, between
from app.kit.draws import Draws
from app.variants.rounding import exact_text

G = TypeVar("G")
T = TypeVar("T")
Number = int | float | Fraction
OUTSIDE = "outside-of-ranges"  # the name of the refusal
_TURNS = 40  # draws of one seed before it is given one of all that lie inside
_Spans = tuple[tuple[str, Between], ...]
_FEW = 8  # values that a sentence lists one by one


@dataclass(frozen=True, slots=True)
class Range(Generic[G]):
    """Numbers of a draw that an item may narrow by the setting `name`; `label` is what people call them.

    `numbers` takes them out of givens; a draw that has no such numbers is not touched. `drawn` are all values that the
    recipe draws at its difficulty, in order.
    """

    name: str
    label: str
    numbers: Callable[[G], Iterable[Number]]
    drawn: tuple[Number, ...]

    def told(self) -> str:
        """What is drawn, in words: "−2 to 3", "4, 9, 16 or 25", "some of 16 to 256"."""
        texts = [exact_text(float(value)) for value in self.drawn]
        steps = {after - before for before, after in zip(self.drawn, self.drawn[1:], strict=False)}
        if len(texts) > 2 and steps == {1}:
            return f"{texts[0]} to {texts[-1]}"
        if len(texts) > _FEW // 2 and len(steps) == 1:
            return f"{texts[0]} to {texts[-1]} in steps of {exact_text(float(steps.pop()))}"
        if len(texts) > _FEW:
            return f"some of {texts[0]} to {texts[-1]}"
        return f"{', '.join(texts[:-1])} or {texts[-1]}" if len(texts) > 1 else texts[0]

    def read(self, text: str, slug: str) -> Between:
        """What an item writes for it. Raises ValueError with a sentence that says what the recipe draws."""
        wanted = between(text)
        if wanted.low < self.drawn[0] or wanted.high > self.drawn[-1]:
            raise ValueError(
                f"{text!r} reaches outside of what {slug} draws: {self.told()}. Write a range within that."
            )
        if not any(map(wanted.holds, self.drawn)):
            below, above = (exact_text(float(end)) for end in self._around(wanted))
            raise ValueError(
                f"{text!r} holds no number that {slug} draws; the nearest are {below} and {above}. "
                "Write a range with one of them."
            )
        return wanted

    def _around(self, wanted: Between) -> tuple[Number, Number]:
        """The last number that is drawn below some others, and the first above them."""
        return max(value for value in self.drawn if value < wanted.low), min(
            value for value in self.drawn if value > wanted.high
        )


@dataclass(frozen=True, slots=True)
class Limits:
    """The ranges that an item sets, by name."""

    spans: _Spans = ()

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self.spans)

    def of(self, name: str) -> Between | None:
        """The range of that name, if it is set."""
        return next((span for named, span in self.spans if named == name), None)

    def holds(self, name: str, number: Number) -> bool:
        """Whether a number lies inside of the range of that name."""
        span = self.of(name)
        return span is None or span.holds(number)

    def among(self, name: str, values: Sequence[T]) -> tuple[T, ...]:
        """Those of some numbers that lie inside, in their order."""
        return tuple(value for value in values if self.holds(name, cast(Number, value)))

    def ends(self, name: str, low: int, high: int) -> tuple[int, int]:
        """The lowest and the highest of the whole numbers low … high that lie inside; none do where they are turned."""
        span = self.of(name)
        return (low, high) if span is None else (max(low, ceil(span.low)), min(high, floor(span.high)))


EVERYTHING = Limits()
_Checks = Sequence[tuple[Callable[[Any], Iterable[Number]], Between]]


class Narrowable(Protocol):
    """A recipe as far as its ranges go."""

    @property
    def slug(self) -> str: ...

    @property
    def ranges(self) -> tuple[Range[Any], ...]: ...

    @property
    def limits(self) -> Limits: ...

    @property
    def space(self) -> int: ...

    def everything(self) -> Iterator[Any] | None: ...


class Countable(Narrowable, Hashable, Protocol):
    """One whose draws can be gone through."""

    def everything(self) -> Iterator[Any]: ...


R = TypeVar("R", bound=Narrowable)


def offered(*ranges: Range[G]) -> tuple[Range[G], ...]:
    """Those of some ranges in which there is anything to narrow."""
    return tuple(one for one in ranges if len(one.drawn) > 1)


def drawn_values(numbers: Callable[[G], Iterable[Number]], everything: Iterable[G]) -> tuple[Number, ...]:
    """The different numbers of all givens, in order."""
    return tuple(sorted({number for givens in everything for number in numbers(givens)}))


def narrowed(recipe: R, settings: Mapping[str, str]) -> R:
    """A recipe, set to its difficulty already, as the ranges of an item narrow it.

    Raises ValueError with a sentence for a setting that the recipe does not have, a range that is none, one that
    reaches outside of what is drawn or holds no number of it, and ranges that leave nothing together.
    """
    named = {name: text for name, text in settings.items() if name != DIFFICULTY}
    if not named:
        return recipe
    known = {one.name: one for one in recipe.ranges}
    for name in named:
        if name not in known:
            raise ValueError(_unknown(recipe.slug, tuple(known), settings))
    spans = tuple((name, known[name].read(text, recipe.slug)) for name, text in sorted(named.items()))
    found = _within(recipe, spans)
    if _is_empty(found):
        few = (some for count in range(1, len(spans)) for some in combinations(spans, count))
        guilty = next((some for some in few if _is_empty(_within(recipe, some))), spans)
        raise ValueError(_nothing(recipe.slug, [(name, named[name]) for name, _ in guilty]))
    return found


def _within(recipe: R, spans: _Spans) -> R:
    return cast(R, replace(cast(Any, recipe), limits=Limits(spans)))


def _is_empty(recipe: Narrowable) -> bool:
    """Whether nothing is left; where all can be gone through, the first that is answers."""
    everything = recipe.everything()
    return not recipe.space if everything is None else next(everything, None) is None


def _unknown(slug: str, known: Sequence[str], settings: Mapping[str, str]) -> str:
    if not known:
        return f"is no setting of {slug}. Write {DIFFICULTY}, or delete it."
    at = f" at {DIFFICULTY} {settings[DIFFICULTY]}" if DIFFICULTY in settings else ""
    return f"is no setting of {slug}{at}. Write one of {', '.join((DIFFICULTY, *known))}, or delete it."


def _nothing(slug: str, named: Sequence[tuple[str, str]]) -> str:
    if len(named) == 1:
        return (
            f"{named[0][1]!r} leaves nothing: no draw of {slug} has all of these numbers within it. Widen it."
        )
    *most, last = (name for name, _ in named)
    return f"the ranges of {', '.join(most)} and {last} leave nothing that {slug} draws. Widen one of them."


def lies_inside(recipe: Narrowable, givens: object) -> bool:
    """Whether all numbers of a draw lie inside of the ranges that the item sets."""
    return not recipe.limits or _hold(_checks(recipe), givens)


def _checks(recipe: Narrowable) -> _Checks:
    return [(one.numbers, span) for one in recipe.ranges if (span := recipe.limits.of(one.name)) is not None]


def _hold(checks: _Checks, givens: object) -> bool:
    return all(span.holds(number) for numbers, span in checks for number in numbers(givens))


def drawn_inside(recipe: Countable, draws: Draws, draw: Callable[[Draws], G]) -> G:
    """The draw of a seed where it lies inside; else the first under numbered labels that does, else any that does.

    So a seed keeps its numbers where the ranges allow them, and what was likelier stays so.
    """
    givens = draw(draws)
    for turn in range(1, _TURNS):
        if lies_inside(recipe, givens):
            return givens
        givens = draw(draws.under(f"inside:{turn}"))
    return cast(G, draws.choice("inside", all_inside(recipe)))


@lru_cache(maxsize=64)
def all_inside(recipe: Countable) -> tuple[Any, ...]:
    """All that a recipe draws within its ranges, gone through once."""
    return tuple(recipe.everything())


def kept_inside(recipe: Narrowable, everything: Iterable[G]) -> Iterator[G]:
    """Those of all givens that lie inside."""
    checks = _checks(recipe) if recipe.limits else []
    return (givens for givens in everything if _hold(checks, givens))
