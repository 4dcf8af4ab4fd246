"""Rules on matchings and orderings: no word, formula or form says which choice belongs with a prompt, or what comes first."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from app.bank.findings import Severity
from app.bank.rules.base import Hit, Rule
from app.bank.rules.vocabulary import content_words
from app.items.item import Header, Item, Kind, Level, MatchingItem, OrderingItem, Shape, Source
from app.items.pairing import MatchChoice, MatchPrompt, OrderEntry, Reversal

_ORDER_WORD = re.compile(
    r"\b(?:first|second|third|then|next|after(?:wards)?|before(?:hand)?|later|earlier|finally|lastly?|at last|"
    r"initially|begins?|starts?|ends?|step (?:one|two|\d))\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Pairs:
    """A matching in short, for a rule's table: each prompt goes with the choice at its place."""

    prompts: tuple[str, ...]
    choices: tuple[str, ...]

    def item(self) -> MatchingItem:
        """The example as an item, complete in all that it leaves open."""
        return MatchingItem(
            _header(Kind.MATCHING),
            "Match each vector with its job.",
            tuple(
                MatchPrompt(f"prompt-{n}", text, f"choice-{n}", f"Point {n}: this is what the formula says.")
                for n, text in enumerate(self.prompts)
            ),
            tuple(
                MatchChoice(
                    f"choice-{n}", text, f"belief-{n}", f"Point {n}: the formula says otherwise here."
                )
                for n, text in enumerate(self.choices)
            ),
        )


@dataclass(frozen=True, slots=True)
class Steps:
    """An ordering in short, for a rule's table, in its right order."""

    entries: tuple[str, ...]

    def item(self) -> OrderingItem:
        """The example as an item, complete in all that it leaves open."""
        return OrderingItem(
            _header(Kind.ORDERING),
            "Put the steps in order.",
            tuple(
                OrderEntry(f"entry-{n}", text, f"Point {n}: this is what the formula says.")
                for n, text in enumerate(self.entries)
            ),
            tuple(
                Reversal(f"entry-{n}", f"entry-{n + 1}", f"belief-{n}", f"Point {n}: not so in the formula.")
                for n in range(len(self.entries) - 1)
            ),
        )


def _header(kind: Kind) -> Header:
    source = Source("Vaswani et al. 2017, section 3.2.1", "2026-01-31")
    return Header("example", "examples", kind, ("1.2",), Level.MECHANISM, Shape.FORMULA, 0.6, source)


def _echo(item: Item, today: date) -> Iterator[Hit]:
    """A word that a prompt has in common with its own choice, and that no other choice and not every prompt has."""
    del today
    if not isinstance(item, MatchingItem):
        return
    said = {choice.id: content_words(choice.text) for choice in item.choices}
    asked = [content_words(prompt.text) for prompt in item.prompts]
    everywhere = frozenset.intersection(*asked)
    for place, (prompt, words) in enumerate(zip(item.prompts, asked, strict=True)):
        others = frozenset[str]().union(*(said[name] for name in said if name != prompt.choice))
        shared = sorted((words & said[prompt.choice]) - others - everywhere)
        if shared:
            words_shared = ", ".join(f"{word}…" for word in shared)
            yield Hit(
                ("prompts", place, "text"), f"only the choice that belongs here repeats {words_shared}."
            )


def _lone_formula(item: Item, today: date) -> Iterator[Hit]:
    """One prompt and the choice that belongs with it are the only ones with a formula, or without one."""
    del today
    if not isinstance(item, MatchingItem):
        return
    texts = {choice.id: "$" in choice.text for choice in item.choices}
    for has in (True, False):
        prompts = [prompt for prompt in item.prompts if ("$" in prompt.text) is has]
        choices = [name for name, found in texts.items() if found is has]
        if len(prompts) == 1 and choices == [prompts[0].choice]:
            place = item.prompts.index(prompts[0])
            sign = "have a formula" if has else "have no formula"
            yield Hit(("prompts", place, "text"), f"this prompt and its choice alone {sign}.")


def _order_word(item: Item, today: date) -> Iterator[Hit]:
    del today
    if not isinstance(item, OrderingItem):
        return
    for place, entry in enumerate(item.entries):
        if match := _ORDER_WORD.search(entry.text):
            yield Hit(("entries", place, "text"), f"{match[0]!r} says where the entry belongs.")


_VECTORS = ("A vector that asks", "A vector that is found", "A vector that is mixed")
_STEPS = ("Scores are taken", "Powers are taken", "Shares are taken")

RULES = (
    Rule(
        "pair-echo",
        Severity.WARNING,
        "Use another word for it, or use it in another choice or in every prompt as well.",
        _echo,
        bad=(
            Pairs(
                ("The searching vector", "The other one", "The last one"), ("Searches", "Waits", "Is mixed")
            ),
        ),
        good=(
            Pairs(("Query", "Key", "Value"), _VECTORS),
            Pairs(("The vector of a Query", "The vector of a Key", "The vector of a Value"), _VECTORS),
            Steps(_STEPS),
        ),
    ),
    Rule(
        "pair-formula",
        Severity.WARNING,
        "Give formulas to another prompt or choice as well, or say it in words.",
        _lone_formula,
        bad=(
            Pairs(("$d_k$", "Query", "Key"), (r"Has the root $\sqrt{d_k}$", "Asks", "Is found")),
            Pairs(("Width", "$q$", "$k$"), ("Counts", "$q_i$ asks", "$k_j$ is found")),
        ),
        good=(
            Pairs(("$q$", "$k$", "$v$"), _VECTORS),
            Pairs(("$q$", "Key", "Value"), ("Asks", "$n$ of them are found", "Is mixed")),
            Pairs(("$q$", "Key", "Value"), ("$n$ of them ask", "$n$ of them are found", "Is mixed")),
            Steps(_STEPS),
        ),
    ),
    Rule(
        "order-word",
        Severity.WARNING,
        "Say what is done and leave the order to whoever answers.",
        _order_word,
        bad=(
            Steps(("First the scores are taken", *_STEPS[1:])),
            Steps((*_STEPS[:2], "Shares are taken after that")),
        ),
        good=(Steps(_STEPS), Pairs(("First row", "Second row", "Third row"), _VECTORS)),
    ),
)
