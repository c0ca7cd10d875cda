"""Answers from PARI/GP, and the format in which they are kept."""

import json
import subprocess

SEED = 163
Case = dict[str, int]


def run_gp(program: str, expressions: list[str]) -> list[list[int]]:
    """Values of `expressions`, each a vector of integers, after gp has read `program`."""
    script = program + "".join(f"print({expression});\n" for expression in expressions)
    run = subprocess.run(["gp", "-q", "-f", "-s", "256M"], input=script, capture_output=True, text=True, check=True)
    if run.stderr.strip() or "***" in run.stdout:
        raise RuntimeError(f"gp: {run.stderr.strip() or run.stdout.strip()}")
    return [json.loads(line) for line in run.stdout.splitlines()]


def split(cases: list[Case], edges: int) -> dict[str, list[dict[str, str]]]:
    """Cases as hexadecimal text, the first `edges` apart from the random ones."""
    text = [{name: hex(value) for name, value in case.items()} for case in cases]
    return {"edge": text[:edges], "random": text[edges:]}
