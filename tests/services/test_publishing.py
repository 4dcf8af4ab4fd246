"""Publishing: what was approved is served, what runs stays, and nothing is overwritten in a race."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from app.kit.clock import FixedClock
from app.kit.errors import Conflict, NotFound, Problem
from app.practice.choice import PracticeChoice, PracticeKind
from app.services.authoring import publishing as publishing_module
from app.services.authoring.drafting import Drafting, Stale
from app.services.authoring.first_variants import ORDERS
from app.services.authoring.publication import Stamp
from app.services.authoring.publishing import Moved, NotPublishable, Publishing
from app.services.authoring.whole import freshen, is_stale
from app.services.bank_state import STATE
from app.services.bundle import Services, join_services
from app.services.checks import kept_checks
from app.services.sync_bank import sync_banks
from app.store.database import Database
from app.store.drafts import DraftRow, all_drafts
from app.store.exams import exam_item_rows
from app.store.item_conflicts import conflict_of
from app.store.item_history import events_of
from app.store.items import item_row, item_source, revision_text
from app.store.meta import fact
from app.store.misconceptions import items_using
from app.store.unit import reading
from app.store.variants import variant_ids
from tests.databases import NOW
from tests.services.bank_tree import path_of

CLOCK = FixedClock(NOW)
ITEM = "state-the-formula"
STAMP = Stamp("Grace", NOW)
DISTRACTOR = r"$\mathrm{softmax}\left(\dfrac{VK^\top}{\sqrt{d_k}}\right)V$"


@pytest.fixture
def drafting(sqlite_database: Database, tree: Path) -> Drafting:
    sync_banks(sqlite_database, tree, CLOCK)
    return Drafting(sqlite_database, CLOCK)


@pytest.fixture
def publishing(drafting: Drafting) -> Publishing:
    return Publishing(drafting.database, CLOCK)


@pytest.fixture
def on_each(database: Database, tree: Path) -> Drafting:
    """Drafting on both databases."""
    sync_banks(database, tree, CLOCK)
    return Drafting(database, CLOCK)


@pytest.fixture
def services(drafting: Drafting) -> Iterator[Services]:
    joined = join_services(drafting.database, CLOCK)
    yield joined
    joined.close()


def edited(drafting: Drafting, *changes: tuple[str, str], item: str = ITEM) -> DraftRow:
    """A draft of an item with some of its text exchanged."""
    draft = drafting.begin(item, "Ada")
    text = draft.text
    for old, new in changes or [("difficulty: 0.85", "difficulty: 0.8")]:
        assert old in text
        text = text.replace(old, new)
    return drafting.save(draft.id, draft.version, text, actor="Ada")


def latest(drafting: Drafting, item: str = ITEM) -> str:
    with reading(drafting.database) as unit:
        row = item_row(unit, item)
        assert row is not None
        return row.latest_revision_id


def test_what_is_published_is_served(on_each: Drafting) -> None:
    before = latest(on_each)
    draft = edited(on_each, ("difficulty: 0.85", "difficulty: 0.8  # as seen"))
    done = Publishing(on_each.database, CLOCK).publish(draft.id, draft.version, STAMP)
    assert latest(on_each) == done.revision.id != before
    with reading(on_each.database) as unit:
        row = item_row(unit, ITEM)
        assert row is not None
        assert row.difficulty == 0.8
        assert len(variant_ids(unit, done.revision.id)) == ORDERS
        assert len(variant_ids(unit, before)) == ORDERS
        assert item_source(unit, ITEM) == draft.text
        assert all_drafts(unit) == []
        last = events_of(unit, ITEM)[-1]
        assert (last.what, last.actor, last.revision_id) == ("published", "Grace", done.revision.id)
        assert (last.version, last.verified) == (2, False)
        assert kept_checks(unit).changed == ()
        assert not is_stale(unit)


def test_checks_of_a_large_bank_are_worked_out_later(
    drafting: Drafting, publishing: Publishing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The item's own findings are those of now at once, and what goes over all items is marked as older."""
    monkeypatch.setattr(publishing_module, "FEW", 2)
    draft = edited(drafting, ("level: intuition", "level: mechanism"), ("citation: ", "citation: A book #"))
    publishing.publish(draft.id, draft.version, STAMP)
    with reading(drafting.database) as unit:
        kept = kept_checks(unit)
        assert is_stale(unit)
    assert kept.changed == (ITEM,)
    assert [one.rule for one in kept.findings[ITEM]] == ["source-vague"]
    assert freshen(drafting.database, CLOCK)
    assert not freshen(drafting.database, CLOCK)
    with reading(drafting.database) as unit:
        assert (kept_checks(unit).changed, is_stale(unit)) == ((), False)


def revision_of(on_each: Drafting, revision_id: str) -> str:
    with reading(on_each.database) as unit:
        return revision_text(unit, revision_id) or ""


def test_a_new_item_is_asked_and_known_to_exams(drafting: Drafting, publishing: Publishing) -> None:
    text = revision_of(drafting, latest(drafting)).replace(f"id: {ITEM}", "id: a-new-item")
    draft = drafting.create("a-new-item", "attention", text, actor="Ada")
    with reading(drafting.database) as unit:
        before = fact(unit, STATE)
    publishing.publish(draft.id, 1, STAMP)
    with reading(drafting.database) as unit:
        row = item_row(unit, "a-new-item")
        assert row is not None
        assert row.path == "attention/1.2/a-new-item.yaml"
        assert "a-new-item" in items_using(unit, "swap-query-value")
        assert exam_item_rows(unit)["a-new-item"].places == 4
        assert fact(unit, STATE) != before


def test_what_was_shown_stays_as_it_was(
    drafting: Drafting, publishing: Publishing, services: Services
) -> None:
    guest = services.guests.welcome().learner_id
    practice = services.practise.start(guest, PracticeChoice(PracticeKind.CONCEPTS, None, 5))
    shown = services.practise.item(guest, practice, 1).shown
    draft = edited(drafting, ("difficulty: 0.", "difficulty: 0.1"), item=shown.item_id)
    publishing.publish(draft.id, draft.version, STAMP)
    assert services.practise.item(guest, practice, 1).shown == shown


REFUSED = {
    "a fault": (("kind: single_choice", "kind: singl"), "kind"),
    "an unknown misconception": (
        ("misconception: swap-query-value", "misconception: nobody-knows"),
        "registry",
    ),
    "an unknown objective": (('objectives: ["1.2"]', 'objectives: ["1.2", "9.9"]'), "blueprint"),
    "another name": ((f"id: {ITEM}", "id: another-name"), "Make them the same"),
    "an enemy that is not there": (("level: ", "enemies: [nobody]\nlevel: "), "no other item"),
    "itself as an enemy": (("level: ", f"enemies: [{ITEM}]\nlevel: "), "no other item"),
    "an error of the writing rules": (
        (f"text: {DISTRACTOR}", "text: All of the above"),
        "all-of-the-above",
    ),
}


@pytest.mark.parametrize("why", REFUSED)
def test_what_is_not_right_is_not_published(drafting: Drafting, publishing: Publishing, why: str) -> None:
    change, said = REFUSED[why]
    before = latest(drafting)
    draft = edited(drafting, change)
    with pytest.raises(NotPublishable) as refused:
        publishing.publish(draft.id, draft.version, STAMP)
    assert any(said in line for line in refused.value.lines)
    assert latest(drafting) == before
    assert drafting.draft(draft.id) == draft


def test_a_fixed_variant_that_cannot_be_proven_is_not_published(
    drafting: Drafting, publishing: Publishing
) -> None:
    draft = edited(drafting, ("row: A", "row: Z"), item="weights-row-typed")
    with pytest.raises(NotPublishable, match="weights-row-typed"):
        publishing.publish(draft.id, draft.version, STAMP)


def test_a_version_that_was_saved_over_is_not_published(drafting: Drafting, publishing: Publishing) -> None:
    draft = edited(drafting)
    newer = drafting.save(draft.id, draft.version, draft.text + "# more\n", actor="Ada")
    with pytest.raises(Conflict, match="Version 3"):
        publishing.publish(draft.id, draft.version, STAMP)
    publishing.publish(draft.id, newer.version, STAMP)
    with pytest.raises(NotFound):
        publishing.publish(draft.id, newer.version, STAMP)


def test_an_item_that_was_changed_by_its_file_meanwhile_is_not_overwritten(
    drafting: Drafting, publishing: Publishing, tree: Path
) -> None:
    draft = edited(drafting)
    path = path_of(tree, ITEM)
    path.write_text(path.read_text().replace("difficulty: 0.85", "difficulty: 0.7"))
    sync_banks(drafting.database, tree, CLOCK)
    now = latest(drafting)
    with pytest.raises(Moved) as refused:
        publishing.publish(draft.id, draft.version, STAMP)
    assert refused.value.present == now == latest(drafting)
    assert drafting.draft(draft.id) == draft


def outcomes(*acts: Callable[[], object]) -> list[object]:
    """What comes of acts at once: their values, or the kinds of their refusals."""

    def tried(act: Callable[[], object]) -> object:
        try:
            return act()
        except Problem as problem:
            return type(problem)

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(tried, acts))


def test_of_two_who_publish_at_once_one_does(on_each: Drafting) -> None:
    for n in range(1, 6):
        draft = edited(on_each, ("difficulty: 0.", f"difficulty: 0.{n}"))
        made = outcomes(
            *[lambda d=draft: Publishing(on_each.database, CLOCK).publish(d.id, d.version, STAMP).revision.id]
            * 3
        )  # type: ignore[misc]
        assert sorted(map(str, made)).count(latest(on_each)) == 1
        assert made.count(NotFound) == 2
        with reading(on_each.database) as unit:
            assert sum(one.what == "published" for one in events_of(unit, ITEM)) == n


def test_a_save_and_a_publication_at_once_lose_nothing(on_each: Drafting) -> None:
    """Either the save came first, and the publication is refused, or the draft is gone and the save says so."""
    for n in range(1, 6):
        draft = edited(on_each, ("difficulty: 0.", f"difficulty: 0.{n}"))
        text = draft.text + f"# {n}\n"
        saved, published = outcomes(
            lambda d=draft, t=text: on_each.save(d.id, d.version, t, actor="Ada").text,  # type: ignore[misc]
            lambda d=draft: Publishing(on_each.database, CLOCK).publish(d.id, d.version, STAMP).revision.id,  # type: ignore[misc]
        )
        if saved == text:
            assert published is Conflict
            assert on_each.draft(draft.id).text == text
            on_each.discard(draft.id, draft.version + 1, actor="Ada")
        else:
            assert saved in (Stale, NotFound)
            assert published == latest(on_each)


def test_of_a_draft_and_a_file_at_once_neither_is_lost(on_each: Drafting, tree: Path) -> None:
    """Two new revisions of one item at the same moment: what is not published is still in its draft, or a conflict."""
    path = path_of(tree, ITEM)
    for n in range(1, 6):
        draft = edited(on_each, ("difficulty: 0.", f"difficulty: 0.{n}"))
        path.write_text(draft.text.replace("level: intuition", "level: mechanism"))
        published, _ = outcomes(
            lambda d=draft: Publishing(on_each.database, CLOCK).publish(d.id, d.version, STAMP).revision.id,  # type: ignore[misc]
            lambda: sync_banks(on_each.database, tree, CLOCK),
        )
        with reading(on_each.database) as unit:
            conflict, row = conflict_of(unit, ITEM), item_row(unit, ITEM)
            assert row is not None
        if published is Moved:
            assert on_each.draft(draft.id) == draft
            assert (row.level, conflict) == ("mechanism", None)
            on_each.discard(draft.id, draft.version, actor="Ada")
        else:
            assert (published, row.level) == (row.latest_revision_id, "intuition")
            assert conflict is not None
            assert conflict.text == path.read_text()
            path.write_text(draft.text)
        sync_banks(on_each.database, tree, CLOCK)
        path.write_text(path.read_text().replace("level: mechanism", "level: intuition"))
        sync_banks(on_each.database, tree, CLOCK)
        with reading(on_each.database) as unit:
            assert conflict_of(unit, ITEM) is None


def test_a_text_whose_own_check_fails_is_not_published(drafting: Drafting, publishing: Publishing) -> None:
    before = latest(drafting)
    check = "checks:\n  - {name: the swap, slip: swap-query-value, expect: right}\n"
    draft = edited(drafting, ("options:\n", f"{check}options:\n"))
    with pytest.raises(NotPublishable) as refused:
        publishing.publish(draft.id, draft.version, STAMP)
    (line,) = refused.value.lines
    assert (
        "Line 13, own-check: check 1 (the swap): what swap-query-value gives should be right, and came out wrong"
        in line
    )
    assert latest(drafting) == before
    again = drafting.save(
        draft.id, draft.version, draft.text.replace("expect: right", "expect: wrong"), actor="Ada"
    )
    publishing.publish(again.id, again.version, STAMP)
    assert latest(drafting) != before
