"""Who publishes, when and why, and what stands in the way: light enough for the pages, unlike `publishing`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from app.kit.errors import BadInput, Conflict


class NotPublishable(BadInput):
    """What stands in the way of publishing a text, line by line."""

    def __init__(self, lines: Sequence[str]) -> None:
        more = f" And {len(lines) - 1} more." if len(lines) > 1 else ""
        super().__init__(f"This cannot be published as it stands. {lines[0]}{more}")
        self.lines = tuple(lines)


class Moved(Conflict):
    """The item was changed since somebody began from `base`; `present` is what is published now."""

    def __init__(self, item_id: str, base: str | None, present: str | None) -> None:
        super().__init__(
            f"{item_id} was changed by somebody else since this was begun, so it was not published. "
            "Compare the two, and carry over what shall stand."
        )
        self.item_id, self.base, self.present = item_id, base, present


@dataclass(frozen=True, slots=True)
class Stamp:
    """Who publishes and when. `origin` says where the text comes from: "file", "editor" or "import"."""

    actor: str
    at: datetime
    origin: str = "editor"
    what: str = "published"
    verified: bool = False
    note: str = ""
    version: int | None = None
    detail: Mapping[str, object] = field(default_factory=dict)
