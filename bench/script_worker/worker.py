"""The warm worker: a line of JSON in (folder, phase, data), a line of JSON out; it stays for the next call."""

import json
import sys
from pathlib import Path

from bench.script_worker.phases import run_phase


def main():
    for line in sys.stdin:
        call = json.loads(line)
        html = run_phase(Path(call["folder"]), call["phase"], call["data"])
        sys.stdout.write(json.dumps({"data": call["data"], "html": html}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
