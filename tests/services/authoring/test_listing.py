"""The list of questions, on both databases: what is found, in which order, and what retiring changes."""

from dataclasses import replace
from datetime import timedelta

import pytest

from app.authoring.listing import PAGE, Hardness, Noted, Sort, Standing, Wish
from app.kit.ids import content_hash
from app.services.authoring.retiring import Fate
from app.services.authoring.room import AuthoringRoom
from app.services.bank_state import STATE
from app.store.drafts import set_state
from app.store.item_history import events_of
from app.store.item_statistics import item_statistics
from app.store.items import FROM_FILE, ItemRow, OriginRow, live_items, put_item
from app.store.meta import fact
from app.store.misconceptions import replace_item_misconceptions
from app.store.unit import Writing, reading, writing
from tests.databases import NOW
from tests.services.house import House

BANKS = ("one", "two")
LAB = OriginRow("lab", live=False)
ROWS = (
    ItemRow("a-root", "one", "p", "single_choice", "mechanism", "formula", ("1.2", "2.1"), 0.8, None, ""),
    ItemRow("b-match", "one", "p", "matching", "mechanism", "formula", ("1.2",), 0.6, None, ""),
    ItemRow("c-drawn", "two", "p", "numbers", "mechanism", "computation", ("2.1",), 0.4, "weights-row", ""),
)
TEXTS = (
    "stem: Why the ROOT of 100 % of it?\n",
    "stem: Match each\nkind: matching\n",
    "recipe: weights-row\n",
)
NEW = 'id: d-new\nkind: ordering\nobjectives: ["1.2"]\nstem: Put the Root first\nreversals:\n  - misconception: swap\n'


@pytest.fixture
def room(house: House) -> AuthoringRoom:
    with writing(house.database) as unit:
        for row, text in zip(ROWS, TEXTS, strict=True):
            _put(unit, row, text)
        _put(unit, replace(ROWS[0], id="own-lab"), "stem: Root of the lab\n", LAB)
        replace_item_misconceptions(unit, {"b-match": ["swap"]})
        unit.commit()
    house.services.authoring.drafting.create("d-new", "two", NEW, actor="Ada")
    return house.services.authoring


def _put(unit: Writing, row: ItemRow, text: str, written: OriginRow = FROM_FILE) -> None:
    named = replace(row, latest_revision_id=content_hash(f"{row.id}{text}".encode()))
    put_item(unit, named, text=text, now=NOW, written=written)


def found(room: AuthoringRoom, **wish: object) -> list[str]:
    """What is found of our own; the house has others."""
    lines = room.listing.page(Wish(**wish)).lines  # type: ignore[arg-type]
    return [line.item_id for line in lines if line.bank in BANKS]


def test_everything_is_listed_but_the_questions_of_the_lab(room: AuthoringRoom) -> None:
    view = room.listing.page(Wish())
    lines = [line for line in view.lines if line.bank in BANKS]
    assert [line.item_id for line in lines] == ["a-root", "b-match", "c-drawn", "d-new"]
    assert (view.total, view.pages) == (len(view.lines), 1)
    assert set(BANKS) < set(view.banks)
    first, *_, new = lines
    assert (first.title, first.published, first.kind) == (
        "Why the ROOT of 100 % of it?",
        True,
        "single_choice",
    )
    assert (new.title, new.published, new.kind, new.draft_state) == (
        "Put the Root first",
        False,
        "ordering",
        "draft",
    )
    assert new.changed == NOW


WISHES: tuple[tuple[dict[str, object], list[str]], ...] = (
    ({"words": "root"}, ["a-root", "d-new"]),
    ({"words": "root put"}, ["d-new"]),
    ({"words": "100 %"}, ["a-root"]),
    ({"words": "w%s-row"}, []),
    ({"words": "w_ights"}, []),
    ({"words": "drawn"}, ["c-drawn"]),
    ({"bank": "two"}, ["c-drawn", "d-new"]),
    ({"objective": "2.1"}, ["a-root", "c-drawn"]),
    ({"objective": "1.2", "kind": "ordering"}, ["d-new"]),
    ({"kind": "matching"}, ["b-match"]),
    ({"misconception": "swap"}, ["b-match", "d-new"]),
    ({"hardness": Hardness.HARD}, ["c-drawn"]),
    ({"hardness": Hardness.MIDDLE}, ["b-match"]),
    ({"standing": Standing.PUBLISHED}, ["a-root", "b-match", "c-drawn"]),
    ({"standing": Standing.DRAFT}, ["d-new"]),
    ({"standing": Standing.RETIRED}, []),
    ({"noted": Noted.UNANSWERED}, ["a-root", "b-match", "c-drawn"]),
)


def test_it_is_narrowed(room: AuthoringRoom) -> None:
    assert [found(room, **wish) for wish, _ in WISHES] == [names for _, names in WISHES]


def test_a_draft_beside_what_is_published_stands_in_both_lists(room: AuthoringRoom) -> None:
    draft = room.drafting.begin("b-match", "Ada")
    room.drafting.save(draft.id, 1, "stem: quite other words\n", actor="Ada")
    assert found(room, standing=Standing.PUBLISHED, words="other") == ["b-match"]
    assert found(room, standing=Standing.DRAFT) == ["b-match", "d-new"]
    with writing(room.listing.database) as unit:
        assert set_state(unit, draft.id, 2, "in_review")
        unit.commit()
    assert found(room, standing=Standing.IN_REVIEW) == ["b-match"]


def test_statistics_narrow_and_sort(room: AuthoringRoom) -> None:
    rows = [("a-root", 40, 0.95, 0.1, None), ("b-match", 40, 0.2, 0.5, "negative")]
    with writing(room.listing.database) as unit:
        for item_id, responses, facility, discrimination, flag in rows:
            unit.connection.execute(
                item_statistics.insert().values(
                    item_id=item_id, revision_id="r", responses=responses, facility=facility,
                    discrimination=discrimination, flag=flag, computed_at=NOW, record="{}",
                )
            )  # fmt: skip
        unit.commit()
    assert found(room, noted=Noted.EASY) == ["a-root"]
    assert found(room, noted=Noted.HARD) == found(room, noted=Noted.SUSPICIOUS) == ["b-match"]
    assert found(room, noted=Noted.WEAK) == ["a-root"]
    assert found(room, noted=Noted.UNANSWERED) == ["c-drawn"]
    assert found(room, sort=Sort.FACILITY) == ["b-match", "a-root", "c-drawn", "d-new"]
    assert found(room, sort=Sort.DISCRIMINATION) == ["a-root", "b-match", "c-drawn", "d-new"]
    assert found(room, sort=Sort.DIFFICULTY) == ["c-drawn", "b-match", "a-root", "d-new"]
    assert found(room, sort=Sort.REPORTS)[-1] == "d-new"


def test_the_last_change_comes_first(house: House, room: AuthoringRoom) -> None:
    house.clock.move_to(NOW + timedelta(hours=1))
    draft = room.drafting.begin("c-drawn", "Ada")
    assert found(room, sort=Sort.CHANGED)[0] == "c-drawn"
    house.clock.move_to(NOW + timedelta(hours=2))
    room.drafting.discard(draft.id, 1, actor="Ada")
    assert found(room, sort=Sort.CHANGED) == ["a-root", "b-match", "c-drawn", "d-new"]


def test_a_page_has_so_many_lines_and_the_last_one_is_the_last(room: AuthoringRoom) -> None:
    with writing(room.listing.database) as unit:
        for n in range(PAGE):
            _put(unit, replace(ROWS[0], id=f"z-{n:03}"), f"stem: number {n}\n")
        unit.commit()
    first, last = room.listing.page(Wish(bank="one")), room.listing.page(Wish(bank="one", page=99))
    assert (first.total, first.pages, len(first.lines), first.first) == (PAGE + 2, 2, PAGE, 1)
    assert (last.wish.page, len(last.lines), last.first) == (2, 2, PAGE + 1)


def test_many_are_retired_and_revived_at_once(room: AuthoringRoom) -> None:
    with reading(room.listing.database) as unit:
        before = fact(unit, STATE)
    fates = room.retiring.retire(("a-root", "none-such", "b-match"), actor="Ada", note="Too old.")
    assert fates == (Fate.DONE, Fate.MISSING, Fate.DONE)
    assert room.retiring.retire(("a-root",), actor="Ada") == (Fate.AS_IT_WAS,)
    assert found(room, standing=Standing.RETIRED) == ["a-root", "b-match"]
    with reading(room.listing.database) as unit:
        live = {item.id for item in live_items(unit)}
        assert live & {"a-root", "b-match", "c-drawn"} == {"c-drawn"}
        assert fact(unit, STATE) != before  # exams look at their questions anew
        (event,) = events_of(unit, "a-root")
    assert (event.what, event.actor, event.note, event.verified) == ("retired", "Ada", "Too old.", False)
    assert room.retiring.revive(("a-root", "c-drawn"), actor="Grace") == (Fate.DONE, Fate.AS_IT_WAS)
    assert found(room, standing=Standing.RETIRED) == ["b-match"]


def test_what_a_learner_made_in_the_lab_stays_retired(room: AuthoringRoom) -> None:
    assert room.retiring.revive(("own-lab",), actor="Ada") == (Fate.AS_IT_WAS,)
    with reading(room.listing.database) as unit:
        assert "own-lab" not in {item.id for item in live_items(unit)}
