"""Every written item of the bank, as a row of our own sheet, comes back as an equal item."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from app.authoring.import_wishes import ImportWishes
from app.authoring.incoming_questions import incoming_file
from app.authoring.outgoing.anki import write_anki
from app.authoring.outgoing.sheet import write_sheet
from app.authoring.outgoing.written import outgoing
from app.bank.cross import Known
from app.bank.load import LoadedBanks, load_tree
from app.bank.parse import parse_item
from app.items.item import AuthoredItem, RecipeItem, WrittenItem
from app.services.authoring.import_texts import made_draft
from app.services.authoring.reading import read_questions
from app.store.packages import database_file
from app.variants.recipe import RECIPES
from tests.bank.leaving import QUESTIONS, bank_questions


@pytest.fixture(scope="module")
def written() -> dict[str, WrittenItem]:
    loaded = load_tree(QUESTIONS, RECIPES)
    assert isinstance(loaded, LoadedBanks)
    items = [one.revision.item for one in loaded.items]
    return {item.header.id: item for item in items if not isinstance(item, RecipeItem)}


def test_written_items_come_back_equal(written: dict[str, WrittenItem]) -> None:
    sheet = write_sheet([outgoing(item) for item in written.values()]).content
    found = read_questions("bank.csv", sheet)
    assert found.bad == ()
    file = incoming_file(found)
    assert [one.slug for one in file.questions] == list(written)
    for one in file.questions:
        item = written[one.slug]
        text = made_draft(one, one.slug, ImportWishes("", "attention")).text
        path = f"{item.header.bank}/{item.header.objectives[0]}/{one.slug}.yaml"
        assert parse_item(text, path, Known()).item == item
        assert one.losses == ()


def test_frozen_variants_come_back_with_what_is_lost() -> None:
    frozen = [question for question in bank_questions() if question.variant]
    found = read_questions("bank.csv", write_sheet(frozen).content)
    assert (len(found.questions), found.bad) == (len(frozen), ())
    for one, question in zip(incoming_file(found).questions, frozen, strict=True):
        assert one.slug == question.id[:100]
        assert "recipe" in [loss.part for loss in one.losses]
        assert not one.refused


def test_our_own_packages_of_anki_come_back_as_items(written: dict[str, WrittenItem]) -> None:
    """Choices come back equal but for what notes have no field for; other items with what their notes hold."""
    whole = {name: item for name, item in written.items() if isinstance(item, AuthoredItem)}
    others = {name: item for name, item in written.items() if name not in whole}
    items = [*list(whole.values())[::4], *others.values()]
    packed = write_anki(
        [outgoing(item) for item in items], datetime(2026, 11, 30, tzinfo=UTC), database_file
    ).content
    file = incoming_file(read_questions("bank.apkg", packed))
    assert (file.bad, [one.slug for one in file.questions]) == ((), [item.header.id for item in items])
    for one, item in zip(file.questions, items, strict=True):
        assert (one.kind, one.refused) == (item.header.kind.value, "")
        text = made_draft(one, one.slug, ImportWishes("", "attention")).text
        path = f"{item.header.bank}/{item.header.objectives[0]}/{one.slug}.yaml"
        if one.slug in whole:
            back = parse_item(text, path, Known()).item
            assert isinstance(back, AuthoredItem)
            assert bare(back) == bare(item)


def bare(item: AuthoredItem) -> AuthoredItem:
    """The item without what notes have no field for: the names of options, enemies, and how many are asked for."""
    options = tuple(replace(option, id="") for option in item.options)
    stem, *_ = item.stem.split("\n\nChoose ")
    return replace(item, header=replace(item.header, enemies=()), options=options, stem=stem)
