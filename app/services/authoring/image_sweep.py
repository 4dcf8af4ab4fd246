"""Takes away images that nothing shows any more, as those of an import that was given up, once a day."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from app.kit.clock import Clock
from app.services.sync_bank import FILES
from app.store.database import Database
from app.store.image_uses import AUTHORED, drop_images, images_before, images_shown
from app.store.meta import fact, put_fact
from app.store.unit import reading, writing

KEPT = timedelta(days=30)  # for who takes images in first and writes the question later
EVERY = timedelta(days=1)
SWEPT = "images-swept"


@dataclass(frozen=True, slots=True)
class ImageSweep:
    """Rule: an image goes when it was last taken in KEPT ago or earlier and no stored text names it.

    Texts are those of revisions, drafts with all their versions, the history, conflicts, and of imports that were not
    taken back. What the banks' files hold stays.
    """

    database: Database
    clock: Clock

    def daily(self) -> int:
        """Sweep unless that was done within a day; how many images were taken away."""
        with reading(self.database) as unit:
            last = fact(unit, SWEPT)
        now = self.clock.now()
        if last is not None and now - datetime.fromisoformat(last) < EVERY:
            return 0
        return self.sweep()

    def sweep(self) -> int:
        """Take away what nothing shows; how many images that were."""
        now = self.clock.now()
        with reading(self.database) as unit:
            old = images_before(unit, now - KEPT, but=FILES)
            idle = old - images_shown(unit) if old else old
        with writing(self.database) as unit:
            # Somebody may have come to show one meanwhile. Answers, of which there are many, show none.
            idle = idle - images_shown(unit, AUTHORED) if idle else idle
            gone = drop_images(unit, idle, now - KEPT) if idle else 0
            put_fact(unit, SWEPT, now.isoformat())
            unit.commit()
        return gone
