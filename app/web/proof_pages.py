"""The page of a second proof: a record that its template renders and nothing else."""

from dataclasses import dataclass

from app.services.proving import ProofView
from app.web.pages import Frame

_SLOW = 1.0  # seconds beside the computations, from which on it is said where they went


@dataclass(frozen=True, slots=True)
class ProofPage:
    """What came out when a question was proven again, beside what is stored.

    `back` is the address of the answer, `address` that of this page; `reports` says whether a fault can be reported
    where the answer stands.
    """

    frame: Frame
    view: ProofView
    back: str
    address: str
    reports: bool = True

    @property
    def took(self) -> str:
        """How long it took, in words."""
        return time_taken(self.view)


def time_taken(view: ProofView) -> str:
    """How long a second proof took: "7.0 seconds, 30 milliseconds of them for …", and what the rest went into."""
    whole, both = view.seconds, view.engine
    rest = "; the rest went into starting the engine, or into waiting for it" if whole - both > _SLOW else ""
    return f"{_time(whole)}, {_time(both)} of them for the two computations{rest}"


def _time(seconds: float) -> str:
    """ "7.0 seconds", and below one second "30 milliseconds", at least one."""
    if seconds >= 1:
        return f"{seconds:.1f} seconds"
    number = max(1, round(1000 * seconds))
    return f"{number} millisecond{'' if number == 1 else 's'}"


def proof_title(view: ProofView, what: str = "") -> str:
    """What came out and of what, which is a question by its number unless it is said, as the title of its page."""
    came = "Not checked" if view.failure else "Checked again" if view.holds else "It does not hold"
    return f"{came}. {what or f'Question {view.n}'}"


def proof_status(view: ProofView) -> int:
    """503 where there is no second proof for now."""
    return 503 if view.failure else 200
