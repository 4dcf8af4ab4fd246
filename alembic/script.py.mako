"""${message}."""

from collections.abc import Sequence

import sqlalchemy as sa

from alembic import op
${imports if imports else ""}
revision: str = ${repr(up_revision)}
down_revision: str | None = ${repr(down_revision)}
branch_labels: Sequence[str] | None = ${repr(branch_labels)}
depends_on: Sequence[str] | None = ${repr(depends_on)}


def upgrade() -> None:
    """Go to this version."""
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    """Go back to the version before."""
    ${downgrades if downgrades else "pass"}
