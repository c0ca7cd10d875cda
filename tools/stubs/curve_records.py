"""From a file with a curve's parameters to its records in curves/curves.json and curves/security.json, and to the line
of its field in codegen/fields.py."""

import json
import re
from pathlib import Path
from typing import Any

from codegen import fields
from curves.analysis import Analysis, Parameters
from motecurve import der, parameters, pem
from motecurve.errors import MotecurveError

Record = dict[str, Any]
EQUATIONS = {True: "y^2=x^3+ax+b", False: "y^2+xy=x^3+ax^2+b"}
NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{1,40}")
# The lines of codegen/fields.py before which a field is added.
END_OF_FIELDS = {True: ("PRIME_FIELDS = {", "\n}\n"), False: ("BINARY_FIELDS = {", "\n}\n")}


def read(data: bytes) -> tuple[Record, Parameters]:
    """What a file says of a curve beside its parameters (name, aliases, ...), and these. ValueError if it is none of
    the kinds of file, or of another form than short Weierstrass."""
    try:
        if pem.is_pem(data):
            return {}, explicit(next(b.octets() for b in pem.blocks(data) if b.label == "EC PARAMETERS"))
        if data[:1] == b"\x30":
            return {}, explicit(data)
        record = json.loads(data)
        if not isinstance(record, dict):
            raise ValueError("the file holds no record of a curve, which is a JSON object")
        return of_std_curves(record) if "params" in record else of_record(record)
    except StopIteration:
        raise ValueError(
            "the file has no block EC PARAMETERS; openssl ecparam -param_enc explicit writes one"
        ) from None
    except MotecurveError as error:
        raise ValueError(f"the file has no explicit parameters: {error}") from None
    except (UnicodeDecodeError, json.JSONDecodeError):
        raise ValueError("the file is neither PEM, nor DER, nor JSON") from None
    except (KeyError, TypeError) as error:
        raise ValueError(f"the record lacks {error}; name, field, a and b are needed") from None


def explicit(data: bytes) -> Parameters:
    """Explicit parameters in DER."""
    found = parameters.read(der.Reader(data).sequence())
    base, count = found.generator, (len(found.generator) - 1) // 2
    if base[:1] != b"\4":
        raise ValueError("the generator is compressed; -conv_form uncompressed of openssl ecparam writes it whole")
    point = (int.from_bytes(base[1 : 1 + count]), int.from_bytes(base[1 + count :]))
    a, b = (int.from_bytes(value) for value in (found.a, found.b))
    return Parameters(found.modulus, a, b, point, found.order, found.cofactor)


def of_record(record: Record) -> tuple[Record, Parameters]:
    """A record as in curves.json."""
    if record.get("form", "Weierstrass") != "Weierstrass" or record["field"].get("basis", "polynomial") != "polynomial":
        raise ValueError("the curve is not in short Weierstrass form over a prime field or a polynomial basis")
    point = record.get("G")
    generator = (number(point["x"]), number(point["y"])) if point else None
    order = number(record["n"]) if "n" in record else None
    modulus = fields.modulus_of(record["field"])
    return record, Parameters(modulus, number(record["a"]), number(record["b"]), generator, order, record.get("h"))


def of_std_curves(record: Record) -> tuple[Record, Parameters]:
    """A record of the collection std-curves."""
    if record["form"] != "Weierstrass":
        raise ValueError(f"the curve is in the form {record['form']}; short Weierstrass form is needed")
    field, raw = record["field"], lambda value: number(value["raw"])
    if field["type"] == "Prime":
        modulus: int | tuple[int, ...] = number(field["p"])
    else:
        exponents = {term["power"] for term in field["poly"]} | {0}
        modulus = tuple(sorted(exponents, reverse=True))
    a, b = (raw(record["params"][name]) for name in "ab")
    point = record.get("generator")
    generator = (raw(point["x"]), raw(point["y"])) if point else None
    oids = {"oids": [record["oid"]]} if record.get("oid") else {}
    kept = {"name": record["name"], "aliases": record.get("aliases", []), **oids}
    return kept, Parameters(modulus, a, b, generator, number(record["order"]), number(record["cofactor"]))


def number(value: str | int) -> int:
    """A number of a record: hexadecimal with 0x, or decimal."""
    return value if isinstance(value, int) else int(value, 0)


def field_record(curve: Parameters) -> Record:
    if curve.is_prime:
        return {"type": "prime", "p": hex(curve.modulus), "bits": curve.bits}
    exponents = list(curve.modulus)
    kind = {3: "trinomial", 5: "pentanomial"}.get(len(exponents), "other")
    return {"type": "binary", "m": curve.bits, "poly": exponents, "basis": "polynomial", "kind": kind}


def curve_record(given: Record, curve: Parameters, found: Analysis) -> Record:
    """The record of curves.json."""
    x, y = found.generator
    return {
        "name": given["name"],
        "aliases": given.get("aliases", []),
        "standards": given.get("standards", []),
        "category": "other",
        "form": "Weierstrass",
        "field": field_record(curve),
        "equation": EQUATIONS[curve.is_prime],
        "a": hex(curve.a),
        "b": hex(curve.b),
        "G": {"x": hex(x), "y": hex(y)},
        "n": hex(found.order),
        "h": found.cofactor,
        "oids": given.get("oids", []),
        "seed": given.get("seed"),
        "sources": [],
        "notes": [] if curve.generator else ["tools/new.py chose the generator"],
        "curve_order": hex(found.order * found.cofactor),
    }


def security_record(name: str, found: Analysis) -> Record:
    """The record of security.json: the figures that are read (lab/motelab/subjects/security.py)."""
    twist = {} if found.twist_bits is None else {"twist_rho_bits": round(found.twist_bits, 2)}
    return {
        "name": name,
        "h": found.cofactor,
        "rho_bits_with_automorphisms": round(found.rho_bits, 2),
        "automorphism_group_order_used": found.automorphisms,
        **twist,
        "ghs_small_genus_cases": [{"subfield_degree_l": small, "genus": str(genus)} for small, genus in found.descents],
    }


class Folder:
    """The files of a checkout to which a curve is added."""

    def __init__(self, root: Path):
        self.curves, self.security = root / "curves/curves.json", root / "curves/security.json"
        self.fields = root / "codegen/fields.py"

    def refuse_known(self, given: Record, curve: Parameters) -> None:
        """ValueError if the name is none, or a curve has it, or these parameters."""
        names = [given["name"], *given.get("aliases", []), *given.get("oids", [])]
        if wrong := next((name for name in names[:1] if not NAME.fullmatch(name)), None):
            raise ValueError(f"{wrong!r} is no name of a curve; letters, digits and hyphens make one")
        for record in json.loads(self.curves.read_text())["curves"]:
            taken = {n.lower() for n in (record["name"], *record.get("aliases", []), *record.get("oids", []))}
            if common := [name for name in names if name.lower() in taken]:
                raise ValueError(f"{common[0]} is the curve {record['name']} already")
            own = (fields.modulus_of(record["field"]), int(record["a"], 16), int(record.get("b", "0"), 16))
            if own == (curve.modulus, curve.a, curve.b):
                raise ValueError(f"the parameters are those of {record['name']}; an alias belongs into its record")

    def with_curve(self, given: Record, curve: Parameters, found: Analysis) -> dict[Path, str]:
        """The files that change, with their new texts."""
        record = curve_record(given, curve, found)
        texts = {self.curves: added(self.curves, record)}
        texts[self.security] = added(self.security, security_record(record["name"], found))
        names = [record["name"], *record["aliases"]]
        texts[self.curves] = indexed(texts[self.curves], record["name"], names)
        if curve.modulus not in fields.FIELDS.values():
            texts[self.fields] = with_field(self.fields.read_text(), curve)
        return texts


def added(path: Path, record: Record) -> str:
    """The text of a file with one more record in its list of curves."""
    content = json.loads(path.read_text())
    content["curves"].append(record)
    return text_of(content)


def indexed(text: str, curve: str, names: list[str]) -> str:
    """curves.json with the names of a curve in its index."""
    content = json.loads(text)
    content["index"] |= dict.fromkeys(names, curve)
    return text_of(content)


def text_of(content: Any) -> str:
    """As both files are written."""
    return f"{json.dumps(content, indent=1)}\n"


def with_field(text: str, curve: Parameters) -> str:
    """codegen/fields.py with the field of a curve, named by its bits and, where that name is taken, a letter."""
    stem = f"{'fp' if curve.is_prime else 'fb'}{curve.bits}"
    name = next(n for n in (stem, *(f"{stem}{letter}" for letter in "abcdefgh")) if f'"{n}"' not in text)
    value = f"0x{curve.modulus:X}" if curve.is_prime else repr(tuple(curve.modulus))
    begin, end = END_OF_FIELDS[curve.is_prime]
    place = text.index(end, text.index(begin))
    return f'{text[:place]}\n    "{name}": {value},{text[place:]}'
