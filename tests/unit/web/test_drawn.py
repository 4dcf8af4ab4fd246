"""What is drawn by functions is what a template draws, byte for byte: questions, options, and the worked page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.engine.plain_engine import PlainEngine
from app.grading.explain_steps import explain_steps
from app.grading.response import FieldFault
from app.grading.result import Diagnosis
from app.items.item import Kind
from app.items.public import ChoiceForm, Matrix, PublicVariant, ShownOption
from app.items.variant import Variant
from app.variants.bake import bake, bake_fixed
from app.web import markup
from app.web.bodies import Bodies
from app.web.cells import column_numbers, matrix_rows, step_cells
from app.web.option_fields import option_fields
from app.web.pages import FormPart
from app.web.words import letter, spelled
from app.web.worked_page import worked_page
from tests.changing import replace
from tests.unit.variants.samples import LESSON, revision, seeds


@pytest.fixture(scope="module")
def templates() -> Environment:
    """The templates that say what is to be drawn, with loops over every number."""
    found = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "drawn"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters.update(
        block=markup.block, inline=markup.inline, formula=markup.formula, numbers=markup.numbers, hued=markup.hued,
        matrix_rows=matrix_rows, column_numbers=column_numbers, step_cells=step_cells, letter=letter, spelled=spelled,
    )  # fmt: skip
    return found


@pytest.fixture(scope="module")
def variants() -> tuple[Variant, ...]:
    """The lesson's examples, a few drawn ones, and two that are told in words."""
    engine = PlainEngine()
    found: list[Variant] = []
    for recipe, givens in LESSON.items():
        found += bake_fixed(revision(recipe, Kind.SINGLE_CHOICE, givens), engine)
    for recipe in ("output-row", "weights-row", "dominance-factor", "which-mechanism"):
        found += bake(revision(recipe), seeds(4), engine).variants
    return tuple(found)


def _forms(shown: PublicVariant) -> Iterator[FormPart]:
    yield FormPart(shown)
    yield FormPart(shown, closed=True, positions=frozenset((2,)))
    yield FormPart(
        shown, tried=frozenset((1, 3)), positions=frozenset((2,)), strikes=True, struck=frozenset((4,))
    )
    yield FormPart(shown, faults=(FieldFault(0, "Choose <one> option & no more."),))


def _odd(shown: PublicVariant) -> Iterator[PublicVariant]:
    """The same with texts that need escaping, several right options, and columns with names."""
    texts = ("100 % of <b> & $x$", "a\0b", "%s", "50 %")
    options = tuple(ShownOption(text, numeric) for text in texts for numeric in (False, True))
    names = ("A & B", "%d")
    matrix = Matrix(
        "100 % <M>", "working", names, ("$c_1$", "%s", "c"), (("-1", "1e-17", "<i>"), ("2", "3", "4"))
    )
    yield replace(shown, legend='"Two" & <more> %', form=ChoiceForm(options, 2), matrices=(matrix,))
    yield replace(shown, legend="Choose two", form=ChoiceForm(options, 2), matrices=(), conventions="")


def test_questions_and_their_options(templates: Environment, variants: tuple[Variant, ...]) -> None:
    question, form = templates.get_template("question.html"), templates.get_template("form.html")
    bodies, count = Bodies(templates), 0
    for variant in variants:
        for shown in (variant.shown, *_odd(variant.shown)):
            assert bodies.question(shown) == question.render(page={"shown": shown})
            assert isinstance(shown.form, ChoiceForm)
            for part in _forms(shown):
                assert option_fields(part, shown.form) == form.render(page=part)
                count += 1
    assert count >= 100


def test_worked_pages_with_one_way_and_with_two(
    templates: Environment, variants: tuple[Variant, ...]
) -> None:
    drawn = templates.get_template("worked.html").module.worked_page  # type: ignore[attr-defined]
    parted = 0
    for variant in variants:
        table = variant.answer_key.slip_table
        slips = [] if table is None else [reading.slugs for reading in table.readings()]
        for slugs in [(), *slips]:
            steps = explain_steps(variant.answer_key, Diagnosis((slugs,) if slugs else ()))
            parts = any(step.parts for step in steps)
            parted += parts
            for line_by_line in (False, True):
                assert worked_page(steps, parts, line_by_line) == drawn(steps, parts, line_by_line)
    assert parted >= 20
