"""`python3 curves/check_pairings.py [--pairing NAME]` checks the groups with pairings of pairings.json with PARI/GP;
exit status 1 if one is wrong, 2 if they cannot be checked. Seconds for all.

Of each group: the field is one, r is prime and divides q^k - 1 for no smaller k than the embedding degree, the orders
of the curves are r times their cofactors, the generators are of order r, and the record states the security of the
curve and of the logarithm in the extension field, each with a source. Further facts are in the program of a family."""

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

FILE = Path(__file__).resolve().parent / "pairings.json"

# Each ..._faults(...) lists the names of the checks that fail. The order of a curve over F_p is counted; that of a
# twist over F_p2 is in the interval of Hasse and kills random points.
COMMON = r"""
common_faults(q, k, r) = {
  my(names = List());
  if(!isprime(r), listput(names, "r is not prime"));
  if(znorder(Mod(q, r)) != k, listput(names, "the embedding degree is another"));
  names
};
has_order(E, G, r) = ellisoncurve(E, G) && G != [0] && ellmul(E, G, r) == [0];
show(names) = print(strjoin(Vec(names), "; "));
"""

# p and r as polynomials in the parameter: Barreto, Lynn, Scott 2003. beta: Scott 2021, 4. The isogenies end on the
# groups' curves: a rational map that takes random points there is one up to a factor, and RFC 9380's vectors fix it.
BLS12 = r"""
bls12_faults(p, x, r, h1, b1, x1, y1, beta, h2, b2, x2, y2) = {
  my(names = common_faults(p, 12, r), u, E, T, G, P);
  if(!isprime(p), listput(names, "p is not prime"); return(names));
  if(r != x^4 - x^2 + 1 || p != (x - 1)^2 * r / 3 + x, listput(names, "p or r is not that of the parameter"));
  E = ellinit([0, b1], p);
  if(ellcard(E) != h1 * r, listput(names, "h r is not the number of points of G1's curve"));
  G = [x1, y1] * Mod(1, p);
  if(!has_order(E, G, r), listput(names, "the generator of G1 is not of order r"));
  if(ellmul(E, G, -x^2) != [beta * x1, y1] * Mod(1, p), listput(names, "beta is another"));
  u = ffgen(Mod('u^2 + 1, p), 'u);
  if((1 + u)^((p^2 - 1) / 2) == 1 || (1 + u)^((p^2 - 1) / 3) == 1, listput(names, "1 + u is a square or a cube"));
  T = ellinit([0, b2[1] + b2[2] * u], u);
  G = [x2[1] + x2[2] * u, y2[1] + y2[2] * u];
  if(!has_order(T, G, r), listput(names, "the generator of G2 is not of order r"));
  if(abs(h2 * r - p^2 - 1) > 2 * p, listput(names, "h r is outside Hasse's interval for G2's curve"));
  for(i = 1, 4, P = random(T); if(ellmul(T, P, h2 * r) != [0], listput(names, "h r P is not infinity in G2's curve")));
  names
};
"""

# h r = p + 1 points, since a curve y^2 = x^3 + a x with p = 3 mod 4 is supersingular.
TATE = r"""
tate_faults(p, r, h, a, x, y) = {
  my(names = List(), E, G);
  if(!isprime(p) || p % 4 != 3, listput(names, "p is no prime of 3 modulo 4"); return(names));
  names = common_faults(p, 2, r);
  if(h * r != p + 1, listput(names, "h r is not the number of points"));
  if(h % r == 0, listput(names, "r^2 divides the number of points"));
  E = ellinit([a, 0], p);
  G = [x, y] * Mod(1, p);
  if(!has_order(E, G, r), listput(names, "the generator is not of order r"));
  if(ellmul(E, random(E), p + 1) != [0], listput(names, "p + 1 times a point is not infinity"));
  names
};
"""

# Points over F_2^m: Menezes, Okamoto, Vanstone 1993.
ETA = r"""
eta_faults(poly, r, h, x, y) = {
  my(names, z, element, E, G, P, m = poly[1], f = sum(i = 1, #poly, 'X^poly[i]) * Mod(1, 2));
  if(!polisirreducible(f), return(List(["the polynomial is not irreducible"])));
  names = common_faults(2^m, 4, r);
  if(m % 8 != 7 || h * r != 2^m + 2^((m + 1) / 2) + 1, listput(names, "h r is not the number of points"));
  z = ffgen(f, 'z);
  element = (c -> z^0 * sum(i = 0, #binary(c) - 1, bittest(c, i) * z^i));
  E = ellinit([0, 0, 1, 1, 0] * z^0);
  G = [element(x), element(y)];
  if(!has_order(E, G, r), listput(names, "the generator is not of order r"));
  P = select(P -> polcoef(P[2].pol, 0) == 0, apply(y -> [z, y], ellordinate(E, z)));
  if(#P != 1 || ellmul(E, P[1], h) != G, listput(names, "the generator is not h times the point at z"));
  names
};
"""


def number(text: str) -> str:
    """A hexadecimal number of a record for PARI/GP."""
    return str(int(text, 16))


def pair(values: list[str]) -> str:
    return f"[{', '.join(map(number, values))}]"


def bls12(record: dict) -> str:
    """The call of BLS12's checks."""
    g1, g2 = record["g1"], record["g2"]
    numbers = [record["field"]["p"], record["parameter"], record["r"], g1["h"], g1["b"], g1["G"]["x"], g1["G"]["y"]]
    arguments = [*map(number, [*numbers, g1["beta"], g2["h"]]), *map(pair, [g2["b"], g2["G"]["x"], g2["G"]["y"]])]
    return f"bls12_faults({', '.join(arguments)})"


def tate(record: dict) -> str:
    """The call of the checks of a supersingular curve over a prime field."""
    values = [record["field"]["p"], *(record[key] for key in ("r", "h", "a")), record["G"]["x"], record["G"]["y"]]
    return f"tate_faults({', '.join(map(number, values))})"


def eta(record: dict) -> str:
    """The call of the checks of the supersingular curve over a binary field."""
    values = [record["r"], record["h"], record["G"]["x"], record["G"]["y"]]
    return f"eta_faults({record['field']['poly']}, {', '.join(map(number, values))})"


# Family -> its program, and the function that writes the call for a record.
FAMILIES = {"bls12": (BLS12, bls12), "tate": (TATE, tate), "eta": (ETA, eta)}
STATED = ("curve_bits", "curve_source", "extension_field_bits", "extension_field_source")


def unstated(record: dict) -> list[str]:
    """What the record does not say of its security and its sources."""
    missing = [f"security.{key} is missing" for key in STATED if not record["security"].get(key)]
    return missing if record.get("sources") else [*missing, "sources are missing"]


def check(records: list[dict]) -> dict[str, str]:
    """Faults by name of the group, empty text for none. Raises RuntimeError if gp fails."""
    script = COMMON + "".join(program for program, _ in FAMILIES.values())
    for record in records:
        script += f"show({FAMILIES[record['family']][1](record)});\n"
    run = subprocess.run(["gp", "-q", "-f", "-s", "256M"], input=script, capture_output=True, text=True)
    lines = run.stdout.splitlines()
    if run.stderr.strip() or run.returncode or len(lines) != len(records):
        raise RuntimeError(f"gp: {(run.stderr + run.stdout).strip().splitlines()[0]}")
    pairs = zip(records, lines, strict=True)
    return {record["name"]: "; ".join(filter(None, [line, *unstated(record)])) for record, line in pairs}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairing", action="append", metavar="NAME", help="check only this group (may be repeated)")
    names = parser.parse_args().pairing
    if not shutil.which("gp"):
        print("curves/check_pairings.py: gp is not installed; apt install pari-gp", file=sys.stderr)
        return 2
    try:
        records = json.loads(FILE.read_text())["pairings"]
        if missing := set(names or ()) - {record["name"] for record in records}:
            raise ValueError(f"no group is named {', '.join(sorted(missing))}")
        faults = check([record for record in records if not names or record["name"] in names])
    except KeyError as error:
        print(f"curves/check_pairings.py: a record has no {error}, or no such family is known", file=sys.stderr)
        return 2
    except (ValueError, RuntimeError) as error:
        print(f"curves/check_pairings.py: {error}", file=sys.stderr)
        return 2
    wrong = {name: text for name, text in faults.items() if text}
    for name, text in wrong.items():
        print(f"{name}: {text}")
    print(f"{len(faults) - len(wrong)} groups right, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
