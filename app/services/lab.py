"""The lab: reads what was typed, has it computed and proven live, compares the ways, and makes a question of it."""

from collections import OrderedDict
from dataclasses import dataclass, field, replace
from threading import Lock

from app.engine.slips import SLIPS
from app.engine.worked import NoWay, Way, WorkedAnswer, WorkedOrder
from app.grading.words import plain
from app.kit.draws import new_seed
from app.kit.errors import NotReady
from app.lab.address import Pairs, link_of, read_wish
from app.lab.compare import Difference, compare
from app.lab.draft import LETTERS, Draft, Fault
from app.lab.edits import carried_out
from app.lab.reading import read_state
from app.lab.state import LabState
from app.services.lab_questions import LabQuestions
from app.services.live_engine import LiveEngine
from app.services.vocabulary import Vocabulary

_KEPT = 128


@dataclass(frozen=True, slots=True)
class SlipName:
    """A slip of the list: its address and its name (Markdown)."""

    slug: str
    name: str


@dataclass(frozen=True, slots=True)
class Computed:
    """The ways of one state; `slipped` and `difference` where a slip is on and both ways have numbers."""

    right: Way | NoWay
    slipped: Way | NoWay | None
    difference: Difference | None
    engine: str


@dataclass(frozen=True, slots=True)
class LabView:
    """The lab as it stands: what was typed, what is wrong with it, and what was computed.

    `state` is None where something could not be read, and then nothing is computed. `failure` says why nothing could
    be computed although all was read. `moved` is True where the address that was asked is not the short one.
    """

    draft: Draft
    faults: tuple[Fault, ...]
    slips: tuple[SlipName, ...]
    state: LabState | None = None
    moved: bool = False
    computed: Computed | None = None
    failure: str = ""

    @property
    def link(self) -> str:
        """The short address of the state, empty without one."""
        return "" if self.state is None else link_of(self.state)


class Remembered:
    """The last answers by their order; what was computed once is the same for ever."""

    def __init__(self, size: int = _KEPT) -> None:
        self._size = size
        self._kept: OrderedDict[WorkedOrder, WorkedAnswer] = OrderedDict()
        self._lock = Lock()

    def find(self, order: WorkedOrder) -> WorkedAnswer | None:
        """The answer to an order, if it is kept."""
        with self._lock:
            return self._kept.get(order)

    def keep(self, order: WorkedOrder, answer: WorkedAnswer) -> None:
        """Keep an answer in the place of the oldest."""
        with self._lock:
            self._kept[order] = answer
            if len(self._kept) > self._size:
                self._kept.popitem(last=False)


@dataclass(frozen=True, slots=True)
class Lab:
    """What one can do in the lab. `live` is asked for everything that is computed."""

    live: LiveEngine
    vocabulary: Vocabulary
    questions: LabQuestions
    remembered: Remembered = field(default_factory=Remembered)

    def read(self, pairs: Pairs) -> LabView:
        """What an address says, read and changed as it wishes; nothing is computed yet."""
        wish = read_wish(pairs)
        draft, faults = carried_out(wish, new_seed())
        slips = self._slips()
        names = {one.slug: plain(one.name) for one in slips}
        unread = "".join(
            letter for letter in LETTERS if any(one.field == f"paste-{letter.lower()}" for one in faults)
        )
        found = read_state(draft, names, unread=unread)
        match found:
            case LabState() if not faults:
                return LabView(draft, (), slips, found, moved=wish.by_cells or bool(wish.act))
            case LabState():
                return LabView(draft, faults, slips)
            case _:
                return LabView(draft, (*faults, *found), slips)

    def page(self, view: LabView) -> LabView:
        """The same with all its steps, or with the sentence on why there are none."""
        if view.state is None:
            return view
        try:
            return replace(view, computed=self._computed(view.state))
        except NotReady as problem:
            return replace(view, failure=problem.sentence)

    def kept(self, view: LabView) -> LabView:
        """The same with its steps where they were computed before; the engine, which does not answer, is not asked."""
        found = None if view.state is None else self.remembered.find(_order(view.state))
        if view.state is None or found is None:
            return view
        return replace(view, computed=_compared(view.state, found))

    def _computed(self, state: LabState) -> Computed:
        return _compared(state, self._answer(_order(state)))

    def _answer(self, order: WorkedOrder) -> WorkedAnswer:
        found = self.remembered.find(order)
        if found is None:
            answer = self.live.ask(order)
            if not isinstance(answer, WorkedAnswer):
                raise NotReady("The engine answered something else than steps. Try again.")
            self.remembered.keep(order, answer)
            found = answer
        return found

    def _slips(self) -> tuple[SlipName, ...]:
        words = self.vocabulary.words()
        return tuple(SlipName(slug, words.name(slug)) for slug in SLIPS)


def _order(state: LabState) -> WorkedOrder:
    slipped = state.slipped
    mechanisms = (state.base,) if slipped is None else (state.base, slipped)
    return WorkedOrder(state.problem, mechanisms, state.decimals)


def _compared(state: LabState, answer: WorkedAnswer) -> Computed:
    right, other = answer.ways[0], answer.ways[1] if state.slips else None
    both = compare(right, other) if isinstance(right, Way) and isinstance(other, Way) else None
    return Computed(right, other, both, answer.engine)
