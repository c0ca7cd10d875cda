"""Schemas of data/headlines.toml and data/bounds_tried.toml."""

from motelab.common.schema_types import Cycles, Flag, Table, Text
from motelab.compare.schemas import Selector


class Row(Selector):
    """Or those of a record."""

    library: Text = None
    implementation: Text = None
    constant_time: Text = None


class OfRecord(Table):
    curve: Text = None
    profile: Text = None
    constant_time: Flag = None


class Headline(Table):
    title: Text
    operation: Text
    peer: Row
    published: list[Row]
    record: OfRecord = None


class HeadlinesFile(Table):
    headline: list[Headline]


class Attempt(Table):
    """An attempt on a goal: the goal's words, the method, the cycles of the whole call with it."""

    subject: Text
    operation: Text
    algorithm: Text
    method: Text
    cycles: Cycles


class BoundsTriedFile(Table):
    tried: list[Attempt] = None


FILES = {"lab/motelab/data/headlines.toml": HeadlinesFile, "lab/motelab/data/bounds_tried.toml": BoundsTriedFile}
