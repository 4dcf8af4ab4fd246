"""The page of a second proof: a record that its template renders and nothing else."""

from dataclasses import dataclass

from app.services.proving import ProofView
from app.web.pages import Frame

_LEAST = 0.01  # seconds, below which a time is not worth more digits


@dataclass(frozen=True, slots=True)
class ProofPage:
    """What came out when a question was proven again, beside what is stored."""

    frame: Frame
    view: ProofView

    @property
    def took(self) -> str:
        """How long it took, in words: "0.34 seconds, 0.02 of them for the two computations"."""
        return f"{_seconds(self.view.seconds)} seconds, {_seconds(self.view.engine)} of them for the two computations"


def _seconds(time: float) -> str:
    return f"{time:.2f}" if time >= _LEAST else "less than 0.01"
