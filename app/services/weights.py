"""What each objective weighs in the exam, as the blueprint's file had it when the banks were last loaded."""

from collections.abc import Mapping
from dataclasses import dataclass

import orjson

from app.items.objectives import Blueprint
from app.store.meta import fact, put_fact
from app.store.unit import Reading, Writing

_FACT = "objective weights"


@dataclass(frozen=True, slots=True)
class Weighed:
    """An objective: its wording, and its part of the exam (a domain's percent, shared evenly by its objectives)."""

    wording: str
    weight: float


def put_weights(unit: Writing, blueprint: Blueprint) -> None:
    """Keep the objectives with their weights."""
    weighed = {
        objective.number: [objective.wording, domain.percent / len(domain.objectives)]
        for domain in blueprint.domains
        for objective in domain.objectives
    }
    put_fact(unit, _FACT, orjson.dumps(weighed).decode())


def kept_weights(unit: Reading) -> Mapping[str, Weighed]:
    """The objectives by number; empty before any bank was loaded."""
    text = fact(unit, _FACT)
    found: dict[str, tuple[str, float]] = orjson.loads(text) if text else {}
    return {number: Weighed(*one) for number, one in found.items()}
