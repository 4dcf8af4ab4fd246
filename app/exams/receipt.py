"""A receipt of a sitting: a short code that only this server can make, and that somebody can type to have it checked."""

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce

# Crockford's signs for 0 … 31: no I, L, O and U, which are misread. https://www.crockford.com/base32.html
SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_ALIKE = str.maketrans("OIL", "011", " -\t\N{NO-BREAK SPACE}\N{EN DASH}\N{HYPHEN}")
_PLACE, _MARK = 8, 16  # signs that name the sitting, and that prove the rest: 40 and 80 bits
_GROUP = 5


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a receipt is of. `points` are None where the exam does not show them: then the code tells nothing of them.

    `exam_revision_id` names the exam as it was sat, `answers` is the digest of what was given, `finished_at` is UTC.
    """

    sitting_id: str
    exam_revision_id: str
    points: float | None
    out_of: int
    finished_at: datetime
    answers: str


@dataclass(frozen=True, slots=True)
class Code:
    """A code as it was typed, its check sign right: which sitting it names, and the rest of it."""

    place: str
    mark: str

    def __str__(self) -> str:
        """The code in groups of five: "7ZK3M-…"."""
        signs = self.place + self.mark
        signs += _check_sign(signs)
        return "-".join(signs[start : start + _GROUP] for start in range(0, len(signs), _GROUP))


def answers_digest(given: Iterable[tuple[int, str]]) -> str:
    """SHA-256 over what was given, in hex: pairs of question and stored text, in the order of the questions."""
    found = hashlib.sha256()
    for n, text in sorted(given):
        found.update(f"{n}:{len(text.encode())}:{text}|".encode())
    return found.hexdigest()


def receipt_code(secret: bytes, receipt: Receipt) -> Code:
    """The code of a receipt.

    Rule: eight signs are the beginning of SHA-256 of the sitting's name, so that the sitting can be found; sixteen are
    the beginning of HMAC-SHA256 under the server's secret over everything that the receipt is of, so that nobody else
    can make a code that holds (2⁻⁸⁰ for a guess); the last one checks the typing.
    """
    return Code(place_of(receipt.sitting_id), _mark(secret, receipt))


def is_receipt_of(secret: bytes, receipt: Receipt, code: Code) -> bool:
    """Whether a code is that of exactly this receipt; compared in constant time."""
    named = hmac.compare_digest(code.place, place_of(receipt.sitting_id))
    return hmac.compare_digest(code.mark, _mark(secret, receipt)) and named


def told_of(secret: bytes, receipt: Receipt, code: Code) -> Receipt | None:
    """The receipt that a code is of, with its points or without them; None where it holds for neither."""
    return next(
        (one for one in (receipt, replace(receipt, points=None)) if is_receipt_of(secret, one, code)), None
    )


def place_of(sitting_id: str) -> str:
    """The signs by which codes name a sitting."""
    return _signs(hashlib.sha256(b"sitting|" + sitting_id.encode()).digest(), _PLACE)


def read_code(typed: str) -> Code | None:
    """The code that somebody typed: capitals or not, with spaces or hyphens, O for 0, I and L for 1.

    None where it is not a whole code, or its check sign does not fit: any one wrong sign, and any two that were
    exchanged, are noticed.
    """
    signs = typed.upper().translate(_ALIKE)
    if len(signs) != _PLACE + _MARK + 1 or not set(SIGNS).issuperset(signs):
        return None
    if _check_sign(signs[:-1]) != signs[-1]:
        return None
    return Code(signs[:_PLACE], signs[_PLACE:-1])


def _mark(secret: bytes, receipt: Receipt) -> str:
    points = "-" if receipt.points is None else f"{receipt.points:.6f}"
    told = (
        f"receipt|1|{receipt.sitting_id}|{receipt.exam_revision_id}|{points}|{receipt.out_of}"
        f"|{receipt.finished_at.isoformat()}|{receipt.answers}"
    )
    return _signs(hmac.new(secret, told.encode(), hashlib.sha256).digest(), _MARK)


def _signs(digest: bytes, count: int) -> str:
    """The first 5 · count bits, five to a sign."""
    number = int.from_bytes(digest) >> (8 * len(digest) - 5 * count)
    return "".join(SIGNS[number >> 5 * place & 31] for place in range(count - 1, -1, -1))


def _check_sign(signs: str) -> str:
    """The sign that makes Σ αⁱ·signᵢ = 0 in the field of 32 elements, with α⁰ = 1 at the check sign itself.

    As the powers of α differ for up to 31 places, one wrong sign or two exchanged ones never leave the sum at 0; it is a
    Reed–Solomon code with one check sign.
    """
    total = reduce(lambda found, sign: _doubled(found ^ SIGNS.index(sign)), signs, 0)
    return SIGNS[total]


def _doubled(element: int) -> int:
    """An element times α, modulo x⁵ + x² + 1."""
    element <<= 1
    return element ^ 0b100101 if element & 0b100000 else element
