"""Certificates: a line of JSON for each proved kernel, in data/proofs/TARGET.jsonl, with the SHA-256 of its bytes and
of its contract. It stands for the proof as long as both are the same. A proof that uses statements of called kernels
rests on them: their contracts are named, too, and it stands as long as their certificates do."""

import copy
import dataclasses
import json
from pathlib import Path
from typing import Any

from motelab import DATA
from motelab.common.errors import MotecurveError
from motelab.common.files import digest, write_atomically
from motelab.prove.kernel import contract, objects
from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.verdicts import PROVED, Verdict
from motelab.prove.targets import Target

FOLDER = DATA / "proofs"
KEYS = (
    "kernel",
    "target",
    "statement",
    "method",
    "solvers",
    "seconds",
    "instructions",
    "code_sha256",
    "contract_sha256",
    "rests",
)


def file(target: str) -> Path:
    return FOLDER / f"{target}.jsonl"


def identity(target: Target, kernel: str) -> tuple[str, str]:
    """SHA-256 of the bytes and of the contract of a kernel."""
    return objects.code_digest(target, kernel), contract_digest(contract.read(target.name, kernel))


def contract_digest(promised: Contract) -> str:
    values = dataclasses.asdict(promised)
    values["clobbers"] = sorted(promised.clobbers) if promised.clobbers is not None else None
    return digest(json.dumps(values, sort_keys=True))


def read(target: str) -> dict[str, dict[str, Any]]:
    """The certificates of a target by kernel; none if it has no file."""
    return lines_of(file(target), "certificate", KEYS, {"rests": {}})


def lines_of(path: Path, kind: str, keys: tuple[str, ...], absent: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The lines of a file by kernel, each with these keys; `absent` are values of keys that a line may lack.
    MotecurveError for a line that is none of its kind."""
    found = {}
    for number, line in enumerate(path.read_text().splitlines() if path.exists() else (), start=1):
        try:
            one = copy.deepcopy(absent) | json.loads(line)
            found[one["kernel"]] = {key: one[key] for key in keys}
        except (ValueError, KeyError, TypeError) as error:
            problem = f"line {number} is no {kind} ({error!r}); write the file anew with --record"
            raise MotecurveError(f"{path.name}: {problem}") from None
    return found


def of(target: Target, verdict: Verdict) -> dict[str, Any]:
    """The certificate of a proof."""
    values = dataclasses.asdict(verdict)
    code, promised = identity(target, verdict.kernel)
    rests = {name: identity(target, name)[1] for name in verdict.rests}
    found = {key: values.get(key) for key in KEYS}
    return found | {"code_sha256": code, "contract_sha256": promised, "rests": rests}


def stands(target: Target, kept: dict[str, dict[str, Any]], kernel: str) -> bool:
    """Whether a certificate is of the kernel as it is, and so are those of all kernels that its proof rests on."""
    one = kept.get(kernel)
    if one is None:
        return False
    try:
        same = (one["code_sha256"], one["contract_sha256"]) == identity(target, kernel)
        contracts = all(identity(target, name)[1] == promised for name, promised in one["rests"].items())
    except contract.NoContract:
        return False
    return same and contracts and all(stands(target, kept, name) for name in one["rests"])


def verdict(one: dict[str, Any]) -> Verdict:
    """The verdict that a certificate keeps."""
    names = {field.name for field in dataclasses.fields(Verdict)}
    values = {key: value for key, value in one.items() if key in names}
    return Verdict(verdict=PROVED, **values | {"solvers": tuple(one["solvers"]), "rests": tuple(one["rests"])})


def shown(one: dict[str, Any]) -> dict[str, Any]:
    """A certificate as the file has it: without a list of what it rests on, if that is empty."""
    return {key: one[key] for key in KEYS if key != "rests" or one[key]}


def write(target: str, found: dict[str, dict[str, Any]]) -> None:
    """Replaces the file, in the order of kernels."""
    lines = [json.dumps(shown(found[name])) + "\n" for name in sorted(found)]
    write_atomically(file(target), "".join(lines))
