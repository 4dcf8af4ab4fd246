"""All writing rules on single items, in the order of their families."""

from app.bank.rules import (
    content,
    duplicates,
    form,
    grammar,
    length,
    maths,
    overlap,
    placed,
    stem,
    typed,
    wording,
)
from app.bank.rules.base import Rule

FAMILIES: tuple[tuple[str, tuple[Rule, ...]], ...] = (
    ("Length", length.RULES),
    ("Wording", wording.RULES),
    ("Form of the options", form.RULES),
    ("The stem", stem.RULES),
    ("Grammar", grammar.RULES),
    ("Options that overlap", overlap.RULES),
    ("Options that say the same", duplicates.RULES),
    ("Content", content.RULES),
    ("Formulas", maths.RULES),
    ("Matching and ordering", placed.RULES),
    ("Typed numbers", typed.RULES),
)
RULES: tuple[Rule, ...] = tuple(rule for _, rules in FAMILIES for rule in rules)
