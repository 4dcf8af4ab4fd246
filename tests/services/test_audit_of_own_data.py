"""What learners do with their own data is recorded, without a word of whose it was; counts of the forgotten are shown."""

import orjson

from app.services.own_views import Imported
from app.store.audit import recorded
from app.store.unit import reading
from tests.services.house import COMPUTATIONS, House

RIGHT_ONES = (True, False, True)


def practised(house: House) -> tuple[int, str]:
    """A learner with three answers to computations, and the item of the first."""
    guest = house.guest()
    practice_id = house.services.practise.start(guest, COMPUTATIONS)
    for n, right in enumerate(RIGHT_ONES, 1):
        house.answer(guest, practice_id, n, right=right)
        house.services.practise.open_next(guest, practice_id)
    return guest, house.variant(guest, practice_id, 1).item_id


def acts(house: House) -> list[tuple[str, str, str, dict[str, str]]]:
    """All that is recorded, the oldest first."""
    with reading(house.database) as unit:
        return [(one.actor, one.act, one.subject, dict(one.detail)) for one in reversed(recorded(unit))]


def test_every_act_is_recorded_and_none_says_whose_it_was(house: House) -> None:
    old, _ = practised(house)
    own = house.services.own_data
    file = own.export.as_json(old).content
    own.export.as_csv(old)
    done = own.imports.take_in(house.guest(), file)
    assert isinstance(done, Imported)
    own.forget(old)
    assert acts(house) == [
        ("guest", "export own data", "own data", {"format": "json"}),
        ("guest", "export own data", "own data", {"format": "csv"}),
        ("guest", "import own data", "own data", {"new": "3", "known": "0"}),
        ("guest", "forget a learner", "own data", {}),
    ]


def test_a_file_that_changes_nothing_is_not_recorded(house: House) -> None:
    house.services.own_data.imports.take_in(house.guest(), orjson.dumps({"format": "another"}))
    assert acts(house) == []


def test_an_instructor_sees_the_counts_of_the_forgotten(house: House) -> None:
    overview = house.services.overview
    guest, item = practised(house)
    assert overview.authoring_item(item).forgotten == (0, 0)
    house.services.own_data.forget(guest)
    found = [overview.authoring_item(one).forgotten for one in {v.item_id for v in house.variants.values()}]
    assert (sum(one[0] for one in found), sum(one[1] for one in found)) == (3, 2)
    assert overview.authoring_item(item).forgotten[0] >= 1
