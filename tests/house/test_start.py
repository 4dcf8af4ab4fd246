"""What a start loads: a server that died is back soon, so nothing that only few use is loaded before it serves."""

import subprocess
import sys

from tests.house.sources import ROOT

HEAVY = (
    "torch", "numpy", "flint", "lxml", "PIL", "ruamel", "genanki", "python_calamine", "zstandard", "alembic", "psycopg",
    "app.variants.recipe", "app.bank.load", "app.bank.check", "app.services.authoring.room", "app.web.authoring_routes",
)  # fmt: skip
LOAD = f"import sys, app.serving, app.wiring, app.web.application; print([one for one in {HEAVY} if one in sys.modules])"


def test_a_start_loads_nothing_that_only_few_use() -> None:
    done = subprocess.run([sys.executable, "-c", LOAD], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")
