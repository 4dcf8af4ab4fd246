"""The served product as a process group of its own, which can be killed at once and started again."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from app.settings import ROOT
from bench.exam.wire import Address, Line, NoReply
from bench.product import free_port, keyed


@dataclass
class Server:
    """One server over a data folder, on one port of loopback however often it is started."""

    data: Path
    bake: bool = False
    address: Address = field(default_factory=lambda: ("127.0.0.1", free_port()))
    started_at: float = 0.0
    _process: subprocess.Popen[bytes] | None = None

    async def start(self) -> float:
        """Start, and wait for the first answer; the moment of that answer."""
        environment = {
            **os.environ,
            "KEYED_DATA": str(self.data),
            "KEYED_BAKE": str(self.bake),
            "KEYED_VARIANTS": "40",
            "KEYED_DEVICE": "cpu",
        }
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # a start of an installed product compiles nothing
        self._process = subprocess.Popen(
            [sys.executable, *keyed(self.address[1])],
            cwd=ROOT,
            env=environment,
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.started_at = time.perf_counter()
        return await self._first_answer()

    def kill(self) -> None:
        """End the server and all that it started, as a power cut of the process would."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(20)
            self._process = None

    def stop(self) -> None:
        """End the server as an operator does."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()
            self._process = None

    async def _first_answer(self) -> float:
        line = Line(self.address, patience=5.0)
        for _ in range(3000):
            try:
                reply = await line.get("/healthz")
            except NoReply:
                if self._process is not None and self._process.poll() is not None:
                    raise RuntimeError(f"the server ended with status {self._process.returncode}") from None
            else:
                if reply.status == 200:
                    line.close()
                    return time.perf_counter()
            await asyncio.sleep(0.01)
        raise RuntimeError("the server did not answer within 30 seconds")
