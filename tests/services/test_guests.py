"""Guests are known again by a token that only they have, renewed once a day; instructors come by a link, once."""

import asyncio
import contextlib
import threading
from datetime import timedelta

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.exc import DBAPIError

from app.kit.errors import Refused
from app.kit.ids import token_hash
from app.store.audit import recorded
from app.store.learners import guest_tokens, learners
from app.store.unit import reading, writing
from tests.databases import NOW
from tests.services.house import House


def test_a_guest_is_found_by_the_token_alone(house: House) -> None:
    guests = house.services.guests
    one, two = guests.welcome(), guests.welcome()
    assert one.learner_id != two.learner_id
    assert one.fresh_token is not None
    assert len(one.fresh_token) >= 43  # 256 bits
    found = guests.find(one.fresh_token, NOW)
    assert found is not None
    assert (found.learner_id, found.fresh_token) == (one.learner_id, None)
    for token in (None, "", "x" * 43, "é" * 43, "\ud800", token_hash(one.fresh_token)):
        assert guests.find(token, NOW) is None


def test_only_the_hash_is_stored(house: House) -> None:
    guest = house.services.guests.welcome()
    with reading(house.database) as unit:
        stored = list(unit.connection.scalars(select(guest_tokens.c.token_hash)))
    assert stored == [token_hash(guest.fresh_token or "")]


def test_a_token_is_renewed_once_a_day_and_holds_a_year(house: House) -> None:
    guests = house.services.guests
    guest = guests.welcome()
    token = guest.fresh_token
    house.clock.move_to(NOW + timedelta(hours=23))
    assert guests.find(token, house.clock.now()).fresh_token is None  # type: ignore[union-attr]
    house.clock.move_to(NOW + timedelta(days=300))
    assert guests.find(token, house.clock.now()).fresh_token == token  # type: ignore[union-attr]
    assert guests.find(token, house.clock.now()).fresh_token is None  # type: ignore[union-attr]
    house.clock.move_to(NOW + timedelta(days=664))
    assert guests.find(token, house.clock.now()) is not None
    house.clock.move_to(NOW + timedelta(days=664 + 366))
    assert guests.find(token, house.clock.now()) is None


def test_who_answers_is_known_by_the_same_token_and_it_is_not_renewed(house: House) -> None:
    guests = house.services.guests
    guest = guests.welcome()
    tokens = (guest.fresh_token, None, "x" * 43, "é" * 43)

    def known(days: int) -> list[int | None]:
        now = NOW + timedelta(days=days)
        found = [asyncio.run(guests.known(token, now)) for token in tokens]
        assert all(one is None or one.fresh_token is None for one in found)
        return [one and one.learner_id for one in found]

    assert known(300) == [guest.learner_id, None, None, None]
    assert known(366) == [None] * 4


def test_looking_makes_no_guest(house: House) -> None:
    house.services.practise.home(None)
    with reading(house.database) as unit:
        assert unit.connection.scalar(select(func.count()).select_from(learners)) == 0


def test_the_link_works_once_and_is_recorded(house: House) -> None:
    instructor = house.services.instructor
    token = instructor.new_link_token()
    cookie = instructor.trade(token, "  Ada Lovelace ")
    assert instructor.is_instructor(cookie) == "Ada Lovelace"
    with pytest.raises(Refused, match="has been used"):
        instructor.trade(token, "Eve")
    for stranger in ("", token, "é", "x" * 43):
        assert instructor.is_instructor(stranger) is None
    with reading(house.database) as unit:
        (entry,) = recorded(unit)
    assert (entry.actor, entry.act, entry.at) == ("instructor link: Ada Lovelace", "login", NOW)


def test_a_new_start_voids_the_old_link_and_keeps_the_logins(house: House) -> None:
    instructor = house.services.instructor
    cookie = instructor.trade(instructor.new_link_token(), "Ada")
    old = instructor.new_link_token()
    instructor.new_link_token()
    with pytest.raises(Refused):
        instructor.trade(old, "Ada")
    assert instructor.is_instructor(cookie) == "Ada"
    house.clock.move_to(NOW + timedelta(hours=12))
    assert instructor.is_instructor(cookie) is None


def test_of_many_at_once_one_gets_in(house: House) -> None:
    token = house.services.instructor.new_link_token()
    got: list[str] = []

    def trade() -> None:
        with contextlib.suppress(Refused):
            got.append(house.services.instructor.trade(token, "x" * 500))

    threads = [threading.Thread(target=trade) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(got) == 1
    assert house.services.instructor.is_instructor(got[0]) == "x" * 100
    with reading(house.database) as unit:
        assert len(recorded(unit)) == 1


@pytest.mark.parametrize("statement", ["UPDATE audit SET act = 'x'", "DELETE FROM audit"])
def test_the_record_cannot_be_changed(house: House, statement: str) -> None:
    house.services.instructor.trade(house.services.instructor.new_link_token(), "Ada")
    with pytest.raises(DBAPIError, match="keeps what it holds"), writing(house.database) as unit:
        unit.connection.execute(text(statement))
    with reading(house.database) as unit:
        assert len(recorded(unit)) == 1
