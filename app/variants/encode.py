"""A variant as bytes and back: JSON for what is read, float64 for what is computed, in an exact round trip."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.json import Encoder
from msgspec.structs import replace

from app.items.answer_key import (
    AnswerKey,
    Proof,
)
from app.items.public import (
    PublicVariant,
)
from app.items.slip_table import SlipLayout
from app.items.variant import Variant
from app.kit.ids import content_hash

Json = Mapping[str, Any]
_JSON = Encoder()
_EVIDENCE, _SEAL, _END = b',"evidence":', b',"seal":"', b'"}'


class EncodedVariant(Struct, frozen=True):
    """A variant as it is stored: small columns, and its parts as bytes.

    `shown` and `answer_key` are JSON, `numbers` is the slip table's little-endian float64, and `layout` is JSON
    that many variants share; the last two are empty where the variant has no slip table.
    """

    id: str
    item_id: str
    revision_id: str
    twin: str
    seed: str
    fixed: str | None
    shown: bytes
    answer_key: bytes
    numbers: bytes
    layout: bytes


class Origin(Struct, frozen=True):
    """Where a variant comes from: its item in one revision, what its numbers are, and the draw or the author's name."""

    item_id: str
    revision_id: str
    twin: str
    seed: str
    fixed: str | None


def pack(origin: Origin, shown: PublicVariant, answer_key: AnswerKey) -> EncodedVariant:
    """The parts as bytes, named by the hash of these bytes under their revision; each is written out once.

    The evidence is no part of what is named, since the same variant is as good by whichever engine it was made; the
    seal covers both.
    """
    table = answer_key.slip_table
    shown_bytes, key_bytes = _JSON.encode(shown), _answer_key_bytes(answer_key)
    numbers, layout = (b"", b"") if table is None else (table.numbers, _layout_bytes(table.layout))
    name = _name(origin.revision_id, shown_bytes, key_bytes, numbers)
    return EncodedVariant(
        name,
        origin.item_id,
        origin.revision_id,
        origin.twin,
        origin.seed,
        origin.fixed,
        shown_bytes,
        key_bytes[:-1] + _sealed(name, origin, answer_key.proof, layout=layout),
        numbers,
        layout,
    )


def encode(variant: Variant) -> EncodedVariant:
    """The variant's parts as bytes under its name; `decode` gives back an equal variant."""
    origin = Origin(variant.item_id, variant.revision_id, variant.twin, variant.seed, variant.fixed)
    return replace(pack(origin, variant.shown, variant.answer_key), id=variant.id)


def variant_name(revision_id: str, shown: PublicVariant, answer_key: AnswerKey) -> str:
    """The hash of a variant's whole content under its revision: the variant's `id`."""
    table = answer_key.slip_table
    numbers = b"" if table is None else table.numbers
    return _name(revision_id, _JSON.encode(shown), _answer_key_bytes(answer_key), numbers)


def _name(revision_id: str, shown: bytes, answer_key: bytes, numbers: bytes) -> str:
    return content_hash(b"\n".join((revision_id.encode(), shown, answer_key, numbers)))


def _answer_key_bytes(answer_key: AnswerKey) -> bytes:
    record: dict[str, object] = {
        "answer": answer_key.answer,
        "solution": answer_key.solution,
        "proof": _proof_record(answer_key.proof),
        "givens": answer_key.givens,
    }
    if answer_key.experiment:
        record["experiment"] = answer_key.experiment
    return _JSON.encode(record)


def _proof_record(proof: Proof | None) -> dict[str, object] | None:
    """The proof without its evidence, which stands beside it."""
    if proof is None:
        return None
    return {
        "routes": proof.routes,
        "enclosures": proof.enclosures,
        "reach": proof.reach,
        "nearest": proof.nearest,
        "nearest_distance": proof.nearest_distance,
    }


def _sealed(name: str, origin: Origin, proof: Proof | None, *, layout: bytes) -> bytes:
    """The evidence and the seal, as the last entries of an answer key that was cut open before its last brace."""
    if proof is None or proof.evidence is None:
        return b"}"
    evidence = _JSON.encode(proof.evidence)
    seal = proof.seal or seal_of(name, origin, evidence, layout=layout)
    return b"%b%b%b%b%b" % (_EVIDENCE, evidence, _SEAL, seal.encode(), _END)


def seal_of(name: str, origin: Origin, evidence: bytes, *, layout: bytes) -> str:
    """The hash over a variant's name (which is the hash of its content), its place, its evidence and its layout."""
    parts = (name.encode(), _JSON.encode(origin), evidence, _layout_hash(layout))
    return content_hash(b"\n".join(parts))


@lru_cache(maxsize=256)
def _layout_hash(layout: bytes) -> bytes:
    return content_hash(layout).encode()


def is_whole(encoded: EncodedVariant) -> bool:
    """Whether a stored variant is what was packed: its name and its seal are the hashes of what stands there.

    Both are taken of the bytes as they are stored, so that fields which came later change neither.
    """
    parts = (encoded.shown, encoded.answer_key, encoded.numbers, encoded.layout)
    if not all(isinstance(part, bytes) for part in parts):
        return False  # somebody else wrote it there, as text
    content, evidence, seal = _opened(encoded.answer_key)
    if _name(encoded.revision_id, encoded.shown, content, encoded.numbers) != encoded.id:
        return False
    origin = Origin(encoded.item_id, encoded.revision_id, encoded.twin, encoded.seed, encoded.fixed)
    return not evidence or seal_of(encoded.id, origin, evidence, layout=encoded.layout) == seal


def has_evidence(encoded: EncodedVariant) -> bool:
    """Whether the numbers that its proof rests on are stored with a variant; at first they were not."""
    return isinstance(encoded.answer_key, bytes) and _EVIDENCE in encoded.answer_key


def _opened(answer_key: bytes) -> tuple[bytes, bytes, str]:
    """The JSON of an answer key without its evidence, the evidence, and the seal; the last two may be empty.

    Evidence without a seal is evidence whose seal fits nothing.
    """
    content, found, rest = answer_key.rpartition(_EVIDENCE)
    if not found:
        return answer_key, b"", ""
    evidence, sealed, seal = rest.rpartition(_SEAL)
    if not sealed:
        return content + b"}", rest, ""
    return content + b"}", evidence, seal.removesuffix(_END).decode(errors="replace")


@lru_cache(maxsize=256)
def _layout_bytes(layout: SlipLayout) -> bytes:
    return _JSON.encode(layout)
