"""The engine's process as its parent sees it: started when needed, asked with a time limit, replaced when it fails.

Nothing of torch is loaded here. A missing, crashing or hanging torch costs one sentence and never a page.
"""

import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, BinaryIO, cast

from app.kit.errors import NotReady
from app.variants.wire import Answer, Fault, Order, read_message, write_message

COMMAND = (sys.executable, "-m", "app.worker")
STARTS_WITHIN = 60.0  # the first answer includes loading torch


class EngineClient:
    """One engine process behind a lock: one order at a time.

    `environment` is the whole environment of the process, None for this one's own.
    """

    def __init__(
        self, command: Sequence[str] = COMMAND, *, environment: Mapping[str, str] | None = None
    ) -> None:
        self._command = tuple(command)
        self._environment = None if environment is None else dict(environment)
        self._turn = threading.Lock()
        self._child: _Child | None = None
        self.starts = 0

    @property
    def running(self) -> bool:
        """Whether a process is there."""
        return self._child is not None and self._child.process.poll() is None

    def ask(self, order: Order, *, within: float, starts_within: float = STARTS_WITHIN) -> Answer:
        """The answer to an order, in at most `within` seconds; the first order may take a start longer.

        Raises NotReady with a sentence where the process cannot be started, ends, says what is wrong, or does not
        answer in time; it is then stopped, and the next order starts another.
        """
        with self._turn:
            child, limit = self._child, within
            if child is None or not self.running:
                self._end()
                child, limit = self._start(), within + starts_within
            answer = child.ask(order, limit)
            if answer is None:
                sentence = child.last_words(limit)
                self._end()
                raise NotReady(sentence)
            if isinstance(answer, Fault) and answer.ends:
                self._end()
                raise NotReady(answer.sentence)
            if isinstance(answer, Fault):
                raise NotReady(f"The engine could not do this: {answer.sentence}")
            return answer

    def close(self) -> None:
        """End the process at once; an order under way fails."""
        child = self._child
        if child is not None:
            child.process.kill()
        with self._turn:
            self._end()

    def _start(self) -> "_Child":
        complaints = cast(IO[bytes], tempfile.TemporaryFile())  # noqa: SIM115 - closed with the process
        try:
            process = subprocess.Popen(  # noqa: S603 - our own program
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaints,
                env=self._environment,
            )
        except OSError as fault:
            complaints.close()
            raise NotReady(f"The engine's process cannot be started: {fault.strerror}.") from fault
        self.starts += 1
        self._child = _Child(process, complaints)
        threading.Thread(target=self._child.listen, name="engine answers", daemon=True).start()
        return self._child

    def _end(self) -> None:
        if self._child is not None:
            self._child.end()
            self._child = None


@dataclass(slots=True)
class _Child:
    """One process with its pipes. An answer of None means that it has ended."""

    process: subprocess.Popen[bytes]
    complaints: IO[bytes]
    answers: "queue.SimpleQueue[Answer | None]" = field(default_factory=queue.SimpleQueue)
    late: bool = False

    def ask(self, order: Order, limit: float) -> Answer | None:
        """Send an order and wait; a process that is late is killed, which ends sending and waiting alike."""
        watch = threading.Timer(limit, self._give_up)
        watch.daemon = True
        watch.start()
        try:
            with suppress(OSError):  # the process has ended, and the listener says so
                write_message(cast(BinaryIO, self.process.stdin), order)
            return self.answers.get()
        finally:
            watch.cancel()

    def listen(self) -> None:
        """Hand over every answer until the process ends; a message that is cut off is an end too."""
        stream = cast(BinaryIO, self.process.stdout)
        try:
            with stream, suppress(EOFError, OSError):
                while isinstance(message := read_message(stream), Answer):
                    self.answers.put(message)
        finally:
            self.answers.put(None)

    def last_words(self, limit: float) -> str:
        """Why it gave no answer: it was late, or its exit status and the last line that it wrote."""
        if self.late:
            return (
                f"The engine did not answer within {limit:.0f} seconds and was stopped. "
                "It is started again when it is next needed."
            )
        self.process.kill()
        status = self.process.wait()
        self.complaints.seek(0)
        lines = self.complaints.read().decode(errors="replace").strip().splitlines()
        said = f": {lines[-1][:300]}" if lines else ""
        return (
            f"The engine's process ended with status {status}{said}. Try again: it is started anew by itself. "
            "If it ends again, “keyed doctor” says more to whoever runs this server."
        )

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        with suppress(OSError):  # what was not sent is of no use to a process that has ended
            cast(BinaryIO, self.process.stdin).close()
        self.complaints.close()

    def _give_up(self) -> None:
        self.late = True
        self.process.kill()
