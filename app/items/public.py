"""What a learner may see of a variant before answering. Nothing here depends on which answer is right.

`web/pages.py` and the routes of practice and exams can import this module and not the answer key.
"""

from msgspec import Struct

from app.items.kinds import Kind, Level, Shape


class Matrix(Struct, frozen=True):
    """A matrix to be shown as a table. `role` is "query", "key", "value" or "plain" and picks hue and sign.

    "working" is no matrix but a computation, one line for each step, and is shown without brackets.
    """

    name: str
    role: str
    row_names: tuple[str, ...]
    column_names: tuple[str, ...]
    entries: tuple[tuple[str, ...], ...]


class ShownOption(Struct, frozen=True):
    """An option as printed. The learner sends its position (1 is the first); it has no other name on the page."""

    text: str  # Markdown with $…$, or a row of numbers like "[0.506, 0.186, 0.307]"
    numeric: bool = False


class ChoiceForm(Struct, frozen=True):
    """Options in the order shown, of which exactly `choose` are to be chosen."""

    options: tuple[ShownOption, ...]
    choose: int = 1


class NumbersForm(Struct, frozen=True):
    """Fields for typed numbers, one label each (Markdown), to `decimals` decimals."""

    labels: tuple[str, ...]
    decimals: int
    unit: str = ""


class MatchingForm(Struct, frozen=True):
    """Prompts and choices (Markdown) in the order shown; each prompt gets the position of one choice, none twice."""

    prompts: tuple[str, ...]
    choices: tuple[str, ...]


class OrderingForm(Struct, frozen=True):
    """Entries (Markdown) in the order shown, which is never the right one; each gets its place, 1 is the first."""

    entries: tuple[str, ...]


class GridForm(Struct, frozen=True):
    """A matrix to be typed: one field for each row and column, to `decimals` decimals."""

    name: str  # what the matrix is called, e.g. "W"; plain text
    row_names: tuple[str, ...]
    column_names: tuple[str, ...]
    decimals: int

    @property
    def labels(self) -> tuple[str, ...]:
        """What the fields are called, row by row."""
        return tuple(f"row {row}, column {column}" for row in self.row_names for column in self.column_names)


class StepForm(Struct, frozen=True):
    """One step of a computation: what is done (Markdown), and one labelled field (Markdown) for each of its numbers.

    `decimals` says how coarsely the numbers of this step are written down.
    """

    title: str
    labels: tuple[str, ...]
    decimals: int


class StepsForm(Struct, frozen=True):
    """Steps in the order in which they are computed; their fields count through, and any may stay empty."""

    steps: tuple[StepForm, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """What the fields of all steps are called, in order."""
        return tuple(label for step in self.steps for label in step.labels)


class FieldForm(Struct, frozen=True):
    """One field of a written question: its label (Markdown), unit, and how coarsely it is asked, where that is said."""

    label: str
    unit: str = ""
    decimals: int | None = None


class FieldsForm(Struct, frozen=True):
    """Fields for numbers that an author asks for, each with its own unit and decimals."""

    fields: tuple[FieldForm, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """What the fields are called."""
        return tuple(field.label for field in self.fields)

    @property
    def units(self) -> tuple[str, ...]:
        """The unit of each field; empty where it has none."""
        return tuple(field.unit for field in self.fields)


Form = ChoiceForm | NumbersForm | MatchingForm | OrderingForm | GridForm | StepsForm | FieldsForm


class PublicVariant(Struct, frozen=True):
    """A variant as shown: stem, givens, every convention that the answer depends on, and the form to answer."""

    item_id: str
    kind: Kind
    level: Level
    shape: Shape
    objectives: tuple[str, ...]
    stem: str  # Markdown with $…$
    matrices: tuple[Matrix, ...]
    conventions: str  # Markdown; empty where nothing but the stem matters
    legend: str  # what the form asks for, e.g. "Weights of token A"; plain text
    form: Form
