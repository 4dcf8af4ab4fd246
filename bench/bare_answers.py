"""The bare answer: FastAPI with form parameters or a JSON body, and each row durable by a group commit before the reply."""

import asyncio
import os
import queue
import sqlite3
import threading
from pathlib import Path
from typing import Annotated

from fastapi import FastAPI, Form, Response
from pydantic import BaseModel

Row = tuple[str, str, int]
_waiting: "queue.SimpleQueue[tuple[Row, asyncio.AbstractEventLoop, asyncio.Future[None]]]" = (
    queue.SimpleQueue()
)


def _save() -> None:
    """One writing thread: all rows that wait share a commit, and are acknowledged after it."""
    path = Path(os.environ["KEYED_DATA"]) / f"bare-answers-{os.getpid()}.sqlite3"
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE answers (id INTEGER PRIMARY KEY, a TEXT, b TEXT, c INT)")
    while True:
        group = [_waiting.get()]
        while not _waiting.empty():
            group.append(_waiting.get())
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("INSERT INTO answers (a, b, c) VALUES (?, ?, ?)", [row for row, *_ in group])
        connection.execute("COMMIT")
        for loop in {loop for _, loop, _ in group}:
            loop.call_soon_threadsafe(_acknowledge, [future for _, of, future in group if of is loop])


def _acknowledge(saved: list[asyncio.Future[None]]) -> None:
    for future in saved:
        if not future.done():
            future.set_result(None)


threading.Thread(target=_save, daemon=True).start()
app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)


@app.post("/answer")
async def answer(
    csrf_token: Annotated[str, Form()], submission_id: Annotated[str, Form()], option: Annotated[int, Form()]
) -> Response:
    """Saves the row, then sends the browser on, as ours does."""
    loop = asyncio.get_running_loop()
    saved: asyncio.Future[None] = loop.create_future()
    _waiting.put(((csrf_token, submission_id, option), loop, saved))
    await saved
    return Response(status_code=303, headers={"Location": "/feedback"})


class Change(BaseModel):
    """A change of one question of an exam."""

    n: int
    seq: int
    positions: list[str]
    typed: list[str]
    flagged: bool
    struck: list[int]
    spent_ms: int


class Changes(BaseModel):
    """What a page sends."""

    csrf_token: str
    holder: int
    changes: list[Change]


@app.post("/changes")
async def changes(sent: Changes) -> dict[str, int]:
    """Saves the row, then says so."""
    loop = asyncio.get_running_loop()
    saved: asyncio.Future[None] = loop.create_future()
    first = sent.changes[0]
    _waiting.put(((sent.csrf_token, first.model_dump_json(), first.seq), loop, saved))
    await saved
    return {"n": first.n, "seq": first.seq}
