"""Drafts, on both databases: one for each item, versions that name what they started from, nothing overwritten."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.kit.errors import BadInput, Conflict, NotFound
from app.services.authoring.drafting import LONGEST_TEXT, Drafting, Stale
from app.store.drafts import DraftRow, draft_version, version_numbers
from app.store.item_history import events_of
from app.store.items import live_items, revision_text
from app.store.unit import reading
from tests.services.house import House, fill


@pytest.fixture
def drafting(house: House) -> Drafting:
    fill(house.database)
    return Drafting(house.database, house.clock)


def published(drafting: Drafting) -> tuple[str, str]:
    with reading(drafting.database) as unit:
        item = live_items(unit)[0]
        return item.id, revision_text(unit, item.latest_revision_id) or ""


def whats(drafting: Drafting, item_id: str) -> list[tuple[str, str, bool]]:
    with reading(drafting.database) as unit:
        return [(one.what, one.actor, one.verified) for one in events_of(unit, item_id)]


def test_a_draft_begins_from_what_is_published_and_there_is_one(drafting: Drafting) -> None:
    item_id, text = published(drafting)
    draft = drafting.begin(item_id, "Ada")
    assert (draft.text, draft.version, draft.state, draft.author) == (text, 1, "draft", "Ada")
    assert drafting.begin(item_id, "Grace") == draft
    assert whats(drafting, item_id) == [("begun", "Ada", False)]
    with pytest.raises(NotFound):
        drafting.begin("no-such-item", "Ada")


def test_each_save_is_a_version_and_all_of_them_stay(drafting: Drafting) -> None:
    item_id, text = published(drafting)
    draft = drafting.begin(item_id, "Ada")
    second = drafting.save(draft.id, 1, "stem: [", actor="Grace")
    assert (second.version, second.text) == (2, "stem: [")
    assert drafting.save(draft.id, 2, "stem: [", actor="Grace").version == 2  # nothing new, no version
    with reading(drafting.database) as unit:
        assert version_numbers(unit, draft.id) == [1, 2]
        first = draft_version(unit, draft.id, 1)
        assert first is not None
        assert (first.text, first.actor) == (text, "Ada")


def test_an_older_version_overwrites_nothing(drafting: Drafting) -> None:
    draft = drafting.begin(published(drafting)[0], "Ada")
    drafting.save(draft.id, 1, "hers", actor="Grace")
    with pytest.raises(Stale) as refused:
        drafting.save(draft.id, 1, "mine", actor="Ada")
    assert (refused.value.draft.text, refused.value.text) == ("hers", "mine")
    assert drafting.draft(draft.id).text == "hers"


def test_of_many_who_save_at_once_one_wins_and_the_others_are_told(drafting: Drafting) -> None:
    draft = drafting.begin(published(drafting)[0], "Ada")

    def save(n: int) -> str | None:
        try:
            return drafting.save(draft.id, 1, f"text {n}", actor=f"person {n}").text
        except Stale:
            return None

    with ThreadPoolExecutor(8) as pool:
        won = [one for one in pool.map(save, range(8)) if one is not None]
    assert won == [drafting.draft(draft.id).text]


def test_of_many_who_begin_at_once_all_have_one_draft(drafting: Drafting) -> None:
    item_id = published(drafting)[0]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda n: drafting.begin(item_id, f"person {n}").id, range(8)))
    assert len(set(found)) == 1
    assert len(whats(drafting, item_id)) == 1


def test_a_new_item_takes_no_name_that_is_taken(drafting: Drafting) -> None:
    new = drafting.create("a-new-item", "attention", "id: a-new-item\n", actor="Ada")
    assert new.base_revision_id is None
    for taken in ("a-new-item", published(drafting)[0]):
        with pytest.raises(Conflict, match="exists already"):
            drafting.create(taken, "attention", "", actor="Ada")
    for bad in ("", "-x", "Ä", "a b", "x" * 101):
        with pytest.raises(BadInput, match="up to 100 signs"):
            drafting.create(bad, "attention", "", actor="Ada")


def test_a_discarded_draft_stands_in_the_history(drafting: Drafting) -> None:
    draft = drafting.create("a-new-item", "attention", "text", actor="Ada")
    drafting.save(draft.id, 1, "more", actor="Ada")
    with pytest.raises(Stale):
        drafting.discard(draft.id, 1, actor="Grace")
    drafting.discard(draft.id, 2, actor="Grace")
    with reading(drafting.database) as unit:
        last = events_of(unit, "a-new-item")[-1]
    assert (last.what, last.actor, dict(last.detail)) == ("undone", "Grace", {"text": "more"})


ACTS: dict[str, Callable[[Drafting, DraftRow], object]] = {
    "read": lambda drafting, draft: drafting.draft(draft.id),
    "save": lambda drafting, draft: drafting.save(draft.id, 1, "more", actor="Ada"),
    "discard": lambda drafting, draft: drafting.discard(draft.id, 1, actor="Ada"),
}


@pytest.mark.parametrize("act", ACTS)
def test_what_is_gone_is_said_to_be_gone(drafting: Drafting, act: str) -> None:
    draft = drafting.create("a-new-item", "attention", "text", actor="Ada")
    drafting.discard(draft.id, 1, actor="Ada")
    with pytest.raises(NotFound, match="published or given up"):
        ACTS[act](drafting, draft)


def test_a_text_beyond_all_measure_is_refused(drafting: Drafting) -> None:
    draft = drafting.create("a-new-item", "attention", "text", actor="Ada")
    with pytest.raises(BadInput, match="100,000"):
        drafting.save(draft.id, 1, "x" * (LONGEST_TEXT + 1), actor="Ada")
