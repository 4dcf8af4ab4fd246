"""Progress over the real store: the misconception map, what is ahead, and how many statements it costs."""

from collections.abc import Sequence
from datetime import date, timedelta
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import insert

from app.scheduling.days import days_in
from app.scheduling.evidence import Trend
from app.services.looking_back import LookingBack
from app.services.practise import RawAnswer
from app.services.progress_views import ProgressView
from app.services.progressing import Progressing
from app.store.misconceptions import replace_item_misconceptions
from app.store.presentations import presentations
from app.store.responses import responses
from app.store.time_zones import put_zone
from app.store.unit import reading, writing
from tests.databases import NOW
from tests.services.house import COMPUTATIONS, CONCEPTS, House

DAY = timedelta(days=1)
TYPED, CHOSEN = "weights-row-typed", "weights-row-choice"
DOUBTFUL = '{"fields":[false],"candidates":[["no-scale"],["divide-by-d-k"]],"coarse":false}'
CERTAIN = '{"fields":[false],"candidates":[["no-scale"]],"coarse":false}'
COMPOUND = '{"fields":[false],"candidates":[["no-scale","carry-keys"]],"coarse":false}'
UNNAMED = '{"fields":[false],"candidates":[],"coarse":false}'
FINE = '{"fields":[true],"candidates":[],"coarse":false}'
Answer = tuple[str, bool, str | None]  # what was judged, whether it was right, and how sure


def stored(house: House, answers: Sequence[Answer], *, apart: timedelta = timedelta(minutes=1)) -> int:
    """A learner with these answers to one question, as if they had been given one after the other from NOW on."""
    guest = house.guest()
    practice_id = house.services.practise.start(guest, COMPUTATIONS)
    variant = house.variant(guest, practice_id, 1)
    asked = [
        {
            "practice_id": practice_id, "n": n, "learner_id": guest, "item_id": variant.item_id,
            "variant_id": variant.id, "why": "new", "presented_at": NOW,
        }
        for n in range(2, len(answers) + 2)
    ]  # fmt: skip
    with writing(house.database) as unit:
        replace_item_misconceptions(unit, {variant.item_id: ["no-scale", "divide-by-d-k"]})
        for start in range(0, len(asked), 500):
            unit.connection.execute(insert(presentations), asked[start : start + 500])
        numbers = unit.connection.execute(
            presentations.select().where(presentations.c.practice_id == practice_id, presentations.c.n > 1)
        ).all()
        given = [
            {
                "presentation_id": row.id, "learner_id": guest, "given": "{}", "points": float(right),
                "correct": right, "judged": judged, "confidence": said, "received_at": NOW + turn * apart,
            }
            for turn, (row, (judged, right, said)) in enumerate(
                zip(sorted(numbers, key=lambda one: one.n), answers, strict=True)
            )
        ]  # fmt: skip
        for start in range(0, len(given), 500):
            unit.connection.execute(insert(responses), given[start : start + 500])
        unit.commit()
    house.clock.move_to(NOW + len(answers) * apart)
    return guest


def view_of(house: House, guest: int) -> ProgressView:
    return house.services.overview.progress(guest)


def wrong(judged: str) -> Answer:
    return (judged, False, None)


RIGHT: Answer = (FINE, True, None)


def test_the_map_counts_lays_out_and_ranks(house: House) -> None:
    guest = stored(house, [wrong(DOUBTFUL), wrong(CERTAIN), wrong(UNNAMED), wrong(COMPOUND), RIGHT])
    first, second = view_of(house, guest).slips
    assert (first.slug, first.count, first.certain, first.chances) == ("no-scale", 3, 2, 1)
    assert first.last == NOW + timedelta(minutes=3)
    assert (first.trend, first.practisable, first.in_lab) == (Trend.LIVE, True, True)
    assert (second.slug, second.count, second.practisable) == ("carry-keys", 1, False)


def test_a_slip_fades_by_right_answers_since_and_comes_back(house: House) -> None:
    past: list[Answer] = [RIGHT, wrong(CERTAIN)]
    guessed: Answer = (FINE, True, "guess")
    for more, chances, trend in (
        ([guessed, wrong(UNNAMED)], 0, Trend.LIVE),
        ([RIGHT, RIGHT], 2, Trend.FADING),
        ([RIGHT, RIGHT, RIGHT], 5, Trend.GONE),
        ([wrong(CERTAIN)], 0, Trend.LIVE),
    ):
        past += more
        (slip,) = view_of(house, stored(house, past)).slips
        assert (slip.chances, slip.trend) == (chances, trend)


def test_days_are_those_of_the_time_zone(house: House) -> None:
    guest = stored(house, [wrong(CERTAIN), RIGHT, RIGHT], apart=timedelta(hours=7))
    services = house.services
    views = {}
    for zone in ("UTC", "Asia/Kathmandu", "America/New_York"):
        with reading(house.database) as unit:
            back = LookingBack(unit, services.overview.pages, services.vocabulary.words(), house.clock.now())
            views[zone] = Progressing(back, guest, days_in(zone)).view().over_time
    for zone, found in views.items():
        moments = [(NOW + turn * timedelta(hours=7)).astimezone(ZoneInfo(zone)) for turn in range(3)]
        by_day: dict[date, int] = {}
        for moment in moments:
            by_day[moment.date()] = by_day.get(moment.date(), 0) + 1
        assert {
            one.start: count.answered
            for one, count in zip(found.bins, found.answers, strict=True)
            if count.answered
        } == by_day
        assert sum(found.slips[0].counts) == 1
        with writing(house.database) as unit:
            put_zone(unit, guest, zone, now=NOW)
            unit.commit()
        view = view_of(house, guest)
        assert view.over_time == found
        assert view.slips[0].last.date() == moments[0].date()


def test_what_is_ahead(house: House) -> None:
    guest = house.guest()
    practice_id = house.services.practise.start(guest, CONCEPTS)
    house.answer(guest, practice_id, 1)
    house.services.practise.open_next(guest, practice_id)
    house.answer(guest, practice_id, 2, right=False)
    ahead = view_of(house, guest).ahead
    assert ahead.remembered == 2
    assert [one.share for one in ahead.expected[:1]] == [0.5]
    assert ahead.expected[-1].share < 0.5
    assert len(ahead.days) == 14
    assert ahead.days[0].count == ahead.due.today == 1
    assert sum(one.count for one in ahead.days[:8]) == 2
    assert view_of(house, house.guest()).ahead.expected == ()


def test_the_page_takes_as_many_statements_for_thousands_of_answers_as_for_one(house: House) -> None:
    seen: list[str] = []
    house.database.watch(seen.append)
    view_of(house, house.guest())  # the words are read once
    counts = []
    for answers in ([wrong(CERTAIN)], [wrong(DOUBTFUL), RIGHT, wrong(CERTAIN), wrong(UNNAMED)] * 500):
        guest = stored(house, answers, apart=timedelta(hours=3))
        seen.clear()
        view = view_of(house, guest)
        assert view.answered == len(answers)
        counts.append(sum("SELECT" in one for one in seen))
    assert counts[0] == counts[1] <= 12


def test_an_answer_through_the_front_door_is_on_the_map(house: House) -> None:
    guest = house.guest()
    practice_id = house.services.practise.start(guest, COMPUTATIONS)
    house.respond(guest, practice_id, 1, RawAnswer(("1",), ("0.665", "0.090", "0.245"), ""))
    view = view_of(house, guest)
    assert view.answered == 1
    assert [one.slug for one in view.slips] in (["no-scale"], [])
    assert view.over_time.bins[0].start == NOW.date()


@pytest.mark.parametrize("learner", [None, "another"])
def test_nobody_sees_anothers_answers(house: House, learner: str | None) -> None:
    guest = stored(house, [wrong(CERTAIN)])
    other = house.guest() if learner else guest + 1000
    view = view_of(house, other)
    assert (view.answered, view.slips, view.over_time.bins) == (0, (), ())
