"""Serving from the command line: opens the house, prints the addresses, runs until stopped."""

import fcntl
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import IO, TYPE_CHECKING

import uvicorn

from app.house import Jobs
from app.kit.errors import SetupFault
from app.port import address_of
from app.settings import Settings
from app.store.faults import spoken_files
from app.whole_answers import WholeAnswers
from app.wiring import open_house, opening

if TYPE_CHECKING:
    from app.jobs.bake_variants import BakeVariants

Say = Callable[[str], None]
_LOOK = 1.0  # seconds between looks at how far baking is


def serve_alone(settings: Settings) -> IO[str]:
    """The lock of the data folder, held while it is open: SQLite is served by one process.

    Raises SetupFault where another process serves the same folder.
    """
    with spoken_files(f"The data folder {settings.data}"):
        settings.data.mkdir(parents=True, exist_ok=True)
        lock = (settings.data / "serving.lock").open("w")
        try:
            if not settings.database_url:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as fault:
            lock.close()
            raise SetupFault(
                f"Another server already serves the data in {settings.data}. Stop it, or set KEYED_DATA to another folder."
            ) from fault
    return lock


def serve(settings: Settings, taken: socket.socket, say: Say) -> None:
    """Serve on a listening socket until stopped. Raises SetupFault or NotReady with a sentence where that cannot begin."""

    def begun(jobs: Jobs) -> None:
        if jobs.baking is not None:
            threading.Thread(target=tell_progress, args=(jobs.baking, say), daemon=True).start()

    with serve_alone(settings):
        house = open_house(settings, say)
        application = opening(house, begun)
        address = address_of(taken, settings)
        say(f"Keyed serves on {address}  (stop it with Ctrl-C)")
        say(f"Instructors: {address}/instructor/{house.first.instructor.new_link_token()}  (one use)")
        config = uvicorn.Config(
            application,
            http=WholeAnswers,
            ws="none",  # nothing here speaks it, and loading it takes time
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_keep_alive=75,  # a sitting asks for the clock every 30 s, and then has its connection still
            timeout_graceful_shutdown=5,
        )
        with suppress(KeyboardInterrupt):  # how Ctrl-C ends it, after everything was closed
            uvicorn.Server(config).run(sockets=[taken])


def tell_progress(baking: "BakeVariants", say: Say) -> None:
    """Say how far baking is: in one line that is written over on a terminal, else now and then."""
    line = sys.stderr.isatty()
    told = ""
    waited = 0.0
    while not baking.wait(_LOOK):
        sentence = baking.progress()
        waited += _LOOK
        if sentence != told and (line or not told or waited >= 15):
            (_write_over if line else say)(sentence)
            told, waited = sentence, 0.0
    end = baking.progress()
    if line and told:
        _write_over("")
    say(end or "All variants are prepared.") if told or end else None


def _write_over(sentence: str) -> None:
    sys.stderr.write(f"\r\x1b[K{sentence}")
    sys.stderr.flush()
