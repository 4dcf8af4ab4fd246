"""The results of the banks' checks as they are kept beside the items that they are about."""

from dataclasses import dataclass

import orjson

from app.services.views import FigureLine, FindingLine
from app.store.meta import fact, put_fact
from app.store.unit import Reading, Writing

_FACT = "checks"


@dataclass(frozen=True, slots=True)
class Checks:
    """What the checks said when all questions were last looked at: banks by id, findings by item (""), figures.

    `changed` are the items that were published since: their own findings are those of now, and all that goes over
    several items is older. `state` names what was published when they were looked at (`bank_state.STATE`).
    """

    checked_at: str
    titles: dict[str, str]
    findings: dict[str, tuple[FindingLine, ...]]
    figures: tuple[FigureLine, ...]
    changed: tuple[str, ...] = ()
    state: str = ""


NONE = Checks("", {}, {}, ())


def put_checks(unit: Writing, checks: Checks) -> None:
    """Keep the results."""
    put_fact(unit, _FACT, orjson.dumps(checks).decode())


def kept_checks(unit: Reading) -> Checks:
    """The results that were kept last; empty before any bank was loaded."""
    text = fact(unit, _FACT)
    if text is None:
        return NONE
    record = orjson.loads(text)
    return Checks(
        checked_at=record["checked_at"],
        titles=record["titles"],
        findings={
            item_id: tuple(FindingLine(**finding) for finding in findings)
            for item_id, findings in record["findings"].items()
        },
        figures=tuple(FigureLine(**figure) for figure in record["figures"]),
        changed=tuple(record.get("changed", ())),
        state=record.get("state", ""),
    )
