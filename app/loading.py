"""Loading done by a process of its own before serving begins: what it needs of memory goes with it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from app.kit.errors import SetupFault
from app.services.authoring.telling import conflict_lines
from app.settings import ROOT, Settings

_LIMIT = 600  # seconds


def load_apart(settings: Settings, say: Callable[[str], None]) -> None:
    """Migrate the database and load the questions, as `keyed bank sync` does. `say` is told what was done.

    Raises SetupFault with that command's sentence where it fails.
    """
    environment = {
        **os.environ,
        "KEYED_DATA": str(settings.data),
        "KEYED_DATABASE_URL": settings.database_url,
        "KEYED_QUESTIONS": str(settings.questions),
    }
    outcome = subprocess.run(
        [sys.executable, "-m", "app", "bank", "sync", "--json"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=_LIMIT,
    )
    if outcome.returncode != 0:
        raise SetupFault(
            outcome.stderr.strip() or "The questions could not be loaded. Run `keyed bank sync` to see why."
        )
    for sentence in _told(json.loads(outcome.stdout)):
        say(sentence)


def _told(done: dict[str, Any]) -> list[str]:
    migrated, loaded = done["migrated"], done["loaded"]
    sentences = []
    if migrated and migrated["backup"]:
        sentences.append(
            f"The database was brought to version {migrated['after']}; a backup lies in {migrated['backup']}."
        )
    if loaded:
        sentences.append(f"{loaded['items']} questions are loaded, {loaded['new']} of them new or changed.")
    sentences += conflict_lines(done["conflicts"])
    return sentences
