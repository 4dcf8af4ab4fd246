"""A variant: an item with its numbers and its order fixed, stored whole and never changed."""

from msgspec import Struct

from app.items.answer_key import AnswerKey
from app.items.public import PublicVariant


class Variant(Struct, frozen=True):
    """What is shown and what is right, kept apart.

    `id` is the hash of the whole content. `twin` is the hash of what the numbers are, whatever the order of the
    options: two draws with the same twin are the same variant. `seed` is a label that says where the draw came
    from; it is never used to make the variant again. `fixed` names a variant that stands from the start.
    """

    id: str
    item_id: str
    revision_id: str
    twin: str
    seed: str
    shown: PublicVariant
    answer_key: AnswerKey
    fixed: str | None = None
