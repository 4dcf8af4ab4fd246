"""What the buttons of the lab do to a draft: more and fewer tokens, wider and narrower, fresh numbers, pasted text."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from app.kit.draws import Draws
from app.lab.address import Wish, why_no_matrix
from app.lab.draft import LETTERS, TOKENS, WIDTH, Draft, Fault, Texts
from app.lab.matrix_text import cells_of

_LOW, _HIGH = -2, 3
_NEW = "0"
Edit = Callable[[Draft], Draft]


def _longer(rows: Texts) -> Texts:
    return (*rows, (_NEW,) * len(rows[0])) if rows and len(rows) < TOKENS else rows


def _shorter(rows: Texts) -> Texts:
    return rows[:-1] if len(rows) > 1 else rows


def _wider(rows: Texts) -> Texts:
    return tuple((*row, _NEW) for row in rows) if rows and len(rows[0]) < WIDTH else rows


def _narrower(rows: Texts) -> Texts:
    return tuple(row[:-1] for row in rows) if rows and len(rows[0]) > 1 else rows


def _each(letters: str, change: Callable[[Texts], Texts]) -> Edit:
    """The change made to several matrices; with fewer tokens, what is said of a token that is gone is taken back."""

    def edit(draft: Draft) -> Draft:
        for letter in letters:
            draft = draft.with_matrix(letter, change(draft.matrix(letter)))
        row = draft.row if draft.row in draft.asking else (draft.asking or ("A",))[-1]
        return replace(draft, row=row, hide=tuple(name for name in draft.hide if name in draft.asked))

    return edit


def _fewer_tokens(draft: Draft) -> Draft:
    return draft if min(len(draft.Q), len(draft.K)) < 2 else _each("QKV", _shorter)(draft)


def _more_tokens(draft: Draft) -> Draft:
    return draft if max(len(draft.Q), len(draft.K)) >= TOKENS else _each("QKV", _longer)(draft)


EDITS: Mapping[str, Edit] = MappingProxyType(
    {
        "more-tokens": _more_tokens,
        "fewer-tokens": _fewer_tokens,
        "more-queries": _each("Q", _longer),
        "fewer-queries": _each("Q", _shorter),
        "wider": _each("QK", _wider),
        "narrower": _each("QK", _narrower),
        "wider-values": _each("V", _wider),
        "narrower-values": _each("V", _narrower),
    }
)


def carried_out(wish: Wish, seed: str) -> tuple[Draft, tuple[Fault, ...]]:
    """The draft after what was wished; `seed` is for fresh numbers. Text that is no matrix stays, with its faults."""
    draft, faults = _pasted(wish.draft)
    if wish.act in EDITS:
        draft = EDITS[wish.act](draft)
    elif wish.act == "draw":
        draft = drawn(draft, seed)
    known = {fault.field for fault in wish.faults}
    return draft, (*wish.faults, *(fault for fault in faults if fault.field not in known))


def drawn(draft: Draft, seed: str) -> Draft:
    """Fresh small whole numbers, −2 … 3, in matrices of the same sizes."""
    draws = Draws(seed)
    for letter in LETTERS:
        rows = draft.matrix(letter)
        texts = tuple(
            tuple(map(str, draws.integers(f"{letter}:{place}", len(row), _LOW, _HIGH)))
            for place, row in enumerate(rows)
        )
        draft = draft.with_matrix(letter, texts)
    return draft


def _pasted(draft: Draft) -> tuple[Draft, list[Fault]]:
    """Pasted matrices put in the place of the cells; the text goes when it was read."""
    left: dict[str, str] = {}
    faults = []
    for letter, text in zip(LETTERS, draft.pasted, strict=True):
        if not text.strip():
            continue
        sentences = why_no_matrix(letter, text)
        if sentences:
            left[letter] = text
            faults += [Fault(f"paste-{letter.lower()}", sentence) for sentence in sentences]
        else:
            draft = draft.with_matrix(letter, cells_of(text))
    Q, K, V = (left.get(letter, "") for letter in LETTERS)
    return replace(draft, pasted=(Q, K, V)), faults
