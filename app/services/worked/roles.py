"""Beliefs about who asks, who is compared against and who carries the content, as it is and as believed."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from app.engine.mechanism import RIGHT, Carried, Product
from app.engine.problem import Problem
from app.engine.stages import Stage
from app.services.reading_views import Example, WayStep
from app.services.worked.ground import (
    GROUND,
    OUTPUT,
    SCORES,
    TOLD,
    WEIGHTS,
    Line,
    added,
    multiplied,
    row,
    sheet,
    step,
    told,
    values_of,
)

_VALUES = values_of(GROUND)
_DOUBLED = replace(GROUND, V=multiplied(_VALUES, 2))
_ALONE = replace(GROUND, hidden=frozenset((1, 2)))  # token A looks at itself alone
_LAST_DOUBLED = replace(GROUND, V=(*_VALUES[:2], *multiplied(_VALUES[2:], 2)))


def _weights() -> WayStep:
    return step("Weights of token A", WEIGHTS, row(GROUND, Stage.WEIGHTS))


def query_carries_content() -> Example:
    """The weights applied to the values, and to the queries."""
    return _carries("q", row(replace(GROUND, V=GROUND.Q), Stage.OUTPUT))


def key_carries_content() -> Example:
    """The weights applied to the values, and to the keys."""
    return _carries("k", row(GROUND, Stage.OUTPUT, replace(RIGHT, carried=Carried.KEYS)))


def _carries(letter: str, carried: Line) -> Example:
    """The output by the values, before and after they are doubled, beside what the rows of another matrix give."""
    given = f"{TOLD} Token A asks. Look at which rows the weights are applied to, and at what a change of values does."
    by = rf"\sum_j w_j\,{letter}_j"
    return told(
        given,
        sheet(GROUND),
        _weights(),
        step("Output of token A", OUTPUT, row(GROUND, Stage.OUTPUT), carried, by=by),
        step(
            "Output once all values are doubled",
            r"\sum_j w_j\,(2\,v_j)",
            row(_DOUBLED, Stage.OUTPUT),
            carried,
            by=by,
        ),
    )


def key_in_output() -> Example:
    """The keys mixed in with the values."""
    both = replace(GROUND, V=added(_VALUES, GROUND.K))
    given = f"{TOLD} Token A asks. Look at what stands in the sum that makes its output."
    return told(
        given,
        sheet(GROUND),
        _weights(),
        step("Output of token A", OUTPUT, row(GROUND, Stage.OUTPUT), row(both, Stage.OUTPUT),
             by=r"\sum_j w_j\,(v_j + k_j)"),
    )  # fmt: skip


def query_in_output() -> Example:
    """The asking token's query added to what comes out; as weights sum to 1, each value may take it along."""
    own = GROUND.Q[GROUND.row]
    kept = replace(GROUND, V=added(_VALUES, (own,) * len(_VALUES)))
    given = f"{TOLD} Token A asks. Look at whether its query $q_A$ is still there at the end."
    return told(
        given,
        sheet(GROUND),
        _weights(),
        step("Output of token A", OUTPUT, row(GROUND, Stage.OUTPUT), row(kept, Stage.OUTPUT),
             by=r"q_A + \sum_j w_j\,v_j"),
    )  # fmt: skip


def value_asks() -> Example:
    """Token A's value in the place of its query."""
    asking = replace(GROUND, Q=_VALUES)
    given = f"{TOLD} Token A asks. Look at which of its vectors meets the keys."
    return told(
        given,
        sheet(GROUND),
        step(
            "Raw scores of token A",
            SCORES,
            row(GROUND, Stage.RAW),
            row(asking, Stage.RAW),
            by=r"v_A \cdot k_j",
        ),
        step("Weights", WEIGHTS, row(GROUND, Stage.WEIGHTS), row(asking, Stage.WEIGHTS)),
        step("Output of token A", OUTPUT, row(GROUND, Stage.OUTPUT), row(asking, Stage.OUTPUT)),
    )


def value_compared() -> Example:
    """The values in the place of the keys; then the last one changes."""
    compared, changed = replace(GROUND, K=_VALUES), replace(_LAST_DOUBLED, K=values_of(_LAST_DOUBLED))
    given = f"{TOLD} Token A asks. Look at what its query meets, and whether the weights follow a change of a value."
    return told(
        given,
        sheet(GROUND),
        step("Raw scores of token A", SCORES, row(GROUND, Stage.RAW), row(compared, Stage.RAW), by=r"q_A \cdot v_j"),
        step("Weights", WEIGHTS, row(GROUND, Stage.WEIGHTS), row(compared, Stage.WEIGHTS)),
        step("Weights once the value of C is doubled", WEIGHTS, row(_LAST_DOUBLED, Stage.WEIGHTS),
             row(changed, Stage.WEIGHTS)),
    )  # fmt: skip


def key_asks() -> Example:
    """Token A's key meeting the queries of all tokens."""
    turned = replace(RIGHT, product=Product.KEY_QUERY)
    given = f"{TOLD} Token A asks. Look at which of its vectors it asks with."
    return told(
        given,
        sheet(GROUND),
        step("Raw scores of token A", SCORES, row(GROUND, Stage.RAW), row(GROUND, Stage.RAW, turned),
             by=r"k_A \cdot q_j"),
        step("Weights", WEIGHTS, row(GROUND, Stage.WEIGHTS), row(GROUND, Stage.WEIGHTS, turned)),
        step("Output of token A", OUTPUT, row(GROUND, Stage.OUTPUT), row(GROUND, Stage.OUTPUT, turned)),
    )  # fmt: skip


def roles_interchangeable() -> Example:
    """The same three matrices, two of them exchanged."""
    output = row(GROUND, Stage.OUTPUT)
    crossed = Problem(Q=GROUND.K, K=GROUND.Q, V=_VALUES, row=0)
    moved = Problem(Q=GROUND.Q, K=_VALUES, V=GROUND.K, row=0)
    given = f"{TOLD} All three matrices have the same shape, so that any two can be exchanged. Look at what comes out."
    attention = r"\mathrm{softmax}\left(\frac{%s\,%s^\top}{\sqrt{d_k}}\right) %s"
    return told(
        given,
        sheet(GROUND),
        step("Output of token A", attention % ("Q", "K", "V"), output),
        step(
            "The same with Q and K exchanged", attention % ("K", "Q", "V"), row(crossed, Stage.OUTPUT), output
        ),
        step(
            "The same with K and V exchanged", attention % ("Q", "V", "K"), row(moved, Stage.OUTPUT), output
        ),
    )


def output_row_from_one_token() -> Example:
    """Token A's row made from all values, and from its own."""
    own = row(_ALONE, Stage.OUTPUT)
    given = f"{TOLD} Token A asks. Look at whose values its output is made of."
    return told(
        given,
        sheet(GROUND),
        step(
            "Weights of token A",
            WEIGHTS,
            row(GROUND, Stage.WEIGHTS),
            row(_ALONE, Stage.WEIGHTS),
            by="w_A = 1",
        ),
        step("Output of token A", OUTPUT, row(GROUND, Stage.OUTPUT), own, by="v_A"),
        step(
            "Output once the value of C is doubled", OUTPUT, row(_LAST_DOUBLED, Stage.OUTPUT), own, by="v_A"
        ),
    )


ROLES: Mapping[str, Callable[[], Example]] = MappingProxyType(
    {
        "query-carries-content": query_carries_content,
        "value-asks": value_asks,
        "value-compared": value_compared,
        "key-asks": key_asks,
        "key-carries-content": key_carries_content,
        "key-in-output": key_in_output,
        "query-in-output": query_in_output,
        "roles-interchangeable": roles_interchangeable,
        "output-row-from-one-token": output_row_from_one_token,
    }
)
