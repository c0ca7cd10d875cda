"""Schema of data/parallel/supersingular-*.json."""

from motelab.common.schema_types import AnyText, Hexadecimal, Table, Text


class PointCurveFile(Table):
    """A curve over a prime field with a point on it."""

    name: Text
    source: Text
    equation: Text
    p: Hexadecimal
    p_form: AnyText
    c: Hexadecimal
    a: Hexadecimal
    b: Hexadecimal
    x: Hexadecimal
    y: Hexadecimal
    order: Hexadecimal
    cofactor: Hexadecimal


FILES = {"lab/motelab/data/parallel/*.json": PointCurveFile}
