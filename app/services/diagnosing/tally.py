"""How well slips are recognised in one recipe item: who was named what, in numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

RIGHT, TOO_FEW, NONE, UNREAD, NO_NUMBER = "(right)", "(too few digits)", "(none)", "(not read)", "(no number)"
SINGLES_FIRST, PAIRS_AMONG = 0.99, 0.95  # at least
RIGHT_FOR_EACH = 1000  # right answers for each of the people who make a slip, over all questions
_ERRORS = 2  # standard errors by which a pair may lie below its aim, since few people make it


@dataclass(frozen=True, slots=True)
class Effort:
    """How many people try: who work the question right, who make each slip, who make each pair of slips."""

    right: int
    single: int
    pair: int

    @staticmethod
    def by(people: int, questions: int) -> "Effort":
        """So many who make each slip, a fifth of them for each pair, and a thousand times as many who make none, over
        all questions together: 100,000 right answers where 100 people make each slip.
        """
        return Effort(-(-RIGHT_FOR_EACH * people // questions), people, people // 5)


@dataclass(frozen=True, slots=True)
class SlipTally:
    """One slip, or a pair: in how many of the variants looked at it has numbers of its own, how many people made it,
    and what was said.

    `among` counts who found it among the candidates, `first` what was named first. Where it has no numbers of its own
    in any variant, people tried all the same; `allowed` says that the numbers of all these variants make it so.
    `crowded` counts who made it where more pairs have its numbers than can be named, and `crowded_among` who of these
    found it all the same.
    """

    slugs: tuple[str, ...]
    told_apart: int
    looked: int
    people: int
    among: int
    first: Mapping[str, int]
    allowed: bool = True
    crowded: int = 0
    crowded_among: int = 0

    @property
    def is_named(self) -> bool:
        """Whether enough people found it among the candidates, where few enough have its numbers; for pairs.

        Rule: those who did not are no more than the aim leaves, two standard errors and one person.
        """
        people, found = self.people - self.crowded, self.among - self.crowded_among
        left = (1 - PAIRS_AMONG) * people
        return not self.told_apart or people - found <= left + _ERRORS * sqrt(PAIRS_AMONG * left) + 1

    @property
    def is_dead(self) -> bool:
        """Whether nothing about the variants makes it that the slip never has numbers of its own."""
        return not self.told_apart and not self.allowed

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
            "allowed": self.allowed,
            "crowded": self.crowded,
            "crowded_among": self.crowded_among,
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
    def below(self) -> tuple[SlipTally, ...]:
        """The pairs that fewer people than the aim found among the candidates, whatever the reason."""
        made = [one for one in self.pairs if one.told_apart]
        return tuple(one for one in made if one.among < PAIRS_AMONG * one.people)

    @property
    def faults(self) -> tuple[str, ...]:
        """What is not as it should be, in short; nothing where all is well."""
        dead = [one.name for one in self.singles if one.is_dead]
        lost = [one.name for one in self.pairs if not one.is_named]
        found = (
            (not self.variants, "no variant was made"),
            (self.accepted < self.right, "right answers were refused"),
            (self.singles_first < SINGLES_FIRST, f"{self.singles_first:.1%} of slips named first"),
            (self.pairs_among < PAIRS_AMONG, f"{self.pairs_among:.1%} of pairs among three"),
            (bool(lost), f"not named among three: {', '.join(lost)}"),
            (bool(dead), f"never with numbers of their own, for no reason: {', '.join(dead)}"),
        )
        return tuple(sentence for wrong, sentence in found if wrong)

    @property
    def well(self) -> bool:
        """Whether there is something to report on, all right answers are accepted and enough slips are named."""
        return not self.faults

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
            "faults": list(self.faults),
            "below": [one.name for one in self.below],
            "alike": [one.name for one in self.alike],
        }


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0
