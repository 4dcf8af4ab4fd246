"""`python -m app`: the same commands as `keyed`."""

from app.cli import app

app()
