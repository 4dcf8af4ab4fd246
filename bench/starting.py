"""From the start of the process to its first answer, against a bare process of the same libraries."""

from pathlib import Path

from bench.measure import Figure, Ratio, alternate, ratio
from bench.product import free_port, keyed, resident_mb, served

_BARE = "import sqlalchemy, uvicorn; from bench.bare_server import app; uvicorn.run(app, port={port}, log_level='error')"


def measure(folder: Path, *, runs: int) -> list[Figure | Ratio]:
    """The very first start, which loads the questions, then starts on the loaded database, ours and bare in turn."""
    memories: list[float] = []

    def ours() -> float:
        port = free_port()
        with served(keyed(port), f"http://127.0.0.1:{port}/", data=folder, bake=True) as (process, taken):
            memories.append(resident_mb(process))
            return taken

    def bare() -> float:
        port = free_port()
        command = ["-c", _BARE.format(port=port)]
        with served(command, f"http://127.0.0.1:{port}/page", data=folder) as (_, taken):
            return taken

    def ours_for_exams() -> float:
        port = free_port()
        with served(keyed(port), f"http://127.0.0.1:{port}/healthz", data=folder) as (_, taken):
            return taken

    first = ours()
    start, bare_start, exams = alternate(runs, ours, bare, ours_for_exams)
    return [
        Figure("very first start, which loads the questions", (first,), "s"),
        Figure("memory after that first start", (memories[0],), "MB"),
        Figure("start to first answer (aim: under 0.6)", start, "s"),
        Figure("start until running exams are answered", exams, "s"),
        Figure("memory after a start (aim: under 150)", tuple(memories[2:]), "MB"),
        Figure("bare FastAPI, Jinja2 and SQLAlchemy to first answer", bare_start, "s"),
        ratio("bare start / start", bare_start, start, aim=0.5),
    ]
