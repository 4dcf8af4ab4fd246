"""What a page that counts down asks of the server: how its sitting stands, what is left, and what its candidate is told."""

import asyncio
from dataclasses import dataclass
from datetime import timedelta

from app.exams.sitting import Sitting
from app.kit.clock import Clock
from app.kit.errors import NotFound
from app.services.exams.finishing import Finishing
from app.services.exams.presence import Presence
from app.store.sitting_forms import NO_SUCH_SITTING
from app.store.sitting_reads import SittingReads


@dataclass(frozen=True, slots=True)
class ClockView:
    """How a sitting stands, how much time is left, who holds it, and the sentences for its candidate, oldest first."""

    sitting: Sitting
    remaining: timedelta
    holder: int
    notices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClockDesk:
    """Tells the time that is left; clocks of different machines are never compared."""

    reads: SittingReads
    clock: Clock
    finishing: Finishing
    presence: Presence

    async def look(self, learner_id: int, sitting_id: str) -> ClockView:
        """How this learner's sitting stands now; one whose time is up is closed by looking.

        Raises NotFound for another's sitting.
        """
        if self.reads.waits:
            found = await asyncio.to_thread(self.reads.clock, learner_id, sitting_id)
        else:
            found = self.reads.clock(learner_id, sitting_id)
        if found is None:
            raise NotFound(NO_SUCH_SITTING)
        self.presence.saw(sitting_id, self.clock.now())
        sitting = await self.finishing.seen_soon(sitting_id, found.sitting)
        return ClockView(sitting, sitting.remaining(self.clock.now()), found.holder, found.notices)
