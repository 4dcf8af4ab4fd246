"""All writing rules on single items, in the order of their families."""

from app.bank.rules import content, duplicates, form, grammar, length, maths, overlap, placed, stem, wording
from app.bank.rules.base import Rule

RULES: tuple[Rule, ...] = (
    *length.RULES,
    *wording.RULES,
    *form.RULES,
    *stem.RULES,
    *grammar.RULES,
    *overlap.RULES,
    *duplicates.RULES,
    *content.RULES,
    *maths.RULES,
    *placed.RULES,
)
