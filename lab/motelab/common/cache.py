"""Results that need not be measured again. An entry carries its own checksum; a damaged one is measured anew."""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from motelab import BUILD
from motelab.common.files import write_atomically

FOLDER = BUILD / "cache"


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def get(key: str) -> Any | None:
    """The value kept under `key`, or None if there is none or its entry is damaged (a line on stderr says so)."""
    path = _path(key)
    try:
        checksum, text = path.read_text().split("\n", 1)
        if checksum != _checksum(text):
            raise ValueError("checksum differs")
        return json.loads(text)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        print(f"motecurve: cache entry {path.name} is damaged ({error}); measuring again", file=sys.stderr)
        return None


def put(key: str, value: Any) -> None:
    """Keeps `value`, which JSON can hold, under `key`."""
    text = json.dumps(value)
    write_atomically(_path(key), f"{_checksum(text)}\n{text}")


def _path(key: str) -> Path:
    return FOLDER / f"{key}.json"
