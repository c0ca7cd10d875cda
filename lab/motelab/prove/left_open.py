"""Kernels that are not proved, and why: a line of JSON each, in data/proofs/TARGET.left-open.jsonl, with the SHA-256 of
their bytes and of their contract. It spares an attempt that fails as long as both are the same."""

import dataclasses
import json
from pathlib import Path
from typing import Any

from motelab.common.files import write_atomically
from motelab.prove.kernel import certificates
from motelab.prove.kernel.verdicts import Verdict

KEYS = ("kernel", "target", "statement", "method", "seconds", "verdict", "reason", "code_sha256", "contract_sha256")


def file(target: str) -> Path:
    return certificates.FOLDER / f"{target}.left-open.jsonl"


def read(target: str) -> dict[str, dict[str, Any]]:
    """The kernels of a target that are left open, by name; none if it has no file."""
    return certificates.lines_of(file(target), "kernel left open", KEYS, {})


def of(verdict: Verdict, code: str, promised: str) -> dict[str, Any]:
    """The line of a verdict that is no proof, with the digests of the kernel."""
    values = dataclasses.asdict(verdict) | {"code_sha256": code, "contract_sha256": promised}
    return {key: values[key] for key in KEYS}


def verdict(one: dict[str, Any]) -> Verdict:
    """The verdict that a line keeps."""
    names = {field.name for field in dataclasses.fields(Verdict)}
    return Verdict(**{key: value for key, value in one.items() if key in names})


def write(target: str, found: dict[str, dict[str, Any]]) -> None:
    """Replaces the file, in the order of kernels; without kernels there is none."""
    if not found:
        file(target).unlink(missing_ok=True)
        return
    lines = [json.dumps({key: found[name][key] for key in KEYS}) + "\n" for name in sorted(found)]
    write_atomically(file(target), "".join(lines))
