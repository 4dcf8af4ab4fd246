"""A candidate without a browser: takes an exam, begins, and saves every change as the page's script does."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

import orjson

from bench.exam.forms import FilledForm, form_to
from bench.exam.journal import Ack, Change, Journal, Stamp
from bench.exam.papers import Paper, some_answer, some_strikes
from bench.exam.wire import Line, NoReply, Reply

MOST_IN_A_REQUEST = 100
BACK_OFF = (0.5, 1.0, 2.0, 4.0, 5.0)  # seconds after failures in a row, as in static/src/exam/saving.js
FINAL = frozenset({"taken", "repeated", "older", "ousted", "late"})


class Refused(Exception):
    """The server answered with something that a candidate does not expect."""


def _expect(reply: Reply, status: int) -> Reply:
    if reply.status != status:
        raise Refused(f"{reply.status} where {status} was expected: {reply.body[:300]!r}")
    return reply


async def rules(line: Line, exam_id: str) -> FilledForm:
    """Choose an exam as it is, and read its rules; the form that takes it."""
    path = f"/exams/{exam_id}"
    page = _expect(await line.get(path), 200)
    choice = form_to(page.body.decode(), path, "get")
    page = _expect(await line.get(f"{path}?{urlencode(choice.fields)}"), 200)
    return form_to(page.body.decode(), path)


async def begin(line: Line, sitting: str) -> str:
    """Start the clock; the token of this candidate's forms."""
    page = _expect(await line.get(f"/exams/sittings/{sitting}"), 200)
    form = form_to(page.body.decode(), f"/exams/sittings/{sitting}/begin")
    _expect(await line.post(form.action, form.fields), 303)
    return dict(form.fields)["csrf_token"]


@dataclass
class Candidate:
    """One candidate in a running sitting.

    `pending` are changes that are not acknowledged, the newest of each question; one request is under way at a time.
    """

    line: Line
    journal: Journal
    form_token: str
    paper: Paper
    chance: random.Random
    holder: int = 1
    pending: dict[int, Change] = field(default_factory=dict)
    _seq: int = 0
    _spent: dict[int, int] = field(default_factory=dict)  # of each question, the time in view

    def change(self, n: int = 0) -> Change:
        """Answer a question, any if none is named; what is pending of it is overtaken."""
        n = n or self.chance.randint(1, len(self.paper))
        positions, typed = some_answer(self.paper[n - 1], self.chance)
        self._seq += 1
        self._spent[n] = self._spent.get(n, 0) + self.chance.randint(500, 60_000)
        made = Change(
            n,
            self.holder,
            self._seq,
            positions,
            typed,
            flagged=self.chance.random() < 0.2,
            struck=some_strikes(self.paper[n - 1], self.chance),
            spent_ms=self._spent[n],
        )
        self.journal.changes[made.stamp] = made
        self.pending[n] = made
        return made

    def request(self, changes: list[Change]) -> bytes:
        """The bytes that save some changes."""
        record = {
            "csrf_token": self.form_token,
            "holder": self.holder,
            "changes": [change.sent() for change in changes],
        }
        path = f"/exams/sittings/{self.journal.sitting}/changes"
        return self.line.request("POST", path, orjson.dumps(record), "application/json")

    async def save(self) -> bool:
        """Send what is pending once; whether the server answered with acknowledgements. Raises NoReply."""
        sent = list(self.pending.values())[:MOST_IN_A_REQUEST]
        reply = await self.line.ask(self.request(sent))
        counted = self.journal.statuses
        counted[reply.status] = counted.get(reply.status, 0) + 1
        if reply.status in (429, 503):
            await asyncio.sleep(float(reply.header("retry-after") or 0.2))
            return False
        if reply.status not in (200, 409):
            raise Refused(f"{reply.status}: {reply.body[:300]!r}")
        self._take(reply)
        return True

    async def save_all(self, stop: asyncio.Event | None = None, pause: float = 0.1) -> None:
        """Send until nothing is pending, as the page does: one request at a time, again after a little while."""
        while self.pending and not (stop and stop.is_set()):
            try:
                await self.save()
            except NoReply:
                await asyncio.sleep(pause * self.chance.uniform(0.5, 1.5))

    def rest(self, failures: int) -> float:
        """Seconds until the page tries again after so many failures in a row; no two candidates' are the same."""
        return BACK_OFF[min(failures, len(BACK_OFF)) - 1] * self.chance.uniform(0.75, 1.25)

    def forget(self) -> None:
        """Let what is pending be, as when a tab is closed: nobody knows what became of the last request."""
        self.journal.batches.append(tuple(change.stamp for change in self.pending.values()))
        self.pending.clear()

    def _take(self, reply: Reply) -> None:
        for ack in orjson.loads(reply.body)["acks"]:
            stamp: Stamp = (ack["n"], self.holder, ack["seq"])
            self.journal.note(stamp, Ack(ack["fate"], ack["digest"], ack["saved_at"]))
            there = self.pending.get(stamp[0])
            if ack["fate"] in FINAL and there is not None and there.stamp == stamp:
                del self.pending[stamp[0]]


async def leave(class_: Sequence[Candidate]) -> None:
    """Everybody hangs up."""
    for one in class_:
        one.line.close()
    await asyncio.sleep(0.05)  # a connection is gone one turn of the loop after it was told to be
