"""Stored bytes back as a variant, read against the types of its parts in one step."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar, get_args

from msgspec import DecodeError, Raw, Struct
from msgspec.json import Decoder

from app.items.answer_key import AnswerKey, Evidence, KeyedAnswer, Proof, WorkedStep
from app.items.kinds import Kind, Level, Shape
from app.items.public import Form, Matrix, PublicVariant
from app.items.slip_table import SlipLayout, SlipTable
from app.items.variant import Variant
from app.variants.encode import EncodedVariant

T = TypeVar("T")


class _Shown(Struct):
    """What a learner may see, as it is stored."""

    item_id: str
    kind: Kind
    level: Level
    shape: Shape
    objectives: tuple[str, ...]
    stem: str
    matrices: tuple[Matrix, ...]
    conventions: str
    legend: str
    form: Raw


class _StoredProof(Struct):
    """A proof without its evidence, which stands beside it."""

    routes: tuple[str, ...]
    enclosures: tuple[str, ...]
    reach: float
    nearest: tuple[str, ...]
    nearest_distance: float


class _Keyed(Struct):
    """What is right and why, as it is stored."""

    answer: Raw
    solution: tuple[WorkedStep, ...]
    proof: _StoredProof | None
    givens: str
    experiment: str = ""
    evidence: Evidence | None = None
    seal: str = ""


class _OneOf(Generic[T]):
    """Reads one of several records, of which each is told by the name of its first field, which is written first."""

    def __init__(self, kinds: Sequence[type[Struct]]) -> None:
        self._decoders: dict[bytes, Decoder[Any]] = {
            kind.__struct_fields__[0].encode(): Decoder(kind) for kind in kinds
        }

    def decode(self, raw: Raw) -> T:
        """The record of this JSON. Raises ValueError where it is none of them."""
        decoder = self._decoders.get(bytes(raw).partition(b'"')[2].partition(b'"')[0])
        if decoder is None:
            raise DecodeError(f"it is none of {', '.join(name.decode() for name in self._decoders)}")
        return decoder.decode(raw)  # type: ignore[no-any-return]  # as its kind says


_SHOWN, _KEYED, _LAYOUT = Decoder(_Shown), Decoder(_Keyed), Decoder(SlipLayout)
_FORM: _OneOf[Form] = _OneOf(get_args(Form))
_ANSWER: _OneOf[KeyedAnswer] = _OneOf(get_args(KeyedAnswer))


def decode(encoded: EncodedVariant) -> Variant:
    """The variant of these bytes. Raises ValueError where they are not what was packed."""
    return Variant(
        id=encoded.id,
        item_id=encoded.item_id,
        revision_id=encoded.revision_id,
        twin=encoded.twin,
        seed=encoded.seed,
        shown=decode_shown(encoded.shown),
        answer_key=decode_answer_key(encoded.answer_key, encoded.numbers, encoded.layout),
        fixed=encoded.fixed,
    )


def decode_shown(shown: bytes) -> PublicVariant:
    """What a learner may see, from its JSON. Raises ValueError for anything else."""
    one = _SHOWN.decode(shown)
    return PublicVariant(
        one.item_id,
        one.kind,
        one.level,
        one.shape,
        one.objectives,
        one.stem,
        one.matrices,
        one.conventions,
        one.legend,
        _FORM.decode(one.form),
    )


def decode_answer_key(answer_key: bytes, numbers: bytes, layout: bytes) -> AnswerKey:
    """What is right and why, from its JSON, the slip table's numbers and their layout; ValueError for anything else."""
    one = _KEYED.decode(answer_key)
    return AnswerKey(
        _ANSWER.decode(one.answer),
        one.solution,
        None if one.proof is None else _proof(one.proof, one),
        SlipTable(_layout(layout), numbers) if layout else None,
        one.givens,
        one.experiment,
    )


def _proof(stored: _StoredProof, whole: _Keyed) -> Proof:
    return Proof(
        stored.routes,
        stored.enclosures,
        stored.reach,
        stored.nearest,
        stored.nearest_distance,
        whole.evidence,
        whole.seal,
    )


@lru_cache(maxsize=256)
def _layout(layout: bytes) -> SlipLayout:
    return _LAYOUT.decode(layout)
