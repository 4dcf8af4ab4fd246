"""What instructors wait for: statistics counted from 100,000 answers, and the pages that show them."""

import random
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from time import perf_counter

import orjson
from sqlalchemy import insert
from starlette.testclient import TestClient

from app.house import House
from app.services.authoring.measuring import Measuring
from app.settings import Settings
from app.store.items import live_items
from app.store.learners import learners
from app.store.practices import practices
from app.store.presentations import presentations
from app.store.responses import responses
from app.store.unit import reading, writing
from app.store.variants import variant_ids
from app.wiring import open_house, web_application
from bench.measure import Figure

ANSWERS = 100_000
PEOPLE = 1_000
_JUDGED = orjson.dumps({"fields": [], "candidates": [], "coarse": False}).decode()


def measure(folder: Path, *, runs: int) -> Sequence[Figure]:
    """Answers of a thousand learners to the shipped bank, counted and looked at."""
    settings = Settings(data=folder, bake=False, _env_file=None)  # type: ignore[call-arg]
    house = open_house(settings, lambda _sentence: None)
    fill(house)
    began = perf_counter()
    Measuring(house.database, house.clock).refresh()
    counted = perf_counter() - began
    with reading(house.database) as unit:
        item = live_items(unit)[0].id
    with TestClient(web_application(house), base_url="http://127.0.0.1:8000") as client:
        come_in(client, house)
        pages = [
            timed(lambda address=address: client.get(address).raise_for_status(), runs)  # type: ignore[misc]
            for address in (f"/authoring/items/{item}/statistics", "/authoring/banks/attention/statistics")
        ]
    return [
        Figure(f"Counting {ANSWERS:,} answers, in the background", (counted * 1000,), "ms"),
        Figure("Page of an item's statistics, aim 500 ms", pages[0], "ms"),
        Figure("Page of a bank's statistics, aim 500 ms", pages[1], "ms"),
    ]


def timed(act: Callable[[], object], runs: int) -> tuple[float, ...]:
    """Milliseconds of each of some runs, after one that does not count."""
    act()
    found = []
    for _ in range(max(runs, 5)):
        began = perf_counter()
        act()
        found.append((perf_counter() - began) * 1000)
    return tuple(found)


def come_in(client: TestClient, house: House) -> None:
    """Trade an instructor's link for the cookie."""
    link = f"/instructor/{house.services.instructor.new_link_token()}"
    page = client.get(link).text
    token = page.partition('name="csrf_token" value="')[2].partition('"')[0]
    client.post(link, data={"csrf_token": token, "name": "Ada"}, headers={"Sec-Fetch-Site": "same-origin"})


def fill(house: House) -> None:
    """A thousand learners with a hundred answers each, the stronger ones right more often."""
    chance, now, numbers = random.Random(1), house.clock.now(), count(1)
    with reading(house.database) as unit:
        asked = [
            (item.id, ids[0])
            for item in live_items(unit)
            if (ids := variant_ids(unit, item.latest_revision_id))
        ]
    runs, shown, given = [], [], []
    for person in range(1, PEOPLE + 1):
        name, strength = f"bench-{person:010}", chance.random()
        runs.append(
            {
                "id": name,
                "learner_id": person,
                "kind": "mix",
                "length": 100,
                "state": "any",
                "scheduled": True,
                "started_at": now,
            }
        )
        for n, (item_id, variant_id) in enumerate(chance.sample(asked, ANSWERS // PEOPLE), 1):
            number = next(numbers)
            fine = chance.random() < strength
            shown.append(
                {
                    "id": number,
                    "practice_id": name,
                    "n": n,
                    "learner_id": person,
                    "item_id": item_id,
                    "variant_id": variant_id,
                    "why": "new",
                    "presented_at": now,
                }
            )
            sent = orjson.dumps({"positions": ["1" if fine else "2"], "typed": []}).decode()
            given.append(
                {
                    "presentation_id": number,
                    "learner_id": person,
                    "given": sent,
                    "points": float(fine),
                    "correct": fine,
                    "judged": _JUDGED,
                    "received_at": now,
                }
            )
    with writing(house.database) as unit:
        unit.connection.execute(
            insert(learners), [{"id": n, "created_at": now} for n in range(1, PEOPLE + 1)]
        )
        for table, rows in ((practices, runs), (presentations, shown), (responses, given)):
            unit.connection.execute(insert(table), rows)
        unit.commit()
