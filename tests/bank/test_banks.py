"""The real folder of questions: no fault, no finding, all figures within their limits, and as much as was promised."""

import os
from collections import Counter
from datetime import date
from functools import lru_cache
from pathlib import Path

import pytest

from app.authoring.checks.run import own_findings
from app.bank.check import check_banks, lines
from app.bank.cross import Known
from app.bank.dump import dump, item_path
from app.bank.findings import BankReport
from app.bank.load import LoadedBanks, load_tree
from app.bank.parse import parse_item
from app.bank.rules.placed_robots import MATCHERS, SORTERS
from app.engine.experiments.catalogue import EXPERIMENTS
from app.engine.plain_engine import PlainEngine
from app.items.item import AuthoredItem, Kind, Level, RecipeItem, Shape
from app.kit.clock import SystemClock
from app.kit.ids import content_hash
from app.services.authoring.trying import standing_variants
from app.variants.bake import bake
from app.variants.realise import realise
from app.variants.recipe import RECIPES

QUESTIONS = Path(__file__).parents[2] / "questions"
DOMAIN_PERCENT = [6, 13, 9, 17, 13, 7, 14, 9, 7, 5]
DOMAIN_OBJECTIVES = [6, 4, 3, 7, 4, 4, 4, 3, 5, 5]


@lru_cache(maxsize=1)
def banks() -> LoadedBanks:
    loaded = load_tree(QUESTIONS, RECIPES)
    assert isinstance(loaded, LoadedBanks), "\n".join(map(str, loaded))
    return loaded


@lru_cache(maxsize=1)
def report() -> BankReport:
    today: date = SystemClock().now().date()
    return check_banks(banks(), today)


def authored() -> list[AuthoredItem]:
    return [item for one in banks().items if isinstance(item := one.revision.item, AuthoredItem)]


def computed() -> list[RecipeItem]:
    return [item for one in banks().items if isinstance(item := one.revision.item, RecipeItem)]


def test_no_finding() -> None:
    assert report().findings == (), lines(report())


@pytest.mark.parametrize("part", range(8))
def test_every_question_passes_its_own_checks(part: int) -> None:
    """Written ones, what stands from the start, and a draw of each computation; two hundred draws with KEYED_GATE=1."""
    some = banks().items[part::8]
    draws = [f"own|{n}" for n in range(200 if os.environ.get("KEYED_GATE") else 1)]
    found = []
    for one in some:
        tried = list(standing_variants(one.revision))
        if isinstance(one.revision.item, RecipeItem):
            tried += bake(one.revision, draws, PlainEngine()).variants
        found += own_findings(one.revision.item, one.document, tried)
    assert [str(one) for one in found] == []


def test_all_figures_are_within_their_limits() -> None:
    assert [str(figure) for figure in report().figures if not figure.passed] == []
    names = {figure.name for figure in report().figures if figure.scope == "all"}
    assert len(names) == 8 + len(MATCHERS) + len(SORTERS) + 1, names


def test_what_was_promised_is_there() -> None:
    items = authored()
    assert len(items) >= 40
    assert len(banks().misconceptions) >= 24
    assert {item.header.shape for item in items} >= {
        Shape.FORMULA,
        Shape.ROLE,
        Shape.ARCHITECTURE,
        Shape.DERIVATION,
    }
    assert {item.header.level for item in items} == set(Level)
    assert {item.header.kind for item in items} == {Kind.SINGLE_CHOICE, Kind.MULTIPLE_SELECT}
    assert all("1.2" in item.header.objectives for item in items)


def test_matchings_and_orderings_are_there_and_each_comes_in_many_orders() -> None:
    revisions = [one.revision for one in banks().items]
    kinds = Counter(one.item.header.kind for one in revisions)
    assert kinds[Kind.MATCHING] >= 10
    assert kinds[Kind.ORDERING] >= 10
    for one in revisions:
        if one.item.header.kind in (Kind.MATCHING, Kind.ORDERING):
            orders = {realise(one, f"order|{turn}").id for turn in range(200)}
            assert len(orders) >= 23, one.item.header.id


TYPED_ONLY = {
    "deviations-out",
    "growth-of-work",
}  # among options their answers would have one rank in more than 60 % of draws


def test_each_recipe_is_asked_in_each_kind_that_it_makes() -> None:
    forms = Counter((item.recipe, item.header.kind) for item in computed())
    for slug, recipe in RECIPES.items():
        for kind in recipe.kinds:
            assert forms[slug, kind] >= 1 or (kind is Kind.SINGLE_CHOICE and slug in TYPED_ONLY), (slug, kind)


def test_each_recipe_is_asked_with_numbers_that_come_out_by_hand() -> None:
    by_hand = {item.recipe for item in computed() if item.settings.get("difficulty") == "1"}
    assert set(RECIPES) - by_hand == set()


def test_the_blueprint_is_the_vendors() -> None:
    blueprint = banks().blueprint
    assert [domain.number for domain in blueprint.domains] == list(range(1, 11))
    assert [domain.percent for domain in blueprint.domains] == DOMAIN_PERCENT
    assert [len(domain.objectives) for domain in blueprint.domains] == DOMAIN_OBJECTIVES
    self_attention = blueprint.objective("1.2")
    assert self_attention is not None
    assert self_attention.wording == "Describe transformer architectures including self-attention mechanisms."
    pass_mark = next(fact for fact in blueprint.facts if fact.slug == "pass-mark")
    assert "unofficial" in pass_mark.grade


def test_items_survive_writing_and_reading() -> None:
    """Every item's canonical text, read under its own path, is the same item."""
    for one in banks().items:
        item = one.revision.item
        assert one.revision.text == dump(item)
        assert one.revision.id == content_hash(one.revision.text.encode())
        assert one.document.path == f"questions/{item_path(item)}"
        assert parse_item(one.revision.text, one.document.path, Known()).item == item


def test_most_questions_on_why_can_be_tried() -> None:
    """A question on why is one whose shape is the derivation."""
    why = [
        item.header
        for one in banks().items
        if not isinstance(item := one.revision.item, RecipeItem) and item.header.shape is Shape.DERIVATION
    ]
    assert len(why) >= 40
    assert sum(bool(header.experiment) for header in why) >= 0.6 * len(why)
    named = {one.revision.item.header.experiment for one in banks().items}
    assert named - {""} == set(EXPERIMENTS)


def test_what_is_so_names_what_it_speaks_of() -> None:
    """It stands without the belief before it on the progress page and below an option."""
    words = {slug: one.truth.split()[0] for slug, one in banks().misconceptions.items()}
    pointing = {"It", "They", "Its", "Their", "This", "That", "These", "Those", "Both", "Neither"}
    assert {slug: word for slug, word in words.items() if word in pointing} == {}
