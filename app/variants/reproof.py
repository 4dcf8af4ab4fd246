"""What a second proof of a stored variant says, apart from how it is made: light enough for any process to load."""

from dataclasses import dataclass

from app.items.answer_key import Proof


@dataclass(frozen=True, slots=True)
class Reproof:
    """A second proof of one stored variant.

    `faults` are what does not hold, in sentences; none where all does. `proof` is the new one, None where there is
    none. `older` says that another version of the recipe made the variant, which this one can say nothing about, and
    that its hashes are those of its bytes.
    """

    variant_id: str
    faults: tuple[str, ...]
    proof: Proof | None = None
    older: bool = False
