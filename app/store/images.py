"""Images of items, each named by the hash of what it holds."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Column, Integer, LargeBinary, String, Table, select, update

from app.store.moments import Moment
from app.store.schema import METADATA
from app.store.unit import Reading, Writing
from app.store.upsert import insert_new

_DAY = timedelta(days=1)
images = Table(
    "images",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("media", String(32), nullable=False),
    Column("width", Integer, nullable=False),
    Column("height", Integer, nullable=False),
    Column("content", LargeBinary, nullable=False),
    Column("actor", String(100), nullable=False),
    Column("made_at", Moment, nullable=False),
)


@dataclass(frozen=True, slots=True)
class ImageRow:
    """An image as it is served: its media type, its size in pixels, and its bytes."""

    id: str
    media: str
    width: int
    height: int
    content: bytes
    actor: str
    made_at: datetime


def add_image(unit: Writing, image: ImageRow) -> None:
    """Store an image; the same one again stays as it is, but for the moment at which it came, a day apart at least."""
    values = {name: getattr(image, name) for name in ImageRow.__slots__}
    unit.connection.execute(insert_new(images), values)
    again = update(images).where(images.c.id == image.id, images.c.made_at < image.made_at - _DAY)
    unit.connection.execute(again.values(made_at=image.made_at))


def image_row(unit: Reading, image_id: str) -> ImageRow | None:
    """One image."""
    columns = tuple(images.c[name] for name in ImageRow.__slots__)
    found = unit.connection.execute(select(*columns).where(images.c.id == image_id)).first()
    return None if found is None else ImageRow(*found)


def latest_images(unit: Reading, most: int) -> list[ImageRow]:
    """The images that came last, the newest first, without what they hold."""
    columns = [images.c[name] for name in ImageRow.__slots__ if name != "content"]
    statement = select(*columns).order_by(images.c.made_at.desc(), images.c.id).limit(most)
    found = unit.connection.execute(statement).mappings()
    return [ImageRow(**{str(name): value for name, value in row.items()}, content=b"") for row in found]


def image_sizes(unit: Reading) -> dict[str, tuple[int, int] | None]:
    """The width and height of all images in pixels, by their names."""
    found = unit.connection.execute(select(images.c.id, images.c.width, images.c.height))
    return {name: (width, height) for name, width, height in found}


def image_names(unit: Reading) -> frozenset[str]:
    """The names of all images."""
    return frozenset(unit.connection.scalars(select(images.c.id)))
