"""docs/catalogue.md: a map of coordinates, recodings and scalar multiplications, from the headers of their files."""

from pathlib import Path

from codegen.output import ROOT, banner
from codegen.registry import FAMILIES, Algorithm, collect

PAGE = ROOT / "docs/catalogue.md"
TITLES = {
    "coordinates": "Coordinates",
    "recoding": "Recodings of the scalar",
    "scalar-mult": "Any point: k P",
    "scalar-mult-base": "The generator: k G",
    "scalar-mult-double": "Sum of two: k G + l Q",
    "scalar-mult-x": "x-coordinate alone",
}
CURVES = {
    "any": "every curve",
    "binary": "binary curves",
    "koblitz": "Koblitz curves",
    "prime": "Weierstrass curves over F_p",
    "glv": "Curves with an endomorphism",
    "montgomery": "Montgomery curves",
    "edwards": "Edwards curves",
}
INTRODUCTION = """# The catalogue

Every coordinate system, recoding and scalar multiplication, as the headers of their files say. `=` before a name:
constant time, for secret scalars; `<` and a name: the recoding that it reads; numbers: windows. Which to take:
[choosing-multiplication.md](choosing-multiplication.md). More of each: `./motecurve algorithms --format json`.
"""


def entry(algorithm: Algorithm) -> str:
    """One member: mark, name, windows, recoding, source."""
    mark = "=" if algorithm.constant_time != "no" else " "
    windows = " " + " ".join(map(str, algorithm.windows)) if algorithm.windows else ""
    recoding = f" < {algorithm.recoding}" if algorithm.recoding else ""
    shown = algorithm.name + windows + recoding
    return f"{mark} {shown:<40} {algorithm.source.split(';')[0]}"


def family_map(title: str, members: list[Algorithm]) -> list[str]:
    """A family as a tree, with one branch for each kind of curve that has members of its own."""
    lines = [title]
    kinds = [kind for kind in CURVES if any(a.curves == kind for a in members)]
    for kind in kinds:
        last = kind == kinds[-1]
        lines.append(f"{'└' if last else '├'}─ {CURVES[kind]}")
        own = [a for a in members if a.curves == kind]
        for member in own:
            branch = "└" if member is own[-1] else "├"
            lines.append(f"{' ' if last else '│'}  {branch}─{entry(member)}")
    return lines


def outputs() -> dict[Path, str]:
    algorithms = [a for a in collect() if a.backend == "c"]
    text = banner("the headers of src/", ("<!-- ", " -->")) + INTRODUCTION
    for family in (name for name in FAMILIES if name in TITLES):
        members = [a for a in algorithms if a.family == family]
        text += "\n```\n" + "\n".join(family_map(TITLES[family], members)) + "\n```\n"
    return {PAGE: text}
