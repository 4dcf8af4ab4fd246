"""Experiments in slices: each request brings a run further, nobody's run goes on alone, and a missing engine is said once."""

import threading
from collections.abc import Callable

import pytest

from app.engine.experiments.catalogue import EXPERIMENTS
from app.kit.clock import SystemClock
from app.kit.errors import NotFound
from app.services.experiments import Experiments, Runs
from app.services.live_engine import LiveEngine, Turns
from app.variants.wire import Answer, MeasureOrder, Order
from tests.live import Gone, Here

SMALL = {"largest": "64", "draws": "500"}
LONG = {"largest": "256", "draws": "20000"}
SHORT = {"largest": "8", "draws": "500"}


class Slow(Here):
    """Counts orders and numbers, and lets each take its time."""

    def __init__(self, clock: "Stepped") -> None:
        self.orders: list[MeasureOrder] = []
        self.clock = clock

    def ask(self, order: Order, *, within: float, starts_within: float) -> Answer:
        assert isinstance(order, MeasureOrder)
        self.orders.append(order)
        self.clock.seconds += 0.15
        return super().ask(order, within=within, starts_within=starts_within)


class Stepped(SystemClock):
    """A steady counter that moves when told to."""

    seconds = 0.0

    def steady(self) -> float:
        return self.seconds


def of(make: Callable[[], Here | Gone], clock: SystemClock | None = None) -> Experiments:
    return Experiments(LiveEngine(make, SystemClock()), clock or SystemClock())


@pytest.mark.parametrize("slug", EXPERIMENTS)
def test_every_experiment_comes_to_an_end(slug: str) -> None:
    experiments = of(Here)
    for _ in range(300):
        found = experiments.view(slug, SMALL)
        if found.outcome:
            break
    assert found.outcome is not None
    assert found.done == found.whole > 0
    assert found.outcome.plots


def test_a_request_measures_a_slice_and_leaves_it_there() -> None:
    clock = Stepped()
    engine = Slow(clock)
    experiments = of(lambda: engine, clock)
    first = experiments.view("variance", LONG)
    assert first.under_way
    assert len(engine.orders) == 4  # 0.6 seconds at 0.15 each
    second = experiments.view("variance", LONG)
    assert len(engine.orders) == 6  # 0.2 seconds more
    assert first.done < second.done < second.whole
    again = experiments.view("variance", LONG, go=False)
    assert (again.done, len(engine.orders)) == (second.done, 6)


def test_no_order_is_larger_than_a_few_milliseconds_of_work() -> None:
    clock = Stepped()
    engine = Slow(clock)
    experiments = of(lambda: engine, clock)
    while experiments.view("variance", LONG).under_way:
        pass
    sizes = [sum(unit.draws * 2 * int(unit.x) for unit in order.units) for order in engine.orders]
    assert max(sizes) <= 1 << 20
    assert sum(unit.draws for order in engine.orders for unit in order.units) == 20_000 * 9


def test_the_same_settings_are_the_same_run_and_another_turn_is_another() -> None:
    experiments = of(Here)
    one, two = (experiments.view("variance", SHORT).outcome for _ in range(2))
    other = experiments.view("variance", SHORT, turn="1").outcome
    assert one is not None
    assert one == two != other


def test_a_run_in_slices_gives_what_one_go_gives() -> None:
    clock = Stepped()
    sliced = of(lambda: Slow(clock), clock)
    settings = {"largest": "32", "draws": "4000"}
    while (found := sliced.view("saturation", settings)).under_way:
        pass
    whole = of(Here)
    while (other := whole.view("saturation", settings)).under_way:
        pass
    assert found.outcome == other.outcome


def test_a_setting_beyond_its_limit_measures_nothing() -> None:
    found = of(Gone).view("variance", {"largest": "1000000"})
    assert [fault.name for fault in found.faults] == ["largest"]
    assert found.typed == {"largest": "1000000"}
    assert not found.under_way


def test_a_missing_engine_is_said_and_what_was_measured_is_kept() -> None:
    clients: list[Here | Gone] = []
    clock = Stepped()
    clients.append(Slow(clock))
    live = LiveEngine(lambda: clients[-1], SystemClock())
    experiments = Experiments(live, clock)
    before = experiments.view("variance", LONG)
    live._client = Gone()
    found = experiments.view("variance", LONG)
    assert "No module named torch" in found.failure
    assert found.done == before.done
    live._client = None
    assert experiments.view("variance", LONG).done > before.done


def test_an_unknown_name_leads_to_the_list() -> None:
    with pytest.raises(NotFound, match="/experiments"):
        of(Here).view("alchemy", {})


def test_the_oldest_run_goes() -> None:
    runs = Runs(2)
    experiment = EXPERIMENTS["pair"]
    from_settings = [
        Experiments(LiveEngine(Here, SystemClock()), SystemClock(), runs).view("pair", {"d_k": str(d_k)})
        for d_k in (1, 2, 3)
    ]
    assert all(found.outcome for found in from_settings)
    assert len(runs._kept) == 2
    assert experiment.slug == "pair"


def test_ten_at_once_all_come_to_an_end() -> None:
    experiments = of(Here)
    ended: list[bool] = []

    def one(turn: int) -> None:
        for _ in range(100):
            found = experiments.view("saturation", {"largest": "32", "draws": "2000"}, turn=str(turn))
            assert not found.failure
            if found.outcome:
                ended.append(True)
                return

    threads = [threading.Thread(target=one, args=(turn,)) for turn in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(ended) == 10


def test_turns_come_in_the_order_in_which_they_were_asked_for() -> None:
    turns, order, started = Turns(), list[int](), list[threading.Thread]()
    assert turns.acquire(1.0)

    def wait(place: int) -> None:
        assert turns.acquire(10.0)
        order.append(place)
        turns.release()

    for place in range(5):
        thread = threading.Thread(target=wait, args=(place,))
        thread.start()
        started.append(thread)
        while len(turns._line) < place + 2:
            pass
    assert not turns.acquire(0.0)
    turns.release()
    for thread in started:
        thread.join(10)
    assert order == [0, 1, 2, 3, 4]
    assert turns.acquire(0.0)
