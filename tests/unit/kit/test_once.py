"""What is made at its first use: once, whoever comes at the same time, and again where making failed."""

from concurrent.futures import ThreadPoolExecutor
from time import sleep

import pytest

from app.kit.once import Once


def test_many_who_come_at_once_get_the_same() -> None:
    made: list[object] = []

    def make() -> object:
        sleep(0.02)
        made.append(object())
        return made[-1]

    once = Once(make)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: once(), range(16)))
    assert len(made) == 1
    assert all(one is made[0] for one in found)


def test_making_that_failed_is_tried_again() -> None:
    turns = iter((False, True))

    def make() -> str:
        if next(turns):
            return "made"
        raise ValueError("not yet")

    once = Once(make)
    with pytest.raises(ValueError, match="not yet"):
        once()
    assert once() == "made"
    assert once() == "made"
