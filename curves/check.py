"""`python3 curves/check.py [FILE...]` checks curve records with PARI/GP; exit status 1 if one is wrong, 2 if
they cannot be checked. About 20 s for all, less with --curve NAME.

Of each short Weierstrass curve, prime or binary in polynomial basis: field, curve and generator are sound, n is
prime and the order of the generator, h n is the number of points. Without FILE: curves.json, tiny.json."""

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
DEFAULT_FILES = (FOLDER / "curves.json", FOLDER / "tiny.json")
CHECKABLE = ("y^2+xy=x^3+ax^2+b", "y^2=x^3+ax+b")

# check(...) lists the names of the checks that fail. h n is the number of points if it is in the interval of
# Hasse and no other multiple of n is; tiny curves, where that does not decide, are counted.
PROGRAM = r"""
element(g, c) = if(c == 0, 0 * g, sum(i = 0, #binary(c) - 1, bittest(c, i) * g^i));
count_is(E, q, n, h) = if(q < 2^20, ellcard(E) == h * n, (h * n - q - 1)^2 <= 4 * q && n^2 > 16 * q);
faults(E, P, q, n, h) = {
  my(names = List());
  if(E.disc == 0, listput(names, "singular"); return(names));
  if(!ellisoncurve(E, P), listput(names, "generator is not on the curve"); return(names));
  if(!isprime(n), listput(names, "n is not prime"));
  if(ellmul(E, P, n) != [0], listput(names, "n G is not infinity"));
  if(!count_is(E, q, n, h), listput(names, "h n is not the number of points"));
  names
};
binary_faults(poly, a, b, x, y, n, h) = {
  my(f = sum(i = 1, #poly, 'z^poly[i]) * Mod(1, 2), g);
  if(!polisirreducible(f), return(List(["polynomial is not irreducible"])));
  g = ffgen(f, 'z);
  faults(ellinit([1, element(g, a), 0, 0, element(g, b)], g), [element(g, x), element(g, y)], 2^poly[1], n, h)
};
prime_faults(p, a, b, x, y, n, h) = {
  if(!isprime(p), return(List(["p is not prime"])));
  faults(ellinit([a, b], p), [x, y] * Mod(1, p), p, n, h)
};
show(names) = print(strjoin(Vec(names), "; "));
"""


def expression(record: dict) -> str:
    """Call of a function of PROGRAM for one record."""
    field, generator = record["field"], record.get("G_prime_order") or record["G"]
    numbers = [record["a"], record["b"], generator["x"], generator["y"], record["n"]]
    arguments = ", ".join(str(int(number, 16)) for number in numbers) + f", {record['h']}"
    if field["type"] == "binary":
        return f"binary_faults({field['poly']}, {arguments})"
    return f"prime_faults({int(field['p'], 16)}, {arguments})"


def is_checkable(record: dict) -> bool:
    basis = record["field"].get("basis", "polynomial")
    return record["equation"] in CHECKABLE and basis == "polynomial"


def check(records: list[dict]) -> dict[str, str]:
    """Faults by name of the curve, empty text for none. Raises RuntimeError if gp fails."""
    script = PROGRAM + "".join(f"show({expression(record)});\n" for record in records)
    run = subprocess.run(["gp", "-q", "-f", "-s", "256M"], input=script, capture_output=True, text=True)
    lines = run.stdout.splitlines()
    if run.stderr.strip() or run.returncode or len(lines) != len(records):
        raise RuntimeError(f"gp: {(run.stderr + run.stdout).strip().splitlines()[0]}")
    return {record["name"]: line for record, line in zip(records, lines, strict=True)}


def load(path: Path) -> list[dict]:
    """Records of a file; ValueError if it is not a file of curves."""
    try:
        return json.loads(path.read_text())["curves"]
    except (OSError, json.JSONDecodeError, KeyError, TypeError) as error:
        raise ValueError(f"{path}: not a JSON file with a list of curves: {error}") from error


def chosen(records: list[dict], names: list[str]) -> list[dict]:
    """The records of these names; ValueError if there is none of a name."""
    missing = set(names) - {record["name"] for record in records}
    if missing:
        raise ValueError(f"no curve is named {', '.join(sorted(missing))}")
    return [record for record in records if record["name"] in names]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, default=DEFAULT_FILES, metavar="FILE")
    parser.add_argument("--curve", action="append", metavar="NAME", help="check only this curve (may be repeated)")
    arguments = parser.parse_args()
    if not shutil.which("gp"):
        print("curves/check.py: gp is not installed; apt install pari-gp", file=sys.stderr)
        return 2
    try:
        records = [record for path in arguments.files for record in load(path)]
        if arguments.curve:
            records = chosen(records, arguments.curve)
        faults = check([record for record in records if is_checkable(record)])
    except (ValueError, RuntimeError) as error:
        print(f"curves/check.py: {error}", file=sys.stderr)
        return 2
    wrong = {name: text for name, text in faults.items() if text}
    for name, text in wrong.items():
        print(f"{name}: {text}")
    print(f"{len(faults) - len(wrong)} curves right, {len(wrong)} wrong, {len(records) - len(faults)} of another form")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
