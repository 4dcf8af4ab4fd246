"""The report of a sitting as JSON and as CSV: what its page shows, and nothing else."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

import orjson

from app.exams.changes import Changed, Shift
from app.exams.interval import Span
from app.exams.report import Group
from app.exams.ruling import What
from app.items.exam import Part
from app.services.exams.report_views import ItemLine, ReportView
from app.services.own_export import csv_of

_CSV = (
    "n",
    "question",
    "section",
    "objective",
    "answered",
    "correct",
    "points",
    "seconds",
    "changed",
    "ruling",
)


def report_json(view: ReportView, receipt: str) -> bytes:
    """The whole report. What may not be seen is null."""
    record = {
        "format": "keyed-report",
        "version": 1,
        "sitting": view.sitting_id,
        "exam": {"id": view.exam.id, "title": view.exam.title, "as_of": view.exam.source.as_of},
        "started_at": view.started,
        "finished_at": view.finished,
        "ended_by": view.ended_by,
        "reopened": view.reopened,
        "shown": sorted(view.parts),
        "waiting": sorted(view.waiting),
        "questions": view.count,
        "answered": view.answered,
        "score": _score(view),
        "sections": _groups(view, view.sections),
        "objectives": _groups(view, view.objectives),
        "slips": None
        if view.slips is None
        else [{"slug": one.slug, "name": one.name, "questions": one.questions} for one in view.slips],
        "time": _time(view),
        "changed": _changed(view.changed),
        "earlier": None if view.score is None else _earlier(view),
        "difference": _difference(view),
        "rulings": [{"n": one.n, "what": one.what, "reason": one.reason} for one in view.rulings],
        "notices": [{"at": one.at, "sentence": one.sentence} for one in view.notices],
        "items": [_item(one) for one in view.items],
        "receipt": receipt or None,
        "brought_in": view.brought_in,
    }
    return orjson.dumps(record, option=orjson.OPT_INDENT_2)


def report_csv(view: ReportView) -> bytes:
    """The questions, one a line; a text is never a formula."""
    return csv_of([_CSV, *map(_csv_line, view.items)])


def _csv_line(one: ItemLine) -> Iterable[object]:
    return (
        one.n,
        one.title,
        one.section,
        one.objective,
        _yes(one.answered),
        "" if one.correct is None else _yes(one.correct),
        "" if one.points is None or one.ruling is What.DROP else one.points,
        _seconds(one.spent),
        one.shift or "",
        one.ruling or "",
    )


def _yes(so: bool) -> str:
    return "yes" if so else "no"


def _seconds(span: timedelta) -> float:
    return round(span.total_seconds(), 1)


def _score(view: ReportView) -> Mapping[str, Any] | None:
    score = view.score
    if score is None:
        return None
    return {
        "points": score.tally.points,
        "out_of": score.tally.out_of,
        "mark_percent": score.mark,
        "mark_grade": view.exam.pass_mark.grade,
        "reached": score.reached,
        "true_share": _span(score.span),
    }


def _span(span: Span) -> Mapping[str, Any]:
    return {"low": span.low, "high": span.high, "rests_on": span.count, "enough": span.is_enough}


def _groups(view: ReportView, groups: Iterable[Group]) -> list[Mapping[str, Any]] | None:
    if Part.POINTS not in view.parts:
        return None
    return [
        {
            "name": one.name,
            "wording": view.wordings.get(one.name),
            "asked": one.asked,
            "points": one.tally.points,
            "out_of": one.tally.out_of,
            "true_share": _span(one.span),
        }
        for one in groups
    ]


def _time(view: ReportView) -> Mapping[str, Any]:
    return {
        "limit_seconds": _seconds(view.spending.limit),
        "used_seconds": _seconds(view.spending.used),
        "share_seconds": _seconds(view.pacing.share),
        "long": view.pacing.long,
        "rushed": view.pacing.rushed,
        "unanswered": view.pacing.unanswered,
        "lesson": view.pacing.sentences,
    }


def _changed(changed: Changed | None) -> Mapping[str, Any] | None:
    if changed is None:
        return None
    return {
        Shift.GAINED.value: changed.gained,
        Shift.LOST.value: changed.lost,
        Shift.STAYED_WRONG.value: changed.stayed_wrong,
        Shift.STAYED_RIGHT.value: changed.stayed_right,
    }


def _earlier(view: ReportView) -> list[Mapping[str, Any]]:
    return [
        {
            "sitting": one.sitting_id,
            "finished_at": one.finished,
            "points": one.tally.points,
            "out_of": one.tally.out_of,
            "reached": one.reached,
            "true_share": _span(one.span),
            "asked_again": one.again,
        }
        for one in view.earlier
    ]


def _difference(view: ReportView) -> Mapping[str, Any] | None:
    """How much higher the share of points is than in the sitting before, with its interval; null without one."""
    found = view.difference
    return None if found is None else {"share": found.value, "low": found.low, "high": found.high}


def _item(one: ItemLine) -> Mapping[str, Any]:
    return {
        "n": one.n,
        "question": one.title,
        "section": one.section or None,
        "objective": one.objective or None,
        "answered": one.answered,
        "flagged": one.flagged,
        "correct": one.correct,
        "points": None if one.ruling is What.DROP else one.points,  # it counts for nobody
        "seconds": _seconds(one.spent),
        "changed": one.shift,
        "ruling": one.ruling,
    }
