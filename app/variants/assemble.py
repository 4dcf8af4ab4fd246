"""Puts one variant together: what is shown, what is right, the worked page, the proof and the slip table."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from typing import Any

from msgspec import Struct

from app.items.answer_key import (
    AnswerKey,
    ChoiceAnswer,
    Evidence,
    NumberAnswer,
    NumbersAnswer,
    OptionKey,
    Proof,
)
from app.items.item import TYPED, RecipeItem, Revision
from app.items.public import ChoiceForm, Form, NumbersForm, PublicVariant, ShownOption
from app.items.slip_table import SlipTable
from app.kit.draws import Draws
from app.kit.ids import content_hash
from app.variants.block import Plan, Reading
from app.variants.certified import Proven, ball_text, prove
from app.variants.distractors import DISTRACTORS
from app.variants.encode import EncodedVariant, Origin, pack
from app.variants.figures import Figures
from app.variants.made_by import made_by
from app.variants.page import Page
from app.variants.recipe import Recipe
from app.variants.rounding import row_text, typographic

_ORDERS = tuple(permutations(range(DISTRACTORS + 1)))
TOO_FEW = "too-few-slips"


@dataclass(frozen=True, slots=True)
class Workshop:
    """What all variants of one item share: the item, its recipe, and the numeric engine's name and version."""

    revision: Revision
    item: RecipeItem
    recipe: Recipe[Any]
    engine: str
    engine_version: str

    @property
    def made_by(self) -> tuple[str, ...]:
        """What makes the variants; a recipe that computes by itself has no use for the engine."""
        by_engine = self.recipe.routes(self.engine)[0] == self.engine
        return made_by(self.recipe.slug, self.engine_version if by_engine else "")

    @property
    def decimals(self) -> int:
        """Decimals of the printed numbers."""
        return self.item.decimals


class Drawn(Struct, frozen=True):
    """One draw: its seed (or an author's name for it), its givens, these as canonical JSON, and its twin."""

    seed: str
    givens: Any
    record: str
    twin: str
    fixed: str | None = None


def twin_of(item: RecipeItem, record: str) -> str:
    """The hash of what is asked with which numbers, whatever the order or the form of the answer."""
    return content_hash(f"{item.recipe}|{item.decimals}|{record}".encode())


def assemble(workshop: Workshop, plan: Plan, drawn: Drawn, *, figures: Figures) -> EncodedVariant | str:
    """The variant, or the reason why it is refused: digits not certain, routes that disagree, too few slips."""
    if workshop.item.header.kind in TYPED:
        return _typed(workshop, plan, drawn, figures=figures)
    return _choice(workshop, plan, drawn, figures=figures)


def _typed(workshop: Workshop, plan: Plan, drawn: Drawn, *, figures: Figures) -> EncodedVariant | str:
    proven = prove(workshop.recipe, drawn.givens, [()], values=figures.values, decimals=workshop.decimals)
    if isinstance(proven, str):
        return proven
    page = workshop.recipe.page(drawn.givens, workshop.decimals)
    answer = NumbersAnswer(
        tuple(map(NumberAnswer, proven.printed[0], figures.low, figures.high)), workshop.item.tolerance
    )
    form = page.grid or NumbersForm(page.labels, workshop.decimals)
    return _variant(workshop, plan, drawn, figures=figures, made=_Made(page, form, answer, proven))


def _choice(workshop: Workshop, plan: Plan, drawn: Drawn, *, figures: Figures) -> EncodedVariant | str:
    if not figures.chosen:
        return TOO_FEW
    readings = [(), *[plan.readings[place] for place in figures.chosen]]
    proven = prove(workshop.recipe, drawn.givens, readings, values=figures.values, decimals=workshop.decimals)
    if isinstance(proven, str):
        return proven
    texts = [typographic(row_text(printed)) for printed in proven.printed]
    page = workshop.recipe.page(drawn.givens, workshop.decimals)
    order = _ORDERS[Draws(drawn.seed).below("order", len(_ORDERS))]
    form = ChoiceForm(tuple([ShownOption(texts[turn], True) for turn in order]))
    answer = ChoiceAnswer(tuple([_behind(readings[turn], page.rationale) for turn in order]))
    return _variant(workshop, plan, drawn, figures=figures, made=_Made(page, form, answer, proven))


@lru_cache(maxsize=4096)
def _behind(reading: Reading, rationale: str) -> OptionKey:
    if reading:
        return OptionKey("+".join(reading), False, 0.0, "", reading)
    return OptionKey("right", True, 1.0, rationale)


class _Made(Struct, frozen=True):
    page: Page
    form: Form
    answer: ChoiceAnswer | NumbersAnswer
    proven: Proven  # of the right reading, and of the options after it


def _variant(
    workshop: Workshop, plan: Plan, drawn: Drawn, *, figures: Figures, made: _Made
) -> EncodedVariant:
    header, page = workshop.item.header, made.page
    shown = PublicVariant(
        item_id=header.id,
        kind=header.kind,
        level=header.level,
        shape=header.shape,
        objectives=header.objectives,
        stem=page.stem,
        matrices=page.matrices,
        conventions=page.conventions,
        legend=page.legend,
        form=made.form,
    )
    answer_key = AnswerKey(
        answer=made.answer,
        solution=workshop.recipe.worked(drawn.givens, figures.steps, plan=plan, decimals=workshop.decimals),
        proof=Proof(
            routes=workshop.recipe.routes(workshop.engine),
            enclosures=tuple([ball_text(ball) for ball in made.proven.enclosures[0]]),
            reach=figures.reach,
            nearest=plan.readings[figures.nearest],
            nearest_distance=figures.distance,
            evidence=Evidence(
                values=tuple(figures.values[0]),
                low=tuple(figures.low),
                high=tuple(figures.high),
                printed=made.proven.printed[0],
                bits=made.proven.bits,
                made_by=workshop.made_by,
            ),
        ),
        slip_table=SlipTable(plan.layout, figures.numbers),
        givens=drawn.record,
        experiment=header.experiment,
    )
    origin = Origin(header.id, workshop.revision.id, drawn.twin, drawn.seed, drawn.fixed)
    return pack(origin, shown, answer_key)
