"""The state of the lab in an address: read from the names and texts of a query string, and written back short."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from urllib.parse import urlencode

from app.engine.problem import Exact, Matrix
from app.grading.printing import terminating
from app.lab.draft import LETTERS, SLIPS, TOKENS, WIDTH, Draft, Fault, Row, Texts
from app.lab.matrix_text import LONGEST, cells_of, padded, text_of
from app.lab.starts import DEFAULT, STARTS
from app.lab.state import SCALE_OF, LabState

PATH = "/lab"
_LONGEST_CELL = 200
_MOST = 200  # fields that are looked at; the largest page has some 170
_NAME_OF = {scale: name for name, scale in SCALE_OF.items()}
Pairs = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Wish:
    """What an address says: the draft, faults that reading it met already, and what is to be done with it.

    `by_cells` is True for the form's own fields, one for each number, whose address is longer than it need be.
    """

    draft: Draft
    faults: tuple[Fault, ...] = ()
    act: str = ""
    by_cells: bool = False


def read_wish(pairs: Pairs) -> Wish:
    """The wish of a query string. Nothing is refused: what cannot be read becomes text in its field."""
    fields: dict[str, list[str]] = {}
    for name, text in pairs[:_MOST]:
        fields.setdefault(name, []).append(text)
    start = STARTS.get(_last(fields, "start"), STARTS[DEFAULT])
    draft = replace(
        start,
        decimals=_last(fields, "decimals", start.decimals),
        mask=_last(fields, "mask", start.mask),
        hide=tuple(text[:20] for text in fields.get("hide", start.hide)),
        scale=_last(fields, "scale", start.scale),
        by=_last(fields, "by", start.by)[:_LONGEST_CELL],
        slips=tuple(text for text in fields.get("slip", start.slips) if text)[: SLIPS + 1],
        row=_last(fields, "row", start.row),
    )
    faults: list[Fault] = []
    by_cells = False
    for letter in LETTERS:
        name = letter.lower()
        if f"{name}s" in fields:
            by_cells = True
            draft = draft.with_matrix(letter, _by_cells(fields.get(name, []), _last(fields, f"{name}s")))
        elif name in fields:
            draft, found = _by_text(draft, letter, fields[name][0])
            faults += found
    return Wish(_pasted(draft, fields), tuple(faults), _last(fields, "do"), by_cells)


def _last(fields: dict[str, list[str]], name: str, default: str = "") -> str:
    return fields[name][-1] if name in fields else default


def _pasted(draft: Draft, fields: dict[str, list[str]]) -> Draft:
    """The texts of the fields for whole matrices; what an address could not be read from stays where it is."""
    before = dict(zip(LETTERS, draft.pasted, strict=True))
    typed = {letter: _last(fields, f"paste-{letter.lower()}") for letter in LETTERS}
    Q, K, V = (typed[letter].replace("\r\n", "\n") or before[letter] for letter in LETTERS)
    return replace(draft, pasted=(Q, K, V))


def _by_cells(texts: list[str], size: str) -> Texts:
    """The cells of the form, cut into rows as its hidden field says ("3x4"), within the limits."""
    first, _, second = size.partition("x")
    rows = min(max(int(first), 1), TOKENS) if first.isdecimal() and len(first) < 3 else 1
    width = min(max(int(second), 1), WIDTH) if second.isdecimal() and len(second) < 3 else 1
    cells = [text[:_LONGEST_CELL] for text in texts[: rows * width]]
    cells += [""] * (rows * width - len(cells))
    return tuple(tuple(cells[start : start + width]) for start in range(0, rows * width, width))


def _by_text(draft: Draft, letter: str, text: str) -> tuple[Draft, list[Fault]]:
    """A matrix from one text; what is no matrix stays in the field for pasting, and beside it stands why."""
    faults = [Fault(f"paste-{letter.lower()}", sentence) for sentence in why_no_matrix(letter, text)]
    if not faults:
        return draft.with_matrix(letter, cells_of(text)), []
    places = dict(zip(LETTERS, draft.pasted, strict=True)) | {letter: text}
    return replace(draft, pasted=(places["Q"], places["K"], places["V"])), faults


def why_no_matrix(letter: str, text: str) -> list[str]:
    """What keeps a text from being a matrix, in sentences; its numbers are read later."""
    if len(text) > LONGEST:
        return [too_long(letter, str(len(text)))]
    rows = cells_of(text)
    if not rows:
        return [f"There are no numbers for {letter} here. Write one row in each line, such as 1 0 -2."]
    if len(rows) > TOKENS:
        return [f"{letter} has {len(rows)} rows here, and {TOKENS} are the most. Take some away."]
    widths = [len(row) for row in rows]
    if max(widths) > WIDTH:
        return [
            f"{letter} has {max(widths)} numbers in a row here, and {WIDTH} are the most. Take some away."
        ]
    if len(set(widths)) > 1:
        place = next(place for place, width in enumerate(widths, 1) if width != widths[0])
        return [
            f"Row {place} of {letter} has {_numbers(widths[place - 1])} and row 1 has {_numbers(widths[0])}. "
            "All rows need the same."
        ]
    return []


def too_long(letter: str, count: str) -> str:
    """The sentence on a text of more signs than a matrix can have."""
    return f"This is too long for {letter}: {count} signs, and {LONGEST} are the most. Shorten it."


def _numbers(count: int) -> str:
    return "1 number" if count == 1 else f"{count} numbers"


def pairs_of(state: LabState) -> list[tuple[str, str]]:
    """The shortest names and texts that give back the state; what is usual is left out."""
    found = [
        (letter.lower(), text_of(texts_of(rows), between="~"))
        for letter, rows in zip(LETTERS, (state.Q, state.K, state.V), strict=True)
    ]
    if state.row:
        found.append(("row", state.asking[state.row]))
    if state.decimals != 3:
        found.append(("decimals", str(state.decimals)))
    if state.causal:
        found.append(("mask", "causal"))
    found += [("hide", state.asked[place]) for place in sorted(state.hidden)]
    name = _NAME_OF[state.scale]
    if name != "root":
        found.append(("scale", name))
    if state.divisor is not None:
        found.append(("by", number_text(state.divisor)))
    return found + [("slip", slug) for slug in state.slips]


def link_of(state: LabState) -> str:
    """The address of a state."""
    return f"{PATH}?{urlencode(pairs_of(state), safe='~')}"


def link_to_start(start: str, slips: Row = ()) -> str:
    """The address of a starting point with slips on."""
    return f"{PATH}?{urlencode([('start', start), *[('slip', slug) for slug in slips]])}"


def texts_of(rows: Matrix) -> Texts:
    """A matrix as the texts of its cells."""
    return padded(tuple(tuple(map(number_text, row)) for row in rows))


def number_text(number: Exact) -> str:
    """A number as one types it: decimals where it has an end within four, else a fraction."""
    return terminating(Fraction(number), 4) or f"{number.numerator}/{number.denominator}"
