"""A question on its way out: one record for all formats, with everything that any of them can hold."""

from dataclasses import dataclass
from fractions import Fraction

from app.authoring.found import Loss
from app.items.item import Header
from app.items.public import Matrix
from app.items.tolerance import Within


@dataclass(frozen=True, slots=True)
class OutOption:
    """An option: its text (Markdown), what choosing it earns in [-1, 1], why, and the misconception behind it."""

    id: str
    text: str
    correct: bool
    weight: float
    why: str = ""
    misconception: str = ""


@dataclass(frozen=True, slots=True)
class OutChoice:
    """Options in the author's order (or as drawn, of a frozen variant), of which exactly `choose` are chosen."""

    options: tuple[OutOption, ...]
    choose: int = 1
    all_or_nothing: bool = True


@dataclass(frozen=True, slots=True)
class OutNumber:
    """Numbers that are right, or wrong in a way that is known: how they are printed, and the range they lie in.

    `printed` is in plain digits with an ASCII minus sign, and empty where a range alone is meant; both ends of the range
    count. `share` is what they earn in [-1, 1]; `tolerance` the rule by which the range came of the number, where it is
    one that an author wrote.
    """

    printed: str
    low: Fraction
    high: Fraction
    share: float = 1.0
    why: str = ""
    misconception: str = ""
    tolerance: Within | None = None


@dataclass(frozen=True, slots=True)
class OutField:
    """A field for a number: what it is called (Markdown), what is right, and the wrong numbers that are known.

    `decimals` says how coarsely the number is asked, None where that is not said.
    """

    label: str
    right: tuple[OutNumber, ...]
    wrong: tuple[OutNumber, ...] = ()
    unit: str = ""
    decimals: int | None = None

    @property
    def name(self) -> str:
        """What the field is called, with its unit."""
        return f"{self.label} (in {self.unit})" if self.unit else self.label


@dataclass(frozen=True, slots=True)
class OutNumbers:
    """Fields for numbers, in order."""

    fields: tuple[OutField, ...]
    all_or_nothing: bool = True


@dataclass(frozen=True, slots=True)
class OutPrompt:
    """What is matched, the place of its choice (1 is the first), and why."""

    id: str
    text: str
    choice: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class OutMatch:
    """What can be matched, with what stands behind every wrong pair with it."""

    id: str
    text: str
    misconception: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class OutWrong:
    """Two parts by their places (1 is the first) that do not go together so, the misconception, and why.

    Of a matching a prompt and a choice; of an ordering an earlier and a later entry that change places.
    """

    first: int
    second: int
    misconception: str
    why: str


@dataclass(frozen=True, slots=True)
class OutPairs:
    """Prompts and what they are matched with."""

    prompts: tuple[OutPrompt, ...]
    choices: tuple[OutMatch, ...]
    cells: tuple[OutWrong, ...] = ()
    all_or_nothing: bool = True


@dataclass(frozen=True, slots=True)
class OutEntry:
    """What is put in order, and why it stands there."""

    id: str
    text: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class OutOrder:
    """Entries in their right order, with what is believed by who turns two of them round."""

    entries: tuple[OutEntry, ...]
    reversals: tuple[OutWrong, ...] = ()
    all_or_nothing: bool = True


OutForm = OutChoice | OutNumbers | OutPairs | OutOrder


@dataclass(frozen=True, slots=True)
class OutPicture:
    """An image that the texts show by its id, with the name of its file and its bytes."""

    id: str
    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class OutQuestion:
    """A question as it leaves: a written item, or a stored variant of a recipe, frozen.

    `id` is a name that stays: the item's, of a frozen variant with the beginning of the variant's name. `asks` says in
    a few words what a form wants where the stem does not ("Choose two"). `explanation` is said to everybody afterwards.
    `variant` and `seed` say where a frozen one comes from; with `head_workable` an author says that its numbers come out
    without a calculator. All texts are Markdown with $…$.
    """

    id: str
    header: Header
    stem: str
    form: OutForm
    tables: tuple[Matrix, ...] = ()
    conventions: str = ""
    asks: str = ""
    explanation: str = ""
    variant: str = ""
    seed: str = ""
    head_workable: bool = False
    pictures: tuple[OutPicture, ...] = ()
    losses: tuple[Loss, ...] = ()

    @property
    def category(self) -> tuple[str, str]:
        """The bank and the first objective."""
        return self.header.bank, self.header.objectives[0]

    @property
    def tags(self) -> tuple[str, ...]:
        """What the question is about, in words without blanks."""
        header = self.header
        objectives = tuple(f"objective-{number}" for number in header.objectives)
        return tuple(dict.fromkeys((*objectives, header.level.value, header.shape.value)))
