"""The name of who acts, as typed: one line, not empty, not too long."""

import pytest

from app.web.acting_as import LONGEST_ACTOR, NoActor, actor_of


def test_a_name_is_one_line() -> None:
    assert actor_of("  Ada\n Lovelace\x00 ") == "Ada Lovelace\N{REPLACEMENT CHARACTER}"
    assert actor_of("名" * LONGEST_ACTOR) == "名" * LONGEST_ACTOR


@pytest.mark.parametrize("typed", ["", " \n\t", "x" * (LONGEST_ACTOR + 1)])
def test_an_empty_or_a_long_one_is_refused(typed: str) -> None:
    with pytest.raises(NoActor):
        actor_of(typed)
