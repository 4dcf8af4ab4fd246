"""What a person typed into the lab, as text, with the names of its tokens and the limits of its size."""

from dataclasses import dataclass, replace

TOKENS = 6  # rows of Q, and of K and V
WIDTH = 8  # d_k and d_v
SLIPS = 2
DECIMALS = tuple(str(count) for count in range(1, 7))
MASKS = ("none", "causal")
SCALES = ("root", "none", "d_k", "times-root", "root-n", "by")
LETTERS = "QKV"
_NAMES = "ABCDEF"

Row = tuple[str, ...]
Texts = tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """The texts of all fields. A matrix may be ragged or empty: nothing has been read yet.

    `pasted` are the texts of the fields for whole matrices, in the order Q, K, V.
    """

    Q: Texts
    K: Texts
    V: Texts
    decimals: str = "3"
    mask: str = "none"
    hide: Row = ()
    scale: str = "root"
    by: str = ""
    slips: Row = ()
    row: str = "A"
    pasted: tuple[str, str, str] = ("", "", "")

    def matrix(self, letter: str) -> Texts:
        """One of the matrices by its letter."""
        found: Texts = getattr(self, letter)
        return found

    def with_matrix(self, letter: str, rows: Texts) -> "Draft":
        """The same with another matrix."""
        return replace(self, **{letter: rows})  # type: ignore[arg-type]  # the letters are the fields' names

    @property
    def asking(self) -> Row:
        """The names of the Queries."""
        return asking_names(len(self.Q))

    @property
    def asked(self) -> Row:
        """The names of the Keys and Values."""
        return asked_names(len(self.Q), len(self.K))


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a field cannot be read, and what to do. `field` is its name on the page: "Q", "Q-1-2" for a cell, "by" …"""

    field: str
    sentence: str


def asking_names(n_q: int) -> Row:
    """A, B, C … for the tokens that ask."""
    return tuple(_NAMES[:n_q])


def asked_names(n_q: int, n: int) -> Row:
    """The same letters where the tokens ask themselves; S1, S2 … (source) where there are more or fewer of them."""
    return tuple(_NAMES[:n]) if n_q == n else tuple(f"S{place}" for place in range(1, n + 1))


def place_of(name: str, count: int) -> int | None:
    """Which token a name means ("B", "S2" or "2"), or None."""
    place = _NAMES.find(name) if len(name) == 1 and name.isalpha() else -1
    if name.removeprefix("S").isdecimal() and len(name) <= 2:
        place = int(name.removeprefix("S")) - 1
    return place if 0 <= place < count else None
