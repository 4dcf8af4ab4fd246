"""What was baked of a computed question: read by pages in a few statements, whatever there is of it."""

import pytest

from app.kit.errors import NotFound
from app.services.authoring import baked_variants
from app.services.authoring.baked_variants import BakedVariants
from app.store.bakes import BakeRow, add_bake
from app.store.items import item_row, put_item
from app.store.presentations import VariantUseRow
from app.store.unit import reading, writing
from tests.changing import replace
from tests.databases import NOW
from tests.services.house import COMPUTATIONS, House

ITEM, WRITTEN = "weights-row-choice", "what-the-division-is-for"
NAMES = [f"{'a' * 30}{copy:02}" for copy in range(4)]
STATEMENTS = 7  # of a page of any length: how it stands, names, counts, draws, variants, what became of them


def baked_of(house: House) -> BakedVariants:
    return house.services.authoring.baked_variants


def shown_ids(house: House, **place: str) -> list[str]:
    return [one.variant_id for one in baked_of(house).page(ITEM, **place).lines]


def watched(house: House) -> list[str]:
    seen: list[str] = []
    house.database.watch(lambda one: seen.append(one) if one.lstrip()[:6].upper() == "SELECT" else None)
    return seen


def test_a_page_says_what_is_stored_of_each_variant(house: House) -> None:
    bake = BakeRow("revision-aaaa", ITEM, 100, 4, 2, {"slips-alike": 60, "rounding-tie": 1}, 0.5)
    with writing(house.database) as unit:
        add_bake(unit, bake, now=NOW)
        add_bake(unit, replace(bake, revision_id="revision-bbbb", drawn=9), now=NOW)
        unit.commit()
    view = baked_of(house).page(ITEM)
    assert (view.total, view.before, view.last, view.retired) == (4, 0, 4, False)
    assert view.bake == bake
    assert [one.variant_id for one in view.lines] == NAMES
    proof = house.variants[NAMES[0]].answer_key.proof
    assert proof is not None
    assert view.lines[0].answer == "[0.506, 0.186, 0.307]"
    assert view.lines[0].nearest
    assert float(view.lines[0].distance) == pytest.approx(proof.nearest_distance, rel=0.05)
    assert view.lines[0].use == VariantUseRow()


def test_what_became_of_a_variant_is_counted(house: House) -> None:
    guest = house.guest()
    practice = house.services.practise.start(guest, COMPUTATIONS)
    first = house.variant(guest, practice, 1)
    house.answer(guest, practice, 1, right=False)
    other = house.guest()
    house.services.practise.start(other, COMPUTATIONS)  # shown and not answered
    views = [baked_of(house).page(item) for item in (ITEM, "weights-row-numbers")]
    uses = {one.variant_id: one.use for view in views for one in view.lines}
    assert uses[first.id].answered == 1
    assert uses[first.id].right == 0
    assert sum(use.shown for use in uses.values()) == 2
    assert baked_of(house).one(first.item_id, first.id).use == uses[first.id]


def test_pages_meet_without_a_gap_in_both_directions(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(baked_variants, "PAGE", 2)
    assert shown_ids(house) == NAMES[:2]
    assert shown_ids(house, after=NAMES[1]) == NAMES[2:]
    assert shown_ids(house, before=NAMES[2]) == NAMES[:2]
    assert shown_ids(house, before=NAMES[1]) == NAMES[:2]  # the first page is a full one
    last = baked_of(house).page(ITEM, after=NAMES[2])
    assert ([one.variant_id for one in last.lines], last.before, last.last) == (NAMES[3:], 3, 4)
    for beyond in (NAMES[3], "f" * 32):
        assert shown_ids(house, after=beyond) == NAMES[2:]
    for odd in ("~", "A", "é", "a" * 33, "x\x00"):
        assert shown_ids(house, after=odd) == shown_ids(house, before=odd) == NAMES[:2]


def test_a_page_takes_as_many_statements_however_long_it_is(
    sqlite_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    baked = baked_of(sqlite_house)
    baked.page(ITEM)  # the words of slips are read once
    seen = watched(sqlite_house)
    counted = []
    for length in (1, 4):
        monkeypatch.setattr(baked_variants, "PAGE", length)
        seen.clear()
        assert len(baked.page(ITEM).lines) == length
        counted.append(len(seen))
    assert counted == [STATEMENTS, STATEMENTS]
    seen.clear()
    baked.one(ITEM, NAMES[0])
    assert len(seen) == 4


def test_a_variant_of_an_older_version_is_said_to_be_one(sqlite_house: House) -> None:
    house = sqlite_house
    assert not baked_of(house).one(ITEM, NAMES[0]).older
    with reading(house.database) as unit:
        item = item_row(unit, ITEM)
    assert item is not None
    with writing(house.database) as unit:
        put_item(unit, replace(item, latest_revision_id="revision-new"), text="id: x\n", now=NOW)
        unit.commit()
    view = baked_of(house).page(ITEM)
    assert (view.lines, view.total, view.last, view.bake) == ((), 0, 0, None)
    older = baked_of(house).one(ITEM, NAMES[0])
    assert older.older
    assert older.variant_id == NAMES[0]


def test_a_variant_comes_with_what_is_told_and_with_every_slip(sqlite_house: House) -> None:
    view = baked_of(sqlite_house).one(ITEM, NAMES[0])
    assert view.feedback.proof is None  # it stands apart
    assert view.proof is not None
    assert [one.correct for one in view.feedback.options].count(True) == 1
    right, *slips = view.slips
    assert right.names == ()
    offered = {one.option for one in view.slips if one.option}
    assert offered == {"A", "B", "C", "D"}
    assert all(one.names and one.numbers for one in slips)


@pytest.mark.parametrize(
    ("item", "variant", "sentence"),
    [
        ("no-such", NAMES[0], "no item of that name"),
        (WRITTEN, NAMES[0], "written by its author"),
        (ITEM, "b" * 30 + "00", "no variant of that name"),  # of another question
        (ITEM, "f" * 32, "no variant of that name"),
        (ITEM, "a" * 5000, "no variant of that name"),
        (ITEM, "x\x00y", "no variant of that name"),
    ],
)
def test_what_is_not_there_is_said(sqlite_house: House, item: str, variant: str, sentence: str) -> None:
    with pytest.raises(NotFound, match=sentence):
        baked_of(sqlite_house).one(item, variant)
    if "variant" not in sentence:
        with pytest.raises(NotFound, match=sentence):
            baked_of(sqlite_house).page(item)
