"""What a baked variant says about its own making: both routes, digits, precision, versions, and the seal over all of it."""

from importlib.metadata import version

import orjson
import pytest

from app.engine.plain_engine import PlainEngine
from app.items.answer_key import Evidence, Proof
from app.items.item import Kind
from app.items.variant import Variant
from app.variants.bake import bake
from app.variants.decode import decode
from app.variants.encode import EncodedVariant, encode, is_whole
from tests.changing import replace
from tests.unit.variants.samples import revision, seeds


def baked(recipe: str, kind: Kind = Kind.NUMBERS) -> Variant:
    (variant, *_) = bake(revision(recipe, kind), seeds(8), PlainEngine()).variants
    return variant


def proof_of(variant: Variant) -> tuple[Proof, Evidence]:
    proof = variant.answer_key.proof
    assert proof is not None
    assert proof.evidence is not None
    return proof, proof.evidence


@pytest.mark.parametrize("recipe", ["output-row", "saturation-pair", "spread", "dominance-factor"])
@pytest.mark.parametrize("kind", [Kind.SINGLE_CHOICE, Kind.NUMBERS])
def test_the_evidence_is_the_right_readings(recipe: str, kind: Kind) -> None:
    variant = baked(recipe, kind)
    proof, evidence = proof_of(variant)
    table = variant.answer_key.slip_table
    assert table is not None
    right = next(table.readings())
    assert (evidence.values, evidence.low, evidence.high) == (right.values, right.low, right.high)
    assert evidence.bits == 64
    assert len(evidence.printed) == len(proof.enclosures) == len(evidence.values)
    for text, value in zip(evidence.printed, evidence.values, strict=True):
        assert float(text) == pytest.approx(value, abs=0.5001 * 10.0 ** -len(text.partition(".")[2]))


def test_the_versions_are_those_that_run() -> None:
    _, evidence = proof_of(baked("weights-row"))
    keyed, recipe, engine, oracle = evidence.made_by
    assert keyed == f"Keyed {version('keyed')}"
    assert recipe == "recipe weights-row 1"
    assert engine == PlainEngine().version
    assert oracle.startswith(f"python-flint {version('python-flint')} with FLINT ")


def test_whoever_computes_by_itself_does_not_name_the_engine() -> None:
    class Other(PlainEngine):
        name = "another engine"
        version = "another library 7"

    (by_engine, *_) = bake(revision("weights-row"), seeds(8), Other()).variants
    (by_itself, *_) = bake(revision("spread"), seeds(8), Other()).variants
    assert "another library 7" in proof_of(by_engine)[1].made_by
    assert "another library 7" not in proof_of(by_itself)[1].made_by


def test_the_evidence_goes_to_bytes_and_comes_back() -> None:
    variant = baked("output-row")
    again = decode(encode(variant))
    assert again == variant
    assert encode(again) == encode(variant)
    assert proof_of(again)[0].seal


def test_the_engine_is_no_part_of_the_name() -> None:
    """The same variant, baked with other versions, has the same name and another seal."""

    class Later(PlainEngine):
        version = "Python 9.9"

    (one, *_) = bake(revision("weights-row"), seeds(8), PlainEngine()).variants
    (other, *_) = bake(revision("weights-row"), seeds(8), Later()).variants
    assert one.id == other.id
    assert proof_of(one)[0].seal != proof_of(other)[0].seal


def test_variants_from_before_there_was_evidence_are_read_as_they_are() -> None:
    variant = baked("weights-row")
    encoded = encode(variant)
    record = orjson.loads(encoded.answer_key)
    del record["evidence"], record["seal"]
    old = replace(encoded, answer_key=orjson.dumps(record))
    proof = decode(old).answer_key.proof
    assert proof == replace(proof_of(variant)[0], evidence=None, seal="")
    assert is_whole(old)  # the name is the hash of the same content
    assert not is_whole(replace(old, answer_key=old.answer_key.replace(b'"printed":"', b'"printed":"1', 1)))


def _changes(encoded: EncodedVariant) -> dict[str, EncodedVariant]:
    key = encoded.answer_key
    return {
        "another digit": replace(encoded, answer_key=key.replace(b'"printed":"0.', b'"printed":"1.', 1)),
        "another value": replace(encoded, answer_key=key.replace(b'"values":[', b'"values":[1.', 1)),
        "another precision": replace(encoded, answer_key=key.replace(b'"bits":64', b'"bits":32')),
        "another version": replace(encoded, answer_key=key.replace(b"Keyed ", b"Keyed 9")),
        "another seal": replace(
            encoded, answer_key=key[:-3] + (b"0" if key[-3:-2] != b"0" else b"1") + key[-2:]
        ),
        "no seal": replace(encoded, answer_key=key.replace(b'"seal":', b'"seel":')),
        "text in place of bytes": replace(encoded, answer_key=key.decode()),  # type: ignore[arg-type]
        "another page": replace(encoded, shown=encoded.shown.replace(b"attention", b"attraction", 1)),
        "another number": replace(encoded, numbers=encoded.numbers[:-1] + b"\x00"),
        "another layout": replace(encoded, layout=encoded.layout.replace(b"no-scale", b"no-scales", 1)),
        "another seed": replace(encoded, seed="another"),
        "another twin": replace(encoded, twin="another"),
        "another item": replace(encoded, item_id="another"),
        "another revision": replace(encoded, revision_id="another"),
    }


def test_whatever_is_changed_breaks_the_seal() -> None:
    encoded = encode(baked("weights-row"))
    assert is_whole(encoded)
    for name, changed in _changes(encoded).items():
        assert changed != encoded, name
        assert not is_whole(changed), name
