"""The one root of every error that a person may see, each with a sentence that says what to do."""


class Problem(Exception):
    """An error whose sentence may be shown as it is; `web/statuses.py` alone knows its status."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class NotFound(Problem):
    """What was asked for does not exist, or is not this person's (the two look the same)."""


class Refused(Problem):
    """The request was understood and must not be carried out (a foreign origin, a missing right)."""


class Gone(Refused):
    """What was asked for could be had once, and cannot be had any more."""


class Conflict(Problem):
    """The thing has moved on since the person last saw it."""


class BadInput(Problem):
    """What was sent cannot be read; nothing was changed and nothing counts."""


class NotReady(Problem):
    """The thing is being prepared, or a part that it needs is missing; later may be different."""


class TooOften(Problem):
    """This may be done only so often; `wait` are the seconds until it may be done again."""

    def __init__(self, sentence: str, wait: int) -> None:
        super().__init__(sentence)
        self.wait = wait


class SetupFault(Problem):
    """The machine or its settings are in the way: a port in use, a folder that cannot be written, a full disk."""
