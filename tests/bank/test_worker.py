"""The engine's process answers orders and nothing else."""

import os
import subprocess
import sys

import pytest

from app.engine.batching import Runs
from app.engine.experiments.experiment import Unit
from app.engine.experiments.settings import Values
from app.engine.plain_engine import PlainEngine
from app.items.item import Kind
from app.kit.clock import SystemClock
from app.variants.decode import decode, decode_shown
from app.variants.wire import (
    Answer,
    Baked,
    BakeOrder,
    Fault,
    Hello,
    Introduction,
    MeasureOrder,
    Order,
    Ping,
    Pong,
    Proved,
    ProveOrder,
    read_message,
    write_message,
)
from app.worker import NO_MEMORY, answer
from tests.unit.variants.samples import revision, seeds

ORDER = BakeOrder(revision("weights-row", Kind.NUMBERS), tuple(seeds(20)))


def test_a_process_of_its_own_bakes_and_ends_with_its_input() -> None:
    environment = {**os.environ, "KEYED_DEVICE": "cpu"}
    with subprocess.Popen(
        [sys.executable, "-m", "app.worker"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        for order in (Hello(), Ping(), ORDER):
            write_message(process.stdin, order)
        introduction = read_message(process.stdout)
        assert isinstance(introduction, Introduction)
        assert introduction.device == "cpu"
        assert read_message(process.stdout) == Pong()
        baked = read_message(process.stdout)
        assert isinstance(baked, Baked)
        assert baked.drawn == 20
        assert len(baked.variants) + sum(baked.refusals.values()) == 20
        process.stdin.close()
        assert process.wait(timeout=20) == 0
        assert process.stdout.read() == b""


def ask(order: BakeOrder | ProveOrder) -> Baked | Proved | Fault:
    reply = answer(
        order, PlainEngine(), introduction=Introduction("none", "cpu", "a test"), clock=SystemClock()
    )
    assert isinstance(reply, Baked | Proved | Fault)
    return reply


def test_baked_variants_are_proven_again() -> None:
    baked = ask(ORDER)
    assert isinstance(baked, Baked)
    proved = ask(ProveOrder(ORDER.revision, baked.variants))
    assert isinstance(proved, Proved)
    assert [one.variant_id for one in proved.proofs] == [one.id for one in baked.variants]
    assert {one.faults for one in proved.proofs} == {()}
    for one, variant in zip(proved.proofs, baked.variants, strict=True):
        first = decode(variant).answer_key.proof
        assert one.proof is not None
        assert first is not None
        assert (one.proof.enclosures, one.proof.nearest) == (first.enclosures, first.nearest)
    assert proved.seconds > 0


@pytest.mark.parametrize(
    ("problem", "expected"),
    [
        (
            RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory"),
            Fault(NO_MEMORY, ends=True),
        ),
        (RuntimeError("CUDA out of memory. Tried to allocate 2 GiB"), Fault(NO_MEMORY, ends=True)),
        (MemoryError(), Fault(NO_MEMORY, ends=True)),
        (RuntimeError("no kernel"), Fault("this cannot be computed: no kernel")),
    ],
)
@pytest.mark.parametrize("what", ["bake", "prove"])
def test_an_engine_without_memory_is_a_sentence(what: str, problem: Exception, expected: Fault) -> None:
    class Full(PlainEngine):
        def run(self, *args: object, **settings: object) -> Runs:
            raise problem

    baked = ask(ORDER)
    assert isinstance(baked, Baked)
    order = ORDER if what == "bake" else ProveOrder(ORDER.revision, baked.variants)
    introduction = Introduction("none", "cpu", "a test")
    assert answer(order, Full(), introduction=introduction, clock=SystemClock()) == expected


def test_an_experiment_without_memory_is_the_same_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object, **settings: object) -> object:
        raise RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory")

    monkeypatch.setattr("app.worker.measure", full)
    order = MeasureOrder((Unit("variance", Values({}, {}), 8.0, 50, "a seed"),))
    introduction = Introduction("none", "cpu", "a test")
    found = answer(order, PlainEngine(), introduction=introduction, clock=SystemClock())
    assert found == Fault(NO_MEMORY, ends=True)


def test_a_device_that_was_named_and_does_not_work_computes_nothing() -> None:
    introduction = Introduction("none", "cpu", "cuda was asked for but does not work (none)", refuses=True)

    def told(order: Order) -> Answer:
        return answer(order, PlainEngine(), introduction=introduction, clock=SystemClock())

    assert told(Hello()) == introduction
    refused = told(ORDER)
    assert isinstance(refused, Fault)
    assert "cuda was asked for but does not work" in refused.sentence
    assert "KEYED_DEVICE=auto or cpu" in refused.sentence


def test_baked_variants_are_ready_to_store() -> None:
    baked = ask(ORDER)
    assert isinstance(baked, Baked)
    assert {decode_shown(variant.shown).item_id for variant in baked.variants} == {"weights-row-typed"}
    again = ask(BakeOrder(ORDER.revision, ORDER.seeds, frozenset(variant.twin for variant in baked.variants)))
    assert isinstance(again, Baked)
    assert again.variants == ()
    assert again.repeated == len(baked.variants)


@pytest.mark.parametrize("recipe", ["no-such-recipe"])
def test_an_order_that_cannot_be_carried_out_is_a_sentence(recipe: str) -> None:
    fault = ask(BakeOrder(revision(recipe), ("seed",)))
    assert isinstance(fault, Fault)
    assert "no-such-recipe-choice cannot be baked" in fault.sentence
