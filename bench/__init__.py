"""What this machine can do, measured. `python -m bench` needs what the tests need, and says so where it is missing."""

from importlib.util import find_spec

if find_spec("httpx2") is None:
    raise SystemExit(
        "The bench needs packages that serving does not. `make bench` installs them and measures; or run "
        "`.venv/bin/pip install --editable '.[test]'` once."
    )
