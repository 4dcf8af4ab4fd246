"""What an instructor is shown of rulings: those that there are, the form for one, and the dry run before it holds."""

from dataclasses import dataclass

from app.exams.ruling import Move, Ruling
from app.items.public import PublicVariant
from app.store.rulings import AskedItem, RulingRow


@dataclass(frozen=True, slots=True)
class OptionLine:
    """An option of a question: its name, its text (Markdown), and whether its answer key calls it right."""

    option_id: str
    text: str
    correct: bool


@dataclass(frozen=True, slots=True)
class RulingsView:
    """All rulings, and the items that exams have asked."""

    rulings: tuple[RulingRow, ...]
    asked: tuple[AskedItem, ...]


@dataclass(frozen=True, slots=True)
class ItemRulings:
    """One item with the rulings on it. `options` is empty where other answers cannot be accepted."""

    item_id: str
    sittings: int
    shown: PublicVariant | None
    options: tuple[OptionLine, ...]
    choose: int
    standing: RulingRow | None
    rulings: tuple[RulingRow, ...]


@dataclass(frozen=True, slots=True)
class MoveLine:
    """One graded sitting that a ruling moves; `passed` and `passes` are before and after."""

    learner_id: int
    exam_title: str
    move: Move
    passed: bool
    passes: bool


@dataclass(frozen=True, slots=True)
class DryRun:
    """What a ruling would do; with None the ruling in force is withdrawn.

    `same` counts the graded sittings that stay as they are, `waiting` those that are not graded yet and will be graded by
    it, `unjudged` answers about which the text that is to judge them says nothing. `digest` names all of this, so that what
    is confirmed is what was seen.
    """

    item_id: str
    ruling: Ruling | None
    reason: str
    moves: tuple[MoveLine, ...]
    same: int
    waiting: int
    unjudged: int
    digest: str
