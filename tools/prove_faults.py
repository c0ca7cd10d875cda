"""Plants faults into proved kernels and prints what the proof says of each (docs/assurance.md).

  .venv/bin/python tools/prove_faults.py                            30 of each target
  .venv/bin/python tools/prove_faults.py --target avr --faults 100 --seed 2 --format json

Two of three faults are drawn from the rules of `make mutate` (tools/mutation_rules.py); the third is one bit of an
opcode. A fault that leaves the bytes as they are is drawn again. The status is 1 if a fault is proved that a run shows
to be one."""

import json
import random
import sys
from collections import Counter

import click
import mutation_rules

from motelab.common.errors import ImageFailed
from motelab.prove import faults, targets
from motelab.prove.faults import Outcome
from motelab.prove.kernel import certificates, objects
from motelab.prove.kernel.objects import Code
from motelab.prove.targets import Target

TRIES = 50


def of_rule(target: Target, kernel: str, source: random.Random) -> tuple[Code, str] | None:
    """A fault of the rules of `make mutate`; None if the kernel has none, or the assembler refuses it."""
    text, folder = faults.source_of(target, kernel)
    sites = mutation_rules.of_kernel(text, folder)
    if not sites:
        return None
    site = source.choice(sites)
    line = text[text.rfind("\n", 0, site.start) + 1 : text.find("\n", site.start)].strip()
    try:
        return objects.linked_text(target, kernel, site.planted(text)), f"{site.rule}: {line}"
    except ImageFailed:
        return None


def planted(target: Target, names: list[str], seed: int, number: int) -> tuple[str, Code, str]:
    """A kernel, its code with a fault, and the fault."""
    source = random.Random(f"{seed} {target.name} {number}")
    for _ in range(TRIES):
        kernel = source.choice(names)
        found = of_rule(target, kernel, source) if number % 3 else faults.bit_changed(target, kernel, source)
        if found and faults.is_another(target, kernel, found[0]):
            return kernel, *found
    raise click.ClickException(f"no fault changes kernels of {target.name}")


def chosen(target: Target, seconds_max: float) -> list[str]:
    """Kernels whose proof took no longer, and that C calls: others cannot be run."""
    proved = {name: one for name, one in certificates.read(target.name).items() if faults.is_called(target, name)}
    return [name for name, one in proved.items() if one["seconds"] <= seconds_max] or sorted(proved)


@click.command()
@click.option("--target", "names", multiple=True, help="Folder of kernels, such as avr.  [default: all]")
@click.option("--faults", "count", default=30, show_default=True, help="Faults of each target.")
@click.option("--seed", default=1, show_default=True)
@click.option("--seconds-max", default=5.0, show_default=True, help="Only kernels that were proved in this time.")
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
def main(names: tuple[str, ...], count: int, seed: int, seconds_max: float, form: str) -> None:
    """Plants faults into proved kernels and prints what the proof says of each."""
    rows = []
    for name in names or targets.NAMES:
        target = targets.named(name)
        kernels = chosen(target, seconds_max)
        for number in range(count):
            kernel, code, fault = planted(target, kernels, seed, number)
            rows.append(faults.judged(target, kernel, code, fault))
            if form == "json":
                print(json.dumps(vars(rows[-1])), flush=True)
    if form == "table":
        show(rows)
    if any(one.outcome in (faults.WRONG, faults.UNCONFIRMED) for one in rows):
        sys.exit(1)


def show(rows: list[Outcome]) -> None:
    """Counts by target, and the faults that are not decided or wrongly proved."""
    print("target   faults  " + "  ".join(faults.OUTCOMES))
    for name in dict.fromkeys(one.target for one in rows):
        counts = Counter(one.outcome for one in rows if one.target == name)
        cells = "  ".join(f"{counts[outcome]:>{len(outcome)}}" for outcome in faults.OUTCOMES)
        print(f"{name:8} {sum(counts.values()):6}  {cells}")
    for one in rows:
        if one.outcome not in (faults.CONFIRMED, faults.BREAKS):
            print(f"{one.target} {one.kernel}: {one.fault}: {one.outcome} {one.reason}")


if __name__ == "__main__":
    main()
