"""`python -m bench.exam.fsyncs`: counts by strace how often the server waits for the disk while saves are acknowledged one by one."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from app.settings import ROOT
from bench.exam.seats import candidates, prepare_bank, seats
from bench.product import first_answer, free_port, keyed

SITTINGS, EACH = 25, 20  # as many at once as a sitting may send
_COUNTED = re.compile(r"^\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+)\s+(?:\d+\s+)?(fsync|fdatasync)\s*$", re.MULTILINE)


def counted(report: str) -> int:
    """The calls of fsync and fdatasync in the summary that strace writes."""
    return sum(int(count) for count, _ in _COUNTED.findall(report))


def measure(folder: Path) -> tuple[int, int]:
    """How many saves were acknowledged, one after the other, and how often the server synced meanwhile."""
    prepare_bank(folder)
    address, report = ("127.0.0.1", free_port()), folder / "strace"
    class_ = candidates(folder, seats(folder, SITTINGS), address, seed="fsyncs")
    traced = ["strace", "-f", "-c", "-e", "trace=fsync,fdatasync", "-o", str(report), sys.executable]
    process = subprocess.Popen(
        [*traced, *keyed(address[1])],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "KEYED_DATA": str(folder), "KEYED_BAKE": "false"},
        start_new_session=True,
    )
    try:
        first_answer(f"http://{address[0]}:{address[1]}/healthz", process)

        async def save() -> None:
            for candidate in class_:
                for _ in range(EACH):
                    candidate.change()
                    await candidate.save()
                candidate.line.close()

        asyncio.run(save())
    finally:
        os.killpg(
            process.pid, signal.SIGINT
        )  # strace leaves the signal to the server, and reports when that has ended
        process.wait(20)
    acknowledged = sum(one.journal.acks for one in class_)
    return acknowledged, counted(report.read_text())


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="keyed-fsyncs-") as name:
        acknowledged, syncs = measure(Path(name))
        print(f"{acknowledged} saves acknowledged one by one, {syncs} waits for the disk")
