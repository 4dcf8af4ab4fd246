"""From a question that was answered to the same numbers in the lab."""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from app.engine.problem import Shape, matrix
from app.engine.slips import SLIPS
from app.lab.address import link_of
from app.lab.draft import SLIPS as MOST_SLIPS
from app.lab.draft import place_of
from app.lab.state import LabState


def link_of_givens(givens: str, slips: Sequence[str]) -> str:
    """The address of the lab with the matrices of a question and the slips that its answer shows; "" without matrices.

    Logarithms cannot be typed in the lab, so that questions with them have no address there either. `givens` is the canonical JSON of a variant. Slips that the lab cannot show together, or not at all, are left out.
    """
    record: Mapping[str, Any] = orjson.loads(givens) if givens else {}
    if not record.keys() >= {"Q", "K", "V"} or record.get("logs"):
        return ""
    Q, K, V = (matrix(record[name]) for name in "QKV")
    row = place_of(str(record.get("row", "A")), len(Q)) or 0
    state = LabState(Q, K, V, row=row)
    slipped = LabState(Q, K, V, row=row, slips=tuple(slips))
    return link_of(slipped if _can_be_shown(slips, state.problem.shape) else state)


def _can_be_shown(slips: Sequence[str], shape: Shape) -> bool:
    if not set(slips) <= SLIPS.keys() or len(slips) > MOST_SLIPS:
        return False
    if len({SLIPS[slug].field for slug in slips}) < len(slips):
        return False
    return all(SLIPS[slug].defined(shape) for slug in slips)
