"""What the pages to read are made from: misconceptions with their examples, and the worked examples of the lesson."""

from dataclasses import dataclass

from app.items.item import Level
from app.items.public import Matrix


@dataclass(frozen=True, slots=True)
class WayStep:
    """One step of a computation, the right way and a slipped one; numbers are certified digits.

    `slipped` is empty where the slipped way leaves the step out, and everywhere in an example with one way only.
    `slipped_rule` is LaTeX like `rule`, and empty where both ways have the same rule. `parts` marks the first step at
    which the two ways differ.
    """

    slug: str
    title: str
    rule: str
    names: tuple[str, ...]
    right: tuple[str, ...]
    slipped: tuple[str, ...] = ()
    slipped_names: tuple[str, ...] = ()
    slipped_rule: str = ""
    parts: bool = False

    @property
    def same(self) -> bool:
        """Whether both ways print the same here."""
        return self.slipped == self.right


@dataclass(frozen=True, slots=True)
class Example:
    """A small computation: what is given (Markdown and matrices), and its steps.

    `start` is the starting point of the lab that has its numbers, empty where none has. In a `believed` one the second
    way is no slip in working but what would come out if a belief were true.
    """

    given: str
    matrices: tuple[Matrix, ...]
    steps: tuple[WayStep, ...]
    start: str = ""
    believed: bool = False

    @property
    def meets_again(self) -> bool:
        """Whether the two ways end with the same numbers although they part."""
        return self.steps[-1].same


@dataclass(frozen=True, slots=True)
class MisconceptionLine:
    """A misconception in the index; `questions` counts those in which it leads to a wrong answer."""

    slug: str
    name: str
    belief: str
    questions: int


@dataclass(frozen=True, slots=True)
class Theme:
    """The misconceptions of one theme, by name."""

    slug: str
    lines: tuple[MisconceptionLine, ...]


@dataclass(frozen=True, slots=True)
class MisconceptionView:
    """One misconception. Nothing here says in which item it stands, let alone at which option.

    `phrase` completes "this comes out …" for slips, and is empty for others. `length` is how many questions a short
    practice on it has, 0 where no question uses it. `experiments` are those that show what is so: address and title.
    """

    slug: str
    name: str
    belief: str
    truth: str
    theme: str
    phrase: str
    example: Example | None
    experiments: tuple[tuple[str, str], ...]
    objectives: tuple[str, ...]
    levels: tuple[tuple[Level, int], ...]
    concepts: int
    computations: int
    length: int
    neighbours: tuple[MisconceptionLine, ...]

    @property
    def questions(self) -> int:
        """How many questions use it."""
        return self.concepts + self.computations


@dataclass(frozen=True, slots=True)
class LessonView:
    """The computed parts of the lesson: its two worked examples."""

    first: Example
    second: Example
