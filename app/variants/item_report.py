"""What a report on a recipe item says, apart from how it is made: light enough for any process to load."""

from collections.abc import Mapping
from dataclasses import dataclass, field

LOOKS, FEWEST = (
    60,
    10,
)  # draws by which one sees whether an item can be asked, and the questions they should make


@dataclass(frozen=True, slots=True)
class HowMany:
    """How many different variants exist: all of them where every possible draw was tried, else more than `count`.

    `space` is the number of possible draws before any refusal.
    """

    count: int
    exact: bool
    space: int

    def sentence(self) -> str:
        """ "1,204" or "more than 9,876"."""
        return f"{self.count:,}" if self.exact else f"more than {self.count:,}"


@dataclass(frozen=True, slots=True)
class RobotReport:
    """The share of right answers of someone who goes by one thing only, against what that may be at most."""

    name: str
    share: float
    limit: float


@dataclass(frozen=True, slots=True)
class ItemReport:
    """One recipe item under many seeds.

    `positions` counts where right options stood; `ranks` counts, for each field, how many options are smaller there (an
    answer that others equal counts in part for each rank that they share). Both are empty for typed items. `reach` is
    the farthest that a fair interval reaches from an asked number, in units of its last printed place. `robots` answer
    by the look of the options alone; there are none for typed items. `left_out` are the candidates that a search left out before
    they became draws, by reason.
    """

    item_id: str
    exist: HowMany
    drawn: int
    made: int
    repeated: int
    refusals: Mapping[str, int]
    reach: float
    positions: tuple[int, ...]
    ranks: tuple[tuple[float, ...], ...]
    robots: tuple[RobotReport, ...]
    seconds: float
    left_out: Mapping[str, int] = field(default_factory=dict)

    @property
    def refusal_share(self) -> float:
        """The share of draws that were refused."""
        return sum(self.refusals.values()) / self.drawn if self.drawn else 0.0

    @property
    def largest_rank_share(self) -> float:
        """The share of draws in which the answer has its most frequent rank in some field; 0 for typed items."""
        return max((max(counts) / sum(counts) for counts in self.ranks), default=0.0)

    @property
    def milliseconds(self) -> float:
        """Time per variant made, drawn and proven."""
        return 1000 * self.seconds / self.made if self.made else 0.0
