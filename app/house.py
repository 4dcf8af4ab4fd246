"""An opened house: its database, the services that are there at once, and those that are loaded later."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.kit.clock import Clock
from app.kit.once import Once
from app.services.first import FirstServices
from app.settings import Settings
from app.store.database import Database

if TYPE_CHECKING:
    from app.jobs.bake_variants import BakeVariants
    from app.jobs.close_sittings import CloseSittings
    from app.jobs.refresh_statistics import RefreshStatistics
    from app.services.bundle import Services


@dataclass(frozen=True, slots=True)
class Jobs:
    """What runs in the background while pages are served."""

    baking: "BakeVariants | None"
    sweeping: "CloseSittings"
    counting: "RefreshStatistics"

    def start(self) -> None:
        """Begin; returns at once."""
        if self.baking is not None:
            self.baking.start()
        self.sweeping.start()
        self.counting.start()

    def stop(self) -> None:
        """End what is under way."""
        if self.baking is not None:
            self.baking.stop()
        self.sweeping.stop()
        self.counting.stop()


@dataclass(frozen=True, slots=True)
class House:
    """An opened house: the database is current, the questions are loaded, and the first services are joined.

    All others, and the jobs, are loaded and joined when somebody first asks for one of them.
    """

    settings: Settings
    database: Database
    clock: Clock
    first: FirstServices
    later: "Once[tuple[Services, Jobs]]"

    @property
    def services(self) -> "Services":
        """All services."""
        return self.later()[0]

    @property
    def jobs(self) -> Jobs:
        """The background work, which the server starts."""
        return self.later()[1]

    def close(self) -> None:
        """End the background work, save what waits, and close the database."""
        if self.later.made is None:
            self.first.writer.stop()
        else:
            services, jobs = self.later.made
            jobs.stop()
            services.close()
        self.database.close()
