"""The exam's objectives by number, as the file of the blueprint had them when the banks were last loaded."""

from collections.abc import Mapping

import orjson

from app.items.objectives import Blueprint
from app.store.meta import fact, put_fact
from app.store.unit import Reading, Writing

_FACT = "objectives"


def put_objectives(unit: Writing, blueprint: Blueprint) -> None:
    """Keep the wording of every objective."""
    wordings = {one.number: one.wording for domain in blueprint.domains for one in domain.objectives}
    put_fact(unit, _FACT, orjson.dumps(wordings).decode())


def kept_objectives(unit: Reading) -> Mapping[str, str]:
    """The wordings that were kept last; empty before any bank was loaded."""
    text = fact(unit, _FACT)
    wordings: dict[str, str] = orjson.loads(text) if text else {}
    return wordings
