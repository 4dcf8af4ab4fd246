"""Which questions shall leave, in which format, and with how many variants of each recipe."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from app.authoring.listing import Sort, Standing, Wish, read_wish
from app.authoring.outgoing.formats import ExportFormat

VARIANTS, MOST_VARIANTS = 3, 50  # of one recipe: what is meant where nothing is said, and the most
MOST_QUESTIONS = 5_000  # of one file
MOST_NAMED = 1_000
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,99}")
_COUNT = re.compile(r"[0-9]{1,3}")


@dataclass(frozen=True, slots=True)
class ExportWish:
    """An export as it is asked for: what a list of published questions is narrowed by, or names alone."""

    listed: Wish = field(default_factory=lambda: Wish(standing=Standing.PUBLISHED))
    names: tuple[str, ...] = ()
    format: ExportFormat | None = None
    variants: int = VARIANTS

    def fields(self) -> list[tuple[str, str]]:
        """The wish field by field, as forms and addresses have it."""
        asked = [one for one in self.listed.fields() if one[0] not in ("status", "sort", "page")]
        if self.names:
            asked.append(("ids", " ".join(self.names)))
        if self.format:
            asked.append(("format", self.format.value))
        return [*asked, ("variants", str(self.variants))]


def read_export(sent: Mapping[str, str]) -> ExportWish:
    """The export that an address or a form asks for. What it says that there is not asks for nothing."""
    listed = replace(read_wish(sent), standing=Standing.PUBLISHED, sort=Sort.NAME, page=1)
    count = sent.get("variants", "").strip()
    return ExportWish(
        listed=listed,
        names=_names(sent.get("ids", "")),
        format=next((one for one in ExportFormat if one == sent.get("format", "")), None),
        variants=min(max(int(count), 1), MOST_VARIANTS) if _COUNT.fullmatch(count) else VARIANTS,
    )


def _names(text: str) -> tuple[str, ...]:
    """Names of questions, parted by blanks, commas or line ends."""
    found = (one for one in re.split(r"[\s,;]+", text) if _NAME.fullmatch(one))
    return tuple(dict.fromkeys(found))[:MOST_NAMED]
