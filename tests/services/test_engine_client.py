"""The engine's process may be missing, crash, hang or babble: each costs one sentence, and the next order works."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.kit.errors import NotReady
from app.services.engine_client import EngineClient
from app.variants.wire import Ping, Pong

_LISTEN = """
import sys, time
from app.variants.wire import *
while (order := read_message(sys.stdin.buffer)) is not None:
    {act}
"""
ANSWERS = "write_message(sys.stdout.buffer, Pong())"


def client_of(script: str) -> EngineClient:
    """A client of a process of our own that runs this script."""
    return EngineClient((sys.executable, "-c", script))


@pytest.fixture
def honest() -> Iterator[EngineClient]:
    client = client_of(_LISTEN.format(act=ANSWERS))
    yield client
    client.close()


def test_orders_go_to_one_process(honest: EngineClient) -> None:
    assert not honest.running
    assert honest.ask(Ping(), within=5) == Pong()
    assert honest.ask(Ping(), within=5) == Pong()
    assert (honest.starts, honest.running) == (1, True)
    honest.close()
    assert not honest.running
    assert honest.ask(Ping(), within=5) == Pong()
    assert honest.starts == 2


def test_one_that_must_be_replaced_is_and_the_next_order_starts_another() -> None:
    client = client_of(_LISTEN.format(act="write_message(sys.stdout.buffer, Fault('no memory', ends=True))"))
    for starts in (1, 2):
        with pytest.raises(NotReady) as caught:
            client.ask(Ping(), within=5)
        assert (caught.value.sentence, client.starts, client.running) == ("no memory", starts, False)


def test_threads_take_turns(honest: EngineClient) -> None:
    answers: list[object] = []
    threads = [
        threading.Thread(target=lambda: answers.append(honest.ask(Ping(), within=5))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [Pong()] * 8
    assert honest.starts == 1


@pytest.mark.parametrize(
    ("script", "part"),
    [
        ("import sys; sys.exit('No module named torch')", "ended with status 1: No module named torch"),
        ("raise ImportError('libcudart.so cannot be opened')", "ImportError: libcudart.so cannot be opened"),
        ("import os; os.kill(os.getpid(), 11)", "ended with status -11"),
        (_LISTEN.format(act="raise MemoryError"), "MemoryError"),
        (_LISTEN.format(act="write_message(sys.stdout.buffer, Fault('no such recipe'))"), "no such recipe"),
        (_LISTEN.format(act="sys.stdout.write('hello'); sys.exit(0)"), "ended with status"),
        (_LISTEN.format(act="write_message(sys.stdout.buffer, Ping())"), "ended with status"),
    ],
)
def test_what_goes_wrong_is_one_sentence(script: str, part: str) -> None:
    client = client_of(script)
    for _ in range(2):
        with pytest.raises(NotReady) as found:
            client.ask(Ping(), within=5)
        assert part in found.value.sentence
    client.close()


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(NotReady, match="cannot be started"):
        EngineClient(("/nonexistent/python",)).ask(Ping(), within=5)


def test_one_that_hangs_is_stopped_in_time() -> None:
    client = client_of(_LISTEN.format(act="time.sleep(60)"))
    start = time.monotonic()
    with pytest.raises(NotReady, match="did not answer within 1 seconds"):
        client.ask(Ping(), within=0.5, starts_within=0.5)
    assert time.monotonic() - start < 10
    assert not client.running


def test_one_that_reads_nothing_is_stopped_in_time() -> None:
    client = client_of("import time; time.sleep(60)")
    with pytest.raises(NotReady, match="did not answer"):
        client.ask(Ping(), within=0.3, starts_within=0.3)


def test_closing_gives_up_the_order_under_way() -> None:
    client = client_of(_LISTEN.format(act="time.sleep(60)"))
    sentences: list[str] = []

    def ask() -> None:
        with pytest.raises(NotReady) as found:
            client.ask(Ping(), within=60)
        sentences.append(found.value.sentence)

    thread = threading.Thread(target=ask)
    thread.start()
    while not client.running:
        time.sleep(0.01)
    client.close()
    thread.join(10)
    assert not thread.is_alive()
    assert "ended with status -9" in sentences[0]


def test_the_client_loads_no_torch() -> None:
    script = (
        "import sys; import app.services.bundle, app.services.engine_client, app.jobs.bake_variants;"
        "loaded = {'torch', 'numpy', 'flint'} & set(sys.modules); sys.exit(str(loaded) if loaded else 0)"
    )
    root = Path(__file__).resolve().parent.parent.parent
    subprocess.run([sys.executable, "-c", script], check=True, cwd=root)
