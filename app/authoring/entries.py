"""Banks and misconceptions, which stand in shared files: what the files say, what was made or changed here, and which holds."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from app.authoring.agreement import Sides, Verdict, verdict

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Made(Generic[T]):
    """An entry that was made or changed here. `common` is what its file said then; None where no file had it."""

    mine: T
    common: T | None = None


@dataclass(frozen=True, slots=True)
class Entries(Generic[T]):
    """Entries by name: as the files last had them, and those that were made or changed here and are in no file yet."""

    files: Mapping[str, T] = field(default_factory=dict)
    made: Mapping[str, Made[T]] = field(default_factory=dict)

    @property
    def served(self) -> dict[str, T]:
        """All that hold: what was made here stays until the files say the same, in a conflict too."""
        return {**self.files, **{name: one.mine for name, one in self.made.items()}}

    @property
    def conflicts(self) -> tuple[str, ...]:
        """Those that were changed both here and in the files, and not alike; a person decides."""
        return tuple(name for name in sorted(self.made) if self.said(name) is Verdict.CONFLICT)

    def said(self, name: str) -> Verdict:
        """What the three-way rule says of an entry (`agreement.verdict`)."""
        one, file = self.made.get(name), self.files.get(name)
        if one is None:
            return Verdict.SAME
        return verdict(Sides(_named(one.common), _named(file), _named(one.mine)))

    def with_files(self, files: Mapping[str, T]) -> "Entries[T]":
        """After the files were read: what they say too, or what was changed back here, is nothing of ours any more."""
        found = Entries(dict(files), dict(self.made))
        ends = (Verdict.SAME, Verdict.TAKE)
        return replace(
            found, made={name: one for name, one in found.made.items() if found.said(name) not in ends}
        )

    def written(self, folder: Mapping[str, T]) -> "Entries[T]":
        """After ours were written: what files say as we do is common now; what else they say is for loading to take."""
        told = {name: one.mine for name, one in self.made.items() if folder.get(name) == one.mine}
        return self.with_files({**self.files, **told})

    def with_mine(self, name: str, mine: T) -> "Entries[T]":
        """After an entry was made or changed here."""
        before = self.made.get(name)
        common = before.common if before else self.files.get(name)
        return Entries(self.files, {**self.made, name: Made(mine, common)}).with_files(self.files)

    def with_files_side(self, name: str) -> "Entries[T]":
        """After somebody decided that the file's holds, or that what was made here goes."""
        return replace(self, made={other: one for other, one in self.made.items() if other != name})

    def with_our_side(self, name: str) -> "Entries[T]":
        """After somebody decided that ours holds: the file's was seen, and is what both have in common now."""
        kept = Made(self.made[name].mine, self.files.get(name))
        return replace(self, made={**self.made, name: kept})


def _named(entry: object | None) -> str | None:
    return None if entry is None else repr(entry)
