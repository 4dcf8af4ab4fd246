"""What a person gave as an answer, read but not yet judged."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class ReadNumber:
    """A typed number: the text as typed, its exact value, and how we write it back ("read as 0.506").

    `decimals` is how many decimals were typed (None for fractions and scientific notation).
    """

    typed: str
    value: Fraction
    echo: str
    decimals: int | None


@dataclass(frozen=True, slots=True)
class ChoiceResponse:
    """The positions (1 is the first) of the chosen options."""

    positions: frozenset[int]


@dataclass(frozen=True, slots=True)
class NumbersResponse:
    """One read number per field."""

    numbers: tuple[ReadNumber, ...]


@dataclass(frozen=True, slots=True)
class MatchingResponse:
    """For each prompt, in the order shown, the position (1 is the first) of its choice; no choice stands twice."""

    chosen: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OrderingResponse:
    """For each entry, in the order shown, the place (1 is the first) that it was given; every place stands once."""

    places: tuple[int, ...]

    @property
    def order(self) -> tuple[int, ...]:
        """The positions of the entries as shown, in the order given."""
        return tuple(
            position for _, position in sorted(zip(self.places, range(1, len(self.places) + 1), strict=True))
        )


@dataclass(frozen=True, slots=True)
class StepsResponse:
    """One read number per field, through all steps in order; None where the field was left empty."""

    fields: tuple[ReadNumber | None, ...]


Response = ChoiceResponse | NumbersResponse | MatchingResponse | OrderingResponse | StepsResponse


@dataclass(frozen=True, slots=True)
class FieldFault:
    """Why one field cannot be read, and what to do. `field` is 1-based; 0 speaks of the whole answer."""

    field: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Invalid:
    """An answer that cannot be read. It costs nothing and is not stored as a response."""

    faults: tuple[FieldFault, ...]
    typed: tuple[str, ...] = ()
    positions: frozenset[int] = frozenset()
