"""What is noted while the texts of a question are converted: what changed, what was dropped, and in which part."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.authoring.found import Fate, Loss
from app.authoring.pictures import Picture


@dataclass(slots=True)
class Notes:
    """Notes by their words, each with the parts of the question that they are about, in the order met."""

    part: str = ""
    found: dict[tuple[Fate, str], list[str]] = field(default_factory=dict)
    pictures: Mapping[str, Picture | str] = field(
        default_factory=dict
    )  # of the file, or why one cannot be shown
    used: dict[str, Picture] = field(default_factory=dict)  # those that its texts show

    def changed(self, why: str) -> None:
        """Something comes in, and otherwise than it was."""
        self._add(Fate.CHANGED, why)

    def dropped(self, why: str) -> None:
        """Something does not come in."""
        self._add(Fate.DROPPED, why)

    def _add(self, fate: Fate, why: str) -> None:
        parts = self.found.setdefault((fate, why), [])
        if self.part not in parts:
            parts.append(self.part)

    def losses(self) -> tuple[Loss, ...]:
        """One loss for each note, with all its parts."""
        return tuple(
            Loss(fate, ", ".join(parts), _sentence(why)) for (fate, why), parts in self.found.items()
        )


def _sentence(why: str) -> str:
    return f"{why[:1].upper()}{why[1:]}{'' if why.endswith('.') else '.'}"
