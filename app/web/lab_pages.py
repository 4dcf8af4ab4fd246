"""The pages of the lab: the fields with what was typed and what is wrong, and the steps as tables that can be read out."""

from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from app.engine.stages import STAGES, Stage
from app.engine.worked import Cell, Doubt, NoWay, Table, Way
from app.lab.address import number_text, too_long
from app.lab.draft import DECIMALS, LETTERS, TOKENS, WIDTH, Draft, Fault, Texts
from app.lab.matrix_text import LONGEST
from app.lab.state import LabState
from app.services.lab import Computed, LabView
from app.web.pages import Frame

ROLES = {"Q": "Queries", "K": "Keys", "V": "Values"}
TITLES = {
    Stage.RAW: r"Raw scores $Q K^\top$",
    Stage.SCALED: "Scaled scores",
    Stage.EXPONENTIALS: "Powers of $e$",
    Stage.SUM: "Sums",
    Stage.WEIGHTS: "Weights",
    Stage.WEIGHTED: "The Values, each times the weight that {} gives it",
    Stage.OUTPUT: "Outputs",
}
MASKS = (("none", "no mask"), ("causal", "causal: later tokens are hidden"))
SCALES = (
    ("root", "divided by √d_k"),
    ("none", "not scaled"),
    ("d_k", "divided by d_k"),
    ("times-root", "multiplied by √d_k"),
    ("root-n", "divided by √n"),
    ("by", "divided by my number"),
)
STARTS = (
    ("example-1", "The lesson’s first example"),
    ("example-2", "Its second, 40 and 2"),
    ("mixed-signs", "One with minus signs"),
)
QUESTIONS = (
    ("weights-choice", "its weights, as a choice"),
    ("weights-numbers", "its weights, typed"),
    ("output-choice", "its output, as a choice"),
    ("output-numbers", "its output, typed"),
)
_DOUBTS = {
    Doubt.TIE: ("½", "exactly half way, rounded away from zero"),
    Doubt.EDGE: ("?", "not certain in its last digit"),
    Doubt.APART: ("?", "not proven"),
}


@dataclass(frozen=True, slots=True)
class CellInput:
    """One field of a matrix: its name on the page, its label, what was typed, and why that cannot be read."""

    name: str
    label: str
    typed: str
    fault: str


@dataclass(frozen=True, slots=True)
class MatrixInput:
    """One matrix with its fields, the faults of the whole, and the field for pasting it."""

    letter: str
    role: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[CellInput, ...]], ...]
    faults: tuple[str, ...]
    pasted: str
    paste_fault: str
    longest: int = LONGEST  # signs of a text for it

    @property
    def too_long(self) -> str:
        """What is said of a text that is too long, with a gap for its signs."""
        return too_long(self.letter, "{}")

    @property
    def size(self) -> str:
        """Rows and columns for the hidden field."""
        return f"{len(self.rows)}x{len(self.columns)}"

    @property
    def cell_faults(self) -> tuple[tuple[CellInput, str], ...]:
        """The fields that cannot be read."""
        return tuple((cell, cell.fault) for _, cells in self.rows for cell in cells if cell.fault)


@dataclass(frozen=True, slots=True)
class ShownCell:
    """One number: how it is printed, whether it differs from the right way's, and what is to be said of its digits."""

    text: str
    differs: bool
    mark: str
    doubt: str


@dataclass(frozen=True, slots=True)
class ShownTable:
    """One step of one way. `chosen` is the row that is looked at, −1 where the rows are no Queries."""

    rule: str
    columns: tuple[str, ...]
    column_role: str
    rows: tuple[tuple[str, tuple[ShownCell, ...]], ...]
    chosen: int

    @property
    def readings(self) -> tuple[str, ...]:
        """The table row by row, as one would read it out."""
        return tuple(
            f"Row {name}: {', '.join(f'{column} {_spoken(cell)}' for column, cell in zip(self.columns, cells, strict=True))}."
            for name, cells in self.rows
        )


@dataclass(frozen=True, slots=True)
class ShownStep:
    """One step, the right way and the slipped one."""

    number: int
    stage: str
    title: str
    right: ShownTable
    slipped: ShownTable | None
    news: str  # how the slipped way differs here, in a few words
    same: bool  # both ways print the same here
    parts: bool  # the ways part here


@dataclass(frozen=True, slots=True)
class StepsPart:
    """What was computed, apart from the form: it is drawn anew at every change."""

    view: LabView
    steps: tuple[ShownStep, ...]
    slips: tuple[tuple[str, str], ...]
    doubts: tuple[str, ...]

    @property
    def computed(self) -> Computed | None:
        """What was computed, if anything was."""
        return self.view.computed

    @property
    def no_way(self) -> str:
        """Why the slipped way, or the setting itself, has no numbers; empty where it has."""
        computed = self.view.computed
        if computed is None:
            return ""
        if isinstance(computed.right, NoWay):
            return f"With these settings nothing can be computed: {computed.right.reason}."
        if isinstance(computed.slipped, NoWay):
            return f"With this slip there are no numbers: {computed.slipped.reason}."
        return ""

    @property
    def unchanged(self) -> bool:
        """Whether the slips are what the settings say already."""
        state = self.view.state
        return state is not None and state.slipped == state.base

    @property
    def news(self) -> str:
        """One sentence for those who do not see the steps change."""
        if self.view.faults:
            count = len(self.view.faults)
            return (
                "Not computed: one thing cannot be read."
                if count == 1
                else f"Not computed: {count} things cannot be read."
            )
        if self.view.failure or self.no_way:
            return self.view.failure or self.no_way
        if self.computed is not None and self.computed.difference is not None:
            return f"Computed. {self.computed.difference.sentence}"
        return "Computed. All steps are up to date."


@dataclass(frozen=True)
class LabPage:
    """The lab."""

    frame: Frame
    view: LabView
    steps: Markup
    news: str = ""
    refusal: str = ""
    question: str = "weights-choice"
    starts: tuple[tuple[str, str], ...] = STARTS
    masks: tuple[tuple[str, str], ...] = MASKS
    scales: tuple[tuple[str, str], ...] = SCALES
    questions: tuple[tuple[str, str], ...] = QUESTIONS
    decimals: tuple[str, ...] = DECIMALS

    single_fields: tuple[str, ...] = ("scale", "by", "mask", "hide", "row", "decimals", "slip")

    @property
    def draft(self) -> Draft:
        """What was typed."""
        return self.view.draft

    def fault(self, field: str) -> str:
        """Why a field cannot be read, or ""."""
        return fault_of(self.view.faults, field)

    @cached_property
    def matrices(self) -> tuple[MatrixInput, ...]:
        """The three matrices with their fields."""
        return tuple(matrix_input(self.view, letter) for letter in LETTERS)

    @property
    def is_pasting(self) -> bool:
        """Whether the fields for pasting are open."""
        return any(self.draft.pasted)

    @property
    def is_cross(self) -> bool:
        """Whether other tokens are asked than those that ask."""
        return len(self.draft.Q) != len(self.draft.K)

    def can(self, act: str) -> bool:
        """Whether a button for more or less would do something."""
        n_q, n = len(self.draft.Q), len(self.draft.K)
        d_k, d_v = (len(rows[0]) if rows else 0 for rows in (self.draft.K, self.draft.V))
        return {
            "more-tokens": max(n_q, n) < TOKENS,
            "fewer-tokens": min(n_q, n) > 1,
            "more-queries": n_q < TOKENS,
            "fewer-queries": n_q > 1,
            "wider": d_k < WIDTH,
            "narrower": d_k > 1,
            "wider-values": d_v < WIDTH,
            "narrower-values": d_v > 1,
        }[act]

    def slip(self, place: int) -> str:
        """The slip that is chosen at a place, or ""."""
        return self.draft.slips[place] if place < len(self.draft.slips) else ""


def fault_of(faults: tuple[Fault, ...], field: str) -> str:
    """The first fault of a field, or ""."""
    return next((fault.sentence for fault in faults if fault.field == field), "")


def matrix_input(view: LabView, letter: str) -> MatrixInput:
    """The fields of one matrix."""
    draft, faults = view.draft, view.faults
    rows: Texts = draft.matrix(letter)
    names = draft.asking if letter == "Q" else draft.asked
    width = max((len(row) for row in rows), default=0)
    return MatrixInput(
        letter=letter,
        role=ROLES[letter],
        columns=tuple(str(place) for place in range(1, width + 1)),
        rows=tuple(
            (
                names[i] if i < len(names) else str(i + 1),
                tuple(
                    CellInput(
                        f"{letter}-{i + 1}-{j + 1}",
                        f"{letter}, row {names[i] if i < len(names) else i + 1}, column {j + 1}",
                        text,
                        fault_of(faults, f"{letter}-{i + 1}-{j + 1}"),
                    )
                    for j, text in enumerate(row)
                ),
            )
            for i, row in enumerate(rows)
        ),
        faults=tuple(fault.sentence for fault in faults if fault.field == letter),
        pasted=draft.pasted[LETTERS.index(letter)],
        paste_fault=fault_of(faults, f"paste-{letter.lower()}"),
    )


def steps_part(view: LabView) -> StepsPart:
    """What was computed, as it is shown."""
    computed, state = view.computed, view.state
    if computed is None or state is None or isinstance(computed.right, NoWay):
        return StepsPart(view, (), (), ())
    names = {one.slug: one.name for one in view.slips}
    steps = tuple(_step(state, computed, computed.right, stage) for stage in STAGES)
    ways = [way for way in (computed.right, computed.slipped) if isinstance(way, Way)]
    cells = [cell for way in ways for table in way.tables for row in table.rows for cell in row]
    found = {cell.doubt for cell in cells} - {Doubt.NONE}
    doubts = tuple(" ".join((mark, phrase)) for doubt, (mark, phrase) in _DOUBTS.items() if doubt in found)
    return StepsPart(view, steps, tuple((slug, names[slug]) for slug in state.slips), doubts)


def _step(state: LabState, computed: Computed, right: Way, stage: Stage) -> ShownStep:
    difference = computed.difference
    places = frozenset() if difference is None else difference.places[stage]
    slipped = None
    if isinstance(computed.slipped, Way):
        slipped = _table(state, computed.slipped.at(stage), places)
    size = 0 if difference is None else difference.sizes[stage]
    return ShownStep(
        number=STAGES.index(stage) + 1,
        stage=stage.value,
        title=TITLES[stage].format(state.asking[state.row]),
        right=_table(state, right.at(stage), frozenset()),
        slipped=slipped,
        news="the same" if not places else f"{len(places)} of {size} differ",
        same=not places,
        parts=difference is not None and difference.first is stage,
    )


def _table(state: LabState, table: Table, places: frozenset[tuple[int, int]]) -> ShownTable:
    row_names, column_names, role = _names(state, table)
    rows = tuple(
        (name, tuple(_shown(cell, differs=(i, j) in places) for j, cell in enumerate(row)))
        for i, (name, row) in enumerate(zip(row_names, table.rows, strict=True))
    )
    chosen = state.row if row_names == state.asking and table.stage is not Stage.WEIGHTED else -1
    rule = table.formula_latex
    if state.divisor is not None:
        rule = rule.replace("{c}", f"{{{number_text(state.divisor)}}}")
    return ShownTable(rule, column_names, role, rows, chosen)


def _names(state: LabState, table: Table) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """Names of rows and of columns, and whose the columns are."""
    width = len(table.rows[0])
    looked_at = tuple(
        f"{name} hidden" if place in state.hidden else name for place, name in enumerate(state.asked)
    )
    entries = tuple(f"entry {place}" for place in range(1, width + 1))
    match table.stage:
        case Stage.WEIGHTED:
            return state.asked, entries, "V"
        case Stage.OUTPUT:
            return state.asking, entries, "V"
        case Stage.SUM if len(table.rows) == len(state.Q):
            return state.asking, ("sum",), ""
        case Stage.SUM:
            return ("sum",), looked_at if width == len(state.K) else ("all",), "K"
        case _:
            return state.asking, looked_at, "K"


def _shown(cell: Cell, *, differs: bool) -> ShownCell:
    mark, doubt = _DOUBTS.get(cell.doubt, ("", ""))
    return ShownCell(cell.text, differs, mark, doubt)


def _spoken(cell: ShownCell) -> str:
    return cell.text + (f" ({cell.doubt})" if cell.doubt else "") + (" (differs)" if cell.differs else "")
