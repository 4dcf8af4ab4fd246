"""The lab's engine: started when needed, in time or with a sentence, for a few at once, and ended when nobody asks."""

import signal
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
        with pytest.raises(NotReady, match="being started"):
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


def crowd(engine: LiveEngine, within: float) -> tuple[list[threading.Thread], list[str]]:
    """As many as may wait, each asking once, and what each of them was told in place of an answer."""
    told: list[str] = []

    def ask() -> None:
        try:
            engine.ask(Ping(), within=within)
        except NotReady as problem:
            told.append(problem.sentence)

    threads = [threading.Thread(target=ask) for _ in range(WAITING)]
    for thread in threads:
        thread.start()
    until(lambda: engine._places._value == 0)
    return threads, told


@pytest.mark.parametrize("script", [HANGS, GREETS_AND_HANGS, "import time; time.sleep(60)"])
def test_who_waits_behind_one_that_does_not_answer_is_told_so_and_not_that_it_is_busy(
    live: Make, script: str
) -> None:
    """An engine that hangs when it starts, that hangs over an order, and that never reads anything."""
    engine = live(script)
    threads, told = crowd(engine, 1.5)
    start = time.monotonic()
    with pytest.raises(NotReady, match="does not answer") as found:
        engine.ask(Ping(), within=1.5)
    assert time.monotonic() - start < 0.5, "whoever finds no place is told at once"
    for thread in threads:
        thread.join(10)
    assert time.monotonic() - start < 5, "those who waited were not told in time"
    assert len(told) == WAITING
    assert not [one for one in (*told, found.value.sentence) if "many people" in one]
    assert all("did not answer" in one or "does not answer" in one for one in told)


def test_an_engine_that_was_stopped_from_outside_is_told_to_those_behind(live: Make) -> None:
    engine = live(ANSWERS)
    engine.ask(Ping())
    child = client_of(engine)._child
    assert child is not None
    time.sleep(1.1)  # the answer from before must not count for those who come now
    child.process.send_signal(signal.SIGSTOP)
    threads, told = crowd(engine, 1.0)
    for thread in threads:
        thread.join(10)
    assert told
    assert not [one for one in told if "many people" in one]


def test_many_at_once_is_said_where_orders_are_being_answered(live: Make) -> None:
    """Each takes a third of what anybody waits, so a few are answered, and the others are held up by them."""
    engine = live(_LISTEN.format(act="time.sleep(0.5); write_message(sys.stdout.buffer, Pong())"))
    engine.ask(Ping())
    threads, told = crowd(engine, 1.7)
    with pytest.raises(NotReady, match="many people at once"):
        engine.ask(Ping(), within=1.7)
    for thread in threads:
        thread.join(10)
    assert 0 < len(told) < WAITING
    assert [one for one in told if "many people" in one]


def test_whoever_comes_to_their_turn_with_hardly_any_time_left_does_not_end_a_good_engine(live: Make) -> None:
    engine = live(_LISTEN.format(act="time.sleep(0.9); write_message(sys.stdout.buffer, Pong())"))
    engine.ask(Ping())
    first = threading.Thread(target=engine.ask, args=(Ping(),))
    first.start()
    time.sleep(0.05)
    with pytest.raises(NotReady, match="many people at once"):
        engine.ask(Ping(), within=0.9)
    first.join(10)
    assert engine.ask(Ping()) == Pong()
    assert client_of(engine).starts == 1


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
