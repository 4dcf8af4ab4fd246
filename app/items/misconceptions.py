"""Misconceptions: what a wrong option or a wrong number says about the belief behind it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Misconception:
    """A named mistake. `slug` is its address; a slip of the engine has a misconception of the same slug.

    `name` is a short noun phrase, `belief` one sentence that says what the learner believes or did, and `truth`
    one or two sentences that say what is so. All are Markdown with $…$ for formulas. `theme` is what it belongs to:
    the name of the registry's file that it stands in.
    """

    slug: str
    name: str
    belief: str
    truth: str
    theme: str = ""
