"""Known answers for the benches: `python3 -m codegen.known_answers` lets PARI/GP compute them.

Inputs are edge values and numbers of a seeded generator. gp computes every output, so that independent arithmetic
checks the lab's figures. The files are committed: nobody needs gp to run the lab."""

import json
import re
from collections.abc import Callable
from pathlib import Path

from codegen.built import edwards, is_prime_field, montgomery, weierstrass
from codegen.fields import FIELDS, TINY_FIELDS, field_name, load_groups
from codegen.known_answers import fourq, gls, other_forms, pairings
from codegen.known_answers.fields_and_curves import CurveAnswers, field_answers, prime_field_answers
from codegen.output import GENERATED

COMMAND = "python3 -m codegen.known_answers"
FOLDER = GENERATED / "known_answers"
FIELDS_OF_STANDARDS = [field for field in FIELDS if field not in TINY_FIELDS]
# Curves with answers for every operation, since motes measure them; the others have answers for hosts only.
CURVES = (
    *("sect163k1", "sect163r2", "sect233k1", "sect283k1"),
    *("secp160r1", "secp192r1", "secp224r1", "secp256r1", "secp256k1"),
)
# Fields with answers for every operation, besides the fields of these curves.
OTHER_FIELDS = ("fp255", "fp160bp", "fp256bp", "fb409", "fb571", "fb191n", "fb239n")
RANDOM_CASES_OF_OTHERS = 6


def field_subject(field: str) -> dict:
    return prime_field_answers(field) if is_prime_field(field) else field_answers(field)


def weierstrass_curves() -> dict[str, dict]:
    """Records of the curves of Weierstrass form, by name."""
    return {record["name"]: record for field in FIELDS_OF_STANDARDS for record in weierstrass(field)}


def fields_with_answers() -> list[str]:
    """Fields whose own operations have known answers."""
    records = weierstrass_curves()
    return list(dict.fromkeys([*(field_name(records[name]) for name in CURVES), *OTHER_FIELDS]))


def paths() -> set[Path]:
    """Every file of known answers, by name; nothing is computed."""
    others = [r["name"] for field in FIELDS_OF_STANDARDS for r in (*edwards(field), *montgomery(field))]
    subjects = (*fields_with_answers(), *weierstrass_curves(), *others, *load_groups())
    return {FOLDER / f"{name}.json" for name in subjects}


def outputs(is_chosen: Callable[[str], bool] = lambda name: True) -> dict[Path, str]:
    """Text of every file of known answers, or only for the chosen fields and curves."""
    answers = {field: field_subject(field) for field in filter(is_chosen, fields_with_answers())}
    for name, record in weierstrass_curves().items():
        if not is_chosen(name):
            continue
        if name in CURVES:
            answers[name] = CurveAnswers(record).all()
        else:
            answers[name] = CurveAnswers(record, RANDOM_CASES_OF_OTHERS).of_hosts()
    for field in FIELDS_OF_STANDARDS:
        for make, others in ((other_forms.edwards, edwards(field)), (other_forms.montgomery, montgomery(field))):
            answers |= {r["name"]: make(r, RANDOM_CASES_OF_OTHERS) for r in others if is_chosen(r["name"])}
    for name, record in load_groups().items():
        if is_chosen(name):
            answers[name] = {"gls": gls, "fourq": fourq}.get(record["family"], pairings).answers(record)
    return {FOLDER / f"{name}.json": file_text(value) for name, value in answers.items()}


def file_text(operations: dict) -> str:
    """A file of known answers, one case a line."""
    lines = json.dumps({"generated": f"Written by `{COMMAND}` with PARI/GP; do not edit.", "operations": operations})
    return re.sub(r"(\[|, )(?=\{)|(?<=\]), ", lambda found: found.group().rstrip() + "\n", lines) + "\n"
