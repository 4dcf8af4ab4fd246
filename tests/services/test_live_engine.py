"""The lab's engine: started when needed, in time or with a sentence, for a few at once, and ended when nobody asks."""

import sys
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from app.kit.clock import SystemClock
from app.kit.errors import NotReady
from app.services.engine_client import EngineClient
from app.services.live_engine import WAITING, WITHIN, LiveEngine, no_engine
from app.variants.wire import Ping, Pong

_LISTEN = """
import sys, time
from app.variants.wire import *
while (order := read_message(sys.stdin.buffer)) is not None:
    {act}
"""
ANSWERS = _LISTEN.format(act="write_message(sys.stdout.buffer, Pong())")
GREETS_AND_HANGS = _LISTEN.format(
    act="time.sleep(60) if isinstance(order, Ping) else write_message(sys.stdout.buffer, Pong())"
)
HANGS = _LISTEN.format(act="time.sleep(60)")
Make = Callable[..., LiveEngine]


@pytest.fixture
def live() -> Iterator[Make]:
    made: list[LiveEngine] = []

    def make(script: str, *, idle: float = 60.0) -> LiveEngine:
        client = EngineClient((sys.executable, "-c", script))
        made.append(LiveEngine(lambda: client, SystemClock(), idle=idle))
        return made[-1]

    yield make
    for one in made:
        one.close()


def client_of(live: LiveEngine) -> EngineClient:
    found = live.make()
    assert isinstance(found, EngineClient)
    return found


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_nothing_starts_before_it_is_asked_and_then_once(live: Make) -> None:
    engine = live(ANSWERS)
    assert client_of(engine).starts == 0
    assert engine.ask(Ping()) == engine.ask(Ping()) == Pong()
    assert client_of(engine).starts == 1


def test_it_ends_when_nobody_asks_and_starts_again(live: Make) -> None:
    engine = live(ANSWERS, idle=0.2)
    assert engine.ask(Ping()) == Pong()
    assert client_of(engine).running
    until(lambda: not client_of(engine).running)
    assert engine.ask(Ping()) == Pong()
    assert client_of(engine).starts == 2


def test_the_limit_holds_for_waiting_starting_and_computing_together() -> None:
    assert WITHIN <= 10


def test_one_that_hangs_over_an_order_costs_the_limit_and_a_sentence_and_the_next_starts_anew(
    live: Make,
) -> None:
    engine = live(GREETS_AND_HANGS)
    for starts in (1, 2):
        begun = time.monotonic()
        with pytest.raises(NotReady, match="did not answer"):
            engine.ask(Ping(), within=2.0)
        assert time.monotonic() - begun < 6
        assert not client_of(engine).running
        assert client_of(engine).starts == starts


def test_a_start_that_takes_long_goes_on_when_nobody_waits_any_more(live: Make) -> None:
    """torch from a cold disk: the first who ask are told to try again, and then it is there."""
    engine = live(f"import time; time.sleep(1.5){ANSWERS}")
    for _ in range(2):
        with pytest.raises(NotReady, match="still being started"):
            engine.ask(Ping(), within=0.3)
    assert engine.ask(Ping()) == Pong()
    assert client_of(engine).starts == 1


@pytest.mark.parametrize(
    ("script", "part"),
    [
        ("import sys; sys.exit('No module named torch')", "No module named torch"),
        (_LISTEN.format(act="raise MemoryError"), "MemoryError"),
    ],
)
def test_one_that_is_missing_or_crashes_costs_a_sentence(live: Make, script: str, part: str) -> None:
    engine = live(script)
    for _ in range(2):
        with pytest.raises(NotReady, match=part):
            engine.ask(Ping(), within=5)


def test_who_comes_when_too_many_wait_is_told_at_once(live: Make) -> None:
    engine = live(HANGS)
    told: list[str] = []

    def ask() -> None:
        with pytest.raises(NotReady) as found:
            engine.ask(Ping(), within=1.5)
        told.append(found.value.sentence)

    threads = [threading.Thread(target=ask) for _ in range(WAITING)]
    for thread in threads:
        thread.start()
    until(lambda: engine._places._value == 0)
    start = time.monotonic()
    with pytest.raises(NotReady, match="people at once"):
        engine.ask(Ping(), within=1.5)
    assert time.monotonic() - start < 0.5
    for thread in threads:
        thread.join(10)
    assert len(told) == WAITING
    assert time.monotonic() - start < 5, "those who waited were not told in time"


def test_closing_ends_the_process_and_nothing_starts_after_it(live: Make) -> None:
    engine = live(ANSWERS)
    engine.ask(Ping())
    engine.close()
    assert not client_of(engine).running
    with pytest.raises(NotReady, match="stopped"):
        engine.ask(Ping())


def test_a_house_without_an_engine_says_so() -> None:
    with pytest.raises(NotReady, match="without an engine"):
        LiveEngine(no_engine, SystemClock()).ask(Ping())
