"""The pages of a paper: what it is drawn from, and its questions as they are printed; what is right is on neither."""

from dataclasses import dataclass, field

from app.authoring.paper import MOST, PaperOrder, PaperWish
from app.items.public import ChoiceForm, PublicVariant
from app.services.authoring.papering import Choices, Paper
from app.web.forms import form_kind, rows_of, steps_of
from app.web.pages import Frame
from app.web.words import ITEM_KINDS

ORDERS = {PaperOrder.MIXED: "Mixed, or as the exam has it", PaperOrder.NAMES: "By the names of the questions"}


@dataclass(frozen=True, slots=True)
class PaperPage:
    """What a paper can be drawn from, with what was typed."""

    frame: Frame
    instructor: str
    choices: Choices
    actor: str
    wish: PaperWish = field(default_factory=PaperWish)
    fault: str = ""
    most: int = MOST

    @property
    def orders(self) -> tuple[tuple[str, str], ...]:
        """The orders that there are."""
        return tuple((one.value, text) for one, text in ORDERS.items())

    @property
    def kinds(self) -> tuple[tuple[str, str], ...]:
        """The kinds of question."""
        return tuple((kind.value, name) for kind, name in ITEM_KINDS.items())


@dataclass(frozen=True, slots=True)
class PrintedPart:
    """One question as it is printed."""

    n: int
    shown: PublicVariant

    @property
    def kind(self) -> str:
        """How it is answered."""
        return form_kind(self.shown.form)

    @property
    def legend(self) -> str:
        """What is asked for."""
        form, legend = self.shown.form, self.shown.legend
        several = isinstance(form, ChoiceForm) and form.choose > 1 and not legend.startswith("Choose")
        return f"{legend}. Choose {getattr(form, 'choose', '')}." if several else legend

    @property
    def rows(self) -> tuple[str, ...]:
        """The names of the rows of a matrix to be filled in."""
        return tuple(row.name for row in rows_of(self.shown.form))

    @property
    def steps(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The steps to be filled in: what is done, and the names of the fields."""
        return tuple(
            (step.title, tuple(label for _, label in step.fields)) for step in steps_of(self.shown.form)
        )


@dataclass(frozen=True, slots=True)
class DrawnPage:
    """A paper that was drawn: where its questions and its answers are."""

    frame: Frame
    instructor: str
    paper: Paper


@dataclass(frozen=True, slots=True)
class QuestionsPage:
    """The questions, to be printed."""

    frame: Frame
    paper: Paper
    parts: tuple[PrintedPart, ...]
