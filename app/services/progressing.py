"""Progress: the shares right, the misconception map, what is due and expected, and how it all went over time."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum

from app.engine.slips import SLIPS
from app.grading.diagnosis import certain
from app.scheduling.bins import bins, place
from app.scheduling.confidence import confidence_map
from app.scheduling.days import IN_UTC, Days
from app.scheduling.evidence import Shown, SlipMade, Slugs, laid_out, slips_made, with_chances
from app.scheduling.forecast import due_by_day, forecast
from app.scheduling.mastery import mastery
from app.scheduling.memory import due_counts
from app.services.looking_back import LookingBack
from app.services.progress_views import Ahead, OverTime, ProgressView, Share, SlipLine, SlipTrack
from app.services.records import result_of
from app.store.history import (
    DiagnosedRow,
    TallyRow,
    by_quarter,
    chances_since,
    confidence_counts,
    diagnosed,
    tallies,
)
from app.store.items import live_items
from app.store.memories import memories_of
from app.store.misconceptions import uses_by_misconception

TRACKS = 3  # slips that are followed over time; more lines than that cannot be told apart


@dataclass(frozen=True, slots=True)
class Progressing:
    """One learner's progress as it stands at one moment, by their own calendar."""

    back: LookingBack
    learner_id: int
    days: Days = IN_UTC

    def view(self) -> ProgressView:
        """Everything; the number of statements does not depend on how much was answered."""
        unit = self.back.unit
        rows = tallies(unit, self.learner_id)
        wrong = diagnosed(unit, self.learner_id)
        shown = _gathered(wrong)
        live = {item.id: item.family for item in live_items(unit)}
        slips = self._slips(tuple(shown.values()), frozenset(live))
        return ProgressView(
            answered=sum(row.answered for row in rows),
            right=sum(row.right for row in rows),
            partly=sum(row.partly for row in rows),
            points=fsum(row.points for row in rows),
            by_objective=_shares((row.objectives[0], row) for row in rows),
            by_level=_shares((row.level, row) for row in rows),
            slips=slips,
            practices=self.back.practices(self.learner_id),
            confidence=confidence_map(confidence_counts(unit, self.learner_id)),
            ahead=self._ahead(frozenset(live.values())),
            over_time=self._over_time(wrong, _laid(shown), slips[:TRACKS]),
            zone=self.days.name,
        )

    def _slips(self, shown: Sequence[Shown], live: frozenset[str]) -> tuple[SlipLine, ...]:
        """The misconception map."""
        unit = self.back.unit
        made = slips_made(shown)
        chances = chances_since(unit, self.learner_id, {one.slug: one.last for one in made})
        uses = uses_by_misconception(unit) if made else {}
        practisable = frozenset(slug for slug, items in uses.items() if not live.isdisjoint(items))
        return tuple(self._line(one, practisable) for one in with_chances(made, chances))

    def _line(self, one: SlipMade, practisable: frozenset[str]) -> SlipLine:
        found = self.back.words.misconceptions.get(one.slug)
        return SlipLine(
            slug=one.slug,
            name=self.back.words.name(one.slug),
            truth=found.truth if found else "",
            count=one.count,
            certain=one.certain,
            last=self.days.local(one.last),
            chances=one.chances,
            trend=one.trend,
            practisable=one.slug in practisable,
            in_lab=one.slug in SLIPS,
        )

    def _ahead(self, families: frozenset[str]) -> Ahead:
        """Of the questions that can be asked."""
        remembered = memories_of(self.back.unit, self.learner_id)
        found = {family: memory for family, memory in remembered.items() if family in families}
        now = self.back.now
        return Ahead(
            due=due_counts(found, now, self.days),
            days=due_by_day(found.values(), now, self.days),
            remembered=len(found),
            expected=forecast(found.values(), now),
        )

    def _over_time(
        self, wrong: Sequence[DiagnosedRow], laid: Mapping[str, Slugs], followed: Sequence[SlipLine]
    ) -> OverTime:
        """From the day of the first answer until today."""
        quarters = by_quarter(self.back.unit, self.learner_id)
        if not quarters:
            return OverTime()
        days = [self.days.of(row.at) for row in quarters]
        found = bins(days[0], max(days[-1], self.days.of(self.back.now)))
        counts = [[0, 0, 0] for _ in found]
        for day, row in zip(days, quarters, strict=True):
            if (at := place(found, day)) is not None:
                counts[at][0] += row.right
                counts[at][1] += row.answered
                counts[at][2] += row.partly
        tracks = {line.slug: [0] * len(found) for line in followed}
        for one in wrong:
            here = tracks.keys() & set(laid[one.judged])
            if here and (at := place(found, self.days.of(one.last))) is not None:
                for slug in here:
                    tracks[slug][at] += one.count
        return OverTime(
            bins=found,
            answers=tuple(mastery(right, answered) for right, answered, _ in counts),
            slips=tuple(SlipTrack(line.name, tuple(tracks[line.slug])) for line in followed),
            partly=tuple(partly for _, _, partly in counts),
        )


def _gathered(wrong: Iterable[DiagnosedRow]) -> dict[str, Shown]:
    """Every diagnosis once, as evidence, by what was judged: there are few, however many answers there are."""
    found: dict[str, Shown] = {}
    for row in wrong:
        before = found.get(row.judged)
        if before is None:
            result = result_of(0.0, False, row.judged)
            found[row.judged] = Shown(certain(result), result.diagnosis.candidates, row.count, row.last)
        else:
            last = max(before.last, row.last)
            found[row.judged] = replace(before, count=before.count + row.count, last=last)
    return found


def _laid(shown: Mapping[str, Shown]) -> dict[str, Slugs]:
    """By what was judged the slips that it is laid to."""
    return dict(zip(shown, laid_out(tuple(shown.values())), strict=True))


def _shares(rows: Iterable[tuple[str, TallyRow]]) -> tuple[Share, ...]:
    """The share right of each group, by name."""
    counts: dict[str, tuple[int, int, int]] = {}
    for name, row in rows:
        right, answered, partly = counts.get(name, (0, 0, 0))
        counts[name] = (right + row.right, answered + row.answered, partly + row.partly)
    return tuple(
        Share(name, mastery(right, answered), partly)
        for name, (right, answered, partly) in sorted(counts.items())
    )
