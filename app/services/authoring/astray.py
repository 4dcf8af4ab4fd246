"""How often the distractors of one misconception were taken, from what is kept of the answers to other questions."""

from collections.abc import Iterable, Iterator

import orjson

from app.bank.reader import read


def led_astray(kept: Iterable[tuple[str, str, str]], slug: str) -> Iterator[tuple[str, int, int]]:
    """By question, how many first answers took a distractor of this misconception, and how many answers there were in all.

    `kept` are names of questions, their statistics as JSON, and the text of the revision that they are about. Options
    that an author wrote are counted under their own names, computed ones under the slips behind them ("one + other").
    A question that none was counted of is left out.
    """
    for item_id, record, text in kept:
        counted = orjson.loads(record)
        names = frozenset(_options_of(text, slug))
        lines = [line for line in counted["options"] if _is_of(line["name"], slug, names)]
        if lines and counted["first"]["answers"]:
            yield item_id, sum(line["taken"] for line in lines), counted["first"]["answers"]


def _is_of(name: str, slug: str, names: frozenset[str]) -> bool:
    return name in names or slug in name.split(" + ")


def _options_of(text: str, slug: str) -> Iterator[str]:
    """The author's names of the options that stand for the misconception."""
    document, _ = read(text, "")
    options = document.data.get("options") if document and isinstance(document.data, dict) else None
    for option in options if isinstance(options, list) else ():
        if (
            isinstance(option, dict)
            and option.get("misconception") == slug
            and isinstance(option.get("id"), str)
        ):
            yield str(option["id"])
