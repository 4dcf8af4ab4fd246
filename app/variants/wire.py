"""What the serving process and the engine's process say to each other, and how a message lies on a pipe.

A message is four bytes of length (big-endian) and a pickle. Both ends are one program started by the same parent,
and nothing that came from a browser is ever unpickled.
"""

import pickle
from collections.abc import Mapping
from dataclasses import dataclass
from typing import BinaryIO

from app.engine.experiments.experiment import Measured, Unit
from app.engine.worked import WorkedAnswer, WorkedOrder
from app.items.item import Revision
from app.variants.encode import EncodedVariant
from app.variants.item_report import ItemReport
from app.variants.reproof import Reproof

_LONGEST = 1 << 30


@dataclass(frozen=True, slots=True)
class Hello:
    """Asks what the engine's process is."""


@dataclass(frozen=True, slots=True)
class Introduction:
    """What computes: torch's version, the device, and why this device (a fallback says what failed).

    With `refuses` nothing is computed, since the device that was named does not work.
    """

    torch_version: str
    device: str
    reason: str
    refuses: bool = False


@dataclass(frozen=True, slots=True)
class Ping:
    """Asks for a sign of life; the answer is Pong."""


@dataclass(frozen=True, slots=True)
class Pong:
    """A sign of life."""


@dataclass(frozen=True, slots=True)
class BakeOrder:
    """Asks for variants of a recipe item, one tried per seed; `known` are twins that are stored already."""

    revision: Revision
    seeds: tuple[str, ...]
    known: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Baked:
    """New variants, and why other draws were refused; `repeated` counts draws whose twin was known."""

    variants: tuple[EncodedVariant, ...]
    refusals: Mapping[str, int]
    drawn: int
    repeated: int
    seconds: float


@dataclass(frozen=True, slots=True)
class ReportOrder:
    """Asks what is known of a recipe item's variants, from one draw per seed."""

    revision: Revision
    seeds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reported:
    """The report on one recipe item."""

    report: ItemReport


@dataclass(frozen=True, slots=True)
class AskOrder:
    """Asks for one variant of a recipe item whose givens a person chose; `seed` draws the order of its options."""

    revision: Revision
    givens: Mapping[str, object]
    seed: str


@dataclass(frozen=True, slots=True)
class Asked:
    """The variant, or why these givens are not asked: the name of a refusal."""

    variant: EncodedVariant | None
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class MeasureOrder:
    """Asks for some units of an experiment."""

    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class Parts:
    """What the units measured, in their order."""

    measured: tuple[Measured, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """The order could not be carried out. The process goes on, unless it says that it must be replaced."""

    sentence: str
    ends: bool = False


@dataclass(frozen=True, slots=True)
class ProveOrder:
    """Asks for a second proof of stored variants of one revision."""

    revision: Revision
    variants: tuple[EncodedVariant, ...]


@dataclass(frozen=True, slots=True)
class Proved:
    """The second proofs, in the order of the variants, and how long they took."""

    proofs: tuple[Reproof, ...]
    seconds: float


Order = Hello | Ping | BakeOrder | ReportOrder | WorkedOrder | AskOrder | MeasureOrder | ProveOrder
Answer = Introduction | Pong | Baked | Reported | WorkedAnswer | Asked | Parts | Proved | Fault


def write_message(stream: BinaryIO, message: Order | Answer) -> None:
    """Writes one message whole and flushes."""
    body = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    stream.write(len(body).to_bytes(4, "big") + body)
    stream.flush()


def read_message(stream: BinaryIO) -> Order | Answer | None:
    """The next message, or None where the other end has closed. Raises EOFError in the middle of a message."""
    start = _exactly(stream, 4)
    if start is None:
        return None
    length = int.from_bytes(start, "big")
    if length > _LONGEST:
        raise EOFError(f"a message of {length} bytes is none of ours")
    body = _exactly(stream, length)
    if body is None:
        raise EOFError("the other end closed in the middle of a message")
    message = pickle.loads(body)  # noqa: S301 - from our own parent or child, see the module's docstring
    if not isinstance(message, Order | Answer):
        raise EOFError(f"{type(message).__name__} is no message of ours")
    return message


def _exactly(stream: BinaryIO, count: int) -> bytes | None:
    """`count` bytes, or None where the stream had ended before the first of them."""
    parts: list[bytes] = []
    missing = count
    while missing:
        part = stream.read(missing)
        if not part:
            if missing == count:
                return None
            raise EOFError("the other end closed in the middle of a message")
        parts.append(part)
        missing -= len(part)
    return b"".join(parts)
