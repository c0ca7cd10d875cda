"""Images of a curve that is given by its parameters: its generated headers, in the place of those of a curve of the
library over the same field.

The curve keeps the C name of that curve, so that lengths and names of the public interface stay. It has no tables of
multiples of its generator. Its records are those of `Curve.given`; square roots are not for a field that is in
Montgomery form by wish."""

import dataclasses
import re
from pathlib import Path
from typing import Any

from codegen import curves as generated
from codegen.output import GENERATED
from codegen.sources import Source
from motelab import BUILD
from motelab.boards.board import Board
from motelab.common.files import digest, write_atomically
from motelab.subjects.curves import Curve

A_CLASS = re.compile(r"(MC_CURVE_A_CLASS_\w+ |\.a_class = )\w+")


def headers(curve: Curve, board: Board) -> Path | None:
    """The folder of the curve's headers and its constants, at the include paths of generated/; None for a curve of the
    library. Its name is the digest of its files."""
    if curve.given is None:
        return None
    files = texts(curve, board)
    folder = BUILD / "curves" / digest(*(part for item in sorted(files.items()) for part in item))[:24]
    for name, text in files.items():
        if not (folder / name).exists():
            write_atomically(folder / name, text)
    return folder


def replaced(source: Source, folder: Path | None) -> Source:
    """The source itself, or the given curve's file in its place."""
    if folder and source.path.is_relative_to(GENERATED):
        own = folder / source.path.relative_to(GENERATED)
        return dataclasses.replace(source, path=own) if own.exists() else source
    return source


def texts(curve: Curve, board: Board) -> dict[str, str]:
    """The text of each file, by its path under generated/."""
    plain = as_record(curve)
    a_class = "MC_COEFFICIENT_GENERAL" if curve.given.general_formulas else generated.a_class(plain)
    factor = montgomery_factor(curve, board)
    constants = generated.curve_source(plain, curve.field, board.word_bits, factor=factor)
    source = f'#include "curve/curve.h"\n#define POINTERS(...)\n{constants}'
    path = f"curve/data/{curve.field}"
    files = {f"{path}.h": generated.header(curve.field, [plain]), f"{path}.c": source}
    files = {name: A_CLASS.sub(rf"\g<1>{a_class}", text) for name, text in files.items()}
    if curve.given.montgomery:
        name = f"field/{curve.field}.h"
        text = (GENERATED / name).read_text()
        files[name] = text.replace("#define FP_MONTGOMERY 0", "#define FP_MONTGOMERY 1")
    return files


def montgomery_factor(curve: Curve, board: Board) -> int:
    """The factor of elements of a field that is in Montgomery form by the wish of the curve or of the board; the
    generators multiply those of others."""
    p, of_library = curve.modulus, dataclasses.replace(curve, given=None)
    is_wish = board.is_montgomery(curve) and not of_library.is_montgomery(board.word_bits)
    return generated.montgomery_radix(p.bit_length(), board.word_bits) % p if is_wish and isinstance(p, int) else 1


def as_record(curve: Curve) -> dict[str, Any]:
    """The curve in the form of curves.json."""
    values = {name: hex(value) for name, value in curve.coefficients}
    point = {name: hex(value) for name, value in zip("xy", curve.generator, strict=True)}
    return {**curve.record, **values, "G": point, "n": hex(curve.order), "h": curve.cofactor}
