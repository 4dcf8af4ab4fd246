"""A variant as bytes and back: JSON for what is read, float64 for what is computed, in an exact round trip."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import orjson

from app.items.answer_key import (
    AnswerKey,
    CellKey,
    ChoiceAnswer,
    Evidence,
    FieldKey,
    FieldsAnswer,
    KeyedAnswer,
    MatchingAnswer,
    NumberAnswer,
    NumberKey,
    NumbersAnswer,
    OptionKey,
    OrderingAnswer,
    Proof,
    ReversalKey,
    StepKey,
    StepsAnswer,
    StepSlip,
    WorkedStep,
)
from app.items.kinds import Kind, Level, Shape
from app.items.public import (
    ChoiceForm,
    FieldForm,
    FieldsForm,
    Form,
    GridForm,
    MatchingForm,
    Matrix,
    NumbersForm,
    OrderingForm,
    PublicVariant,
    ShownOption,
    StepForm,
    StepsForm,
)
from app.items.slip_table import SlipLayout, SlipTable, StepLayout
from app.items.tolerance import Tolerance, ToleranceKind
from app.items.variant import Variant
from app.kit.ids import content_hash

Json = Mapping[str, Any]
_EVIDENCE, _SEAL, _END = b',"evidence":', b',"seal":"', b'"}'


@dataclass(frozen=True, slots=True)
class EncodedVariant:
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


@dataclass(frozen=True, slots=True)
class Origin:
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
    shown_bytes, key_bytes = orjson.dumps(shown), _answer_key_bytes(answer_key)
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


def decode(encoded: EncodedVariant) -> Variant:
    """The variant of these bytes."""
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


def variant_name(revision_id: str, shown: PublicVariant, answer_key: AnswerKey) -> str:
    """The hash of a variant's whole content under its revision: the variant's `id`."""
    table = answer_key.slip_table
    numbers = b"" if table is None else table.numbers
    return _name(revision_id, orjson.dumps(shown), _answer_key_bytes(answer_key), numbers)


def _name(revision_id: str, shown: bytes, answer_key: bytes, numbers: bytes) -> str:
    return content_hash(b"\n".join((revision_id.encode(), shown, answer_key, numbers)))


def decode_shown(shown: bytes) -> PublicVariant:
    """What a learner may see, from its JSON."""
    record = orjson.loads(shown)
    return PublicVariant(
        item_id=record["item_id"],
        kind=Kind(record["kind"]),
        level=Level(record["level"]),
        shape=Shape(record["shape"]),
        objectives=tuple(record["objectives"]),
        stem=record["stem"],
        matrices=tuple([_matrix(matrix) for matrix in record["matrices"]]),
        conventions=record["conventions"],
        legend=record["legend"],
        form=_form(record["form"]),
    )


def decode_answer_key(answer_key: bytes, numbers: bytes, layout: bytes) -> AnswerKey:
    """What is right and why, from its JSON, the slip table's numbers and their layout."""
    record = orjson.loads(answer_key)
    return AnswerKey(
        answer=_answer(record["answer"]),
        solution=tuple([_step(step) for step in record["solution"]]),
        proof=None if record["proof"] is None else _proof(record["proof"], record),
        slip_table=SlipTable(_layout(layout), numbers) if layout else None,
        givens=record["givens"],
        experiment=record.get("experiment", ""),
    )


def _answer_key_bytes(answer_key: AnswerKey) -> bytes:
    record: dict[str, object] = {
        "answer": answer_key.answer,
        "solution": answer_key.solution,
        "proof": _proof_record(answer_key.proof),
        "givens": answer_key.givens,
    }
    if answer_key.experiment:
        record["experiment"] = answer_key.experiment
    return orjson.dumps(record)


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
    evidence = orjson.dumps(proof.evidence)
    seal = proof.seal or seal_of(name, origin, evidence, layout=layout)
    return b"%b%b%b%b%b" % (_EVIDENCE, evidence, _SEAL, seal.encode(), _END)


def seal_of(name: str, origin: Origin, evidence: bytes, *, layout: bytes) -> str:
    """The hash over a variant's name (which is the hash of its content), its place, its evidence and its layout."""
    parts = (name.encode(), orjson.dumps(origin), evidence, _layout_hash(layout))
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
    return orjson.dumps(layout)


@lru_cache(maxsize=256)
def _layout(layout: bytes) -> SlipLayout:
    record = orjson.loads(layout)
    return SlipLayout(
        readings=tuple(tuple(slugs) for slugs in record["readings"]),
        width=record["width"],
        stepped=record["stepped"],
        steps=tuple(StepLayout(step["slug"], step["count"]) for step in record["steps"]),
    )


def _matrix(record: Json) -> Matrix:
    return Matrix(
        record["name"],
        record["role"],
        tuple(record["row_names"]),
        tuple(record["column_names"]),
        tuple([tuple(row) for row in record["entries"]]),
    )


def _form(record: Json) -> Form:
    if "options" in record:
        options = tuple([ShownOption(option["text"], option["numeric"]) for option in record["options"]])
        return ChoiceForm(options, record["choose"])
    if "prompts" in record:
        return MatchingForm(tuple(record["prompts"]), tuple(record["choices"]))
    if "entries" in record:
        return OrderingForm(tuple(record["entries"]))
    if "row_names" in record:
        names = (tuple(record["row_names"]), tuple(record["column_names"]))
        return GridForm(record["name"], *names, record["decimals"])
    if "steps" in record:
        return StepsForm(
            tuple(StepForm(one["title"], tuple(one["labels"]), one["decimals"]) for one in record["steps"])
        )
    if "fields" in record:
        fields = record["fields"]
        return FieldsForm(tuple(FieldForm(one["label"], one["unit"], one["decimals"]) for one in fields))
    return NumbersForm(tuple(record["labels"]), record["decimals"], record["unit"])


def _answer(record: Json) -> KeyedAnswer:
    if "options" in record:
        return ChoiceAnswer(
            tuple([_option(option) for option in record["options"]]), record["all_or_nothing"]
        )
    if "cells" in record:
        return _matching(record)
    if "reversals" in record:
        return _ordering(record)
    if "steps" in record:
        return StepsAnswer(
            tuple((name, formula) for name, formula in record["givens"]),
            tuple(map(_step_key, record["steps"])),
        )
    if "fields" in record:
        return FieldsAnswer(tuple(map(_field_key, record["fields"])), record["all_or_nothing"])
    tolerance = record["tolerance"]
    return NumbersAnswer(
        _numbers(record["numbers"]),
        Tolerance(ToleranceKind(tolerance["kind"]), tolerance["amount"], tolerance["low"], tolerance["high"]),
    )


def _numbers(records: Sequence[Json]) -> tuple[NumberAnswer, ...]:
    return tuple(NumberAnswer(one["printed"], one["low"], one["high"]) for one in records)


def _step_key(record: Json) -> StepKey:
    slips = tuple(StepSlip(one["slug"], tuple(one["formulas"])) for one in record["slips"])
    names = (tuple(record["names"]), tuple(record["formulas"]))
    return StepKey(
        record["slug"], *names, _numbers(record["numbers"]), record["decimals"], slips, record["counts"]
    )


def _field_key(record: Json) -> FieldKey:
    accepted, wrong = (tuple(map(_number_key, record[name])) for name in ("accepted", "wrong"))
    return FieldKey(accepted, wrong, record["decimals"])


def _number_key(record: Json) -> NumberKey:
    span = (record["printed"], record["value"], record["low"], record["high"])
    return NumberKey(*span, record["share"], record["rationale"], tuple(record["slips"]))


def _matching(record: Json) -> MatchingAnswer:
    cells = tuple(
        tuple(CellKey(cell["rationale"], tuple(cell["slips"])) for cell in row) for row in record["cells"]
    )
    names = (tuple(record["prompt_ids"]), tuple(record["choice_ids"]))
    return MatchingAnswer(*names, tuple(record["right"]), cells, record["all_or_nothing"])


def _ordering(record: Json) -> OrderingAnswer:
    reversals = tuple(
        ReversalKey(one["earlier"], one["later"], one["rationale"], tuple(one["slips"]))
        for one in record["reversals"]
    )
    return OrderingAnswer(
        tuple(record["entry_ids"]),
        tuple(record["places"]),
        tuple(record["rationales"]),
        reversals,
        record["all_or_nothing"],
    )


def _option(record: Json) -> OptionKey:
    return OptionKey(
        record["option_id"], record["correct"], record["weight"], record["rationale"], tuple(record["slips"])
    )


def _step(record: Json) -> WorkedStep:
    return WorkedStep(
        record["slug"], record["title"], record["rule"], tuple(record["names"]), tuple(record["shown"])
    )


def _proof(record: Json, whole: Json) -> Proof:
    evidence = whole.get("evidence")
    return Proof(
        routes=tuple(record["routes"]),
        enclosures=tuple(record["enclosures"]),
        reach=record["reach"],
        nearest=tuple(record["nearest"]),
        nearest_distance=record["nearest_distance"],
        evidence=None if evidence is None else _evidence(evidence),
        seal=whole.get("seal", ""),
    )


def _evidence(record: Json) -> Evidence:
    return Evidence(
        values=tuple(record["values"]),
        low=tuple(record["low"]),
        high=tuple(record["high"]),
        printed=tuple(record["printed"]),
        bits=record["bits"],
        made_by=tuple(record["made_by"]),
    )
