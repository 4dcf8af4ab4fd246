"""Services that live in memory: real records, real grading, no store; for pages whose data a test must choose."""

from dataclasses import dataclass, field
from datetime import UTC, datetime

from app.grading.explain import explain
from app.grading.grade import grade
from app.grading.parse import parse
from app.grading.response import Invalid, Response
from app.grading.words import Judged, Words
from app.items.answer_key import ChoiceAnswer
from app.items.public import ChoiceForm
from app.items.variant import Variant
from app.kit.errors import Conflict, NotFound, NotReady, Refused
from app.kit.ids import new_id, new_token
from app.practice.choice import PracticeChoice
from app.services.views import (
    AuthoringItemLine,
    AuthoringItemView,
    BankLine,
    FeedbackView,
    FindingLine,
    Guest,
    HomeView,
    ItemView,
    Place,
    PracticeLine,
    ProgressView,
    Saved,
    Share,
    SlipCount,
    SummaryLine,
    SummaryView,
)

MOMENT = datetime(2026, 11, 26, 9, 30, tzinfo=UTC)


@dataclass
class Run:
    """One practice: which variants were shown, and what was answered."""

    learner_id: int
    choice: PracticeChoice
    shown: list[Variant] = field(default_factory=list)
    answers: dict[int, Response] = field(default_factory=dict)


@dataclass
class StandIn:
    """All four services in one, over a fixed list of variants that is gone through in order."""

    variants: list[Variant]
    words: Words
    runs: dict[str, Run] = field(default_factory=dict)
    guests_by_token: dict[str, int] = field(default_factory=dict)
    link_token: str = "link-token-of-the-test"
    instructors: dict[str, str] = field(default_factory=dict)
    ready: bool = True
    made_before: int = 0

    @property
    def practise(self) -> "StandIn":
        return self

    guests = overview = instructor = practise

    # Guests

    def find(self, token: str | None, now: datetime) -> Guest | None:
        learner_id = self.guests_by_token.get(token or "")
        return Guest(learner_id) if learner_id else None

    async def known(self, token: str | None, now: datetime) -> Guest | None:
        return self.find(token, now)

    def welcome(self) -> Guest:
        token = new_token()
        self.guests_by_token[token] = len(self.guests_by_token) + 1
        return Guest(self.guests_by_token[token], token)

    # Practice

    def _run(self, learner_id: int, practice_id: str) -> Run:
        run = self.runs.get(practice_id)
        if run is None or run.learner_id != learner_id:
            raise NotFound("This practice does not exist, or it belongs to another visitor.")
        return run

    def _place(self, practice_id: str, n: int) -> Place:
        run = self.runs[practice_id]
        if not 1 <= n <= len(run.shown):
            raise NotFound("This practice has no such question.")
        return Place(practice_id, n, run.choice.length, run.choice)

    def start(self, learner_id: int, choice: PracticeChoice) -> str:
        practice_id = new_id()
        self.runs[practice_id] = Run(learner_id, choice, [self.variants[0]])
        return practice_id

    def open_next(self, learner_id: int, practice_id: str) -> int | None:
        run = self._run(learner_id, practice_id)
        for n in range(1, len(run.shown) + 1):
            if n not in run.answers:
                return n
        if len(run.shown) >= run.choice.length:
            return None
        run.shown.append(self.variants[len(run.shown) % len(self.variants)])
        return len(run.shown)

    def item(self, learner_id: int, practice_id: str, n: int) -> ItemView:
        run = self._run(learner_id, practice_id)
        place = self._place(practice_id, n)
        variant = run.shown[n - 1]
        return ItemView(place, variant.id, variant.shown, n in run.answers)

    async def respond(self, learner_id: int, practice_id: str, n: int, raw: object) -> Saved | Invalid:
        run = self._run(learner_id, practice_id)
        self._place(practice_id, n)
        form = run.shown[n - 1].shown.form
        read = parse(form, positions=raw.positions, typed=raw.typed)  # type: ignore[attr-defined]
        if isinstance(read, Invalid):
            return read
        run.answers.setdefault(n, read)
        return Saved(practice_id, n)

    def feedback(self, learner_id: int, practice_id: str, n: int) -> FeedbackView:
        run = self._run(learner_id, practice_id)
        place = self._place(practice_id, n)
        if n not in run.answers:
            raise Conflict("Answer the question first.")
        variant = run.shown[n - 1]
        judged = Judged(run.answers[n], grade(variant.answer_key, run.answers[n]))
        return FeedbackView(
            place=place,
            variant_id=variant.id,
            shown=variant.shown,
            feedback=explain(variant.shown, variant.answer_key, judged=judged, words=self.words),
            has_siblings=bool(variant.answer_key.solution),
            finished=len(run.answers) >= run.choice.length,
            made_before=self.made_before,
            last_made=MOMENT if self.made_before else None,
        )

    def again(self, learner_id: int, practice_id: str, n: int) -> int:
        run = self._run(learner_id, practice_id)
        run.shown.append(run.shown[n - 1])
        return len(run.shown)

    def summary(self, learner_id: int, practice_id: str) -> SummaryView:
        run = self._run(learner_id, practice_id)
        lines = tuple(self._line(run, n) for n in range(1, len(run.shown) + 1))
        right = sum(line.correct is True for line in lines)
        finished = len(run.answers) >= run.choice.length
        return SummaryView(self._place(practice_id, len(run.shown)), lines, right, len(run.answers), finished)

    def _line(self, run: Run, n: int) -> SummaryLine:
        variant = run.shown[n - 1]
        response = run.answers.get(n)
        result = grade(variant.answer_key, response) if response else None
        names = (
            [self.words.name(slug) for slugs in result.diagnosis.candidates for slug in slugs]
            if result
            else []
        )
        return SummaryLine(
            n=n,
            title=variant.shown.legend,
            objective=variant.shown.objectives[0],
            level=variant.shown.level,
            answered=response is not None,
            correct=result.correct if result else None,
            slip_names=tuple(names),
        )

    def home(self, learner_id: int | None) -> HomeView:
        lines = [line for line in self._practices(learner_id) if line.open_n is not None]
        return HomeView(lines[-1] if lines else None, 78, 12, 2412, "")

    def _practices(self, learner_id: int | None) -> list[PracticeLine]:
        found = []
        for practice_id, run in self.runs.items():
            if run.learner_id != learner_id:
                continue
            unanswered = [n for n in range(1, len(run.shown) + 1) if n not in run.answers]
            done = len(run.answers) >= run.choice.length
            open_n = unanswered[0] if unanswered else (None if done else len(run.shown))
            right = sum(bool(self._line(run, n).correct) for n in run.answers)
            found.append(PracticeLine(practice_id, MOMENT, run.choice, len(run.answers), right, open_n))
        return found

    # Overview

    def progress(self, learner_id: int) -> ProgressView:
        practices = tuple(self._practices(learner_id))
        answered, right = sum(line.answered for line in practices), sum(line.right for line in practices)
        slips = (
            SlipCount("no-scale", self.words.name("no-scale"), "The scores are divided first.", 3, MOMENT),
        )
        shares = (Share("1.2", answered, right, 0.31, 0.83),)
        levels = (Share("intuition", 4, 4, 0.51, 1.0), Share("mechanism", 9, 3, 0.12, 0.65))
        return ProgressView(answered, right, shares, levels, slips, practices)

    def authoring_banks(self) -> tuple[BankLine, ...]:
        finding = FindingLine("warning", "option-length", "The right option is the longest one.", 14)
        lines = tuple(
            AuthoringItemLine(
                variant.shown.item_id,
                "attention",
                variant.shown.kind,
                variant.shown.objectives,
                variant.shown.level,
                (finding,) if place == 1 else (),
                None if not variant.answer_key.solution else 200,
                None if not variant.answer_key.solution else 0.38,
            )
            for place, variant in enumerate(self.variants)
        )
        figures = (("Robot that picks the longest option", "27 %"), ("Right options in place A", "24 %"))
        return (BankLine("attention", "Scaled dot-product attention", lines, (finding,), figures),)

    def authoring_item(self, slug: str) -> AuthoringItemView:
        for variant, line in zip(self.variants, self.authoring_banks()[0].items, strict=True):
            if variant.shown.item_id == slug:
                text = f"id: {slug}\nkind: {variant.shown.kind}\nstem: |\n  {variant.shown.stem}\n"
                return AuthoringItemView(line, text, f"questions/attention/1.2/{slug}.yaml", variant.shown)
        raise NotFound("There is no item of that name.")

    def check_ready(self) -> None:
        if not self.ready:
            raise NotReady("The database cannot be written.")

    # Instructor

    def trade(self, token: str, typed_name: str) -> str:
        if token != self.link_token:
            raise Refused("This link has been used, or it belongs to an earlier start.")
        self.link_token = ""
        cookie = new_token()
        self.instructors[cookie] = typed_name
        return cookie

    def is_instructor(self, cookie: str) -> str | None:
        return self.instructors.get(cookie)


def right_positions(variant: Variant) -> list[str]:
    """The positions of the right options, for answering."""
    if not isinstance(variant.answer_key.answer, ChoiceAnswer) or not isinstance(
        variant.shown.form, ChoiceForm
    ):
        raise TypeError("this variant is not a choice")
    return [str(place) for place in sorted(variant.answer_key.answer.correct)]
