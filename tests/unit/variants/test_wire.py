"""Messages lie whole on a pipe."""

import io

import pytest

from app.variants.wire import Baked, BakeOrder, Fault, Hello, Ping, Pong, read_message, write_message
from tests.unit.variants.samples import revision

MESSAGES = (
    Hello(),
    Ping(),
    Pong(),
    BakeOrder(revision("weights-row"), ("a", "b"), frozenset(("twin",))),
    Baked((), {"rounding-tie": 2}, 3, 1, 0.5),
    Fault("a sentence"),
)


def test_messages_come_back_in_order_and_then_the_end() -> None:
    pipe = io.BytesIO()
    for message in MESSAGES:
        write_message(pipe, message)
    pipe.seek(0)
    assert [read_message(pipe) for _ in MESSAGES] == list(MESSAGES)
    assert read_message(pipe) is None


@pytest.mark.parametrize("cut", [2, 6, 20])
def test_a_message_that_breaks_off_is_an_error(cut: int) -> None:
    pipe = io.BytesIO()
    write_message(pipe, MESSAGES[3])
    with pytest.raises(EOFError, match="in the middle"):
        read_message(io.BytesIO(pipe.getvalue()[:cut]))


def test_what_is_none_of_ours_is_refused() -> None:
    with pytest.raises(EOFError, match="none of ours"):
        read_message(io.BytesIO(b"\xff\xff\xff\xff"))
    pipe = io.BytesIO()
    write_message(pipe, "hello")  # type: ignore[arg-type]
    pipe.seek(0)
    with pytest.raises(EOFError, match="no message of ours"):
        read_message(pipe)
