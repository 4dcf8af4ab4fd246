"""What a start loads: a server that died is back soon, so nothing that only few use is loaded before it serves."""

import subprocess
import sys

from tests.house.sources import ROOT

# Of the pages and what is behind them: loaded right after the start, but for what nobody needs who only practises.
RARE = (
    "torch", "numpy", "flint", "lxml", "PIL", "ruamel", "genanki", "python_calamine", "zstandard", "alembic", "psycopg",
    "app.variants.recipe", "app.bank.load", "app.bank.check", "app.services.authoring.room", "app.web.authoring_routes",
)  # fmt: skip
# Until candidates of running exams are answered.
LATER = (
    *RARE, "fastapi", "jinja2", "markdown_it", "app.services.bundle", "app.services.exams.room", "app.services.views",
    "app.services.exams.grading", "app.grading.grade", "app.web.site", "app.web.pages",
    "app.web.posts", "app.web.problems", "app.web.application", "app.jobs.close_sittings", "app.services.engine_client",
)  # fmt: skip
MOST_OF_OURS = 115  # of some 400 modules
BEFORE_THE_PORT = "sqlalchemy", "uvicorn", "starlette", "app.wiring", "app.services", "app.store"
FIRST = "import app.cli, app.port, app.serving, app.wiring, app.services.bank_state, app.web.assets, app.web.opening"
ALL = f"{FIRST}, app.services.bundle, app.web.application"


def loaded(by: str) -> set[str]:
    """The modules that a process has loaded after a statement."""
    statement = f"import sys; {by}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", statement], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.stderr == ""
    return set(done.stdout.split())


def test_a_start_loads_nothing_that_only_few_use() -> None:
    assert sorted(loaded(ALL) & set(RARE)) == []


def test_what_saves_in_an_exam_is_loaded_before_all_pages() -> None:
    there = loaded(FIRST)
    assert sorted(there & set(LATER)) == []
    assert sum(name.startswith("app.") for name in there) <= MOST_OF_OURS


def test_the_names_are_those_of_modules() -> None:
    """A module that was renamed would be kept out of every start by this list."""
    ours = {name for name in LATER if name.startswith("app.")}
    assert sorted(name for name in ours if not (ROOT / f"{name.replace('.', '/')}.py").is_file()) == []


def test_the_port_is_taken_before_the_rest_is_loaded() -> None:
    """Whoever tries again while a server starts waits in its queue, and leaves it the processor."""
    assert sorted(loaded("import app.cli, app.port") & set(BEFORE_THE_PORT)) == []
