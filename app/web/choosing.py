"""The page on which a practice is chosen: every choice with its words and counts, and what is in the way of one."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from app.items.item import Kind, Level
from app.practice.choice import LENGTHS, MINUTES, TRIES, UNTIL_RIGHT, Criterion, PracticeChoice
from app.services.offering import Offered
from app.services.views import StateCounts
from app.web.pages import Frame
from app.web.words import ITEM_KINDS, KINDS, LEVELS, SHAPES, STATES, capital, either, plain, theme_name

TRIES_NAMES: Mapping[int, str] = {1: "One", 2: "Two", 3: "Three", UNTIL_RIGHT: "Until right"}
CLASH = (
    "Feedback at the end and more than one try do not go together: a second try tells that the first was wrong, "
    "and so cannot wait for the end. Choose one of the two."
)
_WHOLE: Mapping[Criterion, str] = {
    Criterion.STATE: "all questions",
    Criterion.KIND: "mixed questions",
    Criterion.LEVEL: "all levels",
    Criterion.OBJECTIVE: "all objectives",
    Criterion.SHAPE: "all topics",
    Criterion.MISCONCEPTION: "another misconception, or none",
    Criterion.FORM: "any way of answering",
}


@dataclass(frozen=True, slots=True)
class Pick:
    """One of several things to choose: what is sent, its name, what it means, and how many questions it leaves."""

    value: str
    name: str
    line: str = ""
    count: int | None = None
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class ChoosePage:
    """Choose what to practise, and how. `again` says that the form starts from what was chosen last time."""

    frame: Frame
    choice: PracticeChoice
    offered: Offered
    counts: StateCounts | None = None
    baking: str = ""
    again: bool = False
    fault: str = ""
    blockers: tuple[Criterion, ...] = ()

    @property
    def lengths(self) -> tuple[Pick, ...]:
        """Numbers of questions."""
        chosen = self.choice.length if self.choice.length in LENGTHS else PracticeChoice().length
        by_count = self.choice.minutes is None
        return tuple(Pick(str(one), str(one), chosen=by_count and one == chosen) for one in LENGTHS)

    @property
    def minutes(self) -> tuple[Pick, ...]:
        """Numbers of minutes."""
        return tuple(Pick(f"{one}m", str(one), chosen=one == self.choice.minutes) for one in MINUTES)

    @property
    def kinds(self) -> tuple[Pick, ...]:
        """Kinds of practice."""
        return tuple(
            Pick(kind, name, line, self.offered.kinds.get(kind, 0), kind is self.choice.kind)
            for kind, (name, line) in KINDS.items()
        )

    @property
    def states(self) -> tuple[Pick, ...]:
        """How questions may stand with the learner; counted for one who is known."""
        counts = {} if self.counts is None else self.counts.by_state()
        return tuple(
            Pick(state, name, line, counts.get(state), state is self.choice.state)
            for state, (name, line) in STATES.items()
        )

    @property
    def levels(self) -> tuple[Pick, ...]:
        """Levels."""
        return tuple(
            Pick(level, name, line, self.offered.levels.get(level, 0), level is self.choice.level)
            for level, (name, line) in LEVELS.items()
        )

    @property
    def objectives(self) -> tuple[Pick, ...]:
        """The exam's objectives that have questions."""
        return tuple(
            Pick(number, number, wording, count, number == self.choice.objective)
            for number, wording, count in self.offered.objectives
        )

    @property
    def shapes(self) -> tuple[Pick, ...]:
        """Topics: the shapes of questions in a learner's words."""
        return tuple(
            Pick(shape, name, line, self.offered.shapes[shape], shape is self.choice.shape)
            for shape, (name, line) in SHAPES.items()
            if shape in self.offered.shapes
        )

    @property
    def slips(self) -> tuple[tuple[str, tuple[Pick, ...]], ...]:
        """Misconceptions that questions use, by theme."""
        return tuple(
            (
                theme_name(theme),
                tuple(
                    Pick(
                        one.slug,
                        capital(plain(one.name)),
                        "",
                        one.count,
                        one.slug == self.choice.misconception,
                    )
                    for one in slips
                ),
            )
            for theme, slips in groupby(self.offered.slips, key=lambda one: one.theme)
        )

    @property
    def forms(self) -> tuple[Pick, ...]:
        """Ways of answering."""
        return tuple(
            Pick(form, capital(form_name(form)), "", self.offered.forms[form], form is self.choice.form)
            for form in Kind
            if form in self.offered.forms
        )

    @property
    def tries(self) -> tuple[Pick, ...]:
        """How often one may answer a question."""
        return tuple(Pick(str(one), TRIES_NAMES[one], chosen=one == self.choice.tries) for one in TRIES)

    @property
    def shows_more(self) -> bool:
        """Whether something is chosen that lies under "More choices"."""
        return bool(self.more)

    @property
    def more(self) -> str:
        """What is chosen under "More choices", in a few words; "" for nothing."""
        choice = self.choice
        told = [criterion_name(one, choice) for one in choice.narrowed_by if one not in _OUTSIDE]
        told += ["feedback at the end"] if choice.late else []
        told += [f"tries: {TRIES_NAMES[choice.tries].lower()}"] if choice.tries != 1 else []
        told += [] if choice.scheduled else ["off the schedule"]
        return ", ".join(told)


_OUTSIDE = frozenset({Criterion.KIND, Criterion.STATE})


def form_name(form: Kind) -> str:
    """A way of answering in words; one that is new to the pages is called as its item is."""
    return ITEM_KINDS.get(form, form.value.replace("_", " "))


def criterion_name(one: Criterion, choice: PracticeChoice) -> str:
    """What a choice narrows the questions by, in words: "the level Derivation"."""
    match one:
        case Criterion.STATE:
            return (
                f"the state {STATES[choice.state][0] if choice.state in STATES else 'of today in your plan'}"
            )
        case Criterion.KIND:
            return f"the kind {KINDS[choice.kind][0]}"
        case Criterion.LEVEL:
            return f"the level {LEVELS[choice.level or Level.INTUITION][0]}"
        case Criterion.OBJECTIVE:
            return f"the objective {choice.objective}"
        case Criterion.SHAPE:
            return f"the topic {SHAPES[choice.shape][0]}" if choice.shape else "the topic"
        case Criterion.MISCONCEPTION:
            return "the misconception"
        case Criterion.FORM:
            return (
                f"the way of answering ({form_name(choice.form)})" if choice.form else "the way of answering"
            )


def nothing_fits(choice: PracticeChoice, blockers: tuple[Criterion, ...]) -> str:
    """That no question fits a choice, which part of it is in the way, and what to choose in place of that."""
    if not blockers:
        names = [criterion_name(one, choice) for one in choice.narrowed_by]
        return f"No question fits all of this: {', '.join(names)}. Take back more than one of them."
    names = [criterion_name(one, choice) for one in blockers]
    instead = either([_WHOLE[one] for one in blockers])
    if len(choice.narrowed_by) == 1:
        return f"No question fits {names[0]}. Choose {instead}."
    return (
        f"No question fits all of this. In the way is {either(names)}: choose {instead}, and there are some."
    )
