"""The bare durable commit: what this disk allows, one row per commit on one connection."""

import sqlite3
import time
from pathlib import Path


def bare_commits(folder: Path, *, limit: float) -> float:
    """Rows per second in SQLite with WAL and synchronous=FULL, each row in a commit of its own."""
    path = folder / f"bare-{time.monotonic_ns()}.sqlite3"
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE answers (id INTEGER PRIMARY KEY, a INT, b INT, c TEXT, d TEXT, e REAL)")
    start = time.perf_counter()
    count = 0
    while time.perf_counter() - start < limit:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(
            "INSERT INTO answers (a, b, c, d, e) VALUES (?, ?, ?, ?, ?)", (count, 2, "x" * 40, "y", 0.5)
        )
        connection.execute("COMMIT")
        count += 1
    taken = time.perf_counter() - start
    connection.close()
    return count / taken
