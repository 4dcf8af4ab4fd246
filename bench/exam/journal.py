"""What a candidate sent and what was acknowledged, to be held against what the database says afterwards."""

from dataclasses import dataclass, field

STANDS = frozenset({"taken", "repeated"})
Stamp = tuple[int, int, int]  # question, holder, number of the change


@dataclass(frozen=True, slots=True)
class Change:
    """A change of one question as it was sent."""

    n: int
    holder: int
    seq: int
    positions: tuple[str, ...]
    typed: tuple[str, ...] = ()
    flagged: bool = False
    struck: tuple[int, ...] = ()
    spent_ms: int = 0

    @property
    def stamp(self) -> Stamp:
        return self.n, self.holder, self.seq

    def sent(self) -> dict[str, object]:
        """As it stands in the body of a request."""
        return {
            "n": self.n,
            "seq": self.seq,
            "positions": list(self.positions),
            "typed": list(self.typed),
            "flagged": self.flagged,
            "struck": list(self.struck),
            "spent_ms": self.spent_ms,
        }


@dataclass(frozen=True, slots=True)
class Ack:
    """The server's word that a change is stored."""

    fate: str
    digest: str
    saved_at: str


@dataclass
class Journal:
    """One candidate's side of a sitting.

    `batches` are the requests of which it is not known what became of them: each must be there whole, or not at all.
    """

    sitting: str
    changes: dict[Stamp, Change] = field(default_factory=dict)
    acknowledged: dict[Stamp, Ack] = field(default_factory=dict)
    batches: list[tuple[Stamp, ...]] = field(default_factory=list)
    fates: dict[str, int] = field(default_factory=dict)
    statuses: dict[int, int] = field(default_factory=dict)
    acks: int = 0  # how often the server said so; what is repeated is said again

    def note(self, stamp: Stamp, ack: Ack) -> None:
        """Write an acknowledgement down; the first one of a change stays, and must be confirmed by every later one."""
        self.fates[ack.fate] = self.fates.get(ack.fate, 0) + 1
        if ack.fate not in STANDS:
            return
        self.acks += 1
        first = self.acknowledged.setdefault(stamp, ack)
        if first.digest != ack.digest:
            raise AssertionError(
                f"{self.sitting} {stamp}: acknowledged as {first.digest} and as {ack.digest}"
            )

    def newest(self, n: int) -> Change | None:
        """The newest change of a question that was acknowledged."""
        there = [stamp for stamp in self.acknowledged if stamp[0] == n]
        return self.changes[max(there)] if there else None
