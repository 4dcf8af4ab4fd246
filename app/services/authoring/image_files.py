"""Images as files of a bank, each called by the hash of what it holds."""

from pathlib import Path

from app.authoring.pictures import remade
from app.bank.images import FOLDER, SUFFIXES
from app.kit.errors import BadInput, NotFound
from app.services.authoring.imaging import markdown_of
from app.store.faults import spoken_files


def put_file(questions: Path, bank: str, content: bytes) -> tuple[Path, str]:
    """Write an image into a bank's folder; its path, and the line that shows it.

    Raises BadInput with what is wrong with the image, and NotFound where there is no such bank.
    """
    if not (questions / bank / "bank.yaml").is_file():
        raise NotFound(f"There is no bank named {bank} in {questions}.")
    try:
        picture = remade(content)
    except ValueError as fault:
        raise BadInput(str(fault)) from None
    path = questions / bank / FOLDER / f"{picture.id}{SUFFIXES[picture.media]}"
    with spoken_files(f"The folder {path.parent}"):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(picture.content)
    return path, markdown_of(picture.id, picture.width, picture.height)
