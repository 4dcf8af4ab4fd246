"""The recipes of questions that go backward, over one task each; their options are texts, and only the page is theirs."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Protocol

from flint import arb

from app.engine.batching import NumericEngine, width_of
from app.engine.plain_engine import PlainEngine
from app.engine.problem import Shape
from app.engine.slips import apply, is_defined
from app.engine.stages import Stage, up_to
from app.items.answer_key import WorkedStep
from app.items.item import Kind
from app.kit.draws import Draws
from app.variants.block import SUMS_REACH, Block, Plan, Reading, layout_of
from app.variants.page import ORACLE_ROUTE, Page
from app.variants.recipes.attention import OUTPUT_ROW, SCALED_ROW, AttentionRecipe
from app.variants.recipes.ranges import EVERYTHING, Limits, Range, narrowed
from app.variants.recipes.reverse.givens import (
    Pools,
    ReverseGivens,
    matrices_in,
    ranges_of,
    read_givens,
    recorded,
)
from app.variants.recipes.reverse.posed import Posed, PoseResult
from app.variants.recipes.reverse.spot import SPOTTING
from app.variants.recipes.reverse.spot_two import SPOTTING_TWO
from app.variants.recipes.reverse.which import PRODUCING
from app.variants.recipes.settings import BY_CALCULATOR, BY_HAND, difficulty_of
from app.variants.rounding import Flags

NOT_BY_HAND = "not-by-hand"


class Task(Hashable, Protocol):
    """What is asked backward: how its givens are drawn, and how they are posed."""

    @property
    def slug(self) -> str:
        """The recipe's name in items."""
        ...

    @property
    def difficulties(self) -> tuple[int, ...]:
        """Those that can be drawn."""
        ...

    @property
    def pools(self) -> Pools:
        """The slips that may be offered, by the step whose numbers are shown."""
        ...

    @property
    def offers(self) -> int:
        """How many ways of computing are offered."""
        ...

    def shapes(self, difficulty: int) -> tuple[tuple[int, int], ...]:
        """Tokens and d_k of what is drawn at a difficulty."""
        ...

    def draw(self, draws: Draws, difficulty: int, limits: Limits) -> ReverseGivens:
        """Givens by labelled draws, within some ranges."""
        ...

    def check(self, givens: ReverseGivens) -> None:
        """Raises ValueError with a sentence for givens that this task cannot ask about."""
        ...

    def by_hand(self, givens: ReverseGivens) -> bool:
        """Whether what is right comes out in the head."""
        ...

    def pose(self, group: Sequence[ReverseGivens], engine: NumericEngine, decimals: int) -> list[PoseResult]:
        """The question of each draw of one shape, or the reason for which it is refused."""
        ...


@dataclass(frozen=True, slots=True)
class ReverseRecipe:
    """A recipe whose options are told in words. `pose` makes the question; the numeric parts are those of the row shown."""

    task: Task
    difficulty: int = BY_CALCULATOR
    kinds: tuple[Kind, ...] = (Kind.SINGLE_CHOICE,)
    limits: Limits = EVERYTHING

    def at(self, settings: Mapping[str, str]) -> "ReverseRecipe":
        """The recipe at the difficulty and within the ranges that an item sets. Raises ValueError with a sentence."""
        difficulty = difficulty_of(self.slug, settings, self.task.difficulties)
        return narrowed(replace(self, difficulty=difficulty, limits=EVERYTHING), settings)

    @property
    def ranges(self) -> tuple[Range[ReverseGivens], ...]:
        """The sizes of the matrices, as far as they differ, and their entries."""
        return ranges_of(self.task.shapes(self.difficulty))

    @property
    def slug(self) -> str:
        """The task's name."""
        return self.task.slug

    @property
    def space(self) -> int:
        """As many as there are matrices for the output of a token; each comes with many choices of ways."""
        return (
            matrices_in(self.limits, self.task.shapes(self.difficulty)) if self.limits else OUTPUT_ROW.space
        )

    def everything(self) -> Iterator[ReverseGivens] | None:
        """There are too many to go through."""
        return None

    def draw(self, draws: Draws) -> ReverseGivens:
        """The task's own."""
        return self.task.draw(draws, self.difficulty, self.limits)

    def read(self, givens: Mapping[str, object]) -> ReverseGivens:
        """Givens from the bank or from a stored variant. Raises ValueError with a sentence."""
        found = read_givens(givens, self.task.pools, self.task.offers)
        self.task.check(found)
        return found

    def record(self, givens: ReverseGivens) -> dict[str, object]:
        """The givens as `read` takes them."""
        return recorded(givens)

    def shape(self, givens: ReverseGivens) -> Hashable:
        """The sizes of the matrices, and the step that is shown."""
        return OUTPUT_ROW.shape(givens.base), givens.stage

    def plan(self, shape: Hashable, *, pairs: bool) -> Plan:
        """The slips that may be offered for this shape; compound ones are computed where they are offered."""
        match shape:
            case (Shape() as sizes, Stage() as stage):
                return _plan(self.task.pools[stage], sizes, stage)
            case _:
                raise TypeError(f"{self.slug} needs the shape of its matrices and a step, not {shape!r}")

    def pose(self, group: Sequence[ReverseGivens], engine: NumericEngine, decimals: int) -> list[PoseResult]:
        """The question of each draw of one shape, or the reason for which it is refused."""
        posed = self.task.pose(group, engine, decimals)
        if self.difficulty != BY_HAND:
            return posed
        return [
            found if self.task.by_hand(givens) else NOT_BY_HAND
            for found, givens in zip(posed, group, strict=True)
        ]

    def routes(self, engine: str) -> tuple[str, str]:
        """The numeric engine, and the oracle."""
        return engine, ORACLE_ROUTE

    def run(
        self, group: Sequence[ReverseGivens], engine: NumericEngine, *, plan: Plan, decimals: int
    ) -> Block:
        """The numbers of all slips for the row that is shown."""
        return _row_recipe(group[0]).run(
            [givens.base for givens in group], engine, plan=plan, decimals=decimals
        )

    def taste(
        self, group: Sequence[ReverseGivens], block: Block, *, plan: Plan, decimals: int
    ) -> dict[str, Flags]:
        """Nothing more than what `pose` refuses."""
        return {}

    def enclose(self, givens: ReverseGivens, readings: Sequence[Reading]) -> list[list[arb]]:
        """Enclosures of the row under some slips."""
        return _row_recipe(givens).enclose(givens.base, readings)

    def page(self, givens: ReverseGivens, decimals: int) -> Page:
        """The question as it is posed. Raises ValueError with the reason where it is refused."""
        return self._posed(givens, decimals).page

    def worked(
        self, givens: ReverseGivens, steps: Sequence[float], *, plan: Plan, decimals: int
    ) -> tuple[WorkedStep, ...]:
        """The solution as it is posed. Raises ValueError with the reason where it is refused."""
        return self._posed(givens, decimals).solution

    def _posed(self, givens: ReverseGivens, decimals: int) -> Posed:
        (found,) = self.pose([givens], PlainEngine(), decimals)
        if isinstance(found, str):
            raise ValueError(f"this is not asked: {found}")
        return found


def _row_recipe(givens: ReverseGivens) -> AttentionRecipe:
    return SCALED_ROW if givens.stage is Stage.SCALED else OUTPUT_ROW


@lru_cache(maxsize=64)
def _plan(pool: tuple[str, ...], shape: Shape, stage: Stage) -> Plan:
    slips = [(slug,) for slug in pool if is_defined(apply((slug,)), shape, stage)]
    steps = [(step.value, width_of(shape, step)) for step in up_to(stage)]
    return Plan((shape, stage), layout_of(slips, [], steps), frozenset((Stage.RAW.value,)), reach=SUMS_REACH)


WHICH_MECHANISM = ReverseRecipe(PRODUCING)
SPOT_THE_SLIP = ReverseRecipe(SPOTTING)
SPOT_TWO_SLIPS = ReverseRecipe(SPOTTING_TWO, kinds=(Kind.MULTIPLE_SELECT,))
