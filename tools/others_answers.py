"""Writes the known answers of operations that only others' code has (implementations/answers/), by code of this
project, and TinyDTLS's rows of the columns of `./motecurve network compare --deployed`, from its committed records; or
with --check says what is stale.

.venv/bin/python tools/others_answers.py [--check]
"""

import argparse
import sys

from motelab.boards import board as boards
from motelab.common.files import write_atomically
from motelab.common.schema import shown
from motelab.compare import committed
from motelab.foreign import answers
from motelab.network.deployed import dtls_answers, measured, rows, tinydtls

MAKERS = {**answers.FILES, dtls_answers.FILE: dtls_answers.text}


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/others_answers.py", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a file is stale")
    check = parser.parse_args().check
    found = []
    for path, maker in MAKERS.items():
        text = maker()
        if not path.exists() or path.read_text() != text:
            found.append(path)
            if not check:
                write_atomically(path, text)
    columns, made = measured.file(tinydtls.FILE), tinydtls.measured_rows([boards.load(name) for name in rows.BOARDS])
    if not columns.exists() or committed.read_lines(columns) != made:
        found.append(columns)
        if not check:
            committed.write_lines(columns, made)
    for path in found:
        print(f"{shown(path)}: {'stale; run tools/others_answers.py' if check else 'written'}")
    return int(check and bool(found))


if __name__ == "__main__":
    sys.exit(main())
