"""The facts about the real exam, each with its grade, as the blueprint's file had them when the banks were last loaded."""

import orjson

from app.items.objectives import Blueprint, Fact
from app.store.meta import fact, put_fact
from app.store.unit import Reading, Writing

_FACT = "exam facts"


def put_exam_facts(unit: Writing, blueprint: Blueprint) -> None:
    """Keep them."""
    put_fact(unit, _FACT, orjson.dumps(blueprint.facts).decode())


def kept_exam_facts(unit: Reading) -> tuple[Fact, ...]:
    """Those that were kept last; none before any bank was loaded."""
    text = fact(unit, _FACT)
    return tuple(Fact(**one) for one in orjson.loads(text)) if text else ()
