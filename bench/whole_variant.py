"""A whole variant as the product makes it: searched, computed, proven, stored, read back, drawn with all steps, graded."""

import sys
from dataclasses import replace
from typing import Any

from msgspec import structs

from app.engine import running
from app.engine.tensors.batch import TorchEngine
from app.engine.tensors.device import choose_device
from app.grading.explain_steps import explain_steps
from app.grading.grade import grade
from app.grading.parse import parse
from app.grading.response import Invalid
from app.grading.result import Result
from app.items.answer_key import ChoiceAnswer
from app.items.variant import Variant
from app.kit.clock import SystemClock
from app.kit.ids import content_hash
from app.services.baking import SLICE
from app.services.revisions import stored_revision
from app.settings import ROOT
from app.store.database import Database
from app.store.items import item_row
from app.store.unit import reading, writing
from app.store.variants import add_variants
from app.variants import assemble, bake, certified
from app.variants.assemble import Workshop
from app.variants.block import Plan
from app.variants.decode import decode
from app.variants.encode import EncodedVariant
from app.variants.recipes.attention import AttentionRecipe
from app.web.assets import load_assets
from app.web.bodies import Bodies
from app.web.site import template_environment
from app.web.worked_page import worked_page
from bench.measure import seconds
from bench.stopwatch import Place, Stopwatch

ITEM = "output-row-choice"
# The wrong ways that the minimal generator has too.
THREE = (("no-scale",), ("divide-by-d-k",), ("carry-keys",))


class FourWays(AttentionRecipe):
    """The recipe with its answer and three slips alone: what four proven options need, without the table of slips."""

    __slots__ = ()

    def plan(self, shape: Any, *, pairs: bool) -> Plan:
        """The right way and three slips."""
        whole = super().plan(shape, pairs=False)
        layout = structs.replace(whole.layout, readings=((), *THREE), stepped=4)
        return replace(whole, layout=layout)


class Maker:
    """Makes whole variants of the output row; every call takes new seeds."""

    def __init__(self, database: Database, *, tables: bool = True) -> None:
        self._database = database
        self._clock = SystemClock()
        self._engine = TorchEngine(choose_device("cpu"))
        self._turn = 0
        with reading(database) as unit:
            item = item_row(unit, ITEM)
            assert item is not None
            revision = stored_revision(unit, item)
        workshop = bake.workshop_of(revision, self._engine)
        recipe = workshop.recipe
        self._workshop: Workshop = (
            workshop if tables else replace(workshop, recipe=FourWays(recipe.slug, recipe.stage))
        )
        templates = template_environment(ROOT / "templates", load_assets(ROOT / "static"))
        self._bodies = Bodies(templates)

    def microseconds(self, draws: int) -> float:
        """Microseconds for each whole variant of one batch with that many seeds."""
        made: list[EncodedVariant] = []
        taken = seconds(lambda: made.extend(self.make(draws)))
        return 1e6 * taken / max(1, len(made))

    def make(self, draws: int) -> tuple[EncodedVariant, ...]:
        """One batch, from the search to the graded answer."""
        variants = self.bake(draws)
        self.store(variants)
        for one in variants:
            self.answer(decode(one))
        return variants

    def bake(self, draws: int) -> tuple[EncodedVariant, ...]:
        """Searched, computed and proven."""
        self._turn += 1
        start = content_hash(f"{self._workshop.recipe!r}|{self._turn}".encode())[:24]
        seeds = [f"{start}{n:08x}" for n in range(draws)]  # as long as the product's
        return bake.bake_in(self._workshop, seeds, self._engine).variants

    def store(self, variants: tuple[EncodedVariant, ...]) -> None:
        """Stored durably, as many in a transaction as the product stores."""
        for start in range(0, len(variants), SLICE):
            with writing(self._database) as unit:
                add_variants(unit, variants[start : start + SLICE], now=self._clock.now())
                unit.commit()

    def answer(self, variant: Variant) -> str:
        """Question and form drawn, the right answer parsed and graded, and the worked steps drawn."""
        html = self.question(variant)
        assert isinstance(variant.answer_key.answer, ChoiceAnswer)
        right = 1 + [option.correct for option in variant.answer_key.answer.options].index(True)
        response = parse(variant.shown.form, positions=(str(right),), typed=())
        assert not isinstance(response, Invalid)
        result = grade(variant.answer_key, response)
        assert result.points == 1
        return f"{html}{self.worked(variant, result)}"

    def question(self, variant: Variant) -> str:
        """The question and its form."""
        question, form = self._bodies.of(variant.id, variant.shown)
        return question + form

    def worked(self, variant: Variant, result: Result) -> str:
        """All steps, as feedback on a right answer shows them."""
        return str(worked_page(explain_steps(variant.answer_key, result.diagnosis), False))


def parts_of(maker: Maker, draws: int) -> dict[str, float]:
    """Microseconds for each variant, by part; timing the parts costs a little too."""
    watch, here = Stopwatch(), sys.modules[__name__]
    here = __import__("bench.whole_variant", fromlist=["explain"])
    recipe = type(maker._workshop.recipe)
    places: list[Place] = [
        (bake, "search", "search for the draw"),
        (recipe, "run", "all ways at once (torch)"),
        (running, "fair_intervals", "fair intervals of all ways"),
        (bake, "screen", "refusals"),
        (bake, "choose", "choice of the options"),
        (recipe, "enclose", "second computation (ball arithmetic)"),
        (certified, "certify", "certified digits"),
        (recipe, "page", "page of the question"),
        (recipe, "worked", "worked steps"),
        (assemble, "pack", "encoding"),
        (Maker, "store", "storing, durable"),
        (here, "decode", "reading back"),
        (Maker, "question", "HTML of question and form"),
        (here, "grade", "grading and diagnosis"),
        (Maker, "worked", "HTML of the steps"),
    ]
    with watch.watching(places), watch.part("the rest"):
        made = maker.make(draws)
    return {name: 1e6 * taken / len(made) for name, taken in watch.seconds.most_common()}
