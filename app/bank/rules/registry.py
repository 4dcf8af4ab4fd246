"""All writing rules on single items, in the order of their families."""

from app.bank.rules.base import Rule

RULES: tuple[Rule, ...] = ()
