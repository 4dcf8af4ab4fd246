"""Pages of imports: the list with its form, one import question by question, and one question alone."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from markupsafe import Markup

from app.authoring.columns import COLUMNS
from app.authoring.filling import REPEATED
from app.authoring.found import Loss
from app.authoring.import_wishes import NO_WISH, HeaderWish, Take
from app.items.item import Level, Shape
from app.services.authoring.import_process import LARGEST_MB
from app.services.authoring.import_texts import Lack
from app.services.authoring.import_views import ImportLine, ImportView, OneView, QuestionView, Stand
from app.web.import_posts import NO_BELIEF, NewBelief
from app.web.pages import Frame
from app.web.words import LEVELS, SHAPES

TAKES: Mapping[Take, str] = {
    Take.NEW: "Bring in",
    Take.REPLACE: "Replace: a draft on the item of this name",
    Take.BOTH: "Keep both: a new item beside it",
    Take.LEAVE: "Leave out",
}
STANDS: Mapping[Stand, str] = {
    Stand.NEW: "",
    Stand.SAME: "It came in before, and the file says the same.",
    Stand.CHANGED: "It came in before, and the file says something else now.",
    Stand.TAKEN: "An item of this name is here already.",
    Stand.REVIEWED: "The draft of this name is in review. Nothing comes over it; bring this one in beside it, or leave it out.",
    Stand.REFUSED: "",
}
KINDS: Mapping[str, str] = {
    "single_choice": "single choice",
    "multiple_select": "multiple select",
    "matching": "matching",
    "ordering": "ordering",
    "numbers": "typed number",
    "grid": "typed matrix",
    "steps": "computation in steps",
}
FORMATS = (
    "Moodle XML, GIFT, Aiken, CSV, XLSX, Anki packages and notes, QTI 2.1 and 2.2 (items and packages), "
    "and files of our own, alone or in a zip"
)
_NEAR = {
    "absolute": "±",
    "relative": "within a share of",
    "significant_figures": "figures:",
    "decimals": "decimals:",
}
_HEADER = ("objectives", "level", "shape", "difficulty", "source")
_NAMES = {"objectives": "objective", "shape": "topic", "difficulty": "share that will be right"}


@dataclass(frozen=True, slots=True)
class ImportsPage:
    """The list of imports, with the form for another one."""

    frame: Frame
    instructor: str
    actor: str
    imports: tuple[ImportLine, ...]
    fault: str = ""
    pasted: str = ""
    largest: int = LARGEST_MB
    formats: str = FORMATS


@dataclass(frozen=True, slots=True)
class QuestionPart:
    """One question of an import."""

    view: QuestionView
    common: frozenset[Loss] = frozenset()  # losses that are told once for all questions

    @property
    def losses(self) -> tuple[Loss, ...]:
        """What it loses, but for what is told for all."""
        losses = self.view.question.losses
        return tuple(one for one in losses if replace(one, line=0) not in self.common)

    @property
    def kind(self) -> str:
        """What it will be, in words."""
        return KINDS.get(self.view.question.kind, self.view.question.kind)

    @property
    def stand(self) -> str:
        """How it stands to what is here, in a sentence."""
        return STANDS[self.view.stand]

    @property
    def takes(self) -> tuple[tuple[str, str], ...]:
        """What may become of it, with the words for it."""
        return tuple((one.value, TAKES[one]) for one in self.view.takes)

    @property
    def open_headers(self) -> tuple[str, ...]:
        """What every item has and nobody has said of this one."""
        fields = {
            one.field.partition(".")[0].partition("[")[0]
            for one in self.view.lacks
            if "missing" in one.sentence
        }
        return tuple(_NAMES.get(name, name) for name in _HEADER if name in fields)

    @property
    def beliefs(self) -> int:
        """How many misconceptions are still to be named."""
        return sum(
            one.field.endswith("misconception") and "missing" in one.sentence for one in self.view.lacks
        )

    @property
    def reasons(self) -> int:
        """How many reasons are still to be written."""
        return sum(one.field.endswith("rationale") and "missing" in one.sentence for one in self.view.lacks)

    @property
    def missing(self) -> tuple[str, ...]:
        """What keeps it from being published, each sort once."""
        said = [
            (self.beliefs, "misconceptions"),
            (self.reasons, "reasons"),
            (self.other_lacks, "something else"),
        ]
        return (*self.open_headers, *(words for lacking, words in said if lacking))

    @property
    def other_lacks(self) -> tuple[Lack, ...]:
        """What else keeps it from being published."""
        counted = ("misconception", "rationale")
        return tuple(
            one
            for one in self.view.lacks
            if not (
                "missing" in one.sentence
                and (one.field.endswith(counted) or one.field.partition(".")[0] in _HEADER)
            )
        )

    @property
    def parts(self) -> tuple["ShownPart", ...]:
        """What it asks with: options, pairs, lines in order or numbers, with what is right and why."""
        body = self.view.question.body
        for name in ("options", "prompts", "entries"):
            if isinstance(listed := body.get(name), list):
                return tuple(_shown(one, body) for one in listed if isinstance(one, dict))
        fields = body.get("fields")
        if isinstance(fields, list) and fields and isinstance(fields[0], dict):
            accepted = fields[0].get("accepted")
            return (
                tuple(_number(one) for one in accepted if isinstance(one, dict))
                if isinstance(accepted, list)
                else ()
            )
        return ()


@dataclass(frozen=True, slots=True)
class ShownPart:
    """An option or a line as it will be shown, whether it is right, what belongs with it, and why."""

    text: str
    right: bool
    beside: str
    rationale: str


def _shown(one: Mapping[str, object], body: Mapping[str, object]) -> ShownPart:
    choices = body.get("choices")
    texts = {}
    if isinstance(choices, list):
        texts = {
            str(choice.get("id")): str(choice.get("text", ""))
            for choice in choices
            if isinstance(choice, dict)
        }
    return ShownPart(
        text=str(one.get("text", "")),
        right=one.get("correct") == "true",
        beside=texts.get(str(one.get("choice")), ""),
        rationale=str(one.get("rationale", "")),
    )


def _number(one: Mapping[str, object]) -> ShownPart:
    """A number that is accepted, with how near one must come."""
    near = one.get("tolerance")
    text, share = str(one.get("value", "")), str(one.get("share", "1"))
    if isinstance(near, dict) and near.get("kind") == "range":
        text = f"{near.get('low')} … {near.get('high')}"
    elif isinstance(near, dict):
        text = f"{text}, {_NEAR.get(str(near.get('kind')), 'within')} {near.get('amount')}"
    beside = "" if share == "1" else f"earns {share}"
    return ShownPart(text, share == "1", beside, str(one.get("rationale", "")))


@dataclass(frozen=True, slots=True)
class ImportPage:
    """One import, question by question."""

    frame: Frame
    instructor: str
    actor: str
    view: ImportView
    questions: tuple[QuestionPart, ...]
    fault: str = ""
    said: str = ""
    belief: NewBelief = NO_BELIEF
    belief_fault: str = ""
    levels: tuple[tuple[str, str], ...] = tuple((one.value, LEVELS[one][0]) for one in Level)
    shapes: tuple[tuple[str, str], ...] = tuple((one.value, SHAPES[one][0]) for one in Shape)
    fields: tuple[tuple[str, str], ...] = tuple((one.name, one.what) for one in COLUMNS)
    nothing: HeaderWish = NO_WISH
    reasons: tuple[tuple[str, str], ...] = (
        (REPEATED, "repeat the reason of what is right, if it has one"),
        ("typed", "say what stands beside this and repeat nothing"),
    )

    @property
    def field_names(self) -> frozenset[str]:
        """The names of all fields that a column may be."""
        return frozenset(name for name, _ in self.fields)

    def at(self, item_id: str) -> str:
        """Where an item is looked at: its draft, or its own page where there is none."""
        draft = self.view.drafts.get(item_id)
        return f"/authoring/drafts/{draft}" if draft else f"/authoring/items/{item_id}"

    @property
    def coming(self) -> int:
        """How many questions of this page come in."""
        return len(self._coming)

    @property
    def ready(self) -> int:
        """How many of them lack nothing."""
        return sum(not one.view.lacks for one in self._coming)

    @property
    def missing(self) -> tuple[tuple[str, int], ...]:
        """What they lack, each with how many questions lack it."""
        return tuple(Counter(what for one in self._coming for what in one.missing).items())

    @property
    def _coming(self) -> tuple[QuestionPart, ...]:
        return tuple(one for one in self.questions if one.view.take is not Take.LEAVE)

    @property
    def open(self) -> bool:
        """Whether wishes can still be changed."""
        return self.view.brought_at is None

    @property
    def shown(self) -> str:
        """The numbers of the questions on this page."""
        return ",".join(str(one.view.question.n) for one in self.questions)


@dataclass(frozen=True, slots=True)
class OneQuestionPage:
    """One question of an import alone."""

    frame: Frame
    instructor: str
    one: OneView
    part: QuestionPart
    preview: tuple[Markup, Markup] | None
