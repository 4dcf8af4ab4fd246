"""What an item of the bank is, whole, as its author wrote it: stem, options, what is right, and why."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from app.items.field import NumberField
from app.items.kinds import TYPED as TYPED
from app.items.kinds import Kind as Kind
from app.items.kinds import Level as Level
from app.items.kinds import Shape as Shape
from app.items.kinds import Source as Source
from app.items.option import AuthoredOption
from app.items.own_check import OwnCheck
from app.items.pairing import Cell, MatchChoice, MatchPrompt, OrderEntry, Reversal
from app.items.tolerance import Tolerance as Tolerance
from app.items.tolerance import ToleranceKind as ToleranceKind


@dataclass(frozen=True, slots=True)
class Scoring:
    """How an answer becomes points in [0, 1]: all or nothing, or by its parts.

    The parts are the options' weights (their sum clipped to [0, 1]), the right pairs of a matching, the entries
    of an ordering that are in place, and the shares of typed numbers (their mean over the fields, clipped too).
    """

    all_or_nothing: bool = True


@dataclass(frozen=True, slots=True)
class Header:
    """What every item carries, however it is answered."""

    id: str
    bank: str
    kind: Kind
    objectives: tuple[str, ...]
    level: Level
    shape: Shape
    difficulty: float  # the author's guess of the share right, in (0, 1)
    source: Source
    experiment: str = ""  # by which the claim can be tried, where there is one
    enemies: tuple[str, ...] = ()  # items that give this one away, or that it gives away: never in one exam
    checks: tuple[OwnCheck, ...] = ()


@dataclass(frozen=True, slots=True)
class AuthoredItem:
    """An item whose text an author wrote: single choice, or multiple select with `choose` right options."""

    header: Header
    stem: str  # Markdown with $…$
    options: tuple[AuthoredOption, ...]
    choose: int
    scoring: Scoring = field(default_factory=Scoring)


@dataclass(frozen=True, slots=True)
class MatchingItem:
    """Prompts, each of which belongs with one of the choices; choices may be left over.

    Rule: every pair of a prompt and a choice that does not belong with it has a misconception and a rationale, by the
    choice's own or by a cell's. No choice belongs with two prompts.
    """

    header: Header
    stem: str  # Markdown with $…$
    prompts: tuple[MatchPrompt, ...]
    choices: tuple[MatchChoice, ...]
    cells: tuple[Cell, ...] = ()
    scoring: Scoring = field(default_factory=Scoring)

    def wrong_pairs(self) -> Iterator[Cell]:
        """Every wrong pair, by the cell that the author wrote for it or by what the choice has for all of them."""
        written = {(cell.prompt, cell.choice): cell for cell in self.cells}
        for prompt in self.prompts:
            for choice in self.choices:
                if choice.id != prompt.choice:
                    usual = Cell(prompt.id, choice.id, choice.misconception or "", choice.rationale or "")
                    yield written.get((prompt.id, choice.id), usual)


@dataclass(frozen=True, slots=True)
class OrderingItem:
    """Entries in their right order, with what one believes who puts a later one before an earlier one.

    Rule: every two neighbours have a reversal; others may have one.
    """

    header: Header
    stem: str  # Markdown with $…$
    entries: tuple[OrderEntry, ...]
    reversals: tuple[Reversal, ...]
    scoring: Scoring = field(default_factory=Scoring)


@dataclass(frozen=True, slots=True)
class NumbersItem:
    """Labelled fields for typed numbers, with what an author says is right and wrong in each.

    `rounding` is the convention that the numbers depend on (Markdown; empty where they are exact, or the usual one
    goes without words). With `head_workable` the numbers come out without a calculator.
    """

    header: Header
    stem: str  # Markdown with $…$
    fields: tuple[NumberField, ...]
    rounding: str = ""
    head_workable: bool = False
    scoring: Scoring = field(default_factory=Scoring)


@dataclass(frozen=True, slots=True)
class FixedVariant:
    """A variant that stands from the start, with its givens as the author wrote them and where they come from."""

    name: str
    citation: str
    givens: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class RecipeItem:
    """An item whose numbers a recipe draws; `settings` are the recipe's own fields, checked by the recipe."""

    header: Header
    recipe: str
    decimals: int
    settings: Mapping[str, str]
    tolerance: Tolerance = field(default_factory=Tolerance)
    fixed: tuple[FixedVariant, ...] = ()


WrittenItem = AuthoredItem | MatchingItem | OrderingItem | NumbersItem
Item = WrittenItem | RecipeItem


@dataclass(frozen=True, slots=True)
class Revision:
    """An immutable state of an item: `id` is the hash of its canonical text."""

    id: str
    item: Item
    text: str
