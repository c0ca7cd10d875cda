"""`python3 curves/check.py [FILE...]` checks curve records with PARI/GP; exit status 1 if one is wrong, 2 if
they cannot be checked. A few seconds for all.

Of each curve: field and curve are sound, n is prime and the order of the generator, h n is the number of points.
Montgomery and Edwards forms are checked through their maps to Weierstrass form, and Edwards curves for a complete
addition law; elements in normal basis against those in polynomial basis; coefficients against the seed where the
record says that it gives them. What a record says is wrong with its
curve must be so: a generator that is marked invalid, one that generates a larger group than the one of order n.
Without FILE: curves.json, and tiny.json of generated/curves/."""

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
DEFAULT_FILES = (FOLDER / "curves.json", FOLDER.parent / "generated/curves/tiny.json")

# Each ..._faults(...) lists the names of the checks that fail. h n is the number of points if it is in the interval
# of Hasse and no other multiple of n is; tiny curves, where that does not decide, are counted.
# Maps: Montgomery B v^2 = u^3 + A u^2 + u, multiplied by B^3, is y^2 = x^3 + A B x^2 + B^2 x with x = B u, y = B^2 v.
# Edwards to Montgomery: Bernstein, Birkner, Joye, Lange, Peters, Twisted Edwards curves (2008), Theorem 3.2.
# Normal basis: ANSI X9.62 writes the coefficient of beta^(2^0) leftmost; a type II basis is its own dual, so a
# coefficient is the trace of the product with its basis element.
PROGRAM = r"""
field(poly) = {
  my(f = sum(i = 1, #poly, 'z^poly[i]) * Mod(1, 2));
  if(polisirreducible(f), ffgen(f, 'z))
};
element(g, c) = if(c == 0, 0 * g, sum(i = 0, #binary(c) - 1, bittest(c, i) * g^i));
normal(g, c) = {
  my(m = g.f, power = g, s = 0 * g);
  for(i = 1, m, if(bittest(c, m - i), s += power); power = power^2);
  s
};
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
binary_curve(g, a, b) = ellinit([1, element(g, a), 0, 0, element(g, b)], g);
binary_faults(poly, a, b, x, y, n, h) = {
  my(g = field(poly));
  if(!g, return(List(["polynomial is not irreducible"])));
  faults(binary_curve(g, a, b), [element(g, x), element(g, y)], 2^poly[1], n, h)
};
weierstrass_faults(p, a, b, x, y, n, h) = {
  if(!isprime(p), return(List(["p is not prime"])));
  faults(ellinit([a, b], p), [x, y] * Mod(1, p), p, n, h)
};
montgomery_faults(p, a, b, u, v, n, h) = {
  if(!isprime(p), return(List(["p is not prime"])));
  if(b % p == 0, return(List(["singular"])));
  faults(ellinit([0, a * b, 0, b^2, 0], p), [b * u, b^2 * v] * Mod(1, p), p, n, h)
};
edwards_faults(p, a, d, x, y, n, h) = {
  my(names, s = Mod(1, p));
  if(!isprime(p), return(List(["p is not prime"])));
  if(a * d * (a - d) * s == 0, return(List(["singular"])));
  if(a * x^2 + y^2 != (1 + d * x^2 * y^2) * s, return(List(["generator is not on the curve"])));
  if(x * (1 - y) * s == 0, return(List(["generator is of order 1, 2 or 4"])));
  [u, v] = [(1 + y) / (1 - y) * s, (1 + y) / (x * (1 - y)) * s];
  names = montgomery_faults(p, 2 * (a + d) / (a - d) * s, 4 / (a - d) * s, u, v, n, h);
  if(!issquare(a * s) || issquare(d * s), listput(names, "addition law is not complete"));
  names
};
subgroup_faults(poly, a, b, x, y, n, order, large_x, large_y) = {
  my(g = field(poly), E, G, primes, names = List());
  if(!g || order % n, return(List(["G_order is no multiple of n"])));
  [E, G] = [binary_curve(g, a, b), [element(g, large_x), element(g, large_y)]];
  if(!ellisoncurve(E, G), return(List(["G is not on the curve"])));
  primes = factor(order)[, 1];
  if(order == n || ellmul(E, G, order) != [0] || [1 | p <- primes, ellmul(E, G, order / p) == [0]],
    listput(names, "G is not of order G_order"));
  if(ellmul(E, G, order / n) != [element(g, x), element(g, y)], listput(names, "G_prime_order is no multiple of G"));
  names
};
basis_faults(poly, a, b, x, y, normal_a, normal_b, normal_x, last) = {
  my(g = field(poly), bases = [[a, normal_a], [b, normal_b], [x, normal_x]]);
  if(!g || [1 | pair <- bases, element(g, pair[1]) != normal(g, pair[2])], return(List(["bases differ"])));
  if(trace(element(g, y) / element(g, x) * g^(2^(poly[1] - 1))) != last, return(List(["y is that of -G"])));
  List()
};
show(names) = print(strjoin(Vec(concat(names)), "; "));
"""

EXPECTED_FAULT = "n G is not infinity"


def number(text: str) -> str:
    """A hexadecimal number of a record for PARI/GP."""
    return str(int(text, 16))


def call(function: str, record: dict, point: dict, first: str, second: str, *more: str | int) -> str:
    """Call of a function of PROGRAM: field, the two coefficients of these names, point, n, the rest."""
    field = record["field"]
    numbers = [record[first], record[second], point["x"], point["y"], record["n"]]
    modulus = number(field["p"]) if field["type"] == "prime" else str(field["poly"])
    return f"{function}({', '.join([modulus, *map(number, numbers), *map(str, more)])})"


def expressions(record: dict) -> list[str]:
    """Calls of functions of PROGRAM whose lists together are the faults of one record."""
    form, point, h = record.get("form", "Weierstrass"), record.get("G_prime_order") or record["G"], record["h"]
    if form == "Montgomery":
        return [call("montgomery_faults", record, point, "a", "b", h)]
    if form in ("Edwards", "TwistedEdwards"):
        return [call("edwards_faults", record, point, "a", "d", h)]
    if form != "Weierstrass":
        raise ValueError(f"{record['name']}: no form is called {form}")
    if record["field"]["type"] == "prime":
        return [call("weierstrass_faults", record, point, "a", "b", h)]
    if "polynomial_basis_equivalent" in record:
        same = record | record["polynomial_basis_equivalent"]
        return [call("binary_faults", same, same["G"], "a", "b", h), of_bases(record, same)]
    found = [call("binary_faults", record, point, "a", "b", h)]
    if "G_order" in record:
        larger = (record["G_order"], record["G"]["x"], record["G"]["y"])
        found.append(call("subgroup_faults", record, point, "a", "b", *map(number, larger)))
    return found


def of_bases(record: dict, same: dict) -> str:
    """Call of basis_faults for a record in normal basis and the same in polynomial basis."""
    octets = bytes.fromhex(record["G"]["compressed_x962"].removeprefix("0x"))
    elements = [same["a"], same["b"], same["G"]["x"], same["G"]["y"], record["a"], record["b"], octets[1:].hex()]
    return f"basis_faults({same['field']['poly']}, {', '.join(map(number, elements))}, {octets[0] & 1})"


def seeded(seed: bytes, bits: int) -> int:
    """The number that ANSI X9.62, A.3.3.1 and A.3.3.2, draws from a seed: SHA-1 of the seed, only its rightmost bits
    where `bits` is no multiple of 160, and of the next numbers."""
    count = (bits - 1) // 160
    start, size = int.from_bytes(seed), len(seed)
    following = [((start + i) % (1 << 8 * size)).to_bytes(size) for i in range(count + 1)]
    value = int.from_bytes(b"".join(hashlib.sha1(text).digest() for text in following))
    return value & ((1 << bits) - 1)


def is_seed_right(record: dict) -> bool:
    """Whether the seed gives the coefficients: b itself over F_2^m, else r with r b^2 = a^3, the top bit cleared."""
    field, seed, a, b = record["field"], bytes.fromhex(record["seed"]), int(record["a"], 16), int(record["b"], 16)
    if field["type"] == "binary":
        return seeded(seed, field["m"]) == b
    p = int(field["p"], 16)
    r = seeded(seed, p.bit_length()) & ((1 << (p.bit_length() - 1)) - 1)
    return (r * b * b - a**3) % p == 0


def recorded_faults(record: dict, found: list[str]) -> list[str]:
    """The faults of a record without those that it owns up to, and with those that it should not."""
    order, n, h = int(record.get("curve_order", "0x0"), 16), int(record["n"], 16), record["h"]
    faults = list(found)
    if order and order != h * n:
        faults.append("curve_order is not h n")
    if record["field"].get("poly") != record.get("polynomial_basis_equivalent", record["field"]).get("poly"):
        faults.append("polynomials of the two bases differ")
    if record.get("x962_seed_check") == "reproduced" and not is_seed_right(record):
        faults.append("seed does not give the coefficients")
    if record.get("generator_valid") is False:
        if EXPECTED_FAULT in faults:
            faults.remove(EXPECTED_FAULT)
        else:
            faults.append("generator is marked invalid, but is of order n")
    return faults


def check(records: list[dict]) -> dict[str, str]:
    """Faults by name of the curve, empty text for none. Raises RuntimeError if gp fails."""
    script = PROGRAM + "".join(f"show([{', '.join(expressions(record))}]);\n" for record in records)
    run = subprocess.run(["gp", "-q", "-f", "-s", "256M"], input=script, capture_output=True, text=True)
    lines = run.stdout.splitlines()
    if run.stderr.strip() or run.returncode or len(lines) != len(records):
        raise RuntimeError(f"gp: {(run.stderr + run.stdout).strip().splitlines()[0]}")
    found = [line.split("; ") if line else [] for line in lines]
    pairs = zip(records, found, strict=True)
    return {record["name"]: "; ".join(recorded_faults(record, faults)) for record, faults in pairs}


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
        faults = check(records)
    except KeyError as error:
        print(f"curves/check.py: a record has no {error}", file=sys.stderr)
        return 2
    except (ValueError, RuntimeError) as error:
        print(f"curves/check.py: {error}", file=sys.stderr)
        return 2
    wrong = {name: text for name, text in faults.items() if text}
    for name, text in wrong.items():
        print(f"{name}: {text}")
    invalid = [r["name"] for r in records if r.get("generator_valid") is False and not faults[r["name"]]]
    for name in invalid:
        print(f"{name}: generator is not of order n, as its record says")
    print(f"{len(faults) - len(wrong)} curves right, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
