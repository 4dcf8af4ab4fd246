"""The words for slips: the registry as it is stored, and the engine's own phrases."""

from app.engine.phrases import PHRASES
from app.grading.words import Words
from app.store.database import Database
from app.store.misconceptions import all_misconceptions
from app.store.unit import reading


class Vocabulary:
    """The words, read once and kept, until somebody changes the registry."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._words: Words | None = None

    def words(self) -> Words:
        """The words for all slips and misconceptions."""
        if self._words is None:
            with reading(self._database) as unit:
                self._words = Words(all_misconceptions(unit), dict(PHRASES))
        return self._words

    def forget(self) -> None:
        """Read them again at the next use: the registry was changed."""
        self._words = None
