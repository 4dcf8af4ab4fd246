"""How well slips are recognised in one recipe item: who was named what, in numbers."""

from collections.abc import Mapping
from dataclasses import dataclass

RIGHT, TOO_FEW, NONE, UNREAD, NO_NUMBER = "(right)", "(too few digits)", "(none)", "(not read)", "(no number)"
SINGLES_FIRST, PAIRS_AMONG = 0.99, 0.95  # at least


@dataclass(frozen=True, slots=True)
class Effort:
    """How many people try: who work the question right, who make each slip, who make each pair of slips."""

    right: int
    single: int
    pair: int

    @staticmethod
    def by(people: int) -> "Effort":
        """So many who make each slip, a fifth of them for each pair, and twenty times as many who make none."""
        return Effort(20 * people, people, people // 5)


@dataclass(frozen=True, slots=True)
class SlipTally:
    """One slip, or a pair: in how many of the variants looked at it has numbers of its own, how many people made it,
    and what was said.

    `among` counts who found it among the candidates, `first` what was named first. Where it has no numbers of its own
    in any variant, people tried all the same.
    """

    slugs: tuple[str, ...]
    told_apart: int
    looked: int
    people: int
    among: int
    first: Mapping[str, int]

    @property
    def name(self) -> str:
        """The slips, joined by a plus."""
        return "+".join(self.slugs)

    @property
    def named_first(self) -> int:
        """How many people had it named first."""
        return self.first.get(self.name, 0)

    def record(self) -> dict[str, object]:
        """The same as plain data."""
        return {
            "slips": list(self.slugs),
            "told_apart": self.told_apart,
            "looked": self.looked,
            "people": self.people,
            "among": self.among,
            "first": dict(self.first),
        }


@dataclass(frozen=True, slots=True)
class DiagnosisReport:
    """The whole of one item: people who work it right and how many of them are accepted, and each slip and pair."""

    item_id: str
    variants: int
    right: int
    accepted: int
    singles: tuple[SlipTally, ...]
    pairs: tuple[SlipTally, ...]

    @property
    def singles_first(self) -> float:
        """The share of single slips that are named first, where they can be told apart; 1 where nobody made one."""
        made = [one for one in self.singles if one.told_apart]
        return _share(sum(one.named_first for one in made), sum(one.people for one in made))

    @property
    def pairs_among(self) -> float:
        """The share of pairs that are among the candidates, where they can be told apart; 1 where nobody made one."""
        made = [one for one in self.pairs if one.told_apart]
        return _share(sum(one.among for one in made), sum(one.people for one in made))

    @property
    def alike(self) -> tuple[SlipTally, ...]:
        """Slips and pairs without numbers of their own in any variant."""
        return tuple(one for one in (*self.singles, *self.pairs) if not one.told_apart)

    @property
    def well(self) -> bool:
        """Whether all right answers are accepted and enough slips are named."""
        return (
            self.accepted == self.right
            and self.singles_first >= SINGLES_FIRST
            and self.pairs_among >= PAIRS_AMONG
        )

    def record(self) -> dict[str, object]:
        """The report as plain data, its shares among it."""
        return {
            "item_id": self.item_id,
            "well": self.well,
            "variants": self.variants,
            "right": self.right,
            "accepted": self.accepted,
            "singles_first": self.singles_first,
            "pairs_among": self.pairs_among,
            "singles": [one.record() for one in self.singles],
            "pairs": [one.record() for one in self.pairs],
            "alike": [one.name for one in self.alike],
        }


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0
