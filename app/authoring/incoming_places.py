"""Pairs that were found as a matching, and what was found in order as an ordering."""

from app.authoring.found import FoundOrder, FoundPairs
from app.authoring.incoming import Body, CannotComeIn, counted, with_reason
from app.authoring.incoming_names import option_names
from app.authoring.incoming_notes import Notes
from app.authoring.incoming_text import markdown_of
from app.bank.reader import Data


def pairs_body(form: FoundPairs, general: str, notes: Notes) -> Body:
    """A matching of ours in which each right pair earns an equal share, or all of them together everything.

    Rule: equal right sides are one choice; a right side without a left one is a choice that is left over.
    """
    sides: list[tuple[str, str]] = []
    for place, (left, right) in enumerate(form.pairs, 1):
        notes.part = f"pair {place}"
        sides.append((markdown_of(left, notes), markdown_of(right, notes)))
    shown = list(dict.fromkeys(right for _, right in sides if right))
    prompts = [(left, right) for left, right in sides if left]
    if not prompts or not shown:
        raise CannotComeIn(
            "There is no pair with both of its sides. Write them in the file, and send it again."
        )
    names = dict(zip(shown, option_names(shown, "choice"), strict=True))
    if len({right for _, right in prompts}) < len(prompts):
        notes.part = "pairs"
        notes.changed("two prompts have the same choice; here each has its own: change one of them")
    made = [
        with_reason(
            {"id": name, "text": left, **({"choice": names[right]} if right else {})},
            _general(general, place, notes),
        )
        for place, ((left, right), name) in enumerate(
            zip(prompts, option_names((left for left, _ in prompts), "prompt"), strict=True)
        )
    ]
    choices: list[Data] = [{"id": names[text], "text": text} for text in shown]
    fields: dict[str, Data] = _scoring(all_or_nothing=form.all_or_nothing)
    fields |= {"prompts": list(made), "choices": choices}
    over = len(shown) - len({right for _, right in prompts if right})
    kept = (counted(len(made), "pair"), *((f"{counted(over, 'choice')} left over",) if over else ()))
    return Body("matching", fields, kept)


def order_body(form: FoundOrder, general: str, notes: Notes) -> Body:
    """An ordering of ours in which each entry in its place earns an equal share, or all of them together everything."""
    texts = []
    for place, entry in enumerate(form.entries, 1):
        notes.part = f"entry {place}"
        texts.append(markdown_of(entry, notes))
    if len(texts) < 2:
        raise CannotComeIn("There are fewer than two lines to put in order. Write more, and send it again.")
    entries = [
        with_reason({"id": name, "text": text}, _general(general, place, notes))
        for place, (text, name) in enumerate(zip(texts, option_names(texts, "entry"), strict=True))
    ]
    fields = _scoring(all_or_nothing=form.all_or_nothing) | {"entries": list(entries)}
    return Body("ordering", fields, (f"{counted(len(entries), 'line')} in order",))


def _scoring(*, all_or_nothing: bool) -> dict[str, Data]:
    return {} if all_or_nothing else {"scoring": {"all_or_nothing": "false"}}


def _general(general: str, place: int, notes: Notes) -> str:
    """What is said to everybody, at the first line."""
    if place or not general:
        return ""
    notes.part = "feedback to everybody"
    notes.changed("it is in the reason of the first line now")
    return general
