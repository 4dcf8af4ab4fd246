"""The chapter on writing items, made from the rules themselves: what each looks for, why, and a bad and a good example."""

from collections.abc import Iterable, Iterator
from datetime import date

from app.bank.dump import dump
from app.bank.findings import Severity
from app.bank.rules.base import Hit, Rule
from app.bank.rules.registry import FAMILIES
from app.items.item import AuthoredItem, Item, MatchingItem, OrderingItem

_DAY = date(2026, 11, 30)  # on which the examples are looked at
_MOST = 900  # signs of an example in full

_HEAD = """# Writing items

This chapter is printed by `keyed bank rules` from the rules that `keyed bank check` and the editor apply, and a test holds it against them: change the rule, then print the chapter anew.

An **error** keeps an item from being published; a **warning** is for you to judge. Every rule says what to do, and has examples, which are its tests. Where the literature on writing items has the rule, it is named; the others come from what goes wrong in banks of this kind.

Beside the rules on single items, `keyed bank check` looks at each bank as a whole: questions that are nearly the same; robots that know nothing and go by length, hedging words, echoes of the stem, rare signs or the middle number, which must do no better than chance; and at which position the right option stands. Errors in the form of a file (a missing field, a name that is taken) are in [bank-format.md](bank-format.md).

## The order of work

1. What should somebody know or be able to do? That is the objective. One item asks one thing.
2. What do those believe who do not know it? Each belief is a misconception; look for it in the registry, or add it. **Write the misconception before the option**: an option that nobody believes is a dead one.
3. Write the stem so that whoever knows can answer before reading the options.
4. Write the right option, then each distractor as what its misconception leads to, all of like length and form.
5. Write for each option why it is right or wrong, so that it stands without the letter it will have.
6. Say where the claim stands and when you read it there.
"""


def chapter() -> str:
    """The chapter as Markdown."""
    parts = [_HEAD]
    for title, rules in FAMILIES:
        parts.append(f"## {title}\n")
        parts += [_rule(rule) for rule in rules]
    return "\n".join(parts)


def _rule(rule: Rule) -> str:
    said = next(iter(rule.find(rule.bad[0].item(), _DAY)))
    lines = [f"### {rule.id}", "", f"*{_severity(rule)}.* {rule.advice}"]
    if rule.reference:
        lines[-1] += f" ({rule.reference})"
    lines += [
        "",
        f"Not so; the rule says: *{said.message}*",
        "",
        *_example(rule.bad[0].item()),
        *_place(rule.bad[0].item(), said),
    ]
    if rule.good:
        lines += ["", "But so:", "", *_example(rule.good[0].item())]
    return "\n".join(lines) + "\n"


def _severity(rule: Rule) -> str:
    return "An error" if rule.severity is Severity.ERROR else "A warning"


def _example(item: Item) -> Iterable[str]:
    """An item in short: its stem and what is chosen from; a computed one as its file."""
    match item:
        case AuthoredItem():
            texts = [f"{one.text}{' ✓' if one.correct else ''}" for one in item.options]
            return _quoted(item.stem, texts)
        case MatchingItem():
            belongs = {one.id: one.text for one in item.choices}
            return _quoted(item.stem, [f"{one.text} → {belongs[one.choice]}" for one in item.prompts])
        case OrderingItem():
            return _quoted(item.stem, [f"{n}. {one.text}" for n, one in enumerate(item.entries, 1)])
    return ("```yaml", dump(item)[:_MOST].rstrip(), "```")


def _place(item: Item, said: Hit) -> Iterator[str]:
    """What stands in the field that a rule points to, where the example in short does not show it."""
    match said.where:
        case ("source", *_):
            yield from (">", f"> Source: {item.header.source.citation}, {item.header.source.as_of}")
        case ("options", int(place), "rationale") if isinstance(item, AuthoredItem):
            yield from (">", f"> Rationale of option {place + 1}: {item.options[place].rationale}")
        case ("options", int(place), "misconception") if isinstance(item, AuthoredItem):
            yield from (">", f"> Misconception of option {place + 1}: {item.options[place].misconception}")


def _quoted(stem: str, texts: Iterable[str]) -> Iterator[str]:
    yield from ("> " + line if line else ">" for line in stem.split("\n"))
    yield ">"
    for text in texts:
        yield "> - " + " ".join(text.split())
