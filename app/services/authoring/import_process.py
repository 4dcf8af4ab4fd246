"""A foreign file read in a process of its own, with limits on time, memory and files: whatever it does, nothing here falls."""

import os
import signal
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, cast

from app.authoring.found import ReadWishes
from app.authoring.incoming import IncomingFile
from app.authoring.incoming_wire import file_of, wishes_json
from app.services.authoring.import_limits import LARGEST as LARGEST
from app.services.authoring.import_limits import LARGEST_MB as LARGEST_MB

WITHIN = 30.0  # seconds for one file, the start of the process included
AT_ONCE = 2  # processes; whoever comes third waits a moment
COMMAND = (sys.executable, "-m", "app.importer")
_ROOT = Path(__file__).resolve().parents[3]
_LATE = "Reading this file took longer than {within:.0f} seconds, so it was stopped and nothing was kept. Split it into several."
_BROKE = (
    "This file could not be read: the program that reads it ended over it, and nothing was kept. "
    "Save the file anew where it comes from, or send a part of it."
)
_NO_START = "The program that reads files cannot be started: {why}. Nothing was kept."
_TOO_LARGE = f"The file is larger than {LARGEST_MB} MB, so nothing was read. Split it into several."
_TURNS = threading.BoundedSemaphore(AT_ONCE)


@dataclass(frozen=True, slots=True)
class Unread:
    """Why nothing of a file is known, in a sentence that says what to do."""

    sentence: str


def read_apart(
    name: str, content: bytes, wishes: ReadWishes, *, within: float = WITHIN
) -> IncomingFile | Unread:
    """What of a file is on its way in, read by a process that begins and ends with it."""
    if len(content) > LARGEST:
        return Unread(_TOO_LARGE)
    with _TURNS, ReadingProcess(within=within) as process:
        return process.read(name, content, wishes)


class ReadingProcess:
    """One process with a scratch folder of its own; it may read several files one after the other.

    One that crashes or is late is killed with its folder, and the next file gets another.
    """

    def __init__(self, command: tuple[str, ...] = COMMAND, *, within: float = WITHIN) -> None:
        self._command = command
        self._within = within
        self._process: subprocess.Popen[bytes] | None = None
        self._scratch: tempfile.TemporaryDirectory[str] | None = None
        self.starts = 0

    def __enter__(self) -> "ReadingProcess":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def read(self, name: str, content: bytes, wishes: ReadWishes) -> IncomingFile | Unread:
        """What of a file is on its way in, or why nothing is; a crash and a time-out are such reasons."""
        process = self._running()
        if isinstance(process, Unread):
            return process
        late = threading.Event()
        watch = threading.Timer(self._within, self._stop, (process, late))
        watch.daemon = True
        watch.start()
        try:
            answer = self._ask(process, name, content, wishes)
        finally:
            watch.cancel()
        if answer is None:
            self.end()
            return Unread(_LATE.format(within=self._within) if late.is_set() else _BROKE)
        read, text = answer
        return file_of(text) if read else Unread(text)

    def end(self) -> None:
        """End the process, and take its folder away."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(OSError):
                cast(BinaryIO, process.stdin).close()
            process.kill()
            process.wait()
            cast(BinaryIO, process.stdout).close()
        if self._scratch is not None:
            self._scratch.cleanup()
            self._scratch = None

    def _running(self) -> "subprocess.Popen[bytes] | Unread":
        if self._process is not None and self._process.poll() is None:
            return self._process
        self.end()
        self._scratch = tempfile.TemporaryDirectory(prefix="keyed-import-")
        try:
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [*self._command, self._scratch.name],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=self._scratch.name,
                env=_environment(self._scratch.name),
                start_new_session=True,
            )
        except OSError as fault:
            return Unread(_NO_START.format(why=fault.strerror))
        self.starts += 1
        return self._process

    @staticmethod
    def _ask(
        process: subprocess.Popen[bytes], name: str, content: bytes, wishes: ReadWishes
    ) -> tuple[bool, str] | None:
        """The answer of the process; None where it ends before it has given one whole."""
        named, wished = name[:200].encode("utf-8", "replace"), wishes_json(wishes).encode()
        source, sink = cast(BinaryIO, process.stdout), cast(BinaryIO, process.stdin)
        with suppress(OSError):  # it has ended, and the empty answer says so
            sink.write(b"%d %d %d\n" % (len(named), len(wished), len(content)))
            sink.write(named + wished)
            sink.write(content)
            sink.flush()
        header = source.readline(40).split()
        if len(header) != 2:
            return None
        text = source.read(int(header[1]))
        return (header[0] == b"1", text.decode()) if len(text) == int(header[1]) else None

    @staticmethod
    def _stop(process: subprocess.Popen[bytes], late: threading.Event) -> None:
        late.set()
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)


def _environment(scratch: str) -> dict[str, str]:
    """The whole environment of the process: nothing of ours but where Python finds the program."""
    return {
        "PYTHONPATH": str(_ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
        "PATH": os.defpath,
        "HOME": scratch,
        "TMPDIR": scratch,
        "OPENBLAS_NUM_THREADS": "1",
    }
