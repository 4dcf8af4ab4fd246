"""How long the lab takes to answer a change of one number: the request of its script, end to end, with a warm engine."""

import http.client
import time
from pathlib import Path

from app.settings import Settings
from bench.measure import Figure, Ratio
from bench.product import free_port, keyed, prepare, served

AIM_MS = 150.0
CHANGES = 100
_K = "1+0+1+0~0+1+0+1~1+1+0+0"
_V = "1+2+0+0~0+1+2+0~0+0+1+2"
_LARGE = "~".join(["1+-2+0.5+3+-1+2+0+1"] * 5)
SIZES = {
    "the lesson's example": ("{}+0+1+0~0+1+0+1~1+1+0+0", _K, _V, ""),
    "the same with two slips": ("{}+0+1+0~0+1+0+1~1+1+0+0", _K, _V, "&slip=no-scale&slip=carry-keys"),
    "six tokens of width eight, two slips": (
        f"{{}}+2+-1+0.5+3+1+-2+1~{_LARGE}",
        f"2+0+1+1+-1+2+0+1~{_LARGE}",
        f"0+1+2+3+1+0+2+1~{_LARGE}",
        "&slip=no-scale&slip=carry-keys",
    ),
}


def measure(folder: Path, *, runs: int) -> list[Figure | Ratio]:
    """Median and slowest in a hundred of changes of one number, for matrices of several sizes."""
    prepare(Settings(data=folder), learners=1, questions=1)
    port = free_port()
    found: list[Figure | Ratio] = []
    with served(keyed(port), f"http://127.0.0.1:{port}/healthz", data=folder) as (_process, _):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        first = _milliseconds(connection, _address(*SIZES["the lesson's example"], number="0.001"))
        found.append(Figure("first change, which starts the engine", (first,), "ms"))
        for name, size in SIZES.items():
            medians, slowest = [], []
            for run in range(runs + 1):  # the first does not count
                times = sorted(
                    _milliseconds(connection, _address(*size, number=f"{run}.{change:03}"))
                    for change in range(1, CHANGES + 1)
                )
                medians.append(times[CHANGES // 2])
                slowest.append(times[-1 - CHANGES // 100])
            found.append(Figure(f"lab, {name}: median", tuple(medians[1:]), "ms"))
            found.append(Figure(f"lab, {name}: slowest in a hundred", tuple(slowest[1:]), "ms"))
            aims = tuple(AIM_MS / median for median in medians[1:])
            found.append(Ratio(f"150 ms / median of {name}", aims, 1.0))
    return found


def _address(q: str, k: str, v: str, slips: str, *, number: str) -> str:
    return f"/lab/steps?q={q.format(number)}&k={k}&v={v}{slips}"


def _milliseconds(connection: http.client.HTTPConnection, address: str) -> float:
    start = time.perf_counter()
    connection.request("GET", address)
    answer = connection.getresponse()
    body = answer.read()
    took = (time.perf_counter() - start) * 1000
    if answer.status != 200 or b"step-7" not in body:
        raise RuntimeError(f"the lab answered {answer.status} to {address}")
    return took
