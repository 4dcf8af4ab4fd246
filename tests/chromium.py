"""Finds a Chromium for the browser tests, or installs Debian's when that is possible."""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find() -> str | None:
    """The path of a Chromium: KEYED_CHROMIUM, else the first of the usual names on the PATH."""
    named = os.environ.get("KEYED_CHROMIUM")
    if named:
        return shutil.which(named)
    return next((path for path in map(shutil.which, NAMES) if path), None)


def install() -> None:
    """Installs Debian's package; needs root and apt-get."""
    quiet = {"stdout": subprocess.DEVNULL, "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}}
    subprocess.run(["apt-get", "update", "-qq"], check=True, **quiet)  # type: ignore[call-overload]
    subprocess.run(["apt-get", "install", "-y", "-qq", "chromium"], check=True, **quiet)  # type: ignore[call-overload]


def main() -> int:
    """Exit status 0 when a browser is there in the end, else 1 with a sentence that says what to install."""
    if find():
        return 0
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing Debian's Chromium for the browser tests …", flush=True)
        try:
            install()
        except subprocess.CalledProcessError as fault:
            print(f"apt-get could not install Chromium (exit status {fault.returncode}).", file=sys.stderr)
    if find():
        return 0
    print(
        "The browser tests need Chromium: install it (Debian: apt install chromium), "
        "or name one in KEYED_CHROMIUM.",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
