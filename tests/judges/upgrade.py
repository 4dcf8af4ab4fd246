"""Makes items of QTI 3 of a package of QTI 2.2, with a converter that is not ours; prints them as JSON by their files' names."""

import json
import sys

from qti_convert import upgrade_package


def main(package: str) -> None:
    """Print every item of the package."""
    files = upgrade_package(package).files
    items = {
        name: text for name, text in files.items() if name.startswith("items/") and name.endswith(".xml")
    }
    print(json.dumps({name: one if isinstance(one, str) else one.decode() for name, one in items.items()}))


main(*sys.argv[1:])
