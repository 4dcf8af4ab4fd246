"""The exam's domains and objectives as the bank's items name them; the facts themselves are data."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Objective:
    """One objective of the vendor's study guide: `number` like "1.2", and its wording."""

    number: str
    wording: str


@dataclass(frozen=True, slots=True)
class Domain:
    """One of the exam's ten domains; `percent` is its share of the exam by the vendor's guide."""

    number: int
    name: str
    percent: int
    objectives: tuple[Objective, ...]
    summary: str = ""  # the vendor's wording of what the domain is about


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact about the exam as people report it; `grade` says on whose word it rests and is shown beside it."""

    slug: str
    name: str
    value: str
    grade: str
    source: str
    as_of: str


@dataclass(frozen=True, slots=True)
class Blueprint:
    """The exam's domains with the source of these facts and the day on which it was read (ISO date)."""

    exam: str
    domains: tuple[Domain, ...]
    source: str
    as_of: str
    title: str = ""
    facts: tuple[Fact, ...] = ()

    def objective(self, number: str) -> Objective | None:
        """The objective of that number, or None."""
        for domain in self.domains:
            for objective in domain.objectives:
                if objective.number == number:
                    return objective
        return None
