"""Reads a draft of the lab: a state that can be computed, or every fault beside its field."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from app.engine.mechanism import Scale
from app.engine.problem import Exact, Matrix, Shape, exact
from app.engine.slips import SLIPS
from app.grading.number import read_number
from app.lab import draft as sizes
from app.lab.draft import Draft, Fault, Texts, place_of
from app.lab.state import SCALE_OF, LabState

LARGEST = 1000
_DECIMALS = 4
_BELOW = 1000  # the largest denominator of a fraction that is no decimal of four places


def read_state(draft: Draft, names: Mapping[str, str], *, unread: str = "") -> LabState | tuple[Fault, ...]:
    """The state of a draft, or all its faults in the order of the page. `names` are the slips' names in plain text.

    `unread` are the letters of matrices that were given and could not be read: what stands in their place was not given,
    so nothing is said of how it fits the rest.
    """
    reader = _Reader(draft, names, unread)
    state = reader.state()
    return tuple(reader.faults) or state


@dataclass(slots=True)
class _Reader:
    draft: Draft
    names: Mapping[str, str]
    unread: str = ""
    faults: list[Fault] = field(default_factory=list)

    def state(self) -> LabState:
        draft = self.draft
        Q, K, V = (self._matrix(letter) for letter in sizes.LETTERS)
        self._shapes()
        n_q, n = len(draft.Q), len(draft.K)
        causal = self._choice("mask", draft.mask, sizes.MASKS) == "causal"
        if causal and n_q != n and self._given("QK"):
            self._add(
                "mask", "A causal mask needs as many Queries as Keys. Add or remove tokens, or take no mask."
            )
        hidden = self._hidden(n, causal=causal)
        scale = SCALE_OF[self._choice("scale", draft.scale, sizes.SCALES)]
        divisor = self._divisor() if scale is Scale.CHOSEN else None
        return LabState(
            Q=Q,
            K=K,
            V=V,
            row=self._row(n_q),
            decimals=int(self._choice("decimals", draft.decimals, sizes.DECIMALS)),
            causal=causal,
            hidden=hidden,
            scale=scale,
            divisor=divisor,
            slips=self._slips(),
        )

    def _given(self, letters: str) -> bool:
        """Whether these matrices are what was given."""
        return not set(letters) & set(self.unread)

    def _add(self, name: str, sentence: str) -> None:
        self.faults.append(Fault(name, sentence))

    def _choice(self, name: str, text: str, known: tuple[str, ...]) -> str:
        if text not in known:
            self._add(name, f"“{text[:20]}” is none of the choices here. Choose one of them.")
            return known[0]
        return text

    def _matrix(self, letter: str) -> Matrix:
        rows = self.draft.matrix(letter)
        if not rows or not all(rows):
            self._add(letter, f"{letter} is empty. It needs at least one row and one column.")
            return ()
        if len(rows) > sizes.TOKENS:
            self._add(letter, f"{letter} has {len(rows)} rows. The lab works with at most {sizes.TOKENS}.")
        if max(map(len, rows)) > sizes.WIDTH:
            wide = max(map(len, rows))
            self._add(letter, f"{letter} has {wide} columns. The lab works with at most {sizes.WIDTH}.")
        return tuple(
            tuple(self._cell(f"{letter}-{i}-{j}", text) for j, text in enumerate(row, 1))
            for i, row in enumerate(rows, 1)
        )

    def _cell(self, name: str, text: str) -> Exact:
        found = read_number(text)
        if isinstance(found, str):
            self._add(name, found)
            return 0
        number = exact(found.value)
        if abs(found.value) > LARGEST:
            self._add(name, f"The lab takes numbers from −{LARGEST} to {LARGEST}.")
        elif number.denominator > _BELOW and (number * 10**_DECIMALS).denominator != 1:
            self._add(
                name, f"The lab takes at most {_DECIMALS} decimals, or a fraction with a small number below."
            )
        return number

    def _shapes(self) -> None:
        Q, K, V = (_size(self.draft.matrix(letter)) for letter in sizes.LETTERS)
        if all(Q) and all(K) and Q[1] != K[1] and self._given("QK"):
            self._add(
                "K",
                f"K has {_columns(K[1])} and Q has {_columns(Q[1])}. Each Query is multiplied with each Key, "
                "so both need the same width.",
            )
        if all(K) and all(V) and K[0] != V[0] and self._given("KV"):
            self._add(
                "V",
                f"V has {_rows(V[0])} and K has {_rows(K[0])}. Each Key has a Value of its own: add or remove rows.",
            )

    def _hidden(self, n: int, *, causal: bool) -> frozenset[int]:
        places = [place_of(name, n) for name in self.draft.hide]
        if None in places and self._given("QK"):
            self._add("hide", f"Only the tokens {', '.join(self.draft.asked)} can be hidden here.")
        hidden = frozenset(place for place in places if place is not None)
        if n and len(hidden) == n and self._given("QK"):
            self._add("hide", "Not all tokens can be hidden: each Query needs a Key to look at.")
        elif causal and 0 in hidden:
            self._add("hide", "Under the causal mask A may look at itself alone, so A cannot be hidden.")
        return hidden

    def _divisor(self) -> Exact | None:
        found = read_number(self.draft.by)
        if isinstance(found, str):
            self._add("by", found)
            return None
        if not 0 < found.value <= LARGEST:
            self._add("by", f"Scores are divided by a number above 0 and up to {LARGEST}.")
            return None
        if found.value < Fraction(1, LARGEST) or found.value.denominator > 10**_DECIMALS:
            self._add("by", "Take a number of at least 0.001 with at most four decimals.")
            return None
        return exact(found.value)

    def _row(self, n_q: int) -> int:
        place = place_of(self.draft.row, n_q)
        if place is None and self._given("Q"):
            self._add("row", "Choose one of the tokens that ask.")
        return place or 0

    def _slips(self) -> tuple[str, ...]:
        slugs = tuple(dict.fromkeys(slug for slug in self.draft.slips if slug))
        if any(slug not in SLIPS for slug in slugs):
            self._add("slip", "There is no slip of that name. Choose one from the list.")
            return ()
        if len(slugs) > sizes.SLIPS:
            self._add("slip", "At most two slips can be on at once. Take one away.")
        elif len(slugs) == 2 and SLIPS[slugs[0]].field == SLIPS[slugs[1]].field:
            first, second = (self.names.get(slug, slug) for slug in slugs)
            self._add(
                "slip",
                f"“{first}” and “{second}” change the same part of the computation. Take one of them away.",
            )
        for sentence in self._undefined(slugs):
            self._add("slip", sentence)
        return () if any(fault.field == "slip" for fault in self.faults) else slugs

    def _undefined(self, slugs: tuple[str, ...]) -> Iterator[str]:
        """Why slips cannot be made with these shapes; nothing where the shapes do not fit each other yet."""
        (n_q, d_q), (n, d_k), (n_v, d_v) = (_size(self.draft.matrix(letter)) for letter in sizes.LETTERS)
        if 0 in (n_q, d_q, n, d_k, n_v, d_v) or d_q != d_k or n != n_v or not self._given(sizes.LETTERS):
            return
        shape = Shape(n_q=n_q, n=n, d_k=d_k, d_v=d_v)
        for slug in slugs:
            if not SLIPS[slug].defined(shape):
                name = self.names.get(slug, slug)
                yield f"“{name}” cannot be made with these matrices. It needs this: {SLIPS[slug].defined_when}."


def _size(rows: Texts) -> tuple[int, int]:
    return len(rows), max((len(row) for row in rows), default=0)


def _columns(count: int) -> str:
    return "1 column" if count == 1 else f"{count} columns"


def _rows(count: int) -> str:
    return "1 row" if count == 1 else f"{count} rows"
